//! The options of the engine: how they are announced, and how they are set.

use super::variant::{self, Rules, VARIANTS};
use super::{parse, quoted};
use heterodox_engine::Level;
use heterodox_engine::engine_game::EnginePosition;
use heterodox_engine::search::SearchMemory;
use heterodox_rules::grand_chess::{CLASSIC_START, Promotion};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// A number that may be set: what it is called in errors, what it is at first and what it may be.
pub(crate) struct Number<T> {
    what: &'static str,
    usual: T,
    range: RangeInclusive<T>,
}

/// Threads that search.
pub(crate) const THREADS: Number<usize> = Number { what: "threads", usual: 1, range: 1..=64 };
/// The size of the table.
pub(crate) const TABLE: Number<usize> = Number { what: "MiB", usual: 16, range: 1..=4096 };
/// What is lost on the way between the programs.
const OVERHEAD: Number<u64> = Number { what: "milliseconds", usual: 30, range: 0..=5000 };
/// How many of the best moves are shown with their courses.
const LINES: Number<usize> = Number { what: "lines", usual: 1, range: 1..=64 };
const LEVEL: Number<u8> = Number {
    what: "a level",
    usual: Level::FULL.number(),
    range: Level::WEAKEST.number()..=Level::FULL.number(),
};
/// What levels are worth. Nobody has measured them against people.
const ELO: Number<u32> = Number {
    what: "a number",
    usual: elo(Level::DEFAULT),
    range: elo(Level::WEAKEST)..=elo(Level::FULL),
};

/// A level as a number of Elo. Each beats the one before by about three points in four, which is a step of 200; that the
/// first has 800 is a convention.
const fn elo(level: Level) -> u32 {
    800 + 200 * (level.number() as u32 - 1)
}

impl<T: FromStr + PartialOrd + Display + Copy> Number<T> {
    /// The largest value.
    pub(crate) const fn most(&self) -> T {
        *self.range.end()
    }

    /// Reads a value.
    fn read(&self, name: &str, value: &str) -> Result<T, String> {
        let number = value.parse().ok().filter(|number| self.range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (self.range.start(), self.range.end());
            bad(name, value, &format!("{} from {least} to {most}", self.what))
        })
    }

    fn announced(&self, name: &str) -> String {
        let (usual, least, most) = (&self.usual, self.range.start(), self.range.end());
        format!("option name {name} type spin default {usual} min {least} max {most}")
    }
}

fn bad(name: &str, value: &str, expected: &str) -> String {
    format!("setoption {name}: {}: expected {expected}", quoted(value))
}

fn read_check(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

/// What is set.
pub(super) struct Settings {
    pub(super) variant: &'static str,
    pub(super) rules: Rules,
    pub(super) table_mib: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    skill: Level,
    /// Whether the number of Elo counts instead.
    limited: bool,
    elo: u32,
}

/// What has to be done because of an option.
pub(super) enum Change {
    /// Nothing.
    Nothing,
    /// A game by another name begins.
    Variant(Box<dyn EnginePosition>),
    /// A game by other rules begins.
    Rules(Box<dyn EnginePosition>),
    /// Another table is used, or the same one emptied.
    Table(Arc<SearchMemory>),
}

impl Settings {
    pub(super) fn new(variant: &str) -> Result<Self, String> {
        Ok(Self {
            variant: variant::known(variant)?,
            rules: Rules::default(),
            table_mib: TABLE.usual,
            threads: THREADS.usual,
            lines: LINES.usual,
            overhead: Duration::from_millis(OVERHEAD.usual),
            skill: Level::FULL,
            limited: false,
            elo: ELO.usual,
        })
    }

    /// How strong it plays: with a limit the level that comes nearest to it.
    pub(super) fn level(&self) -> Level {
        let distance = |level: &Level| elo(*level).abs_diff(self.elo);
        let by_elo = || Level::ALL.into_iter().min_by_key(distance).unwrap_or(Level::FULL);
        if self.limited { by_elo() } else { self.skill }
    }

    /// The first position of the game.
    pub(super) fn first(&self) -> Result<Box<dyn EnginePosition>, String> {
        variant::board(self.variant, &self.rules, None)
    }

    /// An empty table.
    pub(super) fn table(&self) -> Result<Arc<SearchMemory>, String> {
        table(self.table_mib)
    }

    /// What the engine says of itself.
    pub(super) fn introduction(&self) -> String {
        let each = |values: &[&str]| {
            values.iter().fold(String::new(), |text, value| text + " var " + value)
        };
        let promotions: Vec<&str> =
            Promotion::EACH.iter().map(|promotion| promotion.key()).collect();
        let variants = each(&VARIANTS.map(|(variant, _)| variant));
        [
            format!("id name Heterodox {}", env!("CARGO_PKG_VERSION")),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
            format!("option name UCI_Variant type combo default {}{variants}", self.variant),
            THREADS.announced("Threads"),
            TABLE.announced("Hash"),
            "option name Clear Hash type button".to_owned(),
            OVERHEAD.announced("Move Overhead"),
            LINES.announced("MultiPV"),
            "option name Ponder type check default false".to_owned(),
            LEVEL.announced("Skill Level"),
            "option name UCI_LimitStrength type check default false".to_owned(),
            ELO.announced("UCI_Elo"),
            format!("option name Promotion type combo default captured{}", each(&promotions)),
            "option name OwnPieces type string default <empty>".to_owned(),
            "uciok".to_owned(),
        ]
        .join("\n")
    }

    /// Carries out what stands behind `setoption`; an error has changed nothing.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<Change, String> {
        let (name, value) = parse::option(words)?;
        let key = name.to_ascii_lowercase();
        if key == "clear hash" {
            return self.table().map(Change::Table);
        }
        let value = value.ok_or_else(|| format!("setoption {name}: the value is missing"))?;
        match key.as_str() {
            "uci_variant" => {
                let variant = variant::known(&value)?;
                let board = variant::board(variant, &self.rules, None)?;
                self.variant = variant;
                return Ok(Change::Variant(board));
            }
            "promotion" => {
                if Promotion::from_key(&value).is_none() {
                    return Err(bad(&name, &value, "captured, initial or all"));
                }
                return self.set_rules(Rules { promotion: value, ..self.rules.clone() });
            }
            "ownpieces" => {
                let own = if value == "<empty>" { String::new() } else { value };
                return self.set_rules(Rules { own, ..self.rules.clone() });
            }
            "hash" => {
                let mib = TABLE.read(&name, &value)?;
                let table = table(mib)?;
                self.table_mib = mib;
                return Ok(Change::Table(table));
            }
            "threads" => self.threads = THREADS.read(&name, &value)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(OVERHEAD.read(&name, &value)?);
            }
            "multipv" => self.lines = LINES.read(&name, &value)?,
            // Who lets it ponder sends 'go ponder'.
            "ponder" => _ = read_check(&name, &value)?,
            "skill level" => {
                self.skill = Level::new(LEVEL.read(&name, &value)?).unwrap_or(self.skill);
            }
            "uci_limitstrength" => self.limited = read_check(&name, &value)?,
            "uci_elo" => self.elo = ELO.read(&name, &value)?,
            _ => return Err(format!("setoption: there is no option {}", quoted(&name))),
        }
        Ok(Change::Nothing)
    }

    /// Other rules make another game: it begins anew.
    fn set_rules(&mut self, rules: Rules) -> Result<Change, String> {
        let board = variant::board(self.variant, &rules, None)?;
        self.rules = rules;
        Ok(Change::Rules(board))
    }
}

fn table(mib: usize) -> Result<Arc<SearchMemory>, String> {
    let table = SearchMemory::kept(mib).map(Arc::new);
    table.ok_or_else(|| format!("there is no memory for a table of {mib} MiB"))
}

/// What Fairy-Stockfish tells of a variant when it is chosen.
pub(super) fn announcement(variant: &str) -> String {
    match variant {
        "grand" => format!(
            "info string variant grand files 10 ranks 10 pocket 0 template fairy startpos {CLASSIC_START}"
        ),
        _ => format!("info string variant {variant}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_level_is_taken_once_strength_is_limited() {
        let mut settings = Settings::new("grand").expect("a variant");
        let mut set = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            settings.set(&words).expect("an option");
            settings.level().number()
        };
        assert_eq!(set("name UCI_Elo value 800"), 8);
        assert_eq!(set("name UCI_LimitStrength value true"), 1);
        assert_eq!(set("name UCI_Elo value 1390"), 4);
        assert_eq!(set("name Skill Level value 2"), 4);
        assert_eq!(set("name UCI_Elo value 2200"), 8);
        assert_eq!(set("name UCI_LimitStrength value false"), 2);
    }
}

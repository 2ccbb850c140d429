//! The UCI options: their declarations and their values.

use super::variant;
use super::{parse, quoted};
use crate::games::uci_games;
use heterodox_engine::Level;
use heterodox_engine::engine_game::EnginePosition;
use heterodox_engine::search::SearchMemory;
use heterodox_rules::{OptionSpec, Options, info};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// An option of type `spin`: its unit in error messages, its default and its range.
pub(crate) struct SpinOption<T> {
    what: &'static str,
    default: T,
    range: RangeInclusive<T>,
}

/// The number of search threads.
pub(crate) const THREADS: SpinOption<usize> =
    SpinOption { what: "threads", default: 1, range: 1..=64 };
/// The size of the hash table.
pub(crate) const TABLE: SpinOption<usize> =
    SpinOption { what: "MiB", default: 16, range: 1..=4096 };
/// The time that is lost in communication for each move.
const OVERHEAD: SpinOption<u64> = SpinOption { what: "milliseconds", default: 30, range: 0..=5000 };
/// The number of principal variations.
const MULTI_PV: SpinOption<usize> = SpinOption { what: "lines", default: 1, range: 1..=64 };
const LEVEL: SpinOption<u8> = SpinOption {
    what: "a level",
    default: Level::FULL.number(),
    range: Level::WEAKEST.number()..=Level::FULL.number(),
};
/// The strength of the levels in Elo. It has not been measured against people.
const ELO: SpinOption<u32> = SpinOption {
    what: "a number",
    default: elo(Level::DEFAULT),
    range: elo(Level::WEAKEST)..=elo(Level::FULL),
};

/// Returns the Elo of a level. Each level scores about 75 % against the next lower one, which is a
/// step of 200. That level 1 has 800 is a convention.
const fn elo(level: Level) -> u32 {
    800 + 200 * (level.number() as u32 - 1)
}

impl<T: FromStr + PartialOrd + Display + Copy> SpinOption<T> {
    /// Returns the largest value.
    pub(crate) const fn max(&self) -> T {
        *self.range.end()
    }

    /// Parses a value.
    fn read(&self, name: &str, value: &str) -> Result<T, String> {
        let number = value.parse().ok().filter(|number| self.range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (self.range.start(), self.range.end());
            bad(name, value, &format!("{} from {least} to {most}", self.what))
        })
    }

    fn declaration(&self, name: &str) -> String {
        let (default, least, most) = (&self.default, self.range.start(), self.range.end());
        format!("option name {name} type spin default {default} min {least} max {most}")
    }
}

fn bad(name: &str, value: &str, expected: &str) -> String {
    format!("setoption {name}: {}: expected {expected}", quoted(value))
}

fn read_check(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| bad(name, value, "true or false"))
}

/// The values of the options.
pub(super) struct Settings {
    pub(super) variant: &'static str,
    /// The table options that are UCI options.
    pub(super) rules: Options,
    pub(super) table_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    skill: Level,
    /// Whether `elo` is used instead of `skill`.
    limited: bool,
    elo: u32,
}

/// What the session must change after an option was set.
pub(super) enum Change {
    /// No change.
    Nothing,
    /// A new game of another variant.
    Variant(Box<dyn EnginePosition>),
    /// A new game with other rules.
    Rules(Box<dyn EnginePosition>),
    /// A new hash table.
    Memory(Arc<SearchMemory>),
}

impl Settings {
    pub(super) fn new(variant: &str) -> Result<Self, String> {
        Ok(Self {
            variant: variant::known(variant)?,
            rules: Options::default(),
            table_mib: TABLE.default,
            threads: THREADS.default,
            multi_pv: MULTI_PV.default,
            overhead: Duration::from_millis(OVERHEAD.default),
            skill: Level::FULL,
            limited: false,
            elo: ELO.default,
        })
    }

    /// Returns the level to play at. With `UCI_LimitStrength` it is the level nearest to `UCI_Elo`.
    pub(super) fn level(&self) -> Level {
        let distance = |level: &Level| elo(*level).abs_diff(self.elo);
        let by_elo = || Level::ALL.into_iter().min_by_key(distance).unwrap_or(Level::FULL);
        if self.limited { by_elo() } else { self.skill }
    }

    /// Returns the first position of the game.
    pub(super) fn first(&self) -> Result<Box<dyn EnginePosition>, String> {
        variant::board(self.variant, &self.rules, None)
    }

    /// Returns an empty hash table.
    pub(super) fn new_memory(&self) -> Result<Arc<SearchMemory>, String> {
        new_memory(self.table_mib)
    }

    /// Returns the answer to `uci`.
    pub(super) fn uci_response(&self) -> String {
        let each = |values: &[&str]| {
            values.iter().fold(String::new(), |text, value| text + " var " + value)
        };
        let variants = each(&variant::variants());
        let table_options = table_options().map(|(name, spec)| match spec.values {
            [] => format!("option name {name} type string default <empty>"),
            [default, ..] => {
                format!("option name {name} type combo default {default}{}", each(spec.values))
            }
        });
        let declarations = [
            format!("id name Heterodox {}", env!("CARGO_PKG_VERSION")),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
            format!("option name UCI_Variant type combo default {}{variants}", self.variant),
            THREADS.declaration("Threads"),
            TABLE.declaration("Hash"),
            "option name Clear Hash type button".to_owned(),
            OVERHEAD.declaration("Move Overhead"),
            MULTI_PV.declaration("MultiPV"),
            "option name Ponder type check default false".to_owned(),
            LEVEL.declaration("Skill Level"),
            "option name UCI_LimitStrength type check default false".to_owned(),
            ELO.declaration("UCI_Elo"),
        ];
        let lines: Vec<String> = declarations.into_iter().chain(table_options).collect();
        lines.join("\n") + "\nuciok"
    }

    /// Sets an option from the words after `setoption`. An error changes nothing.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<Change, String> {
        let (name, value) = parse::option(words)?;
        let key = name.to_ascii_lowercase();
        if key == "clear hash" {
            return self.new_memory().map(Change::Memory);
        }
        let value = value.ok_or_else(|| format!("setoption {name}: the value is missing"))?;
        match key.as_str() {
            "uci_variant" => {
                let variant = variant::known(&value)?;
                let board = variant::board(variant, &self.rules, None)?;
                self.variant = variant;
                return Ok(Change::Variant(board));
            }
            "hash" => {
                let mib = TABLE.read(&name, &value)?;
                let memory = new_memory(mib)?;
                self.table_mib = mib;
                return Ok(Change::Memory(memory));
            }
            "threads" => self.threads = THREADS.read(&name, &value)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(OVERHEAD.read(&name, &value)?);
            }
            "multipv" => self.multi_pv = MULTI_PV.read(&name, &value)?,
            // The GUI decides to ponder by sending `go ponder`, so the option changes nothing.
            "ponder" => _ = read_check(&name, &value)?,
            "skill level" => {
                self.skill = Level::new(LEVEL.read(&name, &value)?).unwrap_or(self.skill);
            }
            "uci_limitstrength" => self.limited = read_check(&name, &value)?,
            "uci_elo" => self.elo = ELO.read(&name, &value)?,
            key => {
                let option = table_options().find(|(known, _)| known.eq_ignore_ascii_case(key));
                let (_, spec) = option
                    .ok_or_else(|| format!("setoption: there is no option {}", quoted(&name)))?;
                return self.set_rule(spec, &name, value);
            }
        }
        Ok(Change::Nothing)
    }

    /// Sets a table option, which starts a new game.
    fn set_rule(&mut self, spec: &OptionSpec, name: &str, value: String) -> Result<Change, String> {
        let mut rules = self.rules.clone();
        match spec.values {
            [] if value == "<empty>" || value.is_empty() => _ = rules.0.remove(spec.key),
            [most @ .., last] if !spec.values.contains(&value.as_str()) => {
                return Err(bad(name, &value, &format!("{} or {last}", most.join(", "))));
            }
            _ => _ = rules.0.insert(spec.key.to_owned(), value),
        }
        let board = variant::board(self.variant, &rules, None)?;
        self.rules = rules;
        Ok(Change::Rules(board))
    }
}

fn new_memory(mib: usize) -> Result<Arc<SearchMemory>, String> {
    let memory = SearchMemory::kept(mib).map(Arc::new);
    memory.ok_or_else(|| format!("there is no memory for a table of {mib} MiB"))
}

/// The table options that are UCI options, with their names there.
fn table_options() -> impl Iterator<Item = (&'static str, &'static OptionSpec)> {
    uci_games().flat_map(|(game, uci)| {
        let specs = info(game).map_or(&[][..], |info| info.options);
        let spec = |key: &str| specs.iter().find(|spec| spec.key == key);
        uci.options.iter().filter_map(move |(key, name)| Some((*name, spec(key)?)))
    })
}

/// Returns what is printed when a variant is chosen.
pub(super) fn variant_info(variant: &str) -> String {
    let own = uci_games().find(|(_, uci)| uci.variant == variant);
    format!(
        "info string variant {variant}{}",
        own.map_or_else(String::new, |(_, uci)| (uci.info)())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limited_strength_selects_the_nearest_level() {
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

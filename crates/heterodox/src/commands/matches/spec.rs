//! Parses engines and their limits from the command line.

use crate::checksum::Checksum;
use crate::commands::uci::options;
use crate::output::printable;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::search::Techniques;
use heterodox_engine::{Level, SearchLimit};
use std::path::Path;
use std::time::Duration;

/// An engine of a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct EngineSpec {
    pub(super) name: String,
    pub(super) kind: EngineKind,
    pub(super) limit: TimeControl,
    /// The size of the hash table in MiB.
    pub(super) hash: usize,
    /// The text of a file of weights for the evaluation.
    pub(super) weights: Option<String>,
    /// Whether the search uses pruning and reductions.
    pub(super) selective: bool,
    /// Techniques to use in addition to the default ones.
    pub(super) with: Techniques,
    /// Techniques to switch off.
    pub(super) without: Techniques,
    /// The number of search threads.
    pub(super) threads: usize,
    /// Whether the engine of this program keeps its hash table during a game, as UCI programs do.
    pub(super) keeps_table: bool,
    /// The options of a program, sent by `setoption`.
    pub(super) options: Vec<(String, String)>,
    /// The name of the game for `UCI_Variant`, if given.
    pub(super) variant: Option<String>,
    /// The program's letters for pieces whose codes have two letters.
    pub(super) piece_letters: Vec<(String, char)>,
}

/// What plays: this engine at a level, a reference player or an external program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EngineKind {
    /// The engine of this program at a level.
    Level(Level),
    /// The reference player that searches three plies and counts material.
    Material,
    /// The reference player that captures if it can and else moves at random.
    Greedy,
    /// A UCI program with its arguments.
    Program(String, Vec<String>),
}

/// The limit of a move or a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeControl {
    Nodes(u64),
    Depth(u32),
    /// Time for each move.
    Time(Duration),
    /// Time for the game, and increment for each move.
    Clock(Duration, Duration),
    /// No limit, for levels that limit themselves.
    Unlimited,
}

impl TimeControl {
    /// Returns whether results depend on the speed of the machine.
    pub(super) const fn is_timed(self) -> bool {
        matches!(self, Self::Time(_) | Self::Clock(..))
    }

    /// Returns the limit of a search. A clock needs the remaining time and gives no limit here.
    pub(super) const fn search_limit(self) -> SearchLimit {
        match self {
            Self::Nodes(nodes) => SearchLimit::nodes(nodes),
            Self::Depth(depth) => SearchLimit::depth(depth),
            Self::Time(time) => SearchLimit::time(time),
            Self::Clock(..) | Self::Unlimited => {
                SearchLimit { time: None, aim: None, nodes: None, depth: None }
            }
        }
    }
}

/// The default size of the hash table.
const DEFAULT_HASH_MIB: usize = 16;
/// The most seconds for a move or on a clock, about eleven days.
const MAX_SECONDS: u64 = 1_000_000;
/// The largest depth limit.
const MAX_DEPTH: u64 = 60;

impl EngineSpec {
    /// Parses `KEY=VALUE,KEY=VALUE…`. Values of `text` take precedence over those of `each`.
    pub(super) fn parse(text: &str, each: Option<&str>, number: usize) -> Result<Self> {
        Self::parse_parts(text, each, number).with_context(|| format!("--engine '{text}'"))
    }

    fn parse_parts(text: &str, each: Option<&str>, number: usize) -> Result<Self> {
        let mut spec = Self {
            name: String::new(),
            kind: EngineKind::Level(Level::FULL),
            limit: TimeControl::Unlimited,
            hash: DEFAULT_HASH_MIB,
            weights: None,
            selective: true,
            with: Techniques::NONE,
            without: Techniques::NONE,
            threads: 1,
            keeps_table: false,
            options: Vec::new(),
            variant: None,
            piece_letters: Vec::new(),
        };
        let both = each.into_iter().chain([text]);
        let parts = both.flat_map(|text| text.split(',')).filter(|part| !part.is_empty());
        let mut arguments = Vec::new();
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or(("", part));
            if key == "arg" {
                arguments.push(value.to_owned());
            } else {
                spec.set(key, value)?;
            }
        }
        match &mut spec.kind {
            EngineKind::Program(_, known) => *known = arguments,
            _ if !arguments.is_empty() => bail!("arg: only a program (cmd) has arguments"),
            // Only the highest level needs a limit; lower levels limit themselves.
            EngineKind::Level(Level::FULL) if spec.limit == TimeControl::Unlimited => {
                bail!("a limit is missing: nodes=N, depth=N, time=MS or clock=SECONDS+SECONDS");
            }
            _ => {}
        }
        if spec.name.is_empty() {
            spec.name = spec.default_name(number);
        }
        spec.name = printable(&spec.name);
        Ok(spec)
    }

    /// Returns a checksum of the weights, because the same file name may hold other weights in a
    /// later run.
    pub(super) fn fingerprint(&self) -> String {
        let weights = self.weights.as_deref().map(|text| Checksum::of(text).text());
        weights.map_or_else(String::new, |sum| format!(" (weights {sum})"))
    }

    fn default_name(&self, number: usize) -> String {
        let kind = match &self.kind {
            EngineKind::Level(level) => format!("level{level}"),
            EngineKind::Material => "material".to_owned(),
            EngineKind::Greedy => "greedy".to_owned(),
            EngineKind::Program(path, _) => Path::new(path)
                .file_name()
                .map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned()),
        };
        format!("{kind}-{}", number + 1)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "name" => value.clone_into(&mut self.name),
            "" => {
                self.kind = match value {
                    "material" => EngineKind::Material,
                    "greedy" => EngineKind::Greedy,
                    _ => bail!("'{value}': expected KEY=VALUE, level=1 to 8, material or greedy"),
                };
            }
            "level" => self.kind = EngineKind::Level(level(value)?),
            "cmd" => self.kind = EngineKind::Program(value.to_owned(), Vec::new()),
            "nodes" => self.limit = TimeControl::Nodes(number(key, value, u64::MAX)?),
            "depth" => self.limit = TimeControl::Depth(number(key, value, MAX_DEPTH)? as u32),
            "time" => {
                self.limit = TimeControl::Time(Duration::from_millis(number(
                    key,
                    value,
                    MAX_SECONDS * 1000,
                )?));
            }
            "clock" => {
                let (base, more) = value.split_once('+').unwrap_or((value, "0"));
                self.limit = TimeControl::Clock(seconds(base)?, seconds(more)?);
            }
            "hash" => self.hash = number(key, value, options::TABLE.max() as u64)? as usize,
            "threads" => {
                self.threads = number(key, value, options::THREADS.max() as u64)? as usize;
                self.options.push(("Threads".to_owned(), value.to_owned()));
            }
            "keep" => self.keeps_table = switch(key, value)?,
            "weights" => self.weights = Some(crate::file::read_text(Path::new(value))?),
            "selective" => self.selective = switch(key, value)?,
            "with" | "without" => {
                let some = Techniques::parse(value).map_err(|why| anyhow!("{key} {why}"))?;
                *(if key == "with" { &mut self.with } else { &mut self.without }) = some;
            }
            "variant" => self.variant = Some(value.to_owned()),
            "letters" => self.piece_letters = letters(value)?,
            _ => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => bail!(
                    "'{key}': expected name, level, cmd, arg, nodes, depth, time, clock, hash, keep, threads, \
                     weights, selective, with, without, variant, letters or option.NAME"
                ),
            },
        }
        Ok(())
    }
}

fn number(key: &str, value: &str, most: u64) -> Result<u64> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| anyhow!("{key} '{value}': expected a whole number from 1 to {most}"))
}

fn switch(key: &str, value: &str) -> Result<bool> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => bail!("{key} '{value}': expected on or off"),
    }
}

fn level(value: &str) -> Result<Level> {
    let level = Level::from_key(value);
    level.ok_or_else(|| anyhow!("level '{value}': expected a level from 1 to {}", Level::FULL))
}

fn seconds(value: &str) -> Result<Duration> {
    let seconds = value.parse().ok().filter(|seconds| (0.0..=MAX_SECONDS as f64).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        anyhow!("clock: '{value}': expected seconds up to {MAX_SECONDS}, such as 60+0.6")
    })
}

/// Parses `Gr:h+Zr:z`.
fn letters(value: &str) -> Result<Vec<(String, char)>> {
    let each = value.split('+').map(|pair| {
        let (code, letter) = pair.split_once(':')?;
        let mut chars = letter.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?;
        (!code.is_empty() && chars.next().is_none())
            .then(|| (code.to_owned(), letter.to_ascii_lowercase()))
    });
    each.collect::<Option<Vec<_>>>()
        .ok_or_else(|| anyhow!("letters '{value}': expected CODE:LETTER+CODE:LETTER"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_an_engine_and_of_each_are_combined() {
        let spec = EngineSpec::parse("name=new,nodes=500", Some("level=5,hash=4,nodes=9"), 0)
            .expect("a spec");
        assert_eq!(
            (spec.name.as_str(), spec.hash, spec.limit),
            ("new", 4, TimeControl::Nodes(500))
        );
        assert_eq!(Some(spec.kind), Level::new(5).map(EngineKind::Level));
        let spec =
            EngineSpec::parse("cmd=/bin/x,arg=uci,clock=2+0.1,option.Use NNUE=false", None, 1);
        let spec = spec.expect("a spec");
        assert_eq!(spec.kind, EngineKind::Program("/bin/x".to_owned(), vec!["uci".to_owned()]));
        assert_eq!(spec.name, "x-2");
        assert_eq!(
            spec.limit,
            TimeControl::Clock(Duration::from_secs(2), Duration::from_millis(100))
        );
        assert_eq!(spec.options, [("Use NNUE".to_owned(), "false".to_owned())]);
        let many = EngineSpec::parse("nodes=5000000000", None, 0).expect("a spec");
        assert_eq!(many.limit, TimeControl::Nodes(5_000_000_000));
        assert!(EngineSpec::parse("material", None, 0).is_ok());
        assert!(EngineSpec::parse("level=7", None, 0).is_ok(), "it limits itself");
    }

    #[test]
    fn errors_name_the_key_and_the_value() {
        for (text, part) in [
            ("strong", "'strong': expected KEY=VALUE, level=1 to 8"),
            ("best,nodes=5", "'best': expected KEY=VALUE"),
            ("level=9,nodes=5", "level '9': expected a level from 1 to 8"),
            ("level=8", "a limit is missing"),
            ("nodes=0", "nodes '0'"),
            ("nodes=5,hash=99999999", "hash '99999999': expected a whole number from 1 to 4096"),
            ("nodes=5,threads=65", "threads '65'"),
            ("depth=61", "depth '61'"),
            ("clock=1+1e19", "clock: '1e19'"),
            ("clock=nan", "clock: 'nan'"),
            ("speed=1,nodes=5", "'speed': expected name"),
            ("nodes=5,arg=x", "only a program"),
            ("clock=x", "clock: 'x'"),
            ("nodes=5,letters=Gr", "letters 'Gr'"),
            ("nodes=5,threads=0", "threads '0'"),
            ("nodes=5,keep=yes", "keep 'yes': expected on or off"),
        ] {
            let error = EngineSpec::parse(text, None, 0).expect_err(text);
            assert!(format!("{error:#}").contains(part), "{error:#}");
        }
    }
}

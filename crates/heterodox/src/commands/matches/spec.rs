//! Who plays and with which limits, as written on the command line.

use crate::checksum::Checksum;
use crate::commands::uci::options;
use crate::output::printable;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::search::Techniques;
use heterodox_engine::{Level, SearchLimit};
use std::path::Path;
use std::time::Duration;

/// One of the players of a match.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Spec {
    pub(super) name: String,
    pub(super) who: Who,
    pub(super) limit: Limit,
    /// The size of its table in MiB.
    pub(super) hash: usize,
    /// The text of a file of weights to judge by.
    pub(super) weights: Option<String>,
    /// Whether the search is selective.
    pub(super) selective: bool,
    /// Techniques that it uses besides the usual ones.
    pub(super) with: Techniques,
    /// Techniques that it does without.
    pub(super) without: Techniques,
    /// How many threads search.
    pub(super) threads: usize,
    /// Whether the engine of this program keeps its table through a game, as programs do.
    pub(super) keeps: bool,
    /// What a program is told by `setoption`.
    pub(super) options: Vec<(String, String)>,
    /// What a program calls the game; found out if not given.
    pub(super) variant: Option<String>,
    /// What a program calls pieces that have codes of two letters here.
    pub(super) letters: Vec<(String, char)>,
}

/// What stands behind a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Who {
    /// The engine of this program at a level.
    Level(Level),
    /// The frozen player that counts material three plies deep.
    Material,
    /// The player that takes what it can and else moves at random.
    Greedy,
    /// A program that speaks UCI, with its arguments.
    Program(String, Vec<String>),
}

/// What a move, or a game, may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Limit {
    Nodes(u64),
    Depth(u32),
    /// For each move.
    Time(Duration),
    /// For the game, with what each move adds.
    Clock(Duration, Duration),
    /// It limits itself.
    Own,
}

impl Limit {
    /// Whether a result depends on the machine.
    pub(super) const fn is_timed(self) -> bool {
        matches!(self, Self::Time(_) | Self::Clock(..))
    }

    /// The budget of a search under it, as far as it can be told without a clock.
    pub(super) const fn budget(self) -> SearchLimit {
        match self {
            Self::Nodes(nodes) => SearchLimit::nodes(nodes),
            Self::Depth(depth) => SearchLimit::depth(depth),
            Self::Time(time) => SearchLimit::time(time),
            Self::Clock(..) | Self::Own => SearchLimit { time: None, nodes: None, depth: None },
        }
    }
}

/// The size of a table when nobody says.
const HASH: usize = 16;
/// The most seconds for a move or on a clock: some eleven days.
const LONGEST: u64 = 1_000_000;
/// The deepest search that may be asked for.
const DEEPEST: u64 = 60;

impl Spec {
    /// Reads `KEY=VALUE,KEY=VALUE…`; `each` stands before what is given and gives way to it.
    pub(super) fn read(text: &str, each: Option<&str>, number: usize) -> Result<Self> {
        Self::parts(text, each, number).with_context(|| format!("--engine '{text}'"))
    }

    fn parts(text: &str, each: Option<&str>, number: usize) -> Result<Self> {
        let mut spec = Self {
            name: String::new(),
            who: Who::Level(Level::FULL),
            limit: Limit::Own,
            hash: HASH,
            weights: None,
            selective: true,
            with: Techniques::NONE,
            without: Techniques::NONE,
            threads: 1,
            keeps: false,
            options: Vec::new(),
            variant: None,
            letters: Vec::new(),
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
        match &mut spec.who {
            Who::Program(_, known) => *known = arguments,
            _ if !arguments.is_empty() => bail!("arg: only a program (cmd) has arguments"),
            // Lower levels limit themselves.
            Who::Level(Level::FULL) if spec.limit == Limit::Own => {
                bail!("a limit is missing: nodes=N, depth=N, time=MS or clock=SECONDS+SECONDS");
            }
            _ => {}
        }
        if spec.name.is_empty() {
            spec.name = spec.usual_name(number);
        }
        spec.name = printable(&spec.name);
        Ok(spec)
    }

    /// What tells apart two players that are given by the same text: a checksum of the weights in the file.
    pub(super) fn fingerprint(&self) -> String {
        let weights = self.weights.as_deref().map(|text| Checksum::of(text).text());
        weights.map_or_else(String::new, |sum| format!(" (weights {sum})"))
    }

    fn usual_name(&self, number: usize) -> String {
        let who = match &self.who {
            Who::Level(level) => format!("level{level}"),
            Who::Material => "material".to_owned(),
            Who::Greedy => "greedy".to_owned(),
            Who::Program(path, _) => Path::new(path)
                .file_name()
                .map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned()),
        };
        format!("{who}-{}", number + 1)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "name" => value.clone_into(&mut self.name),
            "" => {
                self.who = match value {
                    "easy" | "medium" | "strong" => Who::Level(level(value)?),
                    "material" => Who::Material,
                    "greedy" => Who::Greedy,
                    _ => bail!("'{value}': expected KEY=VALUE, level=1 to 8, material or greedy"),
                };
            }
            "level" => self.who = Who::Level(level(value)?),
            "cmd" => self.who = Who::Program(value.to_owned(), Vec::new()),
            "nodes" => self.limit = Limit::Nodes(number(key, value, u64::MAX)?),
            "depth" => self.limit = Limit::Depth(number(key, value, DEEPEST)? as u32),
            "time" => {
                self.limit =
                    Limit::Time(Duration::from_millis(number(key, value, LONGEST * 1000)?));
            }
            "clock" => {
                let (base, more) = value.split_once('+').unwrap_or((value, "0"));
                self.limit = Limit::Clock(seconds(base)?, seconds(more)?);
            }
            "hash" => self.hash = number(key, value, options::TABLE.most() as u64)? as usize,
            "threads" => {
                self.threads = number(key, value, options::THREADS.most() as u64)? as usize;
                self.options.push(("Threads".to_owned(), value.to_owned()));
            }
            "keep" => self.keeps = switch(key, value)?,
            "weights" => self.weights = Some(crate::file::read_text(Path::new(value))?),
            "selective" => self.selective = switch(key, value)?,
            "with" | "without" => {
                let some = Techniques::parse(value).map_err(|why| anyhow!("{key} {why}"))?;
                *(if key == "with" { &mut self.with } else { &mut self.without }) = some;
            }
            "variant" => self.variant = Some(value.to_owned()),
            "letters" => self.letters = letters(value)?,
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
    let seconds = value.parse().ok().filter(|seconds| (0.0..=LONGEST as f64).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        anyhow!("clock: '{value}': expected seconds up to {LONGEST}, such as 60+0.6")
    })
}

/// Reads `Gr:h+Zr:z`.
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
    fn a_spec_is_read_with_what_all_have() {
        let spec =
            Spec::read("name=new,nodes=500", Some("level=5,hash=4,nodes=9"), 0).expect("a spec");
        assert_eq!((spec.name.as_str(), spec.hash, spec.limit), ("new", 4, Limit::Nodes(500)));
        assert_eq!(Some(spec.who), Level::new(5).map(Who::Level));
        let spec = Spec::read("cmd=/bin/x,arg=uci,clock=2+0.1,option.Use NNUE=false", None, 1);
        let spec = spec.expect("a spec");
        assert_eq!(spec.who, Who::Program("/bin/x".to_owned(), vec!["uci".to_owned()]));
        assert_eq!(spec.name, "x-2");
        assert_eq!(spec.limit, Limit::Clock(Duration::from_secs(2), Duration::from_millis(100)));
        assert_eq!(spec.options, [("Use NNUE".to_owned(), "false".to_owned())]);
        let many = Spec::read("nodes=5000000000", None, 0).expect("a spec");
        assert_eq!(many.limit, Limit::Nodes(5_000_000_000));
        assert!(Spec::read("material", None, 0).is_ok());
        assert!(Spec::read("level=7", None, 0).is_ok(), "it limits itself");
        for old in ["easy", "medium", "strong"] {
            assert!(Spec::read(old, Some("nodes=5"), 0).is_ok(), "{old}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, part) in [
            ("strong", "a limit is missing"),
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
            let error = Spec::read(text, None, 0).expect_err(text);
            assert!(format!("{error:#}").contains(part), "{error:#}");
        }
    }
}

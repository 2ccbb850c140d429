//! A running game with hidden pieces in a file: everything is in it, so nobody should look. What stands there is
//! not readable by accident; whoever decodes it on purpose could as well look into the program's memory.

use super::dice::FairDice;
use anyhow::{Context, Result, anyhow};
use heterodox_rules::{Act, Options, Start};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// How a sealed file begins.
const HEAD: &str = "heterodox sealed game: do not look inside";
/// What it says next.
const WARNING: &str = "The umpire's notes of a running game are below. Whoever reads them spoils it. `load` goes on with it.";
/// Bytes in a line.
const IN_LINE: usize = 32;

/// A game as the umpire keeps it.
#[derive(Serialize, Deserialize)]
pub(super) struct Sealed {
    pub(super) game: String,
    pub(super) options: Options,
    pub(super) start: SealedStart,
    pub(super) acts: Vec<Act>,
    pub(super) hot_seat: bool,
    /// Who sits where; files of earlier versions do not say.
    #[serde(default)]
    pub(super) sitters: Vec<String>,
    /// Dice that can be checked, where there are any.
    #[serde(default)]
    pub(super) dice: Option<SealedDice>,
    /// Who was at the prompt.
    pub(super) you: usize,
}

/// The dice of a sealed game.
#[derive(Serialize, Deserialize)]
pub(super) struct SealedDice {
    pub(super) seed: String,
    pub(super) thrown: u64,
    pub(super) known: bool,
    pub(super) whole: bool,
}

impl SealedDice {
    /// The dice as the game needs them.
    pub(super) fn open(self) -> Result<FairDice> {
        let seed = self.seed.parse().map_err(|_| anyhow!("the sealed game is damaged"))?;
        Ok(FairDice { seed, thrown: self.thrown, known: self.known, whole: self.whole })
    }
}

/// How a sealed game began.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SealedStart {
    Setup,
    Quick(String),
    Position(String),
}

impl From<&Start> for SealedStart {
    fn from(start: &Start) -> Self {
        match start {
            Start::Setup => Self::Setup,
            Start::Quick(name) => Self::Quick(name.clone()),
            Start::Position(position) => Self::Position(position.clone()),
        }
    }
}

impl From<SealedStart> for Start {
    fn from(start: SealedStart) -> Self {
        match start {
            SealedStart::Setup => Self::Setup,
            SealedStart::Quick(name) => Self::Quick(name),
            SealedStart::Position(position) => Self::Position(position),
        }
    }
}

/// Whether a file's text is a sealed game.
pub(super) fn is_sealed(text: &str) -> bool {
    text.starts_with(HEAD)
}

impl Sealed {
    /// As a file.
    pub(super) fn write(&self) -> Result<String> {
        let mut text = format!("{HEAD}\n{WARNING}\n");
        for line in serde_json::to_vec(self)?.chunks(IN_LINE) {
            for byte in line {
                let _ = write!(text, "{byte:02x}");
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Reads a file. An error says nothing of what is in it.
    pub(super) fn read(text: &str) -> Result<Self> {
        let damaged = || anyhow!("the sealed game is damaged");
        let digits: Vec<u32> = text
            .lines()
            .skip(2)
            .flat_map(str::chars)
            .filter(|c| !c.is_whitespace())
            .map(|c| c.to_digit(16))
            .collect::<Option<_>>()
            .with_context(damaged)?;
        let bytes: Vec<u8> =
            digits.chunks(2).map(byte).collect::<Option<_>>().with_context(damaged)?;
        serde_json::from_slice(&bytes).map_err(|_| damaged())
    }
}

fn byte(digits: &[u32]) -> Option<u8> {
    let [high, low] = digits else { return None };
    u8::try_from(high * 16 + low).ok()
}

//! Sealed files hold a running game with everything that is hidden from the players. The content is
//! written as hexadecimal digits so that it is not read by accident. It is not encrypted: a player
//! who wants to cheat could also read the memory of the program.

use super::dice::SeededDice;
use anyhow::{Context, Result, anyhow};
use heterodox_host::{Event, Opening};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The first line of a sealed file.
const MAGIC: &str = "heterodox sealed game: do not look inside";
/// The second line.
const WARNING: &str = "The umpire's notes of a running game are below. Whoever reads them spoils it. `load` goes on with it.";
/// The number of bytes in a line.
const BYTES_PER_LINE: usize = 32;

/// The content of a sealed file.
#[derive(Serialize, Deserialize)]
pub(super) struct Sealed {
    pub(super) opening: Opening,
    pub(super) events: Vec<Event>,
    /// The seeded dice of games that have them.
    pub(super) dice: Option<SealedDice>,
    /// The seat at the prompt.
    pub(super) own_seat: usize,
}

/// The dice of a sealed game.
#[derive(Serialize, Deserialize)]
pub(super) struct SealedDice {
    pub(super) seed: String,
    pub(super) thrown: u64,
    pub(super) seed_is_public: bool,
    pub(super) covers_game: bool,
}

impl From<&SeededDice> for SealedDice {
    fn from(dice: &SeededDice) -> Self {
        Self {
            seed: dice.seed.reveal().to_owned(),
            thrown: dice.thrown.get(),
            seed_is_public: dice.seed_is_public,
            covers_game: dice.covers_game,
        }
    }
}

impl SealedDice {
    /// Restores the dice.
    pub(super) fn open(self) -> Result<SeededDice> {
        let seed = self.seed.parse().map_err(|_| anyhow!("the sealed game is damaged"))?;
        Ok(SeededDice {
            seed,
            thrown: self.thrown.into(),
            seed_is_public: self.seed_is_public,
            covers_game: self.covers_game,
        })
    }
}

/// Returns whether a text is a sealed game.
pub(super) fn is_sealed(text: &str) -> bool {
    text.starts_with(MAGIC)
}

impl Sealed {
    /// Returns the text of the file.
    pub(super) fn write(&self) -> Result<String> {
        let mut text = format!("{MAGIC}\n{WARNING}\n");
        for line in serde_json::to_vec(self)?.chunks(BYTES_PER_LINE) {
            for byte in line {
                let _ = write!(text, "{byte:02x}");
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Parses the text of a file. Errors do not reveal its content.
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

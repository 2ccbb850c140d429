//! Dice that everybody can check afterwards.

use anyhow::{Context, Result, anyhow, bail};
use heterodox_rules::{DiceSeed, Record, Table, ThrowRequest, Viewer};

/// The dice of a game.
#[derive(Clone)]
pub(super) struct FairDice {
    pub(super) seed: DiceSeed,
    /// How many throws of the seed were made.
    pub(super) thrown: u64,
    /// Whether the player knows the seed already.
    pub(super) known: bool,
    /// Whether all throws of the game are those of the seed.
    pub(super) whole: bool,
}

impl FairDice {
    /// Dice that nobody can foresee.
    pub(super) fn secret() -> Self {
        Self { seed: DiceSeed::from_bytes(rand::random()), thrown: 0, known: false, whole: true }
    }

    /// The dice of a seed that the player gave.
    pub(super) fn known(seed: DiceSeed) -> Self {
        Self { seed, thrown: 0, known: true, whole: true }
    }

    /// The dice with which the game in a record goes on: those of its own seed if its throws are; else `given` ones, or
    /// fresh ones.
    pub(super) fn of_record(record: &Record, given: Option<&DiceSeed>) -> Self {
        let seed = record.headers.iter().find(|(key, _)| key == "seed").map(|(_, seed)| seed);
        let next = record.throws.as_ref().and_then(|check| check.next);
        let own = seed.and_then(|seed| seed.parse().ok()).zip(next);
        match (own, given) {
            (Some((seed, next)), given) if given.is_none_or(|given| *given == seed) => {
                Self { thrown: next - 1, ..Self::known(seed) }
            }
            (_, given) => {
                let mut dice = given.cloned().map_or_else(Self::secret, Self::known);
                dice.whole = record.frames.len() < 2;
                dice
            }
        }
    }

    /// The next throw.
    pub(super) fn throw(&mut self, request: ThrowRequest) -> Vec<u8> {
        self.thrown += 1;
        self.seed.throw(self.thrown, request)
    }

    /// What is said of the seed before the first throw.
    pub(super) fn promise(&self) -> String {
        let seed = self.seed.reveal();
        if self.known {
            return format!(
                "The dice follow the seed {seed} (heterodox dice {seed} shows the throws)."
            );
        }
        format!(
            "The dice follow a seed that is shown when the game is over; its SHA-256 is\n{}",
            self.seed.commitment()
        )
    }

    /// What is said of it when the game is over.
    pub(super) fn revelation(&self) -> String {
        let seed = self.seed.reveal();
        let part = if self.whole { "" } else { " since the game was loaded" };
        format!(
            "The seed of the dice{part}: {seed}\nIts throws: heterodox dice {seed} --count {}",
            self.thrown.max(1)
        )
    }
}

/// The dice for a table, if throws go on all through its game; with the seed that was asked for. Dice that only begin a
/// game follow the seed of the program unless somebody asks.
pub(super) fn for_table(
    table: &Table,
    asked: Option<&DiceSeed>,
    program_seed: Option<u64>,
) -> Result<Option<FairDice>> {
    let info = table.info();
    if let Some(seed) = asked {
        if info.hidden {
            bail!("--dice: in a game with hidden pieces a seed would tell what comes");
        }
        if !table.has_dice() {
            bail!("--dice: no dice are thrown at this table of {}", info.id);
        }
        return Ok(Some(FairDice::known(seed.clone())));
    }
    let all_through = table.has_dice() && !table.scene(Viewer::Public).takebacks_allowed;
    if !all_through || info.hidden {
        return Ok(None);
    }
    match program_seed {
        None => Ok(Some(FairDice::secret())),
        Some(number) => {
            let seed = number.to_string().parse().map_err(|why: String| anyhow!(why));
            Ok(Some(FairDice::known(seed.context("--seed")?)))
        }
    }
}

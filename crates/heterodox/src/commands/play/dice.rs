//! The randomness of a game, and dice from a committed seed, which players can check after the
//! game.

use anyhow::{Context, Result, anyhow, bail};
use heterodox_host::{Randomness, SeatKey};
use heterodox_rules::{Dice, DiceSeed, Record, Table, ThrowRequest};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cell::{Cell, RefCell};

/// The randomness of a game. The dice follow their own seed where the game has one, as it may
/// continue that of a record; everything else follows the program's seed.
pub(super) struct Chance {
    rng: RefCell<ChaCha8Rng>,
    /// The seeded dice of games that have them.
    pub(super) seeded_dice: Option<SeededDice>,
}

impl Chance {
    /// Randomness from the program's seed.
    pub(super) fn new(seed: u64) -> Self {
        Self { rng: RefCell::new(ChaCha8Rng::seed_from_u64(seed)), seeded_dice: None }
    }

    /// Goes on with another stream of the seed, so that the throws of the beginning are not
    /// repeated.
    pub(super) fn set_stream(&mut self, stream: usize) {
        self.rng.get_mut().set_stream(stream as u64);
    }
}

impl Randomness for Chance {
    fn below(&self, count: usize) -> usize {
        self.rng.borrow_mut().random_range(0..count)
    }

    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        if let Some(seeded_dice) = &self.seeded_dice {
            return seeded_dice.throw(request);
        }
        let mut rng = self.rng.borrow_mut();
        (0..request.dice).map(|_| rng.random_range(1..=request.faces)).collect()
    }

    fn array_seed(&self) -> u64 {
        self.rng.borrow_mut().random_range(1..=u64::from(u32::MAX))
    }

    fn dice_seed(&self) -> DiceSeed {
        // A secret must not follow from the program's seed, which is shown.
        DiceSeed::from_bytes(rand::random())
    }

    fn seat_key(&self) -> SeatKey {
        SeatKey::new(format!("{:032x}", rand::random::<u128>()))
    }
}

/// The dice of a game, thrown from a seed.
#[derive(Clone)]
pub(super) struct SeededDice {
    pub(super) seed: DiceSeed,
    /// The number of throws that were made from the seed.
    pub(super) thrown: Cell<u64>,
    /// Whether the player knows the seed before the end of the game.
    pub(super) seed_is_public: bool,
    /// Whether all throws of the game come from the seed.
    pub(super) covers_game: bool,
}

impl SeededDice {
    /// Returns dice with a random secret seed.
    pub(super) fn secret() -> Self {
        Self {
            seed: DiceSeed::from_bytes(rand::random()),
            thrown: Cell::new(0),
            seed_is_public: false,
            covers_game: true,
        }
    }

    /// Returns dice with a seed that the player has chosen.
    pub(super) fn public(seed: DiceSeed) -> Self {
        Self { seed, thrown: Cell::new(0), seed_is_public: true, covers_game: true }
    }

    /// Returns the dice for a game that is loaded from a record. If the throws of the record come
    /// from the seed in its headers, the dice continue that seed. Otherwise they use the seed
    /// `given`, or a new secret one.
    pub(super) fn of_record(record: &Record, given: Option<&DiceSeed>) -> Self {
        let seed = record.headers.iter().find(|(key, _)| key == "seed").map(|(_, seed)| seed);
        let next = record.throws.as_ref().and_then(|check| check.next);
        let own = seed.and_then(|seed| seed.parse().ok()).zip(next);
        match (own, given) {
            (Some((seed, next)), given) if given.is_none_or(|given| *given == seed) => {
                Self { thrown: Cell::new(next - 1), ..Self::public(seed) }
            }
            (_, given) => {
                let mut dice = given.cloned().map_or_else(Self::secret, Self::public);
                dice.covers_game = record.frames.len() < 2;
                dice
            }
        }
    }

    /// Makes the next throw.
    fn throw(&self, request: ThrowRequest) -> Vec<u8> {
        self.thrown.set(self.thrown.get() + 1);
        self.seed.throw(self.thrown.get(), request)
    }

    /// Returns what is shown before the first throw: the seed, or the commitment to it.
    pub(super) fn announcement(&self) -> String {
        let seed = self.seed.reveal();
        if self.seed_is_public {
            return format!(
                "The dice follow the seed {seed} (heterodox dice {seed} shows the throws)."
            );
        }
        format!(
            "The dice follow a seed that is shown when the game is over; its SHA-256 is\n{}",
            self.seed.commitment()
        )
    }

    /// Returns what is shown at the end of the game: the seed.
    pub(super) fn reveal_text(&self) -> String {
        let seed = self.seed.reveal();
        let part = if self.covers_game { "" } else { " since the game was loaded" };
        format!(
            "The seed of the dice{part}: {seed}\nIts throws: heterodox dice {seed} --count {}",
            self.thrown.get().max(1)
        )
    }
}

/// Returns the seeded dice for a table. `asked` is the seed of `--dice`. Without it, only games
/// with dice in every turn get seeded dice; dice that are thrown only during a setup follow
/// `--seed`.
///
/// # Errors
///
/// If `--dice` is given for a game without dice or with hidden pieces.
pub(super) fn for_table(
    table: &Table,
    asked: Option<&DiceSeed>,
    program_seed: Option<u64>,
) -> Result<Option<SeededDice>> {
    let info = table.info();
    if let Some(seed) = asked {
        if info.hidden {
            bail!("--dice: in a game with hidden pieces a seed would tell what comes");
        }
        if !table.has_dice() {
            bail!("--dice: no dice are thrown at this table of {}", info.id);
        }
        return Ok(Some(SeededDice::public(seed.clone())));
    }
    if table.dice() != Dice::EveryTurn || info.hidden {
        return Ok(None);
    }
    match program_seed {
        None => Ok(Some(SeededDice::secret())),
        Some(number) => {
            let seed = number.to_string().parse().map_err(|why: String| anyhow!(why));
            Ok(Some(SeededDice::public(seed.context("--seed")?)))
        }
    }
}

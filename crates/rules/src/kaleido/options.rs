//! The table options of the game (§3.3 to §3.5).

use super::arrays::{Army, array, colors};
use super::dice::DiceTable;
use super::piece::{Color, Colors};
use super::raw::RawPosition;
use crate::error::quote;
use crate::{OptionSpec, Options, Refusal};

/// The value of `max-moves` in rated games and games against computers, a house rule.
pub const HOUSE_MAX_MOVES: u32 = 150;

const ARMIES: &[&str] = &["standard", "pawns", "ravens"];

const SEATS: OptionSpec = OptionSpec::new("seats", &["2", "3", "4"]);
const DICE: OptionSpec = OptionSpec::new("dice", &["off", "on"]);
const DICE_TABLE: OptionSpec = OptionSpec::new("dice-table", &[]);
const NO_REPETITION: OptionSpec = OptionSpec::new("no-repetition", &["off", "on"]);
const MAX_MOVES: OptionSpec = OptionSpec::new("max-moves", &[]).with_house("150");
const ARMY: [OptionSpec; 4] = [
    OptionSpec::new("army-white", ARMIES),
    OptionSpec::new("army-red", ARMIES),
    OptionSpec::new("army-black", ARMIES),
    OptionSpec::new("army-green", ARMIES),
];

pub(super) const SPECS: [OptionSpec; 9] =
    [SEATS, DICE, DICE_TABLE, NO_REPETITION, MAX_MOVES, ARMY[0], ARMY[1], ARMY[2], ARMY[3]];

/// The table options, parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRules {
    /// The number of seats, if the option is given.
    pub seats: Option<usize>,
    /// The dice table; `None` without dice.
    pub dice: Option<DiceTable>,
    /// Whether moves that repeat an earlier arrangement are illegal.
    pub no_repetition: bool,
    /// The last turn number; the game is drawn when the next turn would begin.
    pub max_moves: Option<u32>,
    /// The armies, indexed by colour.
    pub armies: [Army; 4],
}

impl TableRules {
    /// Parses the options of a table.
    ///
    /// # Errors
    ///
    /// Names the first option that cannot be read, and why.
    pub fn new(options: &Options) -> Result<Self, Refusal> {
        let table = match options.get(&DICE_TABLE) {
            "" => DiceTable::STANDARD,
            text => text.parse().map_err(|why: String| bad_option(&DICE_TABLE, text, &why))?,
        };
        let on = |spec| options.get(spec) == "on";
        let army = |spec| Army::from_key(options.get(spec)).unwrap_or_default();
        Ok(Self {
            seats: options.0.get(SEATS.key).and_then(|seats| seats.parse().ok()),
            dice: on(&DICE).then_some(table),
            no_repetition: on(&NO_REPETITION),
            max_moves: read_max_moves(options.get(&MAX_MOVES))?,
            armies: [army(&ARMY[0]), army(&ARMY[1]), army(&ARMY[2]), army(&ARMY[3])],
        })
    }

    /// The number of seats of a game that begins from an array.
    pub fn seats(&self) -> usize {
        self.seats.unwrap_or(2)
    }

    /// The array that the options name.
    pub(super) fn array(&self) -> Result<RawPosition, Refusal> {
        let colors = colors(self.seats()).unwrap_or_default();
        let seated = colors.iter().copied().collect();
        self.check_armies(seated, &format!("there is none in a game of {}", self.seats()))?;
        Ok(array(colors, self.armies))
    }

    /// Checks that the options fit a game that begins from a position with these colours.
    pub(super) fn check_position(&self, seated: Colors) -> Result<(), Refusal> {
        self.check_armies(Colors::NONE, "the position says what stands on the board")?;
        match self.seats {
            Some(seats) if seats != seated.len() => Err(bad_option(
                &SEATS,
                &seats.to_string(),
                &format!("the position has {}", seated.len()),
            )),
            _ => Ok(()),
        }
    }

    fn check_armies(&self, seated: Colors, why: &str) -> Result<(), Refusal> {
        for color in Color::ALL.into_iter().filter(|&color| !seated.contains(color)) {
            let army = self.armies[color as usize];
            if army != Army::Standard {
                return Err(bad_option(&ARMY[color as usize], army.key(), why));
            }
        }
        Ok(())
    }

    /// The options that differ from their defaults, and the dice table if there are dice. Seats are
    /// left out for a game from a position, which has no array.
    pub(super) fn written(&self, from_position: bool) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut push_if = |condition: bool, spec: &OptionSpec, value: String| {
            if condition {
                pairs.push((spec.key, value));
            }
        };
        push_if(!from_position && self.seats() != 2, &SEATS, self.seats().to_string());
        if let Some(table) = self.dice {
            push_if(true, &DICE, "on".to_owned());
            push_if(true, &DICE_TABLE, table.to_string());
        }
        push_if(self.no_repetition, &NO_REPETITION, "on".to_owned());
        let max_moves = self.max_moves.map(|max| max.to_string());
        push_if(max_moves.is_some(), &MAX_MOVES, max_moves.unwrap_or_default());
        for (spec, army) in ARMY.iter().zip(self.armies) {
            push_if(army != Army::Standard, spec, army.key().to_owned());
        }
        pairs
    }
}

fn bad_option(spec: &OptionSpec, value: &str, why: &str) -> Refusal {
    let message = format!("option {}: '{}': {why}", spec.key, quote(value));
    let code = match spec.key {
        "seats" => "option-seats",
        "dice-table" => "option-dice-table",
        "max-moves" => "option-max-moves",
        _ => "option-army",
    };
    let reason = Refusal::new(code, &message)
        .with("key", spec.key)
        .with("text", quote(value))
        .with("why", why);
    Refusal::new("bad-option", message).because(reason)
}

fn read_max_moves(text: &str) -> Result<Option<u32>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let number = text.parse().ok().filter(|_| digits);
    let expected = format!("expected a number of moves from 1 to {}", u32::MAX);
    number.map(Some).ok_or_else(|| bad_option(&MAX_MOVES, text, &expected))
}

//! The table options of the game (§4.1, §4.2).

use super::betza;
use super::piece_type::PieceSet;
use crate::error::quote;
use crate::{OptionSpec, Options, Refusal};

/// The kinds that pawns may promote to (§4.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Promotion {
    /// Kinds in the side's pool of captured pieces.
    #[default]
    Captured,
    /// Kinds of the initial array.
    Initial,
    /// Any kind but king and pawn.
    All,
}

impl Promotion {
    /// All values, in the order of the option's values.
    pub const EACH: [Self; 3] = [Self::Captured, Self::Initial, Self::All];

    /// The option value.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Captured => "captured",
            Self::Initial => "initial",
            Self::All => "all",
        }
    }

    /// The promotion with this option value, or `None`.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::EACH.into_iter().find(|promotion| promotion.key() == key)
    }
}

/// How the initial array is made (§4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Array {
    /// The classic array.
    #[default]
    Classic,
    /// The classic array and random pieces.
    ClassicRandom,
    /// The classic array and pieces that the players pick.
    ClassicChosen,
    /// The king and random pieces.
    Random,
    /// The king and pieces that the players pick.
    Chosen,
}

impl Array {
    const EACH: [Self; 5] =
        [Self::Classic, Self::ClassicRandom, Self::ClassicChosen, Self::Random, Self::Chosen];

    /// The option value.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::ClassicRandom => "classic+random",
            Self::ClassicChosen => "classic+chosen",
            Self::Random => "random",
            Self::Chosen => "chosen",
        }
    }

    /// Whether the array contains the classic pieces.
    pub const fn is_classic(self) -> bool {
        matches!(self, Self::Classic | Self::ClassicRandom | Self::ClassicChosen)
    }

    /// Whether the array is the classic one without additions.
    pub const fn is_bare_classic(self) -> bool {
        matches!(self, Self::Classic)
    }

    /// Whether the players pick pieces.
    pub const fn is_chosen(self) -> bool {
        matches!(self, Self::ClassicChosen | Self::Chosen)
    }

    /// The maximal number of added pieces.
    pub const fn most(self) -> usize {
        match self {
            Self::Classic => 0,
            Self::ClassicRandom | Self::ClassicChosen => 10,
            Self::Random | Self::Chosen => 19,
        }
    }
}

const PROMOTION: OptionSpec = OptionSpec::new("promotion", &["captured", "initial", "all"]);
pub(super) const SETUP: OptionSpec =
    OptionSpec::new("setup", &["classic", "classic+random", "classic+chosen", "random", "chosen"]);
const EXTRA: OptionSpec = OptionSpec::new("extra", &[]);
pub(super) const SEED: OptionSpec = OptionSpec::new("seed", &[]);
const DUPLICATES: OptionSpec = OptionSpec::new("duplicates", &["off", "on"]);
const DIAGONAL: OptionSpec = OptionSpec::new("diagonal-mirror", &["off", "on"]);
const OWN: OptionSpec = OptionSpec::new("own", &[]);

pub(super) const SPECS: [OptionSpec; 7] =
    [PROMOTION, SETUP, EXTRA, SEED, DUPLICATES, DIAGONAL, OWN];

/// The default number of added pieces: the source warns against more than three unknown ones.
const DEFAULT_EXTRA: usize = 3;

/// The maximal number of added pieces in any array.
const MOST_EXTRA: usize = 19;

/// The table options, parsed.
#[derive(Clone, Debug)]
pub struct TableRules {
    /// The kinds that pawns may promote to.
    pub promotion: Promotion,
    /// How the initial array is made.
    pub array: Array,
    /// The number of added pieces.
    pub extra: usize,
    /// The seed of the array.
    pub seed: u64,
    /// Whether a kind may be added more than once.
    pub duplicates: bool,
    /// Whether Black's array is White's rotated by 180°, instead of its mirror image.
    pub diagonal: bool,
    /// The pieces of the game.
    pub piece_set: PieceSet,
    /// The option `own` as given.
    pub own: String,
}

impl TableRules {
    /// Parses the options of a table.
    ///
    /// # Errors
    ///
    /// Names the first option that cannot be read, and why.
    pub fn new(options: &Options) -> Result<Self, Refusal> {
        let array = Array::EACH.into_iter().find(|array| array.key() == options.get(&SETUP));
        let array = array.unwrap_or_default();
        let own = options.get(&OWN).to_owned();
        Ok(Self {
            promotion: Promotion::from_key(options.get(&PROMOTION)).unwrap_or_default(),
            array,
            extra: read_extra(array, options.get(&EXTRA))?,
            seed: read_seed(options.get(&SEED))?,
            duplicates: options.get(&DUPLICATES) == "on",
            diagonal: options.get(&DIAGONAL) == "on",
            piece_set: betza::piece_set(&own)?,
            own,
        })
    }

    /// The options that differ from their defaults or that the array depends on.
    pub(super) fn written(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut push_if = |condition: bool, spec: &OptionSpec, value: String| {
            if condition {
                pairs.push((spec.key, value));
            }
        };
        let added = self.array != Array::Classic;
        push_if(self.promotion != Promotion::Captured, &PROMOTION, self.promotion.key().to_owned());
        push_if(added, &SETUP, self.array.key().to_owned());
        push_if(added, &EXTRA, self.extra.to_string());
        push_if(added, &SEED, self.seed.to_string());
        push_if(self.duplicates, &DUPLICATES, "on".to_owned());
        push_if(self.diagonal, &DIAGONAL, "on".to_owned());
        push_if(!self.own.is_empty(), &OWN, self.own.clone());
        pairs
    }
}

fn read_extra(array: Array, text: &str) -> Result<usize, Refusal> {
    let bad = |expected: String| format!("option extra: '{}': expected {expected}", quote(text));
    let most = array.most();
    if text.is_empty() {
        return Ok(DEFAULT_EXTRA.min(most));
    }
    let number = text.parse().ok().filter(|&n: &usize| n <= MOST_EXTRA && is_number(text));
    let number = number.ok_or_else(|| {
        let message = bad(format!("a number of pieces from 0 to {MOST_EXTRA}"));
        let reason = Refusal::new("option-extra", &message);
        Refusal::new("bad-option", message)
            .because(reason.with("text", quote(text)).with("most", MOST_EXTRA))
    })?;
    match array {
        // The page's form sends every option; the classic array ignores this one.
        Array::Classic => Ok(0),
        _ if number > most => {
            let message = bad(format!("at most {most} pieces with setup={}", array.key()));
            let reason = Refusal::new("option-extra-many", &message);
            Err(Refusal::new("bad-option", message).because(reason.with("most", most)))
        }
        _ => Ok(number),
    }
}

fn read_seed(text: &str) -> Result<u64, Refusal> {
    if text.is_empty() {
        return Ok(0);
    }
    let seed = text.parse().ok().filter(|_| is_number(text));
    seed.ok_or_else(|| {
        let (text, most) = (quote(text), u64::MAX);
        let message = format!("option seed: '{text}': expected a number from 0 to {most}");
        let reason = Refusal::new("option-seed", &message);
        Refusal::new("bad-option", message).because(reason.with("text", text).with("most", most))
    })
}

/// Whether the text is a number in digits without leading zeros.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'))
}

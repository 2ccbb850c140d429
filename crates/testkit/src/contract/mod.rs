//! The contract that every game keeps, with nothing but its row in the registry.
//!
//! | module | holds |
//! |---|---|
//! | `settings` | random table options and starts, made from the game's description |
//! | `acts` | random play through every act of a table, and what each act must leave true |
//! | `state` | what the scenes, frames and choices of one state must agree on |
//! | `records` | records, positions and logs come back |
//! | `knowledge` | what a viewer gets depends on nothing but what it may know |
//!
//! [`check`] runs all of it. A violation panics with a sentence that says which clause is broken.

mod acts;
mod knowledge;
mod records;
mod settings;
mod state;

pub use acts::{Observer, Run, play_bytes};
pub use knowledge::{Pair, PairSource, everything, no_difference};
pub use records::{record_is_read_or_refused, strict_form_says_the_same};
pub use settings::random_setting;
pub use state::viewers;

use crate::Rng;
use heterodox_rules::{Game, GameInfo, Record, Refusal, Setting, Table};

/// A game as the contract sees it: what a row of the registry gives.
#[derive(Clone, Copy)]
pub struct Subject {
    /// The game as data.
    pub info: &'static GameInfo,
    open: Opening,
    read_record: fn(&str) -> Result<Record, Refusal>,
    pairs: Option<PairSource>,
    /// Codes of the refusals that a choice may meet because of what its seat does not see.
    unseen: &'static [&'static str],
}

/// What a hidden game brings for its contract.
pub(crate) struct HiddenGame {
    pub(crate) id: &'static str,
    /// Games that a viewer cannot tell apart, see [`Subject::with_pairs`].
    pub(crate) pairs: PairSource,
    /// Codes of the refusals that a choice may meet because of what its seat does not see.
    pub(crate) unseen: &'static [&'static str],
}

/// The hidden games of the registry. A new one is one row here.
static HIDDEN_GAMES: [HiddenGame; 1] = [crate::clouded::HIDDEN_GAME];

#[derive(Clone, Copy)]
enum Opening {
    Registered,
    Direct(fn(&Setting) -> Result<Table, Refusal>),
}

impl Subject {
    /// A game of the registry. Hidden games also bring indistinguishable pairs, see
    /// [`Subject::with_pairs`].
    pub fn registered(info: &'static GameInfo) -> Self {
        let read_record = heterodox_rules::read_record;
        let plain = Self { info, open: Opening::Registered, read_record, pairs: None, unseen: &[] };
        match HIDDEN_GAMES.iter().find(|game| game.id == info.id) {
            Some(game) => Self { pairs: Some(game.pairs), unseen: game.unseen, ..plain },
            None => plain,
        }
    }

    /// A game that is in no registry, with the functions that its row there would have.
    pub fn of<G: Game>() -> Self {
        let open = Opening::Direct(Table::open::<G>);
        Self {
            info: &const { G::INFO },
            open,
            read_record: G::read_record,
            pairs: None,
            unseen: &[],
        }
    }

    /// Adds games that a viewer cannot tell apart. Every hidden game needs them, from a source that
    /// does not ask the game itself what a viewer may know.
    #[must_use]
    pub fn with_pairs(self, pairs: PairSource) -> Self {
        Self { pairs: Some(pairs), ..self }
    }

    /// Opens a table.
    pub fn open(&self, setting: &Setting) -> Result<Table, Refusal> {
        match self.open {
            Opening::Registered => heterodox_rules::open(self.info.id, setting),
            Opening::Direct(open) => open(setting),
        }
    }

    /// Reads a record.
    pub fn read_record(&self, text: &str) -> Result<Record, Refusal> {
        (self.read_record)(text)
    }
}

/// Holds a game to the whole contract in `games` random games, and in as many pairs if it is
/// hidden.
///
/// # Panics
/// If the game breaks the contract.
pub fn check(subject: &Subject, seed: u64, games: usize) {
    let mut rng = Rng::new(seed);
    let mut total = acts::Counts::default();
    for _ in 0..games {
        let (setting, table) = random_setting(subject, &mut rng);
        let mut run = Run::new(subject, setting, table);
        // Short games begin often, long ones come to their ends.
        let acts = 40 + rng.below(260);
        let resigns = rng.one_in(2);
        for _ in 0..acts {
            if run.is_over() {
                break;
            }
            let (mut what, which) = (rng.below(256) as u8, rng.below(256) as u8);
            if !resigns && acts::leaves(what) {
                what -= 128;
            }
            run.step(what, which, &mut ());
        }
        run.finish();
        total.add(run.counts());
    }
    total.must_be_enough(subject, games);
    if subject.info.hidden {
        knowledge::check(subject, &mut rng, games);
    }
}

//! Computer players: search and evaluation over the rules' search interface.
//!
//! A server or a command line uses a [`Player`]. It receives what a person on the same seat would
//! see (a [`Scene`](heterodox_rules::Scene) and the [`Frame`](heterodox_rules::Frame)s of the game)
//! and answers with the text to submit. The search ([`search::Searcher`]) is generic over
//! [`SearchPosition`](heterodox_rules::SearchPosition), with static dispatch in its nodes.
//!
//! No function does I/O. A search starts threads only if it is told to use several. The clock is
//! read for the time limit of a search and for nothing else, and random choices come from the
//! player's seed: with one thread and without a time limit the same call gives the same answer, to
//! the node.

pub mod clouded;
pub mod engine_game;
mod evaluate;
pub mod grand_chess;
pub mod kaleido;
pub mod klinzha;
mod level;
mod player;
pub mod puzzle;
pub mod reference;
mod registry;
mod score;
pub mod search;
mod see;
pub mod weights;

pub use evaluate::Evaluate;
pub use heterodox_rules::SplitMix64;
pub use level::Level;
pub use player::{Choice, Info, Player, PlayerError};
pub use registry::player;
#[cfg(feature = "testing")]
pub use registry::testing;
pub use score::Score;
pub use search::SearchLimit;

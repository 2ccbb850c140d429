//! Clouded and Blind Klin Zha: a player that knows what its seat was shown and told, and nothing else.
//!
//! * `seen`: the frames of the game read as a history of sights and of what came of each ply;
//! * `census`: all positions that a sight allows, or some of them by lot;
//! * `outcomes`: what the enemy could have done in a ply, if a position were the true one;
//! * `filter`: whether a position looks and sounds right;
//! * `sample`: weighted positions;
//! * `belief`: which positions are consistent with the history;
//! * `memory`: beliefs about games that go on; `patience`: how long something may take;
//! * `think`: the search over positions drawn from the belief; `worth`: what comes of it and what else counts;
//! * `method`: ways to choose; `ismcts`: one of them;
//! * `setup`: placing when little or nothing of the enemy is seen;
//! * `reference`: players to measure against.
//!
//! The player's input is a [`Scene`](heterodox_rules::Scene) and [`Frame`](heterodox_rules::Frame)s, which the rules make of
//! a view. No type in here can hold a true position, and nothing here names the rules' arbiter; a test holds that.

mod belief;
mod belief_cache;
mod consistency;
mod enumerator;
mod ismcts;
mod method;
mod move_values;
mod observed;
mod outcomes;
mod particles;
mod patience;
mod player;
pub mod reference;
mod setup;
mod think;

pub use belief::{Belief, ParticleLimits};
pub use method::Method;
pub use observed::{History, ObservedState, Ply};
pub use outcomes::{Outcome, outcomes};
pub use player::CloudedPlayer;

/// The game's id.
pub const GAME: &str = "clouded-klinzha";

//! Clouded and Blind Klin Zha: a player that knows nothing but the observations of its seat.
//!
//! * `observed`: the frames of a game as a history of observed states;
//! * `enumerator`: all positions that a view allows, or random ones;
//! * `outcomes`: the possible outcomes of a ply;
//! * `consistency`: whether a position agrees with an observation;
//! * `particles`: weighted positions;
//! * `belief`: the positions consistent with the history; `belief_cache`: beliefs of running games;
//! * `think`: the search over positions drawn from the belief; `move_values`: the values of
//!   intents;
//! * `method`: methods of choosing and levels; `ismcts`: one of the methods;
//! * `setup`: the setup when little or nothing of the enemy is seen;
//! * `player`: the player; `reference`: players to measure against.
//!
//! The input of the player is a [`Scene`](heterodox_rules::Scene) and its
//! [`Frame`](heterodox_rules::Frame)s, which the rules make of a view. No type in this module can
//! hold the true position, and nothing here names the rules' full information; a test checks that.

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
mod player;
pub mod reference;
mod setup;
mod think;

pub use belief::{Belief, ParticleLimits};
pub use method::DecisionMethod;
pub use observed::{History, ObservedState, Ply};
pub use outcomes::{Outcome, outcomes};
pub use player::CloudedPlayer;

/// The game's id.
pub const GAME: &str = "clouded-klinzha";

//! Clouded and Blind Klin Zha under the umpire (`docs/rules/clouded-klinzha.md`).
//!
//! The board, the warriors and the setup are those of [`klinzha`](crate::klinzha). What is new is who knows what:
//!
//! - [`CloudMap`] says which cells are clear, edge and under; [`generate`] makes one from a seed, a [`Sky`] drifts.
//! - [`Sight`] is what one viewer sees of a position, and nothing else. Intents are read and judged against it.
//! - [`resolve`] carries an intent out on the true position (R-CL4 to R-CL7).
//! - [`ANNOUNCEMENTS`] says who hears what.
//! - [`full_information::FullInformationGame`] is for whoever is entitled to the truth: the command line's `umpire`, tests, bots in
//!   training. A server plays through a [`Table`](crate::Table), which never hands it out.
//!
//! For computer players: [`Sight::intents`], [`resolve`], [`Resolution::apply`] and [`Sight::of`] are pure and cheap, so
//! that many positions that a view allows can be tried for each move.

mod announce;
mod board_view;
mod drift;
pub mod full_information;
mod game;
mod generate;
mod history;
mod intent;
mod map;
mod markers;
mod observation;
mod record;
mod resolve;
mod rules;
mod scene;
mod setup;
mod viewer_ply;
mod viewer_record;
mod walk_paths;

pub use announce::{ANNOUNCEMENTS, Announcement, SpeechAct, When, announcement};
pub use board_view::{BoardView, ViewError};
pub use drift::{Amount, Direction, DriftRule, Sky};
pub use game::{CloudedKlinZha, Truth, View};
pub use generate::generate;
pub use intent::Intent;
pub use map::{CloudMap, Cover, Crowded, MAX_UNDER, MapError};
pub use resolve::{Cause, Resolution, Taken, resolve};
pub use rules::{CloudSheet, Clouds, QUIET_PLIES, cloud_sheet};
pub use walk_paths::{WalkPath, walk_paths};

//! Clouded and Blind Klin Zha under the umpire (`docs/rules/clouded-klinzha.md`).
//!
//! Board, warriors and setup are those of [`klinzha`](crate::klinzha). This module adds hidden
//! information:
//!
//! - [`CloudMap`] says which cells are clear, edge or under; [`generate()`] makes one from a seed;
//!   a [`DriftingClouds`] drifts.
//! - A [`BoardView`] is what one viewer sees of a position. Intents are read and judged against it.
//! - [`resolve()`] makes the move of an intent on the true position (R-CL4 to R-CL7).
//! - [`ANNOUNCEMENTS`] says who is told what.
//! - [`FullInformationGame`](full_information::FullInformationGame) is for callers who may know the
//!   truth: the command line's `umpire`, tests, bots in training. A server plays through a
//!   [`Table`](crate::Table), which never hands out the truth.
//!
//! For computer players: [`BoardView::intents`], [`resolve()`], [`Resolution::apply`] and
//! [`BoardView::of`] are pure and fast, so that a player can try each move on many positions that
//! its view allows.

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
pub use drift::{Direction, DriftRule, DriftingClouds, FixedOrDie};
pub use game::{CloudedKlinZha, Truth, View};
pub use generate::generate;
pub use intent::Intent;
pub use map::{CloudMap, Cover, CrowdedRegion, MAX_UNDER, MapError};
pub use resolve::{Capture, HaltCause, Resolution, resolve};
pub use rules::{CloudMapInfo, Clouds, QUIET_PLIES, cloud_map_info};
pub use walk_paths::{WalkPath, walk_paths};

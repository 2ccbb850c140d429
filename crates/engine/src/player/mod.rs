//! The interface that a server or a command line uses of this crate.

mod draw;
mod scene;
mod search_player;

pub(crate) use draw::{DRAW_NODES, DrawPolicy, draw_value};
pub(crate) use scene::{check_game, earlier_hashes, move_texts};
pub(crate) use search_player::{MoveRequest, SearchPlayer};

use crate::{Score, SearchLimit};
use heterodox_rules::{Frame, Refusal, Scene};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// A computer player: it plays a game, setup included, from what its seat sees.
///
/// A player holds no state of the game. It can be made anew at any moment, for instance after a
/// restart, and one player can serve several games in turn.
///
/// ```
/// use heterodox_engine::{Level, SearchLimit, player};
/// use heterodox_rules::{Setting, Turn, Viewer, open};
/// use std::sync::atomic::AtomicBool;
///
/// let mut table = open("klinzha", &Setting::quick_start("north-west"))?;
/// let Turn::Seats(seats) = table.turn() else { panic!("the game has begun") };
/// let viewer = Viewer::Seat(seats[0]);
/// let mut computer = player("klinzha", Level::FULL, 1).expect("a player of Klin Zha");
/// let limit = SearchLimit::nodes(1000);
/// let stop = AtomicBool::new(false);
/// let choice = computer.choose(&table.scene(viewer), &table.frames(viewer), &limit, &stop)?;
/// table.submit(seats[0], &choice.text)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// The text to submit now.
    ///
    /// `scene` is the view of the seat to act, and `frames` are the boards of the game so far as
    /// that seat saw them. Setting `stop` ends the search early; the player then answers with the
    /// best that it has found.
    ///
    /// # Errors
    /// See [`PlayerError`].
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError>;

    /// Whether the player accepts a draw that its opponent offers now. `scene` is the player's
    /// view; either side may be to move.
    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool;
}

/// What a player submits, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The text to submit, in the game's strict notation.
    pub text: String,
    /// The result of the search behind it; `None` if no search was needed.
    pub info: Option<Info>,
}

/// The result of a player's search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Info {
    /// The score from the player's side.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Moves made on the search's board.
    pub nodes: u64,
    /// The principal variation, the chosen move first.
    pub pv: Vec<String>,
}

impl Choice {
    /// A choice that needed no search.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), info: None }
    }
}

/// Why a player cannot answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The scene offers nothing to submit.
    #[error("nothing can be submitted from this view in phase '{phase}'")]
    NothingToSubmit {
        /// The phase of the scene.
        phase: String,
    },
    /// The scene is of another game than the player's.
    #[error("this player plays {expected}, not {found}")]
    OtherGame {
        /// The player's game.
        expected: &'static str,
        /// The scene's game.
        found: String,
    },
    /// The scene's position cannot be read.
    #[error("the scene's position cannot be read: {0}")]
    BadPosition(#[from] Refusal),
}

impl PlayerError {
    /// The scene offers nothing to submit.
    pub(crate) fn nothing_to_submit(scene: &Scene) -> Self {
        Self::NothingToSubmit { phase: scene.phase.to_owned() }
    }

    /// The scene's position cannot be read.
    pub(crate) fn bad_position(error: impl std::fmt::Display) -> Self {
        Self::BadPosition(Refusal::new("bad-position", format!("{error}")))
    }
}

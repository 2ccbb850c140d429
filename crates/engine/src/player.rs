//! The one thing that a server or a command line uses of this crate.

use crate::{Level, Score, SearchLimit, clouded, grand_chess, kaleido, klinzha};
use heterodox_rules::{Frame, Refusal, Scene};
use serde::Serialize;
use std::sync::atomic::AtomicBool;

/// Somebody who plays a game from what a seat sees of it, setup included.
///
/// A player holds no state of the game: it can be made anew at any moment, for instance after a
/// restart, and one player can serve several games in turn.
pub trait Player: Send {
    /// What to submit now. `scene` is the sight of the seat that has to act and `frames` are the
    /// boards of the game so far as the same seat saw them. `stop` ends the thinking early; there is
    /// an answer then too.
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError>;

    /// Whether the player takes a draw that its opponent offers now. `scene` is the player's sight,
    /// whoever is to move.
    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool;
}

/// What a player submits, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The text to submit, in the game's strict notation.
    pub text: String,
    /// What the search behind it found; nothing where none was needed.
    pub info: Option<Info>,
}

/// What a search found out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Info {
    /// The score from the sight of the player.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Moves made on the search's board.
    pub nodes: u64,
    /// The expected course of the game, the chosen move first.
    pub pv: Vec<String>,
}

impl Choice {
    /// A choice that needed no search.
    pub(crate) fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), info: None }
    }
}

/// Why a player can not answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// The scene offers nothing to submit.
    #[error("nothing can be submitted from this sight in phase '{phase}'")]
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
    /// The scene's position can not be read.
    #[error("the scene's position can not be read: {0}")]
    BadPosition(#[from] Refusal),
}

/// A player of a game at a level. The same seed, scene, frames and budget (without a time limit)
/// give the same choice; different seeds vary the setup and, below [`Level::FULL`], the moves.
pub fn player(game: &str, level: Level, seed: u64) -> Option<Box<dyn Player>> {
    match game {
        klinzha::GAME => Some(Box::new(klinzha::KlinZhaPlayer::new(level, seed))),
        clouded::GAME => Some(Box::new(clouded::CloudedPlayer::new(level, seed))),
        grand_chess::GAME => Some(Box::new(grand_chess::GrandChessPlayer::new(level, seed))),
        kaleido::GAME => Some(Box::new(kaleido::KaleidoPlayer::new(level, seed))),
        _ => None,
    }
}

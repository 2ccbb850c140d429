//! The computer players of all games.

use crate::{Level, Player, clouded, grand_chess, kaleido, klinzha};

/// A player of a game at a level; `None` if the game has no computer player.
///
/// The same seed, scene, frames and limit (without a time limit) give the same choice. Different
/// seeds vary the setup and, below [`Level::FULL`], the moves.
pub fn player(game: &str, level: Level, seed: u64) -> Option<Box<dyn Player>> {
    match game {
        klinzha::GAME => Some(Box::new(klinzha::KlinZhaPlayer::new(level, seed))),
        clouded::GAME => Some(Box::new(clouded::CloudedPlayer::new(level, seed))),
        grand_chess::GAME => Some(Box::new(grand_chess::GrandChessPlayer::new(level, seed))),
        kaleido::GAME => Some(Box::new(kaleido::KaleidoPlayer::new(level, seed))),
        _ => None,
    }
}

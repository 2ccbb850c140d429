//! What the players of all games read from a scene and its frames.

use super::{Info, PlayerError};
use crate::level::ChosenMove;
use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Cell, Frame, Scene, SearchPosition};
use std::collections::HashSet;

/// Checks that a scene is of the player's game.
pub(crate) fn check_game(scene: &Scene, expected: &'static str) -> Result<(), PlayerError> {
    if scene.game == expected {
        return Ok(());
    }
    Err(PlayerError::OtherGame { expected, found: scene.game.to_owned() })
}

/// The legal moves that the scene offers; some table options forbid others. `write` is the game's
/// strict notation.
pub(crate) fn offered_moves<P: SearchPosition>(
    scene: &Scene,
    position: &P,
    write: impl Fn(&P, P::Move) -> String,
) -> Vec<P::Move> {
    let texts: HashSet<&str> = scene.choices.iter().map(|choice| choice.text.as_str()).collect();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.retain(|&m| texts.contains(write(position, m).as_str()));
    moves
}

/// A line of moves in strict notation.
pub(crate) fn move_texts<P: SearchPosition>(
    position: &P,
    moves: &[P::Move],
    write: impl Fn(&P, P::Move) -> String,
) -> Vec<String> {
    let mut board = position.clone();
    let next = |&m: &P::Move| {
        let text = write(&board, m);
        board.play_unchecked(m);
        text
    };
    moves.iter().map(next).collect()
}

/// What the search found about the chosen move.
pub(crate) fn info<P: SearchPosition>(
    position: &P,
    chosen: &ChosenMove<P::Move>,
    write: impl Fn(&P, P::Move) -> String,
) -> Info {
    Info {
        score: chosen.score,
        depth: chosen.result.depth,
        nodes: chosen.result.nodes,
        pv: move_texts(position, chosen.pv(), write),
    }
}

/// The Zobrist hashes of the earlier positions that can still be repeated, oldest first.
pub(crate) fn earlier_hashes<P: SearchPosition>(
    scene: &Scene,
    frames: &[Frame],
    position: &P,
    read: impl Fn(&str) -> Option<P>,
) -> Vec<u64> {
    let now = scene.frame.ply;
    let oldest = now.saturating_sub(position.reversible_plies());
    frames
        .iter()
        .filter(|frame| (oldest..now).contains(&frame.ply))
        .filter_map(|frame| read(&frame.position))
        .map(|position| position.zobrist())
        .collect()
}

/// The cell on which the last move ended.
pub(crate) fn last_target(scene: &Scene, board: &Geometry) -> Option<Cell> {
    let name = scene.frame.last.last()?;
    let index = board.cells.iter().position(|cell| cell.name == *name)?;
    Some(Cell::new(index))
}

//! The position and history that a player knows of its game, read from its scene and frames.

use crate::PlayerError;
use crate::player::{check_game, last_target, offered_moves};
use heterodox_rules::kaleido::{DiceTable, Move, Position, TableRules, board};
use heterodox_rules::{Cell, Frame, Scene};

/// The game as the seat to act sees it.
pub(super) struct MoveRequest {
    pub(super) position: Position,
    /// The legal moves that the scene offers, or the pass.
    pub(super) offered: Vec<Move>,
    /// The Zobrist hashes of the earlier positions since the last capture, oldest first.
    pub(super) history: Vec<u64>,
    /// The cell on which the last move ended.
    pub(super) last_target: Option<Cell>,
}

impl MoveRequest {
    /// Reads a scene and its frames.
    pub(super) fn new(scene: &Scene, frames: &[Frame]) -> Result<Self, PlayerError> {
        check_game(scene, super::GAME)?;
        let rules = TableRules::new(&scene.options)?;
        let shown = read(&scene.frame.position, rules.dice)?;
        let (position, history) = replayed(scene, frames, &shown, rules.dice)
            .filter(|(position, _)| *position == shown)
            .unwrap_or_else(|| (shown, Vec::new()));
        let offered = offered_moves(scene, &position, Position::write);
        Ok(Self { position, offered, history, last_target: last_target(scene, board::by_name) })
    }
}

fn read(text: &str, dice: Option<DiceTable>) -> Result<Position, PlayerError> {
    Position::read(text, dice).map_err(PlayerError::bad_position)
}

/// The present position, replayed from the last capture so that it counts the plies since then,
/// and the hashes of the positions before it. `None` if the frames do not give the moves.
fn replayed(
    scene: &Scene,
    frames: &[Frame],
    shown: &Position,
    dice: Option<DiceTable>,
) -> Option<(Position, Vec<u64>)> {
    let frames: Vec<&Frame> = frames.iter().filter(|frame| frame.ply <= scene.frame.ply).collect();
    let now = frames.last()?.pieces.len();
    let quiet = frames.iter().rev().take_while(|frame| frame.pieces.len() == now).count();
    let frames = &frames[frames.len() - quiet..];
    let mut position = read(&frames.first()?.position, dice).ok()?;
    let mut hashes = Vec::new();
    for frame in &frames[1..] {
        hashes.push(position.zobrist());
        position.play_unchecked(move_to(frame)?);
    }
    Some((position.with_die(shown.die()), hashes))
}

/// The move that led to a frame.
fn move_to(frame: &Frame) -> Option<Move> {
    match frame.last.as_slice() {
        [] => Some(Move::PASS),
        [from, to] => Some(Move::new(board::by_name(from)?, board::by_name(to)?)),
        _ => None,
    }
}

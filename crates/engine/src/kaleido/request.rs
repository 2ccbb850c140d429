//! What a player knows of its game, read from its scene and frames.

use crate::PlayerError;
use heterodox_rules::kaleido::{DiceTable, Move, Position, TableRules, board};
use heterodox_rules::{Cell, Frame, Refusal, Scene};
use std::collections::HashSet;

/// The game as the seat to act sees it.
pub(super) struct MoveRequest {
    pub(super) position: Position,
    /// The legal moves that the scene offers, or the pass.
    pub(super) offered: Vec<Move>,
    /// The keys of the earlier positions since the last capture, oldest first.
    pub(super) history: Vec<u64>,
    /// Where the last ply ended.
    pub(super) last_target: Option<Cell>,
}

impl MoveRequest {
    /// Reads it.
    pub(super) fn new(scene: &Scene, frames: &[Frame]) -> Result<Self, PlayerError> {
        if scene.game != super::GAME {
            return Err(PlayerError::OtherGame {
                expected: super::GAME,
                found: scene.game.to_owned(),
            });
        }
        let rules = TableRules::new(&scene.options)?;
        let shown = read(&scene.frame.position, rules.dice)?;
        let (position, history) = course(scene, frames, &shown, rules.dice)
            .filter(|(position, _)| *position == shown)
            .unwrap_or_else(|| (shown, Vec::new()));
        let texts: HashSet<&str> =
            scene.choices.iter().map(|choice| choice.text.as_str()).collect();
        let mut offered = position.legal_moves();
        offered.retain(|&m| texts.contains(position.write(m).as_str()));
        let touched = scene.frame.last.last().and_then(|cell| board::by_name(cell));
        Ok(Self { position, offered, history, last_target: touched })
    }
}

fn read(text: &str, dice: Option<DiceTable>) -> Result<Position, PlayerError> {
    Position::read(text, dice)
        .map_err(|error| PlayerError::BadPosition(Refusal::new("bad-position", format!("{error}"))))
}

/// The present position, played from the last capture on, so that it knows how long ago that was; and the keys of those
/// before it. Nothing if the frames do not tell.
fn course(
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
    let mut keys = Vec::new();
    for frame in &frames[1..] {
        keys.push(position.zobrist());
        position.play_unchecked(played(frame)?);
    }
    Some((position.with_die(shown.die()), keys))
}

/// The ply that led to a frame.
fn played(frame: &Frame) -> Option<Move> {
    match frame.last.as_slice() {
        [] => Some(Move::PASS),
        [from, to] => Some(Move::new(board::by_name(from)?, board::by_name(to)?)),
        _ => None,
    }
}

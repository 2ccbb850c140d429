//! Players to measure the player of `KaleidoChess` against, which know what their scene shows, and
//! the piece values of the reference players of all games. They are never changed.

use super::KaleidoChess;
use super::eval::{leaves_last_castle, takes_last_castle};
use super::values::exchange_value;
use crate::player::MoveRequest;
use crate::{Choice, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::kaleido::{Color, Kind, Move, Position};
use heterodox_rules::{Frame, Scene};
use std::sync::atomic::AtomicBool;

/// Moves at random, but neither leaves its last castle nor captures its own pieces if it has
/// another move.
#[derive(Clone, Debug)]
pub struct SafeRandom(SplitMix64);

impl SafeRandom {
    /// A player; `seed` varies its choices.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl Player for SafeRandom {
    fn choose(
        &mut self,
        scene: &Scene,
        _: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let safe: Vec<_> = scene.choices.iter().filter(|choice| choice.danger.is_none()).collect();
        let any: Vec<_> = scene.choices.iter().collect();
        let from = if safe.is_empty() { any } else { safe };
        let text = self.0.pick(&from).map(|choice| choice.text.clone());
        text.map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// Looks two plies ahead at captures: the value of its own less the best that an opponent could
/// then capture from it. Eliminating an opponent counts more than any piece, being eliminated costs
/// more. Chooses among equal moves at random.
#[derive(Clone, Debug)]
pub struct Greedy(SplitMix64);

/// The value of eliminating an opponent.
const ELIMINATION: i32 = 5000;

impl Greedy {
    /// A player; `seed` varies its choices.
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }
}

impl Player for Greedy {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let request = MoveRequest::<KaleidoChess>::new(scene, frames)?;
        let value = |&m: &Move| value(&request.position, m);
        let most = request.offered.iter().map(value).max();
        let best: Vec<&Move> = request.offered.iter().filter(|m| Some(value(m)) == most).collect();
        let text = self.0.pick(&best).map(|&&m| request.position.write(m));
        text.map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

fn value(position: &Position, m: Move) -> i32 {
    let us = position.turn();
    if leaves_last_castle(position, m) && !takes_last_castle(position, us, m.to()) {
        return -3 * ELIMINATION;
    }
    let gain = capture_value(position, us, us, m);
    let next = position.after_unchecked(m);
    if !next.playing().contains(us) {
        return -3 * ELIMINATION;
    }
    if next.playing().len() == 1 {
        return 3 * ELIMINATION;
    }
    let enemies = next.playing().iter().filter(|&other| other != us);
    let loss = enemies.map(|enemy| best_loss(&next, us, enemy)).max().unwrap_or(0);
    gain - loss
}

/// The most that an enemy could capture from `us` if it were to move.
fn best_loss(position: &Position, us: Color, enemy: Color) -> i32 {
    let targets = position.occupied(enemy).into_iter().flat_map(|from| {
        let back = position.forbidden(enemy).filter(|back| back.from() == from);
        let span = position.pseudo_legal_targets(from) & position.occupied(us);
        span.into_iter()
            .filter(move |&to| back.is_none_or(|back| back.to() != to))
            .map(move |to| Move::new(from, to))
    });
    targets.map(|m| capture_value(position, enemy, us, m)).max().unwrap_or(0)
}

/// The value that a move of `mover` captures from `from_whom`; from any opponent if that is the
/// mover itself.
fn capture_value(position: &Position, mover: Color, from_whom: Color, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    match position.piece(m.to()) {
        Some((color, kind)) if color == mover => -exchange_value(kind),
        Some((color, kind)) if mover == from_whom || color == from_whom => {
            let out = takes_last_castle(position, mover, m.to());
            exchange_value(kind) + if out { ELIMINATION } else { 0 }
        }
        _ => 0,
    }
}

/// The material of `KaleidoChess` for the colour to move: its own less that of all others.
pub fn material(position: &Position) -> i32 {
    let value = |kind| match kind {
        Kind::Wizard => 750,
        Kind::Dragon => 400,
        Kind::Roc => 320,
        Kind::Elephant => 260,
        Kind::Eagle => 240,
        Kind::Tiger => 215,
        Kind::Raven | Kind::Horse => 160,
        Kind::Pawn => 100,
    };
    let of = |color| {
        let pieces = position.occupied(color).into_iter().filter_map(|cell| position.piece(cell));
        pieces.map(|(_, kind)| value(kind)).sum::<i32>()
    };
    let own = position.turn();
    let others = position.playing().iter().filter(|&color| color != own);
    of(own) - others.map(of).sum::<i32>()
}

/// The value of a captured piece by its code, as it was when games with the greedy player were
/// measured.
pub(crate) fn capture_value_by_code(code: &str) -> u32 {
    match code {
        "L" => 3,
        "V" => 2,
        _ => 1,
    }
}

//! Players to measure the player of `KaleidoChess` against. They know what their scene shows.

use super::eval::{gives_up, takes_last_castle};
use super::request::MoveRequest;
use super::values::worth;
use crate::{Choice, Player, PlayerError, Random, SearchLimit};
use heterodox_rules::kaleido::{Color, Move, Position};
use heterodox_rules::{Frame, Scene};
use std::sync::atomic::AtomicBool;

/// Moves at random, but neither leaves its last castle nor takes its own pieces if it has another move.
#[derive(Clone, Debug)]
pub struct Careful(Random);

impl Careful {
    /// A player with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
    }
}

impl Player for Careful {
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

/// Looks two plies ahead at what is taken: its own prize less the best prize that an opponent could then take from
/// it. Putting somebody out is worth more than any piece, and being put out costs more. Equals by lot.
#[derive(Clone, Debug)]
pub struct Greedy(Random);

/// What putting somebody out is worth to it.
const OUT: i32 = 5000;

impl Greedy {
    /// A player with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(Random::new(seed))
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
        let sight = MoveRequest::new(scene, frames)?;
        let value = |&m: &Move| value(&sight.position, m);
        let most = sight.offered.iter().map(value).max();
        let best: Vec<&Move> = sight.offered.iter().filter(|m| Some(value(m)) == most).collect();
        let text = self.0.pick(&best).map(|&&m| sight.position.write(m));
        text.map(Choice::plain)
            .ok_or_else(|| PlayerError::NothingToSubmit { phase: scene.phase.to_owned() })
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

fn value(position: &Position, m: Move) -> i32 {
    let us = position.turn();
    if gives_up(position, m) && !takes_last_castle(position, us, m.to()) {
        return -3 * OUT;
    }
    let gain = prize(position, us, us, m);
    let next = position.after_unchecked(m);
    if !next.playing().contains(us) {
        return -3 * OUT;
    }
    if next.playing().len() == 1 {
        return 3 * OUT;
    }
    let enemies = next.playing().iter().filter(|&other| other != us);
    let loss = enemies.map(|enemy| best_loss(&next, us, enemy)).max().unwrap_or(0);
    gain - loss
}

/// The most that an enemy could take from `us` if it were its turn.
fn best_loss(position: &Position, us: Color, enemy: Color) -> i32 {
    let targets = position.occupied(enemy).into_iter().flat_map(|from| {
        let back = position.forbidden(enemy).filter(|back| back.from() == from);
        let span = position.pseudo_legal_targets(from) & position.occupied(us);
        span.into_iter()
            .filter(move |&to| back.is_none_or(|back| back.to() != to))
            .map(move |to| Move::new(from, to))
    });
    targets.map(|m| prize(position, enemy, us, m)).max().unwrap_or(0)
}

/// What a move of `mover` takes from `from_whom` or, if that is the mover, from anybody.
fn prize(position: &Position, mover: Color, from_whom: Color, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    match position.piece(m.to()) {
        Some((color, kind)) if color == mover => -worth(kind),
        Some((color, kind)) if mover == from_whom || color == from_whom => {
            let out = takes_last_castle(position, mover, m.to());
            worth(kind) + if out { OUT } else { 0 }
        }
        _ => 0,
    }
}

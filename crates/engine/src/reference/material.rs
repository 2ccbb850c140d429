//! A frozen player to measure all others against: alpha-beta to a fixed depth that counts material.
//!
//! It is never improved, tuned or sped up at the price of another move, because its figures would
//! lose their meaning. So it has a search of its own, and each game has piece values for it
//! (`EngineGame::material`); a test holds its moves.
//! It knows no repetition, no limit on quiet plies and no quiescence search.

use super::GreedyRandom;
use crate::{Choice, Player, PlayerError, SearchLimit, SplitMix64, engine_game};
use heterodox_rules::{Frame, Scene, SearchPosition};
use std::sync::atomic::AtomicBool;

/// The depth of its search in plies.
pub const DEPTH: u32 = 3;

const INFINITE: i32 = 1_000_000_000;
const WIN: i32 = 100_000_000;

/// The best move [`DEPTH`] plies deep by `material`, which counts for the seat to move. Equal moves
/// are decided by a random order. `None` if there is no legal move. For two seats.
pub fn material_move<P: SearchPosition>(
    position: &P,
    material: &impl Fn(&P) -> i32,
    random: &mut SplitMix64,
) -> Option<P::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    random.shuffle(&mut moves);
    let mut best = (-INFINITE, None);
    for m in moves {
        let next = position.after_unchecked(m);
        let value = -alpha_beta(&next, DEPTH - 1, 1, -INFINITE, -best.0, material);
        if value > best.0 {
            best = (value, Some(m));
        }
    }
    best.1
}

fn alpha_beta<P: SearchPosition>(
    board: &P,
    depth: u32,
    ply: i32,
    mut alpha: i32,
    beta: i32,
    material: &impl Fn(&P) -> i32,
) -> i32 {
    if let Some(outcome) = board.outcome() {
        return match outcome.winner {
            Some(winner) if winner == board.turn() => WIN - ply,
            Some(_) => ply - WIN,
            None => 0,
        };
    }
    if depth == 0 {
        return material(board);
    }
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves.sort_by_key(|&m| !board.is_capture(m));
    for m in moves {
        let next = board.after_unchecked(m);
        let value = -alpha_beta(&next, depth - 1, ply + 1, -beta, -alpha, material);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The frozen player at a table: its moves by [`material_move`], its setup by [`GreedyRandom`].
#[derive(Clone, Debug)]
pub struct MaterialPlayer {
    seed: u64,
    setup: GreedyRandom,
}

impl MaterialPlayer {
    /// A player; `seed` varies its choice among equal moves.
    pub const fn new(seed: u64) -> Self {
        Self { seed, setup: GreedyRandom::new(seed) }
    }
}

impl Player for MaterialPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let text = move_text(scene, self.seed);
        match text.filter(|text| scene.choices.iter().any(|choice| choice.text == *text)) {
            Some(text) => Ok(Choice::plain(text)),
            None => self.setup.choose(scene, frames, limit, stop),
        }
    }

    fn accepts_draw(&mut self, _: &Scene, _: &[Frame]) -> bool {
        false
    }
}

/// The move of [`material_move`] in strict notation; `None` during the setup, and in games that
/// are not open games of two seats without dice.
fn move_text(scene: &Scene, seed: u64) -> Option<String> {
    let text = &scene.frame.position;
    engine_game::open(scene.game, &scene.options, Some(text)).ok()?.material_move(seed)
}

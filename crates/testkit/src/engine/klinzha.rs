//! What several tests and examples need: random positions, classified by the rules alone.

use heterodox_engine::{Player, SearchLimit, SplitMix64};
use heterodox_rules::klinzha::{Move, Position, QUICK_STARTS, quick_start};
use heterodox_rules::{Scene, Setting, Table, Viewer, open};
use std::sync::atomic::AtomicBool;

/// The legal moves of a position.
pub fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// Whether the side to move can capture the enemy Goal, tried move by move.
pub fn can_take_goal(position: &Position) -> bool {
    legal(position).into_iter().any(|m| position.after_unchecked(m).goal_captor().is_some())
}

/// The moves after which the mover's Goal cannot be captured. `None` unless the Goal is attacked,
/// can be saved, and the enemy's cannot be captured instead.
pub fn saving_moves(position: &Position) -> Option<Vec<Move>> {
    if can_take_goal(position) || !can_take_goal(&position.passed()) {
        return None;
    }
    let moves = legal(position);
    let saving: Vec<Move> =
        moves.iter().copied().filter(|&m| !can_take_goal(&position.after_unchecked(m))).collect();
    (!saving.is_empty() && saving.len() < moves.len()).then_some(saving)
}

/// A position after up to `most` random plies from a quick start, not yet over.
pub fn random_position(random: &mut SplitMix64, most: usize) -> Position {
    let name = random.pick(&QUICK_STARTS).expect("there are quick starts");
    let mut position = quick_start(name).expect("quick starts have positions");
    for _ in 0..random.below(most + 1) {
        let moves = legal(&position);
        let Some(&m) = random.pick(&moves) else { break };
        let next = position.after_unchecked(m);
        if next.winner().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Random positions in which the mover's Goal is attacked and can be saved, with the moves that
/// save it.
pub fn threatened(seed: u64) -> impl Iterator<Item = (Position, Vec<Move>)> {
    let mut random = SplitMix64::new(seed);
    std::iter::from_fn(move || Some(random_position(&mut random, 60)))
        .filter_map(|position| saving_moves(&position).map(|saving| (position, saving)))
}

/// A table with this position.
pub fn table_at(position: &str) -> Table {
    open("klinzha", &Setting::position(position)).expect("a possible position")
}

/// The scene of the seat to act.
pub fn acting_scene(table: &Table) -> Scene {
    let seat = *table.scene(Viewer::Public).to_act.first().expect("a seat is to act");
    table.scene(Viewer::Seat(seat))
}

/// The choice of a player at a table.
pub fn answer(
    player: &mut dyn Player,
    table: &Table,
    limit: SearchLimit,
) -> heterodox_engine::Choice {
    let scene = acting_scene(table);
    player
        .choose(&scene, &table.frames(scene.viewer), &limit, &AtomicBool::new(false))
        .expect("an answer")
}

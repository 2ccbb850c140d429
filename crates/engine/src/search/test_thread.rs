//! A search thread for tests of its parts.

use super::SearchRequest;
use super::eval_cache::EvalCache;
use super::histories::Histories;
use super::limits::Deadline;
use super::node::SearchThread;
use super::transposition::TranspositionTable;
use crate::engine_game::EngineGame;
use crate::grand_chess::{GrandChess, GrandChessEvaluation};
use crate::{SearchLimit, SplitMix64};
use heterodox_rules::SearchPosition;
use heterodox_rules::grand_chess::{CLASSIC_START, Position};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Plays a random game of Grand Chess of at most `plies` plies and calls `visit` with each position
/// that is not over and its number of plies.
pub(super) fn random_game(
    random: &mut SplitMix64,
    plies: usize,
    mut visit: impl FnMut(&Position, usize),
) {
    let mut position: Position = CLASSIC_START.parse().expect("a position");
    let mut moves = Vec::new();
    for ply in 0..plies {
        moves.clear();
        position.moves(&mut moves);
        let Some(&m) = random.pick(&moves) else { break };
        if position.outcome().is_some() {
            break;
        }
        visit(&position, ply);
        position.play_unchecked(m);
    }
}

/// Runs `test` with a thread that searches a position of Grand Chess with the game's settings,
/// without a table.
pub(super) fn with_thread<T>(
    position: &Position,
    test: impl FnOnce(&mut SearchThread<'_, Position, GrandChessEvaluation>) -> T,
) -> T {
    let evaluator = GrandChessEvaluation::new(position.piece_set());
    let table = TranspositionTable::new(0, false).expect("no memory needed");
    let stop = AtomicBool::new(false);
    let deadline = Deadline::new(Instant::now(), &SearchLimit::default(), &stop);
    let request = SearchRequest::new(position, SearchLimit::nodes(1));
    let (histories, cache) = (Histories::new(), EvalCache::new());
    let settings = GrandChess::settings();
    let mut thread =
        SearchThread::new(&request, &evaluator, settings, &table, &deadline, histories, cache);
    test(&mut thread)
}

//! A search thread for tests of its parts.

use super::SearchRequest;
use super::eval_cache::EvalCache;
use super::histories::Histories;
use super::limits::Deadline;
use super::node::SearchThread;
use super::transposition::TranspositionTable;
use crate::SearchLimit;
use crate::engine_game::EngineGame;
use crate::grand_chess::{GrandChess, GrandChessEvaluation};
use heterodox_rules::grand_chess::Position;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

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

//! Reports of games: searches every position of a game and marks bad moves.

use super::request::{ReportPositions, is_over};
use super::win_probability::{self, Mark};
use super::{AnalysisUpdate, NODES_PER_PLY, Reason};
use crate::pool::Job;
use heterodox_engine::engine_game::{EnginePosition, SearchJob};
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::Seat;
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::UnboundedSender;

/// The size of the transposition table per position, in MiB: [`NODES_PER_PLY`] do not fill it.
const TABLE: usize = 4;

/// The engine's evaluation of a position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PlyText {
    /// The number of plies before the position.
    ply: usize,
    /// From seat 0's side. A game that is over is won or lost in 0.
    score: Score,
    /// The best move as records write it; `None` if the game is over.
    best: Option<String>,
    /// The principal variation, the best move first.
    pv: Vec<String>,
    /// The mark of the move that led to this position.
    mark: Option<Mark>,
}

/// A position that was searched.
struct Judged {
    /// From seat 0's side.
    score: Score,
    pv: Vec<String>,
}

/// The job of a report. It yields to queued jobs after every position.
pub(super) fn work(course: ReportPositions, tell: UnboundedSender<AnalysisUpdate>) -> Job {
    go_on(course, 0, None, tell)
}

fn go_on(
    course: ReportPositions,
    first: usize,
    mut before: Option<Judged>,
    tell: UnboundedSender<AnalysisUpdate>,
) -> Job {
    Job::new(move |context| {
        // If the receiver is gone, the job was stopped too.
        let say = |news| drop(tell.send(news));
        for ply in first..course.positions.len() {
            let board = course.positions[ply].as_ref();
            let judged = judge(board, context.stop);
            if context.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mark = before.as_ref().and_then(|before| {
                mark(course.positions[ply - 1].as_ref(), before, board, judged.score)
            });
            let (score, pv) = (judged.score, board.record_notation(&judged.pv));
            let best = pv.first().cloned();
            say(AnalysisUpdate::Ply(PlyText { ply, score, best, pv, mark }));
            before = Some(judged);
            if context.has_queued_jobs() && ply + 1 < course.positions.len() {
                return Some(go_on(course, ply + 1, before, tell));
            }
        }
        say(AnalysisUpdate::Done(Reason::Limit));
        None
    })
}

/// The score of a position from seat 0's side, with the principal variation.
fn judge(board: &dyn EnginePosition, stop: &AtomicBool) -> Judged {
    if let Some(outcome) = board.outcome() {
        let score = match outcome.winner {
            Some(winner) if winner == Seat::new(0) => Score::WinIn(0),
            Some(_) => Score::LossIn(0),
            None => Score::Centi(0),
        };
        return Judged { score, pv: Vec::new() };
    }
    let job = SearchJob { table_mib: TABLE, ..SearchJob::new(SearchLimit::nodes(NODES_PER_PLY)) };
    match board.search(&job, stop, &mut |_| {}) {
        Some(report) => {
            let score = of_seat_0(report.score, board.turn());
            Judged { score, pv: report.pv }
        }
        // No legal move, and no result from the position alone.
        None => Judged { score: Score::Centi(0), pv: Vec::new() },
    }
}

fn of_seat_0(score: Score, turn: Seat) -> Score {
    if turn == Seat::new(0) { score } else { score.reversed() }
}

/// The mark of the move from one position to the next. The best move of the search has no mark,
/// even if the deeper look at its successor makes it worse. An only move has none either.
fn mark(
    from: &dyn EnginePosition,
    before: &Judged,
    to: &dyn EnginePosition,
    after: Score,
) -> Option<Mark> {
    let mut best = from.boxed_clone();
    let is_best = before
        .pv
        .first()
        .is_some_and(|text| best.play(text).is_ok() && best.position() == to.position());
    if is_best || is_over(from) || from.legal_moves().len() == 1 {
        return None;
    }
    let mover = from.turn();
    let chance = |score| win_probability::of(from.game(), of_seat_0(score, mover));
    Mark::of(chance(before.score) - chance(after))
}

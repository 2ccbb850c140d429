//! Reports of games: searches every position of a game and marks bad moves.

use super::request::{ReportPositions, is_over};
use super::{AnalysisUpdate, NODES_PER_PLY, win_probability};
use crate::pool::Job;
use heterodox_engine::engine_game::{EnginePosition, SearchJob};
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::Seat;
use heterodox_wire::{EndOfAnalysis, Mark, PlyReport};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::UnboundedSender;

/// The size of the transposition table per position, in MiB: [`NODES_PER_PLY`] do not fill it.
const TABLE_MIB: usize = 4;

/// A position that was searched.
struct Evaluation {
    /// From seat 0's side.
    score: Score,
    pv: Vec<String>,
}

/// The job of a report. It yields to queued jobs after every position.
pub(super) fn job(game: ReportPositions, sender: UnboundedSender<AnalysisUpdate>) -> Job {
    report_from(game, 0, None, sender)
}

fn report_from(
    game: ReportPositions,
    first: usize,
    mut previous: Option<Evaluation>,
    sender: UnboundedSender<AnalysisUpdate>,
) -> Job {
    Job::new(move |context| {
        // If the receiver is gone, the job was stopped too.
        let send = |update| drop(sender.send(update));
        for ply in first..game.positions.len() {
            let position = game.positions[ply].as_ref();
            let evaluation = evaluate(position, context.stop);
            if context.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mark = previous.as_ref().and_then(|previous| {
                mark(game.positions[ply - 1].as_ref(), previous, position, evaluation.score)
            });
            let (score, pv) = (evaluation.score, position.record_notation(&evaluation.pv));
            let best = pv.first().cloned();
            let best_cells = match evaluation.pv.get(..1) {
                Some(first) => position.cells(first).pop().unwrap_or_default(),
                None => Vec::new(),
            };
            send(AnalysisUpdate::Ply(PlyReport { ply, score, best, best_cells, pv, mark }));
            previous = Some(evaluation);
            if context.has_queued_jobs() && ply + 1 < game.positions.len() {
                return Some(report_from(game, ply + 1, previous, sender));
            }
        }
        send(AnalysisUpdate::Done(EndOfAnalysis::Limit));
        None
    })
}

/// The score of a position from seat 0's side, with the principal variation.
fn evaluate(position: &dyn EnginePosition, stop: &AtomicBool) -> Evaluation {
    if let Some(outcome) = position.outcome() {
        let score = match outcome.winner {
            Some(winner) if winner == Seat::new(0) => Score::WinIn(0),
            Some(_) => Score::LossIn(0),
            None => Score::Centi(0),
        };
        return Evaluation { score, pv: Vec::new() };
    }
    let job =
        SearchJob { table_mib: TABLE_MIB, ..SearchJob::new(SearchLimit::nodes(NODES_PER_PLY)) };
    match position.search(&job, stop, &mut |_| {}) {
        Some(report) => {
            let score = of_seat_0(report.score, position.turn());
            Evaluation { score, pv: report.pv }
        }
        // No legal move, and no result from the position alone.
        None => Evaluation { score: Score::Centi(0), pv: Vec::new() },
    }
}

fn of_seat_0(score: Score, turn: Seat) -> Score {
    if turn == Seat::new(0) { score } else { score.reversed() }
}

/// The mark of the move from one position to the next. The best move of the search has no mark,
/// even if the deeper look at its successor makes it worse. An only move has none either.
fn mark(
    from: &dyn EnginePosition,
    previous: &Evaluation,
    to: &dyn EnginePosition,
    after: Score,
) -> Option<Mark> {
    let mut best = from.boxed_clone();
    let is_best = previous
        .pv
        .first()
        .is_some_and(|text| best.play(text).is_ok() && best.position() == to.position());
    if is_best || is_over(from) || from.legal_moves().len() == 1 {
        return None;
    }
    let mover = from.turn();
    let chance = |score| win_probability::of(from.game(), of_seat_0(score, mover));
    win_probability::mark(chance(previous.score) - chance(after))
}

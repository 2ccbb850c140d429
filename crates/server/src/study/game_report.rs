//! Reports of games: searches every position of a game and marks bad moves.

use super::request::{ReportPositions, is_legal, is_over};
use super::{AnalysisUpdate, NODES_PER_PLY, win_probability};
use crate::pool::{Job, JobContext, Remote, Verdict};
use heterodox_engine::engine_game::{EnginePosition, SearchJob};
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::Seat;
use heterodox_wire::{
    EndOfAnalysis, Evaluation, Mark, PlyReport, ReportRequest, WorkerAnswer, WorkerTask,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::UnboundedSender;

/// The size of the transposition table per position, in MiB: [`NODES_PER_PLY`] do not fill it.
const TABLE_MIB: usize = 4;

/// A report in the making.
struct Report {
    game: ReportPositions,
    /// The position to search next.
    next: usize,
    /// The evaluation of the position before it.
    previous: Option<Evaluation>,
    sender: UnboundedSender<AnalysisUpdate>,
}

impl Report {
    /// Sends the evaluation of the next position.
    fn tell(&mut self, evaluation: Evaluation) {
        let ply = self.next;
        let position = self.game.positions[ply].as_ref();
        let mark = self.previous.as_ref().and_then(|previous| {
            mark(self.game.positions[ply - 1].as_ref(), previous, position, evaluation.score)
        });
        let (score, pv) = (evaluation.score, position.record_notation(&evaluation.pv));
        let best = pv.first().cloned();
        let best_cells = match evaluation.pv.get(..1) {
            Some(first) => position.cells(first).pop().unwrap_or_default(),
            None => Vec::new(),
        };
        self.send(AnalysisUpdate::Ply(PlyReport { ply, score, best, best_cells, pv, mark }));
        self.previous = Some(evaluation);
        self.next += 1;
    }

    fn send(&self, update: AnalysisUpdate) {
        // If the receiver is gone, the job was stopped too.
        let _ = self.sender.send(update);
    }

    fn is_complete(&self) -> bool {
        self.next >= self.game.positions.len()
    }

    /// Sends the end, if this is it.
    fn end(&self) {
        if self.is_complete() {
            self.send(AnalysisUpdate::Done(EndOfAnalysis::Limit));
        }
    }
}

/// The job of a report. It yields to queued jobs after every position.
pub(super) fn job(game: ReportPositions, sender: UnboundedSender<AnalysisUpdate>) -> Job {
    let request = game.request.clone();
    let report = Report { game, next: 0, previous: None, sender };
    next_positions(Arc::new(RemoteReport { request, report: Mutex::new(report) }))
}

fn next_positions(shared: Arc<RemoteReport>) -> Job {
    let remote = shared.clone();
    let here = Job::new(move |context| {
        let mut report = shared.report();
        while !report.is_complete() {
            let evaluation = evaluate(report.game.positions[report.next].as_ref(), context.stop);
            if context.stop.load(Ordering::Relaxed) {
                return None;
            }
            report.tell(evaluation);
            if context.has_queued_jobs() && !report.is_complete() {
                drop(report);
                return Some(next_positions(shared));
            }
        }
        report.end();
        None
    });
    here.or_elsewhere(remote)
}

/// A report that a thread and workers on other machines make, one after the other.
struct RemoteReport {
    request: ReportRequest,
    report: Mutex<Report>,
}

impl RemoteReport {
    fn report(&self) -> MutexGuard<'_, Report> {
        // A panic of the engine leaves the report as it was.
        self.report.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Remote for RemoteReport {
    fn game(&self) -> &str {
        &self.request.game
    }

    fn task(&self, _: &JobContext<'_>) -> WorkerTask {
        WorkerTask::Report { first: self.report().next, request: self.request.clone() }
    }

    fn accept(&self, answer: WorkerAnswer) -> Verdict {
        let WorkerAnswer::Evaluated(positions) = answer else { return Verdict::Wrong };
        let mut report = self.report();
        let rest = &report.game.positions[report.next..];
        let is_right = (1..=rest.len()).contains(&positions.len())
            && positions.iter().zip(rest).all(|(evaluation, position)| {
                let position = position.as_ref();
                evaluation.pv.is_empty() == is_over(position) && is_legal(position, &evaluation.pv)
            });
        if !is_right {
            return Verdict::Wrong;
        }
        for evaluation in positions {
            report.tell(evaluation);
        }
        report.end();
        if report.is_complete() { Verdict::Done } else { Verdict::GoOn }
    }
}

/// The score of a position from seat 0's side, with the principal variation.
pub(crate) fn evaluate(position: &dyn EnginePosition, stop: &AtomicBool) -> Evaluation {
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

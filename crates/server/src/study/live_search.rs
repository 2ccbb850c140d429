//! Live search: one position, with iterative deepening until it is stopped.

use super::request::{SearchPosition, is_legal};
use super::{AnalysisUpdate, MAX_NODES};
use crate::pool::{Job, JobContext, Remote, Verdict};
use heterodox_engine::engine_game::{EnginePosition, SearchJob, SearchReport};
use heterodox_engine::{Score, SearchLimit};
use heterodox_wire::{
    AnalysisLine, EndOfAnalysis, FoundLines, LiveSearchRequest, SearchUpdate, WorkerAnswer,
    WorkerTask,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// The size of the transposition table, in MiB.
const TABLE_MIB: usize = 64;

/// The job of a live search.
pub(super) fn job(search: SearchPosition, sender: UnboundedSender<AnalysisUpdate>) -> Job {
    let SearchPosition { position, request, .. } = search;
    let remote = RemoteSearch {
        position: Mutex::new(position.boxed_clone()),
        request: request.clone(),
        sender: sender.clone(),
    };
    let here = Job::new(move |context| {
        // If the receiver is gone, the search was stopped too.
        let send = |update| drop(sender.send(update));
        let last = run(position.as_ref(), request.lines, context.stop, &mut |lines| {
            send(AnalysisUpdate::Found(found(position.as_ref(), lines)));
        });
        if !context.stop.load(Ordering::Relaxed) {
            send(AnalysisUpdate::Done(last.map_or(EndOfAnalysis::Over, |last| ended(&last))));
        }
        None
    });
    here.or_elsewhere(Arc::new(remote))
}

/// Searches a position until it is stopped, and reports each iteration. Returns the last one;
/// `None` if there is no legal move.
pub(crate) fn run(
    position: &dyn EnginePosition,
    lines: usize,
    stop: &AtomicBool,
    on_iteration: &mut dyn FnMut(&FoundLines),
) -> Option<FoundLines> {
    let begun = Instant::now();
    let job = SearchJob {
        multi_pv: lines,
        table_mib: TABLE_MIB,
        ..SearchJob::new(SearchLimit::nodes(MAX_NODES))
    };
    let last = position.search(&job, stop, &mut |report| {
        on_iteration(&lines_of(report, begun.elapsed()));
    });
    last.map(|report| FoundLines { is_last: true, ..lines_of(&report, begun.elapsed()) })
}

fn lines_of(report: &SearchReport, time: Duration) -> FoundLines {
    FoundLines {
        depth: report.depth,
        selective_depth: report.seldepth,
        nodes: report.nodes,
        time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        lines: report.lines.clone(),
        is_last: false,
    }
}

/// Why a search ended that was not stopped.
fn ended(last: &FoundLines) -> EndOfAnalysis {
    match last.lines.first() {
        Some((Score::WinIn(_) | Score::LossIn(_), _)) => EndOfAnalysis::Decided,
        Some((Score::Centi(_), _)) | None => EndOfAnalysis::Limit,
    }
}

fn found(position: &dyn EnginePosition, found: &FoundLines) -> SearchUpdate {
    let line = |(score, pv): &(Score, Vec<String>)| AnalysisLine {
        score: *score,
        cells: position.cells(pv),
        pv: position.record_notation(pv),
    };
    let micros = found.time_us.max(1);
    SearchUpdate {
        turn: position.turn(),
        depth: found.depth,
        selective_depth: found.selective_depth,
        nodes: found.nodes,
        nps: found.nodes.saturating_mul(1_000_000) / micros,
        time_ms: micros / 1000,
        lines: found.lines.iter().map(line).collect(),
    }
}

/// A live search by a worker on another machine.
struct RemoteSearch {
    position: Mutex<Box<dyn EnginePosition>>,
    request: LiveSearchRequest,
    sender: UnboundedSender<AnalysisUpdate>,
}

impl Remote for RemoteSearch {
    fn game(&self) -> &str {
        &self.request.game
    }

    fn task(&self, _: &JobContext<'_>) -> WorkerTask {
        WorkerTask::Search(self.request.clone())
    }

    fn accept(&self, answer: WorkerAnswer) -> Verdict {
        let WorkerAnswer::Found(lines) = answer else { return Verdict::Wrong };
        let position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        let is_right = (1..=self.request.lines).contains(&lines.lines.len())
            && lines.lines.iter().all(|(_, pv)| is_legal(position.as_ref(), pv));
        if !is_right {
            return Verdict::Wrong;
        }
        let send = |update| drop(self.sender.send(update));
        send(AnalysisUpdate::Found(found(position.as_ref(), &lines)));
        if !lines.is_last {
            return Verdict::GoOn;
        }
        send(AnalysisUpdate::Done(ended(&lines)));
        Verdict::Done
    }
}

//! Live search: one position, with iterative deepening until it is stopped.

use super::request::SearchPosition;
use super::{AnalysisUpdate, MAX_NODES};
use crate::pool::Job;
use heterodox_engine::engine_game::{EnginePosition, SearchJob, SearchReport};
use heterodox_engine::{Score, SearchLimit};
use heterodox_wire::{AnalysisLine, EndOfAnalysis, SearchUpdate};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// The size of the transposition table, in MiB.
const TABLE_MIB: usize = 64;

/// The job of a live search.
pub(super) fn job(position: SearchPosition, sender: UnboundedSender<AnalysisUpdate>) -> Job {
    Job::new(move |context| {
        let SearchPosition { position, lines, .. } = position;
        let begun = Instant::now();
        let job = SearchJob {
            multi_pv: lines,
            table_mib: TABLE_MIB,
            ..SearchJob::new(SearchLimit::nodes(MAX_NODES))
        };
        // If the receiver is gone, the search was stopped too.
        let send = |update| drop(sender.send(update));
        let report = position.search(&job, context.stop, &mut |report| {
            send(AnalysisUpdate::Found(found(position.as_ref(), report, begun.elapsed())));
        });
        if !context.stop.load(Ordering::Relaxed) {
            send(AnalysisUpdate::Done(report.map_or(EndOfAnalysis::Over, |report| ended(&report))));
        }
        None
    })
}

/// Why a search ended that was not stopped.
fn ended(report: &SearchReport) -> EndOfAnalysis {
    match report.score {
        Score::Centi(_) => EndOfAnalysis::Limit,
        Score::WinIn(_) | Score::LossIn(_) => EndOfAnalysis::Decided,
    }
}

fn found(position: &dyn EnginePosition, report: &SearchReport, time: Duration) -> SearchUpdate {
    let line = |(score, pv): &(Score, Vec<String>)| AnalysisLine {
        score: *score,
        cells: position.cells(pv),
        pv: position.record_notation(pv),
    };
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    SearchUpdate {
        turn: position.turn(),
        depth: report.depth,
        selective_depth: report.seldepth,
        nodes: report.nodes,
        nps: report.nodes.saturating_mul(1_000_000) / micros,
        time_ms: micros / 1000,
        lines: report.lines.iter().map(line).collect(),
    }
}

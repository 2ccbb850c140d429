//! One position, deeper and deeper until somebody stops it.

use super::request::Position;
use super::{AnalysisUpdate, MOST_NODES, Reason};
use crate::pool::Work;
use heterodox_engine::engine_game::{EnginePosition, SearchJob, SearchReport};
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::Seat;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// The size of a look's table, in MiB.
const TABLE: usize = 64;

/// What a completed iteration has found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SearchUpdate {
    turn: Seat,
    depth: u32,
    selective_depth: u32,
    nodes: u64,
    nps: u64,
    time_ms: u64,
    lines: Vec<Line>,
}

/// One of the best moves with what is expected to follow.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Line {
    /// From the sight of the seat to move.
    score: Score,
    /// As records write it.
    pv: Vec<String>,
    /// From and to of each move.
    cells: Vec<Vec<&'static str>>,
}

/// The work of a look.
pub(super) fn work(position: Position, tell: UnboundedSender<AnalysisUpdate>) -> Work {
    Work::new(move |turn| {
        let Position { board, lines } = position;
        let begun = Instant::now();
        let job = SearchJob {
            multi_pv: lines,
            table_mib: TABLE,
            ..SearchJob::new(SearchLimit::nodes(MOST_NODES))
        };
        // Who listens no more has stopped the search as well.
        let say = |news| drop(tell.send(news));
        let report = board.search(&job, turn.stop, &mut |report| {
            say(AnalysisUpdate::Found(found(board.as_ref(), report, begun.elapsed())));
        });
        if !turn.stop.load(Ordering::Relaxed) {
            say(AnalysisUpdate::Done(report.map_or(Reason::Over, |report| ended(&report))));
        }
        None
    })
}

/// Why a search has ended that nobody has stopped.
fn ended(report: &SearchReport) -> Reason {
    match report.score {
        Score::Centi(_) => Reason::Limit,
        Score::WinIn(_) | Score::LossIn(_) => Reason::Decided,
    }
}

fn found(board: &dyn EnginePosition, report: &SearchReport, time: Duration) -> SearchUpdate {
    let line = |(score, pv): &(Score, Vec<String>)| Line {
        score: *score,
        cells: board.cells(pv),
        pv: board.record_notation(pv),
    };
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    SearchUpdate {
        turn: board.turn(),
        depth: report.depth,
        selective_depth: report.seldepth,
        nodes: report.nodes,
        nps: report.nodes.saturating_mul(1_000_000) / micros,
        time_ms: micros / 1000,
        lines: report.lines.iter().map(line).collect(),
    }
}

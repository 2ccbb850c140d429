//! One position, deeper and deeper until somebody stops it.

use super::request::Position;
use super::{MOST_NODES, News, Reason};
use crate::pool::Work;
use heterodox_engine::engine_game::{Desk, Job, Report};
use heterodox_engine::{Budget, Score};
use heterodox_rules::Seat;
use serde::Serialize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;

/// The size of a look's table, in MiB.
const TABLE: usize = 64;

/// What a completed iteration has found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Found {
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
pub(super) fn work(position: Position, tell: UnboundedSender<News>) -> Work {
    Work::new(move |turn| {
        let Position { desk, lines } = position;
        let begun = Instant::now();
        let job = Job { lines, table_mib: TABLE, ..Job::new(Budget::nodes(MOST_NODES)) };
        // Who listens no more has stopped the search as well.
        let say = |news| drop(tell.send(news));
        let report = desk.search(&job, turn.stop, &mut |report| {
            say(News::Found(found(desk.as_ref(), report, begun.elapsed())));
        });
        if !turn.stop.load(Ordering::Relaxed) {
            say(News::Done(report.map_or(Reason::Over, |report| ended(&report))));
        }
        None
    })
}

/// Why a search has ended that nobody has stopped.
fn ended(report: &Report) -> Reason {
    match report.score {
        Score::Centi(_) => Reason::Limit,
        Score::WinIn(_) | Score::LossIn(_) => Reason::Decided,
    }
}

fn found(desk: &dyn Desk, report: &Report, time: Duration) -> Found {
    let line = |(score, pv): &(Score, Vec<String>)| Line {
        score: *score,
        cells: desk.cells(pv),
        pv: desk.recorded(pv),
    };
    let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1);
    Found {
        turn: desk.turn(),
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        nps: report.nodes.saturating_mul(1_000_000) / micros,
        time_ms: micros / 1000,
        lines: report.lines.iter().map(line).collect(),
    }
}

//! Formats the results of a search as UCI output.

use super::variant::without_spaces;
use heterodox_engine::Score;
use heterodox_engine::engine_game::{EnginePosition, SearchReport};
use std::time::Duration;

/// Returns an `info` line for each principal variation. With `wins_only` (`go mate`) the lines have
/// no score unless a mate was found.
pub(super) fn information(report: &SearchReport, elapsed: Duration, wins_only: bool) -> String {
    let micros = elapsed.as_micros().max(1);
    let work = format!(
        "nodes {} nps {} hashfull {} time {}",
        report.nodes,
        u128::from(report.nodes) * 1_000_000 / micros,
        report.hashfull,
        elapsed.as_millis()
    );
    let depths = format!("info depth {} seldepth {}", report.depth, report.seldepth);
    let first = [(report.score, report.pv.clone())];
    let lines = match report.lines.as_slice() {
        [] if wins_only => return format!("{depths} {work}"),
        [] => &first,
        lines => lines,
    };
    let each = lines.iter().enumerate().map(|(index, (score, pv))| {
        let pv: Vec<String> = pv.iter().map(|text| without_spaces(text)).collect();
        let (number, score, pv) = (index + 1, uci_score(*score), pv.join(" "));
        format!("{depths} multipv {number} score {score} {work} pv {pv}")
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Returns the `bestmove` line.
pub(super) fn best_move(report: &SearchReport) -> String {
    let best = without_spaces(&report.chosen);
    let reply = report.pv.get(1).filter(|_| report.pv.first() == Some(&report.chosen));
    let ponder = reply.map_or(String::new(), |reply| format!(" ponder {}", without_spaces(reply)));
    format!("bestmove {best}{ponder}")
}

/// Returns the last lines of a search if the game is over.
pub(super) fn no_move(board: &dyn EnginePosition) -> String {
    let winner = board.outcome().and_then(|outcome| outcome.winner);
    let lost = winner.is_some_and(|winner| winner != board.turn());
    let score = if lost { "mate 0" } else { "cp 0" };
    format!("info depth 0 score {score}\nbestmove (none)")
}

/// Formats a score. UCI counts mates in moves, not plies.
fn uci_score(score: Score) -> String {
    match score {
        Score::Centi(value) => format!("cp {value}"),
        Score::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

//! `heterodox bench`: a fixed search over fixed positions, to see whether and how fast the engine still searches the
//! same.

use crate::checksum::Checksum;
use crate::output::{self, Output};
use anyhow::{Result, anyhow, bail};
use clap::{Args, value_parser};
use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::{Level, SearchLimit};
use heterodox_rules::Options;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The positions of each game; each file says where they are from.
const POSITIONS: [(&str, &str); 3] = [
    ("klinzha", include_str!("../../bench/klinzha.txt")),
    ("grand-chess", include_str!("../../bench/grand-chess.txt")),
    ("kaleidochess", include_str!("../../bench/kaleidochess.txt")),
];

/// Nodes for each position when nobody says.
const NODES: u64 = 100_000;

/// Search fixed positions and print nodes, speed and a checksum
///
/// The checksum is that of what every search found: depth, nodes, score and expected course. It depends neither on the
/// machine nor on its speed, and changes whenever the engine searches or judges otherwise; with several threads it says nothing. With
/// --depth the last figure of a game is the time to that depth, the geometric mean over its positions.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox bench
  heterodox bench --game klinzha --depth 6 --json
  heterodox bench --game klinzha --depth 8 --threads 2")]
pub(crate) struct BenchArgs {
    /// Only this game; may be given several times
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,

    /// Search each position to this depth
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// Search each position with so many nodes (100000)
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u64).range(1..=4096))]
    hash: u64,

    /// Search with so many threads; only one finds the same every time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=64))]
    threads: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What the bench has found.
#[derive(Serialize)]
struct Bench {
    limit: String,
    threads: u64,
    games: Vec<Game>,
    nodes: u64,
    seconds: f64,
    nps: u64,
    checksum: String,
}

/// The same for one game.
#[derive(Serialize)]
struct Game {
    #[serde(rename = "game")]
    id: &'static str,
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// The geometric mean of what each position took.
    typical_seconds: f64,
    nps: u64,
    checksum: String,
}

fn speed(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let budget = match args.depth {
        Some(depth) => SearchLimit::depth(depth),
        None => SearchLimit::nodes(args.nodes.unwrap_or(NODES)),
    };
    let known: Vec<&str> = POSITIONS.iter().map(|(game, _)| *game).collect();
    if let Some(other) = args.games.iter().find(|game| !known.contains(&game.as_str())) {
        bail!("--game '{}': expected one of: {}", output::quote(other), known.join(", "));
    }
    let wanted = |game: &str| args.games.is_empty() || args.games.iter().any(|name| name == game);
    let mut bench = Bench {
        limit: match args.depth {
            Some(depth) => format!("depth {depth}"),
            None => format!("nodes {}", args.nodes.unwrap_or(NODES)),
        },
        threads: args.threads,
        games: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        nps: 0,
        checksum: String::new(),
    };
    let mut sum = Checksum::new();
    let mut all = Duration::ZERO;
    for (game, file) in POSITIONS.into_iter().filter(|(game, _)| wanted(game)) {
        let (found, time) = one_game(game, file, budget, args)?;
        sum.add(found.checksum.as_bytes());
        bench.nodes += found.nodes;
        all += time;
        bench.games.push(found);
    }
    bench.seconds = all.as_secs_f64();
    bench.nps = speed(bench.nodes, all);
    bench.checksum = sum.text();
    if args.json { output::json(&bench) } else { words(&bench) }
}

/// Searches the positions of a game one after the other, each with a table of its own.
fn one_game(
    game: &'static str,
    file: &str,
    budget: SearchLimit,
    args: &BenchArgs,
) -> Result<(Game, Duration)> {
    let mut sum = Checksum::new();
    let (mut nodes, mut times) = (0, Vec::new());
    let (table_mib, threads) = (args.hash as usize, args.threads as usize);
    for position in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let board = engine_game::open(game, &Options::default(), Some(position))
            .map_err(|why| anyhow!(why))?;
        let job = SearchJob { table_mib, threads, level: Level::FULL, ..SearchJob::new(budget) };
        let begin = Instant::now();
        let found = board.search(&job, &AtomicBool::new(false), &mut |_| {});
        times.push(begin.elapsed());
        let Some(found) = found else { continue };
        nodes += found.nodes;
        let line = format!(
            "{} {} {} {}\n",
            found.depth,
            found.nodes,
            found.score.rank(),
            found.pv.join(" ")
        );
        sum.add(line.as_bytes());
    }
    let time = times.iter().sum();
    let game = Game {
        id: game,
        positions: times.len(),
        nodes,
        seconds: Duration::as_secs_f64(&time),
        typical_seconds: geometric_mean(&times),
        nps: speed(nodes, time),
        checksum: sum.text(),
    };
    Ok((game, time))
}

/// A few positions that take long count no more than the others.
fn geometric_mean(times: &[Duration]) -> f64 {
    let logarithms: f64 = times.iter().map(|time| time.as_secs_f64().max(1e-6).ln()).sum();
    (logarithms / times.len().max(1) as f64).exp()
}

fn words(bench: &Bench) -> Result<()> {
    let mut output = Output::default();
    for game in &bench.games {
        output.line(format!(
            "{:12} {:2} positions  {:>10} nodes  {:>7.2} s  {:>8} nodes/s  {}  {:.4} s",
            game.id,
            game.positions,
            game.nodes,
            game.seconds,
            game.nps,
            game.checksum,
            game.typical_seconds
        ));
    }
    output.line(format!(
        "{:12} {}  {} nodes, {:.2} s, {} nodes/s",
        "all", bench.limit, bench.nodes, bench.seconds, bench.nps
    ));
    output.line(format!("checksum: {}", bench.checksum));
    output.write()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one_and_is_there_once() {
        for (game, file) in POSITIONS {
            assert!(file.starts_with("# "), "{game}: the file says where the positions are from");
            let lines = file.lines().filter(|line| !line.starts_with('#'));
            let mut positions: Vec<&str> = lines.collect();
            assert!((10..=20).contains(&positions.len()), "{game}");
            for position in &positions {
                let board =
                    engine_game::open(game, &Options::default(), Some(position)).expect(position);
                assert!(board.outcome().is_none() && !board.legal_moves().is_empty(), "{position}");
            }
            positions.sort_unstable();
            positions.dedup();
            assert!(positions.len() >= 10, "{game}");
        }
    }
}

//! `heterodox bench`: searches fixed positions, to compare the speed and the results of two
//! versions of the engine.

use crate::checksum::Checksum;
use crate::games;
use crate::output::{self, Output};
use anyhow::{Result, anyhow, bail};
use clap::{Args, value_parser};
use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::{Level, SearchLimit};
use heterodox_rules::Options;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The default limit for each position, in nodes.
const DEFAULT_NODES: u64 = 100_000;

/// Search fixed positions and print nodes, speed and a checksum
///
/// Searches 12 or 13 positions of each game, from the opening to the endgame, with an empty hash
/// table for each position. The checksum covers depth, nodes, score and principal variation of
/// every search. It does not depend on the machine or its speed, and changes when the search or the
/// evaluation changes. With several threads the checksum is random. The last number in the line of
/// a game is the time for a position, as geometric mean; with --depth it is the time to that depth.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox bench
  heterodox bench --game klinzha --depth 6 --json
  heterodox bench --game klinzha --depth 8 --threads 2")]
pub(crate) struct BenchArgs {
    /// Search the positions of this game only; may be given several times
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,

    /// Search each position to this depth
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// Search N nodes for each position [default: 100000]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u64).range(1..=4096))]
    hash: u64,

    /// Number of search threads; results are reproducible only with one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u64).range(1..=64))]
    threads: u64,

    #[arg(
        long,
        help = "Print one JSON object: limit, threads, games (game, positions, nodes, seconds, \
                typical_seconds, nps, checksum), nodes, seconds, nps, checksum"
    )]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct BenchOutput {
    limit: String,
    threads: u64,
    games: Vec<GameOutput>,
    nodes: u64,
    seconds: f64,
    nps: u64,
    checksum: String,
}

/// The output for one game.
#[derive(Serialize)]
struct GameOutput {
    #[serde(rename = "game")]
    id: &'static str,
    positions: usize,
    nodes: u64,
    seconds: f64,
    /// The geometric mean of the times for the positions.
    typical_seconds: f64,
    nps: u64,
    checksum: String,
}

fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<()> {
    let limit = match args.depth {
        Some(depth) => SearchLimit::depth(depth),
        None => SearchLimit::nodes(args.nodes.unwrap_or(DEFAULT_NODES)),
    };
    let known: Vec<&str> = games::benches().map(|(game, _)| game).collect();
    if let Some(other) = args.games.iter().find(|game| !known.contains(&game.as_str())) {
        bail!("--game '{}': expected one of: {}", heterodox_rules::quote(other), known.join(", "));
    }
    let wanted = |game: &str| args.games.is_empty() || args.games.iter().any(|name| name == game);
    let mut bench = BenchOutput {
        limit: match args.depth {
            Some(depth) => format!("depth {depth}"),
            None => format!("nodes {}", args.nodes.unwrap_or(DEFAULT_NODES)),
        },
        threads: args.threads,
        games: Vec::new(),
        nodes: 0,
        seconds: 0.0,
        nps: 0,
        checksum: String::new(),
    };
    let mut sum = Checksum::new();
    let mut total = Duration::ZERO;
    for (game, file) in games::benches().filter(|(game, _)| wanted(game)) {
        let (found, time) = one_game(game, file, limit, args)?;
        sum.add(found.checksum.as_bytes());
        bench.nodes += found.nodes;
        total += time;
        bench.games.push(found);
    }
    bench.seconds = total.as_secs_f64();
    bench.nps = nodes_per_second(bench.nodes, total);
    bench.checksum = sum.text();
    if args.json { output::json(&bench) } else { print_text(&bench) }
}

/// Searches the positions of a game. Returns the output and the total time.
fn one_game(
    game: &'static str,
    file: &str,
    limit: SearchLimit,
    args: &BenchArgs,
) -> Result<(GameOutput, Duration)> {
    let mut sum = Checksum::new();
    let (mut nodes, mut times) = (0, Vec::new());
    let (table_mib, threads) = (args.hash as usize, args.threads as usize);
    for position in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let board = engine_game::open(game, &Options::default(), Some(position))
            .map_err(|why| anyhow!(why))?;
        let job = SearchJob { table_mib, threads, level: Level::FULL, ..SearchJob::new(limit) };
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
    let game = GameOutput {
        id: game,
        positions: times.len(),
        nodes,
        seconds: Duration::as_secs_f64(&time),
        typical_seconds: geometric_mean(&times),
        nps: nodes_per_second(nodes, time),
        checksum: sum.text(),
    };
    Ok((game, time))
}

/// The geometric mean, which a few slow positions do not dominate.
fn geometric_mean(times: &[Duration]) -> f64 {
    let logarithms: f64 = times.iter().map(|time| time.as_secs_f64().max(1e-6).ln()).sum();
    (logarithms / times.len().max(1) as f64).exp()
}

fn print_text(bench: &BenchOutput) -> Result<()> {
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
        for (game, file) in games::benches() {
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

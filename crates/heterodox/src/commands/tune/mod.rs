//! `heterodox tune`: fits the weights of an evaluation to games.
//!
//! * `data`: training positions from logs of matches and from records;
//! * `fit`: the loss and its minimisation.

mod data;
mod fit;

use crate::output;
use anyhow::{Result, anyhow, bail};
use clap::{Args, value_parser};
use data::{Game, Sample, TrainingData};
use fit::Objective;
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_engine::weights::MAX_WEIGHT;
use heterodox_rules::Options;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The least size of a weight, so that small weights can change, too.
const MIN_SCALE: f64 = 8.0;

/// Fit the weights of an evaluation to games
///
/// Reads logs of `heterodox match` (results and scores), records, or folders of records (results),
/// selects quiet undecided positions after the opening and minimises the logistic loss. One opening
/// in about ten is held out. The output file says in comments how it was made; `heterodox match`
/// takes it as weights=FILE. A weight beyond ±10000 is an error, and no file is written then.
///
/// Let two different settings play for the log: two equal engines play both games of an opening
/// alike.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox match klinzha --engine nodes=5000 --engine nodes=4500 --log games.jsonl
  heterodox tune klinzha games.jsonl -o weights.txt
  heterodox match klinzha --each nodes=9000 --engine weights=weights.txt --engine name=old")]
pub(crate) struct TuneArgs {
    /// The game, by its id
    #[arg(value_name = "GAME")]
    game: String,

    /// Logs of matches, records, or folders of records
    #[arg(value_name = "FILE", required = true)]
    data: Vec<PathBuf>,

    /// Write the weights to this file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Start with the weights of this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Weight of the result in the target, from 0 to 1; the rest is the weight of the score
    #[arg(long, value_name = "PART", default_value_t = 0.5)]
    result_part: f64,

    /// Factor of evaluations in the logistic function [default: fitted to the results]
    #[arg(long, value_name = "X")]
    scale: Option<f64>,

    /// Number of gradient steps in each round
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = value_parser!(u64).range(1..=100_000))]
    steps: u64,

    /// Number of rounds; after each, positions are evaluated with the new weights
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u64).range(1..=100))]
    rounds: u64,

    /// Strength of the regularisation towards the initial weights
    #[arg(long, value_name = "X", default_value_t = 0.0001)]
    pull: f64,

    /// A weight that does not change, such as `piece_value.3`, or all weights of a name; may be
    /// given several times
    #[arg(long = "keep", value_name = "NAME")]
    keep: Vec<String>,

    /// Number of moves of each game to skip, after those of the opening. Records do not say which
    /// moves were random
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: usize,

    /// Number of threads, which does not change the result [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,

    #[arg(
        long,
        help = "Print one JSON object: game, games, positions, held_out, scale, loss and \
                held_out_loss (before, after), weights (name, before, after)"
    )]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct TuneOutput {
    game: String,
    games: usize,
    positions: usize,
    held_out: usize,
    scale: f64,
    /// Mean losses before and after; those of held-out positions are `None` if there are none.
    loss: [f64; 2],
    held_out_loss: Option<[f64; 2]>,
    weights: Vec<Weight>,
}

#[derive(Serialize)]
struct Weight {
    name: String,
    before: i32,
    after: i32,
}

/// Runs the command.
pub(crate) fn run(args: &TuneArgs) -> Result<()> {
    if !(0.0..=1.0).contains(&args.result_part) {
        bail!("--result-part {}: expected a number from 0 to 1", args.result_part);
    }
    if !(args.pull >= 0.0 && args.pull.is_finite()) {
        bail!("--pull {}: expected a number from 0", args.pull);
    }
    if args.scale.is_some_and(|scale| !(scale > 0.0 && scale < 1.0)) {
        bail!("--scale: expected a number between 0 and 1");
    }
    let mut board =
        engine_game::open(&args.game, &Options::default(), None).map_err(|why| anyhow!(why))?;
    if let Some(path) = &args.weights {
        let text = crate::file::read_text(path)?;
        board.load_weights(&text).map_err(|why| anyhow!("{}: {why}", path.display()))?;
    }
    let fixed = fixed_weights(&*board, &args.keep)?;
    let read = data::read(&args.game, &args.data)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let before = board.weights();
    let mut objective = Objective {
        result_weight: args.result_part,
        scale: 0.0,
        regularization: args.pull,
        threads,
    };
    let mut losses: Vec<[f64; 2]> = Vec::new();
    let mut counts = [0; 2];
    for round in 0..args.rounds {
        let weights = board.weights();
        let (learned, held) =
            samples(&args.game, &read.games, args.skip, &weights, &fixed, threads)?;
        counts = [learned.len(), held.len()];
        if learned.is_empty() {
            bail!("no quiet positions of games with a result in what was given");
        }
        if round == 0 {
            objective.scale =
                args.scale.unwrap_or_else(|| objective.fit_scale(&learned, weights.len()));
            losses.push(mean_losses(&objective, &learned, &held, weights.len()));
        }
        let scales: Vec<f64> =
            weights.iter().map(|&number| f64::from(number).abs().max(MIN_SCALE)).collect();
        let bar = bar(args.steps, "step");
        let deltas = objective.fit(&learned, &scales, &fixed, args.steps as usize, |_, loss| {
            bar.inc(1);
            bar.set_message(format!("round {}, loss {loss:.6}", round + 1));
        });
        bar.finish_and_clear();
        board.set_weights(&add_deltas(&board.weight_names(), &weights, &deltas)?);
    }
    let after = board.weights();
    // All weights are fixed, because only the losses are needed.
    let all = vec![true; after.len()];
    let (learned, held) = samples(&args.game, &read.games, args.skip, &after, &all, threads)?;
    losses.push(mean_losses(&objective, &learned, &held, after.len()));
    let changes = board.weight_names().into_iter().zip(before).zip(after);
    let weights = changes.map(|((name, before), after)| Weight { name, before, after });
    let tuned = TuneOutput {
        game: args.game.clone(),
        games: read.games.len(),
        positions: counts[0],
        held_out: counts[1],
        scale: objective.scale,
        loss: [losses[0][0], losses[1][0]],
        held_out_loss: (counts[1] > 0).then(|| [losses[0][1], losses[1][1]]),
        weights: weights.collect(),
    };
    let text = board.weights_text(&provenance(args, &tuned, &read));
    crate::file::write_atomically(&args.output, text.as_bytes())?;
    if args.json { output::json(&tuned) } else { output::print(text_output(&tuned)) }
}

/// Adds `deltas` to the weights and rounds them.
///
/// # Errors
///
/// If a weight is beyond the limits of files of weights.
fn add_deltas(weight_names: &[String], weights: &[i32], deltas: &[f64]) -> Result<Vec<i32>> {
    let deltas = weights.iter().zip(deltas).map(|(&number, deltas)| f64::from(number) + deltas);
    let each = deltas.zip(weight_names).map(|(number, name)| {
        if number.abs() <= f64::from(MAX_WEIGHT) {
            return Ok(number.round() as i32);
        }
        bail!(
            "{name} would become {number:.0}, and no weight may be beyond ±{MAX_WEIGHT}: more games, a larger --pull or \
             another --scale may help"
        );
    });
    each.collect()
}

/// Returns which weights are fixed.
fn fixed_weights(board: &dyn EnginePosition, keep: &[String]) -> Result<Vec<bool>> {
    let weight_names = board.weight_names();
    let is_kept = |weight: &str, kept: &str| {
        weight == kept || weight.strip_prefix(kept).is_some_and(|rest| rest.starts_with('.'))
    };
    let is_unknown = |kept: &&String| !weight_names.iter().any(|weight| is_kept(weight, kept));
    if let Some(unknown) = keep.iter().find(is_unknown) {
        let expected = weight_names.join(", ");
        bail!("--keep '{}': expected one of: {expected}", heterodox_rules::quote(unknown));
    }
    Ok(weight_names.iter().map(|weight| keep.iter().any(|kept| is_kept(weight, kept))).collect())
}

/// Returns the samples of all games: those to train on, and those held out.
fn samples(
    game: &str,
    games: &[Game],
    skip: usize,
    weights: &[i32],
    fixed: &[bool],
    threads: usize,
) -> Result<(Vec<Sample>, Vec<Sample>)> {
    let next = AtomicUsize::new(0);
    let bar = bar(games.len() as u64, "game");
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = games.get(index) else { return done };
            done.push((index, one.samples(game, skip, weights, fixed)));
            bar.inc(1);
        }
    };
    let mut done = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..threads.min(games.len())).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for thread in threads {
            match thread.join() {
                Ok(more) => done.extend(more),
                Err(_) => done.push((0, Err(anyhow!("a position could not be judged")))),
            }
        }
        done
    });
    bar.finish_and_clear();
    done.sort_by_key(|(index, _)| *index);
    let (mut learned, mut held) = (Vec::new(), Vec::new());
    for (index, samples) in done {
        let samples = samples.map_err(|error| error.context(games[index].source.clone()))?;
        if games[index].is_held_out() {
            held.extend(samples);
        } else {
            learned.extend(samples);
        }
    }
    Ok((learned, held))
}

/// Returns the losses with the current weights.
fn mean_losses(
    objective: &Objective,
    learned: &[Sample],
    held: &[Sample],
    weights: usize,
) -> [f64; 2] {
    let none = vec![0.0; weights];
    [objective.loss(learned, &none).0, objective.loss(held, &none).0]
}

fn provenance(args: &TuneArgs, tuned: &TuneOutput, read: &TrainingData) -> Vec<String> {
    let mut lines = vec![
        format!("Weights of {}, in hundredths of its least warrior or pawn.", tuned.game),
        format!(
            "Fitted by heterodox tune {} to {} quiet positions of {} games; {} more were held out.",
            env!("CARGO_PKG_VERSION"),
            tuned.positions,
            tuned.games,
            tuned.held_out
        ),
        format!(
            "Loss {}. Results {}, scale {:.6}, pull {}, {} rounds of {} steps{}.",
            losses(tuned),
            args.result_part,
            tuned.scale,
            args.pull,
            args.rounds,
            args.steps,
            if args.keep.is_empty() {
                String::new()
            } else {
                format!(", kept: {}", args.keep.join(" "))
            }
        ),
    ];
    lines.extend(read.sources.iter().map(|source| format!("From {}", output::printable(source))));
    lines
}

/// Formats the losses before and after.
fn losses(tuned: &TuneOutput) -> String {
    let [before, after] = tuned.loss;
    let held = tuned.held_out_loss.map_or_else(
        || "nothing held out".to_owned(),
        |[before, after]| format!("held out {before:.6} -> {after:.6}"),
    );
    format!("{before:.6} -> {after:.6}, {held}")
}

fn text_output(tuned: &TuneOutput) -> String {
    let mut text = format!(
        "{}: {} games, {} positions, {} held out, scale {:.6}\nloss {}\n",
        tuned.game,
        tuned.games,
        tuned.positions,
        tuned.held_out,
        tuned.scale,
        losses(tuned)
    );
    for weight in tuned.weights.iter().filter(|weight| weight.before != weight.after) {
        // Writing into a String does not fail.
        let _ = writeln!(text, "{} {} -> {}", weight.name, weight.before, weight.after);
    }
    text
}

fn bar(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template =
        format!("{{bar:24}} {{pos}}/{{len}} {what}s [{{elapsed}} of {{duration}}] {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fit_that_runs_away_is_an_error() {
        let names = ["piece_value.0", "piece_value.1"].map(str::to_owned);
        let deltas = |by: [f64; 2]| add_deltas(&names, &[100, 9990], &by);
        assert_eq!(deltas([-20.4, 10.0]).expect("weights"), [80, 10_000]);
        for by in [[0.0, 11.0], [0.0, -30_000.0], [0.0, f64::NAN], [0.0, f64::INFINITY]] {
            let error = deltas(by).expect_err("too large").to_string();
            assert!(error.starts_with("piece_value.1 would become "), "{error}");
        }
    }
}

//! `heterodox match`: matches between engines.
//!
//! * `spec`: engines and their limits;
//! * `opening`: the positions from which games start;
//! * `driver`, `client`: one interface to engines of this program and to UCI programs;
//! * `game`: plays one game; `log`: stores the games;
//! * `elo`, `summary`: statistics of the results;
//! * `series`: several matches; `ladder`: of all levels; `scaling`: with more and more nodes.
//!
//! Several games are played at once, each in its own thread. The result counts openings in order,
//! up to the first incomplete one or the one at which the test decided. So it depends neither on
//! the order in which games end nor on interruptions.

mod client;
mod driver;
mod elo;
mod game;
mod ladder;
pub(crate) mod log;
mod opening;
mod scaling;
mod series;
mod spec;
mod summary;

pub(crate) use game::Played;

use crate::help;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, value_parser};
use driver::Driver;
use elo::Sprt;
use game::{Adjudication, MatchConditions};
use heterodox_rules::{Options, Start, info};
use indicatif::{ProgressBar, ProgressStyle};
use log::{Header, Log};
use opening::Openings;
use spec::EngineSpec;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use summary::{Summary, counted_games};

const EXAMPLES: &str = "Examples:
  heterodox match klinzha --engine nodes=20000 --engine level=6 --games 100
  heterodox match klinzha --engine time=200 --engine cmd=./old,arg=uci,time=200 --sprt elo1=9
  heterodox match grand-chess --each nodes=20000 --engine level=8 --engine cmd=./fairy
  heterodox match klinzha --ladder --games 200
  heterodox match grand-chess --scaling 4 --engine level=8,name=ours --engine cmd=./fairy";

/// Let engines play against each other and tell which is stronger
///
/// Each opening is played once for each engine, with the engines moved by one seat each time.
/// --engine and --each take `KEY=VALUE,KEY=VALUE…`; the keys are listed below.
#[derive(Args, Clone)]
#[command(
    after_help = EXAMPLES,
    after_long_help = help::long_help(include_str!("../../help/match.txt"), EXAMPLES)
)]
pub(crate) struct MatchArgs {
    /// The game, by its id
    #[arg(value_name = "GAME")]
    game: String,

    /// An engine; give two or more, or with --scaling one or more
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "ladder")]
    engines: Vec<String>,

    /// Play each level against the next lower one and print a table in Markdown. --each is the
    /// limit of the highest level [default: nodes=100000]; the others limit themselves
    #[arg(long, conflicts_with_all = ["engines", "sprt", "records"])]
    ladder: bool,

    /// Play each engine against itself with FACTOR times the nodes, for each number of nodes, and
    /// print a table in Markdown: what the engine gains from time
    #[arg(long, value_name = "FACTOR", value_parser = value_parser!(u64).range(2..=1000))]
    #[arg(conflicts_with_all = ["ladder", "sprt", "records"])]
    scaling: Option<u64>,

    /// The numbers of nodes for --scaling
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "25000,100000,400000")]
    #[arg(value_parser = value_parser!(u64).range(1..=1_000_000_000_000), requires = "scaling")]
    scaling_nodes: Vec<u64>,

    /// Settings of all engines; those of --engine take precedence
    #[arg(long, value_name = "SPEC")]
    each: Option<String>,

    /// The most games, rounded up to whole openings; of a ladder for each pair of levels, of
    /// --scaling for each engine and number of nodes
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// Seed for openings and for choices between equal moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of games at once [default: the number of cores minus one]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1024))]
    concurrency: Option<u64>,

    /// Number of random plies at the start of a game
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,

    /// The largest advantage of a side after the random plies, in hundredths
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = value_parser!(i32).range(0..))]
    balance: i32,

    /// Nodes of the search that evaluates openings; 0 accepts every opening
    #[arg(long, value_name = "N", default_value_t = 5000)]
    balance_nodes: u64,

    /// Start from this position string
    #[arg(long, value_name = "P", conflicts_with = "quick_start")]
    position: Option<String>,

    /// Start from the ready-made setup of this name [default: the first position, or a random setup
    /// if the game has none]
    #[arg(long, value_name = "NAME")]
    quick_start: Option<String>,

    /// Set a table option; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,

    /// Stop when this sequential test decides: elo0=N,elo1=N[,alpha=N,beta=N] [default of alpha and
    /// beta: 0.05]
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    /// Log the games to this file, and continue the match of the file. A ladder has one log for
    /// each level, such as levels.8.jsonl for levels.jsonl, and --scaling one for each match
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Save every game as a record in this folder: 00012-2.txt is the second game of opening 12
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Milliseconds by which a reply may exceed its time limit
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,

    /// Time limit in seconds for programs that have only a limit of nodes or depth
    #[arg(long, value_name = "S", default_value_t = 1800, value_parser = value_parser!(u64).range(1..=1_000_000))]
    patience: u64,

    /// Resign at a score of -N or less in M moves in a row, in hundredths (games of two seats only)
    #[arg(long, value_name = "N,M")]
    resign: Option<String>,

    /// Draw if the scores stay within N in M moves in a row, from ply P on (games of two seats
    /// only)
    #[arg(long, value_name = "N,M,P")]
    draw: Option<String>,

    /// Draw after N plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    #[arg(
        long,
        help = "Print one JSON object: game, seed, games, engines (name, seats, points, share, \
                error, wins, draws, losses, crashes, illegal_moves, time_losses, nodes), \
                reasons; for two engines on two seats also pentanomial, elo (score, elo, low, \
                high, los), sprt (the test, llr, bounds, verdict)"
    )]
    json: bool,
}

/// A match with its checked arguments.
struct Match {
    openings: Openings,
    specs: Vec<EngineSpec>,
    sprt: Option<Sprt>,
    adjudication: Adjudication,
    margin: Duration,
    patience: Duration,
    /// The most openings to play.
    count: usize,
    threads: usize,
}

/// Runs the command.
pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    if args.ladder {
        return ladder::run(args);
    }
    if let Some(factor) = args.scaling {
        return scaling::run(args, factor);
    }
    let plan = Match::from_args(args)?;
    plan.start_programs()?;
    let summary = plan.run(args)?;
    if args.json { output::json(&summary) } else { output::print(summary.text()) }
}

/// Returns the file of a record, such as `00012-1.txt`: the numbers of opening and round from 1.
fn record_path(folder: &Path, game: &Played) -> PathBuf {
    folder.join(format!("{:05}-{}.txt", game.opening + 1, game.round + 1))
}

impl Match {
    /// Plays the match, or continues the one in the log. Writes the log and the records.
    fn run(&self, args: &MatchArgs) -> Result<Summary> {
        let (mut log, known) = match &args.log {
            Some(path) => {
                let (log, known) = Log::open(path, &self.header(args))?;
                (Some(log), known)
            }
            None => (None, Vec::new()),
        };
        if let Some(folder) = &args.records {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create {}", folder.display()))?;
            let lost = known.iter().filter(|game| !record_path(folder, game).exists()).count();
            if lost > 0 {
                let folder = folder.display();
                output::warning(&format!("{lost} games of the log have no record in {folder}"));
            }
        }
        let games = known.into_iter().map(|game| ((game.opening, game.round), game)).collect();
        let games = self.play(games, |game, record| {
            // The record is written first, because a game in the log is not played again.
            if let Some(folder) = &args.records {
                crate::file::write_atomically(&record_path(folder, game), record.as_bytes())?;
            }
            log.as_mut().map_or(Ok(()), |log| log.add(game))
        })?;
        Ok(self.summary(&games))
    }

    /// Checks the arguments.
    fn from_args(args: &MatchArgs) -> Result<Self> {
        let info = info(&args.game)?;
        let mut options = Options::default();
        for pair in &args.options {
            options.set(pair)?;
        }
        // House rules are on by default in games between engines (R-KZ5).
        options.apply_house_rules(info.options);
        let specs = args.engines.iter().enumerate();
        let specs = specs.map(|(n, text)| EngineSpec::parse(text, args.each.as_deref(), n));
        let specs: Vec<EngineSpec> = specs.collect::<Result<_>>()?;
        if specs.len() < 2 {
            bail!("--engine: two engines or more are needed");
        }
        let same =
            |spec: &&EngineSpec| specs.iter().filter(|other| other.name == spec.name).count() > 1;
        if let Some(spec) = specs.iter().find(same) {
            bail!(
                "--engine: name '{}': two engines are called that",
                heterodox_rules::quote(&spec.name)
            );
        }
        let start = match (&args.position, &args.quick_start) {
            (Some(position), _) => Some(Start::Position(position.clone())),
            (None, Some(name)) => Some(Start::Quick(name.clone())),
            (None, None) => None,
        };
        let openings = Openings {
            game: args.game.clone(),
            options,
            start,
            plies: args.plies,
            balance: args.balance,
            balance_nodes: args.balance_nodes,
            seed: args.seed,
        };
        // Errors of the start are reported before the first game.
        let first = openings.opening(0)?;
        let seats = first.game.players().len();
        if specs.len() > seats {
            bail!("--engine: there are {} engines for {seats} seats", specs.len());
        }
        if first.board.is_none()
            && specs.iter().any(|spec| matches!(spec.kind, spec::EngineKind::Program(..)))
        {
            bail!("programs can only play open games of two seats without dice");
        }
        for spec in &specs {
            if let (Some(weights), Some(board)) = (&spec.weights, &first.board) {
                let checked = board.boxed_clone().load_weights(weights);
                checked.map_err(|why| anyhow!("{}: weights: {why}", spec.name))?;
            }
            if seats > 2 && matches!(spec.limit, spec::TimeControl::Clock(..)) {
                bail!("{}: there are no clocks for {seats} seats", spec.name);
            }
        }
        let sprt = args.sprt.as_deref().map(Sprt::parse).transpose();
        let sprt = sprt.map_err(|why| anyhow!("--sprt: {why}"))?;
        if sprt.is_some() && (specs.len() != 2 || seats != 2) {
            bail!("--sprt: only for two engines and two seats");
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let default_threads = cores.saturating_sub(1).max(1);
        Ok(Self {
            openings,
            sprt,
            adjudication: Adjudication {
                resign: numbers(args.resign.as_deref(), "--resign")?
                    .map(|[n, m]: [i64; 2]| (n as i32, m as usize)),
                draw: numbers(args.draw.as_deref(), "--draw")?
                    .map(|[n, m, p]: [i64; 3]| (n as i32, m as usize, p as usize)),
                max_plies: args.max_plies,
            },
            margin: Duration::from_millis(args.margin),
            patience: Duration::from_secs(args.patience),
            count: (args.games as usize).div_ceil(specs.len()),
            threads: args.concurrency.map_or(default_threads, |threads| threads as usize),
            specs,
        })
    }

    /// Starts every program once, so that a wrong path is an error before the first game.
    fn start_programs(&self) -> Result<()> {
        for spec in &self.specs {
            let mut driver = Driver::new(spec, &self.openings.game, &self.openings.options);
            driver.start().map_err(|why| anyhow!("{}: {why}", spec.name))?;
        }
        Ok(())
    }

    fn header(&self, args: &MatchArgs) -> Header {
        let each = args.each.iter().map(|each| each.clone() + ",").next().unwrap_or_default();
        let o = &self.openings;
        Header {
            game: o.game.clone(),
            options: o.options.clone(),
            engines: args
                .engines
                .iter()
                .zip(&self.specs)
                .map(|(engine, spec)| format!("{each}{engine}{}", spec.fingerprint()))
                .collect(),
            conditions: format!(
                "seed {}, start {:?}, {} random plies, balance {} by {} nodes, margin {} ms, {:?}",
                o.seed,
                o.start,
                o.plies,
                o.balance,
                o.balance_nodes,
                args.margin,
                self.adjudication
            ),
            program: format!("heterodox {}", env!("CARGO_PKG_VERSION")),
        }
    }

    fn summary(&self, games: &BTreeMap<(usize, usize), Played>) -> Summary {
        let (counted, _) = counted_games(games, self.count, self.specs.len(), self.sprt.as_ref());
        Summary::new(&self.openings.game, self.openings.seed, &self.specs, &counted, self.sprt)
    }

    /// Plays the missing games and calls `on_game` with each and its record. Returns all games.
    fn play(
        &self,
        mut games: BTreeMap<(usize, usize), Played>,
        mut on_game: impl FnMut(&Played, &str) -> Result<()>,
    ) -> Result<BTreeMap<(usize, usize), Played>> {
        let rounds = self.specs.len();
        let done: BTreeSet<(usize, usize)> = games.keys().copied().collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let bar = self.progress_bar(done.range(..(self.count, 0)).count());
        let decided = |games: &BTreeMap<(usize, usize), Played>| {
            self.sprt.is_some() && counted_games(games, self.count, rounds, self.sprt.as_ref()).1
        };
        stop.store(decided(&games), Ordering::Relaxed);
        let (sender, results) = channel();
        let mut receive = |results: Receiver<Result<(Played, String)>>| -> Result<()> {
            for result in results {
                let (game, record) = result.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                if let Err(error) = on_game(&game, &record) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                for fault in &game.faults {
                    let name = &self.specs[fault.engine].name;
                    bar.suspend(|| {
                        output::warning(&format!("{name}: {}: {}", fault.kind.words(), fault.what));
                    });
                }
                games.insert((game.opening, game.round), game);
                bar.inc(1);
                bar.set_message(self.summary(&games).line());
                if decided(&games) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        let received = std::thread::scope(|scope| {
            for _ in 0..self.threads.min(self.count) {
                let sender = sender.clone();
                let (next, stop, done) = (&next, &stop, &done);
                scope.spawn(move || self.worker(next, stop, done, &sender));
            }
            drop(sender);
            receive(results)
        });
        bar.finish_and_clear();
        received.map(|()| games)
    }

    /// Plays openings one by one until none is left, the missing games of each.
    fn worker(
        &self,
        next: &AtomicUsize,
        stop: &AtomicBool,
        done: &BTreeSet<(usize, usize)>,
        results: &Sender<Result<(Played, String)>>,
    ) {
        let conditions = MatchConditions {
            specs: &self.specs,
            adjudication: self.adjudication,
            margin: self.margin,
            patience: self.patience,
            seed: self.openings.seed,
        };
        let drivers = self.specs.iter();
        let mut drivers: Vec<Driver<'_>> = drivers
            .map(|spec| Driver::new(spec, &self.openings.game, &self.openings.options))
            .collect();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.count {
                return;
            }
            let rounds = self.specs.len();
            let missing: Vec<usize> =
                (0..rounds).filter(|&round| !done.contains(&(number, round))).collect();
            if missing.is_empty() {
                continue;
            }
            let opening = match self.openings.opening(number) {
                Ok(opening) => opening,
                Err(error) => {
                    let _ = results.send(Err(error));
                    return;
                }
            };
            for round in missing {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let played =
                    game::play(&conditions, opening.duplicate(), (number, round), &mut drivers);
                let failed = played.is_err();
                // If the receiver is gone, the match has failed.
                if results.send(played).is_err() || failed {
                    return;
                }
            }
        }
    }

    fn progress_bar(&self, done: usize) -> ProgressBar {
        let bar = ProgressBar::new((self.count * self.specs.len()) as u64);
        let style =
            ProgressStyle::with_template("{bar:24} {pos}/{len} [{elapsed} of {duration}] {msg}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_position(done as u64);
        bar
    }
}

/// Parses exactly N whole numbers, separated by commas.
fn numbers<const N: usize>(text: Option<&str>, name: &str) -> Result<Option<[i64; N]>> {
    let Some(text) = text else { return Ok(None) };
    let numbers: Option<Vec<i64>> = text
        .split(',')
        .map(|part| part.trim().parse().ok().filter(|n| (0..=1_000_000).contains(n)))
        .collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.map(Some).ok_or_else(|| {
        anyhow!("{name} '{text}': expected {N} whole numbers with commas between them")
    })
}

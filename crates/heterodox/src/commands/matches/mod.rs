//! `heterodox match`: engines against each other.
//!
//! * `spec`: who plays, with which limits;
//! * `opening`: how games begin;
//! * `driver`, `client`: players within this program and programs that speak UCI, as one thing;
//! * `game`: one game; `log`: what is kept of it;
//! * `elo`, `summary`: what the results say; `ladder`: matches of all levels.
//!
//! Several games go on at once, each on a thread of its own. The result is that of the openings in their order up to
//! the last that is complete, or at which the test decided: it depends neither on which game ends first nor on whether
//! the match was interrupted.

mod client;
mod driver;
mod elo;
mod game;
mod ladder;
pub(crate) mod log;
mod opening;
mod spec;
mod summary;

pub(crate) use game::Played;

use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, value_parser};
use driver::Driver;
use elo::Sprt;
use game::{Adjudication, House};
use heterodox_rules::{Options, Start, info};
use indicatif::{ProgressBar, ProgressStyle};
use log::{Header, Log};
use opening::Openings;
use spec::Spec;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use summary::{Summary, counted};

/// Let engines play against each other and tell which is stronger
///
/// Each opening is played once for every engine, everybody a seat further each time. An engine is given as
/// KEY=VALUE,KEY=VALUE…: name=N; a limit: nodes=N, depth=N, time=MS or clock=SECONDS+SECONDS; who plays:
/// level=1 to 8 (the usual), material, greedy, or cmd=PROGRAM with arg=ARGUMENT and option.NAME=VALUE for one that
/// speaks UCI; hash=MIB, keep=on, threads=N, weights=FILE, selective=off, with=NAME+NAME, without=NAME+NAME; for programs also variant=NAME and letters=Gr:h+Zr:z.
#[derive(Args, Clone)]
#[command(after_help = "Examples:
  heterodox match klinzha --engine nodes=20000 --engine level=6 --games 100
  heterodox match klinzha --engine time=200 --engine cmd=./old,arg=uci,time=200 --sprt elo1=9
  heterodox match grand-chess --each nodes=20000 --engine level=8 --engine cmd=./fairy
  heterodox match klinzha --ladder --games 200")]
pub(crate) struct MatchArgs {
    /// The game, by its id
    #[arg(value_name = "GAME")]
    game: String,

    /// An engine; two or more
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "ladder")]
    engines: Vec<String>,

    /// Instead of engines, every level against the one below it, as a table; with --each for what the
    /// highest may spend, else nodes=100000
    #[arg(long, conflicts_with_all = ["engines", "sprt", "records"])]
    ladder: bool,

    /// What all engines have, unless their own says otherwise
    #[arg(long, value_name = "SPEC")]
    each: Option<String>,

    /// How many games at most; a whole number of openings is played
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(1..=10_000_000))]
    games: u64,

    /// What openings and choices among equals are drawn by
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games at once; usually one less than there are cores
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1024))]
    concurrency: Option<u64>,

    /// Random plies with which a game begins
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,

    /// How much better one side may stand after them, in hundredths
    #[arg(long, value_name = "N", default_value_t = 80, value_parser = value_parser!(i32).range(0..))]
    balance: i32,

    /// Nodes of the search that tells how the sides stand; 0: openings are not looked at
    #[arg(long, value_name = "N", default_value_t = 5000)]
    balance_nodes: u64,

    /// Start from this position string
    #[arg(long, value_name = "P", conflicts_with = "quick_start")]
    position: Option<String>,

    /// Start from the ready-made setup of this name; where a game has no first position, usually any of them
    #[arg(long, value_name = "NAME")]
    quick_start: Option<String>,

    /// Set a table option; may be given several times
    #[arg(long = "option", value_name = "K=V")]
    options: Vec<String>,

    /// Stop when this test decides: elo0=N,elo1=N and, if not 0.05, alpha=N,beta=N
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,

    /// Keep the match in this file, and go on with the one that it holds; of a ladder each level's in one of its own,
    /// with the level before the ending
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Save every game as a record in this folder
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// How many milliseconds late an answer may come
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,

    /// How many seconds to wait for a move of a program that only nodes or depth limit
    #[arg(long, value_name = "S", default_value_t = 1800, value_parser = value_parser!(u64).range(1..=1_000_000))]
    patience: u64,

    /// Who thinks itself N hundredths behind, M moves in a row, gives up: N,M
    #[arg(long, value_name = "N,M")]
    resign: Option<String>,

    /// A game is drawn in which nobody thinks more of a side than N, M moves in a row, from ply P on: N,M,P
    #[arg(long, value_name = "N,M,P")]
    draw: Option<String>,

    /// A game is drawn after so many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A match as it was asked for.
struct Match {
    openings: Openings,
    specs: Vec<Spec>,
    sprt: Option<Sprt>,
    adjudication: Adjudication,
    margin: Duration,
    patience: Duration,
    /// How many openings are played at most.
    count: usize,
    threads: usize,
}

/// Runs the command.
pub(crate) fn run(args: &MatchArgs) -> Result<()> {
    if args.ladder {
        return ladder::run(args);
    }
    let plan = Match::read(args)?;
    plan.start_programs()?;
    let summary = plan.run(args)?;
    if args.json { output::json(&summary) } else { output::print(summary.text()) }
}

/// Where a record is saved: `00012-1.txt`, number of the opening and round, both from 1.
fn record_path(folder: &Path, game: &Played) -> PathBuf {
    folder.join(format!("{:05}-{}.txt", game.opening + 1, game.round + 1))
}

impl Match {
    /// Plays the match, or goes on with the one that the log holds, and keeps it as was asked for.
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
            // A game that is in the log is not played again, so its record comes first.
            if let Some(folder) = &args.records {
                crate::file::write_whole(&record_path(folder, game), record.as_bytes())?;
            }
            log.as_mut().map_or(Ok(()), |log| log.add(game))
        })?;
        Ok(self.summary(&games))
    }

    fn read(args: &MatchArgs) -> Result<Self> {
        info(&args.game)?;
        let mut options = Options::default();
        for pair in &args.options {
            options.set(pair)?;
        }
        house_rules(&args.game, &mut options);
        let specs = args.engines.iter().enumerate();
        let specs = specs.map(|(n, text)| Spec::read(text, args.each.as_deref(), n));
        let specs: Vec<Spec> = specs.collect::<Result<_>>()?;
        if specs.len() < 2 {
            bail!("--engine: two engines or more are needed");
        }
        let same = |spec: &&Spec| specs.iter().filter(|other| other.name == spec.name).count() > 1;
        if let Some(spec) = specs.iter().find(same) {
            bail!("--engine: name '{}': two engines are called that", output::quote(&spec.name));
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
        // What is wrong with the start is said before anybody plays.
        let first = openings.opening(0)?;
        let seats = first.table.seats();
        if specs.len() > seats {
            bail!("--engine: there are {} engines for {seats} seats", specs.len());
        }
        if first.board.is_none()
            && specs.iter().any(|spec| matches!(spec.who, spec::Who::Program(..)))
        {
            bail!("programs can only play open games of two seats without dice");
        }
        for spec in &specs {
            if let (Some(weights), Some(board)) = (&spec.weights, &first.board) {
                let checked = board.boxed_clone().load_weights(weights);
                checked.map_err(|why| anyhow!("{}: weights: {why}", spec.name))?;
            }
            if seats > 2 && matches!(spec.limit, spec::Limit::Clock(..)) {
                bail!("{}: there are no clocks for {seats} seats", spec.name);
            }
        }
        let sprt = args.sprt.as_deref().map(Sprt::read).transpose();
        let sprt = sprt.map_err(|why| anyhow!("--sprt: {why}"))?;
        if sprt.is_some() && (specs.len() != 2 || seats != 2) {
            bail!("--sprt: only for two engines and two seats");
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = cores.saturating_sub(1).max(1);
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
            threads: args.concurrency.map_or(usual, |threads| threads as usize),
            specs,
        })
    }

    /// Starts every program once, so that a match does not begin with one that cannot be.
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
        let (counted, _) = counted(games, self.count, self.specs.len(), self.sprt.as_ref());
        Summary::new(&self.openings.game, self.openings.seed, &self.specs, &counted, self.sprt)
    }

    /// Plays what is missing; gives all games.
    fn play(
        &self,
        mut games: BTreeMap<(usize, usize), Played>,
        mut keep: impl FnMut(&Played, &str) -> Result<()>,
    ) -> Result<BTreeMap<(usize, usize), Played>> {
        let rounds = self.specs.len();
        let done: BTreeSet<(usize, usize)> = games.keys().copied().collect();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let bar = self.bar(done.range(..(self.count, 0)).count());
        let decided = |games: &BTreeMap<(usize, usize), Played>| {
            self.sprt.is_some() && counted(games, self.count, rounds, self.sprt.as_ref()).1
        };
        stop.store(decided(&games), Ordering::Relaxed);
        let (sender, results) = channel();
        let mut receive = |results: Receiver<Result<(Played, String)>>| -> Result<()> {
            for result in results {
                let (game, record) = result.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                if let Err(error) = keep(&game, &record) {
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

    /// Takes one opening after the other and plays its games.
    fn worker(
        &self,
        next: &AtomicUsize,
        stop: &AtomicBool,
        done: &BTreeSet<(usize, usize)>,
        results: &Sender<Result<(Played, String)>>,
    ) {
        let house = House {
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
                let played = game::play(&house, opening.again(), (number, round), &mut drivers);
                let failed = played.is_err();
                // Where nobody receives, the match has been given up.
                if results.send(played).is_err() || failed {
                    return;
                }
            }
        }
    }

    fn bar(&self, done: usize) -> ProgressBar {
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

/// Games of engines end by the house rules for draws where the table does not say otherwise.
fn house_rules(game: &str, options: &mut Options) {
    for (key, value) in [("house-rules", "on"), ("max-moves", "150")] {
        let known = info(game).is_ok_and(|info| info.options.iter().any(|spec| spec.key == key));
        if known {
            options.0.entry(key.to_owned()).or_insert_with(|| value.to_owned());
        }
    }
}

/// Reads so many whole numbers with commas between them.
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

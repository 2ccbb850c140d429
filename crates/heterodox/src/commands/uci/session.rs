//! The state of a UCI engine, and what each command does to it.

use super::clock::{self, Clock};
use super::parse::{self, Go};
use super::variant::{self, Desk, Job, Report, Rules, VARIANTS};
use super::{Event, error, quoted, say};
use heterodox_engine::{Budget, Score};
use heterodox_rules::grand_chess::{CLASSIC_START, Promotion};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The size of the table in MiB, and its limits.
const TABLE: (usize, usize, usize) = (16, 1, 4096);
/// What is lost on the way between the programs, in milliseconds, and its limits.
const OVERHEAD: (u64, u64, u64) = (30, 0, 5000);
/// A search goes deep; its thread gets room for that.
const STACK: usize = 64 << 20;
/// How long a finished search waits before it looks again whether it was stopped.
const PAUSE: Duration = Duration::from_millis(2);
/// How many bytes of commands may wait for the end of a search.
const WAITING: usize = 16 << 20;

/// What follows a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The next command.
    More,
    /// The end.
    Quit,
}

/// A search that was begun.
struct Running {
    stop: Arc<AtomicBool>,
    /// Set before its last line is written: from then on it counts as over.
    done: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    infinite: bool,
}

/// The state.
pub(super) struct Session {
    variant: &'static str,
    rules: Rules,
    /// Nothing where the variant has no first position and none was given yet.
    desk: Option<Box<dyn Desk>>,
    table_mib: usize,
    overhead: Duration,
    running: Option<Running>,
    /// What is to be done after the search, in order.
    waiting: VecDeque<String>,
    /// Where a search says that it is over.
    events: SyncSender<Event>,
}

impl Session {
    pub(super) fn new(variant: &str, events: SyncSender<Event>) -> Result<Self, String> {
        let variant = known(variant)?;
        let rules = Rules::default();
        let desk = variant::desk(variant, &rules, None)?;
        let overhead = Duration::from_millis(OVERHEAD.0);
        let (running, waiting) = (None, VecDeque::new());
        Ok(Self { variant, rules, desk, table_mib: TABLE.0, overhead, running, waiting, events })
    }

    /// Carries out a line, or keeps it for the end of the search; an error has changed nothing.
    pub(super) fn command(&mut self, line: &str) -> Result<Next, String> {
        self.go_on();
        match line.split_whitespace().next() {
            Some("uci") => tell(&self.introduction()),
            Some("isready") => tell("readyok"),
            Some("stop") => {
                self.stop();
                self.go_on();
            }
            Some("quit") => {
                self.stop();
                return Ok(Next::Quit);
            }
            // It shows the position that the commands before it have made.
            Some("d") if self.waiting.is_empty() => tell(&self.describe()?),
            Some("ucinewgame" | "setoption" | "position" | "go" | "d") => self.in_turn(line)?,
            // Nothing here depends on them.
            None | Some("debug" | "register" | "ponderhit") => {}
            Some(command) => return Err(format!("unknown command {}", quoted(command))),
        }
        Ok(Next::More)
    }

    /// Carries out a command now, or after the search and what waits for its end already.
    fn in_turn(&mut self, line: &str) -> Result<(), String> {
        if self.running.is_none() {
            return self.carry_out(line);
        }
        let waiting: usize = self.waiting.iter().map(String::len).sum();
        if waiting + line.len() > WAITING {
            return Err(format!("more than {WAITING} bytes wait for the search; send stop first"));
        }
        self.waiting.push_back(line.to_owned());
        Ok(())
    }

    /// Carries out a command while nothing is searched.
    fn carry_out(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            Some((&"ucinewgame", _)) => self.new_game(),
            Some((&"setoption", rest)) => self.set_option(rest),
            Some((&"position", rest)) => self.position(rest),
            Some((&"go", rest)) => self.go(rest),
            _ => self.describe().map(|described| tell(&described)),
        }
    }

    /// If the search is over: carries out what waits for that, up to the next search.
    pub(super) fn go_on(&mut self) {
        let over = |running: &mut Running| {
            running.done.load(Ordering::SeqCst) || running.thread.is_finished()
        };
        if let Some(running) = self.running.take_if(over) {
            join(running);
        }
        while self.running.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            if let Err(why) = self.carry_out(&line) {
                tell(&error(&why));
            }
        }
    }

    /// The input has ended: what waits is still done, and searches that come to an end by themselves may do so.
    pub(super) fn finish(&mut self) {
        while let Some(running) = self.running.take() {
            if running.infinite {
                running.stop.store(true, Ordering::Relaxed);
            }
            join(running);
            self.go_on();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
            join(running);
        }
    }

    fn introduction(&self) -> String {
        let each = |values: &[&str]| {
            values.iter().fold(String::new(), |text, value| text + " var " + value)
        };
        let promotions: Vec<&str> =
            Promotion::EACH.iter().map(|promotion| promotion.key()).collect();
        [
            format!("id name Heterodox {}", env!("CARGO_PKG_VERSION")),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
            format!(
                "option name UCI_Variant type combo default {}{}",
                self.variant,
                each(&VARIANTS)
            ),
            format!(
                "option name Hash type spin default {} min {} max {}",
                TABLE.0, TABLE.1, TABLE.2
            ),
            format!(
                "option name Move Overhead type spin default {} min {} max {}",
                OVERHEAD.0, OVERHEAD.1, OVERHEAD.2
            ),
            format!("option name Promotion type combo default captured{}", each(&promotions)),
            "option name OwnPieces type string default <empty>".to_owned(),
            "uciok".to_owned(),
        ]
        .join("\n")
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.desk = variant::desk(self.variant, &self.rules, None)?;
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let (name, value) = parse::option(words)?;
        let value = value.ok_or_else(|| format!("setoption {name}: the value is missing"))?;
        let bad =
            |expected: &str| format!("setoption {name}: {}: expected {expected}", quoted(&value));
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                let variant = known(&value)?;
                self.desk = variant::desk(variant, &self.rules, None)?;
                self.variant = variant;
                tell(&announcement(variant));
            }
            "hash" => {
                let size = value.parse().ok().filter(|size| (TABLE.1..=TABLE.2).contains(size));
                self.table_mib =
                    size.ok_or_else(|| bad(&format!("MiB from {} to {}", TABLE.1, TABLE.2)))?;
            }
            "move overhead" => {
                let millis = value.parse().ok().filter(|ms| (OVERHEAD.1..=OVERHEAD.2).contains(ms));
                self.overhead = Duration::from_millis(millis.ok_or_else(|| {
                    bad(&format!("milliseconds from {} to {}", OVERHEAD.1, OVERHEAD.2))
                })?);
            }
            "promotion" => {
                if Promotion::from_key(&value).is_none() {
                    return Err(bad("captured, initial or all"));
                }
                self.set_rules(Rules { promotion: value, ..self.rules.clone() })?;
            }
            "ownpieces" => {
                let own = if value == "<empty>" { String::new() } else { value };
                self.set_rules(Rules { own, ..self.rules.clone() })?;
            }
            _ => return Err(format!("setoption: there is no option {}", quoted(&name))),
        }
        Ok(())
    }

    /// Other rules make another game: it begins anew.
    fn set_rules(&mut self, rules: Rules) -> Result<(), String> {
        self.desk = variant::desk(self.variant, &rules, None)?;
        self.rules = rules;
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let place = parse::position(words)?;
        let desk = variant::desk(self.variant, &self.rules, place.fen.as_deref())
            .map_err(|why| format!("position: {why}"))?;
        let mut desk = desk.ok_or_else(|| self.no_position())?;
        for (index, text) in place.moves.iter().enumerate() {
            desk.play(text).map_err(|why| format!("position: {why} (number {})", index + 1))?;
        }
        self.desk = Some(desk);
        Ok(())
    }

    fn no_position(&self) -> String {
        format!("{} has no first position: give one by 'position fen'", self.variant)
    }

    fn desk(&self) -> Result<Box<dyn Desk>, String> {
        self.desk.as_ref().map(|desk| desk.boxed_clone()).ok_or_else(|| self.no_position())
    }

    fn describe(&self) -> Result<String, String> {
        let desk = self.desk()?;
        let legal = desk.legal();
        Ok(format!(
            "Variant: {}\nFen: {}\nLegal moves ({}): {}",
            self.variant,
            desk.position(),
            legal.len(),
            legal.join(" ")
        ))
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let begin = Instant::now();
        let go = parse::go(words)?;
        let desk = self.desk()?;
        let legal = desk.legal();
        if let Some(bad) = go.only.iter().find(|text| !legal.contains(text)) {
            return Err(format!("go: searchmoves: {} is no legal move", quoted(bad)));
        }
        let job = Job {
            budget: self.budget(&go, desk.first_to_move()),
            table_mib: self.table_mib,
            only: go.only.clone(),
            begin,
        };
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let signals = (Arc::clone(&stop), Arc::clone(&done));
        // Without a limit only stop ends it.
        let infinite = go.perft.is_none() && (go.infinite || job.budget == Budget::default());
        let (perft, events) = (go.perft, self.events.clone());
        let work = move || {
            let last = match perft {
                Some(depth) => count(&*desk, depth, &signals.0),
                None => search(&*desk, &job, infinite, &signals.0),
            };
            signals.1.store(true, Ordering::SeqCst);
            tell(&last);
            // Where lines are read ahead to the limit, the next of them tells as well: `done` is looked at then.
            let _ = events.try_send(Event::Over);
        };
        let thread =
            std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("go: no thread can be started: {error}"))?;
        self.running = Some(Running { stop, done, thread, infinite });
        Ok(())
    }

    fn budget(&self, go: &Go, first_to_move: bool) -> Budget {
        let side = usize::from(!first_to_move);
        let by_clock = go.time[side].map(|left| {
            let increment = go.increment[side];
            clock::allot(Clock { left, increment, moves_to_go: go.moves_left }, self.overhead)
        });
        let fixed = go.move_time.map(|time| clock::fixed(time, self.overhead));
        let time = [by_clock, fixed].into_iter().flatten().min().filter(|_| !go.infinite);
        let mate = go.mate.map(|moves| moves.saturating_mul(2));
        let depth = [go.depth, mate].into_iter().flatten().min();
        Budget { time, nodes: go.nodes, depth }
    }
}

/// The variant of this name.
fn known(name: &str) -> Result<&'static str, String> {
    VARIANTS.into_iter().find(|&variant| variant == name).ok_or_else(|| variant::unknown(name))
}

/// What Fairy-Stockfish tells of a variant when it is chosen.
fn announcement(variant: &str) -> String {
    match variant {
        "grand" => format!(
            "info string variant grand files 10 ranks 10 pocket 0 template fairy startpos {CLASSIC_START}"
        ),
        _ => format!("info string variant {variant}"),
    }
}

/// Counts, and says the result as Stockfish does.
fn count(desk: &dyn Desk, depth: u32, stop: &AtomicBool) -> String {
    let counts = if depth == 0 { Some(Vec::new()) } else { desk.perft(depth, stop) };
    let Some(counts) = counts else { return "info string perft was stopped".to_owned() };
    let mut text = String::new();
    for (m, nodes) in &counts {
        // Writing into a String does not fail.
        let _ = writeln!(text, "{m}: {nodes}");
    }
    let sum = counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
    let _ = write!(text, "\nNodes searched: {}\n", if depth == 0 { 1 } else { sum });
    text
}

/// Searches, says what it finds on the way, and gives the last line.
fn search(desk: &dyn Desk, job: &Job, infinite: bool, stop: &AtomicBool) -> String {
    let begin = job.begin;
    let mut reported = 0;
    let found = desk.search(job, stop, &mut |report| {
        reported = report.depth;
        tell(&information(&report, begin.elapsed()));
    });
    while infinite && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(PAUSE);
    }
    let Some(report) = found else {
        let lost = "info depth 0 score mate 0\nbestmove (none)";
        let drawn = "info depth 0 score cp 0\nbestmove (none)";
        return if desk.lost() { lost } else { drawn }.to_owned();
    };
    let best = report.pv.first().map_or("(none)", String::as_str).to_owned();
    let ponder = report.pv.get(1).map_or(String::new(), |reply| format!(" ponder {reply}"));
    let last = format!("bestmove {best}{ponder}");
    // An iteration that was cut short may have changed its mind.
    if reported == 0 { format!("{}\n{last}", information(&report, begin.elapsed())) } else { last }
}

/// What was found, as a line.
fn information(report: &Report, elapsed: Duration) -> String {
    let score = match report.score {
        Score::Centi(value) => format!("cp {value}"),
        Score::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
    };
    let micros = elapsed.as_micros().max(1);
    let speed = u128::from(report.nodes) * 1_000_000 / micros;
    format!(
        "info depth {} score {score} nodes {} nps {speed} time {} pv {}",
        report.depth,
        report.nodes,
        elapsed.as_millis(),
        report.pv.join(" ")
    )
}

/// Says something. Where nobody listens any longer, the end of the input comes next.
fn tell(lines: &str) {
    let _ = say(lines);
}

fn join(running: Running) {
    if running.thread.join().is_err() {
        tell("info string error: the search failed");
    }
}

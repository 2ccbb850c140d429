//! The state of a UCI engine, and what each command does to it.

use super::clock::{self, Clock};
use super::parse::{self, Go};
use super::variant::{self, Rules, VARIANTS, with_spaces, without_spaces};
use super::{Event, error, quoted, say};
use heterodox_engine::desk::{Desk, Job, Report};
use heterodox_engine::{Budget, Level, Score};
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
/// How many of the best moves may be shown with their courses.
const MOST_LINES: usize = 64;
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

/// What a search may take once its opponent has played the expected move; nothing without a limit of time.
#[derive(Clone, Copy)]
struct Pondering {
    time: Option<Duration>,
}

/// A search that was begun.
struct Running {
    stop: Arc<AtomicBool>,
    /// Set before its last line is written: from then on it counts as over.
    done: Arc<AtomicBool>,
    /// As long as it is set, a finished search waits with its answer: until `stop`, or `ponderhit` if it ponders.
    hold: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// Whether only `stop` ends it.
    infinite: bool,
    /// While it ponders: what it may take from `ponderhit` on.
    ponder: Option<Pondering>,
    /// When it has to be stopped, if it does not look at the time itself.
    deadline: Option<Instant>,
}

/// The state.
pub(super) struct Session {
    variant: &'static str,
    rules: Rules,
    desk: Box<dyn Desk>,
    table_mib: usize,
    lines: usize,
    level: Level,
    overhead: Duration,
    running: Option<Running>,
    /// What is to be done after the search, in order.
    waiting: VecDeque<String>,
    /// Where a search says that it is over.
    events: SyncSender<Event>,
}

impl Session {
    pub(super) fn new(variant: &str, events: SyncSender<Event>) -> Result<Self, String> {
        let variant = variant::known(variant)?;
        let rules = Rules::default();
        let desk = variant::desk(variant, &rules, None)?;
        let overhead = Duration::from_millis(OVERHEAD.0);
        Ok(Self {
            variant,
            rules,
            desk,
            table_mib: TABLE.0,
            lines: 1,
            level: Level::FULL,
            overhead,
            running: None,
            waiting: VecDeque::new(),
            events,
        })
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
            Some("ponderhit") => self.ponder_hit(),
            Some("d") if self.waiting.is_empty() => tell(&self.describe()),
            Some("ucinewgame" | "setoption" | "position" | "go" | "d") => self.in_turn(line)?,
            // Nothing here depends on them.
            None | Some("debug" | "register") => {}
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
            _ => {
                tell(&self.describe());
                Ok(())
            }
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
            if running.infinite || running.ponder.is_some() {
                running.stop.store(true, Ordering::Relaxed);
            }
            if let Some(deadline) = running.deadline {
                // A search that has pondered does not look at the time itself.
                while !running.thread.is_finished() && Instant::now() < deadline {
                    std::thread::sleep(PAUSE);
                }
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

    /// The opponent has played the expected move: from now on the search's time counts.
    fn ponder_hit(&mut self) {
        // It may be for a search that still waits for the end of the one before.
        let waits = |line: &&mut String| {
            let mut words = line.split_whitespace();
            words.next() == Some("go") && words.any(|word| word == "ponder")
        };
        if let Some(line) = self.waiting.iter_mut().find(waits) {
            let words: Vec<&str> =
                line.split_whitespace().filter(|&word| word != "ponder").collect();
            *line = words.join(" ");
            return;
        }
        let Some(running) = &mut self.running else { return };
        let Some(pondering) = running.ponder.take() else { return };
        running.deadline = pondering.time.map(|time| Instant::now() + time);
        if !running.infinite {
            running.hold.store(false, Ordering::SeqCst);
        }
    }

    /// How long it is until the running search has to be stopped, if that is known.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let deadline = self.running.as_ref()?.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Ends the running search if its time is up.
    pub(super) fn time_up(&mut self) {
        if self.time_left().is_some_and(|left| left.is_zero()) {
            self.stop();
            self.go_on();
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
                each(&VARIANTS.map(|(variant, _)| variant))
            ),
            "option name Threads type spin default 1 min 1 max 1".to_owned(),
            format!(
                "option name Hash type spin default {} min {} max {}",
                TABLE.0, TABLE.1, TABLE.2
            ),
            format!(
                "option name Move Overhead type spin default {} min {} max {}",
                OVERHEAD.0, OVERHEAD.1, OVERHEAD.2
            ),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name Ponder type check default false".to_owned(),
            format!(
                "option name Skill Level type spin default {levels} min 1 max {levels}",
                levels = Level::ALL.len()
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
                let variant = variant::known(&value)?;
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
            "threads" => {
                if value != "1" {
                    return Err(bad("1"));
                }
            }
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=MOST_LINES).contains(lines));
                self.lines = lines.ok_or_else(|| bad(&format!("lines from 1 to {MOST_LINES}")))?;
            }
            // Who lets it ponder sends 'go ponder'.
            "ponder" => {
                if !["true", "false"].contains(&value.as_str()) {
                    return Err(bad("true or false"));
                }
            }
            "skill level" => {
                let level = value.parse().ok().and_then(|level: usize| level.checked_sub(1));
                let level = level.and_then(|level| Level::ALL.get(level).copied());
                self.level =
                    level.ok_or_else(|| bad(&format!("a level from 1 to {}", Level::ALL.len())))?;
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
        let mut desk = variant::desk(self.variant, &self.rules, place.fen.as_deref())
            .map_err(|why| format!("position: {why}"))?;
        for (index, text) in place.moves.iter().enumerate() {
            let played = desk.play(&with_spaces(text));
            played.map_err(|why| format!("position: {why} (number {})", index + 1))?;
        }
        self.desk = desk;
        Ok(())
    }

    fn describe(&self) -> String {
        let legal: Vec<String> =
            self.desk.legal().iter().map(|text| without_spaces(text)).collect();
        format!(
            "Variant: {}\nFen: {}\nLegal moves ({}): {}",
            self.variant,
            self.desk.position(),
            legal.len(),
            legal.join(" ")
        )
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let begin = Instant::now();
        let go = parse::go(words)?;
        let desk = self.desk.boxed_clone();
        let only: Vec<String> = go.only.iter().map(|text| with_spaces(text)).collect();
        let legal = desk.legal();
        if let Some(bad) = only.iter().position(|text| !legal.contains(text)) {
            return Err(format!("go: searchmoves: {} is no legal move", quoted(&go.only[bad])));
        }
        let limits = self.budget(&go, desk.turn().index() == 0);
        let budget = Budget { time: limits.time.filter(|_| !go.ponder), ..limits };
        let (table_mib, lines, level) = (self.table_mib, self.lines, self.level);
        let signal = |set| Arc::new(AtomicBool::new(set));
        let (stop, done) = (signal(false), signal(false));
        // Without a limit only stop ends it.
        let infinite = go.perft.is_none() && (go.infinite || limits == Budget::default());
        let ponders = go.ponder && go.perft.is_none();
        let hold = signal(infinite || ponders);
        let signals = (Arc::clone(&stop), Arc::clone(&done), Arc::clone(&hold));
        let (perft, events) = (go.perft, self.events.clone());
        let work = move || {
            let last = if let Some(depth) = perft {
                count(&*desk, depth, &signals.0)
            } else {
                // What has passed since the command came counts.
                let time = budget.time.map(|time| time.saturating_sub(begin.elapsed()));
                let budget = Budget { time, ..budget };
                let job = Job { table_mib, only: &only, lines, level, ..Job::new(budget) };
                search(&*desk, &job, begin, &signals.2, &signals.0)
            };
            signals.1.store(true, Ordering::SeqCst);
            tell(&last);
            // Where lines are read ahead to the limit, the next of them tells as well: `done` is looked at then.
            let _ = events.try_send(Event::Over);
        };
        let thread =
            std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("go: no thread can be started: {error}"))?;
        let ponder = ponders.then_some(Pondering { time: limits.time });
        self.running = Some(Running { stop, done, hold, thread, infinite, ponder, deadline: None });
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
        let _ = writeln!(text, "{}: {nodes}", without_spaces(m));
    }
    let sum = counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
    let _ = write!(text, "\nNodes searched: {}\n", if depth == 0 { 1 } else { sum });
    text
}

/// Searches, says what it finds on the way, and gives the last line.
fn search(
    desk: &dyn Desk,
    job: &Job<'_>,
    begin: Instant,
    hold: &AtomicBool,
    stop: &AtomicBool,
) -> String {
    let mut reported = 0;
    let found = desk.search(job, stop, &mut |report| {
        reported = report.depth;
        tell(&information(report, begin.elapsed()));
    });
    while hold.load(Ordering::SeqCst) && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(PAUSE);
    }
    let Some(report) = found else {
        let winner = desk.outcome().and_then(|outcome| outcome.winner);
        let lost = winner.is_some_and(|winner| winner != desk.turn());
        let score = if lost { "mate 0" } else { "cp 0" };
        return format!("info depth 0 score {score}\nbestmove (none)");
    };
    let best = without_spaces(&report.chosen);
    let reply = report.pv.get(1).filter(|_| report.pv.first() == Some(&report.chosen));
    let ponder = reply.map_or(String::new(), |reply| format!(" ponder {}", without_spaces(reply)));
    let last = format!("bestmove {best}{ponder}");
    // An iteration that was cut short may have changed its mind.
    if reported == 0 { format!("{}\n{last}", information(&report, begin.elapsed())) } else { last }
}

/// What was found: a line for each of the best moves.
fn information(report: &Report, elapsed: Duration) -> String {
    let micros = elapsed.as_micros().max(1);
    let speed = u128::from(report.nodes) * 1_000_000 / micros;
    let first = [(report.score, report.pv.clone())];
    let lines = if report.lines.is_empty() { &first } else { report.lines.as_slice() };
    let each = lines.iter().enumerate().map(|(index, (score, pv))| {
        let pv: Vec<String> = pv.iter().map(|text| without_spaces(text)).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {} time {} pv {}",
            report.depth,
            report.selective_depth,
            index + 1,
            uci_score(*score),
            report.nodes,
            report.table_full,
            elapsed.as_millis(),
            pv.join(" ")
        )
    });
    each.collect::<Vec<_>>().join("\n")
}

/// A score as UCI writes it: mates in moves, not plies.
fn uci_score(score: Score) -> String {
    match score {
        Score::Centi(value) => format!("cp {value}"),
        Score::WinIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::LossIn(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
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

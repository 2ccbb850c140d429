//! A search in a thread of its own, and what is done with it while it runs.

use super::info::{best_move, information, no_move};
use super::variant::without_spaces;
use super::{Event, tell};
use heterodox_engine::engine_game::{EnginePosition, SearchJob, SearchReport};
use heterodox_engine::search::SearchMemory;
use heterodox_engine::{Level, Score, SearchLimit};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A search goes deep; its thread gets room for that.
const STACK: usize = 64 << 20;
/// How long the end of the input waits before it looks again whether a search is over.
const PAUSE: Duration = Duration::from_millis(2);
/// What is looked at before a search for nothing but mates, to have an answer where there is none.
const BEFORE_MATES: SearchLimit = SearchLimit { time: None, nodes: Some(20_000), depth: Some(6) };

/// What is to be searched, and how.
pub(super) struct Order {
    pub(super) board: Box<dyn EnginePosition>,
    pub(super) work: Work,
    /// When the command came: what has passed since then counts.
    pub(super) begin: Instant,
    /// Whether only `stop` ends it.
    pub(super) infinite: bool,
    /// Whether the opponent's clock runs: no time limit counts before `ponderhit`.
    pub(super) ponder: bool,
}

/// What is to be done.
pub(super) enum Work {
    /// Counting paths of so many moves.
    Perft(u32),
    /// Finding a move.
    Search(Search),
}

/// How a move is found.
pub(super) struct Search {
    pub(super) budget: SearchLimit,
    /// The moves to choose from; all if empty.
    pub(super) only: Vec<String>,
    pub(super) lines: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) table: Arc<SearchMemory>,
    pub(super) table_mib: usize,
    pub(super) threads: usize,
    /// Mates in so many moves are looked for, and nothing else.
    pub(super) mate: Option<u32>,
}

/// What the two threads tell each other.
struct Signals {
    stop: AtomicBool,
    /// Set before its last line is written: from then on it counts as over.
    done: AtomicBool,
    /// As long as it is set, a finished search waits with its answer: until `stop`, or `ponderhit` if it ponders.
    hold: AtomicBool,
}

/// What a search may take once its opponent has played the expected move; nothing without a limit of time.
#[derive(Clone, Copy)]
struct Pondering {
    time: Option<Duration>,
}

/// A search that was begun.
pub(super) struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
    infinite: bool,
    /// While it ponders: what it may take from `ponderhit` on.
    ponder: Option<Pondering>,
    /// When it has to be stopped, if it does not look at the time itself.
    deadline: Option<Instant>,
}

impl Running {
    /// Begins; `events` hear of the end.
    pub(super) fn begin(mut order: Order, events: SyncSender<Event>) -> Result<Self, String> {
        let Order { infinite, ponder, .. } = order;
        let signals = Arc::new(Signals {
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            hold: AtomicBool::new(infinite || ponder),
        });
        let ponder = ponder.then(|| match &mut order.work {
            Work::Search(search) => Pondering { time: search.budget.time.take() },
            Work::Perft(_) => Pondering { time: None },
        });
        let theirs = Arc::clone(&signals);
        let work = move || {
            let last = match &order.work {
                Work::Perft(depth) => count(&*order.board, *depth, &theirs.stop),
                Work::Search(search) => search.answer(&*order.board, order.begin, &theirs),
            };
            theirs.done.store(true, Ordering::SeqCst);
            tell(&last);
            // Where lines are read ahead to the limit, the next of them tells as well: `done` is looked at then.
            let _ = events.try_send(Event::Over);
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK);
        let thread = thread.spawn(work);
        let thread = thread.map_err(|error| format!("go: no thread can be started: {error}"))?;
        Ok(Self { signals, thread, infinite, ponder, deadline: None })
    }

    /// Whether nothing but its last line may still be to come.
    pub(super) fn is_over(&self) -> bool {
        self.signals.done.load(Ordering::SeqCst) || self.thread.is_finished()
    }

    /// Ends it and waits for its last line.
    pub(super) fn stop(self) {
        self.signals.stop.store(true, Ordering::SeqCst);
        self.join();
    }

    /// Waits for its last line.
    pub(super) fn join(self) {
        self.thread.thread().unpark();
        if self.thread.join().is_err() {
            tell("info string error: the search failed");
        }
    }

    /// Lets it come to an end by itself, if it ever would.
    pub(super) fn finish(self) {
        if self.infinite || self.ponder.is_some() {
            return self.stop();
        }
        let Some(deadline) = self.deadline else { return self.join() };
        // A search that has pondered does not look at the time itself.
        while !self.thread.is_finished() && Instant::now() < deadline {
            std::thread::sleep(PAUSE);
        }
        self.stop();
    }

    /// The opponent has played the expected move: from now on the search's time counts.
    pub(super) fn ponder_hit(&mut self) {
        let Some(pondering) = self.ponder.take() else { return };
        self.deadline = pondering.time.map(|time| Instant::now() + time);
        if !self.infinite {
            self.signals.hold.store(false, Ordering::SeqCst);
            self.thread.thread().unpark();
        }
    }

    /// How long it is until it has to be stopped, if that is known.
    pub(super) fn time_left(&self) -> Option<Duration> {
        Some(self.deadline?.saturating_duration_since(Instant::now()))
    }
}

impl Search {
    /// Searches, says what it finds on the way, and gives the last line.
    fn answer(&self, board: &dyn EnginePosition, begin: Instant, signals: &Signals) -> String {
        let found = match self.mate {
            Some(moves) => self.mate(board, moves, begin, &signals.stop),
            None => self.best(board, begin, &signals.stop),
        };
        while signals.hold.load(Ordering::SeqCst) && !signals.stop.load(Ordering::SeqCst) {
            std::thread::park();
        }
        found.map_or_else(|| no_move(board), |report| best_move(&report))
    }

    fn job(&self, begin: Instant) -> SearchJob<'_> {
        let time = self.budget.time.map(|time| time.saturating_sub(begin.elapsed()));
        let budget = SearchLimit { time, ..self.budget };
        SearchJob {
            table_mib: self.table_mib,
            memory: Some(&self.table),
            threads: self.threads,
            search_moves: &self.only,
            multi_pv: self.lines,
            level: self.level,
            seed: self.seed,
            ..SearchJob::new(budget)
        }
    }

    fn best(
        &self,
        board: &dyn EnginePosition,
        begin: Instant,
        stop: &AtomicBool,
    ) -> Option<SearchReport> {
        let mut told = None;
        let found = board.search(&self.job(begin), stop, &mut |report| {
            told = report.pv.first().cloned();
            tell(&information(report, begin.elapsed(), false));
        })?;
        // An iteration that was cut short may have changed its mind.
        if told.as_ref() != found.pv.first() {
            tell(&information(&found, begin.elapsed(), false));
        }
        Some(found)
    }

    /// Looks for mates in so many moves and for nothing else; where there is none, the answer is what seems best at a
    /// glance.
    fn mate(
        &self,
        board: &dyn EnginePosition,
        moves: u32,
        begin: Instant,
        stop: &AtomicBool,
    ) -> Option<SearchReport> {
        let job = SearchJob { level: Level::FULL, ..self.job(begin) };
        let glance = SearchJob { multi_pv: 1, limit: job.limit.tighter(BEFORE_MATES), ..job };
        let glance = board.search(&glance, stop, &mut |_| {})?;
        let plies = moves.saturating_mul(2) - 1;
        let job = SearchJob { mate_limit: Some(plies), limit: self.job(begin).limit, ..job };
        let found = board.search(&job, stop, &mut |report| {
            tell(&information(report, begin.elapsed(), true));
        })?;
        if matches!(found.score, Score::WinIn(_)) && !found.lines.is_empty() {
            return Some(found);
        }
        if found.depth >= plies {
            tell(&format!("info string there is no mate in {moves}"));
        }
        Some(glance)
    }
}

/// Counts, and says the result as Stockfish does.
fn count(board: &dyn EnginePosition, depth: u32, stop: &AtomicBool) -> String {
    let counts = if depth == 0 { Some(Vec::new()) } else { board.perft(depth, stop) };
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

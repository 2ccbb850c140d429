//! Runs a search or perft in its own thread.

use super::info::{best_move, information, no_move};
use super::variant::without_spaces;
use super::{Event, send};
use heterodox_engine::engine_game::{EnginePosition, SearchJob, SearchReport};
use heterodox_engine::search::SearchMemory;
use heterodox_engine::{Level, Score, SearchLimit};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The stack of the search thread, large enough for the deepest recursion.
const STACK_BYTES: usize = 64 << 20;
/// The interval in which `finish` polls for the end of a search.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
/// The limit of the normal search before a mate search, whose move is played if there is no mate.
const FALLBACK_LIMIT: SearchLimit = SearchLimit { nodes: Some(20_000), ..SearchLimit::depth(6) };

/// A search or perft to start.
pub(super) struct SearchOrder {
    pub(super) board: Box<dyn EnginePosition>,
    pub(super) work: Work,
    /// When the command was received, from which time limits count.
    pub(super) begin: Instant,
    /// Whether only `stop` ends the search.
    pub(super) infinite: bool,
    /// Whether to ponder: time limits count from `ponderhit`.
    pub(super) ponder: bool,
}

/// The task of the search thread.
pub(super) enum Work {
    /// Count the paths of this many moves.
    Perft(u32),
    /// Find a move.
    Search(Search),
}

/// The parameters of a search.
pub(super) struct Search {
    pub(super) limit: SearchLimit,
    /// The moves to choose from; empty for all.
    pub(super) root_moves: Vec<String>,
    pub(super) multi_pv: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) memory: Arc<SearchMemory>,
    pub(super) table_mib: usize,
    pub(super) threads: usize,
    /// For `go mate`: the number of moves in which to mate.
    pub(super) mate: Option<u32>,
}

/// Flags that the main thread and the search thread share.
struct Signals {
    stop: AtomicBool,
    /// Whether the search is over. Set before its last line is written.
    done: AtomicBool,
    /// Whether a finished search holds `bestmove` back, until `stop` or `ponderhit`.
    wait_with_bestmove: AtomicBool,
}

/// The time limit of a pondering search from `ponderhit` on.
#[derive(Clone, Copy)]
struct Pondering {
    time: Option<Duration>,
}

/// A running search.
pub(super) struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
    infinite: bool,
    /// The limit from `ponderhit` on, while the search ponders.
    ponder: Option<Pondering>,
    /// When the main thread must stop the search. Only set after `ponderhit`; other searches check
    /// their own time limit.
    deadline: Option<Instant>,
}

impl Running {
    /// Starts the thread, which sends an event at its end.
    pub(super) fn begin(mut order: SearchOrder, events: SyncSender<Event>) -> Result<Self, String> {
        let SearchOrder { infinite, ponder, .. } = order;
        let signals = Arc::new(Signals {
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            wait_with_bestmove: AtomicBool::new(infinite || ponder),
        });
        let ponder = ponder.then(|| match &mut order.work {
            Work::Search(search) => {
                let (time, aim) = (search.limit.time.take(), search.limit.aim.take());
                Pondering { time: aim.or(time) }
            }
            Work::Perft(_) => Pondering { time: None },
        });
        let theirs = Arc::clone(&signals);
        let work = move || {
            let last = match &order.work {
                Work::Perft(depth) => count(&*order.board, *depth, &theirs.stop),
                Work::Search(search) => search.answer(&*order.board, order.begin, &theirs),
            };
            theirs.done.store(true, Ordering::SeqCst);
            send(&last);
            // If the channel is full, the event is not needed: `done` is checked after every line.
            let _ = events.try_send(Event::Over);
        };
        let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
        let thread = thread.spawn(work);
        let thread = thread.map_err(|error| format!("go: no thread can be started: {error}"))?;
        Ok(Self { signals, thread, infinite, ponder, deadline: None })
    }

    /// Returns whether the search is over. Its last line may not be written yet.
    pub(super) fn is_over(&self) -> bool {
        self.signals.done.load(Ordering::SeqCst) || self.thread.is_finished()
    }

    /// Stops the search and waits for its last line.
    pub(super) fn stop(self) {
        self.signals.stop.store(true, Ordering::SeqCst);
        self.join();
    }

    /// Waits for the last line.
    pub(super) fn join(self) {
        self.thread.thread().unpark();
        if self.thread.join().is_err() {
            send("info string error: the search failed");
        }
    }

    /// Waits for the end of a search that has a limit; stops any other.
    pub(super) fn finish(self) {
        if self.infinite || self.ponder.is_some() {
            return self.stop();
        }
        let Some(deadline) = self.deadline else { return self.join() };
        // A search that has pondered does not check the time itself.
        while !self.thread.is_finished() && Instant::now() < deadline {
            std::thread::sleep(POLL_INTERVAL);
        }
        self.stop();
    }

    /// Handles `ponderhit`: starts the clock of a pondering search.
    pub(super) fn ponder_hit(&mut self) {
        let Some(pondering) = self.ponder.take() else { return };
        self.deadline = pondering.time.map(|time| Instant::now() + time);
        if !self.infinite {
            self.signals.wait_with_bestmove.store(false, Ordering::SeqCst);
            self.thread.thread().unpark();
        }
    }

    /// Returns the time until the search must be stopped, if it has a deadline.
    pub(super) fn time_left(&self) -> Option<Duration> {
        Some(self.deadline?.saturating_duration_since(Instant::now()))
    }
}

impl Search {
    /// Searches, writes `info` lines, and returns the last line.
    fn answer(&self, board: &dyn EnginePosition, begin: Instant, signals: &Signals) -> String {
        let found = match self.mate {
            Some(moves) => self.mate(board, moves, begin, &signals.stop),
            None => self.best(board, begin, &signals.stop),
        };
        while signals.wait_with_bestmove.load(Ordering::SeqCst)
            && !signals.stop.load(Ordering::SeqCst)
        {
            std::thread::park();
        }
        found.map_or_else(|| no_move(board), |report| best_move(&report))
    }

    fn job(&self, begin: Instant) -> SearchJob<'_> {
        let time = self.limit.time.map(|time| time.saturating_sub(begin.elapsed()));
        let limit = SearchLimit { time, ..self.limit };
        SearchJob {
            table_mib: self.table_mib,
            memory: Some(&self.memory),
            threads: self.threads,
            search_moves: &self.root_moves,
            multi_pv: self.multi_pv,
            level: self.level,
            seed: self.seed,
            ..SearchJob::new(limit)
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
            send(&information(report, begin.elapsed(), false));
        })?;
        // An unfinished last iteration may have found another best move.
        if told.as_ref() != found.pv.first() {
            send(&information(&found, begin.elapsed(), false));
        }
        Some(found)
    }

    /// Searches for mates in at most `moves` moves. If there is none, returns the result of a short
    /// normal search.
    fn mate(
        &self,
        board: &dyn EnginePosition,
        moves: u32,
        begin: Instant,
        stop: &AtomicBool,
    ) -> Option<SearchReport> {
        let job = SearchJob { level: Level::FULL, ..self.job(begin) };
        let fallback = SearchJob { multi_pv: 1, limit: job.limit.tighter(FALLBACK_LIMIT), ..job };
        let fallback = board.search(&fallback, stop, &mut |_| {})?;
        let plies = moves.saturating_mul(2) - 1;
        let job = SearchJob { mate_limit: Some(plies), limit: self.job(begin).limit, ..job };
        let found = board.search(&job, stop, &mut |report| {
            send(&information(report, begin.elapsed(), true));
        })?;
        if matches!(found.score, Score::WinIn(_)) && !found.lines.is_empty() {
            return Some(found);
        }
        if found.depth >= plies {
            send(&format!("info string there is no mate in {moves}"));
        }
        Some(fallback)
    }
}

/// Runs perft and returns the output in the format of Stockfish.
fn count(board: &dyn EnginePosition, depth: u32, stop: &AtomicBool) -> String {
    let counts = if depth == 0 { Some(Vec::new()) } else { board.perft(depth, stop) };
    let Some(counts) = counts else { return "info string perft was stopped".to_owned() };
    let mut text = String::new();
    for (m, nodes) in &counts {
        let _ = writeln!(text, "{}: {nodes}", without_spaces(m));
    }
    let sum = counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
    let _ = write!(text, "\nNodes searched: {}\n", if depth == 0 { 1 } else { sum });
    text
}

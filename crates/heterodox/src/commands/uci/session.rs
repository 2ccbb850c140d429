//! The state of the UCI engine and its commands.

use super::clock::{self, Clock};
use super::options::{Change, Settings, variant_info};
use super::parse::{self, Go};
use super::search::{Running, Search, SearchOrder, Work};
use super::variant::{self, with_spaces, without_spaces};
use super::{Event, error, quoted, send};
use heterodox_engine::SearchLimit;
use heterodox_engine::engine_game::EnginePosition;
use heterodox_engine::search::SearchMemory;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// The most bytes of commands that are queued during a search.
const MAX_QUEUED_BYTES: usize = 16 << 20;

/// What the main loop does after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Wait for the next event.
    More,
    /// End the program.
    Quit,
}

/// The state of the engine.
pub(super) struct Session {
    settings: Settings,
    board: Box<dyn EnginePosition>,
    /// The hash table of the game.
    memory: Arc<SearchMemory>,
    /// The seed for errors of lower levels, different in each game.
    seed: u64,
    running: Option<Running>,
    /// Commands that wait for the end of the search.
    queue: VecDeque<String>,
    /// The channel on which a search reports its end.
    events: SyncSender<Event>,
}

impl Session {
    pub(super) fn new(variant: &str, events: SyncSender<Event>) -> Result<Self, String> {
        let settings = Settings::new(variant)?;
        let (board, memory) = (settings.first()?, settings.new_memory()?);
        let (seed, queue) = (rand::random(), VecDeque::new());
        Ok(Self { settings, board, memory, seed, running: None, queue, events })
    }

    /// Runs a command, or queues it until the end of the search. An error changes nothing.
    pub(super) fn command(&mut self, line: &str) -> Result<Next, String> {
        self.run_queued();
        match line.split_whitespace().next() {
            Some("uci") => send(&self.settings.uci_response()),
            Some("isready") => send("readyok"),
            Some("stop") => {
                self.stop();
                self.run_queued();
            }
            Some("quit") => {
                self.stop();
                return Ok(Next::Quit);
            }
            Some("ponderhit") => self.ponder_hit(),
            Some("d") if self.queue.is_empty() => send(&self.describe()),
            Some("ucinewgame" | "setoption" | "position" | "go" | "d") => {
                self.run_or_queue(line)?;
            }
            // Accepted without effect.
            None | Some("debug" | "register") => {}
            Some(command) => return Err(format!("unknown command {}", quoted(command))),
        }
        Ok(Next::More)
    }

    /// Runs a command, or queues it if a search runs.
    fn run_or_queue(&mut self, line: &str) -> Result<(), String> {
        if self.running.is_none() {
            return self.run_command(line);
        }
        let waiting: usize = self.queue.iter().map(String::len).sum();
        if waiting + line.len() > MAX_QUEUED_BYTES {
            return Err(format!(
                "more than {MAX_QUEUED_BYTES} bytes wait for the search; send stop first"
            ));
        }
        self.queue.push_back(line.to_owned());
        Ok(())
    }

    /// Runs a command. No search is running.
    fn run_command(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.split_first() {
            Some((&"ucinewgame", _)) => self.new_game(),
            Some((&"setoption", rest)) => self.set_option(rest),
            Some((&"position", rest)) => self.position(rest),
            Some((&"go", rest)) => self.go(rest),
            _ => {
                send(&self.describe());
                Ok(())
            }
        }
    }

    /// If the search is over, runs queued commands up to the next search.
    pub(super) fn run_queued(&mut self) {
        if let Some(running) = self.running.take_if(|running| running.is_over()) {
            running.join();
        }
        while self.running.is_none()
            && let Some(line) = self.queue.pop_front()
        {
            if let Err(why) = self.run_command(&line) {
                send(&error(&why));
            }
        }
    }

    /// Handles the end of the input: runs queued commands and waits for searches that have a limit.
    pub(super) fn finish(&mut self) {
        while let Some(running) = self.running.take() {
            running.finish();
            self.run_queued();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }

    /// Handles `ponderhit`.
    fn ponder_hit(&mut self) {
        // The command may be for a `go ponder` that is still queued.
        let waits = |line: &&mut String| {
            let mut words = line.split_whitespace();
            words.next() == Some("go") && words.any(|word| word == "ponder")
        };
        if let Some(line) = self.queue.iter_mut().find(waits) {
            let words: Vec<&str> =
                line.split_whitespace().filter(|&word| word != "ponder").collect();
            *line = words.join(" ");
        } else if let Some(running) = &mut self.running {
            running.ponder_hit();
        }
    }

    /// Returns the time until the running search must be stopped, if it has a deadline.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.running.as_ref()?.time_left()
    }

    /// Stops the running search if its time is up.
    pub(super) fn time_up(&mut self) {
        if self.time_left().is_some_and(|left| left.is_zero()) {
            self.stop();
            self.run_queued();
        }
    }

    /// Handles `ucinewgame`: resets position, hash table and seed.
    fn new_game(&mut self) -> Result<(), String> {
        let board = self.settings.first()?;
        self.begin_game(board);
        Ok(())
    }

    fn begin_game(&mut self, board: Box<dyn EnginePosition>) {
        self.board = board;
        self.seed = rand::random();
        // Allocating a new table is faster than clearing a large one.
        match self.settings.new_memory() {
            Ok(memory) => self.memory = memory,
            Err(_) => self.memory.clear(),
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        match self.settings.set(words)? {
            Change::Nothing => {}
            Change::Memory(memory) => self.memory = memory,
            Change::Rules(board) => self.begin_game(board),
            Change::Variant(board) => {
                self.begin_game(board);
                send(&variant_info(self.settings.variant));
            }
        }
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let command = parse::position(words)?;
        let Settings { variant, rules, .. } = &self.settings;
        let mut board = variant::board(variant, rules, command.fen.as_deref())
            .map_err(|why| format!("position: {why}"))?;
        for (index, text) in command.moves.iter().enumerate() {
            let played = board.play(&with_spaces(text));
            played.map_err(|why| format!("position: {why} (number {})", index + 1))?;
        }
        self.board = board;
        Ok(())
    }

    fn describe(&self) -> String {
        let legal: Vec<String> =
            self.board.legal_moves().iter().map(|text| without_spaces(text)).collect();
        format!(
            "Variant: {}\nFen: {}\nLegal moves ({}): {}",
            self.settings.variant,
            self.board.position(),
            legal.len(),
            legal.join(" ")
        )
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let begin = Instant::now();
        let go = parse::go(words)?;
        let board = self.board.boxed_clone();
        let search_moves: Vec<String> =
            go.search_moves.iter().map(|text| with_spaces(text)).collect();
        let legal = board.legal_moves();
        if let Some(bad) = search_moves.iter().position(|text| !legal.contains(text)) {
            return Err(format!(
                "go: searchmoves: {} is no legal move",
                quoted(&go.search_moves[bad])
            ));
        }
        let limit = self.limit(&go, board.turn().index() == 0);
        let endless = limit == SearchLimit::default() && go.mate.is_none();
        let searches = go.perft.is_none();
        let work = go.perft.map_or_else(
            || {
                Work::Search(Search {
                    limit,
                    root_moves: search_moves,
                    multi_pv: self.settings.multi_pv,
                    level: self.settings.level(),
                    seed: self.seed,
                    memory: Arc::clone(&self.memory),
                    table_mib: self.settings.table_mib,
                    threads: self.settings.threads,
                    mate: go.mate,
                })
            },
            Work::Perft,
        );
        let order = SearchOrder {
            board,
            work,
            begin,
            // A search without a limit is ended by `stop`.
            infinite: searches && (go.infinite || endless),
            ponder: searches && go.ponder,
        };
        self.running = Some(Running::begin(order, self.events.clone())?);
        Ok(())
    }

    fn limit(&self, go: &Go, first_to_move: bool) -> SearchLimit {
        let side = usize::from(!first_to_move);
        let overhead = self.settings.overhead;
        let by_clock = go.time[side].map(|left| {
            let increment = go.increment[side];
            clock::allot(Clock { left, increment, moves_to_go: go.moves_to_control }, overhead)
        });
        let fixed = go.move_time.map(|time| clock::fixed(time, overhead));
        let most = by_clock.map(|time| time.most);
        let time = [most, fixed].into_iter().flatten().min().filter(|_| !go.infinite);
        let aim = by_clock.map(|time| time.aim).filter(|_| !go.infinite);
        SearchLimit { time, aim, nodes: go.nodes, depth: go.depth }
    }
}

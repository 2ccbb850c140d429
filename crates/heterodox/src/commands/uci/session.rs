//! The state of a UCI engine, and what each command does to it.

use super::clock::{self, Clock};
use super::options::{Change, Settings, announcement};
use super::parse::{self, Go};
use super::search::{Order, Running, Search, Work};
use super::variant::{self, with_spaces, without_spaces};
use super::{Event, error, quoted, tell};
use heterodox_engine::SearchLimit;
use heterodox_engine::engine_game::EnginePosition;
use heterodox_engine::search::SearchMemory;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

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

/// The state.
pub(super) struct Session {
    settings: Settings,
    board: Box<dyn EnginePosition>,
    /// What the searches of a game have found.
    table: Arc<SearchMemory>,
    /// What the errors of lower levels vary by, from game to game.
    seed: u64,
    running: Option<Running>,
    /// What is to be done after the search, in order.
    waiting: VecDeque<String>,
    /// Where a search says that it is over.
    events: SyncSender<Event>,
}

impl Session {
    pub(super) fn new(variant: &str, events: SyncSender<Event>) -> Result<Self, String> {
        let settings = Settings::new(variant)?;
        let (board, table) = (settings.first()?, settings.table()?);
        let (seed, waiting) = (rand::random(), VecDeque::new());
        Ok(Self { settings, board, table, seed, running: None, waiting, events })
    }

    /// Carries out a line, or keeps it for the end of the search; an error has changed nothing.
    pub(super) fn command(&mut self, line: &str) -> Result<Next, String> {
        self.go_on();
        match line.split_whitespace().next() {
            Some("uci") => tell(&self.settings.introduction()),
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
        if let Some(running) = self.running.take_if(|running| running.is_over()) {
            running.join();
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
            running.finish();
            self.go_on();
        }
    }

    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
        }
    }

    /// The opponent has played the expected move.
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
        } else if let Some(running) = &mut self.running {
            running.ponder_hit();
        }
    }

    /// How long it is until the running search has to be stopped, if that is known.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.running.as_ref()?.time_left()
    }

    /// Ends the running search if its time is up.
    pub(super) fn time_up(&mut self) {
        if self.time_left().is_some_and(|left| left.is_zero()) {
            self.stop();
            self.go_on();
        }
    }

    /// Nothing of another game is to be remembered.
    fn new_game(&mut self) -> Result<(), String> {
        let board = self.settings.first()?;
        self.begin_game(board);
        Ok(())
    }

    fn begin_game(&mut self, board: Box<dyn EnginePosition>) {
        self.board = board;
        self.seed = rand::random();
        // A new one is there sooner than a large one is emptied.
        match self.settings.table() {
            Ok(table) => self.table = table,
            Err(_) => self.table.clear(),
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        match self.settings.set(words)? {
            Change::Nothing => {}
            Change::Table(table) => self.table = table,
            Change::Rules(board) => self.begin_game(board),
            Change::Variant(board) => {
                self.begin_game(board);
                tell(&announcement(self.settings.variant));
            }
        }
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let place = parse::position(words)?;
        let Settings { variant, rules, .. } = &self.settings;
        let mut board = variant::board(variant, rules, place.fen.as_deref())
            .map_err(|why| format!("position: {why}"))?;
        for (index, text) in place.moves.iter().enumerate() {
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
        let only: Vec<String> = go.only.iter().map(|text| with_spaces(text)).collect();
        let legal = board.legal_moves();
        if let Some(bad) = only.iter().position(|text| !legal.contains(text)) {
            return Err(format!("go: searchmoves: {} is no legal move", quoted(&go.only[bad])));
        }
        let budget = self.budget(&go, board.turn().index() == 0);
        let endless = budget == SearchLimit::default() && go.mate.is_none();
        let searches = go.perft.is_none();
        let work = go.perft.map_or_else(
            || {
                Work::Search(Search {
                    budget,
                    only,
                    lines: self.settings.lines,
                    level: self.settings.level(),
                    seed: self.seed,
                    table: Arc::clone(&self.table),
                    table_mib: self.settings.table_mib,
                    threads: self.settings.threads,
                    mate: go.mate,
                })
            },
            Work::Perft,
        );
        let order = Order {
            board,
            work,
            begin,
            // Without a limit only stop ends it.
            infinite: searches && (go.infinite || endless),
            ponder: searches && go.ponder,
        };
        self.running = Some(Running::begin(order, self.events.clone())?);
        Ok(())
    }

    fn budget(&self, go: &Go, first_to_move: bool) -> SearchLimit {
        let side = usize::from(!first_to_move);
        let overhead = self.settings.overhead;
        let by_clock = go.time[side].map(|left| {
            let increment = go.increment[side];
            clock::allot(Clock { left, increment, moves_to_go: go.moves_left }, overhead)
        });
        let fixed = go.move_time.map(|time| clock::fixed(time, overhead));
        let time = [by_clock, fixed].into_iter().flatten().min().filter(|_| !go.infinite);
        SearchLimit { time, nodes: go.nodes, depth: go.depth }
    }
}

//! The players of a match as one thing: asked for a move, they answer or fail.

use super::client::Client;
use super::spec::{Limit, Spec, Who};
use crate::commands::uci::clock::{self, Clock};
use heterodox_engine::engine_game::{EnginePosition, SearchJob};
use heterodox_engine::reference::{GreedyRandom, MaterialPlayer};
use heterodox_engine::search::SearchMemory;
use heterodox_engine::{Player, Score, SearchLimit, player};
use heterodox_rules::{Options, Seat, Table, Viewer};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What the engine of this program keeps back of its clock.
const OVERHEAD: Duration = Duration::from_millis(10);

/// What a player is asked.
pub(super) struct Ask<'a> {
    pub(super) table: &'a Table,
    /// The same game as a board; nothing where the game has none.
    pub(super) board: Option<&'a dyn EnginePosition>,
    pub(super) seat: Seat,
    /// The first position, and the moves since.
    pub(super) start: &'a str,
    pub(super) moves: &'a [String],
    /// The moves to choose from, where the table does not allow all.
    pub(super) only: &'a [String],
    /// What is left on the clocks of the two seats, and what each move adds.
    pub(super) clocks: [(Duration, Duration); 2],
    /// How late an answer may come.
    pub(super) margin: Duration,
    /// How long a program is waited for that only nodes or depth limit.
    pub(super) patience: Duration,
    /// What its choices among equals vary by.
    pub(super) seed: u64,
}

/// What a player plays.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) score: Option<Score>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) took: Duration,
}

/// Why a player has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// It has ended, hangs or fails.
    Crash(String),
    /// Its time has long run out.
    Late,
}

/// A player of a match.
pub(super) struct Driver<'a> {
    spec: &'a Spec,
    game: &'a str,
    options: &'a Options,
    /// The program, while it runs.
    client: Option<Client>,
    /// What the engine of this program has found in this game, if it keeps that.
    table: Option<Arc<SearchMemory>>,
}

impl<'a> Driver<'a> {
    pub(super) const fn new(spec: &'a Spec, game: &'a str, options: &'a Options) -> Self {
        Self { spec, game, options, client: None, table: None }
    }

    /// Begins another game; a program that fails here fails at its first move.
    pub(super) fn new_game(&mut self) {
        self.table =
            self.spec.keeps.then(|| SearchMemory::kept(self.spec.hash).map(Arc::new)).flatten();
        if let Some(client) = &mut self.client
            && client.new_game().is_err()
        {
            self.client = None;
        }
    }

    /// Asks for a move. After a failure a program is started anew for the next.
    pub(super) fn choose(&mut self, ask: &Ask<'_>) -> Result<Answer, Failure> {
        let answer = match &self.spec.who {
            Who::Program(..) => self.ask_program(ask),
            _ => catch_unwind(AssertUnwindSafe(|| self.think(ask)))
                .unwrap_or_else(|_| Err(Failure::Crash("it panicked".to_owned()))),
        };
        if answer.is_err() {
            self.client = None;
        }
        answer
    }

    /// Starts its program, if it is one that does not run.
    pub(super) fn start(&mut self) -> Result<(), String> {
        if self.client.is_none() && matches!(self.spec.who, Who::Program(..)) {
            let rules = self.options.0.iter();
            let rules: Vec<(&str, &str)> =
                rules.map(|(key, value)| (key.as_str(), value.as_str())).collect();
            let mut client = Client::start(self.spec, self.game, &rules)?;
            client.new_game()?;
            self.client = Some(client);
        }
        Ok(())
    }

    fn ask_program(&mut self, ask: &Ask<'_>) -> Result<Answer, Failure> {
        self.start().map_err(Failure::Crash)?;
        let client = self.client.as_mut().ok_or(Failure::Late)?;
        client.choose(ask, self.spec.limit)
    }

    /// What a player within this program answers.
    fn think(&self, ask: &Ask<'_>) -> Result<Answer, Failure> {
        let begin = Instant::now();
        let mut answer = match (&self.spec.who, ask.board) {
            (Who::Level(_), Some(board)) => self.search(ask, board)?,
            _ => self.play(ask)?,
        };
        answer.took = begin.elapsed();
        Ok(answer)
    }

    fn budget(&self, ask: &Ask<'_>) -> SearchLimit {
        match self.spec.limit {
            Limit::Clock(..) => {
                let (left, increment) = ask.clocks[ask.seat.index() & 1];
                let clock = Clock { left, increment, moves_to_go: None };
                SearchLimit::time(clock::allot(clock, OVERHEAD))
            }
            limit => limit.budget(),
        }
    }

    fn search(&self, ask: &Ask<'_>, board: &dyn EnginePosition) -> Result<Answer, Failure> {
        let Who::Level(level) = self.spec.who else { return Err(Failure::Late) };
        let mut board = board.boxed_clone();
        if let Some(weights) = &self.spec.weights {
            board.load_weights(weights).map_err(|why| Failure::Crash(format!("weights: {why}")))?;
        }
        let job = SearchJob {
            table_mib: self.spec.hash,
            search_moves: ask.only,
            level,
            seed: ask.seed,
            selective: self.spec.selective,
            with: self.spec.with,
            without: self.spec.without,
            threads: self.spec.threads,
            memory: self.table.as_ref(),
            ..SearchJob::new(self.budget(ask))
        };
        let report = board.search(&job, &AtomicBool::new(false), &mut |_| {});
        let report = report.ok_or_else(|| Failure::Crash("it finds no move".to_owned()))?;
        Ok(Answer {
            text: report.chosen,
            score: Some(report.score),
            nodes: report.nodes,
            depth: report.depth,
            took: Duration::ZERO,
        })
    }

    /// Asks a player that knows the game from its own seat.
    fn play(&self, ask: &Ask<'_>) -> Result<Answer, Failure> {
        let mut player: Box<dyn Player> = match &self.spec.who {
            Who::Level(level) => player(self.game, *level, ask.seed)
                .ok_or_else(|| Failure::Crash(format!("nobody plays {}", self.game)))?,
            Who::Material => Box::new(MaterialPlayer::new(ask.seed)),
            Who::Greedy | Who::Program(..) => Box::new(GreedyRandom::new(ask.seed)),
        };
        let viewer = Viewer::Seat(ask.seat);
        let (scene, frames) = (ask.table.scene(viewer), ask.table.frames(viewer));
        let choice = player
            .choose(&scene, &frames, &self.budget(ask), &AtomicBool::new(false))
            .map_err(|error| Failure::Crash(error.to_string()))?;
        let info = choice.info;
        Ok(Answer {
            text: choice.text,
            score: info.as_ref().map(|info| info.score),
            nodes: info.as_ref().map_or(0, |info| info.nodes),
            depth: info.map_or(0, |info| info.depth),
            took: Duration::ZERO,
        })
    }
}

//! One interface to all engines of a match: a request for a move gets a reply or a failure.

use super::client::UciClient;
use super::spec::{EngineKind, EngineSpec, TimeControl};
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

/// The move overhead of the engine of this program.
const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// A request for a move.
pub(super) struct MoveRequest<'a> {
    pub(super) table: &'a Table,
    /// The position for the search, or `None` if the game has none.
    pub(super) board: Option<&'a dyn EnginePosition>,
    pub(super) seat: Seat,
    /// The first position and the moves that led to the current one.
    pub(super) start: &'a str,
    pub(super) moves: &'a [String],
    /// The moves to choose from if the table does not allow all; empty for all.
    pub(super) only: &'a [String],
    /// Remaining time and increment of the two seats.
    pub(super) clocks: [(Duration, Duration); 2],
    /// How much a reply may exceed the time limit.
    pub(super) margin: Duration,
    /// The time limit of programs that have only a limit of nodes or depth.
    pub(super) patience: Duration,
    /// The seed for choices between equal moves and for errors of lower levels.
    pub(super) seed: u64,
}

/// The reply of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct MoveReply {
    pub(super) text: String,
    pub(super) score: Option<Score>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) took: Duration,
}

/// Why there is no reply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// The engine has ended, hangs or reported an error.
    Crash(String),
    /// The time limit was exceeded by far.
    Timeout,
}

/// An engine of a match.
pub(super) struct Driver<'a> {
    spec: &'a EngineSpec,
    game: &'a str,
    options: &'a Options,
    /// The running program, if the engine is one.
    client: Option<UciClient>,
    /// The hash table of the game, if the engine of this program keeps one between moves.
    memory: Option<Arc<SearchMemory>>,
}

impl<'a> Driver<'a> {
    pub(super) const fn new(spec: &'a EngineSpec, game: &'a str, options: &'a Options) -> Self {
        Self { spec, game, options, client: None, memory: None }
    }

    /// Starts a new game. A program that fails here is restarted at its first move.
    pub(super) fn new_game(&mut self) {
        self.memory = self
            .spec
            .keeps_table
            .then(|| SearchMemory::kept(self.spec.hash).map(Arc::new))
            .flatten();
        if let Some(client) = &mut self.client
            && client.new_game().is_err()
        {
            self.client = None;
        }
    }

    /// Requests a move. After a failure the program is restarted for the next game.
    pub(super) fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Failure> {
        let answer = match &self.spec.kind {
            EngineKind::Program(..) => self.ask_program(request),
            _ => catch_unwind(AssertUnwindSafe(|| self.choose_in_process(request)))
                .unwrap_or_else(|_| Err(Failure::Crash("it panicked".to_owned()))),
        };
        if answer.is_err() {
            self.client = None;
        }
        answer
    }

    /// Starts the program if the engine is one and does not run.
    pub(super) fn start(&mut self) -> Result<(), String> {
        if self.client.is_none() && matches!(self.spec.kind, EngineKind::Program(..)) {
            let rules = self.options.0.iter();
            let rules: Vec<(&str, &str)> =
                rules.map(|(key, value)| (key.as_str(), value.as_str())).collect();
            let mut client = UciClient::start(self.spec, self.game, &rules)?;
            client.new_game()?;
            self.client = Some(client);
        }
        Ok(())
    }

    fn ask_program(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Failure> {
        self.start().map_err(Failure::Crash)?;
        let client = self.client.as_mut().ok_or(Failure::Timeout)?;
        client.choose(request, self.spec.limit)
    }

    /// Returns the reply of an engine of this program.
    fn choose_in_process(&self, request: &MoveRequest<'_>) -> Result<MoveReply, Failure> {
        let begin = Instant::now();
        let mut answer = match (&self.spec.kind, request.board) {
            (EngineKind::Level(_), Some(board)) => self.search(request, board)?,
            _ => self.play(request)?,
        };
        answer.took = begin.elapsed();
        Ok(answer)
    }

    fn search_limit(&self, request: &MoveRequest<'_>) -> SearchLimit {
        match self.spec.limit {
            TimeControl::Clock(..) => {
                let (left, increment) = request.clocks[request.seat.index() & 1];
                let clock = Clock { left, increment, moves_to_go: None };
                clock::allot(clock, MOVE_OVERHEAD).into()
            }
            limit => limit.search_limit(),
        }
    }

    fn search(
        &self,
        request: &MoveRequest<'_>,
        board: &dyn EnginePosition,
    ) -> Result<MoveReply, Failure> {
        let EngineKind::Level(level) = self.spec.kind else { return Err(Failure::Timeout) };
        let mut board = board.boxed_clone();
        if let Some(weights) = &self.spec.weights {
            board.load_weights(weights).map_err(|why| Failure::Crash(format!("weights: {why}")))?;
        }
        let job = SearchJob {
            table_mib: self.spec.hash,
            search_moves: request.only,
            level,
            seed: request.seed,
            selective: self.spec.selective,
            with: self.spec.with,
            without: self.spec.without,
            threads: self.spec.threads,
            memory: self.memory.as_ref(),
            ..SearchJob::new(self.search_limit(request))
        };
        let report = board.search(&job, &AtomicBool::new(false), &mut |_| {});
        let report = report.ok_or_else(|| Failure::Crash("it finds no move".to_owned()))?;
        Ok(MoveReply {
            text: report.chosen,
            score: Some(report.score),
            nodes: report.nodes,
            depth: report.depth,
            took: Duration::ZERO,
        })
    }

    /// Requests a move from a [`Player`], which knows only what its seat sees.
    fn play(&self, request: &MoveRequest<'_>) -> Result<MoveReply, Failure> {
        let mut player: Box<dyn Player> = match &self.spec.kind {
            EngineKind::Level(level) => player(self.game, *level, request.seed)
                .ok_or_else(|| Failure::Crash(format!("nobody plays {}", self.game)))?,
            EngineKind::Material => Box::new(MaterialPlayer::new(request.seed)),
            EngineKind::Greedy | EngineKind::Program(..) => {
                Box::new(GreedyRandom::new(request.seed))
            }
        };
        let viewer = Viewer::Seat(request.seat);
        let (scene, frames) = (request.table.scene(viewer), request.table.frames(viewer));
        let choice = player
            .choose(&scene, &frames, &self.search_limit(request), &AtomicBool::new(false))
            .map_err(|error| Failure::Crash(error.to_string()))?;
        let info = choice.info;
        Ok(MoveReply {
            text: choice.text,
            score: info.as_ref().map(|info| info.score),
            nodes: info.as_ref().map_or(0, |info| info.nodes),
            depth: info.map_or(0, |info| info.depth),
            took: Duration::ZERO,
        })
    }
}

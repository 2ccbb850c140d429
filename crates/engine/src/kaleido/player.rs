//! The player of `KaleidoChess`.

use super::multiplayer::{Cuts, Method, MultiplayerRequest, MultiplayerResult, search};
use super::request::MoveRequest;
use super::{GAME, KaleidoEvaluation, Weights, searcher};
use crate::level::{LevelParams, PlayerModel, choose, pick};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Info, Level, Player, PlayerError, SearchLimit};
use heterodox_rules::kaleido::{Color, Move, PASS, Position};
use heterodox_rules::{Frame, Scene, Viewer};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The size of a player's table.
const TABLE_MIB: usize = 16;
/// A draw is welcome to a colour that stands worse than this.
const WORSE: i32 = -150;
/// And, if nothing has been taken for so many plies, to one that stands no better than this.
const QUIET_FOR_LONG: u32 = 60;
const LEVEL_ENOUGH: i32 = 40;
/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;

/// Plays `KaleidoChess` at a level, on any of two to four seats, with and without dice.
pub struct KaleidoPlayer {
    level: Level,
    seed: u64,
    /// How opponents are thought to play where there are several.
    method: Method,
    /// How chance nodes are cut.
    cuts: Cuts,
    evaluation: KaleidoEvaluation,
    /// For two without dice; made when it is first needed.
    searcher: Option<Searcher<Position, KaleidoEvaluation>>,
}

impl KaleidoPlayer {
    /// A player that varies by `seed`.
    pub fn new(level: Level, seed: u64) -> Self {
        Self {
            level,
            seed,
            method: Method::BestReply,
            cuts: Cuts::Star2,
            evaluation: KaleidoEvaluation::default(),
            searcher: None,
        }
    }

    /// The same player with other ideas of its opponents and of the dice, to compare.
    #[must_use]
    pub fn with(self, method: Method, cuts: Cuts) -> Self {
        Self { method, cuts, ..self }
    }

    /// The same player with other weights, to compare.
    #[must_use]
    pub fn weighing(self, weights: Weights) -> Self {
        Self { evaluation: KaleidoEvaluation::new(weights), ..self }
    }

    /// The search of two without dice.
    fn two_player(
        &mut self,
        sight: &MoveRequest,
        budget: SearchLimit,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let task = SearchRequest {
            history: &sight.history,
            search_moves: Some(&sight.offered),
            ..SearchRequest::new(&sight.position, budget)
        };
        let mind = self.player_model(sight);
        let searcher = self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
        let chosen = choose(searcher, &task, GAME, mind, stop, |_| {})?;
        let info = Info {
            score: chosen.score,
            depth: chosen.found.depth,
            nodes: chosen.found.nodes,
            pv: written(&sight.position, chosen.pv()),
        };
        Some(Choice { text: sight.position.write(chosen.m), info: Some(info) })
    }

    /// The search of several, or with dice.
    fn multiplayer(
        &self,
        sight: &MoveRequest,
        budget: SearchLimit,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let found: MultiplayerResult = search(&self.task(sight, budget), stop)?;
        let (m, score) = pick(&sight.position, &found.candidates, self.player_model(sight))
            .unwrap_or((found.best, found.score));
        let text = sight.position.write(m);
        let info = Info { score, depth: found.depth, nodes: found.nodes, pv: vec![text.clone()] };
        Some(Choice { text, info: Some(info) })
    }

    const fn player_model(&self, sight: &MoveRequest) -> PlayerModel {
        PlayerModel { level: self.level, seed: self.seed, last_target: sight.last_target }
    }

    fn task<'a>(&self, sight: &'a MoveRequest, budget: SearchLimit) -> MultiplayerRequest<'a> {
        // Two are enemies, whatever is thought of several.
        let two = sight.position.playing().len() == 2;
        let style = LevelParams::of(GAME, self.level);
        MultiplayerRequest {
            position: &sight.position,
            history: &sight.history,
            search_moves: &sight.offered,
            limit: budget.tighter(LevelParams::search_limit(GAME, self.level)),
            margin: style.map_or(0, |style| style.margin),
            width: style.map_or(usize::MAX, |style| style.width),
            eval_noise: style.map_or(0, |style| style.eval_noise),
            seed: self.seed,
            method: if two { Method::Paranoid } else { self.method },
            cuts: self.cuts,
            evaluation: self.evaluation,
        }
    }
}

impl Player for KaleidoPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let begin = Instant::now();
        let nothing = || PlayerError::NothingToSubmit { phase: scene.phase.to_owned() };
        let sight = MoveRequest::new(scene, frames)?;
        if sight.offered == [Move::PASS] {
            return Ok(Choice::plain(PASS));
        }
        if sight.offered.is_empty() {
            return Err(nothing());
        }
        // What was read so far took its time too.
        let time = budget.time.map(|time| time.saturating_sub(begin.elapsed()));
        let budget = SearchLimit { time, ..*budget };
        let duel = sight.position.playing().len() == 2 && sight.position.dice().is_none();
        let choice = if duel {
            self.two_player(&sight, budget, stop)
        } else {
            self.multiplayer(&sight, budget, stop)
        };
        choice.ok_or_else(nothing)
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        let Ok(sight) = MoveRequest::new(scene, frames) else { return false };
        let Some(own) = own_color(scene) else { return false };
        if scene.outcome.is_some() || !sight.position.playing().contains(own) {
            return false;
        }
        let value = self.standing(&sight, own);
        let quiet = sight.position.plies_since_capture() >= QUIET_FOR_LONG;
        value < WORSE || (value < LEVEL_ENOUGH && quiet)
    }
}

impl KaleidoPlayer {
    /// How a colour stands: by a short search where there are two, else at sight.
    fn standing(&mut self, sight: &MoveRequest, own: Color) -> i32 {
        let position = &sight.position;
        if position.playing().len() == 2 && position.dice().is_none() {
            let budget =
                SearchLimit::nodes(DRAW_NODES).tighter(LevelParams::search_limit(GAME, self.level));
            let task =
                SearchRequest { history: &sight.history, ..SearchRequest::new(position, budget) };
            let searcher =
                self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
            if let Some(found) = searcher.run(&task, &AtomicBool::new(false), |_| {}) {
                let rank = found.score.rank();
                return if position.turn() == own { rank } else { -rank };
            }
        }
        let scores = self.evaluation.scores(position);
        let others = position.playing().iter().filter(|&color| color != own);
        let best = others.map(|color| scores[color as usize]).max().unwrap_or(0);
        scores[own as usize] - best
    }
}

/// The colour of the viewer.
fn own_color(scene: &Scene) -> Option<Color> {
    let Viewer::Seat(seat) = scene.viewer else { return None };
    let info = scene.sides.iter().find(|info| info.seat == Some(seat))?;
    Color::from_key(info.key)
}

/// A line of moves in notation.
fn written(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut board = position.clone();
    moves
        .iter()
        .map(|&m| {
            let text = board.write(m);
            board.play_unchecked(m);
            text
        })
        .collect()
}

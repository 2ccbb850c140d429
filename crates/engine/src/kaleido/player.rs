//! The player of `KaleidoChess`.

use super::multiplayer::{Cuts, Method, MultiplayerRequest, MultiplayerResult, search};
use super::request::MoveRequest;
use super::{KaleidoEvaluation, LEVELS, searcher};
use crate::level::{PlayerModel, choose, pick};
use crate::player::{DrawPolicy, draw_value, info};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Info, Level, Player, PlayerError, SearchLimit};
use heterodox_rules::kaleido::{Color, Move, PASS, Position};
use heterodox_rules::{Frame, Scene, Viewer};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The transposition table of a player, in MiB.
const TABLE_MIB: usize = 16;
/// The conditions for accepting a draw; set by hand.
const DRAW_POLICY: DrawPolicy = DrawPolicy { losing_below: -150, equal_below: 40, quiet_plies: 60 };

/// Plays `KaleidoChess` at a level, on any of two to four seats, with and without dice.
pub struct KaleidoPlayer {
    level: Level,
    seed: u64,
    evaluation: KaleidoEvaluation,
    /// The searcher for two seats without dice; made on first use.
    searcher: Option<Searcher<Position, KaleidoEvaluation>>,
}

impl KaleidoPlayer {
    /// A player. `seed` varies its moves at lower levels.
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, seed, evaluation: KaleidoEvaluation::default(), searcher: None }
    }

    /// The search for two seats without dice.
    fn two_player(
        &mut self,
        request: &MoveRequest,
        limit: SearchLimit,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let search_request = SearchRequest {
            history: &request.history,
            search_moves: Some(&request.offered),
            ..SearchRequest::new(&request.position, limit)
        };
        let model = self.player_model(request);
        let searcher = self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
        let chosen = choose(searcher, &search_request, model, stop, |_| {})?;
        let info = info(&request.position, &chosen, Position::write);
        Some(Choice { text: request.position.write(chosen.m), info: Some(info) })
    }

    /// The search for more seats, and for dice.
    fn multiplayer(
        &self,
        request: &MoveRequest,
        limit: SearchLimit,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let result: MultiplayerResult = search(&self.multiplayer_request(request, limit), stop)?;
        let (m, score) = pick(&request.position, &result.candidates, self.player_model(request))
            .unwrap_or((result.best, result.score));
        let text = request.position.write(m);
        let info = Info { score, depth: result.depth, nodes: result.nodes, pv: vec![text.clone()] };
        Some(Choice { text, info: Some(info) })
    }

    fn player_model(&self, request: &MoveRequest) -> PlayerModel {
        PlayerModel {
            params: LEVELS.params(self.level),
            seed: self.seed,
            last_target: request.last_target,
        }
    }

    fn multiplayer_request<'a>(
        &self,
        request: &'a MoveRequest,
        limit: SearchLimit,
    ) -> MultiplayerRequest<'a> {
        // With two colours left the best-reply search is the paranoid one.
        let two = request.position.playing().len() == 2;
        let params = LEVELS.params(self.level);
        MultiplayerRequest {
            position: &request.position,
            history: &request.history,
            search_moves: &request.offered,
            limit: limit.tighter(LEVELS.search_limit(self.level)),
            margin: params.map_or(0, |params| params.margin),
            width: params.map_or(usize::MAX, |params| params.width),
            eval_noise: params.map_or(0, |params| params.eval_noise),
            seed: self.seed,
            method: if two { Method::Paranoid } else { Method::BestReply },
            cuts: Cuts::Star2,
            evaluation: self.evaluation,
        }
    }
}

impl Player for KaleidoPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let begin = Instant::now();
        let request = MoveRequest::new(scene, frames)?;
        if request.offered == [Move::PASS] {
            return Ok(Choice::plain(PASS));
        }
        if request.offered.is_empty() {
            return Err(PlayerError::nothing_to_submit(scene));
        }
        // Reading the scene took a part of the time.
        let time = limit.time.map(|time| time.saturating_sub(begin.elapsed()));
        let limit = SearchLimit { time, ..*limit };
        let choice = if is_two_player(&request.position) {
            self.two_player(&request, limit, stop)
        } else {
            self.multiplayer(&request, limit, stop)
        };
        choice.ok_or_else(|| PlayerError::nothing_to_submit(scene))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        let Ok(request) = MoveRequest::new(scene, frames) else { return false };
        let Some(own) = own_color(scene) else { return false };
        if scene.outcome.is_some() || !request.position.playing().contains(own) {
            return false;
        }
        let value = self.value_for(&request, own);
        DRAW_POLICY.accepts(value, request.position.plies_since_capture())
    }
}

impl KaleidoPlayer {
    /// The value of a position for a colour: by a short search for two seats without dice, else
    /// the static evaluation against the best of the others.
    fn value_for(&mut self, request: &MoveRequest, own: Color) -> i32 {
        let position = &request.position;
        if is_two_player(position) {
            let limit = LEVELS.search_limit(self.level);
            let searcher =
                self.searcher.get_or_insert_with(|| searcher(TABLE_MIB, self.evaluation));
            let seat = position.seat(own);
            if let Some(value) = draw_value(searcher, position, &request.history, limit, seat) {
                return value;
            }
        }
        let scores = self.evaluation.scores(position);
        let others = position.playing().iter().filter(|&color| color != own);
        let best = others.map(|color| scores[color as usize]).max().unwrap_or(0);
        scores[own as usize] - best
    }
}

/// Whether the search for two seats without dice serves the position.
fn is_two_player(position: &Position) -> bool {
    position.playing().len() == 2 && position.dice().is_none()
}

/// The colour of the viewer.
fn own_color(scene: &Scene) -> Option<Color> {
    let Viewer::Seat(seat) = scene.viewer else { return None };
    let info = scene.sides.iter().find(|info| info.seat == Some(seat))?;
    Color::from_key(info.key)
}

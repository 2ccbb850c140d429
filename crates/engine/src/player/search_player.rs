//! The player of the games that the shared search plays.

use super::scene::{info, last_target, offered_moves};
use super::{Choice, Player, PlayerError, check_game, draw_value};
use crate::engine_game::{EngineGame, Move};
use crate::level::{MoveGeometry, PlayerModel, choose};
use crate::search::{SearchRequest, Searcher, Settings};
use crate::weights::WeightSet;
use crate::{Level, SearchLimit};
use heterodox_rules::{Cell, Frame, Options, Scene, SearchPosition, Seat};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The transposition table of a player, in MiB.
const TABLE_MIB: usize = 16;

/// The searcher of a game.
type GameSearcher<G> = Searcher<<G as EngineGame>::Position, <G as EngineGame>::Evaluation>;

/// Plays a game at a level.
pub(crate) struct SearchPlayer<G: EngineGame> {
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) evaluation: fn(&G::Rules) -> G::Evaluation,
    /// Made on first use, because the table is large, for the evaluation of these rules.
    searcher: Option<(G::Rules, GameSearcher<G>)>,
}

/// The game as the seat to act sees it.
pub(crate) struct MoveRequest<G: EngineGame> {
    pub(crate) rules: G::Rules,
    pub(crate) position: G::Position,
    /// The Zobrist hashes of the earlier positions that can still be repeated, oldest first.
    pub(crate) history: Vec<u64>,
    /// The legal moves that the scene offers, or the pass.
    pub(crate) offered: Vec<Move<G>>,
    /// The cell on which the last move ended.
    pub(crate) last_target: Option<Cell>,
    pub(crate) limit: SearchLimit,
}

impl<G: EngineGame> MoveRequest<G> {
    /// Reads a scene and its frames.
    pub(crate) fn new(scene: &Scene, frames: &[Frame]) -> Result<Self, PlayerError> {
        check_game(scene, G::ID)?;
        let rules = G::rules(&scene.options)?;
        let (position, history) = G::read_game(&rules, scene, frames)?;
        let offered = offered_moves(scene, &position, G::move_text);
        let last_target = last_target(scene, G::Position::geometry());
        Ok(Self { rules, position, history, offered, last_target, limit: SearchLimit::default() })
    }
}

impl<G: EngineGame> SearchPlayer<G> {
    /// A player. `seed` varies its setup and, at lower levels, its moves.
    pub(crate) fn new(level: Level, seed: u64) -> Self {
        if let Ok(rules) = G::rules(&Options::default()) {
            G::prepare(&rules);
        }
        Self::with_evaluation(level, seed, |rules| G::evaluation(rules, G::Weights::builtin()))
    }

    /// A player with another evaluation.
    pub(crate) const fn with_evaluation(
        level: Level,
        seed: u64,
        evaluation: fn(&G::Rules) -> G::Evaluation,
    ) -> Self {
        Self { level, seed, evaluation, searcher: None }
    }

    /// The searcher, with what it learned from earlier moves under the same rules.
    pub(crate) fn searcher(&mut self, rules: &G::Rules) -> &mut GameSearcher<G> {
        self.searcher.take_if(|(known, _)| !G::same_evaluation(known, rules));
        let new = || {
            let settings = Settings { table_mib: TABLE_MIB, ..G::settings() };
            (rules.clone(), Searcher::new((self.evaluation)(rules), settings))
        };
        &mut self.searcher.get_or_insert_with(new).1
    }

    /// The level, seed and attention that weaken the choice of a move.
    pub(crate) fn model(&self, request: &MoveRequest<G>) -> PlayerModel {
        PlayerModel {
            params: G::levels().params(self.level),
            seed: self.seed,
            last_target: request.last_target,
        }
    }

    /// A move, or a claim instead of it; `None` if no move is offered.
    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let mut request = MoveRequest::<G>::new(scene, frames)?;
        let position = &request.position;
        match request.offered.as_slice() {
            [] => return Ok(None),
            // A pass that the rules force.
            &[only] if G::Position::ends(only).is_none() => {
                return Ok(Some(Choice::plain(G::move_text(position, only))));
            }
            _ => {}
        }
        // Reading the scene took a part of the time.
        let time = limit.time.map(|time| time.saturating_sub(begin.elapsed()));
        request.limit = SearchLimit { time, ..*limit };
        if !G::is_two_player(&request.position) {
            return Ok(G::multiplayer(self, &request, stop));
        }
        let position = &request.position;
        let search_request = SearchRequest {
            history: &request.history,
            search_moves: Some(&request.offered),
            ..SearchRequest::new(position, request.limit)
        };
        let model = self.model(&request);
        let searcher = self.searcher(&request.rules);
        let Some(chosen) = choose(searcher, &search_request, model, stop, |_| {}) else {
            return Ok(None);
        };
        let claim = G::draw_claim(scene, chosen.result.score);
        let text = claim.unwrap_or_else(|| G::move_text(position, chosen.m));
        Ok(Some(Choice { text, info: Some(info(position, &chosen, G::move_text)) }))
    }

    /// The value of the game for the viewer; `None` before its first position, after its end and
    /// for the public.
    fn value_for_viewer(&mut self, request: &MoveRequest<G>, scene: &Scene) -> Option<i32> {
        let seat = own_side(scene).filter(|_| scene.outcome.is_none())?;
        let by_search = G::is_two_player(&request.position).then(|| {
            let limit = G::levels().search_limit(self.level);
            let searcher = self.searcher(&request.rules);
            draw_value(searcher, &request.position, &request.history, limit, seat)
        });
        by_search.flatten().or_else(|| G::static_value(self, request, seat))
    }
}

/// The viewer's seat in positions, which number the seats by side; at the table of a game with a
/// setup a seat may have taken another side.
fn own_side(scene: &Scene) -> Option<Seat> {
    let seat = scene.viewer.seat()?;
    scene.sides.iter().position(|side| side.seat == Some(seat)).map(Seat::new)
}

impl<G: EngineGame> Player for SearchPlayer<G> {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        check_game(scene, G::ID)?;
        let text = if scene.phase == "play" {
            if let Some(choice) = self.play(scene, frames, limit, stop)? {
                return Ok(choice);
            }
            None
        } else {
            G::setup(self, scene, limit, stop)
        };
        // Steps without a choice, such as casting the spindles, and steps that found no answer.
        text.or_else(|| scene.choices.first().map(|choice| choice.text.clone()))
            .map(Choice::plain)
            .ok_or_else(|| PlayerError::nothing_to_submit(scene))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        let Ok(request) = MoveRequest::<G>::new(scene, frames) else { return false };
        let quiet_plies = request.position.reversible_plies() as u32;
        self.value_for_viewer(&request, scene)
            .is_some_and(|value| G::DRAW_POLICY.accepts(value, quiet_plies))
    }
}

//! The player of Grand Chess: picks pieces, moves and claims draws.

use super::{GAME, GrandChessEvaluation, LEVELS, Values, searcher};
use crate::level::{PlayerModel, choose};
use crate::player::{
    DrawPolicy, check_game, draw_value, earlier_hashes, info, last_target, offered_moves,
};
use crate::search::{SearchRequest, Searcher};
use crate::{Choice, Level, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::grand_chess::{PieceSet, Position, TableRules, board};
use heterodox_rules::{Choice as Offer, Frame, Scene, Viewer};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The transposition table of a player, in MiB.
const TABLE_MIB: usize = 16;
/// When the player accepts a draw; set by hand.
const DRAW_POLICY: DrawPolicy = DrawPolicy { losing_below: -50, equal_below: 40, quiet_plies: 40 };
/// A draw claim is submitted instead of a move below this value.
const CLAIM_BELOW: i32 = 5;

/// Plays Grand Chess at a level.
pub struct GrandChessPlayer {
    level: Level,
    seed: u64,
    /// Made on first use, for the pieces of the game.
    searcher: Option<(PieceSet, Searcher<Position, GrandChessEvaluation>)>,
}

impl GrandChessPlayer {
    /// A player. `seed` varies the pieces that it picks and, at lower levels, its moves.
    pub fn new(level: Level, seed: u64) -> Self {
        // Derived once, so that the first move need not wait.
        Values::of(&PieceSet::standard());
        Self { level, seed, searcher: None }
    }

    fn searcher(&mut self, piece_set: &PieceSet) -> &mut Searcher<Position, GrandChessEvaluation> {
        self.searcher.take_if(|(known, _)| !known.is_same_as(piece_set));
        &mut self
            .searcher
            .get_or_insert_with(|| (piece_set.clone(), searcher(TABLE_MIB, piece_set)))
            .1
    }

    /// Picks a piece for both sides: strong pieces rather than weak ones, new ones rather than
    /// those on the board.
    fn pick(&self, scene: &Scene) -> Option<String> {
        let piece_set = rules(scene).ok()?.piece_set;
        let values = Values::of(&piece_set);
        let piece_value =
            |code: &str| piece_set.by_code(code).map_or(0, |kind| values.piece_value(kind));
        let there: HashSet<&str> = scene.frame.pieces.iter().map(|piece| piece.kind).collect();
        let alike = |offer: &Offer| {
            let code = offer.piece.unwrap_or("");
            let similar = |&&other: &&&str| {
                (piece_value(other) - piece_value(code)).abs() * 20 < piece_value(code)
            };
            let again = if there.contains(code) { 3 } else { 0 };
            again + there.iter().filter(similar).count()
        };
        let chances: Vec<(usize, &Offer)> = scene
            .choices
            .iter()
            .map(|offer| {
                (20 + piece_value(offer.piece.unwrap_or("")) as usize / (1 + alike(offer)), offer)
            })
            .collect();
        let all: usize = chances.iter().map(|(chance, _)| chance).sum();
        let mut left = SplitMix64::with_stream(self.seed, there.len() as u64 + 1).below(all);
        let picked = chances.iter().find(|&&(chance, _)| {
            let found = left < chance;
            left = left.saturating_sub(chance);
            found
        });
        picked.map(|(_, offer)| offer.text.clone())
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let position = position(scene)?;
        let offered = offered_moves(scene, &position, Position::uci);
        let history = history(scene, frames, &position)?;
        let model = PlayerModel {
            params: LEVELS.params(self.level),
            seed: self.seed,
            last_target: last_target(scene, board::by_name),
        };
        let searcher = self.searcher(position.piece_set());
        // Reading the scene took a part of the time.
        let time = limit.time.map(|time| time.saturating_sub(begin.elapsed()));
        let request = SearchRequest {
            history: &history,
            search_moves: (!offered.is_empty()).then_some(offered.as_slice()),
            ..SearchRequest::new(&position, SearchLimit { time, ..*limit })
        };
        let Some(chosen) = choose(searcher, &request, model, stop, |_| {}) else {
            return Ok(None);
        };
        let claim = claim(scene).filter(|_| chosen.result.score.rank() < CLAIM_BELOW);
        let text = claim.unwrap_or_else(|| position.uci(chosen.m));
        Ok(Some(Choice { text, info: Some(info(&position, &chosen, Position::uci)) }))
    }
}

impl Player for GrandChessPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        check_game(scene, GAME)?;
        let text = match scene.phase {
            "pick" => self.pick(scene),
            "play" if !scene.choices.is_empty() => {
                if let Some(choice) = self.play(scene, frames, limit, stop)? {
                    return Ok(choice);
                }
                None
            }
            _ => None,
        };
        text.or_else(|| scene.choices.first().map(|choice| choice.text.clone()))
            .map(Choice::plain)
            .ok_or_else(|| PlayerError::nothing_to_submit(scene))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let (Viewer::Seat(seat), Ok(position)) = (scene.viewer, position(scene)) else {
            return false;
        };
        let Ok(history) = history(scene, frames, &position) else { return false };
        let limit = LEVELS.search_limit(self.level);
        let searcher = self.searcher(position.piece_set());
        draw_value(searcher, &position, &history, limit, seat)
            .is_some_and(|value| DRAW_POLICY.accepts(value, position.halfmove_clock()))
    }
}

/// The text of a draw claim, if one is offered.
fn claim(scene: &Scene) -> Option<String> {
    let claims = scene.choices.iter().find(|choice| choice.text.starts_with("claim "));
    claims.map(|choice| choice.text.clone())
}

fn rules(scene: &Scene) -> Result<TableRules, PlayerError> {
    Ok(TableRules::new(&scene.options)?)
}

fn position(scene: &Scene) -> Result<Position, PlayerError> {
    let rules = rules(scene)?;
    read(&scene.frame.position, &rules)
}

fn read(text: &str, rules: &TableRules) -> Result<Position, PlayerError> {
    Position::read(text, rules.promotion, &rules.piece_set).map_err(PlayerError::bad_position)
}

fn history(scene: &Scene, frames: &[Frame], position: &Position) -> Result<Vec<u64>, PlayerError> {
    let rules = rules(scene)?;
    Ok(earlier_hashes(scene, frames, position, |text| read(text, &rules).ok()))
}

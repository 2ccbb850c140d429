//! What the engine needs of a game.

use crate::level::{LevelTable, MoveGeometry};
use crate::player::{DrawPolicy, MoveRequest, SearchPlayer, earlier_hashes};
use crate::search::Settings;
use crate::weights::WeightSet;
use crate::{Choice, Evaluate, PlayerError, Score, SearchLimit};
use heterodox_rules::{Frame, Options, Refusal, Scene, SearchPosition, Seat};
use std::fmt::Display;
use std::sync::atomic::AtomicBool;

/// A move of a game.
pub(crate) type Move<G> = <<G as EngineGame>::Position as SearchPosition>::Move;

/// An open game that the shared search plays with two seats and without dice.
///
/// All that a [`SearchPlayer`] and an [`EnginePosition`](super::EnginePosition) know of the game is
/// here. The methods with a default are for games with a setup, more seats or dice.
pub(crate) trait EngineGame: Sized + Send + 'static {
    /// The table options, as far as positions and their evaluation depend on them.
    type Rules: Clone + Send;
    type Position: MoveGeometry + Display;
    /// Why a position string cannot be read.
    type PositionError: Display;
    type Evaluation: Evaluate<Self::Position>;
    /// The weights of the evaluation.
    type Weights: WeightSet;

    const ID: &'static str;
    /// What error messages call a position string.
    const POSITION: &'static str = "position";
    /// The slope of the log-odds of a win per centi-unit of the score: fitted to the results of
    /// games of the engine against itself, whose scores are in the log of `heterodox match`
    /// (docs/results.md).
    const WIN_SLOPE: f64;
    const DRAW_POLICY: DrawPolicy;

    /// Reads the table options.
    fn rules(options: &Options) -> Result<Self::Rules, Refusal>;
    /// Fills caches, so that the first search does not wait for them.
    fn prepare(_: &Self::Rules) {}
    /// Reads a position.
    fn parse_position(
        rules: &Self::Rules,
        text: &str,
    ) -> Result<Self::Position, Self::PositionError>;
    /// A move in strict notation.
    fn move_text(position: &Self::Position, m: Move<Self>) -> String;
    /// A move as records write it.
    fn move_record(position: &Self::Position, m: Move<Self>) -> String {
        Self::move_text(position, m)
    }
    /// Reads a move in any notation of the game.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Move<Self>, Refusal>;
    /// The evaluation with these weights.
    fn evaluation(rules: &Self::Rules, weights: &Self::Weights) -> Self::Evaluation;
    /// Whether the evaluations of two tables are the same.
    fn same_evaluation(_: &Self::Rules, _: &Self::Rules) -> bool {
        true
    }
    /// The search settings of the game.
    fn settings() -> Settings;
    /// The parameters by which each level is weakened.
    fn levels() -> &'static LevelTable;
    /// The material that the frozen reference player counts, for the seat to move.
    fn material(position: &Self::Position) -> i32;
    /// The value of a captured piece for the greedy reference player, by the piece's code.
    fn capture_value(code: &str) -> u32;

    /// The present position, and the Zobrist hashes of the earlier ones that can still be repeated,
    /// oldest first.
    fn read_game(
        rules: &Self::Rules,
        scene: &Scene,
        frames: &[Frame],
    ) -> Result<(Self::Position, Vec<u64>), PlayerError> {
        let read = |text: &str| Self::parse_position(rules, text);
        let position = read(&scene.frame.position).map_err(PlayerError::bad_position)?;
        let hashes = earlier_hashes(scene, frames, &position, |text| read(text).ok());
        Ok((position, hashes))
    }
    /// The text to submit in a phase other than `play`; `None` for any that is offered.
    fn setup(
        _player: &mut SearchPlayer<Self>,
        _scene: &Scene,
        _limit: &SearchLimit,
        _stop: &AtomicBool,
    ) -> Option<String> {
        None
    }
    /// The draw claim to submit instead of a move with this score.
    fn draw_claim(_scene: &Scene, _score: Score) -> Option<String> {
        None
    }
    /// Whether two seats play without dice, so that the shared search serves the position.
    fn is_two_player(_: &Self::Position) -> bool {
        true
    }
    /// The choice where the shared search does not serve.
    fn multiplayer(
        _player: &SearchPlayer<Self>,
        _request: &MoveRequest<Self>,
        _stop: &AtomicBool,
    ) -> Option<Choice> {
        None
    }
    /// The value for a seat that still plays, without a search.
    fn static_value(
        _player: &SearchPlayer<Self>,
        _request: &MoveRequest<Self>,
        _seat: Seat,
    ) -> Option<i32> {
        None
    }
}

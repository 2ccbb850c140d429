//! Grand Chess for the shared search, its player and its analysis.

use super::{GrandChessEvaluation, GrandChessWeights, LEVELS, Values, reference, setup_player};
use crate::engine_game::EngineGame;
use crate::level::LevelTable;
use crate::player::{DrawPolicy, SearchPlayer};
use crate::search::{Settings, Technique, Techniques};
use crate::{Score, SearchLimit};
use heterodox_rules::grand_chess::{FIFTY_MOVE_PLIES, FenError, Move, Position, TableRules};
use heterodox_rules::{Options, Refusal, Scene};
use std::sync::atomic::AtomicBool;

/// A draw claim is submitted instead of a move below this value.
const CLAIM_BELOW: i32 = 5;

/// Quiescence searches all evasions, so that a check at the horizon needs no further ply. By
/// matches (docs/trials.md).
const TECHNIQUES: Techniques =
    Techniques::ALL.except(Techniques::NONE.with(Technique::CheckExtension));

/// Grand Chess, the implementation of [`EngineGame`].
pub(crate) struct GrandChess;

impl EngineGame for GrandChess {
    type Rules = TableRules;
    type Position = Position;
    type PositionError = FenError;
    type Evaluation = GrandChessEvaluation;
    type Weights = GrandChessWeights;

    const ID: &'static str = super::GAME;
    const POSITION: &'static str = "FEN";
    const WIN_SLOPE: f64 = 0.0035;
    // Set by hand.
    const DRAW_POLICY: DrawPolicy =
        DrawPolicy { losing_below: -50, equal_below: 40, quiet_plies: 40 };

    fn rules(options: &Options) -> Result<TableRules, Refusal> {
        TableRules::new(options)
    }

    fn prepare(rules: &TableRules) {
        Values::of(&rules.piece_set);
    }

    fn parse_position(rules: &TableRules, text: &str) -> Result<Position, FenError> {
        Position::read(text, rules.promotion, &rules.piece_set)
    }

    fn move_text(position: &Position, m: Move) -> String {
        position.uci(m)
    }

    fn move_record(position: &Position, m: Move) -> String {
        position.san(m)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, Refusal> {
        position.read_move(text).map(|read| read.played)
    }

    fn evaluation(rules: &TableRules, weights: &GrandChessWeights) -> GrandChessEvaluation {
        GrandChessEvaluation::with_weights(&rules.piece_set, *weights)
    }

    fn same_evaluation(rules: &TableRules, other: &TableRules) -> bool {
        rules.piece_set.is_same_as(&other.piece_set)
    }

    fn settings() -> Settings {
        Settings {
            reversible_limit: Some(FIFTY_MOVE_PLIES as usize),
            // The first two iterations see a mate in one; trying every reply to every move costs
            // too much where there are hundreds.
            root_blunder_check: false,
            // By matches with 60 000 nodes a move (docs/trials.md); fewer nodes prefer wider
            // margins.
            eval_scale: 65,
            techniques: TECHNIQUES,
            ..Settings::default()
        }
    }

    fn levels() -> &'static LevelTable {
        &LEVELS
    }

    fn material(position: &Position) -> i32 {
        reference::material(position)
    }

    fn capture_value(code: &str) -> u32 {
        reference::capture_value(code)
    }

    fn setup(
        player: &mut SearchPlayer<Self>,
        scene: &Scene,
        _: &SearchLimit,
        _: &AtomicBool,
    ) -> Option<String> {
        (scene.phase == "pick").then(|| setup_player::pick(player.seed, scene))?
    }

    fn draw_claim(scene: &Scene, score: Score) -> Option<String> {
        let claim = scene.choices.iter().find(|choice| choice.text.starts_with("claim "));
        claim.filter(|_| score.rank() < CLAIM_BELOW).map(|choice| choice.text.clone())
    }
}

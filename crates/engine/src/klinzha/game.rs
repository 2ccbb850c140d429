//! Klin Zha for the shared search, its player and its analysis.

use super::{KlinZhaEvaluation, KlinZhaWeights, LEVELS, reference};
use crate::SearchLimit;
use crate::engine_game::EngineGame;
use crate::level::LevelTable;
use crate::player::{DrawPolicy, SearchPlayer};
use crate::search::{Settings, Technique, Techniques};
use heterodox_rules::klinzha::{HOUSE_QUIET_PLIES, Move, Position, PositionError};
use heterodox_rules::{Options, Refusal, Scene};
use std::sync::atomic::AtomicBool;

/// Plies without a capture after which the house rules (R-KZ5) make a draw. Without house rules the
/// game goes on; a search that aims at a capture before then plays well too.
const QUIET_LIMIT: usize = HOUSE_QUIET_PLIES as usize;

/// Techniques that seemed to gain in matches, alone or together (docs/trials.md).
const TECHNIQUES: Techniques = Techniques::NONE
    .with(Technique::HistoryReduction)
    .with(Technique::RootReduction)
    .with(Technique::Continuation)
    .with(Technique::QuietTable)
    .with(Technique::LateMovePruning)
    .with(Technique::Futility)
    .with(Technique::CheckExtension);

/// Klin Zha, the implementation of [`EngineGame`].
pub(crate) struct KlinZha;

impl EngineGame for KlinZha {
    type Rules = ();
    type Position = Position;
    type PositionError = PositionError;
    type Evaluation = KlinZhaEvaluation;
    type Weights = KlinZhaWeights;

    const ID: &'static str = super::GAME;
    const WIN_SLOPE: f64 = 0.0019;
    // Set by hand.
    const DRAW_POLICY: DrawPolicy =
        DrawPolicy { losing_below: -40, equal_below: 40, quiet_plies: 40 };

    fn rules(_: &Options) -> Result<(), Refusal> {
        Ok(())
    }

    fn parse_position((): &(), text: &str) -> Result<Position, PositionError> {
        text.parse()
    }

    fn move_text(position: &Position, m: Move) -> String {
        position.write(m)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, Refusal> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        position.read(text, &legal).map(|read| read.played)
    }

    fn evaluation((): &(), weights: &KlinZhaWeights) -> KlinZhaEvaluation {
        KlinZhaEvaluation::with_weights(*weights)
    }

    fn settings() -> Settings {
        Settings {
            reversible_limit: Some(QUIET_LIMIT),
            techniques: TECHNIQUES,
            eval_scale: 200,
            lmp_base: 24,
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
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Option<String> {
        player.setup(scene, limit, stop)
    }
}

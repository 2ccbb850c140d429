//! The implementations of `EngineGame`: Klin Zha, Grand Chess and two-player `KaleidoChess` without
//! dice.

use super::engine_position::EngineGame;
use crate::grand_chess::{self, GrandChessEvaluation, Values};
use crate::kaleido::{self, KaleidoEvaluation};
use crate::klinzha::{self, KlinZhaEvaluation, KlinZhaWeights};
use crate::level::LevelTable;
use crate::reference::material;
use crate::search::Settings;
use heterodox_rules::grand_chess as grand_rules;
use heterodox_rules::kaleido as kaleido_rules;
use heterodox_rules::klinzha as klinzha_rules;
use heterodox_rules::{Options, Refusal, quote};

pub(super) struct KlinZha;

impl EngineGame for KlinZha {
    type Position = klinzha_rules::Position;
    type Evaluation = KlinZhaEvaluation;
    type Weights = KlinZhaWeights;

    const ID: &'static str = klinzha::GAME;

    fn parse_position(_: &Options, text: &str) -> Result<Self::Position, String> {
        text.parse().map_err(|error| format!("position '{}': {error}", quote(text)))
    }

    fn position_text(position: &Self::Position) -> String {
        position.to_string()
    }

    fn move_text(position: &Self::Position, m: klinzha_rules::Move) -> String {
        position.write(m)
    }

    fn parse_move(position: &Self::Position, text: &str) -> Result<klinzha_rules::Move, Refusal> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        position.read(text, &legal).map(|read| read.played)
    }

    fn move_cells(m: klinzha_rules::Move) -> Vec<&'static str> {
        vec![klinzha_rules::board::name(m.from()), klinzha_rules::board::name(m.to())]
    }

    fn evaluation(_: &Self::Position, weights: &KlinZhaWeights) -> KlinZhaEvaluation {
        KlinZhaEvaluation::with_weights(*weights)
    }

    fn settings() -> Settings {
        klinzha::settings()
    }

    fn levels() -> &'static LevelTable {
        &klinzha::LEVELS
    }

    fn material(position: &Self::Position) -> i32 {
        material::klinzha(position)
    }
}

pub(super) struct GrandChess;

impl EngineGame for GrandChess {
    type Position = grand_rules::Position;
    type Evaluation = GrandChessEvaluation;
    type Weights = grand_chess::GrandChessWeights;

    const ID: &'static str = grand_chess::GAME;

    fn parse_position(options: &Options, text: &str) -> Result<Self::Position, String> {
        let rules = grand_rules::TableRules::new(options).map_err(|refusal| refusal.to_string())?;
        // Fills the cache of piece values, so that the first search does not wait for it.
        Values::of(&rules.piece_set);
        grand_rules::Position::read(text, rules.promotion, &rules.piece_set)
            .map_err(|error| format!("FEN '{}': {error}", quote(text)))
    }

    fn position_text(position: &Self::Position) -> String {
        position.to_string()
    }

    fn move_text(position: &Self::Position, m: grand_rules::Move) -> String {
        position.uci(m)
    }

    fn move_record(position: &Self::Position, m: grand_rules::Move) -> String {
        position.san(m)
    }

    fn parse_move(position: &Self::Position, text: &str) -> Result<grand_rules::Move, Refusal> {
        position.read_move(text).map(|read| read.played)
    }

    fn move_cells(m: grand_rules::Move) -> Vec<&'static str> {
        vec![grand_rules::board::name(m.from()), grand_rules::board::name(m.to())]
    }

    fn evaluation(
        position: &Self::Position,
        weights: &grand_chess::GrandChessWeights,
    ) -> GrandChessEvaluation {
        GrandChessEvaluation::with_weights(position.piece_set(), *weights)
    }

    fn settings() -> Settings {
        grand_chess::settings()
    }

    fn levels() -> &'static LevelTable {
        &grand_chess::LEVELS
    }

    fn material(position: &Self::Position) -> i32 {
        material::grand_chess(position)
    }
}

pub(super) struct KaleidoChess;

impl EngineGame for KaleidoChess {
    type Position = kaleido_rules::Position;
    type Evaluation = KaleidoEvaluation;
    type Weights = kaleido::Weights;

    const ID: &'static str = kaleido::GAME;

    fn parse_position(options: &Options, text: &str) -> Result<Self::Position, String> {
        let rules =
            kaleido_rules::TableRules::new(options).map_err(|refusal| refusal.to_string())?;
        let position = kaleido_rules::Position::read(text, rules.dice)
            .map_err(|error| format!("position '{}': {error}", quote(text)))?;
        if position.dice().is_some() || position.playing().len() > 2 {
            return Err(
                "this engine plays KaleidoChess only with two players and without dice".to_owned()
            );
        }
        Ok(position)
    }

    fn position_text(position: &Self::Position) -> String {
        position.to_string()
    }

    fn move_text(position: &Self::Position, m: kaleido_rules::Move) -> String {
        position.write(m)
    }

    fn parse_move(position: &Self::Position, text: &str) -> Result<kaleido_rules::Move, Refusal> {
        position.read_move(text).map(|read| read.played)
    }

    fn move_cells(m: kaleido_rules::Move) -> Vec<&'static str> {
        if m.is_pass() {
            return Vec::new();
        }
        vec![kaleido_rules::board::name(m.from()), kaleido_rules::board::name(m.to())]
    }

    fn evaluation(_: &Self::Position, weights: &kaleido::Weights) -> KaleidoEvaluation {
        KaleidoEvaluation::new(*weights)
    }

    fn settings() -> Settings {
        kaleido::settings()
    }

    fn levels() -> &'static LevelTable {
        &kaleido::LEVELS
    }

    fn material(position: &Self::Position) -> i32 {
        material::kaleido(position)
    }
}

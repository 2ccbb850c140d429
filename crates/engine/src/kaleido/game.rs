//! `KaleidoChess` for the shared search, its player and its analysis.

use super::multiplayer::{Cuts, Method, MultiplayerRequest, search};
use super::{KaleidoEvaluation, LEVELS, Weights, reference};
use crate::engine_game::EngineGame;
use crate::level::{LevelTable, pick};
use crate::player::{DrawPolicy, MoveRequest, SearchPlayer};
use crate::search::{Settings, Technique, Techniques};
use crate::{Choice, Info, PlayerError};
use heterodox_rules::kaleido::{Move, Position, PositionError, TableRules, board};
use heterodox_rules::{Frame, Options, Refusal, Scene, Seat};
use std::sync::atomic::AtomicBool;

/// Techniques that gained most in a match in which all were switched at random (docs/trials.md).
const TECHNIQUES: Techniques = Techniques::NONE
    .with(Technique::Aspiration)
    .with(Technique::ReverseFutility)
    .with(Technique::LateMovePruning)
    .with(Technique::Continuation)
    .with(Technique::CheckExtension);

/// `KaleidoChess`, the implementation of [`EngineGame`].
pub(crate) struct KaleidoChess;

impl EngineGame for KaleidoChess {
    type Rules = TableRules;
    type Position = Position;
    type PositionError = PositionError;
    type Evaluation = KaleidoEvaluation;
    type Weights = Weights;

    const ID: &'static str = super::GAME;
    const WIN_SLOPE: f64 = 0.0047;
    // Set by hand.
    const DRAW_POLICY: DrawPolicy =
        DrawPolicy { losing_below: -150, equal_below: 40, quiet_plies: 60 };

    fn rules(options: &Options) -> Result<TableRules, Refusal> {
        TableRules::new(options)
    }

    fn parse_position(rules: &TableRules, text: &str) -> Result<Position, PositionError> {
        Position::read(text, rules.dice)
    }

    fn move_text(position: &Position, m: Move) -> String {
        position.write(m)
    }

    fn parse_move(position: &Position, text: &str) -> Result<Move, Refusal> {
        position.read_move(text).map(|read| read.played)
    }

    fn evaluation(_: &TableRules, weights: &Weights) -> KaleidoEvaluation {
        KaleidoEvaluation::new(*weights)
    }

    fn settings() -> Settings {
        Settings { techniques: TECHNIQUES, ..Settings::default() }
    }

    fn levels() -> &'static LevelTable {
        &LEVELS
    }

    fn material(position: &Position) -> i32 {
        reference::material(position)
    }

    fn capture_value(code: &str) -> u32 {
        reference::capture_value_by_code(code)
    }

    /// Position strings do not count the plies since the last capture; the frames do.
    fn read_game(
        rules: &TableRules,
        scene: &Scene,
        frames: &[Frame],
    ) -> Result<(Position, Vec<u64>), PlayerError> {
        let shown = Self::parse_position(rules, &scene.frame.position);
        let shown = shown.map_err(PlayerError::bad_position)?;
        let replayed = replayed(rules, scene, frames, &shown);
        let agrees = replayed.filter(|(position, _)| *position == shown);
        Ok(agrees.unwrap_or_else(|| (shown, Vec::new())))
    }

    fn is_two_player(position: &Position) -> bool {
        position.playing().len() == 2 && position.dice().is_none()
    }

    /// The search for more seats, and for dice.
    fn multiplayer(
        player: &SearchPlayer<Self>,
        request: &MoveRequest<Self>,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        // With two colours left the best-reply search is the paranoid one.
        let two = request.position.playing().len() == 2;
        let params = LEVELS.params(player.level);
        let multiplayer_request = MultiplayerRequest {
            position: &request.position,
            history: &request.history,
            search_moves: &request.offered,
            limit: request.limit.tighter(LEVELS.search_limit(player.level)),
            margin: params.map_or(0, |params| params.margin),
            width: params.map_or(usize::MAX, |params| params.width),
            eval_noise: params.map_or(0, |params| params.eval_noise),
            seed: player.seed,
            method: if two { Method::Paranoid } else { Method::BestReply },
            cuts: Cuts::Star2,
            evaluation: (player.evaluation)(&request.rules),
        };
        let result = search(&multiplayer_request, stop)?;
        let (m, score) = pick(&request.position, &result.candidates, player.model(request))
            .unwrap_or((result.best, result.score));
        let text = request.position.write(m);
        let info = Info { score, depth: result.depth, nodes: result.nodes, pv: vec![text.clone()] };
        Some(Choice { text, info: Some(info) })
    }

    /// The static evaluation against the best of the others.
    fn static_value(
        player: &SearchPlayer<Self>,
        request: &MoveRequest<Self>,
        seat: Seat,
    ) -> Option<i32> {
        let position = &request.position;
        let own = position.color(seat).filter(|&own| position.playing().contains(own))?;
        let scores = (player.evaluation)(&request.rules).scores(position);
        let others = position.playing().iter().filter(|&color| color != own);
        let best = others.map(|color| scores[color as usize]).max().unwrap_or(0);
        Some(scores[own as usize] - best)
    }
}

/// The present position, replayed from the last capture so that it counts the plies since then,
/// and the hashes of the positions before it. `None` if the frames do not give the moves.
fn replayed(
    rules: &TableRules,
    scene: &Scene,
    frames: &[Frame],
    shown: &Position,
) -> Option<(Position, Vec<u64>)> {
    let frames: Vec<&Frame> = frames.iter().filter(|frame| frame.ply <= scene.frame.ply).collect();
    let now = frames.last()?.pieces.len();
    let quiet = frames.iter().rev().take_while(|frame| frame.pieces.len() == now).count();
    let frames = &frames[frames.len() - quiet..];
    let mut position = Position::read(&frames.first()?.position, rules.dice).ok()?;
    let mut hashes = Vec::new();
    for frame in &frames[1..] {
        hashes.push(position.zobrist());
        position.play_unchecked(move_to(frame)?);
    }
    Some((position.with_die(shown.die()), hashes))
}

/// The move that led to a frame.
fn move_to(frame: &Frame) -> Option<Move> {
    match frame.last.as_slice() {
        [] => Some(Move::PASS),
        [from, to] => Some(Move::new(board::by_name(from)?, board::by_name(to)?)),
        _ => None,
    }
}

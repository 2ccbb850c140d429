//! The choice of a move at a level.

use super::move_filter::{FilterParams, MoveFilter};
use super::move_geometry::salience;
use super::noisy_eval::NoisyEval;
use super::{LevelParams, MoveGeometry};
use crate::search::{
    SearchRequest, SearchResult, Searcher, Settings, TwoPlyOutcome, two_ply_outcome,
};
use crate::{Evaluate, Score, SplitMix64};
use heterodox_rules::Cell;
use std::sync::atomic::AtomicBool;

/// The transposition table of a lower level, in MiB. Lower levels search few nodes.
const TABLE_MIB: usize = 1;

/// The player whose move is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerModel {
    /// The parameters of its level; `None` at full strength.
    pub(crate) params: Option<&'static LevelParams>,
    /// The seed of its errors and random choices.
    pub(crate) seed: u64,
    /// The cell on which the last move ended; moves near it are more salient.
    pub(crate) last_target: Option<Cell>,
}

/// The chosen move and the search behind it.
#[derive(Clone, Debug)]
pub(crate) struct ChosenMove<M> {
    /// The move to play.
    pub(crate) m: M,
    /// The score of the move.
    pub(crate) score: Score,
    /// The result of the search, whose best move may be another one.
    pub(crate) result: SearchResult<M>,
}

impl<M: Copy + PartialEq> ChosenMove<M> {
    /// The principal variation of the chosen move; the move alone if it is not the best one.
    pub(crate) fn pv(&self) -> &[M] {
        if self.m == self.result.best { &self.result.pv } else { std::slice::from_ref(&self.m) }
    }
}

/// The move that a player makes; `None` if there is no legal move.
///
/// At full strength that is the best move of `searcher`. A lower level has a searcher of its own
/// and takes only the evaluation and the settings from `searcher`.
pub(crate) fn choose<P: MoveGeometry, E: Evaluate<P>>(
    searcher: &mut Searcher<P, E>,
    request: &SearchRequest<'_, P>,
    model: PlayerModel,
    stop: &AtomicBool,
    on_iteration: impl FnMut(&SearchResult<P::Move>),
) -> Option<ChosenMove<P::Move>> {
    let Some(params) = model.params else {
        let result = searcher.run(request, stop, on_iteration)?;
        return Some(ChosenMove { m: result.best, score: result.score, result });
    };
    let seed = SplitMix64::new(model.seed).next_u64();
    let filter = FilterParams {
        seed,
        width: params.width,
        overlooked: params.overlooked_captures,
        careful: params.careful,
    };
    let position = MoveFilter::new(request.position.clone(), filter);
    // Trying every reply to every move costs little in games whose own search does it too.
    let safest =
        (params.careful && searcher.settings().root_blunder_check).then(|| safest_moves(request));
    let weak_request = SearchRequest {
        position: &position,
        history: request.history,
        search_moves: safest.as_deref().or(request.search_moves),
        limit: request.limit.tighter(params.search_limit()),
        margin: params.margin,
        multi_pv: request.multi_pv,
    };
    let settings = Settings {
        table_mib: TABLE_MIB,
        selective: params.selective,
        root_blunder_check: false,
        threads: 1,
        ..*searcher.settings()
    };
    let evaluator = NoisyEval { evaluator: searcher.evaluator(), seed, most: params.eval_noise };
    let mut weak_searcher = Searcher::new(evaluator, settings);
    let result = weak_searcher.run(&weak_request, stop, on_iteration)?;
    let chosen = pick_from(request.position, result, model);
    let is_safe = || two_ply_outcome(request.position, chosen.m) <= TwoPlyOutcome::Safe;
    if !params.careful || safest.is_some() || is_safe() {
        return Some(chosen);
    }
    let safest = Some(safest_moves(request));
    let safe_request = SearchRequest { search_moves: safest.as_deref(), ..weak_request };
    let again = weak_searcher.run(&safe_request, stop, |_| {});
    Some(again.map_or(chosen, |result| pick_from(request.position, result, model)))
}

/// The moves with the best [`TwoPlyOutcome`].
fn safest_moves<P: MoveGeometry>(request: &SearchRequest<'_, P>) -> Vec<P::Move> {
    let mut moves = Vec::new();
    request.position.moves(&mut moves);
    if let Some(only) = request.search_moves {
        moves.retain(|m| only.contains(m));
    }
    let outcomes: Vec<TwoPlyOutcome> =
        moves.iter().map(|&m| two_ply_outcome(request.position, m)).collect();
    let Some(&best) = outcomes.iter().min() else { return moves };
    moves
        .into_iter()
        .zip(outcomes)
        .filter(|(_, outcome)| *outcome == best)
        .map(|(m, _)| m)
        .collect()
}

/// One of the moves within the margin of the best, which comes first: the more salient, the more
/// likely. The best if its score is a forced win or loss. `None` if there are no candidates.
pub(crate) fn pick<P: MoveGeometry>(
    position: &P,
    candidates: &[(P::Move, Score)],
    model: PlayerModel,
) -> Option<(P::Move, Score)> {
    let best = *candidates.first()?;
    if !matches!(best.1, Score::Centi(_)) {
        return Some(best);
    }
    let mut random = SplitMix64::with_stream(model.seed, position.zobrist());
    let weight = |m| salience(position, m, model.last_target) as usize;
    random.weighted(candidates.iter().map(|&known| (known, weight(known.0))))
}

/// The move of a search's result that [`pick`] chooses.
fn pick_from<P: MoveGeometry>(
    position: &P,
    result: SearchResult<P::Move>,
    model: PlayerModel,
) -> ChosenMove<P::Move> {
    let (m, score) =
        pick(position, &result.candidates, model).unwrap_or((result.best, result.score));
    ChosenMove { m, score, result }
}

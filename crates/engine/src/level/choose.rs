//! A move of a level.

use super::move_filter::{FilterParams, MoveFilter};
use super::move_geometry::salience;
use super::noisy_eval::NoisyEval;
use super::{Level, LevelParams, MoveGeometry};
use crate::search::{Risk, SearchRequest, SearchResult, Searcher, Settings, move_risk};
use crate::{Evaluate, Random, Score};
use heterodox_rules::Cell;
use std::sync::atomic::AtomicBool;

/// The size of the table that a lower level remembers positions in.
const TABLE_MIB: usize = 1;

/// Who chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerModel {
    /// How well it plays.
    pub(crate) level: Level,
    /// What its errors and lots vary by.
    pub(crate) seed: u64,
    /// The cell to which the last move led: there it looks first.
    pub(crate) last_target: Option<Cell>,
}

/// What somebody chose.
#[derive(Clone, Debug)]
pub(crate) struct ChosenMove<M> {
    /// The move to play.
    pub(crate) m: M,
    /// What is thought of it.
    pub(crate) score: Score,
    /// What was found before.
    pub(crate) found: SearchResult<M>,
}

impl<M: Copy + PartialEq> ChosenMove<M> {
    /// The expected course of the game behind the move.
    pub(crate) fn pv(&self) -> &[M] {
        if self.m == self.found.best { &self.found.pv } else { std::slice::from_ref(&self.m) }
    }
}

/// The move that a level makes: at the highest the best that the searcher finds; else the searcher gives only its
/// judgement. Nothing only where there is no move.
pub(crate) fn choose<P: MoveGeometry, E: Evaluate<P>>(
    searcher: &mut Searcher<P, E>,
    task: &SearchRequest<'_, P>,
    game: &str,
    mind: PlayerModel,
    stop: &AtomicBool,
    on_iteration: impl FnMut(&SearchResult<P::Move>),
) -> Option<ChosenMove<P::Move>> {
    let Some(style) = LevelParams::of(game, mind.level) else {
        let found = searcher.run(task, stop, on_iteration)?;
        return Some(ChosenMove { m: found.best, score: found.score, found });
    };
    let seed = Random::new(mind.seed).next_u64();
    let lens = FilterParams {
        seed,
        width: style.width,
        overlooked: style.overlooked_captures,
        careful: style.careful,
    };
    let position = MoveFilter::new(task.position.clone(), lens);
    // Trying every reply to every move is cheap where the game's own search does it.
    let safest = (style.careful && searcher.settings().root_blunder_check).then(|| safest(task));
    let weak_task = SearchRequest {
        position: &position,
        history: task.history,
        search_moves: safest.as_deref().or(task.search_moves),
        limit: task.limit.tighter(style.budget()),
        margin: style.margin,
        multi_pv: task.multi_pv,
    };
    let settings = Settings {
        table_mib: TABLE_MIB,
        selective: style.selective,
        root_blunder_check: false,
        threads: 1,
        ..*searcher.settings()
    };
    let evaluator = NoisyEval { evaluator: searcher.evaluator(), seed, most: style.eval_noise };
    let mut weak = Searcher::new(evaluator, settings);
    let found = weak.run(&weak_task, stop, on_iteration)?;
    let chosen = picked(task.position, found, mind);
    if !style.careful || safest.is_some() || move_risk(task.position, chosen.m) <= Risk::Safe {
        return Some(chosen);
    }
    let only = Some(self::safest(task));
    let again =
        weak.run(&SearchRequest { search_moves: only.as_deref(), ..weak_task }, stop, |_| {});
    Some(again.map_or(chosen, |found| picked(task.position, found, mind)))
}

/// The moves that risk least with the next reply.
fn safest<P: MoveGeometry>(task: &SearchRequest<'_, P>) -> Vec<P::Move> {
    let mut moves = Vec::new();
    task.position.moves(&mut moves);
    if let Some(only) = task.search_moves {
        moves.retain(|m| only.contains(m));
    }
    let risks: Vec<Risk> = moves.iter().map(|&m| move_risk(task.position, m)).collect();
    let Some(&least) = risks.iter().min() else { return moves };
    moves.into_iter().zip(risks).filter(|(_, risk)| *risk == least).map(|(m, _)| m).collect()
}

/// One of the moves that seem about as good as the best, which comes first: rather one that catches the eye. Where the
/// game seems decided, the best.
pub(crate) fn pick<P: MoveGeometry>(
    position: &P,
    candidates: &[(P::Move, Score)],
    mind: PlayerModel,
) -> Option<(P::Move, Score)> {
    let best = *candidates.first()?;
    if !matches!(best.1, Score::Centi(_)) {
        return Some(best);
    }
    let mut random = Random::mixed(mind.seed, position.zobrist());
    let weight = |m| salience(position, m, mind.last_target) as usize;
    random.weighted(candidates.iter().map(|&known| (known, weight(known.0))))
}

fn picked<P: MoveGeometry>(
    position: &P,
    found: SearchResult<P::Move>,
    mind: PlayerModel,
) -> ChosenMove<P::Move> {
    let (m, score) = pick(position, &found.candidates, mind).unwrap_or((found.best, found.score));
    ChosenMove { m, score, found }
}

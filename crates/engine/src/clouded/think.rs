//! The choice of an intent by determinization: positions are drawn from the belief, each is
//! searched as if it were the true one, and the values of each intent are combined.
//!
//! The search of one position assumes that both sides see everything. Corrections: bad cases count
//! more than good ones, information has a value, and among nearly equal intents the choice is
//! random.

use super::belief::Belief;
use super::ismcts::IsmctsTrees;
use super::method::{DecisionMethod, LevelParams, Round, level_params};
use super::move_values::{
    Determinization, MAX_EVAL_UTILITY, Values, WIN_UTILITY, bonuses, decisive_correction,
    goal_capture_probability, ignorance, ignorance_after, mean, mixed_choice, risk_adjusted,
    utility,
};
use super::observed::{History, ObservedState};
use crate::engine_game::EngineGame;
use crate::klinzha::{KlinZha, KlinZhaEvaluation};
use crate::score::WIN;
use crate::search::{Deadline, SearchRequest, Searcher, Settings};
use crate::{Evaluate, Level, Score, SearchLimit, SplitMix64};
use heterodox_rules::clouded::{BoardView, CloudMap, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{Move, Position, Side};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The transposition table of the searches, in MiB.
const TABLE_MIB: usize = 8;
/// Immediate wins and losses are counted in this many times the positions that are searched.
const WIDE_FACTOR: usize = 8;
/// The number of positions that answer a draw offer.
const DRAW_SAMPLES: usize = 8;

/// The decision on an intent.
pub(super) struct Decision {
    /// The intent to announce.
    pub(super) intent: Intent,
    /// The value from the player's side.
    pub(super) score: Score,
    /// The depth of the last finished round.
    pub(super) depth: u32,
    /// Moves made on the searches' boards.
    pub(super) nodes: u64,
}

/// The round before the search: all intents by their static values.
const STATIC_ROUND: Round = Round { depth: 0, width: usize::MAX };

/// A request to decide on one ply.
pub(super) struct DecisionRequest<'a> {
    pub(super) history: &'a History,
    pub(super) belief: &'a Belief,
    pub(super) level: Level,
    pub(super) method: DecisionMethod,
    pub(super) limit: SearchLimit,
    pub(super) begin: Instant,
    pub(super) stop: &'a AtomicBool,
}

/// Decides on one ply of a battle under clouds.
pub(super) struct Thinker {
    searcher: Searcher<Position, KlinZhaEvaluation>,
}

impl Thinker {
    pub(super) fn new() -> Self {
        let settings = Settings {
            table_mib: TABLE_MIB,
            root_blunder_check: false,
            reversible_limit: None,
            ..KlinZha::settings()
        };
        Self { searcher: Searcher::with_kept_table(KlinZhaEvaluation::clouded(), settings) }
    }

    /// The intent to announce; `None` if there is none.
    pub(super) fn choose(
        &mut self,
        request: &DecisionRequest<'_>,
        random: &mut SplitMix64,
    ) -> Option<Decision> {
        let now = request.history.states.last()?;
        let params = level_params(request.level);
        let intents = now.board_view.intents();
        if intents.is_empty() {
            return None;
        }
        let own = SearchLimit { nodes: params.nodes, ..SearchLimit::default() };
        let limit = request.limit.tighter(own);
        // The belief update may have taken long; a part of the time remains for the searches.
        let time = limit.time.map(|time| time.max(request.begin.elapsed() + time / 3));
        let limit = SearchLimit { time, ..limit };
        let deadline = Deadline::new(request.begin, &limit, request.stop);
        let ignorance =
            if request.method.has_bonuses() { ignorance(now, request.history.side) } else { 0.0 };
        let drawn = request.belief.draw(params.samples, random);
        let worlds: Vec<Determinization> = drawn
            .into_iter()
            .map(|(position, share)| {
                self.determinize(position, share, &intents, &now.map, ignorance)
            })
            .collect();
        if worlds.is_empty() {
            return fallback_choice(now, &intents, random);
        }
        if request.method == DecisionMethod::Ismcts {
            let trees = IsmctsTrees::new(self.searcher.evaluator(), now, request.history.side);
            let (index, score) =
                trees.choose(request.belief, &intents, params.temperature, &deadline, random)?;
            let intent = self.with_path(&intents[index], &worlds, &now.map, &now.board_view);
            return Some(Decision { intent, score, depth: 1, nodes: deadline.nodes() });
        }
        Some(self.by_determinization(request, now, &intents, &worlds, params, &deadline, random))
    }

    /// The decision by searches of all determinizations.
    #[allow(clippy::too_many_arguments)]
    fn by_determinization(
        &mut self,
        request: &DecisionRequest<'_>,
        now: &ObservedState,
        intents: &[Intent],
        worlds: &[Determinization],
        params: &LevelParams,
        deadline: &Deadline<'_>,
        random: &mut SplitMix64,
    ) -> Decision {
        let method = request.method;
        let bonus = if method.has_bonuses() && !deadline.is_stopped() {
            let evaluation = self.searcher.evaluator();
            let mut bonus =
                bonuses(request.history, now, request.belief, intents, worlds, evaluation);
            let wide = request.belief.draw(WIDE_FACTOR * params.samples, random);
            if wide.len() > worlds.len() {
                let ignorance = ignorance(now, request.history.side);
                for (index, bonus) in bonus.iter_mut().enumerate() {
                    if deadline.is_stopped() {
                        break;
                    }
                    let intent = (index, &intents[index]);
                    *bonus += decisive_correction(&wide, &now.map, ignorance, intent, worlds);
                }
            }
            bonus
        } else {
            vec![0.0; intents.len()]
        };
        // Static values, so that there is a choice however early the searches must end.
        let mut values: Values = worlds.iter().map(|world| self.static_values(world)).collect();
        let mut kept_intents: Vec<usize> = (0..intents.len()).collect();
        let mut depth = 0;
        let rounds = std::iter::once(&STATIC_ROUND).chain(params.rounds);
        for &Round { depth: plies, width } in rounds {
            if deadline.limit().depth.is_some_and(|most| plies > most) && depth > 0 {
                break;
            }
            kept_intents.truncate(width);
            let finished = plies == 0
                || self.search_round(plies, &kept_intents, worlds, &mut values, deadline);
            let score = |index: usize| {
                risk_adjusted(index, method.risk_aversion(), worlds, &values) + bonus[index]
            };
            let mut order: Vec<(usize, f64)> =
                kept_intents.iter().map(|&i| (i, score(i))).collect();
            order.sort_by(|a, b| b.1.total_cmp(&a.1));
            kept_intents = order.into_iter().map(|(index, _)| index).collect();
            if !finished {
                break;
            }
            depth = plies;
            if kept_intents.len() == 1 || (deadline.is_over() && depth > 0) || deadline.is_stopped()
            {
                break;
            }
        }
        let scores: Vec<f64> = kept_intents
            .iter()
            .map(|&index| {
                risk_adjusted(index, method.risk_aversion(), worlds, &values) + bonus[index]
            })
            .collect();
        let best = if method.has_bonuses() {
            mixed_choice(&scores, params.temperature, random)
        } else {
            0
        };
        let chosen = kept_intents[best];
        let score = mean(chosen, worlds, &values);
        let intent = self.with_path(&intents[chosen], worlds, &now.map, &now.board_view);
        Decision { intent, score: Score::from_value(score), depth, nodes: deadline.nodes() }
    }

    /// The mean value of the possible positions for a side; `None` if the belief is empty.
    pub(super) fn value_for(
        &mut self,
        belief: &Belief,
        side: Side,
        nodes: u64,
        random: &mut SplitMix64,
    ) -> Option<i32> {
        let worlds = belief.draw(DRAW_SAMPLES, random);
        let limit = SearchLimit::nodes(nodes / DRAW_SAMPLES as u64).tighter(SearchLimit::depth(3));
        let never = AtomicBool::new(false);
        let mut sum = 0.0;
        for (position, share) in &worlds {
            let found = self.searcher.run(&SearchRequest::new(position, limit), &never, |_| {})?;
            let score = if position.turn() == side { found.score } else { found.score.reversed() };
            sum += share * f64::from(score.rank());
        }
        (!worlds.is_empty()).then_some(sum as i32)
    }

    /// A determinization: a position with the resolution of each intent in it.
    fn determinize(
        &self,
        position: Position,
        share: f64,
        intents: &[Intent],
        map: &CloudMap,
        ignorance: f64,
    ) -> Determinization {
        let resolutions: Vec<Resolution> =
            intents.iter().map(|i| resolve(&position, map, i)).collect();
        let unanswered = resolutions
            .iter()
            .map(|&resolution| self.unanswered(&position, resolution, map))
            .collect();
        let ignorance =
            resolutions.iter().map(|&resolution| ignorance_after(ignorance, resolution)).collect();
        Determinization { position, share, resolutions, unanswered, ignorance }
    }

    /// The utility of an intent's resolution if the enemy does not know the answer.
    fn unanswered(&self, position: &Position, resolution: Resolution, map: &CloudMap) -> f64 {
        let (after, us) = (resolution.apply(position), position.turn());
        match after.winner() {
            Some((winner, _)) if winner == us => WIN_UTILITY,
            Some(_) => -WIN_UTILITY,
            None => {
                let quiet = utility(-self.searcher.evaluator().evaluate(&after));
                if after.goal_attackers(us).is_empty() {
                    return quiet;
                }
                let found = goal_capture_probability(after.goal(us), resolution, map);
                (1.0 - found) * quiet - found * WIN_UTILITY
            }
        }
    }

    /// The static values of the intents in a determinization.
    fn static_values(&self, world: &Determinization) -> Vec<Option<i32>> {
        let us = world.position.turn();
        let value = |after: &Position| match after.winner() {
            Some((winner, _)) if winner == us => WIN,
            Some(_) => -WIN,
            None if !after.goal_attackers(us).is_empty() => 1 - WIN,
            None => -self.searcher.evaluator().evaluate(after),
        };
        world
            .resolutions
            .iter()
            .map(|resolution| Some(value(&resolution.apply(&world.position))))
            .collect()
    }

    /// Searches the kept intents at a depth, determinization by determinization. Returns whether
    /// all searches were finished.
    fn search_round(
        &mut self,
        depth: u32,
        kept_intents: &[usize],
        worlds: &[Determinization],
        values: &mut Values,
        deadline: &Deadline<'_>,
    ) -> bool {
        for (number, world) in worlds.iter().enumerate() {
            // The first determinization is always searched.
            if deadline.is_over() && (depth > 1 || number > 0) {
                return false;
            }
            let Some(found) = self.values_in(world, depth, kept_intents, deadline) else {
                return false;
            };
            if depth == 1 && number == 0 {
                // Searched values replace the static ones.
                values.iter_mut().flatten().for_each(|value| *value = None);
            }
            // Values of one determinization are comparable only together.
            for (&index, value) in kept_intents.iter().zip(found) {
                values[number][index] = Some(value);
            }
        }
        true
    }

    /// The values of the kept intents in one determinization; `None` at a limit.
    fn values_in(
        &mut self,
        world: &Determinization,
        depth: u32,
        kept_intents: &[usize],
        deadline: &Deadline<'_>,
    ) -> Option<Vec<i32>> {
        let mut only: Vec<Move> = kept_intents
            .iter()
            .map(|&i| &world.resolutions[i])
            .filter(|e| e.halted.is_none())
            .map(|e| e.played)
            .collect();
        only.dedup();
        let mut known: HashMap<Move, i32> = HashMap::new();
        let first = depth == 1;
        if !only.is_empty() {
            let limit = if first { SearchLimit::depth(1) } else { deadline.remaining(depth) };
            let task = SearchRequest {
                position: &world.position,
                history: &[],
                search_moves: Some(&only),
                limit,
                margin: 4 * WIN,
                multi_pv: 1,
            };
            let found = self.searcher.run(&task, deadline.stop_flag(), |_| {})?;
            deadline.add_nodes(found.nodes);
            if found.depth < depth && deadline.is_over() {
                return None;
            }
            known.extend(found.candidates.iter().map(|(m, score)| (*m, score.rank())));
        }
        let mut halts: HashMap<u64, i32> = HashMap::new();
        kept_intents
            .iter()
            .map(|&index| {
                let resolution = &world.resolutions[index];
                if resolution.halted.is_none() {
                    return known.get(&resolution.played).copied();
                }
                let after = resolution.apply(&world.position);
                if let Some(&value) = halts.get(&after.zobrist()) {
                    return Some(value);
                }
                let value = -self.value_of(&after, depth - 1, deadline, first)?;
                halts.insert(after.zobrist(), value);
                Some(value)
            })
            .collect()
    }

    /// The value of a position for its side to move.
    fn value_of(
        &mut self,
        position: &Position,
        depth: u32,
        deadline: &Deadline<'_>,
        free: bool,
    ) -> Option<i32> {
        if let Some((winner, _)) = position.winner() {
            return Some(if winner == position.turn() { WIN } else { -WIN });
        }
        let depth = depth.max(1);
        let limit = if free { SearchLimit::depth(depth) } else { deadline.remaining(depth) };
        let found = self.searcher.run(
            &SearchRequest::new(position, limit),
            deadline.stop_flag(),
            |_| {},
        )?;
        deadline.add_nodes(found.nodes);
        (found.depth > 0 || !found.candidates.is_empty()).then(|| found.score.rank())
    }

    /// The intent with the best path, if one is better than leaving the path to the umpire.
    fn with_path(
        &self,
        intent: &Intent,
        worlds: &[Determinization],
        map: &CloudMap,
        view: &BoardView,
    ) -> Intent {
        let halts = |intent: &Intent| {
            worlds.iter().any(|c| resolve(&c.position, map, intent).halted.is_some())
        };
        let paths = view.paths(intent);
        if paths.len() < 2 || !halts(intent) {
            return intent.clone();
        }
        let value_for = |intent: &Intent| -> f64 {
            worlds
                .iter()
                .map(|world| {
                    let after = resolve(&world.position, map, intent).apply(&world.position);
                    let value = match after.winner() {
                        Some((winner, _)) if winner == world.position.turn() => MAX_EVAL_UTILITY,
                        Some(_) => -MAX_EVAL_UTILITY,
                        None => -self.searcher.evaluator().evaluate(&after),
                    };
                    world.share * utility(value)
                })
                .sum()
        };
        let mut best = (intent.clone(), value_for(intent) + 1.0);
        for path in paths {
            let named = Intent { path: Some(path), ..intent.clone() };
            let value = value_for(&named);
            if value > best.1 {
                best = (named, value);
            }
        }
        best.0
    }
}

/// The choice if no position is consistent with the view, which no legal game leads to: a capture
/// of the Goal, else another capture, else any intent.
fn fallback_choice(
    now: &ObservedState,
    intents: &[Intent],
    random: &mut SplitMix64,
) -> Option<Decision> {
    let goal = now.board_view.goal(!now.board_view.turn());
    let rank = |intent: &&Intent| {
        let to = intent.played.to();
        (goal == Some(to), now.board_view.may_capture_on(to))
    };
    let best = intents.iter().map(|intent| rank(&intent)).max()?;
    let good: Vec<&Intent> = intents.iter().filter(|intent| rank(intent) == best).collect();
    let intent = (*random.pick(&good)?).clone();
    Some(Decision { intent, score: Score::Centi(0), depth: 0, nodes: 0 })
}

//! Choosing an intent: positions are drawn from the belief, each is searched as if it were the true one, and what the intents
//! are worth in them is put together.
//!
//! The search of one position believes that both sides see everything. What that gets wrong is mended a little: the bad
//! cases count more than the good ones, what teaches the player something is worth a little, and among nearly equal intents
//! the lot decides.

use super::belief::Belief;
use super::ismcts::IsmctsTrees;
use super::method::{LevelParams, Method, level_params};
use super::move_values::{
    Determinization, FULL, Values, WON, correction, extras, found_on, ignorance, ignorance_after,
    mean, mixed, total, utility,
};
use super::observed::{History, ObservedState};
use crate::klinzha::KlinZhaEvaluation;
use crate::score::WIN;
use crate::search::{SearchRequest, Searcher, Settings};
use crate::{Evaluate, Level, Random, Score, SearchLimit};
use heterodox_rules::clouded::{BoardView, CloudMap, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{Move, Position, Side};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The size of the searches' table.
const TABLE_MIB: usize = 8;
/// What decides at once is counted in so many times the positions that are searched.
const WIDE: usize = 8;
/// How many positions answer a draw offer.
const DRAW_CASES: usize = 8;

/// What thinking came to.
pub(super) struct Decision {
    /// What to announce.
    pub(super) intent: Intent,
    /// Its value from the sight of the player.
    pub(super) score: Score,
    /// The deepest round that was finished.
    pub(super) depth: u32,
    /// Moves made on the searches' boards.
    pub(super) nodes: u64,
}

/// What a thought may spend.
pub(super) struct Purse<'a> {
    pub(super) begin: Instant,
    pub(super) budget: SearchLimit,
    pub(super) nodes: u64,
    pub(super) stop: &'a AtomicBool,
}

impl Purse<'_> {
    /// Whether it was told to stop.
    pub(super) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(super) fn empty(&self) -> bool {
        self.stopped()
            || self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.budget.time.is_some_and(|most| self.begin.elapsed() >= most)
    }

    fn rest(&self, depth: u32) -> SearchLimit {
        SearchLimit {
            time: self.budget.time.map(|most| most.saturating_sub(self.begin.elapsed())),
            nodes: self.budget.nodes.map(|most| most.saturating_sub(self.nodes)),
            depth: Some(depth),
        }
    }
}

/// What is asked.
pub(super) struct DecisionRequest<'a> {
    pub(super) history: &'a History,
    pub(super) belief: &'a Belief,
    pub(super) level: Level,
    pub(super) method: Method,
    pub(super) budget: SearchLimit,
    pub(super) begin: Instant,
    pub(super) stop: &'a AtomicBool,
}

/// Thinks about one ply of a battle under clouds.
pub(super) struct Thinker {
    searcher: Searcher<Position, KlinZhaEvaluation>,
}

impl Thinker {
    pub(super) fn new() -> Self {
        let settings = Settings {
            table_mib: TABLE_MIB,
            root_blunder_check: false,
            reversible_limit: None,
            ..crate::klinzha::settings()
        };
        Self { searcher: Searcher::with_kept_table(KlinZhaEvaluation::clouded(), settings) }
    }

    /// What to announce; nothing if there is nothing.
    pub(super) fn choose(
        &mut self,
        asked: &DecisionRequest<'_>,
        random: &mut Random,
    ) -> Option<Decision> {
        let now = asked.history.moments.last()?;
        let style = level_params(asked.level);
        let intents = now.board_view.intents();
        if intents.is_empty() {
            return None;
        }
        let own = SearchLimit { nodes: style.nodes, ..SearchLimit::default() };
        let budget = asked.budget.tighter(own);
        let mut purse = Purse { begin: asked.begin, budget, nodes: 0, stop: asked.stop };
        // Remembering may have taken long; something must be left for thinking.
        if let Some(time) = budget.time {
            purse.budget.time = Some(time.max(asked.begin.elapsed() + time / 3));
        }
        let ignorance =
            if asked.method.has_extras() { ignorance(now, asked.history.side) } else { 0.0 };
        let drawn = asked.belief.draw(style.samples, random);
        let cases: Vec<Determinization> = drawn
            .into_iter()
            .map(|(position, share)| self.case(position, share, &intents, &now.map, ignorance))
            .collect();
        if cases.is_empty() {
            return on_sight(now, &intents, random);
        }
        if asked.method == Method::InformationSets {
            let forest = IsmctsTrees::new(self.searcher.evaluator(), now, asked.history.side);
            let (index, score) =
                forest.choose(asked.belief, &intents, style.temperature, &mut purse, random)?;
            let intent = self.with_path(&intents[index], &cases, &now.map, &now.board_view);
            return Some(Decision { intent, score, depth: 1, nodes: purse.nodes });
        }
        Some(self.by_cases(asked, now, &intents, &cases, style, &mut purse, random))
    }

    /// By searches of all cases.
    #[allow(clippy::too_many_arguments)]
    fn by_cases(
        &mut self,
        asked: &DecisionRequest<'_>,
        now: &ObservedState,
        intents: &[Intent],
        cases: &[Determinization],
        style: &LevelParams,
        purse: &mut Purse<'_>,
        random: &mut Random,
    ) -> Decision {
        let method = asked.method;
        let extra = if method.has_extras() && !purse.stopped() {
            let evaluation = self.searcher.evaluator();
            let mut extra = extras(asked.history, now, asked.belief, intents, cases, evaluation);
            let wide = asked.belief.draw(WIDE * style.samples, random);
            if wide.len() > cases.len() {
                let ignorance = ignorance(now, asked.history.side);
                for (index, extra) in extra.iter_mut().enumerate() {
                    if purse.stopped() {
                        break;
                    }
                    let intent = (index, &intents[index]);
                    *extra += correction(&wide, &now.map, ignorance, intent, cases);
                }
            }
            extra
        } else {
            vec![0.0; intents.len()]
        };
        // Without any search there is something to choose by, however early it must end.
        let mut values: Values = cases.iter().map(|case| self.at_first_sight(case)).collect();
        let mut kept: Vec<usize> = (0..intents.len()).collect();
        let mut depth = 0;
        let rounds = std::iter::once(&(0, usize::MAX)).chain(style.rounds);
        for &(plies, keep) in rounds {
            if purse.budget.depth.is_some_and(|most| plies > most) && depth > 0 {
                break;
            }
            kept.truncate(keep);
            let finished = plies == 0 || self.round(plies, &kept, cases, &mut values, purse);
            let score =
                |index: usize| total(index, method.risk_aversion(), cases, &values) + extra[index];
            let mut order: Vec<(usize, f64)> = kept.iter().map(|&i| (i, score(i))).collect();
            order.sort_by(|a, b| b.1.total_cmp(&a.1));
            kept = order.into_iter().map(|(index, _)| index).collect();
            if !finished {
                break;
            }
            depth = plies;
            if kept.len() == 1 || (purse.empty() && depth > 0) || purse.stopped() {
                break;
            }
        }
        let scores: Vec<f64> = kept
            .iter()
            .map(|&index| total(index, method.risk_aversion(), cases, &values) + extra[index])
            .collect();
        let best = if method.has_extras() { mixed(&scores, style.temperature, random) } else { 0 };
        let chosen = kept[best];
        let score = mean(chosen, cases, &values);
        let intent = self.with_path(&intents[chosen], cases, &now.map, &now.board_view);
        Decision { intent, score: Score::from_value(score), depth, nodes: purse.nodes }
    }

    /// What a position is worth to a side, by the mean of what the positions that may be true are.
    pub(super) fn worth(
        &mut self,
        belief: &Belief,
        side: Side,
        nodes: u64,
        random: &mut Random,
    ) -> Option<i32> {
        let cases = belief.draw(DRAW_CASES, random);
        let budget = SearchLimit::nodes(nodes / DRAW_CASES as u64).tighter(SearchLimit::depth(3));
        let never = AtomicBool::new(false);
        let mut sum = 0.0;
        for (position, share) in &cases {
            let found = self.searcher.run(&SearchRequest::new(position, budget), &never, |_| {})?;
            let score = if position.turn() == side { found.score } else { found.score.reversed() };
            sum += share * f64::from(score.rank());
        }
        (!cases.is_empty()).then_some(sum as i32)
    }

    /// A position with what comes of the intents in it.
    fn case(
        &self,
        position: Position,
        share: f64,
        intents: &[Intent],
        map: &CloudMap,
        ignorance: f64,
    ) -> Determinization {
        let ends: Vec<Resolution> = intents.iter().map(|i| resolve(&position, map, i)).collect();
        let unanswered = ends.iter().map(|&end| self.unanswered(&position, end, map)).collect();
        let ignorance = ends.iter().map(|&end| ignorance_after(ignorance, end)).collect();
        Determinization { position, share, ends, unanswered, ignorance }
    }

    /// The utility of what comes of an intent if the enemy does not know what to answer.
    fn unanswered(&self, position: &Position, end: Resolution, map: &CloudMap) -> f64 {
        let (after, us) = (end.apply(position), position.turn());
        match after.winner() {
            Some((winner, _)) if winner == us => WON,
            Some(_) => -WON,
            None => {
                let quiet = utility(-self.searcher.evaluator().evaluate(&after));
                if after.goal_attackers(us).is_empty() {
                    return quiet;
                }
                let found = found_on(after.goal(us), end, map);
                (1.0 - found) * quiet - found * WON
            }
        }
    }

    /// What the intents seem to be worth in a case without any search.
    fn at_first_sight(&self, case: &Determinization) -> Vec<Option<i32>> {
        let us = case.position.turn();
        let value = |after: &Position| match after.winner() {
            Some((winner, _)) if winner == us => WIN,
            Some(_) => -WIN,
            None if !after.goal_attackers(us).is_empty() => 1 - WIN,
            None => -self.searcher.evaluator().evaluate(after),
        };
        case.ends.iter().map(|end| Some(value(&end.apply(&case.position)))).collect()
    }

    /// Gives the kept intents their values at a depth, position by position. Says whether it got through.
    fn round(
        &mut self,
        depth: u32,
        kept: &[usize],
        cases: &[Determinization],
        values: &mut Values,
        purse: &mut Purse<'_>,
    ) -> bool {
        for (number, case) in cases.iter().enumerate() {
            // Something must be known before anything is chosen.
            if purse.empty() && (depth > 1 || number > 0) {
                return false;
            }
            let Some(found) = self.values_in(case, depth, kept, purse) else { return false };
            if depth == 1 && number == 0 {
                // First sights are only for when there is nothing else.
                values.iter_mut().flatten().for_each(|value| *value = None);
            }
            // Those of one position must be comparable, so they count together or not at all.
            for (&index, value) in kept.iter().zip(found) {
                values[number][index] = Some(value);
            }
        }
        true
    }

    /// What the kept intents are worth in one position; nothing if the limits cut it short.
    fn values_in(
        &mut self,
        case: &Determinization,
        depth: u32,
        kept: &[usize],
        purse: &mut Purse<'_>,
    ) -> Option<Vec<i32>> {
        let mut only: Vec<Move> = kept
            .iter()
            .map(|&i| &case.ends[i])
            .filter(|e| e.halted.is_none())
            .map(|e| e.played)
            .collect();
        only.dedup();
        let mut known: HashMap<Move, i32> = HashMap::new();
        let first = depth == 1;
        if !only.is_empty() {
            let budget = if first { SearchLimit::depth(1) } else { purse.rest(depth) };
            let task = SearchRequest {
                position: &case.position,
                history: &[],
                search_moves: Some(&only),
                limit: budget,
                margin: 4 * WIN,
                multi_pv: 1,
            };
            let found = self.searcher.run(&task, purse.stop, |_| {})?;
            purse.nodes += found.nodes;
            if found.depth < depth && purse.empty() {
                return None;
            }
            known.extend(found.candidates.iter().map(|(m, score)| (*m, score.rank())));
        }
        let mut halts: HashMap<u64, i32> = HashMap::new();
        kept.iter()
            .map(|&index| {
                let end = &case.ends[index];
                if end.halted.is_none() {
                    return known.get(&end.played).copied();
                }
                let after = end.apply(&case.position);
                if let Some(&value) = halts.get(&after.zobrist()) {
                    return Some(value);
                }
                let value = -self.value_of(&after, depth - 1, purse, first)?;
                halts.insert(after.zobrist(), value);
                Some(value)
            })
            .collect()
    }

    /// The value of a position from the sight of its mover.
    fn value_of(
        &mut self,
        position: &Position,
        depth: u32,
        purse: &mut Purse<'_>,
        free: bool,
    ) -> Option<i32> {
        if let Some((winner, _)) = position.winner() {
            return Some(if winner == position.turn() { WIN } else { -WIN });
        }
        let depth = depth.max(1);
        let budget = if free { SearchLimit::depth(depth) } else { purse.rest(depth) };
        let found = self.searcher.run(&SearchRequest::new(position, budget), purse.stop, |_| {})?;
        purse.nodes += found.nodes;
        (found.depth > 0 || !found.candidates.is_empty()).then(|| found.score.rank())
    }

    /// The intent with the path that serves best, if one is better than leaving it to the umpire.
    fn with_path(
        &self,
        intent: &Intent,
        cases: &[Determinization],
        map: &CloudMap,
        sight: &BoardView,
    ) -> Intent {
        let halts = |intent: &Intent| {
            cases.iter().any(|c| resolve(&c.position, map, intent).halted.is_some())
        };
        let paths = sight.paths(intent);
        if paths.len() < 2 || !halts(intent) {
            return intent.clone();
        }
        let worth = |intent: &Intent| -> f64 {
            cases
                .iter()
                .map(|case| {
                    let after = resolve(&case.position, map, intent).apply(&case.position);
                    let value = match after.winner() {
                        Some((winner, _)) if winner == case.position.turn() => FULL,
                        Some(_) => -FULL,
                        None => -self.searcher.evaluator().evaluate(&after),
                    };
                    case.share * utility(value)
                })
                .sum()
        };
        let mut best = (intent.clone(), worth(intent) + 1.0);
        for path in paths {
            let named = Intent { path: Some(path), ..intent.clone() };
            let value = worth(&named);
            if value > best.1 {
                best = (named, value);
            }
        }
        best.0
    }
}

/// A choice where no position agrees with what is seen, which no game leads to: a capture if there is one, the Goal first,
/// else anything.
fn on_sight(now: &ObservedState, intents: &[Intent], random: &mut Random) -> Option<Decision> {
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

//! Choosing an intent: positions are drawn from the belief, each is searched as if it were the true one, and what the intents
//! are worth in them is put together.
//!
//! The search of one position believes that both sides see everything. What that gets wrong is mended a little: the bad
//! cases count more than the good ones, what teaches the player something is worth a little, and among nearly equal intents
//! the lot decides.

use super::belief::Belief;
use super::seen::{History, Moment};
use crate::klinzha::KlinZhaEvaluation;
use crate::score::WIN;
use crate::search::{Searcher, Settings, Task};
use crate::{Budget, Evaluate, Level, Random, Score};
use heterodox_rules::clouded::{CloudMap, Intent, Resolution, Sight, resolve};
use heterodox_rules::klinzha::{Move, Position, Side};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The size of the searches' table.
const TABLE_MIB: usize = 8;
/// Where a value of the search is worth half of the most.
const HALF: i32 = 500;
/// The most that a value short of a win is worth.
const FULL: i32 = 1000;
/// What a win is worth, and a loss costs.
const WON: f64 = 1500.0;
/// The share of the worst cases, and how much they count beside the mean.
const WORST: f64 = 0.2;
const CAUTION: f64 = 0.25;
/// What one bit of expected knowledge is worth.
const PER_BIT: f64 = 4.0;
/// What it costs to come back to an own arrangement, and how much more for each quiet ply.
const AGAIN: f64 = 6.0;
const AGAIN_QUIET: f64 = 0.6;
/// Further than this from the best no intent is chosen, in temperatures.
const SPREAD: f64 = 4.0;

/// How a level thinks.
struct Style {
    /// How many positions it looks at.
    samples: usize,
    /// The depths of its rounds and how many intents each looks at.
    rounds: &'static [(u32, usize)],
    /// How far it mixes intents, on the scale of [`FULL`].
    temperature: f64,
    /// The most nodes.
    nodes: Option<u64>,
}

const fn style(level: Level) -> Style {
    match level {
        Level::Easy => {
            Style { samples: 4, rounds: &[(1, usize::MAX)], temperature: 40.0, nodes: Some(20_000) }
        }
        Level::Medium => Style {
            samples: 12,
            rounds: &[(1, usize::MAX), (2, 24)],
            temperature: 12.0,
            nodes: Some(150_000),
        },
        Level::Strong => Style {
            samples: 32,
            rounds: &[(1, usize::MAX), (2, 40), (3, 14), (4, 6), (5, 4), (6, 3)],
            temperature: 4.0,
            nodes: None,
        },
    }
}

/// What thinking came to.
pub(super) struct Thought {
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
struct Purse<'a> {
    begin: Instant,
    budget: Budget,
    nodes: u64,
    stop: &'a AtomicBool,
}

impl Purse<'_> {
    fn empty(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.budget.time.is_some_and(|most| self.begin.elapsed() >= most)
    }

    fn rest(&self, depth: u32) -> Budget {
        Budget {
            time: self.budget.time.map(|most| most.saturating_sub(self.begin.elapsed())),
            nodes: self.budget.nodes.map(|most| most.saturating_sub(self.nodes)),
            depth: Some(depth),
        }
    }
}

/// Thinks about a battle under clouds.
pub(super) struct Thinker {
    searcher: Searcher<Position, KlinZhaEvaluation>,
}

/// A position that may be the true one, with what each intent comes to in it.
struct Case {
    position: Position,
    share: f64,
    ends: Vec<Resolution>,
}

impl Thinker {
    pub(super) fn new() -> Self {
        let settings = Settings { table_mib: TABLE_MIB, guard: false, ..Settings::default() };
        Self { searcher: Searcher::new(KlinZhaEvaluation::new(), settings) }
    }

    /// What to announce; nothing if there is nothing.
    pub(super) fn choose(
        &mut self,
        history: &History,
        belief: &Belief,
        level: Level,
        budget: &Budget,
        (begin, stop): (Instant, &AtomicBool),
        random: &mut Random,
    ) -> Option<Thought> {
        let now = history.moments.last()?;
        let style = style(level);
        let intents = now.sight.intents();
        let own = Budget { nodes: style.nodes, ..Budget::default() };
        let mut purse = Purse { begin, budget: budget.within(own), nodes: 0, stop };
        // Remembering may have taken long; something must be left for thinking.
        if let Some(time) = purse.budget.time {
            purse.budget.time = Some(time.max(begin.elapsed() + time / 3));
        }
        let cases: Vec<Case> = belief
            .draw(style.samples, random)
            .into_iter()
            .map(|(position, share)| {
                let ends = intents.iter().map(|i| resolve(&position, &now.map, i)).collect();
                Case { position, share, ends }
            })
            .collect();
        if cases.is_empty() {
            let intent = random.pick(&intents)?.clone();
            return Some(Thought { intent, score: Score::Centi(0), depth: 0, nodes: 0 });
        }
        let extra = extras(history, now, &intents, &cases);
        let mut values: Vec<Vec<Option<i32>>> = vec![vec![None; intents.len()]; cases.len()];
        let mut kept: Vec<usize> = (0..intents.len()).collect();
        let mut depth = 0;
        for &(plies, keep) in style.rounds {
            if purse.budget.depth.is_some_and(|most| plies > most) && depth > 0 {
                break;
            }
            kept.truncate(keep);
            let finished = self.round(plies, &kept, &cases, &mut values, &mut purse);
            let score = |index: usize| total(index, &cases, &values) + extra[index];
            let mut order: Vec<(usize, f64)> = kept.iter().map(|&i| (i, score(i))).collect();
            order.sort_by(|a, b| b.1.total_cmp(&a.1));
            kept = order.into_iter().map(|(index, _)| index).collect();
            if !finished {
                break;
            }
            depth = plies;
            if kept.len() == 1 || purse.empty() {
                break;
            }
        }
        let scores: Vec<f64> =
            kept.iter().map(|&index| total(index, &cases, &values) + extra[index]).collect();
        let chosen = kept[mixed(&scores, style.temperature, random)];
        let score = mean(chosen, &cases, &values);
        let intent = self.with_path(&intents[chosen], &cases, &now.map, &now.sight);
        Some(Thought { intent, score: Score::from_value(score), depth, nodes: purse.nodes })
    }

    /// Whether a draw is welcome, by the mean of what the positions are worth to a side.
    pub(super) fn worth(
        &mut self,
        belief: &Belief,
        side: Side,
        nodes: u64,
        random: &mut Random,
    ) -> Option<i32> {
        let cases = belief.draw(8, random);
        let budget = Budget::nodes(nodes / 8).within(Budget::depth(3));
        let never = AtomicBool::new(false);
        let mut sum = 0.0;
        for (position, share) in &cases {
            let found = self.searcher.run(&Task::new(position, budget), &never, |_| {})?;
            let score = if position.turn() == side { found.score } else { found.score.reversed() };
            sum += share * f64::from(score.rank());
        }
        (!cases.is_empty()).then_some(sum as i32)
    }

    /// Gives the kept intents their values at a depth, position by position. Says whether it got through.
    fn round(
        &mut self,
        depth: u32,
        kept: &[usize],
        cases: &[Case],
        values: &mut [Vec<Option<i32>>],
        purse: &mut Purse<'_>,
    ) -> bool {
        for (number, case) in cases.iter().enumerate() {
            // Something must be known before anything is chosen.
            if purse.empty() && (depth > 1 || number > 0) {
                return false;
            }
            let Some(found) = self.values_in(case, depth, kept, purse) else { return false };
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
        case: &Case,
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
            let budget = if first { Budget::depth(1) } else { purse.rest(depth) };
            let task = Task {
                position: &case.position,
                history: &[],
                only: Some(&only),
                budget,
                margin: 4 * WIN,
            };
            let found = self.searcher.run(&task, purse.stop, |_| {})?;
            purse.nodes += found.nodes;
            if !first && found.depth < depth && purse.empty() {
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
                if let Some(&value) = halts.get(&after.key()) {
                    return Some(value);
                }
                let value = -self.value_of(&after, depth - 1, purse, first)?;
                halts.insert(after.key(), value);
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
        let budget = if free { Budget::depth(depth) } else { purse.rest(depth) };
        let found = self.searcher.run(&Task::new(position, budget), purse.stop, |_| {})?;
        purse.nodes += found.nodes;
        (found.depth > 0 || !found.candidates.is_empty()).then(|| found.score.rank())
    }

    /// The intent with the path that serves best, if one is better than leaving it to the umpire.
    fn with_path(&self, intent: &Intent, cases: &[Case], map: &CloudMap, sight: &Sight) -> Intent {
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

/// What a value of the search is worth: differences matter less the more is won or lost already.
fn utility(value: i32) -> f64 {
    let edge = WIN - 1000;
    if value >= edge {
        WON - f64::from(WIN - value)
    } else if value <= -edge {
        f64::from(WIN + value) - WON
    } else {
        f64::from(FULL * value) / f64::from(value.abs() + HALF)
    }
}

/// The utilities of an intent with their shares, worst first, over the positions in which it was searched.
fn utilities(index: usize, cases: &[Case], values: &[Vec<Option<i32>>]) -> Vec<(f64, f64)> {
    let mut all: Vec<(f64, f64)> = cases
        .iter()
        .zip(values)
        .filter_map(|(case, values)| Some((utility(values[index]?), case.share)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

/// Mean and worst cases of an intent, mixed.
fn total(index: usize, cases: &[Case], values: &[Vec<Option<i32>>]) -> f64 {
    let all = utilities(index, cases, values);
    let whole: f64 = all.iter().map(|(_, share)| share).sum();
    if whole <= 0.0 {
        return -2.0 * WON;
    }
    let mean = all.iter().map(|(value, share)| value * share).sum::<f64>() / whole;
    let mut left = WORST * whole;
    let mut worst = 0.0;
    for (value, share) in all {
        let part = share.min(left);
        worst += part * value;
        left -= part;
    }
    (1.0 - CAUTION) * mean + CAUTION * worst / (WORST * whole)
}

/// The mean value of an intent as the search counts, wins and losses cut to what material could be worth.
fn mean(index: usize, cases: &[Case], values: &[Vec<Option<i32>>]) -> i32 {
    let known: Vec<(i32, f64)> = cases
        .iter()
        .zip(values)
        .filter_map(|(case, values)| Some((values[index]?, case.share)))
        .collect();
    let Some(&(first, _)) = known.first() else { return 0 };
    if first.abs() > WIN - 1000 && known.iter().all(|(value, _)| *value == first) {
        return first;
    }
    let whole: f64 = known.iter().map(|(_, share)| share).sum();
    let cut = |value: i32| f64::from(value.clamp(-5000, 5000));
    let sum: f64 = known.iter().map(|(value, share)| cut(*value) * share).sum();
    (sum / whole.max(f64::MIN_POSITIVE)) as i32
}

/// What speaks for and against each intent besides the search: what it teaches, and going round in circles.
fn extras(history: &History, now: &Moment, intents: &[Intent], cases: &[Case]) -> Vec<f64> {
    let side = history.side;
    let mut stood: HashSet<u64> = HashSet::new();
    let quiet = now.sight.quiet() as usize;
    let recent = history.moments.len().saturating_sub(quiet + 1);
    for moment in &history.moments[recent..] {
        stood.insert(arrangement(&moment.sight, side));
    }
    (0..intents.len())
        .map(|index| {
            let mut seen: HashMap<u64, f64> = HashMap::new();
            let mut again = 0.0;
            for case in cases {
                let end = &case.ends[index];
                let sight = Sight::of(&end.apply(&case.position), &now.map, Some(side));
                let mut hasher = DefaultHasher::new();
                (&sight, end.played.to(), end.captured, end.halted).hash(&mut hasher);
                *seen.entry(hasher.finish()).or_default() += case.share;
                if end.captured.is_none() && stood.contains(&arrangement(&sight, side)) {
                    again += case.share;
                }
            }
            let mut shares: Vec<f64> = seen.into_values().collect();
            shares.sort_by(f64::total_cmp);
            let bits: f64 = shares.iter().map(|share| -share * share.max(1e-9).log2()).sum();
            PER_BIT * bits - again * (AGAIN + AGAIN_QUIET * quiet as f64)
        })
        .collect()
}

/// Where a side stands, as a number.
fn arrangement(sight: &Sight, side: Side) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in sight.recognised(side) {
        entry.hash(&mut hasher);
    }
    sight.goal(side).hash(&mut hasher);
    hasher.finish()
}

/// The index of a score by lot: the better the likelier.
fn mixed(scores: &[f64], temperature: f64, random: &mut Random) -> usize {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<usize> = scores
        .iter()
        .map(|score| {
            let behind = (best - score) / temperature;
            if behind <= SPREAD { (10_000.0 * (-behind).exp()) as usize } else { 0 }
        })
        .collect();
    let mut left = random.below(weights.iter().sum());
    for (index, weight) in weights.into_iter().enumerate() {
        if left < weight {
            return index;
        }
        left -= weight;
    }
    0
}

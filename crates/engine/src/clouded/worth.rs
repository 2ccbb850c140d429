//! What intents are worth over several positions: utilities of values, mean and worst cases, and what speaks for and against
//! an intent besides the search: what it teaches, whether it brings the search for the Goal on, and going round in circles.

use super::belief::Belief;
use super::seen::{History, Moment};
use crate::Random;
use crate::klinzha::KlinZhaEvaluation;
use crate::score::{WIN, WIN_BOUND};
use heterodox_rules::clouded::{Intent, Resolution, Sight};
use heterodox_rules::klinzha::{GoalWay, Kind, Position, Side, board};
use heterodox_rules::Cell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Where a value of the search is worth half of the most.
const HALF: i32 = 500;
/// The most that a value short of a win is worth.
pub(super) const FULL: i32 = 1000;
/// What a win is worth, and a loss costs.
pub(super) const WON: f64 = 1500.0;
/// The share of the worst cases.
const WORST: f64 = 0.2;
/// What one bit of expected knowledge is worth.
const PER_BIT: f64 = 4.0;
/// What it costs to come back to an own arrangement, and how much more for each quiet ply.
const AGAIN: f64 = 6.0;
const AGAIN_QUIET: f64 = 0.6;
/// What it is worth to come near to where the Goal may be, and how much more for each quiet ply.
const HUNT: f64 = 40.0;
const HUNT_QUIET: f64 = 4.0;
/// At so many steps a warrior counts as half as near as at none.
const NEAR: f64 = 3.0;
/// Further than this from the best no intent is chosen, in temperatures.
const SPREAD: f64 = 4.0;

/// A position that may be the true one, with what each intent comes to in it.
pub(super) struct Case {
    pub(super) position: Position,
    pub(super) share: f64,
    pub(super) ends: Vec<Resolution>,
}

/// What each intent is worth in each case, as far as it is known.
pub(super) type Values = Vec<Vec<Option<i32>>>;

/// What a value of the search is worth: differences matter less the more is won or lost already.
pub(super) fn utility(value: i32) -> f64 {
    if value >= WIN_BOUND {
        WON - f64::from(WIN - value)
    } else if value <= -WIN_BOUND {
        f64::from(WIN + value) - WON
    } else {
        f64::from(FULL * value) / f64::from(value.abs() + HALF)
    }
}

/// Mean and worst cases of an intent, mixed.
pub(super) fn total(index: usize, caution: f64, cases: &[Case], values: &Values) -> f64 {
    let mut all: Vec<(f64, f64)> = cases
        .iter()
        .zip(values)
        .filter_map(|(case, values)| Some((utility(values[index]?), case.share)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
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
    (1.0 - caution) * mean + caution * worst / (WORST * whole)
}

/// The mean value of an intent as the search counts, wins and losses cut to what material could be worth.
pub(super) fn mean(index: usize, cases: &[Case], values: &Values) -> i32 {
    let known: Vec<(i32, f64)> = cases
        .iter()
        .zip(values)
        .filter_map(|(case, values)| Some((values[index]?, case.share)))
        .collect();
    let Some(&(first, _)) = known.first() else { return 0 };
    if first.abs() >= WIN_BOUND && known.iter().all(|(value, _)| *value == first) {
        return first;
    }
    let whole: f64 = known.iter().map(|(_, share)| share).sum();
    let cut = |value: i32| f64::from(value.clamp(-5000, 5000));
    let sum: f64 = known.iter().map(|(value, share)| cut(*value) * share).sum();
    (sum / whole.max(f64::MIN_POSITIVE)) as i32
}

/// What speaks for and against each intent besides the search.
pub(super) fn extras(
    history: &History,
    now: &Moment,
    belief: &Belief,
    intents: &[Intent],
    cases: &[Case],
    evaluation: &KlinZhaEvaluation,
) -> Vec<f64> {
    let side = history.side;
    let quiet = now.sight.quiet();
    let mut stood: HashSet<u64> = HashSet::new();
    let recent = history.moments.len().saturating_sub(quiet as usize + 1);
    for moment in &history.moments[recent..] {
        stood.insert(arrangement(&moment.sight, side));
    }
    let mut hunt = Hunt::new(belief, now, side, evaluation);
    let zeal = HUNT + HUNT_QUIET * f64::from(quiet);
    (0..intents.len())
        .map(|index| {
            let mut seen: HashMap<u64, f64> = HashMap::new();
            let (mut again, mut nearer) = (0.0, 0.0);
            for case in cases {
                let end = &case.ends[index];
                let sight = Sight::of(&end.apply(&case.position), &now.map, Some(side));
                let mut hasher = DefaultHasher::new();
                (&sight, end.played.to(), end.captured, end.halted).hash(&mut hasher);
                *seen.entry(hasher.finish()).or_default() += case.share;
                if end.captured.is_none() && stood.contains(&arrangement(&sight, side)) {
                    again += case.share;
                }
                nearer += case.share * hunt.gain(end);
            }
            let mut shares: Vec<f64> = seen.into_values().collect();
            shares.sort_by(f64::total_cmp);
            let bits: f64 = shares.iter().map(|share| -share * share.max(1e-9).log2()).sum();
            PER_BIT * bits + zeal * nearer - again * (AGAIN + AGAIN_QUIET * f64::from(quiet))
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

/// The search for the enemy Goal: where it may be, and how near the warriors are that could take it.
struct Hunt<'a> {
    evaluation: &'a KlinZhaEvaluation,
    goals: Vec<(Cell, f64)>,
    hunters: Vec<Cell>,
    near: f64,
    gains: HashMap<(Cell, Cell), f64>,
}

impl<'a> Hunt<'a> {
    fn new(
        belief: &Belief,
        now: &Moment,
        side: Side,
        evaluation: &'a KlinZhaEvaluation,
    ) -> Self {
        let mut shares = vec![0.0; board::CELLS];
        for (position, weight) in belief.weighted() {
            if let Some(goal) = position.goal(!side) {
                shares[goal.index()] += weight;
            }
        }
        let goals = board::ALL
            .into_iter()
            .map(|cell| (cell, shares[cell.index()]))
            .filter(|(_, share)| *share > 0.0)
            .collect();
        let carrier = now.sight.goal(side);
        let hunters = now
            .sight
            .recognised(side)
            .filter(|&(kind, cell)| kind != Kind::Blockader && Some(cell) != carrier)
            .map(|(_, cell)| cell)
            .collect();
        let gains = HashMap::new();
        let mut hunt = Self { evaluation, goals, hunters, near: 0.0, gains };
        hunt.near = hunt.nearness(|cell| cell);
        hunt
    }

    /// How near the nearest warrior is to the Goal on the average, each on the cell to which it is moved.
    fn nearness(&self, moved: impl Fn(Cell) -> Cell) -> f64 {
        let near = |goal: Cell| {
            let steps = self.hunters.iter().map(|&cell| self.evaluation.steps(moved(cell), goal));
            steps.min().map_or(0.0, |steps| NEAR / (NEAR + f64::from(steps)))
        };
        self.goals.iter().map(|&(goal, share)| share * near(goal)).sum()
    }

    /// How much nearer they come.
    fn gain(&mut self, end: &Resolution) -> f64 {
        let (from, to) = (end.played.from(), end.played.to());
        if from == to || end.played.goal() != GoalWay::Plain || !self.hunters.contains(&from) {
            return 0.0;
        }
        if let Some(&gain) = self.gains.get(&(from, to)) {
            return gain;
        }
        let gain = self.nearness(|cell| if cell == from { to } else { cell }) - self.near;
        self.gains.insert((from, to), gain);
        gain
    }
}

/// The index of a score by lot: the better the likelier.
pub(super) fn mixed(scores: &[f64], temperature: f64, random: &mut Random) -> usize {
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

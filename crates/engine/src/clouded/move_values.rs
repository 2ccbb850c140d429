//! The values of intents over several determinizations: utilities, mean and worst cases, and
//! bonuses beside the search for information, for approaching the Goal and against repetition.
//!
//! The constants were set by hand; docs/trials.md has some matches.

use super::belief::Belief;
use super::observed::{History, ObservedState, Ply};
use crate::klinzha::{KlinZhaEvaluation, KlinZhaWeights};
use crate::score::{WIN, WIN_BOUND};
use heterodox_rules::Cell;
use heterodox_rules::SplitMix64;
use heterodox_rules::clouded::{BoardView, CloudMap, Cover, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{GoalAction, Kind, Move, Position, Side, board};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The evaluation whose utility is half of `MAX_EVAL_UTILITY`.
const HALF_UTILITY_EVAL: i32 = 500;
/// The upper bound of the utility of an evaluation.
pub(super) const MAX_EVAL_UTILITY: i32 = 1000;
/// The utility of a win.
pub(super) const WIN_UTILITY: f64 = 1500.0;
/// The probability that an enemy that sees nothing of a side does not know the best answer; and the
/// part of it that remains after it has lost something.
const IGNORANCE: f64 = 0.75;
const AFTER_CAPTURE: f64 = 0.4;
/// The probability that the enemy captures a Goal under a cloud by chance, and on an edge cell.
const BLIND_CAPTURE: f64 = 0.1;
const CAPTURE_ON_EDGE: f64 = 0.8;
/// The value of the Goal among warriors when counting what is hidden.
const GOAL_VALUE: i32 = 600;
/// The share of the worst cases.
const TAIL_SHARE: f64 = 0.2;
/// The value of one expected bit of information.
const INFORMATION_PER_BIT: f64 = 4.0;
/// The penalty for returning to an own arrangement, and its increase with each quiet ply.
const REPETITION: f64 = 6.0;
const REPETITION_PER_QUIET_PLY: f64 = 0.6;
/// The penalty for an intent that was halted, for each time since the last capture.
const HALTED_BEFORE: f64 = 8.0;
/// The value of approaching the likely cells of the Goal, and its increase with each quiet ply.
const APPROACH: f64 = 40.0;
const APPROACH_PER_QUIET_PLY: f64 = 4.0;
/// The distance, in steps, at which a warrior counts half.
const HALF_DISTANCE: f64 = 3.0;
/// Intents further behind the best than this are never chosen, in temperatures.
const MIXING_CUTOFF: f64 = 4.0;

/// A possible position with the resolution of each intent in it.
pub(super) struct Determinization {
    pub(super) position: Position,
    pub(super) share: f64,
    pub(super) resolutions: Vec<Resolution>,
    /// The utility of each intent if the enemy does not know the answer.
    pub(super) unanswered: Vec<f64>,
    /// The probability of that, for each intent.
    pub(super) ignorance: Vec<f64>,
}

impl Determinization {
    /// The utility of an intent; `value` is from a search in which the enemy knows everything.
    fn utility(&self, index: usize, value: i32) -> f64 {
        let ignorance = self.ignorance[index];
        (1.0 - ignorance) * utility(value) + ignorance * self.unanswered[index]
    }
}

/// The probability that the enemy captures a Goal that it attacks: it may see the Goal, see a
/// neutral, or capture blindly.
pub(super) fn goal_capture_probability(
    goal: Option<Cell>,
    resolution: Resolution,
    map: &CloudMap,
) -> f64 {
    if resolution.captured.is_some() && goal == Some(resolution.played.to()) {
        // The umpire announces the cell of a loss.
        return 1.0;
    }
    match goal.map(|goal| map.cover(goal)) {
        Some(Cover::Under) => BLIND_CAPTURE,
        Some(Cover::Edge) => CAPTURE_ON_EDGE,
        Some(Cover::Clear) | None => 1.0,
    }
}

/// The probability that the enemy does not know the best answer, by the part of the side that it
/// sees.
pub(super) fn ignorance(now: &ObservedState, side: Side) -> f64 {
    let piece_value = &KlinZhaWeights::clouded().piece_value;
    let (mut hidden, mut all) = (0, 0);
    let mut count = |cell, value| {
        all += value;
        match now.map.cover(cell) {
            Cover::Clear => {}
            Cover::Edge => hidden += value / 2,
            Cover::Under => hidden += value,
        }
    };
    for (kind, cell) in now.board_view.identified(side) {
        count(cell, piece_value[kind as usize]);
    }
    if let Some(goal) = now.board_view.goal(side) {
        count(goal, GOAL_VALUE);
    }
    IGNORANCE * f64::from(hidden) / f64::from(all.max(1))
}

/// The [`ignorance`] after an intent: after a loss the enemy knows that a warrior stands there.
pub(super) fn ignorance_after(before: f64, resolution: Resolution) -> f64 {
    if resolution.captured.is_some() { before * AFTER_CAPTURE } else { before }
}

/// Values indexed by determinization and intent; `None` if not searched yet.
pub(super) type Values = Vec<Vec<Option<i32>>>;

/// The utility of a search value: concave in the advantage.
pub(super) fn utility(value: i32) -> f64 {
    if value >= WIN_BOUND {
        WIN_UTILITY - f64::from(WIN - value)
    } else if value <= -WIN_BOUND {
        f64::from(WIN + value) - WIN_UTILITY
    } else {
        f64::from(MAX_EVAL_UTILITY * value) / f64::from(value.abs() + HALF_UTILITY_EVAL)
    }
}

/// The utility of an intent between the mean and the mean of the worst cases.
pub(super) fn risk_adjusted(
    index: usize,
    risk_aversion: f64,
    worlds: &[Determinization],
    values: &Values,
) -> f64 {
    let mut all: Vec<(f64, f64)> = worlds
        .iter()
        .zip(values)
        .filter_map(|(world, values)| Some((world.utility(index, values[index]?), world.share)))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole: f64 = all.iter().map(|(_, share)| share).sum();
    if whole <= 0.0 {
        return -2.0 * WIN_UTILITY;
    }
    let mean = all.iter().map(|(value, share)| value * share).sum::<f64>() / whole;
    let mut left = TAIL_SHARE * whole;
    let mut worst = 0.0;
    for (value, share) in all {
        let part = share.min(left);
        worst += part * value;
        left -= part;
    }
    (1.0 - risk_aversion) * mean + risk_aversion * worst / (TAIL_SHARE * whole)
}

/// The mean value of an intent, with forced wins and losses bounded by ±5000.
pub(super) fn mean(index: usize, worlds: &[Determinization], values: &Values) -> i32 {
    let known: Vec<(i32, f64)> = worlds
        .iter()
        .zip(values)
        .filter_map(|(world, values)| Some((values[index]?, world.share)))
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

/// The bonus of each intent beside the search.
pub(super) fn bonuses(
    history: &History,
    now: &ObservedState,
    belief: &Belief,
    intents: &[Intent],
    worlds: &[Determinization],
    evaluation: &KlinZhaEvaluation,
) -> Vec<f64> {
    let side = history.side;
    let quiet = now.board_view.plies_since_capture();
    let mut stood: HashSet<u64> = HashSet::new();
    let mut tried: HashMap<Move, f64> = HashMap::new();
    let recent = history.states.len().saturating_sub(quiet as usize + 1);
    for state in &history.states[recent..] {
        stood.insert(own_arrangement(&state.board_view, side));
        if let Some(Ply::Own { intent, halted: Some(_), .. }) = &state.ply {
            *tried.entry(intent.played).or_default() += HALTED_BEFORE;
        }
    }
    let mut approach = GoalApproach::new(belief, now, side, evaluation);
    let approach_weight = APPROACH + APPROACH_PER_QUIET_PLY * f64::from(quiet);
    (0..intents.len())
        .map(|index| {
            let mut seen: HashMap<u64, f64> = HashMap::new();
            let (mut again, mut nearer) = (0.0, 0.0);
            for world in worlds {
                let resolution = &world.resolutions[index];
                let view = BoardView::of(&resolution.apply(&world.position), &now.map, Some(side));
                let mut hasher = DefaultHasher::new();
                (&view, resolution.played.to(), resolution.captured, resolution.halted)
                    .hash(&mut hasher);
                *seen.entry(hasher.finish()).or_default() += world.share;
                if resolution.captured.is_none() && stood.contains(&own_arrangement(&view, side)) {
                    again += world.share;
                }
                nearer += world.share * approach.gain(*resolution);
            }
            let mut shares: Vec<f64> = seen.into_values().collect();
            shares.sort_by(f64::total_cmp);
            let bits: f64 = shares.iter().map(|share| -share * share.max(1e-9).log2()).sum();
            let tried = tried.get(&intents[index].played).copied().unwrap_or(0.0);
            INFORMATION_PER_BIT * bits + approach_weight * nearer
                - again * (REPETITION + REPETITION_PER_QUIET_PLY * f64::from(quiet))
                - tried
        })
        .collect()
}

/// The probabilities that an intent captures the enemy Goal, and that it lets the own one be
/// captured.
#[derive(Clone, Copy, Default)]
struct DecisiveOdds {
    wins: f64,
    loses: f64,
}

impl DecisiveOdds {
    fn of(position: &Position, resolution: Resolution, map: &CloudMap, ignorance: f64) -> Self {
        if resolution.captured.is_some_and(|taken| taken.goal) {
            return Self { wins: 1.0, loses: 0.0 };
        }
        let (after, us) = (resolution.apply(position), position.turn());
        if after.goal_attackers(us).is_empty() {
            return Self::default();
        }
        let ignorance = ignorance_after(ignorance, resolution);
        let loses =
            1.0 - ignorance + ignorance * goal_capture_probability(after.goal(us), resolution, map);
        Self { wins: 0.0, loses }
    }

    fn add(&mut self, other: Self, share: f64) {
        self.wins += share * other.wins;
        self.loses += share * other.loses;
    }
}

/// The correction for immediate wins and losses: the searches count them in a few determinizations,
/// `wide` in many more positions.
pub(super) fn decisive_correction(
    wide: &[(Position, f64)],
    map: &CloudMap,
    ignorance: f64,
    (index, intent): (usize, &Intent),
    worlds: &[Determinization],
) -> f64 {
    let (mut over_wide, mut sampled) = (DecisiveOdds::default(), DecisiveOdds::default());
    for (position, share) in wide {
        let resolution = resolve(position, map, intent);
        over_wide.add(DecisiveOdds::of(position, resolution, map, ignorance), *share);
    }
    for world in worlds {
        sampled.add(
            DecisiveOdds::of(&world.position, world.resolutions[index], map, ignorance),
            world.share,
        );
    }
    WIN_UTILITY * ((over_wide.wins - sampled.wins) - (over_wide.loses - sampled.loses))
}

/// A hash of where a side's warriors and Goal stand.
fn own_arrangement(view: &BoardView, side: Side) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in view.identified(side) {
        entry.hash(&mut hasher);
    }
    view.goal(side).hash(&mut hasher);
    hasher.finish()
}

/// The likely cells of the enemy Goal and the warriors that could capture it.
struct GoalApproach<'a> {
    evaluation: &'a KlinZhaEvaluation,
    goals: Vec<(Cell, f64)>,
    attackers: Vec<Cell>,
    near: f64,
    gains: HashMap<(Cell, Cell), f64>,
}

impl<'a> GoalApproach<'a> {
    fn new(
        belief: &Belief,
        now: &ObservedState,
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
        let carrier = now.board_view.goal(side);
        let attackers = now
            .board_view
            .identified(side)
            .filter(|&(kind, cell)| kind != Kind::Blockader && Some(cell) != carrier)
            .map(|(_, cell)| cell)
            .collect();
        let gains = HashMap::new();
        let mut approach = Self { evaluation, goals, attackers, near: 0.0, gains };
        approach.near = approach.nearness(|cell| cell);
        approach
    }

    /// The mean nearness of the nearest warrior to the Goal, with each warrior on the cell `moved`
    /// gives.
    fn nearness(&self, moved: impl Fn(Cell) -> Cell) -> f64 {
        let near = |goal: Cell| {
            let steps = self.attackers.iter().map(|&cell| self.evaluation.steps(moved(cell), goal));
            steps.min().map_or(0.0, |steps| HALF_DISTANCE / (HALF_DISTANCE + f64::from(steps)))
        };
        self.goals.iter().map(|&(goal, share)| share * near(goal)).sum()
    }

    /// The increase of the nearness.
    fn gain(&mut self, resolution: Resolution) -> f64 {
        let (from, to) = (resolution.played.from(), resolution.played.to());
        if from == to
            || resolution.played.goal() != GoalAction::Plain
            || !self.attackers.contains(&from)
        {
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

/// A random index by a softmax of the scores with this temperature.
pub(super) fn mixed_choice(scores: &[f64], temperature: f64, random: &mut SplitMix64) -> usize {
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<usize> = scores
        .iter()
        .map(|score| {
            let behind = (best - score) / temperature;
            if behind <= MIXING_CUTOFF { (10_000.0 * (-behind).exp()) as usize } else { 0 }
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

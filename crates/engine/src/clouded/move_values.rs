//! What intents are worth over several positions: utilities of values, mean and worst cases, and what speaks for and against
//! an intent besides the search: what it teaches, whether it brings the search for the Goal on, and going round in circles.

use super::belief::Belief;
use super::observed::{History, ObservedState, Ply};
use crate::Random;
use crate::klinzha::{KlinZhaEvaluation, KlinZhaWeights};
use crate::score::{WIN, WIN_BOUND};
use heterodox_rules::Cell;
use heterodox_rules::clouded::{BoardView, CloudMap, Cover, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{GoalAction, Kind, Move, Position, Side, board};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Where a value of the search is worth half of the most.
const HALF: i32 = 500;
/// The most that a value short of a win is worth.
pub(super) const FULL: i32 = 1000;
/// What a win is worth, and a loss costs.
pub(super) const WON: f64 = 1500.0;
/// How likely an enemy that sees nothing of a side's does not answer as if it saw everything; and how much of that is left
/// where it lost something.
const IGNORANCE: f64 = 0.75;
const AFTER_CAPTURE: f64 = 0.4;
/// How likely it takes a Goal that it could take, all the same, under a cloud and on an edge cell.
const BY_CHANCE: f64 = 0.1;
const ON_EDGE: f64 = 0.8;
/// What the Goal counts beside warriors there.
const GOAL_WORTH: i32 = 600;
/// The share of the worst cases.
const WORST: f64 = 0.2;
/// What one bit of expected knowledge is worth.
const PER_BIT: f64 = 4.0;
/// What it costs to come back to an own arrangement, and how much more for each quiet ply.
const AGAIN: f64 = 6.0;
const AGAIN_QUIET: f64 = 0.6;
/// What it costs to announce again what was halted, for each time since the last capture.
const TRIED: f64 = 8.0;
/// What it is worth to come near to where the Goal may be, and how much more for each quiet ply.
const HUNT: f64 = 40.0;
const HUNT_QUIET: f64 = 4.0;
/// At so many steps a warrior counts as half as near as at none.
const NEAR: f64 = 3.0;
/// Further than this from the best no intent is chosen, in temperatures.
const SPREAD: f64 = 4.0;

/// A position that may be the true one, with what each intent comes to in it.
pub(super) struct Determinization {
    pub(super) position: Position,
    pub(super) share: f64,
    pub(super) ends: Vec<Resolution>,
    /// The utility of each intent if the enemy does not know how to answer.
    pub(super) unanswered: Vec<f64>,
    /// How likely that is, for each intent.
    pub(super) ignorance: Vec<f64>,
}

impl Determinization {
    /// The utility of an intent whose value was found by a search that lets the enemy know everything.
    fn utility(&self, index: usize, value: i32) -> f64 {
        let ignorance = self.ignorance[index];
        (1.0 - ignorance) * utility(value) + ignorance * self.unanswered[index]
    }
}

/// How likely an enemy takes a Goal that it could take on a cell: it may see it there, see that somebody stands there, or hit on
/// it by chance.
pub(super) fn found_on(goal: Option<Cell>, end: Resolution, map: &CloudMap) -> f64 {
    if end.captured.is_some() && goal == Some(end.played.to()) {
        // It was told where it lost something.
        return 1.0;
    }
    match goal.map(|goal| map.cover(goal)) {
        Some(Cover::Under) => BY_CHANCE,
        Some(Cover::Edge) => ON_EDGE,
        Some(Cover::Clear) | None => 1.0,
    }
}

/// How likely the enemy does not see what it could answer, by what of a side's own it does not see.
pub(super) fn ignorance(now: &ObservedState, side: Side) -> f64 {
    let worth = &KlinZhaWeights::clouded().worth;
    let (mut hidden, mut all) = (0, 0);
    let mut count = |cell, worth| {
        all += worth;
        match now.map.cover(cell) {
            Cover::Clear => {}
            Cover::Edge => hidden += worth / 2,
            Cover::Under => hidden += worth,
        }
    };
    for (kind, cell) in now.board_view.identified(side) {
        count(cell, worth[kind as usize]);
    }
    if let Some(goal) = now.board_view.goal(side) {
        count(goal, GOAL_WORTH);
    }
    IGNORANCE * f64::from(hidden) / f64::from(all.max(1))
}

/// The same after an intent: where something was lost the enemy knows that somebody stands.
pub(super) fn ignorance_after(before: f64, end: Resolution) -> f64 {
    if end.captured.is_some() { before * AFTER_CAPTURE } else { before }
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
pub(super) fn total(index: usize, caution: f64, cases: &[Determinization], values: &Values) -> f64 {
    let mut all: Vec<(f64, f64)> = cases
        .iter()
        .zip(values)
        .filter_map(|(case, values)| Some((case.utility(index, values[index]?), case.share)))
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
pub(super) fn mean(index: usize, cases: &[Determinization], values: &Values) -> i32 {
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
    now: &ObservedState,
    belief: &Belief,
    intents: &[Intent],
    cases: &[Determinization],
    evaluation: &KlinZhaEvaluation,
) -> Vec<f64> {
    let side = history.side;
    let quiet = now.board_view.plies_since_capture();
    let mut stood: HashSet<u64> = HashSet::new();
    let mut tried: HashMap<Move, f64> = HashMap::new();
    let recent = history.moments.len().saturating_sub(quiet as usize + 1);
    for moment in &history.moments[recent..] {
        stood.insert(arrangement(&moment.board_view, side));
        if let Some(Ply::Own { intent, halted: Some(_), .. }) = &moment.ply {
            *tried.entry(intent.played).or_default() += TRIED;
        }
    }
    let mut hunt = Hunt::new(belief, now, side, evaluation);
    let zeal = HUNT + HUNT_QUIET * f64::from(quiet);
    (0..intents.len())
        .map(|index| {
            let mut seen: HashMap<u64, f64> = HashMap::new();
            let (mut again, mut nearer) = (0.0, 0.0);
            for case in cases {
                let end = &case.ends[index];
                let sight = BoardView::of(&end.apply(&case.position), &now.map, Some(side));
                let mut hasher = DefaultHasher::new();
                (&sight, end.played.to(), end.captured, end.halted).hash(&mut hasher);
                *seen.entry(hasher.finish()).or_default() += case.share;
                if end.captured.is_none() && stood.contains(&arrangement(&sight, side)) {
                    again += case.share;
                }
                nearer += case.share * hunt.gain(*end);
            }
            let mut shares: Vec<f64> = seen.into_values().collect();
            shares.sort_by(f64::total_cmp);
            let bits: f64 = shares.iter().map(|share| -share * share.max(1e-9).log2()).sum();
            let tried = tried.get(&intents[index].played).copied().unwrap_or(0.0);
            PER_BIT * bits + zeal * nearer
                - again * (AGAIN + AGAIN_QUIET * f64::from(quiet))
                - tried
        })
        .collect()
}

/// How often an intent takes the enemy Goal, and how often it leaves the own one to be taken.
#[derive(Clone, Copy, Default)]
struct Edge {
    wins: f64,
    loses: f64,
}

impl Edge {
    fn of(position: &Position, end: Resolution, map: &CloudMap, ignorance: f64) -> Self {
        if end.captured.is_some_and(|taken| taken.goal) {
            return Self { wins: 1.0, loses: 0.0 };
        }
        let (after, us) = (end.apply(position), position.turn());
        if after.goal_attackers(us).is_empty() {
            return Self::default();
        }
        let ignorance = ignorance_after(ignorance, end);
        let loses = 1.0 - ignorance + ignorance * found_on(after.goal(us), end, map);
        Self { wins: 0.0, loses }
    }

    fn add(&mut self, other: Self, share: f64) {
        self.wins += share * other.wins;
        self.loses += share * other.loses;
    }
}

/// What few cases get wrong of what decides at once: the searches count it by how often it comes in their cases, and in many more
/// positions it may come more often or less.
pub(super) fn correction(
    wide: &[(Position, f64)],
    map: &CloudMap,
    ignorance: f64,
    (index, intent): (usize, &Intent),
    cases: &[Determinization],
) -> f64 {
    let (mut often, mut few) = (Edge::default(), Edge::default());
    for (position, share) in wide {
        let end = resolve(position, map, intent);
        often.add(Edge::of(position, end, map, ignorance), *share);
    }
    for case in cases {
        few.add(Edge::of(&case.position, case.ends[index], map, ignorance), case.share);
    }
    WON * ((often.wins - few.wins) - (often.loses - few.loses))
}

/// Where a side stands, as a number.
fn arrangement(sight: &BoardView, side: Side) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in sight.identified(side) {
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
        let hunters = now
            .board_view
            .identified(side)
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
    fn gain(&mut self, end: Resolution) -> f64 {
        let (from, to) = (end.played.from(), end.played.to());
        if from == to || end.played.goal() != GoalAction::Plain || !self.hunters.contains(&from) {
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

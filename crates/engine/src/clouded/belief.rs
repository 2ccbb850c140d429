//! The belief of a side: the positions consistent with everything that it has observed.
//!
//! While these positions are few, all of them are kept and the belief is *complete*. When they
//! become too many, a sample is drawn and followed with a particle filter. As soon as a view allows
//! few positions again, all of these are taken, and the belief is complete once more. A belief
//! depends on the history alone, so it can be made anew at any time.

use super::consistency::{
    ConsistencyFilter, goal_weights, is_setup_position, perturbed, relocated,
};
use super::enumerator::{InfoSetEnumerator, MissingCount};
use super::observed::{History, ObservedState, Ply};
use super::outcomes::outcomes;
use super::particles::{
    Particle, ParticleMerger, effective_sample_size, normalise, resampled, systematic_sample,
    unit_interval,
};
use crate::search::Deadline;
use crate::{Level, SplitMix64};
use heterodox_rules::Cell;
use heterodox_rules::clouded::{BoardView, Capture, resolve};
use heterodox_rules::klinzha::{Position, Side, board};

/// The size of the sample of the present view for when there is no time for more.
const QUICK_SAMPLE: usize = 48;
/// A sample is depleted if its effective size is below this fraction of its size; then it is filled
/// up with fresh positions, which get this share of the weight.
const DEPLETED: f32 = 32.0;
const FRESH_SHARE: f32 = 0.1;
/// Each ply the Goal is relocated in this percentage of the sampled positions.
const RELOCATE_PERCENT: usize = 3;
/// The weight of the Goal on any cell, relative to where it may have begun.
const GOAL_ANYWHERE: f64 = 0.1;
/// The deadline is checked once in this many positions.
const CHECK_EVERY: usize = 32;

/// The size of a belief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParticleLimits {
    /// The most positions of a complete belief.
    pub complete: usize,
    /// The positions of a sample.
    pub sample: usize,
}

/// The fields of [`ParticleLimits`], indexed by level.
const LEVELS: [(usize, usize); 8] = [
    (500, 100),
    (1_000, 200),
    (2_000, 300),
    (4_000, 500),
    (7_000, 700),
    (10_000, 1_000),
    (20_000, 1_500),
    (100_000, 3_000),
];

impl ParticleLimits {
    /// The limits of a level.
    pub const fn of(level: Level) -> Self {
        let (complete, sample) = LEVELS[level.index()];
        Self { complete, sample }
    }
}

/// The positions that a side considers possible.
#[derive(Clone, Debug)]
pub struct Belief {
    side: Side,
    limits: ParticleLimits,
    now: BeliefState,
    /// The distribution of the enemy Goal at the beginning, by cell.
    initial_goal: Vec<f64>,
    /// The fingerprints of the observed states that it follows from.
    fingerprints: Vec<u64>,
}

/// The belief after one observed state.
#[derive(Clone, Debug)]
struct BeliefState {
    entries: Vec<Particle>,
    complete: bool,
    /// Whether the number of the enemy's warriors is known exactly.
    missing_count: MissingCount,
}

impl Belief {
    /// The belief that follows from a history.
    pub fn of(history: &History, limits: ParticleLimits) -> Self {
        let mut belief = Self::empty(history, limits);
        belief.advance(history, &Deadline::never());
        belief
    }

    /// The belief that follows from a longer history. Starts from this belief if it belongs to the
    /// beginning of the history; the result equals that of [`Belief::of`].
    pub fn follow(mut self, history: &History) -> Self {
        if !self.belongs_to(history) {
            return Self::of(history, self.limits);
        }
        self.advance(history, &Deadline::never());
        self
    }

    /// A belief before any observation.
    pub(super) fn empty(history: &History, limits: ParticleLimits) -> Self {
        let now = BeliefState {
            entries: Vec::new(),
            complete: false,
            missing_count: MissingCount::AtMost,
        };
        let initial_goal = vec![1.0; board::CELLS];
        Self { side: history.side, limits, now, initial_goal, fingerprints: Vec::new() }
    }

    /// Whether this belief follows from the beginning of a history.
    pub(super) fn belongs_to(&self, history: &History) -> bool {
        self.side == history.side
            && self.fingerprints.len() <= history.states.len()
            && self
                .fingerprints
                .iter()
                .zip(&history.states)
                .all(|(fingerprint, m)| *fingerprint == m.fingerprint)
    }

    /// The number of observed states that it follows from.
    pub(super) fn state_count(&self) -> usize {
        self.fingerprints.len()
    }

    pub(super) const fn limits(&self) -> ParticleLimits {
        self.limits
    }

    /// Follows the history, state by state, until the deadline. Returns whether it reached the end;
    /// if not, it holds the belief of the last finished state.
    pub(super) fn advance(&mut self, history: &History, deadline: &Deadline<'_>) -> bool {
        while let Some(state) = history.states.get(self.fingerprints.len()) {
            let next = match self.fingerprints.len().checked_sub(1) {
                None => self.first(state, deadline),
                Some(last) => self.step(&history.states[last], state, deadline),
            };
            let Some(next) = next else { return false };
            self.now = next;
            if self.fingerprints.is_empty() {
                self.initial_goal = self.goal_distribution();
            }
            self.fingerprints.push(state.fingerprint);
        }
        true
    }

    /// A sample of what the present view alone allows, for when there is no time to follow the
    /// history. Empty only if no legal position of Klin Zha has this view.
    pub(super) fn quick_sample(history: &History, limits: ParticleLimits) -> Self {
        let mut belief = Self::empty(history, limits);
        let Some(now) = history.states.last() else { return belief };
        let mut random = SplitMix64::new(now.fingerprint);
        for missing_count in [MissingCount::Exact, MissingCount::AtMost] {
            let enumerator =
                InfoSetEnumerator::new(&now.board_view, now, history.side, None, missing_count);
            let wanted = QUICK_SAMPLE.min(limits.sample);
            belief.now.entries = belief
                .sample(&[enumerator], (wanted, 1.0), now, &mut random, &Deadline::never())
                .unwrap_or_default();
            normalise(&mut belief.now.entries);
            if !belief.is_empty() {
                break;
            }
        }
        belief
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.now.entries.len()
    }

    /// Whether the belief holds no position; no legal game leads to that.
    pub fn is_empty(&self) -> bool {
        self.now.entries.is_empty()
    }

    /// Whether the true position is certainly among the positions.
    pub fn is_complete(&self) -> bool {
        self.now.complete
    }

    /// The positions.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.now.entries.iter().map(|entry| &entry.position)
    }

    /// The positions with their probabilities.
    pub fn weighted(&self) -> impl Iterator<Item = (&Position, f64)> {
        self.now.entries.iter().map(|entry| (&entry.position, f64::from(entry.weight)))
    }

    /// Whether a position is among the positions of the belief.
    pub fn contains(&self, position: &Position) -> bool {
        let key = position.zobrist();
        self.positions().any(|other| other.zobrist() == key && other == position)
    }

    /// The approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.now.entries.capacity() * size_of::<Particle>()
            + self.fingerprints.capacity() * size_of::<u64>()
    }

    /// The distribution of the enemy Goal by cell, with a little weight everywhere.
    fn goal_distribution(&self) -> Vec<f64> {
        let mut shares = vec![GOAL_ANYWHERE / board::CELLS as f64; board::CELLS];
        for (position, weight) in self.weighted() {
            if let Some(goal) = position.goal(!self.side) {
                shares[goal.index()] += weight;
            }
        }
        shares
    }

    /// Draws positions by weight, with their shares; all positions if there are no more than
    /// wanted.
    pub(super) fn draw(&self, wanted: usize, random: &mut SplitMix64) -> Vec<(Position, f64)> {
        let entries = &self.now.entries;
        let chosen = if entries.len() <= wanted {
            entries.clone()
        } else {
            resampled(entries, wanted, random)
        };
        let total: f64 = chosen.iter().map(|entry| f64::from(entry.weight)).sum();
        chosen
            .into_iter()
            .map(|entry| (entry.position, f64::from(entry.weight) / total.max(f64::MIN_POSITIVE)))
            .collect()
    }

    /// The belief after the first state; `None` at the deadline.
    fn first(&self, first: &ObservedState, deadline: &Deadline<'_>) -> Option<BeliefState> {
        let mut random = SplitMix64::new(first.fingerprint);
        let enumerator = |missing_count| {
            InfoSetEnumerator::new(&first.board_view, first, self.side, None, missing_count)
        };
        if is_setup_position(&first.board_view, self.side) {
            let by_region = enumerator(MissingCount::Exact).by_region();
            let found = self.enumerate_or_sample(
                &by_region,
                self.limits.complete,
                first,
                &mut random,
                deadline,
            )?;
            if !found.0.is_empty() {
                return Some(BeliefState {
                    entries: found.0,
                    complete: found.1,
                    missing_count: MissingCount::Exact,
                });
            }
        }
        // A game from a position: the enemy may have less than a full set.
        let enumerator = [enumerator(MissingCount::AtMost)];
        let (entries, complete) = self.enumerate_or_sample(
            &enumerator,
            self.limits.complete,
            first,
            &mut random,
            deadline,
        )?;
        Some(BeliefState { entries, complete, missing_count: MissingCount::AtMost })
    }

    /// All positions of some enumerators if they are few enough, else a sample of them; and whether
    /// they are all. `None` at the deadline.
    fn enumerate_or_sample(
        &self,
        enumerators: &[InfoSetEnumerator],
        limit: usize,
        now: &ObservedState,
        random: &mut SplitMix64,
        deadline: &Deadline<'_>,
    ) -> Option<(Vec<Particle>, bool)> {
        if let Some(entries) = all_of(enumerators, limit, deadline) {
            return Some((entries, true));
        }
        let mut entries =
            self.sample(enumerators, (self.limits.sample, 1.0), now, random, deadline)?;
        normalise(&mut entries);
        Some((entries, false))
    }

    /// The belief after one more ply; `None` at the deadline.
    fn step(
        &self,
        before: &ObservedState,
        now: &ObservedState,
        deadline: &Deadline<'_>,
    ) -> Option<BeliefState> {
        let mut random = SplitMix64::new(now.fingerprint);
        let mut capturer = None;
        let mut complete = self.now.complete;
        let entries = match &now.ply {
            Some(own @ Ply::Own { .. }) => self.own_ply(own, before, now, deadline)?,
            Some(Ply::Enemy(lost)) => {
                capturer = lost.map(|(_, cell)| cell);
                let enemy_ply = EnemyPly { lost: *lost, before, now };
                let all = if complete { self.all_enemy_plies(&enemy_ply, deadline)? } else { None };
                complete = all.is_some();
                match all {
                    Some(all) => all,
                    None => self.sampled_enemy_plies(&enemy_ply, &mut random, deadline)?,
                }
            }
            None => Vec::new(),
        };
        if complete && !entries.is_empty() {
            return Some(BeliefState { entries, complete, missing_count: self.now.missing_count });
        }
        self.reseeded(&entries, capturer, now, &mut random, deadline)
    }

    /// The sample after a resampling step; or all positions that the present view allows, if they
    /// are few.
    fn reseeded(
        &self,
        entries: &[Particle],
        capturer: Option<Cell>,
        now: &ObservedState,
        random: &mut SplitMix64,
        deadline: &Deadline<'_>,
    ) -> Option<BeliefState> {
        let mut missing_count = self.now.missing_count;
        let goal_weights = goal_weights(now, &self.initial_goal);
        loop {
            let enumerator =
                InfoSetEnumerator::new(&now.board_view, now, self.side, capturer, missing_count)
                    .with_goal_weights(&goal_weights);
            // A quarter, because the next enemy ply multiplies them.
            let all = all_of(std::slice::from_ref(&enumerator), self.limits.complete / 4, deadline);
            if let Some(entries) = all {
                return Some(BeliefState { entries, complete: true, missing_count });
            }
            let entries = self.rejuvenated(
                entries.to_vec(),
                &enumerator,
                (now, &goal_weights),
                random,
                deadline,
            )?;
            if !entries.is_empty() || missing_count == MissingCount::AtMost {
                return Some(BeliefState { entries, complete: false, missing_count });
            }
            // The game did not begin with a setup.
            missing_count = MissingCount::AtMost;
        }
    }

    /// An own ply: keeps the positions in which it has the observed result.
    fn own_ply(
        &self,
        ply: &Ply,
        before: &ObservedState,
        now: &ObservedState,
        deadline: &Deadline<'_>,
    ) -> Option<Vec<Particle>> {
        let Ply::Own { intent, ended, captured, halted } = ply else { return Some(Vec::new()) };
        let side = self.side;
        let mut next = Vec::new();
        for (number, entry) in self.now.entries.iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && deadline.is_over() {
                return None;
            }
            let found = resolve(&entry.position, &before.map, intent);
            if found.played.to() != *ended || found.captured != *captured || found.halted != *halted
            {
                continue;
            }
            let position = entry.position.after_unchecked(found.played);
            if BoardView::of(&position, &now.map, Some(side)) == now.board_view
                && position.winner().is_none()
            {
                next.push(Particle { position, weight: entry.weight });
            }
        }
        Some(next)
    }

    /// An enemy ply of a complete belief: all positions that it can lead to. The inner `None`
    /// stands for too many positions, the outer one for the deadline.
    #[allow(clippy::option_option)]
    fn all_enemy_plies(
        &self,
        enemy_ply: &EnemyPly<'_>,
        deadline: &Deadline<'_>,
    ) -> Option<Option<Vec<Particle>>> {
        let filter = ConsistencyFilter::new(self.side, enemy_ply.lost, enemy_ply.now);
        let mut next = ParticleMerger::default();
        let mut list = Vec::new();
        for (number, entry) in self.now.entries.iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && deadline.is_over() {
                return None;
            }
            outcomes(&entry.position, &enemy_ply.before.map, &mut list);
            let total: f32 = list.iter().map(|outcome| outcome.weight).sum();
            for &outcome in &list {
                let Some(after) = filter.after(&entry.position, outcome) else { continue };
                next.add(after, entry.weight * outcome.weight / total);
            }
            if next.len() > self.limits.complete {
                return Some(None);
            }
        }
        let mut next = next.entries();
        normalise(&mut next);
        Some(Some(next))
    }

    /// An enemy ply of a sample: one consistent ply for each position, drawn by weight. `None` at
    /// the deadline.
    fn sampled_enemy_plies(
        &self,
        enemy_ply: &EnemyPly<'_>,
        random: &mut SplitMix64,
        deadline: &Deadline<'_>,
    ) -> Option<Vec<Particle>> {
        let filter = ConsistencyFilter::new(self.side, enemy_ply.lost, enemy_ply.now);
        let mut next = ParticleMerger::default();
        let mut list = Vec::new();
        // A complete belief is sampled as a whole, not only its first positions.
        let drawn =
            self.now.complete.then(|| resampled(&self.now.entries, self.limits.sample, random));
        for (number, entry) in drawn.as_ref().unwrap_or(&self.now.entries).iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && deadline.is_over() {
                return None;
            }
            outcomes(&entry.position, &enemy_ply.before.map, &mut list);
            let total: f32 = list.iter().map(|outcome| outcome.weight).sum();
            if filter.is_blind() {
                // Without any view `fits` is the whole test.
                list.retain(|outcome| filter.fits(&entry.position, *outcome));
            } else {
                list.retain(|outcome| filter.after(&entry.position, *outcome).is_some());
            }
            let weight: f32 = list.iter().map(|outcome| outcome.weight).sum();
            let mut left = weight * unit_interval(random);
            let chosen = list.iter().position(|outcome| {
                left -= outcome.weight;
                left < 0.0
            });
            let chosen = chosen.or(list.len().checked_sub(1)).map(|index| list[index]);
            let after = chosen.and_then(|outcome| filter.after(&entry.position, outcome));
            if let Some(after) = after {
                next.add(after, entry.weight * weight / total);
            }
        }
        Some(next.entries())
    }

    /// Keeps a sample large and varied: heavy positions are copied and perturbed where the side
    /// cannot see; positions that died out are replaced by fresh ones. `None` at the deadline.
    fn rejuvenated(
        &self,
        mut entries: Vec<Particle>,
        enumerator: &InfoSetEnumerator,
        (now, goal_weights): (&ObservedState, &[f64]),
        random: &mut SplitMix64,
        deadline: &Deadline<'_>,
    ) -> Option<Vec<Particle>> {
        normalise(&mut entries);
        let wanted = self.limits.sample;
        for entry in &mut entries {
            if random.chance(RELOCATE_PERCENT, 100)
                && let Some(position) =
                    relocated(&entry.position, self.side, now, goal_weights, random)
            {
                entry.position = position;
            }
        }
        if entries.len() > wanted {
            return Some(resampled(&entries, wanted, random));
        }
        let effective = effective_sample_size(&entries);
        if effective * 2.0 >= wanted as f32 {
            return Some(entries);
        }
        if effective * DEPLETED < wanted as f32 {
            // Fresh positions know little of the history, so they get little weight.
            let share = if entries.is_empty() { 1.0 } else { FRESH_SHARE };
            let enumerator = std::slice::from_ref(enumerator);
            entries.extend(self.sample(enumerator, (wanted / 4, share), now, random, deadline)?);
        }
        let mut next = ParticleMerger::default();
        for (number, (entry, copies)) in systematic_sample(&entries, wanted, random).enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && deadline.is_over() {
                return None;
            }
            next.add(entry.position.clone(), 1.0);
            for _ in 1..copies {
                let position = perturbed(&entry.position, self.side, now, random);
                next.add(position.unwrap_or_else(|| entry.position.clone()), 1.0);
            }
        }
        let mut next = next.entries();
        normalise(&mut next);
        Some(next)
    }

    /// Draws consistent positions with a total weight of `share`; fewer than `wanted` if they are
    /// hard to find. `None` at the deadline.
    fn sample(
        &self,
        enumerators: &[InfoSetEnumerator],
        (wanted, share): (usize, f32),
        now: &ObservedState,
        random: &mut SplitMix64,
        deadline: &Deadline<'_>,
    ) -> Option<Vec<Particle>> {
        let weight = share / wanted.max(1) as f32;
        let mut entries = Vec::new();
        let mut failures = 0;
        while entries.len() < wanted && failures < 20 {
            if deadline.is_over() {
                return None;
            }
            let drawn = random.pick(enumerators).and_then(|enumerator| enumerator.sample(random));
            let consistent = drawn.filter(|position| {
                BoardView::of(position, &now.map, Some(self.side)) == now.board_view
            });
            match consistent {
                Some(position) => entries.push(Particle { position, weight }),
                None => failures += 1,
            }
        }
        Some(entries)
    }
}

/// An enemy ply as a side observed it.
struct EnemyPly<'a> {
    lost: Option<(Capture, Cell)>,
    before: &'a ObservedState,
    now: &'a ObservedState,
}

/// All positions of some enumerators; `None` if there are none or too many, or at the deadline.
fn all_of(
    enumerators: &[InfoSetEnumerator],
    limit: usize,
    deadline: &Deadline<'_>,
) -> Option<Vec<Particle>> {
    let mut all = Vec::new();
    for enumerator in enumerators {
        let positions = enumerator.enumerate(limit - all.len(), deadline)?;
        let prior = enumerator.prior(&positions);
        let entry = |(position, weight)| Particle { position, weight: weight as f32 };
        all.extend(positions.into_iter().zip(prior).map(entry));
    }
    normalise(&mut all);
    (!all.is_empty()).then_some(all)
}

//! Which positions are consistent with everything that a side was shown and told.
//!
//! While they are few they are all kept: the belief is *complete*. When they become too many, a sample is drawn and kept alive as a
//! particle filter does; as soon as a sight allows few enough positions again, all of these are taken, and the belief is
//! complete once more. Everything follows from the history alone, so a belief can be made anew at any moment.

use super::consistency::{ConsistencyFilter, changed, goal_weights, looks_set_up, relocated};
use super::enumerator::{InfoSetEnumerator, Numbers};
use super::observed::{History, ObservedState, Ply};
use super::outcomes::outcomes;
use super::particles::{
    Particle, ParticleMerger, effective_sample_size, normalise, resampled, shares, unit,
};
use super::patience::Patience;
use crate::{Level, Random};
use heterodox_rules::Cell;
use heterodox_rules::clouded::{BoardView, Capture, resolve};
use heterodox_rules::klinzha::{Position, Side, board};

/// How many lots are drawn when there is no time for more.
const GLANCE: usize = 48;
/// A sample worth less than this part of its size is filled up with lots, which then have this share.
const FEW: f32 = 32.0;
const LOTS_SHARE: f32 = 0.1;
/// Of a sample the Goal is looked for elsewhere in so many of a hundred positions each ply.
const RELOCATED: usize = 3;
/// How likely it is anywhere, compared with where it may have begun.
const ANYWHERE: f64 = 0.1;
/// After so many positions it is asked whether to go on.
const CHECK_EVERY: usize = 32;

/// How much a belief may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParticleLimits {
    /// The most positions of a complete belief.
    pub complete: usize,
    /// The positions of a sample.
    pub sample: usize,
}

/// By level: what [`Limits`] says.
const MEMORY: [(usize, usize); 8] = [
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
    /// What a level can keep in its head.
    pub const fn of(level: Level) -> Self {
        let (complete, sample) = MEMORY[level.index()];
        Self { complete, sample }
    }
}

/// The positions that a side takes for possible.
#[derive(Clone, Debug)]
pub struct Belief {
    side: Side,
    limits: ParticleLimits,
    now: State,
    /// How likely the enemy Goal was on each cell at the beginning.
    home: Vec<f64>,
    /// The prints of the moments that it follows from.
    prints: Vec<u64>,
}

/// What is believed at one moment.
#[derive(Clone, Debug)]
struct State {
    entries: Vec<Particle>,
    complete: bool,
    /// What is known of the size of the enemy's set.
    numbers: Numbers,
}

impl Belief {
    /// What follows from a history.
    pub fn of(history: &History, limits: ParticleLimits) -> Self {
        let mut belief = Self::empty(history, limits);
        belief.advance(history, &Patience::ENDLESS);
        belief
    }

    /// What follows from a longer history, made from this belief if it belongs to the beginning of that; the result is the
    /// same as that of [`Belief::of`].
    pub fn follow(mut self, history: &History) -> Self {
        if !self.belongs_to(history) {
            return Self::of(history, self.limits);
        }
        self.advance(history, &Patience::ENDLESS);
        self
    }

    /// A belief that has not looked at anything yet.
    pub(super) fn empty(history: &History, limits: ParticleLimits) -> Self {
        let now = State { entries: Vec::new(), complete: false, numbers: Numbers::AtMost };
        let home = vec![1.0; board::CELLS];
        Self { side: history.side, limits, now, home, prints: Vec::new() }
    }

    /// Whether it follows from the beginning of a history.
    pub(super) fn belongs_to(&self, history: &History) -> bool {
        self.side == history.side
            && self.prints.len() <= history.moments.len()
            && self.prints.iter().zip(&history.moments).all(|(print, m)| *print == m.print)
    }

    /// How many moments it has looked at.
    pub(super) fn age(&self) -> usize {
        self.prints.len()
    }

    pub(super) const fn limits(&self) -> ParticleLimits {
        self.limits
    }

    /// Goes on along the history to which it belongs, moment by moment, as far as patience lasts. Says whether it got
    /// to the end; what it holds is always that of the last moment that it finished.
    pub(super) fn advance(&mut self, history: &History, patience: &Patience<'_>) -> bool {
        while let Some(moment) = history.moments.get(self.prints.len()) {
            let next = match self.prints.len().checked_sub(1) {
                None => self.first(moment, patience),
                Some(last) => self.step(&history.moments[last], moment, patience),
            };
            let Some(next) = next else { return false };
            self.now = next;
            if self.prints.is_empty() {
                self.home = self.goal_shares();
            }
            self.prints.push(moment.print);
        }
        true
    }

    /// What the present view alone allows: a few lots, for when there is no time to think of the history. Holds
    /// nothing only if nothing that Klin Zha (`docs/rules/klinzha.md`) allows looks like this.
    pub(super) fn quick_sample(history: &History, limits: ParticleLimits) -> Self {
        let mut belief = Self::empty(history, limits);
        let Some(now) = history.moments.last() else { return belief };
        let mut random = Random::new(now.print);
        for numbers in [Numbers::Full, Numbers::AtMost] {
            let census = InfoSetEnumerator::new(&now.board_view, now, history.side, None, numbers);
            let wanted = GLANCE.min(limits.sample);
            belief.now.entries = belief
                .sample(&[census], (wanted, 1.0), now, &mut random, &Patience::ENDLESS)
                .unwrap_or_default();
            normalise(&mut belief.now.entries);
            if !belief.is_empty() {
                break;
            }
        }
        belief
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.now.entries.len()
    }

    /// Whether it holds none, which no game leads to.
    pub fn is_empty(&self) -> bool {
        self.now.entries.is_empty()
    }

    /// Whether the true position must be among them.
    pub fn is_complete(&self) -> bool {
        self.now.complete
    }

    /// The positions.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.now.entries.iter().map(|entry| &entry.position)
    }

    /// The positions with how likely they are taken to be.
    pub fn weighted(&self) -> impl Iterator<Item = (&Position, f64)> {
        self.now.entries.iter().map(|entry| (&entry.position, f64::from(entry.weight)))
    }

    /// Whether a position is among them.
    pub fn contains(&self, position: &Position) -> bool {
        let key = position.zobrist();
        self.positions().any(|other| other.zobrist() == key && other == position)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.now.entries.capacity() * size_of::<Particle>()
            + self.prints.capacity() * size_of::<u64>()
    }

    /// How likely the enemy Goal is on each cell; a little everywhere.
    fn goal_shares(&self) -> Vec<f64> {
        let mut shares = vec![ANYWHERE / board::CELLS as f64; board::CELLS];
        for (position, weight) in self.weighted() {
            if let Some(goal) = position.goal(!self.side) {
                shares[goal.index()] += weight;
            }
        }
        shares
    }

    /// Some positions by lot with their shares, all of them if they are no more than wanted.
    pub(super) fn draw(&self, wanted: usize, random: &mut Random) -> Vec<(Position, f64)> {
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

    /// The first moment. Nothing if patience ran out.
    fn first(&self, first: &ObservedState, patience: &Patience<'_>) -> Option<State> {
        let mut random = Random::new(first.print);
        let census =
            |numbers| InfoSetEnumerator::new(&first.board_view, first, self.side, None, numbers);
        if looks_set_up(&first.board_view, self.side) {
            let openings = census(Numbers::Full).openings();
            let found = self.enumerate_or_sample(
                &openings,
                self.limits.complete,
                first,
                &mut random,
                patience,
            )?;
            if !found.0.is_empty() {
                return Some(State { entries: found.0, complete: found.1, numbers: Numbers::Full });
            }
        }
        // A game from a position: the enemy may have less than a full set.
        let census = [census(Numbers::AtMost)];
        let (entries, complete) =
            self.enumerate_or_sample(&census, self.limits.complete, first, &mut random, patience)?;
        Some(State { entries, complete, numbers: Numbers::AtMost })
    }

    /// All positions that some censuses allow, if they are few enough, else a sample of them; and which it is.
    fn enumerate_or_sample(
        &self,
        censuses: &[InfoSetEnumerator],
        limit: usize,
        now: &ObservedState,
        random: &mut Random,
        patience: &Patience<'_>,
    ) -> Option<(Vec<Particle>, bool)> {
        if let Some(entries) = all_of(censuses, limit, patience) {
            return Some((entries, true));
        }
        let mut entries =
            self.sample(censuses, (self.limits.sample, 1.0), now, random, patience)?;
        normalise(&mut entries);
        Some((entries, false))
    }

    /// One ply. Nothing if patience ran out.
    fn step(
        &self,
        before: &ObservedState,
        now: &ObservedState,
        patience: &Patience<'_>,
    ) -> Option<State> {
        let mut random = Random::new(now.print);
        let mut killer = None;
        let mut complete = self.now.complete;
        let entries = match &now.ply {
            Some(own @ Ply::Own { .. }) => self.own_ply(own, before, now, patience)?,
            Some(Ply::Enemy(lost)) => {
                killer = lost.map(|(_, cell)| cell);
                let told = EnemyPly { lost: *lost, before, now };
                let all = if complete { self.all_enemy_plies(&told, patience)? } else { None };
                complete = all.is_some();
                match all {
                    Some(all) => all,
                    None => self.drawn_enemy_plies(&told, &mut random, patience)?,
                }
            }
            None => Vec::new(),
        };
        if complete && !entries.is_empty() {
            return Some(State { entries, complete, numbers: self.now.numbers });
        }
        self.renewed(&entries, killer, now, &mut random, patience)
    }

    /// A sample looked after; or everything that the present view allows, if that is little enough.
    fn renewed(
        &self,
        entries: &[Particle],
        killer: Option<Cell>,
        now: &ObservedState,
        random: &mut Random,
        patience: &Patience<'_>,
    ) -> Option<State> {
        let mut numbers = self.now.numbers;
        let past = goal_weights(now, &self.home);
        loop {
            let census = InfoSetEnumerator::new(&now.board_view, now, self.side, killer, numbers)
                .with_past(&past);
            // A quarter, as the next enemy ply will make more of them.
            let all = all_of(std::slice::from_ref(&census), self.limits.complete / 4, patience);
            if let Some(entries) = all {
                return Some(State { entries, complete: true, numbers });
            }
            let entries =
                self.rejuvenated(entries.to_vec(), &census, (now, &past), random, patience)?;
            if !entries.is_empty() || numbers == Numbers::AtMost {
                return Some(State { entries, complete: false, numbers });
            }
            // What looked like a game with setup was none.
            numbers = Numbers::AtMost;
        }
    }

    /// An own ply: whatever would have ended otherwise, or looked otherwise, is out.
    fn own_ply(
        &self,
        ply: &Ply,
        before: &ObservedState,
        now: &ObservedState,
        patience: &Patience<'_>,
    ) -> Option<Vec<Particle>> {
        let Ply::Own { intent, ended, captured, halted } = ply else { return Some(Vec::new()) };
        let side = self.side;
        let mut next = Vec::new();
        for (number, entry) in self.now.entries.iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && patience.is_over() {
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

    /// An enemy ply of a complete belief: everything that it may have led to. The inner nothing says that it became too
    /// much.
    #[allow(clippy::option_option)]
    fn all_enemy_plies(
        &self,
        told: &EnemyPly<'_>,
        patience: &Patience<'_>,
    ) -> Option<Option<Vec<Particle>>> {
        let filter = ConsistencyFilter::new(self.side, told.lost, told.now);
        let mut next = ParticleMerger::default();
        let mut list = Vec::new();
        for (number, entry) in self.now.entries.iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && patience.is_over() {
                return None;
            }
            outcomes(&entry.position, &told.before.map, &mut list);
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

    /// An enemy ply of a sample: for each position one ply by lot, of those that look and sound right.
    fn drawn_enemy_plies(
        &self,
        told: &EnemyPly<'_>,
        random: &mut Random,
        patience: &Patience<'_>,
    ) -> Option<Vec<Particle>> {
        let filter = ConsistencyFilter::new(self.side, told.lost, told.now);
        let mut next = ParticleMerger::default();
        let mut list = Vec::new();
        // Of a belief that was complete: a sample of all that there was, and not of the first ones.
        let drawn =
            self.now.complete.then(|| resampled(&self.now.entries, self.limits.sample, random));
        for (number, entry) in drawn.as_ref().unwrap_or(&self.now.entries).iter().enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && patience.is_over() {
                return None;
            }
            outcomes(&entry.position, &told.before.map, &mut list);
            let total: f32 = list.iter().map(|outcome| outcome.weight).sum();
            if filter.is_blind() {
                // Where nothing can be seen, the first look settles everything.
                list.retain(|outcome| filter.fits(&entry.position, *outcome));
            } else {
                list.retain(|outcome| filter.after(&entry.position, *outcome).is_some());
            }
            let weight: f32 = list.iter().map(|outcome| outcome.weight).sum();
            let mut left = weight * unit(random);
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

    /// Keeps a sample large and varied: what weighs much comes several times and is then changed a little where nobody can
    /// see; what died out is replaced by new lots.
    fn rejuvenated(
        &self,
        mut entries: Vec<Particle>,
        census: &InfoSetEnumerator,
        (now, past): (&ObservedState, &[f64]),
        random: &mut Random,
        patience: &Patience<'_>,
    ) -> Option<Vec<Particle>> {
        normalise(&mut entries);
        let wanted = self.limits.sample;
        for entry in &mut entries {
            if random.chance(RELOCATED, 100)
                && let Some(position) = relocated(&entry.position, self.side, now, past, random)
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
        if effective * FEW < wanted as f32 {
            // Lots know little of the history, so they weigh little as long as something is left that does.
            let share = if entries.is_empty() { 1.0 } else { LOTS_SHARE };
            let census = std::slice::from_ref(census);
            entries.extend(self.sample(census, (wanted / 4, share), now, random, patience)?);
        }
        let mut next = ParticleMerger::default();
        for (number, (entry, copies)) in shares(&entries, wanted, random).enumerate() {
            if number.is_multiple_of(CHECK_EVERY) && patience.is_over() {
                return None;
            }
            next.add(entry.position.clone(), 1.0);
            for _ in 1..copies {
                let position = changed(&entry.position, self.side, now, random);
                next.add(position.unwrap_or_else(|| entry.position.clone()), 1.0);
            }
        }
        let mut next = next.entries();
        normalise(&mut next);
        Some(next)
    }

    /// So many lots that look right, which weigh so much together; fewer, or none, if they are hard to find.
    fn sample(
        &self,
        censuses: &[InfoSetEnumerator],
        (wanted, share): (usize, f32),
        now: &ObservedState,
        random: &mut Random,
        patience: &Patience<'_>,
    ) -> Option<Vec<Particle>> {
        let weight = share / wanted.max(1) as f32;
        let mut entries = Vec::new();
        let mut failures = 0;
        while entries.len() < wanted && failures < 20 {
            if patience.is_over() {
                return None;
            }
            let lot = random.pick(censuses).and_then(|census| census.one(random));
            let right = lot.filter(|position| {
                BoardView::of(position, &now.map, Some(self.side)) == now.board_view
            });
            match right {
                Some(position) => entries.push(Particle { position, weight }),
                None => failures += 1,
            }
        }
        Some(entries)
    }
}

/// What a side knows of an enemy ply.
struct EnemyPly<'a> {
    lost: Option<(Capture, Cell)>,
    before: &'a ObservedState,
    now: &'a ObservedState,
}

/// All positions that some censuses allow; nothing if there are none, too many, or no patience left.
fn all_of(
    censuses: &[InfoSetEnumerator],
    limit: usize,
    patience: &Patience<'_>,
) -> Option<Vec<Particle>> {
    let mut all = Vec::new();
    for census in censuses {
        let positions = census.all(limit - all.len(), patience)?;
        let likelihoods = census.likelihoods(&positions);
        let entry = |(position, weight)| Particle { position, weight: weight as f32 };
        all.extend(positions.into_iter().zip(likelihoods).map(entry));
    }
    normalise(&mut all);
    (!all.is_empty()).then_some(all)
}

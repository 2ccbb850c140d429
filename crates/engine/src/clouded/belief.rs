//! Which positions are consistent with everything that a side was shown and told.
//!
//! While they are few they are all kept: the belief is *complete*. When they become too many, a sample is drawn and kept alive as a
//! particle filter does; as soon as a sight allows few enough positions again, all of these are taken, and the belief is
//! complete once more. Everything follows from the history alone, so a belief can be made anew at any moment.

use super::census::Census;
use super::filter::{Filter, changed, looks_set_up};
use super::outcomes::outcomes;
use super::seen::{History, Moment, Ply};
use crate::{Level, Random};
use heterodox_rules::Cell;
use heterodox_rules::clouded::{Sight, Taken, resolve};
use heterodox_rules::klinzha::{Position, Side};
use std::collections::HashMap;

/// How much a belief may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most positions of a complete belief.
    pub complete: usize,
    /// The positions of a sample.
    pub sample: usize,
}

impl Limits {
    /// What a level can keep in its head.
    pub const fn of(level: Level) -> Self {
        match level {
            Level::Easy => Self { complete: 2_000, sample: 300 },
            Level::Medium => Self { complete: 10_000, sample: 1_000 },
            Level::Strong => Self { complete: 100_000, sample: 3_000 },
        }
    }
}

/// A position that may be the true one.
#[derive(Clone, Debug)]
struct Entry {
    position: Position,
    weight: f32,
}

/// The positions that a side takes for possible.
#[derive(Clone, Debug)]
pub struct Belief {
    side: Side,
    limits: Limits,
    entries: Vec<Entry>,
    complete: bool,
    /// Whether the game seems to have begun with a setup or a quick start.
    set_up: bool,
    /// The prints of the moments that it follows from.
    prints: Vec<u64>,
}

impl Belief {
    /// What follows from a history.
    pub fn of(history: &History, limits: Limits) -> Self {
        Self::begin(history, limits).followed(history)
    }

    /// What follows from a longer history, made from this belief if it belongs to the beginning of that; the result is the
    /// same as that of [`Belief::of`].
    pub fn follow(self, history: &History) -> Self {
        let fits = self.side == history.side
            && self.prints.len() <= history.moments.len()
            && self.prints.iter().zip(&history.moments).all(|(print, m)| *print == m.print);
        if fits { self.followed(history) } else { Self::of(history, self.limits) }
    }

    /// How many positions it holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it holds none, which no game from a setup leads to.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the true position must be among them: for games that began with a setup or a quick start.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The positions.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.entries.iter().map(|entry| &entry.position)
    }

    /// Whether a position is among them.
    pub fn contains(&self, position: &Position) -> bool {
        let key = position.key();
        self.positions().any(|other| other.key() == key && other == position)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.prints.capacity() * size_of::<u64>()
    }

    /// Some positions by lot with their shares, all of them if they are no more than wanted.
    pub(super) fn draw(&self, wanted: usize, random: &mut Random) -> Vec<(Position, f64)> {
        let chosen = if self.entries.len() <= wanted {
            self.entries.clone()
        } else {
            resampled(&self.entries, wanted, random)
        };
        let total: f64 = chosen.iter().map(|entry| f64::from(entry.weight)).sum();
        chosen
            .into_iter()
            .map(|entry| (entry.position, f64::from(entry.weight) / total.max(f64::MIN_POSITIVE)))
            .collect()
    }

    fn begin(history: &History, limits: Limits) -> Self {
        let first = &history.moments[0];
        let mut belief = Self {
            side: history.side,
            limits,
            entries: Vec::new(),
            complete: false,
            set_up: looks_set_up(&first.sight, history.side),
            prints: vec![first.print],
        };
        let census = Census::new(&first.sight, first, history.side, None);
        let openings = if belief.set_up { census.openings() } else { Vec::new() };
        belief.set_up = !openings.is_empty();
        if openings.is_empty() {
            belief.draw_lots(&[census], limits.sample, first);
            return belief;
        }
        let mut all = Some(Vec::new());
        for opening in &openings {
            let room = limits.complete - all.as_ref().map_or(0, Vec::len);
            all = all.zip(opening.all(room)).map(|(mut all, more)| {
                all.extend(more);
                all
            });
        }
        match all.filter(|all| !all.is_empty()) {
            Some(all) => belief.take_all(all),
            None => belief.draw_lots(&openings, limits.sample, first),
        }
        belief
    }

    fn followed(mut self, history: &History) -> Self {
        while let Some(moment) = history.moments.get(self.prints.len()) {
            let before = &history.moments[self.prints.len() - 1];
            self.step(before, moment);
            self.prints.push(moment.print);
        }
        self
    }

    /// One ply.
    fn step(&mut self, before: &Moment, now: &Moment) {
        let mut random = Random::new(now.print);
        let mut killer = None;
        match &now.ply {
            Some(own @ Ply::Own { .. }) => self.own_ply(own, before, now),
            Some(Ply::Enemy(lost)) => {
                killer = lost.map(|(_, cell)| cell);
                if self.complete {
                    self.all_enemy_plies(*lost, before, now, &mut random);
                } else {
                    self.drawn_enemy_plies(*lost, before, now, &mut random);
                }
            }
            None => self.entries.clear(),
        }
        if self.complete && !self.entries.is_empty() {
            return;
        }
        self.complete = false;
        let census = Census::new(&now.sight, now, self.side, killer);
        // A quarter, as the next enemy ply will make more of them.
        if self.set_up
            && let Some(all) = census.all(self.limits.complete / 4)
            && !all.is_empty()
        {
            self.take_all(all);
            return;
        }
        self.rejuvenate(&census, now, &mut random);
    }

    fn take_all(&mut self, all: Vec<Position>) {
        self.entries = all.into_iter().map(|position| Entry { position, weight: 1.0 }).collect();
        self.complete = true;
    }

    /// An own ply: whatever would have ended otherwise, or looked otherwise, is out.
    fn own_ply(&mut self, ply: &Ply, before: &Moment, now: &Moment) {
        let Ply::Own { intent, ended, captured, halted } = ply else { return };
        let side = self.side;
        self.entries.retain_mut(|entry| {
            let found = resolve(&entry.position, &before.map, intent);
            if found.played.to() != *ended || found.captured != *captured || found.halted != *halted
            {
                return false;
            }
            entry.position.play(found.played);
            Sight::of(&entry.position, &now.map, Some(side)) == now.sight
                && entry.position.winner().is_none()
        });
    }

    /// An enemy ply of a complete belief: everything that it may have led to.
    fn all_enemy_plies(
        &mut self,
        lost: Option<(Taken, Cell)>,
        before: &Moment,
        now: &Moment,
        random: &mut Random,
    ) {
        let filter = Filter::new(self.side, lost, now);
        let mut next: Vec<Entry> = Vec::new();
        let mut index: HashMap<u64, usize> = HashMap::new();
        let mut list = Vec::new();
        let old = std::mem::take(&mut self.entries);
        for (number, entry) in old.iter().enumerate() {
            outcomes(&entry.position, &before.map, &mut list);
            let total: f32 = list.iter().map(|outcome| outcome.weight).sum();
            for &outcome in &list {
                let Some(after) = filter.after(&entry.position, outcome) else { continue };
                let weight = entry.weight * outcome.weight / total;
                let at = *index.entry(after.key()).or_insert_with(|| {
                    next.push(Entry { position: after, weight: 0.0 });
                    next.len() - 1
                });
                next[at].weight += weight;
            }
            if next.len() > self.limits.complete {
                // Too many: from here on a sample, of all that there was and not of the first ones.
                self.complete = false;
                drop((next, index, number));
                self.entries = resampled(&old, self.limits.sample, random);
                self.drawn_enemy_plies(lost, before, now, random);
                return;
            }
        }
        self.entries = next;
        normalise(&mut self.entries);
    }

    /// An enemy ply of a sample: for each position one ply by lot, of those that look and sound right.
    fn drawn_enemy_plies(
        &mut self,
        lost: Option<(Taken, Cell)>,
        before: &Moment,
        now: &Moment,
        random: &mut Random,
    ) {
        let filter = Filter::new(self.side, lost, now);
        let mut list = Vec::new();
        let mut index: HashMap<u64, usize> = HashMap::new();
        let mut next: Vec<Entry> = Vec::new();
        for entry in &self.entries {
            outcomes(&entry.position, &before.map, &mut list);
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
            let Some(after) = after else { continue };
            let at = *index.entry(after.key()).or_insert_with(|| {
                next.push(Entry { position: after, weight: 0.0 });
                next.len() - 1
            });
            next[at].weight += entry.weight * weight / total;
        }
        self.entries = next;
    }

    /// Keeps a sample large and varied: what weighs much comes several times and is then changed a little where nobody can
    /// see; what died out is replaced by new lots.
    fn rejuvenate(&mut self, census: &Census, now: &Moment, random: &mut Random) {
        normalise(&mut self.entries);
        let wanted = self.limits.sample;
        if self.entries.len() > wanted {
            self.entries = resampled(&self.entries, wanted, random);
            return;
        }
        let squares: f32 = self.entries.iter().map(|entry| entry.weight * entry.weight).sum();
        let effective = if squares > 0.0 { 1.0 / squares } else { 0.0 };
        if effective * 2.0 >= wanted as f32 {
            return;
        }
        if effective * 16.0 < wanted as f32 {
            // Lots know nothing of the history, so they weigh little as long as something is left that does.
            let share = if self.entries.is_empty() { 1.0 } else { 0.25 };
            self.add_lots(census, wanted / 4, share, now, random);
        }
        let mut index: HashMap<u64, usize> = HashMap::new();
        let mut next: Vec<Entry> = Vec::new();
        for (entry, copies) in shares(&self.entries, wanted, random) {
            for copy in 0..copies {
                let position = match copy {
                    0 => entry.position.clone(),
                    _ => changed(&entry.position, self.side, now, random)
                        .unwrap_or_else(|| entry.position.clone()),
                };
                let at = *index.entry(position.key()).or_insert_with(|| {
                    next.push(Entry { position, weight: 0.0 });
                    next.len() - 1
                });
                next[at].weight += 1.0;
            }
        }
        self.entries = next;
        normalise(&mut self.entries);
    }

    fn draw_lots(&mut self, censuses: &[Census], wanted: usize, now: &Moment) {
        let mut random = Random::new(now.print);
        self.add_lots_of(censuses, wanted, 1.0, now, &mut random);
        normalise(&mut self.entries);
    }

    fn add_lots(
        &mut self,
        census: &Census,
        wanted: usize,
        share: f32,
        now: &Moment,
        random: &mut Random,
    ) {
        self.add_lots_of(std::slice::from_ref(census), wanted, share, now, random);
    }

    fn add_lots_of(
        &mut self,
        censuses: &[Census],
        wanted: usize,
        share: f32,
        now: &Moment,
        random: &mut Random,
    ) {
        let weight = share / wanted.max(1) as f32;
        let mut failures = 0;
        let mut drawn = 0;
        while drawn < wanted && failures < 20 {
            let lot = random.pick(censuses).and_then(|census| census.one(random));
            let right =
                lot.filter(|position| Sight::of(position, &now.map, Some(self.side)) == now.sight);
            match right {
                Some(position) => {
                    self.entries.push(Entry { position, weight });
                    drawn += 1;
                }
                None => failures += 1,
            }
        }
    }
}

/// A number from 0 to below 1.
fn unit(random: &mut Random) -> f32 {
    (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32
}

fn normalise(entries: &mut [Entry]) {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    let even = 1.0 / entries.len().max(1) as f32;
    for entry in entries {
        entry.weight = if total > 0.0 { entry.weight / total } else { even };
    }
}

/// How often each entry comes in a systematic sample of this size.
fn shares<'a>(
    entries: &'a [Entry],
    wanted: usize,
    random: &mut Random,
) -> impl Iterator<Item = (&'a Entry, usize)> + use<'a> {
    let total: f64 = entries.iter().map(|entry| f64::from(entry.weight)).sum();
    let step = total / wanted as f64;
    let mut next = step * f64::from(unit(random));
    let mut reached = 0.0;
    entries.iter().filter_map(move |entry| {
        reached += f64::from(entry.weight);
        let mut copies = 0;
        while next < reached {
            next += step;
            copies += 1;
        }
        (copies > 0).then_some((entry, copies))
    })
}

/// A systematic sample by weight; what comes several times is kept once and weighs more.
fn resampled(entries: &[Entry], wanted: usize, random: &mut Random) -> Vec<Entry> {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    if total <= 0.0 {
        return entries.iter().take(wanted).cloned().collect();
    }
    shares(entries, wanted, random)
        .map(|(entry, copies)| Entry {
            position: entry.position.clone(),
            weight: copies as f32 / wanted as f32,
        })
        .collect()
}

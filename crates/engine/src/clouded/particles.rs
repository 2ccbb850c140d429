//! Weighted positions, and samples of them.

use crate::Random;
use heterodox_rules::klinzha::Position;
use std::collections::HashMap;

/// A position that may be the true one.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub(super) position: Position,
    pub(super) weight: f32,
}

/// Entries without doubles: equal positions add their weights.
#[derive(Default)]
pub(super) struct ParticleMerger {
    entries: Vec<Particle>,
    index: HashMap<u64, usize>,
}

impl ParticleMerger {
    pub(super) fn add(&mut self, position: Position, weight: f32) {
        let at = *self.index.entry(position.zobrist()).or_insert_with(|| {
            self.entries.push(Particle { position, weight: 0.0 });
            self.entries.len() - 1
        });
        self.entries[at].weight += weight;
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn entries(self) -> Vec<Particle> {
        self.entries
    }
}

/// A number from 0 to below 1.
pub(super) fn unit(random: &mut Random) -> f32 {
    (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32
}

/// Makes the weights add up to 1.
pub(super) fn normalise(entries: &mut [Particle]) {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    let even = 1.0 / entries.len().max(1) as f32;
    for entry in entries {
        entry.weight = if total > 0.0 { entry.weight / total } else { even };
    }
}

/// How many entries of equal weight a list of normalised ones is worth.
pub(super) fn effective_sample_size(entries: &[Particle]) -> f32 {
    let squares: f32 = entries.iter().map(|entry| entry.weight * entry.weight).sum();
    if squares > 0.0 { 1.0 / squares } else { 0.0 }
}

/// How often each entry comes in a systematic sample of this size.
pub(super) fn shares<'a>(
    entries: &'a [Particle],
    wanted: usize,
    random: &mut Random,
) -> impl Iterator<Item = (&'a Particle, usize)> + use<'a> {
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
pub(super) fn resampled(entries: &[Particle], wanted: usize, random: &mut Random) -> Vec<Particle> {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    if total <= 0.0 {
        return entries.iter().take(wanted).cloned().collect();
    }
    shares(entries, wanted, random)
        .map(|(entry, copies)| Particle {
            position: entry.position.clone(),
            weight: copies as f32 / wanted as f32,
        })
        .collect()
}

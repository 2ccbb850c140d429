//! Weighted positions and their sampling.

use heterodox_rules::SplitMix64;
use heterodox_rules::klinzha::Position;
use std::collections::HashMap;

/// A possible position with its weight.
#[derive(Clone, Debug)]
pub(super) struct Particle {
    pub(super) position: Position,
    pub(super) weight: f32,
}

/// A list of particles without duplicates: equal positions add their weights.
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

/// A random number in [0, 1).
pub(super) fn unit_interval(random: &mut SplitMix64) -> f32 {
    (random.next_u64() >> 40) as f32 / (1_u64 << 24) as f32
}

/// Scales the weights to a sum of 1.
pub(super) fn normalise(entries: &mut [Particle]) {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    let even = 1.0 / entries.len().max(1) as f32;
    for entry in entries {
        entry.weight = if total > 0.0 { entry.weight / total } else { even };
    }
}

/// The effective sample size of normalised weights: 1 / Σ w².
pub(super) fn effective_sample_size(entries: &[Particle]) -> f32 {
    let squares: f32 = entries.iter().map(|entry| entry.weight * entry.weight).sum();
    if squares > 0.0 { 1.0 / squares } else { 0.0 }
}

/// A systematic sample of size `wanted` by weight: the drawn entries with their numbers of copies.
pub(super) fn systematic_sample<'a>(
    entries: &'a [Particle],
    wanted: usize,
    random: &mut SplitMix64,
) -> impl Iterator<Item = (&'a Particle, usize)> + use<'a> {
    let total: f64 = entries.iter().map(|entry| f64::from(entry.weight)).sum();
    let step = total / wanted as f64;
    let mut next = step * f64::from(unit_interval(random));
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

/// A systematic sample as particles; copies are merged and add their weights.
pub(super) fn resampled(
    entries: &[Particle],
    wanted: usize,
    random: &mut SplitMix64,
) -> Vec<Particle> {
    let total: f32 = entries.iter().map(|entry| entry.weight).sum();
    if total <= 0.0 {
        return entries.iter().take(wanted).cloned().collect();
    }
    systematic_sample(entries, wanted, random)
        .map(|(entry, copies)| Particle {
            position: entry.position.clone(),
            weight: copies as f32 / wanted as f32,
        })
        .collect()
}

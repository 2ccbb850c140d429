//! Fits weights to samples: logistic loss, descent by Adam over all samples at once.
//!
//! The value of a position is taken as linear in the weights near those with which the samples were made. Sums are taken
//! over parts of fixed size in fixed order, so that the number of threads changes nothing.

use super::data::Sample;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many samples a thread takes at once.
const PART: usize = 4096;

/// What is fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Goal {
    /// The part of the result in what is aimed at; the rest is the score's, where there is one.
    pub(super) result_part: f64,
    /// A value of 1 is so much in the logistic function.
    pub(super) scale: f64,
    /// How strongly each weight is held to where it began.
    pub(super) pull: f64,
    pub(super) threads: usize,
}

/// Adam's constants (D. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization*, 2014).
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const TINY: f64 = 1e-8;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Goal {
    fn target(&self, sample: &Sample) -> f64 {
        let result = f64::from(sample.result);
        sample.score.map_or(result, |score| {
            self.result_part * result
                + (1.0 - self.result_part) * logistic(self.scale * f64::from(score))
        })
    }

    /// The mean loss when the weights are moved by so much, and its slope by weight.
    pub(super) fn loss(&self, samples: &[Sample], moved: &[f64]) -> (f64, Vec<f64>) {
        let parts: Vec<&[Sample]> = samples.chunks(PART).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(index) else { return done };
                done.push((index, self.part(part, moved)));
            }
        };
        let mut done: Vec<(usize, (f64, Vec<f64>))> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (1..self.threads.min(parts.len())).map(|_| scope.spawn(work)).collect();
            let mut done = work();
            for thread in threads {
                done.extend(thread.join().expect("a sum that cannot fail"));
            }
            done
        });
        done.sort_by_key(|(index, _)| *index);
        let count = samples.len().max(1) as f64;
        let mut loss = 0.0;
        let mut slopes = vec![0.0; moved.len()];
        for (_, (part, part_slopes)) in done {
            loss += part / count;
            for (slope, more) in slopes.iter_mut().zip(part_slopes) {
                *slope += more / count;
            }
        }
        (loss, slopes)
    }

    fn part(&self, samples: &[Sample], moved: &[f64]) -> (f64, Vec<f64>) {
        let mut loss = 0.0;
        let mut slopes = vec![0.0; moved.len()];
        for sample in samples {
            let each = sample.slopes.iter();
            let more: f64 =
                each.map(|&(index, slope)| moved[usize::from(index)] * f64::from(slope)).sum();
            let found =
                logistic(self.scale * (f64::from(sample.value) + more)).clamp(1e-9, 1.0 - 1e-9);
            let target = self.target(sample);
            loss -= target * found.ln() + (1.0 - target) * (1.0 - found).ln();
            let off = (found - target) * self.scale;
            for &(index, slope) in &sample.slopes {
                slopes[usize::from(index)] += off * f64::from(slope);
            }
        }
        (loss, slopes)
    }

    /// The scale that fits the values as they are best to the results alone: by golden section over its logarithm.
    pub(super) fn fit_scale(self, samples: &[Sample], weights: usize) -> f64 {
        let none = vec![0.0; weights];
        let loss = |log: f64| {
            let goal = Self { result_part: 1.0, scale: log.exp(), ..self };
            goal.loss(samples, &none).0
        };
        // Beyond these limits values of a pawn would mean next to nothing or all.
        let (mut low, mut high) = (5e-4_f64.ln(), 5e-2_f64.ln());
        let golden = (5_f64.sqrt() - 1.0) / 2.0;
        for _ in 0..40 {
            let (one, two) = (high - golden * (high - low), low + golden * (high - low));
            if loss(one) < loss(two) {
                high = two;
            } else {
                low = one;
            }
        }
        f64::midpoint(low, high).exp()
    }

    /// Moves the weights down the loss for so many steps, and gives by how much; `sizes` says how large each is about,
    /// `fixed` which stay. `each` is told the step and the loss.
    pub(super) fn fit(
        &self,
        samples: &[Sample],
        sizes: &[f64],
        fixed: &[bool],
        steps: usize,
        mut each: impl FnMut(usize, f64),
    ) -> Vec<f64> {
        let count = sizes.len();
        let mut moved = vec![0.0; count];
        let (mut means, mut squares) = (vec![0.0; count], vec![0.0; count]);
        for step in 1..=steps {
            let (loss, slopes) = self.loss(samples, &moved);
            each(step, loss);
            // Long steps first, short ones at the end.
            let rate = 0.05 * (1.0 - (step - 1) as f64 / steps as f64);
            for index in (0..count).filter(|&index| !fixed[index]) {
                let slope =
                    slopes[index] * sizes[index] + 2.0 * self.pull * moved[index] / sizes[index];
                means[index] = MEAN_DECAY * means[index] + (1.0 - MEAN_DECAY) * slope;
                squares[index] =
                    SQUARE_DECAY * squares[index] + (1.0 - SQUARE_DECAY) * slope * slope;
                let mean = means[index] / (1.0 - MEAN_DECAY.powi(step as i32));
                let square: f64 = squares[index] / (1.0 - SQUARE_DECAY.powi(step as i32));
                moved[index] -= rate * sizes[index] * mean / (square.sqrt() + TINY);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples whose results are drawn by the logistic function of two true weights, 30 and -12, seen from 10 and 0.
    fn samples() -> Vec<Sample> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64 / f64::from(1 << 24)
        };
        (0..20_000)
            .map(|_| {
                let (a, b) = ((next() * 9.0).floor() - 4.0, (next() * 9.0).floor() - 4.0);
                let chance = logistic(0.01 * (30.0 * a - 12.0 * b));
                Sample {
                    result: if next() < chance { 1.0 } else { 0.0 },
                    score: None,
                    value: (10.0 * a) as f32,
                    slopes: vec![(0, a as f32), (1, b as f32)],
                }
            })
            .collect()
    }

    const GOAL: Goal = Goal { result_part: 1.0, scale: 0.01, pull: 0.0, threads: 2 };

    #[test]
    fn true_weights_are_found() {
        let samples = samples();
        let moved = GOAL.fit(&samples, &[10.0, 10.0], &[false; 2], 400, |_, _| {});
        assert!((moved[0] - 20.0).abs() < 2.0 && (moved[1] + 12.0).abs() < 2.0, "{moved:?}");
        let fixed = GOAL.fit(&samples, &[10.0, 10.0], &[true, false], 400, |_, _| {});
        assert!(fixed[0] == 0.0 && fixed[1] < -3.0, "{fixed:?}");
        // Scores may stand in for results.
        let score = |s: &Sample| 30.0 * s.slopes[0].1 - 12.0 * s.slopes[1].1;
        let scored: Vec<Sample> =
            samples.iter().map(|s| Sample { score: Some(score(s)), ..s.clone() }).collect();
        let goal = Goal { result_part: 0.0, ..GOAL };
        let moved = goal.fit(&scored, &[10.0, 10.0], &[false; 2], 600, |_, _| {});
        assert!((moved[0] - 20.0).abs() < 0.3 && (moved[1] + 12.0).abs() < 0.3, "{moved:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let samples = samples();
        let fit = |threads| {
            Goal { threads, ..GOAL }.fit(&samples, &[10.0; 2], &[false; 2], 20, |_, _| {})
        };
        assert_eq!(fit(1), fit(5));
    }

    #[test]
    fn the_scale_is_found() {
        let mut samples = samples();
        for sample in &mut samples {
            sample.value = 3.0 * sample.value - 12.0 * sample.slopes[1].1;
        }
        let scale = GOAL.fit_scale(&samples, 2);
        assert!((scale - 0.01).abs() < 0.001, "{scale}");
    }
}

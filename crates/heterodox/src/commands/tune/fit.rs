//! Fits weights to samples (Texel tuning): logistic loss, minimised with Adam over all samples at
//! once.
//!
//! The evaluation is linearised around the weights with which the samples were made. Sums are
//! computed over chunks of fixed size and added in fixed order, so that the result does not depend
//! on the number of threads.

use super::data::Sample;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of samples that a thread takes at once.
const CHUNK: usize = 4096;

/// The loss function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Objective {
    /// The weight of the result in the target, from 0 to 1; the rest is the weight of the score.
    pub(super) result_weight: f64,
    /// The factor of evaluations in the logistic function.
    pub(super) scale: f64,
    /// The strength of the L2 regularisation towards the initial weights.
    pub(super) regularization: f64,
    pub(super) threads: usize,
}

/// Adam's constants (D. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization*, 2014).
const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
const EPSILON: f64 = 1e-8;

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Objective {
    fn target(&self, sample: &Sample) -> f64 {
        let result = f64::from(sample.result);
        sample.score.map_or(result, |score| {
            self.result_weight * result
                + (1.0 - self.result_weight) * logistic(self.scale * f64::from(score))
        })
    }

    /// Returns the mean loss after adding `deltas` to the weights, and its gradient.
    pub(super) fn loss(&self, samples: &[Sample], deltas: &[f64]) -> (f64, Vec<f64>) {
        let parts: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(index) else { return done };
                done.push((index, self.part(part, deltas)));
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
        let mut gradient = vec![0.0; deltas.len()];
        for (_, (part, part_gradient)) in done {
            loss += part / count;
            for (slope, more) in gradient.iter_mut().zip(part_gradient) {
                *slope += more / count;
            }
        }
        (loss, gradient)
    }

    fn part(&self, samples: &[Sample], deltas: &[f64]) -> (f64, Vec<f64>) {
        let mut loss = 0.0;
        let mut gradient = vec![0.0; deltas.len()];
        for sample in samples {
            let each = sample.gradient.iter();
            let more: f64 =
                each.map(|&(index, slope)| deltas[usize::from(index)] * f64::from(slope)).sum();
            let found =
                logistic(self.scale * (f64::from(sample.value) + more)).clamp(1e-9, 1.0 - 1e-9);
            let target = self.target(sample);
            loss -= target * found.ln() + (1.0 - target) * (1.0 - found).ln();
            let off = (found - target) * self.scale;
            for &(index, slope) in &sample.gradient {
                gradient[usize::from(index)] += off * f64::from(slope);
            }
        }
        (loss, gradient)
    }

    /// Returns the scale that fits the evaluations best to the results, by golden-section search
    /// over its logarithm.
    pub(super) fn fit_scale(self, samples: &[Sample], weights: usize) -> f64 {
        let none = vec![0.0; weights];
        let loss = |log: f64| {
            let objective = Self { result_weight: 1.0, scale: log.exp(), ..self };
            objective.loss(samples, &none).0
        };
        // With a scale beyond these limits a pawn would mean almost nothing or a sure win.
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

    /// Minimises the loss and returns the changes of the weights. `scales` are the sizes of the
    /// weights, to which the steps are proportional; `fixed` weights stay. `each` is called with
    /// the number and the loss of every step.
    pub(super) fn fit(
        &self,
        samples: &[Sample],
        scales: &[f64],
        fixed: &[bool],
        steps: usize,
        mut each: impl FnMut(usize, f64),
    ) -> Vec<f64> {
        let count = scales.len();
        let mut deltas = vec![0.0; count];
        let (mut means, mut squares) = (vec![0.0; count], vec![0.0; count]);
        for step in 1..=steps {
            let (loss, gradient) = self.loss(samples, &deltas);
            each(step, loss);
            // The learning rate falls linearly to 0.
            let rate = 0.05 * (1.0 - (step - 1) as f64 / steps as f64);
            for index in (0..count).filter(|&index| !fixed[index]) {
                let slope = gradient[index] * scales[index]
                    + 2.0 * self.regularization * deltas[index] / scales[index];
                means[index] = MEAN_DECAY * means[index] + (1.0 - MEAN_DECAY) * slope;
                squares[index] =
                    SQUARE_DECAY * squares[index] + (1.0 - SQUARE_DECAY) * slope * slope;
                let mean = means[index] / (1.0 - MEAN_DECAY.powi(step as i32));
                let square: f64 = squares[index] / (1.0 - SQUARE_DECAY.powi(step as i32));
                deltas[index] -= rate * scales[index] * mean / (square.sqrt() + EPSILON);
            }
        }
        deltas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::SplitMix64;

    /// Returns samples whose results follow the true weights 30 and -12, evaluated with 10 and 0.
    fn samples() -> Vec<Sample> {
        let mut random = SplitMix64::new(1);
        let mut next = move || (random.next_u64() >> 40) as f64 / f64::from(1 << 24);
        (0..20_000)
            .map(|_| {
                let (a, b) = ((next() * 9.0).floor() - 4.0, (next() * 9.0).floor() - 4.0);
                let chance = logistic(0.01 * (30.0 * a - 12.0 * b));
                Sample {
                    result: if next() < chance { 1.0 } else { 0.0 },
                    score: None,
                    value: (10.0 * a) as f32,
                    gradient: vec![(0, a as f32), (1, b as f32)],
                }
            })
            .collect()
    }

    const OBJECTIVE: Objective =
        Objective { result_weight: 1.0, scale: 0.01, regularization: 0.0, threads: 2 };

    #[test]
    fn true_weights_are_found() {
        let samples = samples();
        let deltas = OBJECTIVE.fit(&samples, &[10.0, 10.0], &[false; 2], 400, |_, _| {});
        assert!((deltas[0] - 20.0).abs() < 2.0 && (deltas[1] + 12.0).abs() < 2.0, "{deltas:?}");
        let fixed = OBJECTIVE.fit(&samples, &[10.0, 10.0], &[true, false], 400, |_, _| {});
        assert!(fixed[0] == 0.0 && fixed[1] < -3.0, "{fixed:?}");
        // Scores can replace results.
        let score = |s: &Sample| 30.0 * s.gradient[0].1 - 12.0 * s.gradient[1].1;
        let scored: Vec<Sample> =
            samples.iter().map(|s| Sample { score: Some(score(s)), ..s.clone() }).collect();
        let objective = Objective { result_weight: 0.0, ..OBJECTIVE };
        let deltas = objective.fit(&scored, &[10.0, 10.0], &[false; 2], 600, |_, _| {});
        assert!((deltas[0] - 20.0).abs() < 0.3 && (deltas[1] + 12.0).abs() < 0.3, "{deltas:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let samples = samples();
        let fit = |threads| {
            Objective { threads, ..OBJECTIVE }.fit(&samples, &[10.0; 2], &[false; 2], 20, |_, _| {})
        };
        assert_eq!(fit(1), fit(5));
    }

    #[test]
    fn the_scale_is_found() {
        let mut samples = samples();
        for sample in &mut samples {
            sample.value = 3.0 * sample.value - 12.0 * sample.gradient[1].1;
        }
        let scale = OBJECTIVE.fit_scale(&samples, 2);
        assert!((scale - 0.01).abs() < 0.001, "{scale}");
    }
}

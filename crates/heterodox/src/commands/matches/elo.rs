//! What the results of pairs of games say: Elo with its error, likelihood of superiority, and the sequential test.
//!
//! A pair is two games from one opening with the seats swapped, worth 0, ½, 1, 1½ or 2 points. Pairs and not games
//! are what is independent: an opening that favours a side favours each player once. Their spread is smaller than
//! that of games, and with it the error ("pentanomial").

use serde::{Deserialize, Serialize};

/// How many pairs ended with 0, ½, 1, 1½ and 2 points for the first engine.
pub(super) type Pairs = [u64; 5];

/// Two-sided 95 % of the normal distribution.
const CONFIDENCE: f64 = 1.959_963_984_540_054;
/// An empty class counts so much in the sequential test, so that no logarithm is of 0.
const LITTLE: f64 = 1e-3;

/// What is known of the difference between two engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Difference {
    /// Share of the points, from 0 to 1.
    pub(super) score: f64,
    /// In Elo, from the score; nothing for all or no points, which no finite number fits.
    pub(super) elo: Option<f64>,
    /// The limits of the 95 % interval in Elo.
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// How likely the first is the better one, from 0 to 1.
    pub(super) los: f64,
}

/// Expected score of a player that is stronger by so much.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> Option<f64> {
    // Nothing added makes a zero positive.
    (0.0 < score && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// Share of the points that a pair of each class is.
fn shares() -> [f64; 5] {
    [0.0, 0.25, 0.5, 0.75, 1.0]
}

fn moments(weights: &[f64; 5]) -> (f64, f64, f64) {
    let count: f64 = weights.iter().sum();
    let each = weights.iter().zip(shares());
    let mean = each.clone().map(|(weight, share)| weight * share).sum::<f64>() / count;
    let spread = each.map(|(weight, share)| weight * (share - mean).powi(2)).sum::<f64>() / count;
    (count, mean, spread)
}

/// What the pairs say; nothing without any.
pub(super) fn difference(pairs: &Pairs) -> Option<Difference> {
    if pairs.iter().sum::<u64>() == 0 {
        return None;
    }
    let (count, score, spread) = moments(&pairs.map(|number| number as f64));
    let [below, above] = errors(score, spread, count);
    let error = (spread / count).sqrt();
    let los = if error > 0.0 {
        normal((score - 0.5) / error)
    } else {
        // All pairs alike: how likely it is, before which any share of pairs was as likely as any other, that more
        // than half of all are.
        let wrong = 0.5_f64.powf(count + 1.0);
        [wrong, 0.5, 1.0 - wrong][usize::from(score >= 0.5) + usize::from(score > 0.5)]
    };
    Some(Difference {
        score,
        elo: elo(score),
        low: elo(score - below),
        high: elo(score + above),
        los,
    })
}

/// How far below and above a mean share of so many openings with this variance the ends of the 95 % interval lie.
///
/// Where all are alike their spread says nothing. Then an opening of another kind has, with the same certainty, a chance of
/// no more than `1 - 0.025^(1/count)` (that of the rule of three), and at worst it brings nothing or everything.
pub(super) fn errors(mean: f64, spread: f64, count: f64) -> [f64; 2] {
    if spread > 0.0 {
        return [CONFIDENCE * (spread / count).sqrt(); 2];
    }
    let unseen = 1.0 - 0.025_f64.powf(1.0 / count);
    [unseen * mean, unseen * (1.0 - mean)]
}

/// The normal distribution function.
fn normal(x: f64) -> f64 {
    // W. J. Cody's approach is not needed: a series near 0 and a continued fraction far from it.
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x.abs() < 5.0 {
        let (mut term, mut sum, mut n) = (x, x, 1.0);
        while term.abs() > 1e-16 {
            n += 2.0;
            term *= x * x / n;
            sum += term;
        }
        0.5 + density * sum
    } else {
        let mut fraction = 0.0;
        for n in (1..=50).rev() {
            fraction = f64::from(n) / (x.abs() + fraction);
        }
        let tail = density / (x.abs() + fraction);
        if x > 0.0 { 1.0 - tail } else { tail }
    }
}

/// A sequential probability ratio test: is the first engine stronger by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true, and the other way round.
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is.
    Rejected,
    /// More pairs are needed.
    Open,
}

impl Sprt {
    /// Reads `elo0=0,elo1=5` with `alpha` and `beta` if they are not 0.05.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut sprt = Self { elo0: 0.0, elo1: f64::NAN, alpha: 0.05, beta: 0.05 };
        for part in text.split(',') {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("'{part}': expected KEY=NUMBER"))?;
            let number: f64 =
                value.trim().parse().map_err(|_| format!("{key} '{value}': expected a number"))?;
            let place = match key.trim() {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                _ => return Err(format!("'{key}': expected elo0, elo1, alpha or beta")),
            };
            *place = number;
        }
        let share = |number: f64| 0.0 < number && number < 0.5;
        if !(sprt.elo0.is_finite() && sprt.elo0 < sprt.elo1 && sprt.elo1.is_finite()) {
            return Err("elo1 must be given and be greater than elo0".to_owned());
        }
        if !(share(sprt.alpha) && share(sprt.beta)) {
            return Err("alpha and beta must lie between 0 and 0.5".to_owned());
        }
        Ok(sprt)
    }

    /// The bounds of the log-likelihood ratio (A. Wald): below the first `elo0` is accepted, above the second `elo1`.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses. The classes' probabilities under each are the most likely ones
    /// with that expected score (generalised test; M. Van den Bergh, *Comments on normalized Elo*).
    pub(super) fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let weights = pairs.map(|number| if number == 0 { LITTLE } else { number as f64 });
        let (one, zero) =
            (tilt(&weights, expected(self.elo1)), tilt(&weights, expected(self.elo0)));
        let each = weights.iter().zip(shares());
        each.map(|(weight, share)| {
            let under = |(theta, mean): (f64, f64)| 1.0 + theta * (share - mean);
            weight * (under(zero) / under(one)).ln()
        })
        .sum()
    }

    /// What the pairs decide.
    pub(super) fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(pairs), self.bounds());
        if ratio >= high {
            Verdict::Accepted
        } else if ratio <= low {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The most likely probabilities with this mean are `p / (1 + theta (share − mean))`: finds theta, by halving.
fn tilt(weights: &[f64; 5], mean: f64) -> (f64, f64) {
    let count: f64 = weights.iter().sum();
    let off = |theta: f64| -> f64 {
        let each = weights.iter().zip(shares());
        each.map(|(weight, share)| weight / count * (share - mean) / (1.0 + theta * (share - mean)))
            .sum()
    };
    // Between the poles at the ends the sum falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if off(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (f64::midpoint(low, high), mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} {b}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.959_963_984_540_054, 0.025),
            (3.0, 0.998_650_101_968_37),
            (-6.0, 9.865_876_450_377e-10),
        ] {
            near(normal(x), p, 1e-12);
        }
    }

    #[test]
    fn even_pairs_say_nothing_and_swapped_ones_the_opposite() {
        let even = difference(&[10, 20, 40, 20, 10]).expect("pairs");
        near(even.elo.expect("a number"), 0.0, 1e-9);
        near(even.los, 0.5, 1e-9);
        let (up, down) = ([5, 10, 30, 25, 12], [12, 25, 30, 10, 5]);
        let (up, down) = (difference(&up).expect("pairs"), difference(&down).expect("pairs"));
        near(up.elo.expect("a number"), -down.elo.expect("a number"), 1e-9);
        near(up.los, 1.0 - down.los, 1e-9);
        near(up.low.expect("a number"), -down.high.expect("a number"), 1e-9);
    }

    #[test]
    fn a_score_of_three_quarters_is_190_elo() {
        // 100 pairs, 75 % of the points, each pair 1½: no spread at all.
        let sure = difference(&[0, 0, 0, 100, 0]).expect("pairs");
        near(sure.elo.expect("a number"), 190.848_501_888, 1e-6);
        // The rule of three: one pair in 27.6 may be another one.
        let unseen = 1.0 - 0.025_f64.powf(0.01);
        near(unseen, 1.0 / 27.6, 1e-4);
        near(sure.low.expect("a number"), elo(0.75 * (1.0 - unseen)).expect("a number"), 1e-6);
        near(sure.high.expect("a number"), elo(0.75 + 0.25 * unseen).expect("a number"), 1e-6);
        near(sure.los, 1.0, 1e-9);
        // Half of them 1, half 2: spread 1/16 of a pair's points, so the error is 0.025.
        let spread = difference(&[0, 0, 50, 0, 50]).expect("pairs");
        near(spread.low.expect("a number"), elo(0.75 - 1.959_964 * 0.025).expect("a number"), 1e-3);
        let all = difference(&[0, 0, 0, 0, 3]).expect("pairs");
        // With three pairs won, up to 71 % of all may not be.
        assert_eq!((all.elo, all.high, all.los), (None, None, 0.9375));
        near(all.low.expect("a number"), elo(0.025_f64.cbrt()).expect("a number"), 1e-9);
        let drawn = difference(&[0, 0, 4, 0, 0]).expect("pairs");
        near(drawn.low.expect("a number"), -drawn.high.expect("a number"), 1e-9);
        near(drawn.los, 0.5, 1e-12);
        assert!(drawn.low < Some(-100.0), "{drawn:?}");
        assert_eq!(difference(&[0; 5]), None);
    }

    #[test]
    fn the_ratio_is_close_to_that_of_the_normal_approximation() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let pairs = [120, 400, 980, 470, 150];
        let (count, mean, spread) = moments(&pairs.map(|n: u64| n as f64));
        let (s0, s1) = (expected(0.0), expected(5.0));
        let approximate = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * spread);
        near(sprt.ratio(&pairs), approximate, 0.02);
        near(sprt.bounds().1, 2.944_438_979, 1e-6);
        near(sprt.bounds().0, -2.944_438_979, 1e-6);
    }

    #[test]
    fn the_test_decides_for_what_is_true() {
        let sprt = Sprt::read("elo0=0,elo1=20").expect("a test");
        let scaled = |base: [u64; 5], n: u64| base.map(|count| count * n);
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(sprt.verdict(&scaled([1, 2, 4, 3, 2], 1)), Verdict::Open);
        assert_eq!(sprt.verdict(&scaled([1, 2, 4, 3, 2], 60)), Verdict::Accepted);
        assert_eq!(sprt.verdict(&scaled([2, 3, 4, 2, 1], 60)), Verdict::Rejected);
        // Only wins: the classes that did not come must not break it.
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 200]), Verdict::Accepted);
    }

    #[test]
    fn a_test_is_read_with_its_limits() {
        let sprt = Sprt::read("elo1=3,elo0=-1,alpha=0.1,beta=0.02").expect("a test");
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-1.0, 3.0, 0.1, 0.02));
        for bad in ["", "elo1", "elo1=x", "elo0=5,elo1=5", "elo0=1", "elo1=5,alpha=0.7", "size=3"] {
            assert!(Sprt::read(bad).is_err(), "{bad}");
        }
    }
}

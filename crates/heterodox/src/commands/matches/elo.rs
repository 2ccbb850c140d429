//! Statistics of matches: Elo with confidence interval, likelihood of superiority (LOS) and the
//! sequential probability ratio test (SPRT), from the pentanomial counts of game pairs.
//!
//! A pair is two games from one opening with the seats swapped, worth 0, ½, 1, 1½ or 2 points. The
//! games of a pair are not independent, because an opening that favours a side favours each engine
//! once; the pairs are. Their variance is smaller than that of games, and so is the error.

use serde::{Deserialize, Serialize};

/// The numbers of pairs with 0, ½, 1, 1½ and 2 points for the first engine.
pub(super) type Pentanomial = [u64; 5];

/// The quantile of the normal distribution for a two-sided interval of 95 %.
const CONFIDENCE: f64 = 1.959_963_984_540_054;
/// The count of an empty class in the sequential test, which avoids the logarithm of 0.
const EMPTY_CLASS: f64 = 1e-3;

/// The estimated difference in strength between two engines.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct EloEstimate {
    /// The share of the points, from 0 to 1.
    pub(super) score: f64,
    /// The difference in Elo; `None` if the score is 0 or 1, where it is infinite.
    pub(super) elo: Option<f64>,
    /// The limits of the 95 % interval in Elo.
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// The likelihood of superiority of the first engine, from 0 to 1.
    pub(super) los: f64,
}

/// Returns the expected score of an engine that is stronger by `elo`.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

fn elo(score: f64) -> Option<f64> {
    // `+ 0.0` turns -0 into 0.
    (0.0 < score && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}

/// Returns the share of the points of a pair in each class.
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

/// Returns the estimate from the pairs, or `None` without pairs.
pub(super) fn estimate(pairs: &Pentanomial) -> Option<EloEstimate> {
    if pairs.iter().sum::<u64>() == 0 {
        return None;
    }
    let (count, score, spread) = moments(&pairs.map(|number| number as f64));
    let [below, above] = errors(score, spread, count);
    let error = (spread / count).sqrt();
    let los = if error > 0.0 {
        normal((score - 0.5) / error)
    } else {
        // All pairs are in one class, so the variance is 0. LOS is then the probability that more
        // than half of all pairs are in that class, with a uniform prior.
        let wrong = 0.5_f64.powf(count + 1.0);
        [wrong, 0.5, 1.0 - wrong][usize::from(score >= 0.5) + usize::from(score > 0.5)]
    };
    Some(EloEstimate {
        score,
        elo: elo(score),
        low: elo(score - below),
        high: elo(score + above),
        los,
    })
}

/// Returns how far the 95 % interval extends below and above the mean share of `count` openings.
///
/// If the variance is 0, the normal approximation fails. Then, by the rule of three, the
/// probability of another result is at most `1 - 0.025^(1/count)`, and at worst that result is 0 or
/// 1.
pub(super) fn errors(mean: f64, spread: f64, count: f64) -> [f64; 2] {
    if spread > 0.0 {
        return [CONFIDENCE * (spread / count).sqrt(); 2];
    }
    let unseen = 1.0 - 0.025_f64.powf(1.0 / count);
    [unseen * mean, unseen * (1.0 - mean)]
}

/// Returns the cumulative distribution function of the normal distribution.
fn normal(x: f64) -> f64 {
    // A series near 0 and a continued fraction in the tails reach the precision of f64.
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

/// A sequential probability ratio test of the hypotheses that the first engine is stronger by
/// `elo0` or by `elo1`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true (`alpha`) and the reverse (`beta`).
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// `elo1` is accepted.
    Accepted,
    /// `elo0` is accepted.
    Rejected,
    /// More pairs are needed.
    Open,
}

impl Sprt {
    /// Parses `elo0=0,elo1=5`, optionally with `alpha` and `beta` (default 0.05).
    pub(super) fn parse(text: &str) -> Result<Self, String> {
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

    /// Returns the bounds of the log-likelihood ratio (A. Wald): `elo0` is accepted below the
    /// first, `elo1` above the second.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of the two hypotheses. The probabilities of the classes
    /// under each are the maximum likelihood estimate with that expected score (generalised SPRT;
    /// M. Van den Bergh, *Comments on normalized Elo*).
    pub(super) fn ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let weights = pairs.map(|number| if number == 0 { EMPTY_CLASS } else { number as f64 });
        let (one, zero) =
            (tilt(&weights, expected(self.elo1)), tilt(&weights, expected(self.elo0)));
        let each = weights.iter().zip(shares());
        each.map(|(weight, share)| {
            let under = |(theta, mean): (f64, f64)| 1.0 + theta * (share - mean);
            weight * (under(zero) / under(one)).ln()
        })
        .sum()
    }

    /// Returns the verdict after these pairs.
    pub(super) fn verdict(&self, pairs: &Pentanomial) -> Verdict {
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

/// Returns theta and `mean`. The maximum likelihood probabilities with this mean are
/// `p / (1 + theta (share − mean))`; theta is found by bisection.
fn tilt(weights: &[f64; 5], mean: f64) -> (f64, f64) {
    let count: f64 = weights.iter().sum();
    let off = |theta: f64| -> f64 {
        let each = weights.iter().zip(shares());
        each.map(|(weight, share)| weight / count * (share - mean) / (1.0 + theta * (share - mean)))
            .sum()
    };
    // The sum falls monotonically from plus to minus infinity between its poles.
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
    fn the_normal_distribution_matches_tables() {
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
    fn even_pairs_give_elo_0_and_swapped_pairs_the_opposite() {
        let even = estimate(&[10, 20, 40, 20, 10]).expect("pairs");
        near(even.elo.expect("a number"), 0.0, 1e-9);
        near(even.los, 0.5, 1e-9);
        let (up, down) = ([5, 10, 30, 25, 12], [12, 25, 30, 10, 5]);
        let (up, down) = (estimate(&up).expect("pairs"), estimate(&down).expect("pairs"));
        near(up.elo.expect("a number"), -down.elo.expect("a number"), 1e-9);
        near(up.los, 1.0 - down.los, 1e-9);
        near(up.low.expect("a number"), -down.high.expect("a number"), 1e-9);
    }

    #[test]
    fn a_score_of_three_quarters_is_190_elo() {
        // 100 pairs of 1½ points each: 75 % of the points, variance 0.
        let sure = estimate(&[0, 0, 0, 100, 0]).expect("pairs");
        near(sure.elo.expect("a number"), 190.848_501_888, 1e-6);
        // The rule of three: at most one pair in 27.6 has another result.
        let unseen = 1.0 - 0.025_f64.powf(0.01);
        near(unseen, 1.0 / 27.6, 1e-4);
        near(sure.low.expect("a number"), elo(0.75 * (1.0 - unseen)).expect("a number"), 1e-6);
        near(sure.high.expect("a number"), elo(0.75 + 0.25 * unseen).expect("a number"), 1e-6);
        near(sure.los, 1.0, 1e-9);
        // Half of the pairs 1, half 2 points: the variance is 1/16, so the error is 0.025.
        let spread = estimate(&[0, 0, 50, 0, 50]).expect("pairs");
        near(spread.low.expect("a number"), elo(0.75 - 1.959_964 * 0.025).expect("a number"), 1e-3);
        let all = estimate(&[0, 0, 0, 0, 3]).expect("pairs");
        // After three pairs won, up to 71 % of all pairs may not be won.
        assert_eq!((all.elo, all.high, all.los), (None, None, 0.9375));
        near(all.low.expect("a number"), elo(0.025_f64.cbrt()).expect("a number"), 1e-9);
        let drawn = estimate(&[0, 0, 4, 0, 0]).expect("pairs");
        near(drawn.low.expect("a number"), -drawn.high.expect("a number"), 1e-9);
        near(drawn.los, 0.5, 1e-12);
        assert!(drawn.low < Some(-100.0), "{drawn:?}");
        assert_eq!(estimate(&[0; 5]), None);
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
    fn the_test_accepts_the_true_hypothesis() {
        let sprt = Sprt::parse("elo0=0,elo1=20").expect("a test");
        let scaled = |base: [u64; 5], n: u64| base.map(|count| count * n);
        assert_eq!(sprt.verdict(&[0; 5]), Verdict::Open);
        assert_eq!(sprt.verdict(&scaled([1, 2, 4, 3, 2], 1)), Verdict::Open);
        assert_eq!(sprt.verdict(&scaled([1, 2, 4, 3, 2], 60)), Verdict::Accepted);
        assert_eq!(sprt.verdict(&scaled([2, 3, 4, 2, 1], 60)), Verdict::Rejected);
        // Only wins, so four classes are empty.
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 200]), Verdict::Accepted);
    }

    #[test]
    fn a_test_is_read_with_its_limits() {
        let sprt = Sprt::parse("elo1=3,elo0=-1,alpha=0.1,beta=0.02").expect("a test");
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-1.0, 3.0, 0.1, 0.02));
        for bad in ["", "elo1", "elo1=x", "elo0=5,elo1=5", "elo0=1", "elo1=5,alpha=0.7", "size=3"] {
            assert!(Sprt::parse(bad).is_err(), "{bad}");
        }
    }
}

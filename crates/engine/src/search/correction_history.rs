//! Correction history: the results of searches correct the static evaluation of similar positions.
//!
//! If a search returns more than the static evaluation of its position, positions that share one of
//! its correction keys ([`Evaluate::correction_keys`]) and the seat to move are evaluated a little
//! higher from then on; if it returns less, lower.

use super::histories::with_gravity;
use crate::Evaluate;
use crate::evaluate::CORRECTION_KEYS;
use heterodox_rules::{SearchPosition, Seat};

/// Entries for each seat and kind of key, as a power of two.
const BITS: u32 = 14;
/// The largest absolute value of an entry.
const LIMIT: i32 = 1 << 10;
/// The largest correction by one entry, in hundredths of [`Settings::eval_scale`]. Set by hand.
///
/// [`Settings::eval_scale`]: super::Settings::eval_scale
const MAX_CORRECTION: i32 = 50;

/// The error of the static evaluation, by seat and correction key.
pub(super) struct CorrectionHistory {
    entries: Vec<i16>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { entries: vec![0; (2 * CORRECTION_KEYS) << BITS] }
    }

    /// Returns the correction of the static evaluation of a position, in its units.
    pub(super) fn correction<P: SearchPosition, E: Evaluate<P>>(
        &self,
        evaluator: &E,
        position: &P,
        eval_scale: i32,
    ) -> i32 {
        let indices = indices(position.turn(), evaluator.correction_keys(position));
        let sum: i32 = indices.map(|index| i32::from(self.entries[index])).sum();
        sum * (MAX_CORRECTION * eval_scale / 100) / LIMIT
    }

    /// Notes that a search of this depth returned `error` hundredths of the scale more than the
    /// corrected static evaluation.
    pub(super) fn update<P: SearchPosition, E: Evaluate<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        error: i32,
        depth: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for index in indices(position.turn(), evaluator.correction_keys(position)) {
            let entry = &mut self.entries[index];
            *entry = with_gravity((*entry).into(), bonus, LIMIT) as i16;
        }
    }
}

/// The indices of the entries for the correction keys of a position; a key of 0 has none.
fn indices(seat: Seat, keys: [u64; CORRECTION_KEYS]) -> impl Iterator<Item = usize> {
    let used = keys.into_iter().enumerate().filter(|&(_, key)| key != 0);
    used.map(move |(number, key)| {
        let hashed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS);
        ((seat.index() & 1) * CORRECTION_KEYS + number) << BITS | hashed as usize
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grand_chess::GrandChessEvaluation;
    use crate::klinzha::KlinZhaEvaluation;
    use heterodox_rules::grand_chess::{CLASSIC_START, Position};

    #[test]
    fn corrections_rise_up_to_a_limit_for_one_seat_alone() {
        let start: Position = CLASSIC_START.parse().expect("a position");
        let evaluator = GrandChessEvaluation::new(start.piece_set());
        let passed = start.passed().expect("White is not in check");
        let mut correction = CorrectionHistory::new();
        let mut before = 0;
        for _ in 0..5 {
            correction.update(&evaluator, &start, 80, 4);
            let now = correction.correction(&evaluator, &start, 100);
            assert!(now > before, "{now} after {before}");
            before = now;
        }
        for _ in 0..1000 {
            correction.update(&evaluator, &start, 5000, 30);
        }
        let most = CORRECTION_KEYS as i32 * MAX_CORRECTION;
        assert!((most - 3..=most).contains(&correction.correction(&evaluator, &start, 100)));
        assert_eq!(correction.correction(&evaluator, &passed, 100), 0);
        assert_eq!(
            correction.correction(&evaluator, &start, 200),
            2 * correction.correction(&evaluator, &start, 100)
        );
    }

    #[test]
    fn a_game_without_correction_keys_is_not_corrected() {
        let text = "1/3/5/7/9/1FB5vfe/1V5v5/2V3E3b1s1l+/L+3F1V2v7 green 1 6";
        let position: heterodox_rules::klinzha::Position = text.parse().expect("a position");
        let evaluator = KlinZhaEvaluation::default();
        let mut correction = CorrectionHistory::new();
        correction.update(&evaluator, &position, 500, 9);
        assert_eq!(correction.correction(&evaluator, &position, 100), 0);
    }
}

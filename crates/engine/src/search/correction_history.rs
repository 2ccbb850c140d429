//! What searches find corrects the evaluation of positions that are alike.
//!
//! Where a search ends up above what standing seemed to be worth, positions with the same structure
//! ([`Evaluate::structures`]) and the same seat to move are judged a little higher from then on, and the other way round.

use super::move_ordering::with_gravity;
use crate::Evaluate;
use crate::evaluate::CORRECTION_KEYS;
use heterodox_rules::{SearchPosition, Seat};

const BITS: u32 = 14;
/// The most that a place learns.
const LIMIT: i32 = 1 << 10;
/// By so much, in hundredths of the unit, a place corrects at most.
const MOST: i32 = 50;

/// By how much the evaluation was wrong, by seat and structure.
pub(super) struct CorrectionHistory {
    places: Vec<i16>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { places: vec![0; (2 * CORRECTION_KEYS) << BITS] }
    }

    /// What is to be added to the evaluation of a position, in a game with this [unit](super::Settings::unit).
    pub(super) fn of<P: SearchPosition, E: Evaluate<P>>(
        &self,
        evaluator: &E,
        position: &P,
        unit: i32,
    ) -> i32 {
        let slots = slots(position.turn(), evaluator.correction_keys(position));
        let sum: i32 = slots.map(|slot| i32::from(self.places[slot])).sum();
        sum * (MOST * unit / 100) / LIMIT
    }

    /// A search so deep found the corrected evaluation too low by so many hundredths of the unit.
    pub(super) fn update<P: SearchPosition, E: Evaluate<P>>(
        &mut self,
        evaluator: &E,
        position: &P,
        too_low: i32,
        depth: i32,
    ) {
        let bonus = (too_low * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for slot in slots(position.turn(), evaluator.correction_keys(position)) {
            let place = &mut self.places[slot];
            *place = with_gravity((*place).into(), bonus, LIMIT) as i16;
        }
    }
}

/// Where the structures of a position have their places.
fn slots(seat: Seat, structures: [u64; CORRECTION_KEYS]) -> impl Iterator<Item = usize> {
    let known = structures.into_iter().enumerate().filter(|&(_, structure)| structure != 0);
    known.map(move |(number, structure)| {
        let hashed = structure.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS);
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
    fn what_was_found_too_low_rises_up_to_a_limit_for_its_seat_alone() {
        let start: Position = CLASSIC_START.parse().expect("a position");
        let evaluator = GrandChessEvaluation::new(start.piece_set());
        let passed = start.passed().expect("nobody is in check");
        let mut correction = CorrectionHistory::new();
        let mut before = 0;
        for _ in 0..5 {
            correction.update(&evaluator, &start, 80, 4);
            let now = correction.of(&evaluator, &start, 100);
            assert!(now > before, "{now} after {before}");
            before = now;
        }
        for _ in 0..1000 {
            correction.update(&evaluator, &start, 5000, 30);
        }
        let most = CORRECTION_KEYS as i32 * MOST;
        assert!((most - 3..=most).contains(&correction.of(&evaluator, &start, 100)));
        assert_eq!(correction.of(&evaluator, &passed, 100), 0);
        assert_eq!(
            correction.of(&evaluator, &start, 200),
            2 * correction.of(&evaluator, &start, 100)
        );
    }

    #[test]
    fn a_game_without_structures_is_not_corrected() {
        let text = "1/3/5/7/9/1FB5vfe/1V5v5/2V3E3b1s1l+/L+3F1V2v7 green 1 6";
        let position: heterodox_rules::klinzha::Position = text.parse().expect("a position");
        let evaluator = KlinZhaEvaluation::default();
        let mut correction = CorrectionHistory::new();
        correction.update(&evaluator, &position, 500, 9);
        assert_eq!(correction.of(&evaluator, &position, 100), 0);
    }
}

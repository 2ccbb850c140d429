//! Which move is tried first: the sooner a good one comes, the more the others can be cut off.

use super::MAX_PLY;
use heterodox_rules::{SearchMove, Seat};

const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const HISTORY_LIMIT: i32 = 1 << 14;
const HISTORY_BITS: u32 = 14;

/// What earlier cut-offs taught about quiet moves.
pub(super) struct Ordering {
    /// By ply: the two quiet moves that last cut off there.
    killers: Vec<[u32; 2]>,
    /// By seat and packed move, hashed: how often a quiet move cut off, newer cut-offs counting more.
    history: Vec<i32>,
}

impl Ordering {
    pub(super) fn new() -> Self {
        Self { killers: vec![[0; 2]; MAX_PLY + 1], history: vec![0; 2 << HISTORY_BITS] }
    }

    /// How early a move is tried.
    pub(super) fn score<M: SearchMove>(
        &self,
        (seat, ply): (Seat, usize),
        m: M,
        hint: i32,
        capture: bool,
        hash_move: u32,
    ) -> i32 {
        let packed = m.pack();
        if packed == hash_move {
            HASH_MOVE
        } else if capture {
            CAPTURE + hint
        } else if let Some(place) = self.killers[ply].iter().position(|&killer| killer == packed) {
            KILLER - place as i32
        } else {
            self.history[slot(seat, packed)] + hint
        }
    }

    /// Whether the move cut off at this ply before.
    pub(super) fn is_killer<M: SearchMove>(&self, ply: usize, m: M) -> bool {
        self.killers[ply].contains(&m.pack())
    }

    /// A quiet move cut off; the quiet ones tried before it did not.
    pub(super) fn cut<M: SearchMove>(
        &mut self,
        (seat, ply): (Seat, usize),
        m: M,
        tried: &[M],
        depth: i32,
    ) {
        let packed = m.pack();
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            killers[1] = killers[0];
            killers[0] = packed;
        }
        let bonus = (depth * depth).min(400) * 4;
        self.learn(slot(seat, packed), bonus);
        for other in tried {
            self.learn(slot(seat, other.pack()), -bonus);
        }
    }

    /// Moves a value towards its limit, the slower the nearer it is.
    fn learn(&mut self, slot: usize, bonus: i32) {
        let value = &mut self.history[slot];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

fn slot(seat: Seat, packed: u32) -> usize {
    let hashed = packed.wrapping_mul(0x9E37_79B1) >> (32 - HISTORY_BITS);
    (seat.index() & 1) << HISTORY_BITS | hashed as usize
}

/// Brings the best-scored entry of `moves[from..]` to `from`; of equal ones the first.
pub(super) fn bring_best<M>(moves: &mut [M], scores: &mut [i32], from: usize) {
    let best = (from + 1..scores.len())
        .fold(from, |best, next| if scores[next] > scores[best] { next } else { best });
    moves.swap(from, best);
    scores.swap(from, best);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Number(u32);

    impl SearchMove for Number {
        fn pack(self) -> u32 {
            self.0
        }
    }

    #[test]
    fn hash_move_then_captures_then_killers_then_history() {
        let at = (Seat::new(0), 3);
        let mut ordering = Ordering::new();
        ordering.cut(at, Number(5), &[Number(6)], 4);
        let score = |m, capture| ordering.score(at, Number(m), 0, capture, 9);
        assert!(score(9, false) > score(1, true));
        assert!(score(1, true) > score(5, false));
        assert!(score(5, false) > score(7, false));
        assert!(score(7, false) > score(6, false), "a move that failed to cut off sinks");
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mut ordering = Ordering::new();
        for _ in 0..10_000 {
            ordering.cut((Seat::new(1), 0), Number(5), &[], 60);
        }
        assert!(ordering.history.iter().all(|value| value.abs() <= HISTORY_LIMIT));
    }

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let (mut moves, mut scores) = (['a', 'b', 'c', 'd'], [1, 7, 2, 7]);
        bring_best(&mut moves, &mut scores, 0);
        assert_eq!(moves[0], 'b');
        bring_best(&mut moves, &mut scores, 1);
        assert_eq!(moves[1], 'd');
    }
}

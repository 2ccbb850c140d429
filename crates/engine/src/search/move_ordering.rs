//! Which move is tried first: the sooner a good one comes, the more the others can be cut off.

use super::MAX_PLY;
use super::huge_pages::advise_huge_pages;
use heterodox_rules::{SearchMove, Seat};

pub(super) const HASH_MOVE: i32 = 1 << 30;
pub(super) const KILLER: i32 = 1 << 20;
/// Captures lie around this.
const CAPTURE: i32 = 1 << 24;
/// Above this a move is a capture of which nothing bad is known, but for the hash move.
pub(super) const PROMISING: i32 = CAPTURE / 2;
/// What puts a capture that loses behind all other moves.
pub(super) const LOSING_CAPTURE: i32 = 1 << 25;

/// Around this lie quiet moves of which it was not yet asked what is known of them: between a capture that loses and any
/// other move.
const UNWEIGHED: i32 = -(1 << 22);

/// Whether a move with this score is a capture; nothing if it is the hash move, which may be either.
pub(super) const fn is_capture(score: i32) -> Option<bool> {
    if score == HASH_MOVE { None } else { Some(score > PROMISING || score < -PROMISING) }
}

/// The hint of a quiet move with this score, if that is all that the score is yet.
pub(super) fn unweighed(score: i32) -> Option<i32> {
    ((score - UNWEIGHED).abs() < KILLER).then_some(score - UNWEIGHED)
}

const HISTORY_LIMIT: i32 = 1 << 14;
const HISTORY_BITS: u32 = 14;
/// Moves are told apart by so many bits of what their class hashes to, where they are looked at in pairs.
const CLASS_BITS: u32 = 10;

/// A move as its history after other moves knows it: the piece and where it goes, hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HistoryKey(u16);

impl HistoryKey {
    /// No move: the root's, or a pass.
    pub(super) const NONE: Self = Self(u16::MAX);

    pub(super) const fn of(class: u32) -> Self {
        Self(hashed(class, CLASS_BITS) as u16)
    }

    /// Where the table has this move of a seat behind each of those before it, the last one first: which of the two it
    /// was and whose move this is are told apart.
    fn behind(self, before: [Self; 2], seat: Seat) -> impl Iterator<Item = usize> {
        let known = before.into_iter().enumerate().filter(|(_, before)| *before != Self::NONE);
        known.map(move |(back, before)| {
            let part = 2 * back + (seat.index() & 1);
            (part << CLASS_BITS | usize::from(before.0)) << CLASS_BITS | usize::from(self.0)
        })
    }
}

/// What earlier cut-offs taught about quiet moves.
pub(super) struct MoveOrdering {
    /// By ply: the two quiet moves that last cut off there.
    killers: Vec<[u32; 2]>,
    /// By seat and packed move, hashed: how often a quiet move cut off, newer cut-offs counting more.
    history: Vec<i32>,
    /// By which move before, seat, the class of the move before and that of a quiet one: how often it cut off there.
    continuation: Vec<i16>,
}

impl MoveOrdering {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[0; 2]; MAX_PLY + 1],
            history: vec![0; 2 << HISTORY_BITS],
            continuation: vec![0; 4 << (2 * CLASS_BITS)],
        }
    }

    /// Expects to learn much: see [`in_large_pages`].
    pub(super) fn advise_huge_pages(&self) {
        advise_huge_pages(&self.continuation);
    }

    /// Forgets what counts for the plies of one search only.
    pub(super) fn clear_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// How early a move is tried, without what is known of quiet ones: many nodes end before these.
    pub(super) fn score<M: SearchMove>(&self, ply: usize, m: M, hint: i32, capture: bool) -> i32 {
        let packed = m.pack();
        if capture {
            CAPTURE + hint
        } else if let Some(place) = self.killers[ply].iter().position(|&killer| killer == packed) {
            KILLER - place as i32
        } else if hint.abs() < KILLER {
            UNWEIGHED + hint
        } else {
            hint
        }
    }

    /// What is known of a quiet move of a seat, whatever came before it.
    pub(super) fn history<M: SearchMove>(&self, seat: Seat, m: M) -> i32 {
        self.history[slot(seat, m.pack())]
    }

    /// Whether the move cut off at this ply before.
    pub(super) fn is_killer<M: SearchMove>(&self, ply: usize, m: M) -> bool {
        self.killers[ply].contains(&m.pack())
    }

    /// What a quiet move of a seat did after these moves before, elsewhere.
    pub(super) fn continuation(
        &self,
        before: [HistoryKey; 2],
        seat: Seat,
        class: HistoryKey,
    ) -> i32 {
        class.behind(before, seat).map(|slot| i32::from(self.continuation[slot])).sum()
    }

    /// The same is learned.
    pub(super) fn update_continuation(
        &mut self,
        before: [HistoryKey; 2],
        seat: Seat,
        class: HistoryKey,
        bonus: i32,
    ) {
        for slot in class.behind(before, seat) {
            let value = &mut self.continuation[slot];
            *value = with_gravity((*value).into(), bonus, HISTORY_LIMIT) as i16;
        }
    }

    /// A quiet move cut off; the quiet ones tried before it did not.
    pub(super) fn record_cutoff<M: SearchMove>(
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
        let bonus = bonus(depth);
        self.learn(slot(seat, packed), bonus);
        for other in tried {
            self.learn(slot(seat, other.pack()), -bonus);
        }
    }

    fn learn(&mut self, slot: usize, bonus: i32) {
        let value = &mut self.history[slot];
        *value = with_gravity(*value, bonus, HISTORY_LIMIT);
    }
}

/// What a cut-off so deep teaches.
pub(super) fn bonus(depth: i32) -> i32 {
    (6 * depth * depth + 200 * depth).min(2000)
}

/// A value moved towards a limit, the slower the nearer it is.
pub(super) const fn with_gravity(value: i32, bonus: i32, limit: i32) -> i32 {
    value + bonus - value * bonus.abs() / limit
}

/// So many bits that differ for most of what differs.
const fn hashed(value: u32, bits: u32) -> u32 {
    value.wrapping_mul(0x9E37_79B1) >> (32 - bits)
}

fn slot(seat: Seat, packed: u32) -> usize {
    (seat.index() & 1) << HISTORY_BITS | hashed(packed, HISTORY_BITS) as usize
}

/// Brings the best-scored entry to the front; of equal ones the first.
pub(super) fn bring_best<M>(moves: &mut [M], scores: &mut [i32]) {
    // First the highest score, then where it stands: both are quick loops.
    let Some(&highest) = scores.iter().max() else { return };
    let best = scores.iter().position(|&score| score == highest).unwrap_or(0);
    moves.swap(0, best);
    scores.swap(0, best);
}

/// Sorts entries by score, the highest first. Those below `worst` stay behind the others, in any order.
pub(super) fn sort<M: Copy>(moves: &mut [M], scores: &mut [i32], worst: i32) {
    let mut sorted = 0;
    for index in 0..scores.len() {
        let (m, score) = (moves[index], scores[index]);
        if score < worst {
            continue;
        }
        (moves[index], scores[index]) = (moves[sorted], scores[sorted]);
        let mut place = sorted;
        while place > 0 && scores[place - 1] < score {
            (moves[place], scores[place]) = (moves[place - 1], scores[place - 1]);
            place -= 1;
        }
        (moves[place], scores[place]) = (m, score);
        sorted += 1;
    }
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
    fn captures_then_killers_then_history() {
        let at = (Seat::new(0), 3);
        let mut ordering = MoveOrdering::new();
        ordering.record_cutoff(at, Number(5), &[Number(6)], 4);
        let score = |m, capture| ordering.score(3, Number(m), 0, capture);
        assert!(HASH_MOVE > score(1, true));
        assert!(score(1, true) > score(5, false));
        assert!(score(5, false) > score(7, false));
        assert!(
            score(7, false) > score(1, true) - LOSING_CAPTURE,
            "a capture that loses comes last"
        );
        assert_eq!(unweighed(score(7, false)), Some(0));
        assert_eq!(unweighed(score(5, false)), None, "a killer needs no more");
        let history = |m| ordering.history(at.0, Number(m));
        assert!(history(7) > history(6), "a move that failed to cut off sinks");
    }

    #[test]
    fn what_is_good_enough_is_sorted() {
        let (mut moves, mut scores) = (vec!['a', 'b', 'c', 'd', 'e'], vec![-5, 7, -9, 2, 7]);
        sort(&mut moves, &mut scores, 0);
        assert_eq!(moves[..3], ['b', 'e', 'd']);
        assert_eq!(scores[..3], [7, 7, 2]);
        let rest: std::collections::BTreeSet<_> = moves[3..].iter().zip(&scores[3..]).collect();
        assert_eq!(rest, [(&'a', &-5), (&'c', &-9)].into());
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mut ordering = MoveOrdering::new();
        for _ in 0..10_000 {
            ordering.record_cutoff((Seat::new(1), 0), Number(5), &[], 60);
        }
        assert!(ordering.history.iter().all(|value| value.abs() <= HISTORY_LIMIT));
    }

    #[test]
    fn what_follows_is_told_apart_by_seat_and_by_which_move_was_before() {
        let mut ordering = MoveOrdering::new();
        let [a, b, m] = [1, 2, 3].map(HistoryKey::of);
        let (white, black) = (Seat::new(0), Seat::new(1));
        ordering.update_continuation([a, b], white, m, 100);
        assert_eq!(ordering.continuation([a, b], white, m), 200);
        assert_eq!(ordering.continuation([a, HistoryKey::NONE], white, m), 100);
        assert_eq!(ordering.continuation([b, a], white, m), 0);
        assert_eq!(ordering.continuation([a, b], black, m), 0);
    }

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let (mut moves, mut scores) = (['a', 'b', 'c', 'd'], [1, 7, 2, 7]);
        bring_best(&mut moves, &mut scores);
        assert_eq!(moves[0], 'b');
        bring_best(&mut moves[1..], &mut scores[1..]);
        assert_eq!(moves[1], 'd');
    }
}

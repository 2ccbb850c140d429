//! What a search learns of moves from beta cutoffs, for ordering, pruning and reducing other moves:
//! killer moves, butterfly history and continuation history; and of the evaluation
//! ([`CorrectionHistory`]).

use super::MAX_PLY;
use super::correction_history::CorrectionHistory;
use super::huge_pages::advise_huge_pages;
use heterodox_rules::{SearchMove, Seat};

/// The largest absolute value of an entry.
const HISTORY_LIMIT: i32 = 1 << 14;
/// Entries of the butterfly history of one seat, as a power of two.
const BUTTERFLY_BITS: u32 = 14;
/// Values of a [`HistoryKey`], as a power of two. The continuation history has a square of them.
const KEY_BITS: u32 = 10;

/// The hashed key under which the continuation history knows a move: piece and destination
/// ([`Evaluate::history_key`](crate::Evaluate::history_key)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HistoryKey(u16);

impl HistoryKey {
    /// No move: that of the root, or a null move.
    pub(super) const NONE: Self = Self(u16::MAX);

    pub(super) const fn of(key: u32) -> Self {
        Self(hashed(key, KEY_BITS) as u16)
    }

    /// Returns the entries of the continuation history for this move of `seat` after each of the
    /// moves before it. Each distance and each of the two seats have a table of their own.
    fn entries_after(self, previous: PreviousMoves, seat: Seat) -> impl Iterator<Item = usize> {
        let known = previous.into_iter().enumerate().filter(|(_, key)| *key != Self::NONE);
        known.map(move |(distance, key)| {
            let table = 2 * distance + (seat.index() & 1);
            (table << KEY_BITS | usize::from(key.0)) << KEY_BITS | usize::from(self.0)
        })
    }
}

/// How many plies before a move the moves are by which the continuation history knows it.
pub(super) const DISTANCES: [usize; 3] = [1, 2, 4];

/// The keys of the moves at these [`DISTANCES`] before a node.
pub(super) type PreviousMoves = [HistoryKey; DISTANCES.len()];

/// The histories of one search thread.
pub(super) struct Histories {
    /// By ply: the two quiet moves that last caused a cutoff there.
    killers: Vec<[u32; 2]>,
    /// By seat and hashed move: how often a quiet move caused a cutoff, newer cutoffs counting
    /// more.
    butterfly: Vec<i32>,
    /// By distance, seat, key of the move before and key of a quiet move: how often the quiet move
    /// caused a cutoff there.
    continuation: Vec<i16>,
    pub(super) correction: CorrectionHistory,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![[0; 2]; MAX_PLY + 1],
            butterfly: vec![0; 2 << BUTTERFLY_BITS],
            continuation: vec![0; (2 * DISTANCES.len()) << (2 * KEY_BITS)],
            correction: CorrectionHistory::new(),
        }
    }

    /// Hints to the kernel that these tables will be large (see `huge_pages`).
    pub(super) fn advise_huge_pages(&self) {
        advise_huge_pages(&self.continuation);
    }

    /// Clears the killer moves, which belong to the plies of one search.
    pub(super) fn clear_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// Returns which killer move of the ply the move is: 0 for the newer, 1 for the older.
    pub(super) fn killer_slot<M: SearchMove>(&self, ply: usize, m: M) -> Option<usize> {
        let packed = m.pack();
        self.killers[ply].iter().position(|&killer| killer == packed)
    }

    /// Returns whether the move is a killer move of the ply.
    pub(super) fn is_killer<M: SearchMove>(&self, ply: usize, m: M) -> bool {
        self.killers[ply].contains(&m.pack())
    }

    /// Returns the butterfly history of a quiet move of a seat.
    pub(super) fn butterfly<M: SearchMove>(&self, seat: Seat, m: M) -> i32 {
        self.butterfly[butterfly_entry(seat, m.pack())]
    }

    /// Returns the continuation history of a quiet move of a seat after the moves before it,
    /// summed.
    pub(super) fn continuation(&self, previous: PreviousMoves, seat: Seat, key: HistoryKey) -> i32 {
        key.entries_after(previous, seat).map(|entry| i32::from(self.continuation[entry])).sum()
    }

    /// Adds a bonus, or a malus, to the continuation history of a quiet move.
    pub(super) fn update_continuation(
        &mut self,
        previous: PreviousMoves,
        seat: Seat,
        key: HistoryKey,
        bonus: i32,
    ) {
        for entry in key.entries_after(previous, seat) {
            let value = &mut self.continuation[entry];
            *value = with_gravity((*value).into(), bonus, HISTORY_LIMIT) as i16;
        }
    }

    /// Notes that a quiet move caused a cutoff and the moves tried before it did not.
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
        self.update_butterfly(butterfly_entry(seat, packed), bonus);
        for other in tried {
            self.update_butterfly(butterfly_entry(seat, other.pack()), -bonus);
        }
    }

    fn update_butterfly(&mut self, entry: usize, bonus: i32) {
        let value = &mut self.butterfly[entry];
        *value = with_gravity(*value, bonus, HISTORY_LIMIT);
    }
}

/// Returns the bonus for a cutoff at this depth. The coefficients are usual ones of chess programs,
/// set by hand.
pub(super) fn bonus(depth: i32) -> i32 {
    (6 * depth * depth + 200 * depth).min(2000)
}

/// Adds a bonus to a history value, the less of it the nearer the value is to its limit ("history
/// gravity").
pub(super) const fn with_gravity(value: i32, bonus: i32, limit: i32) -> i32 {
    value + bonus - value * bonus.abs() / limit
}

/// The upper `bits` bits of a multiplicative hash.
const fn hashed(value: u32, bits: u32) -> u32 {
    value.wrapping_mul(0x9E37_79B1) >> (32 - bits)
}

fn butterfly_entry(seat: Seat, packed: u32) -> usize {
    (seat.index() & 1) << BUTTERFLY_BITS | hashed(packed, BUTTERFLY_BITS) as usize
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
    fn history_stays_within_its_limit() {
        let mut histories = Histories::new();
        for _ in 0..10_000 {
            histories.record_cutoff((Seat::new(1), 0), Number(5), &[], 60);
        }
        assert!(histories.butterfly.iter().all(|value| value.abs() <= HISTORY_LIMIT));
    }

    #[test]
    fn continuation_tells_seats_and_distances_apart() {
        let mut histories = Histories::new();
        let [a, b, c, m] = [1, 2, 3, 4].map(HistoryKey::of);
        let none = HistoryKey::NONE;
        let (white, black) = (Seat::new(0), Seat::new(1));
        histories.update_continuation([a, b, c], white, m, 100);
        assert_eq!(histories.continuation([a, b, c], white, m), 300);
        assert_eq!(histories.continuation([a, none, none], white, m), 100);
        assert_eq!(histories.continuation([none, none, c], white, m), 100);
        assert_eq!(histories.continuation([b, c, a], white, m), 0);
        assert_eq!(histories.continuation([a, b, c], black, m), 0);
    }
}

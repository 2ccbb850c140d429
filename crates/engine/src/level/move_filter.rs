//! A position of which only some moves are noticed: those of the player at the board all, of the answers and what
//! comes after them the more natural.

use super::MoveGeometry;
use super::move_geometry::salience;
use crate::Random;
use heterodox_rules::{Outcome, SearchMove, SearchPosition, Seat};
use std::cmp::Reverse;

/// What somebody notices.
#[derive(Clone, Copy, Debug)]
pub(super) struct FilterParams {
    /// What it varies by.
    pub(super) seed: u64,
    /// How many quiet moves are noticed in a position.
    pub(super) width: usize,
    /// How many captures of a hundred are overlooked.
    pub(super) overlooked: usize,
    /// Whether a capture of what the game is about is never among these; it rarely is.
    pub(super) careful: bool,
}

/// A position as somebody sees it who thinks ahead.
#[derive(Clone)]
pub(super) struct MoveFilter<P> {
    inner: P,
    params: FilterParams,
    /// Plies from the board.
    ahead: usize,
}

impl<P: MoveGeometry> MoveFilter<P> {
    pub(super) const fn new(inner: P, lens: FilterParams) -> Self {
        Self { inner, params: lens, ahead: 0 }
    }

    pub(super) const fn inner(&self) -> &P {
        &self.inner
    }

    /// The lot that tells whether a move is noticed here: always the same.
    fn lot(&self, m: P::Move) -> Random {
        Random::mixed(self.params.seed ^ self.inner.zobrist(), m.pack().into())
    }

    /// Whether a capture is noticed.
    fn noticed(&self, m: P::Move) -> bool {
        if self.params.overlooked == 0 {
            return true;
        }
        let decides = P::ends(m).is_some_and(|(_, to)| self.inner.aims().contains(to));
        let overlooked = match (decides, self.params.careful) {
            (true, true) => return true,
            (true, false) => self.params.overlooked / 4,
            (false, _) => self.params.overlooked,
        };
        !self.lot(m).chance(overlooked, 100)
    }

    /// Leaves of the moves from `start` on what is noticed, and at least one.
    fn narrow(&self, list: &mut Vec<P::Move>, start: usize) {
        let first = list.get(start).copied();
        let mut quiet = Vec::new();
        let mut end = start;
        for index in start..list.len() {
            let m = list[index];
            if !self.inner.is_capture(m) {
                quiet.push(m);
            } else if self.noticed(m) {
                list[end] = m;
                end += 1;
            }
        }
        list.truncate(end);
        if quiet.len() > self.params.width {
            quiet.sort_by_cached_key(|&m| {
                Reverse(self.lot(m).below(100) * salience(&self.inner, m, None) as usize)
            });
            quiet.truncate(self.params.width);
        }
        list.append(&mut quiet);
        if list.len() == start {
            list.extend(first);
        }
    }
}

impl<P: MoveGeometry> SearchPosition for MoveFilter<P> {
    type Move = P::Move;

    fn seats(&self) -> usize {
        self.inner.seats()
    }

    fn zobrist(&self) -> u64 {
        self.inner.zobrist()
    }

    fn turn(&self) -> Seat {
        SearchPosition::turn(&self.inner)
    }

    fn moves(&self, list: &mut Vec<P::Move>) {
        let start = list.len();
        self.inner.moves(list);
        if self.ahead > 0 {
            self.narrow(list, start);
        }
    }

    fn captures(&self, list: &mut Vec<P::Move>) {
        let start = list.len();
        self.inner.captures(list);
        if self.ahead > 0 && self.params.overlooked > 0 {
            let mut kept = start;
            for index in start..list.len() {
                if self.noticed(list[index]) {
                    list.swap(kept, index);
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
    }

    fn is_capture(&self, m: P::Move) -> bool {
        self.inner.is_capture(m)
    }

    fn play_unchecked(&mut self, m: P::Move) {
        self.ahead += 1;
        self.inner.play_unchecked(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    fn reversible_plies(&self) -> usize {
        self.inner.reversible_plies()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.inner.perft(depth)
    }
}

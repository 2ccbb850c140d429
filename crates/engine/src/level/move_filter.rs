//! A position whose moves a weak player sees in part: all moves at the root; below it most
//! captures and the more salient of the quiet moves.

use super::MoveGeometry;
use super::move_geometry::salience;
use heterodox_rules::SplitMix64;
use heterodox_rules::{Outcome, SearchMove, SearchPosition, Seat};
use std::cmp::Reverse;

/// The parameters of a filter.
#[derive(Clone, Copy, Debug)]
pub(super) struct FilterParams {
    /// The seed of the random choices.
    pub(super) seed: u64,
    /// The most quiet moves in a position.
    pub(super) width: usize,
    /// The percentage of captures that a weak player does not see.
    pub(super) overlooked: usize,
    /// Whether captures of the enemy's Goal, king or castles are never overlooked. If false, they
    /// are overlooked a quarter as often as others.
    pub(super) careful: bool,
}

/// A position with filtered moves.
#[derive(Clone)]
pub(super) struct MoveFilter<P> {
    inner: P,
    params: FilterParams,
    /// Plies from the root. The root is not filtered.
    ply: usize,
}

impl<P: MoveGeometry> MoveFilter<P> {
    pub(super) const fn new(inner: P, params: FilterParams) -> Self {
        Self { inner, params, ply: 0 }
    }

    pub(super) const fn inner(&self) -> &P {
        &self.inner
    }

    /// The generator for a move in this position. It depends on both alone, so that a search that
    /// comes back to the position sees the same moves.
    fn random_for(&self, m: P::Move) -> SplitMix64 {
        SplitMix64::with_stream(self.params.seed ^ self.inner.zobrist(), m.pack().into())
    }

    /// Whether the player sees a capture.
    fn sees_capture(&self, m: P::Move) -> bool {
        if self.params.overlooked == 0 {
            return true;
        }
        let decides = P::ends(m).is_some_and(|(_, to)| self.inner.targets().contains(to));
        let overlooked = match (decides, self.params.careful) {
            (true, true) => return true,
            (true, false) => self.params.overlooked / 4,
            (false, _) => self.params.overlooked,
        };
        !self.random_for(m).chance(overlooked, 100)
    }

    /// Filters the moves from `start` on. At least one move remains.
    fn filter_moves(&self, list: &mut Vec<P::Move>, start: usize) {
        let first = list.get(start).copied();
        let mut quiet = Vec::new();
        let mut end = start;
        for index in start..list.len() {
            let m = list[index];
            if !self.inner.is_capture(m) {
                quiet.push(m);
            } else if self.sees_capture(m) {
                list[end] = m;
                end += 1;
            }
        }
        list.truncate(end);
        if quiet.len() > self.params.width {
            quiet.sort_by_cached_key(|&m| {
                Reverse(self.random_for(m).below(100) * salience(&self.inner, m, None) as usize)
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
        if self.ply > 0 {
            self.filter_moves(list, start);
        }
    }

    fn captures(&self, list: &mut Vec<P::Move>) {
        let start = list.len();
        self.inner.captures(list);
        if self.ply > 0 && self.params.overlooked > 0 {
            let mut kept = start;
            for index in start..list.len() {
                if self.sees_capture(list[index]) {
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
        self.ply += 1;
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

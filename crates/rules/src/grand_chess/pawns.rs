//! The moves of pawns, and of Fools that move as pawns.

use super::board;
use super::generator::Generator;
use super::moves::Sink;
use super::piece::{Kind, KindSet, Side};
use super::safety::pawn_sources;
use crate::{Cell, CellSet};

impl<S: Sink> Generator<'_, S> {
    /// Generates the moves of these pawns.
    pub(super) fn pawn_moves(&mut self, pawns: CellSet) {
        let us = self.us;
        let before_zone = [6, 7, 8].map(|rank| board::rank_set(us.rank(rank)));
        let mut one_by_one =
            pawns & (before_zone[0] | before_zone[1] | before_zone[2] | self.pinned);
        if !self.relevant_squares.is_empty() {
            let (up, relevant) = (self.forward_offset(), self.relevant_squares);
            let ahead = shifted(relevant, -up) | shifted(relevant, -2 * up);
            let aside = shifted(relevant, 1 - up) | shifted(relevant, -1 - up);
            one_by_one |= pawns & (relevant | ahead | aside);
        }
        if self.could_be_copied(Kind::PAWN) {
            one_by_one = pawns;
        }
        self.bulk_pawn_moves(pawns - one_by_one);
        for from in one_by_one {
            let targets = self.pawn_targets(from);
            self.promotions(from, Kind::PAWN, targets);
            let without_promotion = targets - board::rank_set(us.rank(9));
            let safe = self.filter_safe(from, Kind::PAWN, Kind::PAWN, without_promotion);
            self.sink.targets(from, safe);
        }
        if let Some(to) = self.position.en_passant() {
            for from in pawns & pawn_sources(us, to) {
                self.en_passant(from, to, Kind::PAWN);
            }
        }
    }

    /// Generates, with shifted sets, the moves of pawns that cannot promote, are not pinned and do
    /// not touch squares relevant to irregular attackers.
    fn bulk_pawn_moves(&mut self, pawns: CellSet) {
        let target_mask = self.target_mask & self.check_mask;
        let free = !self.occupied;
        let capturable = self.vulnerable & target_mask;
        let left = pawns - board::file_set(0);
        let right = pawns - board::file_set(board::SIZE - 1);
        let up = self.forward_offset();
        let one = shifted(pawns, up) & free;
        // R-GC1: the double step is allowed from the own third rank, for converted pawns too.
        let two = shifted(one & board::rank_set(self.us.rank(3)), up) & free;
        self.sink.shifted(one & target_mask, up);
        self.sink.shifted(two & target_mask, 2 * up);
        self.sink.shifted(shifted(left, up - 1) & capturable, up - 1);
        self.sink.shifted(shifted(right, up + 1) & capturable, up + 1);
    }

    /// The difference of cell numbers for one step forward.
    fn forward_offset(&self) -> i32 {
        if self.us == Side::White { board::SIZE as i32 } else { -(board::SIZE as i32) }
    }

    /// Generates the moves of a Fool that copies a pawn. Its promotion is optional, on rank 10 too
    /// (R-GC18).
    pub(super) fn fool_as_pawn(&mut self, from: Cell) {
        let targets = self.pawn_targets(from);
        self.promotions(from, Kind::FOOL, targets);
        let safe = self.filter_safe(from, Kind::FOOL, Kind::PAWN, targets);
        self.sink.targets(from, safe);
        if let Some(to) = self.position.en_passant()
            && pawn_sources(self.us, to).contains(from)
        {
            self.en_passant(from, to, Kind::FOOL);
        }
    }

    /// The targets of a pawn, without en passant.
    #[inline]
    fn pawn_targets(&self, from: Cell) -> CellSet {
        let up = self.us.forward();
        let mut targets = CellSet::EMPTY;
        let free =
            |cell: Cell| board::step(cell, (0, up)).filter(|&to| !self.occupied.contains(to));
        if let Some(one) = free(from) {
            targets.insert(one);
            // R-GC1: the double step is allowed from the own third rank, for converted pawns too.
            if self.us.rank(board::rank(from)) == 2
                && let Some(two) = free(one)
            {
                targets.insert(two);
            }
        }
        (targets | pawn_sources(!self.us, from) & self.vulnerable) & self.target_mask
    }

    fn promotions(&mut self, from: Cell, kind: Kind, targets: CellSet) {
        let stock = self.position.stock(self.us);
        if stock.is_empty() || targets.is_empty() {
            return;
        }
        let ranks = [7, 8, 9].map(|rank| board::rank_set(self.us.rank(rank)));
        let targets = targets & (ranks[0] | ranks[1] | ranks[2]);
        let safe = self.filter_safe(from, kind, Kind::PAWN, targets);
        for to in targets {
            let mut kinds = stock;
            // A new Block cannot be captured and a new Immobilizer freezes: both are tested one by
            // one.
            for special in [Kind::BLOCK, Kind::IMMOBILIZER] {
                kinds.remove(special);
            }
            if !safe.contains(to) {
                kinds = KindSet::default();
            }
            for special in [Kind::BLOCK, Kind::IMMOBILIZER] {
                if stock.contains(special)
                    && self.is_legal(kind, Kind::PAWN, from, to, Some(special))
                {
                    kinds.insert(special);
                }
            }
            self.sink.promotions(from, to, kinds);
        }
    }

    fn en_passant(&mut self, from: Cell, to: Cell, kind: Kind) {
        if self.is_legal(kind, Kind::PAWN, from, to, None) {
            self.sink.targets(from, to.set());
        }
    }
}

/// Shifts every cell of a set by `by` cell numbers.
#[inline]
fn shifted(cells: CellSet, by: i32) -> CellSet {
    CellSet(if by > 0 { cells.0 << by } else { cells.0 >> -by })
}

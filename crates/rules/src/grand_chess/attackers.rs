//! Who attacks a square: what an exchange evaluation asks, again and again while pieces leave the board.

use super::board;
use super::piece::Side;
use super::position::Position;
use super::safety::{knight_leaps, pawn_sources};
use super::table::Rule;
use crate::{Cell, CellSet};

impl Position {
    /// The pieces of both sides, among those in `occupied`, that capture by replacement on `target` if
    /// exactly the squares of `occupied` are taken: `target` itself counts as taken by an enemy of theirs.
    ///
    /// Exact for every piece that captures by going to its victim's square, locks and freezing aside (for
    /// those take [`Self::idle`] away). Left out: Diplomat, Chameleon, Fool, and what Archer, Advancer,
    /// Withdrawer and Coordinator capture from afar. The king is among the attackers, whether it may
    /// capture there or not.
    pub fn attackers_to(&self, target: Cell, occupied: CellSet) -> CellSet {
        let sets = &self.bitboards;
        let mut attackers = self.line_attackers_to(target, occupied)
            | sets.knights & knight_leaps(target)
            | board::neighbours(target) & self.kings_set();
        for side in Side::ALL {
            attackers |= sets.pawns & self.occupied(side) & pawn_sources(side, target);
            for cell in sets.irregular & occupied & self.occupied(side) {
                let piece_type = self.piece_set().get(self.kind_on(cell));
                if matches!(piece_type.rule, Rule::Diplomat | Rule::Chameleon) {
                    continue;
                }
                let leaps = piece_type.attacks.leaps[side][cell.index()].contains(target);
                if leaps || piece_type.path_captures(side, cell, target, occupied) {
                    attackers.insert(cell);
                }
            }
        }
        attackers.remove(target);
        attackers & occupied
    }

    /// As [`Self::attackers_to`], but only those that attack along whole ranks, files and diagonals: what is
    /// uncovered when a piece before them leaves. Locked kinds and those with other lines are not among them.
    #[inline]
    pub fn line_attackers_to(&self, target: Cell, occupied: CellSet) -> CellSet {
        let (rooks, bishops) = (self.bitboards.rooks & occupied, self.bitboards.bishops & occupied);
        let mut attackers = CellSet::EMPTY;
        if rooks.meets(board::rook_lines(target)) {
            attackers |= rooks & board::rook_reach(target, occupied);
        }
        if bishops.meets(board::bishop_lines(target)) {
            attackers |= bishops & board::bishop_reach(target, occupied);
        }
        attackers
    }

    /// The pieces of both sides that cannot move on their side's next move: frozen or locked ones.
    pub fn unable_to_capture(&self) -> CellSet {
        let sides = Side::ALL.into_iter();
        sides.fold(CellSet::EMPTY, |idle, side| idle | self.frozen(side) | self.locked(side))
    }

    fn kings_set(&self) -> CellSet {
        self.king(Side::White).set() | self.king(Side::Black).set()
    }
}

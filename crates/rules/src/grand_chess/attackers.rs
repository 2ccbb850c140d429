//! Attackers of a square, for static exchange evaluation.

use super::board;
use super::piece::Side;
use super::position::Position;
use super::safety::{knight_leaps, pawn_sources};
use super::table::Rule;
use crate::{Cell, CellSet};

impl Position {
    /// The pieces of both sides that capture by replacement on `target`, if exactly the squares of
    /// `occupied` are occupied. The target counts as occupied by an enemy of each attacker.
    ///
    /// Exact for every piece that captures by moving to its victim's square, apart from locks and
    /// freezing (subtract [`Self::unable_to_capture`] for those). Diplomats, Chameleons and Fools
    /// are left out, and so are the captures of Archer, Advancer, Withdrawer and Coordinator on
    /// other squares. A king is included whether it could legally capture or not.
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

    /// As [`Self::attackers_to`], for sliders along full ranks, files and diagonals only: the
    /// attackers that a piece uncovers when it leaves. Locked kinds are left out.
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

    /// The pieces of both sides that are frozen or locked on their side's next move.
    pub fn unable_to_capture(&self) -> CellSet {
        let sides = Side::ALL.into_iter();
        sides.fold(CellSet::EMPTY, |idle, side| idle | self.frozen(side) | self.locked(side))
    }

    fn kings_set(&self) -> CellSet {
        self.king(Side::White).set() | self.king(Side::Black).set()
    }
}

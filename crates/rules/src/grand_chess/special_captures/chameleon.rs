//! The Chameleon: it captures a piece as that piece captures (R-GC17).

use super::super::board::{self, Step};
use super::super::piece::{Kind, Side};
use super::super::position::Position;
use super::super::table::{KNIGHT, Rule};
use super::{approach, archer, coordinator};
use crate::{Cell, CellSet};

/// The rules of pieces that it does not capture by replacement. The king is among them, since no
/// legal position allows its capture.
const NOT_BY_REPLACEMENT: [Rule; 9] = [
    Rule::Royal,
    Rule::Chameleon,
    Rule::Block,
    Rule::Fool,
    Rule::Immobilizer,
    Rule::Advancer,
    Rule::Withdrawer,
    Rule::Coordinator,
    Rule::Diplomat,
];

impl Position {
    /// The pseudo-legal targets of a Chameleon of the side to move: empty squares, enemies that it
    /// captures by replacement, and Diplomats that it converts.
    pub(in super::super) fn chameleon_targets(&self, from: Cell) -> CellSet {
        let (us, them) = (self.turn(), !self.turn());
        let occupied = self.all_occupied();
        let mut targets =
            (board::rook_reach(from, occupied) | board::bishop_reach(from, occupied)) - occupied;
        for &leap in KNIGHT {
            if let Some(stand) = board::step(from, leap).filter(|&c| !occupied.contains(c))
                && self.archer_beyond(stand, leap).is_some()
            {
                targets.insert(stand);
            }
        }
        for cell in self.occupied(them) {
            let kind = self.kind_on(cell);
            let piece_type = self.piece_set().get(kind);
            let captured = match piece_type.rule {
                Rule::Diplomat => board::neighbours(from).contains(cell),
                Rule::Pawn => forward_diagonal(us, from, cell),
                rule if NOT_BY_REPLACEMENT.contains(&rule) => false,
                _ => piece_type.can_capture_on(us, from, cell, occupied),
            };
            if captured {
                targets.insert(cell);
            }
        }
        targets
    }

    /// The square of an enemy Archer one leap beyond `stand`, or `None`.
    fn archer_beyond(&self, stand: Cell, leap: Step) -> Option<Cell> {
        board::step(stand, leap).filter(|&cell| self.enemy_is(cell, Kind::ARCHER))
    }

    fn enemy_is(&self, cell: Cell, kind: Kind) -> bool {
        self.occupied(!self.turn()).contains(cell) && self.kind_on(cell) == kind
    }

    /// All pieces that a Chameleon's move captures; conversions are not included.
    pub(in super::super) fn chameleon_victims(&self, from: Cell, to: Cell) -> CellSet {
        let mut victims = to.set() & self.occupied(!self.turn());
        if let Some(leap) = archer::knight_step_between(from, to) {
            victims |= self.archer_beyond(to, leap).map_or(CellSet::EMPTY, Cell::set);
        }
        if !board::in_line(from, to) || board::between(from, to).meets(self.all_occupied()) {
            return victims;
        }
        let mut also = |cell: Option<Cell>, kind| {
            if let Some(cell) = cell.filter(|&cell| self.enemy_is(cell, kind)) {
                victims.insert(cell);
            }
        };
        also(approach::ahead(from, to), Kind::ADVANCER);
        also(approach::behind(from, to), Kind::WITHDRAWER);
        for corner in coordinator::corners(to, self.king(self.turn())) {
            also(Some(corner), Kind::COORDINATOR);
        }
        if self.en_passant() == Some(to) && forward_diagonal(self.turn(), from, to) {
            also(self.en_passant_victim(), Kind::PAWN);
        }
        victims
    }
}

/// Whether `to` is one square diagonally forward of `from`.
pub(in super::super) fn forward_diagonal(side: Side, from: Cell, to: Cell) -> bool {
    [1, -1].into_iter().any(|right| board::step(from, (right, side.forward())) == Some(to))
}

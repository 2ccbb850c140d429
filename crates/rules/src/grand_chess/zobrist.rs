//! Zobrist hashes, equality, and the repetition of positions (§4.1).

use super::board;
use super::moves::Move;
use super::piece::{Kind, Side};
use super::position::{NONE, Position};
use crate::{Cell, CellSet, SplitMix64};

impl Position {
    /// The Zobrist hash of everything that decides moves and results, except the counters.
    pub fn zobrist(&self) -> u64 {
        let mut key = self.zobrist;
        let mut add = |what: u64, value: u8| key ^= SplitMix64::nth(what << 8 | u64::from(value));
        if let Some(cell) = self.en_passant()
            && self.could_take_en_passant(cell)
        {
            add(STATE, self.en_passant);
        }
        if self.bitboards.fools.meets(self.sides[self.turn]) {
            add(STATE + 1, self.last);
        }
        if self.shield != NONE {
            add(STATE + 2, self.shield);
        }
        if self.freeze != NONE {
            add(STATE + 3, self.freeze);
        }
        if let Some((us, them)) = self.lock_state() {
            add(STATE + 4, u8::from(us) << 1 | u8::from(them));
        }
        key
    }

    /// Whether a piece of the side to move stands where it may be able to capture en passant.
    fn could_take_en_passant(&self, cell: Cell) -> bool {
        let takers = self.bitboards.pawns | self.bitboards.fools | self.bitboards.chameleons;
        [1, -1].into_iter().any(|right| {
            board::step(cell, (right, -self.turn.forward()))
                .is_some_and(|from| (takers & self.sides[self.turn]).contains(from))
        })
    }

    /// Whether locks apply to the side to move and to the other one; `None` if they apply to
    /// neither or no locked kind is on the board.
    fn lock_state(&self) -> Option<(bool, bool)> {
        let state = (self.locks(self.turn), self.locks(!self.turn));
        let locked = self.piece_set.locked();
        let locked_on_board =
            || self.bitboards.irregular.into_iter().any(|cell| locked.contains(self.kind_on(cell)));
        ((state.0 || state.1) && locked_on_board()).then_some(state)
    }

    /// Whether both are the same position for the threefold repetition (§4.1).
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        let fools_memory = |position: &Self| {
            position.bitboards.fools.meets(position.sides[position.turn]).then_some(position.last)
        };
        self.board == other.board
            && self.sides == other.sides
            && self.turn == other.turn
            && self.pools == other.pools
            && (self.shield, self.freeze) == (other.shield, other.freeze)
            && fools_memory(self) == fools_memory(other)
            && self.lock_state() == other.lock_state()
            && self.legal_en_passant() == other.legal_en_passant()
    }

    /// The en passant square if a legal move captures the pawn that passed it.
    fn legal_en_passant(&self) -> Option<Cell> {
        let victim = self.en_passant_victim()?;
        let legal = self.legal_moves();
        let captures = |&m: &Move| {
            m.to().set() == self.en_passant().map_or(CellSet::EMPTY, Cell::set)
                && self.effect_of(m).victims.contains(victim)
        };
        self.en_passant().filter(|_| legal.iter().any(captures))
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.to_raw() == other.to_raw() && self.promotion() == other.promotion()
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}

pub(super) const BLACK_TO_MOVE: u64 = SplitMix64::nth(1 << 40);
/// The offset of the keys of en passant, the Fools' memory, shield, freeze and locks: larger than
/// any index of a piece.
const STATE: u64 = 1 << 20;

#[inline]
pub(super) fn piece_key(side: Side, kind: Kind, cell: Cell) -> u64 {
    SplitMix64::nth((side as u64 * 128 + u64::from(kind.0)) * 128 + cell.index() as u64)
}

pub(super) fn pool_key(side: Side, kind: Kind, held: u8) -> u64 {
    SplitMix64::nth(1 << 30 | (side as u64 * 128 + u64::from(kind.0)) << 8 | u64::from(held))
}

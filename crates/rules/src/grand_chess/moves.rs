//! Moves and lists of moves.

use super::board;
use super::generator::Generator;
use super::piece::{Kind, KindSet};
use super::position::Position;
use crate::{Cell, CellSet, SearchMove};

/// A move: origin, target and promotion. The target of a conversion is the converted piece's
/// square. Layout: bits 0 to 6 the origin, bits 7 to 13 the target, the rest the promotion's kind
/// plus 1, or 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// The move between two different cells.
    #[inline]
    pub const fn new(from: Cell, to: Cell, promotion: Option<Kind>) -> Self {
        let promotion = match promotion {
            Some(kind) => kind.0 as u32 + 1,
            None => 0,
        };
        Self(from.index() as u32 | (to.index() as u32) << 7 | promotion << 14)
    }

    /// The origin.
    #[inline]
    pub const fn from(self) -> Cell {
        Cell::new((self.0 & 127) as usize)
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Cell {
        Cell::new((self.0 >> 7 & 127) as usize)
    }

    /// The kind that a pawn, or a Fool moving as one, promotes to.
    #[inline]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 >> 14 {
            0 => None,
            kind => Some(Kind((kind - 1) as u8)),
        }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", board::name(self.from()), board::name(self.to()))?;
        self.promotion().map_or(Ok(()), |kind| write!(f, "{kind:?}"))
    }
}

impl SearchMove for Move {
    #[inline]
    fn pack(self) -> u32 {
        self.0
    }
}

/// A receiver of generated moves.
pub(super) trait Sink {
    /// Receives moves of one piece without promotion.
    fn targets(&mut self, from: Cell, targets: CellSet);
    /// Receives moves of several pieces; each target's origin is the cell `by` lower.
    #[inline]
    fn shifted(&mut self, targets: CellSet, by: i32) {
        for to in targets {
            self.targets(Cell::new((to.index() as i32 - by) as usize), to.set());
        }
    }
    /// Receives the promotions of one pawn on one square.
    fn promotions(&mut self, from: Cell, to: Cell, kinds: KindSet);
    /// Whether no more moves are needed.
    fn is_satisfied(&self) -> bool {
        false
    }
}

struct MoveCount(u64);

impl Sink for MoveCount {
    #[inline]
    fn targets(&mut self, _: Cell, targets: CellSet) {
        self.0 += targets.len() as u64;
    }
    #[inline]
    fn shifted(&mut self, targets: CellSet, _: i32) {
        self.0 += targets.len() as u64;
    }
    #[inline]
    fn promotions(&mut self, _: Cell, _: Cell, kinds: KindSet) {
        self.0 += kinds.len() as u64;
    }
}

/// Records whether there is a move.
struct HasMove(bool);

impl Sink for HasMove {
    fn targets(&mut self, _: Cell, targets: CellSet) {
        self.0 |= !targets.is_empty();
    }
    fn shifted(&mut self, targets: CellSet, _: i32) {
        self.0 |= !targets.is_empty();
    }
    fn promotions(&mut self, _: Cell, _: Cell, kinds: KindSet) {
        self.0 |= !kinds.is_empty();
    }
    fn is_satisfied(&self) -> bool {
        self.0
    }
}

impl Sink for &mut Vec<Move> {
    #[inline]
    fn targets(&mut self, from: Cell, targets: CellSet) {
        self.extend(targets.into_iter().map(|to| Move::new(from, to, None)));
    }
    fn promotions(&mut self, from: Cell, to: Cell, kinds: KindSet) {
        self.extend(kinds.iter().map(|kind| Move::new(from, to, Some(kind))));
    }
}

impl Position {
    /// The legal moves; none with two bare kings (R-GC3).
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::with_capacity(128);
        self.append_moves(&mut list);
        list
    }

    /// Appends the legal moves.
    pub(super) fn append_moves(&self, list: &mut Vec<Move>) {
        if !self.only_kings() {
            Generator::legal(self, list);
        }
    }

    /// Appends the legal moves that capture or convert.
    pub(super) fn append_captures(&self, list: &mut Vec<Move>) {
        if !self.only_kings() {
            Generator::captures(self, list);
        }
    }

    /// The number of legal moves.
    pub fn count_moves(&self) -> u64 {
        if self.only_kings() {
            return 0;
        }
        Generator::legal(self, MoveCount(0)).0
    }

    /// Whether there is a legal move.
    pub fn can_move(&self) -> bool {
        !self.only_kings() && Generator::legal(self, HasMove(false)).0
    }
}

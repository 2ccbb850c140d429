//! Positions and their moves (§3.2, §3.5, R-KC2).
//!
//! A [`Position`] knows everything except the game's past: the board, the turn, each colour's own
//! last move (which must not be undone, R-KC2), the thrown face, and who is out. What depends on
//! earlier positions belongs to the history: the house rules `no-repetition` and `max-moves`, and
//! lock-ins under `no-repetition` (see `repetition`).

mod elimination;

use super::board::{self, CASTLES, CELLS};
use super::dice::DiceTable;
use super::moves::Move;
use super::piece::{Color, Colors, Kind, KindSet};
use super::raw::{Flaws, RawPosition};
use super::reach::Reach;
use super::zobrist::piece_key;
use crate::{Cell, CellSet, EndReason, Seat};

/// How and when a colour went out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elimination {
    /// The order of going out, from 1; colours that go out together have the same number.
    pub order: u8,
    /// The reason.
    pub reason: EndReason,
}

/// The piece on a cell, packed: 0 for an empty cell, otherwise 1 + 9 × colour + kind.
pub(super) type Packed = u8;

const fn pack(color: Color, kind: Kind) -> Packed {
    1 + color as u8 * Kind::COUNT as u8 + kind as u8
}

#[inline]
fn unpack(packed: Packed) -> Option<(Color, Kind)> {
    let number = usize::from(packed.checked_sub(1)?);
    Some((Color::ALL[number / Kind::COUNT], Kind::ALL[number % Kind::COUNT]))
}

/// A legal position. Colours without a castle or locked in are already out.
///
/// # Examples
///
/// ```
/// use heterodox_rules::kaleido::{Position, board};
///
/// let position: Position = "wW/8/16/16/24/1,bP,22 w -,- - 1".parse()?;
/// assert_eq!(position.castles(position.turn()).len(), 1);
/// assert_eq!(position.targets(board::CENTRE).len(), 40);
/// let next = position.after_unchecked(position.legal_moves()[0]);
/// assert_eq!(next.turn().key(), "black");
/// # Ok::<(), heterodox_rules::kaleido::PositionError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    pub(super) board: [Packed; CELLS],
    pub(super) sides: [CellSet; 4],
    pub(super) turn: Color,
    /// Each colour's own last move.
    pub(super) undo: [Option<Move>; 4],
    /// The thrown face, 1 to 6.
    pub(super) die: Option<u8>,
    pub(super) turn_number: u32,
    /// The dice table; `None` in a game without dice.
    dice: Option<DiceTable>,
    /// The colours that have seats.
    seated: Colors,
    /// The seated colours that are not out.
    playing: Colors,
    eliminations: [Option<Elimination>; 4],
    /// Whether no colour can move with any face (games with dice).
    stuck: bool,
    /// Plies since a piece last left the board.
    plies_since_capture: u32,
    /// The Zobrist hash of the pieces on the board.
    pub(super) zobrist: u64,
}

impl Position {
    /// Checks a raw position, then eliminates colours without a castle and judges lock-ins.
    pub(super) fn from_raw(raw: &RawPosition, dice: Option<DiceTable>) -> Result<Self, Flaws> {
        let flaws = raw.flaws(dice.is_some());
        if !flaws.is_empty() {
            return Err(Flaws(flaws));
        }
        let seated = raw.seated();
        let mut position = Self {
            board: [0; CELLS],
            sides: [CellSet::EMPTY; 4],
            turn: raw.turn,
            undo: raw.undo,
            die: raw.die,
            turn_number: raw.turn_number,
            dice,
            seated,
            playing: seated,
            eliminations: [None; 4],
            stuck: false,
            plies_since_capture: 0,
            zobrist: 0,
        };
        for cell in board::ALL {
            if let Some((color, kind)) = raw.board[cell.index()] {
                position.put_piece(cell, color, kind);
            }
        }
        let without_castle = seated.iter().filter(|&color| !position.holds_castle(color)).collect();
        position.eliminate(without_castle, EndReason::THROWN_OUT);
        if !position.playing.contains(position.turn) {
            position.die = None;
            position.pass_turn();
        }
        position.judge_lock_ins(Self::can_move);
        Ok(position)
    }

    /// The position as raw data.
    pub fn to_raw(&self) -> RawPosition {
        let mut raw = RawPosition::empty();
        for cell in board::ALL {
            raw.board[cell.index()] = self.piece(cell);
        }
        for color in Color::ALL {
            let there = !self.sides[color as usize].is_empty();
            raw.undo[color as usize] = self.undo[color as usize].filter(|_| there);
        }
        (raw.turn, raw.die, raw.turn_number) = (self.turn, self.die, self.turn_number);
        raw
    }

    /// The piece on a cell, or `None`.
    #[inline]
    pub fn piece(&self, cell: Cell) -> Option<(Color, Kind)> {
        unpack(self.board[cell.index()])
    }

    /// The cells with pieces of a colour.
    #[inline]
    pub fn occupied(&self, color: Color) -> CellSet {
        self.sides[color as usize]
    }

    /// The cells with pieces.
    #[inline]
    pub fn all_occupied(&self) -> CellSet {
        self.sides[0] | self.sides[1] | self.sides[2] | self.sides[3]
    }

    /// The castles that a colour holds.
    pub fn castles(&self, color: Color) -> CellSet {
        self.occupied(color) & CASTLES
    }

    fn holds_castle(&self, color: Color) -> bool {
        self.occupied(color).meets(CASTLES)
    }

    /// The colour to move; the winner if the game is won (R-KC7).
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// A colour's own last move, or `None`.
    pub fn last_move(&self, color: Color) -> Option<Move> {
        self.undo[color as usize]
    }

    /// The move that would undo the colour's own last one and is illegal (R-KC2); `None` if none of
    /// its pieces stands there.
    #[inline]
    pub fn forbidden(&self, color: Color) -> Option<Move> {
        let last = self.undo[color as usize]?;
        self.occupied(color).contains(last.to()).then(|| Move::new(last.to(), last.from()))
    }

    /// The face that was thrown for the colour to move.
    pub fn die(&self) -> Option<u8> {
        self.die
    }

    /// The dice table; `None` in a game without dice.
    pub fn dice(&self) -> Option<DiceTable> {
        self.dice
    }

    /// The same position with this face thrown, or with no throw.
    pub fn with_die(&self, face: Option<u8>) -> Self {
        Self { die: face, ..self.clone() }
    }

    /// The same position without last moves, so that every move back is allowed.
    pub(super) fn without_last_moves(&self) -> Self {
        Self { undo: [None; 4], ..self.clone() }
    }

    /// The turn number, from 1: it rises when the turn passes to an earlier or the same colour.
    pub fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The colours that have seats.
    pub fn seated(&self) -> Colors {
        self.seated
    }

    /// The colours that still play.
    pub fn playing(&self) -> Colors {
        self.playing
    }

    /// How a colour went out; `None` if it still plays.
    pub fn elimination(&self, color: Color) -> Option<Elimination> {
        self.eliminations[color as usize]
    }

    /// Plies since a piece last left the board.
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// The seat of a colour: seats are numbered in the order of play.
    pub fn seat(&self, color: Color) -> Seat {
        let before = self.seated.iter().filter(|&other| other < color).count();
        Seat::new(before.min(Seat::MAX - 1))
    }

    /// The colour of a seat, or `None`.
    pub fn color(&self, seat: Seat) -> Option<Color> {
        self.seated.iter().nth(seat.index())
    }

    /// Whether the position is not decided.
    #[inline]
    pub(super) fn is_ongoing(&self) -> bool {
        self.playing.len() > 1 && !self.stuck
    }

    /// The kinds that the die lets move. Before the throw: those that any face names.
    #[inline]
    fn movable_kinds(&self) -> KindSet {
        match (&self.dice, self.die) {
            (None, _) => KindSet::ALL,
            (Some(table), Some(face)) => table.named(face),
            (Some(table), None) => table.named_by_any(),
        }
    }

    /// The legal targets of the piece on a cell; empty unless its colour is to move and the die
    /// names it.
    pub fn targets(&self, from: Cell) -> CellSet {
        match self.piece(from) {
            Some((color, kind)) if color == self.turn && self.movable_kinds().contains(kind) => {
                self.targets_of(Reach::get(), self.all_occupied(), from, kind)
            }
            _ => CellSet::EMPTY,
        }
    }

    /// The pseudo-legal targets of the piece on a cell: the turn, the die and the rule against
    /// undoing are ignored.
    #[inline]
    pub fn pseudo_legal_targets(&self, from: Cell) -> CellSet {
        match self.piece(from) {
            Some((_, kind)) => Reach::get().targets(kind, from, self.all_occupied()),
            None => CellSet::EMPTY,
        }
    }

    /// The pieces of a colour that attack a cell: the turn, the die and the rule against undoing
    /// are ignored.
    pub fn attackers_to(&self, color: Color, cell: Cell) -> CellSet {
        let (reach, occupied) = (Reach::get(), self.all_occupied());
        let mut found = CellSet::EMPTY;
        for from in self.occupied(color) {
            if let Some((_, kind)) = self.piece(from)
                && reach.on_empty_board(kind, from).contains(cell)
                && reach.targets(kind, from, occupied).contains(cell)
            {
                found.insert(from);
            }
        }
        found
    }

    /// The same position with the turn passed, for the search's null move; no rule lets a player
    /// pass voluntarily.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut next = Self { die: None, ..self.clone() };
        next.pass_turn();
        next
    }

    /// The cells that a colour attacks: the turn, the die and the rule against undoing are ignored.
    pub fn attacked_by(&self, color: Color) -> CellSet {
        let (reach, occupied) = (Reach::get(), self.all_occupied());
        let attacks = |cell| match self.piece(cell) {
            Some((_, kind)) => reach.targets(kind, cell, occupied),
            None => CellSet::EMPTY,
        };
        self.occupied(color).into_iter().map(attacks).fold(CellSet::EMPTY, |all, to| all | to)
    }

    /// The targets of a piece of the colour to move, without the one that would undo its last move.
    #[inline]
    fn targets_of(&self, reach: &Reach, occupied: CellSet, from: Cell, kind: Kind) -> CellSet {
        let targets = reach.targets(kind, from, occupied);
        match self.undo[self.turn as usize] {
            Some(last) if last.to() == from => targets - last.from().set(),
            _ => targets,
        }
    }

    /// Calls `each` with every piece that the die lets move and its targets, until it returns
    /// `true`.
    #[inline]
    fn for_each_mover(&self, mut each: impl FnMut(Cell, CellSet) -> bool) {
        if !self.is_ongoing() {
            return;
        }
        let (reach, occupied, movable) = (Reach::get(), self.all_occupied(), self.movable_kinds());
        for from in self.occupied(self.turn) {
            let kind = Kind::ALL[usize::from(self.board[from.index()] - 1) % Kind::COUNT];
            if movable.contains(kind) && each(from, self.targets_of(reach, occupied, from, kind)) {
                return;
            }
        }
    }

    /// Appends all legal moves, or the pass that the die forces.
    pub fn append_moves(&self, list: &mut Vec<Move>) {
        self.append_moves_to(CellSet(u128::MAX), list);
        if list.is_empty() && self.die.is_some() && self.is_ongoing() {
            list.push(Move::PASS);
        }
    }

    /// Appends the legal moves that end on one of these cells.
    pub(super) fn append_moves_to(&self, cells: CellSet, list: &mut Vec<Move>) {
        self.for_each_mover(|from, to| {
            list.extend((to & cells).into_iter().map(|to| Move::new(from, to)));
            false
        });
    }

    /// All legal moves, or the pass that the die forces.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut list = Vec::new();
        self.append_moves(&mut list);
        list
    }

    /// The number of legal moves; a forced pass counts as one.
    pub fn count_moves(&self) -> u64 {
        let mut count = 0;
        self.for_each_mover(|_, to| {
            count += to.len() as u64;
            false
        });
        if count == 0 && self.die.is_some() && self.is_ongoing() { 1 } else { count }
    }

    /// Whether the colour to move has a legal move other than the pass.
    pub fn can_move(&self) -> bool {
        let mut can = false;
        self.for_each_mover(|_, to| {
            can = !to.is_empty();
            can
        });
        can
    }

    /// Whether the move captures, own pieces included.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        !m.is_pass() && self.board[m.to().index()] != 0
    }

    #[inline]
    fn put_piece(&mut self, cell: Cell, color: Color, kind: Kind) {
        let packed = pack(color, kind);
        self.board[cell.index()] = packed;
        self.sides[color as usize].insert(cell);
        self.zobrist ^= piece_key(packed, cell);
    }

    #[inline]
    fn remove_piece(&mut self, cell: Cell, color: Color, kind: Kind) {
        self.board[cell.index()] = 0;
        self.sides[color as usize].remove(cell);
        self.zobrist ^= piece_key(pack(color, kind), cell);
    }
}

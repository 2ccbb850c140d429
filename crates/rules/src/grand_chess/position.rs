//! Positions, and what a move does to them.

use super::board::{self, CELLS};
use super::moves::Move;
use super::options::Promotion;
use super::piece::{Kind, KindSet, Side};
use super::piece_type::PieceSet;
use super::raw::RawPosition;
use super::special_captures::{approach, archer, coordinator};
use super::table::Rule;
use super::zobrist::{BLACK_TO_MOVE, piece_key, pool_key};
use crate::search::check_legal;
use crate::{BySide, Cell, CellSet, IllegalMove};

/// The packed value of an empty square, of no cell and of no kind.
pub(super) const NONE: u8 = u8::MAX;

/// The square of a king that is not on the board, which happens in diagrams only. No square has
/// this number.
pub(super) const NO_KING: Cell = Cell::new(127);

/// The last move number on which locked kinds cannot move (R-GC7).
pub const LOCKED_MOVES: u32 = 5;

/// Bitboards of both sides' pieces by how they attack, and of kinds that affect others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bitboards {
    pub(super) rooks: CellSet,
    pub(super) bishops: CellSet,
    pub(super) knights: CellSet,
    pub(super) pawns: CellSet,
    /// Pieces that the bitboards of rooks, bishops and knights describe completely.
    pub(super) classic: CellSet,
    /// Pieces whose attacks are tested one by one.
    pub(super) irregular: CellSet,
    pub(super) immobilizers: CellSet,
    pub(super) chameleons: CellSet,
    pub(super) blocks: CellSet,
    pub(super) fools: CellSet,
}

/// A legal position of Grand Chess: one king each, no pawns on ranks 1 and 10, and the side that is
/// not to move is not in check. [`RawPosition::check`] and legal moves make positions.
///
/// Positions are small; moves are taken back by copying the position before.
///
/// # Examples
///
/// ```
/// use heterodox_rules::grand_chess::{CLASSIC_START, Position};
///
/// let start: Position = CLASSIC_START.parse()?;
/// assert_eq!(start.count_moves(), 65);
/// let read = start.read_move("e3e5").expect("a legal move");
/// let next = start.after_unchecked(read.played);
/// assert!(next.to_string().ends_with(" b - e4 0 1"));
/// # Ok::<(), heterodox_rules::grand_chess::FenError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    /// The kind on each cell, or [`NONE`].
    pub(super) board: [u8; CELLS],
    pub(super) sides: BySide<CellSet>,
    pub(super) bitboards: Bitboards,
    kings: BySide<Cell>,
    pub(super) turn: Side,
    pub(super) en_passant: u8,
    pub(super) last: u8,
    pub(super) shield: u8,
    pub(super) freeze: u8,
    halfmove_clock: u32,
    fullmove_number: u32,
    promotion: Promotion,
    /// The kinds that each side's pawns may promote to now.
    stock: BySide<KindSet>,
    /// The number of entries of each kind in the pools; all 0 unless promotion is to captured
    /// pieces.
    pub(super) pools: BySide<[u8; Kind::MOST]>,
    pub(super) piece_set: PieceSet,
    /// The Zobrist hash of the pieces, the pools and the side to move.
    pub(super) zobrist: u64,
}

/// What a move does to enemy pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The captured pieces.
    pub victims: CellSet,
    /// Whether the move is a conversion: the piece on the target square changes sides, and no piece
    /// moves.
    pub converts: bool,
}

impl Position {
    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Plies since the last capture, conversion, promotion or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The move number, which rises after Black's ply.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The kinds that pawns may promote to.
    #[inline]
    pub fn promotion(&self) -> Promotion {
        self.promotion
    }

    /// The pieces of the game.
    #[inline]
    pub fn piece_set(&self) -> &PieceSet {
        &self.piece_set
    }

    /// The cells with pieces of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> CellSet {
        self.sides[side]
    }

    /// The cells with pieces.
    #[inline]
    pub fn all_occupied(&self) -> CellSet {
        self.sides.0[0] | self.sides.0[1]
    }

    /// The cells with pawns of both sides.
    #[inline]
    pub fn pawns(&self) -> CellSet {
        self.bitboards.pawns
    }

    /// The cell of a side's king. In diagrams it may not be on the board.
    #[inline]
    pub fn king(&self, side: Side) -> Cell {
        self.kings[side]
    }

    /// The en passant square: the one that a pawn passed over with the last move.
    #[inline]
    pub fn en_passant(&self) -> Option<Cell> {
        cell_of(self.en_passant)
    }

    /// The pawn that an en passant capture takes.
    pub(super) fn en_passant_victim(&self) -> Option<Cell> {
        self.en_passant().and_then(|cell| board::step(cell, (0, -self.turn.forward())))
    }

    /// The kind that a Fool of the side to move copies, or `None` (R-GC18).
    #[inline]
    pub fn last(&self) -> Option<Kind> {
        (self.last != NONE).then_some(Kind(self.last))
    }

    /// The Fool that moved as a Block and cannot be captured now (R-GC18).
    #[inline]
    pub fn shield(&self) -> Option<Cell> {
        cell_of(self.shield)
    }

    /// The Fool that moved as an Immobilizer and freezes its neighbours now (R-GC18).
    #[inline]
    pub fn freeze(&self) -> Option<Cell> {
        cell_of(self.freeze)
    }

    /// The piece on a cell, or `None`.
    pub fn piece(&self, cell: Cell) -> Option<(Side, Kind)> {
        let kind = self.board[cell.index()];
        let side = if self.sides[Side::White].contains(cell) { Side::White } else { Side::Black };
        (kind != NONE).then_some((side, Kind(kind)))
    }

    /// The kind on a cell, which must be occupied.
    #[inline]
    pub(super) fn kind_on(&self, cell: Cell) -> Kind {
        debug_assert!(self.board[cell.index()] != NONE, "{cell:?} is occupied");
        Kind(self.board[cell.index()])
    }

    /// The kinds that a side's pawns may promote to now.
    #[inline]
    pub fn stock(&self, side: Side) -> KindSet {
        self.stock[side]
    }

    /// The pool of a side: kinds with their numbers of entries. Empty unless promotion is to
    /// captured pieces.
    pub fn pool(&self, side: Side) -> impl Iterator<Item = (Kind, usize)> + '_ {
        self.piece_set
            .kinds()
            .map(move |kind| (kind, usize::from(self.pools[side][kind.index()])))
            .filter(|&(_, count)| count > 0)
    }

    /// Whether the locked kinds of a side cannot move on its next move (R-GC7).
    #[inline]
    pub fn locks(&self, side: Side) -> bool {
        let later = self.turn == Side::Black && side == Side::White;
        let next = self.fullmove_number.saturating_add(u32::from(later));
        next <= LOCKED_MOVES
    }

    /// The pieces of a side that cannot move because their kind is locked (R-GC7).
    pub fn locked(&self, side: Side) -> CellSet {
        if !self.locks(side) {
            return CellSet::EMPTY;
        }
        let locked = self.piece_set.locked();
        let pieces = self.sides[side] & self.bitboards.irregular;
        pieces.into_iter().filter(|&cell| locked.contains(self.kind_on(cell))).collect()
    }

    /// Whether only the two kings are left (R-GC3).
    #[inline]
    pub fn only_kings(&self) -> bool {
        self.all_occupied().len() == 2
    }

    /// The kind whose moves a piece of the side to move makes: its own, or for a Fool the copied
    /// one, or `None` if it has nothing to copy.
    #[inline]
    pub fn acting(&self, kind: Kind) -> Option<Kind> {
        if kind == Kind::FOOL { self.last() } else { Some(kind) }
    }

    /// The enemy pieces that can be captured: all but Blocks and a shielded Fool (R-GC11, R-GC18).
    #[inline]
    pub(super) fn vulnerable(&self) -> CellSet {
        let mut enemies = self.sides[!self.turn] - self.bitboards.blocks;
        if let Some(fool) = self.shield() {
            enemies.remove(fool);
        }
        enemies
    }

    /// What a move of a piece that moves as `acting` does to enemy pieces.
    pub(super) fn effect(&self, acting: Kind, from: Cell, to: Cell) -> Effect {
        let enemies = self.vulnerable();
        let mut victims = to.set() & enemies;
        let set = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, Cell::set) & enemies;
        match self.piece_set.get(acting).rule {
            Rule::None | Rule::Royal | Rule::Block | Rule::Immobilizer | Rule::Fool => {}
            Rule::Pawn => {
                if self.en_passant() == Some(to) && board::file(from) != board::file(to) {
                    victims |= set(self.en_passant_victim());
                }
            }
            Rule::Archer => victims |= set(archer::far_target(from, to)),
            Rule::Advancer => victims |= set(approach::ahead(from, to)),
            Rule::Withdrawer => victims |= set(approach::behind(from, to)),
            Rule::Coordinator => {
                victims |= coordinator::corners(to, self.kings[self.turn]) & enemies;
            }
            Rule::Diplomat => {
                return Effect { victims: CellSet::EMPTY, converts: !victims.is_empty() };
            }
            Rule::Chameleon => {
                if !victims.is_empty() && self.kind_on(to) == Kind::DIPLOMAT {
                    return Effect { victims: CellSet::EMPTY, converts: true };
                }
                victims = self.chameleon_victims(from, to);
            }
        }
        Effect { victims, converts: false }
    }

    /// What a legal move does to enemy pieces.
    pub fn effect_of(&self, m: Move) -> Effect {
        // Fast path: classic pieces capture on their target square only.
        if self.bitboards.classic.contains(m.from()) {
            return Effect { victims: m.to().set() & self.vulnerable(), converts: false };
        }
        let kind = self.kind_on(m.from());
        self.effect(self.acting(kind).unwrap_or(kind), m.from(), m.to())
    }

    /// The position after a move, which must be legal.
    #[inline]
    #[must_use]
    pub fn after_unchecked(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// The same position with the other side to move, for the search's null move. `None` if a Fool
    /// is on the board, since it copies the last move, or if the side to move is in check.
    #[must_use]
    pub fn passed(&self) -> Option<Self> {
        if !self.bitboards.fools.is_empty() || self.is_check() {
            return None;
        }
        let mut next = self.clone();
        next.turn = !next.turn;
        next.zobrist ^= BLACK_TO_MOVE;
        (next.en_passant, next.shield, next.freeze) = (NONE, NONE, NONE);
        Some(next)
    }

    /// Makes a move.
    ///
    /// # Panics
    /// If the move is not legal here. [`Position::try_play`] returns an error instead.
    ///
    /// ```
    /// use heterodox_rules::grand_chess::{CLASSIC_START, Position, Side};
    /// let mut position: Position = CLASSIC_START.parse().unwrap();
    /// position.play(position.legal_moves()[0]);
    /// assert_eq!(position.turn(), Side::Black);
    /// ```
    pub fn play(&mut self, m: Move) {
        if let Err(error) = self.try_play(m) {
            panic!("{error}");
        }
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the move if it is not legal here; the position is unchanged then.
    ///
    /// ```
    /// use heterodox_rules::IllegalMove;
    /// use heterodox_rules::grand_chess::{CLASSIC_START, Move, Position, board};
    /// let mut position: Position = CLASSIC_START.parse().unwrap();
    /// let (a2, a9) = (board::by_name("a2").unwrap(), board::by_name("a9").unwrap());
    /// let far = Move::new(a2, a9, None);
    /// assert_eq!(position.try_play(far), Err(IllegalMove(far)));
    /// ```
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove<Move>> {
        check_legal(self, m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Makes a move, which must be legal.
    pub fn play_unchecked(&mut self, m: Move) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (m.from(), m.to());
        let kind = self.kind_on(from);
        let acting = self.acting(kind).unwrap_or(kind);
        let effect = self.effect(acting, from, to);
        for cell in effect.victims {
            let victim = self.kind_on(cell);
            self.remove_piece(cell, them, victim);
            if victim != Kind::PAWN {
                self.pool_add(them, victim);
            }
        }
        if effect.converts {
            let convert = self.kind_on(to);
            self.remove_piece(to, them, convert);
            self.put_piece(to, us, convert);
        } else {
            self.remove_piece(from, us, kind);
            match m.promotion() {
                Some(promoted) => {
                    self.put_piece(to, us, promoted);
                    self.pool_take(us, promoted);
                }
                None => self.put_piece(to, us, kind),
            }
        }
        if kind == Kind::KING {
            self.kings[us] = to;
        }
        let irreversible = effect.converts
            || !effect.victims.is_empty()
            || kind == Kind::PAWN
            || m.promotion().is_some();
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        let double_step =
            kind == Kind::PAWN && from.index().abs_diff(to.index()) == 2 * board::SIZE;
        let passed = usize::midpoint(from.index(), to.index()) as u8;
        self.en_passant = if double_step { passed } else { NONE };
        let as_fool =
            |wanted: Kind| kind == Kind::FOOL && acting == wanted && m.promotion().is_none();
        self.shield = if as_fool(Kind::BLOCK) { to.index() as u8 } else { NONE };
        self.freeze = if as_fool(Kind::IMMOBILIZER) { to.index() as u8 } else { NONE };
        self.last = if kind == Kind::CHAMELEON { NONE } else { acting.0 };
        self.fullmove_number = self.fullmove_number.saturating_add(u32::from(us == Side::Black));
        self.turn = them;
        self.zobrist ^= BLACK_TO_MOVE;
    }

    fn put_piece(&mut self, cell: Cell, side: Side, kind: Kind) {
        self.board[cell.index()] = kind.0;
        self.toggle_piece(cell, side, kind);
    }

    fn remove_piece(&mut self, cell: Cell, side: Side, kind: Kind) {
        self.board[cell.index()] = NONE;
        self.toggle_piece(cell, side, kind);
    }

    /// Adds a piece to the bitboards and the hash, or removes it from them.
    #[inline]
    fn toggle_piece(&mut self, cell: Cell, side: Side, kind: Kind) {
        let set = cell.set();
        self.sides[side] ^= set;
        self.zobrist ^= piece_key(side, kind, cell);
        let piece_type = self.piece_set.get(kind);
        let (attacks, sets) = (&piece_type.attacks, &mut self.bitboards);
        if attacks.sets.rooks {
            sets.rooks ^= set;
        }
        if attacks.sets.bishops {
            sets.bishops ^= set;
        }
        if attacks.sets.knights {
            sets.knights ^= set;
        }
        if attacks.classic {
            sets.classic ^= set;
        }
        if attacks.irregular && piece_type.rule != Rule::Royal {
            sets.irregular ^= set;
        }
        match piece_type.rule {
            Rule::Pawn => sets.pawns ^= set,
            Rule::Immobilizer => sets.immobilizers ^= set,
            Rule::Chameleon => sets.chameleons ^= set,
            Rule::Block => sets.blocks ^= set,
            Rule::Fool => sets.fools ^= set,
            _ => {}
        }
    }

    /// Puts the kind of a captured piece into its side's pool (R-GC2).
    fn pool_add(&mut self, side: Side, kind: Kind) {
        if self.promotion != Promotion::Captured {
            return;
        }
        let held = &mut self.pools[side][kind.index()];
        *held = held.saturating_add(1);
        self.zobrist ^= pool_key(side, kind, *held);
        self.stock[side].insert(kind);
    }

    fn pool_take(&mut self, side: Side, kind: Kind) {
        if self.promotion != Promotion::Captured {
            return;
        }
        let held = &mut self.pools[side][kind.index()];
        self.zobrist ^= pool_key(side, kind, *held);
        *held -= 1;
        if *held == 0 {
            self.stock[side].remove(kind);
        }
    }

    /// The position as raw data.
    pub fn to_raw(&self) -> RawPosition {
        let mut raw = RawPosition::empty(&self.piece_set);
        for cell in self.all_occupied() {
            raw.board[cell.index()] = self.piece(cell);
        }
        raw.turn = self.turn;
        raw.en_passant = self.en_passant();
        raw.halfmove_clock = self.halfmove_clock;
        raw.fullmove_number = self.fullmove_number;
        match self.promotion {
            Promotion::Captured => {
                let list = |side| {
                    self.pool(side).flat_map(|(kind, n)| std::iter::repeat_n(kind, n)).collect()
                };
                raw.pools = Some(BySide([list(Side::White), list(Side::Black)]));
            }
            Promotion::Initial => raw.initial = Some(self.stock[Side::White].iter().collect()),
            Promotion::All => {}
        }
        raw.last = self.last().filter(|_| self.bitboards.fools.meets(self.sides[self.turn]));
        (raw.shield, raw.freeze) = (self.shield(), self.freeze());
        raw
    }

    /// Converts raw data without checks; [`RawPosition::check`] does them.
    pub(super) fn from_raw(raw: &RawPosition, promotion: Promotion, kings: BySide<Cell>) -> Self {
        let index = |cell: Option<Cell>| cell.map_or(NONE, |cell| cell.index() as u8);
        let mut position = Self {
            board: [NONE; CELLS],
            sides: BySide::default(),
            bitboards: Bitboards::default(),
            kings,
            turn: raw.turn,
            en_passant: index(raw.en_passant),
            last: raw
                .last_kind()
                .filter(|&kind| kind != Kind::CHAMELEON)
                .map_or(NONE, |kind| kind.0),
            shield: index(raw.shield),
            freeze: index(raw.freeze),
            halfmove_clock: raw.halfmove_clock,
            fullmove_number: raw.fullmove_number,
            promotion,
            stock: BySide::default(),
            pools: BySide([[0; Kind::MOST]; 2]),
            piece_set: raw.piece_set.clone(),
            zobrist: if raw.turn == Side::Black { BLACK_TO_MOVE } else { 0 },
        };
        for cell in board::ALL {
            if let Some((side, kind)) = raw.board[cell.index()] {
                position.put_piece(cell, side, kind);
            }
        }
        match promotion {
            Promotion::Captured => {
                let pools = raw.pools.clone().unwrap_or_else(|| raw.classic_pools());
                for side in Side::ALL {
                    for &kind in &pools.0[side as usize] {
                        position.pool_add(side, kind);
                    }
                }
            }
            Promotion::Initial => {
                let initial = raw.initial.clone().unwrap_or_else(|| RawPosition::CLASSIC.to_vec());
                position.stock = BySide([initial.into_iter().collect(); 2]);
            }
            Promotion::All => {
                let all = raw.piece_set.kinds().filter(|&k| k != Kind::KING && k != Kind::PAWN);
                position.stock = BySide([all.collect(); 2]);
            }
        }
        position
    }
}

#[inline]
fn cell_of(packed: u8) -> Option<Cell> {
    (packed != NONE).then(|| Cell::new(packed.into()))
}

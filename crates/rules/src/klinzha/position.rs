//! A position of Klin Zha after the setup.

use super::board;
use super::moves::{GoalAction, Move};
use super::piece::{Kind, Side};
use super::raw::{Flaw, Flaws, RawPosition};
use crate::search::check_legal;
use crate::{BySide, Cell, CellSet, IllegalMove, SplitMix64};

/// The number of warriors of a side at the start.
pub const WARRIORS_PER_SIDE: usize = 9;

/// The kind of the warrior in each slot of a side's piece list.
pub(super) const SLOT_KIND: [Kind; WARRIORS_PER_SIDE] = [
    Kind::Blockader,
    Kind::Flier,
    Kind::Flier,
    Kind::Swift,
    Kind::Vanguard,
    Kind::Vanguard,
    Kind::Vanguard,
    Kind::Lancer,
    Kind::Fencer,
];

/// Marks an empty slot of a piece list, and a captured Goal.
pub(super) const NO_CELL: u8 = u8::MAX;

/// A position of Klin Zha that obeys R-KZ8: no warrior in the enemy's zone, no Goal in any zone,
/// and zones that do not overlap. [`RawPosition::check`] and legal moves make positions.
///
/// A position has about a hundred bytes and no heap data. A search copies it instead of taking
/// moves back (copy-make).
///
/// ```
/// use heterodox_rules::klinzha::{Position, Side};
/// let text = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";
/// let position: Position = text.parse()?;
/// assert_eq!(position.turn(), Side::Gold);
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), heterodox_rules::klinzha::PositionError>(())
/// ```
#[derive(Clone)]
pub struct Position {
    pub(super) cells: BySide<[u8; WARRIORS_PER_SIDE]>,
    goal: BySide<u8>,
    pub(super) occupied: BySide<CellSet>,
    turn: Side,
    plies_since_capture: u32,
    turn_number: u32,
    zobrist: u64,
}

impl Position {
    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The number of plies since the last capture.
    #[inline]
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// The turn number, which grows after Green's ply.
    #[inline]
    pub fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The Zobrist hash of warriors, Goals and side to move, without the counters.
    #[inline]
    pub fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The cells with warriors of a side.
    #[inline]
    pub fn occupied(&self, side: Side) -> CellSet {
        self.occupied[side]
    }

    /// The cell of a side's Goal; `None` once it was captured.
    #[inline]
    pub fn goal(&self, side: Side) -> Option<Cell> {
        unpack_cell(self.goal[side])
    }

    /// Whether a side's Goal is on a cell without a warrior.
    pub fn goal_abandoned(&self, side: Side) -> bool {
        self.goal(side).is_some_and(|cell| !self.occupied[side].contains(cell))
    }

    /// The cell of a side's Blockader, if it has one.
    #[inline]
    pub fn blockader(&self, side: Side) -> Option<Cell> {
        unpack_cell(self.cells[side][0])
    }

    /// The zone of control of a side's Blockader: its neighbours.
    #[inline]
    pub fn zone(&self, side: Side) -> CellSet {
        self.blockader(side).map_or(CellSet::EMPTY, board::neighbours)
    }

    /// The warrior on a cell.
    pub fn warrior(&self, cell: Cell) -> Option<(Side, Kind)> {
        Side::ALL.into_iter().find_map(|side| {
            self.occupied[side].contains(cell).then(|| (side, SLOT_KIND[self.slot(side, cell)]))
        })
    }

    /// The kind of warrior that a side has on a cell.
    #[inline]
    pub fn kind(&self, side: Side, cell: Cell) -> Option<Kind> {
        self.occupied[side].contains(cell).then(|| SLOT_KIND[self.slot(side, cell)])
    }

    /// The warriors of a side with their cells, by kind in the source's order.
    pub fn warriors(&self, side: Side) -> impl Iterator<Item = (Kind, Cell)> + '_ {
        SLOT_KIND
            .into_iter()
            .zip(self.cells[side])
            .filter_map(|(kind, cell)| Some((kind, unpack_cell(cell)?)))
    }

    /// The side that has captured the enemy's Goal.
    #[inline]
    pub fn goal_captor(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.goal[!side] == NO_CELL)
    }

    /// The position after a legal move. If the move is not legal, the result is unspecified or the
    /// call panics.
    #[inline]
    #[must_use]
    pub fn after_unchecked(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Makes a move. The legal moves are those of [`Position::legal_moves`], which do not depend on
    /// the option `goal-safety`.
    ///
    /// # Panics
    /// If the move is not legal. [`Position::try_play`] returns an error instead.
    ///
    /// ```
    /// use heterodox_rules::klinzha::{Side, quick_start};
    /// let mut position = quick_start("north-west").unwrap();
    /// let mut moves = Vec::new();
    /// position.legal_moves(&mut moves);
    /// position.play(moves[0]);
    /// assert_eq!(position.turn(), Side::Green);
    /// ```
    pub fn play(&mut self, m: Move) {
        if let Err(error) = self.try_play(m) {
            panic!("{error}");
        }
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the move if it is not legal. The position is unchanged then.
    ///
    /// ```
    /// use heterodox_rules::IllegalMove;
    /// use heterodox_rules::klinzha::{GoalAction, Move, board, quick_start};
    /// let mut position = quick_start("north-west").unwrap();
    /// let corner = board::by_name("A19").unwrap();
    /// let nowhere = Move::new(corner, corner, GoalAction::Plain);
    /// assert_eq!(position.try_play(nowhere), Err(IllegalMove(nowhere)));
    /// ```
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove<Move>> {
        check_legal(self, m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Makes a legal move. If the move is not legal, the result is unspecified or the call panics.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (m.from(), m.to());
        let slot = self.slot(us, from);
        self.plies_since_capture = self.plies_since_capture.saturating_add(1);
        if self.occupied[them].contains(to) {
            let lost = self.slot(them, to);
            self.cells[them][lost] = NO_CELL;
            self.occupied[them].remove(to);
            self.zobrist ^= warrior_key(them, SLOT_KIND[lost], to);
            self.plies_since_capture = 0;
        }
        if self.goal[them] == to.index() as u8 {
            self.goal[them] = NO_CELL;
            self.zobrist ^= goal_key(them, to);
            self.plies_since_capture = 0;
        }
        let kind = SLOT_KIND[slot];
        self.cells[us][slot] = to.index() as u8;
        self.occupied[us].remove(from);
        self.occupied[us].insert(to);
        self.zobrist ^= warrior_key(us, kind, from) ^ warrior_key(us, kind, to);
        if m.goal() == GoalAction::Carry {
            self.goal[us] = to.index() as u8;
            self.zobrist ^= goal_key(us, from) ^ goal_key(us, to);
        }
        self.turn_number = self.turn_number.saturating_add(u32::from(us == Side::Green));
        self.turn = them;
        self.zobrist ^= GREEN_TO_MOVE;
    }

    /// The position after a null move: the same with the other side to move. Klin Zha has no pass.
    #[must_use]
    pub fn passed(&self) -> Self {
        let mut next = self.clone();
        next.turn = !next.turn;
        next.zobrist ^= GREEN_TO_MOVE;
        next
    }

    /// The slot in a side's piece list of its warrior on a cell.
    #[inline]
    fn slot(&self, side: Side, cell: Cell) -> usize {
        let cell = cell.index() as u8;
        self.cells[side]
            .iter()
            .position(|&at| at == cell)
            .expect("the lists and the sets of a position agree")
    }

    /// The position as unchecked data.
    pub fn to_raw(&self) -> RawPosition {
        let mut raw = RawPosition::empty();
        for side in Side::ALL {
            for (kind, cell) in self.warriors(side) {
                raw.board[cell.index()] = Some((side, kind));
            }
            raw.goals[side] = self.goal(side);
        }
        (raw.turn, raw.plies_since_capture, raw.turn_number) =
            (self.turn, self.plies_since_capture, self.turn_number);
        raw
    }

    /// Checks a position against R-KZ8.
    pub(super) fn from_raw(raw: &RawPosition) -> Result<Self, Flaws> {
        let mut position = Self {
            cells: BySide([[NO_CELL; WARRIORS_PER_SIDE]; 2]),
            goal: BySide([NO_CELL; 2]),
            occupied: BySide::default(),
            turn: raw.turn,
            plies_since_capture: raw.plies_since_capture,
            turn_number: raw.turn_number,
            zobrist: 0,
        };
        let mut flaws = Vec::new();
        for cell in board::ALL {
            let Some((side, kind)) = raw.board[cell.index()] else { continue };
            let free = (0..WARRIORS_PER_SIDE)
                .find(|&slot| SLOT_KIND[slot] == kind && position.cells[side][slot] == NO_CELL);
            let Some(slot) = free else {
                flaws.push(Flaw::TooMany { side, kind });
                continue;
            };
            position.cells[side][slot] = cell.index() as u8;
            position.occupied[side].insert(cell);
        }
        for side in Side::ALL {
            if let Some(cell) = raw.goals[side] {
                position.goal[side] = cell.index() as u8;
            }
        }
        position.zobrist = position.computed_zobrist();
        flaws.extend(position.flaws());
        if flaws.is_empty() { Ok(position) } else { Err(Flaws(flaws)) }
    }

    /// The violations of R-KZ8; empty for every position that can occur in a game.
    pub(super) fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for side in Side::ALL {
            for cell in self.occupied[!side] & self.zone(side) {
                flaws.push(Flaw::WarriorInZone { side: !side, cell });
            }
            for owner in Side::ALL {
                if let Some(cell) = self.goal(owner)
                    && self.zone(side).contains(cell)
                {
                    flaws.push(Flaw::GoalInZone { side: owner, cell, zone: side });
                }
            }
            if let Some(cell) = self.goal(side) {
                if self.occupied[!side].contains(cell) {
                    flaws.push(Flaw::GoalUnderEnemy { side, cell });
                }
                if self.blockader(side) == Some(cell) {
                    flaws.push(Flaw::BlockaderOnGoal { side, cell });
                }
            }
        }
        if let (Some(gold), Some(green)) = (self.goal(Side::Gold), self.goal(Side::Green))
            && gold == green
        {
            flaws.push(Flaw::GoalUnderEnemy { side: Side::Gold, cell: gold });
        }
        if self.goal(Side::Gold).is_none() && self.goal(Side::Green).is_none() {
            flaws.push(Flaw::NoGoal);
        }
        for cell in self.zone(Side::Gold) & self.zone(Side::Green) {
            flaws.push(Flaw::ZonesOverlap { cell });
        }
        if self.turn_number == 0 {
            flaws.push(Flaw::TurnZero);
        }
        flaws
    }

    /// The hash computed from scratch; always equal to [`Position::zobrist`].
    pub(super) fn computed_zobrist(&self) -> u64 {
        let mut key = if self.turn == Side::Green { GREEN_TO_MOVE } else { 0 };
        for side in Side::ALL {
            for (kind, cell) in self.warriors(side) {
                key ^= warrior_key(side, kind, cell);
            }
            if let Some(cell) = self.goal(side) {
                key ^= goal_key(side, cell);
            }
        }
        key
    }
}

impl PartialEq for Position {
    /// Warriors of a kind are interchangeable: their order in the piece lists does not matter.
    fn eq(&self, other: &Self) -> bool {
        self.to_raw() == other.to_raw()
    }
}

impl Eq for Position {}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Position({self})")
    }
}

#[inline]
fn unpack_cell(packed: u8) -> Option<Cell> {
    (packed != NO_CELL).then(|| Cell::new(packed.into()))
}

const GREEN_TO_MOVE: u64 = SplitMix64::nth(2 * 7 * 128);

#[inline]
fn warrior_key(side: Side, kind: Kind, cell: Cell) -> u64 {
    ZOBRIST_KEYS[side as usize * 7 + kind as usize][cell.index()]
}

#[inline]
fn goal_key(side: Side, cell: Cell) -> u64 {
    ZOBRIST_KEYS[side as usize * 7 + 6][cell.index()]
}

/// Indexed by side and kind (the Goal last), and by cell.
static ZOBRIST_KEYS: [[u64; 128]; 14] = {
    let mut keys = [[0; 128]; 14];
    let mut i = 0;
    while i < 14 * 128 {
        keys[i / 128][i % 128] = SplitMix64::nth(i as u64);
        i += 1;
    }
    keys
};

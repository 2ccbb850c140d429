//! Raw positions, and the checks that they must pass.

use super::board::{self, CELLS};
use super::options::Promotion;
use super::piece::{Kind, Side};
use super::piece_type::PieceSet;
use super::position::Position;
use crate::{BySide, Cell, Refusal};
use std::fmt;

/// A position as raw data, which need not be possible. [`Self::check`] makes a [`Position`] of it.
#[derive(Clone, Debug)]
pub struct RawPosition {
    /// The pieces, indexed by cell.
    pub board: [Option<(Side, Kind)>; CELLS],
    /// The side to move.
    pub turn: Side,
    /// The square that a pawn passed over with the last move; `None` if no pawn did.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture, conversion, promotion or pawn move.
    pub halfmove_clock: u32,
    /// The move number, from 1.
    pub fullmove_number: u32,
    /// The pools, each kind as often as it is held; `None` for the classic array minus the pieces
    /// on the board.
    pub pools: Option<BySide<Vec<Kind>>>,
    /// The kinds of the initial array; `None` for the classic ones.
    pub initial: Option<Vec<Kind>>,
    /// The kind that a Fool of the side to move copies; `None` if it can copy none.
    pub last: Option<Kind>,
    /// The Fool that cannot be captured now, if any.
    pub shield: Option<Cell>,
    /// The Fool that freezes its neighbours now, if any.
    pub freeze: Option<Cell>,
    /// The pieces of the game.
    pub piece_set: PieceSet,
}

/// The FEN of the classic start.
pub const CLASSIC_START: &str =
    "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

impl RawPosition {
    /// The kinds of the classic array that pawns may promote to.
    pub const CLASSIC: [Kind; 6] =
        [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP, Kind::QUEEN, Kind::CARDINAL, Kind::MARSHALL];

    /// The empty board, White to move.
    pub fn empty(piece_set: &PieceSet) -> Self {
        Self {
            board: [None; CELLS],
            turn: Side::White,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            pools: None,
            initial: None,
            last: None,
            shield: None,
            freeze: None,
            piece_set: piece_set.clone(),
        }
    }

    /// The pools of a FEN without `pool=`.
    pub fn classic_pools(&self) -> BySide<Vec<Kind>> {
        let pool = |side| {
            let missing = Self::CLASSIC.into_iter().flat_map(|kind| {
                let twice = [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP].contains(&kind);
                let there = self.board.iter().filter(|&&piece| piece == Some((side, kind))).count();
                std::iter::repeat_n(kind, (1 + usize::from(twice)).saturating_sub(there))
            });
            missing.collect()
        };
        BySide([pool(Side::White), pool(Side::Black)])
    }

    /// The kind that moved last, as far as the fields say: an en passant square, a shield and a
    /// freeze imply it (R-GC20).
    pub(super) fn last_kind(&self) -> Option<Kind> {
        let implied = |there: bool, kind: Kind| there.then_some(kind);
        self.last
            .or_else(|| implied(self.en_passant.is_some(), Kind::PAWN))
            .or_else(|| implied(self.shield.is_some(), Kind::BLOCK))
            .or_else(|| implied(self.freeze.is_some(), Kind::IMMOBILIZER))
    }

    pub(super) fn piece(&self, cell: Cell) -> Option<(Side, Kind)> {
        self.board[cell.index()]
    }

    /// Checks that the position is possible (R-GC20).
    ///
    /// # Errors
    ///
    /// Returns everything that makes the position impossible.
    pub fn check(&self, promotion: Promotion) -> Result<Position, Flaws> {
        let mut flaws = Vec::new();
        let mut kings = BySide([Cell::new(0); 2]);
        for side in Side::ALL {
            let stand: Vec<Cell> = board::ALL
                .into_iter()
                .filter(|&cell| self.piece(cell) == Some((side, Kind::KING)))
                .collect();
            match stand.as_slice() {
                &[cell] => kings[side] = cell,
                _ => flaws.push(Flaw::Kings { side, count: stand.len() }),
            }
        }
        for cell in board::rank_set(0) | board::rank_set(9) {
            if let Some((side, Kind::PAWN)) = self.piece(cell) {
                flaws.push(Flaw::PawnOnLastRank { side, cell });
            }
        }
        self.check_en_passant(&mut flaws);
        self.check_fools(&mut flaws);
        if self.fullmove_number == 0 {
            flaws.push(Flaw::MoveNumber);
        }
        if !flaws.is_empty() {
            return Err(Flaws(flaws));
        }
        let position = Position::from_raw(self, promotion, kings);
        if position.enemy_in_check() {
            return Err(Flaws(vec![Flaw::InCheck { side: !self.turn }]));
        }
        Ok(position)
    }

    /// The squares that a pawn can have passed over with the last move.
    pub(super) fn possible_en_passant(&self) -> Vec<Cell> {
        board::ALL.into_iter().filter(|&cell| self.is_possible_en_passant(cell)).collect()
    }

    fn is_possible_en_passant(&self, cell: Cell) -> bool {
        let them = !self.turn;
        let beside = |up: i8| {
            board::step(cell, (0, up * them.forward())).map(|neighbour| self.piece(neighbour))
        };
        them.rank(board::rank(cell)) == 3
            && self.piece(cell).is_none()
            && beside(1) == Some(Some((them, Kind::PAWN)))
            && beside(-1) == Some(None)
    }

    fn check_en_passant(&self, flaws: &mut Vec<Flaw>) {
        let Some(cell) = self.en_passant else { return };
        if !self.is_possible_en_passant(cell) {
            flaws.push(Flaw::EnPassant { cell });
        }
        if self.halfmove_clock > 0 {
            flaws.push(Flaw::Contradiction(Contradiction::DoubleStepClock));
        }
        if self.last.is_some_and(|kind| kind != Kind::PAWN) {
            flaws.push(Flaw::Contradiction(Contradiction::DoubleStepLast));
        }
        if self.shield.is_some() || self.freeze.is_some() {
            flaws.push(Flaw::Contradiction(Contradiction::DoubleStepFool));
        }
    }

    fn check_fools(&self, flaws: &mut Vec<Flaw>) {
        if self.last == Some(Kind::FOOL) {
            flaws.push(Flaw::Contradiction(Contradiction::FoolCopiesFool));
        }
        let marks =
            [("shield", self.shield, Kind::BLOCK), ("freeze", self.freeze, Kind::IMMOBILIZER)];
        for (key, cell, copied) in marks {
            let Some(cell) = cell else { continue };
            if self.piece(cell) != Some((!self.turn, Kind::FOOL)) {
                flaws.push(Flaw::NoFool { key, cell });
            }
            if self.last.is_some_and(|kind| kind != copied) {
                flaws.push(Flaw::Contradiction(Contradiction::MarkLast));
            }
        }
        if self.shield.is_some() && self.freeze.is_some() {
            flaws.push(Flaw::Contradiction(Contradiction::TwoMarks));
        }
    }
}

impl PartialEq for RawPosition {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// A reason why a position is impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// A side without exactly one king.
    #[error("{side} has {count} kings, expected one")]
    Kings {
        /// The side.
        side: Side,
        /// The number of its kings.
        count: usize,
    },
    /// A pawn on rank 1 or 10.
    #[error("{side} has a pawn on {}, and no pawn stands on rank 1 or 10", board::name(*.cell))]
    PawnOnLastRank {
        /// The side.
        side: Side,
        /// The square.
        cell: Cell,
    },
    /// An en passant square that no double step can have passed.
    #[error("en passant square {}: no pawn can have passed it by the last move", board::name(*.cell))]
    EnPassant {
        /// The square.
        cell: Cell,
    },
    /// A shield or freeze on a square without a Fool of the side that is not to move.
    #[error("{key}={}: no Fool of the side that is not to move stands there", board::name(*.cell))]
    NoFool {
        /// `shield` or `freeze`.
        key: &'static str,
        /// The square.
        cell: Cell,
    },
    /// Fields that contradict each other.
    #[error("{0}")]
    Contradiction(Contradiction),
    /// The move number is 0.
    #[error("move number 0: moves are counted from 1")]
    MoveNumber,
    /// The side that is not to move is in check.
    #[error("{side} is in check and not to move")]
    InCheck {
        /// The side.
        side: Side,
    },
}

/// Fields of a position that contradict each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// An en passant square and a halfmove clock above 0.
    #[error("after a double step the half-move clock is 0")]
    DoubleStepClock,
    /// An en passant square and a last moved piece other than a pawn.
    #[error("after a double step the last moved piece is P")]
    DoubleStepLast,
    /// An en passant square and a shield or freeze.
    #[error("a double step is no move of a Fool")]
    DoubleStepFool,
    /// A Fool as the kind that Fools copy.
    #[error("last= names what a Fool copies, never Fo")]
    FoolCopiesFool,
    /// A shield with a `last=` other than `Bl`, or a freeze with one other than `Im`.
    #[error("shield= goes with last=Bl, freeze= with last=Im")]
    MarkLast,
    /// A shield and a freeze.
    #[error("one move makes no shield= and freeze= at once")]
    TwoMarks,
}

impl From<&Flaw> for Refusal {
    fn from(flaw: &Flaw) -> Self {
        let why = flaw.to_string();
        match *flaw {
            Flaw::Kings { side, count: 0 } => {
                Self::new("flaw-no-king", why).with("side", side.key())
            }
            Flaw::Kings { side, count } => {
                Self::new("flaw-kings", why).with("side", side.key()).with("count", count)
            }
            Flaw::PawnOnLastRank { side, cell } => Self::new("flaw-pawn-on-last-rank", why)
                .with("side", side.key())
                .with("cell", board::name(cell)),
            Flaw::EnPassant { cell } => {
                Self::new("flaw-en-passant", why).with("cell", board::name(cell))
            }
            Flaw::NoFool { key, cell } => {
                Self::new("flaw-no-fool", why).with("key", key).with("cell", board::name(cell))
            }
            Flaw::Contradiction(contradiction) => contradiction.into(),
            Flaw::MoveNumber => Self::new("flaw-number-zero", why),
            Flaw::InCheck { side } => Self::new("flaw-in-check", why).with("side", side.key()),
        }
    }
}

impl From<Contradiction> for Refusal {
    fn from(contradiction: Contradiction) -> Self {
        let why = contradiction.to_string();
        match contradiction {
            Contradiction::DoubleStepClock => Self::new("flaw-double-step-clock", why),
            Contradiction::DoubleStepLast => Self::new("flaw-double-step-last", why),
            Contradiction::DoubleStepFool => Self::new("flaw-double-step-fool", why),
            Contradiction::FoolCopiesFool => Self::new("flaw-fool-copies-fool", why),
            Contradiction::MarkLast => Self::new("flaw-mark-last", why),
            Contradiction::TwoMarks => Self::new("flaw-two-marks", why),
        }
    }
}

/// All reasons why a position is impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaws(pub Vec<Flaw>);

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, flaw) in self.0.iter().enumerate() {
            write!(f, "{}{flaw}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

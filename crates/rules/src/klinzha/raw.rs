//! Unchecked positions, and position strings (§1.7, R-KZ8).

use super::board;
use super::piece::{Kind, Side};
use super::position::Position;
use crate::error::quote;
use crate::{BySide, Cell, Refusal};
use std::fmt;
use std::str::FromStr;

/// A position that was not checked against the rules. [`Self::check`] makes a [`Position`] of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawPosition {
    /// The warrior on each cell, indexed by cell.
    pub board: [Option<(Side, Kind)>; board::CELLS],
    /// The cell of each Goal; `None` if it is not on the board.
    pub goals: BySide<Option<Cell>>,
    /// The side to move.
    pub turn: Side,
    /// The number of plies since the last capture.
    pub plies_since_capture: u32,
    /// The turn number, from 1.
    pub turn_number: u32,
}

impl RawPosition {
    /// The empty board with Gold to move.
    pub fn empty() -> Self {
        Self {
            board: [None; board::CELLS],
            goals: BySide::default(),
            turn: Side::Gold,
            plies_since_capture: 0,
            turn_number: 1,
        }
    }

    /// Reads a position of the position editor: any number of warriors, and perhaps no Goal.
    pub(super) fn parse_draft(text: &str) -> Result<Self, PositionError> {
        Self::read(text, Self::MANY)
    }

    /// No limit on the number of warriors of a kind.
    const MANY: fn(Kind) -> usize = |_| board::CELLS;

    /// Checks the position against R-KZ8.
    ///
    /// # Errors
    /// All flaws of the position.
    pub fn check(&self) -> Result<Position, Flaws> {
        Position::from_raw(self)
    }
}

/// One reason why a position is impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// A side has more warriors of a kind than it owns.
    #[error("{side} has more than {} {kind}{}", kind.count(), if kind.count() == 1 { "" } else { "s" })]
    TooMany {
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
    },
    /// A warrior is in the enemy's zone.
    #[error("{side}'s warrior on {} stands in the enemy Blockader's zone", board::name(*.cell))]
    WarriorInZone {
        /// The warrior's side.
        side: Side,
        /// The warrior's cell.
        cell: Cell,
    },
    /// A Goal is in a zone.
    #[error("{side}'s Goal on {} lies in the zone of {zone}'s Blockader", board::name(*.cell))]
    GoalInZone {
        /// The Goal's side.
        side: Side,
        /// The Goal's cell.
        cell: Cell,
        /// The side of the zone's Blockader.
        zone: Side,
    },
    /// A Goal shares its cell with an enemy warrior or with the enemy Goal.
    #[error("{side}'s Goal shares {} with the enemy", board::name(*.cell))]
    GoalUnderEnemy {
        /// The Goal's side.
        side: Side,
        /// The shared cell.
        cell: Cell,
    },
    /// A Blockader is on its own Goal.
    #[error("{side}'s Blockader stands on its own Goal on {}", board::name(*.cell))]
    BlockaderOnGoal {
        /// The side.
        side: Side,
        /// The cell.
        cell: Cell,
    },
    /// A cell is in both zones.
    #[error("the zones of the two Blockaders overlap on {}", board::name(*.cell))]
    ZonesOverlap {
        /// The shared cell.
        cell: Cell,
    },
    /// There is no Goal on the board.
    #[error("there is no Goal on the board")]
    NoGoal,
    /// The turn number is 0.
    #[error("turn numbers start at 1")]
    TurnZero,
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

/// Why a position string cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The string has not four fields with single spaces between them.
    #[error("expected '<rows> <gold|green> <quiet> <turn number>' with single spaces")]
    Fields,
    /// The board has not nine rows.
    #[error("expected 9 rows joined by '/', found {0}")]
    RowCount(usize),
    /// A row has too few or too many cells.
    #[error("row {row}: {found} cells, expected {expected}")]
    RowLength {
        /// The row's letter.
        row: char,
        /// The number of cells in the text.
        found: usize,
        /// The number of cells of the row.
        expected: usize,
    },
    /// A character has no meaning.
    #[error(
        "row {row}: '{found}' is no warrior (B F S V L E, lower case for Green), no Goal (G) and no run of empty cells"
    )]
    Unknown {
        /// The row's letter.
        row: char,
        /// The character.
        found: char,
    },
    /// A run of empty cells is 0, has a leading zero, or follows another run.
    #[error("row {row}: run of empty cells '{run}' must be a number from 1 without leading zeros")]
    Run {
        /// The row's letter.
        row: char,
        /// The run as written.
        run: String,
    },
    /// A `+` follows no warrior that can be on its own Goal.
    #[error("row {row}: '+' does not follow a warrior that can share its cell with its Goal")]
    Plus {
        /// The row's letter.
        row: char,
    },
    /// A side has two Goals.
    #[error("row {row}: a second Goal of {side}")]
    TwoGoals {
        /// The row's letter.
        row: char,
        /// The side.
        side: Side,
    },
    /// There is no Goal.
    #[error("there is no Goal on the board")]
    NoGoal,
    /// A side has more warriors of a kind than it owns.
    #[error("row {row}: {side} has more than {} {kind}{}", kind.count(), if kind.count() == 1 { "" } else { "s" })]
    TooMany {
        /// The row's letter.
        row: char,
        /// The side.
        side: Side,
        /// The kind.
        kind: Kind,
    },
    /// The turn is not `gold` or `green`.
    #[error("turn '{0}': expected 'gold' or 'green'")]
    Turn(String),
    /// A counter is not a number in its range.
    #[error(
        "{what} '{found}': expected a number from {from} without leading zeros, at most {}",
        u32::MAX
    )]
    Number {
        /// The counter.
        what: Counter,
        /// The text.
        found: String,
        /// The minimum.
        from: u32,
    },
    /// The position is impossible (R-KZ8).
    #[error("impossible position: {0}")]
    Impossible(Flaws),
}

/// A counter of a position string.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Counter {
    /// The number of plies since the last capture.
    #[error("quiet counter")]
    Quiet,
    /// The turn number.
    #[error("turn number")]
    Number,
}

impl From<&Flaw> for Refusal {
    fn from(flaw: &Flaw) -> Self {
        let new = |code, side: Side| Self::new(code, flaw.to_string()).with("side", side.key());
        let name = board::name;
        match *flaw {
            Flaw::TooMany { side, kind } => {
                new(TOO_MANY, side).with("piece", kind.code()).with("most", kind.count())
            }
            Flaw::WarriorInZone { side, cell } => {
                new("flaw-warrior-in-zone", side).with("cell", name(cell))
            }
            Flaw::GoalInZone { side, cell, zone } => {
                new("flaw-goal-in-zone", side).with("cell", name(cell)).with("by", zone.key())
            }
            Flaw::GoalUnderEnemy { side, cell } => {
                new("flaw-goal-under-enemy", side).with("cell", name(cell))
            }
            Flaw::BlockaderOnGoal { side, cell } => {
                new("flaw-blockader-on-goal", side).with("cell", name(cell))
            }
            Flaw::ZonesOverlap { cell } => {
                Self::new("flaw-zones-overlap", flaw.to_string()).with("cell", name(cell))
            }
            Flaw::NoGoal => Self::new("flaw-no-goal", flaw.to_string()),
            Flaw::TurnZero => Self::new("flaw-number-zero", flaw.to_string()),
        }
    }
}

/// The code for too many warriors of a kind.
const TOO_MANY: &str = "flaw-too-many";

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        let why = error.to_string();
        match error {
            PositionError::Fields => Self::new("string-fields", why),
            PositionError::RowCount(count) => {
                Self::new("string-row-count", why).with("count", count)
            }
            PositionError::RowLength { row, found, expected } => {
                Self::new("string-row-length", why)
                    .with("row", row)
                    .with("count", found)
                    .with("expected", expected)
            }
            PositionError::Unknown { row, found } => {
                Self::new("string-unknown", why).with("row", row).with("text", found)
            }
            PositionError::Run { row, run } => {
                Self::new("string-run", why).with("row", row).with("text", run)
            }
            PositionError::Plus { row } => Self::new("string-plus", why).with("row", row),
            PositionError::TwoGoals { row, side } => {
                Self::new("string-two-goals", why).with("row", row).with("side", side.key())
            }
            PositionError::NoGoal => Self::new("flaw-no-goal", why),
            PositionError::TooMany { side, kind, .. } => Self::new(TOO_MANY, why)
                .with("side", side.key())
                .with("piece", kind.code())
                .with("most", kind.count()),
            PositionError::Turn(found) => Self::new("string-turn", why).with("text", found),
            PositionError::Number { what: Counter::Quiet, found, from } => {
                Self::new("string-quiet", why).with("text", found).with("from", from)
            }
            PositionError::Number { what: Counter::Number, found, from } => {
                Self::new("string-number", why).with("text", found).with("from", from)
            }
            PositionError::Impossible(flaws) => {
                let reasons = flaws.0.iter().map(Self::from).collect();
                Self { reasons, ..Self::new("string-impossible", why) }
            }
        }
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        text.parse::<RawPosition>()?.check().map_err(PositionError::Impossible)
    }
}

impl FromStr for RawPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let raw = Self::read(text, Kind::count)?;
        if raw.goals == BySide::default() { Err(PositionError::NoGoal) } else { Ok(raw) }
    }
}

impl RawPosition {
    /// Reads a string that may lack both Goals, such as a view string.
    pub(crate) fn read_fields(text: &str) -> Result<Self, PositionError> {
        Self::read(text, Kind::count)
    }

    /// Reads a position with at most `most` warriors of each kind on each side.
    fn read(text: &str, most: fn(Kind) -> usize) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[rows, turn, quiet, number] = fields.as_slice() else {
            return Err(PositionError::Fields);
        };
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != board::ROWS {
            return Err(PositionError::RowCount(rows.len()));
        }
        let mut raw = Self::empty();
        for (number, row) in rows.into_iter().enumerate() {
            read_row(&mut raw, number, row, most)?;
        }
        raw.turn = Side::from_key(turn).ok_or_else(|| PositionError::Turn(quote(turn)))?;
        raw.plies_since_capture = read_number(Counter::Quiet, quiet, 0)?;
        raw.turn_number = read_number(Counter::Number, number, 1)?;
        Ok(raw)
    }
}

/// Reads row `number` (from 0) into the position.
fn read_row(
    raw: &mut RawPosition,
    number: usize,
    text: &str,
    most: fn(Kind) -> usize,
) -> Result<(), PositionError> {
    let row = char::from(b'A' + number as u8);
    let (start, expected) = (number * number, 2 * number + 1);
    let mut place = 0;
    let mut run = String::new();
    // The warrior just read, which a `+` may follow.
    let mut last: Option<(Side, Kind)> = None;
    for c in text.chars() {
        if c.is_ascii_digit() {
            run.push(c);
            last = None;
            continue;
        }
        place += read_run(row, &mut run)?;
        if c == '+' {
            let (side, kind) = last.take().ok_or(PositionError::Plus { row })?;
            if kind == Kind::Blockader {
                return Err(PositionError::Plus { row });
            }
            put_goal(raw, side, start + place - 1, row)?;
            continue;
        }
        let side = if c.is_ascii_uppercase() { Side::Gold } else { Side::Green };
        let upper = c.to_ascii_uppercase();
        if place < expected {
            if upper == 'G' {
                put_goal(raw, side, start + place, row)?;
                last = None;
            } else {
                let kind =
                    Kind::from_letter(upper).ok_or(PositionError::Unknown { row, found: c })?;
                let owned = raw.board.iter().filter(|&&w| w == Some((side, kind))).count();
                if owned == most(kind) {
                    return Err(PositionError::TooMany { row, side, kind });
                }
                raw.board[start + place] = Some((side, kind));
                last = Some((side, kind));
            }
        } else if upper != 'G' && Kind::from_letter(upper).is_none() {
            return Err(PositionError::Unknown { row, found: c });
        } else {
            last = None;
        }
        place += 1;
    }
    place += read_run(row, &mut run)?;
    if place == expected {
        Ok(())
    } else {
        Err(PositionError::RowLength { row, found: place, expected })
    }
}

fn put_goal(
    raw: &mut RawPosition,
    side: Side,
    index: usize,
    row: char,
) -> Result<(), PositionError> {
    match raw.goals[side].replace(Cell::new(index)) {
        None => Ok(()),
        Some(_) => Err(PositionError::TwoGoals { row, side }),
    }
}

/// Ends a run of empty cells and returns its length; 0 if there is none.
fn read_run(row: char, run: &mut String) -> Result<usize, PositionError> {
    let text = std::mem::take(run);
    if text.is_empty() {
        return Ok(0);
    }
    // The longest row has 17 cells; a longer number could overflow.
    if text.starts_with('0') || text.len() > 2 {
        return Err(PositionError::Run { row, run: quote(&text) });
    }
    text.parse().map_err(|_| PositionError::Run { row, run: text })
}

pub(super) fn read_number(what: Counter, text: &str, from: u32) -> Result<u32, PositionError> {
    let wrong = || PositionError::Number { what, found: quote(text), from };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return Err(wrong());
    }
    text.parse().ok().filter(|&number| number >= from).ok_or_else(wrong)
}

impl fmt::Display for RawPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(f, |_| None)
    }
}

impl RawPosition {
    /// Writes the string with the characters of `sign` on cells that are empty here, such as
    /// neutrals in a view.
    pub(crate) fn write_with(
        &self,
        f: &mut fmt::Formatter<'_>,
        sign: impl Fn(Cell) -> Option<char>,
    ) -> fmt::Result {
        for row in 0..board::ROWS {
            if row > 0 {
                f.write_str("/")?;
            }
            self.write_row(f, row, &sign)?;
        }
        write!(f, " {} {} {}", self.turn.key(), self.plies_since_capture, self.turn_number)
    }

    fn write_row(
        &self,
        f: &mut fmt::Formatter<'_>,
        row: usize,
        sign: &impl Fn(Cell) -> Option<char>,
    ) -> fmt::Result {
        let in_case = |side, letter: char| match side {
            Side::Gold => letter,
            Side::Green => letter.to_ascii_lowercase(),
        };
        let mut run = 0;
        for index in row * row..(row + 1) * (row + 1) {
            let goal =
                Side::ALL.into_iter().find(|&side| self.goals[side] == Some(Cell::new(index)));
            let text = match (self.board[index], goal) {
                (None, None) => {
                    let Some(sign) = sign(Cell::new(index)) else {
                        run += 1;
                        continue;
                    };
                    sign.to_string()
                }
                (Some((side, kind)), None) => in_case(side, kind.letter()).to_string(),
                (Some((side, kind)), Some(_)) => format!("{}+", in_case(side, kind.letter())),
                (None, Some(side)) => in_case(side, 'G').to_string(),
            };
            if run > 0 {
                write!(f, "{run}")?;
                run = 0;
            }
            f.write_str(&text)?;
        }
        if run > 0 { write!(f, "{run}") } else { Ok(()) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_raw().fmt(f)
    }
}

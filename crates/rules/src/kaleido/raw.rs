//! Raw positions and position strings (§3.6, R-KC7).

use super::board::{self, CASTLES, CELLS, RINGS, ring_len};
use super::dice::DiceTable;
use super::moves::Move;
use super::piece::{Color, Colors, Kind};
use super::position::Position;
use crate::Cell;
use crate::Refusal;
use crate::error::quote;
use std::fmt;
use std::str::FromStr;

/// A position as raw data, which need not be possible. [`Self::check`] makes a [`Position`] of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawPosition {
    /// The pieces, indexed by cell.
    pub board: [Option<(Color, Kind)>; CELLS],
    /// The colour to move.
    pub turn: Color,
    /// Each colour's own last move.
    pub undo: [Option<Move>; 4],
    /// The thrown face, 1 to 6.
    pub die: Option<u8>,
    /// The turn number, from 1.
    pub turn_number: u32,
}

impl RawPosition {
    /// The empty board, White to move.
    pub fn empty() -> Self {
        Self {
            board: [None; CELLS],
            turn: Color::White,
            undo: [None; 4],
            die: None,
            turn_number: 1,
        }
    }

    /// The colours that have pieces on the board.
    pub fn colors(&self) -> Colors {
        self.board.iter().flatten().map(|&(color, _)| color).collect()
    }

    /// The colours that have seats: those with pieces. If only one colour has pieces, the opposite
    /// colour has a seat too.
    pub fn seated(&self) -> Colors {
        let mut colors = self.colors();
        if colors.len() == 1 {
            let alone: Vec<Color> = colors.iter().collect();
            for color in alone {
                colors.insert(color.opposite());
            }
        }
        colors
    }

    /// Everything that makes the position impossible; `dice` says whether the game has dice.
    pub fn flaws(&self, dice: bool) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        if !self.colors().contains(self.turn) {
            flaws.push(Flaw::NoPieces { color: self.turn });
        }
        if !CASTLES.into_iter().any(|castle| self.board[castle.index()].is_some()) {
            flaws.push(Flaw::NoCastle);
        }
        if let (Some(face), false) = (self.die, dice) {
            flaws.push(Flaw::DieWithoutDice { face });
        }
        flaws
    }

    /// Checks the position, then eliminates colours without a castle and judges lock-ins.
    ///
    /// # Errors
    ///
    /// Returns everything that makes the position impossible.
    pub fn check(&self, dice: Option<DiceTable>) -> Result<Position, Flaws> {
        Position::from_raw(self, dice)
    }
}

/// A reason why a position is impossible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The colour to move has no pieces.
    #[error("it is {color}'s turn, but {color} has no piece on the board")]
    NoPieces {
        /// The colour to move.
        color: Color,
    },
    /// No colour holds a castle.
    #[error("nobody holds a castle (00, 1J, 3J, 5J, 7J)")]
    NoCastle,
    /// A thrown face in a game without dice.
    #[error("a {face} is thrown, but the game has no dice: expected '-', or the option dice=on")]
    DieWithoutDice {
        /// The face.
        face: u8,
    },
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

/// Why a position string was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Not five fields separated by single spaces.
    #[error("expected '<rings> <turn> <undo> <die> <move number>' with single spaces")]
    Fields,
    /// Not six parts: the centre and five rings.
    #[error("expected the centre and 5 rings joined by '/', found {0} parts")]
    RingCount(usize),
    /// A ring with the wrong number of cells.
    #[error("{}: {found} cells, expected {expected}", ring_name(*ring))]
    RingLength {
        /// The ring, 1 to 5; 0 for the centre.
        ring: usize,
        /// The number of cells in the text.
        found: usize,
        /// The number of cells of the ring.
        expected: usize,
    },
    /// Neither a piece nor a run of empty cells.
    #[error(
        "{}: '{found}' is no piece (a colour w r b g and a letter W D R E V L T H P, such as wW) and no number of empty cells",
        ring_name(*ring)
    )]
    Token {
        /// The ring, 1 to 5; 0 for the centre.
        ring: usize,
        /// The token as written.
        found: String,
    },
    /// A run of empty cells that is 0, has a leading zero, or follows another run.
    #[error(
        "{}: run of empty cells '{run}' must be one number from 1 without leading zeros, not followed by another",
        ring_name(*ring)
    )]
    Run {
        /// The ring, 1 to 5; 0 for the centre.
        ring: usize,
        /// The run as written.
        run: String,
    },
    /// A run of empty cells that is longer than any ring.
    #[error("{}: run of empty cells '{run}' is too large: the ring has {expected} cells", ring_name(*.ring))]
    LongRun {
        /// The ring, 1 to 5; 0 for the centre.
        ring: usize,
        /// The run as written.
        run: String,
        /// The number of cells of the ring.
        expected: usize,
    },
    /// Not a colour.
    #[error("turn '{0}': expected w, r, b or g")]
    Turn(String),
    /// The number of last moves is not the number of colours on the board.
    #[error(
        "last moves '{found}': expected {expected} of them, one for each colour on the board ({colors}), with ',' between"
    )]
    UndoCount {
        /// The text as written.
        found: String,
        /// The expected number.
        expected: usize,
        /// The letters of the colours on the board.
        colors: String,
    },
    /// A last move that is neither two different cells nor `-`.
    #[error("last move '{found}' of {color}: expected two different cells, such as 1B-2F, or '-'")]
    Undo {
        /// The text as written.
        found: String,
        /// The colour of the last move.
        color: Color,
    },
    /// Not a face of the die.
    #[error("die '{0}': expected 1 to 6, or '-'")]
    Die(String),
    /// Not a turn number.
    #[error("move number '{0}': expected a number from 1 without leading zeros, at most {max}", max = u32::MAX)]
    Number(String),
    /// Readable, but impossible.
    #[error("impossible position: {0}")]
    Impossible(Flaws),
}

fn ring_name(ring: usize) -> String {
    if ring == 0 { "centre".to_owned() } else { format!("ring {ring}") }
}

impl From<&Flaw> for Refusal {
    fn from(flaw: &Flaw) -> Self {
        let why = flaw.to_string();
        match *flaw {
            Flaw::NoPieces { color } => Self::new("flaw-no-pieces", why).with("side", color.key()),
            Flaw::NoCastle => Self::new("flaw-no-castle", why),
            Flaw::DieWithoutDice { face } => {
                Self::new("flaw-die-without-dice", why).with("face", face)
            }
        }
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        let why = error.to_string();
        match error {
            PositionError::Fields => Self::new("rings-fields", why),
            PositionError::RingCount(count) => Self::new("rings-count", why).with("count", count),
            PositionError::RingLength { ring, found, expected } => Self::new("rings-length", why)
                .with("ring", ring)
                .with("count", found)
                .with("expected", expected),
            PositionError::Token { ring, found } => {
                Self::new("rings-token", why).with("ring", ring).with("text", found)
            }
            PositionError::Run { ring, run } => {
                Self::new("rings-run", why).with("ring", ring).with("text", run)
            }
            PositionError::LongRun { ring, run, expected } => Self::new("rings-long-run", why)
                .with("ring", ring)
                .with("text", run)
                .with("expected", expected),
            PositionError::Turn(found) => Self::new("rings-turn", why).with("text", found),
            PositionError::UndoCount { found, expected, colors } => {
                Self::new("rings-undo-count", why)
                    .with("text", found)
                    .with("expected", expected)
                    .with("sides", colors)
            }
            PositionError::Undo { found, color } => {
                Self::new("rings-undo", why).with("text", found).with("side", color.key())
            }
            PositionError::Die(found) => Self::new("rings-die", why).with("text", found),
            PositionError::Number(found) => Self::new("rings-number", why).with("text", found),
            PositionError::Impossible(flaws) => {
                let reasons = flaws.0.iter().map(Self::from).collect();
                Self { reasons, ..Self::new("rings-impossible", why) }
            }
        }
    }
}

impl Position {
    /// Reads a position string of a game with this dice table, or without dice.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read, or what makes the position impossible.
    pub fn read(text: &str, dice: Option<DiceTable>) -> Result<Self, PositionError> {
        text.parse::<RawPosition>()?.check(dice).map_err(PositionError::Impossible)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a position string of a game without dice.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::read(text, None)
    }
}

impl FromStr for RawPosition {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[rings, turn, undo, die, number] = fields.as_slice() else {
            return Err(PositionError::Fields);
        };
        if fields.iter().any(|field| field.is_empty()) {
            return Err(PositionError::Fields);
        }
        let mut raw = Self::empty();
        raw.read_rings(rings)?;
        raw.turn = read_turn(turn)?;
        raw.undo = read_undo(undo, raw.colors())?;
        raw.die = read_die(die)?;
        raw.turn_number = read_number(number)?;
        Ok(raw)
    }
}

impl RawPosition {
    /// Reads the first field of a position string, the pieces on the board.
    pub(super) fn read_rings(&mut self, text: &str) -> Result<(), PositionError> {
        let rings: Vec<&str> = text.split('/').collect();
        if rings.len() != RINGS + 1 {
            return Err(PositionError::RingCount(rings.len()));
        }
        for (ring, text) in rings.into_iter().enumerate() {
            read_ring(self, ring, text)?;
        }
        Ok(())
    }
}

fn read_ring(raw: &mut RawPosition, ring: usize, text: &str) -> Result<(), PositionError> {
    let expected = ring_len(ring);
    let (mut place, mut after_run) = (0, false);
    for token in text.split(',') {
        if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) {
            if after_run || token.starts_with('0') {
                return Err(PositionError::Run { ring, run: quote(token) });
            }
            // The longest ring has 24 cells, so a valid run has at most two digits.
            let run = token.parse::<usize>().ok().filter(|_| token.len() <= 2);
            let long = || PositionError::LongRun { ring, run: quote(token), expected };
            (place, after_run) = (place + run.ok_or_else(long)?, true);
            continue;
        }
        let wrong = || PositionError::Token { ring, found: quote(token) };
        let piece = read_piece(token).ok_or_else(wrong)?;
        if place < expected {
            raw.board[board::at(ring, place).index()] = Some(piece);
        }
        (place, after_run) = (place + 1, false);
    }
    if place == expected {
        Ok(())
    } else {
        Err(PositionError::RingLength { ring, found: place, expected })
    }
}

/// Reads a colour and a kind, such as `wW`.
pub(super) fn read_piece(text: &str) -> Option<(Color, Kind)> {
    let mut letters = text.chars();
    let color = Color::from_letter(letters.next()?)?;
    let kind = Kind::from_letter(letters.next()?)?;
    letters.next().is_none().then_some((color, kind))
}

pub(super) fn read_turn(text: &str) -> Result<Color, PositionError> {
    let mut letters = text.chars();
    let color = letters.next().and_then(Color::from_letter);
    color.filter(|_| letters.next().is_none()).ok_or_else(|| PositionError::Turn(quote(text)))
}

fn read_undo(text: &str, colors: Colors) -> Result<[Option<Move>; 4], PositionError> {
    if colors.is_empty() && text == "-" {
        return Ok([None; 4]);
    }
    let entries: Vec<&str> = text.split(',').collect();
    if entries.len() != colors.len() {
        return Err(PositionError::UndoCount {
            found: quote(text),
            expected: colors.len(),
            colors: colors.iter().map(Color::letter).collect(),
        });
    }
    let mut undo = [None; 4];
    for (color, entry) in colors.iter().zip(entries) {
        undo[color as usize] = read_last_move(entry, color)?;
    }
    Ok(undo)
}

/// Reads a colour's last move, or `-` for none.
pub(super) fn read_last_move(text: &str, color: Color) -> Result<Option<Move>, PositionError> {
    if text == "-" {
        return Ok(None);
    }
    let cells = text.split_once('-');
    let cells = cells.and_then(|(from, to)| board::by_name(from).zip(board::by_name(to)));
    match cells.filter(|(from, to)| from != to) {
        Some((from, to)) => Ok(Some(Move::new(from, to))),
        None => Err(PositionError::Undo { found: quote(text), color }),
    }
}

pub(super) fn read_die(text: &str) -> Result<Option<u8>, PositionError> {
    match text.as_bytes() {
        b"-" => Ok(None),
        &[face @ b'1'..=b'6'] => Ok(Some(face - b'0')),
        _ => Err(PositionError::Die(quote(text))),
    }
}

pub(super) fn read_number(text: &str) -> Result<u32, PositionError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| digits).ok_or_else(|| PositionError::Number(quote(text)))
}

impl fmt::Display for RawPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ring in 0..=RINGS {
            if ring > 0 {
                f.write_str("/")?;
            }
            self.write_ring(f, ring)?;
        }
        write!(f, " {} ", self.turn.letter())?;
        self.write_undo(f)?;
        match self.die {
            Some(face) => write!(f, " {face} {}", self.turn_number),
            None => write!(f, " - {}", self.turn_number),
        }
    }
}

impl RawPosition {
    fn write_ring(&self, f: &mut fmt::Formatter<'_>, ring: usize) -> fmt::Result {
        let (mut run, mut comma) = (0, "");
        let cells = (0..ring_len(ring)).map(|place| self.board[board::at(ring, place).index()]);
        for piece in cells {
            let Some((color, kind)) = piece else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(f, "{comma}{run}")?;
                (run, comma) = (0, ",");
            }
            write!(f, "{comma}{}{}", color.letter(), kind.letter())?;
            comma = ",";
        }
        if run > 0 { write!(f, "{comma}{run}") } else { Ok(()) }
    }

    fn write_undo(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.colors().is_empty() {
            return f.write_str("-");
        }
        for (i, color) in self.colors().iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match self.undo[color as usize] {
                Some(last) => write!(f, "{}", cells_of(last))?,
                None => f.write_str("-")?,
            }
        }
        Ok(())
    }
}

/// Writes the two cells of a move, such as `1B-2F`.
pub(super) fn cells_of(m: Move) -> String {
    format!("{}-{}", board::name(m.from()), board::name(m.to()))
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_raw().fmt(f)
    }
}

impl RawPosition {
    /// What stands on a cell.
    pub fn piece(&self, cell: Cell) -> Option<(Color, Kind)> {
        self.board[cell.index()]
    }
}

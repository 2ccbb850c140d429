//! FEN with codes in braces and a seventh field (§4.6, R-GC20).

use super::board::{self, CELLS, SIZE};
use super::options::Promotion;
use super::piece::{Kind, Side};
use super::piece_type::PieceSet;
use super::position::Position;
use super::raw::{Flaws, RawPosition};
use crate::error::quote;
use crate::{BySide, Refusal};
use std::fmt;
use std::str::FromStr;

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Not six or seven fields separated by single spaces.
    #[error(
        "expected '<ranks> <w|b> - <en passant> <half-move clock> <move number>' and perhaps a seventh field, with single spaces"
    )]
    Fields,
    /// Not ten ranks.
    #[error("expected 10 ranks joined by '/', found {0}")]
    RankCount(usize),
    /// A rank with the wrong number of squares.
    #[error("rank {rank}: {found} squares, expected 10")]
    RankLength {
        /// The rank, 1 to 10.
        rank: usize,
        /// The number of squares in the text.
        found: usize,
    },
    /// A code that names no piece.
    #[error("rank {rank}: '{found}' is no piece")]
    Unknown {
        /// The rank, 1 to 10.
        rank: usize,
        /// The text as written.
        found: String,
    },
    /// Braces that do not hold a code of two letters.
    #[error("rank {rank}: '{found}': braces hold a code of two letters, such as {{Gr}} or {{gr}}")]
    Braces {
        /// The rank, 1 to 10.
        rank: usize,
        /// The text as written.
        found: String,
    },
    /// A run of empty squares that is not a number from 1 to 10.
    #[error(
        "rank {rank}: run of empty squares '{run}' must be a number from 1 to 10 without leading zeros"
    )]
    Run {
        /// The rank, 1 to 10.
        rank: usize,
        /// The run as written.
        run: String,
    },
    /// Not `w` or `b`.
    #[error("side to move '{0}': expected 'w' or 'b'")]
    Turn(String),
    /// A castling field other than `-`.
    #[error("castling '{0}': there is none in this game, expected '-'")]
    Castling(String),
    /// An en passant square that cannot be read.
    #[error("en passant square '{0}': expected '-' or a square such as e7")]
    EnPassant(String),
    /// A counter that cannot be read.
    #[error(
        "{what} '{found}': expected a number from {from} without leading zeros, at most {}",
        u32::MAX
    )]
    Number {
        /// The counter.
        what: Counter,
        /// The text as written.
        found: String,
        /// The lowest valid value.
        from: u32,
    },
    /// A part of the seventh field with a fault.
    #[error("seventh field, '{found}': {fault}")]
    Extra {
        /// The text as written.
        found: String,
        /// The fault.
        fault: ExtraFault,
    },
    /// Readable, but impossible (R-GC20).
    #[error("impossible position: {0}")]
    Impossible(Flaws),
}

/// A counter of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Counter {
    /// Plies since the last capture, conversion, promotion or pawn move.
    #[error("half-move clock")]
    Quiet,
    /// The move number.
    #[error("move number")]
    Number,
}

/// A fault of a part of the seventh field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExtraFault {
    /// Not of the form `key=value`.
    #[error("expected key=value with one of pool, init, last, shield, freeze")]
    Pair,
    /// An unknown key.
    #[error("expected one of the keys pool, init, last, shield, freeze")]
    Key,
    /// A repeated key.
    #[error("a key stands once")]
    Twice,
    /// A value that is no square.
    #[error("expected a square such as e7")]
    Square,
    /// A value that is not two lists separated by `/`.
    #[error("expected two lists with '/' between")]
    Lists,
    /// A kind that is repeated in `init=`.
    #[error("a kind stands once")]
    KindTwice,
    /// A value that is no code.
    #[error("expected the code of a piece")]
    Code,
    /// A value that is no list of codes.
    #[error("expected codes of pieces with commas between")]
    Codes,
    /// A king or pawn in a list of pieces that pawns become.
    #[error("no pawn becomes a king or pawn")]
    KingOrPawn,
    /// More pieces than the board has squares.
    #[error("more pieces than the board has squares")]
    Many,
}

impl From<ExtraFault> for Refusal {
    fn from(fault: ExtraFault) -> Self {
        let why = fault.to_string();
        match fault {
            ExtraFault::Pair | ExtraFault::Key => Self::new("fen-extra-key", why),
            ExtraFault::Twice => Self::new("fen-extra-twice", why),
            ExtraFault::Square => Self::new("fen-extra-square", why),
            ExtraFault::Lists => Self::new("fen-extra-lists", why),
            ExtraFault::KindTwice => Self::new("fen-extra-kind-twice", why),
            ExtraFault::Code => Self::new("fen-extra-code", why),
            ExtraFault::Codes => Self::new("fen-extra-codes", why),
            ExtraFault::KingOrPawn => Self::new("fen-extra-king-or-pawn", why),
            ExtraFault::Many => Self::new("fen-extra-many", why),
        }
    }
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        let why = error.to_string();
        match error {
            FenError::Fields => Self::new("fen-fields", why),
            FenError::RankCount(count) => Self::new("fen-rank-count", why).with("count", count),
            FenError::RankLength { rank, found } => {
                Self::new("fen-rank-length", why).with("rank", rank).with("count", found)
            }
            FenError::Unknown { rank, found } => {
                Self::new("fen-unknown", why).with("rank", rank).with("text", found)
            }
            FenError::Braces { rank, found } => {
                Self::new("fen-braces", why).with("rank", rank).with("text", found)
            }
            FenError::Run { rank, run } => {
                Self::new("fen-run", why).with("rank", rank).with("text", run)
            }
            FenError::Turn(found) => Self::new("fen-turn", why).with("text", found),
            FenError::Castling(found) => Self::new("fen-castling", why).with("text", found),
            FenError::EnPassant(found) => Self::new("fen-en-passant", why).with("text", found),
            FenError::Number { what: Counter::Quiet, found, from } => {
                Self::new("fen-clock", why).with("text", found).with("from", from)
            }
            FenError::Number { what: Counter::Number, found, from } => {
                Self::new("fen-number", why).with("text", found).with("from", from)
            }
            FenError::Extra { found, fault } => {
                Self::new("fen-extra", why).with("text", found).because(fault)
            }
            FenError::Impossible(flaws) => {
                let reasons = flaws.0.iter().map(Self::from).collect();
                Self { reasons, ..Self::new("fen-impossible", why) }
            }
        }
    }
}

impl FromStr for RawPosition {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(text, &PieceSet::standard())
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN of a game with the standard pieces and promotion to captured pieces.
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(text, Promotion::Captured, &PieceSet::standard())
    }
}

impl Position {
    /// Reads a FEN.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read, or what makes the position impossible (R-GC20).
    pub fn read(text: &str, promotion: Promotion, piece_set: &PieceSet) -> Result<Self, FenError> {
        RawPosition::read(text, piece_set)?.check(promotion).map_err(FenError::Impossible)
    }
}

impl RawPosition {
    /// Reads a FEN with the pieces of a game, without checking that the position is possible.
    ///
    /// # Errors
    ///
    /// Returns what cannot be read.
    pub fn read(text: &str, piece_set: &PieceSet) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (&[ranks, turn, castling, en_passant, quiet, number], extra) =
            fields.split_first_chunk().ok_or(FenError::Fields)?;
        let ranks: Vec<&str> = ranks.split('/').collect();
        if ranks.len() != SIZE {
            return Err(FenError::RankCount(ranks.len()));
        }
        let mut raw = Self::empty(piece_set);
        for (row, text) in ranks.into_iter().enumerate() {
            raw.read_rank(SIZE - 1 - row, text)?;
        }
        raw.turn = match turn {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(FenError::Turn(quote(turn))),
        };
        if castling != "-" {
            return Err(FenError::Castling(quote(castling)));
        }
        if en_passant != "-" {
            let wrong = || FenError::EnPassant(quote(en_passant));
            raw.en_passant = Some(board::by_name(en_passant).ok_or_else(wrong)?);
        }
        raw.halfmove_clock = read_number(Counter::Quiet, quiet, 0)?;
        raw.fullmove_number = read_number(Counter::Number, number, 1)?;
        match extra {
            [] => {}
            [extra] => raw.read_extra(extra)?,
            _ => return Err(FenError::Fields),
        }
        Ok(raw)
    }

    fn read_rank(&mut self, rank: usize, text: &str) -> Result<(), FenError> {
        let mut reader = RankReader { rank, file: 0, rest: text };
        while let Some(first) = reader.rest.chars().next() {
            if first.is_ascii_digit() {
                reader.file += reader.run()?;
                continue;
            }
            let piece = reader.piece(&self.piece_set)?;
            if reader.file < SIZE {
                self.board[board::at(reader.file, rank).index()] = Some(piece);
            }
            reader.file += 1;
        }
        if reader.file == SIZE {
            Ok(())
        } else {
            Err(FenError::RankLength { rank: rank + 1, found: reader.file })
        }
    }

    pub(super) fn read_extra(&mut self, text: &str) -> Result<(), FenError> {
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(';') {
            let wrong = |fault| FenError::Extra { found: quote(part), fault };
            let (key, value) = part.split_once('=').ok_or_else(|| wrong(ExtraFault::Pair))?;
            if seen.contains(&key) {
                return Err(wrong(ExtraFault::Twice));
            }
            seen.push(key);
            let square = || board::by_name(value).ok_or_else(|| wrong(ExtraFault::Square));
            let codes = |list: &str| self.read_codes(list).map_err(&wrong);
            match key {
                "pool" => {
                    let (white, black) =
                        value.split_once('/').ok_or_else(|| wrong(ExtraFault::Lists))?;
                    self.pools = Some(BySide([codes(white)?, codes(black)?]));
                }
                "init" => {
                    let kinds = codes(value)?;
                    if (1..kinds.len()).any(|i| kinds[..i].contains(&kinds[i])) {
                        return Err(wrong(ExtraFault::KindTwice));
                    }
                    self.initial = Some(kinds);
                }
                "last" => {
                    let kind = self.piece_set.by_code(value);
                    self.last = Some(kind.ok_or_else(|| wrong(ExtraFault::Code))?);
                }
                "shield" => self.shield = Some(square()?),
                "freeze" => self.freeze = Some(square()?),
                _ => return Err(wrong(ExtraFault::Key)),
            }
        }
        Ok(())
    }

    /// Reads a comma-separated list of codes in the spelling of the table.
    fn read_codes(&self, text: &str) -> Result<Vec<Kind>, ExtraFault> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let kinds: Option<Vec<Kind>> =
            text.split(',').map(|code| self.piece_set.by_code(code)).collect();
        let kinds = kinds.ok_or(ExtraFault::Codes)?;
        if kinds.iter().any(|&kind| kind == Kind::KING || kind == Kind::PAWN) {
            return Err(ExtraFault::KingOrPawn);
        }
        if kinds.len() > CELLS {
            return Err(ExtraFault::Many);
        }
        Ok(kinds)
    }
}

/// A reader of one rank, from the a-file on.
struct RankReader<'a> {
    rank: usize,
    file: usize,
    rest: &'a str,
}

impl RankReader<'_> {
    /// Reads a run of empty squares and returns its length.
    fn run(&mut self) -> Result<usize, FenError> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        let wrong = || FenError::Run { rank: self.rank + 1, run: quote(run) };
        if run.starts_with('0') {
            return Err(wrong());
        }
        run.parse().ok().filter(|&length| length <= SIZE).ok_or_else(wrong)
    }

    /// Reads a piece: a letter, or a code of two letters in braces.
    fn piece(&mut self, piece_set: &PieceSet) -> Result<(Side, Kind), FenError> {
        let rank = self.rank + 1;
        let code = if let Some(inside) = self.rest.strip_prefix('{') {
            let wrong = |found: &str| FenError::Braces { rank, found: quote(found) };
            let (code, rest) = inside.split_once('}').ok_or_else(|| wrong(self.rest))?;
            if code.chars().count() != 2 {
                return Err(wrong(&format!("{{{code}}}")));
            }
            self.rest = rest;
            code
        } else {
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            let (code, rest) = self.rest.split_at(length);
            self.rest = rest;
            code
        };
        let unknown = || FenError::Unknown { rank, found: quote(code) };
        if let Some(kind) = piece_set.by_code(code) {
            return Ok((Side::White, kind));
        }
        piece_set.by_lower(code).map(|kind| (Side::Black, kind)).ok_or_else(unknown)
    }
}

pub(super) fn read_number(what: Counter, text: &str, from: u32) -> Result<u32, FenError> {
    let wrong = || FenError::Number { what, found: quote(text), from };
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return Err(wrong());
    }
    text.parse().ok().filter(|&number| number >= from).ok_or_else(wrong)
}

impl fmt::Display for RawPosition {
    /// Writes the canonical FEN of R-GC20.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..SIZE).rev() {
            self.write_rank(f, rank)?;
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        let en_passant = self.en_passant.map_or("-", board::name);
        write!(
            f,
            "{} - {en_passant} {} {}",
            self.turn.letter(),
            self.halfmove_clock,
            self.fullmove_number
        )?;
        let extra = self.extra();
        if extra.is_empty() { Ok(()) } else { write!(f, " {}", extra.join(";")) }
    }
}

impl RawPosition {
    fn write_rank(&self, f: &mut fmt::Formatter<'_>, rank: usize) -> fmt::Result {
        let mut run = 0;
        for file in 0..SIZE {
            let Some((side, kind)) = self.piece(board::at(file, rank)) else {
                run += 1;
                continue;
            };
            if run > 0 {
                write!(f, "{run}")?;
                run = 0;
            }
            let piece_type = self.piece_set.get(kind);
            let code = if side == Side::White { piece_type.code } else { piece_type.lower };
            if code.len() == 1 { f.write_str(code)? } else { write!(f, "{{{code}}}")? }
        }
        if run > 0 { write!(f, "{run}") } else { Ok(()) }
    }

    /// A list of kinds as the seventh field writes it.
    pub(super) fn codes_text(&self, kinds: &[Kind]) -> String {
        let mut codes: Vec<&str> =
            kinds.iter().map(|&kind| self.piece_set.get(kind).code).collect();
        codes.sort_unstable();
        codes.join(",")
    }

    /// Both pools as the seventh field writes them.
    pub(super) fn pools_text(&self, pools: &BySide<Vec<Kind>>) -> String {
        format!("{}/{}", self.codes_text(&pools.0[0]), self.codes_text(&pools.0[1]))
    }

    /// The parts of the seventh field that are not at their defaults.
    fn extra(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let codes = |kinds: &[Kind]| self.codes_text(kinds);
        let pair = |pools: &BySide<Vec<Kind>>| self.pools_text(pools);
        if let Some(pools) = &self.pools {
            let pools = pair(pools);
            if pools != pair(&self.classic_pools()) {
                parts.push(format!("pool={pools}"));
            }
        }
        if let Some(initial) = &self.initial {
            let initial = codes(initial);
            if initial != codes(&Self::CLASSIC) {
                parts.push(format!("init={initial}"));
            }
        }
        let fool_to_move = self.board.contains(&Some((self.turn, Kind::FOOL)));
        if let Some(last) = self.last.filter(|_| fool_to_move) {
            parts.push(format!("last={}", self.piece_set.get(last).code));
        }
        for (key, cell) in [("shield", self.shield), ("freeze", self.freeze)] {
            if let Some(cell) = cell {
                parts.push(format!("{key}={}", board::name(cell)));
            }
        }
        parts
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_raw().fmt(f)
    }
}

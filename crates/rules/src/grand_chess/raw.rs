//! Positions as loose data, and FENs (RULES 4.6, R-GC20).

use super::board::{self, CELLS, SIZE};
use super::form::Forms;
use super::options::Promotion;
use super::piece::{BySide, Kind, Side};
use super::position::Position;
use crate::Cell;
use std::fmt;
use std::str::FromStr;

/// A position as loose data: nothing is checked but that it can be written down. [`Self::check`] makes
/// a [`Position`] of it.
#[derive(Clone, Debug)]
pub struct RawPosition {
    /// The piece on each cell, by the cell's index.
    pub board: [Option<(Side, Kind)>; CELLS],
    /// The side to move.
    pub turn: Side,
    /// The square that a pawn passed over by the last move.
    pub en_passant: Option<Cell>,
    /// Plies since the last capture, conversion, promotion or pawn move.
    pub quiet: u32,
    /// The move number, from 1.
    pub number: u32,
    /// The pools, each kind as often as it is held; nothing: the classic array minus the board.
    pub pools: Option<BySide<Vec<Kind>>>,
    /// The kinds of the first array; nothing: the classic ones.
    pub initial: Option<Vec<Kind>>,
    /// What a Fool of the side to move copies.
    pub last: Option<Kind>,
    /// The Fool that cannot be captured now.
    pub shield: Option<Cell>,
    /// The Fool that freezes its neighbours now.
    pub freeze: Option<Cell>,
    /// The pieces of the game.
    pub forms: &'static Forms,
}

/// The start of classic Grand Chess.
pub const CLASSIC_START: &str =
    "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

impl RawPosition {
    /// The kinds of the classic array that pawns may become.
    pub const CLASSIC: [Kind; 6] =
        [Kind::ROOK, Kind::KNIGHT, Kind::BISHOP, Kind::QUEEN, Kind::CARDINAL, Kind::MARSHALL];

    /// The empty board, White to move.
    pub fn empty(forms: &'static Forms) -> Self {
        Self {
            board: [None; CELLS],
            turn: Side::White,
            en_passant: None,
            quiet: 0,
            number: 1,
            pools: None,
            initial: None,
            last: None,
            shield: None,
            freeze: None,
            forms,
        }
    }

    /// The pools that a FEN without `pool=` stands for.
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

    /// The kind that moved last, as far as the fields tell.
    pub(super) fn last_kind(&self) -> Option<Kind> {
        let told = |there: bool, kind: Kind| there.then_some(kind);
        self.last
            .or_else(|| told(self.en_passant.is_some(), Kind::PAWN))
            .or_else(|| told(self.shield.is_some(), Kind::BLOCK))
            .or_else(|| told(self.freeze.is_some(), Kind::IMMOBILIZER))
    }

    fn piece(&self, cell: Cell) -> Option<(Side, Kind)> {
        self.board[cell.index()]
    }

    /// Checks the position against chapter 4.
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
        if self.number == 0 {
            flaws.push(Flaw::MoveNumber);
        }
        if !flaws.is_empty() {
            return Err(Flaws(flaws));
        }
        let position = Position::from_raw(self, promotion, kings);
        if position.enemy_king_hangs() {
            return Err(Flaws(vec![Flaw::InCheck { side: !self.turn }]));
        }
        Ok(position)
    }

    fn check_en_passant(&self, flaws: &mut Vec<Flaw>) {
        let Some(cell) = self.en_passant else { return };
        let them = !self.turn;
        let beside = |up: i8| {
            board::step(cell, (0, up * them.forward())).map(|neighbour| self.piece(neighbour))
        };
        let passed = them.rank(board::rank(cell)) == 3
            && self.piece(cell).is_none()
            && beside(1) == Some(Some((them, Kind::PAWN)))
            && beside(-1) == Some(None);
        if !passed {
            flaws.push(Flaw::EnPassant { cell });
        }
        if self.quiet > 0 {
            flaws.push(Flaw::Contradiction("after a double step the half-move clock is 0"));
        }
        if self.last.is_some_and(|kind| kind != Kind::PAWN) {
            flaws.push(Flaw::Contradiction("after a double step the last moved piece is P"));
        }
        if self.shield.is_some() || self.freeze.is_some() {
            flaws.push(Flaw::Contradiction("a double step is no move of a Fool"));
        }
    }

    fn check_fools(&self, flaws: &mut Vec<Flaw>) {
        if self.last == Some(Kind::FOOL) {
            flaws.push(Flaw::Contradiction("last= names what a Fool copies, never Fo"));
        }
        let marks =
            [("shield", self.shield, Kind::BLOCK), ("freeze", self.freeze, Kind::IMMOBILIZER)];
        for (key, cell, copied) in marks {
            let Some(cell) = cell else { continue };
            if self.piece(cell) != Some((!self.turn, Kind::FOOL)) {
                flaws.push(Flaw::NoFool { key, cell });
            }
            if self.last.is_some_and(|kind| kind != copied) {
                flaws.push(Flaw::Contradiction("shield= goes with last=Bl, freeze= with last=Im"));
            }
        }
        if self.shield.is_some() && self.freeze.is_some() {
            flaws.push(Flaw::Contradiction("one move makes no shield= and freeze= at once"));
        }
    }
}

impl PartialEq for RawPosition {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

/// One thing that makes a position impossible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// Not exactly one king.
    #[error("{side} has {count} kings, expected one")]
    Kings {
        /// Whose.
        side: Side,
        /// How many.
        count: usize,
    },
    /// A pawn where none can be.
    #[error("{side} has a pawn on {}, and no pawn stands on rank 1 or 10", board::name(*.cell))]
    PawnOnLastRank {
        /// Whose.
        side: Side,
        /// Where.
        cell: Cell,
    },
    /// No double step can have passed there.
    #[error("en passant square {}: no pawn can have passed it by the last move", board::name(*.cell))]
    EnPassant {
        /// Where.
        cell: Cell,
    },
    /// A mark on a square without the Fool that it is for.
    #[error("{key}={}: no Fool of the side that is not to move stands there", board::name(*.cell))]
    NoFool {
        /// `shield` or `freeze`.
        key: &'static str,
        /// Where.
        cell: Cell,
    },
    /// Fields that do not go together.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The move number is 0.
    #[error("move number 0: moves are counted from 1")]
    MoveNumber,
    /// The side that is not to move could lose its king at once.
    #[error("{side} is in check and not to move")]
    InCheck {
        /// Which.
        side: Side,
    },
}

/// Everything that makes a position impossible.
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

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// Not six or seven fields with single spaces between.
    #[error(
        "expected '<ranks> <w|b> - <en passant> <half-move clock> <move number>' and perhaps a seventh field, with single spaces"
    )]
    Fields,
    /// Not ten ranks.
    #[error("expected 10 ranks joined by '/', found {0}")]
    RankCount(usize),
    /// A rank that does not fill its squares.
    #[error("rank {rank}: {found} squares, expected 10")]
    RankLength {
        /// The rank, 1 to 10.
        rank: usize,
        /// Squares in the text.
        found: usize,
    },
    /// A code that names no piece.
    #[error("rank {rank}: '{found}' is no piece")]
    Unknown {
        /// The rank, 1 to 10.
        rank: usize,
        /// As written.
        found: String,
    },
    /// Braces that do not hold a code of two letters.
    #[error("rank {rank}: '{found}': braces hold a code of two letters, such as {{Gr}} or {{gr}}")]
    Braces {
        /// The rank, 1 to 10.
        rank: usize,
        /// As written.
        found: String,
    },
    /// A run of empty squares that is not a number from 1 to 10.
    #[error(
        "rank {rank}: run of empty squares '{run}' must be a number from 1 to 10 without leading zeros"
    )]
    Run {
        /// The rank, 1 to 10.
        rank: usize,
        /// As written.
        run: String,
    },
    /// Not `w` or `b`.
    #[error("side to move '{0}': expected 'w' or 'b'")]
    Turn(String),
    /// Castling does not exist.
    #[error("castling '{0}': there is none in this game, expected '-'")]
    Castling(String),
    /// A square that cannot be read.
    #[error("{what} '{found}': expected {expected}")]
    Square {
        /// Which field.
        what: &'static str,
        /// As written.
        found: String,
        /// What it may be.
        expected: &'static str,
    },
    /// A counter that cannot be read.
    #[error(
        "{what} '{found}': expected a number from {from} without leading zeros, at most {}",
        u32::MAX
    )]
    Number {
        /// Which counter.
        what: &'static str,
        /// As written.
        found: String,
        /// The lowest value.
        from: u32,
    },
    /// A part of the seventh field that cannot be read.
    #[error("seventh field, '{found}': {expected}")]
    Extra {
        /// As written.
        found: String,
        /// What is wrong with it.
        expected: &'static str,
    },
    /// Readable, but against chapter 4.
    #[error("impossible position: {0}")]
    Impossible(Flaws),
}

impl FromStr for RawPosition {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(text, Forms::standard())
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN of a game with promotion to captured pieces.
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read(text, Promotion::Captured, Forms::standard())
    }
}

impl Position {
    /// Reads a FEN.
    pub fn read(text: &str, promotion: Promotion, forms: &'static Forms) -> Result<Self, FenError> {
        RawPosition::read(text, forms)?.check(promotion).map_err(FenError::Impossible)
    }
}

impl RawPosition {
    /// Reads a FEN with the pieces of a game.
    pub fn read(text: &str, forms: &'static Forms) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (&[ranks, turn, castling, en_passant, quiet, number], extra) =
            fields.split_first_chunk().ok_or(FenError::Fields)?;
        let ranks: Vec<&str> = ranks.split('/').collect();
        if ranks.len() != SIZE {
            return Err(FenError::RankCount(ranks.len()));
        }
        let mut raw = Self::empty(forms);
        for (row, text) in ranks.into_iter().enumerate() {
            raw.read_rank(SIZE - 1 - row, text)?;
        }
        raw.turn = match turn {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(FenError::Turn(turn.to_owned())),
        };
        if castling != "-" {
            return Err(FenError::Castling(castling.to_owned()));
        }
        if en_passant != "-" {
            let wrong = || FenError::Square {
                what: "en passant square",
                found: en_passant.to_owned(),
                expected: "'-' or a square such as e7",
            };
            raw.en_passant = Some(board::by_name(en_passant).ok_or_else(wrong)?);
        }
        raw.quiet = read_number("half-move clock", quiet, 0)?;
        raw.number = read_number("move number", number, 1)?;
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
            let piece = reader.piece(self.forms)?;
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

    fn read_extra(&mut self, text: &str) -> Result<(), FenError> {
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(';') {
            let wrong = |expected| FenError::Extra { found: part.to_owned(), expected };
            let (key, value) = part.split_once('=').ok_or_else(|| {
                wrong("expected key=value with one of pool, init, last, shield, freeze")
            })?;
            if seen.contains(&key) {
                return Err(wrong("a key stands once"));
            }
            seen.push(key);
            let square =
                || board::by_name(value).ok_or_else(|| wrong("expected a square such as e7"));
            let codes = |list: &str| self.read_codes(list).map_err(&wrong);
            match key {
                "pool" => {
                    let (white, black) = value
                        .split_once('/')
                        .ok_or_else(|| wrong("expected two lists with '/' between"))?;
                    self.pools = Some(BySide([codes(white)?, codes(black)?]));
                }
                "init" => {
                    let kinds = codes(value)?;
                    if (1..kinds.len()).any(|i| kinds[..i].contains(&kinds[i])) {
                        return Err(wrong("a kind stands once"));
                    }
                    self.initial = Some(kinds);
                }
                "last" => {
                    let kind = self.forms.by_code(value);
                    self.last = Some(kind.ok_or_else(|| wrong("expected the code of a piece"))?);
                }
                "shield" => self.shield = Some(square()?),
                "freeze" => self.freeze = Some(square()?),
                _ => {
                    return Err(wrong("expected one of the keys pool, init, last, shield, freeze"));
                }
            }
        }
        Ok(())
    }

    /// Reads codes in the spelling of the table with commas between.
    fn read_codes(&self, text: &str) -> Result<Vec<Kind>, &'static str> {
        if text.is_empty() {
            return Ok(Vec::new());
        }
        let kinds: Option<Vec<Kind>> =
            text.split(',').map(|code| self.forms.by_code(code)).collect();
        let kinds = kinds.ok_or("expected codes of pieces with commas between")?;
        if kinds.iter().any(|&kind| kind == Kind::KING || kind == Kind::PAWN) {
            return Err("no pawn becomes a king or pawn");
        }
        if kinds.len() > CELLS {
            return Err("more pieces than the board has squares");
        }
        Ok(kinds)
    }
}

/// Reads one rank from left to right.
struct RankReader<'a> {
    rank: usize,
    file: usize,
    rest: &'a str,
}

impl RankReader<'_> {
    /// Takes a run of empty squares.
    fn run(&mut self) -> Result<usize, FenError> {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        let wrong = || FenError::Run { rank: self.rank + 1, run: run.to_owned() };
        if run.starts_with('0') {
            return Err(wrong());
        }
        run.parse().ok().filter(|&length| length <= SIZE).ok_or_else(wrong)
    }

    /// Takes a piece: a letter, or two in braces.
    fn piece(&mut self, forms: &Forms) -> Result<(Side, Kind), FenError> {
        let rank = self.rank + 1;
        let code = if let Some(inside) = self.rest.strip_prefix('{') {
            let wrong = |found: &str| FenError::Braces { rank, found: found.to_owned() };
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
        let unknown = || FenError::Unknown { rank, found: code.to_owned() };
        if let Some(kind) = forms.by_code(code) {
            return Ok((Side::White, kind));
        }
        forms.by_lower(code).map(|kind| (Side::Black, kind)).ok_or_else(unknown)
    }
}

fn read_number(what: &'static str, text: &str, from: u32) -> Result<u32, FenError> {
    let wrong = || FenError::Number { what, found: text.to_owned(), from };
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
        write!(f, "{} - {en_passant} {} {}", self.turn.letter(), self.quiet, self.number)?;
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
            let form = self.forms.get(kind);
            let code = if side == Side::White { form.code } else { form.lower };
            if code.len() == 1 { f.write_str(code)? } else { write!(f, "{{{code}}}")? }
        }
        if run > 0 { write!(f, "{run}") } else { Ok(()) }
    }

    /// The parts of the seventh field that say something.
    fn extra(&self) -> Vec<String> {
        let mut parts = Vec::new();
        let codes = |kinds: &[Kind]| {
            let mut codes: Vec<&str> =
                kinds.iter().map(|&kind| self.forms.get(kind).code).collect();
            codes.sort_unstable();
            codes.join(",")
        };
        let pair =
            |pools: &BySide<Vec<Kind>>| format!("{}/{}", codes(&pools.0[0]), codes(&pools.0[1]));
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
            parts.push(format!("last={}", self.forms.get(last).code));
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

//! The piece table compiled into attack tables.
//!
//! Leaps become sets indexed by side and square. Full lines become flags, so that sliders share the
//! board's ray tables. All other movement ("paths": bent riders, hoppers, limited riders) depends
//! on the occupied squares and is followed when needed; a set of the squares that it reaches at
//! best rules most of it out.

use super::board::{self, CELLS, DIAGONAL, ORTHOGONAL, Step};
use super::paths::{for_side, on_empty_board, path_reaches, path_targets, relevant_squares};
use super::piece::{Kind, KindSet, Side};
use super::table::{ANY, KNIGHT, Mode, Movement, Path, Row, Rule, TABLE};
use crate::{BySide, Cell, CellSet};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// The maximal number of own pieces of a game.
pub const MOST_OWN: usize = 8;

/// Target sets indexed by side and origin.
type TargetTable = BySide<[CellSet; CELLS]>;

/// The movement and attacks of a kind of piece, compiled from its row of the table.
#[derive(Debug)]
pub struct PieceType {
    /// The code in FENs and moves.
    pub code: &'static str,
    /// The code in lower case, for Black's pieces in FENs and for promotions.
    pub lower: &'static str,
    /// Whether it is locked on its owner's first five moves (R-GC7).
    pub locked: bool,
    /// Its named rule.
    pub rule: Rule,
    /// Leaps to empty squares.
    pub(super) move_leaps: TargetTable,
    /// Leaps that capture.
    pub(super) capture_leaps: TargetTable,
    /// Whether it moves and captures along full ranks and files.
    pub(super) rook: Lines,
    pub(super) bishop: Lines,
    /// All other movement.
    pub(super) paths: Vec<Movement>,
    /// Whether it captures as it moves, by leaps and full lines only.
    captures_as_it_moves: bool,
    /// How its attacks are found.
    pub(super) attacks: Attacks,
}

/// Whether a piece moves and captures along the full lines of a rook or bishop.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    pub(super) moves: bool,
    pub(super) captures: bool,
}

/// How the attacks of a kind are found from the attacked square.
///
/// A position has bitboards of all pieces that attack along rook lines, along bishop lines, by
/// knight leaps and as pawns. Other attacks are tested piece by piece.
#[derive(Debug)]
pub(super) struct Attacks {
    /// The position's bitboards that contain the kind.
    pub(super) sets: AttackSets,
    /// Capturing leaps, without those of a knight if the kind is in the bitboard of knights.
    pub(super) leaps: TargetTable,
    /// Capturing paths that are not leaps or full lines.
    pub(super) paths: Vec<Path>,
    /// The squares that those paths can reach with suitable pieces on the board.
    pub(super) paths_on_empty_board: TargetTable,
    /// Whether the bitboards describe the kind completely: it moves as it captures and has no named
    /// rule.
    pub(super) classic: bool,
    /// Whether the bitboards do not describe all its attacks.
    pub(super) irregular: bool,
}

/// The bitboards of a position that contain a kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AttackSets {
    pub(super) rooks: bool,
    pub(super) bishops: bool,
    pub(super) knights: bool,
}

/// The pieces of a game: those of the table, then the own ones. Cloning is cheap: own pieces are
/// shared and dropped with the last clone.
#[derive(Clone, Debug)]
pub struct PieceSet {
    table: &'static CompiledTable,
    own: Option<Arc<[PieceType]>>,
}

/// The pieces of the table, compiled.
#[derive(Debug)]
struct CompiledTable {
    piece_types: Vec<PieceType>,
    locked: KindSet,
}

impl PieceSet {
    /// The pieces of the table.
    pub fn standard() -> Self {
        static STANDARD: LazyLock<CompiledTable> = LazyLock::new(|| CompiledTable {
            piece_types: TABLE.iter().map(PieceType::of).collect(),
            locked: Kind::all().filter(|kind| TABLE[kind.index()].locked).collect(),
        });
        Self { table: &STANDARD, own: None }
    }

    /// The pieces of the table and these own ones, at most [`MOST_OWN`].
    pub(super) fn with_own(own: Vec<PieceType>) -> Self {
        debug_assert!(own.len() <= MOST_OWN && own.iter().all(|piece_type| !piece_type.locked));
        Self { own: Some(own.into()), ..Self::standard() }
    }

    /// Whether the set has no own pieces.
    pub fn is_standard(&self) -> bool {
        self.own.is_none()
    }

    /// Whether both sets are the same; own pieces must come from the same parse.
    pub fn is_same_as(&self, other: &Self) -> bool {
        match (&self.own, &other.own) {
            (Some(own), Some(others)) => Arc::ptr_eq(own, others),
            (own, others) => own.is_none() && others.is_none(),
        }
    }

    /// The piece type of a kind, which must belong to the set.
    #[inline]
    pub fn get(&self, kind: Kind) -> &PieceType {
        let index = kind.index();
        match self.table.piece_types.get(index) {
            Some(piece_type) => piece_type,
            None => &self.own.as_deref().unwrap_or_default()[index - TABLE.len()],
        }
    }

    /// All kinds of the set.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let own = self.own.as_ref().map_or(0, |own| own.len());
        (0..TABLE.len() + own).map(|index| Kind(index as u8))
    }

    /// The kind with exactly this code, or `None`.
    pub fn by_code(&self, code: &str) -> Option<Kind> {
        self.kinds().find(|&kind| self.get(kind).code == code)
    }

    /// The kind with this code in lower case, or `None`.
    pub fn by_lower(&self, lower: &str) -> Option<Kind> {
        self.kinds().find(|&kind| self.get(kind).lower == lower)
    }

    /// The kinds that are locked on their owner's first moves.
    pub const fn locked(&self) -> KindSet {
        self.table.locked
    }
}

impl PieceType {
    /// Compiles a row of the table.
    pub fn of(row: &Row) -> Self {
        Self::new(row.code, row.movements, row.locked, row.rule)
    }

    /// Compiles an own piece, which has no named rule and is never locked. Its code is a capital
    /// and a lower-case letter.
    pub(super) fn own(code: &str, ways: &[Movement]) -> Self {
        Self::new(code, ways, false, Rule::None)
    }

    fn new(code: &str, ways: &[Movement], locked: bool, rule: Rule) -> Self {
        let none = || BySide([[CellSet::EMPTY; CELLS]; 2]);
        let (code, lower) = interned_code(code);
        let mut piece_type = Self {
            code,
            lower,
            locked,
            rule,
            move_leaps: none(),
            capture_leaps: none(),
            rook: Lines::default(),
            bishop: Lines::default(),
            paths: Vec::new(),
            captures_as_it_moves: false,
            attacks: Attacks::new(ways, locked, rule),
        };
        for &way in ways {
            piece_type.add(way);
        }
        piece_type.captures_as_it_moves =
            piece_type.paths.is_empty() && ways.iter().all(|way| way.mode == Mode::Both);
        piece_type
    }

    fn add(&mut self, way: Movement) {
        match way.path {
            Path::Leap(steps) | Path::Slide(steps, 1) => {
                if way.mode.moves() {
                    add_leaps(&mut self.move_leaps, steps);
                }
                if way.mode.captures() {
                    add_leaps(&mut self.capture_leaps, steps);
                }
            }
            Path::Slide(steps, ANY) if lines(steps) != (false, false) => {
                let (rook, bishop) = lines(steps);
                for (lines, is_line) in [(&mut self.rook, rook), (&mut self.bishop, bishop)] {
                    lines.moves |= is_line && way.mode.moves();
                    lines.captures |= is_line && way.mode.captures();
                }
            }
            _ => self.paths.push(way),
        }
    }

    /// The empty squares that the piece can move to, and the occupied ones on which it captures by
    /// replacement, whichever side's piece stands there.
    #[inline]
    pub fn reach(&self, side: Side, from: Cell, occupied: CellSet) -> (CellSet, CellSet) {
        let rook = || board::rook_reach(from, occupied);
        self.reach_with(side, from, occupied, rook, || board::bishop_reach(from, occupied))
    }

    /// As [`Self::reach`], with the attacks of sliders from `from` already computed.
    #[inline]
    pub fn reach_along(
        &self,
        side: Side,
        from: Cell,
        occupied: CellSet,
        lines: board::LineReach,
    ) -> (CellSet, CellSet) {
        self.reach_with(side, from, occupied, || lines.rook, || lines.bishop)
    }

    #[inline]
    fn reach_with(
        &self,
        side: Side,
        from: Cell,
        occupied: CellSet,
        rook: impl Fn() -> CellSet,
        bishop: impl Fn() -> CellSet,
    ) -> (CellSet, CellSet) {
        if self.captures_as_it_moves {
            let mut reach = self.capture_leaps[side][from.index()];
            if self.rook.captures {
                reach |= rook();
            }
            if self.bishop.captures {
                reach |= bishop();
            }
            return (reach - occupied, reach & occupied);
        }
        let mut moves = self.move_leaps[side][from.index()];
        let mut captures = self.capture_leaps[side][from.index()];
        if self.rook.moves || self.rook.captures {
            add_line_targets(&mut moves, &mut captures, self.rook, rook());
        }
        if self.bishop.moves || self.bishop.captures {
            add_line_targets(&mut moves, &mut captures, self.bishop, bishop());
        }
        for way in &self.paths {
            let reach = path_targets(way.path, side, from, occupied);
            let lines = Lines { moves: way.mode.moves(), captures: way.mode.captures() };
            add_line_targets(&mut moves, &mut captures, lines, reach);
        }
        (moves - occupied, captures & occupied)
    }

    /// Whether the piece on `from` captures by replacement on `target`, an occupied square.
    pub fn can_capture_on(&self, side: Side, from: Cell, target: Cell, occupied: CellSet) -> bool {
        let attacks = &self.attacks;
        self.capture_leaps[side][from.index()].contains(target)
            || attacks.sets.rooks
                && board::rook_lines(from).contains(target)
                && !board::between(from, target).meets(occupied)
            || attacks.sets.bishops
                && board::bishop_lines(from).contains(target)
                && !board::between(from, target).meets(occupied)
            || self.path_captures(side, from, target, occupied)
    }

    /// As [`Self::can_capture_on`], for movement other than leaps and full lines.
    #[inline]
    pub(super) fn path_captures(
        &self,
        side: Side,
        from: Cell,
        target: Cell,
        occupied: CellSet,
    ) -> bool {
        let attacks = &self.attacks;
        attacks.paths_on_empty_board[side][from.index()].contains(target)
            && attacks.paths.iter().any(|&path| path_reaches(path, side, from, target, occupied))
    }

    /// The relevant squares of [`Self::path_captures`]: the occupation of others does not change
    /// it.
    pub(super) fn relevant_squares(&self, side: Side, from: Cell, target: Cell) -> CellSet {
        let paths = self.attacks.paths.iter();
        paths.fold(CellSet::EMPTY, |set, &path| set | relevant_squares(path, side, from, target))
    }
}

#[inline]
fn add_line_targets(moves: &mut CellSet, captures: &mut CellSet, lines: Lines, reach: CellSet) {
    if lines.moves {
        *moves |= reach;
    }
    if lines.captures {
        *captures |= reach;
    }
}

/// Returns static copies of a code and its lower-case form, since plain data needs them. All
/// possible codes are interned: a capital, alone or with a lower-case letter.
fn interned_code(code: &str) -> (&'static str, &'static str) {
    type Codes = BTreeMap<String, String>;
    static CODES: LazyLock<Codes> = LazyLock::new(|| {
        let second = || ('a'..='z').map(Some).chain([None]);
        let codes = ('A'..='Z').flat_map(|first| second().map(move |then| (first, then)));
        let codes = codes
            .map(|(first, then)| first.to_string() + &then.map_or_else(String::new, String::from));
        codes.map(|code| (code.clone(), code.to_ascii_lowercase())).collect()
    });
    let found = CODES.get_key_value(code);
    found.map_or(("?", "?"), |(code, lower)| (code.as_str(), lower.as_str()))
}

impl Attacks {
    fn new(ways: &[Movement], locked: bool, rule: Rule) -> Self {
        let none = || BySide([[CellSet::EMPTY; CELLS]; 2]);
        let mut attacks = Self {
            sets: AttackSets::default(),
            leaps: none(),
            paths: Vec::new(),
            paths_on_empty_board: none(),
            classic: false,
            irregular: false,
        };
        for way in ways.iter().filter(|way| way.mode.captures()) {
            match way.path {
                Path::Leap(steps) | Path::Slide(steps, 1) => {
                    if steps == KNIGHT && !locked {
                        attacks.sets.knights = true;
                    } else {
                        add_leaps(&mut attacks.leaps, steps);
                    }
                }
                // A locked kind is in no bitboard, so that these need not depend on the move
                // number.
                Path::Slide(steps, ANY) if lines(steps) != (false, false) && !locked => {
                    let (rook, bishop) = lines(steps);
                    attacks.sets.rooks |= rook;
                    attacks.sets.bishops |= bishop;
                }
                path => attacks.add_path(path),
            }
        }
        // Both attack a neighbouring king, though not by moving to its square.
        if matches!(rule, Rule::Diplomat | Rule::Chameleon) {
            add_leaps(&mut attacks.leaps, &board::DIRECTIONS);
        }
        let classic = |way: &Movement| {
            let known = match way.path {
                Path::Leap(steps) => steps == KNIGHT,
                Path::Slide(steps, most) => most == ANY && lines(steps) != (false, false),
                _ => false,
            };
            known && way.mode == Mode::Both
        };
        attacks.classic = rule == Rule::None && !locked && ways.iter().all(classic);
        let rules = [Rule::Archer, Rule::Advancer, Rule::Withdrawer, Rule::Coordinator];
        attacks.irregular = rules.contains(&rule)
            || !attacks.paths.is_empty()
            || attacks.leaps.0[0].iter().any(|set| !set.is_empty());
        attacks
    }

    fn add_path(&mut self, path: Path) {
        self.paths.push(path);
        for side in Side::ALL {
            for from in board::ALL {
                self.paths_on_empty_board[side][from.index()] |= on_empty_board(path, side, from);
            }
        }
    }
}

/// Whether the directions are those of a rook, of a bishop, or of both; (`false`, `false`) for
/// others.
fn lines(steps: &[Step]) -> (bool, bool) {
    let all_of = |four: [Step; 4]| four.iter().all(|step| steps.contains(step));
    let (rook, bishop) = (all_of(ORTHOGONAL), all_of(DIAGONAL));
    if steps.len() == 4 * (usize::from(rook) + usize::from(bishop)) {
        (rook, bishop)
    } else {
        (false, false)
    }
}

/// Adds the targets of steps, oriented for each side, to a table.
fn add_leaps(table: &mut TargetTable, steps: &[Step]) {
    for side in Side::ALL {
        for from in board::ALL {
            for &step in steps {
                if let Some(to) = board::step(from, for_side(side, step)) {
                    table[side][from.index()].insert(to);
                }
            }
        }
    }
}

//! Piece values, derived from mobility on random boards.
//!
//! The method, for any set of pieces, custom ones included:
//!
//! 1. On random boards with 20, 30 and 40 squares occupied, from every square, count the empty
//!    squares to which a piece may move and the occupied squares on which it may capture. Divided
//!    by the share of empty or occupied squares, both give the same number for a piece that
//!    captures as it moves: the number of squares on which it acts. Moving counts 2/5, capturing
//!    3/5. Squares ahead count a little more than those beside and behind.
//! 2. The numbers are scaled so that the knight has 8. Pieces that cannot reach the whole board
//!    lose a little for each halving of what they reach.
//! 3. A piece with `n` squares is worth `32 n + 0.66 n²` hundredths of a pawn: many squares
//!    are worth more than their sum, because one piece uses them all at once.
//!
//! Pieces that capture or act in another way than by moving to the victim's square are counted by
//! rules of their own. The constants were set by hand, so that the classic pieces get their usual
//! values.

use heterodox_rules::SplitMix64;
use heterodox_rules::grand_chess::table::Rule;
use heterodox_rules::grand_chess::{Kind, PieceSet, PieceType, Side, board};
use heterodox_rules::{Cell, CellSet};
use std::sync::{Arc, LazyLock};

/// The value of a pawn; the unit.
pub(super) const PAWN: i32 = 100;
/// The value of a king in an exchange: it captures last.
pub(super) const KING: i32 = 10_000;

/// The numbers of occupied squares on the random boards.
const FILLINGS: [usize; 3] = [20, 30, 40];
const BOARDS: usize = 8;
const SEED: u64 = 0x6772_616E_6463_6873;

const MOVING: f64 = 0.4;
const CAPTURING: f64 = 0.6;
const AHEAD: f64 = 1.15;
const BESIDE: f64 = 0.95;
const BEHIND: f64 = 0.9;
/// The number of squares to which the knight is scaled.
const KNIGHT_SQUARES: f64 = 8.0;
/// The share lost for each halving of the reachable squares.
const HALVING: f64 = 0.06;
const LINEAR: f64 = 32.0;
const SQUARED: f64 = 0.66;
/// The factor of locked pieces, which come into play late.
const LOCKED: f64 = 0.97;
/// The factor of a conversion: it takes a piece and gives one.
const CONVERSION: f64 = 1.8;
/// The share of enemies that a Chameleon can capture in their own way.
const MIMICRY: f64 = 0.35;
/// The value of freezing the adjacent enemies, in squares.
const FREEZING: f64 = 9.0;
/// The factor of a Block, which can neither be captured nor win anything.
const BLOCKING: f64 = 0.5;
/// The value of a Fool, as a share of the mean piece: the opponent decides what it copies.
const COPYING: f64 = 0.6;

/// The piece values of a game.
#[derive(Clone, Debug)]
pub struct Values {
    /// The squares of the knight before scaling.
    knight: f64,
    by_kind: [i32; Kind::MOST],
    /// The mean number of target squares, in tenths.
    mean_mobility: [i32; Kind::MOST],
}

impl Values {
    /// The values of these pieces. Those of the standard table are computed once, custom ones every
    /// time (less than a millisecond each).
    pub fn of(piece_set: &PieceSet) -> Arc<Self> {
        static TABLE: LazyLock<Arc<Values>> = LazyLock::new(|| Arc::new(Values::of_the_table()));
        if piece_set.is_standard() {
            TABLE.clone()
        } else {
            Arc::new(Self::with_own(&TABLE, piece_set))
        }
    }

    /// The values with those of the standard kinds scaled by a percentage each.
    pub(super) fn scaled(self: Arc<Self>, percentages: &[i32; Kind::COUNT]) -> Arc<Self> {
        if percentages.iter().all(|&percent| percent == 100) {
            return self;
        }
        let mut values = Self::clone(&self);
        for (value, percent) in values.by_kind.iter_mut().zip(percentages) {
            *value = *value * percent / 100;
        }
        Arc::new(values)
    }

    /// The value of a kind in hundredths of a pawn; 0 for the king.
    #[inline]
    pub fn piece_value(&self, kind: Kind) -> i32 {
        self.by_kind[kind.index()]
    }

    /// The mean number of target squares of a kind, in tenths.
    #[inline]
    pub(super) fn mean_mobility(&self, kind: Kind) -> i32 {
        self.mean_mobility[kind.index()]
    }

    fn of_the_table() -> Self {
        let boards = Boards::new();
        let piece_set = PieceSet::standard();
        let knight = boards.measure(piece_set.get(Kind::KNIGHT)).squares;
        let mut values = Self { knight, by_kind: [0; Kind::MOST], mean_mobility: [0; Kind::MOST] };
        for kind in Kind::all() {
            values.derive(kind, piece_set.get(kind), &boards);
        }
        let piece_values: Vec<i32> = Kind::all()
            .map(|kind| values.piece_value(kind))
            .filter(|&value| value > PAWN)
            .collect();
        let mean = f64::from(piece_values.iter().sum::<i32>()) / piece_values.len().max(1) as f64;
        values.by_kind[Kind::FOOL.index()] = (COPYING * mean).round() as i32;
        values
    }

    /// The values of the standard kinds do not depend on custom pieces.
    fn with_own(table: &Self, piece_set: &PieceSet) -> Self {
        let boards = Boards::new();
        let mut values = table.clone();
        for kind in piece_set.kinds().filter(|kind| kind.index() >= Kind::COUNT) {
            values.derive(kind, piece_set.get(kind), &boards);
        }
        values
    }

    fn derive(&mut self, kind: Kind, piece_type: &PieceType, boards: &Boards) {
        let measure = boards.measure(piece_type);
        self.by_kind[kind.index()] = match piece_type.rule {
            Rule::Royal | Rule::Fool => 0,
            Rule::Pawn => PAWN,
            _ => corrected(piece_type, measure, self.knight).round() as i32,
        };
        self.mean_mobility[kind.index()] = (10.0 * measure.mobility).round() as i32;
    }
}

fn corrected(piece_type: &PieceType, measure: Measure, knight: f64) -> f64 {
    let mut squares = measure.squares * KNIGHT_SQUARES / knight;
    if piece_type.rule == Rule::Immobilizer {
        squares += FREEZING;
    }
    let halvings = -measure.reachable.max(0.01).log2();
    squares *= 1.0 - HALVING * halvings;
    let value = LINEAR * squares + SQUARED * squares * squares;
    let share = match piece_type.rule {
        Rule::Block => BLOCKING,
        _ if piece_type.locked => LOCKED,
        _ => 1.0,
    };
    // Even a piece that hardly moves stands in the way and checks now and then.
    (value * share).max(f64::from(PAWN) / 2.0)
}

/// The measurement of a kind.
#[derive(Clone, Copy)]
struct Measure {
    /// The number of squares on which it acts.
    squares: f64,
    /// Target squares; a capture counts half.
    mobility: f64,
    /// The share of the board that it can ever reach.
    reachable: f64,
}

/// The random boards, each with a square for a king.
struct Boards(Vec<(usize, CellSet, Cell)>);

impl Boards {
    fn new() -> Self {
        let mut random = SplitMix64::new(SEED);
        let mut boards = Vec::new();
        for filling in FILLINGS {
            for _ in 0..BOARDS {
                let mut occupied = CellSet::EMPTY;
                while occupied.len() < filling {
                    occupied.insert(Cell::new(random.below(board::CELLS)));
                }
                boards.push((filling, occupied, Cell::new(random.below(board::CELLS))));
            }
        }
        Self(boards)
    }

    fn measure(&self, piece_type: &PieceType) -> Measure {
        let (mut squares, mut mobility) = (0.0, 0.0);
        for &(filling, occupied, king) in &self.0 {
            let taken = filling as f64 / board::CELLS as f64;
            for from in board::ALL {
                let mut occupied = occupied;
                occupied.remove(from);
                let (moves, takes) = targets(piece_type, from, occupied, king);
                squares +=
                    MOVING * weighted(from, moves) / (1.0 - taken) + CAPTURING * takes.0 / taken;
                mobility += moves.len() as f64 + takes.1 / 2.0;
            }
        }
        let count = (self.0.len() * board::CELLS) as f64;
        Measure {
            squares: squares / count,
            mobility: mobility / count,
            reachable: self.reachable(piece_type),
        }
    }

    /// The mean share of the board that a piece reaches from a square, captures included.
    fn reachable(&self, piece_type: &PieceType) -> f64 {
        let starts = [at(4, 4), at(5, 4), at(4, 5), at(0, 0)];
        let mut share = 0.0;
        for &(_, occupied, king) in self.0.iter().take(starts.len()) {
            for from in starts {
                let mut reached = from.set();
                let mut open = reached;
                while let Some(cell) = open.first() {
                    open.remove(cell);
                    let mut others = occupied;
                    others.remove(cell);
                    let (moves, _) = targets(piece_type, cell, others, king);
                    let (_, takes) = piece_type.reach(Side::White, cell, others);
                    let new = (moves | takes) - reached;
                    reached |= new;
                    open |= new;
                }
                share += reached.len() as f64;
            }
        }
        share / (starts.len() * starts.len() * board::CELLS) as f64
    }
}

fn at(file: usize, rank: usize) -> Cell {
    board::at(file, rank)
}

/// The empty squares to which a piece may move, and the occupied ones on which it captures:
/// weighted by direction, and counted.
fn targets(
    piece_type: &PieceType,
    from: Cell,
    occupied: CellSet,
    king: Cell,
) -> (CellSet, (f64, f64)) {
    let (moves, takes) = piece_type.reach(Side::White, from, occupied);
    let all =
        |cells: CellSet, factor: f64| (factor * weighted(from, cells), factor * cells.len() as f64);
    let takes = match piece_type.rule {
        Rule::Archer => all(takes | archer_squares(moves | takes, from) & occupied, 1.0),
        Rule::Advancer => all(first_pieces(from, occupied) - board::neighbours(from), 1.0),
        Rule::Withdrawer => all(withdrawer_victims(from, occupied), 1.0),
        Rule::Coordinator => all(corners(moves, king) & occupied, 1.0),
        Rule::Diplomat => all(board::neighbours(from) & occupied, CONVERSION),
        Rule::Chameleon => all(first_pieces(from, occupied), MIMICRY),
        Rule::Immobilizer => (0.0, 0.0),
        _ => all(takes, 1.0),
    };
    (moves, takes)
}

fn weighted(from: Cell, cells: CellSet) -> f64 {
    cells
        .into_iter()
        .map(|cell| match board::rank(cell).cmp(&board::rank(from)) {
            std::cmp::Ordering::Greater => AHEAD,
            std::cmp::Ordering::Equal => BESIDE,
            std::cmp::Ordering::Less => BEHIND,
        })
        .sum()
}

/// The squares as far again behind each of the cells, seen from `from`.
fn archer_squares(cells: CellSet, from: Cell) -> CellSet {
    let step = |cell: Cell| {
        let apart = |a: usize, b: usize| a as i8 - b as i8;
        let step = (
            apart(board::file(cell), board::file(from)),
            apart(board::rank(cell), board::rank(from)),
        );
        board::step(cell, step)
    };
    cells.into_iter().filter_map(step).collect()
}

/// The first piece on each of the eight lines.
fn first_pieces(from: Cell, occupied: CellSet) -> CellSet {
    (0..8).filter_map(|direction| board::first_piece(from, direction, occupied)).collect()
}

/// The neighbours from which the piece could step back.
fn withdrawer_victims(from: Cell, occupied: CellSet) -> CellSet {
    let steps_back = |(right, up): board::Step| {
        let victim = board::step(from, (right, up)).filter(|&cell| occupied.contains(cell))?;
        board::step(from, (-right, -up)).filter(|&back| !occupied.contains(back))?;
        Some(victim)
    };
    board::DIRECTIONS.into_iter().filter_map(steps_back).collect()
}

/// The other corners of the rectangles spanned by the king and each of the cells.
fn corners(cells: CellSet, king: Cell) -> CellSet {
    let (file, rank) = (board::file(king), board::rank(king));
    cells
        .into_iter()
        .filter(|&cell| board::file(cell) != file && board::rank(cell) != rank)
        .flat_map(|cell| [at(board::file(cell), rank), at(file, board::rank(cell))])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece_value(code: &str) -> i32 {
        let piece_set = PieceSet::standard();
        Values::of(&piece_set).piece_value(piece_set.by_code(code).expect(code))
    }

    #[test]
    fn the_classic_pieces_are_in_the_usual_order() {
        let codes = ["Q", "C", "A", "R", "B", "N", "P"];
        assert!(
            codes.windows(2).all(|pair| piece_value(pair[0]) > piece_value(pair[1]) - 25),
            "{codes:?}"
        );
        assert!(
            piece_value("Q") > piece_value("C")
                && piece_value("C") > piece_value("A")
                && piece_value("A") > piece_value("R") + 100
        );
        assert!((piece_value("B") - piece_value("N")).abs() < 60);
        assert!((280..340).contains(&piece_value("N")) && (480..580).contains(&piece_value("R")));
    }

    #[test]
    fn a_piece_that_does_more_is_worth_more() {
        let pairs = [
            ("Am", "Q"),
            ("Ma", "Mm"),
            ("Mm", "Gu"),
            ("Mm", "El"),
            ("Ce", "N"),
            ("Ar", "N"),
            ("Dk", "R"),
            ("Dh", "B"),
            ("Nz", "Gn"),
            ("Gn", "Ca"),
            ("Cr", "R"),
            ("Zb", "B"),
            ("Q", "Le"),
            ("Q", "Eh"),
            ("Sc", "Gr"),
            ("Bu", "Cb"),
            ("Nd", "N"),
            ("Im", "Bl"),
            ("Le", "Cn"),
            ("R", "Cn"),
            ("B", "Va"),
        ];
        for (more, less) in pairs {
            assert!(
                piece_value(more) > piece_value(less),
                "{more} {} {less} {}",
                piece_value(more),
                piece_value(less)
            );
        }
    }

    #[test]
    fn every_piece_has_a_value_within_reason() {
        for kind in Kind::all().filter(|&kind| kind != Kind::KING) {
            let piece_value = Values::of(&PieceSet::standard()).piece_value(kind);
            assert!((50..2500).contains(&piece_value), "{kind:?} {piece_value}");
        }
    }
}

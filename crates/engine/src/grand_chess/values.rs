//! What every piece is worth, derived from how far it gets on random boards.
//!
//! The method, for any set of pieces, one's own included:
//!
//! 1. On random boards with a fifth, three tenths and two fifths of the squares taken, from every square,
//!    count the empty squares that a piece may go to and the taken squares on which it may capture. Divided
//!    by how many squares are empty or taken, both say the same for a piece that captures as it
//!    moves: on how many squares it could act. Moving counts for 2/5, capturing for 3/5. Squares ahead
//!    count a little more than those beside and behind.
//! 2. The numbers are scaled so that the knight has 8. Pieces that cannot reach the whole board lose a
//!    little for each halving of what they reach.
//! 3. A piece with `n` squares is worth `32 n + 0.66 n²` hundredths of a pawn: many squares are worth more
//!    than their sum, since one piece uses them all at once.
//!
//! What captures or acts otherwise than by going to its victim's square is counted by its own rule.

use crate::Random;
use heterodox_rules::grand_chess::table::Rule;
use heterodox_rules::grand_chess::{Kind, PieceSet, PieceType, Side, board};
use heterodox_rules::{Cell, CellSet};
use std::sync::{Arc, LazyLock};

/// The value of a pawn; the unit of all.
pub(super) const PAWN: i32 = 100;
/// A king in an exchange: it captures last.
pub(super) const KING: i32 = 10_000;

/// How many of the 100 squares are taken on the random boards.
const FILLINGS: [usize; 3] = [20, 30, 40];
const BOARDS: usize = 8;
const SEED: u64 = 0x6772_616E_6463_6873;

const MOVING: f64 = 0.4;
const CAPTURING: f64 = 0.6;
const AHEAD: f64 = 1.15;
const BESIDE: f64 = 0.95;
const BEHIND: f64 = 0.9;
/// What the knight is scaled to.
const KNIGHT_SQUARES: f64 = 8.0;
/// The share lost with each halving of the squares that a piece can ever reach.
const HALVING: f64 = 0.06;
const LINEAR: f64 = 32.0;
const SQUARED: f64 = 0.66;
/// Locked pieces come into play late.
const LOCKED: f64 = 0.97;
/// A conversion takes a piece and gives one.
const CONVERSION: f64 = 1.8;
/// The share of enemies that a Chameleon finds capturable in their own way.
const MIMICRY: f64 = 0.35;
/// What freezing all enemies around is worth, in squares.
const FREEZING: f64 = 9.0;
/// A Block cannot be lost, but it wins nothing either.
const BLOCKING: f64 = 0.5;
/// The share of an average piece that a Fool is worth: what it copies, the opponent decides.
const COPYING: f64 = 0.6;

/// What the kinds of a game are worth.
#[derive(Clone, Debug)]
pub struct Values {
    /// The squares of the knight before they are scaled.
    knight: f64,
    worth: [i32; Kind::MOST],
    /// Squares that a piece may go to, on average, in tenths.
    usual_mobility: [i32; Kind::MOST],
}

impl Values {
    /// The values of these pieces. Those of the table are computed once, those of one's own every time (less than a
    /// millisecond for each).
    pub fn of(forms: &PieceSet) -> Arc<Self> {
        static TABLE: LazyLock<Arc<Values>> = LazyLock::new(|| Arc::new(Values::of_the_table()));
        if forms.is_standard() { TABLE.clone() } else { Arc::new(Self::with_own(&TABLE, forms)) }
    }

    /// These values with those of the table's kinds corrected by so many hundredths each.
    pub(super) fn corrected(self: Arc<Self>, hundredths: &[i32; Kind::COUNT]) -> Arc<Self> {
        if hundredths.iter().all(|&part| part == 100) {
            return self;
        }
        let mut values = Self::clone(&self);
        for (worth, part) in values.worth.iter_mut().zip(hundredths) {
            *worth = *worth * part / 100;
        }
        Arc::new(values)
    }

    /// What a kind is worth, in hundredths of a pawn; 0 for the king.
    #[inline]
    pub fn worth(&self, kind: Kind) -> i32 {
        self.worth[kind.index()]
    }

    /// How many squares a kind may usually go to, in tenths.
    #[inline]
    pub(super) fn usual_mobility(&self, kind: Kind) -> i32 {
        self.usual_mobility[kind.index()]
    }

    fn of_the_table() -> Self {
        let boards = Boards::new();
        let forms = PieceSet::standard();
        let knight = boards.measure(forms.get(Kind::KNIGHT)).squares;
        let mut values = Self { knight, worth: [0; Kind::MOST], usual_mobility: [0; Kind::MOST] };
        for kind in Kind::all() {
            values.derive(kind, forms.get(kind), &boards);
        }
        let worths: Vec<i32> =
            Kind::all().map(|kind| values.worth(kind)).filter(|&worth| worth > PAWN).collect();
        let mean = f64::from(worths.iter().sum::<i32>()) / worths.len().max(1) as f64;
        values.worth[Kind::FOOL.index()] = (COPYING * mean).round() as i32;
        values
    }

    /// The values of the table's kinds are the same with pieces of one's own beside them.
    fn with_own(table: &Self, forms: &PieceSet) -> Self {
        let boards = Boards::new();
        let mut values = table.clone();
        for kind in forms.kinds().filter(|kind| kind.index() >= Kind::COUNT) {
            values.derive(kind, forms.get(kind), &boards);
        }
        values
    }

    fn derive(&mut self, kind: Kind, form: &PieceType, boards: &Boards) {
        let measure = boards.measure(form);
        self.worth[kind.index()] = match form.rule {
            Rule::Royal | Rule::Fool => 0,
            Rule::Pawn => PAWN,
            _ => corrected(form, measure, self.knight).round() as i32,
        };
        self.usual_mobility[kind.index()] = (10.0 * measure.mobility).round() as i32;
    }
}

fn corrected(form: &PieceType, measure: Measure, knight: f64) -> f64 {
    let mut squares = measure.squares * KNIGHT_SQUARES / knight;
    if form.rule == Rule::Immobilizer {
        squares += FREEZING;
    }
    let halvings = -measure.reachable.max(0.01).log2();
    squares *= 1.0 - HALVING * halvings;
    let worth = LINEAR * squares + SQUARED * squares * squares;
    let share = match form.rule {
        Rule::Block => BLOCKING,
        _ if form.locked => LOCKED,
        _ => 1.0,
    };
    // Even what hardly moves stands in the way and gives a check now and then.
    (worth * share).max(f64::from(PAWN) / 2.0)
}

/// What was found about a kind.
#[derive(Clone, Copy)]
struct Measure {
    /// Squares on which it could act.
    squares: f64,
    /// Squares that it may go to, a capture for every second piece.
    mobility: f64,
    /// The share of the board that it can ever reach.
    reachable: f64,
}

/// The random boards, with a place for a king on each.
struct Boards(Vec<(usize, CellSet, Cell)>);

impl Boards {
    fn new() -> Self {
        let mut random = Random::new(SEED);
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

    fn measure(&self, form: &PieceType) -> Measure {
        let (mut squares, mut mobility) = (0.0, 0.0);
        for &(filling, occupied, king) in &self.0 {
            let taken = filling as f64 / board::CELLS as f64;
            for from in board::ALL {
                let mut occupied = occupied;
                occupied.remove(from);
                let (moves, takes) = acts(form, from, occupied, king);
                squares +=
                    MOVING * weighed(from, moves) / (1.0 - taken) + CAPTURING * takes.0 / taken;
                mobility += moves.len() as f64 + takes.1 / 2.0;
            }
        }
        let count = (self.0.len() * board::CELLS) as f64;
        Measure {
            squares: squares / count,
            mobility: mobility / count,
            reachable: self.reachable(form),
        }
    }

    /// The share of the board that is reached from a square, on average, captures included.
    fn reachable(&self, form: &PieceType) -> f64 {
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
                    let (moves, _) = acts(form, cell, others, king);
                    let (_, takes) = form.reach(Side::White, cell, others);
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

/// The empty squares that a piece may go to, and the taken ones that it captures on: weighed by direction,
/// and counted.
fn acts(form: &PieceType, from: Cell, occupied: CellSet, king: Cell) -> (CellSet, (f64, f64)) {
    let (moves, takes) = form.reach(Side::White, from, occupied);
    let all =
        |cells: CellSet, factor: f64| (factor * weighed(from, cells), factor * cells.len() as f64);
    let takes = match form.rule {
        Rule::Archer => all(takes | beyond(moves | takes, from) & occupied, 1.0),
        Rule::Advancer => all(first_pieces(from, occupied) - board::neighbours(from), 1.0),
        Rule::Withdrawer => all(behind_which_is_room(from, occupied), 1.0),
        Rule::Coordinator => all(corners(moves, king) & occupied, 1.0),
        Rule::Diplomat => all(board::neighbours(from) & occupied, CONVERSION),
        Rule::Chameleon => all(first_pieces(from, occupied), MIMICRY),
        Rule::Immobilizer => (0.0, 0.0),
        _ => all(takes, 1.0),
    };
    (moves, takes)
}

fn weighed(from: Cell, cells: CellSet) -> f64 {
    cells
        .into_iter()
        .map(|cell| match board::rank(cell).cmp(&board::rank(from)) {
            std::cmp::Ordering::Greater => AHEAD,
            std::cmp::Ordering::Equal => BESIDE,
            std::cmp::Ordering::Less => BEHIND,
        })
        .sum()
}

/// As far again behind each of the squares, seen from `from`.
fn beyond(cells: CellSet, from: Cell) -> CellSet {
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

/// The neighbours from which one could step back.
fn behind_which_is_room(from: Cell, occupied: CellSet) -> CellSet {
    let steps_back = |(right, up): board::Step| {
        let victim = board::step(from, (right, up)).filter(|&cell| occupied.contains(cell))?;
        board::step(from, (-right, -up)).filter(|&back| !occupied.contains(back))?;
        Some(victim)
    };
    board::DIRECTIONS.into_iter().filter_map(steps_back).collect()
}

/// The other corners of the rectangles that the king spans with each of the squares.
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

    fn worth(code: &str) -> i32 {
        let forms = PieceSet::standard();
        Values::of(&forms).worth(forms.by_code(code).expect(code))
    }

    #[test]
    fn the_classic_pieces_are_in_the_usual_order() {
        let codes = ["Q", "C", "A", "R", "B", "N", "P"];
        assert!(codes.windows(2).all(|pair| worth(pair[0]) > worth(pair[1]) - 25), "{codes:?}");
        assert!(
            worth("Q") > worth("C") && worth("C") > worth("A") && worth("A") > worth("R") + 100
        );
        assert!((worth("B") - worth("N")).abs() < 60);
        assert!((280..340).contains(&worth("N")) && (480..580).contains(&worth("R")));
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
            assert!(worth(more) > worth(less), "{more} {} {less} {}", worth(more), worth(less));
        }
    }

    #[test]
    fn every_piece_has_a_value_within_reason() {
        for kind in Kind::all().filter(|&kind| kind != Kind::KING) {
            let worth = Values::of(&PieceSet::standard()).worth(kind);
            assert!((50..2500).contains(&worth), "{kind:?} {worth}");
        }
    }
}

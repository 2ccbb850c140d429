//! The board of ten by ten squares: names, lines, attacks of sliders, and the drawing (§4.1).
//!
//! Cells are numbered rank by rank from White's side, from the a-file: a1 is 0, b1 is 1, a2 is 10,
//! j10 is 99. The attacks of sliders come from ray tables; rank, file and diagonals are each
//! resolved with one subtraction (see [`rook_reach`]).

use crate::geometry::{CellShape, EdgeLabel, Geometry, Outline, Point};
use crate::{Cell, CellSet};
use std::sync::LazyLock;

/// The number of squares along an edge.
pub const SIZE: usize = 10;

/// The number of cells.
pub const CELLS: usize = SIZE * SIZE;

/// The whole board.
pub const ALL: CellSet = CellSet((1 << CELLS) - 1);

/// The squares along the four edges.
pub const EDGE: CellSet = {
    let mut edge = CellSet::EMPTY;
    let mut i = 0;
    while i < SIZE {
        edge.0 |= 1 << i | 1 << (90 + i) | 1 << (10 * i) | 1 << (10 * i + 9);
        i += 1;
    }
    edge
};

/// A step or leap: files to the right and ranks up, as White sees it.
pub type Step = (i8, i8);

/// The file of a cell, 0 (a) to 9 (j).
#[inline]
pub const fn file(cell: Cell) -> usize {
    cell.index() % SIZE
}

/// The rank of a cell, 0 (rank 1) to 9 (rank 10).
#[inline]
pub const fn rank(cell: Cell) -> usize {
    cell.index() / SIZE
}

/// The cell on a file and rank, both 0 to 9.
#[inline]
pub const fn at(file: usize, rank: usize) -> Cell {
    debug_assert!(file < SIZE && rank < SIZE);
    Cell::new(rank * SIZE + file)
}

const FILE_A: u128 = {
    let (mut file, mut rank) = (0, 0);
    while rank < SIZE {
        file |= 1 << (SIZE * rank);
        rank += 1;
    }
    file
};

/// The squares of a file.
#[inline]
pub const fn file_set(file: usize) -> CellSet {
    CellSet(FILE_A << file)
}

/// The squares of a rank.
#[inline]
pub const fn rank_set(rank: usize) -> CellSet {
    CellSet(0x3ff << (SIZE * rank))
}

/// The name of a cell, such as `e10`. The cell must be on the board.
pub fn name(cell: Cell) -> &'static str {
    &geometry().cells[cell.index()].name
}

/// The cell with this name in lower case, or `None`.
pub fn by_name(name: &str) -> Option<Cell> {
    let (file, rank) = match *name.as_bytes() {
        [file, rank @ b'1'..=b'9'] => (file, usize::from(rank - b'1')),
        [file, b'1', b'0'] => (file, 9),
        _ => return None,
    };
    (b'a'..=b'j').contains(&file).then(|| at(usize::from(file - b'a'), rank))
}

/// A target off the board in [`NEXT`].
const OFF: u8 = u8::MAX;

/// The target of each step from each cell, indexed by `(up + 4) * 9 + right + 4` and cell.
static NEXT: [[u8; CELLS]; 81] = {
    let mut table = [[OFF; CELLS]; 81];
    let mut cell = 0;
    while cell < CELLS {
        let mut step = 0;
        while step < 81 {
            let file = (cell % SIZE) as isize + (step % 9) as isize - 4;
            let rank = (cell / SIZE) as isize + (step / 9) as isize - 4;
            if file >= 0 && file < SIZE as isize && rank >= 0 && rank < SIZE as isize {
                table[step][cell] = (rank as usize * SIZE + file as usize) as u8;
            }
            step += 1;
        }
        cell += 1;
    }
    table
};

/// The target of a step (both parts −4 to 4) from a cell; `None` off the board.
#[inline]
pub fn step(cell: Cell, (right, up): Step) -> Option<Cell> {
    let to = NEXT[((up + 4) * 9 + right + 4) as usize][cell.index()];
    (to != OFF).then(|| Cell::new(to.into()))
}

/// The four orthogonal directions.
pub const ORTHOGONAL: [Step; 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The four diagonal directions.
pub const DIAGONAL: [Step; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The eight directions of a queen. The first four lead to cells with higher numbers; direction `d
/// ^ 4` is the opposite of `d`.
pub const DIRECTIONS: [Step; 8] =
    [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];

/// The ray from each cell to the edge, without the cell; indexed by direction and cell.
static RAYS: [[CellSet; CELLS]; 8] = {
    let mut rays = [[CellSet::EMPTY; CELLS]; 8];
    let mut d = 0;
    while d < 8 {
        let (right, up) = DIRECTIONS[d];
        let mut cell = 0;
        while cell < CELLS {
            let mut file = (cell % SIZE) as isize + right as isize;
            let mut rank = (cell / SIZE) as isize + up as isize;
            while file >= 0 && file < SIZE as isize && rank >= 0 && rank < SIZE as isize {
                rays[d][cell].0 |= 1 << (rank as usize * SIZE + file as usize);
                file += right as isize;
                rank += up as isize;
            }
            cell += 1;
        }
        d += 1;
    }
    rays
};

/// The direction from one cell to another on a queen's line, or 8; indexed by both cells.
static TOWARDS: [[u8; CELLS]; CELLS] = {
    let mut table = [[8; CELLS]; CELLS];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < CELLS {
            let mut rest = RAYS[d][from].0;
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = d as u8;
                rest &= rest - 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
};

/// The direction from one cell to another, or `None` if no queen's line joins them.
#[inline]
pub fn direction(from: Cell, to: Cell) -> Option<Step> {
    DIRECTIONS.get(usize::from(TOWARDS[from.index()][to.index()])).copied()
}

/// Whether a queen's line joins two different cells.
#[inline]
pub fn in_line(from: Cell, to: Cell) -> bool {
    TOWARDS[from.index()][to.index()] != 8
}

/// The squares between two cells; empty if no queen's line joins them.
#[inline]
pub fn between(from: Cell, to: Cell) -> CellSet {
    let d = usize::from(TOWARDS[from.index()][to.index()]);
    if d == 8 {
        return CellSet::EMPTY;
    }
    RAYS[d][from.index()] & RAYS[d ^ 4][to.index()]
}

/// The index of a step in [`DIRECTIONS`], or `None`.
#[inline]
pub fn direction_number((right, up): Step) -> Option<usize> {
    // Indexed by right + 1 and up + 1.
    const NUMBERS: [[u8; 3]; 3] = [[7, 4, 1], [6, 8, 2], [5, 0, 3]];
    let number = *NUMBERS.get((right + 1) as usize)?.get((up + 1) as usize)?;
    (number != 8).then_some(number.into())
}

/// The first occupied square from a cell in `DIRECTIONS[direction]`, or `None`.
#[inline]
pub fn first_piece(cell: Cell, direction: usize, occupied: CellSet) -> Option<Cell> {
    let pieces = RAYS[direction][cell.index()] & occupied;
    if direction < 4 {
        pieces.first()
    } else {
        pieces.0.checked_ilog2().map(|index| Cell::new(index as usize))
    }
}

/// The squares from a cell in `DIRECTIONS[direction]`, up to and including the first occupied one.
#[inline]
pub fn ray_reach(cell: Cell, direction: usize, occupied: CellSet) -> CellSet {
    let ray = RAYS[direction][cell.index()];
    match first_piece(cell, direction, occupied) {
        Some(piece) => ray - RAYS[direction][piece.index()],
        None => ray,
    }
}

/// The attacks of a slider along one line: the squares up to and including the first occupied one
/// on either side. `lower` and `upper` are the rays below and above the cell.
#[inline]
fn along(lower: CellSet, upper: CellSet, occupied: CellSet) -> CellSet {
    // The nearest piece below. Without one square 0 serves: no square lies beyond it.
    let below = (lower.0 & occupied.0) | 1;
    let nearest_below = 1 << below.ilog2();
    let above = upper.0 & occupied.0;
    let nearest_above = above & above.wrapping_neg();
    // The subtraction sets exactly the bits from the nearest piece below to the nearest above.
    let span = (nearest_above << 1).wrapping_sub(nearest_below);
    CellSet((lower.0 | upper.0) & span)
}

/// The attacks of a rook: empty squares, and the first occupied square in each direction.
#[inline]
pub fn rook_reach(cell: Cell, occupied: CellSet) -> CellSet {
    let i = cell.index();
    along(RAYS[4][i], RAYS[0][i], occupied) | along(RAYS[6][i], RAYS[2][i], occupied)
}

/// The attacks of a bishop: empty squares, and the first occupied square in each direction.
#[inline]
pub fn bishop_reach(cell: Cell, occupied: CellSet) -> CellSet {
    let i = cell.index();
    along(RAYS[5][i], RAYS[1][i], occupied) | along(RAYS[7][i], RAYS[3][i], occupied)
}

/// The attacks of sliders from a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineReach {
    /// The attacks of a rook.
    pub rook: CellSet,
    /// The attacks of a bishop.
    pub bishop: CellSet,
}

impl LineReach {
    /// The attacks from `cell` with these squares occupied.
    #[inline]
    pub fn of(cell: Cell, occupied: CellSet) -> Self {
        Self { rook: rook_reach(cell, occupied), bishop: bishop_reach(cell, occupied) }
    }
}

/// The rays from each cell in four of the directions, indexed by cell.
const fn crossing(directions: [usize; 4]) -> [CellSet; CELLS] {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut i = 0;
        while i < 4 {
            table[cell].0 |= RAYS[directions[i]][cell].0;
            i += 1;
        }
        cell += 1;
    }
    table
}

static ROOK_LINES: [CellSet; CELLS] = crossing([0, 2, 4, 6]);
static BISHOP_LINES: [CellSet; CELLS] = crossing([1, 3, 5, 7]);

/// The squares of the cell's rank and file, without the cell.
#[inline]
pub fn rook_lines(cell: Cell) -> CellSet {
    ROOK_LINES[cell.index()]
}

/// The squares of the cell's diagonals, without the cell.
#[inline]
pub fn bishop_lines(cell: Cell) -> CellSet {
    BISHOP_LINES[cell.index()]
}

/// The targets of a leaper with these steps, indexed by cell.
pub const fn leaps(steps: &[Step]) -> [CellSet; CELLS] {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut i = 0;
        while i < steps.len() {
            let file = (cell % SIZE) as isize + steps[i].0 as isize;
            let rank = (cell / SIZE) as isize + steps[i].1 as isize;
            if file >= 0 && file < SIZE as isize && rank >= 0 && rank < SIZE as isize {
                table[cell].0 |= 1 << (rank as usize * SIZE + file as usize);
            }
            i += 1;
        }
        cell += 1;
    }
    table
}

static NEIGHBOURS: [CellSet; CELLS] = leaps(&DIRECTIONS);

/// The neighbours of a cell, three to eight squares.
#[inline]
pub fn neighbours(cell: Cell) -> CellSet {
    NEIGHBOURS[cell.index()]
}

/// The union of the neighbours of all cells of a set.
#[inline]
pub fn around(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::EMPTY, |set, cell| set | neighbours(cell))
}

/// The mirror image of a cell: the same file, the rank counted from the other side.
pub const fn flipped(cell: Cell) -> Cell {
    at(file(cell), SIZE - 1 - rank(cell))
}

/// The cell after a rotation by 180°: a1 becomes j10.
pub const fn turned(cell: Cell) -> Cell {
    Cell::new(CELLS - 1 - cell.index())
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| Geometry {
    width: SIZE as f64,
    height: SIZE as f64,
    cells: ALL.into_iter().map(shape).collect(),
    labels: labels(),
    keys: ALL
        .into_iter()
        .map(|cell| [(-1, 0), (1, 0), (0, 1), (0, -1)].map(|s| step(cell, s).map(Cell::index)))
        .collect(),
    turns: 2,
});

/// The drawing of the board, with White below. The unit is the side of a square.
pub fn geometry() -> &'static Geometry {
    &GEOMETRY
}

fn shape(cell: Cell) -> CellShape {
    let (file, rank) = (file(cell), rank(cell));
    let (left, top) = (file as f64, (SIZE - 1 - rank) as f64);
    let corner = |x, y| Point { x: left + x, y: top + y };
    let mut classes = vec![if (file + rank).is_multiple_of(2) { "dark" } else { "light" }];
    match rank {
        0..=2 => classes.push("promotion-black"),
        7..=9 => classes.push("promotion-white"),
        _ => {}
    }
    CellShape {
        name: format!("{}{}", char::from(b'a' + file as u8), rank + 1),
        centre: corner(0.5, 0.5),
        outline: Outline::Polygon {
            corners: vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)],
        },
        room: 0.5,
        classes,
    }
}

/// The labels: files above and below, ranks on both sides. The ranks of a promotion zone have a
/// class that names its side.
fn labels() -> Vec<EdgeLabel> {
    let label =
        |text: &str, x, y, class| EdgeLabel { text: text.to_owned(), at: Point { x, y }, class };
    let mut labels = Vec::new();
    for i in 0..SIZE {
        let file = char::from(b'a' + i as u8).to_string();
        let along = i as f64 + 0.5;
        for y in [-0.3, SIZE as f64 + 0.3] {
            labels.push(label(&file, along, y, "file"));
        }
        let rank = SIZE - i;
        let class = match rank {
            1..=3 => "promotion-black",
            8..=10 => "promotion-white",
            _ => "rank",
        };
        for x in [-0.3, SIZE as f64 + 0.3] {
            labels.push(label(&rank.to_string(), x, along, class));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        by_name(name).unwrap_or_else(|| panic!("{name} is a cell"))
    }

    fn cells(names: &str) -> CellSet {
        names.split_whitespace().map(cell).collect()
    }

    #[test]
    fn names_and_cells_agree() {
        for c in ALL {
            assert_eq!(by_name(name(c)), Some(c));
        }
        assert_eq!((name(Cell::new(0)), name(Cell::new(99))), ("a1", "j10"));
        for wrong in ["", "a", "a0", "a11", "k1", "A1", "a01", "a1 ", "a100", "é1"] {
            assert_eq!(by_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn lines_end_at_the_first_piece_on_either_side() {
        let occupied = cells("b4 g4 d2 d9 d10 b2 g7 a7 f2 a1");
        assert_eq!(rook_reach(cell("d4"), occupied), cells("b4 c4 e4 f4 g4 d3 d2 d5 d6 d7 d8 d9"));
        assert_eq!(bishop_reach(cell("d4"), occupied), cells("c3 b2 e5 f6 g7 c5 b6 a7 e3 f2"));
        assert_eq!(rook_reach(cell("a1"), CellSet::EMPTY), rook_lines(cell("a1")));
        assert_eq!(bishop_reach(cell("j10"), CellSet::EMPTY), bishop_lines(cell("j10")));
    }

    #[test]
    fn lines_agree_with_walking() {
        let mut occupied = CellSet(0x9E37_79B9_7F4A_7C15_BF58_476D_1CE4_E5B9);
        for _ in 0..50 {
            occupied.0 = occupied.0.rotate_left(29).wrapping_mul(0x2545_F491_4F6C_DD1D) & ALL.0;
            for from in ALL {
                let attacks = |directions: [Step; 4]| -> CellSet {
                    let mut reached = CellSet::EMPTY;
                    for direction in directions {
                        let mut at = from;
                        while let Some(next) = step(at, direction) {
                            reached.insert(next);
                            if occupied.contains(next) {
                                break;
                            }
                            at = next;
                        }
                    }
                    reached
                };
                assert_eq!(rook_reach(from, occupied), attacks(ORTHOGONAL));
                for (number, direction) in DIRECTIONS.into_iter().enumerate() {
                    assert_eq!(direction_number(direction), Some(number));
                    assert_eq!(ray_reach(from, number, occupied), attacks([direction; 4]));
                }
                assert_eq!(bishop_reach(from, occupied), attacks(DIAGONAL));
            }
        }
    }

    #[test]
    fn between_is_what_lies_between() {
        assert_eq!(between(cell("a1"), cell("e5")), cells("b2 c3 d4"));
        assert_eq!(between(cell("e5"), cell("a1")), cells("b2 c3 d4"));
        assert_eq!(between(cell("j10"), cell("j7")), cells("j9 j8"));
        assert_eq!(between(cell("a1"), cell("b3")), CellSet::EMPTY);
        assert_eq!(direction(cell("c3"), cell("a5")), Some((-1, 1)));
        assert_eq!(direction(cell("c3"), cell("c3")), None);
        assert_eq!((direction_number((0, 0)), direction_number((2, 0))), (None, None));
        assert_eq!(EDGE.len(), 36);
        assert_eq!(file_set(3), cells("d1 d2 d3 d4 d5 d6 d7 d8 d9 d10"));
    }
}

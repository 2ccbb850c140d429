//! Sets of squares for pawns and kings.

use heterodox_rules::grand_chess::{Side, board};
use heterodox_rules::{Cell, CellSet};
use std::sync::LazyLock;

/// The squares that matter to a pawn on a cell.
pub(super) struct Masks {
    /// Before it on its file.
    pub(super) ahead: CellSet,
    /// Before it on its file and the adjacent files.
    pub(super) ahead_around: CellSet,
    /// The square before it.
    pub(super) next: CellSet,
}

impl Masks {
    /// By side and cell.
    pub(super) fn get() -> &'static [Vec<Self>; 2] {
        static MASKS: LazyLock<[Vec<Masks>; 2]> = LazyLock::new(|| {
            Side::ALL.map(|side| board::ALL.into_iter().map(|cell| Masks::of(side, cell)).collect())
        });
        &MASKS
    }

    fn of(side: Side, cell: Cell) -> Self {
        let file = board::file_set(board::file(cell));
        let at = board::file(cell);
        let beside = files(at.saturating_sub(1), (at + 1).min(board::SIZE - 1)) - file;
        let before = ahead(side, cell);
        Self {
            ahead: before & file,
            ahead_around: before & (file | beside),
            next: forward(side, cell.set()),
        }
    }
}

/// The ranks from `first` to `last`.
pub(super) const fn ranks(first: usize, last: usize) -> CellSet {
    let (mut set, mut rank) = (0, first);
    while rank <= last {
        set |= board::rank_set(rank).0;
        rank += 1;
    }
    CellSet(set)
}

/// The files from `first` to `last`.
pub(super) const fn files(first: usize, last: usize) -> CellSet {
    let (mut set, mut file) = (0, first);
    while file <= last {
        set |= board::file_set(file).0;
        file += 1;
    }
    CellSet(set)
}

/// The squares one step forward of a set.
pub(super) const fn forward(side: Side, set: CellSet) -> CellSet {
    match side {
        Side::White => CellSet(set.0 << board::SIZE & board::ALL.0),
        Side::Black => CellSet(set.0 >> board::SIZE),
    }
}

/// The squares beside a set.
pub(super) const fn sideways(set: CellSet) -> CellSet {
    const LAST: u128 = board::file_set(board::SIZE - 1).0;
    const FIRST: u128 = board::file_set(0).0;
    CellSet((set.0 & !LAST) << 1 | (set.0 & !FIRST) >> 1)
}

/// The squares before a set on its files.
pub(super) const fn before(side: Side, set: CellSet) -> CellSet {
    const STEP: usize = board::SIZE;
    let mut set = forward(side, set).0;
    // Each line doubles how far the squares reach.
    match side {
        Side::White => {
            set |= set << STEP;
            set |= set << (2 * STEP);
            set |= set << (4 * STEP);
            set |= set << (8 * STEP);
        }
        Side::Black => {
            set |= set >> STEP;
            set |= set >> (2 * STEP);
            set |= set >> (4 * STEP);
            set |= set >> (8 * STEP);
        }
    }
    CellSet(set & board::ALL.0)
}

/// The ranks before a pawn of this side.
pub(super) fn ahead(side: Side, cell: Cell) -> CellSet {
    let rank = board::rank(cell);
    let below = (1_u128 << (board::SIZE * (rank + usize::from(side == Side::White)))) - 1;
    match side {
        Side::White => CellSet(board::ALL.0 & !below),
        Side::Black => CellSet(board::ALL.0 & below),
    }
}

/// The dark squares; a1 is one.
pub(super) const DARK: CellSet = {
    let (mut set, mut index) = (0_u128, 0);
    while index < board::CELLS {
        if (index / board::SIZE + index % board::SIZE).is_multiple_of(2) {
            set |= 1 << index;
        }
        index += 1;
    }
    CellSet(set)
};

/// Steps from the centre of the board: 0 to 8.
pub(super) fn from_centre(cell: Cell) -> i32 {
    let off = |at: usize| if at < 5 { 4 - at as i32 } else { at as i32 - 5 };
    off(board::file(cell)) + off(board::rank(cell))
}

/// The steps of a king between two squares, plus a quarter of the Manhattan distance.
pub(super) fn distance(a: Cell, b: Cell) -> i32 {
    let files = board::file(a).abs_diff(board::file(b)) as i32;
    let ranks = board::rank(a).abs_diff(board::rank(b)) as i32;
    files.max(ranks) + (files + ranks) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_before_a_pawn_are_those_it_has_to_pass() {
        let cell = board::by_name("e4").expect("a cell");
        assert_eq!(ahead(Side::White, cell).len(), 60);
        assert_eq!(ahead(Side::Black, cell).len(), 30);
    }

    #[test]
    fn sets_of_squares_move_as_their_squares_do() {
        let masks = Masks::get();
        for side in Side::ALL {
            for (cell, mask) in board::ALL.into_iter().zip(&masks[side as usize]) {
                let steps = |steps: &[(i8, i8)]| {
                    let cells = steps.iter().filter_map(|&step| board::step(cell, step));
                    cells.collect::<CellSet>()
                };
                assert_eq!(forward(side, cell.set()), steps(&[(0, side.forward())]), "{cell:?}");
                assert_eq!(sideways(cell.set()), steps(&[(-1, 0), (1, 0)]), "{cell:?}");
                assert_eq!(before(side, cell.set()), mask.ahead, "{cell:?}");
            }
        }
        let two = CellSet(board::ALL.0 & (1 << 3 | 1 << 47));
        let per_square = two.into_iter().map(|cell| masks[0][cell.index()].ahead);
        assert_eq!(before(Side::White, two), per_square.fold(CellSet::EMPTY, |all, set| all | set));
    }

    #[test]
    fn half_of_the_squares_are_dark() {
        assert_eq!(DARK.len(), 50);
        assert!(DARK.contains(board::by_name("a1").expect("a cell")));
    }
}

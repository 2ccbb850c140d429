//! What each warrior could reach, precomputed from the board's geometry.
//!
//! A walker's way is a tree: from a cell up to three first steps, from there up to two second steps
//! each, and so on, never back. No two cells lie on a ring of fewer than six, so within four steps a
//! way that does not turn back uses no cell twice (R-KZ2), and the tree holds every simple path.
//! Each of the three *branches* is looked up on its own: which of its inner cells are blocked makes
//! a number of few bits, and the table holds the set of cells that can then be reached. That keeps
//! the search free of hard-to-predict jumps. Half a branch at a time (a second step with its third
//! steps) keeps the Swift's tables small enough for the caches.

use super::board::{self, CELLS};
use super::piece::Kind;
use crate::{Cell, CellSet};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// One first step of a cell with all that lies behind it.
struct Branch {
    /// The cells that can stand in the way, by their index: the first step, the two second steps, then
    /// the third steps behind each of them. The unused ones name bit 127, which no board fills.
    inner: [u8; 7],
    /// By the blocked ones of the first three inner cells: cells at one to three steps.
    fencer: [CellSet; 8],
    /// The same for one to three cells straight.
    lancer: [CellSet; 8],
    /// For each of the two second steps, by the blocked ones of the first step, of that second step and
    /// of the third steps behind it: cells at two to four steps.
    swift: [[CellSet; 16]; 2],
}

/// What the warriors reach from one cell.
struct FromCell {
    branches: [Branch; 3],
    /// By kind: all that could be reached if nothing stood in the way.
    on_empty_board: [CellSet; Kind::ALL.len()],
    blockader: Vec<BlockaderTarget>,
}

/// A cell that a Blockader could go to on an empty board.
struct BlockaderTarget {
    to: Cell,
    /// The cells between, over all ways: empty for one step. Two steps have one way only.
    between: CellSet,
}

/// The precomputed tables.
pub(super) struct MoveTables(Vec<FromCell>);

static MOVE_TABLES: LazyLock<MoveTables> =
    LazyLock::new(|| MoveTables(board::ALL.into_iter().map(FromCell::new).collect()));

impl MoveTables {
    /// The tables; they are made at the first call.
    #[inline]
    pub(super) fn get() -> &'static Self {
        &MOVE_TABLES
    }

    /// Where a warrior of a kind could go if nothing stood in the way.
    #[inline]
    pub(super) fn on_empty_board(&self, kind: Kind, from: Cell) -> CellSet {
        self.0[from.index()].on_empty_board[kind as usize]
    }

    /// Cells at three to six straight: a Flier flies over anything.
    #[inline]
    pub(super) fn flier(&self, from: Cell) -> CellSet {
        self.on_empty_board(Kind::Flier, from)
    }

    /// Cells at two to four steps on ways whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn swift(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            let left = branch.blocked_index([0, 1, 3, 4], blocked);
            let right = branch.blocked_index([0, 2, 5, 6], blocked);
            reached | branch.swift[0][left] | branch.swift[1][right]
        })
    }

    /// Cells at one to three steps on ways whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn fencer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.fencer[branch.blocked_index([0, 1, 2], blocked)]
        })
    }

    /// Cells at one to three straight whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn lancer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.lancer[branch.blocked_index([0, 1, 2], blocked)]
        })
    }

    /// Cells at one or two straight, not in `closed`, whose inner cell is not `blocked` and whose
    /// neighbours are all outside `danger`.
    #[inline]
    pub(super) fn blockader(
        &self,
        from: Cell,
        blocked: CellSet,
        excluded: CellSet,
        zone_excluded: CellSet,
    ) -> CellSet {
        let mut reached = CellSet::EMPTY;
        for target in &self.0[from.index()].blockader {
            let stopped = target.between & blocked
                | target.to.set() & excluded
                | board::neighbours(target.to) & zone_excluded;
            if stopped.is_empty() {
                reached.insert(target.to);
            }
        }
        reached
    }
}

impl Branch {
    /// Which of these inner cells are blocked, as a number with one bit each.
    #[inline]
    fn blocked_index<const N: usize>(&self, places: [usize; N], blocked: CellSet) -> usize {
        let words = [blocked.0 as u64, (blocked.0 >> 64) as u64];
        let bit = |place: usize| {
            let cell = self.inner[place];
            (words[usize::from(cell >> 6)] >> (cell & 63) & 1) as usize
        };
        (0..N).fold(0, |blocked_index, i| blocked_index | bit(places[i]) << i)
    }
}

const NO_CELL: u8 = 127;
const _: () = assert!(CELLS <= NO_CELL as usize);

impl FromCell {
    fn new(from: Cell) -> Self {
        let mut firsts = board::neighbours(from).into_iter();
        let rays = board::rays(from);
        let straight = |low: usize, high: usize| -> CellSet {
            rays.iter().flat_map(|ray| ray.iter().take(high).skip(low - 1).copied()).collect()
        };
        let mut blockader: Vec<BlockaderTarget> = board::neighbours(from)
            .into_iter()
            .map(|to| BlockaderTarget { to, between: CellSet::EMPTY })
            .collect();
        blockader.extend(
            rays.iter().filter_map(|ray| {
                Some(BlockaderTarget { to: *ray.get(1)?, between: ray[0].set() })
            }),
        );
        let branches: [Branch; 3] =
            std::array::from_fn(|_| Branch::new(from, firsts.next(), &rays));
        let open = |ends: &dyn Fn(&Branch) -> CellSet| {
            branches.iter().fold(CellSet::EMPTY, |all, branch| all | ends(branch))
        };
        let on_empty_board = Kind::ALL.map(|kind| match kind {
            Kind::Blockader => blockader.iter().map(|target| target.to).collect(),
            Kind::Flier => straight(3, 6),
            Kind::Swift => open(&|branch| branch.swift[0][0] | branch.swift[1][0]),
            Kind::Vanguard => board::neighbours(from),
            Kind::Lancer => open(&|branch| branch.lancer[0]),
            Kind::Fencer => open(&|branch| branch.fencer[0]),
        });
        Self { branches, on_empty_board, blockader }
    }
}

impl Branch {
    fn new(from: Cell, first: Option<Cell>, rays: &[Vec<Cell>]) -> Self {
        let mut branch = Self {
            inner: [NO_CELL; 7],
            fencer: [CellSet::EMPTY; 8],
            lancer: [CellSet::EMPTY; 8],
            swift: [[CellSet::EMPTY; 16]; 2],
        };
        let Some(first) = first else { return branch };
        branch.inner[0] = first.index() as u8;
        for (i, second) in (board::neighbours(first) - from.set()).into_iter().enumerate() {
            branch.inner[1 + i] = second.index() as u8;
            for (j, third) in (board::neighbours(second) - first.set()).into_iter().enumerate() {
                branch.inner[3 + 2 * i + j] = third.index() as u8;
            }
        }
        let paths = paths_through(from, first);
        let straight: Vec<Vec<Cell>> = rays
            .iter()
            .filter(|ray| ray[0] == first)
            .flat_map(|ray| (1..=ray.len().min(3)).map(|length| ray[..length].to_vec()))
            .collect();
        for blocked_index in 0..8 {
            let blocked = branch.cells([0, 1, 2], blocked_index);
            branch.fencer[blocked_index] = ends(&paths, 1..=3, blocked);
            branch.lancer[blocked_index] = ends(&straight, 1..=3, blocked);
        }
        for (i, places) in [[0, 1, 3, 4], [0, 2, 5, 6]].into_iter().enumerate() {
            let second = branch.inner[places[1]];
            let through: Vec<Vec<Cell>> = paths
                .iter()
                .filter(|path| path.get(1).is_some_and(|cell| cell.index() as u8 == second))
                .cloned()
                .collect();
            for blocked_index in 0..16 {
                let blocked = branch.cells(places, blocked_index);
                branch.swift[i][blocked_index] = ends(&through, 2..=4, blocked);
            }
        }
        branch
    }

    /// The inner cells that a number of [`Branch::pattern`] calls blocked.
    fn cells<const N: usize>(&self, places: [usize; N], blocked_index: usize) -> CellSet {
        let blocked = (0..N).filter(|i| blocked_index >> i & 1 == 1).map(|i| self.inner[places[i]]);
        blocked.filter(|&cell| cell != NO_CELL).map(|cell| Cell::new(cell.into())).collect()
    }
}

/// The last cells of those paths whose length is among `lengths` and whose inner cells are open.
fn ends(paths: &[Vec<Cell>], lengths: RangeInclusive<usize>, blocked: CellSet) -> CellSet {
    paths
        .iter()
        .filter(|path| lengths.contains(&path.len()))
        .filter_map(|path| path.split_last())
        .filter(|(_, inner)| !inner.iter().any(|&cell| blocked.contains(cell)))
        .map(|(&last, _)| last)
        .collect()
}

/// All ways of one to four steps from `from` that begin with `first` and never turn back, each as
/// its cells after `from`.
fn paths_through(from: Cell, first: Cell) -> Vec<Vec<Cell>> {
    let mut paths = vec![vec![first]];
    let mut done = 0;
    while done < paths.len() {
        let path = paths[done].clone();
        done += 1;
        if path.len() == 4 {
            continue;
        }
        let last = path[path.len() - 1];
        let before = if path.len() > 1 { path[path.len() - 2] } else { from };
        for next in board::neighbours(last) - before.set() {
            paths.push(path.iter().copied().chain([next]).collect());
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board facts of the first issue: targets on the empty board, summed over all cells.
    #[test]
    fn targets_on_the_empty_board() {
        let tables = MoveTables::get();
        let sum = |targets: &dyn Fn(Cell) -> CellSet| -> usize {
            board::ALL.into_iter().map(|cell| targets(cell).len()).sum()
        };
        let none = CellSet::EMPTY;
        assert_eq!(sum(&board::neighbours), 216, "Vanguard");
        assert_eq!(sum(&|cell| tables.lancer(cell, none)), 936, "Lancer");
        assert_eq!(sum(&|cell| tables.fencer(cell, none)), 1104, "Fencer");
        assert_eq!(sum(&|cell| tables.swift(cell, none)), 1476, "Swift");
        assert_eq!(sum(&|cell| tables.flier(cell)), 1098, "Flier");
        assert_eq!(sum(&|cell| tables.blockader(cell, none, none, none)), 600, "Blockader");
    }

    #[test]
    fn at_best_is_what_the_empty_board_gives() {
        let (tables, none) = (MoveTables::get(), CellSet::EMPTY);
        for cell in board::ALL {
            let swift = tables.swift(cell, none);
            assert_eq!(tables.on_empty_board(Kind::Swift, cell), swift);
            assert_eq!(tables.on_empty_board(Kind::Fencer, cell), tables.fencer(cell, none));
            assert_eq!(tables.on_empty_board(Kind::Lancer, cell), tables.lancer(cell, none));
            let blockader = tables.blockader(cell, none, none, none);
            assert_eq!(tables.on_empty_board(Kind::Blockader, cell), blockader);
        }
    }

    #[test]
    fn ways_within_four_steps_use_no_cell_twice() {
        for from in board::ALL {
            for first in board::neighbours(from) {
                for path in paths_through(from, first) {
                    let cells: CellSet = path.iter().copied().chain([from]).collect();
                    assert_eq!(cells.len(), path.len() + 1);
                }
            }
        }
    }
}

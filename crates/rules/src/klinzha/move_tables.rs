//! Precomputed move tables of the warriors, made from the board's geometry.
//!
//! The paths of a walker form a tree: up to three first steps, from each up to two second steps,
//! and so on, never back. The shortest ring of cells has six cells, so a path of at most four steps
//! that never turns back visits no cell twice (R-KZ2), and the tree holds every simple path. Each
//! of the three branches is looked up on its own: the set of its blocked inner cells is an index of
//! a few bits into a table of reachable cells. That avoids branches in the code that the processor
//! would mispredict. The Swift's tables are indexed by half a branch (one second step with its
//! third steps), which keeps them small enough for the caches.

use super::board::{self, CELLS};
use super::piece::Kind;
use crate::{Cell, CellSet};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// A first step from a cell, with all paths that begin with it.
struct Branch {
    /// The indices of the cells that can block a path: the first step, the two second steps, then
    /// the third steps behind each of them. Unused entries name bit 127, which no board uses.
    inner: [u8; 7],
    /// Targets at one to three steps, indexed by the blocked ones of the first three inner cells.
    fencer: [CellSet; 8],
    /// Targets at one to three cells in a straight line, indexed likewise.
    lancer: [CellSet; 8],
    /// Targets at two to four steps for each of the two second steps, indexed by the blocked ones
    /// of the first step, that second step and the third steps behind it.
    swift: [[CellSet; 16]; 2],
}

/// The move tables of one cell.
struct FromCell {
    branches: [Branch; 3],
    /// The targets on an empty board, by kind.
    on_empty_board: [CellSet; Kind::ALL.len()],
    blockader: Vec<BlockaderTarget>,
}

/// A cell to which a Blockader could move on an empty board.
struct BlockaderTarget {
    to: Cell,
    /// The cell between, for two steps; empty for one step. Two steps have only one path.
    between: CellSet,
}

/// The move tables, indexed by cell.
pub(super) struct MoveTables(Vec<FromCell>);

static MOVE_TABLES: LazyLock<MoveTables> =
    LazyLock::new(|| MoveTables(board::ALL.into_iter().map(FromCell::new).collect()));

impl MoveTables {
    /// The tables, which are computed at the first call.
    #[inline]
    pub(super) fn get() -> &'static Self {
        &MOVE_TABLES
    }

    /// The targets of a warrior on an empty board.
    #[inline]
    pub(super) fn on_empty_board(&self, kind: Kind, from: Cell) -> CellSet {
        self.0[from.index()].on_empty_board[kind as usize]
    }

    /// The targets of a Flier: three to six cells in a straight line, over anything.
    #[inline]
    pub(super) fn flier(&self, from: Cell) -> CellSet {
        self.on_empty_board(Kind::Flier, from)
    }

    /// The targets of a Swift: two to four steps on paths whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn swift(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            let left = branch.blocked_index([0, 1, 3, 4], blocked);
            let right = branch.blocked_index([0, 2, 5, 6], blocked);
            reached | branch.swift[0][left] | branch.swift[1][right]
        })
    }

    /// The targets of a Fencer: one to three steps on paths whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn fencer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.fencer[branch.blocked_index([0, 1, 2], blocked)]
        })
    }

    /// The targets of a Lancer: one to three cells in a straight line with no `blocked` inner cell.
    #[inline]
    pub(super) fn lancer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.lancer[branch.blocked_index([0, 1, 2], blocked)]
        })
    }

    /// The targets of a Blockader: one or two cells in a straight line, not in `excluded`, with no
    /// `blocked` cell between, and with all neighbours outside `zone_excluded`.
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
    /// The index into a table of this branch: one bit for each of these inner cells, set if
    /// blocked.
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

    /// The inner cells that an index of [`Branch::blocked_index`] marks as blocked.
    fn cells<const N: usize>(&self, places: [usize; N], blocked_index: usize) -> CellSet {
        let blocked = (0..N).filter(|i| blocked_index >> i & 1 == 1).map(|i| self.inner[places[i]]);
        blocked.filter(|&cell| cell != NO_CELL).map(|cell| Cell::new(cell.into())).collect()
    }
}

/// The last cells of those paths whose length is among `lengths` and whose inner cells are not
/// `blocked`.
fn ends(paths: &[Vec<Cell>], lengths: RangeInclusive<usize>, blocked: CellSet) -> CellSet {
    paths
        .iter()
        .filter(|path| lengths.contains(&path.len()))
        .filter_map(|path| path.split_last())
        .filter(|(_, inner)| !inner.iter().any(|&cell| blocked.contains(cell)))
        .map(|(&last, _)| last)
        .collect()
}

/// All paths of one to four steps that begin with `first` and never turn back, each as its cells
/// after `from`.
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

    /// The numbers of targets on the empty board, summed over all cells.
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

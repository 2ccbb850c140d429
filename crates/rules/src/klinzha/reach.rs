//! What each warrior could reach, precomputed from the board's geometry.
//!
//! A walker's way is a tree: from a cell up to three first steps, from there up to two second steps
//! each, and so on, never back. No two cells lie on a ring of fewer than six, so within four steps a
//! way that does not turn back uses no cell twice (R-KZ2), and the tree holds every simple path.
//! Each of the three *branches* is looked up on its own: which of its inner cells are blocked makes
//! a number of few bits, and the table holds the set of cells that can then be reached. That keeps
//! the search free of hard-to-predict jumps, for half a megabyte of tables.

use super::board::{self, CELLS};
use crate::{Cell, CellSet};
use std::sync::LazyLock;

/// One first step of a cell with all that lies behind it.
struct Branch {
    /// The cells that can stand in the way, by their index: the first step, then the second steps,
    /// then the third steps. The unused ones name bit 127, which no board fills.
    inner: [u8; 7],
    /// By the blocked ones of the first three inner cells: cells at one to three steps.
    fencer: [CellSet; 8],
    /// The same for one to three cells straight.
    lancer: [CellSet; 8],
    /// By the blocked ones of all seven inner cells: cells at two to four steps.
    swift: [CellSet; 128],
}

/// What the warriors reach from one cell.
struct FromCell {
    branches: [Branch; 3],
    flier: CellSet,
    blockader: Vec<BlockaderWay>,
}

/// A cell that a Blockader could go to on an empty board.
struct BlockaderWay {
    to: Cell,
    /// The cells between, over all ways: empty for one step. Two steps have one way only.
    between: CellSet,
}

/// The precomputed tables.
pub(super) struct Reach(Vec<FromCell>);

static REACH: LazyLock<Reach> =
    LazyLock::new(|| Reach(board::ALL.into_iter().map(FromCell::new).collect()));

impl Reach {
    /// The tables; they are made at the first call.
    #[inline]
    pub(super) fn get() -> &'static Self {
        &REACH
    }

    /// Cells at three to six straight: a Flier flies over anything.
    #[inline]
    pub(super) fn flier(&self, from: Cell) -> CellSet {
        self.0[from.index()].flier
    }

    /// Cells at two to four steps on ways whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn swift(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.swift[branch.pattern::<7>(blocked)]
        })
    }

    /// Cells at one to three steps on ways whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn fencer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.fencer[branch.pattern::<3>(blocked)]
        })
    }

    /// Cells at one to three straight whose inner cells are not `blocked`.
    #[inline]
    pub(super) fn lancer(&self, from: Cell, blocked: CellSet) -> CellSet {
        self.0[from.index()].branches.iter().fold(CellSet::EMPTY, |reached, branch| {
            reached | branch.lancer[branch.pattern::<3>(blocked)]
        })
    }

    /// Cells at one or two straight, not in `closed`, whose inner cell is not `blocked` and whose
    /// neighbours are all outside `danger`.
    #[inline]
    pub(super) fn blockader(
        &self,
        from: Cell,
        blocked: CellSet,
        closed: CellSet,
        danger: CellSet,
    ) -> CellSet {
        let mut reached = CellSet::EMPTY;
        for way in &self.0[from.index()].blockader {
            let stopped = way.between & blocked
                | way.to.set() & closed
                | board::neighbours(way.to) & danger;
            if stopped.is_empty() {
                reached.insert(way.to);
            }
        }
        reached
    }
}

impl Branch {
    /// The blocked ones of the first `N` inner cells as a number, one bit each.
    #[inline]
    fn pattern<const N: usize>(&self, blocked: CellSet) -> usize {
        let words = [blocked.0 as u64, (blocked.0 >> 64) as u64];
        (0..N).fold(0, |pattern, i| {
            let cell = self.inner[i];
            let bit = words[usize::from(cell >> 6)] >> (cell & 63) & 1;
            pattern | (bit as usize) << i
        })
    }
}

const NO_CELL: u8 = 127;

impl FromCell {
    fn new(from: Cell) -> Self {
        let mut firsts = board::neighbours(from).into_iter();
        let rays = board::rays(from);
        let straight = |low: usize, high: usize| -> CellSet {
            rays.iter().flat_map(|ray| ray.iter().take(high).skip(low - 1).copied()).collect()
        };
        let mut blockader: Vec<BlockaderWay> = board::neighbours(from)
            .into_iter()
            .map(|to| BlockaderWay { to, between: CellSet::EMPTY })
            .collect();
        blockader.extend(
            rays.iter()
                .filter_map(|ray| Some(BlockaderWay { to: *ray.get(1)?, between: ray[0].set() })),
        );
        Self {
            branches: std::array::from_fn(|_| Branch::new(from, firsts.next(), &rays)),
            flier: straight(3, 6),
            blockader,
        }
    }
}

impl Branch {
    fn new(from: Cell, first: Option<Cell>, rays: &[Vec<Cell>]) -> Self {
        let mut branch = Self {
            inner: [NO_CELL; 7],
            fencer: [CellSet::EMPTY; 8],
            lancer: [CellSet::EMPTY; 8],
            swift: [CellSet::EMPTY; 128],
        };
        let Some(first) = first else { return branch };
        let paths = paths_through(from, first);
        let inner: Vec<Cell> = (1..=3)
            .flat_map(|length| paths.iter().filter(move |path| path.len() == length))
            .map(|path| path[path.len() - 1])
            .collect();
        // Near the edge a branch has fewer than two second steps; the third ones still stand behind the
        // three places that the lookups of Fencer and Lancer read.
        let seconds = paths.iter().filter(|path| path.len() == 2).count();
        for (n, cell) in inner.iter().enumerate() {
            let place = if n > seconds { n + 2 - seconds } else { n };
            branch.inner[place] = cell.index() as u8;
        }
        let rays = rays.iter().filter(|ray| ray[0] == first);
        let straight: Vec<&[Cell]> =
            rays.flat_map(|ray| (1..=ray.len().min(3)).map(|length| &ray[..length])).collect();
        for pattern in 0..128 {
            let blocked: CellSet = (0..7)
                .filter(|i| pattern >> i & 1 == 1 && branch.inner[*i] != NO_CELL)
                .map(|i| Cell::new(branch.inner[i].into()))
                .collect();
            let open = |path: &&[Cell]| {
                !path[..path.len() - 1].iter().any(|&cell| blocked.contains(cell))
            };
            let ends = |low: usize, high: usize| -> CellSet {
                let paths = paths.iter().map(Vec::as_slice).filter(open);
                paths
                    .filter(|path| (low..=high).contains(&path.len()))
                    .map(|path| path[path.len() - 1])
                    .collect()
            };
            branch.swift[pattern] = ends(2, 4);
            if pattern < 8 {
                branch.fencer[pattern] = ends(1, 3);
                branch.lancer[pattern] =
                    straight.iter().copied().filter(open).map(|path| path[path.len() - 1]).collect();
            }
        }
        branch
    }
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
        let reach = Reach::get();
        let sum = |targets: &dyn Fn(Cell) -> CellSet| -> usize {
            board::ALL.into_iter().map(|cell| targets(cell).len()).sum()
        };
        let none = CellSet::EMPTY;
        assert_eq!(sum(&board::neighbours), 216, "Vanguard");
        assert_eq!(sum(&|cell| reach.lancer(cell, none)), 936, "Lancer");
        assert_eq!(sum(&|cell| reach.fencer(cell, none)), 1104, "Fencer");
        assert_eq!(sum(&|cell| reach.swift(cell, none)), 1476, "Swift");
        assert_eq!(sum(&|cell| reach.flier(cell)), 1098, "Flier");
        assert_eq!(sum(&|cell| reach.blockader(cell, none, none, none)), 600, "Blockader");
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

const _: () = assert!(CELLS <= NO_CELL as usize);

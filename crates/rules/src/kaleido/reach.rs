//! Tables of the cells that pieces reach, computed once from which cells touch (§3.2).
//!
//! A flying piece and a Pawn reach the same cells whatever stands around them. A walking piece with
//! more than one step needs empty cells between; its paths are stored in groups with the same cells
//! between, so that one test against the occupied cells decides for all targets of a group.

use super::board::{self, CELLS, ring};
use super::piece::Kind;
use crate::{Cell, CellSet};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The paths of a walking piece that lead over the same cells.
#[derive(Clone, Copy)]
struct PathGroup {
    /// The cells between origin and target, which must be empty.
    between: CellSet,
    /// The targets of the paths.
    targets: CellSet,
}

/// The cells that every kind reaches from every cell.
pub(super) struct Reach {
    /// The targets on the empty board, indexed by kind and cell. Flying pieces and Pawns always
    /// reach all of them.
    on_empty_board: [[CellSet; CELLS]; Kind::COUNT],
    /// The paths of the [`WALKERS`], indexed by walker and cell.
    paths: [Vec<Vec<PathGroup>>; WALKERS.len()],
}

/// The kinds that pieces can block: walking ones with more than one step.
const WALKERS: [Kind; 3] = [Kind::Elephant, Kind::Tiger, Kind::Horse];

static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

impl Reach {
    pub(super) fn get() -> &'static Self {
        &REACH
    }

    fn new() -> Self {
        let ends = |kind, cell| grouped_paths(kind, cell).into_iter().map(|group| group.targets);
        let union = |kind, cell| ends(kind, cell).fold(CellSet::EMPTY, |all, to| all | to);
        Self {
            on_empty_board: Kind::ALL.map(|kind| board::ALL.map(|cell| union(kind, cell))),
            paths: WALKERS.map(|kind| board::ALL.map(|cell| grouped_paths(kind, cell)).to_vec()),
        }
    }

    /// The targets of a kind on the empty board.
    #[inline]
    pub(super) fn on_empty_board(&self, kind: Kind, from: Cell) -> CellSet {
        self.on_empty_board[kind as usize][from.index()]
    }

    /// The targets of a kind when these cells are occupied; occupied cells can be targets
    /// (captures).
    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: Cell, occupied: CellSet) -> CellSet {
        let walker = match kind {
            Kind::Elephant => 0,
            Kind::Tiger => 1,
            Kind::Horse => 2,
            _ => return self.on_empty_board(kind, from),
        };
        let mut targets = CellSet::EMPTY;
        for group in &self.paths[walker][from.index()] {
            if !group.between.meets(occupied) {
                targets |= group.targets;
            }
        }
        targets
    }
}

/// All paths of a kind from a cell, grouped by the cells between.
fn grouped_paths(kind: Kind, from: Cell) -> Vec<PathGroup> {
    let mut found = BTreeMap::<u128, CellSet>::new();
    for_each_path(&Path::new(kind, from), &mut |path| {
        *found.entry(path.between().0).or_default() |= path.end.set();
    });
    found
        .into_iter()
        .map(|(between, targets)| PathGroup { between: CellSet(between), targets })
        .collect()
}

/// Calls `each` with every complete path on the empty board that begins with this one.
fn for_each_path(path: &Path, each: &mut impl FnMut(&Path)) {
    if path.is_complete() {
        return each(path);
    }
    for next in path.extensions() {
        for_each_path(&next, each);
    }
}

/// The beginning of a path, and the rules for its next step.
#[derive(Clone, Copy)]
pub(super) struct Path {
    kind: Kind,
    from: Cell,
    /// The last cell so far.
    pub(super) end: Cell,
    /// The cells of the path, the first one included; none is visited twice.
    visited: CellSet,
    steps: usize,
    /// Whether the path has crossed a ring line.
    has_crossed: bool,
}

impl Path {
    /// The path of a kind before its first step.
    pub(super) fn new(kind: Kind, from: Cell) -> Self {
        Self { kind, from, end: from, visited: from.set(), steps: 0, has_crossed: false }
    }

    /// Whether the path has all steps of its kind.
    pub(super) fn is_complete(&self) -> bool {
        self.steps == self.kind.steps()
    }

    /// The cells between the first one and the last one.
    pub(super) fn between(&self) -> CellSet {
        self.visited - self.end.set() - self.from.set()
    }

    /// The path extended by every possible step on the empty board.
    pub(super) fn extensions(self) -> impl Iterator<Item = Self> {
        let corners = if self.kind.flies() { board::corners(self.end) } else { CellSet::EMPTY };
        let touching = (board::sides(self.end) | corners) - self.visited;
        touching.into_iter().filter_map(move |next| {
            let crosses = ring(next) != ring(self.end);
            if crosses && self.has_crossed && !self.kind.crosses_freely() {
                return None;
            }
            Some(Self {
                end: next,
                visited: self.visited | next.set(),
                steps: self.steps + 1,
                has_crossed: self.has_crossed || crosses,
                ..self
            })
        })
    }
}

//! Where pieces could go: tables made from the contacts (§3.2).

use super::board::{self, CELLS, ring};
use super::piece::Kind;
use crate::{Cell, CellSet};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The ways of a walker that lead over the same cells.
#[derive(Clone, Copy)]
struct PathGroup {
    /// The cells between, which must be empty.
    between: CellSet,
    /// Where they end.
    targets: CellSet,
}

/// What every kind reaches from every cell.
pub(super) struct Reach {
    /// By kind and cell: every cell where it could end on the empty board. Fliers and Pawns always reach them all.
    on_empty_board: [[CellSet; CELLS]; Kind::COUNT],
    /// The ways of the walkers with more than one step, by cell.
    paths: [Vec<Vec<PathGroup>>; WALKERS.len()],
}

/// The kinds whose group can be barred.
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

    /// Where a kind could end on the empty board.
    #[inline]
    pub(super) fn on_empty_board(&self, kind: Kind, from: Cell) -> CellSet {
        self.on_empty_board[kind as usize][from.index()]
    }

    /// Where a kind can end when these cells are occupied. It may land on any of them.
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

/// All ways of a kind from a cell, those over the same cells together.
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

/// Calls `each` with every whole group on the empty board that begins like this one.
fn for_each_path(path: &Path, each: &mut impl FnMut(&Path)) {
    if path.is_complete() {
        return each(path);
    }
    for next in path.extensions() {
        for_each_path(&next, each);
    }
}

/// How a piece goes from cell to cell: the rules of a step.
#[derive(Clone, Copy)]
pub(super) struct Path {
    kind: Kind,
    from: Cell,
    /// The cell reached so far.
    pub(super) end: Cell,
    /// The cells that it has used, the first one included: none is used twice.
    visited: CellSet,
    steps: usize,
    /// Whether it has has_crossed a ring line.
    has_crossed: bool,
}

impl Path {
    /// A piece of a kind before its first step.
    pub(super) fn new(kind: Kind, from: Cell) -> Self {
        Self { kind, from, end: from, visited: from.set(), steps: 0, has_crossed: false }
    }

    /// Whether it has made all its steps.
    pub(super) fn is_complete(&self) -> bool {
        self.steps == self.kind.steps()
    }

    /// The cells between the first one and the one reached so far.
    pub(super) fn between(&self) -> CellSet {
        self.visited - self.end.set() - self.from.set()
    }

    /// The same with one step more, in every possible group, on a board where nothing stands.
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

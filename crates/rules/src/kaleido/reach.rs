//! Where pieces could go: tables made from the contacts (§3.2).

use super::board::{self, CELLS, ring};
use super::piece::Kind;
use crate::{Cell, CellSet};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The ways of a walker that lead over the same cells.
#[derive(Clone, Copy)]
struct Ways {
    /// The cells between, which must be empty.
    over: CellSet,
    /// Where they end.
    to: CellSet,
}

/// What every kind reaches from every cell.
pub(super) struct Reach {
    /// By kind and cell: every cell where it could end on the empty board. Fliers and Pawns always reach them all.
    open: [[CellSet; CELLS]; Kind::COUNT],
    /// The ways of the walkers with more than one step, by cell.
    ways: [Vec<Vec<Ways>>; WALKERS.len()],
}

/// The kinds whose way can be barred.
const WALKERS: [Kind; 3] = [Kind::Elephant, Kind::Tiger, Kind::Horse];

static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

impl Reach {
    pub(super) fn get() -> &'static Self {
        &REACH
    }

    fn new() -> Self {
        let ends = |kind, cell| ways(kind, cell).into_iter().map(|way| way.to);
        let union = |kind, cell| ends(kind, cell).fold(CellSet::EMPTY, |all, to| all | to);
        Self {
            open: Kind::ALL.map(|kind| board::ALL.map(|cell| union(kind, cell))),
            ways: WALKERS.map(|kind| board::ALL.map(|cell| ways(kind, cell)).to_vec()),
        }
    }

    /// Where a kind could end on the empty board.
    #[inline]
    pub(super) fn open(&self, kind: Kind, from: Cell) -> CellSet {
        self.open[kind as usize][from.index()]
    }

    /// Where a kind can end when these cells are occupied. It may land on any of them.
    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: Cell, occupied: CellSet) -> CellSet {
        let walker = match kind {
            Kind::Elephant => 0,
            Kind::Tiger => 1,
            Kind::Horse => 2,
            _ => return self.open(kind, from),
        };
        let mut targets = CellSet::EMPTY;
        for way in &self.ways[walker][from.index()] {
            if !way.over.meets(occupied) {
                targets |= way.to;
            }
        }
        targets
    }
}

/// All ways of a kind from a cell, those over the same cells together.
fn ways(kind: Kind, from: Cell) -> Vec<Ways> {
    let mut found = BTreeMap::<u128, CellSet>::new();
    follow(&Path::new(kind, from), &mut |path| {
        *found.entry(path.over().0).or_default() |= path.here.set();
    });
    found.into_iter().map(|(over, to)| Ways { over: CellSet(over), to }).collect()
}

/// Calls `each` with every whole way on the empty board that begins like this one.
fn follow(path: &Path, each: &mut impl FnMut(&Path)) {
    if path.is_whole() {
        return each(path);
    }
    for next in path.onwards() {
        follow(&next, each);
    }
}

/// How a piece goes from cell to cell: the rules of a step.
#[derive(Clone, Copy)]
pub(super) struct Path {
    kind: Kind,
    from: Cell,
    /// The cell reached so far.
    pub(super) here: Cell,
    /// The cells that it has used, the first one included: none is used twice.
    seen: CellSet,
    steps: usize,
    /// Whether it has crossed a ring line.
    crossed: bool,
}

impl Path {
    /// A piece of a kind before its first step.
    pub(super) fn new(kind: Kind, from: Cell) -> Self {
        Self { kind, from, here: from, seen: from.set(), steps: 0, crossed: false }
    }

    /// Whether it has made all its steps.
    pub(super) fn is_whole(&self) -> bool {
        self.steps == self.kind.steps()
    }

    /// The cells between the first one and the one reached so far.
    pub(super) fn over(&self) -> CellSet {
        self.seen - self.here.set() - self.from.set()
    }

    /// The same with one step more, in every possible way, on a board where nothing stands.
    pub(super) fn onwards(self) -> impl Iterator<Item = Self> {
        let corners = if self.kind.flies() { board::corners(self.here) } else { CellSet::EMPTY };
        let touching = (board::sides(self.here) | corners) - self.seen;
        touching.into_iter().filter_map(move |next| {
            let crosses = ring(next) != ring(self.here);
            if crosses && self.crossed && !self.kind.crosses_freely() {
                return None;
            }
            Some(Self {
                here: next,
                seen: self.seen | next.set(),
                steps: self.steps + 1,
                crossed: self.crossed || crosses,
                ..self
            })
        })
    }
}

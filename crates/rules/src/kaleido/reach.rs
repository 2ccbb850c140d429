//! Where pieces could go: tables made from the contacts (RULES 3.2).

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
    let mut found = BTreeMap::new();
    follow(
        &Path { kind, from, here: from, seen: from.set(), steps: 0, crossed: false },
        &mut found,
    );
    found.into_iter().map(|(over, to)| Ways { over: CellSet(over), to }).collect()
}

struct Path {
    kind: Kind,
    from: Cell,
    here: Cell,
    /// The cells that it has used, the first one included: none is used twice.
    seen: CellSet,
    steps: usize,
    /// Whether it has crossed a ring line.
    crossed: bool,
}

fn follow(path: &Path, found: &mut BTreeMap<u128, CellSet>) {
    let &Path { kind, here, seen, steps, .. } = path;
    if steps == kind.steps() {
        let over = seen - here.set() - path.from.set();
        *found.entry(over.0).or_default() |= here.set();
        return;
    }
    let corners = if kind.flies() { board::corners(here) } else { CellSet::EMPTY };
    for next in (board::sides(here) | corners) - seen {
        let crosses = ring(next) != ring(here);
        if crosses && path.crossed && !kind.crosses_freely() {
            continue;
        }
        let crossed = path.crossed || crosses;
        let seen = seen | next.set();
        follow(&Path { here: next, seen, steps: steps + 1, crossed, ..*path }, found);
    }
}

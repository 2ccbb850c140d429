//! The paths of a warrior from one cell to another. The move tables say only whether a cell can be
//! reached; under clouds the path matters.

use crate::klinzha::{Kind, board};
use crate::{Cell, CellSet};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// A path: the cells after the first, up to and including the last.
pub type WalkPath = ArrayVec<Cell, 6>;

/// The straight lines from each cell.
static RAYS: LazyLock<Vec<Vec<Vec<Cell>>>> =
    LazyLock::new(|| board::ALL.into_iter().map(board::rays).collect());

/// All paths of a warrior of this kind between two cells whose inner cells are not `blocked`; a
/// Flier ignores `blocked`. Shorter paths come first, and paths of the same length in the order of
/// their cell names (R-CL4).
pub fn walk_paths(kind: Kind, from: Cell, to: Cell, blocked: CellSet) -> Vec<WalkPath> {
    match kind {
        Kind::Blockader => straight_paths(from, to, 1, 2, blocked),
        Kind::Flier => straight_paths(from, to, 3, 6, CellSet::EMPTY),
        Kind::Lancer => straight_paths(from, to, 1, 3, blocked),
        Kind::Vanguard => straight_paths(from, to, 1, 1, blocked),
        Kind::Swift => step_paths(from, to, 2, 4, blocked),
        Kind::Fencer => step_paths(from, to, 1, 3, blocked),
    }
}

fn straight_paths(
    from: Cell,
    to: Cell,
    least: usize,
    most: usize,
    blocked: CellSet,
) -> Vec<WalkPath> {
    // A neighbour lies on two straight lines, which give the same path of one step.
    let ray = RAYS[from.index()].iter().find_map(|ray| {
        let steps = ray.iter().take(most).position(|&cell| cell == to)? + 1;
        Some(&ray[..steps])
    });
    let Some(ray) = ray.filter(|ray| ray.len() >= least) else { return Vec::new() };
    let open = !ray[..ray.len() - 1].iter().any(|&cell| blocked.contains(cell));
    if open { vec![ray.iter().copied().collect()] } else { Vec::new() }
}

fn step_paths(from: Cell, to: Cell, least: usize, most: usize, blocked: CellSet) -> Vec<WalkPath> {
    let mut found = Vec::new();
    let mut path = WalkPath::new();
    extend_path(from, to, least, most, blocked | from.set(), &mut path, &mut found);
    // The order of the indices is the order of the names.
    found.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    found
}

/// Adds all paths that continue `path` from `at` without a `visited` cell.
fn extend_path(
    at: Cell,
    to: Cell,
    least: usize,
    most: usize,
    visited: CellSet,
    path: &mut WalkPath,
    found: &mut Vec<WalkPath>,
) {
    for next in board::neighbours(at) {
        path.push(next);
        if next == to {
            if path.len() >= least {
                found.push(path.clone());
            }
        } else if path.len() < most && !visited.contains(next) {
            extend_path(next, to, least, most, visited | next.set(), path, found);
        }
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_indices_is_the_order_of_names() {
        let names: Vec<&str> = board::ALL.into_iter().map(board::name).collect();
        assert!(names.is_sorted());
    }
}

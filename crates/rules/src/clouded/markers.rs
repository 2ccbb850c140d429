//! Markers: notes "an enemy stood here when it captured …" (R-CL3).

use super::board_view::BoardView;
use super::map::{CloudMap, Cover};
use super::resolve::Capture;
use crate::Cell;

/// The markers of one player, sorted by cell. A marker blocks no path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Markers(Vec<(Cell, Capture)>);

impl Markers {
    /// Adds a marker for a loss; it replaces the marker on the same cell.
    pub(super) fn note(&mut self, cell: Cell, lost: Capture) {
        self.0.retain(|(at, _)| *at != cell);
        self.0.push((cell, lost));
        self.0.sort_unstable_by_key(|(at, _)| *at);
    }

    /// Removes markers on cells that hold an own piece or are seen to hold no enemy.
    pub(super) fn update(&mut self, board_view: &BoardView, map: &CloudMap) {
        let Some(us) = board_view.side() else { return };
        self.0.retain(|&(cell, _)| {
            let own = board_view.kind(us, cell).is_some() || board_view.goal(us) == Some(cell);
            let enemy =
                board_view.kind(!us, cell).is_some() || board_view.neutrals(!us).contains(cell);
            !own && (enemy || map.cover(cell) == Cover::Under)
        });
    }

    /// The markers in the order of their cells: the cell, and what was captured there.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Cell, Capture)> + '_ {
        self.0.iter().copied()
    }
}

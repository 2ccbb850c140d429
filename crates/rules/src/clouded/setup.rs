//! The setup under clouds (§2.2, Setup): what a viewer may know of it.

use super::map::{CloudMap, Cover};
use crate::klinzha::{Kind, Placement, Setup, Side, Stage, Step, area, board, placed};
use crate::{Cell, CellSet, Frame, Refusal, Seat, Viewer};

/// The setup as one viewer sees it.
#[derive(Clone)]
pub(super) struct SetupView {
    /// The setup without everything that the viewer does not know. Of the other seat's placement it
    /// has at most a Blockader on a clear cell, for its zone.
    pub(super) setup: Setup,
    /// The visible pieces of other seats, in the order of their cells.
    visible: Vec<VisiblePiece>,
    map: CloudMap,
}

/// A visible piece of another seat's placement.
#[derive(Clone, Copy)]
struct VisiblePiece {
    side: Side,
    /// The kind; `None` for a neutral.
    kind: Option<Kind>,
    cell: Cell,
    with_goal: bool,
}

/// The zone of the other seat's Blockader, if its placement is finished and this seat identifies it
/// (R-CL2). Drafts of a placement are checked against this zone only. The umpire reveals an overlap
/// with an unseen zone only when the placement is finished: otherwise a player could search for the
/// border of the zone cell by cell.
pub(super) fn visible_zone(setup: &Setup, map: &CloudMap, seat: Seat) -> CellSet {
    let blockader = setup.placements[seat.other().index()].blockader();
    match blockader.map(|cell| map.cover(cell)) {
        Some(Cover::Clear) => setup.enemy_zone(seat),
        _ => CellSet::EMPTY,
    }
}

impl SetupView {
    pub(super) fn new(truth: &Setup, map: CloudMap, viewer: Viewer) -> Self {
        let mut view = Self { setup: truth.clone(), visible: Vec::new(), map };
        for seat in [Seat::new(0), Seat::new(1)] {
            if viewer != Viewer::Seat(seat) {
                view.hide_placement(truth, seat);
            }
        }
        view
    }

    /// The whole setup, when the game is over.
    pub(super) fn revealed(truth: &Setup, map: CloudMap) -> Self {
        Self { setup: truth.clone(), visible: Vec::new(), map }
    }

    /// Removes what other viewers may not know of a seat's placement.
    fn hide_placement(&mut self, truth: &Setup, seat: Seat) {
        let index = seat.index();
        let setup = &mut self.setup;
        setup.placements[index] = Placement::default();
        setup.goals[index] = None;
        if truth.first != Some(seat) {
            // Only the region of the first placement is announced.
            setup.regions[index] = None;
        }
        let (true, Some(side), Some(region)) =
            (truth.finished[index], truth.sides[index], truth.regions[index])
        else {
            return;
        };
        let mut warriors: Vec<(Kind, Cell)> = truth.placements[index].warriors().collect();
        warriors.sort_unstable_by_key(|(_, cell)| *cell);
        for (kind, cell) in warriors {
            let visible = match self.map.cover(cell) {
                Cover::Clear => Some(kind),
                Cover::Edge => None,
                Cover::Under => continue,
            };
            if visible == Some(Kind::Blockader) {
                // The enemy's own zone does not restrict its Blockader.
                let _ = setup.placements[index].place(kind, cell, region, CellSet::EMPTY);
            }
            let with_goal = visible.is_some() && truth.goals[index] == Some(cell);
            self.visible.push(VisiblePiece { side, kind: visible, cell, with_goal });
        }
    }

    /// Refuses a step that this view does not allow. The umpire may still refuse it because of an
    /// unseen zone.
    pub(super) fn check(&self, step: &Step) -> Result<(), Refusal> {
        let mut setup = self.setup.clone();
        match (setup.stage, step) {
            // The last Goal would complete the setup, which needs the other side's warriors.
            (Stage::Goal(seat), Step::Goal(named, cell)) => {
                setup.placements[seat.index()].check_goal(*named, *cell)
            }
            _ => setup.step(step).map(|_| ()),
        }
    }

    /// The frame of this view.
    pub(super) fn frame(&self) -> Frame {
        let setup = &self.setup;
        let mut frame = Frame { areas: self.map.areas(), ..Frame::default() };
        for visible in &self.visible {
            let kind = visible.kind.map_or("?", Kind::code);
            frame.pieces.push(placed(visible.side, kind, visible.cell, visible.with_goal));
        }
        for seat in 0..2 {
            let Some(side) = setup.sides[seat] else { continue };
            let placement = &setup.placements[seat];
            let others = |cell| self.visible.iter().any(|visible| visible.cell == cell);
            for (kind, cell) in placement.warriors().filter(|(_, cell)| !others(*cell)) {
                frame.pieces.push(placed(side, kind.code(), cell, setup.goals[seat] == Some(cell)));
            }
            if let Some(blockader) = placement.blockader() {
                frame.areas.push(area("zone", side.key(), board::neighbours(blockader)));
            }
        }
        let regions: Vec<_> = match setup.stage {
            Stage::Take(seat) => setup.free_regions(seat).collect(),
            Stage::Place(seat) => setup.regions[seat.index()].into_iter().collect(),
            _ => Vec::new(),
        };
        for region in regions {
            let cells = board::region_cells(region);
            frame.areas.push(area("region", region.key(), cells));
        }
        frame
    }
}

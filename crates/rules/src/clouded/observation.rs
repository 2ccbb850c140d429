//! What a viewer was shown and told at one moment of the battle. A viewer's history is a list of these; they are
//! made when it happens and do not change afterwards, so nobody can be shown today what it could not see then.

use super::board_view::BoardView;
use super::history::Drifted;
use super::map::CloudMap;
use super::markers::Markers;
use super::resolve::Taken;
use crate::klinzha::{Kind, Side, area, name, placed};
use crate::{Captured, Cell, Frame, Notice};

/// One moment of the battle for one viewer.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Observation {
    /// Who made the ply that led here; nobody before the first.
    pub(super) mover: Option<Side>,
    /// The ply as far as the viewer knows it.
    pub(super) text: Option<String>,
    /// Its cells as far as the viewer knows them.
    pub(super) last: Vec<Cell>,
    /// What is seen.
    pub(super) board: BoardView,
    /// The clouds.
    pub(super) map: CloudMap,
    /// The viewer's markers; spectators have none.
    pub(super) markers: Markers,
    /// All that was captured so far: whose it was and what. The two lists of R-CL3 are its two halves, as each
    /// capture is told to the one as capture and to the other as loss.
    pub(super) captures: Vec<(Side, Taken)>,
    /// What the viewer was told after this ply.
    pub(super) announcements: Vec<Notice>,
    /// The last report to this viewer, which may be older.
    pub(super) last_report: Vec<Notice>,
    /// How the clouds drifted after this ply.
    pub(super) drifted: Option<Drifted>,
}

impl Observation {
    /// The board as plain data.
    pub(super) fn frame(&self, ply: usize) -> Frame {
        let mut frame = Frame {
            ply,
            number: self.board.turn_number() - u32::from(self.mover == Some(Side::Green)),
            side: self.mover.map(Side::key),
            text: self.text.clone(),
            position: self.board.to_string(),
            pieces: Vec::new(),
            areas: self.map.areas(),
            captured: captured(&self.captures),
            last: self.last.iter().copied().map(name).collect(),
            path: Vec::new(),
            told: self.announcements.clone(),
        };
        for side in Side::ALL {
            for (kind, cell) in self.board.recognised(side) {
                let with_goal = self.board.goal(side) == Some(cell);
                frame.pieces.push(placed(side, kind.code(), cell, with_goal));
            }
            if let Some(goal) = self.board.abandoned_goal(side) {
                frame.pieces.push(placed(side, "G", goal, false));
            }
            for cell in self.board.neutrals(side) {
                frame.pieces.push(placed(side, "?", cell, false));
            }
            let zone = self.board.zone(side);
            if !zone.is_empty() {
                frame.areas.push(area("zone", side.key(), zone));
            }
        }
        // Where the enemy that stands there is recognised a note says nothing.
        let plain = |cell| Side::ALL.into_iter().any(|side| self.board.kind(side, cell).is_some());
        for (cell, capture) in self.markers.iter().filter(|(cell, _)| !plain(*cell)) {
            frame.areas.push(area("marker", capture.code(), cell.set()));
        }
        frame
    }
}

/// A list of captures counted, in the order of the game's pieces.
pub(super) fn captured(captures: &[(Side, Taken)]) -> Vec<Captured> {
    let mut all = Vec::new();
    for side in Side::ALL {
        for kind in Kind::ALL.into_iter().map(Some).chain([None]) {
            for goal in [false, true] {
                let what = Taken { kind, goal };
                let count = captures.iter().filter(|entry| **entry == (side, what)).count();
                if count > 0 {
                    let kind = what.code().to_owned();
                    all.push(Captured { side: side.key(), kind, count });
                }
            }
        }
    }
    all
}

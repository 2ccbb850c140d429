//! Observations: what a viewer saw and was told at one moment of the game. They are made when they
//! happen, so that a viewer cannot be shown later what it could not see then.

use super::board_view::BoardView;
use super::history::Drifted;
use super::map::CloudMap;
use super::markers::Markers;
use super::resolve::Capture;
use crate::klinzha::{Kind, Side, area, name, placed};
use crate::{Captured, Cell, Frame, Notice};

/// One moment of the game as one viewer saw it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Observation {
    /// The side that made the ply that led here; `None` before the first ply.
    pub(super) mover: Option<Side>,
    /// The ply, as far as the viewer knows it.
    pub(super) text: Option<String>,
    /// The cells of the ply, as far as the viewer knows them.
    pub(super) last: Vec<Cell>,
    /// What the viewer sees.
    pub(super) board: BoardView,
    /// The clouds.
    pub(super) map: CloudMap,
    /// The viewer's markers. Spectators have none.
    pub(super) markers: Markers,
    /// All captures so far: the side that owned the piece, and what was captured. Both lists of
    /// R-CL3 follow from it, as the mover is told of each capture and the opponent of each loss.
    pub(super) captures: Vec<(Side, Capture)>,
    /// What the viewer was told after this ply.
    pub(super) announcements: Vec<Notice>,
    /// The last report to this viewer, perhaps of an earlier ply.
    pub(super) last_report: Vec<Notice>,
    /// How the clouds drifted after this ply.
    pub(super) drifted: Option<Drifted>,
}

impl Observation {
    /// The frame of this observation.
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
            for (kind, cell) in self.board.identified(side) {
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
        // On a cell where the viewer identifies the enemy, a marker adds nothing.
        let plain = |cell| Side::ALL.into_iter().any(|side| self.board.kind(side, cell).is_some());
        for (cell, capture) in self.markers.iter().filter(|(cell, _)| !plain(*cell)) {
            frame.areas.push(area("marker", capture.code(), cell.set()));
        }
        frame
    }
}

/// The number of captures of each piece, in the order of the game's pieces.
pub(super) fn captured(captures: &[(Side, Capture)]) -> Vec<Captured> {
    let mut all = Vec::new();
    for side in Side::ALL {
        for kind in Kind::ALL.into_iter().map(Some).chain([None]) {
            for goal in [false, true] {
                let what = Capture { kind, goal };
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

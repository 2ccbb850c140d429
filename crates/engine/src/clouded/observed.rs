//! The observations of a seat, read from its scene and frames.

use heterodox_rules::clouded::{BoardView, Capture, CloudMap, Cover, HaltCause, Intent};
use heterodox_rules::klinzha::{Side, board};
use heterodox_rules::{Cell, CellSet, Frame};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The history of a battle as one side observed it.
#[derive(Clone, Debug)]
pub struct History {
    /// The observing side.
    pub side: Side,
    /// The states before the first ply and after each.
    pub states: Vec<ObservedState>,
}

/// The observation of a side at one state, and the ply that led to it.
#[derive(Clone, Debug)]
pub struct ObservedState {
    /// The side's view of the board.
    pub board_view: BoardView,
    /// The clouds.
    pub map: CloudMap,
    /// The ply that led here; `None` at the beginning and if the frame cannot be read.
    pub ply: Option<Ply>,
    /// The number of enemy warriors captured so far, by kind.
    pub taken: [usize; 6],
    /// For each cell, the plies since it was last known to be free of the enemy, or `NEVER`.
    pub plies_since_free: [u16; board::CELLS],
    /// A hash of all observations up to this state.
    pub fingerprint: u64,
}

/// A cell that was never known to be free of the enemy.
pub(super) const NEVER: u16 = u16::MAX;

/// A ply as the player knows it.
#[derive(Clone, Debug)]
pub enum Ply {
    /// An own ply.
    Own {
        /// The announced intent.
        intent: Intent,
        /// The cell on which the warrior ended.
        ended: Cell,
        /// The capture that the umpire announced.
        captured: Option<Capture>,
        /// The cause of the halt that the umpire announced.
        halted: Option<HaltCause>,
    },
    /// An enemy ply, with the announced loss and its cell.
    Enemy(Option<(Capture, Cell)>),
}

impl History {
    /// Reads the frames of a side; `None` if one of them is no view of that side.
    pub fn read(side: Side, frames: &[Frame]) -> Option<Self> {
        let mut states: Vec<ObservedState> = Vec::with_capacity(frames.len());
        for frame in frames {
            let state = ObservedState::read(side, frame, states.last())?;
            states.push(state);
        }
        (!states.is_empty()).then_some(Self { side, states })
    }
}

impl ObservedState {
    fn read(side: Side, frame: &Frame, before: Option<&Self>) -> Option<Self> {
        let view = BoardView::parse(&frame.position, Some(side)).ok()?;
        let map = clouds(frame);
        let mut taken = [0; 6];
        for entry in frame.captured.iter().filter(|entry| entry.side != side.key()) {
            if let Some(kind) = Capture::from_code(&entry.kind).and_then(|taken| taken.kind) {
                taken[kind as usize] += entry.count;
            }
        }
        let ply = before.zip(frame.text.as_deref()).and_then(|(before, text)| {
            if frame.side == Some(side.key()) { own_ply(before, text) } else { enemy_ply(text) }
        });
        let mut plies_since_free =
            before.map_or([NEVER; board::CELLS], |before| before.plies_since_free);
        for plies in &mut plies_since_free {
            *plies = plies.saturating_add(1);
        }
        for cell in known_free(&view, &map, side) {
            plies_since_free[cell.index()] = 0;
        }
        let mut hasher = DefaultHasher::new();
        before.map_or(0, |before| before.fingerprint).hash(&mut hasher);
        (&frame.position, &frame.text, frame.side, map, taken).hash(&mut hasher);
        Some(Self {
            board_view: view,
            map,
            ply,
            taken,
            plies_since_free,
            fingerprint: hasher.finish(),
        })
    }
}

/// The cells that a side knows to be free of the enemy: those under its own warriors and Goal, and
/// the visible empty ones.
fn known_free(view: &BoardView, map: &CloudMap, side: Side) -> CellSet {
    let them = !side;
    let own: CellSet = view.identified(side).map(|(_, cell)| cell).chain(view.goal(side)).collect();
    let enemies: CellSet =
        view.identified(them).map(|(_, cell)| cell).chain(view.goal(them)).collect();
    own | (board::ALL - map.under() - enemies - view.neutrals(them))
}

/// The clouds of a frame.
pub(super) fn clouds(frame: &Frame) -> CloudMap {
    let mut map = CloudMap::CLEAR;
    for area in &frame.areas {
        let cover = match area.kind {
            "cloud-edge" => Cover::Edge,
            "cloud-under" => Cover::Under,
            _ => continue,
        };
        for cell in area.cells.iter().filter_map(|name| board::by_name(name)) {
            map.set(cell, cover);
        }
    }
    map
}

/// Reads an own ply: the intent with the capture or the halt, such as `S@F47 x V@F36` or
/// `S@F47 F36 (F37 F36) > F37 field`.
fn own_ply(before: &ObservedState, text: &str) -> Option<Ply> {
    let (announced, halt) = match text.split_once(" > ") {
        Some((announced, halt)) => (announced, Some(halt)),
        None => (text, None),
    };
    let (head, path) = match announced.split_once(" (") {
        Some((head, path)) => (head, format!(" ({path}")),
        None => (announced, String::new()),
    };
    let (head, captured) = match head.split_once(" x ") {
        Some((start, victim)) => {
            let (code, cell) = victim.split_once('@')?;
            (format!("{start} {cell}"), Some(Capture::from_code(code)?))
        }
        None => (head.to_owned(), None),
    };
    let (intent, _) = before.board_view.read_intent(&(head + &path)).ok()?;
    let (ended, halted) = match halt {
        Some(halt) => {
            let (cell, cause) = halt.split_once(' ')?;
            (board::by_name(cell)?, Some(HaltCause::from_key(cause)?))
        }
        None => (intent.played.to(), None),
    };
    Some(Ply::Own { intent, ended, captured, halted })
}

/// Reads an enemy ply, of which only the loss is announced.
fn enemy_ply(text: &str) -> Option<Ply> {
    let Some((_, victim)) = text.split_once(" x ") else { return Some(Ply::Enemy(None)) };
    let (code, cell) = victim.split_once('@')?;
    Some(Ply::Enemy(Some((Capture::from_code(code)?, board::by_name(cell)?))))
}

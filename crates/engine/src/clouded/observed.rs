//! What a seat was shown and told, read from its scene and frames.

use heterodox_rules::clouded::{BoardView, Capture, CloudMap, Cover, HaltCause, Intent};
use heterodox_rules::klinzha::{Side, board};
use heterodox_rules::{Cell, CellSet, Frame};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The history of a battle as one side saw it.
#[derive(Clone, Debug)]
pub struct History {
    /// Whose.
    pub side: Side,
    /// Before the first ply and after each.
    pub moments: Vec<ObservedState>,
}

/// What a side saw at one moment, and the ply that led there.
#[derive(Clone, Debug)]
pub struct ObservedState {
    /// What is seen.
    pub board_view: BoardView,
    /// The clouds.
    pub map: CloudMap,
    /// What came before; nothing at the beginning, or if the frame makes no sense.
    pub ply: Option<Ply>,
    /// How many of the enemy's warriors were captured so far, by kind.
    pub taken: [usize; 6],
    /// For each cell the number of moments since it was last known to hold nothing of the enemy's.
    pub free: [u16; board::CELLS],
    /// Tells this moment from others.
    pub print: u64,
}

/// A cell that was never known to be free of the enemy.
pub(super) const NEVER: u16 = u16::MAX;

/// A ply as a player knows it.
#[derive(Clone, Debug)]
pub enum Ply {
    /// The player's own.
    Own {
        /// What it announced.
        intent: Intent,
        /// Where its warrior ended.
        ended: Cell,
        /// What it was told to have captured.
        captured: Option<Capture>,
        /// What it was told to have been halted by.
        halted: Option<HaltCause>,
    },
    /// The enemy's, with what the player was told to have lost, and where.
    Enemy(Option<(Capture, Cell)>),
}

impl History {
    /// Reads the frames that a side was given; nothing if one of them is no view of that side.
    pub fn read(side: Side, frames: &[Frame]) -> Option<Self> {
        let mut moments: Vec<ObservedState> = Vec::with_capacity(frames.len());
        for frame in frames {
            let moment = ObservedState::read(side, frame, moments.last())?;
            moments.push(moment);
        }
        (!moments.is_empty()).then_some(Self { side, moments })
    }
}

impl ObservedState {
    fn read(side: Side, frame: &Frame, before: Option<&Self>) -> Option<Self> {
        let sight = BoardView::parse(&frame.position, Some(side)).ok()?;
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
        let mut free = before.map_or([NEVER; board::CELLS], |before| before.free);
        for age in &mut free {
            *age = age.saturating_add(1);
        }
        for cell in known_free(&sight, &map, side) {
            free[cell.index()] = 0;
        }
        let mut hasher = DefaultHasher::new();
        before.map_or(0, |before| before.print).hash(&mut hasher);
        (&frame.position, &frame.text, frame.side, map, taken).hash(&mut hasher);
        Some(Self { board_view: sight, map, ply, taken, free, print: hasher.finish() })
    }
}

/// Where a side sees that nothing of the enemy's stands: under its own warriors and Goal, and on empty cells in sight.
fn known_free(sight: &BoardView, map: &CloudMap, side: Side) -> CellSet {
    let them = !side;
    let own: CellSet =
        sight.identified(side).map(|(_, cell)| cell).chain(sight.goal(side)).collect();
    let enemies: CellSet =
        sight.identified(them).map(|(_, cell)| cell).chain(sight.goal(them)).collect();
    own | (board::ALL - map.under() - enemies - sight.neutrals(them))
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

/// An own ply: the intent with what was captured or where it was halted, such as `S@F47 x V@F36` or
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

/// An enemy's ply: all that counts is the loss; the rest is in the sights.
fn enemy_ply(text: &str) -> Option<Ply> {
    let Some((_, victim)) = text.split_once(" x ") else { return Some(Ply::Enemy(None)) };
    let (code, cell) = victim.split_once('@')?;
    Some(Ply::Enemy(Some((Capture::from_code(code)?, board::by_name(cell)?))))
}

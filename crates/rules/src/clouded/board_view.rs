//! What one viewer sees of a position (§2.1), and view strings.

use super::intent::Intent;
use super::map::{CloudMap, Cover};
use super::resolve::Capture;
use crate::klinzha::{
    BySide, GoalAction, Kind, Move, MoveContext, Occupancy, Position, PositionError, RawPosition,
    Side, board,
};
use crate::{Cell, CellSet, Refusal};
use std::fmt;

/// What one viewer sees of a position: pieces, side to move and counters.
///
/// A player sees its own side, the enemies on clear cells, and the colour of what is on edge cells:
/// a *neutral*, which may also be an abandoned Goal (R-CL1). Spectators see each side as its enemy
/// does. Warriors are sets of cells and not lists, so that their order cannot reveal which of two
/// warriors of a kind is which.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardView {
    side: Option<Side>,
    /// The identified warriors, by kind.
    warriors: BySide<[CellSet; 6]>,
    neutrals: BySide<CellSet>,
    goals: BySide<Option<Cell>>,
    turn: Side,
    plies_since_capture: u32,
    turn_number: u32,
}

impl BoardView {
    /// What a side sees of a position under clouds; for `None`, what spectators see.
    pub fn of(position: &Position, map: &CloudMap, side: Option<Side>) -> Self {
        let mut view = Self {
            side,
            warriors: BySide::default(),
            neutrals: BySide::default(),
            goals: BySide::default(),
            turn: position.turn(),
            plies_since_capture: position.plies_since_capture(),
            turn_number: position.turn_number(),
        };
        for of in Side::ALL {
            let cover = |cell| if side == Some(of) { Cover::Clear } else { map.cover(cell) };
            for (kind, cell) in position.warriors(of) {
                match cover(cell) {
                    Cover::Clear => view.warriors[of][kind as usize].insert(cell),
                    Cover::Edge => view.neutrals[of].insert(cell),
                    Cover::Under => {}
                }
            }
            if let Some(goal) = position.goal(of) {
                match cover(goal) {
                    Cover::Clear => view.goals[of] = Some(goal),
                    Cover::Edge => view.neutrals[of].insert(goal),
                    Cover::Under => {}
                }
            }
        }
        view
    }

    /// The side of the viewer; `None` for spectators.
    pub fn side(&self) -> Option<Side> {
        self.side
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The number of plies since the last capture.
    pub fn plies_since_capture(&self) -> u32 {
        self.plies_since_capture
    }

    /// The turn number.
    pub fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The cells of the identified warriors of a kind.
    pub fn warriors(&self, side: Side, kind: Kind) -> CellSet {
        self.warriors[side][kind as usize]
    }

    /// The identified warriors of a side with their cells, by kind in the source's order.
    pub fn identified(&self, side: Side) -> impl Iterator<Item = (Kind, Cell)> + '_ {
        Kind::ALL
            .into_iter()
            .flat_map(move |kind| self.warriors(side, kind).into_iter().map(move |c| (kind, c)))
    }

    /// The cells of a side's neutrals: warriors or Goals of which only the colour is seen.
    pub fn neutrals(&self, side: Side) -> CellSet {
        self.neutrals[side]
    }

    /// The cell on which a side's Goal is seen, alone or with a warrior.
    pub fn goal(&self, side: Side) -> Option<Cell> {
        self.goals[side]
    }

    /// The identified kind of a side's warrior on a cell.
    pub fn kind(&self, side: Side, cell: Cell) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.warriors(side, kind).contains(cell))
    }

    /// The cell on which a side's Goal is seen without a warrior.
    pub fn abandoned_goal(&self, side: Side) -> Option<Cell> {
        self.goals[side].filter(|&goal| self.kind(side, goal).is_none())
    }

    /// The zone of a side's Blockader; empty if it is not identified (R-CL2).
    pub fn zone(&self, side: Side) -> CellSet {
        self.warriors(side, Kind::Blockader).first().map_or(CellSet::EMPTY, board::neighbours)
    }

    /// The cells of all identified warriors of a side.
    fn occupied(&self, side: Side) -> CellSet {
        self.warriors[side].iter().fold(CellSet::EMPTY, |all, &cells| all | cells)
    }

    /// The occupancy as `us` knows it: unseen pieces are absent, neutrals are warriors that can be
    /// captured.
    pub(super) fn occupancy(&self, us: Side) -> Occupancy {
        let them = !us;
        Occupancy {
            own: self.occupied(us),
            own_goal: self.goals[us],
            own_zone: self.zone(us),
            enemy: self.occupied(them) | self.neutrals[them],
            neutrals: self.neutrals[them],
            enemy_goal: self.goals[them],
            enemy_blockader: self.warriors(them, Kind::Blockader).first(),
        }
    }

    /// Calls `visit` with each group of legal intents of the side to move: the warrior, its cell,
    /// its targets, and what happens to its Goal. There are none for the other side, for
    /// spectators, and if the own Goal was captured.
    pub fn for_each_target(&self, mut visit: impl FnMut(Kind, Cell, CellSet, GoalAction)) {
        let us = self.turn;
        if self.side != Some(us) || self.goals[us].is_none() {
            return;
        }
        let context = MoveContext::new(&self.occupancy(us));
        for (kind, from) in self.identified(us) {
            let targets = context.targets(kind, from);
            if kind.carries() && self.goals[us] == Some(from) {
                visit(kind, from, targets - context.own_zone, GoalAction::Carry);
                visit(kind, from, targets, GoalAction::Abandon);
            } else {
                visit(kind, from, targets, GoalAction::Plain);
            }
        }
    }

    /// All legal intents of the side to move, without paths.
    pub fn intents(&self) -> Vec<Intent> {
        let mut intents = Vec::new();
        self.for_each_target(|kind, from, targets, goal| {
            let moves = targets.into_iter().map(|to| Move::new(from, to, goal));
            intents.extend(moves.map(|played| Intent { kind, played, path: None }));
        });
        intents
    }

    /// Whether an enemy, a neutral or the enemy Goal is seen on a cell.
    pub fn may_capture_on(&self, to: Cell) -> bool {
        let them = !self.turn;
        self.goals[them] == Some(to) || self.occupancy(self.turn).enemy.contains(to)
    }

    /// Describes a ply of `mover` for a viewer who sees `self` before and `after` it. The move is
    /// given in full if it began and ended in sight under the same clouds, else as `?`; then
    /// follows what was lost, and where if that is known.
    pub(super) fn describe_ply(
        &self,
        after: &Self,
        same_clouds: bool,
        mover: Side,
        lost: Option<(Capture, Option<Cell>)>,
    ) -> PlyDescription {
        let visible = if same_clouds { self.visible_move(after, mover) } else { None };
        let Some(VisibleMove { start, from, to }) = visible else {
            let text = match lost {
                None => "?".to_owned(),
                Some((taken, Some(cell))) => format!("? x {taken}@{}", board::name(cell)),
                Some((taken, None)) => format!("? x {taken}"),
            };
            let cell = lost.and_then(|(_, cell)| cell);
            return PlyDescription { text, last: cell.into_iter().collect() };
        };
        let end = board::name(to);
        let text = match lost {
            None => format!("{start} {end}"),
            Some((taken, _)) => format!("{start} x {taken}@{end}"),
        };
        PlyDescription { text, last: vec![from, to] }
    }

    /// The move of `mover`, if a warrior disappeared from a clear cell and one of its kind appeared
    /// on another. Only one warrior moves in a ply, so both are the same.
    fn visible_move(&self, after: &Self, mover: Side) -> Option<VisibleMove> {
        let (before, now) = (self.warriors[mover], after.warriors[mover]);
        let mut found = None;
        for kind in Kind::ALL {
            let gone = before[kind as usize] - now[kind as usize];
            let come = now[kind as usize] - before[kind as usize];
            if gone.is_empty() && come.is_empty() {
                continue;
            }
            if found.is_some() || gone.len() != 1 || come.len() != 1 {
                return None;
            }
            found = Some((kind, gone.first()?, come.first()?));
        }
        let (kind, from, to) = found?;
        // The viewer sees whether a carrier that was on its Goal abandons or carries it.
        let goal = match self.goals[mover] == Some(from) && kind.carries() {
            true if after.goals[mover] == Some(to) => GoalAction::Carry,
            true => GoalAction::Abandon,
            false => GoalAction::Plain,
        };
        let start = format!("{}{}@{}", kind.code(), goal.sign(), board::name(from));
        Some(VisibleMove { start, from, to })
    }

    /// Reads a view string as the view of this side.
    ///
    /// # Errors
    /// If it is not a canonical view string of this side.
    pub fn parse(text: &str, side: Option<Side>) -> Result<Self, ViewError> {
        let mut neutrals = BySide::<CellSet>::default();
        let (rows, rest) = text.split_once(' ').unwrap_or((text, ""));
        let plain: Vec<String> = rows
            .split('/')
            .enumerate()
            .map(|(row, text)| without_neutrals(row, text, &mut neutrals))
            .collect();
        let raw = RawPosition::read_fields(&format!("{} {rest}", plain.join("/")))
            .map_err(ViewError::Position)?;
        let mut view = Self {
            side,
            warriors: BySide::default(),
            neutrals,
            goals: raw.goals,
            turn: raw.turn,
            plies_since_capture: raw.plies_since_capture,
            turn_number: raw.turn_number,
        };
        for cell in board::ALL {
            if let Some((of, kind)) = raw.board[cell.index()] {
                view.warriors[of][kind as usize].insert(cell);
            }
        }
        if side.is_some_and(|side| !view.neutrals[side].is_empty()) {
            return Err(ViewError::OwnNeutral);
        }
        if view.to_string() == text { Ok(view) } else { Err(ViewError::NotCanonical) }
    }
}

/// A move that was seen.
struct VisibleMove {
    /// The warrior with its cell, such as `FeG@I11`.
    start: String,
    from: Cell,
    to: Cell,
}

/// What a viewer saw of a ply.
pub(super) struct PlyDescription {
    pub(super) text: String,
    pub(super) last: Vec<Cell>,
}

/// A row of a view string with its neutrals replaced by empty cells and added to `neutrals`.
fn without_neutrals(row: usize, text: &str, neutrals: &mut BySide<CellSet>) -> String {
    let mut plain = String::new();
    // The number of cells read, the number of empty cells at the end that are not written yet, and
    // the digits of a run.
    let (mut place, mut empty, mut digits) = (0, 0, String::new());
    for c in text.chars() {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        let run = std::mem::take(&mut digits).parse().unwrap_or(0).min(99);
        (place, empty) = (place + run, empty + run);
        if c == '?' || c == '!' {
            let side = if c == '?' { Side::Gold } else { Side::Green };
            if place <= 2 * row && row < board::ROWS {
                neutrals[side].insert(Cell::new(row * row + place));
            }
            (place, empty) = (place + 1, empty + 1);
            continue;
        }
        if empty > 0 {
            plain.push_str(&empty.to_string());
            empty = 0;
        }
        plain.push(c);
        place += usize::from(c != '+');
    }
    empty += digits.parse().unwrap_or(0).min(99);
    if empty > 0 { plain + &empty.to_string() } else { plain }
}

impl fmt::Display for BoardView {
    /// Writes a position string with `?` for a neutral of Gold and `!` for one of Green.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut raw = RawPosition::empty();
        for side in Side::ALL {
            for (kind, cell) in self.identified(side) {
                raw.board[cell.index()] = Some((side, kind));
            }
            raw.goals[side] = self.goals[side];
        }
        (raw.turn, raw.plies_since_capture, raw.turn_number) =
            (self.turn, self.plies_since_capture, self.turn_number);
        raw.write_with(f, |cell| {
            Side::ALL.into_iter().find(|&side| self.neutrals[side].contains(cell)).map(|side| {
                match side {
                    Side::Gold => '?',
                    Side::Green => '!',
                }
            })
        })
    }
}

/// Why a view string cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ViewError {
    /// It is not a position string with neutrals.
    #[error("{0}")]
    Position(PositionError),
    /// It has a neutral of the viewer's own side, whose pieces the viewer identifies.
    #[error("a neutral of the viewer's own side")]
    OwnNeutral,
    /// It can be read, but is not in canonical form.
    #[error("not written as views are: neutrals and runs of empty cells in one canonical form")]
    NotCanonical,
}

impl From<ViewError> for Refusal {
    fn from(error: ViewError) -> Self {
        let why = error.to_string();
        match error {
            ViewError::Position(error) => error.into(),
            ViewError::OwnNeutral => Self::new("view-own-neutral", why),
            ViewError::NotCanonical => Self::new("view-not-canonical", why),
        }
    }
}

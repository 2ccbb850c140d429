//! Resolution: how the umpire makes the move of an intent on the true position (R-CL4 to R-CL7).

use super::board_view::BoardView;
use super::intent::Intent;
use super::map::CloudMap;
use super::walk_paths::{WalkPath, walk_paths};
use crate::klinzha::{GoalAction, Kind, Move, MoveContext, Occupancy, Position, board};
use crate::{Cell, CellSet};
use std::fmt;

/// The cause of a halt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HaltCause {
    /// A Blockader or its zone, or zones that would overlap.
    Field,
    /// Anything else in the way.
    Piece,
}

impl HaltCause {
    /// The word in records: `field` or `piece`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Piece => "piece",
        }
    }

    /// The cause with this word.
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Field, Self::Piece].into_iter().find(|cause| cause.key() == key)
    }
}

/// What was captured: a warrior, a Goal, or a warrior with its Goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Capture {
    /// The warrior; `None` for an abandoned Goal.
    pub kind: Option<Kind>,
    /// Whether the Goal was captured.
    pub goal: bool,
}

impl Capture {
    /// The code: `V`, `VG` or `G`.
    pub const fn code(self) -> &'static str {
        match (self.kind, self.goal) {
            (Some(kind), false) => kind.code(),
            (None, _) => "G",
            (Some(Kind::Blockader), true) => "BG",
            (Some(Kind::Flier), true) => "FlG",
            (Some(Kind::Swift), true) => "SG",
            (Some(Kind::Vanguard), true) => "VG",
            (Some(Kind::Lancer), true) => "LG",
            (Some(Kind::Fencer), true) => "FeG",
        }
    }

    /// The capture with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        if code == "G" {
            return Some(Self { kind: None, goal: true });
        }
        let (kind, goal) = code.strip_suffix('G').map_or((code, false), |kind| (kind, true));
        Some(Self { kind: Some(Kind::from_code(kind)?), goal })
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The result of an intent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resolution {
    /// The move that was made: from, the cell where the warrior ended (perhaps where it started),
    /// and what happened to the Goal.
    pub played: Move,
    /// What it captured there.
    pub captured: Option<Capture>,
    /// The cause of the halt, if the warrior did not reach its goal cell.
    pub halted: Option<HaltCause>,
}

impl Resolution {
    /// The position after the move. `position` must be the one for which the intent was resolved.
    #[must_use]
    pub fn apply(&self, position: &Position) -> Position {
        position.after_unchecked(self.played)
    }
}

/// Resolves an intent of the side to move, which its view must allow. The clouds matter only for
/// the choice among the paths that the mover's view allows.
pub fn resolve(position: &Position, map: &CloudMap, intent: &Intent) -> Resolution {
    let occupancy = Occupancy::of(position, position.turn());
    let context = MoveContext::new(&occupancy);
    let (from, to) = (intent.played.from(), intent.played.to());
    let mover = Mover {
        occupancy: &occupancy,
        context: &context,
        kind: intent.kind,
        from,
        played: intent.played,
    };
    if mover.reaches_goal_cell(intent.path.as_ref()) {
        return Resolution {
            played: intent.played,
            captured: capture_on(position, to),
            halted: None,
        };
    }
    let (end, cause) = if intent.kind == Kind::Flier {
        (mover.end_of_flight(), HaltCause::Field)
    } else {
        let path = intent.path.clone().unwrap_or_else(|| preferred_path(position, map, intent));
        (mover.end_of_path(&path), mover.cause(&path))
    };
    let played = Move::new(from, end, intent.played.goal());
    Resolution { played, captured: None, halted: Some(cause) }
}

fn capture_on(position: &Position, to: Cell) -> Option<Capture> {
    let them = !position.turn();
    let (kind, goal) = (position.kind(them, to), position.goal(them) == Some(to));
    (kind.is_some() || goal).then_some(Capture { kind, goal })
}

/// The path that the umpire follows if none is truly open: the first that the mover's view allows.
fn preferred_path(position: &Position, map: &CloudMap, intent: &Intent) -> WalkPath {
    let board_view = BoardView::of(position, map, Some(position.turn()));
    board_view.paths(intent).into_iter().next().unwrap_or_default()
}

struct Mover<'a> {
    occupancy: &'a Occupancy,
    context: &'a MoveContext,
    kind: Kind,
    from: Cell,
    played: Move,
}

impl Mover<'_> {
    /// Whether a path to the goal cell is truly open: the named path, or any. The view allows every
    /// open path, as it shows no obstacle that is not there.
    fn reaches_goal_cell(&self, named: Option<&WalkPath>) -> bool {
        let to = self.played.to();
        // A view does not allow to carry the Goal into the own zone. The check is repeated so that
        // no intent, however it was made, leads to an impossible position.
        if self.carries() && self.context.own_zone.contains(to) {
            return false;
        }
        if !self.context.targets(self.kind, self.from).contains(to) {
            return false;
        }
        let needs_path = matches!(self.kind, Kind::Swift | Kind::Fencer);
        match named {
            Some(path) if needs_path => {
                let inner = path.split_last().map_or(&[][..], |(_, inner)| inner);
                !inner.iter().any(|&cell| self.context.blocked.contains(cell))
            }
            _ => true,
        }
    }

    fn carries(&self) -> bool {
        self.played.goal() == GoalAction::Carry
    }

    /// The cells that halt a move with [`Cause::Field`]: the enemy Blockader and its zone.
    fn enemy_field(&self) -> CellSet {
        let blockader = self.occupancy.enemy_blockader.map_or(CellSet::EMPTY, Cell::set);
        self.occupancy.enemy_zone() | blockader
    }

    /// R-CL4 and R-CL6: the last cell before the first blocked one on which the warrior may end.
    fn end_of_path(&self, path: &[Cell]) -> Cell {
        let inner = path.split_last().map_or(&[][..], |(_, inner)| inner);
        let open = inner.iter().take_while(|&&cell| !self.context.blocked.contains(cell)).count();
        let end = inner[..open].iter().rev().find(|&&cell| self.may_end_on(cell));
        end.copied().unwrap_or(self.from)
    }

    /// Whether the warrior may end on an open cell of its path.
    fn may_end_on(&self, cell: Cell) -> bool {
        match self.kind {
            Kind::Blockader => self.context.targets(Kind::Blockader, self.from).contains(cell),
            _ => !(self.carries() && self.context.own_zone.contains(cell)),
        }
    }

    /// R-CL7: the cause is the first cell that the warrior could not enter; if it could enter all,
    /// the reason why it may not end on the last.
    fn cause(&self, path: &[Cell]) -> HaltCause {
        let Some((&to, inner)) = path.split_last() else { return HaltCause::Piece };
        let enemy_field = self.enemy_field();
        let of_cell =
            |cell| if enemy_field.contains(cell) { HaltCause::Field } else { HaltCause::Piece };
        if let Some(&cell) = inner.iter().find(|&&cell| self.context.blocked.contains(cell)) {
            return of_cell(cell);
        }
        if enemy_field.contains(to) {
            return HaltCause::Field;
        }
        if self.kind == Kind::Blockader && board::neighbours(to).meets(self.occupancy.enemy_zone())
        {
            return HaltCause::Field;
        }
        HaltCause::Piece
    }

    /// R-CL5: the last empty cell on the line of flight before the first cell of the enemy's field;
    /// the starting cell if there is none.
    fn end_of_flight(&self) -> Cell {
        let line = walk_paths(Kind::Flier, self.from, self.played.to(), CellSet::EMPTY);
        let line = line.first().map_or(&[][..], WalkPath::as_slice);
        let enemy_field = self.enemy_field();
        let before = line.iter().position(|&cell| enemy_field.contains(cell)).unwrap_or(0);
        let goals = [self.occupancy.own_goal, self.occupancy.enemy_goal].into_iter().flatten();
        let occupied = self.occupancy.own | self.occupancy.enemy | goals.collect();
        let end = line[..before].iter().rev().find(|&&cell| !occupied.contains(cell));
        end.copied().unwrap_or(self.from)
    }
}

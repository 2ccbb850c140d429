//! How the umpire carries an intent out on the true position (R-CL4 to R-CL7).

use super::board_view::BoardView;
use super::intent::Intent;
use super::map::CloudMap;
use super::walk_paths::{WalkPath, walk_paths};
use crate::klinzha::{GoalWay, Kind, Move, MoveContext, Occupancy, Position, board};
use crate::{Cell, CellSet};
use std::fmt;

/// What halted a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A Blockader or its zone, or zones that would overlap.
    Field,
    /// Anything else that stood in the way.
    Piece,
}

impl Cause {
    /// The word: `field` or `piece`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Field => "field",
            Self::Piece => "piece",
        }
    }

    /// Reads the word.
    pub fn from_key(key: &str) -> Option<Self> {
        [Self::Field, Self::Piece].into_iter().find(|cause| cause.key() == key)
    }
}

/// What was captured: a warrior, its Goal, or both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Taken {
    /// The warrior; none for an abandoned Goal.
    pub kind: Option<Kind>,
    /// Whether the Goal was taken.
    pub goal: bool,
}

impl Taken {
    /// As it is written: `V`, `VG` or `G`.
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

    /// Reads the written form.
    pub fn from_code(code: &str) -> Option<Self> {
        if code == "G" {
            return Some(Self { kind: None, goal: true });
        }
        let (kind, goal) = code.strip_suffix('G').map_or((code, false), |kind| (kind, true));
        Some(Self { kind: Some(Kind::from_code(kind)?), goal })
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What came of an intent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resolution {
    /// What truly happened: from, where the warrior ended (perhaps where it started), and the Goal.
    pub played: Move,
    /// What it captured there.
    pub captured: Option<Taken>,
    /// What halted it, if it did not get where it meant to.
    pub halted: Option<Cause>,
}

impl Resolution {
    /// The position after it. `position` must be the one for which the intent was resolved.
    #[must_use]
    pub fn apply(&self, position: &Position) -> Position {
        position.after_unchecked(self.played)
    }
}

/// Carries out an intent of the side to move, which its sight must allow. The map matters only for which paths
/// the mover believes in.
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
        (mover.end_of_flight(), Cause::Field)
    } else {
        let path = intent.path.clone().unwrap_or_else(|| preferred_path(position, map, intent));
        (mover.end_of_path(&path), mover.cause(&path))
    };
    let played = Move::new(from, end, intent.played.goal());
    Resolution { played, captured: None, halted: Some(cause) }
}

fn capture_on(position: &Position, to: Cell) -> Option<Taken> {
    let them = !position.turn();
    let (kind, goal) = (position.kind(them, to), position.goal(them) == Some(to));
    (kind.is_some() || goal).then_some(Taken { kind, goal })
}

/// The path that the umpire follows when none leads through: the shortest that the mover believes in.
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
    /// Whether a path truly leads to the goal cell: the named one, or any. A path that is truly open looks open
    /// too, so all that are truly open are allowed by the view.
    fn reaches_goal_cell(&self, named: Option<&WalkPath>) -> bool {
        let to = self.played.to();
        // The Goal in the own zone is something that the mover sees; asked all the same, so that no intent, however
        // made, leads to an impossible position.
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
        self.played.goal() == GoalWay::Carry
    }

    /// Where the enemy's field begins: its Blockader and the zone.
    fn enemy_field(&self) -> CellSet {
        let blockader = self.occupancy.enemy_blockader.map_or(CellSet::EMPTY, Cell::set);
        self.occupancy.enemy_zone() | blockader
    }

    /// R-CL4 and R-CL6: the last cell up to which the way is truly open and on which the warrior may stand.
    fn end_of_path(&self, path: &[Cell]) -> Cell {
        let inner = path.split_last().map_or(&[][..], |(_, inner)| inner);
        let open = inner.iter().take_while(|&&cell| !self.context.blocked.contains(cell)).count();
        let end = inner[..open].iter().rev().find(|&&cell| self.may_end_on(cell));
        end.copied().unwrap_or(self.from)
    }

    /// Whether the warrior may end on an open cell on its way.
    fn may_end_on(&self, cell: Cell) -> bool {
        match self.kind {
            Kind::Blockader => self.context.targets(Kind::Blockader, self.from).contains(cell),
            _ => !(self.carries() && self.context.own_zone.contains(cell)),
        }
    }

    /// R-CL7: the first cell that it could not enter or, if it could enter all, why it may not stand on the last.
    fn cause(&self, path: &[Cell]) -> Cause {
        let Some((&to, inner)) = path.split_last() else { return Cause::Piece };
        let enemy_field = self.enemy_field();
        let of_cell = |cell| if enemy_field.contains(cell) { Cause::Field } else { Cause::Piece };
        if let Some(&cell) = inner.iter().find(|&&cell| self.context.blocked.contains(cell)) {
            return of_cell(cell);
        }
        if enemy_field.contains(to) {
            return Cause::Field;
        }
        if self.kind == Kind::Blockader && board::neighbours(to).meets(self.occupancy.enemy_zone())
        {
            return Cause::Field;
        }
        Cause::Piece
    }

    /// R-CL5: before the first cell of the field on the line of flight, at the nearest cell that is empty of
    /// everything.
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

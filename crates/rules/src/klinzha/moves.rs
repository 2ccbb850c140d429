//! Moves and move generation (§1.2 to §1.4).

use super::board;
use super::move_tables::MoveTables;
use super::piece::{Kind, Side};
use super::position::{NO_CELL, Position, SLOT_KIND, WARRIORS_PER_SIDE};
use crate::{Cell, CellSet, EndReason, Outcome, SearchMove, SearchPosition, Seat};
use arrayvec::ArrayVec;

/// What happens to the Goal on the cell of the warrior that moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalAction {
    /// The warrior is not on its own Goal, or cannot carry it.
    Plain,
    /// The carrier takes its Goal along.
    Carry,
    /// The carrier leaves its Goal behind.
    Abandon,
}

impl GoalAction {
    /// The variant of a choice with this move; `None` if the warrior has no Goal.
    pub(crate) const fn variant(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Carry => Some("carry"),
            Self::Abandon => Some("abandon"),
        }
    }

    /// The sign after the warrior's code in the notation.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Carry => "G",
            Self::Abandon => "-",
        }
    }
}

/// A move: from, to, and what happens to the Goal. All paths between two cells are one move
/// (R-KZ2); carrying and abandoning the Goal are two moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: Cell,
    to: Cell,
    goal: GoalAction,
}

impl Move {
    /// A move, which need not be legal in any position.
    #[inline]
    pub const fn new(from: Cell, to: Cell, goal: GoalAction) -> Self {
        Self { from, to, goal }
    }

    /// The cell where the warrior starts.
    #[inline]
    pub const fn from(self) -> Cell {
        self.from
    }

    /// The cell where the warrior ends.
    #[inline]
    pub const fn to(self) -> Cell {
        self.to
    }

    /// What happens to the warrior's Goal.
    #[inline]
    pub const fn goal(self) -> GoalAction {
        self.goal
    }
}

impl SearchMove for Move {
    #[inline]
    fn pack(self) -> u32 {
        1 << 16
            | (self.goal as u32) << 14
            | (self.to.index() as u32) << 7
            | self.from.index() as u32
    }
}

/// An upper bound on the number of legal moves of a side: the maximum number of targets of each
/// warrior on the empty board, counted twice for the best carrier. A test computes it.
pub const MAX_MOVES: usize = 136;

/// The table option `goal-safety` (R-KZ4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GoalSafety {
    /// All moves are legal; the owner of a hanging Goal is warned.
    #[default]
    Advisory,
    /// Legal are only moves after which the enemy cannot capture the Goal, and moves that capture
    /// the enemy's Goal. If there is none, all moves are legal.
    Enforced,
}

/// The occupancy of the board as one side knows it: everything that decides where its warriors may
/// go. In the open game that is the true position. Under clouds it lacks what the side does not
/// see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occupancy {
    /// Own warriors.
    pub(crate) own: CellSet,
    /// The own Goal.
    pub(crate) own_goal: Option<Cell>,
    /// The zone of the own Blockader.
    pub(crate) own_zone: CellSet,
    /// Enemy warriors of any kind.
    pub(crate) enemy: CellSet,
    /// The enemies of which only the colour is known, a subset of `enemy`. A neutral may be an
    /// abandoned Goal, so a Blockader may try to land on it. Empty in the open game.
    pub(crate) neutrals: CellSet,
    /// The enemy Goal.
    pub(crate) enemy_goal: Option<Cell>,
    /// The enemy Blockader.
    pub(crate) enemy_blockader: Option<Cell>,
}

impl Occupancy {
    /// The full occupancy, as the umpire knows it, for the side `us`.
    #[inline]
    pub(crate) fn of(position: &Position, us: Side) -> Self {
        let them = !us;
        Self {
            own: position.occupied(us),
            own_goal: position.goal(us),
            own_zone: position.zone(us),
            enemy: position.occupied(them),
            neutrals: CellSet::EMPTY,
            enemy_goal: position.goal(them),
            enemy_blockader: position.blockader(them),
        }
    }

    /// The zone of the enemy Blockader.
    #[inline]
    pub(crate) fn enemy_zone(&self) -> CellSet {
        self.enemy_blockader.map_or(CellSet::EMPTY, board::neighbours)
    }
}

/// Cell sets for move generation, computed once for all warriors of a side.
pub(crate) struct MoveContext {
    tables: &'static MoveTables,
    /// Cells that no path may pass (R-KZ1).
    pub(crate) blocked: CellSet,
    /// Cells on which a warrior other than the Blockader may end its move.
    pub(crate) landing: CellSet,
    /// The zone of the own Blockader, in which no Goal may come to rest (R-KZ3).
    pub(crate) own_zone: CellSet,
    /// Cells on which the Blockader may not end its move.
    blockader_excluded: CellSet,
    /// Cells that the Blockader's zone must not contain.
    zone_excluded: CellSet,
}

impl MoveContext {
    /// The cell sets for an occupancy.
    #[inline]
    pub(crate) fn new(occupancy: &Occupancy) -> Self {
        let set = |cell: Option<Cell>| cell.map_or(CellSet::EMPTY, Cell::set);
        let (own, enemy) = (occupancy.own, occupancy.enemy);
        let (own_goal, enemy_goal) = (set(occupancy.own_goal), set(occupancy.enemy_goal));
        let enemy_zone = occupancy.enemy_zone();
        Self {
            tables: MoveTables::get(),
            blocked: own | enemy | own_goal | enemy_goal | enemy_zone,
            landing: board::ALL - own - enemy_zone - set(occupancy.enemy_blockader),
            own_zone: occupancy.own_zone,
            blockader_excluded: own | (enemy - occupancy.neutrals) | own_goal | enemy_zone,
            // An enemy Goal that the Blockader captures is on its cell, not in its zone.
            zone_excluded: enemy | own_goal | enemy_goal | enemy_zone,
        }
    }

    /// The targets of a warrior, without regard to its Goal.
    #[inline]
    pub(crate) fn targets(&self, kind: Kind, from: Cell) -> CellSet {
        match kind {
            Kind::Blockader => self.tables.blockader(
                from,
                self.blocked,
                self.blockader_excluded,
                self.zone_excluded,
            ),
            Kind::Flier => self.tables.flier(from) & self.landing,
            Kind::Swift => self.tables.swift(from, self.blocked) & self.landing,
            Kind::Vanguard => board::neighbours(from) & self.landing,
            Kind::Lancer => self.tables.lancer(from, self.blocked) & self.landing,
            Kind::Fencer => self.tables.fencer(from, self.blocked) & self.landing,
        }
    }
}

impl Position {
    /// Calls `visit` with each group of legal moves of `us`: the warrior, its targets, and what
    /// happens to its Goal. Warriors that cannot reach a cell of `onto` on the empty board may be
    /// left out. The side to move does not matter.
    #[inline]
    fn visit_moves(
        &self,
        us: Side,
        onto: CellSet,
        mut visit: impl FnMut((Kind, Cell), CellSet, GoalAction),
    ) {
        if self.goal_captor().is_some() {
            return;
        }
        let context = MoveContext::new(&Occupancy::of(self, us));
        let goal = self.goal(us);
        for (slot, kind) in SLOT_KIND.into_iter().enumerate() {
            let at = self.cells[us][slot];
            if at == NO_CELL {
                continue;
            }
            let from = Cell::new(at.into());
            if !context.tables.on_empty_board(kind, from).meets(onto) {
                continue;
            }
            let targets = context.targets(kind, from);
            if kind.carries() && goal == Some(from) {
                visit((kind, from), targets - context.own_zone, GoalAction::Carry);
                visit((kind, from), targets, GoalAction::Abandon);
            } else {
                visit((kind, from), targets, GoalAction::Plain);
            }
        }
    }

    /// Appends the legal moves of the side to move under [`GoalSafety::Advisory`]. There are none
    /// when a Goal was captured.
    pub fn legal_moves(&self, list: &mut Vec<Move>) {
        self.append_moves_to(board::ALL, list);
    }

    /// The legal moves of the side to move under the table option `goal-safety`.
    pub fn legal_moves_under(&self, safety: GoalSafety) -> Vec<Move> {
        let mut list = Vec::with_capacity(MAX_MOVES);
        self.legal_moves(&mut list);
        if safety == GoalSafety::Enforced {
            let us = self.turn();
            let safe = |m: &Move| {
                let next = self.after_unchecked(*m);
                next.goal_captor() == Some(us) || next.goal_attackers(us).is_empty()
            };
            if list.iter().any(safe) {
                list.retain(safe);
            }
        }
        list
    }

    #[inline]
    fn append_moves_to(&self, cells: CellSet, list: &mut Vec<Move>) {
        self.visit_moves(self.turn(), cells, |(_, from), targets, goal| {
            list.extend((targets & cells).into_iter().map(|to| Move { from, to, goal }));
        });
    }

    /// The number of legal moves of the side to move.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = 0;
        self.visit_moves(self.turn(), board::ALL, |_, targets, _| count += targets.len());
        count
    }

    /// The kind, cell and targets of each warrior of a side, whichever side is to move. A carrier
    /// on its Goal occurs once, with its targets when it abandons the Goal.
    pub fn targets(&self, side: Side) -> ArrayVec<(Kind, Cell, CellSet), WARRIORS_PER_SIDE> {
        let mut all = ArrayVec::new();
        self.visit_moves(side, board::ALL, |(kind, from), targets, goal| {
            if goal != GoalAction::Carry {
                all.push((kind, from, targets));
            }
        });
        all
    }

    /// The cells of the enemy warriors that could capture the Goal of `side` if they were to move.
    pub fn goal_attackers(&self, side: Side) -> CellSet {
        let Some(goal) = self.goal(side) else { return CellSet::EMPTY };
        let mut attackers = CellSet::EMPTY;
        self.visit_moves(!side, goal.set(), |(_, from), targets, _| {
            if targets.contains(goal) {
                attackers.insert(from);
            }
        });
        attackers
    }

    /// Whether the move captures a warrior or the enemy Goal.
    #[inline]
    pub fn is_capture(&self, m: Move) -> bool {
        let them = !self.turn();
        self.occupied(them).contains(m.to) || self.goal(them) == Some(m.to)
    }

    /// The winner and the reason, as far as the position alone decides them. Draws depend on the
    /// history and the table's options.
    pub fn winner(&self) -> Option<(Side, EndReason)> {
        if let Some(side) = self.goal_captor() {
            return Some((side, EndReason::GOAL));
        }
        (self.count_moves() == 0).then_some((!self.turn(), EndReason::IMMOBILISED))
    }
}

/// Seat 0 is Gold, seat 1 is Green.
impl SearchPosition for Position {
    type Move = Move;

    #[inline]
    fn seats(&self) -> usize {
        2
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.zobrist()
    }

    #[inline]
    fn turn(&self) -> Seat {
        Seat::new(self.turn() as usize)
    }

    #[inline]
    fn moves(&self, list: &mut Vec<Move>) {
        self.legal_moves(list);
    }

    #[inline]
    fn captures(&self, list: &mut Vec<Move>) {
        let them = !self.turn();
        let goal = self.goal(them).map_or(CellSet::EMPTY, Cell::set);
        self.append_moves_to(self.occupied(them) | goal, list);
    }

    #[inline]
    fn is_capture(&self, m: Move) -> bool {
        Position::is_capture(self, m)
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.play_unchecked(m);
    }

    fn passed(&self) -> Option<Position> {
        Some(Self::passed(self))
    }

    fn outcome(&self) -> Option<Outcome> {
        let (side, reason) = self.winner()?;
        Some(Outcome::win(Seat::new(side as usize), reason))
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        self.plies_since_capture() as usize
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves() as u64,
            _ => {
                let mut sum = 0;
                self.visit_moves(self.turn(), board::ALL, |(_, from), targets, goal| {
                    for to in targets {
                        sum += self.after_unchecked(Move { from, to, goal }).perft(depth - 1);
                    }
                });
                sum
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_on_moves_is_what_the_empty_board_gives() {
        let tables = MoveTables::get();
        let none = CellSet::EMPTY;
        let most = |targets: &dyn Fn(Cell) -> CellSet| {
            board::ALL.into_iter().map(|cell| targets(cell).len()).max().unwrap_or_default()
        };
        let fencer = most(&|cell| tables.fencer(cell, none));
        let all = most(&|cell| tables.blockader(cell, none, none, none))
            + 2 * most(&|cell| tables.flier(cell))
            + most(&|cell| tables.swift(cell, none))
            + 3 * most(&board::neighbours)
            + most(&|cell| tables.lancer(cell, none))
            + 2 * fencer;
        assert_eq!(all, MAX_MOVES);
    }
}

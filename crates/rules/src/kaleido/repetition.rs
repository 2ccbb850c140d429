//! The house rule `no-repetition` (§3.4): a move must not repeat an earlier arrangement.
//!
//! A player whose only moves would repeat is locked in, so lock-ins under this rule are judged
//! here.

use super::board::CELLS;
use super::moves::Move;
use super::piece::Color;
use super::position::Position;

/// What the rule compares: the board and the colour to move.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arrangement {
    hash: u64,
    board: [u8; CELLS],
    turn: Color,
}

impl Arrangement {
    fn of(position: &Position) -> Self {
        Self { hash: position.zobrist, board: position.board, turn: position.turn() }
    }
}

/// The arrangements of a game from its first position on; `None` without the rule.
#[derive(Clone, Debug)]
pub(super) struct SeenPositions {
    seen: Option<Vec<Arrangement>>,
}

impl SeenPositions {
    /// The arrangements of a game that begins with `first`.
    pub(super) fn new(first: &Position, no_repetition: bool) -> Self {
        let mut seen = Self { seen: no_repetition.then(Vec::new) };
        seen.push(first);
        seen
    }

    /// Adds the position's arrangement.
    pub(super) fn push(&mut self, position: &Position) {
        if let Some(seen) = &mut self.seen {
            seen.push(Arrangement::of(position));
        }
    }

    /// The number of stored arrangements, for [`Self::truncate`].
    pub(super) fn len(&self) -> usize {
        self.seen.as_ref().map_or(0, Vec::len)
    }

    pub(super) fn truncate(&mut self, len: usize) {
        if let Some(seen) = &mut self.seen {
            seen.truncate(len);
        }
    }

    /// Whether a move would repeat an earlier arrangement. A forced pass never counts as one, and
    /// after a capture no earlier arrangement can return.
    pub(super) fn repeats(&self, position: &Position, m: Move) -> bool {
        let Some(seen) = &self.seen else { return false };
        if m.is_pass() || position.is_capture(m) {
            return false;
        }
        let mut next = position.clone();
        next.advance(m);
        seen.contains(&Arrangement::of(&next))
    }

    /// All legal moves, or the pass that the die forces.
    pub(super) fn legal_moves(&self, position: &Position) -> Vec<Move> {
        let mut list = position.legal_moves();
        if self.seen.is_some() {
            let passes = list.first().is_some_and(|m| m.is_pass());
            list.retain(|&m| !self.repeats(position, m));
            if list.is_empty() && !passes && position.die().is_some() && position.is_ongoing() {
                list.push(Move::PASS);
            }
        }
        list
    }

    /// Whether the colour to move has a legal move other than the pass.
    pub(super) fn can_move(&self, position: &Position) -> bool {
        match &self.seen {
            None => position.can_move(),
            Some(_) => self.legal_moves(position).iter().any(|m| !m.is_pass()),
        }
    }

    /// The position after a move, which must be legal; its arrangement is added.
    pub(super) fn play(&mut self, position: &Position, m: Move) -> Position {
        let mut next = position.clone();
        next.advance(m);
        self.judge_and_push(&mut next);
        next
    }

    /// Judges lock-ins and adds the arrangement.
    pub(super) fn judge_and_push(&mut self, position: &mut Position) {
        position.judge_lock_ins(|position| self.can_move(position));
        self.push(position);
    }
}

//! The house rule against repetition (§3.4, `no-repetition`): what has been on the board.

use super::board::CELLS;
use super::moves::Move;
use super::piece::Color;
use super::position::Position;

/// What the rule compares: the board and the player to move.
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

/// The arrangements of a game from its first position on; nothing is kept without the rule.
#[derive(Clone, Debug)]
pub(super) struct SeenPositions {
    seen: Option<Vec<Arrangement>>,
}

impl SeenPositions {
    /// The seen of a first position.
    pub(super) fn new(first: &Position, no_repetition: bool) -> Self {
        let mut seen = Self { seen: no_repetition.then(Vec::new) };
        seen.push(first);
        seen
    }

    /// Keeps the arrangement.
    pub(super) fn push(&mut self, position: &Position) {
        if let Some(seen) = &mut self.seen {
            seen.push(Arrangement::of(position));
        }
    }

    /// How much is kept; [`Self::forget`] goes back to it.
    pub(super) fn len(&self) -> usize {
        self.seen.as_ref().map_or(0, Vec::len)
    }

    pub(super) fn truncate(&mut self, len: usize) {
        if let Some(seen) = &mut self.seen {
            seen.truncate(len);
        }
    }

    /// Whether a move would bring an earlier arrangement back. A pass is nobody's choice and is never judged.
    pub(super) fn repeats(&self, position: &Position, m: Move) -> bool {
        let Some(seen) = &self.seen else { return false };
        if m.is_pass() || position.is_capture(m) {
            return false;
        }
        let mut next = position.clone();
        next.advance(m);
        seen.contains(&Arrangement::of(&next))
    }

    /// Every legal move, or the pass that a thrown die forces.
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

    /// Whether the player to move has a move, the pass not counted.
    pub(super) fn can_move(&self, position: &Position) -> bool {
        match &self.seen {
            None => position.can_move(),
            Some(_) => self.legal_moves(position).iter().any(|m| !m.is_pass()),
        }
    }

    /// The position after a legal move, which is kept.
    pub(super) fn play(&mut self, position: &Position, m: Move) -> Position {
        let mut next = position.clone();
        next.advance(m);
        self.judge_and_push(&mut next);
        next
    }

    /// Judges who is out and keeps the arrangement.
    pub(super) fn judge_and_push(&mut self, position: &mut Position) {
        position.judge_lock_ins(|position| self.can_move(position));
        self.push(position);
    }
}

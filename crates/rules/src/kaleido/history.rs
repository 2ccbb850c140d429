//! The history of a game.
//!
//! Two layers judge a game. A [`Position`] knows everything except what was played before. The
//! house rules `no-repetition` and `max-moves` depend on the game's past, so the history applies
//! them. A move that repeats an arrangement is illegal under `no-repetition`, and a player with no
//! other moves is locked in; hence lock-ins are judged by [`SeenPositions`], not by the position
//! alone.

use super::moves::Move;
use super::options::TableRules;
use super::piece::{Color, Colors};
use super::position::Position;
use super::repetition::SeenPositions;
use crate::shared_list::SharedList;
use crate::{EndReason, Outcome};

/// A ply of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ply {
    pub(super) color: Color,
    pub(super) played: Move,
    /// The strict notation, with the throw if there was one.
    pub(super) text: String,
}

/// Players who left the game together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retirement {
    /// The number of plies before it.
    pub(super) plies: usize,
    /// The colours, which share a place.
    pub(super) colors: Colors,
    pub(super) reason: EndReason,
}

#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    /// The first position and the one after each ply. The last one holds the current throw.
    pub(super) positions: SharedList<Position>,
    pub(super) plies: SharedList<Ply>,
    pub(super) retirements: Vec<Retirement>,
    /// The initial position. Unlike `positions[0]` it is never changed by a retirement or a throw.
    pub(super) first: Position,
    seen: SeenPositions,
    max_moves: Option<u32>,
}

impl GameHistory {
    pub(super) fn new(first: Position, rules: &TableRules) -> Self {
        Self {
            seen: SeenPositions::new(&first, rules.no_repetition),
            first: first.clone(),
            positions: [first].into_iter().collect(),
            plies: SharedList::default(),
            retirements: Vec::new(),
            max_moves: rules.max_moves,
        }
    }

    /// The current position.
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// All legal moves, or the pass that a throw forces; empty if the game is over.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() { Vec::new() } else { self.seen.legal_moves(self.position()) }
    }

    /// Whether the umpire must throw before the next move.
    pub(super) fn awaits_throw(&self) -> bool {
        let now = self.position();
        now.dice().is_some() && now.die().is_none() && self.outcome().is_none()
    }

    /// Sets the thrown face. If no piece can move with it, the turn passes; returns whether it did.
    pub(super) fn throw(&mut self, face: u8) -> bool {
        let last = self.positions.len() - 1;
        self.positions[last] = self.positions[last].with_die(Some(face));
        let passes = self.legal_moves() == [Move::PASS];
        if passes {
            self.play(Move::PASS);
        }
        passes
    }

    /// Makes a move, which must be legal.
    pub(super) fn play(&mut self, played: Move) {
        let last = self.positions.len() - 1;
        let position = &self.positions[last];
        let (color, text) = (position.turn(), position.write_ply(played));
        let next = self.seen.play(position, played);

        self.clear_throw();
        self.plies.push(Ply { color, played, text });
        self.positions.push(next);
    }

    /// Takes a player who resigned or ran out of time out of the game.
    pub(super) fn retire(&mut self, colors: Colors, reason: EndReason) {
        let last = self.positions.len() - 1;
        let mut position = self.positions[last].clone();
        position.retire(colors, reason);
        self.seen.judge_and_push(&mut position);
        self.positions[last] = position;
        self.retirements.push(Retirement { plies: self.plies.len(), colors, reason });
    }

    /// Removes the current throw, after which no move was made.
    pub(super) fn clear_throw(&mut self) {
        let last = self.positions.len() - 1;
        self.positions[last].die = if last == 0 { self.first.die() } else { None };
    }

    /// The result by the rules, if the game is over. A win or a draw by position takes precedence
    /// over `max-moves`.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        outcome_with_limit(self.position(), self.max_moves)
    }
}

/// The result of a position under the limit `max_moves`, if the game is over.
pub(super) fn outcome_with_limit(position: &Position, max_moves: Option<u32>) -> Option<Outcome> {
    position.outcome().or_else(|| {
        let over = max_moves.is_some_and(|max| position.turn_number() > max);
        over.then(|| position.draw(EndReason::MAX_MOVES))
    })
}

/// Counts the move sequences of `depth` plies under all options of the table.
pub(super) fn perft(
    seen: &mut SeenPositions,
    position: &Position,
    max_moves: Option<u32>,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if outcome_with_limit(position, max_moves).is_some() {
        return 0;
    }
    let mut count = 0;
    for thrown in with_each_face(position) {
        let moves = seen.legal_moves(&thrown);
        if depth == 1 {
            count += moves.len() as u64;
            continue;
        }
        for m in moves {
            let len_before = seen.len();
            let next = seen.play(&thrown, m);
            count += perft(seen, &next, max_moves, depth - 1);
            seen.truncate(len_before);
        }
    }
    count
}

/// The position with each face that may be thrown now, or unchanged if no throw is due.
pub(super) fn with_each_face(position: &Position) -> Vec<Position> {
    if position.dice().is_some() && position.die().is_none() {
        return (1..=6).map(|face| position.with_die(Some(face))).collect();
    }
    vec![position.clone()]
}

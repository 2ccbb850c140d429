//! A game from its first position on.

use super::moves::Move;
use super::options::TableRules;
use super::piece::Color;
use super::position::Position;
use super::repetition::SeenPositions;
use crate::{EndReason, Outcome};

/// A ply that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ply {
    pub(super) color: Color,
    pub(super) played: Move,
    /// In strict notation, with the throw.
    pub(super) text: String,
}

/// Somebody who left the game of its own accord, or by the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retirement {
    /// How many plies had been made.
    pub(super) plies: usize,
    pub(super) color: Color,
    pub(super) reason: EndReason,
}

#[derive(Clone, Debug)]
pub(super) struct GameHistory {
    /// The first position and the one after each ply; the last one with the throw, if one was made.
    pub(super) positions: Vec<Position>,
    pub(super) plies: Vec<Ply>,
    pub(super) retirements: Vec<Retirement>,
    /// The position with which the game began: as it was before anybody retired or anything was thrown.
    pub(super) first: Position,
    seen: SeenPositions,
    max_moves: Option<u32>,
}

impl GameHistory {
    pub(super) fn new(first: Position, rules: &TableRules) -> Self {
        Self {
            seen: SeenPositions::new(&first, rules.no_repetition),
            first: first.clone(),
            positions: vec![first],
            plies: Vec::new(),
            retirements: Vec::new(),
            max_moves: rules.max_moves,
        }
    }

    /// The position now.
    pub(super) fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Every legal move, or the pass that a throw forces; none when the game is over.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() { Vec::new() } else { self.seen.legal_moves(self.position()) }
    }

    /// Whether the umpire must throw before anybody can move.
    pub(super) fn awaits_throw(&self) -> bool {
        let now = self.position();
        now.dice().is_some() && now.die().is_none() && self.outcome().is_none()
    }

    /// Notes a throw. If nothing can move with it, the turn passes; says whether it did.
    pub(super) fn throw(&mut self, face: u8) -> bool {
        let last = self.positions.len() - 1;
        self.positions[last] = self.positions[last].with_die(Some(face));
        let passes = self.legal_moves() == [Move::PASS];
        if passes {
            self.play(Move::PASS);
        }
        passes
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, played: Move) {
        let last = self.positions.len() - 1;
        let position = &self.positions[last];
        let (color, text) = (position.turn(), position.write_ply(played));
        let next = self.seen.play(position, played);

        self.clear_throw();
        self.plies.push(Ply { color, played, text });
        self.positions.push(next);
    }

    /// Somebody leaves the game.
    pub(super) fn retire(&mut self, color: Color, reason: EndReason) {
        let last = self.positions.len() - 1;
        let mut position = self.positions[last].clone();
        position.retire(color, reason);
        self.seen.judge_and_push(&mut position);
        self.positions[last] = position;
        self.retirements.push(Retirement { plies: self.plies.len(), color, reason });
    }

    /// A throw that no move will follow.
    pub(super) fn clear_throw(&mut self) {
        let last = self.positions.len() - 1;
        self.positions[last].die = if last == 0 { self.first.die() } else { None };
    }

    /// The result as the rules give it. Decisions come before the limit of moves.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        outcome_with_limit(self.position(), self.max_moves)
    }
}

/// The result of a position under a limit of moves.
pub(super) fn outcome_with_limit(position: &Position, max_moves: Option<u32>) -> Option<Outcome> {
    position.outcome().or_else(|| {
        let over = max_moves.is_some_and(|max| position.turn_number() > max);
        over.then(|| position.draw(EndReason::MaxMoves))
    })
}

/// Counts the paths of exactly `depth` moves under every rule of the table.
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

/// The position with each face that could be thrown now; the position itself if none is to be thrown.
pub(super) fn with_each_face(position: &Position) -> Vec<Position> {
    if position.dice().is_some() && position.die().is_none() {
        return (1..=6).map(|face| position.with_die(Some(face))).collect();
    }
    vec![position.clone()]
}

//! What a search needs of a position: the seam between the rules and the engine.

use crate::{Outcome, Seat};
use std::fmt;

/// A move as the search handles it.
pub trait SearchMove: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The move packed into 32 bits, never 0; equal moves pack equally.
    fn pack(self) -> u32;
}

/// A position that can be searched: full information, one seat to move, no chance before its move. A game
/// with dice offers positions in which the face is set.
///
/// Positions are small, and a search copies them instead of taking moves back (copy-make). Generating
/// moves allocates nothing beyond what the given list grows by.
pub trait SearchPosition: Clone + Send + Sync + 'static {
    /// A move.
    type Move: SearchMove;
    /// How many seats began.
    fn seats(&self) -> usize;

    /// The hash of everything that decides legal moves and results, counters aside.
    fn zobrist(&self) -> u64;

    /// The seat to move. For Klin Zha 0 is Gold and 1 is Green.
    fn turn(&self) -> Seat;

    /// Appends every legal move; none when the game is over.
    fn moves(&self, list: &mut Vec<Self::Move>);

    /// Appends the legal moves that capture something of another seat's.
    fn captures(&self, list: &mut Vec<Self::Move>);

    /// Whether the move captures something of another seat's.
    fn is_capture(&self, m: Self::Move) -> bool;

    /// Makes a legal move. An illegal one leaves the position in an unspecified state.
    fn play_unchecked(&mut self, m: Self::Move);

    /// Returns the position after a legal move: see [`SearchPosition::play_unchecked`].
    #[must_use]
    fn after_unchecked(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// The same position with the next seat to move, as if this one could pass; nothing where that makes no sense. Only
    /// asked where the seat to move is in no danger.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The result, as far as the position alone decides it (repetition is the searcher's or the
    /// table's business).
    fn outcome(&self) -> Option<Outcome>;

    /// Plies since the last irreversible one: how far back a repetition can lie.
    fn reversible_plies(&self) -> usize;

    /// The number of paths of exactly `depth` legal moves (draws ignored). The last ply is counted
    /// without being made where that gives the same number.
    fn perft(&self, depth: u32) -> u64;
}

/// A position of a game in which a die is thrown before each move: chance lies between positions, and a search
/// averages over the faces.
pub trait ChancePosition: SearchPosition {
    /// Notes the face that was thrown for the seat to move, from 1. Whoever can then move nothing has the pass as
    /// its only move.
    fn set_face(&mut self, face: u8);
}

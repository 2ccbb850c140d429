//! The interface between the rules and the search of the engine.

use crate::{Outcome, Seat};
use std::fmt;

/// A move of a [`SearchPosition`].
pub trait SearchMove: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The move in 32 bits, never 0. Equal moves have equal bits.
    fn pack(self) -> u32;
}

/// The error of playing a move that is not legal in the position; holds the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not legal in this position")]
pub struct IllegalMove<M>(pub M)
where
    M: fmt::Debug;

/// Checks that `m` is among the legal moves of `position`.
pub(crate) fn check_legal<P: SearchPosition>(
    position: &P,
    m: P::Move,
) -> Result<(), IllegalMove<P::Move>> {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    if legal.contains(&m) { Ok(()) } else { Err(IllegalMove(m)) }
}

/// A position that can be searched: one with full information, in which one seat is to move and no
/// die must be thrown before its move. A game with dice offers positions in which the face is set.
///
/// Positions are small, and a search copies them instead of taking moves back (copy-make).
/// Generating moves allocates only if the given list must grow.
pub trait SearchPosition: Clone + Send + Sync + 'static {
    /// A move.
    type Move: SearchMove;

    /// The number of seats at the start of the game.
    fn seats(&self) -> usize;

    /// The Zobrist hash of everything that decides legal moves and results, without the counters.
    fn zobrist(&self) -> u64;

    /// The seat to move. In Klin Zha seat 0 is Gold and seat 1 is Green.
    fn turn(&self) -> Seat;

    /// Appends every legal move; none when the game is over.
    fn moves(&self, list: &mut Vec<Self::Move>);

    /// Appends the legal moves that capture a piece of another seat.
    fn captures(&self, list: &mut Vec<Self::Move>);

    /// Whether the move captures a piece of another seat.
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

    /// The position after a null move: the next seat is to move. `None` where a null move makes no
    /// sense. Only called if the seat to move is not in check.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The result, as far as the position alone decides it. Draws by repetition depend on the
    /// history, which the search and the table keep.
    fn outcome(&self) -> Option<Outcome>;

    /// The number of plies since the last irreversible one: the maximum distance of a repetition.
    fn reversible_plies(&self) -> usize;

    /// Perft: the number of sequences of exactly `depth` legal moves, without draws. The moves of
    /// the last ply are counted without being made where that gives the same number (bulk
    /// counting).
    fn perft(&self, depth: u32) -> u64;
}

/// A position of a game in which a die is thrown before each move. A search averages over the faces
/// in chance nodes between the positions.
pub trait ChancePosition: SearchPosition {
    /// Sets the face, from 1, that was thrown for the seat to move. If the seat can move nothing
    /// with it, its only move is the pass.
    fn set_face(&mut self, face: u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grand_chess, kaleido, klinzha};

    /// Compares `try_play` with `play_unchecked` for the legal moves of `first`, and gives it
    /// replies that are not legal there.
    fn agrees<P: SearchPosition + PartialEq + fmt::Debug>(
        first: &P,
        play_unchecked: impl Fn(&mut P, P::Move),
        try_play: impl Fn(&mut P, P::Move) -> Result<(), IllegalMove<P::Move>>,
    ) {
        let moves = |position: &P| {
            let mut list = Vec::new();
            position.moves(&mut list);
            list
        };
        let legal = moves(first);
        for &m in &legal {
            let mut made = first.clone();
            play_unchecked(&mut made, m);
            let mut tried = first.clone();
            assert_eq!(try_play(&mut tried, m), Ok(()));
            assert_eq!(tried, made);
            for reply in moves(&made).into_iter().filter(|reply| !legal.contains(reply)) {
                let mut unchanged = first.clone();
                assert_eq!(try_play(&mut unchanged, reply), Err(IllegalMove(reply)));
                assert_eq!(&unchanged, first);
            }
        }
    }

    fn first_of_two() -> kaleido::Position {
        use kaleido::{Army, Color, array};
        array(&[Color::White, Color::Black], [Army::default(); 4]).check(None).unwrap()
    }

    #[test]
    fn a_move_is_played_if_and_only_if_it_is_legal() {
        use grand_chess::Position as GrandChess;
        use kaleido::Position as KaleidoChess;
        use klinzha::Position as KlinZha;
        let start = klinzha::quick_start("north-west").unwrap();
        agrees(&start, KlinZha::play_unchecked, KlinZha::try_play);
        let start = grand_chess::CLASSIC_START.parse().unwrap();
        agrees(&start, GrandChess::play_unchecked, GrandChess::try_play);
        agrees(&first_of_two(), KaleidoChess::play_unchecked, KaleidoChess::try_play);
    }

    #[test]
    #[should_panic(expected = "-- is not legal in this position")]
    fn play_panics_on_an_illegal_move() {
        first_of_two().play(kaleido::Move::PASS);
    }
}

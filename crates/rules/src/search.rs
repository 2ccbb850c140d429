//! What a search needs of a position: the seam between the rules and the engine.

use crate::{Outcome, Seat};
use std::fmt;

/// A move as the search handles it.
pub trait SearchMove: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The move packed into 32 bits, never 0; equal moves pack equally.
    fn pack(self) -> u32;
}

/// A move that is not legal in the position in which it was to be played.
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

/// A position that can be searched: full information, one seat to move, no chance before its move. A game
/// with dice offers positions in which the face is set.
///
/// `make` and `unmake` are inverse: position, hash and counters are restored exactly. Generating
/// moves allocates nothing beyond what the given list grows by.
pub trait SearchPosition: Clone + Send + Sync + 'static {
    /// A move.
    type Move: SearchMove;
    /// What `unmake` needs.
    type Undo;

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

    /// Makes a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the move that gave `undo`.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grand_chess, kaleido, klinzha};

    /// Compares `try_play` with `play_unchecked` for the legal moves of `first`, and gives it replies
    /// that are not legal there.
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

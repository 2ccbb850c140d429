//! The two-ply check of root moves, which runs in full before any limit counts.
//!
//! A level may be weak, a limit tiny and a search stopped at once: a player still must not overlook
//! that the opponent can take its Goal or king with the next move.

use crate::Evaluate;
use crate::score::WIN;
use heterodox_rules::SearchPosition;

/// The result of a move within two plies: the move and the best reply. Ordered, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TwoPlyOutcome {
    /// The move wins.
    Wins,
    /// No reply wins.
    Safe,
    /// A reply wins, but no capture does.
    LosesQuietly,
    /// A capture wins in reply, or the move itself loses.
    LosesToCapture,
}

/// Classifies a legal move by the best reply to it.
pub fn two_ply_outcome<P: SearchPosition>(position: &P, m: P::Move) -> TwoPlyOutcome {
    two_ply_outcome_with(position, m, &mut Vec::new())
}

/// [`two_ply_outcome`] with a reused buffer for the replies.
fn two_ply_outcome_with<P: SearchPosition>(
    position: &P,
    m: P::Move,
    replies: &mut Vec<P::Move>,
) -> TwoPlyOutcome {
    let us = position.turn();
    let next = position.after_unchecked(m);
    match next.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == us => TwoPlyOutcome::Wins,
            Some(_) => TwoPlyOutcome::LosesToCapture,
            None => TwoPlyOutcome::Safe,
        },
        None => best_reply_outcome(&next, replies),
    }
}

/// Returns the outcome of the best reply, for the opponent of the seat to move.
fn best_reply_outcome<P: SearchPosition>(
    position: &P,
    replies: &mut Vec<P::Move>,
) -> TwoPlyOutcome {
    let them = position.turn();
    replies.clear();
    position.moves(replies);
    let mut worst = TwoPlyOutcome::Safe;
    for &reply in replies.iter() {
        let next = position.after_unchecked(reply);
        let lost = next.outcome().is_some_and(|outcome| outcome.winner == Some(them));
        if lost && position.is_capture(reply) {
            return TwoPlyOutcome::LosesToCapture;
        }
        if lost {
            worst = TwoPlyOutcome::LosesQuietly;
        }
    }
    worst
}

/// Returns the moves with the best [`TwoPlyOutcome`].
pub(super) fn safest_moves<P: SearchPosition>(position: &P, moves: &[P::Move]) -> Vec<P::Move> {
    let mut replies = Vec::new();
    let outcomes: Vec<TwoPlyOutcome> =
        moves.iter().map(|&m| two_ply_outcome_with(position, m, &mut replies)).collect();
    let Some(best) = outcomes.iter().copied().min() else { return Vec::new() };
    moves.iter().zip(outcomes).filter(|(_, outcome)| *outcome == best).map(|(&m, _)| m).collect()
}

/// Returns the value of a move that decides the game within two plies; `None` for any other move.
pub(super) fn decided_value<P: SearchPosition, E: Evaluate<P>>(
    position: &P,
    evaluator: &E,
    m: P::Move,
) -> Option<i32> {
    if evaluator.wins_at_once(position, m) {
        return Some(WIN - 1);
    }
    match two_ply_outcome(position, m) {
        TwoPlyOutcome::Wins => Some(WIN - 1),
        TwoPlyOutcome::Safe => None,
        TwoPlyOutcome::LosesQuietly | TwoPlyOutcome::LosesToCapture => Some(2 - WIN),
    }
}

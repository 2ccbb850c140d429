//! The two-ply check of root moves, which runs in full before any limit counts.
//!
//! A level may be weak, a limit tiny and a search stopped at once: a player still must not overlook
//! that the opponent can take its Goal or king with the next move.

use crate::Evaluate;
use crate::score::WIN;
use heterodox_rules::SearchPosition;

/// What a move leads to within two plies, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Risk {
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
pub fn move_risk<P: SearchPosition>(position: &P, m: P::Move) -> Risk {
    risk_with(position, m, &mut Vec::new())
}

/// [`move_risk`] with a reused buffer.
fn risk_with<P: SearchPosition>(position: &P, m: P::Move, replies: &mut Vec<P::Move>) -> Risk {
    let us = position.turn();
    let next = position.after_unchecked(m);
    match next.outcome() {
        Some(outcome) => match outcome.winner {
            Some(winner) if winner == us => Risk::Wins,
            Some(_) => Risk::LosesToCapture,
            None => Risk::Safe,
        },
        None => worst_reply(&next, replies),
    }
}

fn worst_reply<P: SearchPosition>(position: &P, replies: &mut Vec<P::Move>) -> Risk {
    let them = position.turn();
    replies.clear();
    position.moves(replies);
    let mut worst = Risk::Safe;
    for &reply in replies.iter() {
        let next = position.after_unchecked(reply);
        let lost = next.outcome().is_some_and(|outcome| outcome.winner == Some(them));
        if lost && position.is_capture(reply) {
            return Risk::LosesToCapture;
        }
        if lost {
            worst = Risk::LosesQuietly;
        }
    }
    worst
}

/// Returns those of the moves with the least risk.
pub(super) fn least_risk<P: SearchPosition>(position: &P, moves: &[P::Move]) -> Vec<P::Move> {
    let mut replies = Vec::new();
    let risks: Vec<Risk> = moves.iter().map(|&m| risk_with(position, m, &mut replies)).collect();
    let Some(least) = risks.iter().copied().min() else { return Vec::new() };
    moves.iter().zip(risks).filter(|(_, risk)| *risk == least).map(|(&m, _)| m).collect()
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
    match move_risk(position, m) {
        Risk::Wins => Some(WIN - 1),
        Risk::Safe => None,
        Risk::LosesQuietly | Risk::LosesToCapture => Some(2 - WIN),
    }
}

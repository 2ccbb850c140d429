//! What a move risks within two plies, checked in full before any limit counts.
//!
//! A level may be weak, a budget tiny, a search stopped at once: a player still must not overlook
//! that the enemy can take its Goal with the next move.

use crate::Evaluate;
use crate::score::WIN;
use heterodox_rules::SearchPosition;

/// What can come of a move at once, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Risk {
    /// The move wins.
    Wins,
    /// No reply wins.
    Safe,
    /// Some reply wins, but not by a capture.
    LosesQuietly,
    /// A capture wins in reply, or the move itself loses.
    LosesToCapture,
}

/// What a legal move risks.
pub fn move_risk<P: SearchPosition>(position: &P, m: P::Move) -> Risk {
    risk_with(position, m, &mut Vec::new())
}

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
        let capture = position.is_capture(reply);
        let next = position.after_unchecked(reply);
        let lost = next.outcome().is_some_and(|outcome| outcome.winner == Some(them));
        if lost && capture {
            return Risk::LosesToCapture;
        }
        if lost {
            worst = Risk::LosesQuietly;
        }
    }
    worst
}

/// Those of the moves that risk least.
pub(super) fn least_risk<P: SearchPosition>(position: &P, moves: &[P::Move]) -> Vec<P::Move> {
    let mut replies = Vec::new();
    let risks: Vec<Risk> = moves.iter().map(|&m| risk_with(position, m, &mut replies)).collect();
    let Some(least) = risks.iter().copied().min() else { return Vec::new() };
    moves.iter().zip(risks).filter(|(_, risk)| *risk == least).map(|(&m, _)| m).collect()
}

/// The value of a move that decides the game within two plies; nothing for any other.
pub(super) fn verdict<P: SearchPosition, E: Evaluate<P>>(
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

//! Forced wins by definition, to compare with the prover: no table, no ordering, no memory.

pub use heterodox_engine::puzzle::{Answer, GaveUp, Prover, moves};

/// The plain prover.
pub mod plain {
    use heterodox_engine::puzzle::moves;
    use heterodox_rules::{SearchPosition, Seat};

    /// Whether `seat` forces a win within this many plies; either seat may be to move.
    pub fn forces<P: SearchPosition>(position: &P, seat: Seat, plies: u32) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome.winner == Some(seat);
        }
        if plies == 0 {
            return false;
        }
        let mut results = moves(position).into_iter().map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            forces(&next, seat, plies - 1)
        });
        if position.turn() == seat { results.any(|won| won) } else { results.all(|won| won) }
    }

    /// The moves after which the seat that made them forces its win within this number of plies,
    /// its move counted.
    pub fn winning<P: SearchPosition>(position: &P, plies: u32) -> Vec<P::Move> {
        let after = |m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            next
        };
        let us = position.turn();
        moves(position).into_iter().filter(|&m| forces(&after(m), us, plies - 1)).collect()
    }
}

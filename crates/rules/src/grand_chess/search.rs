//! The interface of a position to the search.

use super::moves::Move;
use super::piece::Side;
use super::position::Position;
use crate::{EndReason, Outcome, SearchPosition, Seat};

impl SearchPosition for Position {
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn zobrist(&self) -> u64 {
        Self::zobrist(self)
    }

    fn turn(&self) -> Seat {
        seat(self.turn())
    }

    fn moves(&self, list: &mut Vec<Move>) {
        self.append_moves(list);
    }

    fn captures(&self, list: &mut Vec<Move>) {
        self.append_captures(list);
    }

    fn is_capture(&self, m: Move) -> bool {
        let effect = self.effect_of(m);
        effect.converts || !effect.victims.is_empty()
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.play_unchecked(m);
    }

    fn passed(&self) -> Option<Self> {
        Self::passed(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.only_kings() {
            return Some(Outcome::draw(2, EndReason::BARE_KINGS));
        }
        if self.can_move() {
            return None;
        }
        Some(if self.is_check() {
            Outcome::win(seat(!self.turn()), EndReason::CHECKMATE)
        } else {
            // R-GC19: all pieces are frozen, locked or stuck, and the king is not in check.
            Outcome::draw(2, EndReason::STALEMATE)
        })
    }

    fn reversible_plies(&self) -> usize {
        self.halfmove_clock() as usize
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut list = Vec::with_capacity(128);
                self.append_moves(&mut list);
                list.into_iter().map(|m| self.after_unchecked(m).perft(depth - 1)).sum()
            }
        }
    }
}

/// The seat of a side: White has 0, Black 1.
pub(super) const fn seat(side: Side) -> Seat {
    Seat::new(side as usize)
}

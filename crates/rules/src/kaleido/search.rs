//! The interface of a position to the search.

use super::moves::Move;
use super::piece::Color;
use super::position::Position;
use crate::CellSet;
use crate::search::ChancePosition;
use crate::{Outcome, SearchPosition, Seat};

/// For the search, capturing an own piece is no capture, since it wins nothing.
impl SearchPosition for Position {
    type Move = Move;

    fn seats(&self) -> usize {
        self.seated().len()
    }

    fn zobrist(&self) -> u64 {
        Self::zobrist(self)
    }

    fn turn(&self) -> Seat {
        self.seat(self.turn())
    }

    fn moves(&self, list: &mut Vec<Move>) {
        self.append_moves(list);
    }

    fn captures(&self, list: &mut Vec<Move>) {
        self.append_moves_to(self.all_occupied() - self.occupied(self.turn()), list);
    }

    fn is_capture(&self, m: Move) -> bool {
        Self::is_capture(self, m) && !self.occupied(self.turn()).contains(m.to())
    }

    fn play_unchecked(&mut self, m: Move) {
        self.play_unchecked(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        Self::outcome(self)
    }

    fn reversible_plies(&self) -> usize {
        self.plies_since_capture() as usize
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.dice().is_some() && self.die().is_none() {
            return (1..=6).map(|face| self.with_die(Some(face)).perft(depth)).sum();
        }
        if depth == 1 {
            return self.count_moves();
        }
        let mut list = Vec::with_capacity(160);
        self.append_moves(&mut list);
        list.into_iter().map(|m| self.after_unchecked(m).perft(depth - 1)).sum()
    }
}

impl ChancePosition for Position {
    fn set_face(&mut self, face: u8) {
        *self = self.with_die(Some(face));
    }
}

impl Position {
    /// The cells that the enemies of `color` attack.
    pub fn attacked_by_enemies(&self, color: Color) -> CellSet {
        let enemies = self.playing().iter().filter(|&other| other != color);
        enemies.map(|enemy| self.attacked_by(enemy)).fold(CellSet::EMPTY, |all, to| all | to)
    }
}

//! Making moves, and who is out, who is next and who has won (§3.4, R-KC5).

use super::{Elimination, Position};
use crate::kaleido::board::CASTLES;
use crate::kaleido::moves::Move;
use crate::kaleido::piece::{Color, Colors};
use crate::search::check_legal;
use crate::{EndReason, IllegalMove, Outcome, Seat};

impl Position {
    /// The result, if the position alone decides the game. `max-moves` is not considered.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.playing.len() == 1 {
            let last = Color::ALL.into_iter().filter_map(|color| self.elimination(color));
            let reason = last
                .max_by_key(|elimination| elimination.order)
                .map(|elimination| elimination.reason);
            return Some(Outcome {
                winner: Some(self.seat(self.turn)),
                ranking: self.ranking(),
                reason: reason.unwrap_or(EndReason::THROWN_OUT),
            });
        }
        self.stuck.then(|| self.draw(EndReason::STUCK))
    }

    /// A draw between all colours that still play.
    pub fn draw(&self, reason: EndReason) -> Outcome {
        Outcome { winner: None, ranking: self.ranking(), reason }
    }

    /// The seats by place: those that still play, then the others in the reverse order of going
    /// out.
    fn ranking(&self) -> Vec<Vec<Seat>> {
        let seats = |matches: &dyn Fn(Color) -> bool| -> Vec<Seat> {
            let colors = self.seated.iter().filter(|&color| matches(color));
            colors.map(|color| self.seat(color)).collect()
        };
        let mut ranking = vec![seats(&|color| self.playing.contains(color))];
        for order in (0..=Color::ALL.len() as u8).rev() {
            ranking.push(seats(&|color| {
                self.elimination(color).is_some_and(|elimination| elimination.order == order)
            }));
        }
        ranking.retain(|place| !place.is_empty());
        ranking
    }

    /// The position after a move, which must be legal.
    pub fn after_unchecked(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }

    /// Makes a move. In a game with dice the thrown face counts if it is set
    /// ([`Position::with_die`]), else every move that some face allows is legal.
    ///
    /// # Panics
    /// If the move is not legal here. [`Position::try_play`] returns an error instead.
    ///
    /// ```
    /// use heterodox_rules::kaleido::{Army, Color, array};
    /// let raw = array(&[Color::White, Color::Black], [Army::default(); 4]);
    /// let mut position = raw.check(None).unwrap();
    /// position.play(position.legal_moves()[0]);
    /// assert_eq!(position.turn(), Color::Black);
    /// ```
    pub fn play(&mut self, m: Move) {
        if let Err(error) = self.try_play(m) {
            panic!("{error}");
        }
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the move if it is not legal here; the position is unchanged then.
    ///
    /// ```
    /// use heterodox_rules::IllegalMove;
    /// use heterodox_rules::kaleido::{Army, Color, Move, array};
    /// let raw = array(&[Color::White, Color::Black], [Army::default(); 4]);
    /// let mut position = raw.check(None).unwrap();
    /// assert_eq!(position.try_play(Move::PASS), Err(IllegalMove(Move::PASS)));
    /// ```
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove<Move>> {
        check_legal(self, m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// Makes a move, which must be legal, and judges lock-ins.
    pub fn play_unchecked(&mut self, m: Move) {
        self.advance(m);
        self.judge_lock_ins(Self::can_move);
    }

    /// Makes a move, eliminates the colour that lost its last castle by it, and passes the turn.
    /// Lock-ins are not judged.
    pub(in crate::kaleido) fn advance(&mut self, m: Move) {
        let us = self.turn;
        self.die = None;
        if m.is_pass() {
            self.plies_since_capture += 1;
            return self.pass_turn();
        }
        let (from, to) = (m.from(), m.to());
        let captured = self.piece(to);
        if let Some((color, kind)) = captured {
            self.remove_piece(to, color, kind);
            self.plies_since_capture = 0;
        } else {
            self.plies_since_capture += 1;
        }
        if let Some((color, kind)) = self.piece(from) {
            self.remove_piece(from, color, kind);
            self.put_piece(to, color, kind);
        }
        self.undo[us as usize] = Some(m);
        if CASTLES.contains(from) && !self.holds_castle(us) {
            self.eliminate([us].into_iter().collect(), EndReason::LEFT_CASTLE);
        }
        if CASTLES.contains(to)
            && let Some((them, _)) = captured
            && !self.holds_castle(them)
        {
            self.eliminate([them].into_iter().collect(), EndReason::THROWN_OUT);
        }
        self.pass_turn();
    }

    /// Judges lock-ins: eliminates the colour to move as long as it cannot move. With dice no
    /// colour is eliminated; instead the game is drawn if no colour can move with any face.
    pub(in crate::kaleido) fn judge_lock_ins(&mut self, can_move: impl Fn(&Self) -> bool) {
        if self.dice.is_some() {
            self.stuck = false;
            let able = |color| can_move(&Self { turn: color, die: None, ..self.clone() });
            // The colour to move is tested first, since it nearly always has a move.
            self.stuck =
                self.playing.len() > 1 && !able(self.turn) && !self.playing.iter().any(able);
            return;
        }
        while self.playing.len() > 1 && !can_move(self) {
            self.eliminate([self.turn].into_iter().collect(), EndReason::LOCKED_IN);
            self.pass_turn();
        }
    }

    /// Eliminates colours that have resigned, run out of time or left. Lock-ins must be judged
    /// afterwards.
    pub(in crate::kaleido) fn retire(&mut self, colors: Colors, reason: EndReason) {
        self.eliminate(colors, reason);
        let is_to_move = colors.contains(self.turn);
        if is_to_move || self.playing.len() < 2 {
            self.die = None;
        }
        if is_to_move && !self.playing.is_empty() {
            self.pass_turn();
        }
    }

    /// Eliminates colours together. If at least two others still play, the pieces of all eliminated
    /// colours leave the board; the last position of a decided game keeps its pieces.
    pub(super) fn eliminate(&mut self, colors: Colors, reason: EndReason) {
        if colors.is_empty() {
            return;
        }
        let order = 1 + self
            .eliminations
            .iter()
            .flatten()
            .map(|elimination| elimination.order)
            .max()
            .unwrap_or(0);
        for color in colors.iter() {
            self.playing.remove(color);
            self.eliminations[color as usize] = Some(Elimination { order, reason });
        }
        self.plies_since_capture = 0;
        if self.playing.len() < 2 {
            return;
        }
        let eliminations = self.eliminations;
        for color in Color::ALL.into_iter().filter(|&color| eliminations[color as usize].is_some())
        {
            for cell in self.sides[color as usize] {
                if let Some((_, kind)) = self.piece(cell) {
                    self.remove_piece(cell, color, kind);
                }
            }
            self.undo[color as usize] = None;
        }
    }

    /// Passes the turn to the next colour that still plays.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        let next = self.playing.after(self.turn);
        if next <= self.turn {
            self.turn_number = self.turn_number.saturating_add(1);
        }
        self.turn = next;
    }
}

//! What a move makes of a position: who is out, who is next and who has won (§3.4, R-KC5).

use super::{Fate, Position};
use crate::kaleido::board::CASTLES;
use crate::kaleido::moves::Move;
use crate::kaleido::piece::{Color, Colors};
use crate::search::check_legal;
use crate::{EndReason, IllegalMove, Outcome, Seat};

impl Position {
    /// The result, as far as the position alone decides it.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.playing.len() == 1 {
            let last = Color::ALL.into_iter().filter_map(|color| self.fate(color));
            let reason = last.max_by_key(|fate| fate.order).map(|fate| fate.reason);
            return Some(Outcome {
                winner: Some(self.seat(self.turn)),
                ranking: self.ranking(),
                reason: reason.unwrap_or(EndReason::ThrownOut),
            });
        }
        self.stuck.then(|| self.draw(EndReason::Stuck))
    }

    /// A draw between all who still play.
    pub fn draw(&self, reason: EndReason) -> Outcome {
        Outcome { winner: None, ranking: self.ranking(), reason }
    }

    /// Those who still play, then the others in the reverse order of going out.
    fn ranking(&self) -> Vec<Vec<Seat>> {
        let seats = |fits: &dyn Fn(Color) -> bool| -> Vec<Seat> {
            let colors = self.seated.iter().filter(|&color| fits(color));
            colors.map(|color| self.seat(color)).collect()
        };
        let mut places = vec![seats(&|color| self.playing.contains(color))];
        for order in (0..=Color::ALL.len() as u8).rev() {
            places.push(seats(&|color| self.fate(color).is_some_and(|fate| fate.order == order)));
        }
        places.retain(|place| !place.is_empty());
        places
    }

    /// The position after a legal move.
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

    /// Makes a legal move and judges who is out.
    pub fn play_unchecked(&mut self, m: Move) {
        self.advance(m);
        self.judge(Self::can_move);
    }

    /// Makes a move, puts out who has lost its last castle by it and passes the turn.
    pub(in crate::kaleido) fn advance(&mut self, m: Move) {
        let us = self.turn;
        self.die = None;
        if m.is_pass() {
            self.quiet += 1;
            return self.pass_turn();
        }
        let (from, to) = (m.from(), m.to());
        let captured = self.piece(to);
        if let Some((color, kind)) = captured {
            self.lift(to, color, kind);
            self.quiet = 0;
        } else {
            self.quiet += 1;
        }
        if let Some((color, kind)) = self.piece(from) {
            self.lift(from, color, kind);
            self.put(to, color, kind);
        }
        self.undo[us as usize] = Some(m);
        if CASTLES.contains(from) && !self.holds_castle(us) {
            self.put_out([us].into_iter().collect(), EndReason::LeftCastle);
        }
        if CASTLES.contains(to)
            && let Some((them, _)) = captured
            && !self.holds_castle(them)
        {
            self.put_out([them].into_iter().collect(), EndReason::ThrownOut);
        }
        self.pass_turn();
    }

    /// Puts out, one after the other, whoever is to move and cannot; with dice nobody goes out for that, but the game
    /// is drawn when nobody can move whatever is thrown.
    pub(in crate::kaleido) fn judge(&mut self, can_move: impl Fn(&Self) -> bool) {
        if self.dice.is_some() {
            self.stuck = false;
            let able = |color| can_move(&Self { turn: color, die: None, ..self.clone() });
            // The player to move is asked first: it nearly always can.
            self.stuck =
                self.playing.len() > 1 && !able(self.turn) && !self.playing.iter().any(able);
            return;
        }
        while self.playing.len() > 1 && !can_move(self) {
            self.put_out([self.turn].into_iter().collect(), EndReason::LockedIn);
            self.pass_turn();
        }
    }

    /// A colour gives up or has run out of time. The others are to be judged then.
    pub(in crate::kaleido) fn retire(&mut self, color: Color, reason: EndReason) {
        self.put_out([color].into_iter().collect(), reason);
        if self.turn == color || self.playing.len() < 2 {
            self.die = None;
        }
        if self.turn == color {
            self.pass_turn();
        }
    }

    /// Puts colours out together. While two or more play on, their pieces leave the board.
    pub(super) fn put_out(&mut self, colors: Colors, reason: EndReason) {
        if colors.is_empty() {
            return;
        }
        let order = 1 + self.fates.iter().flatten().map(|fate| fate.order).max().unwrap_or(0);
        for color in colors.iter() {
            self.playing.remove(color);
            self.fates[color as usize] = Some(Fate { order, reason });
        }
        self.quiet = 0;
        if self.playing.len() < 2 {
            return;
        }
        let fates = self.fates;
        for color in Color::ALL.into_iter().filter(|&color| fates[color as usize].is_some()) {
            for cell in self.sides[color as usize] {
                if let Some((_, kind)) = self.piece(cell) {
                    self.lift(cell, color, kind);
                }
            }
            self.undo[color as usize] = None;
        }
    }

    /// Passes the turn to the next who still plays.
    #[inline]
    pub(super) fn pass_turn(&mut self) {
        let next = self.playing.after(self.turn);
        if next <= self.turn {
            self.turn_number = self.turn_number.saturating_add(1);
        }
        self.turn = next;
    }
}

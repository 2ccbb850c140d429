//! What people can do about the clocks: pauses, more time, and claims that a player has left.

use crate::{Action, Event, Game, HostError, Transaction, UserId};
use heterodox_rules::{Act, Seat};

/// With less time than this before a deadline no vacation begins: it would save a lost game.
const HURRY_MS: i64 = 60 * 60 * 1000;

impl Transaction<'_> {
    /// Refuses what comes after the end of a seat's time, and moves during a pause.
    ///
    /// # Errors
    ///
    /// [`HostError::OutOfTime`], [`HostError::Paused`].
    pub(crate) fn check_time(&self, seat: Seat, action: &Action) -> Result<(), HostError> {
        if self.game.outcome().is_some() {
            return Ok(());
        }
        if self.game.is_late(seat, self.at) {
            return Err(HostError::OutOfTime(seat));
        }
        let lasts = self.game.time().is_some_and(|time| time.lasting_pause().is_some());
        if lasts && matches!(action, Action::Submit(_)) {
            return Err(HostError::Paused);
        }
        Ok(())
    }

    /// Does for a seat what is no act at the table.
    ///
    /// # Errors
    ///
    /// If it is not possible now.
    pub(crate) fn act_on_clocks(&mut self, seat: Seat, action: &Action) -> Result<(), HostError> {
        let time = self.game.time().filter(|time| time.has_started() && self.game.runs());
        let time = time.ok_or(HostError::NoClock)?;
        if !self.game.table().playing().contains(&seat) {
            return Err(HostError::NotPlaying(seat));
        }
        let lasts = time.lasting_pause().is_some();
        match action {
            Action::OfferPause => {
                let limit = time.rules().pauses;
                if time.is_paused(self.at) {
                    return Err(HostError::Paused);
                }
                if time.pauses() >= limit {
                    return Err(HostError::NoPauseLeft { limit });
                }
                if time.pause_offers().contains(&seat) {
                    return Err(HostError::PauseOffered);
                }
                self.apply(Event::OfferPause { seat })?;
            }
            Action::DeclinePause => {
                if !time.pause_offers().iter().any(|by| *by != seat) {
                    return Err(HostError::NoPauseOffer);
                }
                self.apply(Event::DeclinePause { seat })?;
            }
            Action::Resume if lasts => self.apply(Event::Resume { seat: Some(seat) })?,
            Action::Resume => return Err(HostError::NotPaused),
            Action::MoreTime { to } => {
                let to = self.game.seat_at(*to)?;
                if to == seat || !self.game.playing_people().contains(&to) {
                    return Err(HostError::NotAnOpponent(to));
                }
                self.apply(Event::MoreTime { by: seat, seat: to })?;
            }
            Action::Claim { draw } => self.claim(seat, *draw)?,
            _ => {}
        }
        Ok(())
    }

    /// Stops the time of a person's seats for a vacation, or lets it run again. A seat that must
    /// act within the hour follows only later.
    ///
    /// # Errors
    ///
    /// Never in a game of a log that can be read.
    pub fn set_vacation(&mut self, user: UserId, on: bool) -> Result<(), HostError> {
        let Some(time) = self.game.time().filter(|_| self.game.outcome().is_none()) else {
            return Ok(());
        };
        if on && !(time.rules().is_daily() && time.rules().vacation) {
            return Ok(());
        }
        let hurries = |&seat: &Seat| {
            let deadline = time.deadline(seat);
            on && deadline.is_some_and(|deadline| deadline.0 < self.at.0 + HURRY_MS)
        };
        let mut seats = self.game.seats_of(user);
        seats.retain(|seat| time.is_on_vacation(*seat) != on && !hurries(seat));
        for &seat in &seats {
            self.apply(Event::Vacation { seat, on })?;
        }
        Ok(())
    }

    /// Claims that the seats to act have left. At a table of more than two seats all who are
    /// present must claim it.
    fn claim(&mut self, seat: Seat, draw: bool) -> Result<(), HostError> {
        let to_act = self.game.to_act();
        let is_gone = |other: &Seat| *other != seat && self.circumstances.gone.contains(other);
        let seats: Vec<_> = to_act.into_iter().filter(is_gone).collect();
        let daily = self.game.time().is_some_and(|time| time.rules().is_daily());
        let paused = self.game.time().is_some_and(|time| time.is_paused(self.at));
        if seats.is_empty() || daily || paused {
            return Err(HostError::NotGone);
        }
        let two = self.game.players().len() == 2;
        if !two && !self.game.time().is_some_and(|time| time.claims().contains(&seat)) {
            self.apply(Event::Claim { seat })?;
        }
        let claimed = |other: &Seat| {
            seats.contains(other)
                || !self.circumstances.present.contains(other)
                || self.game.time().is_some_and(|time| time.claims().contains(other))
        };
        if two || self.game.playing_people().iter().all(claimed) {
            self.apply(Event::Act(Act::Abandon { seats, draw }))?;
        }
        Ok(())
    }
}

impl Game {
    /// Whether the game has begun and is not over.
    pub(crate) fn runs(&self) -> bool {
        !self.is_open() && self.outcome().is_none()
    }
}

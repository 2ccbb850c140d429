//! Perspectives: which seat's view of the table a caller gets.

use crate::{Action, Game, GameTime, HostError, UserId};
use heterodox_rules::{Seat, Viewer};
use std::fmt;

/// The perspective that a caller asks for: `as=0`, `as=public`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerspectiveRequest {
    /// The view of the seat with this number.
    Seat(usize),
    /// The public view.
    Public,
}

impl PerspectiveRequest {
    /// Reads the parameter; `None` if it is neither the number of a seat nor `public`.
    pub fn read(text: &str) -> Option<Self> {
        if text == "public" {
            return Some(Self::Public);
        }
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| digits).map(Self::Seat)
    }
}

impl fmt::Display for PerspectiveRequest {
    /// As in a URL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Public => f.write_str("public"),
        }
    }
}

/// A caller's perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The viewer whose view the caller gets.
    pub viewer: Viewer,
    /// The seats that the caller holds.
    pub seats: Vec<Seat>,
}

impl Game {
    /// The perspective of a person, or of an unknown caller. A caller may ask for the view of a
    /// seat of its own, for the public view, and for any view once the game is over. Without a
    /// request it gets the view of its seat. A person with several seats then follows their turns
    /// in an open game, and gets the public view in a hidden game, so that one player does not see
    /// what another may know.
    ///
    /// # Errors
    ///
    /// Seats that the game does not have, and other players' seats while the game runs.
    pub fn perspective(
        &self,
        user: Option<UserId>,
        wanted: Option<PerspectiveRequest>,
    ) -> Result<Perspective, HostError> {
        let seats = user.map(|user| self.seats_of(user)).unwrap_or_default();
        let viewer = match wanted {
            Some(PerspectiveRequest::Public) => Viewer::Public,
            Some(PerspectiveRequest::Seat(index)) => {
                let seat = self.seat_at(index)?;
                if !seats.contains(&seat) && self.outcome().is_none() {
                    return Err(HostError::NotYourSeat(seat));
                }
                Viewer::Seat(seat)
            }
            None => self.default_viewer(&seats),
        };
        Ok(Perspective { viewer, seats })
    }

    /// The seat on which a person acts: the named one, else the one of its perspective, else its
    /// default one.
    ///
    /// # Errors
    ///
    /// A person without a seat, and other players' seats.
    pub(crate) fn acting_seat(
        &self,
        user: UserId,
        named: Option<usize>,
        perspective: Option<PerspectiveRequest>,
    ) -> Result<Seat, HostError> {
        let seats = self.seats_of(user);
        let default = self.default_seat(&seats).ok_or(HostError::NoSeat)?;
        if let Some(index) = named {
            let seat = self.seat_at(index)?;
            return if seats.contains(&seat) {
                Ok(seat)
            } else {
                Err(HostError::NotYourSeat(seat))
            };
        }
        let viewed = match perspective {
            Some(PerspectiveRequest::Seat(index)) => {
                seats.iter().copied().find(|seat| seat.index() == index)
            }
            Some(PerspectiveRequest::Public) | None => None,
        };
        Ok(viewed.unwrap_or(default))
    }

    /// The seats for which an act counts if it names none. Several players at one screen of an open
    /// game agree with one act, and ask for the takeback of the last move that one of them has
    /// made.
    pub(crate) fn seats_for(&self, user: UserId, action: &Action, default: Seat) -> Vec<Seat> {
        let mut seats = self.still_playing(&self.seats_of(user));
        if self.table().info().hidden || seats.len() < 2 {
            return vec![default];
        }
        match action {
            Action::OfferDraw => seats.retain(|seat| !self.table().draw_offers().contains(seat)),
            Action::DeclineDraw => {
                seats.retain(|seat| self.table().draw_offers().iter().any(|by| by != seat));
                seats.truncate(1);
            }
            Action::AnswerTakeback { .. } => {
                seats.retain(|seat| self.table().takeback_asked() != Some(*seat));
            }
            Action::AskTakeback => seats = self.last_to_move(&seats).into_iter().collect(),
            Action::OfferPause => {
                let offers = self.time().map(GameTime::pause_offers).unwrap_or_default();
                seats.retain(|seat| !offers.contains(seat));
            }
            Action::Submit(_)
            | Action::Resign
            | Action::DeclinePause
            | Action::Resume
            | Action::MoreTime { .. }
            | Action::Claim { .. } => seats.clear(),
        }
        if seats.is_empty() { vec![default] } else { seats }
    }

    /// Returns whether an act that was done for one seat needs no repetition for the person's
    /// others.
    pub(crate) fn is_settled(&self, action: &Action) -> bool {
        let is_answer = matches!(action, Action::AnswerTakeback { .. });
        let paused = *action == Action::OfferPause
            && self.time().is_some_and(|time| time.pause_offers().is_empty());
        self.outcome().is_some()
            || paused
            || is_answer && self.table().scene(Viewer::Public).takeback_asked.is_none()
    }

    fn default_viewer(&self, seats: &[Seat]) -> Viewer {
        match seats {
            [_, _, ..] if self.table().info().hidden => Viewer::Public,
            _ => self.default_seat(seats).map_or(Viewer::Public, Viewer::Seat),
        }
    }

    /// The default one of these seats: the one that must act, else the one that had the turn last.
    /// Seats that still play come first.
    fn default_seat(&self, seats: &[Seat]) -> Option<Seat> {
        let playing = self.still_playing(seats);
        let seats = if playing.is_empty() { seats } else { &playing };
        let awaited = self.to_act().into_iter().find(|seat| seats.contains(seat));
        awaited.or_else(|| self.last_to_move(seats))
    }

    /// The one of these seats that comes last before the seat to act.
    fn last_to_move(&self, seats: &[Seat]) -> Option<Seat> {
        match self.to_act().first() {
            Some(turn) => {
                let before = seats.iter().rev().find(|seat| *seat < turn);
                before.or(seats.last()).copied()
            }
            None => seats.first().copied(),
        }
    }

    fn still_playing(&self, seats: &[Seat]) -> Vec<Seat> {
        let playing = self.table().playing();
        seats.iter().copied().filter(|seat| playing.contains(seat)).collect()
    }

    /// The seat with this number.
    ///
    /// # Errors
    ///
    /// The game has no such seat.
    pub(crate) fn seat_at(&self, index: usize) -> Result<Seat, HostError> {
        let seats = self.players().len();
        if index < seats {
            Ok(Seat::new(index))
        } else {
            Err(HostError::NoSuchSeat { seat: index, seats })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perspective_is_a_seat_or_public() {
        assert_eq!(PerspectiveRequest::read("0"), Some(PerspectiveRequest::Seat(0)));
        assert_eq!(PerspectiveRequest::read("17"), Some(PerspectiveRequest::Seat(17)));
        assert_eq!(PerspectiveRequest::read("public"), Some(PerspectiveRequest::Public));
        for bad in ["", "-1", "+1", "1.0", "gold", "Public", "99999999999999999999999"] {
            assert_eq!(PerspectiveRequest::read(bad), None, "{bad}");
        }
    }
}

//! What a person can do at a table.

use crate::bounds::{EVENTS, SETUP_STEPS};
use crate::{Event, Game, HostError, PerspectiveRequest, Player, Transaction, UserId, canonical};
use heterodox_engine::Level;
use heterodox_rules::{Act, DicePart, Seat, Viewer};

/// An act of a seat, without the seat. Dice are thrown by the umpire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Submits an intent or a setup step.
    Submit(String),
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the one offered.
    OfferDraw,
    /// Declines the offered draw.
    DeclineDraw,
    /// Asks for a takeback.
    AskTakeback,
    /// Answers a request for a takeback.
    AnswerTakeback {
        /// Whether the takeback is granted.
        accept: bool,
    },
    /// Offers a pause, or agrees to the one that is offered.
    OfferPause,
    /// Declines the pause that is offered.
    DeclinePause,
    /// Wants to go on after a pause.
    Resume,
    /// Gives another seat more time.
    MoreTime {
        /// That seat.
        to: usize,
    },
    /// Claims that the seat to act has left.
    Claim {
        /// Whether a draw is claimed, and not a win.
        draw: bool,
    },
}

impl Action {
    /// The act of a seat; `None` if it is no act at the table. Texts are stored in their canonical
    /// form.
    fn by(&self, seat: Seat) -> Result<Option<Act>, HostError> {
        Ok(Some(match self {
            Self::Submit(text) => Act::Submit { seat, text: canonical(text)? },
            Self::Resign => Act::Resign { seat },
            Self::OfferDraw => Act::OfferDraw { seat },
            Self::DeclineDraw => Act::DeclineDraw { seat },
            Self::AskTakeback => Act::AskTakeback { seat },
            Self::AnswerTakeback { accept } => Act::AnswerTakeback { seat, accept: *accept },
            Self::OfferPause
            | Self::DeclinePause
            | Self::Resume
            | Self::MoreTime { .. }
            | Self::Claim { .. } => return Ok(None),
        }))
    }
}

/// An act that a person requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActRequest {
    /// The act.
    pub action: Action,
    /// The seat, if the person names one.
    pub seat: Option<usize>,
    /// The version that the person saw. The act is refused at any other version.
    pub expect: Option<u64>,
}

/// A rematch that was offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RematchOffer {
    /// The seat that offered it.
    pub by: Seat,
    /// The id of the game.
    pub id: String,
}

impl Transaction<'_> {
    /// Gives the seats of a guest, and those that are offered to it, to the person that the guest
    /// has turned out to be. Returns whether a seat has passed. If the person is at the table too,
    /// nothing happens: the log cannot say that two players were one.
    ///
    /// # Errors
    ///
    /// None that a caller can cause.
    pub fn take_over(&mut self, guest: UserId, user: UserId) -> Result<bool, HostError> {
        let concerned = |of: UserId| -> Vec<Seat> {
            let is_of = |seat: &Seat| {
                self.game.player(*seat).is_some_and(|player| player.is(of))
                    || self.game.is_invited(*seat, Some(of), None)
            };
            self.game.seats().filter(is_of).collect()
        };
        let seats = concerned(guest);
        if seats.is_empty() || !concerned(user).is_empty() {
            return Ok(false);
        }
        for seat in seats {
            self.apply(Event::Takeover { seat, user })?;
        }
        Ok(true)
    }

    /// Puts the computer on a free seat, so that a table to which no other person comes can begin.
    /// The person who opened the game may do this, and on a seat for anybody all who sit there.
    ///
    /// # Errors
    ///
    /// If the person has no seat, or the seat is not free or offered to another person.
    pub fn seat_computer(
        &mut self,
        user: UserId,
        seat: usize,
        level: Level,
    ) -> Result<Seat, HostError> {
        if self.game.seats_of(user).is_empty() {
            return Err(HostError::NoSeat);
        }
        let wanted = self.game.seat_at(seat)?;
        let seat = self.game.available_seat(Some(wanted))?;
        if self.game.invited(seat).is_some() && self.game.opener() != Some(user) {
            return Err(HostError::NotInvited(seat));
        }
        self.apply(Event::Computer { seat, level })?;
        Ok(seat)
    }

    /// Adds a person's part to the seed of the dice. Returns the seat for which it counts. The same
    /// part a second time changes nothing, so that a client that missed the response can retry.
    ///
    /// # Errors
    ///
    /// If the game has no seed, the person has given another part, or the game has gone on.
    pub fn add_dice_part(&mut self, user: UserId, part: DicePart) -> Result<Seat, HostError> {
        let seat = *self.game.seats_of(user).first().ok_or(HostError::NoSeat)?;
        if self.game.opening().dice.is_none() {
            return Err(HostError::NoDiceParts);
        }
        match &self.game.dice_parts()[seat.index()] {
            Some(given) if *given == part => return Ok(seat),
            Some(_) => return Err(HostError::DicePartGiven),
            None if !self.game.owed_dice_parts().contains(&seat) => {
                return Err(HostError::DicePartLate);
            }
            None => self.apply(Event::DicePart { seat, part })?,
        }
        Ok(seat)
    }

    /// Acts on a seat of the person. `perspective` is the view that the person asked for. Returns
    /// the seat.
    ///
    /// # Errors
    ///
    /// If the seat is not the person's, the version is another one, the game has reached a limit,
    /// or the umpire refuses.
    pub fn act(
        &mut self,
        user: UserId,
        request: &ActRequest,
        perspective: Option<PerspectiveRequest>,
    ) -> Result<Seat, HostError> {
        let ActRequest { action, seat: named, expect } = request;
        let seat = self.game.acting_seat(user, *named, perspective)?;
        self.expect(seat, *expect)?;
        let seats = match (named, perspective) {
            (None, None) => self.game.seats_for(user, action, seat),
            _ => vec![seat],
        };
        if *action == Action::Resign && self.game.is_open() {
            return Err(HostError::NotBegun);
        }
        let is_essential = matches!(
            action,
            Action::Submit(_) | Action::Resign | Action::Claim { .. } | Action::Resume
        );
        if !is_essential && self.game.version(Viewer::Seat(seat)) >= EVENTS {
            return Err(HostError::GameTooLong { limit: EVENTS });
        }
        self.check_time(seat, action)?;
        for &seat in &seats {
            match action.by(seat)? {
                Some(act) => self.apply(Event::Act(act))?,
                None => self.act_on_clocks(seat, action)?,
            }
            if self.game.is_settled(action) {
                break;
            }
        }
        if self.game.setup_steps(seat) > SETUP_STEPS && self.game.is_in_setup(seat) {
            return Err(HostError::TooManySteps { limit: SETUP_STEPS });
        }
        Ok(seat)
    }

    /// Notes that a seat has taken a hint.
    ///
    /// # Errors
    ///
    /// [`HostError::Stale`]: a hint is useless at another version than `version`.
    pub fn take_hint(&mut self, seat: Seat, version: u64) -> Result<(), HostError> {
        self.expect(seat, Some(version))?;
        Ok(self.apply(Event::Hint { seat })?)
    }

    /// Offers a rematch. `id` is that of the game to be opened.
    ///
    /// # Errors
    ///
    /// If the person has no seat, the game is not over, or it never had an opponent.
    pub fn offer_rematch(&mut self, user: UserId, id: &str) -> Result<(), HostError> {
        let by = *self.game.seats_of(user).first().ok_or(HostError::NoSeat)?;
        if self.game.outcome().is_none() {
            return Err(HostError::NotOver);
        }
        if self.game.players().iter().any(Option::is_none) {
            return Err(HostError::NoOpponent);
        }
        self.create(self.game.rematch_of(id, user, self.at, self.randomness)?);
        Ok(self.apply(Event::Rematch { seat: by, id: id.to_owned() })?)
    }
}

impl Game {
    /// The seat for which a person may have a hint: one that it holds, that it looks from, and that
    /// is to act. All other seats are computers' or its own.
    ///
    /// # Errors
    ///
    /// [`HostError::NoSeat`], [`HostError::HintNotHere`], [`HostError::HintNotNow`],
    /// [`HostError::GameTooLong`], and those of [`Game::perspective`].
    pub fn hint_seat(
        &self,
        user: UserId,
        wanted: Option<PerspectiveRequest>,
    ) -> Result<Seat, HostError> {
        let perspective = self.perspective(Some(user), wanted)?;
        if perspective.seats.is_empty() {
            return Err(HostError::NoSeat);
        }
        let is_no_opponent = |player: &Option<Player>| {
            player.is_some_and(|player| player.level().is_some() || player.is(user))
        };
        if !self.players().iter().all(is_no_opponent) {
            return Err(HostError::HintNotHere);
        }
        let Viewer::Seat(seat) = perspective.viewer else { return Err(HostError::HintNotNow) };
        if !perspective.seats.contains(&seat) || !self.to_act().contains(&seat) {
            return Err(HostError::HintNotNow);
        }
        if self.version(Viewer::Seat(seat)) >= EVENTS {
            return Err(HostError::GameTooLong { limit: EVENTS });
        }
        Ok(seat)
    }
}

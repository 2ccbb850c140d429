//! Offers: the visibility of a game, the people who may take its free seats, and until when.
//!
//! A game with a free seat is an offer. It is accepted by taking the seat
//! ([`Transaction::join`]), and ends without a game when it is declined, withdrawn, answered by
//! another offer, or not accepted in time. All of these are events in the log of the game, so an
//! offer becomes one game or none.

use crate::game::has_fair_dice;
use crate::seating::seed_setup;
use crate::{Event, Game, HostError, Moment, Opening, Player, Randomness, Transaction, UserId};
use heterodox_clock::TimeRules;
use heterodox_engine::Level;
use heterodox_rules::{Refusal, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How long an offer of a live game stands if it does not say so.
const LIVE_MS: i64 = 24 * 60 * 60 * 1000;
/// How long another offer stands if it does not say so.
const DAILY_MS: i64 = 14 * LIVE_MS;
/// The longest time for which an offer stands.
const LONGEST_MS: i64 = 90 * LIVE_MS;
/// How long a rematch of a live game stands.
const LIVE_REMATCH_MS: i64 = 5 * 60 * 1000;
/// How long another rematch stands.
const REMATCH_MS: i64 = 24 * 60 * 60 * 1000;
/// The most further games of a standing offer.
pub const MOST_FURTHER: u8 = 19;

/// The visibility of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Visibility {
    /// All visitors; the game is in lists.
    Public,
    /// All visitors who have its address.
    #[default]
    Link,
    /// Its players, and those to whom a seat is offered.
    Private,
}

/// The secret of a seat that is offered by a link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatKey(String);

impl SeatKey {
    /// A secret. It must not be guessable: at least 128 random bits.
    pub fn new(secret: String) -> Self {
        Self(secret)
    }

    /// The secret.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(..)")
    }
}

/// The only one who may take a free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Invited {
    /// This person.
    User(UserId),
    /// A person who has the secret.
    Key(SeatKey),
}

/// The game to which an offer belongs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferOf {
    /// It is the rematch of the game with this id.
    Rematch(String),
    /// It answers the offer with this id.
    Counter(String),
    /// It is the next game of the standing offer that began with this id.
    Standing(String),
}

impl OfferOf {
    /// The id of that game.
    pub fn id(&self) -> &str {
        match self {
            Self::Rematch(id) | Self::Counter(id) | Self::Standing(id) => id,
        }
    }
}

/// What becomes of a seat that stays free.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", expecting = "\"cancel\", \"open\" or an object with `computer`")]
pub enum IfFree {
    /// The game is cancelled.
    #[default]
    Cancel,
    /// After half of the time a seat that is offered to a person is for anybody; at the end the
    /// game is cancelled.
    Open,
    /// The computer takes it.
    Computer(Level),
}

/// What a person must fulfil who takes a seat that is for anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    /// Whether the person needs an account.
    #[serde(default, skip_serializing_if = "is_default")]
    pub account: bool,
    /// The least share of games in percent that the person must have played to their end.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reliability: u8,
}

/// What a game offers to other people.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The visibility of the game.
    #[serde(default, skip_serializing_if = "is_default")]
    pub visibility: Visibility,
    /// The only one who may take each free seat; `None`, or an empty list, for anybody who may see
    /// the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invited: Vec<Option<Invited>>,
    /// The last moment at which a free seat can be taken. After it the game is cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
    /// The game to which the offer belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<OfferOf>,
    /// How many more games like this one are offered, one after the other is accepted.
    #[serde(default, skip_serializing_if = "is_default")]
    pub further: u8,
    /// What becomes of a seat that stays free.
    #[serde(default, skip_serializing_if = "is_default")]
    pub if_free: IfFree,
    /// What a person must fulfil who takes a seat that is for anybody. The server checks it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub requires: Requirements,
}

/// Returns whether a value is its type's default, which the log leaves out.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What is wrong with an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OfferError {
    /// A free seat of a private game is not visible to others.
    #[error("a seat of a private game is open, expected a person or \"link\" for each free seat")]
    OpenSeat,
    /// A moment that is past or too far away.
    #[error("`until_ms` is past or too far away, expected a moment within the next 90 days")]
    Until,
    /// A person has two seats.
    #[error("a person is invited twice, or to a seat beside its own")]
    InvitedTwice,
    /// A counter-offer to others.
    #[error("a counter-offer has no seat for the person who made the offer, expected one")]
    Counter,
    /// A standing offer with a seat for one person, or one that is too long.
    #[error("`further` is {found}, expected 0 to {MOST_FURTHER}, and 0 with a seat for one person")]
    Further {
        /// The number of further games.
        found: u8,
    },
    /// Seats of a private game that are to be for anybody.
    #[error("`if_free` is \"open\" in a private game, expected \"cancel\" or the computer")]
    OpenPrivate,
    /// A share of more than all.
    #[error("`requires.reliability` is {found}, expected 0 to 100")]
    Reliability {
        /// The share.
        found: u8,
    },
}

/// Why a person declines an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeclineReason {
    /// No time now.
    NotNow,
    /// Enough games are running.
    Busy,
    /// Another game would be welcome.
    OtherGame,
    /// Another time control would be welcome.
    OtherTime,
    /// Other options would be welcome.
    OtherOptions,
    /// No game with this person.
    NotYou,
}

/// How an offer ended without a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OfferEnd {
    /// The person to whom a seat was offered declined it.
    Declined {
        /// The seat.
        seat: Seat,
        /// Why.
        reason: Option<DeclineReason>,
    },
    /// The person to whom a seat was offered answered with another offer.
    Countered {
        /// The seat.
        seat: Seat,
        /// The id of the other offer.
        id: String,
    },
    /// The person who opened the game took the offer back.
    Withdrawn,
    /// No person took the seat in time.
    Expired,
}

impl Offer {
    /// Fills in what was not said of the offer of a game that is opened at `now`, and checks it.
    /// `daily` says whether days pass between moves.
    pub(crate) fn complete(
        &mut self,
        players: &[Option<Player>],
        now: Moment,
        daily: bool,
    ) -> Result<(), OfferError> {
        let invited = |seat: usize| self.invited.get(seat).and_then(Option::as_ref);
        let free = || (0..players.len()).filter(|&seat| players[seat].is_none());
        if free().next().is_none() {
            let visibility = self.visibility;
            *self = Self { visibility, ..Self::default() };
            return Ok(());
        }
        if self.visibility == Visibility::Private && free().any(|seat| invited(seat).is_none()) {
            return Err(OfferError::OpenSeat);
        }
        let mut users: Vec<UserId> = players.iter().flatten().filter_map(Player::user).collect();
        for seat in free() {
            let Some(Invited::User(user)) = invited(seat) else { continue };
            if users.contains(user) {
                return Err(OfferError::InvitedTwice);
            }
            users.push(*user);
        }
        let is_standing = free().all(|seat| invited(seat).is_none());
        if self.further > MOST_FURTHER || self.further > 0 && !is_standing {
            return Err(OfferError::Further { found: self.further });
        }
        if self.visibility == Visibility::Private && self.if_free == IfFree::Open {
            return Err(OfferError::OpenPrivate);
        }
        if self.requires.reliability > 100 {
            return Err(OfferError::Reliability { found: self.requires.reliability });
        }
        let longest = now.0.saturating_add(LONGEST_MS);
        let usual = now.0.saturating_add(if daily { DAILY_MS } else { LIVE_MS });
        let until = self.until.unwrap_or(Moment(usual));
        if until <= now || until.0 > longest {
            return Err(OfferError::Until);
        }
        self.until = Some(until);
        Ok(())
    }
}

impl Game {
    /// The visibility of the game.
    pub fn visibility(&self) -> Visibility {
        self.opening().offer.visibility
    }

    /// Returns whether a person, or an unknown caller, may see the game at all. `key` is the secret
    /// of a seat.
    pub fn is_visible_to(&self, user: Option<UserId>, key: Option<&str>) -> bool {
        self.visibility() != Visibility::Private && !self.is_addressed()
            || user.is_some_and(|user| !self.seats_of(user).is_empty())
            || self.seats().any(|seat| self.is_invited(seat, user, key))
    }

    /// Returns whether the game is an offer to persons alone, which is their affair until it is
    /// accepted: also one that ended without a game.
    pub fn is_addressed(&self) -> bool {
        let is_offer = self.is_open() || self.offer_end.is_some();
        let is_free = |seat: &Seat| self.player(*seat).is_none();
        let is_for_a_person = |seat: Seat| matches!(self.invited(seat), Some(Invited::User(_)));
        is_offer && self.seats().filter(is_free).all(is_for_a_person)
    }

    /// The only one who may take a free seat; `None` if anybody may.
    pub fn invited(&self, seat: Seat) -> Option<&Invited> {
        self.invited.get(seat.index())?.as_ref().filter(|_| self.player(seat).is_none())
    }

    /// Returns whether a free seat is offered to this person, or for this secret.
    pub fn is_invited(&self, seat: Seat, user: Option<UserId>, key: Option<&str>) -> bool {
        self.invited(seat).is_some_and(|invited| match invited {
            Invited::User(invited) => user == Some(*invited),
            Invited::Key(invited) => key == Some(invited.reveal()),
        })
    }

    /// Returns whether a person may take a free seat.
    fn admits(&self, seat: Seat, user: UserId, key: Option<&str>) -> bool {
        self.player(seat).is_none()
            && (self.invited(seat).is_none() || self.is_invited(seat, Some(user), key))
    }

    /// How the offer ended without a game.
    pub fn offer_end(&self) -> Option<&OfferEnd> {
        self.offer_end.as_ref()
    }

    /// The person who opened the game, as long as it holds its seat.
    pub fn opener(&self) -> Option<UserId> {
        self.player(self.opening().opener()?)?.user()
    }

    /// The last moment at which a free seat can be taken.
    pub fn offered_until(&self) -> Option<Moment> {
        self.opening().offer.until.filter(|_| self.is_open())
    }

    /// Returns whether a free seat can be taken by anybody who may see the game.
    pub fn is_open_to_all(&self) -> bool {
        let free = |seat: &Seat| self.player(*seat).is_none() && self.invited(*seat).is_none();
        self.is_open() && self.table().playing().iter().any(free)
    }

    /// The seat that a person may take: `wanted`, or else the first one that is offered to it, or
    /// to anybody.
    pub(crate) fn seat_for(
        &self,
        user: UserId,
        wanted: Option<Seat>,
        key: Option<&str>,
    ) -> Result<Seat, HostError> {
        if self.offer_end.is_some() {
            return Err(HostError::OfferOver);
        }
        let playing = self.table().playing();
        let own = || playing.iter().find(|seat| self.is_invited(**seat, Some(user), key));
        let any = || playing.iter().find(|seat| self.admits(**seat, user, key));
        let offered = own().or_else(any).filter(|_| wanted.is_none() && self.outcome().is_none());
        let seat = match offered {
            Some(seat) => *seat,
            None => self.available_seat(wanted)?,
        };
        if self.admits(seat, user, key) { Ok(seat) } else { Err(HostError::NotInvited(seat)) }
    }

    /// Notes that a seat was declined. A table of more than two goes on with a seat for anybody.
    pub(crate) fn decline(&mut self, at: Moment, seat: Seat, end: OfferEnd) -> Result<(), Refusal> {
        if self.seats().count() > 2 && self.visibility() != Visibility::Private {
            if let Some(invited) = self.invited.get_mut(seat.index()) {
                *invited = None;
            }
            return Ok(());
        }
        self.end_offer(at, end)
    }

    /// The moment after which seats that are offered to persons are for anybody.
    pub(crate) fn opens_seats_after(&self) -> Option<Moment> {
        let until = self.offered_until()?;
        let is_for_a_person = |seat| matches!(self.invited(seat), Some(Invited::User(_)));
        let opens = self.opening().offer.if_free == IfFree::Open;
        (opens && self.seats().any(is_for_a_person))
            .then(|| Moment(self.created().0.midpoint(until.0)))
    }

    /// Lets anybody take the seats that are offered to persons.
    pub(crate) fn open_seats(&mut self) -> Result<(), Refusal> {
        if self.opens_seats_after().is_none() {
            return Err(Refusal::new("no-seat-to-open", "no seat waits for a person"));
        }
        self.invited.iter_mut().for_each(|invited| {
            invited.take_if(|invited| matches!(invited, Invited::User(_)));
        });
        Ok(())
    }

    /// What is due of the offer at a moment.
    pub(crate) fn due_of_offer(&self, at: Moment) -> Option<Event> {
        let until = self.offered_until()?;
        if at > until {
            let seat = self.table().playing().into_iter().find(|seat| self.player(*seat).is_none());
            return Some(match (self.opening().offer.if_free, seat) {
                (IfFree::Computer(level), Some(seat)) => Event::Computer { seat, level },
                _ => Event::Expire,
            });
        }
        self.opens_seats_after().is_some_and(|after| at > after).then_some(Event::OpenSeats)
    }

    /// Ends the game without a result, as its free seat was not taken.
    pub(crate) fn end_offer(&mut self, at: Moment, end: OfferEnd) -> Result<(), Refusal> {
        self.cancel(at)?;
        self.offer_end = Some(end);
        Ok(())
    }

    /// The same table once more, with these players. What was drawn by chance is drawn anew.
    pub(crate) fn reopen(
        &self,
        id: &str,
        now: Moment,
        players: Vec<Option<Player>>,
        offer: Offer,
        randomness: &dyn Randomness,
    ) -> Result<Self, HostError> {
        let mut opening = Opening { players, offer, ..Opening::clone(self.opening()) };
        if let Some(key) = self.table().info().seeded_by.filter(|_| opening.drawn) {
            opening.options.0.remove(key);
            opening.drawn = false;
        }
        let table = seed_setup(&mut opening, randomness)?;
        // The seed of a finished game is public.
        opening.dice = has_fair_dice(&table).then(|| randomness.dice_seed());
        let daily = opening.time.as_ref().is_none_or(TimeRules::is_daily);
        opening.offer.complete(&opening.players, now, daily)?;
        Ok(Self::open(id, now, opening)?)
    }

    /// The rematch that a person offers: each player moves on by one seat, two swap theirs. The
    /// seats of other people are offered to them.
    pub(crate) fn rematch_of(
        &self,
        id: &str,
        user: UserId,
        now: Moment,
        randomness: &dyn Randomness,
    ) -> Result<Self, HostError> {
        let mut all = self.players().to_vec();
        all.rotate_left(1);
        let is_other = |player: &Player| player.user().is_some_and(|other| other != user);
        let players = all.iter().map(|player| player.filter(|player| !is_other(player))).collect();
        let invite = |player: &Option<Player>| {
            player.as_ref().filter(|player| is_other(player))?.user().map(Invited::User)
        };
        let live = self.time().is_some_and(|time| !time.rules().is_daily());
        let stands_ms = if live { LIVE_REMATCH_MS } else { REMATCH_MS };
        let offer = Offer {
            visibility: self.visibility(),
            invited: all.iter().map(invite).collect(),
            until: Some(Moment(now.0.saturating_add(stands_ms))),
            of: Some(OfferOf::Rematch(self.id().to_owned())),
            ..Offer::default()
        };
        self.reopen(id, now, players, offer, randomness)
    }

    /// The next game of a standing offer, once this one is accepted; `None` if there is none.
    fn next_offered(
        &self,
        id: &str,
        now: Moment,
        randomness: &dyn Randomness,
    ) -> Result<Option<Self>, HostError> {
        let Offer { until, of, further, .. } = &self.opening().offer;
        let is_over = until.is_some_and(|until| until <= now);
        if *further == 0 || self.is_open() || is_over {
            return Ok(None);
        }
        let first = match of {
            Some(OfferOf::Standing(first)) => first.clone(),
            _ => self.id().to_owned(),
        };
        let offer = Offer {
            invited: Vec::new(),
            of: Some(OfferOf::Standing(first)),
            further: further - 1,
            ..self.opening().offer.clone()
        };
        // Those who sat there from the start; one may have taken over the seat of a guest.
        let from_start = self.opening().players.iter().zip(self.players());
        let players = from_start.map(|(first, now)| first.and(*now)).collect();
        Ok(Some(self.reopen(id, now, players, offer, randomness)?))
    }
}

impl Transaction<'_> {
    /// Takes a free seat: `wanted`, or else the first one that is offered to the person, or to
    /// anybody. `key` is the secret of a seat. A person that holds a seat already gets that one.
    /// `next` is the id of the next game of a standing offer.
    ///
    /// # Errors
    ///
    /// If there is no such seat, it is not free, or it is offered to another person.
    pub fn join(
        &mut self,
        user: UserId,
        wanted: Option<usize>,
        key: Option<&str>,
        next: &str,
    ) -> Result<Seat, HostError> {
        let wanted = wanted.map(|index| self.game.seat_at(index)).transpose()?;
        let seats = self.game.seats_of(user);
        if let Some(first) = seats.first() {
            return Ok(wanted.filter(|seat| seats.contains(seat)).unwrap_or(*first));
        }
        let seat = self.game.seat_for(user, wanted, key)?;
        self.apply(Event::Join { seat, user })?;
        if let Some(game) = self.game.next_offered(next, self.at, self.randomness)? {
            self.create(game);
        }
        Ok(seat)
    }

    /// Declines a seat that is offered to the person, or for the secret.
    ///
    /// # Errors
    ///
    /// If no seat is offered to it.
    pub fn decline(
        &mut self,
        user: UserId,
        key: Option<&str>,
        reason: Option<DeclineReason>,
    ) -> Result<(), HostError> {
        let seat = self.offered_seat(user, key)?;
        Ok(self.apply(Event::Decline { seat, user, reason })?)
    }

    /// Declines a seat that is offered to the person and opens `counter` instead.
    ///
    /// # Errors
    ///
    /// If no seat is offered to the person.
    pub fn counter(
        &mut self,
        user: UserId,
        key: Option<&str>,
        counter: Game,
    ) -> Result<(), HostError> {
        let seat = self.offered_seat(user, key)?;
        let id = counter.id().to_owned();
        self.create(counter);
        Ok(self.apply(Event::Counter { seat, user, id })?)
    }

    /// Gives up the seats of a person at a table that is not full.
    ///
    /// # Errors
    ///
    /// If the person has no seat or opened the game, or the game has begun or is over.
    pub fn leave(&mut self, user: UserId) -> Result<(), HostError> {
        let seats = self.game.seats_of(user);
        if seats.is_empty() {
            return Err(HostError::NoSeat);
        }
        if self.game.opener() == Some(user) {
            return Err(HostError::YourOffer);
        }
        self.expect_offer()?;
        for seat in seats {
            self.apply(Event::Leave { seat })?;
        }
        Ok(())
    }

    /// Takes the offer back: the game is cancelled.
    ///
    /// # Errors
    ///
    /// If another person opened the game, or no seat is free.
    pub fn withdraw(&mut self, user: UserId) -> Result<(), HostError> {
        if self.game.opener() != Some(user) {
            return Err(HostError::NotYourOffer);
        }
        self.expect_offer()?;
        Ok(self.apply(Event::Withdraw)?)
    }

    fn expect_offer(&self) -> Result<(), HostError> {
        if self.game.offer_end.is_some() {
            return Err(HostError::OfferOver);
        }
        if self.game.is_open() { Ok(()) } else { Err(HostError::NoFreeSeat) }
    }

    /// The free seat that is offered to the person and to no other.
    fn offered_seat(&self, user: UserId, key: Option<&str>) -> Result<Seat, HostError> {
        let offered = |seat: &Seat| self.game.is_invited(*seat, Some(user), key);
        let Some(seat) = self.game.seats().find(offered) else {
            // What has become of an offer is known to those to whom it was made.
            self.expect_offer()?;
            return Err(HostError::NotOffered);
        };
        self.expect_offer()?;
        Ok(seat)
    }
}

//! The players of a new table.

use crate::game::has_fair_dice;
use crate::{
    Game, HostError, IfFree, Invited, Moment, Offer, OfferOf, Opening, Player, Randomness,
    Requirements, StartWith, UserId, Visibility,
};
use heterodox_clock::TimeRules;
use heterodox_engine::Level;
use heterodox_rules::{Options, Refusal, Table, Viewer, info, open};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};
use std::fmt;

/// The time for the setup in live games whose time control says none.
const SETUP_MS: u64 = 5 * 60 * 1000;

/// A request for a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The game's id in the rules.
    pub game: String,
    /// The table options.
    pub options: Options,
    /// How the game begins.
    pub start: StartWith,
    /// How time is played; `None` without clocks.
    pub time: Option<TimeRules>,
    /// The players.
    pub seating: Seating,
    /// The terms of its offer, if seats are free.
    pub terms: OfferTerms,
}

/// What a request says of the offer of free seats, beside the seats themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OfferTerms {
    /// The visibility of the game.
    pub visibility: Visibility,
    /// The last moment at which a free seat can be taken; `None` for the usual one.
    pub until: Option<Moment>,
    /// How many more games like this one are offered, one after the other is accepted.
    pub further: u8,
    /// What becomes of a seat that stays free.
    pub if_free: IfFree,
    /// What a person must fulfil who takes a seat that is for anybody.
    pub requires: Requirements,
    /// The game to which the offer belongs.
    pub of: Option<OfferOf>,
    /// Whether the seed in the options was drawn by chance, such as for a preview.
    pub drawn: bool,
}

/// The requested players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seating {
    /// The person on one seat, and the same opponent on all others.
    Against {
        /// The opponent.
        opponent: Opponent,
        /// The person's seat.
        seat: SeatChoice,
    },
    /// Each seat by itself.
    Each {
        /// The occupant of each seat.
        seats: Vec<SeatOccupant>,
        /// Whether the occupants are shuffled.
        shuffle: bool,
    },
}

/// The opponent that a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(
    rename_all = "kebab-case",
    expecting = "\"open\", \"link\", \"hot-seat\" or an object with `computer` or `user`"
)]
pub enum Opponent {
    /// Any person who joins.
    Open,
    /// The computer.
    Computer(Level),
    /// Another person at the same screen: one person holds all seats.
    HotSeat,
    /// This person, if it accepts.
    User(UserId),
    /// A person with the secret of the seat, which is a link.
    Link,
}

/// The seat that a person asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// On this seat.
    Seat(usize),
    /// A random seat.
    Random,
}

impl<'de> Deserialize<'de> for SeatChoice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SeatChoiceVisitor;

        impl Visitor<'_> for SeatChoiceVisitor {
            type Value = SeatChoice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a seat or \"random\"")
            }

            fn visit_u64<E: Error>(self, seat: u64) -> Result<SeatChoice, E> {
                // A number out of range is no seat of the game.
                Ok(SeatChoice::Seat(usize::try_from(seat).unwrap_or(usize::MAX)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<SeatChoice, E> {
                match text {
                    "random" => Ok(SeatChoice::Random),
                    text => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }

        from.deserialize_any(SeatChoiceVisitor)
    }
}

/// The occupant of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(
    rename_all = "kebab-case",
    expecting = "\"you\", \"open\", \"link\" or an object with `computer` or `user`"
)]
pub enum SeatOccupant {
    /// The person who opens the game, or another person at the same screen.
    You,
    /// Any person who joins.
    Open,
    /// The computer.
    Computer(Level),
    /// This person, if it accepts.
    User(UserId),
    /// A person with the secret of the seat, which is a link.
    Link,
}

impl Seating {
    /// Returns whether a seat is to be free.
    pub fn offers_seat(&self) -> bool {
        match self {
            Self::Against { opponent, .. } => {
                matches!(opponent, Opponent::Open | Opponent::User(_) | Opponent::Link)
            }
            Self::Each { seats, .. } => {
                let is_free = |seat: &SeatOccupant| {
                    !matches!(seat, SeatOccupant::You | SeatOccupant::Computer(_))
                };
                seats.iter().any(is_free)
            }
        }
    }

    /// The persons to whom seats are offered.
    pub fn invited(&self) -> Vec<UserId> {
        match self {
            Self::Against { opponent: Opponent::User(user), .. } => vec![*user],
            Self::Against { .. } => Vec::new(),
            Self::Each { seats, .. } => {
                let user = |seat: &SeatOccupant| match seat {
                    SeatOccupant::User(user) => Some(*user),
                    _ => None,
                };
                seats.iter().filter_map(user).collect()
            }
        }
    }

    /// Returns whether a computer is to play.
    fn has_computer(&self) -> bool {
        match self {
            Self::Against { opponent, .. } => matches!(opponent, Opponent::Computer(_)),
            Self::Each { seats, .. } => {
                seats.iter().any(|occupant| matches!(occupant, SeatOccupant::Computer(_)))
            }
        }
    }

    /// The occupants of a table with this number of seats.
    fn occupants(
        self,
        seats: usize,
        randomness: &dyn Randomness,
    ) -> Result<Vec<SeatOccupant>, HostError> {
        match self {
            Self::Against { opponent, seat } => against_opponent(opponent, seat, seats, randomness),
            Self::Each { seats: occupants, .. } if occupants.len() != seats => {
                Err(HostError::SeatsCount { found: occupants.len(), expected: seats })
            }
            Self::Each { seats: mut occupants, shuffle } => {
                // A Fisher–Yates shuffle.
                for left in (2..=occupants.len()).rev().filter(|_| shuffle) {
                    occupants.swap(left - 1, randomness.below(left));
                }
                Ok(occupants)
            }
        }
    }
}

impl SeatOccupant {
    /// The player of the seat when `user` opens the table.
    fn player(self, user: UserId) -> Option<Player> {
        match self {
            Self::You => Some(Player::User(user)),
            Self::Computer(level) => Some(Player::Computer(level)),
            Self::Open | Self::User(_) | Self::Link => None,
        }
    }

    /// The only one who may take the seat.
    fn invited(self, randomness: &dyn Randomness) -> Option<Invited> {
        match self {
            Self::User(user) => Some(Invited::User(user)),
            Self::Link => Some(Invited::Key(randomness.seat_key())),
            Self::You | Self::Open | Self::Computer(_) => None,
        }
    }
}

fn against_opponent(
    opponent: Opponent,
    seat: SeatChoice,
    seats: usize,
    randomness: &dyn Randomness,
) -> Result<Vec<SeatOccupant>, HostError> {
    let seat = match seat {
        // A person with all seats needs no choice.
        SeatChoice::Random if opponent == Opponent::HotSeat => 0,
        SeatChoice::Random => randomness.below(seats),
        SeatChoice::Seat(seat) if seat < seats => seat,
        SeatChoice::Seat(seat) => return Err(HostError::NoSuchSeat { seat, seats }),
    };
    let other = match opponent {
        Opponent::Open => SeatOccupant::Open,
        Opponent::Computer(level) => SeatOccupant::Computer(level),
        Opponent::HotSeat => SeatOccupant::You,
        Opponent::User(user) => SeatOccupant::User(user),
        Opponent::Link => SeatOccupant::Link,
    };
    let mut occupants = vec![other; seats];
    occupants[seat] = SeatOccupant::You;
    Ok(occupants)
}

impl NewTable {
    /// Opens the table: with house rules where a computer plays, seeds where the game needs them,
    /// and its players. `user` is the person who asks.
    ///
    /// # Errors
    ///
    /// If the rules refuse the options or the start, or the seating does not fit the table.
    pub fn open(
        self,
        id: &str,
        user: UserId,
        now: Moment,
        randomness: &dyn Randomness,
    ) -> Result<Game, HostError> {
        let mut opening = Opening {
            options: self.options_with_house_rules()?,
            game: self.game,
            start: self.start,
            time: self.time,
            ..Opening::default()
        };
        // Only an open table knows how many seats it has, and whether it needs seeds.
        let table = seed_setup(&mut opening, randomness)?;
        let occupants = self.seating.occupants(table.seats(), randomness)?;
        opening.players = occupants.iter().map(|occupant| occupant.player(user)).collect();
        if !opening.players.iter().flatten().any(|player| player.is(user)) {
            return Err(HostError::NoSeat);
        }
        if has_fair_dice(&table) {
            opening.dice = Some(randomness.dice_seed());
        }
        if let Some(time) = &mut opening.time {
            time.check(table.seats())?;
            if !time.is_daily() {
                let without = time.controls.iter_mut().filter(|control| control.setup_ms == 0);
                without.for_each(|control| control.setup_ms = SETUP_MS);
            }
        }
        let mut invited: Vec<_> =
            occupants.iter().map(|occupant| occupant.invited(randomness)).collect();
        if invited.iter().all(Option::is_none) {
            invited.clear();
        }
        let OfferTerms { visibility, until, further, if_free, requires, of, drawn } = self.terms;
        opening.drawn |= drawn && seed_of(&table).is_some();
        opening.offer = Offer { visibility, invited, until, of, further, if_free, requires };
        let daily = opening.time.as_ref().is_none_or(TimeRules::is_daily);
        opening.offer.complete(&opening.players, now, daily)?;
        Ok(Game::open(id, now, opening)?)
    }

    /// The options, with the rules of the house for what was not chosen if a computer is to play.
    fn options_with_house_rules(&self) -> Result<Options, Refusal> {
        let mut options = self.options.clone();
        if self.seating.has_computer() || matches!(self.terms.if_free, IfFree::Computer(_)) {
            options.apply_house_rules(info(&self.game)?.options);
        }
        Ok(options)
    }
}

/// Opens the table of an opening. If its setup is random and the opening names no seed, a seed is
/// drawn and written into the options, so that the log holds the whole game.
///
/// # Errors
///
/// If the rules refuse the options or the start.
pub fn seed_setup(opening: &mut Opening, randomness: &dyn Randomness) -> Result<Table, Refusal> {
    let table = open(&opening.game, &opening.setting())?;
    let Some(key) = table.info().seeded_by else { return Ok(table) };
    let is_given = opening.options.0.get(key).is_some_and(|seed| !seed.is_empty());
    if is_given || seed_of(&table).is_none() {
        return Ok(table);
    }
    let seed = randomness.array_seed().to_string();
    let mut seeded = opening.clone();
    seeded.options.0.insert(key.to_owned(), seed.clone());
    seeded.drawn = true;
    let other = open(&seeded.game, &seeded.setting())?;
    // Another option may name the seed: then the table does not use this one.
    if seed_of(&other).as_ref() != Some(&seed) {
        return Ok(table);
    }
    *opening = seeded;
    Ok(other)
}

/// The seed that the table's notices name.
fn seed_of(table: &Table) -> Option<String> {
    let notices = table.scene(Viewer::Public).notices;
    let mut args = notices.into_iter().flat_map(|notice| notice.args);
    args.find(|(name, _)| *name == "seed").map(|(_, seed)| seed)
}

//! A game as its log says. Replaying and playing both go through [`Game::apply`].

use crate::time::Charge;
use crate::{
    Event, GameTime, HostError, Invited, LogEntry, LogError, Moment, OfferEnd, Opening, Outage,
    Player, RematchOffer, UserId,
};
use heterodox_engine::Level;
use heterodox_rules::{
    Act, DicePart, DiceSeed, Outcome, Refusal, Report, Reports, Seat, Table, ThrowRequest, Turn,
    Viewer,
};
use std::sync::Arc;

/// A line of a log with its moment, as a store keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recorded<'a> {
    /// When the host received it.
    pub at: Moment,
    /// The line: [`LogEntry::encode`].
    pub line: &'a str,
}

/// The error of a log that cannot be replayed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The opening cannot be read.
    #[error("the opening: {0}")]
    Opening(LogError),
    /// The rules refuse the opening.
    #[error("the opening: {0}")]
    Setting(Refusal),
    /// The opening has another number of players than the table has seats.
    #[error("{players} players at a table of {seats}")]
    Players {
        /// The players of the opening.
        players: usize,
        /// The seats of the table.
        seats: usize,
    },
    /// An event cannot be read.
    #[error("event {number}: {error}")]
    Event {
        /// Its number, from 1.
        number: u64,
        /// What is wrong.
        error: LogError,
    },
    /// The rules refuse an event.
    #[error("event {number}: {refusal}")]
    Refused {
        /// Its number, from 1.
        number: u64,
        /// Why.
        refusal: Refusal,
    },
}

/// A game: its players, the table, and what the host adds to the table.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its id.
    id: String,
    /// When it was opened.
    created: Moment,
    /// When the turn passed last: the opening, the last seat that was taken, a ply, or another
    /// change of the seats to act.
    turn_since: Moment,
    /// How it was opened.
    opening: Arc<Opening>,
    /// The player of each seat; `None` for a free seat.
    players: Vec<Option<Player>>,
    /// The table with its umpire.
    table: Table,
    /// The number of events in its log. It is not shown to callers: in a hidden game it would count
    /// acts that a viewer may not know of.
    length: u64,
    /// The people's parts of the seed of the dice, each on the person's first seat.
    dice_parts: Vec<Option<DicePart>>,
    /// The number of throws in the whole log. Throws that were taken back count, so that no number
    /// of a throw is used twice.
    throws: u64,
    /// The number of setup steps that each seat has made, including those that were undone.
    setup_steps: Vec<u32>,
    /// For each seat, the number of plies when it last declined a draw.
    declined: Vec<Option<usize>>,
    /// The version of each seat and, last, of the public: how often what that viewer may know has
    /// changed.
    versions: Vec<u64>,
    /// The number of hints that each seat has taken. A takeback does not lower it.
    hints: Vec<u32>,
    /// The rematch that was offered last.
    rematch: Option<RematchOffer>,
    /// The only one who may take each seat; `None` for anybody.
    pub(crate) invited: Vec<Option<Invited>>,
    /// How the offer of the free seats ended without a game.
    pub(crate) offer_end: Option<OfferEnd>,
    /// The players' time; `None` in a game without clocks.
    pub(crate) time: Option<Box<GameTime>>,
    /// The end of the last outage that the clocks know of; at first when the game was opened.
    pub(crate) excused: Moment,
}

impl Game {
    /// Opens a game.
    ///
    /// # Errors
    ///
    /// If the rules refuse the options or the start.
    pub fn open(id: &str, created: Moment, opening: Opening) -> Result<Self, Refusal> {
        let table = heterodox_rules::open(&opening.game, &opening.setting())?;
        let seats = opening.players.len();
        let time = opening.time.clone().map(|rules| Box::new(GameTime::new(rules, seats)));
        let mut game = Self {
            id: id.to_owned(),
            created,
            turn_since: created,
            dice_parts: vec![None; opening.players.len()],
            throws: 0,
            setup_steps: vec![0; opening.players.len()],
            declined: vec![None; opening.players.len()],
            hints: vec![0; opening.players.len()],
            versions: vec![0; opening.players.len() + 1],
            players: opening.players.clone(),
            invited: opening.offer.invited.clone(),
            offer_end: None,
            opening: Arc::new(opening),
            table,
            length: 0,
            rematch: None,
            time,
            excused: created,
        };
        game.init_time();
        Ok(game)
    }

    /// The same game with another id, for an id that turned out to be taken.
    #[must_use]
    pub fn with_id(self, id: &str) -> Self {
        Self { id: id.to_owned(), ..self }
    }

    /// Replays a log. `outages` are those since the game was opened, in their order.
    ///
    /// # Errors
    ///
    /// Fails if the log cannot be read, or is not legal by the rules.
    pub fn replay<'a>(
        id: &str,
        opening: Recorded<'_>,
        events: impl IntoIterator<Item = Recorded<'a>>,
        mut outages: &[Outage],
    ) -> Result<Self, ReplayError> {
        let Recorded { at, line } = opening;
        let opening = Opening::decode(line).map_err(ReplayError::Opening)?;
        let mut game = Self::open(id, at, opening).map_err(ReplayError::Setting)?;
        let (players, seats) = (game.players.len(), game.table.seats());
        if players != seats {
            return Err(ReplayError::Players { players, seats });
        }
        for event in events {
            game.follow_line(event, &mut outages)?;
        }
        game.live_through(&mut outages, None);
        Ok(game)
    }

    /// Applies an event that another server has appended to the log. `outages` are all that are
    /// known; those that ended after it are left to [`Game::excuse`]. Returns what the umpire
    /// announced.
    ///
    /// # Errors
    ///
    /// Fails if the event cannot be read, or is not legal by the rules. The game is not to be used
    /// then.
    pub fn follow(
        &mut self,
        event: Recorded<'_>,
        outages: &[Outage],
    ) -> Result<Reports, ReplayError> {
        let known = outages.partition_point(|outage| outage.to <= self.excused);
        self.follow_line(event, &mut &outages[known..])
    }

    fn follow_line(
        &mut self,
        Recorded { at, line }: Recorded<'_>,
        outages: &mut &[Outage],
    ) -> Result<Reports, ReplayError> {
        let number = self.length + 1;
        let entry = LogEntry::decode(line).map_err(|error| ReplayError::Event { number, error })?;
        self.live_through(outages, Some(at));
        let report = self.apply_entry(at, &entry);
        Ok(report.map_err(|refusal| ReplayError::Refused { number, refusal })?.reports)
    }

    /// Applies an entry of the log that was received at this moment.
    ///
    /// # Errors
    ///
    /// If the rules or the umpire refuse it. The game is unchanged then.
    pub fn apply_entry(&mut self, at: Moment, entry: &LogEntry) -> Result<Report, Refusal> {
        Ok(self.apply_charged(at, &entry.event, Charge::Logged(&entry.spent))?.0)
    }

    /// Applies an event that was received at this moment. A refusal changes nothing.
    ///
    /// # Errors
    ///
    /// If the rules or the umpire refuse it.
    pub fn apply(&mut self, at: Moment, event: &Event) -> Result<Report, Refusal> {
        Ok(self.apply_charged(at, event, Charge::Measured { lag_ms: 0 })?.0)
    }

    /// Applies an event. Returns also what the spans of time cost that it ended.
    pub(crate) fn apply_charged(
        &mut self,
        at: Moment,
        event: &Event,
        charge: Charge<'_>,
    ) -> Result<(Report, Vec<(Seat, u64)>), Refusal> {
        let plies = self.table.plies();
        let reports = Reports::empty(self.players.len());
        let mut report = Report { reports, warnings: Vec::new() };
        match event {
            Event::Join { seat, user } => self.sit(at, *seat, Player::User(*user))?,
            Event::Computer { seat, level } => self.sit(at, *seat, Player::Computer(*level))?,
            Event::Takeover { seat, user } => self.take_over(*seat, *user)?,
            Event::DicePart { seat, part } => self.add_dice_part(*seat, part)?,
            Event::Act(act) => report = self.act(at, act)?,
            Event::Hint { seat } => {
                if let Some(count) = self.hints.get_mut(seat.index()) {
                    *count += 1;
                }
            }
            Event::Decline { seat, user: _, reason } => {
                self.decline(at, *seat, OfferEnd::Declined { seat: *seat, reason: *reason })?;
            }
            Event::Counter { seat, user: _, id } => {
                self.decline(at, *seat, OfferEnd::Countered { seat: *seat, id: id.clone() })?;
            }
            Event::Leave { seat } => self.leave(at, *seat)?,
            Event::Withdraw => self.end_offer(at, OfferEnd::Withdrawn)?,
            Event::OpenSeats => self.open_seats()?,
            Event::Expire => self.end_offer(at, OfferEnd::Expired)?,
            Event::Rematch { seat, id } => {
                self.rematch = Some(RematchOffer { by: *seat, id: id.clone() });
            }
            Event::StartClocks
            | Event::OfferPause { .. }
            | Event::DeclinePause { .. }
            | Event::Resume { .. }
            | Event::MoreTime { .. }
            | Event::Vacation { .. }
            | Event::Claim { .. } => self.time_event(at, event)?,
        }
        let spent = self.turn_clocks(at, event, plies, charge);
        if !matches!(event, Event::Act(_)) {
            // Events that are not acts are public.
            self.versions.iter_mut().for_each(|version| *version += 1);
        }
        self.length += 1;
        Ok((report, spent))
    }

    /// Applies an act, and raises the versions of the viewers that may know of it. In a hidden game
    /// these are the acting seat, those with a report and those whose scene has changed.
    fn act(&mut self, at: Moment, act: &Act) -> Result<Report, Refusal> {
        let hidden_before = self.table.info().hidden.then(|| self.table.clone());
        let (plies, turn) = (self.table.plies(), self.table.turn());
        let report = self.table.apply(act)?;
        self.note(act, plies);
        if self.table.plies() != plies || self.table.turn() != turn {
            self.turn_since = self.turn_since.max(at);
        }
        for (index, viewer) in self.viewers().enumerate() {
            let knows = hidden_before.as_ref().is_none_or(|before| {
                acts(act, viewer)
                    || !report.reports.of(viewer).is_empty()
                    || !self.table.looks_same(before, viewer)
            });
            self.versions[index] += u64::from(knows);
        }
        Ok(report)
    }

    /// Ends the game without a result. The event that does so is public.
    pub(crate) fn cancel(&mut self, at: Moment) -> Result<(), Refusal> {
        self.table.apply(&Act::Cancel)?;
        self.turn_since = self.turn_since.max(at);
        Ok(())
    }

    fn sit(&mut self, at: Moment, seat: Seat, player: Player) -> Result<(), Refusal> {
        let slot = self.players.get_mut(seat.index()).filter(|slot| slot.is_none());
        *slot.ok_or_else(|| Refusal::new("seat-taken", "this seat is not free"))? = Some(player);
        if !self.is_open() {
            // No player is waited for before all have come.
            self.turn_since = self.turn_since.max(at);
        }
        Ok(())
    }

    /// Puts a person in the place of another one, who holds the seat or to whom it is offered.
    fn take_over(&mut self, seat: Seat, user: UserId) -> Result<(), Refusal> {
        let holder = self.players.get_mut(seat.index()).and_then(Option::as_mut);
        let invited = self.invited.get_mut(seat.index()).and_then(Option::as_mut);
        match (holder, invited) {
            (Some(Player::User(held)), _) | (None, Some(Invited::User(held))) if *held != user => {
                *held = user;
                Ok(())
            }
            _ => Err(Refusal::new("no-takeover", "this seat is no other person's")),
        }
    }

    /// Frees the seat of a person before the game begins. One that was offered to it alone is
    /// declined with that.
    fn leave(&mut self, at: Moment, seat: Seat) -> Result<(), Refusal> {
        let is_open = self.is_open();
        let slot = self
            .players
            .get_mut(seat.index())
            .filter(|slot| is_open && slot.as_ref().is_some_and(|player| player.user().is_some()));
        let refusal = || Refusal::new("cannot-leave", "the game has begun, or the seat is free");
        *slot.ok_or_else(refusal)? = None;
        self.dice_parts[seat.index()] = None;
        if let Some(time) = &mut self.time {
            time.forget(seat);
        }
        match self.invited(seat) {
            Some(Invited::User(_)) => {
                self.decline(at, seat, OfferEnd::Declined { seat, reason: None })
            }
            _ => Ok(()),
        }
    }

    /// Adds a part to the seed. After the first throw the seed is fixed.
    fn add_dice_part(&mut self, seat: Seat, part: &DicePart) -> Result<(), Refusal> {
        let stands = self.throws > 0 || self.opening.dice.is_none();
        let slot = self.dice_parts.get_mut(seat.index());
        let refusal = || Refusal::new("dice-part-given", "this seat cannot add to the dice");
        let slot = slot.filter(|slot| slot.is_none() && !stands).ok_or_else(refusal)?;
        *slot = Some(part.clone());
        Ok(())
    }

    /// Updates the counters that the table does not keep.
    fn note(&mut self, act: &Act, plies_before: usize) {
        match act {
            Act::Submit { seat, .. } if self.table.plies() == plies_before => {
                self.setup_steps[seat.index()] += 1;
            }
            Act::Throw { .. } => self.throws += 1,
            Act::DeclineDraw { seat } => {
                self.declined[seat.index()] = Some(self.table.plies());
            }
            _ => {}
        }
    }

    /// The number of setup steps that a seat has made.
    pub(crate) fn setup_steps(&self, seat: Seat) -> u32 {
        self.setup_steps[seat.index()]
    }

    /// Returns whether a seat has setup steps left.
    pub(crate) fn is_in_setup(&self, seat: Seat) -> bool {
        self.table.plies() == 0 && self.to_act().contains(&seat)
    }

    /// Returns whether a seat has declined a draw since the last ply.
    pub(crate) fn has_just_declined(&self, seat: Seat) -> bool {
        self.declined[seat.index()] == Some(self.table.plies())
    }

    /// The seed of the dice: the host's part, then those of the people. `None` if the game has no
    /// such seed.
    fn dice_seed(&self) -> Option<DiceSeed> {
        let own = self.opening.dice.as_ref()?;
        Some(own.with_parts(self.dice_parts.iter().flatten()))
    }

    /// The next throw as it follows from the seed; `None` if the game has no seed.
    pub(crate) fn throw(&self, request: ThrowRequest) -> Option<Vec<u8>> {
        Some(self.dice_seed()?.throw(self.throws + 1, request))
    }

    /// The first seat of each person who still plays and owes its part of the seed. Dice are thrown
    /// only when none is owed. A person that is out of the game owes none, so that the others can
    /// go on.
    pub fn owed_dice_parts(&self) -> Vec<Seat> {
        if self.opening.dice.is_none() || self.outcome().is_some() {
            return Vec::new();
        }
        let mut owed = Vec::new();
        for seat in self.table.playing() {
            let player = &self.players[seat.index()];
            if !matches!(player, Some(Player::User(_))) {
                continue;
            }
            let first = self.seats().find(|other| self.players[other.index()] == *player);
            let first = first.unwrap_or(seat);
            if self.dice_parts[first.index()].is_none() && !owed.contains(&first) {
                owed.push(first);
            }
        }
        owed
    }

    /// Returns whether dice may be thrown: no seat is free, and no part of the seed is owed.
    pub(crate) fn may_throw(&self) -> bool {
        !self.is_open() && self.owed_dice_parts().is_empty()
    }

    /// The seed of the dice once the game is over. No other function publishes it.
    pub fn revealed_seed(&self) -> Option<String> {
        self.outcome()?;
        self.dice_seed().map(|seed| seed.reveal().to_owned())
    }

    /// The version of the game that a viewer knows. It rises with every event that the viewer may
    /// know of; in an open game with every event.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.versions[self.viewer_index(viewer)]
    }

    /// The index of a viewer in lists with one entry per seat and, last, one for the public.
    pub fn viewer_index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.players.len(),
        }
    }

    /// All viewers of the table, by viewer index.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        self.seats().map(Viewer::Seat).chain([Viewer::Public])
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// When it was opened.
    pub fn created(&self) -> Moment {
        self.created
    }

    /// When the turn passed last: the opening, a ply, or another change of the seats to act. Steps
    /// of a setup do not count, so every viewer may know it.
    pub fn turn_since(&self) -> Moment {
        self.turn_since
    }

    /// How it was opened.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The table with its umpire.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The number of events in the log. It is not for callers: in a hidden game it counts acts that
    /// a viewer may not know of.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The player of each seat; `None` for a free seat.
    pub fn players(&self) -> &[Option<Player>] {
        &self.players
    }

    /// The player of a seat; `None` for a free one.
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.players.get(seat.index()).copied().flatten()
    }

    /// The parts of the seed of the dice, each on its giver's first seat.
    pub fn dice_parts(&self) -> &[Option<DicePart>] {
        &self.dice_parts
    }

    /// The number of throws in the whole log, with those that were taken back.
    pub fn throws(&self) -> u64 {
        self.throws
    }

    /// The number of hints that each seat has taken.
    pub fn hints(&self) -> &[u32] {
        &self.hints
    }

    /// The rematch that was offered last.
    pub fn rematch(&self) -> Option<&RematchOffer> {
        self.rematch.as_ref()
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::new)
    }

    /// The seats of a person, in their order: several if people share a screen, none if it holds no
    /// seat.
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        self.seats().filter(|&seat| self.player(seat) == Some(Player::User(user))).collect()
    }

    /// The first free seat that is not out of the game.
    pub fn free_seat(&self) -> Option<Seat> {
        self.table.playing().into_iter().find(|seat| self.players[seat.index()].is_none())
    }

    /// The seat that a person may take: `wanted`, or else the first free one.
    pub(crate) fn available_seat(&self, wanted: Option<Seat>) -> Result<Seat, HostError> {
        let first = self.free_seat().filter(|_| self.outcome().is_none());
        match wanted {
            None => first.ok_or(HostError::NoFreeSeat),
            Some(_) if self.outcome().is_some() => Err(HostError::NoFreeSeat),
            Some(seat) => {
                let is_free = self.players[seat.index()].is_none();
                let plays = self.table.playing().contains(&seat);
                if is_free && plays { Ok(seat) } else { Err(HostError::SeatTaken(seat)) }
            }
        }
    }

    /// Returns whether a person may still join.
    pub fn is_open(&self) -> bool {
        self.free_seat().is_some() && self.outcome().is_none()
    }

    /// The seats of computers.
    pub fn computers(&self) -> impl Iterator<Item = (Seat, Level)> {
        self.computers_among(self.seats())
    }

    /// The seats of computers that still play.
    pub(crate) fn playing_computers(&self) -> impl Iterator<Item = (Seat, Level)> {
        self.computers_among(self.table.playing().into_iter())
    }

    fn computers_among(
        &self,
        seats: impl Iterator<Item = Seat>,
    ) -> impl Iterator<Item = (Seat, Level)> {
        seats.filter_map(|seat| {
            self.players[seat.index()].as_ref()?.level().map(|level| (seat, level))
        })
    }

    /// The seats that must act now.
    pub fn to_act(&self) -> Vec<Seat> {
        match self.table.turn() {
            Turn::Seats(seats) => seats,
            Turn::Throw(_) | Turn::Over(_) => Vec::new(),
        }
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }
}

/// Returns whether the dice of a table are committed to and revealed after the game. In a hidden
/// game a seed would reveal hidden information.
pub(crate) fn has_fair_dice(table: &Table) -> bool {
    table.has_dice() && !table.info().hidden
}

/// Returns whether an act is this viewer's own.
fn acts(act: &Act, viewer: Viewer) -> bool {
    act.seat().is_some_and(|seat| viewer == Viewer::Seat(seat))
}

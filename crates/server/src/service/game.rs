//! A game as its log tells it. Replaying and playing go through the same [`Game::apply`].

use super::event::{Event, Opening, Player};
use super::{Guest, ServiceError};
use heterodox_rules::{
    Act, DicePart, DiceSeed, Outcome, Refusal, Report, Reports, Scene, Seat, Table, ThrowRequest,
    Turn, Viewer,
};
use heterodox_store::{StoredEvent, StoredGame, UnixMillis};
use std::sync::Arc;

/// What each viewer of a hidden game sees, by place, as far as it was asked for.
type Scenes = Vec<Option<Scene>>;

/// A game: who plays, the table, and what stands beside the table.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its id.
    pub(crate) id: String,
    /// When it was opened.
    pub(crate) created_ms: UnixMillis,
    /// How it was opened.
    pub(crate) opening: Arc<Opening>,
    /// Who sits where; nobody on a free seat.
    pub(crate) players: Vec<Option<Player>>,
    /// The table with its umpire.
    pub(crate) table: Table,
    /// The number of events in its log. Nobody is told: in a hidden game it counts what others do unseen.
    pub(super) length: u64,
    /// What the guests have added to the seed of the dice, each on its first seat.
    pub(crate) dice_parts: Vec<Option<DicePart>>,
    /// How often dice were thrown, over the whole log: what was taken back was thrown all the same, and nothing is
    /// ever thrown again under the same number.
    pub(super) throws: u64,
    /// How many steps of the setup each seat has made, those included that it has undone.
    setup_steps: Vec<u32>,
    /// After how many plies each seat last declined a draw.
    declined: Vec<Option<usize>>,
    /// For each seat, and last for the public, how often what it may know has changed.
    versions: Vec<u64>,
    /// How many hints each seat has taken; what is taken back was taken all the same.
    pub(crate) hints: Vec<u32>,
    /// Who has asked for a rematch.
    pub(crate) rematch_asked: Vec<Seat>,
    /// The id of the rematch, once there is one.
    pub(crate) rematch: Option<String>,
}

impl Game {
    /// Opens a game.
    pub(crate) fn open(
        id: &str,
        created_ms: UnixMillis,
        opening: Opening,
    ) -> Result<Self, Refusal> {
        let table = heterodox_rules::open(&opening.game, &opening.setting())?;
        Ok(Self {
            id: id.to_owned(),
            created_ms,
            dice_parts: vec![None; opening.players.len()],
            throws: 0,
            setup_steps: vec![0; opening.players.len()],
            declined: vec![None; opening.players.len()],
            hints: vec![0; opening.players.len()],
            versions: vec![0; opening.players.len() + 1],
            players: opening.players.clone(),
            opening: Arc::new(opening),
            table,
            length: 0,
            rematch_asked: Vec::new(),
            rematch: None,
        })
    }

    /// The game that a log tells of.
    pub(crate) fn replay(
        id: &str,
        stored: &StoredGame,
        events: &[StoredEvent],
    ) -> Result<Self, ServiceError> {
        let broken = |what: &dyn std::fmt::Display| {
            ServiceError::Broken(format!("the log of game '{id}' cannot be replayed: {what}"))
        };
        let opening = serde_json::from_str(&stored.body).map_err(|error| broken(&error))?;
        let mut game =
            Self::open(id, stored.created_ms, opening).map_err(|refusal| broken(&refusal))?;
        let (players, seats) = (game.players.len(), game.table.seats());
        if players != seats {
            return Err(broken(&format!("{players} players at a table of {seats}")));
        }
        // What each viewer saw before an event is what it saw after the last one.
        let mut scenes = game.no_scenes();
        for stored in events {
            let number = game.length + 1;
            let at_event =
                |what: &dyn std::fmt::Display| broken(&format!("event {number}: {what}"));
            let event = serde_json::from_str(&stored.body).map_err(|error| at_event(&error))?;
            game.apply_with(&event, &mut scenes).map_err(|refusal| at_event(&refusal))?;
        }
        Ok(game)
    }

    /// Applies an event. A refusal changes nothing.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<Report, Refusal> {
        self.apply_with(event, &mut self.no_scenes())
    }

    /// Applies an event. `scenes` holds what viewers saw before it, as far as that is known, and
    /// afterwards what they see then.
    fn apply_with(&mut self, event: &Event, scenes: &mut Scenes) -> Result<Report, Refusal> {
        if let (Event::Act(act), true) = (event, self.table.info().hidden) {
            for (viewer, scene) in self.viewers().zip(scenes.iter_mut()) {
                if !acts(act, viewer) {
                    scene.get_or_insert_with(|| self.table.scene(viewer));
                }
            }
        }
        let plies = self.table.plies();
        let silence = Reports::same(self.players.len(), &[]);
        let mut report = Report { reports: silence, warnings: Vec::new() };
        match event {
            Event::Join { seat, guest } => self.sit(*seat, Player::Guest(guest.clone()))?,
            Event::Computer { seat, level } => self.sit(*seat, Player::Computer(*level))?,
            Event::DicePart { seat, part } => self.add_dice_part(*seat, part)?,
            Event::Act(act) => {
                report = self.table.apply(act)?;
                self.note(act, plies);
            }
            Event::Hint { seat } => {
                if let Some(count) = self.hints.get_mut(seat.index()) {
                    *count += 1;
                }
            }
            Event::AskRematch { seat } => self.rematch_asked.push(*seat),
            Event::Rematch { id } => self.rematch = Some(id.clone()),
        }
        self.length += 1;
        self.count(event, scenes, &report.reports);
        Ok(report)
    }

    fn sit(&mut self, seat: Seat, player: Player) -> Result<(), Refusal> {
        let place = self.players.get_mut(seat.index()).filter(|place| place.is_none());
        *place.ok_or_else(|| Refusal::new("seat-taken", "this seat is not free"))? = Some(player);
        Ok(())
    }

    /// Adds a part to the seed. Once a die was thrown the seed stands.
    fn add_dice_part(&mut self, seat: Seat, part: &DicePart) -> Result<(), Refusal> {
        let stands = self.throws > 0 || self.opening.dice.is_none();
        let place = self.dice_parts.get_mut(seat.index());
        let refusal = || Refusal::new("dice-part-given", "this seat cannot add to the dice");
        let place = place.filter(|place| place.is_none() && !stands).ok_or_else(refusal)?;
        *place = Some(part.clone());
        Ok(())
    }

    /// Keeps what the table does not of an act.
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

    /// How many steps of the setup a seat has made.
    pub(super) fn setup_steps(&self, seat: Seat) -> u32 {
        self.setup_steps[seat.index()]
    }

    /// Whether a seat has steps of the setup left to make.
    pub(super) fn is_in_setup(&self, seat: Seat) -> bool {
        self.table.plies() == 0 && self.to_act().contains(&seat)
    }

    /// Whether a seat has declined a draw since the last ply.
    pub(super) fn has_just_declined(&self, seat: Seat) -> bool {
        self.declined[seat.index()] == Some(self.table.plies())
    }

    /// Whether the dice of this game follow from a seed that is shown when it is over.
    pub(super) fn has_fair_dice(&self) -> bool {
        has_fair_dice(&self.table)
    }

    /// What the dice follow from: the server's part, then those of the guests; `None` if the game
    /// has no such dice.
    fn dice_seed(&self) -> Option<DiceSeed> {
        let own = self.opening.dice.as_ref()?;
        Some(own.with_parts(self.dice_parts.iter().flatten()))
    }

    /// The next throw as it follows from the seed; `None` if this game has none.
    pub(super) fn throw(&self, request: ThrowRequest) -> Option<Vec<u8>> {
        Some(self.dice_seed()?.throw(self.throws + 1, request))
    }

    /// The first seat of each guest who still plays and owes its part of the seed. No die is thrown
    /// before there is none left. Who has left the game owes nothing, so that the others can play.
    pub(crate) fn owed_dice_parts(&self) -> Vec<Seat> {
        if self.opening.dice.is_none() || self.outcome().is_some() {
            return Vec::new();
        }
        let mut owed = Vec::new();
        for seat in self.table.playing() {
            let player = &self.players[seat.index()];
            if !matches!(player, Some(Player::Guest(_))) {
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

    /// Whether all is there that must be before a die is thrown: all players, and their parts of
    /// the seed.
    pub(super) fn may_throw(&self) -> bool {
        !self.is_open() && self.owed_dice_parts().is_empty()
    }

    /// What the dice follow from, once the game is over: the one door through which it comes out.
    pub(crate) fn revealed_seed(&self) -> Option<String> {
        self.outcome()?;
        self.dice_seed().map(|seed| seed.reveal().to_owned())
    }

    /// The version of the game that a viewer knows. It rises with every event that the viewer may know of; in an open game
    /// with every event.
    pub(crate) fn version(&self, viewer: Viewer) -> u64 {
        self.versions[self.place(viewer)]
    }

    /// The place of a viewer in lists that hold something for each seat, and last for the public.
    pub(super) fn place(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.players.len(),
        }
    }

    /// All who look at the table, in the order of their places.
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        self.seats().map(Viewer::Seat).chain([Viewer::Public])
    }

    fn no_scenes(&self) -> Scenes {
        vec![None; self.players.len() + 1]
    }

    /// Counts an event for those who may know of it: in a hidden game whoever acted, was told something or sees
    /// something else than before. What happens beside the table everybody knows.
    fn count(&mut self, event: &Event, scenes: &mut Scenes, reports: &Reports) {
        let Event::Act(act) = event else {
            self.versions.iter_mut().for_each(|version| *version += 1);
            return;
        };
        for (place, viewer) in self.viewers().enumerate() {
            let before = scenes[place].take();
            let knows = !self.table.info().hidden
                || acts(act, viewer)
                || !reports.of(viewer).is_empty()
                || {
                    scenes[place] = Some(self.table.scene(viewer));
                    before != scenes[place]
                };
            self.versions[place] += u64::from(knows);
        }
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::new)
    }

    /// The seats of a guest, in their order: one, several if people share a screen, or none.
    pub(crate) fn seats_of(&self, guest: &Guest) -> Vec<Seat> {
        let holds = |seat: &Seat| {
            self.players[seat.index()].as_ref().is_some_and(|player| player.is(guest))
        };
        self.seats().filter(holds).collect()
    }

    /// The first free seat that is not out of the game.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        self.table.playing().into_iter().find(|seat| self.players[seat.index()].is_none())
    }

    /// The seat that somebody may take: the one that is wished for, or else the first.
    pub(super) fn free(&self, wish: Option<Seat>) -> Result<Seat, ServiceError> {
        let first = self.free_seat().filter(|_| self.outcome().is_none());
        match wish {
            None => first.ok_or(ServiceError::NoFreeSeat),
            Some(_) if self.outcome().is_some() => Err(ServiceError::NoFreeSeat),
            Some(seat) => {
                let is_free = self.players[seat.index()].is_none();
                let plays = self.table.playing().contains(&seat);
                if is_free && plays { Ok(seat) } else { Err(ServiceError::SeatTaken(seat)) }
            }
        }
    }

    /// Whether somebody may still join.
    pub(crate) fn is_open(&self) -> bool {
        self.free_seat().is_some() && self.outcome().is_none()
    }

    /// The seats of computers.
    pub(crate) fn computers(&self) -> impl Iterator<Item = (Seat, heterodox_engine::Level)> {
        self.computers_among(self.seats())
    }

    /// The seats of computers that still play.
    pub(super) fn playing_computers(
        &self,
    ) -> impl Iterator<Item = (Seat, heterodox_engine::Level)> {
        self.computers_among(self.table.playing().into_iter())
    }

    fn computers_among(
        &self,
        seats: impl Iterator<Item = Seat>,
    ) -> impl Iterator<Item = (Seat, heterodox_engine::Level)> {
        seats.filter_map(|seat| {
            self.players[seat.index()].as_ref()?.level().map(|level| (seat, level))
        })
    }

    /// Who must act now.
    pub(crate) fn to_act(&self) -> Vec<Seat> {
        match self.table.turn() {
            Turn::Seats(seats) => seats,
            Turn::Throw(_) | Turn::Over(_) => Vec::new(),
        }
    }

    /// The result, once there is one.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }
}

/// Whether everybody shall be able to check the dice of a table when the game is over. Where something is hidden a seed
/// would tell what nobody was told.
pub(super) fn has_fair_dice(table: &Table) -> bool {
    table.has_dice() && !table.info().hidden
}

/// Whether an act is this viewer's own, so that it knows of it anyway.
fn acts(act: &Act, viewer: Viewer) -> bool {
    act.seat().is_some_and(|seat| viewer == Viewer::Seat(seat))
}

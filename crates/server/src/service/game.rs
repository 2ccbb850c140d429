//! A game as its log says. Replaying and playing both go through [`Game::apply`].

use super::event::{Event, Opening, Player};
use super::{Guest, ServiceError};
use heterodox_rules::{
    Act, DicePart, DiceSeed, Outcome, Refusal, Report, Reports, Scene, Seat, Table, ThrowRequest,
    Turn, Viewer,
};
use heterodox_store::{StoredEvent, StoredGame, UnixMillis};
use std::sync::Arc;

/// The scene of each viewer of a hidden game, by viewer index, where it is known already.
type Scenes = Vec<Option<Scene>>;

/// A game: its players, the table, and what the server adds to the table.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its id.
    pub(crate) id: String,
    /// When it was opened.
    pub(crate) created_ms: UnixMillis,
    /// How it was opened.
    pub(crate) opening: Arc<Opening>,
    /// The player of each seat; `None` for a free seat.
    pub(crate) players: Vec<Option<Player>>,
    /// The table with its umpire.
    pub(crate) table: Table,
    /// The number of events in its log. It is not shown to callers: in a hidden game it would count
    /// acts that a viewer may not know of.
    pub(super) length: u64,
    /// The guests' parts of the seed of the dice, each on the guest's first seat.
    pub(crate) dice_parts: Vec<Option<DicePart>>,
    /// The number of throws in the whole log. Throws that were taken back count, so that no number
    /// of a throw is used twice.
    pub(super) throws: u64,
    /// The number of setup steps that each seat has made, including those that were undone.
    setup_steps: Vec<u32>,
    /// For each seat, the number of plies when it last declined a draw.
    declined: Vec<Option<usize>>,
    /// The version of each seat and, last, of the public: how often what that viewer may know has
    /// changed.
    versions: Vec<u64>,
    /// The number of hints that each seat has taken. A takeback does not lower it.
    pub(crate) hints: Vec<u32>,
    /// The seats that have asked for a rematch.
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

    /// Replays a log.
    ///
    /// # Errors
    ///
    /// Fails if the log cannot be read, or is not legal by the rules.
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
        // Each viewer's scene after one event is the one before the next.
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

    /// Applies an event. `scenes` holds the viewers' scenes before it, where they are known, and
    /// those after it on return.
    fn apply_with(&mut self, event: &Event, scenes: &mut Scenes) -> Result<Report, Refusal> {
        if let (Event::Act(act), true) = (event, self.table.info().hidden) {
            for (viewer, scene) in self.viewers().zip(scenes.iter_mut()) {
                if !acts(act, viewer) {
                    scene.get_or_insert_with(|| self.table.scene(viewer));
                }
            }
        }
        let plies = self.table.plies();
        let reports = Reports::empty(self.players.len());
        let mut report = Report { reports, warnings: Vec::new() };
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
        let slot = self.players.get_mut(seat.index()).filter(|slot| slot.is_none());
        *slot.ok_or_else(|| Refusal::new("seat-taken", "this seat is not free"))? = Some(player);
        Ok(())
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
    pub(super) fn setup_steps(&self, seat: Seat) -> u32 {
        self.setup_steps[seat.index()]
    }

    /// Returns whether a seat has setup steps left.
    pub(super) fn is_in_setup(&self, seat: Seat) -> bool {
        self.table.plies() == 0 && self.to_act().contains(&seat)
    }

    /// Returns whether a seat has declined a draw since the last ply.
    pub(super) fn has_just_declined(&self, seat: Seat) -> bool {
        self.declined[seat.index()] == Some(self.table.plies())
    }

    /// Returns whether the dice follow from a seed that is published when the game is over.
    pub(super) fn has_fair_dice(&self) -> bool {
        has_fair_dice(&self.table)
    }

    /// The seed of the dice: the server's part, then those of the guests. `None` if the game has no
    /// such seed.
    fn dice_seed(&self) -> Option<DiceSeed> {
        let own = self.opening.dice.as_ref()?;
        Some(own.with_parts(self.dice_parts.iter().flatten()))
    }

    /// The next throw as it follows from the seed; `None` if the game has no seed.
    pub(super) fn throw(&self, request: ThrowRequest) -> Option<Vec<u8>> {
        Some(self.dice_seed()?.throw(self.throws + 1, request))
    }

    /// The first seat of each guest who still plays and owes its part of the seed. Dice are thrown
    /// only when none is owed. A guest that is out of the game owes none, so that the others can go
    /// on.
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

    /// Returns whether dice may be thrown: no seat is free, and no part of the seed is owed.
    pub(super) fn may_throw(&self) -> bool {
        !self.is_open() && self.owed_dice_parts().is_empty()
    }

    /// The seed of the dice once the game is over. No other function publishes it.
    pub(crate) fn revealed_seed(&self) -> Option<String> {
        self.outcome()?;
        self.dice_seed().map(|seed| seed.reveal().to_owned())
    }

    /// The version of the game that a viewer knows. It rises with every event that the viewer may
    /// know of; in an open game with every event.
    pub(crate) fn version(&self, viewer: Viewer) -> u64 {
        self.versions[self.viewer_index(viewer)]
    }

    /// The index of a viewer in lists with one entry per seat and, last, one for the public.
    pub(super) fn viewer_index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Public => self.players.len(),
        }
    }

    /// All viewers of the table, by viewer index.
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        self.seats().map(Viewer::Seat).chain([Viewer::Public])
    }

    fn no_scenes(&self) -> Scenes {
        vec![None; self.players.len() + 1]
    }

    /// Raises the versions of the viewers that may know of an event. In a hidden game these are the
    /// acting seat, those with a report and those whose scene changed. Events that are not acts are
    /// public.
    fn count(&mut self, event: &Event, scenes: &mut Scenes, reports: &Reports) {
        let Event::Act(act) = event else {
            self.versions.iter_mut().for_each(|version| *version += 1);
            return;
        };
        for (index, viewer) in self.viewers().enumerate() {
            let before = scenes[index].take();
            let knows = !self.table.info().hidden
                || acts(act, viewer)
                || !reports.of(viewer).is_empty()
                || {
                    scenes[index] = Some(self.table.scene(viewer));
                    before != scenes[index]
                };
            self.versions[index] += u64::from(knows);
        }
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::new)
    }

    /// The seats of a guest, in their order: several if people share a screen, none if it holds no
    /// seat.
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

    /// The seat that a guest may take: `wanted`, or else the first free one.
    pub(super) fn available_seat(&self, wanted: Option<Seat>) -> Result<Seat, ServiceError> {
        let first = self.free_seat().filter(|_| self.outcome().is_none());
        match wanted {
            None => first.ok_or(ServiceError::NoFreeSeat),
            Some(_) if self.outcome().is_some() => Err(ServiceError::NoFreeSeat),
            Some(seat) => {
                let is_free = self.players[seat.index()].is_none();
                let plays = self.table.playing().contains(&seat);
                if is_free && plays { Ok(seat) } else { Err(ServiceError::SeatTaken(seat)) }
            }
        }
    }

    /// Returns whether a guest may still join.
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

    /// The seats that must act now.
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

/// Returns whether the dice of a table are committed to and revealed after the game. In a hidden
/// game a seed would reveal hidden information.
pub(super) fn has_fair_dice(table: &Table) -> bool {
    table.has_dice() && !table.info().hidden
}

/// Returns whether an act is this viewer's own.
fn acts(act: &Act, viewer: Viewer) -> bool {
    act.seat().is_some_and(|seat| viewer == Viewer::Seat(seat))
}

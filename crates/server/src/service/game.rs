//! A game as its log tells it. Replaying and playing go through the same [`Game::apply`].

use super::event::{Event, Opening, Player};
use super::{Guest, ServiceError};
use heterodox_rules::{Frame, Outcome, Refusal, Report, Reports, Scene, Seat, Table, Turn, Viewer};
use heterodox_store::{Millis, StoredEvent, StoredGame};
use std::sync::Arc;

/// A game: who plays, the table, and what stands beside the table.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// Its id.
    pub(crate) id: String,
    /// When it was opened.
    pub(crate) created_ms: Millis,
    /// How it was opened.
    pub(crate) opening: Arc<Opening>,
    /// Who sits where; nobody on a free seat.
    pub(crate) players: Vec<Option<Player>>,
    /// The table with its umpire.
    pub(crate) table: Table,
    /// The number of events in its log. Nobody is told: in a hidden game it counts what others do unseen.
    pub(super) length: u64,
    /// For each seat, and last for the public, how often what it may know has changed.
    versions: Vec<u64>,
    /// Who has asked for a rematch.
    pub(crate) rematch_asked: Vec<Seat>,
    /// The id of the rematch, once there is one.
    pub(crate) rematch: Option<String>,
}

impl Game {
    /// Opens a game.
    pub(crate) fn open(id: &str, created_ms: Millis, opening: Opening) -> Result<Self, Refusal> {
        let table = heterodox_rules::open(&opening.game, &opening.setting())?;
        Ok(Self {
            id: id.to_owned(),
            created_ms,
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
        for stored in events {
            let event = serde_json::from_str(&stored.body).map_err(|error| broken(&error))?;
            game.apply(&event)
                .map_err(|refusal| broken(&format!("event {}: {refusal}", game.length + 1)))?;
        }
        Ok(game)
    }

    /// Applies an event. A refusal changes nothing.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<Report, Refusal> {
        let before = self.scenes();
        let silence = Reports::same(self.players.len(), &[]);
        let mut report = Report { reports: silence, warnings: Vec::new() };
        match event {
            Event::Join { seat, guest } => {
                let place = self.players.get_mut(seat.index()).filter(|place| place.is_none());
                *place.ok_or_else(|| Refusal::new("seat-taken", "this seat is not free"))? =
                    Some(Player::Guest(guest.clone()));
            }
            Event::Act(act) => report = self.table.apply(act)?,
            Event::AskRematch { seat } => self.rematch_asked.push(*seat),
            Event::Rematch { id } => self.rematch = Some(id.clone()),
        }
        self.length += 1;
        self.count(event, before.as_deref(), &report.reports);
        Ok(report)
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

    /// What each viewer sees, where that tells whether it may know of an event.
    fn scenes(&self) -> Option<Vec<Scene>> {
        let hidden = self.table.info().hidden;
        hidden.then(|| self.viewers().map(|viewer| self.table.scene(viewer)).collect())
    }

    /// Counts an event for those who may know of it: in a hidden game whoever acted, was told something or sees
    /// something else than before. What happens beside the table everybody knows.
    fn count(&mut self, event: &Event, before: Option<&[Scene]>, reports: &Reports) {
        let now = self.scenes();
        let viewers: Vec<_> = self.viewers().collect();
        for (place, viewer) in viewers.into_iter().enumerate() {
            let knows = match (event, before, &now) {
                (Event::Act(act), Some(before), Some(now)) => {
                    act.seat().is_some_and(|seat| viewer == Viewer::Seat(seat))
                        || !reports.of(viewer).is_empty()
                        || before[place] != now[place]
                }
                _ => true,
            };
            self.versions[place] += u64::from(knows);
        }
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::new)
    }

    /// The seats of a guest, in their order: one, all of them at a table of people who share a screen, or none.
    pub(crate) fn seats_of(&self, guest: &Guest) -> Vec<Seat> {
        let holds = |seat: &Seat| match &self.players[seat.index()] {
            Some(Player::Guest(name)) => *name == guest.name,
            Some(Player::Computer(_)) | None => false,
        };
        self.seats().filter(holds).collect()
    }

    /// The boards of the game as a viewer may see them, or with `seen` as it saw them then.
    pub(crate) fn frames(&self, viewer: Viewer, seen: bool) -> Vec<Frame> {
        if seen { self.table.frames_seen(viewer) } else { self.table.frames(viewer) }
    }

    /// The first free seat.
    pub(crate) fn free_seat(&self) -> Option<Seat> {
        self.seats().find(|seat| self.players[seat.index()].is_none())
    }

    /// Whether somebody may still join.
    pub(crate) fn is_open(&self) -> bool {
        self.free_seat().is_some() && self.outcome().is_none()
    }

    /// The seats of the computer.
    pub(crate) fn computers(&self) -> impl Iterator<Item = (Seat, heterodox_engine::Level)> {
        self.seats().filter_map(|seat| {
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

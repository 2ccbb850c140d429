//! A game as its log tells it. Replaying and playing go through the same [`Game::apply`].

use super::event::{Event, Opening, Player};
use super::{Guest, ServiceError};
use heterodox_rules::{Outcome, Refusal, Report, Reports, Seat, Table, Turn, Viewer};
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
    /// The number of events so far.
    pub(crate) version: u64,
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
            players: opening.players.clone(),
            opening: Arc::new(opening),
            table,
            version: 0,
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
                .map_err(|refusal| broken(&format!("event {}: {refusal}", game.version + 1)))?;
        }
        Ok(game)
    }

    /// Applies an event. A refusal changes nothing.
    pub(crate) fn apply(&mut self, event: &Event) -> Result<Report, Refusal> {
        let mut report = Report { reports: Reports::same(0, &[]), warnings: Vec::new() };
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
        self.version += 1;
        Ok(report)
    }

    /// All seats.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players.len()).map(Seat::new)
    }

    /// The seat of a guest.
    pub(crate) fn seat_of(&self, guest: &Guest) -> Option<Seat> {
        self.seats().find(|seat| match &self.players[seat.index()] {
            Some(Player::Guest(name)) => *name == guest.name,
            Some(Player::Computer(_)) | None => false,
        })
    }

    /// How a guest, or somebody without a name, looks at the table.
    pub(crate) fn viewer(&self, guest: Option<&Guest>) -> Viewer {
        guest.and_then(|guest| self.seat_of(guest)).map_or(Viewer::Public, Viewer::Seat)
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

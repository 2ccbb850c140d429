//! A change of a game before it is stored.

use super::bounds::PLIES;
use super::environment::Environment;
use super::event::{Event, Player};
use super::game::Game;
use super::{ServiceError, computer};
use heterodox_rules::{Act, Refusal, Reports, Seat, Viewer, Warning};
use heterodox_store::{
    Append, Derived, GameState, GameSummary, NewEvent, NewGame, SeatSummary, UnixMillis,
};
use std::sync::Arc;

/// A copy of a game with events that are not stored yet. If they cannot be stored, the copy is
/// dropped and the game is unchanged.
pub(super) struct Transaction {
    pub(super) game: Game,
    environment: Arc<dyn Environment>,
    events: Vec<Event>,
    creates: Option<NewGame>,
    reports: Reports,
    warnings: Vec<Warning>,
}

/// The result of a stored change.
pub(super) struct Changed {
    pub(super) game: Arc<Game>,
    pub(super) reports: Reports,
    pub(super) warnings: Vec<Warning>,
}

impl Transaction {
    pub(super) fn new(game: Game, environment: Arc<dyn Environment>) -> Self {
        let reports = Reports::empty(game.players.len());
        Self { game, environment, events: Vec::new(), creates: None, reports, warnings: Vec::new() }
    }

    /// Applies an event.
    pub(super) fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        let report = self.game.apply(&event)?;
        self.events.push(event);
        self.merge_reports(&report.reports);
        self.warnings.extend(report.warnings);
        Ok(())
    }

    /// Opens another game together with this change.
    pub(super) fn create(&mut self, game: NewGame) {
        self.creates = Some(game);
    }

    /// Refuses an act of a seat that was meant for another version than the current one.
    pub(super) fn expect(&self, seat: Seat, version: Option<u64>) -> Result<(), ServiceError> {
        let now = self.game.version(Viewer::Seat(seat));
        match version {
            Some(expected) if expected != now => {
                Err(ServiceError::Stale { expected, version: now })
            }
            _ => Ok(()),
        }
    }

    /// Adds the acts that need no decision:
    ///
    /// - The umpire throws the dice that the game waits for, once all seats are taken and all parts
    ///   of the seed are given. Otherwise a guest could open tables until a throw suits it, and
    ///   invite an opponent only then.
    /// - Computers grant every takeback, and so do players at the same screen as the one who asks.
    /// - A computer that has declined a draw since the last move declines the next offer without a
    ///   search.
    /// - A game that must end is ended.
    pub(super) fn add_automatic_acts(&mut self) -> Result<(), Refusal> {
        while let Some(request) = self.game.table.awaits_throw().filter(|_| self.game.may_throw()) {
            let faces = self.game.throw(request).unwrap_or_else(|| self.environment.throw(request));
            self.apply(Event::Act(Act::Throw { faces }))?;
        }
        let has = |act: fn(&Act) -> bool| {
            self.events.iter().any(|event| matches!(event, Event::Act(done) if act(done)))
        };
        let (asked, offered) = (
            has(|act| matches!(act, Act::AskTakeback { .. })),
            has(|act| matches!(act, Act::OfferDraw { .. })),
        );
        if asked {
            self.grant_takeback()?;
        }
        if offered {
            self.decline_again()?;
        }
        self.end_if_due()
    }

    /// Ends a game as a draw among the seats that still play if all of them are computers, or if it
    /// has reached [`PLIES`].
    fn end_if_due(&mut self) -> Result<(), Refusal> {
        if self.events.is_empty() || self.game.outcome().is_some() {
            return Ok(());
        }
        let playing = self.game.table.playing();
        let computers_only = playing.len() == self.game.playing_computers().count();
        if !computers_only && self.game.table.plies() < PLIES {
            return Ok(());
        }
        let offers = self.game.table.scene(Viewer::Public).draw_offers;
        for seat in playing.into_iter().filter(|seat| !offers.contains(seat)) {
            self.apply(Event::Act(Act::OfferDraw { seat }))?;
        }
        Ok(())
    }

    /// Each seat answers once, when it is asked. The other seats answer by themselves.
    fn grant_takeback(&mut self) -> Result<(), Refusal> {
        let asked = |game: &Game| game.table.scene(Viewer::Public).takeback_asked;
        let Some(by) = asked(&self.game) else { return Ok(()) };
        let player = self.game.players[by.index()].clone();
        let agrees = |other: &Option<Player>| {
            other.as_ref().is_some_and(|other| other.level().is_some()) || *other == player
        };
        let mut answering = self.game.table.playing();
        answering.retain(|&seat| seat != by && agrees(&self.game.players[seat.index()]));
        for seat in answering {
            if asked(&self.game).is_some() {
                self.apply(Event::Act(Act::AnswerTakeback { seat, accept: true }))?;
            }
        }
        Ok(())
    }

    fn decline_again(&mut self) -> Result<(), Refusal> {
        let offers = self.game.table.scene(Viewer::Public).draw_offers;
        if offers.is_empty() {
            return Ok(());
        }
        let declines =
            |&(seat, _): &(Seat, _)| !offers.contains(&seat) && self.game.has_just_declined(seat);
        let declining = self.game.playing_computers().find(declines);
        match declining {
            Some((seat, _)) => self.apply(Event::Act(Act::DeclineDraw { seat })),
            None => Ok(()),
        }
    }

    /// The events to store; `None` if there are none.
    pub(super) fn append(&self, at_ms: UnixMillis) -> Result<Option<Append>, ServiceError> {
        if self.events.is_empty() {
            return Ok(None);
        }
        let events = self
            .events
            .iter()
            .map(|event| Ok(NewEvent { at_ms, body: encode(event)? }))
            .collect::<Result<Vec<_>, ServiceError>>()?;
        let after = self.game.length - events.len() as u64;
        let derived = derived(&self.game, at_ms);
        let mut append = Append::new(&self.game.id, after, events, derived);
        append.creates.clone_from(&self.creates);
        Ok(Some(append))
    }

    /// The result, once the events are stored.
    pub(super) fn done(self) -> Changed {
        Changed { game: Arc::new(self.game), reports: self.reports, warnings: self.warnings }
    }

    fn merge_reports(&mut self, reports: &Reports) {
        for (merged, new) in self.reports.seats.0.iter_mut().zip(&reports.seats.0) {
            merged.extend_from_slice(new);
        }
        self.reports.public.extend_from_slice(&reports.public);
    }
}

/// A game to be stored.
pub(super) fn new_game(game: &Game) -> Result<NewGame, ServiceError> {
    Ok(NewGame {
        id: game.id.clone(),
        body: encode(game.opening.as_ref())?,
        created_ms: game.created_ms,
        derived: derived(game, game.created_ms),
    })
}

/// What the store's lists show of a game whose last event happened at `last_ms`.
fn derived(game: &Game, last_ms: UnixMillis) -> Derived {
    let outcome = game.outcome();
    let to_act = game.to_act();
    let place = |seat: Seat| {
        let ranking = &outcome.as_ref()?.ranking;
        let group = ranking.iter().position(|group| group.contains(&seat))?;
        Some(1 + ranking[..group].iter().map(Vec::len).sum::<usize>() as u8)
    };
    let seat = |seat: Seat| {
        let (user, computer) = match &game.players[seat.index()] {
            Some(Player::Guest(name)) => (Some(name.clone()), None),
            Some(Player::Computer(level)) => (None, Some(level.number())),
            None => (None, None),
        };
        SeatSummary { user, computer, place: place(seat), to_act: to_act.contains(&seat) }
    };
    let state = match &outcome {
        Some(_) => GameState::Over,
        None if game.is_open() => GameState::Open,
        None => GameState::Running,
    };
    let summary = GameSummary {
        kind: game.opening.game.clone(),
        state,
        plies: game.table.plies() as u32,
        created_ms: game.created_ms,
        last_ms,
        over_ms: outcome.as_ref().map(|_| last_ms),
        reason: outcome.as_ref().map(|outcome| outcome.reason.key().to_owned()),
    };
    Derived {
        due_ms: computer::is_due(game).then_some(last_ms),
        summary,
        seats: game.seats().map(seat).collect(),
    }
}

fn encode(value: &impl serde::Serialize) -> Result<String, ServiceError> {
    serde_json::to_string(value)
        .map_err(|error| ServiceError::Broken(format!("an event cannot be written: {error}")))
}

//! A change of a game before it is stored.

use crate::bounds::PLIES;
use crate::time::Charge;
use crate::{Event, Game, HostError, LogEntry, Moment, Player, Randomness};
use heterodox_rules::{Act, Refusal, Reports, Seat, Viewer, Warning};

/// A copy of a game with events that are not stored yet. If they cannot be stored, the copy is
/// dropped and the game is unchanged.
pub struct Transaction<'a> {
    pub(crate) game: Game,
    pub(crate) at: Moment,
    pub(crate) randomness: &'a dyn Randomness,
    events: Vec<LogEntry>,
    creates: Option<Game>,
    pub(crate) circumstances: Circumstances,
    reports: Reports,
    warnings: Vec<Warning>,
}

/// What the host knows of the players' connections.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Circumstances {
    /// What the network has cost the player who acts, in milliseconds.
    pub lag_ms: u64,
    /// The seats whose players watch.
    pub present: Vec<Seat>,
    /// The seats of people who have been away for so long that the others may claim the end.
    pub gone: Vec<Seat>,
}

/// A change that is to be stored.
#[derive(Debug)]
pub struct Done {
    /// The game after the change.
    pub game: Game,
    /// The events that led there, in order; empty if nothing has changed.
    pub events: Vec<LogEntry>,
    /// A game to be opened together with the change: the rematch.
    pub creates: Option<Game>,
    /// The umpire's announcements to each viewer.
    pub reports: Reports,
    /// Remarks on what was not in strict notation, for the one who acted.
    pub warnings: Vec<Warning>,
}

impl<'a> Transaction<'a> {
    /// A change of this game with what was received at `at`.
    pub fn new(game: &Game, at: Moment, randomness: &'a dyn Randomness) -> Self {
        let reports = Reports::empty(game.players().len());
        Self {
            game: game.clone(),
            at,
            randomness,
            events: Vec::new(),
            creates: None,
            circumstances: Circumstances::default(),
            reports,
            warnings: Vec::new(),
        }
    }

    /// The same change with what the host knows of the players' connections.
    #[must_use]
    pub fn with(self, circumstances: Circumstances) -> Self {
        Self { circumstances, ..self }
    }

    /// The game with the changes so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Applies an event.
    ///
    /// # Errors
    ///
    /// If the rules or the umpire refuse it. The game is unchanged then.
    pub fn apply(&mut self, event: Event) -> Result<(), Refusal> {
        let charge = Charge::Measured { lag_ms: self.circumstances.lag_ms };
        let (report, spent) = self.game.apply_charged(self.at, &event, charge)?;
        self.events.push(LogEntry { event, spent });
        self.reports.append(report.reports);
        self.warnings.extend(report.warnings);
        Ok(())
    }

    /// Opens another game together with this change.
    pub(crate) fn create(&mut self, game: Game) {
        self.creates = Some(game);
    }

    /// Refuses an act of a seat that was meant for another version than the current one.
    ///
    /// # Errors
    ///
    /// [`HostError::Stale`].
    pub fn expect(&self, seat: Seat, version: Option<u64>) -> Result<(), HostError> {
        let now = self.game.version(Viewer::Seat(seat));
        match version {
            Some(expected) if expected != now => Err(HostError::Stale { expected, version: now }),
            _ => Ok(()),
        }
    }

    /// Does what is due because of the clocks: flags seats whose time has run out, cancels a game
    /// that was not begun, starts the clocks, ends the longest pause.
    ///
    /// # Errors
    ///
    /// If the umpire refuses, which would be a fault of the program.
    pub fn do_due(&mut self) -> Result<(), Refusal> {
        while let Some(event) = self.game.due_event(self.at) {
            self.apply(event)?;
        }
        Ok(())
    }

    /// Throws the dice that the game waits for, once. Returns the faces, or `None` if the game
    /// waits for no throw.
    ///
    /// # Errors
    ///
    /// If the umpire refuses the throw, which would be a fault of the program.
    pub fn throw(&mut self) -> Result<Option<Vec<u8>>, Refusal> {
        let Some(request) = self.game.table().awaits_throw() else { return Ok(None) };
        let faces = self.game.throw(request).unwrap_or_else(|| self.randomness.throw(request));
        self.apply(Event::Act(Act::Throw { faces: faces.clone() }))?;
        Ok(Some(faces))
    }

    /// Ends the game as a draw: all seats that still play agree to it.
    ///
    /// # Errors
    ///
    /// If the umpire refuses, as in a game that is over.
    pub fn agree_to_draw(&mut self) -> Result<(), Refusal> {
        let offers = self.game.table().draw_offers().to_vec();
        for seat in self.game.table().playing().into_iter().filter(|seat| !offers.contains(seat)) {
            self.apply(Event::Act(Act::OfferDraw { seat }))?;
        }
        Ok(())
    }

    /// Ends the change: adds the acts that need no decision.
    ///
    /// # Errors
    ///
    /// If the umpire refuses its own act, which would be a fault of the program.
    pub fn finish(mut self) -> Result<Done, Refusal> {
        self.add_automatic_acts()?;
        Ok(self.finish_as_is())
    }

    /// Ends the change without the acts that need no decision: for a program that shows or times
    /// each of them, and in which computers may play among themselves.
    pub fn finish_as_is(self) -> Done {
        let Self { game, events, creates, reports, warnings, .. } = self;
        Done { game, events, creates, reports, warnings }
    }

    /// Adds the acts that need no decision:
    ///
    /// - The umpire throws the dice that the game waits for, once all seats are taken and all parts
    ///   of the seed are given. Otherwise a person could open tables until a throw suits it, and
    ///   invite an opponent only then.
    /// - Computers grant every takeback, and so do players at the same screen as the one who asks.
    /// - A computer that has declined a draw since the last move declines the next offer without a
    ///   search.
    /// - A game that must end is ended.
    /// - The clocks of a game by correspondence start once all seats are taken.
    fn add_automatic_acts(&mut self) -> Result<(), Refusal> {
        if !self.events.is_empty() {
            self.do_due()?;
        }
        while self.game.may_throw() && self.throw()?.is_some() {}
        let has = |act: fn(&Act) -> bool| {
            self.events.iter().any(|entry| matches!(&entry.event, Event::Act(done) if act(done)))
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
        let playing = self.game.table().playing();
        let computers_only = playing.len() == self.game.playing_computers().count();
        if !computers_only && self.game.table().plies() < PLIES {
            return Ok(());
        }
        self.agree_to_draw()
    }

    /// Each seat answers once, when it is asked. The other seats answer by themselves.
    fn grant_takeback(&mut self) -> Result<(), Refusal> {
        let asked = |game: &Game| game.table().takeback_asked();
        let Some(by) = asked(&self.game) else { return Ok(()) };
        let player = self.game.player(by);
        let agrees = |other: Option<Player>| {
            other.is_some_and(|other| other.level().is_some()) || other == player
        };
        let mut answering = self.game.table().playing();
        answering.retain(|&seat| seat != by && agrees(self.game.player(seat)));
        for seat in answering {
            if asked(&self.game).is_some() {
                self.apply(Event::Act(Act::AnswerTakeback { seat, accept: true }))?;
            }
        }
        Ok(())
    }

    fn decline_again(&mut self) -> Result<(), Refusal> {
        let offers = self.game.table().draw_offers().to_vec();
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
}

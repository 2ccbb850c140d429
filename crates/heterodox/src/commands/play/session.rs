//! A game without its input and output: the host's game, the computers, and undo.

use super::dice::Chance;
use super::seating::{self, SeatingRequest};
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::{Choice, Level, SearchLimit, player};
use heterodox_host::{Done, Duty, DutyKind, Event, Game, Moment, Player, Transaction};
use heterodox_rules::{
    Act, Frame, GameInfo, Notice, Outcome, Refusal, Scene, Seat, Table, Turn, Viewer, Warning,
};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The moment of all events: a game in the terminal has no clock.
pub(super) const NOW: Moment = Moment(0);

/// What happens outside the player's turn.
pub(super) enum AutomaticAct {
    /// Dice were thrown.
    Thrown { faces: Vec<u8>, notices: Vec<Notice> },
    /// A computer acted. `text` is the act if the player may know it.
    Acted { seat: Seat, text: Option<String>, notices: Vec<Notice> },
}

/// The answer to an offer of a draw.
pub(super) enum DrawAnswer {
    /// The game is drawn; contains the notices.
    Agreed(Vec<Notice>),
    /// Other people have not answered yet.
    Open,
    /// A computer declined.
    Declined,
}

/// A game between people at one terminal and computers.
pub(super) struct Session {
    pub(super) info: &'static GameInfo,
    pub(super) game: Game,
    /// The events that led from the opening to the game.
    pub(super) events: Vec<Event>,
    /// The seat at the prompt. Only what this seat may know is shown.
    pub(super) own_seat: Seat,
    /// The level of computers without a level of their own.
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) chance: Chance,
    computers: Computers,
    adviser: Box<dyn heterodox_engine::Player>,
    /// For each act of a person that can be undone: the game and the number of events before it.
    undo_stack: Vec<(Game, usize)>,
}

/// The computer players.
struct Computers {
    game: &'static str,
    seed: u64,
    /// The time limit for a move.
    time: Option<Duration>,
    /// The players by seat, which are created at their first move.
    players: BTreeMap<Seat, Box<dyn heterodox_engine::Player>>,
}

impl Computers {
    /// Returns what the computer on a seat does.
    fn fulfil(&mut self, duty: Duty, game: &Game) -> Result<Event> {
        if !self.players.contains_key(&duty.seat) {
            let Some(computer) = player(self.game, duty.level, self.seed) else {
                bail!("the computer does not play {}", self.game);
            };
            self.players.insert(duty.seat, computer);
        }
        let limit = self.limit(duty.level);
        let computer = self.players.get_mut(&duty.seat).context("a computer")?;
        Ok(duty.fulfil(game, computer.as_mut(), &limit, &AtomicBool::new(false))?)
    }

    /// Returns the search limit of a level.
    fn limit(&self, level: Level) -> SearchLimit {
        self.time.map_or(level.default_limit(), SearchLimit::time)
    }
}

impl Session {
    /// Begins with a game whose seats are free. Returns `None` if the engine does not play it.
    pub(super) fn new(
        info: &'static GameInfo,
        game: Game,
        level: Level,
        time: Option<Duration>,
        seed: u64,
    ) -> Option<Self> {
        player(info.id, Level::FULL, seed).map(|adviser| Self {
            info,
            game,
            events: Vec::new(),
            own_seat: Seat::new(0),
            level,
            seed,
            chance: Chance::new(seed),
            computers: Computers { game: info.id, seed, time, players: BTreeMap::new() },
            adviser,
            undo_stack: Vec::new(),
        })
    }

    /// Assigns the free seats as the command line asks, else the first one to the player.
    pub(super) fn assign_seats(&mut self, request: Option<&SeatingRequest>) -> Result<()> {
        let (table, level) = (self.game.table(), self.level);
        let players = match request {
            Some(request) => request.players(table, level, &self.chance)?,
            None => seating::one_person(Seat::new(0), table.seats(), level),
        };
        self.seat_players(&players, first_person(&players))
    }

    /// Puts the players on the free seats, with the one on `own_seat` at the prompt.
    pub(super) fn seat_players(&mut self, players: &[Player], own_seat: Seat) -> Result<()> {
        self.own_seat = own_seat;
        for (index, player) in players.iter().enumerate() {
            self.apply(player.sits(Seat::new(index)))?;
        }
        Ok(())
    }

    /// Continues with another game, after these events.
    pub(super) fn change_game(&mut self, game: Game, events: Vec<Event>, own_seat: Seat) {
        self.game = game;
        self.own_seat = own_seat;
        self.computers.players.clear();
        let acts = events.iter().filter(|event| matches!(event, Event::Act(_)));
        self.chance.set_stream(acts.count());
        self.events = events;
        self.undo_stack.clear();
    }

    /// The table with its umpire.
    pub(super) fn table(&self) -> &Table {
        self.game.table()
    }

    /// Returns whether a person plays on a seat.
    pub(super) fn is_person(&self, seat: Seat) -> bool {
        seating::is_person(self.game.player(seat))
    }

    /// Returns the number of people.
    pub(super) fn people(&self) -> usize {
        self.game.players().iter().filter(|player| seating::is_person(**player)).count()
    }

    /// Returns whether several people share the terminal.
    pub(super) fn is_shared(&self) -> bool {
        self.people() > 1
    }

    /// Begins a change of the game.
    fn change(&self) -> Transaction<'_> {
        Transaction::new(&self.game, NOW, &self.chance)
    }

    /// Makes a change. Returns its notices for the player, and its warnings.
    fn make(&mut self, done: Done) -> (Vec<Notice>, Vec<Warning>) {
        self.game = done.game;
        self.events.extend(done.events.into_iter().map(|entry| entry.event));
        (done.reports.of(Viewer::Seat(self.own_seat)).to_vec(), done.warnings)
    }

    /// Applies an event.
    fn apply(&mut self, event: Event) -> Result<(Vec<Notice>, Vec<Warning>), Refusal> {
        let mut change = self.change();
        change.apply(event)?;
        let done = change.finish_as_is();
        Ok(self.make(done))
    }

    /// Applies an act of a person, which can be undone.
    fn apply_own(&mut self, act: Act) -> Result<(Vec<Notice>, Vec<Warning>), Refusal> {
        let before = (self.game.clone(), self.events.len());
        let told = self.apply(Event::Act(act))?;
        self.undo_stack.push(before);
        Ok(told)
    }

    /// Returns what the player sees.
    pub(super) fn scene(&self) -> Scene {
        self.table().scene(Viewer::Seat(self.own_seat))
    }

    /// Returns the frames of the game as the player saw them.
    pub(super) fn frames(&self) -> Vec<Frame> {
        self.table().frames(Viewer::Seat(self.own_seat))
    }

    /// Returns what a viewer was shown and told during the game, also after its end.
    pub(super) fn observed_frames(&self, viewer: Viewer) -> Vec<Frame> {
        self.table().observed_frames(viewer)
    }

    /// Returns whether this is a game with hidden pieces whose setup is finished.
    pub(super) fn in_hidden_play(&self) -> bool {
        self.info.hidden && !self.table().scene(Viewer::Public).frame.position.is_empty()
    }

    /// Returns the paths that a move of the player can take.
    pub(super) fn paths(&self, text: &str) -> Vec<Vec<String>> {
        self.table().paths(Viewer::Seat(self.own_seat), text)
    }

    /// Returns the result, or `None` while the game runs.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.table().outcome()
    }

    /// Returns whether only computers are to act.
    pub(super) fn computer_is_next(&self) -> bool {
        let Turn::Seats(seats) = self.table().turn() else { return false };
        !seats.iter().any(|seat| self.is_person(*seat))
    }

    /// Returns the person to act if it is not the one at the prompt.
    pub(super) fn next_person(&self) -> Option<Seat> {
        match self.table().turn() {
            Turn::Seats(seats) if !seats.contains(&self.own_seat) => {
                seats.into_iter().find(|seat| self.is_person(*seat))
            }
            _ => None,
        }
    }

    /// Lets the dice or a computer act. Returns `None` if a person is to act or the game is over.
    pub(super) fn advance(&mut self) -> Result<Option<AutomaticAct>> {
        let mut change = self.change();
        if let Some(faces) = change.throw()? {
            let done = change.finish_as_is();
            let (notices, _) = self.make(done);
            // Acts before a throw cannot be undone.
            self.undo_stack.clear();
            return Ok(Some(AutomaticAct::Thrown { faces, notices }));
        }
        self.computer_to_act().map(|duty| self.computer_acts(duty)).transpose()
    }

    /// Returns the duty of the computer to act; `None` if a person is to act too. In contrast to
    /// [`Game::duty`] no computer answers a draw offer here: [`Session::offer_draw`] has asked all
    /// of them.
    fn computer_to_act(&self) -> Option<Duty> {
        let seat = *self.game.to_act().first().filter(|_| self.computer_is_next())?;
        let level = self.game.player(seat)?.level()?;
        Some(Duty { seat, level, kind: DutyKind::Act })
    }

    fn computer_acts(&mut self, duty: Duty) -> Result<AutomaticAct> {
        let event = self.computers.fulfil(duty, &self.game)?;
        let text = match &event {
            Event::Act(Act::Submit { text, .. }) => text.clone(),
            _ => bail!("the computer has not moved"),
        };
        let before = self.table().scene(Viewer::Public);
        let (notices, _) = self
            .apply(event)
            .map_err(|refusal| anyhow!("the computer's '{text}' was refused: {refusal}"))?;
        let text = self.public_text(&before, text);
        Ok(AutomaticAct::Acted { seat: duty.seat, text, notices })
    }

    /// Returns the text of a computer's act if the player may know it. A move is written as the
    /// player saw it. A step of the setup is only returned if it changed what is public (a
    /// placement is secret until it is finished), and never in a game with hidden pieces.
    fn public_text(&self, before: &Scene, text: String) -> Option<String> {
        let after = self.table().scene(Viewer::Public);
        if after.frame.ply > before.frame.ply {
            return self.scene().frame.text;
        }
        (!self.info.hidden && after != *before).then_some(text)
    }

    /// Submits a move or a step of the setup for the player.
    pub(super) fn submit(&mut self, text: &str) -> Result<(Vec<Notice>, Vec<Warning>), Refusal> {
        self.apply_own(Act::Submit { seat: self.own_seat, text: text.to_owned() })
    }

    /// Returns the name of a cell if it is a move, as for pawns in SAN.
    pub(super) fn read_as_move(&self, cell: &str) -> Option<String> {
        self.table().clone().submit(self.own_seat, cell).ok().map(|_| cell.to_owned())
    }

    /// Returns the danger of a move that the player should be warned of. Returns `None` if there is
    /// no danger or if the move would be refused.
    pub(super) fn danger(&self, text: &str) -> Option<&'static str> {
        let choices = self.scene().choices;
        if let Some(choice) = choices.iter().find(|choice| choice.text == text) {
            return choice.danger;
        }
        if self.info.hidden {
            // Trying the move would reveal hidden pieces.
            return None;
        }
        // The text is not in strict notation; a trial finds the move.
        let mut trial = self.table().clone();
        trial.submit(self.own_seat, text).ok()?;
        let strict = trial.scene(Viewer::Seat(self.own_seat)).frame.text?;
        // The text of a ply begins with the throw, that of a choice does not.
        let made = strict.rsplit(':').next()?;
        choices.iter().find(|choice| choice.text == made)?.danger
    }

    /// Undoes the last act of a person and everything after it.
    pub(super) fn undo(&mut self) -> Result<(), &'static str> {
        if self.info.hidden {
            return Err("in a game with hidden pieces nothing can be taken back");
        }
        if !self.scene().takebacks_allowed {
            return Err("what was thrown stays thrown: nothing can be taken back");
        }
        let (game, events) = self.undo_stack.pop().ok_or("there is nothing to take back")?;
        self.game = game;
        self.events.truncate(events);
        Ok(())
    }

    /// Returns the choice of the strongest level.
    pub(super) fn advice(&mut self) -> Result<Choice> {
        let (scene, frames) = (self.scene(), self.frames());
        let limit = self.computers.limit(self.level);
        Ok(self.adviser.choose(&scene, &frames, &limit, &AtomicBool::new(false))?)
    }

    /// Resigns.
    pub(super) fn resign(&mut self) -> Result<Vec<Notice>, Refusal> {
        let (notices, _) = self.apply_own(Act::Resign { seat: self.own_seat })?;
        Ok(notices)
    }

    /// Offers a draw, or accepts the one that another person offered. Computers answer at once; if
    /// one declines, the offer was not made.
    pub(super) fn offer_draw(&mut self) -> Result<DrawAnswer> {
        let mut change = Transaction::new(&self.game, NOW, &self.chance);
        change.apply(Event::Act(Act::OfferDraw { seat: self.own_seat }))?;
        let answering = |game: &Game| game.duty().filter(|duty| duty.kind == DutyKind::AnswerDraw);
        while let Some(duty) = answering(change.game()) {
            let answer = self.computers.fulfil(duty, change.game())?;
            if matches!(answer, Event::Act(Act::DeclineDraw { .. })) {
                return Ok(DrawAnswer::Declined);
            }
            change.apply(answer)?;
        }
        let done = change.finish_as_is();
        self.undo_stack.push((self.game.clone(), self.events.len()));
        let (notices, _) = self.make(done);
        Ok(match self.outcome() {
            Some(_) => DrawAnswer::Agreed(notices),
            None => DrawAnswer::Open,
        })
    }

    /// Returns the name of a seat: its side, or its occupant if the sides are not assigned yet.
    pub(super) fn name(&self, scene: &Scene, seat: Seat) -> String {
        let side = scene.sides.iter().find(|side| side.seat == Some(seat));
        match (side, self.is_person(seat)) {
            (Some(side), true) => side.key.to_owned(),
            (Some(side), false) => format!("The computer ({})", side.key),
            (None, true) => self.occupant_name(seat),
            (None, false) => "The computer".to_owned(),
        }
    }

    /// Returns the occupant of a seat as records name it.
    pub(super) fn occupant_name(&self, seat: Seat) -> String {
        match self.game.player(seat) {
            Some(Player::Computer(level)) => level.in_record(),
            _ if self.is_shared() => format!("player {}", seat.index() + 1),
            _ => "you".to_owned(),
        }
    }
}

/// Returns the seat of the first person, else the first seat.
pub(super) fn first_person(players: &[Player]) -> Seat {
    let first = players.iter().position(|player| seating::is_person(Some(*player)));
    Seat::new(first.unwrap_or(0))
}

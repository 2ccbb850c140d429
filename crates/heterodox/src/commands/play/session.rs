//! A game without its input and output: the table, people and computers on its seats, and undo.

use super::dice::SeededDice;
use super::seating::{Occupant, SeatingRequest};
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::{Choice, Level, Player, SearchLimit, player};
use heterodox_rules::{
    Act, Frame, GameInfo, Notice, Outcome, Refusal, Report, Scene, Seat, Setting, Table, Turn,
    Viewer, Warning, open, quote,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A seat as `--seat` names it.
pub(super) enum SeatRequest {
    Number(Seat),
    Side(&'static str),
    Random,
}

impl SeatRequest {
    /// Parses the number of a seat, the key of a side or `random`.
    pub(super) fn parse(text: &str, info: &GameInfo) -> Result<Self> {
        if text == "random" {
            return Ok(Self::Random);
        }
        if let Some(side) = info.sides.iter().find(|side| **side == text) {
            return Ok(Self::Side(side));
        }
        let number = text.parse().ok().filter(|number| *number < info.seats.1);
        number.map(|number| Self::Number(Seat::new(number))).ok_or_else(|| {
            anyhow!(
                "--seat '{}': expected 0 to {}, {} or random",
                quote(text),
                info.seats.1 - 1,
                info.sides.join(", ")
            )
        })
    }

    /// Returns the seat at this table.
    fn resolve(&self, table: &Table, dice: &mut impl Rng) -> Result<Seat> {
        match self {
            Self::Number(seat) if seat.index() < table.seats() => Ok(*seat),
            Self::Number(seat) => Err(anyhow!("--seat: there is no {seat} at this table")),
            Self::Random => Ok(Seat::new(dice.random_range(0..table.seats()))),
            Self::Side(key) => {
                let sides = table.scene(Viewer::Public).sides;
                let side = sides.iter().find(|side| side.key == *key).ok_or_else(|| {
                    let keys: Vec<_> = sides.iter().map(|side| side.key).collect();
                    let seats = match table.info().seats {
                        (least, most) if least < most => " (--option seats=N has more or fewer)",
                        _ => "",
                    };
                    anyhow!(
                        "--seat {key}: nobody plays {key} at this table, expected one of: {}{seats}",
                        keys.join(", ")
                    )
                })?;
                side.seat.ok_or_else(|| {
                    anyhow!(
                        "--seat {key}: who plays {key} is settled during the setup; give a number"
                    )
                })
            }
        }
    }
}

/// An event outside the player's turn.
pub(super) enum Event {
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
    pub(super) setting: Setting,
    pub(super) table: Table,
    /// The seat at the prompt. Only what this seat may know is shown.
    pub(super) own_seat: Seat,
    /// The occupants of the seats.
    pub(super) occupants: Vec<Occupant>,
    /// The level of computers without a level of their own.
    pub(super) level: Level,
    pub(super) seed: u64,
    /// The seeded dice of games that have them.
    pub(super) seeded_dice: Option<SeededDice>,
    /// All acts at the table. Together with the setting they define the game.
    pub(super) acts: Vec<Act>,
    /// The time limit of computers for a move.
    time: Option<Duration>,
    /// The computer players by seat, which are created at their first move.
    computers: BTreeMap<Seat, (Level, Box<dyn Player>)>,
    adviser: Box<dyn Player>,
    rng: ChaCha8Rng,
    /// For each act of a person that can be undone: the table and the number of acts before it.
    undo_stack: Vec<(Table, usize)>,
}

impl Session {
    /// Opens a game with the player on the first seat. Returns `None` if the engine does not play
    /// the game.
    pub(super) fn new(
        info: &'static GameInfo,
        setting: Setting,
        level: Level,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<Option<Self>> {
        let table = open(info.id, &setting)?;
        let occupants = one_person(Seat::new(0), table.seats(), level);
        Ok(player(info.id, Level::FULL, seed).map(|adviser| Self {
            info,
            setting,
            table,
            own_seat: Seat::new(0),
            occupants,
            level,
            seed,
            seeded_dice: None,
            acts: Vec::new(),
            time,
            computers: BTreeMap::new(),
            adviser,
            rng: ChaCha8Rng::seed_from_u64(seed),
            undo_stack: Vec::new(),
        }))
    }

    /// Assigns the seats as the command line asks.
    pub(super) fn assign_seats(&mut self, request: &SeatingRequest) -> Result<()> {
        let seats = self.table.seats();
        match request {
            SeatingRequest::People => self.set_occupants(vec![Occupant::Person; seats]),
            SeatingRequest::One(request) => {
                let seat = request.resolve(&self.table, &mut self.rng)?;
                self.set_occupants(one_person(seat, seats, self.level));
            }
            SeatingRequest::Each(each) => {
                let mut occupants = vec![None; seats];
                for (word, request, occupant) in each {
                    let seat = request.resolve(&self.table, &mut self.rng)?;
                    if occupants[seat.index()].replace(*occupant).is_some() {
                        bail!("--seat {}: somebody sits there already", quote(word));
                    }
                }
                let level = Occupant::Computer(self.level);
                let occupants: Vec<Occupant> =
                    occupants.into_iter().map(|occupant| occupant.unwrap_or(level)).collect();
                if self.info.hidden && !occupants.contains(&Occupant::Person) {
                    bail!("--seat: nobody would be there to see this game: give SEAT=me");
                }
                self.set_occupants(occupants);
            }
        }
        Ok(())
    }

    /// Sets the occupants of all seats. The first person is at the prompt.
    pub(super) fn set_occupants(&mut self, occupants: Vec<Occupant>) {
        let first = occupants.iter().position(|occupant| *occupant == Occupant::Person);
        self.own_seat = Seat::new(first.unwrap_or(0));
        self.occupants = occupants;
        self.computers.clear();
    }

    /// Returns whether a person plays on a seat.
    pub(super) fn is_person(&self, seat: Seat) -> bool {
        self.occupants.get(seat.index()) == Some(&Occupant::Person)
    }

    /// Returns the number of people.
    pub(super) fn people(&self) -> usize {
        self.occupants.iter().filter(|occupant| **occupant == Occupant::Person).count()
    }

    /// Returns whether several people share the terminal.
    pub(super) fn is_shared(&self) -> bool {
        self.people() > 1
    }

    /// Continues at another table. `acts` are those that led to its position.
    pub(super) fn change_table(
        &mut self,
        setting: Setting,
        table: Table,
        own_seat: Seat,
        acts: Vec<Act>,
    ) {
        self.setting = setting;
        self.table = table;
        if self.occupants.len() != self.table.seats() || !self.is_person(own_seat) {
            self.occupants = one_person(own_seat, self.table.seats(), self.level);
        }
        self.own_seat = own_seat;
        self.computers.clear();
        // Another stream of the seed, so that the throws of the beginning are not repeated.
        self.rng.set_stream(acts.len() as u64);
        self.acts = acts;
        self.undo_stack.clear();
    }

    /// Applies an act.
    fn apply(&mut self, act: Act) -> Result<Report, Refusal> {
        let report = self.table.apply(&act)?;
        self.acts.push(act);
        Ok(report)
    }

    /// Applies an act of a person, which can be undone.
    fn apply_own(&mut self, act: Act) -> Result<Report, Refusal> {
        let before = (self.table.clone(), self.acts.len());
        let report = self.apply(act)?;
        self.undo_stack.push(before);
        Ok(report)
    }

    /// Returns what the player sees.
    pub(super) fn scene(&self) -> Scene {
        self.table.scene(Viewer::Seat(self.own_seat))
    }

    /// Returns the frames of the game as the player saw them.
    pub(super) fn frames(&self) -> Vec<Frame> {
        self.table.frames(Viewer::Seat(self.own_seat))
    }

    /// Returns what a viewer was shown and told during the game, also after its end.
    pub(super) fn frames_seen(&self, viewer: Viewer) -> Vec<Frame> {
        self.table.observed_frames(viewer)
    }

    /// Returns whether this is a game with hidden pieces whose setup is finished.
    pub(super) fn in_hidden_play(&self) -> bool {
        self.info.hidden && !self.table.scene(Viewer::Public).frame.position.is_empty()
    }

    /// Returns the paths that a move of the player can take.
    pub(super) fn paths(&self, text: &str) -> Vec<Vec<String>> {
        self.table.paths(Viewer::Seat(self.own_seat), text)
    }

    /// Returns the result, or `None` while the game runs.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Returns whether only computers are to act.
    pub(super) fn computer_is_next(&self) -> bool {
        matches!(self.table.turn(), Turn::Seats(seats) if !seats.iter().any(|seat| self.is_person(*seat)))
    }

    /// Returns the person to act if it is not the one at the prompt.
    pub(super) fn next_person(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seats(seats) if !seats.contains(&self.own_seat) => {
                seats.into_iter().find(|seat| self.is_person(*seat))
            }
            _ => None,
        }
    }

    /// Lets the dice or a computer act. Returns `None` if a person is to act or the game is over.
    pub(super) fn advance(&mut self) -> Result<Option<Event>> {
        match self.table.turn() {
            Turn::Throw(request) => {
                let faces = if let Some(seeded_dice) = &mut self.seeded_dice {
                    seeded_dice.throw(request)
                } else {
                    let rng = &mut self.rng;
                    (0..request.dice).map(|_| rng.random_range(1..=request.faces)).collect()
                };
                let report = self.apply(Act::Throw { faces: faces.clone() })?;
                // Acts before a throw cannot be undone.
                self.undo_stack.clear();
                Ok(Some(Event::Thrown { faces, notices: self.own_notices(&report.reports) }))
            }
            Turn::Seats(seats) if !seats.iter().any(|seat| self.is_person(*seat)) => {
                seats.first().map(|seat| self.computer_acts(*seat)).transpose()
            }
            Turn::Seats(_) | Turn::Over(_) => Ok(None),
        }
    }

    /// Returns the computer on a seat and its search limit.
    fn computer(&mut self, seat: Seat) -> Result<(&mut dyn Player, SearchLimit)> {
        let Some(Occupant::Computer(level)) = self.occupants.get(seat.index()).copied() else {
            bail!("no computer sits on {seat}");
        };
        if !self.computers.contains_key(&seat) {
            let Some(computer) = player(self.info.id, level, self.seed) else {
                bail!("the computer does not play {}", self.info.id);
            };
            self.computers.insert(seat, (level, computer));
        }
        let (_, computer) = self.computers.get_mut(&seat).context("a computer")?;
        Ok((computer.as_mut(), self.time.map_or(level.default_limit(), SearchLimit::time)))
    }

    fn computer_acts(&mut self, seat: Seat) -> Result<Event> {
        let viewer = Viewer::Seat(seat);
        let (scene, frames) = (self.table.scene(viewer), self.table.frames(viewer));
        let (computer, limit) = self.computer(seat)?;
        let choice = computer.choose(&scene, &frames, &limit, &AtomicBool::new(false))?;
        let before = self.table.scene(Viewer::Public);
        let act = Act::Submit { seat, text: choice.text.clone() };
        let report = self.apply(act).map_err(|refusal| {
            anyhow!("the computer's '{}' was refused: {refusal}", choice.text)
        })?;
        let text = self.public_text(&before, choice.text);
        Ok(Event::Acted { seat, text, notices: self.own_notices(&report.reports) })
    }

    /// Returns the text of a computer's act if the player may know it. A move is written as the
    /// player saw it. A step of the setup is only returned if it changed what is public (a
    /// placement is secret until it is finished), and never in a game with hidden pieces.
    fn public_text(&self, before: &Scene, text: String) -> Option<String> {
        let after = self.table.scene(Viewer::Public);
        if after.frame.ply > before.frame.ply {
            return self.scene().frame.text;
        }
        (!self.info.hidden && after != *before).then_some(text)
    }

    fn own_notices(&self, reports: &heterodox_rules::Reports) -> Vec<Notice> {
        reports.of(Viewer::Seat(self.own_seat)).to_vec()
    }

    /// Submits a move or a step of the setup for the player.
    pub(super) fn submit(&mut self, text: &str) -> Result<(Vec<Warning>, Vec<Notice>), Refusal> {
        let report = self.apply_own(Act::Submit { seat: self.own_seat, text: text.to_owned() })?;
        Ok((report.warnings, self.own_notices(&report.reports)))
    }

    /// Returns the name of a cell if it is a move, as for pawns in SAN.
    pub(super) fn read_as_move(&self, cell: &str) -> Option<String> {
        self.table.clone().submit(self.own_seat, cell).ok().map(|_| cell.to_owned())
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
        let mut trial = self.table.clone();
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
        let (table, acts) = self.undo_stack.pop().ok_or("there is nothing to take back")?;
        self.table = table;
        self.acts.truncate(acts);
        Ok(())
    }

    /// Returns the choice of the strongest level.
    pub(super) fn advice(&mut self) -> Result<Choice> {
        let (scene, frames) = (self.scene(), self.frames());
        let limit = self.time.map_or(self.level.default_limit(), SearchLimit::time);
        Ok(self.adviser.choose(&scene, &frames, &limit, &AtomicBool::new(false))?)
    }

    /// Resigns.
    pub(super) fn resign(&mut self) -> Result<Vec<Notice>, Refusal> {
        let report = self.apply_own(Act::Resign { seat: self.own_seat })?;
        Ok(self.own_notices(&report.reports))
    }

    /// Offers a draw, or accepts the one that another person offered. Computers answer at once.
    pub(super) fn offer_draw(&mut self) -> Result<DrawAnswer> {
        let before = (self.table.clone(), self.acts.len());
        let mut report = self.apply(Act::OfferDraw { seat: self.own_seat })?;
        for seat in self.table.playing() {
            if self.is_person(seat) || self.outcome().is_some() {
                continue;
            }
            let viewer = Viewer::Seat(seat);
            let (scene, frames) = (self.table.scene(viewer), self.table.frames(viewer));
            if !self.computer(seat)?.0.accepts_draw(&scene, &frames) {
                self.table = before.0;
                self.acts.truncate(before.1);
                return Ok(DrawAnswer::Declined);
            }
            report = self.apply(Act::OfferDraw { seat })?;
        }
        self.undo_stack.push(before);
        Ok(match self.outcome() {
            Some(_) => DrawAnswer::Agreed(self.own_notices(&report.reports)),
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
        match self.occupants.get(seat.index()) {
            Some(Occupant::Computer(level)) => level.in_record(),
            _ if self.is_shared() => format!("player {}", seat.index() + 1),
            _ => "you".to_owned(),
        }
    }
}

/// Returns one person and computers on all other seats.
fn one_person(seat: Seat, seats: usize, level: Level) -> Vec<Occupant> {
    let mut occupants = vec![Occupant::Computer(level); seats];
    if let Some(own) = occupants.get_mut(seat.index()) {
        *own = Occupant::Person;
    }
    occupants
}

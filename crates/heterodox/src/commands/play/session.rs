//! The game itself: the table, the seat of whoever is at the prompt, people and computers on the others, and what
//! can be undone.

use super::dice::FairDice;
use super::seating::{Sitter, Wish};
use crate::output::quote;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_engine::{Choice, Level, Player, SearchLimit, player};
use heterodox_rules::{
    Act, Frame, GameInfo, Notice, Outcome, Refusal, Report, Scene, Seat, Setting, Table, Turn,
    Viewer, Warning, open,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Where the player wants to sit.
pub(super) enum SeatWish {
    Number(Seat),
    Side(&'static str),
    Random,
}

impl SeatWish {
    /// Reads a seat's number, the key of a side or `random`.
    pub(super) fn read(text: &str, info: &GameInfo) -> Result<Self> {
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

    /// The seat that is meant.
    fn grant(&self, table: &Table, dice: &mut impl Rng) -> Result<Seat> {
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

/// What happened while it was not the player's turn.
pub(super) enum Event {
    /// Dice fell; what the umpire said of it.
    Thrown { faces: Vec<u8>, notices: Vec<Notice> },
    /// The computer acted: what it did, as far as the player may know, and what the umpire said.
    Acted { seat: Seat, text: Option<String>, notices: Vec<Notice> },
}

/// What came of offering a draw.
pub(super) enum DrawAnswer {
    /// The game is over; what was announced.
    Agreed(Vec<Notice>),
    /// Other people have still to answer.
    Open,
    /// A computer declined.
    Declined,
}

/// A game between people at one terminal and computers.
pub(super) struct Session {
    pub(super) info: &'static GameInfo,
    pub(super) setting: Setting,
    pub(super) table: Table,
    /// Who is at the prompt: only what this seat may know is shown.
    pub(super) you: Seat,
    /// Who sits where.
    pub(super) sitters: Vec<Sitter>,
    /// How well computers play of which nobody says it.
    pub(super) level: Level,
    pub(super) seed: u64,
    /// Dice that can be checked, where there are any.
    pub(super) fair: Option<FairDice>,
    /// Everything that was done at the table; with the setting it is the whole game.
    pub(super) acts: Vec<Act>,
    /// The longest that a computer may think, if somebody said.
    time: Option<Duration>,
    /// The computer players, by seat; made when they are needed.
    computers: BTreeMap<Seat, (Level, Box<dyn Player>)>,
    adviser: Box<dyn Player>,
    rng: ChaCha8Rng,
    /// The table before each act of a person that can still be undone, and how many acts had led there.
    earlier: Vec<(Table, usize)>,
}

impl Session {
    /// Opens a game with the player on the first seat; nothing if the computer does not play it.
    pub(super) fn new(
        info: &'static GameInfo,
        setting: Setting,
        level: Level,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<Option<Self>> {
        let table = open(info.id, &setting)?;
        let sitters = one_person(Seat::new(0), table.seats(), level);
        Ok(player(info.id, Level::FULL, seed).map(|adviser| Self {
            info,
            setting,
            table,
            you: Seat::new(0),
            sitters,
            level,
            seed,
            fair: None,
            acts: Vec::new(),
            time,
            computers: BTreeMap::new(),
            adviser,
            rng: ChaCha8Rng::seed_from_u64(seed),
            earlier: Vec::new(),
        }))
    }

    /// Seats everybody as the player wishes.
    pub(super) fn sit(&mut self, wish: &Wish) -> Result<()> {
        let seats = self.table.seats();
        match wish {
            Wish::People => self.take_seats(vec![Sitter::Person; seats]),
            Wish::One(wish) => {
                let seat = wish.grant(&self.table, &mut self.rng)?;
                self.take_seats(one_person(seat, seats, self.level));
            }
            Wish::Each(each) => {
                let mut sitters = vec![None; seats];
                for (word, wish, sitter) in each {
                    let seat = wish.grant(&self.table, &mut self.rng)?;
                    if sitters[seat.index()].replace(*sitter).is_some() {
                        bail!("--seat {}: somebody sits there already", quote(word));
                    }
                }
                let level = Sitter::Computer(self.level);
                let sitters: Vec<Sitter> =
                    sitters.into_iter().map(|sitter| sitter.unwrap_or(level)).collect();
                if self.info.hidden && !sitters.contains(&Sitter::Person) {
                    bail!("--seat: nobody would be there to see this game: give SEAT=me");
                }
                self.take_seats(sitters);
            }
        }
        Ok(())
    }

    /// Seats everybody; the first person is at the prompt.
    pub(super) fn take_seats(&mut self, sitters: Vec<Sitter>) {
        let first = sitters.iter().position(|sitter| *sitter == Sitter::Person);
        self.you = Seat::new(first.unwrap_or(0));
        self.sitters = sitters;
        self.computers.clear();
    }

    /// Whether a person sits on a seat.
    pub(super) fn is_person(&self, seat: Seat) -> bool {
        self.sitters.get(seat.index()) == Some(&Sitter::Person)
    }

    /// How many people there are.
    pub(super) fn people(&self) -> usize {
        self.sitters.iter().filter(|sitter| **sitter == Sitter::Person).count()
    }

    /// Whether several people share the terminal.
    pub(super) fn is_shared(&self) -> bool {
        self.people() > 1
    }

    /// Goes on at another table, with the player at the prompt on this seat. `acts` led there.
    pub(super) fn change_table(
        &mut self,
        setting: Setting,
        table: Table,
        you: Seat,
        acts: Vec<Act>,
    ) {
        self.setting = setting;
        self.table = table;
        if self.sitters.len() != self.table.seats() || !self.is_person(you) {
            self.sitters = one_person(you, self.table.seats(), self.level);
        }
        self.you = you;
        self.computers.clear();
        // Dice that are thrown from here on are others than those at the beginning.
        self.rng.set_stream(acts.len() as u64);
        self.acts = acts;
        self.earlier.clear();
    }

    /// Lets something happen at the table.
    fn apply(&mut self, act: Act) -> Result<Report, Refusal> {
        let report = self.table.apply(&act)?;
        self.acts.push(act);
        Ok(report)
    }

    /// The same by a person, who may undo it.
    fn apply_own(&mut self, act: Act) -> Result<Report, Refusal> {
        let before = (self.table.clone(), self.acts.len());
        let report = self.apply(act)?;
        self.earlier.push(before);
        Ok(report)
    }

    /// What the player sees.
    pub(super) fn scene(&self) -> Scene {
        self.table.scene(Viewer::Seat(self.you))
    }

    /// The boards of the game so far as the player saw them.
    pub(super) fn frames(&self) -> Vec<Frame> {
        self.table.frames(Viewer::Seat(self.you))
    }

    /// What a seat was shown and told, also after the end.
    pub(super) fn frames_seen(&self, viewer: Viewer) -> Vec<Frame> {
        self.table.observed_frames(viewer)
    }

    /// Whether a battle runs, or has been fought, of which nobody sees everything.
    pub(super) fn is_hidden_battle(&self) -> bool {
        self.info.hidden && !self.table.scene(Viewer::Public).frame.position.is_empty()
    }

    /// The paths on which the player could do what a text says.
    pub(super) fn paths(&self, text: &str) -> Vec<Vec<String>> {
        self.table.paths(Viewer::Seat(self.you), text)
    }

    /// The result, once there is one.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Whether it is the turn of computers alone.
    pub(super) fn computer_is_next(&self) -> bool {
        matches!(self.table.turn(), Turn::Seats(seats) if !seats.iter().any(|seat| self.is_person(*seat)))
    }

    /// The other person whose turn it is, if it is not the turn of the one at the prompt.
    pub(super) fn next_person(&self) -> Option<Seat> {
        match self.table.turn() {
            Turn::Seats(seats) if !seats.contains(&self.you) => {
                seats.into_iter().find(|seat| self.is_person(*seat))
            }
            _ => None,
        }
    }

    /// Lets the dice or the computer act, unless a person must; nothing if so or if the game is
    /// over.
    pub(super) fn advance(&mut self) -> Result<Option<Event>> {
        match self.table.turn() {
            Turn::Throw(request) => {
                let faces = if let Some(fair) = &mut self.fair {
                    fair.throw(request)
                } else {
                    let rng = &mut self.rng;
                    (0..request.dice).map(|_| rng.random_range(1..=request.faces)).collect()
                };
                let report = self.apply(Act::Throw { faces: faces.clone() })?;
                // What dice decided stays decided.
                self.earlier.clear();
                Ok(Some(Event::Thrown { faces, notices: self.heard(&report.reports) }))
            }
            Turn::Seats(seats) if !seats.iter().any(|seat| self.is_person(*seat)) => {
                seats.first().map(|seat| self.computer_acts(*seat)).transpose()
            }
            Turn::Seats(_) | Turn::Over(_) => Ok(None),
        }
    }

    /// The computer on a seat and how long it may think; nothing where no computer sits.
    fn computer(&mut self, seat: Seat) -> Result<(&mut dyn Player, SearchLimit)> {
        let Some(Sitter::Computer(level)) = self.sitters.get(seat.index()).copied() else {
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
        let (computer, budget) = self.computer(seat)?;
        let choice = computer.choose(&scene, &frames, &budget, &AtomicBool::new(false))?;
        let before = self.table.scene(Viewer::Public);
        let act = Act::Submit { seat, text: choice.text.clone() };
        let report = self.apply(act).map_err(|refusal| {
            anyhow!("the computer's '{}' was refused: {refusal}", choice.text)
        })?;
        let text = self.public_text(&before, choice.text);
        Ok(Event::Acted { seat, text, notices: self.heard(&report.reports) })
    }

    /// What the player may be told of an act of the computer. A move is told as the player's view has
    /// it. A step of the setup is told if everybody can see what it did (a placement that is not yet
    /// finished is nobody's business), but not in a game with hidden pieces.
    fn public_text(&self, before: &Scene, text: String) -> Option<String> {
        let after = self.table.scene(Viewer::Public);
        if after.frame.ply > before.frame.ply {
            return self.scene().frame.text;
        }
        (!self.info.hidden && after != *before).then_some(text)
    }

    fn heard(&self, reports: &heterodox_rules::Reports) -> Vec<Notice> {
        reports.of(Viewer::Seat(self.you)).to_vec()
    }

    /// Submits something for the player.
    pub(super) fn submit(&mut self, text: &str) -> Result<(Vec<Warning>, Vec<Notice>), Refusal> {
        let report = self.apply_own(Act::Submit { seat: self.you, text: text.to_owned() })?;
        Ok((report.warnings, self.heard(&report.reports)))
    }

    /// The name of a cell as a move that the game understands, if it does.
    pub(super) fn read_as_move(&self, cell: &str) -> Option<String> {
        self.table.clone().submit(self.you, cell).ok().map(|_| cell.to_owned())
    }

    /// Why the player should think twice before submitting this; nothing if there is no reason or if
    /// it would be refused.
    pub(super) fn danger(&self, text: &str) -> Option<&'static str> {
        let choices = self.scene().choices;
        if let Some(choice) = choices.iter().find(|choice| choice.text == text) {
            return choice.danger;
        }
        if self.info.hidden {
            // Trying it out would ask the truth.
            return None;
        }
        // Not written strictly: the umpire's reader tells which move it is.
        let mut trial = self.table.clone();
        trial.submit(self.you, text).ok()?;
        let strict = trial.scene(Viewer::Seat(self.you)).frame.text?;
        // A ply has its throw before it, a choice has not.
        let made = strict.rsplit(':').next()?;
        choices.iter().find(|choice| choice.text == made)?.danger
    }

    /// Takes the player's last act back, and everything after it.
    pub(super) fn undo(&mut self) -> Result<(), &'static str> {
        if self.info.hidden {
            return Err("in a game with hidden pieces nothing can be taken back");
        }
        if !self.scene().takebacks_allowed {
            return Err("what was thrown stays thrown: nothing can be taken back");
        }
        let (table, acts) = self.earlier.pop().ok_or("there is nothing to take back")?;
        self.table = table;
        self.acts.truncate(acts);
        Ok(())
    }

    /// What a strong player would do.
    pub(super) fn advice(&mut self) -> Result<Choice> {
        let (scene, frames) = (self.scene(), self.frames());
        let budget = self.time.map_or(self.level.default_limit(), SearchLimit::time);
        Ok(self.adviser.choose(&scene, &frames, &budget, &AtomicBool::new(false))?)
    }

    /// Gives up.
    pub(super) fn resign(&mut self) -> Result<Vec<Notice>, Refusal> {
        let report = self.apply_own(Act::Resign { seat: self.you })?;
        Ok(self.heard(&report.reports))
    }

    /// Offers a draw, or accepts the one that another person offered. Computers answer at once.
    pub(super) fn offer_draw(&mut self) -> Result<DrawAnswer> {
        let before = (self.table.clone(), self.acts.len());
        let mut report = self.apply(Act::OfferDraw { seat: self.you })?;
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
        self.earlier.push(before);
        Ok(match self.outcome() {
            Some(_) => DrawAnswer::Agreed(self.heard(&report.reports)),
            None => DrawAnswer::Open,
        })
    }

    /// How a seat is called: its side, or who sits there as long as that is not settled.
    pub(super) fn name(&self, scene: &Scene, seat: Seat) -> String {
        let side = scene.sides.iter().find(|side| side.seat == Some(seat));
        match (side, self.is_person(seat)) {
            (Some(side), true) => side.key.to_owned(),
            (Some(side), false) => format!("The computer ({})", side.key),
            (None, true) => self.who(seat),
            (None, false) => "The computer".to_owned(),
        }
    }

    /// Who plays on a seat.
    pub(super) fn who(&self, seat: Seat) -> String {
        match self.sitters.get(seat.index()) {
            Some(Sitter::Computer(level)) => level.in_record(),
            _ if self.is_shared() => format!("player {}", seat.index() + 1),
            _ => "you".to_owned(),
        }
    }
}

/// One person here and computers on all other seats.
fn one_person(seat: Seat, seats: usize, level: Level) -> Vec<Sitter> {
    let mut sitters = vec![Sitter::Computer(level); seats];
    if let Some(own) = sitters.get_mut(seat.index()) {
        *own = Sitter::Person;
    }
    sitters
}

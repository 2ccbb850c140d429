//! Saving a game as a record and going on with one; running games with hidden pieces are sealed.

use super::dice::FairDice;
use super::seal::{self, Sealed, SealedDice};
use super::seating::{self, Sitter};
use super::session::Session;
use crate::file;
use crate::output::quote;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_rules::{
    Act, EndReason, Outcome, Record, Seat, Setting, Start, Table, Viewer, open, read_record,
};
use std::path::Path;

impl Session {
    /// The record of the game.
    pub(super) fn record(&self) -> Result<String> {
        let scene = self.scene();
        if scene.frame.position.is_empty() {
            bail!("there is no record yet: the setup is not finished");
        }
        let players: Vec<(String, String)> = scene
            .sides
            .iter()
            .filter_map(|side| Some((side.key.to_owned(), self.who(side.seat?))))
            .collect();
        let mut headers = players;
        // A secret seed would tell the throws to come.
        let fair = self.fair.as_ref().filter(|fair| fair.whole);
        if let Some(fair) = fair.filter(|fair| fair.known || self.outcome().is_some()) {
            headers.push(("seed".to_owned(), fair.seed.reveal().to_owned()));
        }
        Ok(self.table.record(Viewer::Seat(self.you), &headers))
    }

    /// Writes the record into a file.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        file::write_whole(path, self.record()?.as_bytes())
    }

    /// Writes the whole state of the game into a file that nobody should look into.
    pub(super) fn seal(&self, path: &Path) -> Result<()> {
        if !self.info.hidden && !self.keeps_a_secret() {
            bail!("nothing is hidden in {}: use `save FILE`", self.info.name);
        }
        let sealed = Sealed {
            game: self.info.id.to_owned(),
            options: self.setting.options.clone(),
            start: (&self.setting.start).into(),
            acts: self.acts.clone(),
            hot_seat: self.people() == self.table.seats(),
            sitters: self.sitters.iter().map(|sitter| sitter.key().to_owned()).collect(),
            dice: self.fair.as_ref().map(|fair| SealedDice {
                seed: fair.seed.reveal().to_owned(),
                thrown: fair.thrown,
                known: fair.known,
                whole: fair.whole,
            }),
            you: self.you.index(),
        };
        file::write_whole(path, sealed.write()?.as_bytes())
    }

    /// Goes on with a sealed game.
    fn open_sealed(&mut self, text: &str) -> Result<()> {
        let sealed = Sealed::read(text)?;
        if sealed.game != self.info.id {
            bail!("a sealed game of {}, not of {}", quote(&sealed.game), self.info.id);
        }
        let setting = Setting { options: sealed.options, start: sealed.start.into() };
        let mut table = open(self.info.id, &setting)?;
        for act in &sealed.acts {
            // No word of what it was: the seal is opened for the umpire only.
            table.apply(act).map_err(|_| anyhow!("the sealed game has been changed"))?;
        }
        if sealed.you >= table.seats() {
            bail!("the sealed game has been changed");
        }
        let you = Seat::new(sealed.you);
        let seats = table.seats();
        let fair = sealed.dice.map(SealedDice::open).transpose()?;
        let sitters: Vec<Sitter> =
            sealed.sitters.iter().filter_map(|word| Sitter::read(word)).collect();
        self.change_table(setting, table, you, sealed.acts);
        if sitters.len() == seats {
            self.sitters = sitters;
        } else if sealed.hot_seat {
            self.sitters = vec![Sitter::Person; seats];
        }
        self.fair = fair;
        Ok(())
    }

    /// Whether the dice follow a seed that nobody is to know before the end.
    pub(super) fn keeps_a_secret(&self) -> bool {
        self.outcome().is_none() && self.fair.as_ref().is_some_and(|fair| !fair.known)
    }

    /// Goes on with the game in a record. Gives the record's warnings.
    pub(super) fn load(&mut self, path: &Path) -> Result<Vec<String>> {
        let text = file::read_text(path)?;
        if seal::is_sealed(&text) {
            self.open_sealed(&text).with_context(|| file::name(path))?;
            return Ok(Vec::new());
        }
        if self.info.hidden {
            // What one player saw is no game, and the umpire's record of one would be looked at.
            bail!(
                "{}: a running game of {} is kept with `seal FILE`; records are looked at with `heterodox replay`",
                file::name(path),
                self.info.name
            );
        }
        let record = read_record(&text).with_context(|| file::name(path))?;
        if record.game != self.info.id {
            bail!("{}: a record of {}, not of {}", file::name(path), record.game, self.info.id);
        }
        let (setting, table, acts) = resume(&record).with_context(|| file::name(path))?;
        let shared = self.people() == self.sitters.len();
        match seating::of_record(&record) {
            Some(sitters) => self.take_seats(sitters),
            None if shared => self.take_seats(vec![Sitter::Person; table.seats()]),
            None => {}
        }
        let you = seat_of_person(&record, &table).unwrap_or(self.you);
        let dice = self.fair.is_some()
            || table.has_dice() && !table.scene(Viewer::Public).takebacks_allowed;
        let given = self.fair.as_ref().filter(|fair| fair.known).map(|fair| &fair.seed);
        self.fair = dice.then(|| FairDice::of_record(&record, given));
        self.change_table(setting, table, you, acts);
        Ok(record.warnings.iter().map(ToString::to_string).collect())
    }
}

/// Plays a record on a fresh table. What it says of no option has its default.
fn resume(record: &Record) -> Result<(Setting, Table, Vec<Act>)> {
    let first = record.frames.first().context("the record has no position")?;
    let start = Start::Position(first.position.clone());
    let setting = Setting { options: record.options.clone(), start };
    let mut course = Course { table: open(record.game, &setting)?, acts: Vec::new() };
    for frame in &record.frames[1..] {
        course.retire(record, frame.ply - 1)?;
        let text = frame.text.as_deref().unwrap_or_default();
        if course.table.awaits_throw().is_some() {
            let face = text.split_once(':').and_then(|(face, _)| face.parse().ok());
            let face = face.with_context(|| format!("{text}: no throw"))?;
            course.apply(Act::Throw { faces: vec![face] })?;
            if course.table.plies() == frame.ply {
                continue; // The turn passed by itself.
            }
        }
        let to_act = course.table.scene(Viewer::Public).to_act;
        let seat = *to_act.first().ok_or_else(|| anyhow!("{text}: the game is over before it"))?;
        course.apply(Act::Submit { seat, text: text.to_owned() })?;
    }
    course.retire(record, record.frames.len() - 1)?;
    if let (Some(outcome), None) = (&record.outcome, course.table.outcome()) {
        finish(&mut course.table, outcome)?;
    }
    Ok((setting, course.table, course.acts))
}

/// A game that is played again.
struct Course {
    table: Table,
    acts: Vec<Act>,
}

impl Course {
    fn apply(&mut self, act: Act) -> Result<()> {
        self.table.apply(&act).with_context(|| match &act {
            Act::Submit { text, .. } => text.clone(),
            _ => "the record cannot be gone on with".to_owned(),
        })?;
        self.acts.push(act);
        Ok(())
    }

    /// Lets those go who left after so many plies.
    fn retire(&mut self, record: &Record, plies: usize) -> Result<()> {
        for left in record.retired.iter().filter(|left| left.plies == plies) {
            let seat = left.seat;
            self.apply(match left.reason {
                EndReason::Time => Act::Flag { seat },
                _ => Act::Resign { seat },
            })?;
        }
        Ok(())
    }
}

/// Ends a game as its record says, where the position alone does not.
fn finish(table: &mut Table, outcome: &Outcome) -> Result<()> {
    let loser = outcome.ranking.iter().skip(1).flatten().next().copied();
    match (outcome.reason, loser) {
        (EndReason::Resignation, Some(seat)) => drop(table.apply(&Act::Resign { seat })?),
        (EndReason::Time, Some(seat)) => drop(table.apply(&Act::Flag { seat })?),
        (EndReason::Agreement, _) => {
            for seat in table.playing() {
                table.apply(&Act::OfferDraw { seat })?;
            }
        }
        (EndReason::Threefold | EndReason::FiftyMoves, _) => {
            let seat = table.scene(Viewer::Public).to_act.first().copied();
            let seat = seat.context("nobody is there to claim the draw")?;
            table.submit(seat, &format!("claim {}", outcome.reason.key()))?;
        }
        // Repetition and quiet plies are house rules of that game, which these options lack.
        _ => {}
    }
    Ok(())
}

/// The seat that the record's header lines do not give to a computer, if that is exactly one; else
/// the seat to move.
fn seat_of_person(record: &Record, table: &Table) -> Option<Seat> {
    let by_computer = |side: &str| {
        let mut headers = record.headers.iter();
        headers.any(|(key, who)| key.eq_ignore_ascii_case(side) && who.starts_with("computer"))
    };
    let scene = table.scene(Viewer::Public);
    let mut people = scene.sides.iter().filter(|side| !by_computer(side.key));
    match (people.next(), people.next()) {
        (Some(one), None) => one.seat,
        _ => scene.to_act.first().copied(),
    }
}

//! Saves a game as a record and continues one. Running games with hidden pieces are saved as sealed
//! files.

use super::dice::SeededDice;
use super::seal::{self, Sealed, SealedDice};
use super::seating::{self, Occupant};
use super::session::Session;
use crate::file;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_rules::{
    Act, Dice, EndReason, Outcome, Record, Seat, Setting, Start, Table, Viewer, open, quote,
    read_record,
};
use std::path::Path;

impl Session {
    /// Returns the record of the game as the player knows it.
    pub(super) fn record(&self) -> Result<String> {
        let scene = self.scene();
        if scene.frame.position.is_empty() {
            bail!("there is no record yet: the setup is not finished");
        }
        let players: Vec<(String, String)> = scene
            .sides
            .iter()
            .filter_map(|side| Some((side.key.to_owned(), self.occupant_name(side.seat?))))
            .collect();
        let mut headers = players;
        // A secret seed would reveal the next throws.
        let seeded_dice = self.seeded_dice.as_ref().filter(|seeded_dice| seeded_dice.covers_game);
        if let Some(seeded_dice) =
            seeded_dice.filter(|seeded_dice| seeded_dice.seed_is_public || self.outcome().is_some())
        {
            headers.push(("seed".to_owned(), seeded_dice.seed.reveal().to_owned()));
        }
        Ok(self.table.record(Viewer::Seat(self.own_seat), &headers))
    }

    /// Writes the record into a file.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        file::write_atomically(path, self.record()?.as_bytes())
    }

    /// Writes the state of the game into a sealed file.
    pub(super) fn seal(&self, path: &Path) -> Result<()> {
        if !self.info.hidden && !self.keeps_a_secret() {
            bail!("nothing is hidden in {}: use `save FILE`", self.info.name);
        }
        let sealed = Sealed {
            game: self.info.id.to_owned(),
            options: self.setting.options.clone(),
            start: (&self.setting.start).into(),
            acts: self.acts.clone(),
            occupants: self.occupants.iter().map(|occupant| occupant.key().to_owned()).collect(),
            dice: self.seeded_dice.as_ref().map(|seeded_dice| SealedDice {
                seed: seeded_dice.seed.reveal().to_owned(),
                thrown: seeded_dice.thrown,
                seed_is_public: seeded_dice.seed_is_public,
                covers_game: seeded_dice.covers_game,
            }),
            own_seat: self.own_seat.index(),
        };
        file::write_atomically(path, sealed.write()?.as_bytes())
    }

    /// Continues a sealed game.
    fn open_sealed(&mut self, text: &str) -> Result<()> {
        let sealed = Sealed::read(text)?;
        if sealed.game != self.info.id {
            bail!("a sealed game of {}, not of {}", quote(&sealed.game), self.info.id);
        }
        let setting = Setting { options: sealed.options, start: sealed.start.into() };
        let mut table = open(self.info.id, &setting)?;
        for act in &sealed.acts {
            // The error must not tell what the act was.
            table.apply(act).map_err(|_| anyhow!("the sealed game has been changed"))?;
        }
        if sealed.own_seat >= table.seats() {
            bail!("the sealed game has been changed");
        }
        let own_seat = Seat::new(sealed.own_seat);
        let seats = table.seats();
        let seeded_dice = sealed.dice.map(SealedDice::open).transpose()?;
        let occupants: Vec<Occupant> =
            sealed.occupants.iter().filter_map(|word| Occupant::parse(word)).collect();
        self.change_table(setting, table, own_seat, sealed.acts);
        if occupants.len() != seats {
            bail!("the sealed game has been changed");
        }
        self.occupants = occupants;
        self.seeded_dice = seeded_dice;
        Ok(())
    }

    /// Returns whether the dice follow a seed that is secret until the end of the game.
    pub(super) fn keeps_a_secret(&self) -> bool {
        self.outcome().is_none()
            && self.seeded_dice.as_ref().is_some_and(|seeded_dice| !seeded_dice.seed_is_public)
    }

    /// Continues the game in a record or a sealed file. Returns the warnings on the record.
    pub(super) fn load(&mut self, path: &Path) -> Result<Vec<String>> {
        let text = file::read_text(path)?;
        if seal::is_sealed(&text) {
            self.open_sealed(&text).with_context(|| file::name(path))?;
            return Ok(Vec::new());
        }
        if self.info.hidden {
            // The record of one side is not the whole game, and that of the umpire would reveal it.
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
        let shared = self.people() == self.occupants.len();
        match seating::of_record(&record) {
            Some(occupants) => self.set_occupants(occupants),
            None if shared => self.set_occupants(vec![Occupant::Person; table.seats()]),
            None => {}
        }
        let own_seat = seat_of_person(&record, &table).unwrap_or(self.own_seat);
        let dice = self.seeded_dice.is_some() || table.dice() == Dice::EveryTurn;
        let given = self
            .seeded_dice
            .as_ref()
            .filter(|seeded_dice| seeded_dice.seed_is_public)
            .map(|seeded_dice| &seeded_dice.seed);
        self.seeded_dice = dice.then(|| SeededDice::of_record(&record, given));
        self.change_table(setting, table, own_seat, acts);
        Ok(record.warnings.iter().map(ToString::to_string).collect())
    }
}

/// Replays a record at a new table. Options that the record does not mention have their defaults.
fn resume(record: &Record) -> Result<(Setting, Table, Vec<Act>)> {
    let first = record.frames.first().context("the record has no position")?;
    let start = Start::Position(first.position.clone());
    let setting = Setting { options: record.options.clone(), start };
    let mut replayed = ReplayedGame { table: open(record.game, &setting)?, acts: Vec::new() };
    for frame in &record.frames[1..] {
        replayed.apply_departures(record, frame.ply - 1)?;
        let text = frame.text.as_deref().unwrap_or_default();
        if replayed.table.awaits_throw().is_some() {
            let face = text.split_once(':').and_then(|(face, _)| face.parse().ok());
            let face = face.with_context(|| format!("{text}: no throw"))?;
            replayed.apply(Act::Throw { faces: vec![face] })?;
            if replayed.table.plies() == frame.ply {
                continue; // No piece could move, so the table has passed the turn.
            }
        }
        let to_act = replayed.table.scene(Viewer::Public).to_act;
        let seat = *to_act.first().ok_or_else(|| anyhow!("{text}: the game is over before it"))?;
        replayed.apply(Act::Submit { seat, text: text.to_owned() })?;
    }
    replayed.apply_departures(record, record.frames.len() - 1)?;
    if let (Some(outcome), None) = (&record.outcome, replayed.table.outcome()) {
        apply_outcome(&mut replayed.table, outcome)?;
    }
    Ok((setting, replayed.table, replayed.acts))
}

/// A table with the acts that led to its position.
struct ReplayedGame {
    table: Table,
    acts: Vec<Act>,
}

impl ReplayedGame {
    fn apply(&mut self, act: Act) -> Result<()> {
        self.table.apply(&act).with_context(|| match &act {
            Act::Submit { text, .. } => text.clone(),
            _ => "the record cannot be gone on with".to_owned(),
        })?;
        self.acts.push(act);
        Ok(())
    }

    /// Applies the resignations and time losses of players who left the game after this ply.
    fn apply_departures(&mut self, record: &Record, plies: usize) -> Result<()> {
        for left in record.retired.iter().filter(|left| left.plies == plies) {
            let seat = left.seat;
            self.apply(match left.reason {
                EndReason::TIME => Act::Flag { seat },
                _ => Act::Resign { seat },
            })?;
        }
        Ok(())
    }
}

/// Ends a game whose result does not follow from its position, such as by resignation.
fn apply_outcome(table: &mut Table, outcome: &Outcome) -> Result<()> {
    let loser = outcome.ranking.iter().skip(1).flatten().next().copied();
    match (outcome.reason, loser) {
        (EndReason::RESIGNATION, Some(seat)) => drop(table.apply(&Act::Resign { seat })?),
        (EndReason::TIME, Some(seat)) => drop(table.apply(&Act::Flag { seat })?),
        (EndReason::AGREEMENT, _) => {
            for seat in table.playing() {
                table.apply(&Act::OfferDraw { seat })?;
            }
        }
        (EndReason::THREEFOLD | EndReason::FIFTY_MOVES, _) => {
            let seat = table.scene(Viewer::Public).to_act.first().copied();
            let seat = seat.context("nobody is there to claim the draw")?;
            table.submit(seat, &format!("claim {}", outcome.reason.key()))?;
        }
        // Draws by house rules follow from the position if the house rules are on.
        _ => {}
    }
    Ok(())
}

/// Returns the seat that the headers of the record do not give to a computer if it is exactly one,
/// else the seat to move.
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

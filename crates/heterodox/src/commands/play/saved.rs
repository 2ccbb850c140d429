//! Saves a game as a record and continues one. Running games with hidden pieces are saved as sealed
//! files.

use super::dice::SeededDice;
use super::seal::{self, Sealed, SealedDice};
use super::seating::{self, SeatingRequest};
use super::session::{NOW, Session, first_person};
use crate::file;
use anyhow::{Context, Result, anyhow, bail};
use heterodox_host::{Event, Game, Opening, Player};
use heterodox_rules::{
    Act, Dice, EndReason, Outcome, Record, Seat, Setting, Start, Table, Viewer, quote, read_record,
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
        let seeded_dice =
            self.chance.seeded_dice.as_ref().filter(|seeded_dice| seeded_dice.covers_game);
        if let Some(seeded_dice) =
            seeded_dice.filter(|seeded_dice| seeded_dice.seed_is_public || self.outcome().is_some())
        {
            headers.push(("seed".to_owned(), seeded_dice.seed.reveal().to_owned()));
        }
        Ok(self.table().record(Viewer::Seat(self.own_seat), &headers))
    }

    /// Writes the record into a file.
    pub(super) fn save(&self, path: &Path) -> Result<()> {
        file::write_atomically(path, self.record()?.as_bytes())
    }

    /// Writes the state of the game into a sealed file.
    pub(super) fn seal(&self, path: &Path) -> Result<()> {
        if self.game.time().is_some() {
            bail!("a game with clocks cannot be set aside");
        }
        if !self.info.hidden && !self.keeps_a_secret() {
            bail!("nothing is hidden in {}: use `save FILE`", self.info.name);
        }
        let sealed = Sealed {
            opening: self.game.opening().clone(),
            events: self.events.clone(),
            dice: self.chance.seeded_dice.as_ref().map(SealedDice::from),
            own_seat: self.own_seat.index(),
        };
        file::write_atomically(path, sealed.write()?.as_bytes())
    }

    /// Continues a sealed game.
    fn open_sealed(&mut self, text: &str, request: Option<&SeatingRequest>) -> Result<()> {
        let Sealed { opening, mut events, dice, own_seat } = Sealed::read(text)?;
        if opening.game != self.info.id {
            bail!("a sealed game of {}, not of {}", quote(&opening.game), self.info.id);
        }
        if request.is_some() {
            events.retain(|event| matches!(event, Event::Act(_)));
        }
        // The errors must not tell what the acts were.
        let changed = || anyhow!("the sealed game has been changed");
        let mut game = Game::open(self.info.id, NOW, opening)?;
        if own_seat >= game.table().seats() || game.players().len() != game.table().seats() {
            return Err(changed());
        }
        for event in &events {
            game.apply(NOW, event).map_err(|_| changed())?;
        }
        if request.is_none() && game.players().contains(&None) {
            return Err(changed());
        }
        let seeded_dice = dice.map(SealedDice::open).transpose()?;
        self.change_game(game, events, Seat::new(own_seat));
        self.chance.seeded_dice = seeded_dice;
        request.map_or(Ok(()), |request| self.assign_seats(Some(request)))
    }

    /// Returns whether the dice follow a seed that is secret until the end of the game.
    pub(super) fn keeps_a_secret(&self) -> bool {
        self.outcome().is_none()
            && self
                .chance
                .seeded_dice
                .as_ref()
                .is_some_and(|seeded_dice| !seeded_dice.seed_is_public)
    }

    /// Continues the game in a record or a sealed file, with the players of the request if there is
    /// one. Returns the warnings on the record.
    pub(super) fn load(
        &mut self,
        path: &Path,
        request: Option<&SeatingRequest>,
    ) -> Result<Vec<String>> {
        let text = file::read_text(path)?;
        if seal::is_sealed(&text) {
            self.open_sealed(&text, request).with_context(|| file::name(path))?;
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
        let Resumed { game, events } = resume(&record).with_context(|| file::name(path))?;
        let seats = game.table().seats();
        let current: Vec<Player> = self.game.players().iter().flatten().copied().collect();
        let (mut players, own_seat) = match seating::of_record(&record) {
            Some(players) => (players.clone(), first_person(&players)),
            None if !current.is_empty() && self.people() == current.len() => {
                (vec![seating::person(); seats], Seat::new(0))
            }
            None => (current, self.own_seat),
        };
        let own_seat = seat_of_person(&record, game.table()).unwrap_or(own_seat);
        let own = players.get(own_seat.index()).copied();
        if players.len() != seats || !seating::is_person(own) {
            players = seating::one_person(own_seat, seats, self.level);
        }
        let dice = self.chance.seeded_dice.is_some() || game.table().dice() == Dice::EveryTurn;
        let given = self
            .chance
            .seeded_dice
            .as_ref()
            .filter(|seeded_dice| seeded_dice.seed_is_public)
            .map(|seeded_dice| &seeded_dice.seed);
        self.chance.seeded_dice = dice.then(|| SeededDice::of_record(&record, given));
        self.change_game(game, events, own_seat);
        match request {
            Some(_) => self.assign_seats(request)?,
            None => self.seat_players(&players, own_seat)?,
        }
        Ok(record.warnings.iter().map(ToString::to_string).collect())
    }
}

/// Replays a record with free seats. Options that the record does not mention have their defaults.
fn resume(record: &Record) -> Result<Resumed> {
    let first = record.frames.first().context("the record has no position")?;
    let start = Start::Position(first.position.clone());
    let setting = Setting { options: record.options.clone(), start };
    let opening = Opening::with_free_seats(record.game, setting)?;
    let game = Game::open(record.game, NOW, opening)?;
    let mut resumed = Resumed { game, events: Vec::new() };
    for frame in &record.frames[1..] {
        resumed.apply_departures(record, frame.ply - 1)?;
        let text = frame.text.as_deref().unwrap_or_default();
        if resumed.game.table().awaits_throw().is_some() {
            let face = text.split_once(':').and_then(|(face, _)| face.parse().ok());
            let face = face.with_context(|| format!("{text}: no throw"))?;
            resumed.apply(Act::Throw { faces: vec![face] })?;
            if resumed.game.table().plies() == frame.ply {
                continue; // No piece could move, so the table has passed the turn.
            }
        }
        let to_act = resumed.game.to_act();
        let seat = *to_act.first().ok_or_else(|| anyhow!("{text}: the game is over before it"))?;
        resumed.apply(Act::Submit { seat, text: text.to_owned() })?;
    }
    resumed.apply_departures(record, record.frames.len() - 1)?;
    if let (Some(outcome), None) = (&record.outcome, resumed.game.outcome()) {
        resumed.apply_outcome(outcome)?;
    }
    Ok(resumed)
}

/// A game with the events that led to its position.
struct Resumed {
    game: Game,
    events: Vec<Event>,
}

impl Resumed {
    fn apply(&mut self, act: Act) -> Result<()> {
        let event = Event::Act(act);
        self.game.apply(NOW, &event).with_context(|| match &event {
            Event::Act(Act::Submit { text, .. }) => text.clone(),
            _ => "the record cannot be gone on with".to_owned(),
        })?;
        self.events.push(event);
        Ok(())
    }

    /// Applies the resignations and time losses of players who left the game after this ply.
    fn apply_departures(&mut self, record: &Record, plies: usize) -> Result<()> {
        for left in record.retired.iter().filter(|left| left.plies == plies) {
            let seats = left.seats.clone();
            match left.reason {
                EndReason::TIME => self.apply(Act::Flag { seats })?,
                EndReason::ABANDONED => self.apply(Act::Abandon { seats, draw: false })?,
                _ => seats.into_iter().try_for_each(|seat| self.apply(Act::Resign { seat }))?,
            }
        }
        Ok(())
    }

    /// Ends a game whose result does not follow from its position, such as by resignation.
    fn apply_outcome(&mut self, outcome: &Outcome) -> Result<()> {
        let loser = outcome.ranking.iter().skip(1).flatten().next().copied();
        match (outcome.reason, loser) {
            (EndReason::RESIGNATION, Some(seat)) => self.apply(Act::Resign { seat })?,
            (EndReason::TIME, Some(seat)) => self.apply(Act::Flag { seats: vec![seat] })?,
            (EndReason::ABANDONED, Some(seat)) => {
                self.apply(Act::Abandon { seats: vec![seat], draw: false })?;
            }
            (EndReason::ABANDONED, None) => {
                self.apply(Act::Abandon { seats: vec![Seat::new(0)], draw: true })?;
            }
            (EndReason::TIME, None) => {
                let seats = self.game.seats().collect();
                self.apply(Act::Flag { seats })?;
            }
            (EndReason::AGREEMENT, _) => {
                for seat in self.game.table().playing() {
                    self.apply(Act::OfferDraw { seat })?;
                }
            }
            (EndReason::THREEFOLD | EndReason::FIFTY_MOVES, _) => {
                let seat = self.game.to_act().first().copied();
                let seat = seat.context("nobody is there to claim the draw")?;
                let text = format!("claim {}", outcome.reason.key());
                self.apply(Act::Submit { seat, text })?;
            }
            // Draws by house rules follow from the position if the house rules are on.
            _ => {}
        }
        Ok(())
    }
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

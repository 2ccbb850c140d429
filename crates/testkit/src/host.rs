//! The contract that every game keeps when it is played through the host: with people, computers,
//! dice, agreement, hints and rematches.
//!
//! - The log, written and read again, gives the same game: versions, players, parts of the seed,
//!   throws, hints, turns, and what every viewer sees.
//! - Every event and opening comes back from its line.
//! - What is refused changes nothing.
//!
//! [`check`] needs nothing but a row of the registry.

use crate::Rng;
use crate::contract::{Subject, everything, random_setting, viewers};
use heterodox_engine::Level;
use heterodox_host::clock::TimeRules;
use heterodox_host::{
    ActRequest, Action, Circumstances, Done, Event, Game, HostError, LogEntry, Moment, NewTable,
    OfferTerms, Opening, Recorded, ReplayError, SeatOccupant, Seating, SeededRandomness,
    Transaction, UserId,
};
use heterodox_rules::{Act, GameInfo, Outcome, Refusal, Report, Seat, Viewer};

/// The functions of the host that are held to the contract. A test replaces one by a faulty one.
#[derive(Clone, Copy)]
pub struct HostFunctions {
    /// Writes the line of an event.
    pub encode: fn(&LogEntry) -> String,
    /// Replays a log.
    pub replay: fn(&str, Recorded<'_>, &[Recorded<'_>]) -> Result<Game, ReplayError>,
    /// Applies an event.
    pub apply: fn(&mut Game, Moment, &Event) -> Result<Report, Refusal>,
}

impl Default for HostFunctions {
    fn default() -> Self {
        Self {
            encode: LogEntry::encode,
            replay: |id, opening, events| Game::replay(id, opening, events.iter().copied(), &[]),
            apply: Game::apply,
        }
    }
}

/// Milliseconds between two events.
const STEP: i64 = 7;

/// How often each kind of event was stored, and how often something was refused.
#[derive(Clone, Copy, Default, Debug)]
struct Counts {
    seatings: usize,
    parts: usize,
    submits: usize,
    throws: usize,
    draws: usize,
    takebacks: usize,
    hints: usize,
    rematches: usize,
    flags: usize,
    pauses: usize,
    claims: usize,
    refusals: usize,
    ends: usize,
}

impl Counts {
    fn count(&mut self, event: &Event) {
        let counter = match event {
            Event::Join { .. } | Event::Computer { .. } | Event::Takeover { .. } => {
                &mut self.seatings
            }
            Event::DicePart { .. } => &mut self.parts,
            Event::Act(Act::Submit { .. }) => &mut self.submits,
            Event::Act(Act::Throw { .. }) => &mut self.throws,
            Event::Act(Act::OfferDraw { .. } | Act::DeclineDraw { .. }) => &mut self.draws,
            Event::Act(Act::AskTakeback { .. } | Act::AnswerTakeback { .. }) => &mut self.takebacks,
            Event::Hint { .. } => &mut self.hints,
            Event::Act(Act::Flag { .. }) => &mut self.flags,
            Event::Act(Act::Abandon { .. }) => &mut self.claims,
            Event::OfferPause { .. } | Event::DeclinePause { .. } | Event::Resume { .. } => {
                &mut self.pauses
            }
            Event::Act(Act::Resign { .. } | Act::Cancel)
            | Event::Decline { .. }
            | Event::Counter { .. }
            | Event::Leave { .. }
            | Event::Withdraw
            | Event::OpenSeats
            | Event::Expire
            | Event::StartClocks
            | Event::MoreTime { .. }
            | Event::Vacation { .. }
            | Event::Claim { .. } => return,
            Event::Rematch { .. } => &mut self.rematches,
        };
        *counter += 1;
    }

    /// A contract that nothing was held to holds nothing.
    fn must_be_enough(self, info: &GameInfo) {
        let dice = !info.dice.any() || self.throws > 0;
        let fair = !info.dice.any() || info.hidden || self.parts > 0;
        let takebacks = info.dice.any() || info.hidden || self.takebacks > 0;
        let often = [self.seatings, self.submits, self.draws, self.hints, self.refusals, self.ends];
        let enough = often.iter().all(|count| *count > 0) && self.rematches > 0;
        assert!(enough && dice && fair && takebacks, "too little of {}: {self:?}", info.id);
    }
}

/// Plays `games` random games of the registry's game `info` through the host, and holds them to the
/// contract.
///
/// # Panics
/// If the contract is broken.
pub fn check(info: &'static GameInfo, host: HostFunctions, seed: u64, games: usize) {
    let mut rng = Rng::new(seed);
    let mut counts = Counts::default();
    for _ in 0..games {
        let mut run = Run::open(info, host, &mut rng);
        for _ in 0..30 + rng.below(120) {
            run.step(&mut rng);
        }
        run.ends(&mut rng);
        run.comes_back();
        run.counts.ends += usize::from(run.game.outcome().is_some());
        for (_, entry) in &run.log {
            run.counts.count(&entry.event);
        }
        counts = sum(counts, run.counts);
    }
    counts.must_be_enough(info);
}

fn sum(one: Counts, other: Counts) -> Counts {
    Counts {
        seatings: one.seatings + other.seatings,
        parts: one.parts + other.parts,
        submits: one.submits + other.submits,
        throws: one.throws + other.throws,
        draws: one.draws + other.draws,
        takebacks: one.takebacks + other.takebacks,
        hints: one.hints + other.hints,
        rematches: one.rematches + other.rematches,
        flags: one.flags + other.flags,
        pauses: one.pauses + other.pauses,
        claims: one.claims + other.claims,
        refusals: one.refusals + other.refusals,
        ends: one.ends + other.ends,
    }
}

fn user(name: &str) -> UserId {
    name.parse().expect("eight letters")
}

/// A game that is played through transactions.
struct Run {
    host: HostFunctions,
    game: Game,
    randomness: SeededRandomness,
    people: [UserId; 2],
    /// The events with their moments.
    log: Vec<(Moment, LogEntry)>,
    now: Moment,
    counts: Counts,
}

impl Run {
    fn open(info: &'static GameInfo, host: HostFunctions, rng: &mut Rng) -> Self {
        let (setting, table) = random_setting(&Subject::registered(info), rng);
        let computer = SeatOccupant::Computer(Level::DEFAULT);
        // In a third of the games there are hints: one person plays against computers.
        let others = *rng.pick(&[computer, SeatOccupant::You, SeatOccupant::Open]);
        let mut seats = vec![others; table.seats()];
        seats[0] = SeatOccupant::You;
        let people = [user("annaanna"), user("benbenbe")];
        let randomness = SeededRandomness::new(rng.next_u64());
        let new = NewTable {
            game: info.id.to_owned(),
            options: setting.options,
            start: setting.start.into(),
            time: random_time(rng),
            seating: Seating::Each { seats, shuffle: rng.one_in(2) },
            terms: OfferTerms::default(),
        };
        let now = Moment(1_000);
        let game = new.open("k3v9qz2m", people[0], now, &randomness).expect("an open setting");
        let counts = Counts::default();
        Self { host, game, randomness, people, log: Vec::new(), now, counts }
    }

    /// Tries something, mostly what the game waits for.
    fn step(&mut self, rng: &mut Rng) {
        // Long steps let time run out; the longest pause and vacations too.
        self.now.0 += match rng.below(90) {
            0 => 20_000,
            1..20 => 400,
            _ => STEP,
        };
        self.refused_event(rng);
        let before = self.log.len();
        let is_due = self.game.next_deadline().is_some_and(|deadline| deadline <= self.now);
        let result = match rng.below(100) {
            0..40 if is_due => self.due(rng),
            0..74 => self.go_on(rng),
            74..83 => self.act(any_action(rng), rng),
            83..89 => self.hint(rng),
            89..90 => self.rematch(rng),
            90..97 => self.due(rng),
            _ => self.act(Action::Submit("no such move".to_owned()), rng),
        };
        match result {
            Ok(done) => {
                self.log.extend(done.events.into_iter().map(|event| (self.now, event)));
                self.game = done.game;
            }
            Err(refusal) => {
                assert!(!refusal.code().is_empty(), "a refusal has a code");
                self.counts.refusals += 1;
            }
        }
        assert_eq!(self.game.length(), self.log.len() as u64, "the length is that of the log");
        if self.log.len() > before && rng.one_in(16) {
            self.comes_back();
        }
    }

    /// Ends a game that still runs.
    fn ends(&mut self, rng: &mut Rng) {
        for _ in 0..400 {
            if self.game.outcome().is_some() && rng.one_in(4) {
                break;
            }
            self.now.0 += STEP;
            let result = match self.game.outcome() {
                None if !self.game.is_open() => self.act(Action::Resign, rng),
                None => self.go_on(rng),
                Some(_) => self.rematch(rng),
            };
            if let Ok(done) = result {
                self.log.extend(done.events.into_iter().map(|event| (self.now, event)));
                self.game = done.game;
            }
        }
    }

    fn change(&self) -> Transaction<'_> {
        let seats: Vec<_> = self.game.seats().collect();
        // Whether a person watches follows from the moment, so that both are often the case.
        let (gone, present) =
            if self.now.0 % 3 == 0 { (seats, Vec::new()) } else { (Vec::new(), seats) };
        let lag_ms = (self.now.0 % 5) as u64;
        let circumstances = Circumstances { lag_ms, present, gone };
        Transaction::new(&self.game, self.now, &self.randomness).with(circumstances)
    }

    /// What is due because of the clocks, and sometimes their start or a vacation.
    fn due(&self, rng: &mut Rng) -> Result<Done, HostError> {
        let mut change = self.change();
        change.do_due()?;
        let waits = self.game.time().is_some_and(|time| !time.has_started());
        if waits && change.game().outcome().is_none() && !self.game.is_open() {
            change.apply(Event::StartClocks)?;
        } else if let Some(time) = self.game.time().filter(|_| rng.one_in(4)) {
            let seat = Seat::new(rng.below(self.game.players().len()));
            change.apply(Event::Vacation { seat, on: !time.is_on_vacation(seat) })?;
        }
        Ok(change.finish()?)
    }

    /// What the game waits for: players, parts of the seed, a computer, or a person.
    fn go_on(&self, rng: &mut Rng) -> Result<Done, HostError> {
        let mut change = self.change();
        if let Some(seat) = self.game.free_seat() {
            if rng.one_in(2) {
                change.join(self.people[1], None, None, "m2zq9v3k")?;
            } else {
                change.seat_computer(self.people[0], seat.index(), Level::DEFAULT)?;
            }
        } else if let Some(seat) = self.game.owed_dice_parts().first() {
            let user = self.game.player(*seat).and_then(|player| player.user());
            let part = rng.below(1_000).to_string().parse().expect("a part");
            change.add_dice_part(user.expect("a person owes it"), part)?;
        } else if let Some(duty) = self.game.duty() {
            change.apply(duty.any_act(&self.game, &self.randomness))?;
        } else if let Some(by) = self.game.table().takeback_asked() {
            let other = self.game.table().playing().into_iter().find(|seat| *seat != by);
            let answer = Action::AnswerTakeback { accept: rng.one_in(2) };
            return self.act_of(other.expect("another seat"), answer, rng);
        } else {
            let seats = self.game.to_act();
            let Some(seat) = seats.first() else { return Err(HostError::NoSeat) };
            let choices = self.game.table().scene(Viewer::Seat(*seat)).choices;
            let text = rng.pick(&choices).text.clone();
            return self.act_of(*seat, Action::Submit(text), rng);
        }
        Ok(change.finish()?)
    }

    /// An action of any seat.
    fn act(&self, action: Action, rng: &mut Rng) -> Result<Done, HostError> {
        let seat = Seat::new(rng.below(self.game.players().len()));
        self.act_of(seat, action, rng)
    }

    /// An action of a seat, sometimes for another version than the current one.
    fn act_of(&self, seat: Seat, action: Action, rng: &mut Rng) -> Result<Done, HostError> {
        let user = self.game.player(seat).and_then(|player| player.user());
        let expect = self.game.version(Viewer::Seat(seat)) + u64::from(rng.one_in(20));
        let request = ActRequest { action, seat: Some(seat.index()), expect: Some(expect) };
        let mut change = self.change();
        change.act(user.unwrap_or(self.people[0]), &request, None)?;
        Ok(change.finish()?)
    }

    fn hint(&self, rng: &mut Rng) -> Result<Done, HostError> {
        let seat = self.game.hint_seat(*rng.pick(&self.people), None)?;
        let mut change = self.change();
        change.take_hint(seat, self.game.version(Viewer::Seat(seat)))?;
        Ok(change.finish()?)
    }

    fn rematch(&self, rng: &mut Rng) -> Result<Done, HostError> {
        let mut change = self.change();
        change.offer_rematch(*rng.pick(&self.people), "m2zq9v3k")?;
        Ok(change.finish()?)
    }

    /// An event that is refused leaves the game as it was.
    fn refused_event(&self, rng: &mut Rng) {
        let seat = Seat::new(rng.below(self.game.players().len()));
        let event = match rng.below(5) {
            0 => Event::Join { seat, user: self.people[1] },
            1 => Event::DicePart { seat, part: "late".parse().expect("a part") },
            2 => Event::Act(Act::AnswerTakeback { seat, accept: true }),
            3 => Event::Act(Act::Throw { faces: vec![7, 7, 7] }),
            _ => Event::Act(Act::Submit { seat, text: "no such move".to_owned() }),
        };
        let mut game = self.game.clone();
        if (self.host.apply)(&mut game, self.now, &event).is_err() {
            assert_same(&game, &self.game, &format!("{event:?} was refused and changed something"));
        }
    }

    /// The log gives the game again.
    fn comes_back(&self) {
        let opening = self.game.opening().encode();
        let read = Opening::decode(&opening).expect("our own opening");
        assert_eq!(read, *self.game.opening(), "the opening comes back");
        let lines: Vec<(Moment, String)> = self
            .log
            .iter()
            .map(|(at, event)| {
                let line = (self.host.encode)(event);
                let read = LogEntry::decode(&line).ok();
                assert_eq!(read.as_ref(), Some(event), "an event comes back from its line");
                (*at, line)
            })
            .collect();
        let events: Vec<Recorded<'_>> =
            lines.iter().map(|(at, line)| Recorded { at: *at, line }).collect();
        let opening = Recorded { at: self.game.created(), line: &opening };
        let again = (self.host.replay)(self.game.id(), opening, &events)
            .unwrap_or_else(|error| panic!("the log does not come back: {error}"));
        assert_same(&again, &self.game, "the log does not come back");
    }
}

/// How time is played: in half of the games without clocks.
fn random_time(rng: &mut Rng) -> Option<TimeRules> {
    const CONTROLS: [&str; 6] = [
        "1m+2s",
        "30s 2x1s",
        "20s delay 1s setup 10s",
        "2s/move",
        "7d+1d cap 14d floor 12h",
        "4h+1h cap 5h bonus 1h within 1s",
    ];
    let control = rng.pick(&CONTROLS).parse().expect("a time control");
    (rng.below(3) > 0).then(|| TimeRules::new(control))
}

fn any_action(rng: &mut Rng) -> Action {
    match rng.below(110) {
        60..70 => Action::OfferPause,
        70..74 => Action::DeclinePause,
        74..86 => Action::Resume,
        86..88 => Action::MoreTime { to: rng.below(4) },
        88.. => Action::Claim { draw: rng.one_in(2) },
        0 => Action::Resign,
        1..15 => Action::OfferDraw,
        15..30 => Action::DeclineDraw,
        30..45 => Action::AskTakeback,
        _ => Action::AnswerTakeback { accept: rng.one_in(2) },
    }
}

/// All that the functions of the host tell of a game.
fn facts(game: &Game) -> [(&'static str, String); 9] {
    let versions: Vec<u64> = game.viewers().map(|viewer| game.version(viewer)).collect();
    let views = |viewer| everything(game.table(), viewer, "", &[]);
    let views: Vec<String> = viewers(game.table()).into_iter().map(views).collect();
    let outcome: Option<Outcome> = game.outcome();
    [
        ("the versions", format!("{versions:?} {}", game.length())),
        ("the players", format!("{:?} {:?}", game.players(), game.free_seat())),
        ("the moments", format!("{:?} {:?}", game.created(), game.turn_since())),
        ("the dice", {
            let parts = (game.dice_parts(), game.owed_dice_parts(), game.revealed_seed());
            format!("{parts:?} {}", game.throws())
        }),
        ("the hints", format!("{:?}", game.hints())),
        ("the rematch", format!("{:?}", game.rematch())),
        ("the duties", format!("{:?} {:?} {outcome:?}", game.duty(), game.to_act())),
        ("the views", views.join("\n")),
        // What no function of the host gives.
        ("the rest", format!("{game:?}")),
    ]
}

fn assert_same(one: &Game, other: &Game, clause: &str) {
    for ((name, one), (_, other)) in facts(one).into_iter().zip(facts(other)) {
        assert!(one == other, "{clause}: {name} differ:\n{one}\n{other}");
    }
}

//! Random play through every act of a table, and what each act must leave true.

use super::state::{frames_agree, scenes, scenes_agree, viewers, whole};
use super::{Subject, records};
use crate::Rng;
use heterodox_rules::{Act, Frame, Refusal, Report, Scene, Seat, Setting, Table, Turn, Viewer};
use std::collections::BTreeMap;

/// An observer of the applied acts, with the checks of one game only.
pub trait Observer {
    /// Texts that this game may read though they are no choices.
    fn texts(&self) -> &'static [&'static str] {
        &[]
    }

    /// An act was accepted and led from `before` to `after`.
    fn accepted(&mut self, before: &Table, act: &Act, report: &Report, after: &Table) {
        let _ = (before, act, report, after);
    }
}

/// No checks beyond the contract.
impl Observer for () {}

/// Reads bytes as acts at a table, two bytes each, at most `limit` acts, and holds the game to the
/// contract.
///
/// # Panics
/// If the game breaks the contract.
pub fn play_bytes(
    subject: &Subject,
    setting: &Setting,
    data: &[u8],
    limit: usize,
    observer: &mut dyn Observer,
) -> Table {
    let table = subject.open(setting).expect("a setting of this game");
    let mut run = Run::new(subject, setting.clone(), table).with_slow_check_period(100);
    for pair in data.chunks_exact(2).take(limit) {
        run.step(pair[0], pair[1], observer);
    }
    run.finish();
    run.table
}

/// How often each kind of act was accepted and refused.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Counts {
    submits: usize,
    throws: usize,
    draws: usize,
    takebacks: usize,
    leavings: usize,
    refusals: usize,
    ends: usize,
}

impl Counts {
    pub(super) fn add(&mut self, other: Self) {
        self.submits += other.submits;
        self.throws += other.throws;
        self.draws += other.draws;
        self.takebacks += other.takebacks;
        self.leavings += other.leavings;
        self.refusals += other.refusals;
        self.ends += other.ends;
    }

    /// A contract that nothing was held to holds nothing.
    pub(super) fn must_be_enough(self, subject: &Subject, games: usize) {
        let enough = self.submits > games && self.refusals > games && self.ends > 0;
        let chance = !subject.info.dice.any() || self.throws > 0;
        assert!(enough && chance && self.draws > 0 && self.leavings > 0, "too little: {self:?}");
    }

    fn count(&mut self, act: &Act) {
        let counter = match act {
            Act::Submit { .. } => &mut self.submits,
            Act::Throw { .. } => &mut self.throws,
            Act::OfferDraw { .. } | Act::DeclineDraw { .. } => &mut self.draws,
            Act::AskTakeback { .. } | Act::AnswerTakeback { .. } => &mut self.takebacks,
            Act::Resign { .. } | Act::Flag { .. } | Act::Abandon { .. } | Act::Cancel => {
                &mut self.leavings
            }
        };
        *counter += 1;
    }
}

/// Whether this byte may make an act of which the seat leaves the game.
pub(super) fn leaves(what: u8) -> bool {
    (250..=251).contains(&what)
}

/// A game that is played at random and held to the contract.
pub struct Run<'a> {
    subject: &'a Subject,
    setting: Setting,
    table: Table,
    /// The accepted acts.
    log: Vec<Act>,
    /// Selects the texts that are tried and the acts that the slow checks follow.
    rng: Rng,
    /// Texts that were choices once.
    remembered: Vec<String>,
    /// The scenes now.
    seen: Vec<Scene>,
    /// The scenes right before the ply with this index was submitted.
    at_ply: BTreeMap<usize, Vec<Scene>>,
    /// The number of plies at the last slow check, and the frames but the last that each viewer had
    /// observed then.
    past: (usize, Vec<Vec<Frame>>),
    /// Whether the record holds every throw: false after a throw that no ply has followed yet, and
    /// after a take-back.
    settled: bool,
    counts: Counts,
    /// The period of the slow checks: after each act they run with a chance of one in this number.
    slow_check_period: usize,
}

impl<'a> Run<'a> {
    /// Begins at a table that was opened with this setting.
    pub fn new(subject: &'a Subject, setting: Setting, table: Table) -> Self {
        let seats = subject.info.seats;
        assert!(
            (seats.0..=seats.1).contains(&table.seats()),
            "a number of seats that is not allowed"
        );
        let run = Self {
            subject,
            setting,
            seen: scenes(&table),
            table,
            log: Vec::new(),
            rng: Rng::new(1),
            remembered: Vec::new(),
            at_ply: BTreeMap::new(),
            past: (0, Vec::new()),
            settled: true,
            counts: Counts::default(),
            slow_check_period: 12,
        };
        scenes_agree(run.subject, &run.table, &run.seen);
        run
    }

    /// Sets the period of the slow checks: after each act they run with a chance of one in
    /// `slow_check_period`. Without this call the period is 12.
    #[must_use]
    pub fn with_slow_check_period(self, slow_check_period: usize) -> Self {
        Self { slow_check_period, ..self }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Applies the act that two bytes say, and holds the game to the contract.
    pub fn step(&mut self, what: u8, which: u8, observer: &mut dyn Observer) {
        let before = self.table.clone();
        self.remember();
        let act = self.act(what, which, observer.texts());
        let is_slow_check = self.rng.one_in(self.slow_check_period);
        match self.table.apply(&act) {
            Ok(report) => {
                self.accepted(&before, &act, &report);
                observer.accepted(&before, &act, &report, &self.table);
            }
            Err(refusal) => {
                self.counts.refusals += 1;
                self.refused(&before, &act, &refusal, is_slow_check);
            }
        }
        if is_slow_check {
            self.run_slow_checks();
        }
    }

    fn remember(&mut self) {
        let choices: Vec<_> = self.seen.iter().flat_map(|scene| &scene.choices).collect();
        if !choices.is_empty() && self.rng.one_in(3) {
            self.remembered.push(self.rng.pick(&choices).text.clone());
        }
    }

    fn accepted(&mut self, before: &Table, act: &Act, report: &Report) {
        self.counts.count(act);
        let now = scenes(&self.table);
        let heard = report.reports.seats.0.len();
        assert!([0, self.table.seats()].contains(&heard), "reports go to all seats or to none");
        assert!(before.outcome().is_none(), "{act:?} was accepted after the end");
        if let Some(seat) = act.seat() {
            assert!(before.playing().contains(&seat), "{act:?} was accepted of a seat that is out");
        }
        if let Act::Submit { seat, text } = act {
            self.submitted(before, &now, *seat, text, report);
        }
        self.settled = match act {
            Act::Throw { .. } => self.table.plies() != before.plies(),
            Act::Submit { .. } | Act::AnswerTakeback { .. } => true,
            _ => self.settled,
        };
        self.log.push(act.clone());
        scenes_agree(self.subject, &self.table, &now);
        let then = std::mem::replace(&mut self.seen, now);
        for (index, viewer) in viewers(&self.table).into_iter().enumerate() {
            let same = then[index] == self.seen[index];
            let looks_same = self.table.looks_same(before, viewer);
            assert_eq!(
                looks_same, same,
                "whether the scene of {viewer:?} is the same after {act:?}"
            );
        }
        if before.playing() != self.table.playing() {
            self.at_ply.clear();
        }
        let plies = (before.plies(), self.table.plies());
        if let (true, Act::Submit { .. }) = (plies.1 > plies.0, act) {
            self.at_ply.insert(plies.0, then);
        }
        if plies.1 < plies.0 {
            assert!(
                act.retires() || matches!(act, Act::AnswerTakeback { .. }),
                "{act:?} took plies back"
            );
            self.taken_back(before);
            self.settled = false;
        } else {
            assert!(plies.1 <= plies.0 + self.table.seats(), "{act:?} made too many plies");
        }
        if self.is_over() {
            self.counts.ends += 1;
            self.nothing_after_the_end();
        }
    }

    /// An accepted text was offered, or means something that was. `now` are the scenes after it.
    fn submitted(&self, before: &Table, now: &[Scene], seat: Seat, text: &str, report: &Report) {
        let Turn::Seats(seats) = before.turn() else {
            panic!("{text} was accepted while no seat was to act");
        };
        assert!(seats.contains(&seat), "{text} was accepted out of turn");
        let choices = &self.seen[seat.index()].choices;
        if choices.iter().any(|choice| choice.text == text) {
            assert_eq!(report.warnings, [], "{text} is strict notation");
            return;
        }
        // In a setup one text may say several steps, and a path leads elsewhere than a choice
        // without one.
        if before.scene(Viewer::Public).frame.position.is_empty()
            || (self.subject.info.hidden && !before.paths(Viewer::Seat(seat), text).is_empty())
        {
            return;
        }
        let means = choices.iter().any(|choice| {
            let mut other = before.clone();
            other.submit(seat, &choice.text).is_ok() && scenes(&other) == now
        });
        assert!(means, "{text:?} was accepted and not offered");
    }

    /// Checks a refusal: it gives a reason, changes nothing, and refuses no act that was offered.
    /// The slow check compares all that every viewer gets of the table, the fast one its scenes.
    fn refused(&self, before: &Table, act: &Act, refusal: &Refusal, is_slow_check: bool) {
        assert!(!refusal.message.is_empty() && !refusal.code.is_empty(), "a refusal says why");
        assert!(scenes(&self.table) == self.seen, "{act:?} was refused and changed something");
        if is_slow_check {
            let same = whole(&self.table) == whole(before);
            assert!(same, "{act:?} was refused and changed something");
        }
        if let Act::Submit { seat, text } = act {
            let scene = self.seen.get(seat.index());
            let offered =
                scene.is_some_and(|scene| scene.choices.iter().any(|choice| choice.text == *text));
            let unseen = self.subject.unseen.contains(&refusal.code);
            assert!(!offered || unseen, "{act:?} was offered and refused: {refusal}");
        }
        if let (Act::Throw { faces }, Some(request)) = (act, before.awaits_throw()) {
            let fits = faces.len() == request.dice
                && faces.iter().all(|face| (1..=request.faces).contains(face));
            assert!(!fits, "the throw that was asked for was refused: {refusal}");
        }
    }

    /// What was there before the plies that were taken back is there again.
    fn taken_back(&mut self, before: &Table) {
        let plies = self.table.plies();
        if before.playing() == self.table.playing()
            && let Some(then) = self.at_ply.get(&plies)
        {
            let stayed = then.iter().zip(&self.seen).all(|(then, now)| {
                then.frame == now.frame && then.choices == now.choices && then.to_act == now.to_act
            });
            assert!(stayed, "taking back to ply {plies} does not restore what was there");
        }
        self.at_ply.split_off(&plies);
        self.past = (0, Vec::new());
    }

    fn nothing_after_the_end(&self) {
        for seat in (0..self.table.seats()).map(Seat::new) {
            for act in [
                Act::Resign { seat },
                Act::OfferDraw { seat },
                Act::AskTakeback { seat },
                Act::Submit { seat, text: self.remembered.last().cloned().unwrap_or_default() },
                Act::Throw { faces: vec![1] },
            ] {
                let refusal = self.table.clone().apply(&act).expect_err("the game is over");
                assert_eq!(refusal.code, "game-over", "{act:?} after the end");
            }
        }
    }

    /// The checks that are too slow to run after every act.
    fn run_slow_checks(&mut self) {
        for viewer in viewers(&self.table) {
            frames_agree(&self.table, viewer);
        }
        self.choices_are_accepted();
        self.others_are_refused();
        self.past_stands();
        if self.rng.one_in(4) || self.is_over() {
            records::records_come_back(self.subject, &self.table, self.settled);
        }
        records::position_comes_back(self.subject, &self.setting, &self.table);
    }

    /// Slow check: of each seat to act, a random sample of at most 24 choices is accepted, or
    /// refused for a reason that the seat does not see.
    fn choices_are_accepted(&mut self) {
        let Turn::Seats(seats) = self.table.turn() else { return };
        for seat in seats {
            let mut choices = self.table.scene(Viewer::Seat(seat)).choices;
            self.rng.shuffle(&mut choices);
            choices.truncate(24);
            for choice in choices {
                let mut other = self.table.clone();
                match other.submit(seat, &choice.text) {
                    Ok(report) => assert_eq!(report.warnings, [], "{} is strict", choice.text),
                    Err(refusal) => assert!(
                        self.subject.unseen.contains(&refusal.code),
                        "{} was offered and refused: {refusal}",
                        choice.text
                    ),
                }
            }
        }
    }

    /// Slow check, while a seat is to act: three random texts of each seat are refused without any
    /// effect, or are other notations of a choice.
    fn others_are_refused(&mut self) {
        let Turn::Seats(seats) = self.table.turn() else { return };
        for seat in (0..self.table.seats()).map(Seat::new) {
            for _ in 0..3 {
                let text = self.text();
                let before = self.table.clone();
                match self.table.submit(seat, &text) {
                    Ok(report) => {
                        let now = scenes(&self.table);
                        self.submitted(&before, &now, seat, &text, &report);
                    }
                    Err(refusal) => {
                        let act = Act::Submit { seat, text };
                        self.refused(&before, &act, &refusal, false);
                        self.goes_on_as_before(&before, &seats);
                    }
                }
                self.table = before;
            }
        }
    }

    /// After a refusal the same choice leads to the same state as without it.
    fn goes_on_as_before(&mut self, before: &Table, seats: &[Seat]) {
        let seat = *self.rng.pick(seats);
        let text = &self.rng.pick(&self.seen[seat.index()].choices).text;
        let [mut with, mut without] = [self.table.clone(), before.clone()];
        let both = (with.submit(seat, text).is_ok(), without.submit(seat, text).is_ok());
        assert!(
            both.0 == both.1 && scenes(&with) == scenes(&without),
            "a refusal changes what {text} leads to"
        );
    }

    /// What a viewer saw of earlier plies does not change. What the umpire said after the last ply
    /// may still grow.
    fn past_stands(&mut self) {
        let plies = self.table.plies();
        let now: Vec<Vec<Frame>> = viewers(&self.table)
            .into_iter()
            .map(|viewer| self.table.observed_frames(viewer))
            .collect();
        if self.past.0 <= plies {
            for (kept, now) in self.past.1.iter().zip(&now) {
                assert!(now.starts_with(kept), "what was seen of the past has changed");
            }
        }
        let before_the_last = |frames: Vec<Frame>| {
            let count = frames.len().saturating_sub(1);
            frames.into_iter().take(count).collect()
        };
        self.past = (plies, now.into_iter().map(before_the_last).collect());
    }

    /// Checks the end: the log and the records give the game again.
    pub fn finish(&mut self) {
        self.run_slow_checks();
        records::records_come_back(self.subject, &self.table, self.settled);
        records::log_comes_back(self.subject, &self.setting, &self.log, &self.table);
    }

    /// A text to submit: a choice of now or earlier, one that is changed, nonsense.
    fn text(&mut self) -> String {
        const PIECES: [&str; 12] =
            ["", " ", "x", "-", "@", "(", "1", "pass", "done", "é", "draw", "4294967296"];
        let rng = &mut self.rng;
        let choices: Vec<_> = self.seen.iter().flat_map(|scene| &scene.choices).collect();
        let some = match (self.remembered.is_empty(), choices.is_empty()) {
            (false, _) if rng.chance(60) => rng.pick(&self.remembered).clone(),
            (_, false) => rng.pick(&choices).text.clone(),
            _ => String::new(),
        };
        match rng.below(4) {
            0 => (*rng.pick(&PIECES)).to_owned(),
            1 => some,
            _ => rng.changed(&some, &PIECES),
        }
    }

    /// An act out of two bytes: mostly what the game waits for, sometimes any other.
    fn act(&mut self, what: u8, which: u8, texts: &[&str]) -> Act {
        let seats = self.table.seats();
        let seat = Seat::new(usize::from(which) % seats);
        let second = Seat::new(usize::from(which / 7) % seats);
        let turn = self.table.turn();
        let moving = match &turn {
            Turn::Seats(seats) => seats[usize::from(which) % seats.len()],
            _ => seat,
        };
        match (what, &turn) {
            (0..=209, Turn::Throw(request)) => {
                let face = |byte: u8| byte % request.faces + 1;
                let bytes = [what, which, what ^ which].into_iter().cycle();
                Act::Throw { faces: bytes.map(face).take(request.dice).collect() }
            }
            (0..=209, Turn::Seats(_)) => {
                let mut choices: Vec<_> = self.seen[moving.index()].choices.iter().collect();
                // Captures make pieces meet, and games end.
                if what >= 110 && choices.iter().any(|choice| choice.captures) {
                    choices.retain(|choice| choice.captures);
                }
                // Games that end at once by a blunder show little.
                if !what.is_multiple_of(32) && choices.iter().any(|choice| choice.danger.is_none())
                {
                    choices.retain(|choice| choice.danger.is_none());
                }
                let number = (usize::from(what) * 256 + usize::from(which)) % choices.len();
                let mut text = choices[number].text.clone();
                let paths = self.table.paths(Viewer::Seat(moving), &text);
                if what.is_multiple_of(5) && !paths.is_empty() && self.subject.info.hidden {
                    let path = &paths[usize::from(which) % paths.len()];
                    text = format!("{text} ({})", path.join(" "));
                }
                Act::Submit { seat: moving, text }
            }
            (0..=212, _) => {
                Act::Submit { seat, text: String::from_utf8_lossy(&[which, what]).into() }
            }
            (213..=219, _) => Act::Submit { seat: moving, text: self.text() },
            (220..=222, _) => Act::Throw { faces: vec![which; usize::from(what % 4)] },
            (223..=228, _) => Act::OfferDraw { seat },
            (229..=232, _) => Act::DeclineDraw { seat },
            (233..=240, _) => Act::AskTakeback { seat },
            (241..=249, _) => Act::AnswerTakeback { seat, accept: which & 4 == 4 },
            (250, _) => Act::Resign { seat },
            (251, _) => match which % 8 {
                0..=3 => Act::Flag { seats: vec![seat] },
                4 => Act::Flag { seats: vec![seat, second] },
                5 => Act::Abandon { seats: vec![seat], draw: false },
                6 => Act::Abandon { seats: vec![second], draw: true },
                _ => Act::Cancel,
            },
            (252, _) => Act::Resign { seat: Seat::new(Seat::MAX - 1) },
            (253, _) => Act::AnswerTakeback { seat, accept: true },
            (254.., _) if !texts.is_empty() => {
                let text = texts[usize::from(which) % texts.len()].to_owned();
                Act::Submit { seat: moving, text }
            }
            (254.., _) => Act::Submit { seat, text: self.text() },
        }
    }
}

//! Random games through every operation of a table, from the cast to the end, keep every invariant.

use heterodox_rules::klinzha::{GoalSafety, Position};
use heterodox_rules::{
    Act, Frame, Options, Scene, Seat, Setting, Table, Viewer, open, read_record,
};
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::positions::{moves_of, slow_copy};
use heterodox_testkit::klinzha::slow::{self, CAST, Gold, Green};

const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

const GARBAGE: [&str; 14] = [
    "",
    " ",
    "x",
    "cast spindles",
    "option maybe",
    "take it",
    "place",
    "place B",
    "lift",
    "done?",
    "G",
    "V@A19",
    "V@A19 Z99",
    "Zha riest'n, teskas tal'tai-kleon",
];

/// The scene of every viewer, without the parts that last only until the next move.
#[derive(Clone, PartialEq, Debug)]
struct TableSnapshot {
    scenes: Vec<Scene>,
    frames: Vec<Frame>,
    record: String,
}

fn scenes(table: &Table) -> Vec<Scene> {
    VIEWERS.map(|viewer| table.scene(viewer)).into()
}

fn snapshot(table: &Table) -> TableSnapshot {
    let mut scenes = scenes(table);
    for scene in &mut scenes {
        scene.draw_offers.clear();
        scene.takeback_asked = None;
    }
    let frames = table.frames(Viewer::Public);
    TableSnapshot { scenes, frames, record: table.record(Viewer::Public, &[]) }
}

/// A table with everything that is needed to judge it.
struct Game {
    rng: Rng,
    setting: Setting,
    safety: GoalSafety,
    table: Table,
    /// Accepted acts, and the scene of every viewer after each.
    log: Vec<(Act, Vec<Scene>)>,
    /// The scenes by number of plies.
    at_ply: Vec<TableSnapshot>,
    /// Texts of earlier choices. They are well-formed, and many are illegal now.
    texts: Vec<String>,
}

impl Game {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut options = Options::default();
        let enforced = rng.chance(40);
        if enforced {
            options.set("goal-safety=enforced").expect("an option");
        }
        if rng.chance(50) {
            options.set("house-rules=on").expect("an option");
        }
        let setting = Setting { options, ..Setting::default() };
        let table = open("klinzha", &setting).expect("a table");
        let safety = if enforced { GoalSafety::Enforced } else { GoalSafety::Advisory };
        let (log, at_ply, texts) = (Vec::new(), Vec::new(), Vec::new());
        Self { rng, setting, safety, table, log, at_ply, texts }
    }

    fn seat(&mut self) -> Seat {
        Seat::new(self.rng.below(2))
    }

    /// The seat to act, or `None` if no seat is to act.
    fn moving(&self) -> Option<Seat> {
        self.table.scene(Viewer::Public).to_act.first().copied()
    }

    fn choices(&self, seat: Seat) -> Vec<String> {
        let scene = self.table.scene(Viewer::Seat(seat));
        scene.choices.into_iter().map(|choice| choice.text).collect()
    }

    /// Plays until the game is over or this number of acts was tried.
    fn play(&mut self, acts: usize) {
        for _ in 0..acts {
            if self.table.outcome().is_some() {
                break;
            }
            let act = self.any_act();
            self.apply(&act);
            if self.rng.chance(2) {
                self.take_back();
            }
            if self.rng.chance(5) {
                self.choices_are_what_is_accepted();
            }
        }
    }

    fn any_act(&mut self) -> Act {
        let seat = self.seat();
        match self.rng.below(1000) {
            0..900 => {}
            900..940 => {
                let text = (*self.rng.pick(&GARBAGE)).to_owned();
                return Act::Submit { seat, text };
            }
            940..950 => return Act::OfferDraw { seat },
            950..960 => return Act::DeclineDraw { seat },
            960..970 => return Act::AskTakeback { seat },
            970..980 => return Act::AnswerTakeback { seat, accept: false },
            980..990 => return Act::Throw { faces: vec![3, self.rng.below(9) as u8] },
            990..998 => return Act::Resign { seat: Seat::new(2 + self.rng.below(2)) },
            _ => return Act::Resign { seat },
        }
        if self.table.awaits_throw().is_some() {
            let mut face = || 1 + self.rng.below(6) as u8;
            return Act::Throw { faces: vec![face(), face()] };
        }
        let seat = self.moving().expect("somebody's turn");
        let mut choices = self.choices(seat);
        // In the setup rather forward than back, and in play rather not to the end.
        if self.rng.chance(90) {
            let back = |text: &String| {
                ["lift", "shift", "clear", "array"].iter().any(|verb| text.starts_with(verb))
                    || text.contains("G@") && text.contains(" x ") && !text.starts_with("FeG")
            };
            let forward: Vec<_> = choices.iter().filter(|text| !back(text)).cloned().collect();
            if !forward.is_empty() {
                choices = forward;
            }
        }
        Act::Submit { seat, text: self.rng.pick(&choices).clone() }
    }

    /// Applies an act and checks everything that must hold after it.
    fn apply(&mut self, act: &Act) {
        let before = scenes(&self.table);
        let plies = self.table.plies();
        if plies == self.at_ply.len() && before[2].phase == "play" {
            self.at_ply.push(snapshot(&self.table));
        }
        let moving = self.moving();
        if let (Some(seat), true) = (moving, self.rng.chance(20)) {
            let some = self.choices(seat);
            self.texts.push(self.rng.pick(&some).clone());
        }
        let offered = moving.is_some_and(|seat| match act {
            Act::Submit { seat: by, text } => *by == seat && self.choices(seat).contains(text),
            _ => false,
        });
        match self.table.apply(act) {
            Err(refusal) => {
                assert!(!offered, "{act:?} was offered and refused: {refusal}");
                assert_eq!(
                    scenes(&self.table),
                    before,
                    "{act:?} was refused and changed something"
                );
            }
            Ok(report) => {
                if let Act::Submit { text, .. } = act {
                    assert!(offered, "{text:?} was accepted and not offered");
                    assert_eq!(report.warnings, [], "{text}");
                }
                let after = scenes(&self.table);
                self.drafts_are_hidden(act, &before, &after);
                self.rules_hold(&after);
                self.nothing_grows(plies, &before[2].frame, &after[2].frame);
                self.log.push((act.clone(), after));
            }
        }
    }

    /// While a seat places its warriors, no other viewer sees any of them.
    fn drafts_are_hidden(&self, act: &Act, before: &[Scene], after: &[Scene]) {
        let Act::Submit { seat, text } = act else { return };
        if before[2].phase != "place" || text == "done" {
            return;
        }
        for (viewer, (one, other)) in VIEWERS.iter().zip(before.iter().zip(after)) {
            if *viewer != Viewer::Seat(*seat) {
                let json = |scene| serde_json::to_string(scene).expect("JSON");
                assert_eq!(json(one), json(other), "{viewer:?} sees what {text} does");
            }
        }
        let others = [
            self.table.record(Viewer::Public, &[]),
            self.table.record(Viewer::Seat(seat.other()), &[]),
        ];
        let placed_cells: Vec<_> = text.split(' ').filter(|word| word.len() == 3).collect();
        for cell in placed_cells {
            let settled = |frame: &Frame| frame.pieces.iter().any(|piece| piece.cell == cell);
            assert!(
                settled(&before[2].frame) || !others.iter().any(|record| record.contains(cell))
            );
        }
    }

    /// No enemy and no Goal in a zone, zones apart, counts as owned, the choices those of the
    /// rules.
    fn rules_hold(&self, after: &[Scene]) {
        let scene = &after[2];
        for side in ["gold", "green"] {
            for kind in CAST {
                let own = |piece: &&heterodox_rules::Placed| {
                    piece.side == side && piece.kind == kind.code()
                };
                let owned = CAST.into_iter().filter(|other| *other == kind).count();
                assert!(scene.frame.pieces.iter().filter(own).count() <= owned);
            }
        }
        if scene.frame.position.is_empty() {
            return;
        }
        let text = &scene.frame.position;
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mirror = slow_copy(&position);
        assert!(mirror.is_possible(), "{text}");
        assert_eq!(mirror.to_string(), *text);
        assert_eq!(scene.phase == "over", scene.outcome.is_some());
        for area in &scene.frame.areas {
            let side = if area.of == "gold" { Gold } else { Green };
            let zone: Vec<_> = mirror.zone(side).iter().map(|&cell| slow::name(cell)).collect();
            assert_eq!(area.kind, "zone");
            assert!(area.cells.iter().all(|cell| zone.contains(&cell.as_str())));
            assert_eq!(area.cells.len(), zone.len());
        }
        let Some(&seat) = scene.to_act.first() else { return };
        let mut choices = self.choices(seat);
        choices.sort();
        let expected = match self.safety {
            GoalSafety::Advisory => mirror.moves(),
            GoalSafety::Enforced => mirror.enforced_moves(),
        };
        assert_eq!(choices, mirror.written(&expected), "{text}");
        assert_eq!(choices, moves_of(&position, self.safety));
        assert_eq!(after[seat.other().index()].choices, [], "nothing to do out of turn");
        assert_eq!(scene.choices, []);
    }

    /// A ply never brings anything back: pieces on the board and captured ones make the same sum.
    fn nothing_grows(&self, plies: usize, before: &Frame, after: &Frame) {
        if self.table.plies() <= plies || before.position.is_empty() {
            return;
        }
        let goals = |frame: &Frame| {
            frame.pieces.iter().filter(|p| p.kind == "G" || !p.marks.is_empty()).count()
        };
        let warriors = |frame: &Frame| frame.pieces.iter().filter(|p| p.kind != "G").count();
        let captured = |frame: &Frame, goal: bool| -> usize {
            let counted = frame.captured.iter().filter(|lost| (lost.kind == "G") == goal);
            counted.map(|lost| lost.count).sum()
        };
        assert!(goals(after) <= goals(before) && warriors(after) <= warriors(before));
        assert!(warriors(after) + 1 >= warriors(before), "one ply captures one warrior");
        assert_eq!(warriors(after) + captured(after, false), 18);
        assert_eq!(goals(after) + captured(after, true), 2);
    }

    /// Asks to take a move back and agrees: every viewer sees the scene before the move again.
    fn take_back(&mut self) {
        let seat = self.seat();
        if self.table.apply(&Act::AskTakeback { seat }).is_err() {
            return;
        }
        self.log.push((Act::AskTakeback { seat }, scenes(&self.table)));
        assert_eq!(self.table.scene(Viewer::Public).takeback_asked, Some(seat));
        let own = Act::AnswerTakeback { seat, accept: true };
        assert!(self.table.apply(&own).is_err(), "nobody answers for the other seat");
        if self.rng.chance(20) {
            // A move settles the question.
            return;
        }
        let frames = self.table.frames(Viewer::Public);
        let mover = |frame: &Frame| {
            let sides = self.table.scene(Viewer::Public).sides;
            sides.into_iter().find(|side| Some(side.key) == frame.side).and_then(|side| side.seat)
        };
        let target =
            frames.iter().rposition(|frame| mover(frame) == Some(seat)).expect("a ply") - 1;
        let answer = Act::AnswerTakeback { seat: seat.other(), accept: true };
        self.table.apply(&answer).expect("accepting");
        assert_eq!(self.table.plies(), target);
        assert_eq!(snapshot(&self.table), self.at_ply[target]);
        self.at_ply.truncate(target);
        self.log.push((answer, scenes(&self.table)));
    }

    /// Everything that is offered is accepted; what was offered once and is not now is refused, or
    /// understood with a warning.
    fn choices_are_what_is_accepted(&mut self) {
        let Some(seat) = self.moving() else { return };
        let choices = self.choices(seat);
        for _ in 0..8 {
            let text = self.rng.pick(&choices).clone();
            let mut copy = self.table.clone();
            copy.submit(seat, &text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert!(self.table.clone().submit(seat.other(), &text).is_err(), "out of turn");
        }
        for _ in 0..8.min(self.texts.len()) {
            let text = self.rng.pick(&self.texts).clone();
            if choices.contains(&text) {
                continue;
            }
            if let Ok(report) = self.table.clone().submit(seat, &text) {
                let phase = self.table.scene(Viewer::Public).phase;
                // Second placement may name its colour, which is settled.
                let named_colour = phase == "take" && text.split(' ').count() == 3;
                assert!(named_colour || !report.warnings.is_empty(), "{text} in {phase}");
            }
        }
    }

    /// At the end: the same acts give the same scenes, and the record says the same as the table.
    fn judge(&self) {
        let mut again = open("klinzha", &self.setting).expect("a table");
        for (act, after) in &self.log {
            again.apply(act).expect("accepted before");
            assert_eq!(scenes(&again), *after);
        }
        assert_eq!(snapshot(&again), snapshot(&self.table));
        for viewer in VIEWERS {
            let frames = self.table.frames(viewer);
            let texts: Vec<_> = frames.into_iter().filter_map(|frame| frame.text).collect();
            assert_eq!(self.table.texts(viewer), texts);
        }
        let scene = self.table.scene(Viewer::Public);
        if scene.frame.position.is_empty() {
            return self.judge_setup(&scene);
        }
        let headers =
            [("gold".to_owned(), "Krell".to_owned()), ("date".to_owned(), "2379".to_owned())];
        let text = self.table.record(Viewer::Public, &headers);
        let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"));
        assert_eq!(record.warnings, [], "{text}");
        assert_eq!(record.frames, self.table.frames(Viewer::Public));
        assert_eq!(record.frames.last(), Some(&scene.frame));
        assert_eq!(record.strict, text);
        assert!(headers.iter().all(|header| record.headers.contains(header)));
        // In a record Gold is seat 0; in the game it is the seat that chose the colour.
        let winner = |outcome: &heterodox_rules::Outcome, gold: Option<Seat>| {
            (outcome.winner.map(|seat| Some(seat) == gold), outcome.reason)
        };
        let at_table = scene.outcome.map(|outcome| winner(&outcome, scene.sides[0].seat));
        let in_record = record.outcome.map(|outcome| winner(&outcome, Some(Seat::new(0))));
        assert_eq!(in_record, at_table, "{text}");
    }
}

impl Game {
    /// A record of a game that ended in the setup reads, unless its winner has no colour yet.
    fn judge_setup(&self, scene: &Scene) {
        let text = self.table.record(Viewer::Public, &[]);
        let colours = scene.sides[0].seat.is_some();
        match (read_record(&text), &scene.outcome) {
            (Ok(record), Some(outcome)) => {
                assert!(colours || outcome.winner.is_none());
                assert_eq!((record.strict, record.warnings), (text, Vec::new()));
                let mut pieces = record.frames[0].pieces.clone();
                let mut at_table = scene.frame.pieces.clone();
                pieces.sort_by(|a, b| a.cell.cmp(&b.cell));
                at_table.sort_by(|a, b| a.cell.cmp(&b.cell));
                assert_eq!(pieces, at_table);
            }
            (Ok(_), None) => panic!("an unfinished setup was read as a game:\n{text}"),
            (Err(refusal), outcome) => {
                assert_eq!(refusal.code, "setup-incomplete");
                assert!(
                    outcome.as_ref().is_none_or(|it| it.winner.is_some() && !colours),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn random_games_keep_every_invariant() {
    let (mut ended, mut plies) = (0, 0);
    for seed in 0..60 {
        let mut game = Game::new(1000 + seed);
        game.play(400);
        game.judge();
        ended += usize::from(game.table.outcome().is_some());
        plies += game.table.plies();
    }
    assert!(ended > 20 && plies > 3000, "the games are worth their name: {ended}, {plies}");
}

#[test]
fn games_that_end_in_the_setup_keep_every_invariant() {
    for seed in 0..300 {
        let mut game = Game::new(5000 + seed);
        let acts = game.rng.below(60);
        game.play(acts);
        let seat = game.seat();
        let end = if game.rng.chance(50) {
            Act::Resign { seat }
        } else {
            Act::Flag { seats: vec![seat] }
        };
        if game.table.outcome().is_none() && game.rng.chance(80) {
            game.apply(&end);
        }
        game.judge();
    }
}

/// Two different drafts look the same to all other viewers, byte for byte.
#[test]
fn nobody_sees_the_others_draft() {
    let mut table = open("klinzha", &Setting::default()).expect("a table");
    table.submit(Seat::new(0), "cast").expect("cast");
    table.throw(&[6, 6]).expect("a throw");
    for text in ["option first", "take gold west"] {
        table.submit(Seat::new(0), text).expect(text);
    }
    let drafts = [
        "place B G35 S G36 V H23 V I33 V G13 Fe I11 L H24 Fl I44 Fl G14",
        "place B H24 S F25 V I11 V I12 V I22 Fe G13 L G14 Fl I44 Fl H12",
        "place B H24",
        "clear",
    ];
    let seen = |draft: &str| {
        let mut table = table.clone();
        table.submit(Seat::new(0), draft).unwrap_or_else(|refusal| panic!("{draft}: {refusal}"));
        let others = [Viewer::Seat(Seat::new(1)), Viewer::Public];
        others.map(|viewer| {
            let scene = serde_json::to_string(&table.scene(viewer)).expect("JSON");
            let frames = serde_json::to_string(&table.frames(viewer)).expect("JSON");
            (scene, frames, table.record(viewer, &[]))
        })
    };
    let first = seen(drafts[0]);
    for draft in &drafts[1..] {
        assert_eq!(seen(draft), first, "{draft}");
    }
    // A game given up during the placement does not open the draft either.
    let mut given_up = table.clone();
    given_up.submit(Seat::new(0), drafts[0]).expect("a draft");
    given_up.apply(&Act::Resign { seat: Seat::new(0) }).expect("resigning");
    assert_eq!(given_up.scene(Viewer::Public).frame.pieces, []);
    // Once it is declared finished, all see it.
    table.submit(Seat::new(0), drafts[0]).expect("a draft");
    assert_eq!(table.scene(Viewer::Seat(Seat::new(0))).frame.pieces.len(), 9);
    table.submit(Seat::new(0), "done").expect("done");
    assert_eq!(table.scene(Viewer::Public).frame.pieces.len(), 9);
}

/// Take-backs: one's own last ply and the reply to it, by the other's leave.
#[test]
fn a_move_is_taken_back_with_the_reply_to_it() {
    let (gold, green) = (Seat::new(0), Seat::new(1));
    let mut table = open("klinzha", &Setting::quick_start("north-west")).expect("a table");
    let ask = |seat| Act::AskTakeback { seat };
    let answer = |seat, accept| Act::AnswerTakeback { seat, accept };
    let refused = |table: &mut Table, act: &Act| table.apply(act).expect_err("refused").code;
    assert_eq!(refused(&mut table, &ask(gold)), "nothing-to-take-back");
    let mut seen = Vec::new();
    for ply in 0..6 {
        seen.push(snapshot(&table));
        let seat = Seat::new(ply % 2);
        let choice = table.scene(Viewer::Seat(seat)).choices[0].text.clone();
        table.submit(seat, &choice).expect("a choice");
    }
    assert_eq!(refused(&mut table, &answer(green, true)), "no-takeback-asked");
    table.apply(&ask(gold)).expect("asking");
    assert_eq!(refused(&mut table, &answer(gold, true)), "no-takeback-asked");
    table.apply(&answer(green, false)).expect("declining");
    assert_eq!(table.plies(), 6);
    // Green's last ply alone; then Gold's, with nothing behind it; then Green's with Gold's reply.
    for (seat, plies) in [(green, 5), (gold, 4), (green, 3), (green, 1), (gold, 0)] {
        table.apply(&ask(seat)).expect("asking");
        table.apply(&answer(seat.other(), true)).expect("accepting");
        assert_eq!(table.plies(), plies);
        assert_eq!(snapshot(&table), seen[plies]);
    }
    assert_eq!(refused(&mut table, &ask(green)), "nothing-to-take-back");
    // With the reply: Gold moves, Green answers, Gold wants its move back.
    for seat in [gold, green] {
        let choice = table.scene(Viewer::Seat(seat)).choices[0].text.clone();
        table.submit(seat, &choice).expect("a choice");
    }
    table.apply(&ask(gold)).expect("asking");
    table.apply(&answer(green, true)).expect("accepting");
    assert_eq!((table.plies(), snapshot(&table)), (0, seen[0].clone()));
    // A move settles an open question.
    let choice = table.scene(Viewer::Seat(gold)).choices[0].text.clone();
    table.submit(gold, &choice).expect("a choice");
    table.apply(&ask(gold)).expect("asking");
    let choice = table.scene(Viewer::Seat(green)).choices[0].text.clone();
    table.submit(green, &choice).expect("a choice");
    assert_eq!(refused(&mut table, &answer(green, true)), "no-takeback-asked");
}

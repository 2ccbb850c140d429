//! Non-interference at the level of the library: whatever a viewer gets from a table is a function of its view
//! history. Two games whose true positions differ, but that one viewer cannot tell apart, are played side by side;
//! what counts as telling apart is said by the slow umpire alone. Every byte for that viewer must be the same.

use crate::slow::{self, Kind};
use crate::study::Dice;
use crate::support::{random_map, random_position, setting};
use crate::twins::{VIEWERS, alternative, battery, learns, place, random_placement, slow_view};
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{CloudMap, CloudedKlinZha};
use heterodox_rules::klinzha::{Position, Side, board};
use heterodox_rules::{Seat, Table, Viewer};

/// A game twice: at a table, and with an arbiter that knows the truth for the tests.
#[derive(Clone)]
struct Game {
    table: Table,
    arbiter: FullInformationGame,
    /// What each of Gold, Green and spectators heard with the last act.
    heard: [String; 3],
}

impl Game {
    fn open(position: &str, clouds: &CloudMap, drift: &str) -> Self {
        let mut setting = setting(position, &clouds.to_string());
        setting.options.set(&format!("drift={drift}")).expect("an option");
        Self {
            table: Table::open::<CloudedKlinZha>(&setting).expect("a table"),
            arbiter: FullInformationGame::open(&setting).expect("a game"),
            heard: Default::default(),
        }
    }

    fn turn(&self) -> Side {
        self.arbiter.position().expect("a battle").turn()
    }

    /// Plays an intent; gives what the slow view history says of it for a viewer: see [`Game::seen`].
    fn play(&mut self, text: &str) -> heterodox_rules::clouded::full_information::Ruling {
        let seat = Seat::new(self.turn() as usize);
        let report = self.table.submit(seat, text).expect("accepted");
        let ruling = self.arbiter.submit(text).expect("accepted");
        assert_eq!(report.reports, ruling.reports);
        self.heard = VIEWERS.map(|viewer| format!("{:?}", report.reports.of(viewer)));
        ruling
    }

    fn throw(&mut self, faces: &[u8]) {
        let report = self.table.throw(faces).expect("awaited");
        self.arbiter.throw(faces).expect("awaited");
        for (heard, viewer) in self.heard.iter_mut().zip(VIEWERS) {
            *heard += &format!("{:?}", report.reports.of(viewer));
        }
    }
}

/// Everything that a table gives a viewer.
fn everything(game: &Game, viewer: Viewer, battery: &[String]) -> String {
    let table = &game.table;
    let json = |value: &dyn erased::Json| value.json();
    let mut all = vec![
        json(&table.scene(viewer)),
        json(&table.frames(viewer)),
        json(&table.observed_frames(viewer)),
        table.texts(viewer).join("\n"),
        table.record(viewer, &[("gold".to_owned(), "A".to_owned())]),
        table.observed_record(viewer, &[]),
        format!("{:?} {:?} {:?}", table, table.turn(), table.plies()),
        format!("{:?} {:?}", table.outcome(), table.awaits_throw()),
        game.heard[VIEWERS.iter().position(|v| *v == viewer).expect("a viewer")].clone(),
    ];
    for choice in table.scene(viewer).choices {
        all.push(format!("{:?}", table.paths(viewer, &choice.text)));
    }
    if let Viewer::Seat(seat) = viewer {
        for text in battery {
            // What is accepted is the umpire's to rule on; whether it is accepted is the view's.
            let answer = match table.clone().submit(seat, text) {
                Ok(report) => format!("accepted {:?}", report.warnings),
                Err(refusal) => format!("{refusal:?}"),
            };
            all.push(answer);
        }
    }
    all.join("\n\n")
}

/// Plain serialisation for the comparison.
mod erased {
    use serde::Serialize;

    pub(crate) trait Json {
        fn json(&self) -> String;
    }

    impl<T: Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("plain data")
        }
    }
}

/// What a check of an interface came to.
#[derive(Default, Debug)]
struct Findings {
    pairs: usize,
    plies: usize,
    differences: usize,
}

/// Plays pairs of games that a viewer cannot tell apart and compares what the interface gives it.
fn compare(
    pairs: usize,
    seed: u64,
    interface: impl Fn(&Game, Viewer, &[String]) -> String,
) -> Findings {
    let mut dice = Dice::new(seed);
    let mut findings = Findings::default();
    while findings.pairs < pairs {
        let viewer = *dice.pick(&VIEWERS);
        let map = random_map(&mut dice);
        let position = random_position(&mut dice);
        let Some(other) = alternative(&mut dice, &position, &map, viewer) else { continue };
        let drift = *dice.pick(&["off", "off", "1,1,3", "2,dice,dice"]);
        let mut a = Game::open(&position.to_string(), &map, drift);
        let mut b = Game::open(&other.to_string(), &map, drift);
        if a.table.outcome().is_some() || b.table.outcome().is_some() {
            continue;
        }
        findings.pairs += 1;
        for _ in 0..30 {
            let texts = battery(&mut dice);
            if interface(&a, viewer, &texts) != interface(&b, viewer, &texts) {
                findings.differences += 1;
                break;
            }
            findings.plies += 1;
            if !step(&mut dice, &mut a, &mut b, viewer) {
                break;
            }
        }
    }
    findings
}

/// Plays a ply in both games that teaches the viewer the same; false if there is none, or the game ends.
fn step(dice: &mut Dice, a: &mut Game, b: &mut Game, viewer: Viewer) -> bool {
    let mover = a.turn();
    let intents = |game: &Game| -> Vec<String> {
        let sight = game.arbiter.board_view(Some(mover)).expect("a battle");
        sight.intents().iter().map(ToString::to_string).collect()
    };
    let text = dice.pick(&intents(a)).clone();
    let ruling = a.play(&text);
    let learnt = learns(&a.arbiter, mover, &ruling, viewer);
    let own = matches!(viewer, Viewer::Seat(seat) if seat.index() == mover as usize);
    let mut tries = if own { vec![text] } else { intents(b) };
    dice.shuffle(&mut tries);
    for text in tries {
        let mut next = b.clone();
        let ruling = next.play(&text);
        if learns(&next.arbiter, mover, &ruling, viewer) != learnt {
            continue;
        }
        *b = next;
        if a.table.outcome().is_some() {
            return false;
        }
        while let Some(request) = a.table.awaits_throw() {
            let faces: Vec<u8> = (0..request.dice).map(|_| 1 + dice.below(6) as u8).collect();
            a.throw(&faces);
            b.throw(&faces);
            let seen = |game: &Game| {
                let position = game.arbiter.position().expect("a battle").clone();
                slow_view(&position, &game.arbiter.clouds(), viewer)
            };
            if seen(a) != seen(b) {
                return false;
            }
        }
        return true;
    }
    false
}

#[test]
fn every_byte_is_a_function_of_the_view_history() {
    let findings = compare(700, 1, everything);
    assert_eq!(findings.differences, 0, "{findings:?}");
    assert!(findings.plies > 2_000, "too little was compared: {findings:?}");
}

/// A leak, planted: what the interface gives, and something that the truth adds.
type Leak = (&'static str, fn(&Game) -> String);

const LEAKS: [Leak; 12] = [
    ("a list of the truly legal moves", |game| game.arbiter.legal_moves().join(" ")),
    ("how many moves are truly legal", |game| game.arbiter.legal_moves().len().to_string()),
    ("the true position in an error", |game| format!("refused in {}", truth(game))),
    ("a hash of the true position", |game| truth(game).zobrist().to_string()),
    ("the plies as the umpire writes them", |game| game.arbiter.texts().join(" ")),
    ("the killer of a captured piece", |game| {
        let texts = game.arbiter.texts();
        texts.iter().filter(|text| text.contains(" x ")).cloned().collect::<Vec<_>>().join(" ")
    }),
    ("whether a move was halted", |game| {
        game.arbiter.texts().last().is_some_and(|text| text.contains('>')).to_string()
    }),
    ("how often the true position occurred", |game| {
        let frames = game.arbiter.frames();
        let board = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let now = board(&frames[frames.len() - 1].position);
        frames.iter().filter(|frame| board(&frame.position) == now).count().to_string()
    }),
    ("the replay before the end", |game| format!("{:?}", game.arbiter.frames())),
    ("the other seats' scenes", |game| {
        format!("{:?}", VIEWERS.map(|viewer| game.table.scene(viewer).frame.position))
    }),
    ("whether the Goal truly hangs", |game| {
        Side::ALL.map(|side| truth(game).goal_attackers(side).len().to_string()).join(" ")
    }),
    ("the full record before the end", |game| game.arbiter.record(&[])),
];

fn truth(game: &Game) -> Position {
    game.arbiter.position().expect("a battle").clone()
}

#[test]
fn planted_leaks_are_caught() {
    for (name, leak) in LEAKS {
        let findings = compare(150, 2, |game, viewer, _| {
            format!("{:?} {}", game.table.scene(viewer).frame.position, leak(game))
        });
        assert!(findings.differences > 0, "not caught: {name}: {findings:?}");
    }
}

/// The order of a list is a channel too: warriors of a kind must not keep the order in which the truth lists them.
#[test]
fn like_warriors_are_listed_by_cell() {
    let mut dice = Dice::new(5);
    for _ in 0..300 {
        let position = random_position(&mut dice);
        let game = Game::open(&position.to_string(), &random_map(&mut dice), "off");
        for viewer in VIEWERS {
            let pieces = game.table.scene(viewer).frame.pieces;
            let like: Vec<_> = pieces
                .windows(2)
                .filter(|pair| pair[0].kind == pair[1].kind && pair[0].side == pair[1].side)
                .collect();
            let place = |cell: &str| board::by_name(cell).expect("a cell");
            assert!(like.iter().all(|pair| place(&pair[0].cell) < place(&pair[1].cell)));
        }
    }
}

/// A view that hides too much fails too: everything that the slow umpire grants is in the scene.
#[test]
fn what_may_be_seen_is_shown() {
    let mut dice = Dice::new(3);
    for _ in 0..500 {
        let position = random_position(&mut dice);
        let map = random_map(&mut dice);
        let game = Game::open(&position.to_string(), &map, "off");
        if game.table.outcome().is_some() {
            continue;
        }
        for viewer in VIEWERS {
            let frame = game.table.scene(viewer).frame;
            let mut shown: Vec<String> = Vec::new();
            for piece in &frame.pieces {
                let cell = slow::cell(&piece.cell);
                match piece.kind {
                    "G" => shown.push(format!("{}G@{cell}", piece.side)),
                    kind => shown.push(format!("{}{kind}@{cell}", piece.side)),
                }
                if piece.marks.contains(&"goal") {
                    shown.push(format!("{}G@{cell}", piece.side));
                }
            }
            let view = slow_view(&truth(&game), &map, viewer);
            let mut granted: Vec<String> =
                view.split(' ').filter(|word| word.contains('@')).map(str::to_owned).collect();
            shown.sort();
            granted.sort();
            assert_eq!(shown, granted, "{viewer:?} in {position} under {map}");
            let covered = |kind: &str| -> usize {
                let areas = frame.areas.iter().filter(|area| area.kind == kind);
                areas.map(|area| area.cells.len()).sum()
            };
            assert_eq!(covered("cloud-edge"), map.edge().len());
            assert_eq!(covered("cloud-under"), map.under().len());
            if let Viewer::Seat(seat) = viewer
                && game.turn() as usize == seat.index()
            {
                assert!(!game.table.scene(viewer).choices.is_empty());
            }
        }
    }
}

/// Lets a seat take a step of the setup in a game; false if it is refused.
fn setup_step(game: &mut Game, seat: usize, text: &str) -> bool {
    let taken = game.table.submit(Seat::new(seat), text);
    if let Ok(report) = &taken {
        game.heard = VIEWERS.map(|viewer| format!("{:?}", report.reports.of(viewer)));
    }
    taken.is_ok()
}

/// A setup in which seat 0 has taken Gold and the north.
fn setup_begun(map: &CloudMap) -> Game {
    let mut setting = heterodox_rules::Setting::default();
    setting.options.set(&format!("clouds={map}")).expect("an option");
    let mut game = Game {
        table: Table::open::<CloudedKlinZha>(&setting).expect("a table"),
        arbiter: FullInformationGame::open(&setting).expect("a game"),
        heard: Default::default(),
    };
    assert!(setup_step(&mut game, 0, "cast"));
    game.table.throw(&[6, 5]).expect("thrown");
    assert!(setup_step(&mut game, 0, "option first"));
    assert!(setup_step(&mut game, 0, "take gold north"));
    game
}

/// The Goals that a seat may place, by cell.
fn goals(game: &Game, seat: usize) -> Vec<(String, String)> {
    let choices = game.table.scene(Viewer::Seat(Seat::new(seat))).choices;
    choices.into_iter().filter_map(|choice| Some((choice.to?, choice.text))).collect()
}

/// First placement with other things under the same clouds: second placement and spectators get the same.
#[test]
fn a_first_placement_that_looks_the_same_is_the_same_to_others() {
    let mut dice = Dice::new(6);
    let (mut pairs, mut battles) = (0, 0);
    while pairs < 150 {
        let map = random_map(&mut dice);
        let cover =
            |cell: usize| map.cover(board::by_name(slow::name(cell)).expect("a cell")).sign();
        let first = random_placement(&mut dice, "north");
        // Hidden warriors change places; cells under clouds may be others.
        let (open, hidden): (Vec<_>, Vec<_>) =
            first.iter().copied().partition(|(_, cell)| cover(*cell) == '.');
        let edges: Vec<usize> =
            hidden.iter().map(|(_, cell)| *cell).filter(|&cell| cover(cell) == '-').collect();
        let mut under: Vec<usize> = (0..81)
            .filter(|&cell| slow::region(cell) == Some("north") && cover(cell) == '#')
            .collect();
        dice.shuffle(&mut under);
        let mut kinds: Vec<Kind> = hidden.iter().map(|(kind, _)| *kind).collect();
        dice.shuffle(&mut kinds);
        let mut other = open.clone();
        other.extend(kinds.into_iter().zip(edges.into_iter().chain(under)));
        dice.shuffle(&mut other);
        if hidden.len() < 2 {
            continue;
        }
        pairs += 1;
        let (mut a, mut b) = (setup_begun(&map), setup_begun(&map));
        let same = |a: &Game, b: &Game, dice: &mut Dice| {
            let texts = battery(dice);
            for viewer in [VIEWERS[1], VIEWERS[2]] {
                assert_eq!(everything(a, viewer, &texts), everything(b, viewer, &texts));
            }
        };
        assert!(setup_step(&mut a, 0, &place(&first)) && setup_step(&mut b, 0, &place(&other)));
        same(&a, &b, &mut dice);
        assert!(setup_step(&mut a, 0, "done") && setup_step(&mut b, 0, "done"));
        same(&a, &b, &mut dice);
        let region = *dice.pick(&["west", "east"]);
        let second = place(&random_placement(&mut dice, region));
        let steps = [format!("take {region}"), second, "done".to_owned()];
        // An unseen zone is told for the Blockader's cell: there the two may part.
        let alike = steps.iter().all(|step| {
            let alike = setup_step(&mut a, 1, step) && setup_step(&mut b, 1, step);
            if alike {
                same(&a, &b, &mut dice);
            }
            alike
        });
        let (Some(goal), true) = (goals(&a, 0).first().cloned(), alike) else { continue };
        let in_sight = |cell: &str| cover(slow::cell(cell)) == '.';
        let fits = |(cell, _): &&(String, String)| {
            if in_sight(&goal.0) { *cell == goal.0 } else { !in_sight(cell) }
        };
        let Some(counterpart) = goals(&b, 0).iter().find(fits).cloned() else { continue };
        assert!(setup_step(&mut a, 0, &goal.1) && setup_step(&mut b, 0, &counterpart.1));
        same(&a, &b, &mut dice);
        let Some((_, goal)) = goals(&a, 1).first().cloned() else { continue };
        assert!(setup_step(&mut a, 1, &goal) && setup_step(&mut b, 1, &goal));
        if a.table.outcome().is_none() && b.table.outcome().is_none() {
            assert_eq!(a.table.scene(Viewer::Public).phase, "play");
            same(&a, &b, &mut dice);
            battles += 1;
        }
    }
    assert!(battles > 30, "{battles} battles of {pairs} pairs");
}

/// Blind, whoever placed first learns nothing of the second placement, its region included.
#[test]
fn blind_the_second_placement_is_any() {
    let mut dice = Dice::new(9);
    for _ in 0..60 {
        let mut ends = Vec::new();
        let first = place(&random_placement(&mut dice, "north"));
        let texts = battery(&mut dice);
        for region in ["west", "east", "west"] {
            let mut game = setup_begun(&CloudMap::BLIND);
            assert!(setup_step(&mut game, 0, &first) && setup_step(&mut game, 0, "done"));
            assert!(setup_step(&mut game, 1, &format!("take {region}")));
            let mut seen = vec![everything(&game, VIEWERS[0], &texts)];
            while !setup_step(&mut game, 1, &place(&random_placement(&mut dice, region))) {}
            seen.push(everything(&game, VIEWERS[0], &texts));
            assert!(setup_step(&mut game, 1, "done"));
            let Some(own) = goals(&game, 0).first().cloned() else { continue };
            assert!(setup_step(&mut game, 0, &own.1));
            seen.push(everything(&game, VIEWERS[0], &texts));
            let Some(theirs) = goals(&game, 1).first().cloned() else { continue };
            assert!(setup_step(&mut game, 1, &theirs.1));
            if game.table.outcome().is_none() {
                // The battle's first refusals say whose turn it is; the rest is the own view.
                seen.push(everything(&game, VIEWERS[0], &texts));
                ends.push(seen);
            }
        }
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

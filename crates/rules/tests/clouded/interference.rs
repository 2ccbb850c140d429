//! Non-interference at the level of the library: whatever a viewer gets from a table is a function
//! of its view history. Two games whose true positions differ, but that one viewer cannot tell
//! apart, are played side by side; what counts as telling apart is said by the slow umpire alone.
//! Every byte for that viewer must be the same.

use heterodox_rules::clouded::CloudMap;
use heterodox_rules::klinzha::{Position, Side, board};
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{random_map, random_position};
use heterodox_testkit::clouded::indistinguishable_pairs::{
    Game, GamePair, VIEWERS, battery, place, random_placement, slow_view,
};
use heterodox_testkit::contract::{self, Pair};
use heterodox_testkit::klinzha::slow::{self, Kind};

/// Everything that a table gives a viewer.
fn everything(game: &Game, viewer: Viewer, texts: &[String]) -> String {
    contract::everything(&game.table, viewer, game.heard(viewer), texts)
}

/// The result of a check of an interface.
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
    let mut rng = Rng::new(seed);
    let mut findings = Findings::default();
    while findings.pairs < pairs {
        let Some(mut pair) = GamePair::random(&mut rng) else { continue };
        findings.pairs += 1;
        for _ in 0..30 {
            let texts = pair.texts(&mut rng);
            let [a, b] = &pair.games;
            if interface(a, pair.viewer, &texts) != interface(b, pair.viewer, &texts) {
                findings.differences += 1;
                break;
            }
            findings.plies += 1;
            if !pair.step(&mut rng) {
                break;
            }
        }
    }
    findings
}

#[test]
fn every_byte_is_a_function_of_the_view_history() {
    let findings = compare(700, 1, everything);
    assert_eq!(findings.differences, 0, "{findings:?}");
    assert!(findings.plies > 2_000, "too little was compared: {findings:?}");
}

/// A seeded leak: what the interface gives, and something that the truth adds.
type Leak = (&'static str, fn(&Game) -> String);

const LEAKS: [Leak; 12] = [
    ("a list of the truly legal moves", |game| game.truth.legal_moves().join(" ")),
    ("how many moves are truly legal", |game| game.truth.legal_moves().len().to_string()),
    ("the true position in an error", |game| format!("refused in {}", truth(game))),
    ("a hash of the true position", |game| truth(game).zobrist().to_string()),
    ("the plies as the umpire writes them", |game| game.truth.texts().join(" ")),
    ("the killer of a captured piece", |game| {
        let texts = game.truth.texts();
        texts.iter().filter(|text| text.contains(" x ")).cloned().collect::<Vec<_>>().join(" ")
    }),
    ("whether a move was halted", |game| {
        game.truth.texts().last().is_some_and(|text| text.contains('>')).to_string()
    }),
    ("how often the true position occurred", |game| {
        let frames = game.truth.frames();
        let board = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let now = board(&frames[frames.len() - 1].position);
        frames.iter().filter(|frame| board(&frame.position) == now).count().to_string()
    }),
    ("the replay before the end", |game| format!("{:?}", game.truth.frames())),
    ("the other seats' scenes", |game| {
        format!("{:?}", VIEWERS.map(|viewer| game.table.scene(viewer).frame.position))
    }),
    ("whether the Goal truly hangs", |game| {
        Side::ALL.map(|side| truth(game).goal_attackers(side).len().to_string()).join(" ")
    }),
    ("the full record before the end", |game| game.truth.record(&[])),
];

fn truth(game: &Game) -> Position {
    game.truth.position().expect("a battle").clone()
}

#[test]
fn seeded_leaks_are_caught() {
    for (name, leak) in LEAKS {
        let findings = compare(150, 2, |game, viewer, _| {
            format!("{:?} {}", game.table.scene(viewer).frame.position, leak(game))
        });
        assert!(findings.differences > 0, "not caught: {name}: {findings:?}");
    }
}

/// The order of a list is a channel too: warriors of a kind must not keep the order in which the
/// truth lists them.
#[test]
fn like_warriors_are_listed_by_cell() {
    let mut rng = Rng::new(5);
    for _ in 0..300 {
        let position = random_position(&mut rng);
        let game = Game::at(&position.to_string(), &random_map(&mut rng), "off");
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
    let mut rng = Rng::new(3);
    for _ in 0..500 {
        let position = random_position(&mut rng);
        let map = random_map(&mut rng);
        let game = Game::at(&position.to_string(), &map, "off");
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
        game.hears(&report.reports);
    }
    taken.is_ok()
}

/// A setup in which seat 0 has taken Gold and the north.
fn setup_begun(map: &CloudMap) -> Game {
    let mut setting = heterodox_rules::Setting::default();
    setting.options.set(&format!("clouds={map}")).expect("an option");
    let mut game = Game::open(&setting);
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

/// First placement with other things under the same clouds: second placement and spectators get the
/// same.
#[test]
fn a_first_placement_that_looks_the_same_is_the_same_to_others() {
    let mut rng = Rng::new(6);
    let (mut pairs, mut battles) = (0, 0);
    while pairs < 150 {
        let map = random_map(&mut rng);
        let cover =
            |cell: usize| map.cover(board::by_name(slow::name(cell)).expect("a cell")).sign();
        let first = random_placement(&mut rng, "north");
        // Hidden warriors change places; cells under clouds may be others.
        let (open, hidden): (Vec<_>, Vec<_>) =
            first.iter().copied().partition(|(_, cell)| cover(*cell) == '.');
        let edges: Vec<usize> =
            hidden.iter().map(|(_, cell)| *cell).filter(|&cell| cover(cell) == '-').collect();
        let mut under: Vec<usize> = (0..81)
            .filter(|&cell| slow::region(cell) == Some("north") && cover(cell) == '#')
            .collect();
        rng.shuffle(&mut under);
        let mut kinds: Vec<Kind> = hidden.iter().map(|(kind, _)| *kind).collect();
        rng.shuffle(&mut kinds);
        let mut other = open.clone();
        other.extend(kinds.into_iter().zip(edges.into_iter().chain(under)));
        rng.shuffle(&mut other);
        if hidden.len() < 2 {
            continue;
        }
        pairs += 1;
        let (mut a, mut b) = (setup_begun(&map), setup_begun(&map));
        let same = |a: &Game, b: &Game, rng: &mut Rng| {
            let texts = battery(rng);
            for viewer in [VIEWERS[1], VIEWERS[2]] {
                assert_eq!(everything(a, viewer, &texts), everything(b, viewer, &texts));
            }
        };
        assert!(setup_step(&mut a, 0, &place(&first)) && setup_step(&mut b, 0, &place(&other)));
        same(&a, &b, &mut rng);
        assert!(setup_step(&mut a, 0, "done") && setup_step(&mut b, 0, "done"));
        same(&a, &b, &mut rng);
        let region = *rng.pick(&["west", "east"]);
        let second = place(&random_placement(&mut rng, region));
        let steps = [format!("take {region}"), second, "done".to_owned()];
        // A hidden zone is reported for the Blockader's cell: there the two games may differ.
        let alike = steps.iter().all(|step| {
            let alike = setup_step(&mut a, 1, step) && setup_step(&mut b, 1, step);
            if alike {
                same(&a, &b, &mut rng);
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
        same(&a, &b, &mut rng);
        let Some((_, goal)) = goals(&a, 1).first().cloned() else { continue };
        assert!(setup_step(&mut a, 1, &goal) && setup_step(&mut b, 1, &goal));
        if a.table.outcome().is_none() && b.table.outcome().is_none() {
            assert_eq!(a.table.scene(Viewer::Public).phase, "play");
            same(&a, &b, &mut rng);
            battles += 1;
        }
    }
    assert!(battles > 30, "{battles} battles of {pairs} pairs");
}

/// Blind, the player who placed first learns nothing of the second placement, its region included.
#[test]
fn blind_the_second_placement_is_any() {
    let mut rng = Rng::new(9);
    for _ in 0..60 {
        let mut ends = Vec::new();
        let first = place(&random_placement(&mut rng, "north"));
        let texts = battery(&mut rng);
        for region in ["west", "east", "west"] {
            let mut game = setup_begun(&CloudMap::BLIND);
            assert!(setup_step(&mut game, 0, &first) && setup_step(&mut game, 0, "done"));
            assert!(setup_step(&mut game, 1, &format!("take {region}")));
            let mut seen = vec![everything(&game, VIEWERS[0], &texts)];
            while !setup_step(&mut game, 1, &place(&random_placement(&mut rng, region))) {}
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

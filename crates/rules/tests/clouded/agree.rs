//! The library's umpire and the slow umpire agree.

use heterodox_rules::clouded::{BoardView, CloudMap, HaltCause, Intent, WalkPath as Path, resolve};
use heterodox_rules::klinzha::{GoalAction, Side, board};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{library, random_map, random_position};
use heterodox_testkit::clouded::slow_umpire;
use heterodox_testkit::klinzha::slow::{self, Gold, Way};

fn signs(map: &CloudMap) -> Vec<char> {
    board::ALL.into_iter().map(|cell| map.cover(cell).sign()).collect()
}

fn slow_cell(cell: heterodox_rules::Cell) -> slow::Cell {
    slow::cell(board::name(cell))
}

#[test]
fn both_umpires_accept_and_rule_alike() {
    let mut rng = Rng::new(4);
    let (mut intents, mut halts, mut named_halts, mut captures, mut stays) = (0, [0; 2], 0, 0, 0);
    for number in 0..3_000 {
        let position = random_position(&mut rng);
        let map = random_map(&mut rng);
        let signs = signs(&map);
        let truth = library(&position);
        let me = if position.turn == Gold { Side::Gold } else { Side::Green };
        let view = BoardView::of(&truth, &map, Some(me));
        let slow_view = slow_umpire::board_view(&position, &signs, position.turn);

        let accepted = view.intents();
        let mut texts: Vec<String> = accepted.iter().map(ToString::to_string).collect();
        texts.sort();
        assert_eq!(texts, slow_view.intents(), "{number}: {position} under {map}");

        // Every truly legal move is an intent that the view accepts.
        let truly: Vec<String> = position
            .moves()
            .iter()
            .map(|m| {
                let kind = position.warriors[m.from].expect("a warrior").1;
                slow_umpire::written(kind, m.from, m.to, m.way)
            })
            .collect();
        assert!(truly.iter().all(|text| texts.contains(text)), "{position} under {map}");

        for intent in accepted {
            let (from, to) = (slow_cell(intent.played.from()), slow_cell(intent.played.to()));
            let way = match intent.played.goal() {
                GoalAction::Plain => Way::Plain,
                GoalAction::Carry => Way::Carry,
                GoalAction::Abandon => Way::Abandon,
            };
            let kind = position.warriors[from].expect("a warrior").1;
            let mut paths = slow_view.paths(kind, from, to);
            let fast: Vec<Vec<slow::Cell>> = view
                .paths(&intent)
                .iter()
                .map(|path| path.iter().map(|&cell| slow_cell(cell)).collect())
                .collect();
            paths.sort_by_key(|path| {
                (path.len(), path.iter().map(|&c| slow::name(c)).collect::<Vec<_>>())
            });
            assert_eq!(fast, paths, "{intent} in {position} under {map}");
            let path = rng.chance(30).then(|| rng.pick(&paths).clone());
            let intent = Intent {
                path: path.as_ref().map(|path| {
                    path.iter()
                        .map(|&cell| board::by_name(slow::name(cell)).expect("a cell"))
                        .collect::<Path>()
                }),
                ..intent
            };
            let (read, remarks) = view.read_intent(&intent.to_string()).expect("accepted");
            assert_eq!((read, remarks.len()), (intent.clone(), 0));

            let ours = resolve(&truth, &map, &intent);
            let theirs = slow_umpire::resolve(&position, &signs, from, to, way, path.as_deref());
            let about = format!("{intent} in {position} under {map}: {ours:?}");
            assert_eq!(slow_cell(ours.played.to()), theirs.end, "{about}");
            assert_eq!(ours.captured.map(|what| what.to_string()), theirs.captured, "{about}");
            assert_eq!(ours.halted.map(HaltCause::key), theirs.halted, "{about}");
            let next = slow_umpire::after(&position, from, way, &theirs);
            assert_eq!(ours.apply(&truth).to_string(), next.to_string(), "{about}");
            let both = next.goals.iter().all(Option::is_some);
            assert!(!both || next.is_possible(), "{about}: impossible {next}");

            intents += 1;
            captures += usize::from(ours.captured.is_some());
            stays += usize::from(theirs.end == from);
            named_halts += usize::from(path.is_some() && ours.halted.is_some());
            match theirs.halted {
                Some("field") => halts[0] += 1,
                Some(_) => halts[1] += 1,
                None => {}
            }
        }
    }
    // The compared cases must occur often.
    assert!(intents > 100_000, "{intents} intents");
    assert!(halts[0] > 1_500 && halts[1] > 1_500, "{halts:?}");
    assert!(named_halts > 500 && captures > 2_000 && stays > 1_000);
}

#[test]
fn view_strings_come_back_as_the_same_view() {
    let mut rng = Rng::new(44);
    for _ in 0..3_000 {
        let truth = library(&random_position(&mut rng));
        let map = random_map(&mut rng);
        for side in [Some(Side::Gold), Some(Side::Green), None] {
            let view = BoardView::of(&truth, &map, side);
            let text = view.to_string();
            assert_eq!(BoardView::parse(&text, side), Ok(view), "{text}");
        }
        let all = BoardView::of(&truth, &CloudMap::CLEAR, None);
        assert_eq!(all.to_string(), truth.to_string());
    }
}

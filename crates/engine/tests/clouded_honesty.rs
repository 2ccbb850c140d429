//! The player of clouded Klin Zha knows nothing but its view, and answers every view.

use heterodox_engine::clouded::reference::UniformRandom;
use heterodox_engine::{Level, SearchLimit, SplitMix64};
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::klinzha::{Kind, Position, QUICK_STARTS, Side, board};
use heterodox_rules::{Start, Turn, Viewer, open};
use heterodox_testkit::engine::clouded::{answer, computer, quick, setting, table, viewer};
use std::sync::atomic::AtomicBool;

/// Two positions with the same view: the player chooses in both, with the belief of the other one
/// in its cache, and answers the same.
#[test]
fn what_the_view_does_not_show_changes_nothing() {
    let map =
        "clouds=#/###/#####/#######/#########/.........../............./.............../................."
            .to_owned();
    let true_position = "1/1v+1/5/2f1s2/9/11/13/8V+6/3V5L7 gold 0 1";
    let other_positions = [
        "1/1v+1/5/1s1f3/9/11/13/8V+6/3V5L7 gold 0 1",
        "1/3/1v+3/7/5f3/11/13/8V+6/3V5L7 gold 0 1",
        "1/1e+1/5/7/9/11/13/8V+6/3V5L7 gold 0 1",
    ];
    let table = |position: &str| {
        let setting = setting(std::slice::from_ref(&map), Start::Position(position.to_owned()));
        open("clouded-klinzha", &setting).expect("a table")
    };
    let gold = viewer(Side::Gold);
    for level in Level::ALL {
        let here = answer(
            &mut *computer(level, 7),
            &table(true_position),
            gold,
            SearchLimit::nodes(4_000),
        );
        for other_position in other_positions {
            let mut player = computer(level, 7);
            assert_eq!(
                table(other_position).scene(gold),
                table(true_position).scene(gold),
                "the views are alike"
            );
            let there =
                answer(&mut *player, &table(other_position), gold, SearchLimit::nodes(4_000));
            assert_eq!(here, there, "{other_position}");
            let again =
                answer(&mut *player, &table(true_position), gold, SearchLimit::nodes(4_000));
            assert_eq!(here, again, "{other_position}");
        }
    }
}

/// Several games with the same view for one side from the first state on; in each of them the enemy
/// tries to keep it so. While the views are equal, the player announces the same intent in all.
#[test]
fn alike_histories_of_different_truths_give_the_same_choice() {
    let map = "clouds=#/###/#####/#######/#########/.........../............./.............../.................";
    let mut random = SplitMix64::new(3);
    let (mut asked, mut different) = (0, 0);
    for round in 0..4 {
        let mut worlds: Vec<FullInformationGame> = worlds_alike(map, &mut random);
        let gold = viewer(Side::Gold);
        for _ in 0..24 {
            if worlds[0].outcome().is_some() {
                break;
            }
            let scene = worlds[0].scene(gold);
            let frames = worlds[0].observed_frames(gold);
            worlds.retain(|world| {
                world.observed_frames(gold) == frames && world.scene(gold) == scene
            });
            if worlds[0].position().expect("a battle").turn() == Side::Green {
                let first = in_some_way(&mut worlds[0], &mut random, |_| true);
                assert!(first);
                let shown = worlds[0].observed_frames(gold);
                for world in &mut worlds[1..] {
                    in_some_way(world, &mut random, |frames| frames == shown);
                }
                continue;
            }
            let level = Level::ALL[2 * round + 1];
            let mut answers = worlds.iter().map(|world| {
                let stop = AtomicBool::new(false);
                let (scene, frames) = (world.scene(gold), world.observed_frames(gold));
                computer(level, 11)
                    .choose(&scene, &frames, &SearchLimit::nodes(2_000), &stop)
                    .expect("an answer")
            });
            let here = answers.next().expect("a world");
            for there in answers {
                assert_eq!(here, there);
                asked += 1;
            }
            let true_position = worlds[0].position().expect("a battle").zobrist();
            let twisted = |world: &&FullInformationGame| {
                world.position().expect("a battle").zobrist() != true_position
            };
            different += worlds.iter().filter(twisted).count();
            for world in &mut worlds {
                world.submit(&here.text).expect("what the view allows");
            }
        }
    }
    assert!(
        asked > 40 && different > 40,
        "{asked} asked, {different} of them with another true_position"
    );
}

/// Games from positions that Gold cannot distinguish.
fn worlds_alike(map: &str, random: &mut SplitMix64) -> Vec<FullInformationGame> {
    (0..10)
        .filter_map(|_| {
            let position: Position =
                "1/1v+1/5/7/9/11/13/8V+6/3V5L3S3 gold 0 1".parse().expect("a position");
            let mut raw = position.to_raw();
            let clouded: Vec<_> = board::ALL.into_iter().take(25).collect();
            raw.board.iter_mut().take(25).for_each(|cell| *cell = None);
            for kind in [Kind::Vanguard, Kind::Swift, Kind::Flier, Kind::Blockader] {
                let cell = *random.pick(&clouded)?;
                raw.board[cell.index()] = Some((Side::Green, kind));
                if kind == Kind::Vanguard {
                    raw.goals[Side::Green] = Some(cell);
                }
            }
            let start = Start::Position(raw.check().ok()?.to_string());
            FullInformationGame::open(&setting(&[map.to_owned()], start)).ok()
        })
        .collect()
}

/// Plays an enemy ply with the wanted result for the viewer, if there is one.
fn in_some_way(
    world: &mut FullInformationGame,
    random: &mut SplitMix64,
    wanted: impl Fn(Vec<heterodox_rules::Frame>) -> bool,
) -> bool {
    let mut choices = world.scene(viewer(Side::Green)).choices;
    while !choices.is_empty() {
        let choice = choices.swap_remove(random.below(choices.len()));
        let mut tried = world.clone();
        tried.submit(&choice.text).expect("what the view allows");
        if tried.outcome().is_none() && wanted(tried.observed_frames(viewer(Side::Gold))) {
            *world = tried;
            return true;
        }
    }
    false
}

/// In every scene it announces an intent that the scene offers.
#[test]
fn views_that_no_game_leads_to_are_answered_all_the_same() {
    let mut random = SplitMix64::new(9);
    for (number, option) in ["seed=2", "clouds=blind", "seed=3"].iter().enumerate() {
        let mut table = table(&[(*option).to_owned()], quick(QUICK_STARTS[number]));
        let mut movers = [UniformRandom::new(1), UniformRandom::new(2)];
        while let Turn::Seats(seats) = table.turn() {
            let viewer = Viewer::Seat(seats[0]);
            let (scene, frames) = (table.scene(viewer), table.frames(viewer));
            let text =
                answer(&mut movers[seats[0].index()], &table, viewer, SearchLimit::default()).text;
            table.submit(seats[0], &text).expect("what the view allows");
            if table.plies() > 24 {
                break;
            }
            let mut twisted = frames.clone();
            let at = random.below(frames.len());
            match random.below(5) {
                0 => twisted[at].text = Some("S@F47 nowhere".to_owned()),
                1 => twisted[at].position = frames[0].position.clone(),
                2 => twisted[at].captured.clear(),
                3 => twisted = twisted.split_off(at),
                _ => twisted[at].text = Some("? x Fl@A19".to_owned()),
            }
            let stop = AtomicBool::new(false);
            let chosen = computer(Level::WEAKEST, 1)
                .choose(&scene, &twisted, &SearchLimit::nodes(300), &stop)
                .expect("an answer");
            let intent = chosen.text.split(" (").next().expect("a text");
            let offered = scene.choices.iter().any(|choice| choice.text == intent);
            assert!(offered, "{}", chosen.text);
        }
    }
}

/// A player whose stop flag is set before it begins answers without a search, however long the
/// game.
#[test]
fn a_player_that_is_told_to_stop_answers_at_once() {
    for option in ["seed=2", "clouds=blind"] {
        let mut table = table(&[option.to_owned()], quick(QUICK_STARTS[1]));
        let mut movers = [UniformRandom::new(5), UniformRandom::new(6)];
        while let Turn::Seats(seats) = table.turn() {
            let viewer = Viewer::Seat(seats[0]);
            if table.plies().is_multiple_of(20) {
                let (scene, frames) = (table.scene(viewer), table.frames(viewer));
                let stop = AtomicBool::new(true);
                let choice = computer(Level::FULL, 1)
                    .choose(&scene, &frames, &SearchLimit::default(), &stop)
                    .expect("an answer");
                let info = choice.info.expect("something about it");
                assert_eq!((info.depth, info.nodes), (0, 0));
                let intent = choice.text.split(" (").next().expect("a text");
                assert!(scene.choices.iter().any(|choice| choice.text == intent));
            }
            let text =
                answer(&mut movers[seats[0].index()], &table, viewer, SearchLimit::default()).text;
            table.submit(seats[0], &text).expect("what the view allows");
            if table.plies() > 60 {
                break;
            }
        }
    }
}

/// The player's sources do not name the types that hold the true position.
#[test]
fn the_player_does_not_name_the_full_information_game() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/clouded");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a text");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            for word in ["full_information", "FullInformationGame", "Truth", "Table", "Umpire"] {
                assert!(!line.contains(word), "{line}");
            }
        }
        files += 1;
    }
    assert!(files >= 8);
}

//! With no cell clouded the game is exactly the open game.

use heterodox_rules::{Seat, Setting, Viewer, open};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{GOLD, GREEN};
use heterodox_testkit::klinzha::positions::{random_move, random_setup};

fn without_capture(text: &str) -> String {
    match text.split_once(" x ") {
        Some((start, target)) => {
            format!("{start} {}", target.split_once('@').map_or(target, |(_, cell)| cell))
        }
        None => text.to_owned(),
    }
}

#[test]
fn random_games_are_the_same_move_for_move() {
    let mut rng = Rng::new(2);
    let clear = heterodox_rules::clouded::CloudMap::CLEAR.to_string();
    let (mut plies, mut ends) = (0, 0);
    for _ in 0..150 {
        let mut slow = random_setup(&mut rng);
        let setting = Setting::position(&slow.to_string());
        let mut plain = open("klinzha", &setting).expect("a table");
        let mut clouded_setting = setting.clone();
        clouded_setting.options.set(&format!("clouds={clear}")).expect("an option");
        let mut clouded = open("clouded-klinzha", &clouded_setting).expect("a table");
        for _ in 0..150 {
            assert_eq!(plain.turn(), clouded.turn());
            let Some(&seat) = plain.scene(Viewer::Public).to_act.first() else { break };
            let viewer = Viewer::Seat(seat);
            let (ours, theirs) = (clouded.scene(viewer), plain.scene(viewer));
            let mut texts: Vec<String> = ours.choices.iter().map(|c| c.text.clone()).collect();
            let mut moves: Vec<String> =
                theirs.choices.iter().map(|choice| without_capture(&choice.text)).collect();
            texts.sort();
            moves.sort();
            assert_eq!(texts, moves);
            let captures = |scene: &heterodox_rules::Scene| {
                scene.choices.iter().filter(|choice| choice.captures).count()
            };
            assert_eq!(captures(&ours), captures(&theirs));
            for viewer in [GOLD, GREEN, Viewer::Public] {
                let (ours, theirs) = (clouded.scene(viewer).frame, plain.scene(viewer).frame);
                assert_eq!(ours.position, theirs.position);
                assert_eq!(
                    (ours.ply, ours.side, &ours.last),
                    (theirs.ply, theirs.side, &theirs.last)
                );
                assert_eq!(ours.text, theirs.text, "everybody sees every move");
                let sorted = |mut pieces: Vec<heterodox_rules::Placed>| {
                    pieces
                        .sort_by(|a, b| (&a.cell, a.side, a.kind).cmp(&(&b.cell, b.side, b.kind)));
                    pieces
                };
                assert_eq!(sorted(ours.pieces), sorted(theirs.pieces));
                assert_eq!(ours.areas, theirs.areas);
            }
            let Some(m) = random_move(&mut rng, &slow) else { break };
            let text = slow.write(m);
            plain.submit(seat, &text).expect("legal");
            clouded.submit(seat, &without_capture(&text)).expect("legal");
            slow = slow.after(m);
            plies += 1;
        }
        assert_eq!(plain.outcome(), clouded.outcome());
        if plain.outcome().is_some() {
            ends += 1;
            let texts = clouded.texts(Viewer::Public);
            assert_eq!(texts, plain.texts(Viewer::Seat(Seat::new(0))));
        }
    }
    assert!(plies > 5_000 && ends > 10, "{plies} plies, {ends} ends");
}

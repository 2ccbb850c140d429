//! Random games to the end under random clouds: every intent leads to a possible position with the
//! right counters, and each game ends at the ply and for the reason that the rules say.

use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{BoardView, CloudMap, Intent};
use heterodox_rules::klinzha::{Position, QUICK_STARTS, Side, quick_start};
use heterodox_rules::{EndReason, Outcome, Seat, Setting};
use heterodox_testkit::clouded::games::{self, random_map};
use heterodox_testkit::klinzha::positions::random_setup;
use heterodox_testkit::klinzha::slow;
use heterodox_testkit::{Rng, size};

/// A random start under random clouds, sometimes drifting ones.
fn random_game(rng: &mut Rng) -> FullInformationGame {
    let mut setting = if rng.chance(30) {
        Setting::quick_start(rng.pick::<&str>(&QUICK_STARTS))
    } else {
        Setting::position(&random_setup(rng).to_string())
    };
    let map = random_map(rng);
    let clouds = if map == CloudMap::BLIND { "blind".to_owned() } else { map.to_string() };
    setting.options.set(&format!("clouds={clouds}")).expect("an option");
    if clouds != "blind" && rng.chance(30) {
        let drift = *rng.pick(&["dice", "1,1,2", "3,2,dice", "dice,1,4", "2,dice,6"]);
        setting.options.set(&format!("drift={drift}")).expect("an option");
    }
    FullInformationGame::open(&setting).expect("a game")
}

/// Returns a random intent; in 40 % of the cases one that may capture a visible piece, if any
/// does.
fn random_intent(rng: &mut Rng, view: &BoardView) -> Intent {
    let all = view.intents();
    let captures: Vec<&Intent> =
        all.iter().filter(|intent| view.may_capture_on(intent.played.to())).collect();
    let intent =
        if !captures.is_empty() && rng.chance(40) { *rng.pick(&captures) } else { rng.pick(&all) };
    let mut intent = intent.clone();
    if rng.chance(10) {
        intent.path = Some(rng.pick(&view.paths(&intent)).clone());
    }
    intent
}

fn expected_end(position: &Position) -> Option<(Option<Side>, EndReason)> {
    for side in Side::ALL {
        if position.goal(side).is_none() {
            return Some((Some(!side), EndReason::GOAL));
        }
    }
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if legal.is_empty() {
        return Some((Some(!position.turn()), EndReason::IMMOBILISED));
    }
    (position.plies_since_capture() >= 200).then_some((None, EndReason::QUIET))
}

fn throw(rng: &mut Rng, game: &mut FullInformationGame) {
    while let Some(request) = game.awaits_throw() {
        let faces: Vec<u8> = (0..request.dice).map(|_| 1 + rng.below(6) as u8).collect();
        game.throw(&faces).expect("dice are awaited");
    }
}

#[test]
fn under_random_maps() {
    let mut rng = Rng::new(10_000);
    let (mut plies, mut halts, mut ends) = (0, 0, [0; 3]);
    let games = size(2_000, 10_000);
    for number in 0..games {
        let mut game = random_game(&mut rng);
        throw(&mut rng, &mut game);
        while game.outcome().is_none() {
            let before = game.position().expect("a battle").clone();
            let me = before.turn();
            let view = game.board_view(Some(me)).expect("a battle");
            assert!(
                !view.intents().is_empty(),
                "{number}: the player to move has an intent: {before}"
            );
            let intent = random_intent(&mut rng, view);
            let ruling = game.submit(&intent.to_string()).expect("the view accepts it");
            throw(&mut rng, &mut game);
            let after = game.position().expect("a battle");
            let about = format!("{number}: {intent} in {before} gave {after}");
            if after.goal_captor().is_none() {
                let read: Result<Position, _> = after.to_string().parse();
                assert_eq!(read.as_ref(), Ok(after), "{about}");
            }
            // One warrior of one's own moved or none, nothing else but what was captured.
            assert_eq!(after.turn(), !me, "{about}");
            assert_eq!(
                after.turn_number(),
                before.turn_number() + u32::from(me == Side::Green),
                "{about}"
            );
            let lost = before.occupied(!me) - after.occupied(!me);
            let took = ruling.captured.is_some_and(|taken| taken.kind.is_some());
            assert_eq!(lost.len(), usize::from(took), "{about}");
            assert_eq!(
                after.plies_since_capture(),
                if ruling.captured.is_some() { 0 } else { before.plies_since_capture() + 1 }
            );
            assert!(ruling.halted.is_none() || ruling.captured.is_none(), "{about}");
            assert_eq!(after.kind(me, ruling.ended), Some(intent.kind), "{about}");
            let expected = expected_end(after).map(|(winner, reason)| match winner {
                Some(side) => Outcome::win(Seat::new(side as usize), reason),
                None => Outcome::draw(2, reason),
            });
            assert_eq!(ruling.outcome, expected, "{about}");
            plies += 1;
            halts += usize::from(ruling.halted.is_some());
        }
        match game.outcome().expect("an end").reason {
            EndReason::GOAL => ends[0] += 1,
            EndReason::QUIET => ends[1] += 1,
            _ => ends[2] += 1,
        }
    }
    assert!(plies > 30 * games && halts > 2 * games, "{plies} plies, {halts} halts");
    assert!(
        ends[0] > 3 * games / 10 && ends[1] > games / 1_000,
        "goal, quiet, immobilised: {ends:?}"
    );
}

/// Immobilisation is rare in random games; here it is looked for.
#[test]
fn the_immobilised_lose_though_they_would_have_an_intent() {
    let mut rng = Rng::new(8);
    let mut found = 0;
    for _ in 0..200_000 {
        // A Vanguard with its Goal in a corner, and enemies near it.
        let mut position = slow::Position::empty(slow::Gold);
        position.warriors[0] = Some((slow::Gold, slow::Vanguard));
        position.set_goal(slow::Gold, Some(0));
        position.set_goal(slow::Green, Some(80));
        position.warriors[80] = Some((slow::Green, slow::Vanguard));
        let from = 1 + rng.below(24);
        position.warriors[from] = Some((slow::Green, slow::Blockader));
        position.turn = slow::Green;
        if !position.is_possible() {
            continue;
        }
        let setting = games::setting(&position.to_string(), "blind");
        let mut game = FullInformationGame::open(&setting).expect("a game");
        let intent = random_intent(&mut rng, game.board_view(Some(Side::Green)).expect("a battle"));
        let ruling = game.submit(&intent.to_string()).expect("accepted");
        if ruling.outcome.is_some_and(|outcome| outcome.reason == EndReason::IMMOBILISED) {
            assert!(!game.board_view(Some(Side::Gold)).expect("a battle").intents().is_empty());
            assert!(game.legal_moves().is_empty());
            found += 1;
        }
        if found > 20 {
            return;
        }
    }
    panic!("only {found} found");
}

#[test]
fn quick_starts_are_those_of_the_open_game() {
    for name in QUICK_STARTS {
        let game = FullInformationGame::open(&Setting::quick_start(name)).expect("a game");
        assert_eq!(game.position(), quick_start(name).as_ref());
    }
}

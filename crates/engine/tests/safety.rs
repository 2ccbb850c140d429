//! No level above the weakest leaves its Goal to a capture in one move that it could prevent,
//! however small its limit. The example `safety` is the long form.

use heterodox_engine::{Level, SearchLimit, player};
use heterodox_testkit::engine::klinzha::{
    answer, can_take_goal, legal, random_position, table_at, threatened,
};

/// All levels but the weakest, which may overlook a capture.
fn careful() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| *level > Level::WEAKEST)
}

#[test]
fn a_threatened_goal_that_can_be_saved_is_saved() {
    for (number, (position, saving)) in threatened(1).take(100).enumerate() {
        let table = table_at(&position.to_string());
        let saving: Vec<String> = saving.into_iter().map(|m| position.write(m)).collect();
        for level in careful() {
            for limit in [SearchLimit::nodes(0), SearchLimit::nodes(300), SearchLimit::depth(2)] {
                let mut player = player("klinzha", level, number as u64).expect("a player");
                let text = answer(&mut *player, &table, limit).text;
                assert!(
                    saving.contains(&text),
                    "{} with {limit:?} plays {text} in {position}",
                    level.key()
                );
            }
        }
    }
}

#[test]
fn a_goal_that_can_be_taken_is_taken() {
    let mut random = heterodox_engine::SplitMix64::new(2);
    let positions = std::iter::from_fn(|| Some(random_position(&mut random, 60)));
    for position in positions.filter(can_take_goal).take(50) {
        let table = table_at(&position.to_string());
        for level in careful() {
            let mut player = player("klinzha", level, 3).expect("a player");
            let text = answer(&mut *player, &table, SearchLimit::nodes(1)).text;
            let played = legal(&position).into_iter().find(|&m| position.write(m) == text);
            let after = position.after_unchecked(played.expect("a legal move"));
            assert!(after.goal_captor().is_some(), "{} plays {text} in {position}", level.key());
        }
    }
}

/// With the limits of a game no level from the third on leaves a Goal hanging that it could save.
#[test]
fn no_level_from_the_third_on_hangs_its_goal() {
    for (number, (position, saving)) in threatened(3).take(200).enumerate() {
        let level = Level::ALL[2 + number % 5];
        let table = table_at(&position.to_string());
        let mut player = player("klinzha", level, number as u64).expect("a player");
        let text = answer(&mut *player, &table, SearchLimit::default()).text;
        let saved = saving.into_iter().any(|m| position.write(m) == text);
        assert!(saved, "{level} plays {text} in {position}");
    }
}

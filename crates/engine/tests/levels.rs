//! The levels of all games: they have limits of their own, vary by their seed alone, and each is
//! stronger than the one below.

use heterodox_engine::{Level, SearchLimit, player};
use heterodox_rules::{Options, Setting, Start, Table, open};
use heterodox_testkit::engine::arena;
use heterodox_testkit::engine::klinzha::answer;

/// A table of a game in its first position.
fn table(game: &str, options: &[&str]) -> Table {
    let mut setting = Setting { options: Options::default(), start: Start::Setup };
    for option in options {
        setting.options.set(option).expect("an option");
    }
    if game.ends_with("klinzha") {
        setting.start = Start::Quick("north-west".to_owned());
    }
    open(game, &setting).expect("a table")
}

const TABLES: [(&str, &[&str]); 4] =
    [("klinzha", &[]), ("grand-chess", &[]), ("kaleidochess", &[]), ("kaleidochess", &["seats=3"])];

/// The caller may set any limit.
#[test]
fn levels_below_the_highest_limit_themselves_and_can_be_repeated() {
    for (game, options) in TABLES {
        let table = table(game, options);
        for level in Level::ALL.into_iter().take(7) {
            let ask = |seed| {
                let mut player = player(game, level, seed).expect("a player");
                answer(&mut *player, &table, SearchLimit::default())
            };
            let choice = ask(1);
            assert_eq!(choice, ask(1), "{game} {level}");
            let nodes = choice.info.expect("a search").nodes;
            assert!(nodes <= 50_000, "{game} {level}: {nodes} nodes");
        }
    }
}

#[test]
fn the_lower_levels_vary_by_their_seeds() {
    for (game, options) in TABLES {
        let table = table(game, options);
        let texts = (0..20).map(|seed| {
            let mut player = player(game, Level::WEAKEST, seed).expect("a player");
            answer(&mut *player, &table, SearchLimit::default()).text
        });
        let different: std::collections::BTreeSet<String> = texts.collect();
        assert!(different.len() > 3, "{game}: {different:?}");
    }
}

/// `heterodox match GAME --ladder` measures; this only notices when something is upside down.
#[test]
#[ignore = "a minute or more; the ladder of matches tells more"]
fn levels_two_apart_are_clearly_of_different_strength() {
    for lower in [1, 3, 5] {
        let levels = [lower, lower + 2].map(|number| Level::new(number).expect("a level"));
        let mut won = 0.0;
        for number in 0..20_u64 {
            let start = Start::Quick("north-west".to_owned());
            let mut game = arena::open("klinzha", &["house-rules=on"], start);
            let upper = (number % 2) as usize;
            let mut players: Vec<_> = (0..2)
                .map(|seat| {
                    let level = levels[usize::from(seat == upper)];
                    player("klinzha", level, number).expect("a player")
                })
                .collect();
            let limits = [SearchLimit::default(); 2];
            let outcome = arena::play(&mut game, &mut players, &limits, number).expect("an end");
            won += outcome.winner.map_or(0.5, |seat| f64::from(u8::from(seat.index() == upper)));
        }
        assert!(won >= 15.0, "{lower}: {won} of 20");
    }
}

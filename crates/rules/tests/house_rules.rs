//! Options that have another value in games against the computer, as data.

use heterodox_rules::{Options, Setting, games, kaleido, open};

fn house(game: &str) -> Vec<(&'static str, &'static str)> {
    let info = games().find(|info| info.id == game).expect("the game");
    info.options.iter().filter_map(|spec| Some((spec.key, spec.house?))).collect()
}

#[test]
fn two_games_have_house_rules_against_the_computer() {
    assert_eq!(house("klinzha"), [("house-rules", "on")]);
    assert_eq!(
        house("kaleidochess"),
        [("max-moves", kaleido::HOUSE_MAX_MOVES.to_string().as_str())]
    );
    assert_eq!(house("grand-chess"), []);
    assert_eq!(house("clouded-klinzha"), []);
}

#[test]
fn every_house_rule_is_a_value_that_the_game_reads() {
    for info in games() {
        let mut options = Options::default();
        options.apply_house_rules(info.options);
        options.check(info.id, info.options).expect("a value of the option");
        let setting = Setting { options, ..Setting::default() };
        open(info.id, &setting).unwrap_or_else(|refusal| panic!("{}: {refusal}", info.id));
    }
}

#[test]
fn what_is_said_stays_as_it_is_said() {
    let info = games().find(|info| info.id == "kaleidochess").expect("the game");
    for said in ["", "40"] {
        let mut options = Options::default();
        options.set(&format!("max-moves={said}")).expect("an option");
        options.apply_house_rules(info.options);
        assert_eq!(options.0["max-moves"], said);
    }
}

#[test]
fn the_data_of_a_game_tell_its_house_rules() {
    let info = games().find(|info| info.id == "kaleidochess").expect("the game");
    let json = serde_json::to_value(info).expect("JSON");
    let options = json["options"].as_array().expect("a list");
    let told = |key: &str| options.iter().find(|option| option["key"] == key).expect("it").clone();
    assert_eq!(told("max-moves")["house"], "150");
    assert!(told("dice").get("house").is_none());
}

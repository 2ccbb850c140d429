//! A small fuzzer on the stable toolchain: random mutations of valid input of every reader. Nothing
//! panics, and what is accepted keeps the promises of `heterodox_testkit::klinzha::input`.

use heterodox_rules::klinzha::Position;
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::input;
use heterodox_testkit::klinzha::positions::{library, random_move, random_setup, random_study};
use heterodox_testkit::klinzha::slow::{self, Side};

/// The number of mutated inputs for each reader.
const INPUTS: usize = 20_000;

/// Fragments that mutations insert: tokens of every notation, and some that belong to none.
const PIECES: &[&str] = &[
    "0",
    "1",
    "2",
    "17",
    "99",
    "+",
    "-",
    "/",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    ":",
    "@",
    "x",
    "x ",
    "G",
    "g",
    "B",
    "b",
    "F",
    "Fl",
    "FL",
    "Fe",
    "FE",
    "S",
    "V",
    "v",
    "L",
    "E",
    "e",
    "E37",
    "I11",
    "A19",
    "e37",
    "EE37",
    "gold",
    "green",
    "Gold\tGreen\n",
    "result: gold goal\n",
    "result: draw agreement",
    "position: ",
    "option: house-rules=on\n",
    "game: klinzha\n",
    "game: chess\n",
    "...",
    "é",
    "🜂",
    "\u{0}",
    "\u{feff}",
    "4294967295",
    "4294967296",
    "-1",
    "place ",
    "shift ",
    "lift ",
    "array ",
    "done\n",
    "clear\n",
    "cast\n",
    "option first\n",
    "take gold west\n",
    "throw 4 5\n",
];

#[test]
fn changed_position_strings() {
    let mut rng = Rng::new(21);
    for _ in 0..INPUTS / 2 {
        let (one, other) = (random_study(&mut rng), random_setup(&mut rng));
        for text in [one.to_string(), other.to_string()] {
            input::position(&rng.changed(&text, PIECES));
        }
    }
}

#[test]
fn changed_moves() {
    let mut rng = Rng::new(22);
    let mut position: Option<Position> = None;
    let mut slow = random_setup(&mut rng);
    for input in 0..INPUTS {
        if input % 20 == 0 {
            let next = random_move(&mut rng, &slow).map(|m| slow.after(m));
            slow = next.unwrap_or_else(|| random_setup(&mut rng));
            position = Some(library(&slow));
        }
        let Some(position) = &position else { continue };
        let moves = slow.moves();
        let good = if moves.is_empty() {
            "V@G13 x Fl@G14".to_owned()
        } else {
            slow.write(*rng.pick(&moves))
        };
        input::move_text(position, &good);
        input::move_text(position, &rng.changed(&good, PIECES));
    }
}

/// A record of a short random game, from its setup or from a position.
fn random_record(rng: &mut Rng) -> String {
    let mut slow = random_setup(rng);
    let in_column = |side: Side, text: &str| {
        if side == Side::Gold { text.to_owned() } else { format!("\t{text}") }
    };
    let mut lines = Vec::new();
    if rng.chance(50) {
        lines.extend(["game: klinzha".to_owned(), format!("position: {slow}")]);
    } else {
        let sides = [slow.turn, slow.turn.enemy()];
        for side in sides {
            for (cell, warrior) in slow.warriors.iter().enumerate() {
                if let Some((of, kind)) = warrior
                    && *of == side
                {
                    let text = format!("{} {}", kind.code(), slow::name(cell));
                    lines.push(in_column(side, &text));
                }
            }
        }
        for side in sides {
            let goal = slow.goal(side).map(slow::name).expect("a Goal");
            lines.push(in_column(side, &format!("G {goal}")));
        }
    }
    for _ in 0..rng.below(8) {
        let Some(m) = random_move(rng, &slow) else { break };
        lines.push(in_column(slow.turn, &slow.write(m)));
        slow = slow.after(m);
    }
    if rng.chance(30) {
        lines.push("result: green resignation".to_owned());
    }
    lines.join("\n")
}

#[test]
fn changed_records() {
    let mut rng = Rng::new(23);
    let mut good = String::new();
    for input in 0..INPUTS {
        if input % 10 == 0 {
            good = random_record(&mut rng);
            input::record(&good);
        }
        input::record(&rng.changed(&good, PIECES));
    }
    let sample = include_str!("../../../../data/sample-battle.txt");
    for _ in 0..INPUTS / 10 {
        input::record(&rng.changed(sample, PIECES));
    }
}

#[test]
fn changed_setups() {
    let good = "cast\nthrow 3 4\ncast\nthrow 1 2\noption offer\noption last\ntake green west\n\
        place B G35 S G36\nplace V H23 V I33 V G13 Fe I11 L H24 Fl I44\nlift G36\nplace S G24\n\
        shift G24 G36\nplace Fl G14\ndone\ntake north\narray spearhead\nclear\n\
        place B F37 S E37 L E26 Fe E16 Fl E27 Fl D16 V C28 V C17 V C18\ndone\nG Fe@I11\nG C18\n";
    input::setup_steps(good);
    let mut rng = Rng::new(24);
    for _ in 0..INPUTS {
        input::setup_steps(&rng.changed(good, PIECES));
    }
}

#[test]
fn random_acts_at_a_table() {
    let mut rng = Rng::new(25);
    for _ in 0..400 {
        let length = rng.below(300);
        let data: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        input::acts(&data);
    }
}

//! A small fuzzer on the stable toolchain: random changes to good input of every reader, and random acts. Nothing
//! panics, and what is accepted keeps the promises of `checks.rs`.

use crate::checks;
use crate::study::Dice;
use crate::support::{random_map, random_position, setting};
use heterodox_rules::clouded::{BoardView, generate};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Act, Seat, Table, Viewer, open};

/// What changes put in: everything that means something somewhere, and some that means nothing.
const PIECES: &[&str] = &[
    "0",
    "1",
    "17",
    "99",
    "+",
    "-",
    "#",
    ".",
    "/",
    " ",
    "\t",
    "\n",
    "\r\n",
    ":",
    "@",
    "x ",
    "?",
    "!",
    ">",
    " > ",
    "(",
    ")",
    "G",
    "B",
    "Fl",
    "Fe",
    "S",
    "V",
    "v",
    "L",
    "E",
    "E37",
    "I11",
    "A19",
    "field",
    "piece",
    "gold",
    "green",
    "? x V@D28",
    "? x V",
    "drift: 2 south-east\n",
    "drift: every 3\n",
    "throw: 3 4\n",
    "throw: 3\n",
    "as: gold\n",
    "as: public\n",
    "clouds: blind\n",
    "option: drift=dice\n",
    "result: gold goal\n",
    "result: draw quiet",
    "position: ",
    "game: clouded-klinzha\n",
    "blind",
    "seed:7",
    "seed:",
    "é",
    "\u{0}",
    "\u{feff}",
    "18446744073709551616",
    "(F37 F36)",
    "- done\n",
];

/// One to four random changes: characters lost, doubled, pieces put in, parts moved.
fn changed(dice: &mut Dice, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(chars.len() + 1);
        match dice.below(5) {
            0 if at < chars.len() => drop(chars.remove(at)),
            1 if at < chars.len() => chars.insert(at, chars[at]),
            2 => {
                let end = (at + dice.below(30)).min(chars.len());
                let part: Vec<char> = chars.drain(at..end).collect();
                let to = dice.below(chars.len() + 1);
                chars.splice(to..to, part);
            }
            3 => {
                let end = (at + dice.below(8)).min(chars.len());
                let piece = dice.pick(PIECES).chars();
                chars.splice(at..end, piece);
            }
            _ => {
                let piece = dice.pick(PIECES).chars();
                chars.splice(at..at, piece);
            }
        }
    }
    chars.into_iter().collect()
}

/// A table with some random plies made.
fn some_game(dice: &mut Dice) -> Table {
    let map = random_map(dice).to_string();
    let mut setting = setting(&random_position(dice).to_string(), &map);
    if dice.chance(50) {
        setting.options.set("drift=dice,1,dice").expect("an option");
    }
    let mut table = open("clouded-klinzha", &setting).expect("a table");
    for _ in 0..dice.below(12) {
        while let Some(request) = table.awaits_throw() {
            let faces: Vec<u8> = (0..request.dice).map(|_| 1 + dice.below(6) as u8).collect();
            table.throw(&faces).expect("awaited");
        }
        let Some(&seat) = table.scene(Viewer::Public).to_act.first() else { break };
        let choices = table.scene(Viewer::Seat(seat)).choices;
        table.submit(seat, &dice.pick(&choices).text).expect("offered");
    }
    if dice.chance(30) {
        // A game that is over stays as it is.
        let _ = table.apply(&Act::Resign { seat: Seat::new(dice.below(2)) });
    }
    table
}

#[test]
fn changed_maps() {
    let mut dice = Dice::new(1);
    for _ in 0..5_000 {
        let map = generate(dice.number() % 50);
        let text = if dice.chance(50) { map.to_file() } else { map.to_string() };
        checks::map(&changed(&mut dice, &text));
    }
    for text in ["", "blind", "seed:", "seed:+1", "seed:18446744073709551616", "\n\n\n\n\n\n\n\n\n"]
    {
        checks::map(text);
    }
}

#[test]
fn changed_records() {
    let mut dice = Dice::new(2);
    for _ in 0..60 {
        let table = some_game(&mut dice);
        for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public] {
            for text in [table.record(viewer, &[]), table.observed_record(viewer, &[])] {
                checks::record(&text);
                for _ in 0..12 {
                    checks::record(&changed(&mut dice, &text));
                }
            }
        }
    }
}

#[test]
fn changed_intents_and_views() {
    let mut dice = Dice::new(3);
    for _ in 0..800 {
        let truth = crate::support::library(&random_position(&mut dice));
        let map = random_map(&mut dice);
        let me: Side = truth.turn();
        let sight = BoardView::of(&truth, &map, Some(me));
        let view = sight.to_string();
        let mut intent = dice.pick(&sight.intents()).clone();
        if dice.chance(50) {
            intent.path = Some(dice.pick(&sight.paths(&intent)).clone());
        }
        checks::intent(&view, &intent.to_string());
        for _ in 0..8 {
            checks::intent(&view, &changed(&mut dice, &intent.to_string()));
        }
        checks::intent(&changed(&mut dice, &view), &intent.to_string());
    }
}

#[test]
fn random_acts() {
    let mut dice = Dice::new(4);
    for number in 0..60 {
        let length = if number % 4 == 0 { 400 } else { 120 };
        let mut data: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
        // Games that are given up at once show little.
        for byte in data.iter_mut().skip(3) {
            if *byte > 240 && dice.chance(90) {
                *byte -= 100;
            }
        }
        checks::acts(&data);
    }
}

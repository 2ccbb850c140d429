//! A small fuzzer on the stable toolchain: random mutations of valid input of every reader, and
//! random acts. Nothing panics, and accepted input keeps the promises of
//! `heterodox_testkit::clouded::input`.

use heterodox_rules::clouded::{BoardView, generate};
use heterodox_rules::klinzha::Side;
use heterodox_rules::{Act, Seat, Table, Viewer, open};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{self, random_map, random_position, setting};
use heterodox_testkit::clouded::input;

/// Fragments that mutations insert: tokens of every notation, and some that belong to none.
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

/// A table with some random plies made.
fn some_game(rng: &mut Rng) -> Table {
    let map = random_map(rng).to_string();
    let mut setting = setting(&random_position(rng).to_string(), &map);
    if rng.chance(50) {
        setting.options.set("drift=dice,1,dice").expect("an option");
    }
    let mut table = open("clouded-klinzha", &setting).expect("a table");
    for _ in 0..rng.below(12) {
        while let Some(request) = table.awaits_throw() {
            let faces: Vec<u8> = (0..request.dice).map(|_| 1 + rng.below(6) as u8).collect();
            table.throw(&faces).expect("awaited");
        }
        let Some(&seat) = table.scene(Viewer::Public).to_act.first() else { break };
        let choices = table.scene(Viewer::Seat(seat)).choices;
        table.submit(seat, &rng.pick(&choices).text).expect("offered");
    }
    if rng.chance(30) {
        // A game that is over stays as it is.
        let _ = table.apply(&Act::Resign { seat: Seat::new(rng.below(2)) });
    }
    table
}

#[test]
fn changed_maps() {
    let mut rng = Rng::new(1);
    for _ in 0..5_000 {
        let map = generate(rng.next_u64() % 50);
        let text = if rng.chance(50) { map.to_file() } else { map.to_string() };
        input::map(&rng.changed(&text, PIECES));
    }
    for text in ["", "blind", "seed:", "seed:+1", "seed:18446744073709551616", "\n\n\n\n\n\n\n\n\n"]
    {
        input::map(text);
    }
}

#[test]
fn changed_records() {
    let mut rng = Rng::new(2);
    for _ in 0..60 {
        let table = some_game(&mut rng);
        for viewer in [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public] {
            for text in [table.record(viewer, &[]), table.observed_record(viewer, &[])] {
                input::record(&text);
                for _ in 0..12 {
                    input::record(&rng.changed(&text, PIECES));
                }
            }
        }
    }
}

#[test]
fn changed_intents_and_views() {
    let mut rng = Rng::new(3);
    for _ in 0..800 {
        let truth = games::library(&random_position(&mut rng));
        let map = random_map(&mut rng);
        let me: Side = truth.turn();
        let board_view = BoardView::of(&truth, &map, Some(me));
        let view = board_view.to_string();
        let mut intent = rng.pick(&board_view.intents()).clone();
        if rng.chance(50) {
            intent.path = Some(rng.pick(&board_view.paths(&intent)).clone());
        }
        input::intent(&view, &intent.to_string());
        for _ in 0..8 {
            input::intent(&view, &rng.changed(&intent.to_string(), PIECES));
        }
        input::intent(&rng.changed(&view, PIECES), &intent.to_string());
    }
}

#[test]
fn random_acts() {
    let mut rng = Rng::new(4);
    for number in 0..60 {
        let length = if number % 4 == 0 { 400 } else { 120 };
        let mut data: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        // Games that are given up at once show little.
        for byte in data.iter_mut().skip(3) {
            if *byte > 240 && rng.chance(90) {
                *byte -= 100;
            }
        }
        input::acts(&data);
    }
}

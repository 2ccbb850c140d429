//! Records (§3.6): a header and numbered rounds.

use heterodox_rules::{Act, DiceSeed, Record, Seat, Table, Viewer, read_record};
use heterodox_testkit::kaleido::tables::{at, play, start, submit};

fn read(text: &str) -> Record {
    read_record(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn warnings(record: &Record) -> Vec<String> {
    record.warnings.iter().map(ToString::to_string).collect()
}

fn text(table: &Table) -> String {
    table.record(Viewer::Public, &[("white".to_owned(), "Ann".to_owned())])
}

#[track_caller]
fn comes_back(table: &Table) -> Record {
    let text = text(table);
    let record = read(&text);
    assert_eq!(record.frames, table.frames(Viewer::Public), "{text}");
    assert_eq!(record.outcome, table.outcome(), "{text}");
    assert_eq!((warnings(&record), record.strict.as_str()), (Vec::new(), text.as_str()));
    record
}

#[test]
fn a_record_has_a_header_and_numbered_rounds() {
    let mut table = start(&["no-repetition=on", "max-moves=150"]);
    play(&mut table, "2H-2E 6H-6E 8F-8D");
    assert_eq!(
        text(&table),
        "game: kaleidochess\nwhite: Ann\narray: two\noption: no-repetition=on\noption: max-moves=150\n\n\
         1. 2H-2E 6H-6E\n2. 8F-8D\n"
    );
    let record = comes_back(&table);
    assert_eq!(record.plies[2].line, 8);
    assert_eq!(record.sides.len(), 2);
}

#[test]
fn throws_and_passes_are_written() {
    let mut table = start(&["dice=on", "seats=3", "army-red=pawns"]);
    table.throw(&[1]).expect("a throw");
    play(&mut table, "1D-1B");
    table.throw(&[4]).expect("Red's Pawns cannot");
    table.throw(&[5]).expect("a throw");
    play(&mut table, "5D-5B");
    table.throw(&[6]).expect("a throw");
    let text = text(&table);
    assert!(text.contains("array: three\noption: seats=3\noption: dice=on\noption: dice-table=VP/EH/WRT/DL/*/*\noption: army-red=pawns\n"), "{text}");
    assert!(text.ends_with("\n1. 1:1D-1B 4:-- 5:5D-5B\n"), "{text}");
    let record = read(&text);
    // A throw that no move has followed yet is not in the record.
    assert_eq!(record.frames.len(), 4);
    assert_eq!(record.strict, text);
}

#[test]
fn a_game_from_a_position_keeps_it() {
    let mut table = at("wP@1J wP@5K bP@5J rP@3J", "b -,-,- - 7", &[]);
    play(&mut table, "5J-5I");
    assert_eq!(table.outcome(), None, "Red plays on");
    play(&mut table, "5K-5J 3J-3G");
    let record = comes_back(&table);
    assert!(record.strict.contains("position: 1/8/16/16/24/"), "{}", record.strict);
    assert!(
        record.strict.contains("result: white left-castle\n\n7. 5J-5I\n8. 5K-5J 3J-3G\n"),
        "{}",
        record.strict
    );
}

#[test]
fn a_game_from_a_position_may_lose_players_at_once() {
    let pieces = "wP@1J rP@3J bP@5J gP@2D";
    let mut table = at(pieces, "w 1K-1J,-,-,- - 7", &[]);
    assert_eq!(table.seats(), 4, "Green has no castle");
    table.apply(&Act::Resign { seat: Seat::new(1) }).expect("it plays");
    comes_back(&table);
    play(&mut table, "1J-1I");
    let record = comes_back(&table);
    assert!(record.strict.ends_with("\n7. red-resigns 1J-1I\n"), "{}", record.strict);
    assert_eq!(record.outcome.expect("a result").ranking.len(), 4);
}

#[test]
fn who_leaves_the_game_stands_in_the_rounds() {
    let mut table = start(&["seats=4"]);
    play(&mut table, "1D-1B");
    table.apply(&Act::Resign { seat: Seat::new(3) }).expect("it plays");
    play(&mut table, "3D-3B");
    table.apply(&Act::Flag { seats: vec![Seat::new(2)] }).expect("it plays");
    play(&mut table, "1E-1C 3E-3C");
    let text = comes_back(&table).strict;
    assert!(text.contains("\n1. 1D-1B green-resigns 3D-3B black-time\n2. 1E-1C 3E-3C\n"), "{text}");
    table.apply(&Act::Resign { seat: Seat::new(0) }).expect("it plays");
    let text = comes_back(&table).strict;
    assert!(text.contains("result: red resignation\n"), "{text}");
    let mut table = start(&[]);
    table.apply(&Act::Resign { seat: Seat::new(0) }).expect("it plays");
    comes_back(&table);
}

#[test]
fn agreement_stands_in_the_result() {
    let mut table = start(&[]);
    for n in 0..2 {
        table.apply(&Act::OfferDraw { seat: Seat::new(n) }).expect("an offer");
    }
    assert!(comes_back(&table).strict.contains("result: draw agreement\n"));
}

#[test]
fn a_result_may_tell_what_the_rounds_do_not() {
    let record = read("game: kaleidochess\narray: two\n\n1. 2H-2E\nresult: black time\n");
    let outcome = record.outcome.clone().expect("a result");
    assert_eq!((outcome.winner, outcome.reason.key()), (Some(Seat::new(1)), "time"));
    assert!(
        record.strict.ends_with("result: black time\n\n1. 2H-2E white-time\n"),
        "{}",
        record.strict
    );
    assert_eq!(warnings(&record), [""; 0]);
    assert_eq!(read(&record.strict).outcome, record.outcome);
}

#[test]
fn slips_are_warnings_with_their_line() {
    let record =
        read("game: kaleidochess\nevent: x\n\n1. 2h–2E 6H-6E\n7. 8F+8D\nresult: white locked-in\n");
    assert_eq!(
        warnings(&record),
        [
            "line 4: 2h–2E: a dash of another kind, lower case, read as 2H-2E",
            "line 5: round 7 read as 2",
            "line 5: 8F+8D: '+' though nothing is captured, read as 8F-8D",
            "line 6: result 'white locked-in' does not follow from the game; passed over",
        ]
    );
    assert_eq!(read(&record.strict).frames, record.frames);
    let contradicted = "game: kaleidochess\nposition: 1/8/16/16/24/1,wP,10,wP,bP,10 w -,- - 1\nresult: draw agreement\n\n1. 5I+5J\n";
    let record = read(contradicted);
    assert_eq!(
        warnings(&record),
        ["line 3: result 'draw agreement' contradicts the game (white thrown-out)"]
    );
}

/// A player for a seat that the game lacks causes a warning and is left out of the strict record.
#[test]
fn a_player_whose_colour_does_not_play_is_a_warning() {
    let text = "game: kaleidochess\nwhite: Ann\nred: Cy\nblack: Bo\n\n1. 2H-2E\n";
    let record = read(text);
    assert_eq!(warnings(&record), ["line 3: red: red does not play; passed over"]);
    assert!(!record.strict.contains("Cy"), "{}", record.strict);
    assert!(record.headers.iter().all(|(key, _)| key != "red"));
    let three = text.replace("\n\n1. 2H-2E", "\narray: three\n\n1. 1D-1B");
    let three = read(&three);
    assert_eq!(warnings(&three), [""; 0]);
    assert!(three.strict.contains("red: Cy\n"), "{}", three.strict);
}

#[test]
fn errors_name_line_and_word() {
    for (record, expected) in [
        ("", "line 1: there is no game"),
        ("game: kaleidochess\narray: five\n", "line 2: array 'five': expected two, three or four"),
        ("game: kaleidochess\narray: two\narray: two\n", "line 3: a second line 'array:'"),
        (
            "game: kaleidochess\noption: seats=3\narray: two\n",
            "line 3: array and option seats=3 disagree",
        ),
        (
            "game: kaleidochess\narray: two\nposition: x\n\n1. 2H-2E",
            "line 2: array and position exclude each other",
        ),
        ("game: kaleidochess\nposition: x\n\n1. 2H-2E", "line 2: position 'x': expected '<rings>"),
        (
            "game: kaleidochess\noption: seats=9\n",
            "line 2: option seats: '9' is not one of: 2, 3, 4",
        ),
        (
            "game: kaleidochess\noption: dice-table=x\n",
            "line 2: option dice-table: 'x': expected six groups",
        ),
        (
            "game: kaleidochess\noption: dice=on\n\n1. 9:2H-2E\n",
            "line 4: '9:2H-2E': 9 is no face of the die: expected 1 to 6",
        ),
        (
            "game: kaleidochess\nresult: white victory\n",
            "line 2: result 'white victory': expected '*', or a colour",
        ),
        ("game: kaleidochess\nresult: white goal\n", "line 2: result 'white goal'"),
        (
            "game: kaleidochess\nresult: *\n\n1. 2H-2E\nresult: *\n",
            "line 5: a second line 'result:'",
        ),
        (
            "game: kaleidochess\n\n1. 2H-2E\nresult: *\n2. x",
            "line 5: '2. x': nothing may follow the result",
        ),
        (
            "game: kaleidochess\n\n1. 2H-2E\nwhite: x\n",
            "line 4: 'white: x': header lines stand before the rounds",
        ),
        ("game: kaleidochess\n\n1. 2H-2E hello\n", "line 3: 'hello' is no move"),
        ("game: kaleidochess\n\n1. 2H-2E\n2. 6H-7E\n", "line 4: '6H-7E': a Pawn"),
        ("game: kaleidochess\n\n1. red-resigns\n", "line 3: 'red-resigns': red does not play"),
        ("game: kaleidochess\n\n1. red-resigned\n", "line 3: 'red-resigned' is no move"),
        (
            "game: kaleidochess\n\n1. white-resigns 6H-6E\n",
            "line 3: '6H-6E': the game was over already (resignation)",
        ),
        (
            "game: kaleidochess\noption: dice=on\n\n1. 2H-2E\n",
            "line 4: '2H-2E': expected the throw before the move, as in 4:1B-2F",
        ),
        ("game: kaleidochess\noption: dice=on\n\n1. 1:1G-1E\n", "line 4: '1:1G-1E'"),
        (
            "game: kaleidochess\noption: dice=on\nposition: 1/8/16/16/24/1,wP,11,bP,10 w -,- - 1\n\n1. 4:1J-1I\n",
            "line 5: '4:1J-1I': no piece can move with a 4: expected 4:--",
        ),
        (
            "game: kaleidochess\n\n1. 1:2H-2E\n",
            "line 3: '1:2H-2E': no die was thrown for this move",
        ),
    ] {
        let text = if record.is_empty() { "game: kaleido\n" } else { record };
        let refusal = read_record(text).expect_err(record);
        assert!(refusal.message.starts_with(expected), "{record}\n{refusal}\n{expected}");
    }
}

#[test]
fn the_header_may_stand_in_any_order() {
    let record = read("white: Ann\nred: Bo\narray: three\ngame: kaleidochess\n\n1. 1D-1B 3D-3B\n");
    assert_eq!((record.game, record.sides.len(), record.plies.len()), ("kaleidochess", 3, 2));
}

#[test]
fn a_taken_back_move_is_not_in_the_record() {
    let mut table = start(&[]);
    play(&mut table, "2H-2E 6H-6E 8F-8D");
    table.apply(&Act::AskTakeback { seat: Seat::new(1) }).expect("it has a ply");
    table.apply(&Act::AnswerTakeback { seat: Seat::new(0), accept: true }).expect("an answer");
    assert!(text(&table).ends_with("\n1. 2H-2E\n"));
    assert!(submit(&mut table, "6H-6E").is_ok());
}

/// A game with dice whose throws are those of a seed. It has `plies` plies, each the first legal
/// action. The player on move resigns before ply `leaves`, its die thrown.
fn fair_game(seed: &DiceSeed, plies: usize, leaves: Option<usize>) -> Table {
    let mut table = start(&["dice=on", "seats=3"]);
    let (mut throws, mut leaves) = (0, leaves);
    while table.plies() < plies {
        if let Some(request) = table.awaits_throw() {
            throws += 1;
            table.throw(&seed.throw(throws, request)).expect("a throw is due");
            continue;
        }
        let seat = table.scene(Viewer::Public).to_act[0];
        if leaves.take_if(|ply| *ply <= table.plies()).is_some() {
            table.apply(&Act::Resign { seat }).expect("it plays");
            continue;
        }
        let choices = table.scene(Viewer::Seat(seat)).choices;
        table.submit(seat, &choices[0].text).expect("a choice");
    }
    table
}

fn with_seed(table: &Table, seed: &str) -> Record {
    read(&table.record(Viewer::Public, &[("seed".to_owned(), seed.to_owned())]))
}

#[test]
fn a_record_shows_whether_its_throws_are_those_of_the_seed() {
    let seed: DiceSeed = "qapla".parse().expect("a seed");
    let table = fair_game(&seed, 20, None);
    let check = with_seed(&table, "qapla").throws.expect("dice and a seed");
    assert_eq!((check.agrees(), check.throws, check.next), (true, 20, Some(21)));
    assert_eq!(check.commitment, Some(seed.commitment()));
    let whole: DiceSeed = "qapla.ann.bo".parse().expect("a seed");
    let parts = with_seed(&fair_game(&whole, 20, None), "qapla.ann.bo").throws.expect("a seed");
    assert_eq!((parts.agrees(), parts.commitment), (true, Some(seed.commitment())));
    let without = with_seed(&table, "qapla.ann.bo").throws.expect("dice and a seed");
    assert!(!without.agrees(), "{without:?}");
    let other = with_seed(&table, "Qapla").throws.expect("dice and a seed");
    assert!(!other.agrees() && other.first_other.is_some_and(|ply| ply < 10), "{other:?}");
    assert_eq!(read(&table.record(Viewer::Public, &[])).throws, None, "no seed");
    let quiet = start(&[]).record(Viewer::Public, &[("seed".to_owned(), "7".to_owned())]);
    assert_eq!(read(&quiet).throws, None, "no dice");
}

#[test]
fn a_throw_that_went_with_a_player_is_not_missed() {
    let seed: DiceSeed = "qapla".parse().expect("a seed");
    for leaves in [0, 4, 7] {
        let table = fair_game(&seed, 20, Some(leaves));
        let record = with_seed(&table, "qapla");
        assert!(record.strict.contains("-resigns"), "{}", record.strict);
        let check = record.throws.expect("dice and a seed");
        assert_eq!((check.throws, check.next), (20, Some(22)), "{}", record.strict);
    }
}

#[test]
fn a_face_of_the_first_position_was_not_thrown() {
    let mut table = at("wP@1J wP@1G bP@5J", "w -,- 1 1", &["dice=on"]);
    play(&mut table, "1G-1H");
    let seed: DiceSeed = "qapla".parse().expect("a seed");
    table.throw(&seed.throw(1, table.awaits_throw().expect("a throw"))).expect("a throw");
    let check = with_seed(&table, "qapla").throws.expect("dice and a seed");
    assert!(check.agrees(), "{check:?}");
}

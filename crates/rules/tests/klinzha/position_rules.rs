//! §1.7 and R-KZ8: position strings, good and bad.

use heterodox_rules::klinzha::{Position, PositionError, RawPosition};
use heterodox_testkit::Rng;
use heterodox_testkit::klinzha::positions::{random_study, study};
use heterodox_testkit::klinzha::slow::{self, Gold, Green};

/// The sample battle's first position.
const START: &str = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1";

fn error(text: &str) -> PositionError {
    match text.parse::<Position>() {
        Ok(position) => panic!("{text:?} was read as {position}"),
        Err(error) => error,
    }
}

/// The string says what the rules say it says: rows A to I, cells left to right, Gold upper case,
/// `F` Flier, `E` Fencer, `+` after a piece with its Goal.
#[test]
fn a_string_says_who_stands_where() {
    let written = study(
        Gold,
        "B G35, S G36, V H23, V I33, V G13, FeG I11, L H24, Fl I44, Fl G14",
        "B F37, S E37, L E26, Fe E16, Fl E27, Fl D16, V C28, V C17, VG C18",
    );
    assert_eq!(written.to_string(), START);
    let position: Position = START.parse().expect("it reads");
    let here = |cell| heterodox_rules::klinzha::board::by_name(cell).expect("a cell");
    for cell in 0..81 {
        let warrior = position.warrior(here(slow::name(cell)));
        let expected = written.warriors[cell];
        assert_eq!(
            warrior.map(|(side, kind)| (side.key(), kind.code())),
            expected.map(|(side, kind)| (side.key(), kind.code())),
        );
    }
    assert_eq!(
        (position.turn().key(), position.plies_since_capture(), position.turn_number()),
        ("gold", 0, 1)
    );
}

/// "`G` an abandoned Goal"; "turn numbers start at 1 and rise after Green's ply, whichever
/// side began";
/// "`quiet` counts plies since the last capture".
#[test]
fn the_counters_count() {
    use heterodox_rules::klinzha::GoalSafety;
    for (turn, numbers) in [(Gold, [1, 1, 2, 2, 3]), (Green, [1, 2, 2, 3, 3])] {
        let start = study(turn, "V E37, G I11", "V I77, G I99").to_string();
        let mut position: Position = start.parse().expect("it reads");
        for (ply, number) in numbers.into_iter().enumerate() {
            assert_eq!(
                (position.plies_since_capture(), position.turn_number()),
                (ply as u32, number),
                "{position}"
            );
            let legal = position.legal_moves_under(GoalSafety::Advisory);
            let quiet = legal.into_iter().find(|&m| !position.is_capture(m)).expect("a quiet move");
            position = position.after_unchecked(quiet);
        }
    }
}

/// The counters stop at the end of their range instead of running over.
#[test]
fn the_counters_do_not_run_over() {
    use heterodox_rules::klinzha::GoalSafety;
    let most = u32::MAX.to_string();
    let start = study(Green, "V E37, G I11", "V I77, G I99").to_string();
    let start = start.replace(" 0 1", &format!(" {most} {most}"));
    let position: Position = start.parse().expect("it reads");
    for m in position.legal_moves_under(GoalSafety::Advisory) {
        let next = position.after_unchecked(m);
        assert_eq!((next.plies_since_capture(), next.turn_number()), (u32::MAX, u32::MAX));
    }
}

/// "Refused as unreadable for …", item by item, saying where.
#[test]
fn unreadable_strings_are_refused() {
    let cases = [
        // "a wrong row length"
        (START.replacen('1', "2", 1), "row A: 2 cells, expected 1"),
        (START.replace("f6/", "f5/"), "row D: 6 cells, expected 7"),
        (START.replace("f6/", "f7/"), "row D: 8 cells, expected 7"),
        (START.replace("/3/", "//"), "row B: 0 cells, expected 3"),
        (START.replace("F10 ", "F9 "), "row I: 16 cells, expected 17"),
        (START.replace("F10 ", "F10v "), "row I: 18 cells, expected 17"),
        (START.replace("F10 ", "F10+ "), "row I: '+'"),
        (START.replace("/3/", "/"), "expected 9 rows joined by '/', found 8"),
        (START.replace("/3/", "/3/3/"), "found 10"),
        (START.replace("F10 ", "F10/ "), "found 10"),
        // "more pieces of a kind than a side owns"
        (START.replace("/3/", "/b2/"), "row F: Green has more than 1 Blockader"),
        (START.replace("/3/", "/B2/"), "Gold has more than 1 Blockader"),
        (START.replace("/3/", "/f2/"), "Green has more than 2 Fliers"),
        (START.replace("/3/", "/s2/"), "Green has more than 1 Swift"),
        (START.replace("/3/", "/V2/"), "Gold has more than 3 Vanguards"),
        (START.replace("/3/", "/l2/"), "Green has more than 1 Lancer"),
        (START.replace("/3/", "/E2/"), "row I: Gold has more than 1 Fencer"),
        // "two Goals of one side"
        (START.replace("/3/", "/g2/"), "row C: a second Goal of Green"),
        (START.replace("/3/", "/G2/"), "row I: a second Goal of Gold"),
        (START.replace("vv+v", "vv+v+"), "a second Goal of Green"),
        // "no Goal at all"
        (START.replace('+', ""), "no Goal"),
        // "`B+`, `G+`"
        (START.replace("5b5", "5b+5"), "row F: '+'"),
        (START.replace("BS7", "B+S7"), "row G: '+'"),
        (START.replace("v+", "v").replace("/3/", "/g+2/"), "row B: '+'"),
        (START.replace("v+", "v").replace("/3/", "/+3/"), "row B: '+'"),
        (START.replace("v+", "v").replace("/3/", "/3+/"), "row B: '+'"),
        (START.replace("v+", "v++"), "row C: '+'"),
        // "leading zeros"
        (START.replace("/3/", "/03/"), "row B: run of empty cells '03'"),
        (START.replace("F10 ", "F010 "), "'010'"),
        (START.replace(" 0 1", " 00 1"), "quiet counter '00'"),
        (START.replace(" 0 1", " 01 1"), "quiet counter '01'"),
        (START.replace(" 0 1", " 0 01"), "turn number '01'"),
        // "a run of 0"
        (START.replace("vv+v2", "v0v+v2"), "row C: run of empty cells '0'"),
        (START.replace("/3/", "/3v0/"), "row B"),
        // "two runs in a row" can only be read as a longer one
        (START.replace("/3/", "/12/"), "row B: 12 cells"),
        (START.replace("F10 ", "F91 "), "row I: 98 cells"),
        (START.replace("F10 ", "F111111111111111111111111 "), "row I: run of empty cells"),
        // "spaces other than the three single ones"
        (format!(" {START}"), "single spaces"),
        (format!("{START} "), "single spaces"),
        (format!("{START}\n"), "turn number '1\\n'"),
        (START.replace(" 0 1", "  0 1"), "single spaces"),
        (START.replace(" 0 1", " 0"), "single spaces"),
        (START.replace(" 0 1", " 0 1 2"), "single spaces"),
        (START.replace(" gold", "\tgold"), "single spaces"),
        (START.replace("/3/", "/ 3/"), "single spaces"),
        (String::new(), "single spaces"),
        // "another spelling of the turn"
        (START.replace("gold", "Gold"), "turn 'Gold'"),
        (START.replace("gold", "GREEN"), "turn 'GREEN'"),
        (START.replace("gold", "w"), "turn 'w'"),
        (START.replace(" gold ", "  "), "turn ''"),
        // "turn number 0", and numbers that are none
        (START.replace(" 0 1", " 0 0"), "turn number '0'"),
        (START.replace(" 0 1", " 0 -1"), "turn number '-1'"),
        (START.replace(" 0 1", " 0 +1"), "turn number '+1'"),
        (START.replace(" 0 1", " 0 1.0"), "turn number '1.0'"),
        (START.replace(" 0 1", " 0 "), "turn number ''"),
        (START.replace(" 0 1", " -1 1"), "quiet counter '-1'"),
        (START.replace(" 0 1", " 4294967296 1"), "quiet counter '4294967296'"),
        (START.replace(" 0 1", " 0 99999999999999999999"), "turn number"),
        // Letters that mean nothing.
        (START.replace("/3/", "/x2/"), "row B: 'x' is no warrior"),
        (START.replace("/3/", "/W2/"), "row B: 'W'"),
        (START.replace("/3/", "/é2/"), "row B: 'é'"),
        (START.replace("/3/", "/-2/"), "row B: '-'"),
        (START.replace("/3/", "/?2/"), "row B: '?'"),
        (START.replace("/3/", "/٣/"), "row B: '٣'"),
    ];
    for (text, needle) in cases {
        let error = error(&text);
        assert!(!matches!(error, PositionError::Impossible(_)), "{text}: {error}");
        let message = error.to_string();
        let wanted = needle.replace("\\n", "\n");
        assert!(message.contains(&wanted), "{text}: {message:?} lacks {needle:?}");
        let loose = text.parse::<RawPosition>();
        assert_eq!(loose.expect_err("unreadable as loose data too").to_string(), message);
    }
}

/// "… and as impossible for: a warrior in the enemy zone, any Goal in any zone, overlapping zones."
#[test]
fn impossible_positions_are_refused() {
    let cases = [
        ("B E37, G I11", "V E27, G I99", "Green's warrior on E27"),
        ("V E27, G I11", "B E37, G I99", "Gold's warrior on E27"),
        ("B E37, G I11", "B E27, G I99", "warrior on E27"),
        ("B E37, G E27", "G I99", "Gold's Goal on E27 lies in the zone of Gold"),
        ("B E37, VG E27", "G I99", "Gold's Goal on E27 lies in the zone of Gold"),
        ("B E37, G I11", "G E27", "Green's Goal on E27 lies in the zone of Gold"),
        ("G E27", "B E37, G I99", "Gold's Goal on E27 lies in the zone of Green"),
        ("B E37, G I11", "VG E27", "Green's Goal on E27"),
        ("B E37, G I11", "B E26, G I99", "zones of the two Blockaders overlap on E27"),
    ];
    for (gold, green, needle) in cases {
        for turn in [Gold, Green] {
            let text = study(turn, gold, green).to_string();
            let error = error(&text);
            assert!(matches!(error, PositionError::Impossible(_)), "{text}: {error}");
            assert!(error.to_string().contains(needle), "{text}: {error} lacks {needle}");
            // As loose data it can be read and written: it is only not a position.
            let loose: RawPosition = text.parse().expect("readable");
            assert_eq!(loose.to_string(), text);
        }
    }
}

/// "Fewer pieces are fine (studies). With one Goal missing the game is over."
#[test]
fn studies_and_finished_positions_are_fine() {
    for (gold, green) in [
        ("G I11", "G I99"),
        ("VG I11", "G I99"),
        ("SG I11", "FlG I99"),
        ("V I11", "G I99"),
        ("G I11", "V I99"),
        ("Fl I11, Fl A19, V I22, V I33, V I44, G C28", "LG I99"),
    ] {
        let text = study(Green, gold, green).to_string();
        let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), text);
        assert_eq!(text.parse::<Position>().expect("again"), position);
    }
}

/// What cannot be written in a string is refused as loose data: both Goals or an enemy on one cell,
/// the Blockader on its Goal, too many of a kind, turn number 0.
#[test]
fn loose_data_that_no_string_says_is_refused() {
    use heterodox_rules::klinzha::{Kind, Side, board};
    let cell = |name| board::by_name(name).expect("a cell");
    let good: RawPosition =
        study(Gold, "V E37, G I11", "S A19, G I99").to_string().parse().expect("good");
    assert!(good.check().is_ok());
    let mut changes: Vec<RawPosition> = Vec::new();
    let mut change = |alter: &dyn Fn(&mut RawPosition)| {
        let mut raw = good.clone();
        alter(&mut raw);
        changes.push(raw);
    };
    change(&|raw| raw.goals[Side::Gold] = raw.goals[Side::Green]);
    change(&|raw| raw.goals[Side::Gold] = Some(cell("A19")));
    change(&|raw| raw.board[cell("I11").index()] = Some((Side::Gold, Kind::Blockader)));
    change(&|raw| raw.board[cell("I33").index()] = Some((Side::Green, Kind::Swift)));
    change(&|raw| raw.goals.0 = [None, None]);
    change(&|raw| raw.turn_number = 0);
    for raw in changes {
        assert!(raw.check().is_err(), "{raw}");
    }
}

/// One canonical form: what is written reads back as the same, with the same hash, whatever stands
/// where.
#[test]
fn strings_survive_writing_and_reading() {
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        let text = random_study(&mut rng).to_string();
        let Ok(raw) = text.parse::<RawPosition>() else { continue };
        assert_eq!(raw.to_string(), text);
        if let Ok(position) = raw.check() {
            let again: Position = position.to_string().parse().expect("our own writing");
            assert_eq!((&again, again.zobrist()), (&position, position.zobrist()), "{text}");
        }
    }
}

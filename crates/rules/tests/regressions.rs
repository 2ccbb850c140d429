//! One test for each fault that was reported and mended, named by it.

use heterodox_rules::{EndReason, Seat, Setting, Viewer, open, perft, read_record};

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

#[test]
fn counting_very_deep_is_refused_and_does_not_overflow_the_stack() {
    let setting = Setting::quick_start("north-west");
    assert_eq!(perft("klinzha", &setting, 100_000).unwrap_err().code, "too-deep");
}

#[test]
fn a_claimed_draw_does_not_override_a_won_position() {
    for position in ["G/3/5/7/9/11/13/15/V16 gold 100 1", "V+/b2/5/7/9/11/13/15/16g gold 100 1"] {
        let record = read_record(&format!("position: {position}\nresult: draw quiet\n"))
            .unwrap_or_else(|refusal| panic!("{position}: {refusal}"));
        assert_eq!(record.warnings.len(), 1, "{position}");
        let outcome = record.outcome.expect("the game is over");
        assert!(outcome.winner.is_some(), "{position}");
        assert_ne!(outcome.reason, EndReason::QUIET);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_record() {
    let text = include_str!("../../../data/sample-battle.txt");
    let with_mark = read_record(&format!("\u{feff}{text}")).expect("it reads");
    assert_eq!(with_mark, read_record(text).expect("it reads"));
    let position = "\u{feff}position: 1/3/5/7/9/11/13/13vg/V+16 gold 0 1\nV-@I11 I12\t\n";
    assert_eq!(read_record(position).expect("it reads").plies.len(), 1);
}

#[test]
fn a_second_request_to_take_back_does_not_replace_the_first() {
    use heterodox_rules::Act::{AnswerTakeback, AskTakeback};
    let mut table = open("klinzha", &Setting::quick_start("north-west")).expect("a game");
    for n in [0, 1] {
        let text = table.scene(Viewer::Seat(seat(n))).choices[0].text.clone();
        table.submit(seat(n), &text).expect("a choice");
    }
    table.apply(&AskTakeback { seat: seat(0) }).expect("the first may ask");
    for n in [0, 1] {
        let again = table.apply(&AskTakeback { seat: seat(n) }).unwrap_err();
        assert_eq!(again.code, "takeback-already-asked");
    }
    assert_eq!(table.scene(Viewer::Public).takeback_asked, Some(seat(0)));
    table.apply(&AnswerTakeback { seat: seat(1), accept: true }).expect("the other answers");
    assert_eq!(table.plies(), 0);
}

#[test]
fn lenient_readings_in_the_setup_give_warnings() {
    let mut table = open("klinzha", &Setting::default()).expect("a game");
    table.submit(seat(0), "cast").expect("seat 0 casts");
    table.throw(&[6, 6]).expect("a throw");
    table.submit(seat(0), "option first").expect("the winner has the option");
    table.submit(seat(0), "take gold north").expect("first placement");
    let report = table.submit(seat(0), "place FL AB18").expect("understood");
    let warnings: Vec<_> = report.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["place FL AB18: FL read as Fl", "place FL AB18: AB18 read as B18"]);
}

#[test]
fn a_game_that_ended_during_the_setup_has_a_record_that_reads() {
    use heterodox_rules::Act::Resign;
    let mut table = open("klinzha", &Setting::default()).expect("a game");
    table.submit(seat(0), "cast").expect("seat 0 casts");
    table.throw(&[6, 6]).expect("a throw");
    for step in ["option first", "take green west", "array talons", "done"] {
        table.submit(seat(0), step).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
    }
    table.apply(&Resign { seat: seat(1) }).expect("anybody may resign");
    let text = table.record(Viewer::Public, &[]);
    let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    assert_eq!(record.strict, text);
    assert_eq!(record.warnings, []);
    assert_eq!(record.frames[0].pieces.len(), 9);
    assert_eq!(record.outcome.map(|outcome| outcome.reason), Some(EndReason::RESIGNATION));
}

#[test]
fn a_goal_does_not_move_by_itself_and_is_no_prose() {
    let text = "position: 1/3/5/7/9/11/13/13vg/V+16 gold 0 1\nG@I11 I12\t\n";
    let refusal = read_record(text).unwrap_err();
    assert_eq!(refusal.code, "no-such-piece");
    assert!(refusal.message.starts_with("line 2: 'G@I11 I12'"), "{refusal}");
}

#[test]
fn over_long_input_is_quoted_in_part() {
    let long = format!("V@{}", "x".repeat(100_000));
    let mut table = open("klinzha", &Setting::quick_start("north-west")).expect("a game");
    let refusals = [
        table.submit(seat(0), &long).unwrap_err(),
        read_record(&format!("position: 1/3/5/7/9/11/13/13vg/V+16 gold 0 1\n{long}")).unwrap_err(),
        open("klinzha", &Setting::position(&long)).unwrap_err(),
        open("klinzha", &Setting::quick_start(&long)).unwrap_err(),
    ];
    for refusal in refusals {
        assert!(refusal.message.len() < 1000, "{} bytes", refusal.message.len());
        assert!(refusal.args.iter().all(|(_, value)| value.len() < 500));
    }
}

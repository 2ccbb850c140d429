//! §1.7 and R-KZ7: records in the source's two-column form, good, lax and bad.

use heterodox_rules::{EndReason, Outcome, Record, Refusal, Seat, read_record};
use heterodox_testkit::klinzha::positions::study;
use heterodox_testkit::klinzha::slow::{Gold, Green};

const SAMPLE: &str = include_str!("../../../../data/sample-battle.txt");

/// A setup in the source's form, as short as it may be written.
const SETUP: &str = "Gold\tGreen\n\
    B G35 S G36 V H23 V I33 V G13 Fe I11 L H24 Fl I44 Fl G14\t\n\
    \tB F37 S E37 L E26 Fe E16 Fl E27 Fl D16 V C28 V C17 V C18\n\
    G Fe@I11\tG V@C18\n";

fn read(text: &str) -> Record {
    read_record(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"))
}

fn warnings(record: &Record) -> Vec<String> {
    record.warnings.iter().map(ToString::to_string).collect()
}

/// Reads what must be refused: with this code, and with line and token in the message.
fn refused(text: &str, code: &str, line: usize, token: &str) -> Refusal {
    let refusal = match read_record(text) {
        Ok(record) => panic!("read without complaint:\n{text}\n{:?}", record.warnings),
        Err(refusal) => refusal,
    };
    assert_eq!(refusal.code, code, "{refusal}\n{text}");
    assert!(refusal.message.starts_with(&format!("line {line}: ")), "{refusal}\n{text}");
    assert!(refusal.message.contains(token), "{refusal} lacks {token}\n{text}");
    assert!(refusal.args.contains(&("line", line.to_string())));
    refusal
}

/// A record that begins from a study.
fn from(position: &str, body: &str) -> String {
    format!("position: {position}\n{body}")
}

fn quiet() -> String {
    study(Gold, "V E37, G I11", "V I77, G I99").to_string()
}

// What is accepted.

/// "Several placements in one table cell" are accepted, and mean the same as one a line.
#[test]
fn several_placements_in_one_cell() {
    let record = read(SETUP);
    assert_eq!(warnings(&record), [""; 0]);
    assert_eq!(record.frames[0].position, read(SAMPLE).frames[0].position);
}

/// "`G I11` without the carrier".
#[test]
fn a_goal_without_its_carrier() {
    let record = read(&SETUP.replace("Fe@I11", "I11").replace("V@C18", "C18"));
    assert_eq!(record.frames[0].position, read(SETUP).frames[0].position);
    assert_eq!(warnings(&record), [""; 0]);
}

/// "Repeated headers" of the table, blank lines, and the dots with which the source ends a list.
#[test]
fn repeated_table_headers_and_blank_lines() {
    let moves = "Gold\tGreen\n\nGold\tGreen\nFl@G14 x Fl@D16\tFe@E16 x Fl@D16\n\n\n";
    let record = read(&format!("\n\n{SETUP}{moves}"));
    assert_eq!((record.frames.len(), warnings(&record).len()), (3, 0));
    let dots = SETUP.replace("Fl G14\t", "Fl G14 ...\t").replace("V C18\n", "...\n\tV C18\n");
    assert_eq!(read(&dots).frames, read(SETUP).frames);
}

/// "Prose between the tables or in a cell (whatever does not begin with `<piece>@`, a placement or
/// `G `)".
#[test]
fn prose_is_passed_over_with_a_warning() {
    let text = format!(
        "A friendly game\n{SETUP}Gold\tGreen\n\
        The battle begins: see how the Flier goes.\n\
        Fl@G14 x Fl@D16\tPausing for display\n\
        \tFe@E16 x Fl@D16\n\
        Look! An unprotected Flier!\tLook! B for Blockader\n"
    );
    let record = read(&text);
    assert_eq!(record.frames.len(), 3);
    let passed: Vec<_> = record.warnings.iter().filter_map(|warning| warning.origin.line).collect();
    assert_eq!(passed, [1, 7, 8, 10, 10]);
    assert!(warnings(&record)[2].contains("'Pausing for display'"));
}

/// "Columns are separated by a tab; a line without one that begins with a move is Gold's."
#[test]
fn a_line_without_a_tab_is_golds() {
    let record = read(&from(&quiet(), "V@E37 E38\n\tV@I77 I78\nV@E38 E37\n"));
    assert_eq!((record.frames.len(), warnings(&record).len()), (4, 0));
    refused(&from(&quiet(), "V@E37 E38\nV@I77 I78\n"), "not-your-turn", 3, "V@I77 I78");
}

/// Line ends of either kind; the last one may be missing.
#[test]
fn line_ends_of_either_kind() {
    let expected = read(SAMPLE);
    for text in [
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.trim_end().to_owned(),
        SAMPLE.trim_end().replace('\n', "\r\n"),
    ] {
        let record = read(&text);
        assert_eq!(record.frames, expected.frames);
        assert_eq!(record.plies, expected.plies);
        assert_eq!(warnings(&record), warnings(&expected));
    }
}

/// Header lines: all eight, kept in order.
#[test]
fn header_lines_are_kept() {
    let headers = format!(
        "game: klinzha\ngold: Krell: the elder\ngreen:\ndate: 2379-02-01\nposition: {}\n\
        option: house-rules=on\noption: goal-safety=enforced\nclouds: none\nseed: 7\n",
        quiet()
    );
    let record = read(&format!("{headers}V@E37 E38\tV@I77 I78\n"));
    let keys: Vec<_> = record.headers.iter().map(|(key, _)| key.as_str()).collect();
    let expected =
        ["game", "gold", "green", "date", "position", "option", "option", "clouds", "seed"];
    assert_eq!(keys, expected);
    assert_eq!(record.headers[1].1, "Krell: the elder");
    assert_eq!(record.headers[2].1, "");
    assert_eq!(warnings(&record), [""; 0]);
    assert_eq!(record.frames[0].position, quiet());
    // In the body they are no headers any more.
    let record = read(&from(&quiet(), "V@E37 E38\ngold: Krell\n"));
    assert_eq!((record.headers.len(), record.warnings.len()), (1, 1));
}

/// "With `position` it has no setup", and Green may be the first to move there.
#[test]
fn a_record_from_a_position() {
    let green_first = study(Green, "V E37, G I11", "V I77, G I99").to_string();
    for body in [
        "\tV@I77 I78\nV@E37 E38\tV@I78 I77\n",
        "Gold\tGreen\n\tV@I77 I78\nV@E37 E38\n\tV@I78 I77\n",
    ] {
        let record = read(&from(&green_first, body));
        assert_eq!(record.frames.len(), 4);
        assert_eq!(record.frames[1].side, Some("green"));
        assert!(record.frames[3].position.ends_with("gold 3 3"));
    }
    refused(&from(&green_first, "V@E37 E38\tV@I77 I78\n"), "not-your-turn", 2, "V@E37 E38");
    for setup in ["B G35\t", "\tV C18", "G I11\t", "\tG V@C18", "B G35 S G36"] {
        refused(&from(&quiet(), setup), "setup-over", 2, setup.trim());
    }
}

/// Green may place first, and then moves first.
#[test]
fn green_may_place_first() {
    let text = "Gold\tGreen\n\
        \tB F37 S E37 L E26 Fe E16 Fl E27 Fl D16 V C28 V C17 V C18\n\
        B G35 S G36 V H23 V I33 V G13 Fe I11 L H24 Fl I44 Fl G14\n\
        \tG V@C18\n\
        G Fe@I11\n\
        \tV@C17 D17\nFl@G14 x Fl@D16\tFe@E16 x Fl@D16\n";
    let record = read(text);
    assert!(record.frames[0].position.ends_with(" green 0 1"));
    assert_eq!(record.frames.len(), 4);
    assert_eq!(read(&record.strict).frames, record.frames);
}

// Results.

/// "`result: <gold|green|draw> <reason>`": every reason that fits, and what becomes of it.
#[test]
fn results_are_read() {
    let over = study(Gold, "V E27, G I11", "G E37, V H67").to_string();
    let take = "V@E27 x G@E37\n";
    let immobile = study(Green, "VG I11", "B G13, G A19").to_string();
    let thrice = "V@E37 E38\tV@I77 I78\nV@E38 E37\tV@I78 I77\n".repeat(2);
    let hundred = quiet().replace(" 0 1", " 99 50");
    let (gold, green) = (Seat::new(0), Seat::new(1));
    let cases = [
        (over.clone(), take, "gold goal", Outcome::win(gold, EndReason::GOAL)),
        (
            immobile,
            "\tB@G13 H12\n",
            "green immobilised",
            Outcome::win(green, EndReason::IMMOBILISED),
        ),
        (quiet(), "", "green resignation", Outcome::win(green, EndReason::RESIGNATION)),
        (quiet(), "V@E37 E38\n", "gold time", Outcome::win(gold, EndReason::TIME)),
        (quiet(), "V@E37 E38\n", "draw agreement", Outcome::draw(2, EndReason::AGREEMENT)),
        (quiet(), thrice.as_str(), "draw repetition", Outcome::draw(2, EndReason::REPETITION)),
        (hundred, "V@E37 E38\n", "draw quiet", Outcome::draw(2, EndReason::QUIET)),
    ];
    for (position, body, result, outcome) in cases {
        let record = read(&from(&position, &format!("{body}result: {result}\n")));
        assert_eq!(record.outcome, Some(outcome), "{result}");
        assert_eq!(warnings(&record), [""; 0], "{result}");
        assert!(record.strict.ends_with(&format!("result: {result}\n")), "{}", record.strict);
        let again = read(&record.strict);
        assert_eq!((again.outcome, again.frames), (record.outcome, record.frames));
    }
    // Without a line the rules decide, and else the game is unfinished.
    assert_eq!(read(&from(&over, take)).outcome, Some(Outcome::win(gold, EndReason::GOAL)));
    assert_eq!(read(&from(&quiet(), "V@E37 E38\n")).outcome, None);
    // The house rules end a game without a line only where they are in force.
    assert_eq!(read(&from(&quiet(), &thrice)).outcome, None);
    let house = format!("option: house-rules=on\n{}", from(&quiet(), &thrice));
    assert_eq!(read(&house).outcome, Some(Outcome::draw(2, EndReason::REPETITION)));
}

/// "One that contradicts the position is a warning."
#[test]
fn a_result_that_contradicts_the_position_is_a_warning() {
    let over = study(Gold, "V E27, G I11", "G E37, V H67").to_string();
    let take = "V@E27 x G@E37\n";
    for (position, body, result, line) in [
        (quiet(), "V@E37 E38\n", "gold goal", 3),
        (quiet(), "", "green immobilised", 2),
        (quiet(), "", "draw repetition", 2),
        (quiet(), "", "draw quiet", 2),
        (quiet(), "", "draw resignation", 2),
        (quiet(), "", "gold agreement", 2),
        (over.clone(), take, "green goal", 3),
        (over.clone(), take, "green resignation", 3),
        (over.clone(), take, "draw agreement", 3),
    ] {
        let record = read(&from(&position, &format!("{body}result: {result}\n")));
        let said = warnings(&record);
        assert_eq!(said.len(), 1, "{result}: {said:?}");
        assert!(said[0].starts_with(&format!("line {line}: ")), "{said:?}");
        assert!(said[0].contains(result) && said[0].contains("contradicts"), "{said:?}");
        // What the rules say stands.
        let by_the_rules = (position == over).then(|| Outcome::win(Seat::new(0), EndReason::GOAL));
        assert_eq!(record.outcome, by_the_rules, "{result}");
    }
}

/// "Nothing may follow", and a result that is none.
#[test]
fn nothing_follows_a_result_and_it_is_well_formed() {
    let text = from(&quiet(), "V@E37 E38\nresult: draw agreement\n\n");
    assert_eq!(warnings(&read(&text)), [""; 0], "blank lines are nothing");
    for more in ["\tV@I77 I78", "A fine game", "Gold\tGreen", "result: draw agreement", "gold: A"] {
        refused(&format!("{text}{more}\n"), "after-result", 5, more.trim());
    }
    for wrong in [
        "gold",
        "",
        "gold won",
        "Gold goal",
        "red goal",
        "draw",
        "* *",
        "goal gold",
        "gold goal goal",
        "gold Goal",
        "1-0",
    ] {
        let text = from(&quiet(), &format!("result: {wrong}\n"));
        refused(&text, "bad-result", 2, &format!("'{wrong}'"));
    }
}

// What is refused, with line, token and reason.

#[test]
fn bad_headers_are_refused() {
    let position = quiet();
    let named = |text: &str| format!("game: klinzha\n{text}");
    refused(&from("9 gold 0 1", ""), "bad-position", 1, "9 gold 0 1");
    refused(&from(&position.replace("gold", "white"), ""), "bad-position", 1, "white");
    refused(
        &from(&study(Gold, "B E37, G I11", "V E27, G I99").to_string(), ""),
        "bad-position",
        1,
        "E27",
    );
    refused(&from(&position, &from(&position, "")), "second-position", 2, "position");
    refused(&named("option: goal-safety\n"), "bad-option", 2, "goal-safety");
    refused(&named("gold: A\noption: goal-safety=no\n"), "bad-option", 3, "no");
    refused(&named("option: dice=on\n"), "bad-option", 2, "dice");
    let twice = named("option: house-rules=on\noption: house-rules=on\n");
    refused(&twice, "bad-option", 3, "house-rules");
    // A record that names no game and has no cell, position or heads of columns is of no game.
    for text in ["", "just prose\n", "game: chess\n", "gold: A\n"] {
        assert_eq!(read_record(text).expect_err(text).code, "no-such-game");
    }
    refused(&format!("game: klinzha\ngame: chess\n{SETUP}"), "other-game", 2, "chess");
}

#[test]
fn bad_setups_are_refused() {
    let cases = [
        ("B G35", "B G46", "outside-region", 2, "G46"),
        ("S G36", "S E37", "outside-region", 2, "E37"),
        ("S G36", "S I12 S G36", "all-placed", 2, "Swift"),
        ("S G36", "S G35", "cell-taken", 2, "G35"),
        ("S G36", "s G36", "no-such-piece", 2, "'s'"),
        ("S G36", "S g36", "no-such-cell", 2, "g36"),
        ("S G36", "S Z36", "no-such-cell", 2, "Z36"),
        ("S G36", "S", "not-a-placement", 2, "S V"),
        ("B F37", "B G25", "region-taken", 3, "G25"),
        ("B F37", "B E15", "outside-region", 3, "E15"),
        ("G Fe@I11", "G S@G36", "no-carrier", 4, "Swift"),
        ("G Fe@I11", "G Fe@H12", "nothing-there", 4, "H12"),
        ("G Fe@I11", "G V@I11", "other-warrior", 4, "I11"),
        ("G Fe@I11", "G X@I11", "no-such-piece", 4, "X"),
        ("G Fe@I11", "G Fe@i11", "no-such-cell", 4, "i11"),
    ];
    for (good, bad, code, line, token) in cases {
        refused(&SETUP.replacen(good, bad, 1), code, line, token);
    }
    // The zones of G36 and F37 overlap.
    refused(&SETUP.replace("B G35 S G36", "B G36 S G35"), "zones-overlap", 3, "F37");
    // The Goal next to the own Blockader.
    let near = SETUP.replace("S G36 V H23", "V G36 S H23").replace("G Fe@I11", "G V@G36");
    refused(&near, "goal-in-own-zone", 4, "G36");
    // Too early, twice, too late.
    refused("Gold\tGreen\nB G35\t\nG I11\n", "not-all-placed", 3, "G I11");
    let twice = SETUP.replace("G Fe@I11\tG V@C18", "G Fe@I11\nG Fe@I11");
    refused(&twice, "second-goal", 5, "G Fe@I11");
    refused(&format!("{SETUP}B G35\n"), "setup-over", 5, "B G35");
    refused(&format!("{SETUP}G I11\n"), "setup-over", 5, "G I11");
}

#[test]
fn an_incomplete_setup_says_what_is_missing() {
    let lines: Vec<_> = SETUP.lines().collect();
    refused("game: klinzha", "setup-incomplete", 1, "Gold");
    refused("Gold\tGreen\n", "setup-incomplete", 1, "Gold");
    refused("game: klinzha\njust prose\n", "setup-incomplete", 2, "Gold");
    refused(&lines[..2].join("\n"), "setup-incomplete", 2, "Green");
    refused(&lines[..3].join("\n"), "setup-incomplete", 3, "Goal");
    let one_goal = SETUP.replace("\tG V@C18", "");
    refused(&one_goal, "setup-incomplete", 4, "Green's Goal");
    refused(&format!("{one_goal}V@G13 H13\n"), "setup-incomplete", 5, "V@G13 H13");
}

#[test]
fn bad_moves_are_refused() {
    for (bad, code, token) in [
        ("V@E37 E36", "no-such-cell", "E36"),
        ("V@E37 E26", "out-of-reach", "E26"),
        ("V@e37 E38", "no-such-cell", "e37"),
        ("v@E37 E38", "no-such-piece", "v"),
        ("fl@E37 E38", "no-such-piece", "fl"),
        ("L@E37 E38", "other-warrior", "E37"),
        ("V@E38 E37", "nothing-there", "E38"),
        ("V@I77 I78", "not-your-warrior", "I77"),
        ("VG@E37 E38", "no-goal-here", "E37"),
        ("V@E37", "not-a-move", "V@E37"),
        ("V@E37 goes to E38", "not-a-move", "goes"),
        ("V@E37 E38 V@I77 I78", "not-a-move", "V@I77"),
        ("S@", "not-a-move", "S@"),
    ] {
        refused(&from(&quiet(), &format!("Gold\tGreen\n{bad}\t\n")), code, 3, token);
    }
    // In the wrong column, twice, in a third column.
    refused(&from(&quiet(), "\tV@E37 E38\n"), "not-your-turn", 2, "V@E37 E38");
    refused(&from(&quiet(), "V@E37 E38\nV@E38 E37\n"), "not-your-turn", 3, "V@E38 E37");
    refused(
        &from(&quiet(), "V@E37 E38\tV@I77 I78\tV@E38 E37\n"),
        "too-many-columns",
        2,
        "V@E38 E37",
    );
    // After the end.
    let over = study(Gold, "V E27, G I11", "G E37, V H67").to_string();
    refused(&from(&over, "V@E27 x G@E37\tV@H67 H57\n"), "game-over", 2, "V@H67 H57");
    let enforced = study(Gold, "VG I11, V C39", "Fl H13, G A19").to_string();
    let text = from(&enforced, "option: goal-safety=enforced\nV@C39 C29\n");
    refused(&text, "leaves-goal", 3, "V@C39 C29");
    let on = format!(
        "option: house-rules=on\n{}",
        from(&quiet(), &"V@E37 E38\tV@I77 I78\nV@E38 E37\tV@I78 I77\n".repeat(2))
    );
    refused(&format!("{on}V@E37 E38\n"), "game-over", 7, "repetition");
}

/// R-KZ7: a laxity is "reported as a warning with line and what was understood".
#[test]
fn laxities_are_reported_with_their_line() {
    let record = read(SAMPLE);
    let lines: Vec<_> = record.warnings.iter().filter_map(|warning| warning.origin.line).collect();
    assert_eq!(lines, [30, 34, 34, 34, 50, 50]);
    let text = from(&quiet(), "Gold\tGreen\nV@E37 x E38\tV@AI77 I78\nV@E38  E37\n");
    let said = warnings(&read(&text));
    for (line, move_, named) in [
        (3, "V@E37 x E38", "x superfluous"),
        (3, "V@E37 x E38", "understood as V@E37 E38"),
        (3, "V@AI77 I78", "AI77 read as I77"),
        (3, "V@AI77 I78", "understood as V@I77 I78"),
        (4, "V@E38  E37", "spaces"),
    ] {
        let expected = format!("line {line}: {move_}: ");
        assert!(
            said.iter().any(|w| w.starts_with(&expected) && w.contains(named)),
            "{expected}{named} in {said:?}"
        );
    }
    // In the setup too.
    let said = warnings(&read(&SETUP.replace("Fl I44", "FL I44").replace("V C18\n", "V AC18\n")));
    assert!(said[0].starts_with("line 2: ") && said[0].contains("FL read as Fl"), "{said:?}");
    assert!(said[1].starts_with("line 3: ") && said[1].contains("AC18 read as C18"), "{said:?}");
}

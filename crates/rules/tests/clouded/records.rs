//! Records: the umpire's after the end, each viewer's own at any time; both read back as what they
//! were written from.

use heterodox_rules::{Seat, Setting, Table, Viewer, open, read_record};
use heterodox_testkit::Rng;
use heterodox_testkit::clouded::games::{GOLD, GREEN, random_map, said, setting};
use heterodox_testkit::klinzha::positions::random_setup;

const VIEWERS: [Viewer; 3] = [GOLD, GREEN, Viewer::Public];

fn throw(rng: &mut Rng, table: &mut Table) {
    while let Some(request) = table.awaits_throw() {
        let faces: Vec<u8> = (0..request.dice).map(|_| 1 + rng.below(6) as u8).collect();
        table.throw(&faces).expect("awaited");
    }
}

fn random_ply(rng: &mut Rng, table: &mut Table) {
    let seat = table.scene(Viewer::Public).to_act[0];
    let choices = table.scene(Viewer::Seat(seat)).choices;
    let captures: Vec<_> = choices.iter().filter(|choice| choice.captures).collect();
    let choice = if !captures.is_empty() && rng.chance(40) {
        *rng.pick(&captures)
    } else {
        rng.pick(&choices)
    };
    let mut text = choice.text.clone();
    if rng.chance(10) {
        let paths = table.paths(Viewer::Seat(seat), &text);
        text += &format!(" ({})", rng.pick(&paths).join(" "));
    }
    table.submit(seat, &text).expect("accepted");
    throw(rng, table);
}

#[test]
fn own_records_and_the_full_one_read_back() {
    let mut rng = Rng::new(77);
    let mut finished = 0;
    for number in 0..150 {
        let map = random_map(&mut rng);
        let mut setting = setting(&random_setup(&mut rng).to_string(), &map.to_string());
        if rng.chance(50) {
            let drift = *rng.pick(&["dice", "1,1,2", "3,2,dice"]);
            setting.options.set(&format!("drift={drift}")).expect("an option");
        }
        let mut table = open("clouded-klinzha", &setting).expect("a table");
        throw(&mut rng, &mut table);
        for ply in 0..160 {
            if table.outcome().is_some() {
                break;
            }
            random_ply(&mut rng, &mut table);
            if table.outcome().is_none() && ply % 20 == 3 {
                for viewer in VIEWERS {
                    check(&table.record(viewer, &[]), &table.frames(viewer), number);
                    assert_eq!(table.record(viewer, &[]), table.observed_record(viewer, &[]));
                }
            }
        }
        if table.outcome().is_some() {
            finished += 1;
        } else {
            table.apply(&heterodox_rules::Act::Resign { seat: Seat::new(1) }).expect("resigned");
        }
        for viewer in VIEWERS {
            let record = check(&table.record(viewer, &[]), &table.frames(viewer), number);
            assert_eq!(record.outcome, table.outcome());
            assert_eq!(table.record(viewer, &[]), table.record(Viewer::Public, &[]));
            let own =
                check(&table.observed_record(viewer, &[]), &table.observed_frames(viewer), number);
            assert_eq!(own.outcome, table.outcome());
        }
    }
    assert!(finished > 30, "{finished}");
}

fn check(text: &str, frames: &[heterodox_rules::Frame], number: usize) -> heterodox_rules::Record {
    let record = read_record(text).unwrap_or_else(|refusal| panic!("{number}: {refusal}\n{text}"));
    assert!(record.warnings.is_empty(), "{number}: {:?}\n{text}", record.warnings);
    assert_eq!(record.strict, text, "{number}");
    assert_eq!(record.frames, frames, "{number}:\n{text}");
    assert_eq!(record.plies.len() + 1, frames.len());
    record
}

const HALT: &str = "game: clouded-klinzha
clouds: blind
position: V+/3/5/7/9/11/13/15/2V1b11v+ gold 0 1
Gold\tGreen
V@I22 I23 > I22 field\tB@I33 I44
VG@A19 B19\t
";

#[test]
fn halts_are_written_as_the_rules_say() {
    let record = read_record(HALT).expect("a record");
    assert_eq!(record.strict, HALT);
    assert_eq!(record.frames[1].text.as_deref(), Some("V@I22 I23 > I22 field"));
    assert_eq!(record.frames[1].last, ["I22", "I22"]);
}

#[test]
fn what_contradicts_the_truth_is_a_warning_with_its_line() {
    let said = |text: &str| -> Vec<String> {
        let record = read_record(text).expect("a record");
        assert_eq!(record.strict, HALT);
        record.warnings.iter().map(ToString::to_string).collect()
    };
    let understood = "understood as V@I22 I23 > I22 field";
    for other in ["V@I22 I23", "V@I22 x S@I23", "V@I22 I23 > I22 piece"] {
        assert_eq!(
            said(&HALT.replace("V@I22 I23 > I22 field", other)),
            [format!("line 5: {other}: {understood}")]
        );
    }
}

#[test]
fn errors_name_their_line() {
    for (from, to, message) in [
        (
            "clouds: blind",
            "clouds: ./...",
            "line 2: option clouds: './...': expected blind, seed:N, or nine rows of '.', '-' and '#' joined by '/': line 3: found 2 lines, expected 9, rows A to I",
        ),
        (
            "V@I22 I23 >",
            "V@I22 H11 >",
            "line 5: 'V@I22 H11 > I22 field': 'H11' is no cell: expected a row A to I, an obtuse and an acute number, such as E37",
        ),
        (
            "clouds: blind",
            "option: drift=1",
            "line 2: option drift: '1': expected off, dice, or X,Y,Z, each of them dice or a number: turns (1 to 99), steps (1 to 8), direction (1 to 6, clockwise from the east)",
        ),
        ("VG@A19 B19\t", "\tVG@A19 B19", "line 6: 'VG@A19 B19': it is Gold's turn, not Green's"),
    ] {
        let refusal = read_record(&HALT.replace(from, to)).expect_err("refused");
        assert_eq!(refusal.message, message);
    }
}

#[test]
fn a_setup_is_in_the_record() {
    let mut table = open("clouded-klinzha", &Setting::default()).expect("a table");
    crate::setup::set_up(&mut table, "spearhead", "talons");
    assert_eq!(table.scene(Viewer::Public).phase, "play");
    let act = heterodox_rules::Act::Resign { seat: Seat::new(0) };
    table.apply(&act).expect("resigned");
    let text = table.record(GOLD, &[]);
    assert!(text.contains("B E37") && text.contains("result: green resignation"), "{text}");
    check(&text, &table.frames(GOLD), 0);
}

const OWN: &str = "game: clouded-klinzha
clouds: .../x
option: drift=dice,dice,dice
as: gold
position: V+/3/5/7/9/11/13/15/2V1S11l+ gold 0 1
drift: every 1
Gold\tGreen\tView
V@I22 I23 > I22 field\t\tV+/3/5/7/9/11/13/15/2V1S11l+ green 1 1
drift: 2 south-east
\t? x S@I33\tV+/3/5/7/9/11/13/15/2V13l+ gold 0 2
VG@A19 B19\t\t1/1V+1/5/7/9/11/13/15/2V13l+ green 1 2
result: green resignation
";

fn own() -> String {
    let edge = "-----------------";
    OWN.replace(
        ".../x",
        &format!("./.../...../......./........./.........../............./.............../{edge}"),
    )
}

/// What a player was told can be read from its record: its own halts, its losses, the drift and its
/// rule, the end.
#[test]
fn a_players_record_tells_what_it_was_told() {
    let record = read_record(&own()).expect("a record");
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    assert_eq!(record.strict, own());
    let told: Vec<_> = record.frames.iter().map(|frame| said(&frame.told)).collect();
    assert_eq!(told[0], ["umpire-drift-rule turns=1"]);
    assert_eq!(told[1], ["umpire-ended cell=I22", "umpire-halted-field cell=I22"]);
    assert_eq!(
        told[2],
        ["umpire-lost piece=S cell=I33", "umpire-drift steps=2 direction=south-east"]
    );
    assert_eq!(told[3], ["umpire-ended cell=B19", "victory reason=resignation seat=1"]);
}

#[test]
fn errors_in_a_players_record_name_their_line() {
    for (from, to, line, code) in [
        ("every 1", "every 7", 6, "bad-drift-line"),
        ("every 1", "every", 6, "bad-drift-line"),
        ("2 south-east", "9 south-east", 9, "bad-drift-line"),
        ("2 south-east", "every 2", 9, "bad-drift-line"),
        ("I22 field", "I22 wall", 8, "bad-halt"),
        ("I22 field", "I33 field", 8, "bad-view"),
        ("I22 I23 >", "I22 x S@I23 >", 8, "bad-halt"),
        ("? x S@I33", "? x S@", 10, "bad-unseen"),
        ("? x S@I33", "? x Q@I33", 10, "bad-unseen"),
        ("as: gold", "as: blue", 4, "bad-viewer"),
    ] {
        let refusal = read_record(&own().replacen(from, to, 1)).expect_err(to);
        assert_eq!(refusal.code, code, "{to}: {refusal}");
        assert!(refusal.message.starts_with(&format!("line {line}: ")), "{to}: {refusal}");
    }
    let loose = own().replace("VG@A19 B19", "VG@A19  B19");
    let record = read_record(&loose).expect("a record");
    assert_eq!(record.strict, own());
    assert_eq!(record.warnings[0].to_string(), "line 11: VG@A19  B19: understood as VG@A19 B19");
}

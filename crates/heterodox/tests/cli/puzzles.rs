//! `heterodox puzzles`: positions that are proved in records.

use crate::common::{heterodox, heterodox_with};

const POSITION: &str = "1/3/5/7/3fV+2V1/11/4B8/v14/b6g9 gold 0 1";

fn record() -> String {
    format!(
        "game: klinzha\nposition: {POSITION}\nGold\tGreen\nB@G35 H35\tB@I11 I12\n\
         B@H35 x G@I45\t\nresult: gold goal\n"
    )
}

#[test]
fn a_record_gives_its_puzzles() {
    let found = heterodox_with(&["puzzles", "-"], record().as_bytes()).good();
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines[0], "# objective | position | moves | themes | source");
    let expected = format!(
        "win 3 | {POSITION} | B@G35 H35 | zone, enemy Goal abandoned, few warriors | - ply 0"
    );
    assert_eq!(lines[1..], [expected]);
}

#[test]
fn an_export_is_read_line_by_line() {
    let line = |id: &str| serde_json::json!({"id": id, "record": record()}).to_string();
    let export = format!("{}\n\n{}\n", line("k3v9qz2m"), line("m2zq9v3k"));
    let found = heterodox_with(&["puzzles", "-"], export.as_bytes()).good();
    let lines: Vec<&str> = found.lines().collect();
    assert_eq!(lines.len(), 2, "a position is printed once: {found}");
    assert!(lines[1].ends_with("| game k3v9qz2m ply 0"), "{found}");
}

#[test]
fn what_is_no_record_is_refused() {
    let ran = heterodox_with(&["puzzles", "-"], b"{\"id\": 1}");
    assert!(ran.status == Some(2) && ran.err.contains("line 1"), "{ran:?}");
    let ran = heterodox(&["puzzles", "no-such-file"]);
    assert!(ran.status == Some(2) && ran.err.contains("no-such-file"), "{ran:?}");
}

//! Clouded Klin Zha at the command line: umpire, views, records and maps.

use crate::common::{heterodox, heterodox_with, strings};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Gold's Vanguard on I22 stands before the zone of Green's Blockader on I33.
const WALL: &str = "V+/3/5/7/9/11/13/15/2V1b11v+ gold 0 1";

/// Runs `umpire` on these lines; returns one JSON object for each.
fn umpire(args: &[&str], lines: &str) -> Vec<Value> {
    let out = heterodox_with(&[&["umpire"], args].concat(), lines.as_bytes()).good();
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes a map file that is clear except for some lines, as `(line, text)`.
fn map_file(folder: &tempfile::TempDir, rows: &[(usize, &str)], end: &str) -> String {
    let mut lines: Vec<String> = (0..9).map(|row| ".".repeat(2 * row + 1)).collect();
    for (line, text) in rows {
        (*text).clone_into(&mut lines[line - 1]);
    }
    let path: PathBuf = folder.path().join("clouds.txt");
    std::fs::write(&path, lines.join(end)).expect("written");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn a_halt_is_told_to_the_mover_alone() {
    let said = umpire(&["--position", WALL, "--clouds", "blind"], "V@I22 I23\n");
    assert_eq!(
        said,
        [json!({
            "accepted": true,
            "refusal": null,
            "mover": { "ended": "I22", "captured": null, "halted": "field", "result": null },
            "opponent": { "lost": null, "result": null },
            "position": "V+/3/5/7/9/11/13/15/2V1b11v+ green 1 1",
            "views": {
                "gold": "V+/3/5/7/9/11/13/15/2V14 green 1 1",
                "green": "1/3/5/7/9/11/13/15/4b11v+ green 1 1",
                "public": "1/3/5/7/9/11/13/15/17 green 1 1",
            },
        })]
    );
}

#[test]
fn captures_and_the_end_are_told_and_the_views_stay_views() {
    let position = "V+/3/5/7/9/11/13/15/Ls14v+ gold 4 1";
    let lines = "L@I11 I12\nv\n\nVG@I99 I89\r\nL@I12 x V@I89\n";
    let said = umpire(&["--position", position, "--clouds", "blind"], lines);
    assert_eq!(said.len(), 4, "blank lines are passed over");
    assert_eq!(said[0]["mover"]["captured"], "S");
    assert_eq!(said[0]["opponent"]["lost"], json!({ "piece": "S", "cell": "I12" }));
    assert_eq!(said[0]["position"], "V+/3/5/7/9/11/13/15/1L14v+ green 0 1");
    for refused in [1, 3] {
        assert_eq!(said[refused]["accepted"], false);
        assert!(said[refused]["refusal"].is_string());
        assert!(said[refused]["mover"].is_null() && said[refused]["opponent"].is_null());
    }
    assert_eq!(said[1]["position"], said[0]["position"]);
    assert_eq!(said[2]["accepted"], true);

    let position = "V+/3/5/7/9/11/13/15/Ls+15 gold 0 1";
    let said = umpire(&["--position", position, "--clouds", "blind"], "L@I11 I12\nVG@A19 B19\n");
    let result = json!({ "winner": "gold", "reason": "goal" });
    assert_eq!(said[0]["mover"]["captured"], "SG");
    assert_eq!(said[0]["mover"]["result"], result);
    assert_eq!(said[0]["opponent"]["result"], result);
    assert_eq!(said[0]["views"]["green"], "1/3/5/7/9/11/13/15/17 green 0 1");
    assert_eq!(said[1]["accepted"], false, "every line after the end is refused");
    assert_eq!(said[1]["position"], said[0]["position"]);
}

#[test]
fn neutrals_are_shown_by_colour() {
    let folder = folder();
    for end in ["\n", "\r\n"] {
        let clouds = map_file(&folder, &[(9, "--#..............")], end);
        let position = "V+/3/5/7/9/11/13/15/LsV13v+ gold 0 1";
        let said = umpire(&["--position", position, "--clouds", &clouds], "what\n");
        assert_eq!(said[0]["views"]["gold"], "V+/3/5/7/9/11/13/15/L!V13v+ gold 0 1");
        assert_eq!(said[0]["views"]["green"], "V+/3/5/7/9/11/13/15/?s14v+ gold 0 1");
        assert_eq!(said[0]["views"]["public"], "V+/3/5/7/9/11/13/15/?!14v+ gold 0 1");
    }
}

#[test]
fn a_broken_map_is_refused_with_its_place() {
    let folder = folder();
    let clouds = map_file(&folder, &[(3, "..x..")], "\n");
    heterodox(&["umpire", "--position", WALL, "--clouds", &clouds]).fails_with(&format!(
        "error: {clouds}: line 3, column 3: 'x': expected '.' (clear), '-' (edge) or '#' (under)"
    ));
    let clouds = map_file(&folder, &[(3, "......")], "\n");
    heterodox(&[
        "moves",
        "clouded-klinzha",
        "--position",
        WALL,
        "--option",
        &format!("clouds={clouds}"),
    ])
    .fails_with(&format!("error: {clouds}: line 3, column 6: row C has 6 cells, expected 5"));
    let ran = heterodox(&["umpire", "--position", WALL, "--clouds", "no-such-file"]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.contains("cannot read no-such-file"), "{}", ran.err);
    heterodox(&["umpire", "--clouds", "blind"]).fails_with(
        "error: clouded-klinzha has no first position: give --position P or --quick-start NAME, one of: north-west, north-east, west-east, bulwark-north-west, bulwark-north-east, bulwark-west-east, talons-north-west, talons-north-east, talons-west-east",
    );
}

#[test]
fn too_many_cells_under_clouds_are_a_warning() {
    let folder = folder();
    let rows = [(1, "#"), (2, "###"), (3, "#####")];
    let clouds = map_file(&folder, &rows, "\n");
    let ran = heterodox_with(&["umpire", "--position", WALL, "--clouds", &clouds], b"V@I22 I23\n");
    assert!(ran.err.starts_with("warning: region north: 9 cells lie under clouds"), "{}", ran.err);
    assert_eq!(ran.good().lines().count(), 1);
    let ran = heterodox(&["umpire", "--position", WALL, "--clouds", "blind"]);
    assert_eq!((ran.err.as_str(), ran.status), ("", Some(0)));
}

#[test]
fn moves_are_true_ones_or_the_intents_of_a_seat() {
    let args = ["moves", "clouded-klinzha", "--position", WALL, "--option", "clouds=blind"];
    let truly = heterodox(&args).good();
    assert!(!truly.contains("V@I22 I23"), "{truly}");
    let gold = heterodox(&[&args[..], &["--as", "gold"]].concat()).good();
    assert!(gold.lines().any(|line| line == "V@I22 I23"), "{gold}");
    assert!(gold.lines().is_sorted());
    let green = heterodox(&[&args[..], &["--as", "green"]].concat()).good();
    assert_eq!(green, "", "it is not Green's turn");
    let json = heterodox(&[&args[..], &["--as", "0", "--json"]].concat()).json();
    assert_eq!(strings(&json["moves"]), gold.lines().collect::<Vec<_>>());
    assert_eq!(json["position"], "V+/3/5/7/9/11/13/15/2V14 gold 0 1");
    heterodox(&[&args[..], &["--as", "blue"]].concat())
        .fails_with("error: --as 'blue': expected gold, green or 0 to 1");
}

#[test]
fn perft_is_that_of_the_true_position() {
    let count = |game: &str, options: &[&str]| {
        let args = ["perft", game, "--depth", "3", "--quick-start", "north-west"];
        heterodox(&[&args[..], options].concat()).good()
    };
    assert_eq!(count("clouded-klinzha", &["--option", "clouds=blind"]), count("klinzha", &[]));
}

#[test]
fn play_moves_prints_true_positions_or_views() {
    let args = ["play-moves", "clouded-klinzha", "--position", WALL, "--option", "clouds=blind"];
    let moves = ["V@I22 I23", "VG@I99 I89"];
    let out = heterodox(&[&args[..], &moves].concat()).good();
    let truth = [
        "V+/3/5/7/9/11/13/15/2V1b11v+ green 1 1",
        "V+/3/5/7/9/11/13/15/2V1b10v+1 gold 2 2",
        "result: *",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), truth);
    let out = heterodox(&[&args[..], &["--as", "gold"], &moves].concat()).good();
    let seen =
        ["V+/3/5/7/9/11/13/15/2V14 green 1 1", "V+/3/5/7/9/11/13/15/2V14 gold 2 2", "result: *"];
    assert_eq!(out.lines().collect::<Vec<_>>(), seen);
    let ran = heterodox(&[&args[..], &["V@I22 x S@I23"]].concat());
    ran.fails_with("error: move 1: 'V@I22 x S@I23': an intent names no capture: write V@I22 I23");
    let ran = heterodox(&[&args[..6], &["--option", "goal-safety=enforced"]].concat());
    assert_eq!(ran.status, Some(2));
}

const RECORD: &str = "game: clouded-klinzha
clouds: blind
position: V+/3/5/7/9/11/13/15/2V1b11v+ gold 0 1
Gold\tGreen
V@I22 I23 > I22 field\tVG@I99 I89
result: green resignation
";

#[test]
fn replay_shows_the_truth_or_what_a_seat_saw() {
    let replay = |args: &[&str]| {
        heterodox_with(&[&["replay", "-"], args].concat(), RECORD.as_bytes()).good()
    };
    assert_eq!(
        replay(&[]),
        "1. gold  V@I22 I23 > I22 field\n2. green VG@I99 I89\nposition: V+/3/5/7/9/11/13/15/2V1b10v+1 gold 2 2\nresult: green resignation\n"
    );
    assert_eq!(
        replay(&["--as", "green"]),
        "1. gold  ?\n2. green VG@I99 I89\nposition: 1/3/5/7/9/11/13/15/4b10v+1 gold 2 2\nresult: green resignation\n"
    );
    assert_eq!(replay(&["--strict"]), RECORD);
}

/// §5.1: the calls are a contract, also with `--json`.
#[test]
fn json_may_be_asked_for() {
    let start = ["--quick-start", "north-west", "--clouds", "blind"];
    let plain = umpire(&start, "V@D17 D16\n");
    assert_eq!(umpire(&[&start[..], &["--json"]].concat(), "V@D17 D16\n"), plain);
    let folder = folder();
    let file = folder.path().join("seen.svg");
    let file = file.to_str().expect("a path");
    let board =
        ["draw", "clouded-klinzha", "--quick-start", "north-west", "--option", "clouds=blind"];
    let drawn = heterodox(&[&board[..], &["--as", "gold", "--json", "-o", file]].concat()).json();
    assert_eq!((drawn["file"].as_str(), drawn["game"].as_str()), (Some(file), Some(board[1])));
    let seen = heterodox(&[
        "play-moves",
        "clouded-klinzha",
        "--quick-start",
        "north-west",
        "--option",
        "clouds=blind",
        "--as",
        "gold",
        "V@D17 D16",
    ])
    .good();
    let rows =
        |text: &str| text.split(' ').next().map(|rows| rows.matches(char::is_lowercase).count());
    assert_eq!(rows(drawn["position"].as_str().expect("text")), rows(&seen), "no enemy in it");
}

/// A seat's record must not contain the spelling of moves, the comments or the first position of
/// the umpire's record.
#[test]
fn a_seats_replay_holds_nothing_of_the_umpires_words() {
    let careless = RECORD.replace("V@I22 I23", "V@I22  I23");
    assert_ne!(careless, RECORD);
    let replay = |args: &[&str]| {
        let output = heterodox_with(&[&["replay", "-"], args].concat(), careless.as_bytes());
        (output.err.clone(), output.good())
    };
    assert!(replay(&[]).0.contains("V@I22  I23"), "the umpire is told what was careless");
    for args in
        [&["--as", "green"][..], &["--as", "green", "--json"], &["--as", "green", "--strict"]]
    {
        let (errors, said) = replay(args);
        assert!(
            !errors.contains("I2") && !said.contains("I22") && !said.contains("2V1b"),
            "{args:?}: {said}{errors}"
        );
    }
    let own = replay(&["--as", "green", "--strict"]).1;
    assert!(own.contains("as: green") && own.contains("VG@I99 I89"), "{own}");
}

#[test]
fn maps_are_made_checked_and_drawn() {
    let folder = folder();
    let file = folder.path().join("map.txt");
    let file = file.to_str().expect("a path");
    let printed = heterodox(&["clouds", "generate", "--seed", "7"]).good();
    assert_eq!(printed.lines().map(str::len).collect::<Vec<_>>(), [1, 3, 5, 7, 9, 11, 13, 15, 17]);
    heterodox(&["clouds", "generate", "--seed", "7", "-o", file]).good();
    assert_eq!(std::fs::read_to_string(file).expect("a map"), printed);
    let checked = heterodox(&["clouds", "check", file]).good();
    assert_eq!(checked, heterodox(&["clouds", "check", "seed:7"]).good());
    assert_eq!(checked.lines().count(), 4);
    let picture = folder.path().join("map.svg");
    let picture = picture.to_str().expect("a path");
    heterodox(&["clouds", "draw", file, "-o", picture]).good();
    let drawn = std::fs::read_to_string(picture).expect("a picture");
    assert!(drawn.starts_with("<svg") && drawn.contains("class=\"clouds\""));
    assert!(
        drawn.contains("<title>Clouded Klin Zha; half covered: B19 "),
        "words for those who do not see it"
    );
    // The map from the file and the one from the seed give the same rulings.
    let by =
        |clouds: &str| umpire(&["--quick-start", "north-west", "--clouds", clouds], "V@D17 D16\n");
    assert_eq!(by(file), by("seed:7"));
}

#[test]
fn pictures_show_what_a_seat_sees() {
    let folder = folder();
    let draw = |position: &str, seat: &[&str]| {
        let path = folder.path().join("board.svg");
        let path = path.to_str().expect("a path");
        let args = ["draw", "clouded-klinzha", "--option", "clouds=blind", "-o", path];
        heterodox(&[&args[..], &["--position", position], seat].concat()).good();
        std::fs::read_to_string(path).expect("a picture")
    };
    let other = "V+/3/5/7/9/11/13/15/2V1s11v+ gold 0 1";
    assert_eq!(draw(WALL, &["--as", "gold"]), draw(other, &["--as", "gold"]));
    assert_ne!(draw(WALL, &["--as", "green"]), draw(other, &["--as", "green"]));
    assert_ne!(draw(WALL, &[]), draw(other, &[]));
}

#[test]
fn drifting_clouds_are_thrown_from_the_seed() {
    let rule = |seed: &str| {
        let args = ["--position", WALL, "--clouds", "seed:3", "--option", "drift=1,dice,dice"];
        let seed = format!("seed={seed}");
        let lines = "VG@A19 B19\nVG@I99 I89\nVG@B19 A19\nVG@I89 I99\n";
        umpire(&[&args[..], &["--option", &seed]].concat(), lines)
    };
    assert_eq!(rule("5"), rule("5"));
    assert!((0..20).any(|seed| rule(&seed.to_string()) != rule("5")), "dice fall differently");
}

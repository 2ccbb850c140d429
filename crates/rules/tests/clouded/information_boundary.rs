//! The information boundary: the crates that serve players do not name the full-information game,
//! and every announcement has a row in the table of announcements.

use heterodox_rules::clouded::{ANNOUNCEMENTS, SpeechAct, announcement};
use std::collections::HashSet;
use std::path::Path;

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Lower-case names that give access to the true position of a hidden game.
const FULL_INFORMATION: [&str; 3] =
    ["fullinformationgame", "full_information", "cloudedklinzha::open"];

#[test]
fn crates_that_serve_players_do_not_name_the_full_information_game() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["server", "draw", "store"] {
        let mut files = Vec::new();
        sources(&crates.join(name).join("src"), &mut files);
        assert!(files.len() > 3, "{name}: {files:?}");
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a source");
            let text = text.to_lowercase();
            for name in FULL_INFORMATION {
                assert!(!text.contains(name), "{} names {name}", file.display());
            }
        }
    }
}

#[test]
fn the_debug_form_of_a_table_does_not_contain_the_position() {
    let setting = heterodox_rules::Setting::quick_start("north-west");
    let table = heterodox_rules::open("clouded-klinzha", &setting).expect("a table");
    let text = format!("{table:?}");
    assert_eq!(text, "Table { game: \"clouded-klinzha\", turn: Seats([Seat(0)]) }");
}

#[test]
fn every_speech_act_has_one_row_and_its_own_key() {
    let acts: HashSet<SpeechAct> = ANNOUNCEMENTS.iter().map(|row| row.act).collect();
    let keys: HashSet<&str> = ANNOUNCEMENTS.iter().map(|row| row.key).collect();
    assert_eq!((acts.len(), keys.len()), (ANNOUNCEMENTS.len(), ANNOUNCEMENTS.len()));
    // R-CL7: the opponent hears of its loss and of nothing else that a move did.
    for act in
        [SpeechAct::Ended, SpeechAct::Captured, SpeechAct::HaltedByField, SpeechAct::HaltedByPiece]
    {
        let row = announcement(act);
        assert_eq!((row.mover, row.opponent, row.public), (true, false, false));
    }
    let lost = announcement(SpeechAct::Lost);
    assert_eq!((lost.mover, lost.opponent, lost.public), (false, true, false));
    assert!(!lost.values.iter().any(|value| value.contains("by")), "not by whom");
    for act in [SpeechAct::Victory, SpeechAct::Draw, SpeechAct::Drift] {
        let row = announcement(act);
        assert!(row.mover && row.opponent && row.public);
    }
}

//! The sample battle of the source, against the copy that was worked out independently.

use heterodox_rules::klinzha::Position;
use heterodox_rules::{Setting, perft, read_record};
use serde_json::Value;

const TEXT: &str = include_str!("../../../data/sample-battle.txt");

fn json() -> Value {
    serde_json::from_str(include_str!("../../../data/sample-battle.json")).expect("valid JSON")
}

#[test]
fn the_record_is_understood_as_in_the_independent_copy() {
    let (record, json) = (read_record(TEXT).expect("the record reads"), json());
    let frames = &record.frames;
    assert_eq!(frames.len(), 48);
    assert_eq!(frames[0].position, json["initial"]);
    let plies = json["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), 47);
    for ((ply, frame), written) in plies.iter().zip(&frames[1..]).zip(&record.plies) {
        assert_eq!(frame.text.as_deref(), ply["move"].as_str());
        assert_eq!(frame.position, ply["position"], "after {}", ply["move"]);
        assert_eq!(frame.side, ply["side"].as_str());
        assert_eq!((written.line as u64, written.raw.as_str()), {
            (ply["line"].as_u64().expect("a line"), ply["raw"].as_str().expect("a text"))
        });
    }
    let warnings: Vec<String> = record.warnings.iter().map(ToString::to_string).collect();
    let expected: Vec<&str> =
        json["warnings"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(warnings, expected);
    assert_eq!(frames[47].position, json["final"]);
    assert_eq!(record.outcome, None, "the source stops before the capture");
}

#[test]
fn the_strict_form_reads_back_without_warnings() {
    let record = read_record(TEXT).expect("the record reads");
    let again = read_record(&record.strict).expect("the strict form reads");
    assert_eq!(again.warnings, []);
    assert_eq!(again.frames, record.frames);
    assert_eq!(again.strict, record.strict);
}

#[test]
fn perft_of_the_first_position() {
    let start = json()["initial"].as_str().expect("a string").to_owned();
    // The counts that the specification of the program gave before this code was written.
    for (depth, nodes) in [(1, 60), (2, 3269), (3, 195_138), (4, 10_891_409)] {
        let counts = perft("klinzha", &Setting::position(&start), depth).expect("a good position");
        assert_eq!(counts.len(), 60);
        assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), nodes, "depth {depth}");
    }
}

#[test]
fn positions_survive_being_written_and_read() {
    for frame in read_record(TEXT).expect("the record reads").frames {
        let position: Position = frame.position.parse().expect("our own string");
        assert_eq!(position.to_string(), frame.position);
    }
}

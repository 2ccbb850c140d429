//! Making positions piece by piece.

use heterodox_rules::{Edit, Edited, Options, edit};
use heterodox_testkit::kaleido::tables::GAME;

fn put(side: &str, kind: &str, cell: &str) -> Edit {
    Edit::Put { side: side.into(), kind: kind.into(), cell: cell.into() }
}

fn set(key: &str, value: &str) -> Edit {
    Edit::Set { key: key.into(), value: value.into() }
}

fn make(position: Option<&str>, edits: &[Edit]) -> Edited {
    edit(GAME, &Options::default(), position, edits).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn flaws(edited: &Edited) -> Vec<&'static str> {
    edited.flaws.iter().map(|flaw| flaw.notice.key).collect()
}

#[test]
fn a_position_is_made_piece_by_piece() {
    let empty = make(None, &[]);
    assert_eq!(empty.position, "1/8/16/16/24/24 w - - 1");
    assert_eq!(flaws(&empty), ["no-pieces", "no-castle"]);
    let edited = make(
        Some(&empty.position),
        &[
            put("white", "W", "1J"),
            put("black", "P", "5J"),
            Edit::Move { from: "5J".into(), to: "00".into() },
            set("turn", "black"),
            set("undo-white", "1B-1J"),
            set("number", "7"),
        ],
    );
    assert_eq!(edited.position, "bP/8/16/16/24/1,wW,22 b 1B-1J,- - 7");
    assert_eq!(flaws(&edited), [""; 0]);
    let keys: Vec<_> = edited.fields.iter().map(|field| field.key).collect();
    assert_eq!(keys, ["turn", "undo-white", "undo-black", "number"]);
    let gone = make(Some(&edited.position), &[Edit::Erase { cell: "1J".into() }]);
    assert_eq!(gone.position, "bP/8/16/16/24/24 b - - 7", "its last move has gone with it");
    let thrown = make(Some(&edited.position), &[set("die", "4")]);
    assert_eq!(flaws(&thrown), ["die-without-dice"]);
}

#[test]
fn what_cannot_be_read_is_refused() {
    let error = |edits: &[Edit]| {
        edit(GAME, &Options::default(), None, edits).expect_err("a refusal").message
    };
    for (edit, expected) in [
        (
            put("gold", "W", "1J"),
            "there is no side 'gold': expected white or red or black or green",
        ),
        (put("white", "X", "1J"), "'X' is no piece of this game"),
        (put("white", "W", "9J"), "'9J' is no cell: expected one such as 1B"),
        (Edit::Move { from: "1J".into(), to: "1I".into() }, "nothing stands on 1J"),
        (set("die", "7"), "field die: die '7': expected 1 to 6, or '-'"),
        (
            set("undo-white", "1B-1B"),
            "field undo-white: last move '1B-1B' of white: expected two different cells, such as 1B-2F, or '-'",
        ),
        (
            set("number", "0"),
            "field number: move number '0': expected a number from 1 without leading zeros, at most 4294967295",
        ),
        (
            set("mood", "x"),
            "field mood: there is no such field; there are: turn, undo-white, undo-red, undo-black, undo-green, die, number",
        ),
    ] {
        assert_eq!(error(&[edit]), expected);
    }
}

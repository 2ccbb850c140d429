//! `KaleidoChess` at the command line.

use super::{GENERIC, GameEntry, NoticeWords, UciGame};

pub(super) const ENTRY: GameEntry = GameEntry {
    id: "kaleidochess",
    bench: Some(include_str!("../../bench/kaleidochess.txt")),
    uci: Some(UciGame::new("kaleidochess")),
    notice,
    dangers: &[
        ("leaves-castle", "That leaves your last castle: you would be out."),
        ("own-capture", "That takes a piece of your own."),
    ],
    eliminations: &[
        ("thrown-out", "was thrown out of its last castle"),
        ("left-castle", "left its last castle"),
        ("locked-in", "has no legal move"),
    ],
    ..GENERIC
};

fn notice(words: &NoticeWords<'_>) -> Option<String> {
    let face = words.arg("face");
    Some(match words.notice.key {
        "thrown" => format!("{} throws a {face}.", words.who()),
        "passed" => {
            format!("{} throws a {face}, which lets nothing move: the turn passes.", words.who())
        }
        "no-undo" => {
            let cells = words.notice.cells.join("-");
            format!("What you moved last may not go back at once: {cells}.")
        }
        _ => return None,
    })
}

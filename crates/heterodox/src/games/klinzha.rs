//! Klin Zha at the command line.

use super::{GENERIC, GameEntry, NoticeWords, UciGame};

pub(super) const ENTRY: GameEntry = GameEntry {
    id: "klinzha",
    bench: Some(include_str!("../../bench/klinzha.txt")),
    uci: Some(UciGame::new("klinzha")),
    notice,
    dangers: &[("goal-hangs", "After that the enemy can capture your Goal.")],
    ..GENERIC
};

pub(super) fn notice(words: &NoticeWords<'_>) -> Option<String> {
    Some(match words.notice.key {
        "goal-hangs" => format!("Your Goal hangs: it can be captured from {}.", words.cells()),
        // The winner says so in these words in every language.
        "victory" => format!("{}: Zha riest'n, teskas tal'tai-kleon", words.who()),
        "cast" => {
            let (a, b) = (words.arg("a"), words.arg("b"));
            format!("The spindles of {} show {a} and {b}.", words.who())
        }
        _ => return None,
    })
}

//! Grand Chess at the command line.

use super::{GENERIC, GameEntry, NoticeWords, UciGame};
use heterodox_rules::grand_chess::CLASSIC_START;

pub(super) const ENTRY: GameEntry = GameEntry {
    id: "grand-chess",
    bench: Some(include_str!("../../bench/grand-chess.txt")),
    uci: Some(UciGame {
        options: &[("promotion", "Promotion"), ("own", "OwnPieces")],
        // What Fairy-Stockfish prints.
        info: || format!(" files 10 ranks 10 pocket 0 template fairy startpos {CLASSIC_START}"),
        ..UciGame::new("grand")
    }),
    notice,
    ..GENERIC
};

fn notice(words: &NoticeWords<'_>) -> Option<String> {
    Some(match words.notice.key {
        "check" => format!("Check on {}.", words.cells()),
        "array" => format!("The array has the seed {}.", words.arg("seed")),
        _ => return None,
    })
}

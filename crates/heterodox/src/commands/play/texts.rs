//! Notices of the rules as English sentences.

use crate::games::{NoticeWords, entry};
use crate::result::side_of;
use heterodox_rules::{Notice, Outcome, Scene, SideInfo};

/// Returns a notice of a game as a sentence. A notice without a sentence is shown by its key and
/// values, so that notices of new games are not lost.
pub(super) fn notice(game: &str, notice: &Notice, sides: &[SideInfo]) -> String {
    let words = NoticeWords { notice, sides };
    let own = (entry(game).notice)(&words);
    own.unwrap_or_else(|| match notice.key {
        "victory" => format!("{} wins: {}.", words.who(), words.arg("reason")),
        "draw" if !words.arg("reason").is_empty() => format!("A draw: {}.", words.arg("reason")),
        "out" => format!("{} is out: it {}.", words.who(), how_out(game, words.arg("reason"))),
        key => by_key(key, &words),
    })
}

/// Returns the key of a notice with its values and cells.
fn by_key(key: &str, words: &NoticeWords<'_>) -> String {
    let values: Vec<String> =
        words.notice.args.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let mut text = key.replace('-', " ");
    for more in [values.join(", "), words.cells()] {
        if !more.is_empty() {
            text = format!("{text}: {more}");
        }
    }
    text
}

/// Returns the warning before a dangerous move of a game.
pub(super) fn danger(game: &str, key: &str) -> String {
    let known = entry(game).dangers.iter().find(|(known, _)| *known == key);
    known.map_or_else(
        || format!("Beware: {}.", key.replace('-', " ")),
        |(_, warning)| (*warning).to_owned(),
    )
}

/// Returns why a player is out.
fn how_out<'a>(game: &str, reason: &'a str) -> &'a str {
    match reason {
        "resignation" => "resigned",
        "time" => "ran out of time",
        other => {
            let known = entry(game).eliminations.iter().find(|(key, _)| *key == other);
            known.map_or(other, |(_, why)| why)
        }
    }
}

/// Returns the finishing order of a game of more than two sides.
pub(super) fn finishing_order(outcome: &Outcome, scene: &Scene) -> Vec<String> {
    if scene.sides.len() < 3 {
        return Vec::new();
    }
    let why = |key: &str| {
        let out = scene
            .notices
            .iter()
            .find(|notice| notice.key == "out" && notice.args.contains(&("side", key.to_owned())));
        let reason = out.and_then(|out| out.args.iter().find(|(name, _)| *name == "reason"));
        reason.map_or_else(String::new, |(_, reason)| format!(" ({})", how_out(scene.game, reason)))
    };
    let mut place = 1;
    let mut lines = Vec::new();
    for seats in &outcome.ranking {
        let names: Vec<String> = seats
            .iter()
            .map(|seat| side_of(&scene.sides, *seat))
            .map(|key| format!("{key}{}", why(&key)))
            .collect();
        lines.push(format!("{place}. {}", names.join(" and ")));
        place += seats.len();
    }
    lines
}

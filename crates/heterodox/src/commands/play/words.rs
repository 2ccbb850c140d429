//! Notices and phases in English.

use crate::result::side_of;
use heterodox_rules::{Notice, Seat, SideInfo};

/// A notice as a sentence. One that has no sentence here is shown by its key and values, so that
/// nothing a game says is lost.
pub(super) fn notice(notice: &Notice, sides: &[SideInfo]) -> String {
    let cells = notice.cells.join(", ");
    let arg = |name: &str| {
        notice.args.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value.as_str())
    };
    let who = || {
        let seat = arg("seat").parse().ok().filter(|seat| *seat < Seat::MAX);
        seat.map_or_else(|| "somebody".to_owned(), |seat| side_of(sides, Seat::new(seat)))
    };
    match notice.key {
        "goal-hangs" => format!("Your Goal hangs: it can be captured from {cells}."),
        "victory" if !arg("reason").is_empty() && sides.iter().any(|side| side.key == "white") => {
            format!("{} wins: {}.", who(), arg("reason"))
        }
        "check" => format!("Check on {cells}."),
        "array" => format!("The array has the seed {}.", arg("seed")),
        // The winner of Klin Zha says so in these words in every language.
        "victory" => format!("{}: Zha riest'n, teskas tal'tai-kleon", who()),
        "cast" => format!("The spindles of {} show {} and {}.", who(), arg("a"), arg("b")),
        key => {
            let values: Vec<String> =
                notice.args.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let mut words = key.replace('-', " ");
            for more in [values.join(", "), cells] {
                if !more.is_empty() {
                    words = format!("{words}: {more}");
                }
            }
            words
        }
    }
}

/// The question before something dangerous.
pub(super) fn danger(key: &str) -> String {
    match key {
        "goal-hangs" => "After that the enemy can capture your Goal.".to_owned(),
        key => format!("Beware: {}.", key.replace('-', " ")),
    }
}

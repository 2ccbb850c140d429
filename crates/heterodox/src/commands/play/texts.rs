//! Notices of the rules as English sentences.

use crate::result::side_of;
use heterodox_rules::klinzha::Kind;
use heterodox_rules::{Notice, Outcome, Scene, Seat, SideInfo};

/// Returns a notice as a sentence. A notice without a sentence here is shown by its key and values,
/// so that notices of new games are not lost.
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
        "draw" if !arg("reason").is_empty() => format!("A draw: {}.", arg("reason")),
        "clouds" => format!("The clouds have the seed {}.", arg("seed")),
        "clouds-crowded" => format!(
            "Region {}: {} cells lie under clouds; more than {} leave too little to see.",
            arg("region"),
            arg("count"),
            arg("most")
        ),
        "umpire-ended" => format!("Umpire: your warrior stands on {}.", arg("cell")),
        "umpire-captured" => {
            format!("Umpire: you captured {} on {}.", captured_piece(arg("piece")), arg("cell"))
        }
        "umpire-halted-field" => {
            format!("Umpire: a field halted your warrior on {}.", arg("cell"))
        }
        "umpire-halted-piece" => {
            format!("Umpire: a piece in the way halted your warrior on {}.", arg("cell"))
        }
        "umpire-lost" => {
            format!("Umpire: you lost {} on {}.", captured_piece(arg("piece")), arg("cell"))
        }
        "umpire-drift-rule" => match arg("turns") {
            "1" => "Umpire: the clouds will drift after every turn.".to_owned(),
            turns => format!("Umpire: the clouds will drift every {turns} turns."),
        },
        "umpire-drift" => {
            let steps = if arg("steps") == "1" { "step" } else { "steps" };
            format!("Umpire: the clouds drift {} {steps} {}.", arg("steps"), arg("direction"))
        }
        "umpire-first-placement" => {
            format!("Umpire: first placement is {} in the {}.", arg("side"), arg("region"))
        }
        "thrown" => format!("{} throws a {}.", who(), arg("face")),
        "passed" => {
            format!("{} throws a {}, which lets nothing move: the turn passes.", who(), arg("face"))
        }
        "out" => format!("{} is out: it {}.", who(), how_out(arg("reason"))),
        "no-undo" => {
            format!("What you moved last may not go back at once: {}.", notice.cells.join("-"))
        }
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

/// Returns the warning before a dangerous move.
pub(super) fn danger(key: &str) -> String {
    match key {
        "leaves-castle" => "That leaves your last castle: you would be out.".to_owned(),
        "own-capture" => "That takes a piece of your own.".to_owned(),
        "goal-hangs" => "After that the enemy can capture your Goal.".to_owned(),
        key => format!("Beware: {}.", key.replace('-', " ")),
    }
}

/// Returns why a player is out.
fn how_out(reason: &str) -> &str {
    match reason {
        "thrown-out" => "was thrown out of its last castle",
        "left-castle" => "left its last castle",
        "locked-in" => "has no legal move",
        "resignation" => "resigned",
        "time" => "ran out of time",
        other => other,
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
        reason.map_or_else(String::new, |(_, reason)| format!(" ({})", how_out(reason)))
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

/// Returns a captured piece in words, from its code: `V`, `VG`, `G`.
fn captured_piece(code: &str) -> String {
    let (warrior, goal) = match code.strip_suffix('G') {
        Some(warrior) => (warrior, true),
        None => (code, false),
    };
    match (Kind::from_code(warrior), goal) {
        (Some(kind), false) => format!("a {kind}"),
        (Some(kind), true) => format!("a {kind} with the Goal"),
        (None, true) => "the Goal".to_owned(),
        (None, false) => code.to_owned(),
    }
}

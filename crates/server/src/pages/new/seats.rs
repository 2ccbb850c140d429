//! Who sits where, for games of more than two: people here, people elsewhere and computers, mixed in any way.
//!
//! Which sides play in a game of so many is asked of the rules once for each number. A game from a position is played by
//! the sides that stand in it: the script learns them with the preview.

use super::choice;
use crate::pages::PageCtx;
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Options, Setting, Start, Viewer, open};
use maud::{Markup, html};

/// The option that says how many play.
const SEATS: &str = "seats";

/// A table that is set with one click: the number of seats unless it is to stay, who takes the first, who the others.
struct Preset {
    key: &'static str,
    count: Option<usize>,
    others: &'static str,
}

const PRESETS: [Preset; 4] = [
    Preset { key: "computer", count: Some(2), others: "computer" },
    Preset { key: "computers", count: Some(4), others: "computer" },
    Preset { key: "friends", count: None, others: "open" },
    Preset { key: "here", count: None, others: "here" },
];

/// Whether it is to be asked who sits where, seat by seat.
pub(crate) fn are_many(info: &GameInfo) -> bool {
    info.seats.1 > 2
}

/// How many may play.
pub(crate) fn numbers(info: &GameInfo) -> impl Iterator<Item = usize> + use<> {
    info.seats.0..=info.seats.1
}

/// A game of so many from the setup of the game's own.
pub(crate) fn setting(count: usize) -> Setting {
    let options = Options([(SEATS.to_owned(), count.to_string())].into());
    Setting { options, start: Start::Setup }
}

/// The numbers of players with which this side plays.
fn counts(info: &GameInfo, side: &str) -> Vec<usize> {
    numbers(info).filter(|&count| plays(info, count, side)).collect()
}

fn plays(info: &GameInfo, count: usize, side: &str) -> bool {
    open(info.id, &setting(count)).is_ok_and(|table| {
        let sides = table.scene(Viewer::Public).sides;
        sides.iter().any(|one| one.key == side && one.seat.is_some())
    })
}

/// What a script needs to show a row only where its side plays: `2 4`.
pub(super) fn counts_text(info: &GameInfo, side: &str) -> String {
    counts(info, side).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// All questions about seats.
pub(super) fn table(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let name = format!("option-{SEATS}");
    html! {
        section #who .who aria-labelledby="who-title" {
            h2 #who-title { (ctx.t("new-who")) }
            div .presets role="group" aria-label=(ctx.t("new-presets")) {
                @for preset in &PRESETS {
                    button type="button" data-preset=(preset.others) data-count=[preset.count] aria-pressed="false" {
                        (ctx.t(&format!("new-preset-{}", preset.key)))
                    }
                }
            }
            fieldset .choices data-when="start=setup" {
                legend { (ctx.t("option-seats")) }
                @for count in numbers(info) {
                    (choice(&name, &count.to_string(), &ctx.t(&format!("option-seats-{count}")), count == info.seats.0))
                }
            }
            p .hint data-when="start=setup option-seats=3" { (ctx.t("option-seats-hint")) }
            ul .seat-list {
                @for (i, side) in info.sides.iter().enumerate() { (row(ctx, info, side, i == 0)) }
            }
            p #no-sides .hint hidden { (ctx.t("new-seats-position")) }
            label .switch {
                input type="checkbox" name="shuffle" value="on";
                span { (ctx.t("new-shuffle")) }
            }
            p .hint data-sits="open" hidden { (ctx.t("new-seats-open")) }
            p .hint data-sits="here" hidden { (ctx.t("new-seats-here")) }
            p .problem-line data-problem="seats" role="alert" hidden {}
            p #no-me .problem-line role="alert" hidden { (ctx.t("new-seats-nobody")) }
        }
    }
}

/// The colour, and who plays it.
fn row(ctx: &PageCtx, info: &GameInfo, side: &str, first: bool) -> Markup {
    let id = format!("sits-{side}");
    html! {
        li .seat-row data-side=(side) data-counts=(counts_text(info, side)) hidden[!counts(info, side).contains(&info.seats.0)] {
            (piece(info, info.pieces[0], side))
            label for=(id) { (ctx.t(&format!("side-{side}"))) }
            select #(id) name=(id) {
                option value="me" selected[first] { (ctx.t("new-sits-me")) }
                option value="here" { (ctx.t("new-sits-here")) }
                option value="open" { (ctx.t("new-sits-open")) }
                @for level in Level::ALL {
                    option value=(level.key()) selected[!first && level == Level::DEFAULT] {
                        (ctx.t_with("player-computer", &[("level", level.key())]))
                    }
                }
            }
        }
    }
}

/// A picture of a piece in its colour and with its pattern, from the symbols of the page.
pub(super) fn piece(info: &GameInfo, kind: &str, side: &str) -> Markup {
    html! {
        svg .icon .{ "side-" (side) } viewBox="-56 -56 112 112" aria-hidden="true" {
            use href={ "#" (info.id) "-" (kind) } x="-50" y="-50" width="100" height="100" {}
        }
    }
}

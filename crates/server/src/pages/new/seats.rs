//! The seats in the form, for games of more than two players: the guest, people at the same screen,
//! invited guests and computers, in any mixture.
//!
//! The rules say which sides play in a game of each number of players. A game from a position is
//! played by the sides in it, which the script gets from the preview.

use super::choice;
use crate::pages::PageCtx;
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Options, Setting, Start, Viewer, open};
use maud::{Markup, html};

/// The option for the number of players.
pub(in super::super) const SEATS: &str = "seats";

/// A button that fills in all seats: the number of seats (`None` leaves it as it is), with the
/// guest on the first seat and `others` on the rest.
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

/// Returns whether the game has more than two seats, so that each is chosen by itself.
pub(crate) fn is_multiplayer(info: &GameInfo) -> bool {
    info.seats.1 > 2
}

/// The possible numbers of players.
pub(crate) fn player_counts(info: &GameInfo) -> impl Iterator<Item = usize> + use<> {
    info.seats.0..=info.seats.1
}

/// A game of `count` players from its own setup.
pub(crate) fn setting(count: usize) -> Setting {
    let options = Options([(SEATS.to_owned(), count.to_string())].into());
    Setting { options, start: Start::Setup }
}

/// The numbers of players with which a side plays.
fn counts_with_side(info: &GameInfo, side: &str) -> Vec<usize> {
    player_counts(info).filter(|&count| side_plays(info, count, side)).collect()
}

fn side_plays(info: &GameInfo, count: usize, side: &str) -> bool {
    open(info.id, &setting(count)).is_ok_and(|table| {
        let sides = table.scene(Viewer::Public).sides;
        sides.iter().any(|one| one.key == side && one.seat.is_some())
    })
}

/// The same as text, such as `2 4`: the script shows a row only if its side plays.
pub(crate) fn counts_text(info: &GameInfo, side: &str) -> String {
    counts_with_side(info, side).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// All inputs of the seats.
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
                @for count in player_counts(info) {
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
            p .hint data-sits="link" hidden { (ctx.t("new-seats-link")) }
            p .problem-line data-problem="person" role="alert" hidden {}
            p .problem-line data-problem="seats" role="alert" hidden {}
            p #no-me .problem-line role="alert" hidden { (ctx.t("new-seats-nobody")) }
        }
    }
}

/// The row of a side with the choice of its player.
fn row(ctx: &PageCtx, info: &GameInfo, side: &str, first: bool) -> Markup {
    let id = format!("sits-{side}");
    let name = format!("person-{side}");
    html! {
        li .seat-row data-side=(side) data-counts=(counts_text(info, side)) hidden[!counts_with_side(info, side).contains(&info.seats.0)] {
            (piece(info, info.pieces[0], side))
            label for=(id) { (ctx.t(&format!("side-{side}"))) }
            select #(id) name=(id) {
                option value="me" selected[first] { (ctx.t("new-sits-me")) }
                option value="here" { (ctx.t("new-sits-here")) }
                option value="open" { (ctx.t("new-sits-open")) }
                option value="link" { (ctx.t("new-sits-link")) }
                option value="person" { (ctx.t("new-sits-person")) }
                @for level in Level::ALL {
                    option value=(level.key()) selected[!first && level == Level::DEFAULT] {
                        (ctx.t_with("player-computer", &[("level", level.key())]))
                    }
                }
            }
            input name=(name) aria-label=(ctx.t("new-person")) placeholder=(ctx.t("new-person")) autocomplete="off" spellcheck="false" autocapitalize="off"
                maxlength="60" hidden;
        }
    }
}

/// A picture of a piece in its colour and pattern, from the symbols in the page.
pub(crate) fn piece(info: &GameInfo, kind: &str, side: &str) -> Markup {
    html! {
        svg .icon .{ "side-" (side) } viewBox="-56 -56 112 112" aria-hidden="true" {
            use href={ "#" (info.id) "-" (kind) } x="-50" y="-50" width="100" height="100" {}
        }
    }
}

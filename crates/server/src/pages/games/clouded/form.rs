//! The clouds in the new game form.
//!
//! The script combines the inputs into the options `clouds` and `drift`. A random map is made from
//! the option `seed`.

use crate::pages::PageCtx;
use crate::pages::new::choice;
use heterodox_rules::clouded::Direction;
use maud::{Markup, html};

/// The longest period of a drift in the form, in turns. The rules allow more.
const TURNS: u8 = 30;
/// The most steps of a drift.
const STEPS: u8 = 8;
/// An arrow for each direction, in the order of their numbers.
const ARROWS: [&str; 6] = ["→", "↘", "↙", "←", "↖", "↗"];

/// The choice between the game with some clouds and the blind one.
pub(super) fn sight(ctx: &PageCtx) -> Markup {
    html! {
        fieldset .choices .sight-choices {
            legend { (ctx.t("new-sight")) }
            @for (i, sight) in ["clouded", "blind"].iter().enumerate() {
                label .choice {
                    input type="radio" name="sight" value=(sight) checked[i == 0];
                    span {
                        strong { (ctx.t(&format!("sight-{sight}"))) }
                        small { (ctx.t(&format!("sight-{sight}-text"))) }
                    }
                }
            }
        }
    }
}

/// The choice of the map and of the drift.
pub(super) fn clouds(ctx: &PageCtx) -> Markup {
    html! {
        // The script combines the inputs into these two.
        input type="hidden" name="option-clouds";
        input type="hidden" name="option-drift";
        div data-when="sight=clouded" {
            fieldset .choices {
                legend { (ctx.t("new-clouds")) }
                (choice("clouds-from", "seed", &ctx.t("new-clouds-seed"), true))
                (choice("clouds-from", "drawn", &ctx.t("new-clouds-drawn"), false))
            }
            div data-when="clouds-from=seed" { (seed(ctx)) }
            div data-when="clouds-from=drawn" { (drawn(ctx)) }
            (drift(ctx))
        }
    }
}

fn seed(ctx: &PageCtx) -> Markup {
    html! {
        div .field .by-number {
            // The map is shown here too, for screens where the board is far below.
            svg #map-small .map-small aria-hidden="true" {}
            label for="option-seed" { (ctx.t("new-map-number")) }
            div .row {
                input #option-seed name="option-seed" inputmode="numeric" autocomplete="off" spellcheck="false";
                button #another-seed type="button" { (ctx.t("new-map-another")) }
            }
            p .hint { (ctx.t("new-map-hint")) " " a .to-clouds href="/clouds" { (ctx.t("new-map-change")) } }
        }
    }
}

fn drawn(ctx: &PageCtx) -> Markup {
    html! {
        div #own-maps .field hidden {
            label for="own-map" { (ctx.t("new-map-own")) }
            select #own-map { option value="" { (ctx.t("new-map-pick")) } }
        }
        div .field {
            label for="map-rows" { (ctx.t("new-map-rows")) }
            textarea #map-rows .map-rows rows="9" cols="17" spellcheck="false" autocomplete="off" autocapitalize="off" {}
            div .row .map-ways {
                label .button for="map-file" { (ctx.t("import-file")) }
                input #map-file .sr-only type="file" accept=".txt,.map,.clouds,text/plain";
                a .button .to-clouds href="/clouds" { (ctx.t("new-map-editor")) }
            }
            p .hint { (ctx.t("new-map-rows-hint")) }
        }
    }
}

fn drift(ctx: &PageCtx) -> Markup {
    let dice = || ctx.t("drift-by-dice");
    let number = |n: u8| html! { option value=(n) { (n) } };
    html! {
        fieldset .choices {
            legend { (ctx.t("new-drift")) }
            @for (i, kind) in ["off", "dice", "agreed"].iter().enumerate() {
                (choice("drift-how", kind, &ctx.t(&format!("new-drift-{kind}")), i == 0))
            }
            p .hint data-when="drift-how=dice|agreed" { (ctx.t("new-drift-hint")) }
        }
        div .drift-rule data-when="drift-how=agreed" {
            (amount(ctx, "every", &html! {
                option value="dice" { (dice()) }
                @for n in 1..=TURNS { option value=(n) selected[n == 3] { (n) } }
            }))
            (amount(ctx, "steps", &html! {
                option value="dice" { (dice()) }
                @for n in 1..=STEPS { (number(n)) }
            }))
            (amount(ctx, "direction", &html! {
                option value="dice" { (dice()) }
                @for (i, way) in Direction::ALL.iter().enumerate() {
                    option value=(i + 1) { (ARROWS[i]) " " (direction(ctx, *way)) }
                }
            }))
        }
    }
}

fn amount(ctx: &PageCtx, name: &str, options: &Markup) -> Markup {
    let id = format!("drift-{name}");
    html! {
        div .field {
            label for=(id) { (ctx.t(&id)) }
            select #(id) { (options) }
        }
    }
}

pub(super) fn direction(ctx: &PageCtx, way: Direction) -> String {
    ctx.t(&format!("clouds-way-{}", way.key()))
}

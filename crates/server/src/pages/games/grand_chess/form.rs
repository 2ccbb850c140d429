//! The options of Grand Chess in the form: the starting array with its seed, and custom pieces.

use crate::pages::PageCtx;
use crate::pages::new::{option, value_name};
use heterodox_rules::{GameInfo, OptionSpec};
use maud::{Markup, html};

/// The most extra pieces of each kind of array.
const MOST: [(&str, u8); 4] =
    [("classic+random", 10), ("classic+chosen", 10), ("random", 19), ("chosen", 19)];

/// The condition for arrays with extra pieces.
const ADDED: &str = "start=setup option-setup=classic+random|classic+chosen|random|chosen";

/// All options of the game.
pub(super) fn options(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let spec = |key: &str| info.options.iter().find(|spec| spec.key == key);
    let of = |key: &str| html! { @if let Some(spec) = spec(key) { (option(ctx, spec)) } };
    html! {
        div data-when="start=setup" {
            @if let Some(spec) = spec("setup") { (setups(ctx, spec)) }
        }
        div data-when=(ADDED) {
            (extra(ctx))
            (seed(ctx))
        }
        details .options data-when=(ADDED) {
            summary { (ctx.t("new-array-options")) }
            (of("duplicates"))
            (of("diagonal-mirror"))
        }
        details .options #own-pieces {
            summary { (ctx.t("option-own")) }
            (own(ctx))
        }
        (of("promotion"))
    }
}

/// The kinds of arrays, each with a description.
fn setups(ctx: &PageCtx, spec: &OptionSpec) -> Markup {
    html! {
        fieldset .choices .tall {
            legend { (ctx.t("option-setup")) }
            @for (i, value) in spec.values.iter().enumerate() {
                label .choice {
                    input type="radio" name="option-setup" value=(value) checked[i == 0];
                    span {
                        strong { (value_name(ctx, "setup", value)) }
                        small { (ctx.t(&format!("option-setup-hint-{}", value.replace('+', "-")))) }
                    }
                }
            }
        }
    }
}

/// The number of extra pieces, up to the most for the kind of array.
fn extra(ctx: &PageCtx) -> Markup {
    html! {
        div .field {
            label for="option-extra" { (ctx.t("option-extra")) }
            div .number-row {
                button type="button" data-step-number="-1" aria-label=(ctx.t("number-less")) { "−" }
                input #option-extra name="option-extra" type="number" inputmode="numeric" min="0" max="10" value="3"
                    data-most=(MOST.map(|(setup, most)| format!("{setup}={most}")).join(" "));
                button type="button" data-step-number="1" aria-label=(ctx.t("number-more")) { "+" }
            }
            p #extra-warning .notice hidden {}
        }
    }
}

fn seed(ctx: &PageCtx) -> Markup {
    html! {
        div .field {
            label for="option-seed" { (ctx.t("option-seed")) }
            div .row {
                input #option-seed name="option-seed" inputmode="numeric" autocomplete="off" spellcheck="false";
                button #another-seed type="button" { (ctx.t("new-seed-another")) }
            }
            p .hint { (ctx.t("option-seed-hint")) }
        }
    }
}

/// Custom pieces: the script adds a row for each.
fn own(ctx: &PageCtx) -> Markup {
    html! {
        p .hint { (ctx.t("option-own-hint")) }
        div #own-rows data-code=(ctx.t("own-code")) data-moves=(ctx.t("own-moves")) data-remove=(ctx.t("own-remove")) {}
        button #own-add type="button" { (ctx.t("own-add")) }
        input type="hidden" name="option-own";
    }
}

//! The options of `KaleidoChess` in the form: the die with its table, the limit of rounds, and
//! armies.
//!
//! The script combines the pieces that are ticked for each face into the option `dice-table`. Every
//! combination is a legal table.

use crate::pages::new::seats::{counts_text, piece};
use crate::pages::new::{choice, option, value_name};
use crate::pages::{PageCtx, die};
use heterodox_rules::kaleido::{DiceTable, Kind, KindSet};
use heterodox_rules::{GameInfo, OptionSpec};
use maud::{Markup, html};

/// The prefix of the options that replace a side's army.
const ARMY: &str = "army-";

/// The choice of the die and of its table.
pub(super) fn dice(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if let Some(spec) = spec(info, "dice") { (option(ctx, spec)) }
        div .dice data-when="option-dice=on" {
            fieldset .choices {
                legend { (ctx.t("option-dice-table")) }
                (choice("dice-kind", "usual", &ctx.t("new-dice-usual"), true))
                (choice("dice-kind", "own", &ctx.t("new-dice-own"), false))
            }
            ul .dice-usual data-when="dice-kind=usual" {
                @for face in 1..=DiceTable::FACES { (standard_row(ctx, info, face)) }
            }
            div #dice-own data-when="dice-kind=own" {
                @for face in 1..=DiceTable::FACES { (own(ctx, info, face)) }
                p #dice-note .hint role="status" {}
            }
            input type="hidden" name="option-dice-table";
            p .problem-line data-problem="dice-table" role="alert" hidden {}
        }
    }
}

/// The pieces that a face permits in the standard table.
fn standard_row(ctx: &PageCtx, info: &GameInfo, face: u8) -> Markup {
    let kinds = DiceTable::STANDARD.named(face);
    html! {
        li .dice-row {
            (die(ctx, face))
            span .dice-names {
                @if kinds == KindSet::ALL { (ctx.t("new-dice-any")) } @else {
                    @for kind in kinds.iter() {
                        span .dice-name { (piece(info, kind.code(), info.sides[0])) (name(ctx, info, kind)) }
                    }
                }
            }
        }
    }
}

/// The pieces that a face permits, as checkboxes.
fn own(ctx: &PageCtx, info: &GameInfo, face: u8) -> Markup {
    let kinds = DiceTable::STANDARD.named(face);
    html! {
        fieldset .dice-row data-face=(face) {
            legend .sr-only { (ctx.t_with("new-dice-face", &[("face", &face.to_string())])) }
            (die(ctx, face))
            div .ticks {
                @for kind in Kind::ALL {
                    label .tick title=(name(ctx, info, kind)) {
                        input type="checkbox" value=(kind.code()) checked[kinds.contains(kind)] data-kind=(kind.code());
                        span { (piece(info, kind.code(), info.sides[0])) span .sr-only { (name(ctx, info, kind)) } }
                    }
                }
                button .tick-all type="button" { (ctx.t("new-dice-all")) }
            }
        }
    }
}

/// The drawing of a face of the die.
fn die(ctx: &PageCtx, face: u8) -> Markup {
    let label = ctx.t_with("new-dice-thrown", &[("face", &face.to_string())]);
    html! { svg .die-sign viewBox=(die::VIEW) role="img" aria-label=(label) { (die::face(face)) } }
}

fn name(ctx: &PageCtx, info: &GameInfo, kind: Kind) -> String {
    ctx.t(&format!("piece-{}-{}", info.id, kind.code()))
}

/// The other options.
pub(super) fn options(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if let Some(spec) = spec(info, "no-repetition") { (option(ctx, spec)) }
        @if let Some(spec) = spec(info, "max-moves") { (limit(ctx, spec)) }
        (armies(ctx, info))
    }
}

/// The limit of rounds: none, the house rule's, or another. A game with a computer has the house
/// rule's by default.
fn limit(ctx: &PageCtx, spec: &OptionSpec) -> Markup {
    let house = spec.house.unwrap_or_default();
    let name = format!("option-{}", spec.key);
    html! {
        fieldset .choices {
            legend { (ctx.t("option-max-moves")) }
            (choice("limit", "none", &ctx.t("new-limit-none"), false))
            (choice("limit", "house", &ctx.t_with("new-limit-house", &[("count", house)]), true))
            (choice("limit", "own", &ctx.t("new-limit-own"), false))
            p .hint { (ctx.t_with("new-limit-hint", &[("count", house)])) }
        }
        // The empty value must be sent: without the option a game with a computer has the house
        // rule's limit.
        div data-when="limit=none" { input type="hidden" name=(name) value="" data-said; }
        div data-when="limit=house" { input type="hidden" name=(name) value=(house); }
        div .field data-when="limit=own" {
            label .sr-only for=(name) { (ctx.t("option-max-moves")) }
            div .number-row {
                button type="button" data-step-number="-10" aria-label=(ctx.t("new-limit-less")) { "−" }
                input #(name) name=(name) type="number" inputmode="numeric" min="1" max="9999" value="100";
                button type="button" data-step-number="10" aria-label=(ctx.t("new-limit-more")) { "+" }
            }
            p .hint { (ctx.t("option-max-moves-hint")) }
            p .problem-line data-problem="max-moves" role="alert" hidden {}
        }
    }
}

/// The army of each side, which applies to the game's own setup only.
fn armies(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        div data-when="start=setup" {
            h3 #armies { (ctx.t("new-armies")) }
            ul .seat-list aria-labelledby="armies" {
                @for side in info.sides {
                    @if let Some(spec) = spec(info, &format!("{ARMY}{side}")) { (army(ctx, info, side, spec)) }
                }
            }
            p .hint { (ctx.t("new-armies-hint")) }
        }
    }
}

fn army(ctx: &PageCtx, info: &GameInfo, side: &str, spec: &OptionSpec) -> Markup {
    let id = format!("option-{}", spec.key);
    html! {
        li .seat-row data-side=(side) data-counts=(counts_text(info, side)) {
            (piece(info, "D", side))
            label for=(id) { (ctx.t(&id)) }
            select #(id) name=(id) {
                @for value in spec.values { option value=(value) { (value_name(ctx, spec.key, value)) } }
            }
        }
    }
}

fn spec(info: &GameInfo, key: &str) -> Option<&'static OptionSpec> {
    info.options.iter().find(|spec| spec.key == key)
}

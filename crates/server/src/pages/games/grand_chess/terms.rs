//! The terms of a game: its array, promotion and custom pieces.

use super::SETUP_OPTIONS;
use crate::pages::PageCtx;
use crate::pages::terms::{copy, first_position, position_term};
use heterodox_host::Opening;
use heterodox_rules::{GameInfo, OptionSpec};
use maud::{Markup, html};

/// The terms.
pub(super) fn terms(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let position = first_position(opening);
    // A game from a position has no starting array.
    let classic = opening.options.0.get("setup").is_none_or(|setup| setup == "classic");
    let tells = |spec: &&OptionSpec| match (spec.key, position) {
        (key, Some(_)) if SETUP_OPTIONS.contains(&key) => false,
        (key, None) if classic && SETUP_OPTIONS[1..].contains(&key) => false,
        _ => true,
    };
    html! {
        details .table-info {
            summary { (ctx.t("table-title")) }
            dl {
                @for spec in info.options.iter().filter(tells) { (table_option(ctx, spec, opening)) }
                @if let Some(position) = position { (position_term(ctx, position)) }
            }
        }
    }
}

fn table_option(ctx: &PageCtx, spec: &OptionSpec, opening: &Opening) -> Markup {
    let value = opening.options.get(spec);
    html! {
        @if !value.is_empty() {
            dt { (ctx.t(&format!("table-{}", spec.key))) }
            dd {
                @if spec.values.is_empty() { code { (value) } }
                @else { (ctx.t(&format!("table-{}-{}", spec.key, value.replace('+', "-")))) }
                @if spec.key == "seed" { " " (copy(ctx, value)) }
            }
        }
    }
}

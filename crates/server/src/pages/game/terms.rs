//! The terms of a game: its options and start, for a player who is invited.

use super::PageCtx;
use crate::pages::game;
use crate::pages::new::{clouded, quick_start};
use heterodox_host::{Opening, Player, StartWith};
use heterodox_rules::kaleido::{DiceTable, KindSet};
use heterodox_rules::{GameInfo, OptionSpec};
use maud::{Markup, html};

/// The terms of a game, for games with options.
pub(super) fn table(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    if clouded::is_clouded(info) {
        return clouds(ctx, opening);
    }
    if game::is_multiplayer(info) {
        return of_multiplayer(ctx, info, opening);
    }
    if game::guide(info).is_none() {
        return html! {};
    }
    let position = match &opening.start {
        StartWith::Position(position) => Some(position.as_str()),
        StartWith::Setup(_) | StartWith::Quick(_) => None,
    };
    // A game from a position has no starting array.
    let array = ["setup", "extra", "seed", "duplicates", "diagonal-mirror"];
    let classic = opening.options.0.get("setup").is_none_or(|setup| setup == "classic");
    let tells = |spec: &&OptionSpec| match (spec.key, position) {
        (key, Some(_)) if array.contains(&key) => false,
        (key, None) if classic && array[1..].contains(&key) => false,
        _ => true,
    };
    html! {
        details .table-info {
            summary { (ctx.t("table-title")) }
            dl {
                @for spec in info.options.iter().filter(tells) { (table_option(ctx, spec, opening)) }
                @if let Some(position) = position {
                    dt { (ctx.t("table-position")) }
                    dd { code { (position) } " " (copy(ctx, position)) }
                }
            }
        }
    }
}

/// The options with other than default values, and what each face of the die permits.
fn of_multiplayer(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let given = |spec: &&OptionSpec| {
        let value = opening.options.get(spec);
        !["seats", "dice-table"].contains(&spec.key)
            && spec.values.first().is_none_or(|default| value != *default)
            && !value.is_empty()
    };
    let given: Vec<_> = info.options.iter().filter(given).collect();
    let position = match &opening.start {
        StartWith::Position(position) => Some(position),
        StartWith::Setup(_) | StartWith::Quick(_) => None,
    };
    let dice = given.iter().any(|spec| spec.key == "dice");
    html! {
        @if !given.is_empty() || position.is_some() {
            details .table-info {
                summary { (ctx.t("table-title")) }
                dl {
                    @for spec in given {
                        @let value = opening.options.get(spec);
                        dt { (ctx.t(&format!("option-{}", spec.key))) }
                        dd {
                            @if spec.values.is_empty() { (value) }
                            @else { (ctx.t(&format!("option-{}-{value}", spec.key))) }
                        }
                    }
                    @if dice { (dice_table(ctx, info, opening)) }
                    @if let Some(position) = position {
                        dt { (ctx.t("table-position")) }
                        dd { code { (position) } " " (copy(ctx, position)) }
                    }
                }
            }
        }
    }
}

/// The pieces that each face of the die permits to move.
fn dice_table(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let text = opening.options.0.get("dice-table").map_or("", String::as_str);
    let table: DiceTable = text.parse().unwrap_or_default();
    let names = |kinds: KindSet| match kinds {
        KindSet::ALL => ctx.t("throw-any"),
        KindSet::NONE => ctx.t("throw-none"),
        _ => {
            let name = |code: &str| ctx.t(&format!("piece-{}-{code}", info.id));
            kinds.iter().map(|kind| name(kind.code())).collect::<Vec<_>>().join(", ")
        }
    };
    html! {
        @for face in 1..=DiceTable::FACES {
            dt { (ctx.t_with("die-shows", &[("face", &face.to_string())])) }
            dd { (names(table.named(face))) }
        }
    }
}

/// The cloud map, and whether it drifts.
fn clouds(ctx: &PageCtx, opening: &Opening) -> Markup {
    html! {
        details .table-info open {
            summary { (ctx.t("table-title")) }
            dl {
                @if let Some(start) = start(ctx, opening) { dt { (ctx.t("table-start")) } dd { (start) } }
                @for (name, value) in clouded::words(ctx, &opening.options) { dt { (name) } dd { (value) } }
            }
        }
    }
}

/// How a hidden game began, and who knows the position, unless it began with its setup.
fn start(ctx: &PageCtx, opening: &Opening) -> Option<String> {
    match &opening.start {
        StartWith::Setup(_) => None,
        StartWith::Quick(name) => {
            Some(ctx.t_with("table-start-quick", &[("array", &quick_start(ctx, name))]))
        }
        StartWith::Position(_) => {
            let chooser = opening.chooser().and_then(|seat| opening.players[seat.index()].as_ref());
            Some(match chooser {
                Some(Player::User(user)) => {
                    ctx.t_with("table-start-position", &[("player", user.as_str())])
                }
                _ => ctx.t("table-start-position-own"),
            })
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

/// A button that copies a text.
fn copy(ctx: &PageCtx, text: &str) -> Markup {
    html! { button .small type="button" data-copy=(text) { (ctx.t("link-copy")) } }
}

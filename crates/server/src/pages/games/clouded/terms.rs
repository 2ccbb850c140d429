//! The terms of a game: its start, its clouds and their drift.

use super::form::direction;
use super::klinzha;
use crate::pages::PageCtx;
use heterodox_host::{Opening, Player, StartWith};
use heterodox_rules::Options;
use heterodox_rules::clouded::{Clouds, Direction, DriftRule, FixedOrDie};
use maud::{Markup, html};

/// The cloud map, and whether it drifts.
pub(super) fn terms(ctx: &PageCtx, opening: &Opening) -> Markup {
    html! {
        details .table-info open {
            summary { (ctx.t("table-title")) }
            dl { (pairs(ctx, opening)) }
        }
    }
}

/// The same as pairs of a list.
pub(super) fn pairs(ctx: &PageCtx, opening: &Opening) -> Markup {
    html! {
        @if let Some(start) = start(ctx, opening) { dt { (ctx.t("table-start")) } dd { (start) } }
        @for (name, value) in words(ctx, &opening.options) { dt { (name) } dd { (value) } }
    }
}

/// How a hidden game began, and who knows the position, unless it began with its setup.
fn start(ctx: &PageCtx, opening: &Opening) -> Option<String> {
    match &opening.start {
        StartWith::Setup(_) => None,
        StartWith::Quick(name) => {
            Some(ctx.t_with("table-start-quick", &[("array", &klinzha::quick_start(ctx, name))]))
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

/// The clouds and the drift of a table in words: pairs of name and value.
fn words(ctx: &PageCtx, options: &Options) -> Vec<(String, String)> {
    let given = |key: &str| options.0.get(key).map_or("", String::as_str);
    let clouds = match given("clouds") {
        "" => Ok(Clouds::Seed(given("seed").parse().unwrap_or_default())),
        text => Clouds::read(text),
    };
    let clouds = match clouds {
        Ok(Clouds::Blind) => ctx.t("table-clouds-blind"),
        Ok(Clouds::Seed(seed)) => ctx.t_with("table-clouds-seed", &[("seed", &seed.to_string())]),
        Ok(Clouds::Drawn(_)) | Err(_) => ctx.t("table-clouds-drawn"),
    };
    let drift = DriftRule::read(given("drift")).map(|rule| drift_words(ctx, rule));
    let drift = drift.map(|drift| (ctx.t("table-drift"), drift));
    std::iter::once((ctx.t("table-clouds"), clouds)).chain(drift).collect()
}

fn drift_words(ctx: &PageCtx, rule: DriftRule) -> String {
    let amount = |amount: FixedOrDie| match amount {
        FixedOrDie::Fixed(number) => number.to_string(),
        FixedOrDie::Dice => ctx.t("drift-by-dice"),
    };
    let way = match rule.direction {
        FixedOrDie::Fixed(number) => {
            Direction::numbered(number).map_or(String::new(), |way| direction(ctx, way))
        }
        FixedOrDie::Dice => ctx.t("drift-by-dice"),
    };
    let args =
        [("turns", &*amount(rule.every)), ("steps", &*amount(rule.steps)), ("direction", &*way)];
    ctx.t_with("table-drift-rule", &args)
}

//! The terms of a game: its options and start, for a player who is invited.

use super::PageCtx;
use super::time_words::whole_control;
use heterodox_host::clock::Calendar;
use heterodox_host::{Opening, StartWith};
use heterodox_rules::{GameInfo, OptionSpec};
use maud::{Markup, html};

/// The options with other than default values but for those in `told`, which `more` tells, and the
/// first position.
pub(super) fn given(
    ctx: &PageCtx,
    info: &GameInfo,
    opening: &Opening,
    told: &[&str],
    more: &Markup,
) -> Markup {
    let given = |spec: &&OptionSpec| {
        let value = opening.options.get(spec);
        !told.contains(&spec.key)
            && spec.values.first().is_none_or(|default| value != *default)
            && !value.is_empty()
    };
    let given: Vec<_> = info.options.iter().filter(given).collect();
    let position = first_position(opening);
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
                    (more)
                    @if let Some(position) = position { (position_term(ctx, position)) }
                }
            }
        }
    }
}

/// How time is played, unless the game has no clocks.
pub(super) fn time(ctx: &PageCtx, opening: &Opening) -> Markup {
    let Some(time) = &opening.time else { return html! {} };
    html! {
        details .table-info {
            summary { (ctx.t("time-title")) }
            dl {
                @for (seat, control) in time.controls.iter().enumerate() {
                    dt {
                        @if time.controls.len() > 1 {
                            (ctx.t_with("terms-time-seat", &[("number", &(seat + 1).to_string())]))
                        } @else { (ctx.t(if time.is_daily() { "time-daily" } else { "time-live" })) }
                    }
                    dd { (whole_control(ctx, control)) }
                }
                @if let Calendar::NoWeekends(zone) = &time.calendar {
                    dt { (ctx.t("terms-weekends")) }
                    dd { (ctx.t_with("terms-weekends-off", &[("zone", &zone.to_string())])) }
                }
                @if time.is_daily() && !time.vacation {
                    dt { (ctx.t("people-vacation-title")) }
                    dd { (ctx.t("terms-no-vacation")) }
                }
            }
        }
    }
}

/// The position from which the game began; `None` if it began otherwise.
pub(super) fn first_position(opening: &Opening) -> Option<&str> {
    match &opening.start {
        StartWith::Position(position) => Some(position),
        StartWith::Setup(_) | StartWith::Quick(_) => None,
    }
}

/// The term with the first position.
pub(super) fn position_term(ctx: &PageCtx, position: &str) -> Markup {
    html! {
        dt { (ctx.t("table-position")) }
        dd { code { (position) } " " (copy(ctx, position)) }
    }
}

/// A button that copies a text.
pub(super) fn copy(ctx: &PageCtx, text: &str) -> Markup {
    html! { button .small type="button" data-copy=(text) { (ctx.t("link-copy")) } }
}

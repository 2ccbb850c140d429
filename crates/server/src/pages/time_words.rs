//! Time controls in words: `3d/move` is "3 days a move".

use super::PageCtx;
use heterodox_host::clock::{Bonus, TimeControl};
use maud::{Markup, html};

/// The units of a span with the keys of one and of several, the longest first.
const UNITS: [(u64, &str, &str); 5] = [
    (86_400_000, "time-day", "time-days"),
    (3_600_000, "time-hour", "time-hours"),
    (60_000, "time-minute", "time-minutes"),
    (1000, "time-second", "time-seconds"),
    (1, "time-millisecond", "time-milliseconds"),
];

/// A span in words: `1 hour 30 minutes`.
fn span(ctx: &PageCtx, ms: u64) -> String {
    let mut rest = ms;
    let mut parts = Vec::new();
    for (unit, one, several) in UNITS {
        match rest / unit {
            0 => {}
            1 => parts.push(ctx.t(one)),
            count => parts.push(ctx.t_with(several, &[("count", &count.to_string())])),
        }
        rest %= unit;
    }
    if parts.is_empty() { ctx.t_with("time-seconds", &[("count", "0")]) } else { parts.join(" ") }
}

/// What a player has for its moves, without limits and the time for the setup: for lists.
pub(super) fn control_words(ctx: &PageCtx, control: &TimeControl) -> String {
    let TimeControl { main_ms, increment_ms, periods, period_ms, delay_ms, .. } = *control;
    let words = |key: &str, ms: u64| ctx.t_with(key, &[("span", &span(ctx, ms))]);
    let byo_yomi = |key: &str| {
        ctx.t_with(key, &[("count", &periods.to_string()), ("span", &span(ctx, period_ms))])
    };
    let main = match (main_ms, increment_ms, periods) {
        (0, 0, 1) => words("time-a-move", period_ms),
        (0, 0, _) => byo_yomi("time-byo-yomi"),
        (_, 0, 0) if delay_ms == 0 => words("time-whole-game", main_ms),
        (_, 0, _) => span(ctx, main_ms),
        _ => {
            let spans = [("main", &*span(ctx, main_ms)), ("more", &*span(ctx, increment_ms))];
            ctx.t_with("time-increment", &spans)
        }
    };
    let mut parts = vec![main];
    if periods > 0 && (main_ms > 0 || increment_ms > 0) {
        parts.push(byo_yomi("time-then-byo-yomi"));
    }
    if delay_ms > 0 {
        parts.push(words("time-delay", delay_ms));
    }
    parts.join(", ")
}

/// What [`control_words`] leaves out: the limits of the time that can be saved, the time for the
/// setup, and more time for fast moves. Empty if there is none of these.
pub(super) fn control_notes(ctx: &PageCtx, control: &TimeControl) -> Vec<String> {
    let words = |key: &str, ms: u64| ctx.t_with(key, &[("span", &span(ctx, ms))]);
    let mut notes = Vec::new();
    notes.extend(control.cap_ms.map(|ms| words("time-cap", ms)));
    if control.floor_ms > 0 {
        notes.push(words("time-floor", control.floor_ms));
    }
    if let Some(Bonus { within_ms, add_ms }) = control.bonus {
        let spans = [("more", &*span(ctx, add_ms)), ("span", &*span(ctx, within_ms))];
        notes.push(ctx.t_with("time-bonus", &spans));
    }
    if control.setup_ms > 0 {
        notes.push(words("time-setup", control.setup_ms));
    }
    notes
}

/// The whole time control in words.
pub(super) fn whole_control(ctx: &PageCtx, control: &TimeControl) -> Markup {
    html! {
        (control_words(ctx, control))
        @for note in control_notes(ctx, control) { br; span .hint { (note) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::context::test_context;

    #[test]
    fn any_time_control_is_said_in_words() {
        let ctx = test_context();
        for (text, words, notes) in [
            ("3d/move", "3 days a move", ""),
            ("1d/move", "1 day a move", ""),
            ("36h/move", "1 day 12 hours a move", ""),
            ("15m+10s", "15 minutes + 10 seconds a move", ""),
            ("1h30m", "1 hour 30 minutes for the whole game", ""),
            ("10m 3x30s", "10 minutes, then 3 × 30 seconds (byo-yomi)", ""),
            ("0m 5x1m", "5 × 1 minute (byo-yomi)", ""),
            ("15m delay 10s", "15 minutes, 10 seconds free each move", ""),
            ("5m+250ms setup 5m", "5 minutes + 250 milliseconds a move", "5 minutes for the setup"),
            (
                "7d+1d cap 14d floor 12h bonus 1h within 10m",
                "7 days + 1 day a move",
                "at most 14 days can be saved; at least 12 hours after each move; \
                    1 hour more for a move within 10 minutes",
            ),
        ] {
            let control = text.parse().unwrap();
            assert_eq!(control_words(&ctx, &control), words, "{text}");
            assert_eq!(control_notes(&ctx, &control).join("; "), notes, "{text}");
        }
    }
}

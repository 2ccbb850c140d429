//! What the page of a game shows beside the board for those at the table: preferences, chat and
//! private notes. The scripts fill them in.

use super::PageCtx;
use heterodox_wire::{ChatPhrase, ReportReason};
use maud::{Markup, html};

/// The preferences of the table: when a move is confirmed, and whether the chat is shown.
pub(super) fn prefs(ctx: &PageCtx) -> Markup {
    html! {
        details .prefs .table-prefs {
            summary { (ctx.t("table-prefs-title")) }
            label for="confirm-pref" { (ctx.t("table-pref-confirm")) }
            select #confirm-pref data-table-pref="confirm" {
                @for value in ["daily", "always", "never"] {
                    option value=(value) { (ctx.t(&format!("table-confirm-{value}"))) }
                }
            }
            label .switch {
                input type="checkbox" data-table-pref="chat" checked;
                span { (ctx.t("table-pref-chat")) }
            }
        }
    }
}

/// The panel of the chat: its rooms, the lines, and what can be said.
pub(super) fn chat(ctx: &PageCtx) -> Markup {
    html! {
        details #chat .panel .chat hidden {
            summary {
                h2 { (ctx.t("chat-title")) }
                b .badge hidden {}
            }
            div .segments .chat-rooms role="group" aria-label=(ctx.t("chat-rooms")) hidden {
                @for room in ["table", "gallery"] {
                    button type="button" data-room=(room) aria-pressed="false" {
                        (ctx.t(&format!("chat-room-{room}")))
                    }
                }
            }
            p .hint .chat-hint {}
            div .chat-lines role="log" aria-live="polite" tabindex="0" aria-label=(ctx.t("chat-lines")) {
                ol {}
            }
            form .chat-phrase hidden {
                label .sr-only for="chat-phrase" { (ctx.t("chat-phrase-label")) }
                select #chat-phrase name="phrase" {
                    @for phrase in ChatPhrase::ALL {
                        option value=(phrase.key()) { (ctx.t(&format!("chat-say-{}", phrase.key()))) }
                    }
                }
                button type="submit" { (ctx.t("chat-phrase-do")) }
            }
            form .chat-text hidden {
                label .sr-only for="chat-text" { (ctx.t("chat-text-label")) }
                input #chat-text name="text" maxlength="300" autocomplete="off" required
                    placeholder=(ctx.t("chat-text-label"));
                button type="submit" { (ctx.t("chat-text-do")) }
            }
            p .notice .chat-silence hidden {}
        }
    }
}

/// The panel of conditional moves. The script fills it in.
pub(super) fn conditionals(ctx: &PageCtx) -> Markup {
    html! {
        details #conditionals .panel .conditionals hidden {
            summary {
                h2 { (ctx.t("conditionals-title")) }
                b .badge hidden {}
            }
        }
    }
}

/// The panel of private notes.
pub(super) fn notes(ctx: &PageCtx) -> Markup {
    let is_person = ctx.name.is_some();
    html! {
        details #private-notes .panel .private-notes hidden {
            summary { h2 #private-notes-title { (ctx.t("private-notes-title")) } }
            textarea rows="5" maxlength="4000" aria-labelledby="private-notes-title"
                aria-describedby="private-notes-hint" {}
            @if is_person {
                label .switch {
                    input type="checkbox";
                    span { (ctx.t("private-notes-keep")) }
                }
            }
            p #private-notes-hint .hint { (ctx.t("private-notes-here")) }
        }
    }
}

/// The options of what a report is for.
pub(super) fn report_reasons(ctx: &PageCtx) -> Markup {
    html! {
        @for reason in ReportReason::ALL {
            option value=(reason.key()) { (ctx.t(&format!("report-for-{}", reason.key()))) }
        }
    }
}

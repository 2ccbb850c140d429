//! What the page of a game shows beside the board for those at the table: preferences, chat and
//! private notes. The scripts fill them in.

use super::PageCtx;
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

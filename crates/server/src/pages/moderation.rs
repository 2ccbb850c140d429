//! The page of the moderators: the open reports, each with what can be done about it.

use super::PageCtx;
use super::people::{After, form, page, profile_path};
use crate::people::Identity;
use crate::state::AppState;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use heterodox_host::UserId;
use heterodox_wire::ReportInfo;
use maud::{Markup, html};

/// `GET /moderation`
pub(super) async fn show(
    State(state): State<AppState>,
    caller: Identity,
    ctx: PageCtx,
) -> Response {
    let reports = match state.people.reports(&caller).await {
        Ok(found) => found.reports,
        Err(error) => return crate::problem::AnyProblem::from(error).into_response(),
    };
    let content = html! {
        h1 { (ctx.t("moderation-title")) }
        p { (ctx.t("moderation-text")) }
        @if reports.is_empty() { div .panel { p { (ctx.t("moderation-none")) } } }
        @for report in &reports { (entry(&ctx, report)) }
    };
    page(ctx.t("moderation-title"), content).respond(&ctx)
}

/// A link to the page of a user.
fn user(ctx: &PageCtx, id: UserId, name: Option<&str>) -> Markup {
    let name = name.map_or_else(|| ctx.guest(id), str::to_owned);
    html! { a href=(profile_path(id)) { (name) } }
}

fn entry(ctx: &PageCtx, report: &ReportInfo) -> Markup {
    let title = format!("report-{}", report.id);
    let said = match (report.phrase, &report.text) {
        (Some(phrase), _) => Some(ctx.t(&format!("chat-say-{}", phrase.key()))),
        (None, text) => text.clone(),
    };
    let room = report.room.map(|room| ctx.t(&format!("chat-room-{}", room.key())));
    let (days, reason) = (format!("days-{}", report.id), format!("reason-{}", report.id));
    html! {
        section .panel .report aria-labelledby=(title) {
            h2 #(title) { (ctx.t(&format!("report-for-{}", report.reason.key()))) }
            @if let Some(said) = said { blockquote dir="auto" { (said) } }
            dl {
                dt { (ctx.t("moderation-about")) }
                dd { (user(ctx, report.about, report.about_name.as_deref())) }
                dt { (ctx.t("moderation-by")) }
                dd { (user(ctx, report.reporter, report.reporter_name.as_deref())) }
                dt { (ctx.t("moderation-when")) }
                dd { (ctx.day(report.at_ms)) }
                @if let (Some(game), Some(room)) = (&report.game, &room) {
                    dt { (ctx.t("moderation-where")) }
                    dd { a href={ "/g/" (game) } { code { (game) } } ", " (room) }
                }
            }
            (form(&format!("POST /api/moderation/reports/{}", report.id), After::Page(""), &html! {
                label for=(reason) { (ctx.t("moderation-reason")) }
                input id=(reason) name="reason" maxlength="500" autocomplete="off";
                label for=(days) { (ctx.t("moderation-days")) }
                input id=(days) name="days" type="number" min="1" max="365" value="7" required;
                div .row {
                    button type="submit" name="action" value="silence" { (ctx.t("moderation-silence")) }
                    button .quiet-danger type="submit" name="action" value="suspend" { (ctx.t("moderation-suspend")) }
                    button type="submit" name="action" value="dismiss" { (ctx.t("moderation-dismiss")) }
                }
            }))
        }
    }
}

//! Switching mail with news off, from a link in it and without signing in.

use super::PageCtx;
use super::layout::Page;
use super::problem::not_found;
use crate::http::input::Id;
use crate::people::PeopleError;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

/// `GET /unsubscribe/{key}`: it changes nothing, as programs follow the links in mails.
pub(super) async fn ask(
    State(state): State<AppState>,
    key: Result<Id, AnyProblem>,
    ctx: PageCtx,
) -> Response {
    let Ok(Id(key)) = key else { return not_found(ctx).await };
    let content = html! {
        form .panel method="post" {
            p { (ctx.t("unsubscribe-text")) }
            div .row { button .main type="submit" { (ctx.t("unsubscribe-do")) } }
        }
    };
    respond(ctx, state.people.knows_mail_key(&key).await, content).await
}

/// `POST /unsubscribe/{key}`: by the form, or by a mail program (RFC 8058).
pub(super) async fn done(
    State(state): State<AppState>,
    key: Result<Id, AnyProblem>,
    ctx: PageCtx,
) -> Response {
    let Ok(Id(key)) = key else { return not_found(ctx).await };
    let content = html! {
        div .panel {
            p role="status" { (ctx.t("unsubscribe-done")) }
            p { a href="/account" { (ctx.t("unsubscribe-back")) } }
        }
    };
    respond(ctx, state.people.unsubscribe_mail(&key).await, content).await
}

/// A page of a key; an unknown key is not found.
async fn respond(ctx: PageCtx, is_known: Result<bool, PeopleError>, content: Markup) -> Response {
    match is_known {
        Ok(true) => {}
        Ok(false) => return not_found(ctx).await,
        Err(error) => return AnyProblem::from(error).into_response(),
    }
    let title = ctx.t("unsubscribe-title");
    let content = html! {
        h1 { (title) }
        (content)
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

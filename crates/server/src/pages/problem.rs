//! Error pages.

use super::PageCtx;
use super::layout::Page;
use crate::games::ServiceError;
use axum::http::StatusCode;
use axum::response::Response;
use heterodox_host::HostError;
use maud::html;

/// The path does not exist.
pub(crate) async fn not_found(ctx: PageCtx) -> Response {
    page(&ctx, StatusCode::NOT_FOUND, "not-found")
}

/// The path does not take this method.
pub(super) async fn wrong_method(ctx: PageCtx) -> Response {
    page(&ctx, StatusCode::METHOD_NOT_ALLOWED, "wrong-method")
}

/// The server failed. Details are in the log, not on the page.
fn failed(ctx: &PageCtx) -> Response {
    page(ctx, StatusCode::INTERNAL_SERVER_ERROR, "failed")
}

/// The page for an error of the service.
pub(super) fn of(ctx: &PageCtx, error: &ServiceError) -> Response {
    match error {
        ServiceError::NoSuchGame(_) => page(ctx, StatusCode::NOT_FOUND, "no-game"),
        ServiceError::Host(HostError::NotYourSeat(_) | HostError::NoSuchSeat { .. }) => {
            page(ctx, StatusCode::FORBIDDEN, "not-your-seat")
        }
        ServiceError::NoSuchRecord(_) => page(ctx, StatusCode::NOT_FOUND, "no-record"),
        error => {
            tracing::error!(%error, path = ctx.path, "a page failed");
            failed(ctx)
        }
    }
}

fn page(ctx: &PageCtx, status: StatusCode, key: &str) -> Response {
    let title = ctx.t(&format!("problem-{key}-title"));
    let content = html! {
        div .problem {
            p .problem-code aria-hidden="true" { (status.as_u16()) }
            h1 { (title) }
            p { (ctx.t(&format!("problem-{key}-text"))) }
            p { a .button .main href="/" { (ctx.t("problem-home")) } }
        }
    };
    Page { status, ..Page::new(title, "problem-page", content) }.respond(ctx)
}

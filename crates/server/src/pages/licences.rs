//! The page with the licences of Heterodox and of its dependencies.

use super::PageCtx;
use super::layout::Page;
use crate::NOTICES;
use axum::response::Response;
use maud::html;

/// `GET /licences`
pub(super) async fn show(ctx: PageCtx) -> Response {
    let content = html! {
        h1 { (ctx.t("licences-title")) }
        p .lead { (ctx.t("licences-text")) }
        // A licence is not translated.
        pre .notices lang="en" { (NOTICES) }
    };
    Page::new(ctx.t("licences-title"), "licences-page", content).respond(&ctx)
}

//! The page on fair play: what players owe each other, and what the server sees to.

use super::PageCtx;
use super::layout::Page;
use axum::response::Response;
use maud::html;

/// The sections of the page.
const SECTIONS: [&str; 4] = ["engine", "hidden", "dice", "time"];

/// `GET /fair-play`
pub(super) async fn show(ctx: PageCtx) -> Response {
    let title = ctx.t("conduct-title");
    let content = html! {
        h1 { (title) }
        @for section in SECTIONS {
            section {
                h2 { (ctx.t(&format!("conduct-{section}-title"))) }
                p { (ctx.t(&format!("conduct-{section}-text"))) }
            }
        }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

//! The page that takes a record in.

use super::PageCtx;
use super::layout::Page;
use axum::response::Response;
use maud::html;

/// `GET /import`
pub(super) async fn show(ctx: PageCtx) -> Response {
    let content = html! {
        h1 { (ctx.t("import-title")) }
        p .lead { (ctx.t("import-text")) }
        form #import .panel {
            label for="record" { (ctx.t("import-record")) }
            textarea #record name="record" rows="16" spellcheck="false" autocomplete="off" required
                aria-describedby="problem" placeholder=(ctx.t("import-placeholder")) {}
            p #problem .problem-line role="alert" hidden {}
            div .row {
                label .button for="file" { (ctx.t("import-file")) }
                input #file .sr-only type="file" accept=".txt,.pgn,text/plain,application/x-chess-pgn";
                button .main type="submit" { (ctx.t("import-do")) }
            }
        }
        section .prose {
            h2 { (ctx.t("import-form-title")) }
            p { (ctx.t("import-form-text")) }
            p { (ctx.t("import-form-pgn")) }
            p { (ctx.t("import-form-kaleido")) }
            p { a href="/r/sample-battle" { (ctx.t("import-sample")) } " · "
                a href="/api/records/sample-battle/text" { (ctx.t("import-sample-text")) } }
        }
    };
    Page::new(ctx.t("import-title"), "import-page", content)
        .with_script("import", Vec::new())
        .respond(&ctx)
}

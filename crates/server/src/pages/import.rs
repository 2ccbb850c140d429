//! The page to import a record.

use super::PageCtx;
use super::games::pages;
use super::layout::Page;
use axum::response::Response;
use heterodox_rules::{GameInfo, games};
use maud::{Markup, html};

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
                button type="submit" name="then" value="analyse" { (ctx.t("analysis-import")) }
            }
        }
        section .prose {
            h2 { (ctx.t("import-form-title")) }
            p { (ctx.t("import-form-text")) }
            @for info in games() { (examples(&ctx, info)) }
            p { a href="/r/sample-battle" { (ctx.t("import-sample")) } " · "
                a href="/api/records/sample-battle/text" { (ctx.t("import-sample-text")) } }
        }
    };
    Page::new(ctx.t("import-title"), "import-page", content)
        .with_script("record/import-page", Vec::new())
        .respond(&ctx)
}

/// The form of a game's records, with examples.
fn examples(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let examples = pages(info.id).record_examples();
    html! {
        @if !examples.is_empty() {
            p { (ctx.t(&format!("import-form-{}", info.id))) }
            p { (ctx.t("import-example")) }
            div .row .record-examples {
                @for record in examples { pre tabindex="0" { code { (record) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::read_record;

    #[test]
    fn every_example_is_read_without_a_warning() {
        let all: Vec<_> = games()
            .flat_map(|info| pages(info.id).record_examples().iter().map(|text| (info.id, text)))
            .collect();
        assert!(all.len() > 2);
        for (game, text) in all {
            let record = read_record(text).expect(text);
            assert_eq!((record.game, record.plies.len()), (game, 4), "{text}");
            assert!(record.warnings.is_empty(), "{text}: {:?}", record.warnings);
        }
    }
}

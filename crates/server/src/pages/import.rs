//! The page to import a record.

use super::PageCtx;
use super::layout::Page;
use axum::response::Response;
use maud::{Markup, html};

/// Example records, each with its game. The example of Klin Zha is the sample battle.
const EXAMPLES: [(&str, &str); 3] = [
    (
        "grand-chess",
        "[Variant \"Grand Chess\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e5 e6 2. Nc4 Nc7 *",
    ),
    ("kaleidochess", "game: kaleidochess\nwhite: Ann\nblack: Bo\n\n1. 1G-2D 5G-6D\n2. 2H-2E 6H-6E"),
    (
        "kaleidochess",
        "game: kaleidochess\noption: dice=on\n\n1. 4:1G-2D 1:6H-6E\n2. 1:2H-2E 6:5G-5D",
    ),
];

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
            p { (ctx.t("import-form-pgn")) }
            (examples(&ctx, "grand-chess"))
            p { (ctx.t("import-form-kaleido")) }
            (examples(&ctx, "kaleidochess"))
            p { a href="/r/sample-battle" { (ctx.t("import-sample")) } " · "
                a href="/api/records/sample-battle/text" { (ctx.t("import-sample-text")) } }
        }
    };
    Page::new(ctx.t("import-title"), "import-page", content)
        .with_script("record/import-page", Vec::new())
        .respond(&ctx)
}

/// The example records of a game.
fn examples(ctx: &PageCtx, game: &str) -> Markup {
    html! {
        p { (ctx.t("import-example")) }
        div .row .record-examples {
            @for (_, record) in EXAMPLES.iter().filter(|(of, _)| *of == game) {
                pre tabindex="0" { code { (record) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::{games, read_record};

    #[test]
    fn every_example_is_read_without_a_warning() {
        for (game, text) in EXAMPLES {
            assert!(games().any(|info| info.id == game), "{game}");
            let record = read_record(text).expect(text);
            assert_eq!((record.game, record.plies.len()), (game, 4), "{text}");
            assert!(record.warnings.is_empty(), "{text}: {:?}", record.warnings);
        }
    }
}

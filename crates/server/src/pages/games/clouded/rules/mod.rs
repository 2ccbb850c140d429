//! The rules of Clouded and Blind Klin Zha in our own words. The table of announcements is the
//! umpire's own, and the game draws its pictures.

mod figures;

use super::GAME;
use crate::pages::PageCtx;
use crate::pages::layout::{Page, drawing};
use crate::pages::rules::{beside, contents, other_rules, paragraphs};
use figures::Picture;
use heterodox_draw::{BoardOptions, ColourMode, diagram_svg};
use heterodox_rules::clouded::{ANNOUNCEMENTS, Announcement, When};
use heterodox_rules::{Refusal, board};
use maud::{Markup, html};

/// The sections, each with its number of paragraphs: `crules-SECTION-title`, `crules-SECTION-1` …
const SECTIONS: [(&str, usize); 13] = [
    ("object", 3),
    ("clouds", 1),
    ("moves", 4),
    ("halts", 2),
    ("losses", 3),
    ("told", 2),
    ("setup", 3),
    ("blind", 2),
    ("maps", 3),
    ("drift", 3),
    ("end", 4),
    ("others", 3),
    ("notation", 2),
];

/// The covers of a cell, each with a text `crules-cover-KEY`.
const COVERS: [&str; 3] = ["clear", "edge", "under"];

/// Examples of the notation, each with a text `crules-notation-KEY`.
const EXAMPLES: [(&str, &str); 6] = [
    ("intent", "Fe@E38 D27"),
    ("path", "Fe@E38 D27 (D38 D28 D27)"),
    ("halt", "Fe@E38 D27 > D38 piece"),
    ("unseen", "?"),
    ("lost", "? x Fe@D28"),
    ("onlooker", "? x Fe"),
];

/// The page.
pub(super) fn page(ctx: &PageCtx) -> Result<Page, Refusal> {
    let content = html! {
        h1 { (ctx.t("crules-title")) }
        p .lead { (ctx.t("crules-lead")) }
        (other_rules(ctx, GAME))
        (contents(ctx, &SECTIONS.map(|(key, _)| (key, ctx.t(&format!("crules-{key}-title"))))))
        @for (key, count) in SECTIONS {
            section .prose #(key) {
                h2 { (ctx.t(&format!("crules-{key}-title"))) }
                @let words = paragraphs(ctx, &format!("crules-{key}"), count);
                @match key {
                    "losses" => (beside(&words, &pictures(ctx, &figures::loss()?)?)),
                    "setup" => (beside(&words, &pictures(ctx, &figures::setup()?)?)),
                    "blind" => (beside(&words, &pictures(ctx, &figures::blind()?)?)),
                    "drift" => (beside(&words, &pictures(ctx, &figures::drift())?)),
                    "maps" => (beside(&words, &pictures(ctx, &figures::map())?)),
                    _ => (words),
                }
                (more(ctx, key)?)
            }
        }
        section .prose #credits {
            h2 { (ctx.t("crules-credits-title")) }
            (paragraphs(ctx, "crules-credits", 2))
        }
        p { a .button .main href={ "/new/" (GAME) } { (ctx.t("rules-play")) } }
    };
    let page = Page::new(ctx.t("crules-title"), "rules-page", content);
    Ok(Page { description: Some(ctx.t("crules-lead")), ..page })
}

/// The content of a section besides its paragraphs.
fn more(ctx: &PageCtx, section: &str) -> Result<Markup, Refusal> {
    Ok(match section {
        "object" => html! { p { a .button href="/rules/klinzha" { (ctx.t("crules-klinzha")) } } },
        "clouds" => html! {
            ul .rule-steps { @for key in COVERS { li { (ctx.t(&format!("crules-cover-{key}"))) } } }
            p { (ctx.t("crules-clouds-own")) }
            p { (ctx.t("crules-clouds-zone")) }
            (pictures(ctx, &figures::sights()?)?)
        },
        "halts" => html! {
            (pictures(ctx, &figures::walker()?)?)
            p { (ctx.t("crules-halts-flier")) }
            (pictures(ctx, &figures::flier()?)?)
            p { (ctx.t("crules-halts-blockader")) }
            p { (ctx.t("crules-halts-goal")) }
        },
        "told" => told(ctx),
        "maps" => html! { p { a .button href="/clouds" { (ctx.t("crules-editor")) } } },
        "notation" => notation(ctx),
        _ => html! {},
    })
}

/// Pictures side by side, each with its text `crules-picture-KEY`.
fn pictures(ctx: &PageCtx, pictures: &[Picture]) -> Result<Markup, Refusal> {
    let geometry = board(GAME)?;
    Ok(html! {
        div .sights {
            @for Picture { key, diagram } in pictures {
                @let caption = ctx.t(&format!("crules-picture-{key}"));
                @let svg = diagram_svg(GAME, geometry, diagram, &BoardOptions::new(ColourMode::Page));
                figure .sight { (drawing(&svg, &caption)) figcaption { (caption) } }
            }
        }
    })
}

/// The table of the umpire's announcements, grouped by the time at which they are made.
fn told(ctx: &PageCtx) -> Markup {
    html! {
        div .table-box {
            table .told-table {
                thead {
                    tr {
                        @for key in ["what", "mover", "opponent", "public"] {
                            th scope="col" { (ctx.t(&format!("crules-told-{key}"))) }
                        }
                    }
                }
                @for rows in ANNOUNCEMENTS.chunk_by(|a, b| a.when == b.when) {
                    tbody {
                        tr { th .when colspan="4" scope="rowgroup" { (when(ctx, rows[0].when)) } }
                        @for row in rows { (announcement(ctx, row)) }
                    }
                }
            }
        }
        p { (ctx.t("crules-told-after")) }
    }
}

fn when(ctx: &PageCtx, when: When) -> String {
    let key = match when {
        When::AfterTheMove => "move",
        When::BeforeTheFirstMove => "first-move",
        When::BeforeTheNextMove => "next-move",
        When::InTheSetup => "setup",
        When::AtTheEnd => "end",
    };
    ctx.t(&format!("crules-when-{key}"))
}

fn announcement(ctx: &PageCtx, row: &Announcement) -> Markup {
    html! {
        tr {
            th scope="row" { (ctx.t(&format!("crules-says-{}", row.key))) }
            @for hears in [row.mover, row.opponent, row.public] {
                @if hears { td .hears { b { (ctx.t("crules-told-yes")) } } }
                @else { td .hears { (ctx.t("crules-told-no")) } }
            }
        }
    }
}

fn notation(ctx: &PageCtx) -> Markup {
    html! {
        div .table-box tabindex="0" {
            table {
                @for (key, example) in EXAMPLES {
                    tr { th scope="row" { code { (example) } } td { (ctx.t(&format!("crules-notation-{key}"))) } }
                }
            }
        }
    }
}

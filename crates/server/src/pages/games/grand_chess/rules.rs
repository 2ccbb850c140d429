//! The rules of Grand Chess in our own words.

use super::{GAME, GUIDE_PATH};
use crate::pages::PageCtx;
use crate::pages::layout::{Page, drawing};
use crate::pages::rules::{beside, contents, other_rules, paragraphs};
use heterodox_draw::{BoardOptions, ColourMode, Diagram, Mark, diagram_svg};
use heterodox_rules::{Placed, Refusal, Setting, Viewer, board, open};
use maud::{Markup, html};

/// The sections, each with its number of paragraphs: `grules-SECTION-title`, `grules-SECTION-1` …
const SECTIONS: [(&str, usize); 10] = [
    ("object", 2),
    ("board", 3),
    ("moves", 4),
    ("promotion", 5),
    ("setups", 8),
    ("locks", 3),
    ("check", 5),
    ("end", 5),
    ("notation", 6),
    ("credits", 3),
];

/// The page.
pub(super) fn page(ctx: &PageCtx) -> Result<Page, Refusal> {
    let content = html! {
        h1 { (ctx.t("grules-title")) }
        p .lead { (ctx.t("grules-lead")) }
        p { a .button href=(GUIDE_PATH) { (ctx.t("rules-guide")) } }
        (other_rules(ctx, GAME))
        (contents(ctx, &SECTIONS.map(|(key, _)| (key, ctx.t(&format!("grules-{key}-title"))))))
        @for (key, count) in SECTIONS {
            section .prose #(key) {
                h2 { (ctx.t(&format!("grules-{key}-title"))) }
                @let words = paragraphs(ctx, &format!("grules-{key}"), count);
                @match key {
                    "board" => (beside(&words, &figure(ctx, &start()?, "grules-board-caption")?)),
                    "promotion" => (beside(&words, &figure(ctx, &zones()?, "rules-zone-caption")?)),
                    _ => (words),
                }
                @if key == "moves" { p { a href=(GUIDE_PATH) { (ctx.t("rules-guide")) } } }
            }
        }
        p { a .button .main href="/new/grand-chess" { (ctx.t("rules-play")) } }
    };
    let page = Page::new(ctx.t("grules-title"), "rules-page", content);
    Ok(Page { description: Some(ctx.t("grules-lead")), ..page })
}

fn figure(ctx: &PageCtx, diagram: &Diagram, caption: &str) -> Result<Markup, Refusal> {
    let caption = ctx.t(caption);
    let svg = diagram_svg(GAME, board(GAME)?, diagram, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        figure .sheet .square-sheet { (drawing(&svg, &caption)) figcaption { (caption) } }
    })
}

/// The classic start.
fn start() -> Result<Diagram, Refusal> {
    let pieces = open(GAME, &Setting::default())?.scene(Viewer::Public).frame.pieces;
    Ok(Diagram { pieces, ..Diagram::default() })
}

/// The promotion zones of both sides, with a pawn of the side on each rank.
fn zones() -> Result<Diagram, Refusal> {
    let mut diagram = Diagram::default();
    for shape in &board(GAME)?.cells {
        for (class, kind, side, file) in
            [("promotion-white", "target", "white", "d"), ("promotion-black", "path", "black", "g")]
        {
            if !shape.classes.contains(&class) {
                continue;
            }
            diagram.marks.push(Mark { cell: shape.name.clone(), kind });
            let last = ["d10", "g1"].contains(&shape.name.as_str());
            if shape.name.starts_with(file) {
                let kind = if last { "Q" } else { "P" };
                let cell = shape.name.clone();
                diagram.pieces.push(Placed { cell, side, kind, marks: Vec::new() });
            }
        }
    }
    Ok(diagram)
}

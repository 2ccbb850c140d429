//! The rules of Klin Zha in our own words, with the source's two cheat sheets redrawn.

use crate::pages::PageCtx;
use crate::pages::layout::{Page, drawing};
use crate::pages::rules::{beside, contents, other_rules, paragraphs};
use heterodox_draw::{ColourMode, klinzha, piece_defs};
use heterodox_rules::Refusal;
use heterodox_rules::klinzha::Kind;
use maud::{Markup, PreEscaped, html};

const SECTIONS: [&str; 8] =
    ["object", "board", "squad", "zone", "goal", "setup", "end", "notation"];

/// Examples of the notation, each with a text `rules-notation-KEY`.
const EXAMPLES: [(&str, &str); 8] = [
    ("place", "B E37"),
    ("place-goal", "G L@D28"),
    ("move", "Fl@I44 F14"),
    ("capture", "S@E26 x Fl@F14"),
    ("carry", "FeG@I11 I33"),
    ("abandon", "L-@D28 C17"),
    ("capture-goal", "V@I34 x FeG@I33"),
    ("capture-abandoned", "S@E26 x G@F14"),
];

/// The page.
pub(super) fn page(ctx: &PageCtx) -> Result<Page, Refusal> {
    let content = html! {
        (PreEscaped(piece_defs("klinzha")?))
        h1 { (ctx.t("rules-title")) }
        p .lead { (ctx.t("rules-lead")) }
        (other_rules(ctx, "klinzha"))
        (contents(ctx, &SECTIONS.map(|key| (key, ctx.t(&format!("rules-{key}-title"))))))
        @for key in SECTIONS {
            section .prose #(key) {
                h2 { (ctx.t(&format!("rules-{key}-title"))) }
                @match key {
                    "board" => (board(ctx)),
                    "squad" => (squad(ctx)),
                    "setup" => (steps(ctx)),
                    "notation" => (notation(ctx)),
                    "zone" => (paragraphs(ctx, "rules-zone", 3)),
                    "goal" => (paragraphs(ctx, "rules-goal", 4)),
                    "end" => (paragraphs(ctx, "rules-end", 4)),
                    key => (paragraphs(ctx, &format!("rules-{key}"), 1)),
                }
            }
        }
        p { a .button .main href="/" { (ctx.t("rules-play")) } }
    };
    let page = Page::new(ctx.t("rules-title"), "rules-page", content);
    Ok(Page { description: Some(ctx.t("rules-lead")), ..page })
}

fn board(ctx: &PageCtx) -> Markup {
    let sheet = html! {
        figure .sheet {
            (drawing(&klinzha::coordinates_svg(ColourMode::Page), &ctx.t("rules-board-caption")))
            figcaption { (ctx.t("rules-board-caption")) }
        }
    };
    beside(&paragraphs(ctx, "rules-board", 4), &sheet)
}

fn squad(ctx: &PageCtx) -> Markup {
    html! {
        (paragraphs(ctx, "rules-squad", 2))
        div .warriors {
            @for kind in Kind::ALL {
                @let code = kind.code();
                article .panel .warrior {
                    h3 {
                        (token(code, "gold"))
                        (ctx.t(&format!("piece-klinzha-{code}")))
                        small { (code) " · " (kind.count()) "×" }
                    }
                    figure { (drawing(&klinzha::moves_svg(kind, ColourMode::Page), &moves(ctx, code))) }
                    p { (ctx.t(&format!("rules-piece-{code}"))) }
                    p .carries { (ctx.t(if kind.carries() { "rules-carries" } else { "rules-carries-not" })) }
                }
            }
        }
        p .hint { (ctx.t("rules-squad-legend")) }
    }
}

/// The label of a diagram of moves.
fn moves(ctx: &PageCtx, code: &str) -> String {
    ctx.t_with("rules-diagram", &[("piece", &ctx.t(&format!("piece-klinzha-{code}")))])
}

fn token(code: &str, side: &str) -> Markup {
    html! {
        svg .icon .{ "side-" (side) } viewBox="-56 -56 112 112" aria-hidden="true" {
            use href={ "#klinzha-" (code) } x="-50" y="-50" width="100" height="100" {}
        }
    }
}

fn steps(ctx: &PageCtx) -> Markup {
    html! {
        ol .rule-steps {
            @for i in 1..=6 { li { (ctx.t(&format!("rules-setup-{i}"))) } }
        }
        p { (ctx.t("rules-setup-custom")) }
        p { (ctx.t("rules-setup-quick")) }
    }
}

fn notation(ctx: &PageCtx) -> Markup {
    html! {
        (paragraphs(ctx, "rules-notation", 1))
        div .table-box {
            table {
                @for (key, example) in EXAMPLES {
                    tr { th scope="row" { code { (example) } } td { (ctx.t(&format!("rules-notation-{key}"))) } }
                }
            }
        }
    }
}

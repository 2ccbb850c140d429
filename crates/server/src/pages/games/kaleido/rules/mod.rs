//! The rules of `KaleidoChess` in our own words. The rules compute the pictures, the table of
//! throws and the notation samples.

mod figures;
#[cfg(test)]
mod tests;

use super::{GAME, GUIDE_PATH};
use crate::pages::PageCtx;
use crate::pages::layout::{Page, drawing};
use crate::pages::rules::{beside, contents, other_rules, paragraphs};
use figures::Picture;
use heterodox_draw::{
    BoardOptions, ColourMode, Names, background_svg, diagram_over_background, diagram_svg,
    piece_defs,
};
use heterodox_rules::kaleido::{Color, DiceTable, HOUSE_MAX_MOVES, Kind, KindSet};
use heterodox_rules::{Refusal, Viewer, board};
use maud::{Markup, PreEscaped, html};

/// The id of the empty board, which all pictures share because it is their largest part.
const GROUND: &str = "kaleido-ground";

/// The sections, each with the number of paragraphs at its beginning: `krules-SECTION-title`,
/// `krules-SECTION-1` …
const SECTIONS: [(&str, usize); 14] = [
    ("object", 2),
    ("board", 1),
    ("pieces", 2),
    ("moves", 2),
    ("captures", 2),
    ("undo", 2),
    ("out", 4),
    ("setup", 1),
    ("draws", 1),
    ("dice", 1),
    ("fair", 2),
    ("notation", 1),
    ("rulings", 1),
    ("credits", 2),
];

/// Examples of the notation, each with a text `krules-notation-KEY`.
const EXAMPLES: [(&str, &str); 5] = [
    ("move", "1B-2F"),
    ("capture", "1B+2F"),
    ("throw", "3:1B-2F"),
    ("pass", "4:--"),
    ("resigns", "red-resigns"),
];

/// Moves of a two-player game for the sample record.
const SAMPLE: [&str; 6] = ["1G-2D", "5G-6D", "2H-2E", "6H-6E", "8G-1D", "4G-5D"];

/// The rulings that fill what the source leaves open, each with a text `krules-rulings-KEY`.
const RULINGS: [&str; 6] = ["KC1", "KC2", "KC3", "KC4", "KC5", "KC6"];

/// Commands that compute the commitment of a seed and the bytes of its first throw.
const SHELL: &str =
    "printf '%s' \"${SEED%%.*}\" | sha256sum\nprintf '%s' \"throw 1.0 $SEED\" | sha256sum";

/// The page.
pub(super) fn page(ctx: &PageCtx) -> Result<Page, Refusal> {
    let content = html! {
        (PreEscaped(piece_defs(GAME)?))
        (PreEscaped(background_svg(board(GAME)?, &BoardOptions::new(ColourMode::Page), GROUND)))
        h1 { (ctx.t("krules-title")) }
        p .lead { (ctx.t("krules-lead")) }
        p { a .button href=(GUIDE_PATH) { (ctx.t("rules-guide")) } }
        (other_rules(ctx, GAME))
        (contents(ctx, &SECTIONS.map(|(key, _)| (key, ctx.t(&format!("krules-{key}-title"))))))
        @for (key, count) in SECTIONS {
            section .prose #(key) {
                h2 { (ctx.t(&format!("krules-{key}-title"))) }
                @let words = paragraphs(ctx, &format!("krules-{key}"), count);
                @match key {
                    "captures" => (beside(&words, &pictures(ctx, &figures::captures()?)?)),
                    "undo" => (beside(&words, &pictures(ctx, &figures::undoing()?)?)),
                    "out" => (beside(&words, &pictures(ctx, &figures::out()?)?)),
                    _ => (words),
                }
                (more(ctx, key)?)
            }
        }
        p { a .button .main href={ "/new/" (GAME) } { (ctx.t("rules-play")) } }
    };
    let page = Page::new(ctx.t("krules-title"), "rules-page", content);
    Ok(Page { description: Some(ctx.t("krules-lead")), ..page })
}

/// The content of a section besides its first paragraphs.
fn more(ctx: &PageCtx, section: &str) -> Result<Markup, Refusal> {
    let say = |key: &str| html! { p { (ctx.t(&format!("krules-{key}"))) } };
    Ok(match section {
        "board" => html! {
            (named_board(ctx)?)
            (say("board-2"))
            (say("board-3"))
            (pictures(ctx, &figures::contacts()?)?)
        },
        "pieces" => pieces(ctx),
        "moves" => {
            let [walking, lines, way] = figures::moves()?;
            html! {
                (pictures(ctx, &walking)?)
                (say("moves-3"))
                (say("moves-4"))
                (pictures(ctx, &lines)?)
                (say("moves-5"))
                (pictures(ctx, &way)?)
            }
        }
        "setup" => html! {
            (pictures(ctx, &[figures::start("setup-2", "2")?])?)
            (say("setup-2"))
            (pictures(ctx, &[figures::start("setup-3", "3")?, figures::start("setup-4", "4")?])?)
            (say("setup-3"))
        },
        "draws" => {
            let rounds = HOUSE_MAX_MOVES.to_string();
            html! { p { (ctx.t_with("krules-draws-2", &[("rounds", &rounds)])) } }
        }
        "dice" => html! { (throws(ctx)) (say("dice-2")) (say("dice-3")) },
        "fair" => html! {
            pre .shell tabindex="0" { code { (SHELL) } }
            (say("fair-3"))
            (say("fair-4"))
        },
        "notation" => notation(ctx)?,
        "rulings" => html! {
            ul .rule-steps { @for key in RULINGS { li { (ctx.t(&format!("krules-rulings-{key}"))) } } }
        },
        _ => html! {},
    })
}

/// Pictures side by side, each with its text `krules-picture-KEY`.
fn pictures(ctx: &PageCtx, pictures: &[Picture]) -> Result<Markup, Refusal> {
    let geometry = board(GAME)?;
    Ok(html! {
        div .sights .round-sights {
            @for Picture { key, diagram } in pictures {
                @let caption = ctx.t(&format!("krules-picture-{key}"));
                @let svg = diagram_over_background(GROUND, GAME, geometry, diagram, &BoardOptions::new(ColourMode::Page));
                figure .sight { (drawing(&svg, &caption)) figcaption { (caption) } }
            }
        }
    })
}

/// The empty board with the names of its cells.
fn named_board(ctx: &PageCtx) -> Result<Markup, Refusal> {
    let Picture { key, diagram } = figures::empty("names");
    let options = BoardOptions { names: Names::Plain, ..BoardOptions::new(ColourMode::Page) };
    let svg = diagram_svg(GAME, board(GAME)?, &diagram, &options);
    let caption = ctx.t(&format!("krules-picture-{key}"));
    Ok(html! {
        figure .sheet .square-sheet {
            // On a phone the names would be too small, so the drawing is wider than the page.
            div .wide-drawing tabindex="0" role="group" aria-label=(ctx.t("krules-board-title")) {
                (drawing(&svg, &caption))
            }
            figcaption { (caption) }
        }
    })
}

/// A piece, from the symbols in the page.
fn token(kind: Kind, color: Color) -> Markup {
    html! {
        svg .icon .{ "side-" (color.key()) } viewBox="-47.500 -47.500 95 95" aria-hidden="true" {
            use href={ "#" (GAME) "-" (kind.code()) } x="-47.500" y="-47.500" width="95" height="95" {}
        }
    }
}

fn name(ctx: &PageCtx, kind: Kind) -> String {
    ctx.t(&format!("piece-{GAME}-{}", kind.code()))
}

/// All pieces in all colours, with a short description.
fn pieces(ctx: &PageCtx) -> Markup {
    let goes = |kind: Kind| {
        let key = if kind.flies() { "krules-pieces-flies" } else { "krules-pieces-walks" };
        ctx.t_with(key, &[("steps", &kind.steps().to_string())])
    };
    html! {
        ul .piece-rows {
            @for kind in Kind::ALL {
                li {
                    span .colours { @for color in Color::ALL { (token(kind, color)) } }
                    a href={ (GUIDE_PATH) "/" (kind.code()) } { (name(ctx, kind)) }
                    span .goes { (goes(kind)) " · " (kind.count()) "×" }
                    code { (kind.code()) }
                }
            }
        }
        p { (ctx.t("krules-pieces-guide")) }
    }
}

/// The table of throws, as the rules have it.
fn throws(ctx: &PageCtx) -> Markup {
    let named = |face: u8| DiceTable::STANDARD.named(face);
    html! {
        div .table-box {
            table .throws-table {
                thead { tr {
                    th scope="col" { (ctx.t("krules-dice-throw")) }
                    th scope="col" { (ctx.t("krules-dice-names")) }
                } }
                tbody {
                    @for face in 1..=DiceTable::FACES {
                        tr {
                            th scope="row" { (face) }
                            td {
                                @if named(face) == KindSet::ALL { (ctx.t("krules-dice-any")) }
                                @else {
                                    @for kind in named(face).iter() {
                                        span .named-piece { (token(kind, Color::White)) (name(ctx, kind)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Examples of moves, a record and a position, as the rules write them.
fn notation(ctx: &PageCtx) -> Result<Markup, Refusal> {
    let start = figures::table_of("2")?.scene(Viewer::Public).frame.position;
    let record = sample()?;
    Ok(html! {
        div .table-box {
            table {
                @for (key, example) in EXAMPLES {
                    tr { th scope="row" { code { (example) } } td { (example_words(ctx, key)) } }
                }
            }
        }
        p { (ctx.t("krules-notation-2")) }
        figure .sample-record {
            pre tabindex="0" aria-label=(ctx.t("krules-picture-record")) { code { (record) } }
            figcaption { (ctx.t("krules-picture-record")) }
        }
        p { (ctx.t("krules-notation-3")) }
        p { code .long-string { (start) } }
    })
}

/// The meaning of an example; moves in the long form that the pages read aloud.
fn example_words(ctx: &PageCtx, key: &str) -> String {
    let (wizard, raven) = (name(ctx, Kind::Wizard), name(ctx, Kind::Raven));
    let cells = [("piece", wizard.as_str()), ("from", "1B"), ("to", "2F"), ("victim", &raven)];
    let long = match key {
        "move" => ctx.t_with("long-goes", &cells),
        "capture" => ctx.t_with("long-takes", &cells),
        _ => String::new(),
    };
    ctx.t_with(&format!("krules-notation-{key}"), &[("long", &long)])
}

/// The record of the first moves of a game.
fn sample() -> Result<String, Refusal> {
    let mut table = figures::table_of("2")?;
    for text in SAMPLE {
        let seats = table.scene(Viewer::Public).to_act;
        if let Some(&seat) = seats.first() {
            table.submit(seat, text)?;
        }
    }
    let players = [("white".to_owned(), "Ann".to_owned()), ("black".to_owned(), "Bo".to_owned())];
    Ok(table.record(Viewer::Public, &players))
}

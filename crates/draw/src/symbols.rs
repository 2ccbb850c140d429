//! Pieces and marks for pages: a sheet of symbols to be used by name, and single pieces.

use crate::clouds;
use crate::marks;
use crate::pieces::{self, Piece, ROOM};
use crate::style::Paint;
use crate::svg::{Svg, number};
use heterodox_rules::Refusal;
use heterodox_rules::geometry::{Geometry, Outline};

/// All symbols of a game in one hidden SVG, to stand once in a page that has
/// [`stylesheet`](crate::stylesheet).
///
/// * `klinzha-V` (game and kind) is a piece, `klinzha-VG` the same with its Goal; to be used in an
///   element of class `side-gold`, `side-green` …:
///   `<use class="side-gold" href="#klinzha-VG" x="…" y="…" width="…" height="…"/>`. A width and
///   height of twice a cell's room, around the cell's middle, fit.
/// * `klinzha-any` stands for a piece that has no symbol.
/// * `mark-target`, `mark-capture`, `mark-danger` and `mark-cursor` are marks of the same size.
/// * `sign-both`, `sign-move`, `sign-capture`, `sign-own`, `sign-blocked` and `sign-victim` tell in
///   diagrams what may be done on a cell.
/// * `under-frozen` and `badge-frozen` go below and above a piece that is marked `frozen`; likewise
///   `locked`, `shielded`, `freezing` and `check`. Same size and place as the piece.
/// * Where pieces may be unknown, `clouded-klinzha-?` is one, `marker-V`, `marker-VG` … are notes of what was
///   lost on a cell, and the paths `cloud-puff-up-0` to `-2`, `cloud-puff-down-0`, `cloud-billow-up-0` … are details
///   of clouds, see `clouds.rs`: their data are to be set behind `M` and the middle of a cell.
/// * `hatch-gold`, `hatch-green` are patterns for zones: `fill="url(#hatch-gold)"`.
pub fn piece_defs(game: &str) -> Result<String, Refusal> {
    piece_defs_with(game, &[])
}

/// As [`piece_defs`], with symbols for the codes of pieces of one's own besides.
pub fn piece_defs_with(game: &str, own: &[&str]) -> Result<String, Refusal> {
    let info = heterodox_rules::info(game)?;
    let mut svg = Svg::new(Paint::Page);
    svg.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "symbols"),
            ("width", "0"),
            ("height", "0"),
            ("aria-hidden", "true"),
            ("focusable", "false"),
        ],
    );
    svg.open("defs", &[]);
    for &kind in info.pieces.iter().chain(own) {
        for goal in [false, true] {
            if !goal || pieces::may_bear_goal(game, kind) {
                symbol(&mut svg, &piece_id(game, kind, goal), |svg| {
                    pieces::draw_shapes(svg, Piece { game, side: None, kind, goal });
                });
            }
        }
    }
    symbol(&mut svg, &piece_id(game, "any", false), |svg| {
        pieces::draw_shapes(svg, Piece { game, side: None, kind: "?", goal: false });
    });
    cell_marks(&mut svg, heterodox_rules::board(game)?);
    piece_marks(&mut svg);
    if pieces::may_be_unknown(game) {
        clouded_symbols(&mut svg, game);
    }
    for side in info.sides {
        hatch_pattern(&mut svg, side);
    }
    svg.close("defs");
    svg.close("svg");
    Ok(svg.finish())
}

/// One piece as a picture of its own. `kind` may end in `G` for a warrior with its Goal; a kind that
/// has no sign is written out.
pub fn piece_svg(game: &str, side: &str, kind: &str, paint: Paint) -> String {
    let mut svg = Svg::new(paint);
    let class = format!("side-{side}");
    let reach = pieces::reach(game);
    let size = number(2.0 * reach);
    let view_box = format!("-{reach} -{reach} {size} {size}");
    let mut attributes = vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", &*view_box)];
    if paint == Paint::Page {
        attributes.push(("class", &class));
    } else {
        attributes.extend([("width", &*size), ("height", &*size)]);
    }
    svg.open("svg", &attributes);
    svg.set_side(side);
    pieces::draw_shapes(&mut svg, Piece { game, side: Some(side), kind, goal: false });
    svg.close("svg");
    svg.finish()
}

fn piece_id(game: &str, kind: &str, goal: bool) -> String {
    format!("{game}-{kind}{}", if goal { "G" } else { "" })
}

fn symbol(svg: &mut Svg, id: &str, draw: impl FnOnce(&mut Svg)) {
    let view_box = format!("-{ROOM} -{ROOM} {0} {0}", 2.0 * ROOM);
    svg.line_break();
    svg.open("symbol", &[("id", id), ("viewBox", &view_box), ("overflow", "visible")]);
    draw(svg);
    svg.close("symbol");
}

const QUARTERS: [&str; 4] = ["rotate(0)", "rotate(90)", "rotate(180)", "rotate(270)"];

/// Signs on cells, in the form that fits the board's cells.
fn cell_marks(svg: &mut Svg, geometry: &Geometry) {
    let square = geometry
        .cells
        .iter()
        .all(|cell| matches!(&cell.outline, Outline::Polygon { corners } if corners.len() == 4));
    let round =
        geometry.cells.iter().any(|cell| matches!(cell.outline, Outline::RingSector { .. }));
    symbol(svg, "mark-target", |svg| {
        svg.path("mark-target", "M0-17A17 17 0 0 1 0 17A17 17 0 0 1 0-17Z", &[]);
    });
    symbol(svg, "mark-capture", |svg| {
        let (corner, turns): (_, &[&str]) = if square {
            ("M-43-26V-43H-26", &QUARTERS)
        } else if round {
            ("M-20-48A52 52 0 0 1 20-48", &QUARTERS)
        } else {
            ("M-18-54L0-64L18-54", &["rotate(0)", "rotate(120)", "rotate(240)"])
        };
        for turn in turns {
            svg.path("mark-capture", corner, &[("transform", turn)]);
        }
    });
    symbol(svg, "mark-danger", |svg| {
        svg.path("mark-danger", "M0-38L35 23L-35 23Z", &[]);
        svg.path("mark-danger-sign", "M0-19L0 3M0 14L0 14", &[]);
    });
    symbol(svg, "mark-cursor", |svg| {
        let around =
            if square { "M-43-43H43V43H-43Z" } else { "M0-54A54 54 0 0 1 0 54A54 54 0 0 1 0-54Z" };
        svg.path("mark-cursor", around, &[]);
    });
    for sign in marks::SIGNS {
        symbol(svg, &format!("sign-{}", sign.name), |svg| marks::draw(svg, sign.shapes));
    }
}

/// What lies below a piece with a mark, and above it.
fn piece_marks(svg: &mut Svg) {
    for mark in marks::PIECES {
        symbol(svg, &format!("under-{}", mark.name), |svg| marks::draw(svg, mark.under));
        symbol(svg, &format!("badge-{}", mark.name), |svg| marks::draw(svg, mark.badge));
    }
}

/// Pieces that cannot be recognised, notes of losses, and what makes clouds look like clouds.
fn clouded_symbols(svg: &mut Svg, game: &str) {
    let kind = pieces::UNKNOWN;
    symbol(svg, &piece_id(game, kind, false), |svg| {
        pieces::draw_shapes(svg, Piece { game, side: None, kind, goal: false });
    });
    for code in pieces::LOSSES {
        symbol(svg, &format!("marker-{code}"), |svg| {
            svg.open("g", &[("class", "side-note")]);
            pieces::draw_note(svg, code);
            svg.close("g");
        });
    }
    for detail in clouds::DETAILS {
        for (way, variants) in [("up", &detail.up), ("down", &detail.down)] {
            for (i, d) in variants.iter().enumerate() {
                svg.path(detail.role, d, &[("id", &format!("{}-{way}-{i}", detail.role))]);
            }
        }
    }
}

fn hatch_pattern(svg: &mut Svg, side: &str) {
    let id = format!("hatch-{side}");
    let class = format!("side-{side}");
    let turn = if side == "gold" { "rotate(-45)" } else { "rotate(45)" };
    svg.line_break();
    svg.open(
        "pattern",
        &[
            ("id", &id),
            ("class", &class),
            ("width", "9"),
            ("height", "9"),
            ("patternUnits", "userSpaceOnUse"),
            ("patternTransform", turn),
        ],
    );
    svg.path("zone-wash", "M0 0H9V9H0Z", &[]);
    svg.path("zone-hatch", "M0 4.5H9", &[]);
    svg.close("pattern");
}

//! SVG symbols of pieces and marks for pages, and single pieces.

use crate::clouds;
use crate::layout::has_square_cells;
use crate::marks;
use crate::pieces::{self, INRADIUS, Piece};
use crate::shape::draw_shapes;
use crate::style::ColourMode;
use crate::svg::{Svg, number};
use heterodox_rules::Refusal;
use heterodox_rules::geometry::{Geometry, Outline};

/// Returns all symbols of a game in one hidden SVG, for a page that includes
/// [`stylesheet`](crate::stylesheet).
///
/// The symbols are as large as a cell: `<use>` fits with a width and height of twice the cell's
/// `data-room`, centred on the cell.
///
/// - `klinzha-V` (game and kind) is a piece, and `klinzha-VG` the same piece with its Goal. A class
///   `side-gold`, `side-green` … gives it the colours of a side:
///   `<use class="side-gold" href="#klinzha-VG" x="…" y="…" width="…" height="…"/>`.
/// - `klinzha-any` stands for a piece that has no symbol.
/// - `mark-target`, `mark-capture`, `mark-danger` and `mark-cursor` mark a cell.
/// - `sign-both`, `sign-move` … are the signs of [`Mark::kind`](crate::Mark::kind).
/// - `under-frozen` and `badge-frozen` go below and above a piece with the mark `frozen`. There is
///   a pair for each mark.
/// - `hatch-gold`, `hatch-green` … are patterns for zones: `fill="url(#hatch-gold)"`.
///
/// In a game with unknown pieces also:
///
/// - `clouded-klinzha-?` is an unknown piece.
/// - `marker-V`, `marker-VG` … are markers of losses.
/// - `cloud-drop-up-0` to `-2`, `cloud-drop-down-0` …, `cloud-wisp-up-0` … are paths with the
///   details of clouds. Their data follow `M` and the centre of a cell.
///
/// # Errors
///
/// `no-such-game` if the game is unknown.
pub fn piece_defs(game: &str) -> Result<String, Refusal> {
    piece_defs_with(game, &[])
}

/// As [`piece_defs`], also with symbols for the codes of user-defined pieces.
///
/// # Errors
///
/// `no-such-game` if the game is unknown.
pub fn piece_defs_with(game: &str, extra: &[&str]) -> Result<String, Refusal> {
    let info = heterodox_rules::info(game)?;
    let mut svg = Svg::new(ColourMode::Page);
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
    let room = INRADIUS / pieces::scale(game);
    for &kind in info.pieces.iter().chain(extra) {
        for goal in [false, true] {
            if !goal || pieces::may_have_goal(game, kind) {
                write_symbol_of_size(&mut svg, &piece_id(game, kind, goal), room, |svg| {
                    pieces::draw_unscaled(svg, Piece { game, side: None, kind, goal });
                });
            }
        }
    }
    write_symbol_of_size(&mut svg, &piece_id(game, "any", false), room, |svg| {
        pieces::draw_unscaled(svg, Piece { game, side: None, kind: "?", goal: false });
    });
    write_cell_marks(&mut svg, heterodox_rules::board(game)?);
    write_piece_marks(&mut svg);
    if pieces::has_unknown_pieces(game) {
        write_clouded_symbols(&mut svg, game);
    }
    for side in info.sides {
        write_hatch_pattern(&mut svg, side);
    }
    svg.close("defs");
    svg.close("svg");
    Ok(svg.into_string())
}

/// Returns one piece as SVG. In Klin Zha `kind` may end in `G` for a warrior with its Goal. A kind
/// without a drawing is shown by its code.
pub fn piece_svg(game: &str, side: &str, kind: &str, colour_mode: ColourMode) -> String {
    let mut svg = Svg::new(colour_mode);
    let class = format!("side-{side}");
    let extent = pieces::extent(game);
    let size = number(2.0 * extent);
    let view_box = format!("-{extent} -{extent} {size} {size}");
    let mut attributes = vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", &*view_box)];
    if colour_mode == ColourMode::Page {
        attributes.push(("class", &class));
    } else {
        attributes.extend([("width", &*size), ("height", &*size)]);
    }
    svg.open("svg", &attributes);
    svg.set_side(side);
    pieces::draw_unscaled(&mut svg, Piece { game, side: Some(side), kind, goal: false });
    svg.close("svg");
    svg.into_string()
}

fn piece_id(game: &str, kind: &str, goal: bool) -> String {
    format!("{game}-{kind}{}", if goal { "G" } else { "" })
}

fn write_symbol(svg: &mut Svg, id: &str, draw: impl FnOnce(&mut Svg)) {
    write_symbol_of_size(svg, id, INRADIUS, draw);
}

/// Writes a symbol whose cell has the inradius `extent`.
fn write_symbol_of_size(svg: &mut Svg, id: &str, extent: f64, draw: impl FnOnce(&mut Svg)) {
    let view_box = format!("-{0} -{0} {1} {1}", number(extent), number(2.0 * extent));
    svg.line_break();
    svg.open("symbol", &[("id", id), ("viewBox", &view_box), ("overflow", "visible")]);
    draw(svg);
    svg.close("symbol");
}

const QUARTER_TURNS: [&str; 4] = ["rotate(0)", "rotate(90)", "rotate(180)", "rotate(270)"];

/// Writes the marks of cells, in the form that fits the board's cells, and the signs.
fn write_cell_marks(svg: &mut Svg, geometry: &Geometry) {
    let square = has_square_cells(geometry);
    let round =
        geometry.cells.iter().any(|cell| matches!(cell.outline, Outline::RingSector { .. }));
    write_symbol(svg, "mark-target", |svg| {
        svg.path("mark-target", "M0-17A17 17 0 0 1 0 17A17 17 0 0 1 0-17Z", &[]);
    });
    write_symbol(svg, "mark-capture", |svg| {
        let (corner, rotations): (_, &[&str]) = if square {
            ("M-43-26V-43H-26", &QUARTER_TURNS)
        } else if round {
            ("M-20-48A52 52 0 0 1 20-48", &QUARTER_TURNS)
        } else {
            ("M-18-54L0-64L18-54", &["rotate(0)", "rotate(120)", "rotate(240)"])
        };
        for rotation in rotations {
            svg.path("mark-capture", corner, &[("transform", rotation)]);
        }
    });
    write_symbol(svg, "mark-danger", |svg| {
        svg.path("mark-danger", "M0-38L35 23L-35 23Z", &[]);
        svg.path("mark-danger-sign", "M0-19L0 3M0 14L0 14", &[]);
    });
    write_symbol(svg, "mark-cursor", |svg| {
        let outline =
            if square { "M-43-43H43V43H-43Z" } else { "M0-54A54 54 0 0 1 0 54A54 54 0 0 1 0-54Z" };
        svg.path("mark-cursor", outline, &[]);
    });
    for sign in marks::SIGNS {
        write_symbol(svg, &format!("sign-{}", sign.name), |svg| draw_shapes(svg, sign.shapes));
    }
}

/// Writes the grounds and badges of the marks of pieces.
fn write_piece_marks(svg: &mut Svg) {
    for mark in marks::PIECES {
        write_symbol(svg, &format!("under-{}", mark.name), |svg| draw_shapes(svg, mark.under));
        write_symbol(svg, &format!("badge-{}", mark.name), |svg| draw_shapes(svg, mark.badge));
    }
}

/// Writes the unknown piece, the markers of losses and the details of clouds.
fn write_clouded_symbols(svg: &mut Svg, game: &str) {
    let kind = pieces::UNKNOWN;
    let room = INRADIUS / pieces::scale(game);
    write_symbol_of_size(svg, &piece_id(game, kind, false), room, |svg| {
        pieces::draw_unscaled(svg, Piece { game, side: None, kind, goal: false });
    });
    for code in pieces::MARKER_CODES {
        write_symbol(svg, &format!("marker-{code}"), |svg| {
            svg.open("g", &[("class", "side-note")]);
            pieces::draw_marker(svg, code);
            svg.close("g");
        });
    }
    for detail in clouds::DETAILS {
        for (direction, variants) in [("up", &detail.up), ("down", &detail.down)] {
            for (i, d) in variants.iter().enumerate() {
                svg.path(detail.class, d, &[("id", &format!("{}-{direction}-{i}", detail.class))]);
            }
        }
    }
}

fn write_hatch_pattern(svg: &mut Svg, side: &str) {
    let id = format!("hatch-{side}");
    let class = format!("side-{side}");
    let rotation = if side == "gold" { "rotate(-45)" } else { "rotate(45)" };
    svg.line_break();
    svg.open(
        "pattern",
        &[
            ("id", &id),
            ("class", &class),
            ("width", "9"),
            ("height", "9"),
            ("patternUnits", "userSpaceOnUse"),
            ("patternTransform", rotation),
        ],
    );
    svg.path("zone-wash", "M0 0H9V9H0Z", &[]);
    svg.path("zone-hatch", "M0 4.5H9", &[]);
    svg.close("pattern");
}

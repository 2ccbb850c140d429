//! Pieces and marks for pages: a sheet of symbols to be used by name, and single pieces.

use crate::pieces::{self, Piece, ROOM};
use crate::style::Paint;
use crate::svg::Svg;
use heterodox_rules::Refusal;

/// All symbols of a game in one hidden SVG, to stand once in a page that has
/// [`stylesheet`](crate::stylesheet).
///
/// * `klinzha-V` (game and kind) is a piece, `klinzha-VG` the same with its Goal; to be used in an
///   element of class `side-gold`, `side-green` …:
///   `<use class="side-gold" href="#klinzha-VG" x="…" y="…" width="…" height="…"/>`. A width and
///   height of twice a cell's room, around the cell's middle, fit.
/// * `mark-target`, `mark-capture`, `mark-danger` and `mark-cursor` are marks of the same size.
/// * `hatch-gold`, `hatch-green` are patterns for zones: `fill="url(#hatch-gold)"`.
pub fn piece_defs(game: &str) -> Result<String, Refusal> {
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
    for &kind in info.pieces {
        for goal in [false, true] {
            if !goal || pieces::may_bear_goal(game, kind) {
                symbol(&mut svg, &piece_id(game, kind, goal), |svg| {
                    pieces::draw_shapes(svg, Piece { game, side: None, kind, goal });
                });
            }
        }
    }
    marks(&mut svg);
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
    let mut attributes = vec![("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", VIEW_BOX)];
    if paint == Paint::Page {
        attributes.push(("class", &class));
    } else {
        attributes.extend([("width", "112"), ("height", "112")]);
    }
    svg.open("svg", &attributes);
    svg.set_side(side);
    pieces::draw_shapes(&mut svg, Piece { game, side: Some(side), kind, goal: false });
    svg.close("svg");
    svg.finish()
}

/// A token, its badge and its shadow reach a little over the room of a cell.
const VIEW_BOX: &str = "-56 -56 112 112";

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

fn marks(svg: &mut Svg) {
    symbol(svg, "mark-target", |svg| {
        svg.path("mark-target", "M0-17A17 17 0 0 1 0 17A17 17 0 0 1 0-17Z", &[]);
    });
    symbol(svg, "mark-capture", |svg| {
        let corner = "M-18-54L0-64L18-54";
        for turn in ["rotate(0)", "rotate(120)", "rotate(240)"] {
            svg.path("mark-capture", corner, &[("transform", turn)]);
        }
    });
    symbol(svg, "mark-danger", |svg| {
        svg.path("mark-danger", "M0-38L35 23L-35 23Z", &[]);
        svg.path("mark-danger-sign", "M0-19L0 3M0 14L0 14", &[]);
    });
    symbol(svg, "mark-cursor", |svg| {
        svg.path("mark-cursor", "M0-54A54 54 0 0 1 0 54A54 54 0 0 1 0-54Z", &[]);
    });
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

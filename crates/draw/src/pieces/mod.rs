//! Pieces: one drawing for each kind, in the colours of its side.
//!
//! Each game has its [`PieceDrawings`]. The warriors of Klin Zha are tokens, whose outline tells
//! the side, with an icon of the kind. The pieces of Grand Chess are figures that stand on the
//! square. Those of `KaleidoChess` are discs with strokes or dots.
//!
//! Pieces are drawn around (0, 0) for a cell with the inradius [`INRADIUS`], and scaled from there.
//! A token fills the cell, an icon on it fits into a circle of radius 40, and a figure into a
//! square of side 90.

mod grand_chess;
mod kaleido;
mod klinzha;

pub(crate) use klinzha::{MARKER_CODES, draw_marker};

use crate::font;
use crate::shape::{Shape, draw_shapes};
use crate::style::ColourMode;
use crate::svg::{Svg, number};
use heterodox_rules::geometry::Point;

/// The inradius of the cell for which pieces are drawn.
pub(crate) const INRADIUS: f64 = 47.5;

/// Shapes that several pieces may share, with a transformation.
struct Part {
    shapes: &'static [Shape],
    /// The value of `transform`; empty for none.
    transform: &'static str,
}

/// A part without a transformation.
const fn part(shapes: &'static [Shape]) -> Part {
    Part { shapes, transform: "" }
}

/// A part with a transformation.
const fn part_at(shapes: &'static [Shape], transform: &'static str) -> Part {
    Part { shapes, transform }
}

const fn shape(class: &'static str, d: &'static str) -> Shape {
    Shape::new(class, d)
}

/// A solid part of a figure, with an outline.
const fn body(d: &'static str) -> Shape {
    shape("figure-body", d)
}

/// Lines on a body.
const fn line(d: &'static str) -> Shape {
    shape("figure-line", d)
}

/// Thin limbs and strings outside the body, in the colour of the outline.
const fn limb(d: &'static str) -> Shape {
    shape("figure-limb", d)
}

/// Thick limbs, with an outline.
const fn tube(d: &'static str) -> Shape {
    shape("figure-tube", d)
}

/// An area in the colour of the body, on an area of [`ink`].
const fn cut(d: &'static str) -> Shape {
    shape("piece-cut", d)
}

/// An area in the colour of the lines.
const fn ink(d: &'static str) -> Shape {
    shape("piece-ink", d)
}

/// A small emblem in front of a figure.
const fn emblem(d: &'static str) -> Shape {
    shape("figure-arms", d)
}

/// How the pieces of a game are drawn.
struct PieceDrawings {
    /// The id of the game.
    game: &'static str,
    /// The drawing of each kind, by its code.
    kinds: &'static [(&'static str, &'static [Part])],
    /// Drawn below the code of a kind without a drawing. Empty if the token serves for that.
    fallback: &'static [Part],
    /// Drawn on the token of a piece whose kind the viewer does not know. Empty if the game has no
    /// such pieces.
    unknown: &'static [Shape],
    /// The outline of each side's token. Empty if the pieces are figures without tokens. Without
    /// colour vision, sides are recognised by their outlines or their rim patterns.
    tokens: &'static [(&'static str, &'static str)],
    /// The pattern on the rim of each side's token, instead of the plain ring; may be empty.
    rim_patterns: &'static [(&'static str, &'static [Shape])],
    /// The size of a piece as a part of the cell's inradius: less than 1 leaves air around it.
    scale: f64,
    /// The pips of each kind for how far it goes, below its icon; may be empty.
    pips: &'static [(&'static str, &'static str)],
    /// The badge of a piece that shares its cell with its Goal; may be empty.
    goal_badge: &'static [Shape],
    /// The kinds that may share a cell with their Goal.
    goal_companions: &'static [&'static str],
}

impl PieceDrawings {
    /// Returns what the token of a side has instead of the plain ring.
    fn rim_pattern(&self, side: &str) -> Option<&'static [Shape]> {
        self.rim_patterns.iter().find(|(known, _)| *known == side).map(|(_, pattern)| *pattern)
    }
}

/// The drawings of all games. A new game is one row here.
static GAMES: [&PieceDrawings; 4] =
    [&klinzha::DRAWINGS, &klinzha::CLOUDED_DRAWINGS, &grand_chess::DRAWINGS, &kaleido::DRAWINGS];

/// Returns the drawings of a game. In an unknown game the codes are written on Klin Zha's tokens.
fn drawings(game: &str) -> &'static PieceDrawings {
    GAMES.iter().find(|drawings| drawings.game == game).unwrap_or(&&klinzha::CODES_ONLY)
}

/// Whether a piece of this kind may share its cell with its Goal.
pub(crate) fn may_have_goal(game: &str, kind: &str) -> bool {
    drawings(game).goal_companions.contains(&kind)
}

/// The code of a piece whose kind the viewer does not know.
pub(crate) const UNKNOWN: &str = "?";

/// Whether the game has pieces whose kind a viewer does not know.
pub(crate) fn has_unknown_pieces(game: &str) -> bool {
    !drawings(game).unknown.is_empty()
}

/// Returns the greatest distance of a piece's drawing from its centre. A token with its badge and
/// its shadow exceeds the inradius of a cell a little.
pub(crate) fn extent(game: &str) -> f64 {
    if drawings(game).tokens.is_empty() { INRADIUS } else { 56.0 }
}

/// Returns the size of a game's pieces as a part of the cell's inradius.
pub(crate) fn scale(game: &str) -> f64 {
    drawings(game).scale
}

/// A piece to draw.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) game: &'a str,
    /// The key of the side. `None` draws the tokens of all sides, of which the page's style sheet
    /// shows one.
    pub(crate) side: Option<&'a str>,
    /// The code of the kind, such as `V`, or `VG` for a Vanguard with its Goal.
    pub(crate) kind: &'a str,
    /// Whether its Goal is on the same cell.
    pub(crate) goal: bool,
}

/// Draws a piece around `centre`, scaled for a cell with this inradius.
pub(crate) fn draw(svg: &mut Svg, piece: Piece, centre: Point, inradius: f64) {
    let scale = format!("{:.4}", inradius / INRADIUS * scale(piece.game));
    let transform = format!("translate({} {}) scale({scale})", number(centre.x), number(centre.y));
    let side = piece.side.unwrap_or_default();
    let class = format!("piece side-{side}");
    if svg.colour_mode() == ColourMode::Page {
        svg.open("g", &[("class", &class), ("transform", &transform)]);
    } else {
        svg.open("g", &[("transform", &transform)]);
    }
    let outer_side = svg.side().to_owned();
    svg.set_side(side);
    draw_unscaled(svg, piece);
    svg.set_side(&outer_side);
    svg.close("g");
}

/// Draws a piece around (0, 0) for a cell with the inradius [`INRADIUS`].
pub(crate) fn draw_unscaled(svg: &mut Svg, piece: Piece) {
    let drawings = drawings(piece.game);
    let (kind, goal) = match piece.kind.strip_suffix('G') {
        Some(kind) if may_have_goal(piece.game, kind) => (kind, true),
        _ => (piece.kind, piece.goal),
    };
    draw_tokens(svg, drawings, piece.side, goal);
    if kind == UNKNOWN && has_unknown_pieces(piece.game) {
        let centre = Point { x: 0.0, y: -16.0 };
        svg.path("unknown-letter", &font::centred_text_path(kind, centre, 40.0), &[]);
        draw_shapes(svg, drawings.unknown);
        return;
    }
    if let Some((_, parts)) = drawings.kinds.iter().find(|(code, _)| *code == kind) {
        let pips = drawings.pips.iter().find(|(code, _)| *code == kind);
        if let Some((_, pips)) = pips {
            svg.open("g", &[("transform", "translate(0 -5) scale(.82)")]);
            draw_parts(svg, parts);
            svg.close("g");
            svg.path("piece-pips", pips, &[]);
        } else {
            draw_parts(svg, parts);
        }
    } else {
        draw_parts(svg, drawings.fallback);
        draw_code(svg, kind, drawings.fallback.is_empty());
    }
    if goal {
        draw_shapes(svg, drawings.goal_badge);
    }
}

/// Draws the token of a side, or the tokens of all sides in a group each.
fn draw_tokens(svg: &mut Svg, drawings: &PieceDrawings, side: Option<&str>, goal: bool) {
    if let (Some(side), Some(last)) = (side, drawings.tokens.last()) {
        let (side, outline) =
            drawings.tokens.iter().find(|(known, _)| *known == side).unwrap_or(last);
        svg.open("g", &[]);
        draw_token(svg, outline, drawings.rim_pattern(side), goal);
        svg.close("g");
        return;
    }
    for (side, outline) in drawings.tokens {
        let class = format!("token-{side}");
        svg.open("g", &[("class", &class)]);
        draw_token(svg, outline, drawings.rim_pattern(side), goal);
        svg.close("g");
    }
}

fn draw_token(svg: &mut Svg, outline: &str, rim_pattern: Option<&[Shape]>, goal: bool) {
    if goal {
        svg.path("goal-carrier", outline, &[("transform", "scale(1.19)")]);
    }
    svg.path("piece-shadow", outline, &[("transform", "translate(2 5)")]);
    if let Some(pattern) = rim_pattern {
        svg.path("disc-body", outline, &[]);
        return draw_shapes(svg, pattern);
    }
    svg.path("piece-body", outline, &[]);
    let ring = if goal { "goal-halo" } else { "piece-ring" };
    svg.path(ring, outline, &[("transform", "scale(.87)")]);
}

/// Writes a code on a token or on a fallback drawing.
fn draw_code(svg: &mut Svg, code: &str, on_token: bool) {
    let (max_height, y): (f64, f64) = match (on_token, code.len()) {
        (true, 0..=1) => (44.0, 0.0),
        (true, _) => (32.0, 0.0),
        (false, 0..=1) => (36.0, -8.0),
        (false, _) => (28.0, -8.0),
    };
    let max_width = if on_token { f64::INFINITY } else { 52.0 };
    let height = max_height.min(max_width / font::text_width(code).max(f64::EPSILON));
    svg.path("piece-letter", &font::centred_text_path(code, Point { x: 0.0, y }, height), &[]);
}

fn draw_parts(svg: &mut Svg, parts: &[Part]) {
    for part in parts {
        if part.transform.is_empty() {
            draw_shapes(svg, part.shapes);
        } else {
            svg.open("g", &[("transform", part.transform)]);
            draw_shapes(svg, part.shapes);
            svg.close("g");
        }
    }
}

//! Pieces: the picture of a kind in its side's colours.
//!
//! A game's [`Signs`] say how: Klin Zha's warriors are tokens, whose form tells the side, with the
//! sign of their kind on them; those of Grand Chess are figures that stand on the square; those of
//! `KaleidoChess` are discs with strokes and dots.
//!
//! They are drawn around (0, 0) for a cell with a room of [`ROOM`]; a token fills it, a sign on it
//! keeps to a circle of about 40, a figure to a square of 90.

mod grand_chess;
mod kaleido;
mod klinzha;

pub(crate) use klinzha::{LOSSES, draw_note};

use crate::font;
use crate::style::Paint;
use crate::svg::{Svg, number};
use heterodox_rules::geometry::Point;

/// The room of the cell for which pieces are drawn.
pub(crate) const ROOM: f64 = 47.5;

/// A part of a sign.
struct Shape {
    /// How it is coloured: `piece-ink`, `piece-cut` …
    role: &'static str,
    /// The path.
    d: &'static str,
    /// An SVG transformation; may be empty.
    transform: &'static str,
}

/// Shapes that belong together and may be used in several pictures.
struct Part {
    shapes: &'static [Shape],
    /// An SVG transformation; may be empty.
    transform: &'static str,
}

/// A part as it is drawn.
const fn on(shapes: &'static [Shape]) -> Part {
    Part { shapes, transform: "" }
}

/// A part moved to its place.
const fn at(shapes: &'static [Shape], transform: &'static str) -> Part {
    Part { shapes, transform }
}

const fn shape(role: &'static str, d: &'static str) -> Shape {
    Shape { role, d, transform: "" }
}

/// A solid part of a figure, with its outline.
const fn body(d: &'static str) -> Shape {
    shape("figure-body", d)
}

/// Inner lines of a figure.
const fn line(d: &'static str) -> Shape {
    shape("figure-line", d)
}

/// Thin limbs and strings outside the body, in the colour of the outline.
const fn limb(d: &'static str) -> Shape {
    shape("figure-limb", d)
}

/// Thick limbs, with an outline of their own.
const fn tube(d: &'static str) -> Shape {
    shape("figure-tube", d)
}

/// A part in the colour of the body, on one in that of the lines.
const fn cut(d: &'static str) -> Shape {
    shape("piece-cut", d)
}

/// A part in the colour of the lines.
const fn ink(d: &'static str) -> Shape {
    shape("piece-ink", d)
}

/// A small sign before a figure.
const fn arm(d: &'static str) -> Shape {
    shape("figure-arms", d)
}

/// How the pieces of a game are made.
struct Signs {
    /// The pictures by code.
    kinds: &'static [(&'static str, &'static [Part])],
    /// What bears the letters of a kind that has no picture; nothing where the token does.
    blank: &'static [Part],
    /// What lies before the token of a piece that cannot be recognised; empty where every piece can be.
    unknown: &'static [Shape],
    /// The form of each side's token, told apart without colours too; none where figures stand
    /// on the cell itself.
    tokens: &'static [(&'static str, &'static str)],
    /// What each side's token bears instead of the usual ring; may be empty.
    patterns: &'static [(&'static str, &'static [Shape])],
    /// What a warrior that shares its cell with its Goal bears besides; may be empty.
    badge: &'static [Shape],
    /// The kinds that can bear it.
    goal_bearers: &'static [&'static str],
}

impl Signs {
    /// What the token of a side bears instead of the usual ring.
    fn pattern(&self, side: &str) -> Option<&'static [Shape]> {
        self.patterns.iter().find(|(known, _)| *known == side).map(|(_, pattern)| *pattern)
    }
}

/// The pieces of a game; one that has none of its own writes codes on Klin Zha's tokens.
fn signs(game: &str) -> &'static Signs {
    match game {
        "klinzha" => &klinzha::SIGNS,
        "clouded-klinzha" => &klinzha::CLOUDED,
        "grand-chess" => &grand_chess::SIGNS,
        "kaleidochess" => &kaleido::SIGNS,
        _ => &klinzha::LETTERS,
    }
}

/// Whether a piece of this kind may stand with its Goal.
pub(crate) fn may_bear_goal(game: &str, kind: &str) -> bool {
    signs(game).goal_bearers.contains(&kind)
}

/// The code of a piece that a viewer cannot recognise.
pub(crate) const UNKNOWN: &str = "?";

/// Whether a piece of this game may be one that a viewer cannot recognise.
pub(crate) fn may_be_unknown(game: &str) -> bool {
    !signs(game).unknown.is_empty()
}

/// How far the pieces of a game may reach from the middle: a token, its badge and its shadow reach
/// a little over the room of a cell.
pub(crate) fn reach(game: &str) -> f64 {
    if signs(game).tokens.is_empty() { ROOM } else { 56.0 }
}

/// A piece to draw.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    pub(crate) game: &'a str,
    /// Key of the side; none draws the tokens of all sides, for a symbol that a page colours.
    pub(crate) side: Option<&'a str>,
    /// Code of the kind; `VG` is a Vanguard with its Goal.
    pub(crate) kind: &'a str,
    /// Whether its Goal is with it.
    pub(crate) goal: bool,
}

/// Draws a piece around `centre`, sized for a cell with this room.
pub(crate) fn draw(svg: &mut Svg, piece: Piece, centre: Point, room: f64) {
    let scale = format!("{:.4}", room / ROOM);
    let transform = format!("translate({} {}) scale({scale})", number(centre.x), number(centre.y));
    let side = piece.side.unwrap_or_default();
    let class = format!("piece side-{side}");
    if svg.paint() == Paint::Page {
        svg.open("g", &[("class", &class), ("transform", &transform)]);
    } else {
        svg.open("g", &[("transform", &transform)]);
    }
    let before = svg.side().to_owned();
    svg.set_side(side);
    draw_shapes(svg, piece);
    svg.set_side(&before);
    svg.close("g");
}

/// Draws a piece around (0, 0) for a cell with a room of [`ROOM`].
pub(crate) fn draw_shapes(svg: &mut Svg, piece: Piece) {
    let signs = signs(piece.game);
    let (kind, goal) = match piece.kind.strip_suffix('G') {
        Some(warrior) if may_bear_goal(piece.game, warrior) => (warrior, true),
        _ => (piece.kind, piece.goal),
    };
    draw_tokens(svg, signs, piece.side, goal);
    if kind == UNKNOWN && may_be_unknown(piece.game) {
        let middle = Point { x: 0.0, y: -16.0 };
        svg.path("unknown-letter", &font::text(kind, middle, 40.0), &[]);
        draw_sign(svg, signs.unknown);
        return;
    }
    if let Some((_, picture)) = signs.kinds.iter().find(|(code, _)| *code == kind) {
        draw_parts(svg, picture);
    } else {
        draw_parts(svg, signs.blank);
        draw_letters(svg, kind, signs.blank.is_empty());
    }
    if goal {
        draw_sign(svg, signs.badge);
    }
}

fn draw_tokens(svg: &mut Svg, signs: &Signs, side: Option<&str>, goal: bool) {
    if let (Some(side), Some(last)) = (side, signs.tokens.last()) {
        let (side, outline) = signs.tokens.iter().find(|(known, _)| *known == side).unwrap_or(last);
        svg.open("g", &[]);
        draw_token(svg, outline, signs.pattern(side), goal);
        svg.close("g");
        return;
    }
    for (side, outline) in signs.tokens {
        let class = format!("token-{side}");
        svg.open("g", &[("class", &class)]);
        draw_token(svg, outline, signs.pattern(side), goal);
        svg.close("g");
    }
}

fn draw_token(svg: &mut Svg, outline: &str, pattern: Option<&[Shape]>, goal: bool) {
    svg.path("piece-shadow", outline, &[("transform", "translate(2 5)")]);
    if let Some(pattern) = pattern {
        svg.path("disc-body", outline, &[]);
        return draw_sign(svg, pattern);
    }
    svg.path("piece-body", outline, &[]);
    let ring = if goal { "goal-halo" } else { "piece-ring" };
    svg.path(ring, outline, &[("transform", "scale(.87)")]);
}

/// Writes a code on a token or on the form that stands for any piece.
fn draw_letters(svg: &mut Svg, code: &str, on_token: bool) {
    let (height, middle): (f64, f64) = match (on_token, code.len()) {
        (true, 0..=1) => (44.0, 0.0),
        (true, _) => (32.0, 0.0),
        (false, 0..=1) => (36.0, -8.0),
        (false, _) => (28.0, -8.0),
    };
    let room = if on_token { f64::INFINITY } else { 52.0 };
    let height = height.min(room / font::width(code).max(f64::EPSILON));
    svg.path("piece-letter", &font::text(code, Point { x: 0.0, y: middle }, height), &[]);
}

fn draw_parts(svg: &mut Svg, parts: &[Part]) {
    for part in parts {
        if part.transform.is_empty() {
            draw_sign(svg, part.shapes);
        } else {
            svg.open("g", &[("transform", part.transform)]);
            draw_sign(svg, part.shapes);
            svg.close("g");
        }
    }
}

fn draw_sign(svg: &mut Svg, sign: &[Shape]) {
    for shape in sign {
        let more: &[_] = &[("transform", shape.transform)];
        let more = if shape.transform.is_empty() { &[] } else { more };
        svg.path(shape.role, shape.d, more);
        if shape.role == "figure-tube" {
            svg.path("figure-tube-core", shape.d, more);
        }
    }
}

//! Pieces: a token in the side's colours and form with the sign of its kind on it.
//!
//! They are drawn around (0, 0) for a cell with a room of [`ROOM`]; a token fills it, a sign keeps
//! to a circle of about 40.

mod klinzha;

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

/// The signs of a game's pieces.
struct Signs {
    /// The sign of a kind.
    sign: fn(&str) -> Option<&'static [Shape]>,
    /// What a warrior that shares its cell with its Goal bears besides; may be empty.
    badge: &'static [Shape],
    /// The kinds that can bear it.
    goal_bearers: &'static [&'static str],
}

fn signs(game: &str) -> Option<&'static Signs> {
    (game == "klinzha").then_some(&klinzha::SIGNS)
}

/// Whether a piece of this kind may stand with its Goal.
pub(crate) fn may_bear_goal(game: &str, kind: &str) -> bool {
    signs(game).is_some_and(|signs| signs.goal_bearers.contains(&kind))
}

/// The form of each side's token: told apart without colours too.
const TOKENS: &[(&str, &str)] = &[
    ("gold", "M0-47A47 47 0 0 1 0 47A47 47 0 0 1 0-47Z"),
    ("green", "M-52 0L-26-45L26-45L52 0L26 45L-26 45Z"),
    ("neutral", "M-40-40L40-40L40 40L-40 40Z"),
];

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
        Some(warrior) if !warrior.is_empty() => (warrior, true),
        _ => (piece.kind, piece.goal),
    };
    let tokens: Vec<_> = match piece.side {
        Some(side) => vec![token(side)],
        None => TOKENS.to_vec(),
    };
    for (side, outline) in tokens {
        let class = format!("token-{side}");
        let group: &[(&str, &str)] = if piece.side.is_none() { &[("class", &class)] } else { &[] };
        svg.open("g", group);
        draw_token(svg, outline, goal);
        svg.close("g");
    }
    if let Some(sign) = signs.and_then(|signs| (signs.sign)(kind)) {
        draw_sign(svg, sign);
    } else {
        let height = if kind.len() > 1 { 32.0 } else { 44.0 };
        svg.path("piece-letter", &font::text(kind, Point { x: 0.0, y: 0.0 }, height), &[]);
    }
    if let (true, Some(signs)) = (goal, signs) {
        draw_sign(svg, signs.badge);
    }
}

fn token(side: &str) -> (&'static str, &'static str) {
    *TOKENS.iter().find(|(known, _)| *known == side).unwrap_or(&TOKENS[TOKENS.len() - 1])
}

fn draw_token(svg: &mut Svg, outline: &str, goal: bool) {
    svg.path("piece-shadow", outline, &[("transform", "translate(2 5)")]);
    svg.path("piece-body", outline, &[]);
    let ring = if goal { "goal-halo" } else { "piece-ring" };
    svg.path(ring, outline, &[("transform", "scale(.87)")]);
}

fn draw_sign(svg: &mut Svg, sign: &[Shape]) {
    for shape in sign {
        if shape.transform.is_empty() {
            svg.path(shape.role, shape.d, &[]);
        } else {
            svg.path(shape.role, shape.d, &[("transform", shape.transform)]);
        }
    }
}

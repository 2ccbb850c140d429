//! The pieces of `KaleidoChess`, drawn for this project: discs with strokes for pieces that fly and
//! dots for pieces that walk, one for each step of their move. The Wizard's three strokes form a
//! triangle, as in the source of the rules.
//!
//! A side is recognised by the colour of the disc and, without colour vision, by a pattern along
//! the rim.

use super::{Part, PieceDrawings, part, shape};
use crate::shape::Shape;

pub(super) static DRAWINGS: PieceDrawings = PieceDrawings {
    game: "kaleidochess",
    kinds: KINDS,
    fallback: &[],
    unknown: &[],
    tokens: TOKENS,
    rim_patterns: RIM_PATTERNS,
    scale: 1.0,
    pips: &[],
    goal_badge: &[],
    goal_companions: &[],
};

const DISC: &str = "M0-44A44 44 0 0 1 0 44A44 44 0 0 1 0-44Z";

const TOKENS: &[(&str, &str)] = &[("white", DISC), ("red", DISC), ("black", DISC), ("green", DISC)];

/// White has a ring, Red teeth, Black two rings, Green beads.
const RIM_PATTERNS: &[(&str, &[Shape])] = &[
    ("white", &[shape("disc-ring", RING)]),
    ("red", &[shape("disc-teeth", RING)]),
    ("black", &[shape("disc-ring", RING), shape("disc-ring", INNER_RING)]),
    ("green", &[shape("disc-beads", RING)]),
];

const RING: &str = "M0-37A37 37 0 0 1 0 37A37 37 0 0 1 0-37Z";
const INNER_RING: &str = "M0-31A31 31 0 0 1 0 31A31 31 0 0 1 0-31Z";

const fn strokes(d: &'static str) -> Shape {
    shape("disc-stroke", d)
}

const fn dots(d: &'static str) -> Shape {
    shape("disc-dot", d)
}

const KINDS: &[(&str, &[Part])] = &[
    ("W", &[part(&[strokes("M0-22L20 13H-20Z")])]),
    ("D", &[part(&[strokes("M-20.4-11V11M-6.8-18V18M6.8-18V18M20.4-11V11")])]),
    ("R", &[part(&[strokes("M-15-15V15M0-19V19M15-15V15")])]),
    ("E", &[part(&[strokes("M-9-19V19M9-19V19")])]),
    ("V", &[part(&[strokes("M0-23V23")])]),
    ("L", &[part(&[dots("M-11-11h0M11-11h0M-11 11h0M11 11h0")])]),
    ("T", &[part(&[dots("M0-14h0M-13 10h0M13 10h0")])]),
    ("H", &[part(&[dots("M-12 0h0M12 0h0")])]),
    ("P", &[part(&[dots("M0 0h0")])]),
];

//! The pieces of `KaleidoChess`, drawn for this project: discs with as many strokes (those that fly) or dots (those
//! that walk) as they go steps; the Wizard's three strokes are a triangle, as the source says.
//!
//! A colour is told by its disc, and by its pattern along the rim for those who do not see colours.

use super::{Part, Shape, Signs, on, shape};

pub(super) static SIGNS: Signs = Signs {
    kinds: KINDS,
    blank: &[],
    unknown: &[],
    tokens: TOKENS,
    patterns: PATTERNS,
    badge: &[],
    goal_bearers: &[],
};

const DISC: &str = "M0-44A44 44 0 0 1 0 44A44 44 0 0 1 0-44Z";

const TOKENS: &[(&str, &str)] = &[("white", DISC), ("red", DISC), ("black", DISC), ("green", DISC)];

/// White has a plain ring, red teeth, black two rings, green beads.
const PATTERNS: &[(&str, &[Shape])] = &[
    ("white", &[shape("disc-ring", RING)]),
    ("red", &[shape("disc-teeth", RING)]),
    ("black", &[shape("disc-ring", RING), shape("disc-ring", INNER)]),
    ("green", &[shape("disc-beads", RING)]),
];

const RING: &str = "M0-37A37 37 0 0 1 0 37A37 37 0 0 1 0-37Z";
const INNER: &str = "M0-31A31 31 0 0 1 0 31A31 31 0 0 1 0-31Z";

const fn strokes(d: &'static str) -> Shape {
    shape("disc-stroke", d)
}

const fn dots(d: &'static str) -> Shape {
    shape("disc-dot", d)
}

const KINDS: &[(&str, &[Part])] = &[
    ("W", &[on(&[strokes("M0-22L20 13H-20Z")])]),
    ("D", &[on(&[strokes("M-20.4-11V11M-6.8-18V18M6.8-18V18M20.4-11V11")])]),
    ("R", &[on(&[strokes("M-15-15V15M0-19V19M15-15V15")])]),
    ("E", &[on(&[strokes("M-9-19V19M9-19V19")])]),
    ("V", &[on(&[strokes("M0-23V23")])]),
    ("L", &[on(&[dots("M-11-11h0M11-11h0M-11 11h0M11 11h0")])]),
    ("T", &[on(&[dots("M0-14h0M-13 10h0M13 10h0")])]),
    ("H", &[on(&[dots("M-12 0h0M12 0h0")])]),
    ("P", &[on(&[dots("M0 0h0")])]),
];

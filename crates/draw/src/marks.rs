//! Marks on pieces and signs on cells.
//!
//! A mark on a piece consists of a ground below the piece and a badge above it. Most badges have a
//! corner of their own, so that several marks can be shown at once and none relies on colour.

use crate::shape::Shape;

/// A mark of a piece, as in `Placed::marks`.
pub(crate) struct PieceMark {
    pub(crate) name: &'static str,
    /// Drawn below the piece.
    pub(crate) under: &'static [Shape],
    /// Drawn above the piece.
    pub(crate) badge: &'static [Shape],
}

/// A sign on a cell, for what a piece may do there.
pub(crate) struct Sign {
    pub(crate) name: &'static str,
    pub(crate) shapes: &'static [Shape],
}

const fn shape(class: &'static str, d: &'static str) -> Shape {
    Shape::new(class, d)
}

const fn at(transform: &'static str, class: &'static str, d: &'static str) -> Shape {
    Shape::with_transform(class, d, transform)
}

const UPPER_LEFT: &str = "translate(-32 -32)";
const PADLOCK: &str = "translate(29 -26)";
const TOWER: &str = "translate(33 -31)";
const LOWER_RIGHT: &str = "translate(32 32)";
const LOWER_LEFT: &str = "translate(-32 32)";

const DISC: &str = "M-13 0A13 13 0 0 1 13 0A13 13 0 0 1-13 0Z";
/// A square with cut corners.
const SLAB: &str = "M-34-45H34L45-34V34L34 45H-34L-45 34V-34Z";
const SNOWFLAKE: &str = "M0-9V9M-8-4.500L8 4.500M-8 4.500L8-4.500";

/// All marks of pieces, in the order in which they are drawn.
pub(crate) const PIECES: &[PieceMark] = &[
    PieceMark {
        name: "frozen",
        under: &[shape("ice", SLAB)],
        badge: &[at(UPPER_LEFT, "ice-badge", DISC), at(UPPER_LEFT, "badge-line", SNOWFLAKE)],
    },
    PieceMark {
        name: "locked",
        under: &[shape("lock", SLAB)],
        badge: &[
            // Larger than the other badges: of a smaller padlock only the shackle could be seen.
            at(PADLOCK, "lock-bow", "M-8-2V-8A8 8 0 0 1 8-8V-2"),
            at(PADLOCK, "lock-badge", "M-15-3H15V17H-15Z"),
            at(PADLOCK, "lock-bow-ink", "M-8-5V-8A8 8 0 0 1 8-8V-5"),
            at(PADLOCK, "badge-line", "M0 5V10"),
        ],
    },
    PieceMark {
        name: "shielded",
        under: &[shape("shielded", "M-43 0A43 43 0 0 1 43 0A43 43 0 0 1-43 0Z")],
        badge: &[
            at(LOWER_RIGHT, "shield-badge", "M-12-12H12V0Q12 9 0 14Q-12 9-12 0Z"),
            at(LOWER_RIGHT, "shield-line", "M-5 0L-1 5L6-5"),
        ],
    },
    PieceMark {
        name: "freezing",
        under: &[shape("ice-ring", "M-43-43H43V43H-43Z")],
        badge: &[
            at(LOWER_LEFT, "ice-badge", "M0-15L15 0L0 15L-15 0Z"),
            at(LOWER_LEFT, "badge-line", "M0-8V8M-7-4L7 4M-7 4L7-4"),
        ],
    },
    PieceMark {
        name: "check",
        under: &[
            shape("check-glow", "M-46 0A46 46 0 0 1 46 0A46 46 0 0 1-46 0Z"),
            shape("check-glow", "M-38 0A38 38 0 0 1 38 0A38 38 0 0 1-38 0Z"),
            shape("check-glow", "M-29 0A29 29 0 0 1 29 0A29 29 0 0 1-29 0Z"),
            shape("check-ring", "M-43 0A43 43 0 0 1 43 0A43 43 0 0 1-43 0Z"),
        ],
        badge: &[at(LOWER_LEFT, "check-badge", DISC), at(LOWER_LEFT, "badge-line", "M0-7V1M0 7V7")],
    },
    PieceMark {
        name: "named",
        under: &[
            shape("named-glow", "M-55 0A55 55 0 0 1 55 0A55 55 0 0 1-55 0Z"),
            shape("named-ring", "M-49 0A49 49 0 0 1 49 0A49 49 0 0 1-49 0Z"),
        ],
        badge: &[],
    },
    PieceMark {
        name: "last-castle",
        under: &[],
        // A tower with battlements.
        badge: &[
            at(TOWER, "tower-badge", "M-13-15H-7V-10H-3V-15H3V-10H7V-15H13V-4L9 0V14H-9V0L-13-4Z"),
            at(TOWER, "badge-line", "M0-3V4M0 9V9"),
        ],
    },
    PieceMark {
        name: "no-undo",
        under: &[],
        // An arrow that turns back.
        badge: &[
            at(LOWER_RIGHT, "lock-badge", DISC),
            at(LOWER_RIGHT, "badge-line", "M-3-8L-8-3L-3 2M-8-3H3A5 5 0 0 1 3 7H-2"),
        ],
    },
];

/// All signs on cells.
pub(crate) const SIGNS: &[Sign] = &[
    Sign {
        name: "both",
        shapes: &[shape("sign-both", "M-17 0A17 17 0 0 1 17 0A17 17 0 0 1-17 0Z")],
    },
    Sign {
        name: "move",
        shapes: &[shape("sign-move", "M-15 0A15 15 0 0 1 15 0A15 15 0 0 1-15 0Z")],
    },
    Sign {
        name: "capture",
        shapes: &[
            shape("sign-edge", "M-14-14L14 14M14-14L-14 14"),
            shape("sign-capture", "M-14-14L14 14M14-14L-14 14"),
        ],
    },
    Sign {
        name: "own",
        shapes: &[
            shape("sign-own-edge", "M-20 0A20 20 0 0 1 20 0A20 20 0 0 1-20 0Z"),
            shape("sign-own", "M-20 0A20 20 0 0 1 20 0A20 20 0 0 1-20 0ZM-8-8L8 8M8-8L-8 8"),
        ],
    },
    Sign {
        name: "blocked",
        shapes: &[shape("sign-edge", "M-15 0H15"), shape("sign-blocked", "M-15 0H15")],
    },
    Sign {
        name: "victim",
        shapes: &[shape(
            "sign-victim",
            "M0-22L6-9L19-15L12-3L22 6L9 8L7 22L-2 11L-13 19L-11 6L-23 2L-11-5L-16-18L-4-11Z",
        )],
    },
    Sign {
        name: "convert",
        shapes: &[
            shape("sign-convert", "M0-23L20 0L0 23L-20 0Z"),
            shape("sign-convert-ink", "M0-23L0 23L-20 0Z"),
        ],
    },
    Sign {
        name: "unsafe",
        shapes: &[
            shape("sign-edge", "M-15 0A15 15 0 0 1 15 0A15 15 0 0 1-15 0ZM-10 10L10-10"),
            shape("sign-unsafe", "M-15 0A15 15 0 0 1 15 0A15 15 0 0 1-15 0ZM-10 10L10-10"),
        ],
    },
    Sign {
        name: "freeze",
        shapes: &[
            shape("sign-edge", "M0-17V17M-15-8.500L15 8.500M-15 8.500L15-8.500"),
            shape("sign-freeze", "M0-17V17M-15-8.500L15 8.500M-15 8.500L15-8.500"),
        ],
    },
    Sign {
        name: "guard",
        shapes: &[
            shape("sign-edge", "M-20 12L-8-10M-9 16L9-16M4 14L18-10"),
            shape("sign-guard", "M-20 12L-8-10M-9 16L9-16M4 14L18-10"),
        ],
    },
];

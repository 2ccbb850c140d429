//! The tokens and icons of Klin Zha, drawn for this project.

use super::{Part, PieceDrawings, cut, draw_code, draw_parts, ink, part, shape};
use crate::shape::{Shape, draw_shapes};
use crate::svg::Svg;

pub(super) static DRAWINGS: PieceDrawings = KLIN_ZHA;

/// As [`DRAWINGS`], with unknown pieces.
pub(super) static CLOUDED_DRAWINGS: PieceDrawings =
    PieceDrawings { game: "clouded-klinzha", unknown: CLOUD_BANK, ..KLIN_ZHA };

const KLIN_ZHA: PieceDrawings = PieceDrawings {
    game: "klinzha",
    kinds: KINDS,
    fallback: &[],
    unknown: &[],
    tokens: TOKENS,
    rim_patterns: &[],
    scale: 0.87,
    pips: PIPS,
    goal_badge: GOAL_BADGE,
    goal_companions: &["Fl", "S", "V", "L", "Fe"],
};

/// Draws the marker of a loss around (0, 0): a gravestone with the icon of what was lost.
pub(crate) fn draw_marker(svg: &mut Svg, code: &str) {
    draw_shapes(svg, GRAVESTONE);
    let kind = code.strip_suffix('G').filter(|kind| !kind.is_empty()).unwrap_or(code);
    let with_goal = kind != code;
    let Some((_, icon)) = KINDS.iter().find(|(known, _)| *known == kind) else {
        draw_code(svg, code, true);
        return;
    };
    let transform =
        if with_goal { "translate(-11 1) scale(.76)" } else { "translate(0 -1) scale(.86)" };
    svg.open("g", &[("transform", transform)]);
    draw_parts(svg, icon);
    svg.close("g");
    if with_goal {
        svg.open("g", &[("transform", "translate(24 8) scale(.6)")]);
        draw_shapes(svg, GOAL);
        svg.close("g");
    }
}

/// The codes of all markers: a kind, or a kind with its Goal.
pub(crate) const MARKER_CODES: [&str; 12] =
    ["B", "Fl", "S", "V", "L", "Fe", "G", "FlG", "SG", "VG", "LG", "FeG"];

/// Tokens without icons, for a game without drawings.
pub(super) static CODES_ONLY: PieceDrawings = PieceDrawings {
    game: "",
    kinds: &[],
    fallback: &[],
    unknown: &[],
    tokens: TOKENS,
    rim_patterns: &[],
    scale: 0.87,
    pips: &[],
    goal_badge: &[],
    goal_companions: &[],
};

/// A circle for Gold, a hexagon for Green, a square for neutral pieces.
const TOKENS: &[(&str, &str)] = &[
    ("gold", "M0-47A47 47 0 0 1 0 47A47 47 0 0 1 0-47Z"),
    ("green", "M-52 0L-26-45L26-45L52 0L26 45L-26 45Z"),
    ("neutral", "M-40-40L40-40L40 40L-40 40Z"),
];

const KINDS: &[(&str, &[Part])] = &[
    ("B", &[part(BLOCKADER)]),
    ("Fl", &[part(FLIER)]),
    ("S", &[part(SWIFT)]),
    ("V", &[part(VANGUARD)]),
    ("L", &[part(LANCER)]),
    ("Fe", &[part(FENCER)]),
    ("G", &[part(GOAL)]),
];

/// One pip for each cell that a warrior can go at most: a dash where it goes straight, a dot where
/// it may turn.
const PIPS: &[(&str, &str)] = &[
    ("B", "M-10.7 36.0L-5.6 37.2M5.6 37.2L10.7 36.0"),
    (
        "Fl",
        "M-34.5 15.0L-32.1 19.6M-24.9 28.2L-20.8 31.3M-10.7 36.0L-5.6 37.2M5.6 37.2L10.7 36.0M20.8 31.3L24.9 28.2M32.1 19.6L34.5 15.0",
    ),
    ("S", "M-17.9 32.9L-17.8 33.0M-6.2 37.0L-6.1 37.0M6.1 37.0L6.2 37.0M17.8 33.0L17.9 32.9"),
    ("V", "M-0.1 37.5L0.1 37.5"),
    ("L", "M-18.2 32.9L-13.5 35.1M-2.6 37.5L2.6 37.5M13.5 35.1L18.2 32.9"),
    ("Fe", "M-12.3 35.4L-12.2 35.5M-0.1 37.5L0.1 37.5M12.2 35.5L12.3 35.4"),
];

const fn ink_at(d: &'static str, transform: &'static str) -> Shape {
    Shape::with_transform("piece-ink", d, transform)
}

/// A shield in three parts, for the three cells of its zone of control.
const BLOCKADER: &[Shape] = &[
    ink("M-29-24L-11-31L0-24L11-31L29-24L27 6L0 36L-27 6Z"),
    cut("M-2.8 34L-2.8 2L-23-13L-20-18L0-3.500L20-18L23-13L2.8 2L2.8 34Z"),
];

/// A bird of prey seen from above.
const FLIER: &[Shape] =
    &[ink("M0-33L5-23L6-12L21-20L37 9L27 5L24 15L18 8L14 18L9 11L6 16L11 29L0 24\
     L-11 29L-6 16L-9 11L-14 18L-18 8L-24 15L-27 5L-37 9L-21-20L-6-12L-5-23Z")];

/// A bolt of lightning.
const SWIFT: &[Shape] = &[ink("M15-37L-21 5L-5 5L-15 37L21-7L5-7Z")];

/// A broad dagger.
const VANGUARD: &[Shape] = &[
    ink(
        "M0-42L12-25L9 6L27 3L23 14L7 16L6 31L11 36L0 42L-11 36L-6 31L-7 16L-23 14L-27 3L-9 6L-12-25Z",
    ),
    cut("M0-28L3-20L2 6L-2 6L-3-20Z"),
];

/// A lance with its pennon.
const LANCER: &[Shape] = &[ink_at(
    "M-9-42L-1-27L-5-20L33-14L22-4L33 7L-5 9L-5 19L3 27L-5 25L-5 40L-13 40L-13 25L-21 27L-13 19\
     L-13-20L-17-27Z",
    "rotate(12)",
)];

const SABRE: &str =
    "M7-40Q11-11 6 12L13 14L13 20L5 20L7 34L-2 34L-3 20L-10 18L-10 12L-4 12Q-5-15 7-40Z";

/// Two crossed sabres.
const FENCER: &[Shape] = &[ink_at(SABRE, "rotate(42)"), ink_at(SABRE, "scale(-1 1) rotate(42)")];

const GEM: &str = "M0-41L27-5L0 41L-27-5Z";
const FACET: &str = "M0-30L9-5L0 29L-9-5Z";

/// A cut gem.
const GOAL: &[Shape] = &[shape("goal-body", GEM), shape("goal-ink", FACET)];

/// A cloud that hides the icon of an unknown piece.
const CLOUD_BANK: &[Shape] = &[
    shape(
        "cloud-bank",
        "M-34 47A13 13 0 0 1-41 24A15 15 0 0 1-17 19A18 18 0 0 1 15 18A15 15 0 0 1 41 25A13 13 0 0 1 34 47Z",
    ),
    shape("cloud-crest", "M-29 37A11 11 0 0 1-10 32M1 34A13 13 0 0 1 26 35"),
];

/// A gravestone.
const GRAVESTONE: &[Shape] = &[
    shape("piece-shadow", "M-38 46V-2A38 42 0 0 1 38-2V46Z"),
    shape("piece-body", "M-38 42V-4A38 40 0 0 1 38-4V42Z"),
    shape("piece-body", "M-46 35H46V46H-46Z"),
];

const BADGE_POSITION: &str = "translate(38 -27) scale(.62)";

/// A small gem at the edge of the token.
const GOAL_BADGE: &[Shape] = &[
    Shape::with_transform("goal-body", GEM, BADGE_POSITION),
    Shape::with_transform("goal-ink", FACET, BADGE_POSITION),
];

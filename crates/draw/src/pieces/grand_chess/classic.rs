//! The six pieces of chess, and the Centaur.

use super::super::{body, ink, limb, line, tube};
use crate::shape::Shape;

pub(super) const KING: &[Shape] = &[
    body("M-4-44H4V-38H10V-30H4V-8H-4V-30H-10V-38H-4Z"),
    body("M-23 27Q-36 4-35-8Q-33-23-18-23Q-6-22 0-10Q6-22 18-23Q33-23 35-8Q36 4 23 27Z"),
    line("M0-8V14M-26 16Q0 8 26 16"),
];

pub(super) const QUEEN: &[Shape] = &[
    body("M-23 27L-39-19L-22-2L-20-33L-7-7L0-38L7-7L20-33L22-2L39-19L23 27Z"),
    body("M-44-20a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
    body("M34-20a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
    body("M-25-34a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
    body("M15-34a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
    body("M-5-39a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
    line("M-27 14Q0 6 27 14"),
];

pub(super) const ROOK: &[Shape] = &[
    body("M-28-39H-16V-31H-6V-39H6V-31H16V-39H28V-20L19-12L22 27H-22L-19-12L-28-20Z"),
    line("M-19-12H19M-21 17H21"),
];

pub(super) const BISHOP: &[Shape] = &[
    body("M-6-38a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z"),
    body("M0-34Q24-16 22 2Q20 10 13 15L17 27H-17L-13 15Q-20 10-22 2Q-24-16 0-34Z"),
    line("M8-21L-3-3M-14 15H14"),
];

pub(super) const PAWN: &[Shape] = &[
    body("M-7-8Q-8 12-20 27H20Q8 12 7-8Z"),
    body("M-14-16a14 14 0 1 0 28 0a14 14 0 1 0-28 0Z"),
    body("M-15-4H15V3H-15Z"),
];

/// A horse's head, facing left.
pub(super) const HORSE: &[Shape] = &[
    body(
        "M-22 28Q-22 16-9 6Q-3 1-4-6Q-12 2-20 4L-27 11Q-36 12-38 4Q-38-1-30-9L-20-25L-18-42L-6-34Q16-34 25-10Q31 6 30 28Z",
    ),
    ink("M-19-17L-12-20L-13-14Z"),
    ink("M-34 3L-30 0L-30 5Z"),
    line("M0-24Q18-18 19 14"),
];

pub(super) const CENTAUR: &[Shape] = &[
    tube("M-16-7L-33-13"),
    limb("M-37-36Q-25-14-35 8M-37-36L-35 8"),
    body(
        "M-22 4L-24 36H-15L-11 17Q4 20 15 16L21 36H30L28 12Q38 18 37 30Q46 8 25 1L3-2L5-16Q2-23-8-23Q-18-23-21-14Z",
    ),
    body("M-18-33a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z"),
    line("M-20 3Q-10 8 2-2"),
];

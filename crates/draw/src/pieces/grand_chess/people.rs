//! People, by what they wear or carry.

use super::super::{Shape, body, ink, line};

pub(super) const GUARD: &[Shape] = &[
    body("M-30-38Q-14-30 0-40Q14-30 30-38Q36 10 0 34Q-36 10-30-38Z"),
    ink("M-5-27H5V-10H22V0H5V22L0 25L-5 22V0H-22V-10H-5Z"),
];

pub(super) const ARCHER: &[Shape] = &[
    body("M-22-40Q20-38 36 0Q38 24 26 38L20 36Q28 20 26 4Q14-28-22-34Z"),
    line("M-21-37L23 37"),
    body("M-41 19L-37 23L20-15L26-6L38-30L12-27L17-19Z"),
    line("M-34 10L-24 22M-40 14L-30 26"),
];

pub(super) const STEWARD: &[Shape] = &[body(
    "M-2-40A18 18 0 0 1 5-7V10H18V20H13V26H5V43H-6V-7A18 18 0 0 1-2-40ZM0-31A8 8 0 0 0 0-15A8 8 0 0 0 0-31Z",
)];

pub(super) const HERO: &[Shape] = &[
    body("M-10-28Q0-46 24-40Q42-32 40 2L36 20Q30-8 20-18Z"),
    body("M-26-6Q-26-30-2-31Q24-30 25 0L22 28H-6L-5 10L-14 4L-17 28L-27 24Z"),
    ink("M-23-6L-4-8L-4-1L-19 2Z"),
    line("M10-26Q16-20 17-8M24-34L26-16M34-24L31-6"),
];

pub(super) const SHAMAN: &[Shape] = &[
    line(
        "M-10-20Q-18-28-16-42M-14-27L-30-26M-25-26L-34-40M10-20Q18-28 16-42M14-27L30-26M25-26L34-40",
    ),
    body("M-22-16Q0-28 22-16Q26 10 14 22Q8 34 0 34Q-8 34-14 22Q-26 10-22-16Z"),
    ink("M-16-7L-4-3L-6 4L-16 2ZM16-7L4-3L6 4L16 2ZM0 2L4 13H-4Z"),
    ink("M-9 19H9L6 26H-6Z"),
];

pub(super) const MAGE: &[Shape] = &[
    body(
        "M-42 28Q-40 18-22 16Q-18-14-10-30Q-2-42 20-40Q8-34 10-22Q18-4 22 16Q40 18 42 28Q0 40-42 28Z",
    ),
    ink("M-2-16L1-9L8-9L3-4L5 4L-2 0L-9 4L-7-4L-12-9L-5-9Z"),
    line("M-22 16Q0 24 22 16"),
];

pub(super) const TEMPLAR: &[Shape] = &[
    body("M-25-32Q0-44 25-32L28 4Q20 30 0 37Q-20 30-28 4Z"),
    ink("M-23-12H-4V-33H4V-12H23V-4H4V28H-4V-4H-23Z"),
    ink(
        "M10 8L14 8L14 12L10 12ZM10 17L14 17L14 21L10 21ZM-14 8L-10 8L-10 12L-14 12ZM-14 17L-10 17L-10 21L-14 21Z",
    ),
];

pub(super) const FOOL: &[Shape] = &[
    body("M-24 20Q-28-4-42-6Q-34-28-14-20Q-8-30 0-42Q8-30 14-20Q34-28 42-6Q28-4 24 20Z"),
    ink("M0-20Q14-12 13 19H-13Q-14-12 0-20Z"),
    body("M-28 20H28V30H-28Z"),
    body(
        "M-45-1a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM33-1a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM-6-38a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z",
    ),
];

pub(super) const DUKE: &[Shape] = &[
    body(
        "M-33 12L-38-14Q-46-22-38-28Q-34-38-26-30Q-18-24-24-16L-15-8L-7-22Q-14-30-6-36Q0-46 6-36Q14-30 7-22L15-8L24-16Q18-24 26-30Q34-38 38-28Q46-22 38-14L33 12Z",
    ),
    body("M-37 12H37Q42 24 37 35H-37Q-42 24-37 12Z"),
    ink("M-26 18L-22 28H-30ZM-9 18L-5 28H-13ZM9 18L13 28H5ZM26 18L30 28H22Z"),
];

pub(super) const DIPLOMAT: &[Shape] = &[
    body("M-26-30H24Q34-30 34-20H20V26H-22V-20Q-22-30-26-30Z"),
    body("M-26-30Q-38-28-36-18H-22Q-22-28-26-30ZM20 26Q20 37 8 37H-36Q-24 36-22 26Z"),
    line("M-12-16H10M-12-6H10M-12 4H2"),
    body("M6 14a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z"),
    ink("M11 14a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"),
];

pub(super) const CHAMPION: &[Shape] = &[
    line("M-22-30Q-42-32-38-16Q-34-2-16 0M22-30Q42-32 38-16Q34-2 16 0"),
    body("M-25-40H25Q26-2 6 8V18L18 28H-18L-6 18V8Q-26-2-25-40Z"),
    ink("M0-34L4-25L13-24L6-17L8-8L0-13L-8-8L-6-17L-13-24L-4-25Z"),
];

//! People, shown by what they wear or carry.

use super::super::{body, ink, limb, line, tube};
use crate::shape::Shape;

pub(super) const GUARD: &[Shape] = &[
    body("M-32-37Q-15-30 0-41Q15-30 32-37Q38 12 0 36Q-38 12-32-37Z"),
    line("M-22-24Q-10-20 0-27Q10-20 22-24Q25 6 0 22Q-25 6-22-24Z"),
    ink("M-9-3A9 9 0 0 1 9-3A9 9 0 0 1-9-3Z"),
];

pub(super) const ARCHER: &[Shape] = &[
    limb("M-30-33L33 30"),
    body("M-35-45Q18-44 37-5Q45 18 40 36L28 33Q30 16 22 3Q6-25-34-34Z"),
    tube("M-36 33L14-17"),
    body("M33-36L27-3L15-14L4-25Z"),
    limb("M-39 17L-28 23L-23 37M-31 9L-20 15L-14 29"),
];

pub(super) const STEWARD: &[Shape] = &[body(
    "M-7-4A21 21 0 1 1 7-4V8H27V20H17V25H27V37H7V44H-7ZM0-33A9 9 0 1 0 0-15A9 9 0 1 0 0-33Z",
)];

pub(super) const HERO: &[Shape] = &[
    body("M-14-28Q-6-46 20-43Q43-36 42 0Q40 14 35 24Q32 0 14-16Z"),
    body("M-27-4Q-27-31-2-32Q25-31 26 0L23 28H-4L-4 8L-12 3L-15 28L-27 22Z"),
    ink("M-26-8L-3-9L-2-1L-22 3ZM-12 3L-4 8L-4 28H-15Z"),
    line("M12-34Q26-28 32-4M2-24Q14-22 17-6"),
];

pub(super) const SHAMAN: &[Shape] = &[
    tube("M-12-14Q-20-26-16-42M-16-30L-31-28L-38-41M12-14Q20-26 16-42M16-30L31-28L38-41"),
    body("M-24-14Q0-27 24-14Q28 12 15 24Q8 37 0 37Q-8 37-15 24Q-28 12-24-14Z"),
    ink("M-17-5L-4 0L-6 7L-17 4ZM17-5L4 0L6 7L17 4ZM0 5L4 16H-4Z"),
    ink("M-10 21H10L6 29H-6Z"),
];

pub(super) const MAGE: &[Shape] = &[
    body(
        "M-42 28Q-40 18-22 16Q-18-14-10-30Q-2-42 20-40Q8-34 10-22Q18-4 22 16Q40 18 42 28Q0 40-42 28Z",
    ),
    ink("M-2-16L1-9L8-9L3-4L5 4L-2 0L-9 4L-7-4L-12-9L-5-9Z"),
    line("M-22 16Q0 24 22 16"),
];

pub(super) const TEMPLAR: &[Shape] = &[
    body("M-27-36Q0-47 27-36L30-8V10Q24 28 0 28Q-24 28-30 10V-8Z"),
    ink("M-27-13H-4V-39H4V-13H27L28-4H4V26H-4V-4H-28Z"),
    ink(
        "M9 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM19 6a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM14 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
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
    tube("M-22-30Q-42-32-38-16Q-33-3-14-2M22-30Q42-32 38-16Q33-3 14-2"),
    body("M-26-41H26Q27-3 7 8V18L18 28H-18L-7 18V8Q-27-3-26-41Z"),
    ink("M0-35L4-25L14-24L6-17L9-7L0-13L-9-7L-6-17L-14-24L-4-25Z"),
];

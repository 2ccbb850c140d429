//! War machines, buildings, tools and abstract figures.

use super::super::{body, ink, line};
use crate::shape::Shape;

pub(super) const RAM: &[Shape] = &[
    body("M-42 2H-30L-26 5H30V13H-26L-30 16H-42Q-46 9-42 2Z"),
    body("M-24 22V-4L-32-6L0-38L32-6L24-4V22H16V6H-16V22Z"),
    body("M-30 28a10 10 0 1 0 20 0a10 10 0 1 0-20 0ZM10 28a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z"),
    ink("M-23 28a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM17 28a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"),
    line("M-12-8L0-22L12-8M0-22V-4"),
];

pub(super) const LAMP: &[Shape] = &[
    body("M-38-18Q-47-30-36-44Q-26-32-32-18Z"),
    body(
        "M-43-12L-30-11Q-20 0-14 0L14 0Q18-9 27-9Q41-8 39 4Q35 15 18 17Q12 25 6 26V30H18V37H-18V30H-6V26Q-22 22-30 8Z",
    ),
    body("M-14-1Q-14-14-4-16V-20Q0-25 4-20V-16Q14-14 14-1Z"),
    line("M20 8Q32 8 30 1Q27-2 22 2M-16 8H10"),
];

pub(super) const SIDE_MOVER: &[Shape] = &[
    body("M-45 0L-22-25V-10H-9V-24H9V-10H22V-25L45 0L22 25V10H9V24H-9V10H-22V25Z"),
    line("M-28 0H28"),
];

pub(super) const VERTICAL_MOVER: &[Shape] = &[
    body("M0-45L25-22H10V-9H24V9H10V22H25L0 45L-25 22H-10V9H-24V-9H-10V-22H-25Z"),
    line("M0-28V28"),
];

pub(super) const FERZ: &[Shape] = &[
    body("M-7 10H7L12 28H-12Z"),
    body("M-18-42L0-28L18-42L30-30L16-12L30 6L18 18L0 4L-18 18L-30 6L-16-12L-30-30Z"),
    ink("M0-20L8-12L0-4L-8-12Z"),
];

pub(super) const WAZIR: &[Shape] = &[
    body("M-7 10H7L12 28H-12Z"),
    body("M-12-44H12L9-21L32-24V0L9-3L12 20H-12L-9-3L-32 0V-24L-9-21Z"),
    ink("M-6-18H6V-6H-6Z"),
];

pub(super) const BLOCK: &[Shape] = &[
    body("M-38-32H38V36H-38Z"),
    line(
        "M-38-15H38M-38 2H38M-38 19H38M-12-32V-15M14-32V-15M-25-15V2M0-15V2M26-15V2M-12 2V19M14 2V19M-25 19V36M0 19V36M26 19V36",
    ),
];

pub(super) const ADVANCER: &[Shape] = &[
    body("M-42-10H-12V-26L16 0L-12 26V10H-42Z"),
    body("M22-40H42V40H22Z"),
    line("M22-20H42M22 0H42M22 20H42M32-40V-20M32 0V20"),
];

pub(super) const WITHDRAWER: &[Shape] = &[
    body("M-18-10H16V-26L44 0L16 26V10H-18Z"),
    body("M-44-40H-24V40H-44Z"),
    line("M-44-20H-24M-44 0H-24M-44 20H-24M-34-40V-20M-34 0V20"),
];

pub(super) const WINDMILL: &[Shape] = &[
    body("M-10-12H10L20 37H-20Z"),
    ink("M-6 24H6V37H-6Z"),
    body(
        "M-3-15L-40-36L-33-44L2-19ZM3-21L28-45L38-37L6-14ZM3-13L38 10L31 20L-2-9ZM-4-9L-29 18L-38 9L-6-16Z",
    ),
    ink("M-5-14a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
];

pub(super) const CANNON: &[Shape] = &[
    body("M-43-20L-38-22L22-12Q36-8 36 4Q34 12 22 10L-38 2L-43 0Z"),
    body("M34 0L42-3L44 4L36 7Z"),
    body("M-8 18a18 18 0 1 0 36 0a18 18 0 1 0-36 0Z"),
    line("M10 0V36M-8 18H28M-32-21V2"),
];

pub(super) const VAO: &[Shape] = &[
    body("M-36-30L-24-42L26-4Q34 10 24 18Q12 24 2 14Z"),
    body("M-34 37L-26 20Q0 8 30 20L38 37Z"),
    line("M-30-22L-17-34M-20 28H24"),
    ink("M4 22a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z"),
];

pub(super) const LEO: &[Shape] = &[
    body("M-24-22L-32-44L-16-35L0-45L16-35L32-44L24-22Z"),
    body("M-26 6a26 26 0 1 0 52 0a26 26 0 1 0-52 0Z"),
    ink("M-15 6a15 15 0 1 0 30 0a15 15 0 1 0-30 0Z"),
    body("M-40 12H-28V37H-40ZM28 12H40V37H28Z"),
];

pub(super) const COORDINATOR: &[Shape] = &[
    body("M-32-4A32 32 0 0 1 32-4A32 32 0 0 1-32-4ZM-20-4A20 20 0 0 0 20-4A20 20 0 0 0-20-4Z"),
    body("M-4-45H4V-22H-4ZM-4 14H4V37H-4ZM-43-8H-20V0H-43ZM20-8H43V0H20Z"),
    body("M-7-4a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z"),
];

pub(super) const HAND: &[Shape] = &[
    body(
        "M-18 37V14L-36-4Q-38-14-28-12L-20-6V-30Q-20-37-14-37Q-9-37-9-30V-36Q-9-44-3-44Q3-44 3-36V-32Q3-40 9-40Q14-40 14-32V-22Q14-30 20-30Q26-30 26-22V6Q26 20 18 28V37Z",
    ),
    line("M-9-28V-8M3-30V-8M14-20V-6M-16 30H16"),
];

/// A stone for user-defined pieces, on which their code is written.
pub(super) const STELE: &[Shape] = &[body("M-37 28V-14Q-37-41 0-41Q37-41 37-14V28Z")];

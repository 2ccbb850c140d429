//! What several figures share: bases, emblems and hats.

use super::super::{body, emblem, ink, line};
use crate::shape::Shape;

/// The base of heads and busts.
pub(super) const BASE: &[Shape] =
    &[body("M-31 43V36Q-31 28-22 27H22Q31 28 31 36V43Z"), line("M-30 36H30")];

/// The thinner base of whole animals and machines.
pub(super) const PLINTH: &[Shape] = &[body("M-36 43L-33 36H33L36 43Z")];

/// The emblem of the Ferz: a diagonal step.
pub(super) const SALTIRE: &[Shape] =
    &[emblem("M-19-11L-11-19L0-8L11-19L19-11L8 0L19 11L11 19L0 8L-11 19L-19 11L-8 0Z")];

/// The emblem of the Wazir: an orthogonal step.
pub(super) const CROSS: &[Shape] = &[emblem("M-5-18H5V-5H18V5H5V18H-5V5H-18V-5H-5Z")];

/// The emblem of the Guard.
pub(super) const SHIELD: &[Shape] = &[emblem("M-18-18H18V-3Q18 11 0 18.500Q-18 11-18-3Z")];

/// The emblem of the Dabbaba, a siege engine.
pub(super) const WHEEL: &[Shape] = &[emblem(
    "M-17 0A17 17 0 0 1 17 0A17 17 0 0 1-17 0ZM-12-2H-2V-12A12 12 0 0 0-12-2ZM2-12V-2H12A12 12 0 0 0 2-12ZM12 2H2V12A12 12 0 0 0 12 2ZM-2 12V2H-12A12 12 0 0 0-2 12Z",
)];

/// The emblem of riders, which repeat their leap.
pub(super) const CRESCENT: &[Shape] = &[emblem("M6-18A18 18 0 1 0 17 9A15 15 0 0 1 6-18Z")];

/// The emblem of the knight.
pub(super) const HORSE_EMBLEM: &[Shape] =
    &[emblem("M-9 18Q-9 9-2 4Q-8 6-12 7Q-17 8-17 3L-9-10L-8-18L-2-14Q14-12 14 18Z")];

/// The hat of a piece that also moves like a rook.
pub(super) const BATTLEMENTS: &[Shape] =
    &[body("M-24-44H-13V-36H-6V-44H6V-36H13V-44H24V-20H-24Z"), line("M-22-28H22")];

/// The hat of a piece that also moves like a bishop.
pub(super) const MITRE: &[Shape] =
    &[body("M0-45Q19-32 12-19H-12Q-19-32 0-45Z"), ink("M5-39L10-31L2-20H-6Z")];

/// The hat of a piece that also moves like a queen.
pub(super) const CORONET: &[Shape] = &[
    body("M-17-20L-26-43L-12-33L-8-44L0-35L8-44L12-33L26-43L17-20Z"),
    ink("M-17-26H17L15-20H-15Z"),
];

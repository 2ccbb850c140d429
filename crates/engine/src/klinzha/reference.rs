//! The piece values of the reference players. They are never changed.

use heterodox_rules::klinzha::{Kind, Position};

/// The material of Klin Zha for the side to move.
pub fn material(position: &Position) -> i32 {
    let value = |kind| match kind {
        Kind::Blockader => 0,
        Kind::Vanguard => 100,
        Kind::Lancer => 230,
        Kind::Fencer => 360,
        Kind::Swift => 370,
        Kind::Flier => 380,
    };
    let of = |side| position.warriors(side).map(|(kind, _)| value(kind)).sum::<i32>();
    of(position.turn()) - of(!position.turn())
}

/// The value of a captured piece by its code; a Goal counts more than all others.
pub(crate) fn capture_value(code: &str) -> u32 {
    match code {
        "G" => 1000,
        "Fl" => 6,
        "S" => 5,
        "Fe" => 4,
        "L" => 3,
        "V" => 2,
        _ => 1,
    }
}

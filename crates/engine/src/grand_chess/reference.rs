//! The piece values of the reference players. They are never changed.

use super::Values;
use heterodox_rules::grand_chess::{Kind, PieceSet, Position};
use std::sync::LazyLock;

/// The values of the pieces by code.
const PIECE_VALUES: [(&str, i32); 81] = [
    ("Am", 1542),
    ("Ma", 1221),
    ("Dn", 1197),
    ("Q", 1013),
    ("Nz", 975),
    ("C", 916),
    ("He", 885),
    ("Cr", 858),
    ("Zr", 813),
    ("Gy", 807),
    ("A", 769),
    ("Ce", 752),
    ("Im", 749),
    ("Du", 738),
    ("Dk", 719),
    ("Cg", 698),
    ("Co", 678),
    ("Ad", 676),
    ("Zb", 672),
    ("Sq", 671),
    ("Sh", 658),
    ("Zg", 656),
    ("Gn", 628),
    ("Le", 617),
    ("Dh", 599),
    ("Sc", 581),
    ("Di", 555),
    ("Li", 549),
    ("Nr", 543),
    ("Cz", 537),
    ("Ba", 530),
    ("Cm", 526),
    ("Mm", 521),
    ("Nw", 518),
    ("Ch", 509),
    ("Nf", 504),
    ("Nd", 492),
    ("R", 489),
    ("Ti", 480),
    ("Pe", 474),
    ("Cw", 470),
    ("Wi", 463),
    ("Ar", 442),
    ("Zw", 433),
    ("Cf", 423),
    ("Zf", 418),
    ("Te", 413),
    ("Rh", 406),
    ("Wm", 384),
    ("Eh", 362),
    ("Gu", 356),
    ("Dw", 345),
    ("B", 343),
    ("Ox", 343),
    ("Cn", 327),
    ("Vm", 324),
    ("Sm", 316),
    ("Ph", 314),
    ("Fo", 309),
    ("Ki", 309),
    ("Fr", 308),
    ("N", 298),
    ("Bu", 295),
    ("Me", 280),
    ("Al", 251),
    ("Dr", 248),
    ("Ca", 239),
    ("Ze", 224),
    ("Gi", 210),
    ("Va", 203),
    ("Gr", 171),
    ("Wa", 169),
    ("St", 163),
    ("Fe", 147),
    ("Cb", 138),
    ("Da", 130),
    ("Bl", 128),
    ("P", 100),
    ("El", 99),
    ("Ka", 62),
    ("K", 0),
];
/// The value of a custom piece.
const CUSTOM_PIECE: i32 = 400;

/// The material of Grand Chess for the side to move.
pub fn material(position: &Position) -> i32 {
    static VALUES: LazyLock<Vec<i32>> = LazyLock::new(|| {
        let pieces = PieceSet::standard();
        let mut values = vec![CUSTOM_PIECE; Kind::MOST];
        for (code, value) in PIECE_VALUES {
            if let Some(kind) = pieces.by_code(code) {
                values[kind.index()] = value;
            }
        }
        values
    });
    let of = |side| {
        let pieces = position.occupied(side).into_iter().filter_map(|cell| position.piece(cell));
        pieces.map(|(_, kind)| VALUES[kind.index()]).sum::<i32>()
    };
    of(position.turn()) - of(!position.turn())
}

/// The value of a captured piece by its code.
pub(crate) fn capture_value(code: &str) -> u32 {
    let pieces = PieceSet::standard();
    let kind = pieces.by_code(code);
    kind.map_or(1, |kind| Values::of(&pieces).piece_value(kind).max(1) as u32)
}

//! What pieces and castles of `KaleidoChess` are worth, in hundredths of a Pawn.

use heterodox_rules::kaleido::Kind;

/// What a piece is worth: about in proportion to the cells that it reaches from anywhere on the empty board
/// (Wizard 33, Dragon 17, Roc 14, Elephant 12, Eagle 10, Tiger 9.5, Raven and Horse 7, Pawn 4).
pub(super) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Wizard => 750,
        Kind::Dragon => 400,
        Kind::Roc => 320,
        Kind::Eagle => 240,
        Kind::Raven => 160,
        Kind::Elephant => 260,
        Kind::Tiger => 215,
        Kind::Horse => 160,
        Kind::Pawn => 100,
    }
}

/// By the number of castles that a colour holds.
pub(super) const CASTLES_HELD: [i32; 6] = [0, 0, 150, 240, 300, 340];

/// What taking a castle's keeper is worth beside the piece.
pub(super) const CASTLE: i32 = 120;

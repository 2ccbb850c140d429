//! Piece values and weights of `KaleidoChess`, in hundredths of a Pawn. Most are data:
//! `weights/kaleidochess.txt`, with their provenance.

use crate::weights::weights;
use heterodox_rules::kaleido::Kind;

/// The value of a piece in exchanges: about in proportion to the mean number of cells that it
/// attacks on the empty board (Wizard 33, Dragon 17, Roc 14, Elephant 12, Eagle 10, Tiger 9.5,
/// Raven and Horse 7, Pawn 4).
pub(super) const fn exchange_value(kind: Kind) -> i32 {
    match kind {
        Kind::Wizard => 750,
        Kind::Dragon => 400,
        Kind::Roc => 320,
        Kind::Eagle => 240,
        Kind::Elephant => 260,
        Kind::Tiger => 215,
        Kind::Raven | Kind::Horse => 160,
        Kind::Pawn => 100,
    }
}

weights! {
    /// The weights of the evaluation, in hundredths of a Pawn unless stated otherwise.
    Weights from "../../weights/kaleidochess.txt" {
        /// The value of a piece, in the order of [`Kind::ALL`].
        piece_value: [i32; 9],
        /// Bonus for each target cell of a piece, by its kind.
        mobility: [i32; 9],
        /// Bonus for two castles. One castle has no value, because a colour without one is out.
        two_castles: i32,
        /// Bonus for each castle after the second.
        more_castles: i32,
        /// Bonus for each piece that defends a held castle, two at most.
        castle_defender: i32,
        /// A held castle that is attacked and not defended.
        castle_hanging: i32,
        /// The only castle is attacked and the colour is to move: it must answer.
        last_castle_attacked: i32,
        /// The only castle is attacked and another colour is to move.
        last_castle_lost: i32,
        /// An empty castle that a piece can enter.
        castle_entry: i32,
        /// An empty castle that a piece can enter and no enemy attacks.
        castle_safe_entry: i32,
        /// Bonus for each piece that attacks an enemy castle, three at most.
        castle_attacker: i32,
        /// Bonus for each piece that attacks the last castle of an enemy, three at most.
        last_castle_attacker: i32,
        /// The percentage of its value that a hanging piece loses if its colour is not to move.
        hanging: i32,
        /// The percentage of its value that the most valuable hanging piece loses if its colour is
        /// to move and can save it.
        hanging_at_turn: i32,
        /// Bonus for the colour to move.
        tempo: i32,
        /// With several opponents: the percentage of their mean value that counts against the own
        /// one.
        opponents_percent: i32,
        /// In the multiplayer search: the percentage of the best capture that counts at a leaf.
        capture_percent: i32,
    }
}

/// The value of capturing on an occupied castle, beside the piece; set by hand.
pub(super) const CASTLE: i32 = 120;

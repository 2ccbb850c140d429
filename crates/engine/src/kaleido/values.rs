//! The weights: what pieces and castles of `KaleidoChess` are exchange_value, in hundredths of a Pawn. Most are data:
//! `weights/kaleidochess.txt`, with where they come from.

use crate::weights::weights;
use heterodox_rules::kaleido::Kind;

/// What a piece is exchange_value to whoever exchanges it: about in proportion to the cells that it reaches from anywhere on the empty board
/// (Wizard 33, Dragon 17, Roc 14, Elephant 12, Eagle 10, Tiger 9.5, Raven and Horse 7, Pawn 4).
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
    /// The weights of the evaluation, in hundredths of a Pawn unless they say otherwise.
    Weights from "../../weights/kaleidochess.txt" {
        /// What a piece is exchange_value, in the order of [`Kind::ALL`].
        piece_value: [i32; 9],
        /// For each cell that a piece could go to, by its kind.
        mobility: [i32; 9],
        /// Holding two castles; holding one is exchange_value nothing, since without it one is out.
        two_castles: i32,
        /// Each further castle.
        more_castles: i32,
        /// For each own piece that could retake on a castle that one holds, two at most.
        castle_defender: i32,
        /// A castle that one holds and the enemy could take, with nothing to retake it.
        castle_hanging: i32,
        /// The only castle, attacked, when it is one's turn: something must be done about it.
        last_castle_attacked: i32,
        /// The same when it is not one's turn: only what moves in between could help.
        last_castle_lost: i32,
        /// An empty castle that one could enter.
        castle_entry: i32,
        /// The same where no enemy could take there.
        castle_safe_entry: i32,
        /// For each piece that attacks an enemy castle, three at most.
        castle_attacker: i32,
        /// The same if it is that enemy's last one.
        last_castle_attacker: i32,
        /// Hundredths of its exchange_value that an attacked and unguarded piece loses when it is not the owner's turn.
        hanging: i32,
        /// The same for the most valuable of them when it is, since that one can be saved.
        hanging_at_turn: i32,
        /// The turn itself.
        tempo: i32,
        /// With several opponents: hundredths of what they have on average that counts against one's own.
        opponents_percent: i32,
        /// Hundredths of the best capture that a colour gets at the end of a line of several, or with dice.
        capture_percent: i32,
    }
}

/// What taking a castle's keeper is exchange_value beside the piece.
pub(super) const CASTLE: i32 = 120;

//! The weights: what pieces and castles of `KaleidoChess` are worth, in hundredths of a Pawn.

use heterodox_rules::kaleido::Kind;

/// What a piece is worth: about in proportion to the cells that it reaches from anywhere on the empty board
/// (Wizard 33, Dragon 17, Roc 14, Elephant 12, Eagle 10, Tiger 9.5, Raven and Horse 7, Pawn 4).
pub(super) const fn worth(kind: Kind) -> i32 {
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

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// The weights of the evaluation, in hundredths of a Pawn unless they say otherwise. They were chosen by hand
        /// and by matches between players with different ones.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Weights {
            /// Changes the weight of this name; says whether there is one.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

weights! {
    /// For each cell that a piece could go to.
    mobility = 3;
    /// Holding two castles; holding one is worth nothing, since without it one is out.
    two_castles = 80;
    /// Each further castle.
    more_castles = 70;
    /// For each own piece that could retake on a castle that one holds, two at most.
    defender = 14;
    /// A castle that one holds and the enemy could take, with nothing to retake it.
    exposed = -70;
    /// The only castle, attacked, when it is one's turn: something must be done about it.
    must_answer = -50;
    /// The same when it is not one's turn: only what moves in between could help.
    lost = -1200;
    /// An empty castle that one could enter.
    entry = 12;
    /// The same where no enemy could take there.
    safe_entry = 30;
    /// For each piece that attacks an enemy castle, three at most.
    siege = 10;
    /// The same if it is that enemy's last one.
    last_siege = 22;
    /// Hundredths of its worth that an attacked and unguarded piece loses when it is not the owner's turn.
    hanging = 15;
    /// The same for the most valuable of them when it is, since that one can be saved.
    hanging_at_turn = 6;
    /// The turn itself.
    tempo = 12;
    /// With several opponents: hundredths of what they have on average that counts against one's own.
    others = 50;
    /// Hundredths of the best capture that a colour gets at the end of a line of several, or with dice.
    capture_share = 70;
}

/// What taking a castle's keeper is worth beside the piece.
pub(super) const CASTLE: i32 = 120;

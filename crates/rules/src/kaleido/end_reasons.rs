//! The reasons for the end of a game of `KaleidoChess`.

use crate::EndReason;

impl EndReason {
    /// A player's last castle was captured (`KaleidoChess`).
    pub const THROWN_OUT: Self = EndReason::new("thrown-out");
    /// A player moved away from its last castle (`KaleidoChess`).
    pub const LEFT_CASTLE: Self = EndReason::new("left-castle");
    /// A player to move had no legal move (`KaleidoChess`).
    pub const LOCKED_IN: Self = EndReason::new("locked-in");
    /// The agreed number of moves was made (`KaleidoChess`).
    pub const MAX_MOVES: Self = EndReason::new("max-moves");
    /// No player can ever move again, whatever is thrown (`KaleidoChess`).
    pub const STUCK: Self = EndReason::new("stuck");
}

pub(super) const ALL: [EndReason; 10] = [
    EndReason::THROWN_OUT,
    EndReason::LEFT_CASTLE,
    EndReason::LOCKED_IN,
    EndReason::RESIGNATION,
    EndReason::TIME,
    EndReason::AGREEMENT,
    EndReason::ABANDONED,
    EndReason::CANCELLED,
    EndReason::MAX_MOVES,
    EndReason::STUCK,
];

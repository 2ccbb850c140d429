//! The reasons for the end of a game of Grand Chess.

use crate::EndReason;

impl EndReason {
    /// The king is in check and no move ends the check (Grand Chess).
    pub const CHECKMATE: Self = EndReason::new("checkmate");
    /// The player to move has no legal move and is not in check (Grand Chess).
    pub const STALEMATE: Self = EndReason::new("stalemate");
    /// Only the two kings are left (Grand Chess).
    pub const BARE_KINGS: Self = EndReason::new("bare-kings");
    /// A draw was claimed because the position occurred for the third time (Grand Chess).
    pub const THREEFOLD: Self = EndReason::new("threefold");
    /// A draw was claimed after 50 moves by each side without progress (Grand Chess).
    pub const FIFTY_MOVES: Self = EndReason::new("fifty-moves");
}

pub(super) const ALL: [EndReason; 10] = [
    EndReason::CHECKMATE,
    EndReason::STALEMATE,
    EndReason::BARE_KINGS,
    EndReason::THREEFOLD,
    EndReason::FIFTY_MOVES,
    EndReason::RESIGNATION,
    EndReason::TIME,
    EndReason::AGREEMENT,
    EndReason::ABANDONED,
    EndReason::CANCELLED,
];

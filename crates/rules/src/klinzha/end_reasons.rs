//! The reasons for the end of a game of Klin Zha.

use crate::EndReason;

impl EndReason {
    /// The Goal was captured (Klin Zha).
    pub const GOAL: Self = EndReason::new("goal");
    /// The player to move has no legal move (Klin Zha).
    pub const IMMOBILISED: Self = EndReason::new("immobilised");
    /// The same position occurred three times (Klin Zha, house rule).
    pub const REPETITION: Self = EndReason::new("repetition");
    /// A number of plies were made without a capture (Klin Zha).
    pub const QUIET: Self = EndReason::new("quiet");
}

pub(super) const ALL: [EndReason; 9] = [
    EndReason::GOAL,
    EndReason::IMMOBILISED,
    EndReason::RESIGNATION,
    EndReason::TIME,
    EndReason::AGREEMENT,
    EndReason::ABANDONED,
    EndReason::CANCELLED,
    EndReason::REPETITION,
    EndReason::QUIET,
];

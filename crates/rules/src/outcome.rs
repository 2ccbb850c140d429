//! The result of a game.

use crate::{Notice, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// All seats from first to last; seats that share a place are in one group.
    pub ranking: Vec<Vec<Seat>>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl Outcome {
    /// A win at a table of two seats.
    pub fn win(winner: Seat, reason: EndReason) -> Self {
        Self { winner: Some(winner), ranking: vec![vec![winner], vec![winner.other()]], reason }
    }

    /// A draw between `seats` seats.
    pub fn draw(seats: usize, reason: EndReason) -> Self {
        Self { winner: None, ranking: vec![(0..seats).map(Seat::new).collect()], reason }
    }

    /// The announcement of the result, which every viewer gets.
    pub(crate) fn announcement(&self) -> Notice {
        let mut args = vec![("reason", self.reason.key().to_owned())];
        args.extend(self.winner.map(|winner| ("seat", winner.index().to_string())));
        let key = if self.winner.is_some() { "victory" } else { "draw" };
        Notice { key, args, cells: Vec::new() }
    }
}

/// Why a game ended, over all games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The Goal was captured (Klin Zha).
    Goal,
    /// The player to move has no legal move (Klin Zha).
    Immobilised,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The same position occurred three times (Klin Zha, house rule).
    Repetition,
    /// A number of plies were made without a capture (Klin Zha).
    Quiet,
    /// The king is in check and no move ends the check (Grand Chess).
    Checkmate,
    /// The player to move has no legal move and is not in check (Grand Chess).
    Stalemate,
    /// Only the two kings are left (Grand Chess).
    BareKings,
    /// A draw was claimed because the position occurred for the third time (Grand Chess).
    Threefold,
    /// A draw was claimed after 50 moves by each side without progress (Grand Chess).
    FiftyMoves,
    /// A player's last castle was captured (`KaleidoChess`).
    ThrownOut,
    /// A player moved away from its last castle (`KaleidoChess`).
    LeftCastle,
    /// A player to move had no legal move (`KaleidoChess`).
    LockedIn,
    /// The agreed number of moves was made (`KaleidoChess`).
    MaxMoves,
    /// No player can ever move again, whatever is thrown (`KaleidoChess`).
    Stuck,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; 17] = [
        Self::Goal,
        Self::Immobilised,
        Self::Resignation,
        Self::Time,
        Self::Agreement,
        Self::Repetition,
        Self::Quiet,
        Self::Checkmate,
        Self::Stalemate,
        Self::BareKings,
        Self::Threefold,
        Self::FiftyMoves,
        Self::ThrownOut,
        Self::LeftCastle,
        Self::LockedIn,
        Self::MaxMoves,
        Self::Stuck,
    ];

    /// The key of the reason in records, such as `goal`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Immobilised => "immobilised",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Quiet => "quiet",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::BareKings => "bare-kings",
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty-moves",
            Self::ThrownOut => "thrown-out",
            Self::LeftCastle => "left-castle",
            Self::LockedIn => "locked-in",
            Self::MaxMoves => "max-moves",
            Self::Stuck => "stuck",
        }
    }

    /// The reason with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.key() == key)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

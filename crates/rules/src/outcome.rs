//! The result of a game.

use crate::keyword::keyword;
use crate::{Notice, Seat};
use serde::{Deserialize, Deserializer, Serialize};
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

    /// The result at a table of two seats when these have left the game. It is a draw if both have,
    /// or if the other one cannot win, except after a resignation.
    pub fn retired(gone: &[Seat], reason: EndReason, can_win: impl Fn(Seat) -> bool) -> Self {
        match gone {
            [seat] if reason == EndReason::RESIGNATION || can_win(seat.other()) => {
                Self::win(seat.other(), reason)
            }
            _ => Self::draw(2, reason),
        }
    }

    /// Whether the game has a result: it was not cancelled.
    pub fn is_result(&self) -> bool {
        self.reason != EndReason::CANCELLED
    }

    /// The announcement of the result, which every viewer gets.
    pub(crate) fn announcement(&self) -> Notice {
        let mut args = vec![("reason", self.reason.key().to_owned())];
        args.extend(self.winner.map(|winner| ("seat", winner.index().to_string())));
        let key = match self.winner {
            Some(_) => "victory",
            None if self.is_result() => "draw",
            None => "cancelled",
        };
        Notice { key, args, cells: Vec::new() }
    }
}

/// Why a game ended, as a key. Each game declares its reasons and lists them in
/// [`GameInfo::end_reasons`](crate::GameInfo::end_reasons).
///
/// ```
/// use heterodox_rules::EndReason;
/// const STALEMATE: EndReason = EndReason::new("stalemate");
/// assert_eq!(STALEMATE.key(), "stalemate");
/// let klinzha = heterodox_rules::info("klinzha").unwrap();
/// assert_eq!(klinzha.end_reason("time"), Some(EndReason::TIME));
/// assert_eq!(klinzha.end_reason("stalemate"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct EndReason(&'static str);

impl EndReason {
    /// A player gave up.
    pub const RESIGNATION: Self = EndReason::new("resignation");
    /// A player's time ran out.
    pub const TIME: Self = EndReason::new("time");
    /// The players agreed on a draw.
    pub const AGREEMENT: Self = EndReason::new("agreement");

    /// A player left the game, and the others claimed the end.
    pub const ABANDONED: Self = EndReason::new("abandoned");
    /// The game was not begun, or a moderator closed it. It has no result.
    pub const CANCELLED: Self = EndReason::new("cancelled");

    /// The reasons that every game has.
    pub const OF_ALL_GAMES: [Self; 5] =
        [Self::RESIGNATION, Self::TIME, Self::AGREEMENT, Self::ABANDONED, Self::CANCELLED];

    /// Whether a game may end for this reason at any position, with a winner or as a draw.
    pub(crate) fn fits_any_position(self, has_winner: bool) -> bool {
        match self {
            Self::TIME | Self::ABANDONED => true,
            Self::RESIGNATION => has_winner,
            Self::AGREEMENT => !has_winner,
            _ => false,
        }
    }

    /// A reason with this key, in lower case with hyphens.
    pub const fn new(key: &'static str) -> Self {
        Self(key)
    }

    /// The key of the reason in records, such as `goal`.
    pub const fn key(self) -> &'static str {
        self.0
    }
}

impl<'de> Deserialize<'de> for EndReason {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        keyword(from).map(Self)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

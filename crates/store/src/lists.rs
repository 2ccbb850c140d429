//! What is derived from the logs, and lists over it.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// The most rows that [`Lists::games_of`] returns at once.
pub const MAX_PAGE: usize = 100;

/// What follows from the log of one game: rows for lists. The server computes them, the store keeps
/// them beside the log and never reads the log for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Derived {
    /// The moment at which the server must act without a request, such as for a computer player;
    /// `None` if there is none.
    pub due_ms: Option<UnixMillis>,
    /// The game as a whole.
    pub summary: GameSummary,
    /// The seats in order.
    pub seats: Vec<SeatSummary>,
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSummary {
    /// Which game is played, by its id among the games of the rules.
    pub kind: String,
    /// Whether it has begun or ended.
    pub state: GameState,
    /// The number of plies.
    pub plies: u32,
    /// When the game was opened.
    pub created_ms: UnixMillis,
    /// When the turn passed last; before the first time, when it was opened.
    pub last_ms: UnixMillis,
    /// The last moment at which an act of the seats to act counts; `None` if no time runs.
    pub deadline_ms: Option<UnixMillis>,
    /// The end of the last outage of the server that the deadline takes into account.
    pub excused_ms: UnixMillis,
    /// When it ended; `None` before.
    pub over_ms: Option<UnixMillis>,
    /// Why it ended; `None` before.
    pub reason: Option<String>,
}

impl GameSummary {
    /// The moment by which lists are sorted: that of the end if the game is over, else that of the
    /// last turn. So a game that is over keeps its place in every list.
    pub fn list_ms(&self) -> UnixMillis {
        self.end_ms().unwrap_or(self.last_ms)
    }

    /// The moment of the end if the game is over.
    pub(crate) fn end_ms(&self) -> Option<UnixMillis> {
        (self.state == GameState::Over).then(|| self.over_ms.unwrap_or(self.last_ms))
    }
}

/// Whether a game has begun or ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameState {
    /// A seat is free.
    #[default]
    Open,
    /// The game is being played.
    Running,
    /// The game is over.
    Over,
}

/// A seat as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSummary {
    /// The id of the user who holds the seat.
    pub user: Option<String>,
    /// The level of the computer that holds the seat.
    pub computer: Option<u8>,
    /// The place of the seat in the result, from 1; `None` before the end.
    pub place: Option<u8>,
    /// Whether the seat is to act.
    pub to_act: bool,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The game's id.
    pub game: String,
    /// What was stored with the newest event of the game.
    pub derived: Derived,
}

/// The place of a game in a list. Lists are sorted by moment, then by id, both descending.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ListKey {
    /// The game's [`GameSummary::list_ms`].
    pub at_ms: UnixMillis,
    /// The game's id.
    pub game: String,
}

/// A part of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// The games in order.
    pub games: Vec<ListedGame>,
    /// The key of the last game if others follow it: the `before` of the next page.
    pub next: Option<ListKey>,
}

/// Lists over the derived rows. They are read from indexes, by key and never by offset.
///
/// - **Fresh.** Derived rows change in the transaction of the events from which they follow, so a
///   list that is read after an append returned `Ok` shows it.
/// - **Stable pages.** Who follows [`Page::next`] gets each game at most once, and exactly once if
///   no event is appended to it meanwhile, whatever is appended to other games. A game to which an
///   event is appended moves to the front, unless it is over.
#[async_trait]
pub trait Lists: Send + Sync + 'static {
    /// Returns the games in which the user holds a seat, each once, the newest first: those in
    /// `state`, or all; those after the place `before`, or from the first; at most `limit` and at
    /// most [`MAX_PAGE`].
    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// Returns the number of running games in which the user is to act.
    async fn count_to_act(&self, user: &str) -> Result<u32, StoreError>;

    /// Returns at most `limit` games that are due at `until_ms` or before, with their moments
    /// ([`Derived::due_ms`]), sorted by moment and id.
    async fn due(
        &self,
        until_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<(String, UnixMillis)>, StoreError>;

    /// Returns the earliest moment after `after_ms` at which a game is due; `None` if no game is
    /// due then.
    async fn next_due(&self, after_ms: UnixMillis) -> Result<Option<UnixMillis>, StoreError>;

    /// Returns the derived rows of a game; `None` if there is no such game, or its rows are lost.
    async fn derived(&self, game: &str) -> Result<Option<Derived>, StoreError>;

    /// Replaces the derived rows of a game, as far as its log still ends after event `after`.
    ///
    /// # Errors
    ///
    /// [`StoreError::Conflict`] if the log does not end there.
    async fn set_derived(&self, game: &str, after: u64, derived: Derived)
    -> Result<(), StoreError>;

    /// Returns the ids of at most `limit` games, sorted: those after the id `after`, or from the
    /// first. They come from the logs, so a game without derived rows is among them.
    async fn game_ids(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError>;
}

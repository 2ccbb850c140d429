//! What is derived from the logs, and lists over it.

use crate::{StoreError, UnixMillis};
use async_trait::async_trait;

/// The most rows that one page of a list has.
pub const MAX_PAGE: usize = 100;

/// The most rows that are read for one page of the archive.
pub const MAX_SCAN: usize = 10_000;

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
    /// Its visibility.
    pub visibility: Visibility,
    /// How it begins: a word that only the server reads.
    pub start: String,
    /// How time is played, as text that only the server reads; `None` without clocks.
    pub time: Option<String>,
    /// Whether it is in the lobby: a seat is free for anybody.
    pub in_lobby: bool,
    /// The last moment at which a free seat can be taken.
    pub until_ms: Option<UnixMillis>,
    /// Whether the game is in the archive: it is over, has a result, and is public.
    pub in_archive: bool,
    /// The seat that is alone in the first place.
    pub winner: Option<u8>,
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

/// The visibility of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// All visitors, in lists too.
    Public,
    /// All visitors who have its address.
    #[default]
    Link,
    /// Its players, and those to whom a seat is offered.
    Private,
}

/// A seat as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatSummary {
    /// The id of the user who holds the seat.
    pub user: Option<String>,
    /// The id of the user to whom the free seat is offered.
    pub invited: Option<String>,
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

/// Which games of the archive are wanted. `None` takes all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArchiveFilter {
    /// The game that is played.
    pub kind: Option<String>,
    /// How it began ([`GameSummary::start`]).
    pub start: Option<String>,
    /// Users who hold a seat, all of them.
    pub users: Vec<String>,
    /// The result.
    pub result: Option<ResultFilter>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The least number of plies.
    pub min_plies: Option<u32>,
    /// The greatest number of plies.
    pub max_plies: Option<u32>,
    /// The earliest moment of the end.
    pub since_ms: Option<UnixMillis>,
}

/// A result that is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// This seat is alone in the first place.
    Winner(u8),
    /// The first place is shared.
    Shared,
    /// The first of the filter's users is alone in the first place. Without users no game is
    /// found.
    Won,
    /// Another player than the first of the filter's users is alone in the first place. Without
    /// users no game is found.
    Lost,
}

/// How two users have played against each other in one game of the archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The game that is played.
    pub kind: String,
    /// The number of games.
    pub games: u32,
    /// How often the first user came out before the second.
    pub won: u32,
    /// How often the second came out before the first.
    pub lost: u32,
}

/// How a user has played against a level of the computer in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelScore {
    /// The game that is played.
    pub kind: String,
    /// The level.
    pub level: u8,
    /// The number of games.
    pub games: u32,
    /// How often the user came out before the computer.
    pub won: u32,
    /// How often the computer came out before the user.
    pub lost: u32,
}

/// How reliably a user has played its last games against other people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reliability {
    /// The number of games that were counted.
    pub games: u32,
    /// How many of them the user has lost on time, or by leaving.
    pub timed_out: u32,
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
    /// most [`MAX_PAGE`]. `reader` keeps those that are public in lists, and those in which
    /// that user holds a seat.
    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        reader: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// Returns the number of running games in which the user is to act.
    async fn count_to_act(&self, user: &str) -> Result<u32, StoreError>;

    /// Returns the games with a free seat that is offered to the user, the newest first, at most
    /// [`MAX_PAGE`].
    async fn offered_to(&self, user: &str) -> Result<Vec<ListedGame>, StoreError>;

    /// Returns games of the lobby, the newest first: those of `kind`, or all; those after the place
    /// `before`; at most `limit` and at most [`MAX_PAGE`]. [`ListKey::at_ms`] is the moment at
    /// which the game was opened.
    async fn lobby(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// Returns running public games, those whose turn passed last first: those of
    /// `kind`, or all; those after the place `before`; at most `limit` and at most [`MAX_PAGE`].
    async fn running(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// Returns games of the archive, the newest first: those after the place `before`; at most
    /// `limit` and at most [`MAX_PAGE`]. Not more than [`MAX_SCAN`] games are looked at: a page may
    /// have fewer games than `limit` though others follow, and [`Page::next`] is where to go on.
    async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError>;

    /// Returns how a user has played against another one in the games of the archive, by game.
    async fn scores(&self, user: &str, other: &str) -> Result<Vec<Score>, StoreError>;

    /// Returns how a user has played against each level of the computer, sorted by game and level:
    /// in its last 1000 games that are over and have a result, public or not. Of several seats the
    /// best counts.
    async fn level_scores(&self, user: &str) -> Result<Vec<LevelScore>, StoreError>;

    /// Returns how reliably a user has played its last 200 games of the archive.
    async fn reliability(&self, user: &str) -> Result<Reliability, StoreError>;

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

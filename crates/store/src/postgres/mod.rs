//! A store on `PostgreSQL`, which several servers may use at once.
//!
//! One task of each store writes ([`writer`]) and commits in one transaction what has arrived in
//! the meantime. Reads use a pool of connections ([`read_pool`]). No server owns a game: an append
//! is decided by the row of its game ([`event_log`]). Two servers that act on one game at once can
//! at worst waste work.

mod address;
mod chat;
mod connect;
mod db;
mod derived;
mod event_log;
mod migration;
mod outages;
mod outbox;
mod people;
mod private_texts;
mod purge;
mod puzzles;
mod read_pool;
mod reader;
mod reports;
mod schema;
mod shared;
mod ways;
mod writer;

use crate::writes::{Write, Written};
use crate::{
    Append, ArchiveFilter, AuditEntry, Chat, ChatLine, Credential, Derived, Email, Feed, GameLog,
    GameSigns, GameState, LevelScore, ListKey, ListedGame, Lists, MAX_PAGE, MailNews, NewChatLine,
    NewGame, NewRecord, OnceCode, Outages, Outbox, OutboxItem, Page, People, PeopleChange,
    PrivateTexts, Purge, PushSubscription, PuzzleDeed, PuzzleResult, Puzzles, Records, Reliability,
    Report, Score, SeatPresence, Session, SharedStore, Store, StoreError, StoredEvent, StoredGame,
    TakenItem, Takeover, TextKind, UnixMillis, User, UserKind, UserRow, Ways, Webhook, Work,
};
pub use address::{AddressError, PgAddress};
use async_trait::async_trait;
use db::{Db, Failure, get};
pub use migration::{Migrated, Migration, MigrationError, MigrationStage, MigrationStep};
use read_pool::{ReadPool, read};
pub use reader::PgReader;
use std::time::Duration;
use writer::Writer;

/// A [`Store`] in a `PostgreSQL` database.
///
/// Texts with a NUL character cannot be stored: a write with one is refused with
/// [`StoreError::Database`], and a search for one finds nothing.
#[derive(Debug)]
pub struct PgStore {
    read_pool: ReadPool,
    writer: Writer,
}

impl PgStore {
    /// Connects to the database, and migrates its schema. Several servers may do so at once.
    ///
    /// # Errors
    ///
    /// - [`StoreError::TooNew`] if a newer version of this program has migrated it.
    /// - [`StoreError::Unfinished`] if a [`Migration`] into it has begun and not ended.
    /// - [`StoreError::Database`] if it cannot be reached or migrated, or is not encoded in UTF-8.
    pub async fn open(address: &PgAddress) -> Result<Self, StoreError> {
        let writer = Writer::start(address).await?;
        Ok(Self { read_pool: ReadPool::new(address)?, writer })
    }
}

#[async_trait]
impl GameLog for PgStore {
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(Write::Game(game)).await
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        read!(self.read_pool, |db| event_log::game(db, id))
    }

    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        read!(self.read_pool, |db| event_log::read(db, game, after))
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(Box::new(append))).await
    }
}

#[async_trait]
impl People for PgStore {
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        self.write(Write::People(changes)).await
    }

    async fn session(&self, token_hash: &[u8]) -> Result<Option<(Session, User)>, StoreError> {
        read!(self.read_pool, |db| people::session(db, token_hash))
    }

    async fn sessions_of(&self, user: &str) -> Result<Vec<Session>, StoreError> {
        read!(self.read_pool, |db| people::sessions_of(db, user))
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        read!(self.read_pool, |db| people::user(db, id))
    }

    async fn user_named(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        read!(self.read_pool, |db| people::user_named(db, name_key))
    }

    async fn name_holder(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        read!(self.read_pool, |db| people::name_holder(db, name_key))
    }

    async fn users(
        &self,
        kind: UserKind,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<User>, StoreError> {
        read!(self.read_pool, |db| people::users(db, kind, after, limit))
    }

    async fn on_vacation(&self) -> Result<Vec<User>, StoreError> {
        read!(self.read_pool, |db| people::on_vacation(db))
    }

    async fn credentials_of(&self, user: &str) -> Result<Vec<Credential>, StoreError> {
        read!(self.read_pool, |db| people::credentials_of(db, user))
    }

    async fn credential(&self, id: &str) -> Result<Option<Credential>, StoreError> {
        read!(self.read_pool, |db| people::credential(db, id))
    }

    async fn email_of(&self, user: &str) -> Result<Option<Email>, StoreError> {
        read!(self.read_pool, |db| people::email_of(db, user))
    }

    async fn emails_with(&self, address: &str) -> Result<Vec<Email>, StoreError> {
        read!(self.read_pool, |db| people::emails_with(db, address))
    }

    async fn code(&self, hash: &[u8]) -> Result<Option<OnceCode>, StoreError> {
        read!(self.read_pool, |db| people::code(db, hash))
    }

    async fn blocks_of(&self, user: &str) -> Result<Vec<String>, StoreError> {
        read!(self.read_pool, |db| people::blocks_of(db, user))
    }

    async fn open_takeovers(&self) -> Result<Vec<Takeover>, StoreError> {
        read!(self.read_pool, |db| people::open_takeovers(db))
    }

    async fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>, StoreError> {
        read!(self.read_pool, |db| people::audit(db, limit))
    }

    async fn open_reports(&self, limit: usize) -> Result<Vec<Report>, StoreError> {
        read!(self.read_pool, |db| reports::open(db, limit))
    }

    async fn open_report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        read!(self.read_pool, |db| reports::open_with(db, id))
    }

    async fn rows_of(&self, user: &str) -> Result<Vec<UserRow>, StoreError> {
        read!(self.read_pool, |db| people::rows_of(db, user))
    }
}

#[async_trait]
impl Chat for PgStore {
    async fn say(&self, line: NewChatLine) -> Result<u64, StoreError> {
        match self.writer.write(Write::Say(line)).await? {
            Written::Number(seq) => Ok(seq),
            Written::Nothing | Written::Items(_) => Err(StoreError::Closed),
        }
    }

    async fn chat(&self, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError> {
        read!(self.read_pool, |db| chat::lines(db, game, room))
    }
}

#[async_trait]
impl PrivateTexts for PgStore {
    async fn put_text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
        body: Option<String>,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        let (user, game) = (user.to_owned(), game.to_owned());
        self.write(Write::PrivateText { kind, user, game, body, at_ms }).await
    }

    async fn text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
    ) -> Result<Option<String>, StoreError> {
        read!(self.read_pool, |db| private_texts::get_text(db, kind, (user, game)))
    }
}

#[async_trait]
impl Puzzles for PgStore {
    async fn note_puzzle(
        &self,
        user: &str,
        puzzle: &str,
        deed: PuzzleDeed,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        let (user, puzzle) = (user.to_owned(), puzzle.to_owned());
        self.write(Write::Puzzle { user, puzzle, deed, at_ms }).await
    }

    async fn puzzles_of(&self, user: &str) -> Result<Vec<PuzzleResult>, StoreError> {
        read!(self.read_pool, |db| puzzles::of_user(db, user))
    }
}

#[async_trait]
impl Lists for PgStore {
    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        reader: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let limit = limit.min(MAX_PAGE);
        read!(self.read_pool, |db| derived::games_of(db, user, state, reader, before, limit))
    }

    async fn offered_to(&self, user: &str) -> Result<Vec<ListedGame>, StoreError> {
        read!(self.read_pool, |db| derived::offered_to(db, user))
    }

    async fn lobby(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let limit = limit.min(MAX_PAGE);
        read!(self.read_pool, |db| derived::lobby(db, kind, before, limit))
    }

    async fn running(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let limit = limit.min(MAX_PAGE);
        read!(self.read_pool, |db| derived::running(db, kind, before, limit))
    }

    async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let limit = limit.min(MAX_PAGE);
        read!(self.read_pool, |db| derived::archive(db, filter, before, limit))
    }

    async fn scores(&self, user: &str, other: &str) -> Result<Vec<Score>, StoreError> {
        read!(self.read_pool, |db| derived::scores(db, user, other))
    }

    async fn level_scores(&self, user: &str) -> Result<Vec<LevelScore>, StoreError> {
        read!(self.read_pool, |db| derived::level_scores(db, user))
    }

    async fn reliability(&self, user: &str) -> Result<Reliability, StoreError> {
        read!(self.read_pool, |db| derived::reliability(db, user))
    }

    async fn count_to_act(&self, user: &str) -> Result<u32, StoreError> {
        read!(self.read_pool, |db| derived::count_to_act(db, user))
    }

    async fn due(
        &self,
        until_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<(String, UnixMillis)>, StoreError> {
        read!(self.read_pool, |db| derived::due(db, until_ms, limit))
    }

    async fn next_due(&self, after_ms: UnixMillis) -> Result<Option<UnixMillis>, StoreError> {
        read!(self.read_pool, |db| derived::next_due(db, after_ms))
    }

    async fn derived(&self, game: &str) -> Result<Option<Derived>, StoreError> {
        read!(self.read_pool, |db| derived::read(db, game))
    }

    async fn set_derived(
        &self,
        game: &str,
        after: u64,
        derived: Derived,
    ) -> Result<(), StoreError> {
        self.write(Write::Derived { game: game.to_owned(), after, derived }).await
    }

    async fn game_ids(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError> {
        read!(self.read_pool, |db| derived::game_ids(db, after, limit))
    }
}

#[async_trait]
impl Records for PgStore {
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError> {
        self.write(Write::Record(record)).await
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        read!(self.read_pool, |db| record(db, id))
    }
}

#[async_trait]
impl Outbox for PgStore {
    async fn put_outbox(&self, item: OutboxItem) -> Result<(), StoreError> {
        self.write(Write::OutboxPut(item)).await
    }

    async fn take_outbox(
        &self,
        kinds: &[&str],
        now_ms: UnixMillis,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        self.take(Write::OutboxTake { kinds, now_ms, again_ms, limit }).await
    }

    async fn take_outbox_of(
        &self,
        user: &str,
        kind: &str,
        now_ms: UnixMillis,
        again_ms: UnixMillis,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let (user, kind) = (user.to_owned(), kind.to_owned());
        self.take(Write::OutboxTakeOf { user, kind, now_ms, again_ms }).await
    }

    async fn outbox_of(
        &self,
        user: &str,
        kind: &str,
        limit: usize,
    ) -> Result<Vec<OutboxItem>, StoreError> {
        read!(self.read_pool, |db| outbox::of_user(db, (user, kind), limit))
    }

    async fn forget_outbox(&self, until_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::OutboxForget { until_ms }).await
    }

    async fn outbox_done(&self, id: &str, at_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::OutboxDone { id: id.to_owned(), at_ms }).await
    }

    async fn outbox_postponed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::OutboxPostponed { id: id.to_owned(), again_ms }).await
    }

    async fn outbox_failed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::OutboxFailed { id: id.to_owned(), again_ms }).await
    }
}

#[async_trait]
impl Outages for PgStore {
    async fn beat(&self, at_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::Beat { at_ms }).await
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, StoreError> {
        read!(self.read_pool, |db| outages::last_beat(db))
    }

    async fn note_outage(&self, from_ms: UnixMillis, to_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::Outage { from_ms, to_ms }).await
    }

    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        read!(self.read_pool, |db| outages::read(db))
    }
}

#[async_trait]
impl Ways for PgStore {
    async fn feed(&self, secret_hash: &[u8]) -> Result<Option<Feed>, StoreError> {
        read!(self.read_pool, |db| ways::feed(db, secret_hash))
    }

    async fn feed_of(&self, user: &str) -> Result<Option<Feed>, StoreError> {
        read!(self.read_pool, |db| ways::feed_of(db, user))
    }

    async fn pushes_of(&self, user: &str) -> Result<Vec<PushSubscription>, StoreError> {
        read!(self.read_pool, |db| ways::pushes_of(db, user))
    }

    async fn webhook_of(&self, user: &str) -> Result<Option<Webhook>, StoreError> {
        read!(self.read_pool, |db| ways::webhook_of(db, user))
    }

    async fn mail_news_of(&self, user: &str) -> Result<Option<MailNews>, StoreError> {
        read!(self.read_pool, |db| ways::mail_news(db, "user", user))
    }

    async fn mail_news_with(&self, key: &str) -> Result<Option<MailNews>, StoreError> {
        read!(self.read_pool, |db| ways::mail_news(db, "key", key))
    }

    async fn server_key(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        read!(self.read_pool, |db| ways::server_key(db, name))
    }
}

#[async_trait]
impl Purge for PgStore {
    async fn idle_guests(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        read!(self.read_pool, |db| purge::idle_guests(db, before_ms, after, limit))
    }

    async fn delete_idle_guests(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        self.purge(Write::PurgeGuests { ids, before_ms }).await
    }

    async fn idle_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        read!(self.read_pool, |db| purge::idle_games(db, before_ms, after, limit))
    }

    async fn old_guest_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        read!(self.read_pool, |db| purge::old_guest_games(db, before_ms, after, limit))
    }

    async fn delete_old_guest_games(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        self.purge(Write::PurgeGames { ids, before_ms }).await
    }
}

#[async_trait]
impl Store for PgStore {
    async fn ready(&self) -> Result<(), StoreError> {
        self.writer.ready()
    }

    async fn now_ms(&self) -> Result<UnixMillis, StoreError> {
        read!(self.read_pool, |db| outages::now_ms(db))
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }

    async fn close(&self) {
        self.read_pool.close();
        self.writer.close().await;
    }
}

/// What nodes learn of each other is not in the queue of the writes: it is no part of the data, and
/// does not wait for them.
#[async_trait]
impl SharedStore for PgStore {
    async fn note_node(&self, node: &str) -> Result<usize, StoreError> {
        read!(self.read_pool, |db| shared::note_node(db, node))
    }

    async fn forget_node(&self, node: &str) -> Result<(), StoreError> {
        read!(self.read_pool, |db| shared::forget_node(db, node))
    }

    async fn sweep_nodes(&self) -> Result<(), StoreError> {
        read!(self.read_pool, |db| shared::sweep_nodes(db))
    }

    async fn set_presence(
        &self,
        node: &str,
        presence: Vec<(String, SeatPresence)>,
    ) -> Result<(), StoreError> {
        read!(self.read_pool, |db| shared::set_presence(db, node, &presence))
    }

    async fn begin_presence(
        &self,
        game: &str,
        seats: usize,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        read!(self.read_pool, |db| shared::begin_presence(db, game, seats, at_ms))
    }

    async fn signs(&self, node: &str, games: &[String]) -> Result<Vec<GameSigns>, StoreError> {
        read!(self.read_pool, |db| shared::signs(db, node, games))
    }

    async fn lease(
        &self,
        node: &str,
        work: &[Work],
        time: Duration,
    ) -> Result<Vec<bool>, StoreError> {
        read!(self.read_pool, |db| shared::lease(db, node, work, time))
    }

    async fn give_up(&self, node: &str, key: &str) -> Result<(), StoreError> {
        read!(self.read_pool, |db| shared::give_up(db, node, key))
    }
}

impl PgStore {
    async fn take(&self, write: Write) -> Result<Vec<TakenItem>, StoreError> {
        match self.writer.write(write).await? {
            Written::Items(items) => Ok(items),
            Written::Nothing | Written::Number(_) => Ok(Vec::new()),
        }
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await.map(drop)
    }

    async fn purge(&self, write: Write) -> Result<u64, StoreError> {
        match self.writer.write(write).await? {
            Written::Number(deleted) => Ok(deleted),
            Written::Nothing | Written::Items(_) => Ok(0),
        }
    }
}

/// Returns the text of a record; `None` if there is no such record.
async fn record(db: Db<'_>, id: &str) -> Result<Option<String>, Failure> {
    let row = db.one("select body from records where id = $1", &[&id]).await?;
    Ok(row.map(|row| get(&row, 0)).transpose()?)
}

//! A store in one `SQLite` file in WAL mode.
//!
//! One thread owns the only connection that writes ([`writer`]). Every commit waits for the disk,
//! on some only 250 times a second; therefore the thread commits all writes that arrived in the
//! meantime in one transaction (*group commit*). Reads use a fixed set of read-only connections
//! ([`read_pool`]), which the write-ahead log lets run beside the writer.

mod backup;
mod chat;
mod connect;
mod derived;
mod event_log;
mod inserts;
mod outages;
mod outbox;
mod people;
mod permissions;
mod private_texts;
mod purge;
mod puzzles;
mod read_pool;
mod reader;
mod reports;
#[cfg(feature = "cluster")]
pub(crate) mod rows;
mod schema;
mod ways;
mod writer;

use crate::writes::{Write, Written};
use crate::{
    Append, ArchiveFilter, AuditEntry, Chat, ChatLine, Credential, Derived, Email, Feed, GameLog,
    GameState, LevelScore, ListKey, ListedGame, Lists, MAX_PAGE, MailNews, NewChatLine, NewGame,
    NewRecord, OnceCode, Outages, Outbox, OutboxItem, Page, People, PeopleChange, PrivateTexts,
    Purge, PushSubscription, PuzzleDeed, PuzzleResult, Puzzles, Records, Reliability, Report,
    Score, Session, Store, StoreError, StoredEvent, StoredGame, TakenItem, Takeover, TextKind,
    UnixMillis, User, UserKind, UserRow, Ways, Webhook,
};
use async_trait::async_trait;
pub use backup::back_up;
use read_pool::{ReadPool, blocking};
pub use reader::SqliteReader;
use rusqlite::{Connection, ErrorCode, OptionalExtension, ToSql};
use std::path::Path;
use writer::Writer;

/// The number of read-only connections. Reads are short and mostly served from memory, so few
/// connections are enough.
const READ_CONNECTIONS: usize = 4;

/// A [`Store`] in one `SQLite` file.
#[derive(Debug)]
pub struct SqliteStore {
    read_pool: ReadPool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, creates it if it does not exist, and migrates its schema.
    ///
    /// On Unix only the file's owner has access, because the file holds hidden information of
    /// games: it is created with mode 0600, and an existing file loses the permissions of group and
    /// others.
    ///
    /// An existing file that can be read but not written, such as one on a full disk, is opened
    /// without an error. [`Store::ready`] then returns the error of writing, and writing begins by
    /// itself once it is possible.
    ///
    /// The file is not searched for damage, because the time for that grows with the file: `pragma
    /// quick_check` of 200 000 games with 2 million events (254 MB) took 0.25 s from memory and
    /// 1.0 s from a fast disk. One damaged page should not keep all other games from being played
    /// either. Damage to a log is found when the game is read ([`StoreError::Damaged`]).
    /// [`SqliteReader`] searches the whole file, also while a store uses it.
    ///
    /// # Errors
    ///
    /// - [`StoreError::Corrupt`] if the file is not a database.
    /// - [`StoreError::TooNew`] if a newer version of this program wrote it.
    /// - [`StoreError::Database`] if it cannot be created, opened or migrated.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let file = file.to_owned();
        blocking(move || Self::open_blocking(&file)).await
    }

    fn open_blocking(file: &Path) -> Result<Self, StoreError> {
        let system = |error: std::io::Error| StoreError::Database(error.to_string());
        permissions::create_private(file).map_err(system)?;
        permissions::restrict_to_owner(file);
        let mut connection = connect::open_writer(file)?;
        schema::migrate(&mut connection)?;
        let readers = (0..READ_CONNECTIONS).map(|_| connect::open_reader(file));
        let read_pool = ReadPool::new(readers.collect::<rusqlite::Result<_>>()?);
        let writer = Writer::start(connection, file.to_owned()).map_err(system)?;
        Ok(Self { read_pool, writer })
    }
}

#[async_trait]
impl GameLog for SqliteStore {
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError> {
        self.write(Write::Game(game)).await
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let id = id.to_owned();
        self.read_pool.read(move |db| event_log::game(db, &id)).await
    }

    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        let game = game.to_owned();
        self.read_pool.read(move |db| event_log::read(db, &game, after)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(Box::new(append))).await
    }
}

#[async_trait]
impl People for SqliteStore {
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        self.write(Write::People(changes)).await
    }

    async fn session(&self, token_hash: &[u8]) -> Result<Option<(Session, User)>, StoreError> {
        let token_hash = token_hash.to_owned();
        self.read_pool.read(move |db| people::session(db, &token_hash)).await
    }

    async fn sessions_of(&self, user: &str) -> Result<Vec<Session>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| people::sessions_of(db, &user)).await
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        let id = id.to_owned();
        self.read_pool.read(move |db| people::user(db, &id)).await
    }

    async fn user_named(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        let name_key = name_key.to_owned();
        self.read_pool.read(move |db| people::user_named(db, &name_key)).await
    }

    async fn name_holder(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        let name_key = name_key.to_owned();
        self.read_pool.read(move |db| people::name_holder(db, &name_key)).await
    }

    async fn users(
        &self,
        kind: UserKind,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<User>, StoreError> {
        let after = after.map(str::to_owned);
        self.read_pool.read(move |db| people::users(db, kind, after.as_deref(), limit)).await
    }

    async fn on_vacation(&self) -> Result<Vec<User>, StoreError> {
        self.read_pool.read(move |db| people::on_vacation(db)).await
    }

    async fn credentials_of(&self, user: &str) -> Result<Vec<Credential>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| people::credentials_of(db, &user)).await
    }

    async fn credential(&self, id: &str) -> Result<Option<Credential>, StoreError> {
        let id = id.to_owned();
        self.read_pool.read(move |db| people::credential(db, &id)).await
    }

    async fn email_of(&self, user: &str) -> Result<Option<Email>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| people::email_of(db, &user)).await
    }

    async fn emails_with(&self, address: &str) -> Result<Vec<Email>, StoreError> {
        let address = address.to_owned();
        self.read_pool.read(move |db| people::emails_with(db, &address)).await
    }

    async fn code(&self, hash: &[u8]) -> Result<Option<OnceCode>, StoreError> {
        let hash = hash.to_owned();
        self.read_pool.read(move |db| people::code(db, &hash)).await
    }

    async fn blocks_of(&self, user: &str) -> Result<Vec<String>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| people::blocks_of(db, &user)).await
    }

    async fn open_takeovers(&self) -> Result<Vec<Takeover>, StoreError> {
        self.read_pool.read(move |db| people::open_takeovers(db)).await
    }

    async fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>, StoreError> {
        self.read_pool.read(move |db| people::audit(db, limit)).await
    }

    async fn open_reports(&self, limit: usize) -> Result<Vec<Report>, StoreError> {
        self.read_pool.read(move |db| reports::open(db, limit)).await
    }

    async fn open_report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        let id = id.to_owned();
        self.read_pool.read(move |db| reports::open_with(db, &id)).await
    }

    async fn rows_of(&self, user: &str) -> Result<Vec<UserRow>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| people::rows_of(db, &user)).await
    }
}

#[async_trait]
impl Chat for SqliteStore {
    async fn say(&self, line: NewChatLine) -> Result<u64, StoreError> {
        match self.writer.write(Write::Say(line)).await? {
            Written::Number(seq) => Ok(seq),
            Written::Nothing | Written::Items(_) => Err(StoreError::Closed),
        }
    }

    async fn chat(&self, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError> {
        let (game, room) = (game.to_owned(), room.to_owned());
        self.read_pool.read(move |db| chat::lines(db, &game, &room)).await
    }
}

#[async_trait]
impl PrivateTexts for SqliteStore {
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
        let (user, game) = (user.to_owned(), game.to_owned());
        self.read_pool.read(move |db| private_texts::get(db, kind, (&user, &game))).await
    }
}

#[async_trait]
impl Puzzles for SqliteStore {
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
        let user = user.to_owned();
        self.read_pool.read(move |db| puzzles::of_user(db, &user)).await
    }
}

#[async_trait]
impl Lists for SqliteStore {
    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        reader: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let (user, reader) = (user.to_owned(), reader.map(str::to_owned));
        let (before, limit) = (before.cloned(), limit.min(MAX_PAGE));
        let read = move |db: &mut _| {
            derived::games_of(db, &user, state, reader.as_deref(), before.as_ref(), limit)
        };
        self.read_pool.read(read).await
    }

    async fn offered_to(&self, user: &str) -> Result<Vec<ListedGame>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| derived::offered_to(db, &user)).await
    }

    async fn lobby(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let (kind, before) = (kind.map(str::to_owned), before.cloned());
        let limit = limit.min(MAX_PAGE);
        let read = move |db: &mut _| derived::lobby(db, kind.as_deref(), before.as_ref(), limit);
        self.read_pool.read(read).await
    }

    async fn running(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let (kind, before) = (kind.map(str::to_owned), before.cloned());
        let limit = limit.min(MAX_PAGE);
        let read = move |db: &mut _| derived::running(db, kind.as_deref(), before.as_ref(), limit);
        self.read_pool.read(read).await
    }

    async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let (filter, before) = (filter.clone(), before.cloned());
        let limit = limit.min(MAX_PAGE);
        let read = move |db: &mut _| derived::archive(db, &filter, before.as_ref(), limit);
        self.read_pool.read(read).await
    }

    async fn scores(&self, user: &str, other: &str) -> Result<Vec<Score>, StoreError> {
        let (user, other) = (user.to_owned(), other.to_owned());
        self.read_pool.read(move |db| derived::scores(db, &user, &other)).await
    }

    async fn level_scores(&self, user: &str) -> Result<Vec<LevelScore>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| derived::level_scores(db, &user)).await
    }

    async fn reliability(&self, user: &str) -> Result<Reliability, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| derived::reliability(db, &user)).await
    }

    async fn count_to_act(&self, user: &str) -> Result<u32, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| derived::count_to_act(db, &user)).await
    }

    async fn due(
        &self,
        until_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<(String, UnixMillis)>, StoreError> {
        self.read_pool.read(move |db| derived::due(db, until_ms, limit)).await
    }

    async fn next_due(&self, after_ms: UnixMillis) -> Result<Option<UnixMillis>, StoreError> {
        self.read_pool.read(move |db| derived::next_due(db, after_ms)).await
    }

    async fn derived(&self, game: &str) -> Result<Option<Derived>, StoreError> {
        let game = game.to_owned();
        let read = move |db: &mut Connection| {
            // Summary and seats are read from one snapshot of the database.
            let db = db.transaction()?;
            derived::read(&db, &game)
        };
        self.read_pool.read(read).await
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
        let after = after.map(str::to_owned);
        self.read_pool.read(move |db| derived::game_ids(db, after.as_deref(), limit)).await
    }
}

#[async_trait]
impl Records for SqliteStore {
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError> {
        self.write(Write::Record(record)).await
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        let id = id.to_owned();
        self.read_pool.read(move |db| record(db, &id)).await
    }
}

#[async_trait]
impl Outbox for SqliteStore {
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
        let (user, kind) = (user.to_owned(), kind.to_owned());
        self.read_pool.read(move |db| outbox::of_user(db, (&user, &kind), limit)).await
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
impl Outages for SqliteStore {
    async fn beat(&self, at_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::Beat { at_ms }).await
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, StoreError> {
        self.read_pool.read(move |db| outages::last_beat(db)).await
    }

    async fn note_outage(&self, from_ms: UnixMillis, to_ms: UnixMillis) -> Result<(), StoreError> {
        self.write(Write::Outage { from_ms, to_ms }).await
    }

    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        self.read_pool.read(move |db| outages::read(db)).await
    }
}

#[async_trait]
impl Ways for SqliteStore {
    async fn feed(&self, secret_hash: &[u8]) -> Result<Option<Feed>, StoreError> {
        let secret_hash = secret_hash.to_owned();
        self.read_pool.read(move |db| ways::feed(db, &secret_hash)).await
    }

    async fn feed_of(&self, user: &str) -> Result<Option<Feed>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| ways::feed_of(db, &user)).await
    }

    async fn pushes_of(&self, user: &str) -> Result<Vec<PushSubscription>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| ways::pushes_of(db, &user)).await
    }

    async fn webhook_of(&self, user: &str) -> Result<Option<Webhook>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| ways::webhook_of(db, &user)).await
    }

    async fn mail_news_of(&self, user: &str) -> Result<Option<MailNews>, StoreError> {
        let user = user.to_owned();
        self.read_pool.read(move |db| ways::mail_news(db, "user", &user)).await
    }

    async fn mail_news_with(&self, key: &str) -> Result<Option<MailNews>, StoreError> {
        let key = key.to_owned();
        self.read_pool.read(move |db| ways::mail_news(db, "key", &key)).await
    }

    async fn server_key(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let name = name.to_owned();
        self.read_pool.read(move |db| ways::server_key(db, &name)).await
    }
}

#[async_trait]
impl Purge for SqliteStore {
    async fn idle_guests(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        let after = after.map(str::to_owned);
        let read = move |db: &mut _| purge::idle_guests(db, before_ms, after.as_deref(), limit);
        self.read_pool.read(read).await
    }

    async fn delete_idle_guests(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        self.number(Write::PurgeGuests { ids, before_ms }).await
    }

    async fn idle_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let after = after.map(str::to_owned);
        let read = move |db: &mut _| purge::idle_games(db, before_ms, after.as_deref(), limit);
        self.read_pool.read(read).await
    }

    async fn old_guest_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let after = after.map(str::to_owned);
        let read = move |db: &mut _| purge::old_guest_games(db, before_ms, after.as_deref(), limit);
        self.read_pool.read(read).await
    }

    async fn delete_old_guest_games(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        self.number(Write::PurgeGames { ids, before_ms }).await
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn ready(&self) -> Result<(), StoreError> {
        self.writer.ready()
    }

    async fn now_ms(&self) -> Result<UnixMillis, StoreError> {
        Ok(crate::system_ms())
    }

    async fn outside_writes(&self) -> Result<u64, StoreError> {
        self.number(Write::OutsideWrites).await
    }

    async fn close(&self) {
        // The last connection to close checkpoints the write-ahead log into the database, which a
        // read-only connection cannot. So the writer closes last.
        self.read_pool.close().await;
        self.writer.close().await;
    }
}

impl SqliteStore {
    async fn take(&self, write: Write) -> Result<Vec<TakenItem>, StoreError> {
        match self.writer.write(write).await? {
            Written::Items(items) => Ok(items),
            Written::Nothing | Written::Number(_) => Ok(Vec::new()),
        }
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        self.writer.write(write).await.map(drop)
    }

    async fn number(&self, write: Write) -> Result<u64, StoreError> {
        match self.writer.write(write).await? {
            Written::Number(number) => Ok(number),
            Written::Nothing | Written::Items(_) => Ok(0),
        }
    }
}

/// Returns the text of a record; `None` if there is no such record.
fn record(db: &Connection, id: &str) -> Result<Option<String>, StoreError> {
    select_text(db, "select body from records where id = ?", id)
}

/// Returns the first column of the only row that the query finds for `key`.
fn select_text(
    db: &Connection,
    query: &str,
    key: impl ToSql,
) -> Result<Option<String>, StoreError> {
    Ok(db.prepare_cached(query)?.query_row([key], |row| row.get(0)).optional()?)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        let is_damage = matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        );
        match error {
            error if is_damage => Self::Corrupt(error.to_string()),
            // A value is not of its column's type, or a text is not UTF-8.
            error @ (FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnType(..)
            | Utf8Error(..)) => Self::Corrupt(error.to_string()),
            error => Self::Database(error.to_string()),
        }
    }
}

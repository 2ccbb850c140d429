//! A store that a test changes in some calls.

use async_trait::async_trait;
use heterodox_store::{
    Append, ArchiveFilter, AuditEntry, Chat, ChatLine, Credential, Derived, Email, Feed, GameLog,
    GameState, LevelScore, ListKey, ListedGame, Lists, MailNews, NewChatLine, NewGame, NewRecord,
    OnceCode, Outages, Outbox, OutboxItem, Page, People, PeopleChange, PrivateTexts, Purge,
    PushSubscription, PuzzleDeed, PuzzleResult, Puzzles, Records, Reliability, Report, Score,
    Session, SharedStore, Store, StoreError, StoredEvent, StoredGame, TakenItem, Takeover,
    TextKind, UnixMillis, User, UserKind, UserRow, Ways, Webhook,
};

/// A store with the calls of an [`Interceptor`].
pub struct Intercepted<I>(pub I);

macro_rules! intercept {
    ($($trait:ident { $(fn $name:ident($($arg:ident: $type:ty),*) -> $ok:ty;)* })*) => {
        /// The calls of a store. Each passes on to the same call of another store, unless it is
        /// implemented otherwise. `close` and `shared` always do.
        #[async_trait]
        pub trait Interceptor: Send + Sync + 'static {
            /// The other store.
            fn inner(&self) -> &dyn Store;
            $($(
                #[allow(missing_docs)]
                async fn $name(&self, $($arg: $type),*) -> Result<$ok, StoreError> {
                    self.inner().$name($($arg),*).await
                }
            )*)*
            #[allow(missing_docs)]
            async fn ready(&self) -> Result<(), StoreError> {
                self.inner().ready().await
            }
            #[allow(missing_docs)]
            async fn now_ms(&self) -> Result<UnixMillis, StoreError> {
                self.inner().now_ms().await
            }
        }

        $(
            #[async_trait]
            impl<I: Interceptor> $trait for Intercepted<I> {
                $(
                    async fn $name(&self, $($arg: $type),*) -> Result<$ok, StoreError> {
                        self.0.$name($($arg),*).await
                    }
                )*
            }
        )*
    };
}

intercept! {
    GameLog {
        fn create_game(game: NewGame) -> ();
        fn game(id: &str) -> Option<StoredGame>;
        fn events_after(game: &str, after: u64) -> Vec<StoredEvent>;
        fn append(append: Append) -> ();
    }
    People {
        fn change_people(changes: Vec<PeopleChange>) -> ();
        fn session(token_hash: &[u8]) -> Option<(Session, User)>;
        fn sessions_of(user: &str) -> Vec<Session>;
        fn user(id: &str) -> Option<User>;
        fn user_named(name_key: &str) -> Option<User>;
        fn name_holder(name_key: &str) -> Option<User>;
        fn users(kind: UserKind, after: Option<&str>, limit: usize) -> Vec<User>;
        fn on_vacation() -> Vec<User>;
        fn credentials_of(user: &str) -> Vec<Credential>;
        fn credential(id: &str) -> Option<Credential>;
        fn email_of(user: &str) -> Option<Email>;
        fn emails_with(address: &str) -> Vec<Email>;
        fn code(hash: &[u8]) -> Option<OnceCode>;
        fn blocks_of(user: &str) -> Vec<String>;
        fn open_takeovers() -> Vec<Takeover>;
        fn audit(limit: usize) -> Vec<AuditEntry>;
        fn open_reports(limit: usize) -> Vec<Report>;
        fn open_report(id: &str) -> Option<Report>;
        fn rows_of(user: &str) -> Vec<UserRow>;
    }
    Chat {
        fn say(line: NewChatLine) -> u64;
        fn chat(game: &str, room: &str) -> Vec<ChatLine>;
    }
    PrivateTexts {
        fn put_text(
            kind: TextKind, user: &str, game: &str, body: Option<String>, at_ms: UnixMillis
        ) -> ();
        fn text(kind: TextKind, user: &str, game: &str) -> Option<String>;
    }
    Puzzles {
        fn note_puzzle(user: &str, puzzle: &str, deed: PuzzleDeed, at_ms: UnixMillis) -> ();
        fn puzzles_of(user: &str) -> Vec<PuzzleResult>;
    }
    Lists {
        fn games_of(
            user: &str, state: Option<GameState>, reader: Option<&str>, before: Option<&ListKey>,
            limit: usize
        ) -> Page;
        fn offered_to(user: &str) -> Vec<ListedGame>;
        fn lobby(kind: Option<&str>, before: Option<&ListKey>, limit: usize) -> Page;
        fn running(kind: Option<&str>, before: Option<&ListKey>, limit: usize) -> Page;
        fn archive(filter: &ArchiveFilter, before: Option<&ListKey>, limit: usize) -> Page;
        fn scores(user: &str, other: &str) -> Vec<Score>;
        fn level_scores(user: &str) -> Vec<LevelScore>;
        fn reliability(user: &str) -> Reliability;
        fn count_to_act(user: &str) -> u32;
        fn due(until_ms: UnixMillis, limit: usize) -> Vec<(String, UnixMillis)>;
        fn next_due(after_ms: UnixMillis) -> Option<UnixMillis>;
        fn derived(game: &str) -> Option<Derived>;
        fn set_derived(game: &str, after: u64, derived: Derived) -> ();
        fn game_ids(after: Option<&str>, limit: usize) -> Vec<String>;
    }
    Records {
        fn create_record(record: NewRecord) -> ();
        fn record(id: &str) -> Option<String>;
    }
    Outbox {
        fn put_outbox(item: OutboxItem) -> ();
        fn take_outbox(
            kinds: &[&str], now_ms: UnixMillis, again_ms: UnixMillis, limit: usize
        ) -> Vec<TakenItem>;
        fn take_outbox_of(
            user: &str, kind: &str, now_ms: UnixMillis, again_ms: UnixMillis
        ) -> Vec<TakenItem>;
        fn outbox_of(user: &str, kind: &str, limit: usize) -> Vec<OutboxItem>;
        fn forget_outbox(until_ms: UnixMillis) -> ();
        fn outbox_done(id: &str, at_ms: UnixMillis) -> ();
        fn outbox_postponed(id: &str, again_ms: UnixMillis) -> ();
        fn outbox_failed(id: &str, again_ms: UnixMillis) -> ();
    }
    Outages {
        fn beat(at_ms: UnixMillis) -> ();
        fn last_beat() -> Option<UnixMillis>;
        fn note_outage(from_ms: UnixMillis, to_ms: UnixMillis) -> ();
        fn outages() -> Vec<(UnixMillis, UnixMillis)>;
    }
    Purge {
        fn idle_guests(before_ms: UnixMillis, after: Option<&str>, limit: usize) -> Vec<String>;
        fn delete_idle_guests(ids: Vec<String>, before_ms: UnixMillis) -> u64;
        fn idle_games(before_ms: UnixMillis, after: Option<&str>, limit: usize) -> Vec<ListedGame>;
        fn old_guest_games(
            before_ms: UnixMillis, after: Option<&str>, limit: usize
        ) -> Vec<ListedGame>;
        fn delete_old_guest_games(ids: Vec<String>, before_ms: UnixMillis) -> u64;
    }
    Ways {
        fn feed(secret_hash: &[u8]) -> Option<Feed>;
        fn feed_of(user: &str) -> Option<Feed>;
        fn pushes_of(user: &str) -> Vec<PushSubscription>;
        fn webhook_of(user: &str) -> Option<Webhook>;
        fn mail_news_of(user: &str) -> Option<MailNews>;
        fn mail_news_with(key: &str) -> Option<MailNews>;
        fn server_key(name: &str) -> Option<Vec<u8>>;
    }
}

#[async_trait]
impl<I: Interceptor> Store for Intercepted<I> {
    async fn ready(&self) -> Result<(), StoreError> {
        self.0.ready().await
    }

    async fn now_ms(&self) -> Result<UnixMillis, StoreError> {
        self.0.now_ms().await
    }

    async fn outside_writes(&self) -> Result<u64, StoreError> {
        self.0.inner().outside_writes().await
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        self.0.inner().shared()
    }

    async fn close(&self) {
        self.0.inner().close().await;
    }
}

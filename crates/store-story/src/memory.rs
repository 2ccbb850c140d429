//! The plainest store: maps in memory.

use crate::memory_people::MemoryPeople;
use crate::memory_shared::MemoryShared;
use async_trait::async_trait;
use heterodox_store::{
    Append, ArchiveFilter, AuditEntry, Chat, ChatLine, Credential, Damage, Derived, Email, Feed,
    GameLog, GameSigns, GameState, GameSummary, LevelScore, ListKey, ListedGame, Lists, MAX_PAGE,
    MailNews, NewChatLine, NewGame, NewRecord, OnceCode, Outages, Outbox, OutboxItem, Page, People,
    PeopleChange, PrivateTexts, Purge, PushSubscription, PuzzleDeed, PuzzleResult, Puzzles,
    Records, Reliability, Report, ResultFilter, Score, SeatPresence, SeatSummary, Session,
    SharedStore, Store, StoreError, StoredEvent, StoredGame, TakenItem, Takeover, TextKind,
    UnixMillis, User, UserKind, UserRow, Visibility, Ways, Webhook, Work,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A store in memory. It keeps all promises but durability.
#[derive(Default)]
pub struct MemoryStore {
    memory: Arc<Mutex<Memory>>,
    closed: AtomicBool,
    is_shared: bool,
}

#[derive(Default)]
struct Memory {
    games: BTreeMap<String, MemoryGame>,
    people: MemoryPeople,
    records: BTreeMap<String, String>,
    outbox: BTreeMap<String, MemoryItem>,
    beat_ms: Option<UnixMillis>,
    outages: Vec<(UnixMillis, UnixMillis)>,
    shared: MemoryShared,
}

struct MemoryGame {
    stored: StoredGame,
    events: Vec<StoredEvent>,
    derived: Derived,
}

struct MemoryItem {
    item: OutboxItem,
    tries: u32,
    failures: u32,
    done_ms: Option<UnixMillis>,
}

impl MemoryStore {
    /// A store for several servers, each of which gets its own by [`MemoryStore::reopen`].
    pub fn shared() -> Self {
        Self { is_shared: true, ..Self::default() }
    }

    /// A store with the same data, as after closing and opening.
    pub fn reopen(&self) -> Self {
        let Self { memory, is_shared, .. } = self;
        Self { memory: memory.clone(), closed: AtomicBool::new(false), is_shared: *is_shared }
    }

    fn open(&self) -> Result<MutexGuard<'_, Memory>, StoreError> {
        if self.closed.load(Ordering::SeqCst) {
            return Err(StoreError::Closed);
        }
        Ok(self.memory.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Fails with [`StoreError::Taken`] if the key is in use.
fn expect_free(taken: bool, key: &str) -> Result<(), StoreError> {
    if taken { Err(StoreError::Taken(key.to_owned())) } else { Ok(()) }
}

impl Memory {
    /// Takes the items that are wanted and not done.
    fn take(
        &mut self,
        is_wanted: impl Fn(&MemoryItem) -> bool,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Vec<TakenItem> {
        let waiting = self.outbox.values_mut().filter(|item| item.done_ms.is_none());
        let mut due: Vec<_> = waiting.filter(|item| is_wanted(item)).collect();
        due.sort_by(|a, b| (a.item.due_ms, &a.item.id).cmp(&(b.item.due_ms, &b.item.id)));
        due.truncate(limit);
        let take = |item: &mut MemoryItem| {
            item.item.due_ms = again_ms;
            item.tries += 1;
            let MemoryItem { item, tries, failures, .. } = item;
            TakenItem { item: item.clone(), tries: *tries, failures: *failures }
        };
        due.into_iter().map(take).collect()
    }

    fn insert(&mut self, game: NewGame) {
        game.outbox.into_iter().for_each(|item| self.put(item));
        let stored = StoredGame { body: game.body, created_ms: game.created_ms };
        let new = MemoryGame { stored, events: Vec::new(), derived: game.derived };
        self.games.insert(game.id, new);
    }

    /// The game, if its log ends after event `after`.
    fn game_at(&mut self, id: &str, after: u64) -> Result<&mut MemoryGame, StoreError> {
        let game = self.games.get_mut(id).filter(|game| game.events.len() as u64 == after);
        game.ok_or_else(|| StoreError::Conflict { game: id.to_owned(), after })
    }

    /// The page of the games that are wanted, by moment and id, both descending.
    fn page(
        &self,
        is_wanted: impl Fn(&Derived) -> bool,
        moment: impl Fn(&GameSummary) -> UnixMillis,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Page {
        let key = |id: &str, derived: &Derived| ListKey {
            at_ms: moment(&derived.summary),
            game: id.to_owned(),
        };
        let games = self.games.iter().map(|(id, game)| (key(id, &game.derived), &game.derived));
        let found: BTreeMap<_, _> = games
            .filter(|(key, derived)| is_wanted(derived) && before.is_none_or(|before| key < before))
            .collect();
        let mut rest = found.into_iter().rev().map(|(key, derived)| {
            let game = ListedGame { game: key.game.clone(), derived: derived.clone() };
            (key, game)
        });
        let part: Vec<_> = rest.by_ref().take(limit).collect();
        let next = part.last().filter(|_| rest.next().is_some()).map(|(key, _)| key.clone());
        Page { games: part.into_iter().map(|(_, game)| game).collect(), next }
    }

    fn expect_game(&self, id: &str) -> Result<(), StoreError> {
        let known = self.games.contains_key(id);
        if known { Ok(()) } else { Err(StoreError::Missing(id.to_owned())) }
    }

    fn is_idle_guest(&self, id: &str, before_ms: UnixMillis) -> bool {
        let user = self.people.user(id).filter(|user| user.kind == UserKind::Guest);
        let is_at = |held: &Option<String>| held.as_deref() == Some(id);
        let sits = |game: &MemoryGame| {
            let mut seats = game.derived.seats.iter();
            seats.any(|seat| is_at(&seat.user) || is_at(&seat.invited))
        };
        user.is_some_and(|user| user.seen_ms < before_ms)
            && !self.people.is_involved(id)
            && !self.games.values().any(sits)
    }

    fn is_idle_game(game: &MemoryGame, before_ms: UnixMillis) -> bool {
        let summary = &game.derived.summary;
        summary.state != GameState::Over
            && summary.last_ms < before_ms
            && game.events.iter().all(|event| event.at_ms < before_ms)
    }

    fn is_old_guest_game(&self, id: &str, game: &MemoryGame, before_ms: UnixMillis) -> bool {
        let summary = &game.derived.summary;
        let kind_of = |id: &str| self.people.user(id).map(|user| user.kind);
        let mut users = game.derived.seats.iter().filter_map(|seat| seat.user.as_ref()).peekable();
        summary.state == GameState::Over
            && summary.list_ms() < before_ms
            && users.peek().is_some()
            && users.all(|user| kind_of(user) == Some(UserKind::Guest))
            && self
                .people
                .table_talk
                .note_takers(id)
                .all(|user| kind_of(user) != Some(UserKind::Person))
            && !self.people.is_reported(id)
    }

    /// The games that are wanted, by their ids, behind one of them.
    fn games_behind(
        &self,
        is_wanted: impl Fn(&str, &MemoryGame) -> bool,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<ListedGame> {
        let games =
            self.games.iter().filter(|(id, _)| after.is_none_or(|after| id.as_str() > after));
        let wanted = games.filter(|(id, game)| is_wanted(id, game)).take(limit);
        let listed = |(id, game): (&String, &MemoryGame)| ListedGame {
            game: id.clone(),
            derived: game.derived.clone(),
        };
        wanted.map(listed).collect()
    }

    fn is_known(&self, item: &OutboxItem) -> bool {
        self.outbox.values().any(|old| old.item.dedupe_key == item.dedupe_key)
    }

    /// Whether the id of an item that would be kept is in use.
    fn is_taken(&self, item: &OutboxItem) -> bool {
        self.outbox.contains_key(&item.id) && !self.is_known(item)
    }

    fn put(&mut self, item: OutboxItem) {
        if !self.is_known(&item) {
            self.outbox
                .insert(item.id.clone(), MemoryItem { item, tries: 0, failures: 0, done_ms: None });
        }
    }
}

#[async_trait]
impl GameLog for MemoryStore {
    async fn create_game(&self, game: NewGame) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        expect_free(memory.games.contains_key(&game.id), &game.id)?;
        memory.insert(game);
        Ok(())
    }

    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.open()?.games.get(id).map(|game| game.stored.clone()))
    }

    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        let memory = self.open()?;
        let Some(stored) = memory.games.get(game) else { return Ok(Vec::new()) };
        let (found, expected) = (after as i64, stored.events.len() as i64);
        let damage = Damage::Length { found, expected };
        let events = stored.events.get(after as usize..).map(<[StoredEvent]>::to_vec);
        events.ok_or_else(|| StoreError::Damaged { game: game.to_owned(), damage })
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        memory.game_at(&append.game, append.after)?;
        if let Some(new) = &append.creates {
            expect_free(memory.games.contains_key(&new.id), &new.id)?;
        }
        for item in &append.outbox {
            expect_free(memory.is_taken(item), &item.id)?;
        }
        let game = memory.game_at(&append.game, append.after)?;
        let stored = append.events.into_iter();
        game.events.extend(stored.map(|new| StoredEvent { at_ms: new.at_ms, body: new.body }));
        game.derived = append.derived;
        if let Some(new) = append.creates {
            memory.insert(new);
        }
        append.outbox.into_iter().for_each(|item| memory.put(item));
        Ok(())
    }
}

#[async_trait]
impl People for MemoryStore {
    async fn change_people(&self, changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        let mut people = memory.people.clone();
        changes.into_iter().try_for_each(|change| people.change(change))?;
        memory.people = people;
        Ok(())
    }

    async fn session(&self, token_hash: &[u8]) -> Result<Option<(Session, User)>, StoreError> {
        Ok(self.open()?.people.session(token_hash))
    }

    async fn sessions_of(&self, user: &str) -> Result<Vec<Session>, StoreError> {
        Ok(self.open()?.people.sessions_of(user))
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        Ok(self.open()?.people.user(id))
    }

    async fn user_named(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        Ok(self.open()?.people.user_named(name_key))
    }

    async fn name_holder(&self, name_key: &str) -> Result<Option<User>, StoreError> {
        Ok(self.open()?.people.name_holder(name_key))
    }

    async fn users(
        &self,
        kind: UserKind,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<User>, StoreError> {
        Ok(self.open()?.people.users(kind, after).take(limit).cloned().collect())
    }

    async fn on_vacation(&self) -> Result<Vec<User>, StoreError> {
        Ok(self.open()?.people.on_vacation())
    }

    async fn credentials_of(&self, user: &str) -> Result<Vec<Credential>, StoreError> {
        Ok(self.open()?.people.credentials_of(user))
    }

    async fn credential(&self, id: &str) -> Result<Option<Credential>, StoreError> {
        Ok(self.open()?.people.credential(id))
    }

    async fn email_of(&self, user: &str) -> Result<Option<Email>, StoreError> {
        Ok(self.open()?.people.email_of(user))
    }

    async fn emails_with(&self, address: &str) -> Result<Vec<Email>, StoreError> {
        Ok(self.open()?.people.emails_with(address))
    }

    async fn code(&self, hash: &[u8]) -> Result<Option<OnceCode>, StoreError> {
        Ok(self.open()?.people.code(hash))
    }

    async fn blocks_of(&self, user: &str) -> Result<Vec<String>, StoreError> {
        Ok(self.open()?.people.blocks_of(user))
    }

    async fn open_takeovers(&self) -> Result<Vec<Takeover>, StoreError> {
        Ok(self.open()?.people.open_takeovers())
    }

    async fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>, StoreError> {
        Ok(self.open()?.people.audit(limit))
    }

    async fn open_reports(&self, limit: usize) -> Result<Vec<Report>, StoreError> {
        Ok(self.open()?.people.open_reports(limit))
    }

    async fn open_report(&self, id: &str) -> Result<Option<Report>, StoreError> {
        Ok(self.open()?.people.open_report(id))
    }

    async fn rows_of(&self, user: &str) -> Result<Vec<UserRow>, StoreError> {
        Ok(self.open()?.people.rows_of(user))
    }
}

#[async_trait]
impl Chat for MemoryStore {
    async fn say(&self, line: NewChatLine) -> Result<u64, StoreError> {
        let mut memory = self.open()?;
        memory.expect_game(&line.game)?;
        Ok(memory.people.table_talk.say(line))
    }

    async fn chat(&self, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError> {
        Ok(self.open()?.people.table_talk.lines(game, room))
    }
}

#[async_trait]
impl PrivateTexts for MemoryStore {
    async fn put_text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
        body: Option<String>,
        _: UnixMillis,
    ) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        memory.expect_game(game)?;
        memory.people.table_talk.put_text((kind, user, game), body);
        Ok(())
    }

    async fn text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
    ) -> Result<Option<String>, StoreError> {
        Ok(self.open()?.people.table_talk.text((kind, user, game)))
    }
}

#[async_trait]
impl Puzzles for MemoryStore {
    async fn note_puzzle(
        &self,
        user: &str,
        puzzle: &str,
        deed: PuzzleDeed,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        self.open()?.people.table_talk.note_puzzle(user, puzzle, deed, at_ms);
        Ok(())
    }

    async fn puzzles_of(&self, user: &str) -> Result<Vec<PuzzleResult>, StoreError> {
        Ok(self.open()?.people.table_talk.puzzles_of(user))
    }
}

#[async_trait]
impl Lists for MemoryStore {
    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        reader: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let holds = |derived: &Derived, user: &str| {
            derived.seats.iter().any(|seat| seat.user.as_deref() == Some(user))
        };
        let is_wanted = |derived: &Derived| {
            let summary = &derived.summary;
            holds(derived, user)
                && state.is_none_or(|state| summary.state == state)
                && reader.is_none_or(|reader| {
                    summary.visibility == Visibility::Public || holds(derived, reader)
                })
        };
        Ok(self.open()?.page(is_wanted, GameSummary::list_ms, before, limit.min(MAX_PAGE)))
    }

    async fn offered_to(&self, user: &str) -> Result<Vec<ListedGame>, StoreError> {
        let is_wanted = |derived: &Derived| {
            derived.summary.state == GameState::Open
                && derived.seats.iter().any(|seat| seat.invited.as_deref() == Some(user))
        };
        Ok(self.open()?.page(is_wanted, |summary| summary.created_ms, None, MAX_PAGE).games)
    }

    async fn lobby(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let is_wanted = |derived: &Derived| {
            derived.summary.in_lobby && kind.is_none_or(|kind| derived.summary.kind == kind)
        };
        Ok(self.open()?.page(is_wanted, |summary| summary.created_ms, before, limit.min(MAX_PAGE)))
    }

    async fn running(
        &self,
        kind: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let is_wanted = |derived: &Derived| {
            let summary = &derived.summary;
            summary.state == GameState::Running
                && summary.visibility == Visibility::Public
                && kind.is_none_or(|kind| summary.kind == kind)
        };
        Ok(self.open()?.page(is_wanted, |summary| summary.last_ms, before, limit.min(MAX_PAGE)))
    }

    async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let is_wanted = |derived: &Derived| {
            let summary = &derived.summary;
            let holds =
                |user: &String| derived.seats.iter().any(|seat| seat.user.as_ref() == Some(user));
            let winner = summary.winner.and_then(|seat| derived.seats.get(usize::from(seat)));
            let winner = winner.and_then(|seat| seat.user.as_ref());
            summary.in_archive
                && filter.kind.as_ref().is_none_or(|kind| summary.kind == *kind)
                && filter.start.as_ref().is_none_or(|start| summary.start == *start)
                && filter.users.iter().all(holds)
                && filter.result.is_none_or(|result| match result {
                    ResultFilter::Winner(seat) => summary.winner == Some(seat),
                    ResultFilter::Shared => summary.winner.is_none(),
                    ResultFilter::Won => winner.is_some() && winner == filter.users.first(),
                    ResultFilter::Lost => {
                        summary.winner.is_some()
                            && !filter.users.is_empty()
                            && winner != filter.users.first()
                    }
                })
                && (filter.reason.is_none() || summary.reason == filter.reason)
                && filter.min_plies.is_none_or(|least| summary.plies >= least)
                && filter.max_plies.is_none_or(|most| summary.plies <= most)
                && filter.since_ms.is_none_or(|since| summary.list_ms() >= since)
        };
        Ok(self.open()?.page(is_wanted, GameSummary::list_ms, before, limit.min(MAX_PAGE)))
    }

    async fn scores(&self, user: &str, other: &str) -> Result<Vec<Score>, StoreError> {
        let memory = self.open()?;
        let mut scores = BTreeMap::<String, Score>::new();
        for game in memory.games.values().filter(|game| game.derived.summary.in_archive) {
            let best = |user: &str| {
                let seats = game.derived.seats.iter();
                let own = seats.filter(|seat| seat.user.as_deref() == Some(user));
                own.filter_map(|seat| seat.place).min()
            };
            let (Some(mine), Some(theirs)) = (best(user), best(other)) else { continue };
            let kind = &game.derived.summary.kind;
            let new = Score { kind: kind.clone(), games: 0, won: 0, lost: 0 };
            let score = scores.entry(kind.clone()).or_insert(new);
            score.games += 1;
            score.won += u32::from(mine < theirs);
            score.lost += u32::from(mine > theirs);
        }
        let mut scores: Vec<_> = scores.into_values().collect();
        scores.sort_by(|one, other| other.games.cmp(&one.games).then(one.kind.cmp(&other.kind)));
        Ok(scores)
    }

    async fn level_scores(&self, user: &str) -> Result<Vec<LevelScore>, StoreError> {
        let holds = |derived: &Derived| {
            derived.summary.state == GameState::Over
                && derived.seats.iter().any(|seat| seat.user.as_deref() == Some(user))
        };
        let games = self.open()?.page(holds, GameSummary::list_ms, None, 1000).games;
        let mut scores = BTreeMap::<(String, u8), LevelScore>::new();
        for game in games {
            let (kind, seats) = (&game.derived.summary.kind, &game.derived.seats);
            let own = seats.iter().filter(|seat| seat.user.as_deref() == Some(user));
            let Some(mine) = own.filter_map(|seat| seat.place).min() else { continue };
            let levels: BTreeSet<u8> = seats.iter().filter_map(|seat| seat.computer).collect();
            for level in levels {
                let others = seats.iter().filter(|seat| seat.computer == Some(level));
                let theirs = others.filter_map(|seat| seat.place).min();
                let new = LevelScore { kind: kind.clone(), level, games: 0, won: 0, lost: 0 };
                let score = scores.entry((kind.clone(), level)).or_insert(new);
                score.games += 1;
                score.won += u32::from(theirs.is_some_and(|theirs| mine < theirs));
                score.lost += u32::from(theirs.is_some_and(|theirs| mine > theirs));
            }
        }
        Ok(scores.into_values().collect())
    }

    async fn reliability(&self, user: &str) -> Result<Reliability, StoreError> {
        let is_own = |seat: &&SeatSummary| seat.user.as_deref() == Some(user);
        let is_wanted = |derived: &Derived| {
            let others = derived.seats.iter().filter(|seat| !is_own(seat));
            derived.summary.in_archive
                && derived.seats.iter().any(|seat| is_own(&seat))
                && others.into_iter().any(|seat| seat.user.is_some())
        };
        let games = self.open()?.page(is_wanted, GameSummary::list_ms, None, 200).games;
        let is_timed_out = |game: &&ListedGame| {
            let reason = game.derived.summary.reason.as_deref();
            let places = game.derived.seats.iter().filter(is_own).filter_map(|seat| seat.place);
            matches!(reason, Some("time" | "abandoned")) && places.max() > Some(1)
        };
        let timed_out = games.iter().filter(is_timed_out).count() as u32;
        Ok(Reliability { games: games.len() as u32, timed_out })
    }

    async fn count_to_act(&self, user: &str) -> Result<u32, StoreError> {
        let is_to_act = |derived: &Derived| {
            let mut own = derived.seats.iter().filter(|seat| seat.user.as_deref() == Some(user));
            derived.summary.state == GameState::Running && own.any(|seat| seat.to_act)
        };
        let memory = self.open()?;
        Ok(memory.games.values().filter(|game| is_to_act(&game.derived)).count() as u32)
    }

    async fn due(
        &self,
        until_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<(String, UnixMillis)>, StoreError> {
        let memory = self.open()?;
        let due = memory.games.iter().filter_map(|(id, game)| Some((game.derived.due_ms?, id)));
        let due: BTreeSet<_> = due.filter(|(due_ms, _)| *due_ms <= until_ms).collect();
        Ok(due.into_iter().take(limit).map(|(due_ms, id)| (id.clone(), due_ms)).collect())
    }

    async fn next_due(&self, after_ms: UnixMillis) -> Result<Option<UnixMillis>, StoreError> {
        let memory = self.open()?;
        let due = memory.games.values().filter_map(|game| game.derived.due_ms);
        Ok(due.filter(|due_ms| *due_ms > after_ms).min())
    }

    async fn derived(&self, game: &str) -> Result<Option<Derived>, StoreError> {
        Ok(self.open()?.games.get(game).map(|game| game.derived.clone()))
    }

    async fn set_derived(
        &self,
        game: &str,
        after: u64,
        derived: Derived,
    ) -> Result<(), StoreError> {
        self.open()?.game_at(game, after)?.derived = derived;
        Ok(())
    }

    async fn game_ids(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError> {
        let memory = self.open()?;
        let ids = memory.games.keys().filter(|id| after.is_none_or(|after| id.as_str() > after));
        Ok(ids.take(limit).cloned().collect())
    }
}

#[async_trait]
impl Records for MemoryStore {
    async fn create_record(&self, record: NewRecord) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        expect_free(memory.records.contains_key(&record.id), &record.id)?;
        memory.records.insert(record.id, record.body);
        Ok(())
    }

    async fn record(&self, id: &str) -> Result<Option<String>, StoreError> {
        Ok(self.open()?.records.get(id).cloned())
    }
}

#[async_trait]
impl Outbox for MemoryStore {
    async fn put_outbox(&self, item: OutboxItem) -> Result<(), StoreError> {
        let mut memory = self.open()?;
        expect_free(memory.is_taken(&item), &item.id)?;
        memory.put(item);
        Ok(())
    }

    async fn take_outbox(
        &self,
        kinds: &[&str],
        now_ms: UnixMillis,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let is_due = |item: &MemoryItem| {
            item.item.due_ms <= now_ms && kinds.contains(&item.item.kind.as_str())
        };
        Ok(self.open()?.take(is_due, again_ms, limit))
    }

    async fn take_outbox_of(
        &self,
        user: &str,
        kind: &str,
        now_ms: UnixMillis,
        again_ms: UnixMillis,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let is_free = |item: &MemoryItem| {
            item.item.user == user
                && item.item.kind == kind
                && (item.item.due_ms <= now_ms || item.tries == item.failures)
        };
        Ok(self.open()?.take(is_free, again_ms, usize::MAX))
    }

    async fn outbox_of(
        &self,
        user: &str,
        kind: &str,
        limit: usize,
    ) -> Result<Vec<OutboxItem>, StoreError> {
        let memory = self.open()?;
        let is_wanted = |item: &OutboxItem| item.user == user && item.kind == kind;
        let items = memory.outbox.values().map(|item| item.item.clone());
        let mut items: Vec<_> = items.filter(is_wanted).collect();
        items.sort_by_key(|item| Reverse((item.at_ms, item.id.clone())));
        items.truncate(limit);
        Ok(items)
    }

    async fn forget_outbox(&self, until_ms: UnixMillis) -> Result<(), StoreError> {
        let memory = &mut *self.open()?;
        memory.outbox.retain(|_, item| item.done_ms.is_none_or(|done_ms| done_ms > until_ms));
        Ok(())
    }

    async fn outbox_done(&self, id: &str, at_ms: UnixMillis) -> Result<(), StoreError> {
        if let Some(item) = self.open()?.outbox.get_mut(id) {
            item.done_ms.get_or_insert(at_ms);
        }
        Ok(())
    }

    async fn outbox_postponed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError> {
        let memory = &mut *self.open()?;
        if let Some(item) = memory.outbox.get_mut(id).filter(|item| item.done_ms.is_none()) {
            item.item.due_ms = again_ms;
            item.tries = item.failures;
        }
        Ok(())
    }

    async fn outbox_failed(&self, id: &str, again_ms: UnixMillis) -> Result<(), StoreError> {
        let memory = &mut *self.open()?;
        if let Some(item) = memory.outbox.get_mut(id).filter(|item| item.done_ms.is_none()) {
            item.item.due_ms = again_ms;
            item.failures += 1;
        }
        Ok(())
    }
}

#[async_trait]
impl Outages for MemoryStore {
    async fn beat(&self, at_ms: UnixMillis) -> Result<(), StoreError> {
        let beat_ms = &mut self.open()?.beat_ms;
        *beat_ms = (*beat_ms).max(Some(at_ms));
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<UnixMillis>, StoreError> {
        Ok(self.open()?.beat_ms)
    }

    async fn note_outage(&self, from_ms: UnixMillis, to_ms: UnixMillis) -> Result<(), StoreError> {
        let state = &mut *self.open()?;
        if state.beat_ms.is_some_and(|beat_ms| beat_ms > from_ms) {
            return Ok(());
        }
        state.outages.push((from_ms, to_ms));
        state.outages.sort_unstable();
        state.beat_ms = state.beat_ms.max(Some(to_ms));
        Ok(())
    }

    async fn outages(&self) -> Result<Vec<(UnixMillis, UnixMillis)>, StoreError> {
        Ok(self.open()?.outages.clone())
    }
}

#[async_trait]
impl Ways for MemoryStore {
    async fn feed(&self, secret_hash: &[u8]) -> Result<Option<Feed>, StoreError> {
        Ok(self.open()?.people.ways.feed(secret_hash))
    }

    async fn feed_of(&self, user: &str) -> Result<Option<Feed>, StoreError> {
        Ok(self.open()?.people.ways.feed_of(user))
    }

    async fn pushes_of(&self, user: &str) -> Result<Vec<PushSubscription>, StoreError> {
        Ok(self.open()?.people.ways.pushes_of(user))
    }

    async fn webhook_of(&self, user: &str) -> Result<Option<Webhook>, StoreError> {
        Ok(self.open()?.people.ways.webhook_of(user))
    }

    async fn mail_news_of(&self, user: &str) -> Result<Option<MailNews>, StoreError> {
        Ok(self.open()?.people.ways.mail_news_of(user))
    }

    async fn mail_news_with(&self, key: &str) -> Result<Option<MailNews>, StoreError> {
        Ok(self.open()?.people.ways.mail_news_with(key))
    }

    async fn server_key(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.open()?.people.ways.server_key(name))
    }
}

#[async_trait]
impl Purge for MemoryStore {
    async fn idle_guests(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>, StoreError> {
        let memory = self.open()?;
        let guests = memory.people.users(UserKind::Guest, after).map(|user| user.id.clone());
        Ok(guests.filter(|id| memory.is_idle_guest(id, before_ms)).take(limit).collect())
    }

    async fn delete_idle_guests(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        let mut memory = self.open()?;
        let mut deleted = 0;
        for id in ids {
            if memory.is_idle_guest(&id, before_ms) {
                memory.people.delete(&id);
                deleted += 1;
            }
        }
        Ok(deleted)
    }

    async fn idle_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let is_idle = |_: &str, game: &MemoryGame| Memory::is_idle_game(game, before_ms);
        Ok(self.open()?.games_behind(is_idle, after, limit))
    }

    async fn old_guest_games(
        &self,
        before_ms: UnixMillis,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<ListedGame>, StoreError> {
        let memory = self.open()?;
        let is_old = |id: &str, game: &MemoryGame| memory.is_old_guest_game(id, game, before_ms);
        Ok(memory.games_behind(is_old, after, limit))
    }

    async fn delete_old_guest_games(
        &self,
        ids: Vec<String>,
        before_ms: UnixMillis,
    ) -> Result<u64, StoreError> {
        let mut memory = self.open()?;
        let mut deleted = 0;
        for id in ids {
            let game = memory.games.get(&id);
            if game.is_some_and(|game| memory.is_old_guest_game(&id, game, before_ms)) {
                memory.people.table_talk.delete_game(&id);
                memory.games.remove(&id);
                deleted += 1;
            }
        }
        Ok(deleted)
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn ready(&self) -> Result<(), StoreError> {
        self.open().map(drop)
    }

    async fn now_ms(&self) -> Result<UnixMillis, StoreError> {
        self.open().map(|_| system_ms())
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        self.is_shared.then_some(self)
    }

    async fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }
}

#[async_trait]
impl SharedStore for MemoryStore {
    async fn note_node(&self, node: &str) -> Result<usize, StoreError> {
        Ok(self.open()?.shared.note_node(node, system_ms()))
    }

    async fn forget_node(&self, node: &str) -> Result<(), StoreError> {
        self.open()?.shared.forget_node(node, system_ms());
        Ok(())
    }

    async fn sweep_nodes(&self) -> Result<(), StoreError> {
        self.open().map(drop)
    }

    async fn set_presence(
        &self,
        node: &str,
        presence: Vec<(String, SeatPresence)>,
    ) -> Result<(), StoreError> {
        self.open()?.shared.set_presence(node, presence);
        Ok(())
    }

    async fn begin_presence(
        &self,
        game: &str,
        seats: usize,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        self.open()?.shared.begin_presence(game, seats, at_ms);
        Ok(())
    }

    async fn signs(&self, node: &str, games: &[String]) -> Result<Vec<GameSigns>, StoreError> {
        let memory = self.open()?;
        let known = games.iter().filter_map(|id| Some((id, memory.games.get(id)?)));
        let signs = known.map(|(id, game)| GameSigns {
            game: id.clone(),
            length: game.events.len() as u64,
            lines: memory.people.table_talk.line_count(id),
            presence: memory.shared.presence(node, id),
        });
        Ok(signs.collect())
    }

    async fn lease(
        &self,
        node: &str,
        work: &[Work],
        time: Duration,
    ) -> Result<Vec<bool>, StoreError> {
        Ok(self.open()?.shared.lease(node, work, time))
    }

    async fn give_up(&self, node: &str, key: &str) -> Result<(), StoreError> {
        self.open()?.shared.give_up(node, key);
        Ok(())
    }
}

/// The machine's clock.
fn system_ms() -> UnixMillis {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    since.as_millis() as UnixMillis
}

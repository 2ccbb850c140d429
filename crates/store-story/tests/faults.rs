//! The story finds faults: each fault of a wrapped store fails exactly the steps that it should.

use async_trait::async_trait;
use heterodox_store::{
    Append, ArchiveFilter, Chat, ChatLine, Derived, GameLog, GameState, ListKey, Lists,
    NewChatLine, Outbox, OutboxItem, Page, People, PeopleChange, PrivateTexts, Store, StoreError,
    StoredEvent, TakenItem, TextKind, UnixMillis, WayChange, Ways,
};
use heterodox_store_story::{Intercepted, Interceptor, MemoryStore, STEPS};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn the_memory_store_passes() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let store = MemoryStore::default();
    runtime.block_on(heterodox_store_story::run(async || store.reopen()));
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// An append is stored whatever its number is.
    NoConflict,
    /// The last event of a log of more than two is not returned.
    Shortened,
    /// A refused append leaves its events and rows behind.
    NotAtomic,
    /// An append does not change the derived rows.
    StaleRows,
    /// An append keeps the derived rows in spite of a conflict.
    RowsOfLoser,
    /// Derived rows are replaced also if the log has gone on.
    BlindReindex,
    /// Ids are listed from the key on, not after it.
    InclusiveIds,
    /// Pages are cut by offset.
    Offset,
    /// The next page begins after the moment of the key, without the id.
    MomentAlone,
    /// A game is listed once for each seat.
    OncePerSeat,
    /// Readers of another user's games see all of them.
    EverybodySees,
    /// The archive is searched for the first user only.
    OneUserSearched,
    /// A game that is over moves with each event.
    OverMoves,
    /// A page has no limit.
    Endless,
    /// A game is due only after its moment.
    DueLate,
    /// Due games are not sorted by moment.
    DueUnsorted,
    /// A token hash that is in use goes to the new user.
    SessionMoves,
    /// Of the changes of people that fail, those before the first failure are kept.
    HalfAChange,
    /// A code stays valid after its use.
    CodeUsedTwice,
    /// A suspended user can sign in.
    NotSuspended,
    /// A session that has ended is not missed.
    EndedSession,
    /// A credential that was replaced meanwhile is replaced again.
    LostUpdate,
    /// The rooms of a chat share their numbers.
    OneRoom,
    /// The numbers of lines close up when some are gone.
    ClosedUp,
    /// A private text is shared by all users.
    SharedText,
    /// A user has one text on a game, of whatever kind.
    OneText,
    /// A report that is closed stays open.
    ReportStaysOpen,
    /// A new feed leaves the old one valid.
    OldFeed,
    /// A browser has as many subscriptions as it likes.
    ManyPushes,
    /// A webhook is never switched off.
    NeverOff,
    /// A key of the server is replaced.
    NewKey,
    /// An item stays due while it is taken.
    NoLease,
    /// Items with one key are all kept.
    NoDedupe,
    /// A failed item of those that are done comes back.
    DoneComesBack,
    /// Items of an append are lost.
    OutboxLost,
    /// Items of a refused append are kept.
    OutboxOfLoser,
}

struct Faulty {
    store: MemoryStore,
    fault: Fault,
}

#[async_trait]
impl Interceptor for Faulty {
    fn inner(&self) -> &dyn Store {
        &self.store
    }

    async fn events_after(&self, game: &str, after: u64) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events = self.store.events_after(game, after).await?;
        if self.fault == Fault::Shortened && events.len() > 2 {
            events.pop();
        }
        Ok(events)
    }

    async fn append(&self, mut append: Append) -> Result<(), StoreError> {
        let count = self.store.events(&append.game).await?.len() as u64;
        let outbox = append.outbox.clone();
        let bare = Append { creates: None, outbox: Vec::new(), ..append.clone() };
        match self.fault {
            Fault::NoConflict => append.after = count,
            Fault::StaleRows => {
                if let Some(old) = self.store.derived(&append.game).await? {
                    append.derived = old;
                }
            }
            Fault::OutboxLost => append.outbox.clear(),
            Fault::NoDedupe => {
                append.outbox.iter_mut().for_each(|item| item.dedupe_key = item.id.clone());
            }
            _ => {}
        }
        let result = self.store.append(append).await;
        match (&result, self.fault) {
            (Err(StoreError::Taken(_)), Fault::NotAtomic) => self.store.append(bare).await?,
            (Err(StoreError::Conflict { .. }), Fault::RowsOfLoser) => {
                _ = self.store.set_derived(&bare.game, count, bare.derived).await;
            }
            (Err(_), Fault::OutboxOfLoser) => {
                for item in outbox {
                    _ = self.store.put_outbox(item).await;
                }
            }
            _ => {}
        }
        result
    }

    async fn change_people(&self, mut changes: Vec<PeopleChange>) -> Result<(), StoreError> {
        for change in &mut changes {
            if let PeopleChange::AddGuest(session) = change
                && self.fault == Fault::SessionMoves
                && self.store.session(&session.token_hash).await?.is_some()
            {
                session.token_hash.push(0);
            }
        }
        if self.fault == Fault::HalfAChange {
            for change in changes {
                self.store.change_people(vec![change]).await?;
            }
            return Ok(());
        }
        if self.fault == Fault::CodeUsedTwice {
            changes.retain(|change| !matches!(change, PeopleChange::UseCode { .. }));
        }
        if self.fault == Fault::ReportStaysOpen {
            changes.retain(|change| !matches!(change, PeopleChange::CloseReport { .. }));
        }
        if self.fault == Fault::EndedSession {
            changes.retain(|change| !matches!(change, PeopleChange::ExpectSession(_)));
        }
        if self.fault == Fault::LostUpdate {
            for change in &mut changes {
                if let PeopleChange::UseCredential { credential, .. } = change {
                    *change = PeopleChange::PutCredential(credential.clone());
                }
            }
        }
        for change in &mut changes {
            let PeopleChange::Way(way) = change else { continue };
            match (way, self.fault) {
                (WayChange::PutFeed(feed), Fault::OldFeed)
                    if self.store.feed_of(&feed.user).await?.is_some() =>
                {
                    feed.secret_hash = b"another hash".to_vec();
                }
                (WayChange::PutPush { most, .. }, Fault::ManyPushes)
                | (WayChange::WebhookFailed { most, .. }, Fault::NeverOff) => *most = u32::MAX,
                (WayChange::MakeKey { name, .. }, Fault::NewKey) => name.push('!'),
                _ => {}
            }
        }
        if self.fault == Fault::NotSuspended {
            for change in &mut changes {
                if let PeopleChange::SetSuspended { since_ms, .. } = change {
                    *since_ms = None;
                }
            }
        }
        self.store.change_people(changes).await
    }

    async fn games_of(
        &self,
        user: &str,
        state: Option<GameState>,
        reader: Option<&str>,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let all = async || -> Result<Vec<_>, StoreError> {
            let (mut all, mut next) = (Vec::new(), None);
            loop {
                let page = self.store.games_of(user, state, reader, next.as_ref(), limit).await?;
                all.extend(page.games);
                next = page.next;
                if next.is_none() {
                    return Ok(all);
                }
            }
        };
        let key = |listed: &heterodox_store::ListedGame| ListKey {
            at_ms: listed.derived.summary.list_ms(),
            game: listed.game.clone(),
        };
        match (self.fault, before) {
            (Fault::Offset, Some(before)) => {
                // As an offset would: the place that the key had among the games as they are now.
                let mut rest = all().await?;
                let skipped = rest.iter().take_while(|listed| key(listed) >= *before).count();
                rest.drain(..skipped.min(limit));
                let has_more = rest.len() > limit;
                rest.truncate(limit);
                let next = rest.last().filter(|_| has_more).map(key);
                Ok(Page { games: rest, next })
            }
            (Fault::MomentAlone, Some(before)) => {
                let before = ListKey { game: String::new(), ..before.clone() };
                self.store.games_of(user, state, reader, Some(&before), limit).await
            }
            (Fault::OncePerSeat, _) => {
                let mut page = self.store.games_of(user, state, reader, before, limit).await?;
                let games = page.games.iter().flat_map(|listed| {
                    let seats = listed.derived.seats.iter();
                    let held = seats.filter(|seat| seat.user.as_deref() == Some(user));
                    held.map(|_| listed.clone())
                });
                page.games = games.collect();
                Ok(page)
            }
            (Fault::OverMoves, _) => {
                let mut games = all().await?;
                games.sort_by_key(|listed| std::cmp::Reverse(listed.derived.summary.last_ms));
                Ok(Page { games, next: None })
            }
            (Fault::EverybodySees, _) => {
                self.store.games_of(user, state, None, before, limit).await
            }
            (Fault::Endless, _) => Ok(Page { games: all().await?, next: None }),
            _ => self.store.games_of(user, state, reader, before, limit).await,
        }
    }

    async fn archive(
        &self,
        filter: &ArchiveFilter,
        before: Option<&ListKey>,
        limit: usize,
    ) -> Result<Page, StoreError> {
        let mut filter = filter.clone();
        if self.fault == Fault::OneUserSearched {
            filter.users.truncate(1);
        }
        self.store.archive(&filter, before, limit).await
    }

    async fn due(
        &self,
        until_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<(String, UnixMillis)>, StoreError> {
        let late = self.fault == Fault::DueLate;
        let mut due = self.store.due(until_ms - i64::from(late), limit).await?;
        if self.fault == Fault::DueUnsorted {
            due.sort();
        }
        Ok(due)
    }

    async fn set_derived(
        &self,
        game: &str,
        after: u64,
        derived: Derived,
    ) -> Result<(), StoreError> {
        let count = self.store.events(game).await?.len() as u64;
        let after = if self.fault == Fault::BlindReindex { count } else { after };
        self.store.set_derived(game, after, derived).await
    }

    async fn game_ids(&self, after: Option<&str>, limit: usize) -> Result<Vec<String>, StoreError> {
        let mut ids = self.store.game_ids(after, limit).await?;
        if self.fault == Fault::InclusiveIds
            && let (Some(after), Some(first)) = (after, ids.first_mut())
        {
            after.clone_into(first);
        }
        Ok(ids)
    }

    async fn say(&self, mut line: NewChatLine) -> Result<u64, StoreError> {
        if self.fault == Fault::OneRoom {
            "table".clone_into(&mut line.room);
        }
        self.store.say(line).await
    }

    async fn chat(&self, game: &str, room: &str) -> Result<Vec<ChatLine>, StoreError> {
        let mut lines = self.store.chat(game, room).await?;
        if self.fault == Fault::ClosedUp {
            (1..).zip(&mut lines).for_each(|(seq, line)| line.seq = seq);
        }
        Ok(lines)
    }

    async fn put_text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
        body: Option<String>,
        at_ms: UnixMillis,
    ) -> Result<(), StoreError> {
        let kind = if self.fault == Fault::OneText { TextKind::Notes } else { kind };
        let user = if self.fault == Fault::SharedText { "all" } else { user };
        self.store.put_text(kind, user, game, body, at_ms).await
    }

    async fn text(
        &self,
        kind: TextKind,
        user: &str,
        game: &str,
    ) -> Result<Option<String>, StoreError> {
        let kind = if self.fault == Fault::OneText { TextKind::Notes } else { kind };
        let user = if self.fault == Fault::SharedText { "all" } else { user };
        self.store.text(kind, user, game).await
    }

    async fn put_outbox(&self, mut item: OutboxItem) -> Result<(), StoreError> {
        if self.fault == Fault::NoDedupe {
            item.dedupe_key.clone_from(&item.id);
        }
        self.store.put_outbox(item).await
    }

    async fn take_outbox(
        &self,
        kinds: &[&str],
        now_ms: UnixMillis,
        again_ms: UnixMillis,
        limit: usize,
    ) -> Result<Vec<TakenItem>, StoreError> {
        let again_ms = if self.fault == Fault::NoLease { now_ms } else { again_ms };
        self.store.take_outbox(kinds, now_ms, again_ms, limit).await
    }

    async fn outbox_done(&self, id: &str, at_ms: UnixMillis) -> Result<(), StoreError> {
        if self.fault == Fault::DoneComesBack {
            return self.store.outbox_failed(id, i64::MAX).await;
        }
        self.store.outbox_done(id, at_ms).await
    }
}

/// The names of the steps that fail on an empty store with this fault.
fn failed_steps(fault: Fault) -> Vec<&'static str> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let fails = |step: &&heterodox_store_story::Step| {
        let store = Intercepted(Faulty { store: MemoryStore::default(), fault });
        catch_unwind(AssertUnwindSafe(|| runtime.block_on((step.run)(&store)))).is_err()
    };
    STEPS.iter().filter(fails).map(|step| step.name).collect()
}

#[test]
fn each_fault_is_found() {
    for (fault, step) in [
        (Fault::NoConflict, "a_log_grows_without_gaps_and_forks"),
        (Fault::Shortened, "a_log_grows_without_gaps_and_forks"),
        (Fault::NotAtomic, "appends_are_atomic"),
        (Fault::StaleRows, "derived_rows_follow_each_append"),
        (Fault::RowsOfLoser, "appends_are_atomic"),
        (Fault::BlindReindex, "derived_rows_can_be_made_again"),
        (Fault::InclusiveIds, "all_ids_are_listed_by_key"),
        (Fault::Offset, "pages_are_stable_while_others_append"),
        (Fault::MomentAlone, "a_users_games_are_listed_by_key"),
        (Fault::OncePerSeat, "a_users_games_are_listed_by_key"),
        (Fault::OverMoves, "a_users_games_are_listed_by_key"),
        (Fault::Endless, "a_users_games_are_listed_by_key"),
        (Fault::EverybodySees, "public_lists_hold_what_everybody_may_see"),
        (Fault::OneUserSearched, "the_archive_is_searched"),
        (Fault::DueLate, "due_games_are_found_in_order"),
        (Fault::DueUnsorted, "due_games_are_found_in_order"),
        (Fault::SessionMoves, "a_session_belongs_to_one_user"),
        (Fault::HalfAChange, "a_name_is_one_users"),
        (Fault::CodeUsedTwice, "a_code_is_used_once"),
        (Fault::NotSuspended, "a_suspended_user_gets_no_session"),
        (Fault::EndedSession, "sessions_begin_and_end"),
        (Fault::LostUpdate, "credentials_and_addresses_are_kept"),
        (Fault::OneRoom, "lines_are_numbered_by_room"),
        (Fault::ClosedUp, "what_was_said_goes_with_its_user"),
        (Fault::SharedText, "private_texts_are_one_users"),
        (Fault::OneText, "private_texts_are_one_users"),
        (Fault::ReportStaysOpen, "a_report_is_open_until_it_is_closed"),
        (Fault::OldFeed, "a_feed_is_found_by_its_hash"),
        (Fault::ManyPushes, "push_subscriptions_are_kept_and_limited"),
        (Fault::NeverOff, "a_webhook_is_switched_off_after_failures"),
        (Fault::NewKey, "a_key_of_the_server_is_made_once"),
        (Fault::NoLease, "outbox_items_are_taken_until_done"),
        (Fault::NoDedupe, "an_outbox_item_comes_with_its_cause_and_once"),
        (Fault::DoneComesBack, "outbox_items_are_taken_until_done"),
        (Fault::OutboxLost, "an_outbox_item_comes_with_its_cause_and_once"),
        (Fault::OutboxOfLoser, "an_outbox_item_comes_with_its_cause_and_once"),
    ] {
        let failed = failed_steps(fault);
        assert!(failed.contains(&step), "{fault:?} is found by {failed:?}");
        assert!(failed.len() <= 7, "{fault:?}: the steps tell faults apart: {failed:?}");
    }
}

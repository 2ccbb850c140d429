//! The steps of the story. Each one uses games, users and keys of its own, so they can run on one
//! store in any order; each leaves no game due and no item in the outbox that is not done.

use crate::people_steps::{
    a_code_is_used_once, a_name_is_one_users, a_session_belongs_to_one_user,
    a_suspended_user_gets_no_session, a_takeover_is_open_until_it_ends,
    credentials_and_addresses_are_kept, sessions_begin_and_end, who_leaves_takes_all_along,
};
use crate::purge_steps::{
    games_that_nobody_touches_are_found, guests_without_games_are_deleted,
    old_games_of_guests_alone_are_deleted, who_has_left_is_forgotten,
};
use crate::support::{append, bodies, derived, events, game};
use crate::talk_steps::{
    a_report_is_open_until_it_is_closed, lines_are_numbered_by_room, private_texts_are_one_users,
    the_first_result_of_a_puzzle_stays, what_was_said_goes_with_its_user,
};
use crate::way_steps::{
    a_feed_is_found_by_its_hash, a_key_of_the_server_is_made_once,
    a_webhook_is_switched_off_after_failures, push_subscriptions_are_kept_and_limited,
};
use heterodox_store::{
    Append, ArchiveFilter, Derived, GameState, GameSummary, LevelScore, ListKey, MAX_PAGE, NewGame,
    NewRecord, OutboxItem, Page, Reliability, ResultFilter, Score, SeatSummary, Store, StoreError,
    TakenItem, Visibility,
};
use std::pin::Pin;

/// A running step.
pub type Running<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// A step of the story: one promise.
pub struct Step {
    /// What holds.
    pub name: &'static str,
    /// Asserts that it holds.
    pub run: fn(&dyn Store) -> Running<'_>,
}

macro_rules! steps {
    ($($name:ident)*) => {
        &[$(Step { name: stringify!($name), run: |store| Box::pin($name(store)) }),*]
    };
}

/// All steps but closing and opening ([`run_reopening`](crate::run_reopening)).
pub const STEPS: &[Step] = steps! {
    an_empty_store_finds_nothing
    a_log_grows_without_gaps_and_forks
    the_end_of_a_log_is_read
    appends_are_atomic
    derived_rows_follow_each_append
    derived_rows_can_be_made_again
    all_ids_are_listed_by_key
    due_games_are_found_in_order
    a_users_games_are_listed_by_key
    public_lists_hold_what_everybody_may_see
    the_archive_is_searched
    results_against_levels_are_counted
    pages_are_stable_while_others_append
    a_session_belongs_to_one_user
    sessions_begin_and_end
    a_name_is_one_users
    credentials_and_addresses_are_kept
    a_code_is_used_once
    a_suspended_user_gets_no_session
    who_leaves_takes_all_along
    a_takeover_is_open_until_it_ends
    a_feed_is_found_by_its_hash
    push_subscriptions_are_kept_and_limited
    a_webhook_is_switched_off_after_failures
    a_key_of_the_server_is_made_once
    lines_are_numbered_by_room
    what_was_said_goes_with_its_user
    private_texts_are_one_users
    the_first_result_of_a_puzzle_stays
    a_report_is_open_until_it_is_closed
    who_has_left_is_forgotten
    guests_without_games_are_deleted
    games_that_nobody_touches_are_found
    old_games_of_guests_alone_are_deleted
    records_never_change
    outbox_items_are_taken_until_done
    the_newest_items_of_a_user_are_found
    what_is_known_of_a_delivery_is_kept
    an_outbox_item_comes_with_its_cause_and_once
    games_to_act_in_are_counted
    outages_are_kept_and_heartbeats_never_go_back
    of_concurrent_appends_after_one_event_one_succeeds
    concurrent_writers_read_their_writes
};

fn assert_conflict(result: &Result<(), StoreError>) {
    assert!(matches!(result, Err(StoreError::Conflict { .. })), "{result:?} is no conflict");
}

fn assert_taken(result: &Result<(), StoreError>, key: &str) {
    assert!(matches!(result, Err(StoreError::Taken(taken)) if taken == key), "{result:?}");
}

async fn an_empty_store_finds_nothing(store: &dyn Store) {
    store.ready().await.unwrap();
    assert_eq!(store.game("nogame").await.unwrap(), None);
    assert_eq!(store.events("nogame").await.unwrap(), []);
    assert_eq!(store.derived("nogame").await.unwrap(), None);
    assert_eq!(store.session(b"nohash").await.unwrap(), None);
    assert_eq!(store.record("norecord").await.unwrap(), None);
    assert_eq!(store.next_due(i64::MIN).await.unwrap(), None);
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), []);
    assert_eq!(store.games_of("nobody", None, None, None, 10).await.unwrap().games, []);
    assert_eq!(store.take_outbox(&["mail"], i64::MAX, i64::MAX, 10).await.unwrap(), []);
    store.outbox_done("noitem", 1).await.unwrap();
    store.outbox_failed("noitem", 1).await.unwrap();
    assert_conflict(&store.append(append("nogame", 0, &["a"])).await);
    assert_conflict(&store.set_derived("nogame", 0, Derived::default()).await);
    assert_eq!(store.derived("nogame").await.unwrap(), None);
}

async fn a_log_grows_without_gaps_and_forks(store: &dyn Store) {
    store.create_game(game("growing")).await.unwrap();
    assert_taken(&store.create_game(game("growing")).await, "growing");
    let stored = store.game("growing").await.unwrap().expect("the game is there");
    assert_eq!((stored.body.as_str(), stored.created_ms), ("how growing was opened", 7));

    store.append(append("growing", 0, &["a", "b"])).await.unwrap();
    store.append(append("growing", 2, &["c ß 𝔤 \u{1} \"'; drop"])).await.unwrap();
    assert_eq!(bodies(store, "growing").await, ["a", "b", "c ß 𝔤 \u{1} \"'; drop"]);

    for after in [0, 2, 4, u64::MAX >> 1, u64::MAX] {
        let mut late = append("growing", 0, &["x"]);
        late.after = after;
        assert_conflict(&store.append(late).await);
    }
    assert_eq!(bodies(store, "growing").await.len(), 3);
    // Another game has a log of its own.
    store.create_game(game("other")).await.unwrap();
    store.append(append("other", 0, &["o"])).await.unwrap();
    assert_eq!(bodies(store, "other").await, ["o"]);
}

async fn the_end_of_a_log_is_read(store: &dyn Store) {
    store.create_game(game("tail")).await.unwrap();
    store.append(append("tail", 0, &["a", "b", "c"])).await.unwrap();
    for (after, expected) in [(0, &["a", "b", "c"][..]), (2, &["c"]), (3, &[])] {
        let events = store.events_after("tail", after).await.unwrap();
        assert_eq!(events.iter().map(|event| event.body.as_str()).collect::<Vec<_>>(), expected);
    }
    assert_eq!(store.events_after("no-such-game", 0).await.unwrap(), []);
    let short = store.events_after("tail", 4).await;
    assert!(matches!(short, Err(StoreError::Damaged { .. })), "{short:?}");
}

async fn appends_are_atomic(store: &dyn Store) {
    store.create_game(game("first")).await.unwrap();
    store.create_game(game("occupied")).await.unwrap();
    store.put_outbox(item("atomic 0", 1, "atomic 0")).await.unwrap();
    let mut whole = append("first", 0, &["asked", "linked"]);
    whole.derived.due_ms = Some(5);
    whole.creates = Some(game("second"));
    whole.outbox = vec![item("atomic 1", 1, "atomic 1"), item("atomic 2", 1, "atomic 2")];

    let assert_unchanged = async || {
        assert_eq!(bodies(store, "first").await, [""; 0]);
        assert_eq!(store.derived("first").await.unwrap(), Some(derived("first", 0)));
        assert_eq!(store.game("second").await.unwrap(), None);
        assert_eq!(store.next_due(i64::MIN).await.unwrap(), None);
    };
    let mut refused = whole.clone();
    refused.creates = Some(game("occupied"));
    assert_taken(&store.append(refused).await, "occupied");
    assert_unchanged().await;
    let mut refused = whole.clone();
    refused.outbox[1].id = "atomic 0".into();
    assert_taken(&store.append(refused).await, "atomic 0");
    assert_unchanged().await;
    let mut refused = whole.clone();
    refused.after = 1;
    assert_conflict(&store.append(refused).await);
    assert_unchanged().await;
    assert_eq!(take(store, 1, 1, 10).await, [("atomic 0".to_owned(), 1)]);

    store.append(whole.clone()).await.unwrap();
    assert_eq!(bodies(store, "first").await, ["asked", "linked"]);
    assert_eq!(store.derived("first").await.unwrap(), Some(whole.derived.clone()));
    assert_eq!(store.derived("second").await.unwrap(), Some(derived("second", 0)));
    assert_eq!(bodies(store, "second").await, [""; 0]);
    let taken = take(store, 1, 1, 10).await;
    assert_eq!(taken.iter().map(|taken| taken.1).collect::<Vec<_>>(), [2, 1, 1]);
    for (id, _) in taken {
        store.outbox_done(&id, 2).await.unwrap();
    }
    store.append(append("first", 2, &["done"])).await.unwrap();
    assert_eq!(store.next_due(i64::MIN).await.unwrap(), None);
}

async fn derived_rows_follow_each_append(store: &dyn Store) {
    let seat = |user: Option<&str>, computer, place, to_act| SeatSummary {
        user: user.map(str::to_owned),
        invited: user.is_none().then(|| "dora".to_owned()),
        computer,
        place,
        to_act,
    };
    let summary = GameSummary {
        kind: "kaleidochess".into(),
        state: GameState::Open,
        plies: 0,
        created_ms: 7,
        last_ms: 7,
        visibility: Visibility::Private,
        start: "quick".into(),
        ..GameSummary::default()
    };
    let open = Derived {
        due_ms: None,
        summary: summary.clone(),
        seats: vec![seat(Some("ann"), None, None, true), seat(None, None, None, true)],
    };
    let running = Derived {
        due_ms: Some(-3),
        summary: GameSummary {
            state: GameState::Running,
            plies: u32::MAX,
            last_ms: i64::MAX,
            deadline_ms: Some(i64::MAX - 1),
            excused_ms: -9,
            visibility: Visibility::Public,
            time: Some("1d/move".into()),
            in_lobby: true,
            until_ms: Some(-1),
            in_archive: true,
            winner: Some(3),
            ..summary.clone()
        },
        seats: vec![
            seat(Some("ann"), None, None, false),
            seat(None, Some(8), None, true),
            seat(Some("ann"), None, None, false),
            seat(Some("bob ß"), None, None, true),
        ],
    };
    let over = Derived {
        due_ms: None,
        summary: GameSummary {
            state: GameState::Over,
            plies: 3,
            last_ms: 12,
            over_ms: Some(11),
            reason: Some("resignation".into()),
            ..summary
        },
        seats: vec![seat(Some("ann"), None, Some(2), false), seat(None, Some(1), Some(1), false)],
    };
    let found = async || store.derived("followed").await.unwrap();
    store.create_game(NewGame { derived: open.clone(), ..game("followed") }).await.unwrap();
    assert_eq!(found().await, Some(open.clone()));
    for (after, derived) in (0..).zip([&running, &over, &open, &running, &Derived::default()]) {
        let next = Append::new("followed", after, events(&["x"]), derived.clone());
        store.append(next).await.unwrap();
        assert_eq!(found().await.as_ref(), Some(derived));
    }
    // An append without events changes them too.
    let same = Append::new("followed", 5, Vec::new(), over.clone());
    store.append(same).await.unwrap();
    assert_eq!(found().await, Some(over));
}

async fn derived_rows_can_be_made_again(store: &dyn Store) {
    store.create_game(game("again")).await.unwrap();
    store.append(append("again", 0, &["a", "b"])).await.unwrap();
    let mut other = derived("again", 2);
    other.summary.kind = "another".into();
    other.seats.pop();
    for after in [0, 1, 3, u64::MAX] {
        assert_conflict(&store.set_derived("again", after, other.clone()).await);
    }
    assert_eq!(store.derived("again").await.unwrap(), Some(derived("again", 2)));
    store.set_derived("again", 2, other.clone()).await.unwrap();
    assert_eq!(store.derived("again").await.unwrap(), Some(other));
    assert_eq!(bodies(store, "again").await, ["a", "b"]);
    store.append(append("again", 2, &["c"])).await.unwrap();
    assert_eq!(store.derived("again").await.unwrap(), Some(derived("again", 3)));
}

async fn all_ids_are_listed_by_key(store: &dyn Store) {
    let mut expected: Vec<_> = (0..7).map(|number| format!("id-{number}")).collect();
    for id in expected.iter().rev() {
        store.create_game(game(id)).await.unwrap();
    }
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let ids = store.game_ids(after.as_deref(), 3).await.unwrap();
        assert!(ids.len() <= 3);
        let (Some(first), Some(last)) = (ids.first(), ids.last()) else { break };
        assert!(after.is_none_or(|after| *first > after), "the list goes on");
        after = Some(last.clone());
        found.extend(ids);
    }
    assert!(found.is_sorted());
    found.retain(|id| id.starts_with("id-"));
    expected.sort();
    assert_eq!(found, expected);
}

async fn due_games_are_found_in_order(store: &dyn Store) {
    let with = |id: &str, due_ms| Derived { due_ms, ..derived(id, 0) };
    for (id, due_ms) in [
        ("due-c", Some(20)),
        ("due-b", Some(10)),
        ("due-a", Some(10)),
        ("due-d", Some(i64::MAX)),
        ("not-due", None),
    ] {
        store.create_game(NewGame { derived: with(id, due_ms), ..game(id) }).await.unwrap();
    }
    let due = async |until_ms, limit| {
        let due = store.due(until_ms, limit).await.unwrap();
        due.into_iter().map(|(id, due_ms)| format!("{id} {due_ms}")).collect::<Vec<_>>()
    };
    assert_eq!(due(9, 10).await, [""; 0]);
    assert_eq!(due(10, 10).await, ["due-a 10", "due-b 10"]);
    assert_eq!(due(20, 10).await, ["due-a 10", "due-b 10", "due-c 20"]);
    assert_eq!(due(20, 2).await, ["due-a 10", "due-b 10"]);
    assert_eq!(due(20, 0).await, [""; 0]);
    assert_eq!(due(i64::MAX, 10).await.len(), 4);
    for (after_ms, next) in [(i64::MIN, 10), (9, 10), (10, 20), (20, i64::MAX)] {
        assert_eq!(store.next_due(after_ms).await.unwrap(), Some(next));
    }
    assert_eq!(store.next_due(i64::MAX).await.unwrap(), None);

    let append = async |id: &str, after, due_ms| {
        let events = events(&["the computer moves"]);
        store.append(Append::new(id, after, events, with(id, due_ms))).await
    };
    append("due-a", 0, Some(30)).await.unwrap();
    assert_eq!(due(30, 10).await, ["due-b 10", "due-c 20", "due-a 30"]);
    // A failed append does not change the moment.
    assert_conflict(&append("due-a", 0, None).await);
    assert_eq!(due(30, 10).await.len(), 3);
    append("due-b", 0, None).await.unwrap();
    assert_eq!(store.next_due(i64::MIN).await.unwrap(), Some(20));
    store.set_derived("due-c", 0, with("due-c", None)).await.unwrap();
    assert_eq!(due(i64::MAX, 10).await, ["due-a 30", "due-d 9223372036854775807"]);
    append("due-a", 1, None).await.unwrap();
    append("due-d", 0, None).await.unwrap();
    assert_eq!(store.next_due(i64::MIN).await.unwrap(), None);
}

async fn games_to_act_in_are_counted(store: &dyn Store) {
    let seat = |user: &str, to_act| SeatSummary {
        user: Some(user.into()),
        to_act,
        ..SeatSummary::default()
    };
    let with = |state, seats: &[(&str, bool)]| {
        let summary = GameSummary { state, ..derived("", 0).summary };
        let seats = seats.iter().map(|(user, to_act)| seat(user, *to_act)).collect();
        Derived { due_ms: None, summary, seats }
    };
    let (open, running, over) = (GameState::Open, GameState::Running, GameState::Over);
    for (id, derived) in [
        ("count-a", with(running, &[("cora", true), ("dirk", false)])),
        ("count-b", with(running, &[("dirk", false), ("cora", true)])),
        ("count-c", with(running, &[("cora", true), ("cora", true)])),
        ("count-d", with(running, &[("cora", false), ("dirk", true)])),
        ("count-e", with(open, &[("cora", true)])),
        ("count-f", with(over, &[("cora", true)])),
    ] {
        store.create_game(NewGame { derived, ..game(id) }).await.unwrap();
    }
    assert_eq!(store.count_to_act("cora").await.unwrap(), 3);
    assert_eq!(store.count_to_act("dirk").await.unwrap(), 1);
    assert_eq!(store.count_to_act("nobody").await.unwrap(), 0);
}

/// A game of these users, over if `over_ms` is there.
fn listed(users: &[&str], last_ms: i64, over_ms: Option<i64>) -> Derived {
    let seat = |user: &&str| SeatSummary { user: Some((*user).into()), ..SeatSummary::default() };
    let state = match over_ms {
        Some(_) => GameState::Over,
        None if users.len() < 2 => GameState::Open,
        None => GameState::Running,
    };
    let summary = GameSummary { state, last_ms, over_ms, ..derived("", 0).summary };
    Derived { due_ms: None, summary, seats: users.iter().map(seat).collect() }
}

/// Follows the pages of a list to its end. `between` runs after each page.
async fn follow(
    store: &dyn Store,
    user: &str,
    state: Option<GameState>,
    limit: usize,
    between: impl AsyncFn(&[String]),
) -> Vec<String> {
    let mut found = Vec::new();
    let mut before: Option<ListKey> = None;
    loop {
        let page = store.games_of(user, state, None, before.as_ref(), limit).await.unwrap();
        assert!(page.games.len() <= limit.min(MAX_PAGE));
        found.extend(page.games.into_iter().map(|listed| listed.game));
        let Some(next) = page.next else { return found };
        assert!(before.is_none_or(|before| next < before), "the pages go on");
        assert_eq!(found.last(), Some(&next.game));
        before = Some(next);
        between(&found).await;
    }
}

async fn a_users_games_are_listed_by_key(store: &dyn Store) {
    // Several games share a moment, and "lea" holds several seats of one game.
    for (id, derived) in [
        ("list-a", listed(&["lea", "max"], 50, None)),
        ("list-b", listed(&["max", "lea"], 50, None)),
        ("list-c", listed(&["lea", "lea"], 60, None)),
        ("list-d", listed(&["lea", "max"], 99, Some(40))),
        ("list-e", listed(&["max", "lea"], 41, Some(40))),
        ("list-f", listed(&["lea", "lea"], 70, Some(70))),
        ("list-g", listed(&["lea"], 50, None)),
        ("list-h", listed(&["max", "max"], 80, None)),
        ("list-i", listed(&["max"], 80, Some(80))),
    ] {
        store.create_game(NewGame { derived, ..game(id) }).await.unwrap();
    }
    let all = ["list-f", "list-c", "list-g", "list-b", "list-a", "list-e", "list-d"];
    for limit in [1, 2, 3, 6, 7, 8, usize::MAX] {
        let list = async |state| follow(store, "lea", state, limit, async |_| {}).await;
        assert_eq!(list(None).await, all, "{limit}");
        assert_eq!(list(Some(GameState::Open)).await, ["list-g"]);
        assert_eq!(list(Some(GameState::Running)).await, ["list-c", "list-b", "list-a"]);
        assert_eq!(list(Some(GameState::Over)).await, ["list-f", "list-e", "list-d"]);
    }
    // A row is what was stored, and an append shows at once.
    let page = store.games_of("lea", None, None, None, 1).await.unwrap();
    assert_eq!(page.games[0].derived, listed(&["lea", "lea"], 70, Some(70)));
    let next = listed(&["lea", "max"], 90, None);
    store.append(Append::new("list-a", 0, events(&["x"]), next.clone())).await.unwrap();
    let page = store.games_of("lea", None, None, None, 1).await.unwrap();
    assert_eq!((page.games[0].game.as_str(), &page.games[0].derived), ("list-a", &next));
    // After the end, further events do not move a game, and a lost seat removes it.
    let asked = listed(&["lea", "lea"], 200, Some(70));
    store.append(Append::new("list-f", 0, events(&["x"]), asked)).await.unwrap();
    let left = listed(&["max"], 95, None);
    store.append(Append::new("list-b", 0, events(&["x"]), left)).await.unwrap();
    let list = follow(store, "lea", None, 2, async |_| {}).await;
    assert_eq!(list, ["list-a", "list-f", "list-c", "list-g", "list-e", "list-d"]);

    for number in 0..=MAX_PAGE {
        let derived = listed(&["busy"], 1, None);
        store.create_game(NewGame { derived, ..game(&format!("busy-{number}")) }).await.unwrap();
    }
    let page = store.games_of("busy", None, None, None, usize::MAX).await.unwrap();
    assert_eq!((page.games.len(), page.next.is_some()), (MAX_PAGE, true));
}

async fn public_lists_hold_what_everybody_may_see(store: &dyn Store) {
    let seat = |user: &str, place| SeatSummary {
        user: Some(user.into()),
        place,
        ..SeatSummary::default()
    };
    let with = |kind: &str, state, visibility, at_ms: i64| GameSummary {
        kind: kind.into(),
        state,
        visibility,
        last_ms: at_ms,
        created_ms: at_ms,
        ..GameSummary::default()
    };
    let (open, running) = (GameState::Open, GameState::Running);
    let (public, link) = (Visibility::Public, Visibility::Link);
    for (id, summary) in [
        ("hall-a", GameSummary { in_lobby: true, ..with("x", open, public, 10) }),
        ("hall-b", GameSummary { in_lobby: true, ..with("y", open, public, 20) }),
        ("hall-c", with("x", open, link, 30)),
        ("hall-d", with("x", running, public, 40)),
        ("hall-e", with("y", running, public, 50)),
        ("hall-f", with("y", running, link, 60)),
    ] {
        let seats = vec![seat("hugo", None), SeatSummary::default()];
        let derived = Derived { due_ms: None, summary, seats };
        store.create_game(NewGame { derived, ..game(id) }).await.unwrap();
    }
    let ids = |page: &Page| -> Vec<String> {
        page.games.iter().map(|listed| listed.game.clone()).collect()
    };
    for (kind, lobby, going) in [
        (None, vec!["hall-b", "hall-a"], vec!["hall-e", "hall-d"]),
        (Some("x"), vec!["hall-a"], vec!["hall-d"]),
        (Some("z"), vec![], vec![]),
    ] {
        assert_eq!(ids(&store.lobby(kind, None, 10).await.unwrap()), lobby);
        assert_eq!(ids(&store.running(kind, None, 10).await.unwrap()), going);
    }
    let first = store.lobby(None, None, 1).await.unwrap();
    assert_eq!(first.next, Some(ListKey { at_ms: 20, game: "hall-b".into() }));
    let second = store.lobby(None, first.next.as_ref(), 1).await.unwrap();
    assert_eq!((ids(&second), second.next), (vec!["hall-a".to_owned()], None));
    // Others see what is public, and what they share.
    let of_hugo = async |reader| {
        let page = store.games_of("hugo", None, reader, None, 10).await.unwrap();
        ids(&page)
    };
    let all = ["hall-f", "hall-e", "hall-d", "hall-c", "hall-b", "hall-a"];
    assert_eq!(of_hugo(None).await, all);
    assert_eq!(of_hugo(Some("hugo")).await, all);
    assert_eq!(of_hugo(Some("nora")).await, ["hall-e", "hall-d", "hall-b", "hall-a"]);

    let mut seats = vec![seat("hugo", None), SeatSummary::default()];
    seats[1].invited = Some("nora".into());
    let summary = with("x", open, Visibility::Private, 70);
    let derived = Derived { due_ms: None, summary, seats };
    store.create_game(NewGame { derived: derived.clone(), ..game("hall-g") }).await.unwrap();
    let offered = store.offered_to("nora").await.unwrap();
    assert_eq!((offered.len(), &offered[0].derived), (1, &derived));
    assert_eq!(store.offered_to("hugo").await.unwrap(), []);
    let seats = vec![seat("hugo", None), seat("nora", None)];
    let derived =
        Derived { seats, summary: with("x", running, Visibility::Private, 80), due_ms: None };
    store.append(Append::new("hall-g", 0, events(&["x"]), derived)).await.unwrap();
    assert_eq!(store.offered_to("nora").await.unwrap(), []);
}

async fn the_archive_is_searched(store: &dyn Store) {
    let over = |kind: &str, at_ms: i64, plies, reason: &str, winner: Option<u8>| GameSummary {
        kind: kind.into(),
        state: GameState::Over,
        visibility: Visibility::Public,
        start: if plies > 10 { "setup".into() } else { "north".into() },
        in_archive: true,
        over_ms: Some(at_ms),
        reason: Some(reason.into()),
        plies,
        winner,
        ..GameSummary::default()
    };
    let seats = |users: [&str; 2], winner: Option<u8>| -> Vec<SeatSummary> {
        let place = |index: usize| match winner {
            Some(winner) => 1 + u8::from(usize::from(winner) != index),
            None => 1,
        };
        let seat = |(index, user): (usize, &str)| SeatSummary {
            user: (!user.is_empty()).then(|| user.to_owned()),
            place: Some(place(index)),
            ..SeatSummary::default()
        };
        users.into_iter().enumerate().map(seat).collect()
    };
    for (id, users, summary) in [
        ("arch-a", ["ulla", "vera"], over("x", 1001, 5, "time", Some(0))),
        ("arch-b", ["vera", "ulla"], over("x", 1002, 20, "mate", Some(0))),
        ("arch-c", ["ulla", "vera"], over("y", 1003, 30, "draw", None)),
        ("arch-d", ["ulla", "wim"], over("x", 1004, 40, "time", Some(1))),
        ("arch-e", ["ulla", ""], over("x", 1005, 50, "time", Some(1))),
        ("arch-f", ["wim", "vera"], over("x", 1006, 60, "mate", Some(1))),
    ] {
        let seats = seats(users, summary.winner);
        let derived = Derived { due_ms: None, summary, seats };
        store.create_game(NewGame { derived, ..game(id) }).await.unwrap();
    }
    let mut hidden = over("x", 1007, 70, "mate", Some(0));
    hidden.in_archive = false;
    hidden.visibility = Visibility::Link;
    let seats = seats(["ulla", "vera"], Some(0));
    let derived = Derived { due_ms: None, summary: hidden, seats };
    store.create_game(NewGame { derived, ..game("arch-g") }).await.unwrap();

    let all = ArchiveFilter { since_ms: Some(1001), ..ArchiveFilter::default() };
    let users = |users: &[&str]| users.iter().map(|user| (*user).to_owned()).collect();
    let of = |names: &[&str], result| ArchiveFilter {
        users: users(names),
        result: Some(result),
        ..all.clone()
    };
    for (filter, expected) in [
        (all.clone(), "fedcba"),
        (ArchiveFilter { kind: Some("x".into()), ..all.clone() }, "fedba"),
        (ArchiveFilter { kind: Some("z".into()), ..all.clone() }, ""),
        (ArchiveFilter { start: Some("north".into()), ..all.clone() }, "a"),
        (ArchiveFilter { users: users(&["ulla"]), ..all.clone() }, "edcba"),
        (ArchiveFilter { users: users(&["ulla", "vera"]), ..all.clone() }, "cba"),
        (
            ArchiveFilter {
                users: users(&["vera", "ulla"]),
                kind: Some("x".into()),
                ..all.clone()
            },
            "ba",
        ),
        (ArchiveFilter { result: Some(ResultFilter::Winner(1)), ..all.clone() }, "fed"),
        (ArchiveFilter { result: Some(ResultFilter::Shared), ..all.clone() }, "c"),
        (ArchiveFilter { result: Some(ResultFilter::Won), ..all.clone() }, ""),
        (ArchiveFilter { result: Some(ResultFilter::Lost), ..all.clone() }, ""),
        (of(&["ulla"], ResultFilter::Won), "a"),
        (of(&["ulla"], ResultFilter::Lost), "edb"),
        (of(&["vera", "ulla"], ResultFilter::Won), "b"),
        (of(&["vera", "ulla"], ResultFilter::Lost), "a"),
        (of(&["wim"], ResultFilter::Lost), "f"),
        (ArchiveFilter { reason: Some("time".into()), ..all.clone() }, "eda"),
        (ArchiveFilter { min_plies: Some(20), max_plies: Some(40), ..all.clone() }, "dcb"),
        (ArchiveFilter { since_ms: Some(1005), ..all.clone() }, "fe"),
    ] {
        for limit in [1, 2, 100] {
            let (mut found, mut before) = (String::new(), None::<ListKey>);
            loop {
                let page = store.archive(&filter, before.as_ref(), limit).await.unwrap();
                assert!(page.games.len() <= limit);
                found.extend(page.games.iter().map(|listed| &listed.game[5..]));
                before = page.next;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(found, expected, "{filter:?} {limit}");
        }
    }
    let score = |kind: &str, games, won, lost| Score { kind: kind.into(), games, won, lost };
    let scores = store.scores("ulla", "vera").await.unwrap();
    assert_eq!(scores, [score("x", 2, 1, 1), score("y", 1, 0, 0)]);
    assert_eq!(store.scores("wim", "nobody").await.unwrap(), []);
    // A game with a computer does not count, nor one that was won.
    let reliability = store.reliability("ulla").await.unwrap();
    assert_eq!(reliability, Reliability { games: 4, timed_out: 1 });
    assert_eq!(store.reliability("nobody").await.unwrap(), Reliability::default());
}

async fn results_against_levels_are_counted(store: &dyn Store) {
    /// A level of the computer, and its place.
    type Computer = (u8, u8);
    // The game, the places of the user and of the computers; 0 for no result.
    let games: &[(&str, u8, &[Computer])] = &[
        ("x", 1, &[(3, 2)]),
        ("x", 2, &[(3, 1)]),
        ("x", 1, &[(3, 1)]),
        ("x", 1, &[(4, 2)]),
        ("x", 0, &[(4, 0)]),
        ("y", 2, &[(1, 3), (8, 1), (8, 4)]),
        ("y", 1, &[]),
    ];
    for (number, (kind, place, computers)) in games.iter().enumerate() {
        let seat = |place: u8| SeatSummary {
            place: (place > 0).then_some(place),
            ..SeatSummary::default()
        };
        let own = SeatSummary { user: Some("lena".into()), ..seat(*place) };
        let computer =
            |(level, place): &(u8, u8)| SeatSummary { computer: Some(*level), ..seat(*place) };
        let seats = [own].into_iter().chain(computers.iter().map(computer)).collect();
        let summary = GameSummary {
            kind: (*kind).into(),
            state: GameState::Over,
            over_ms: Some(number as i64),
            ..GameSummary::default()
        };
        let derived = Derived { summary, seats, ..Derived::default() };
        let new = NewGame { derived, ..game(&format!("levels-{number}")) };
        store.create_game(new).await.unwrap();
    }
    let running = SeatSummary { user: Some("lena".into()), ..SeatSummary::default() };
    let computer = SeatSummary { computer: Some(3), ..SeatSummary::default() };
    let derived = Derived { seats: vec![running, computer], ..Derived::default() };
    store.create_game(NewGame { derived, ..game("levels-running") }).await.unwrap();
    let score = |kind: &str, level, games, won, lost| LevelScore {
        kind: kind.into(),
        level,
        games,
        won,
        lost,
    };
    let expected = [
        score("x", 3, 3, 1, 1),
        score("x", 4, 1, 1, 0),
        score("y", 1, 1, 1, 0),
        score("y", 8, 1, 0, 1),
    ];
    assert_eq!(store.level_scores("lena").await.unwrap(), expected);
    assert_eq!(store.level_scores("nobody").await.unwrap(), []);
}

async fn pages_are_stable_while_others_append(store: &dyn Store) {
    const GAMES: usize = 60;
    // Every third game is over; moments are shared.
    let over = |number: usize| number.is_multiple_of(3);
    let id = |number: usize| format!("page-{number:02}");
    for number in 0..GAMES {
        let at_ms = 1000 + number as i64 / 4;
        let derived = listed(&["paul", "mary"], at_ms, over(number).then_some(at_ms));
        store.create_game(NewGame { derived, ..game(&id(number)) }).await.unwrap();
    }
    let moves = std::cell::RefCell::new(vec![0_u64; GAMES]);
    let append = async |number: usize, derived| {
        let after = moves.borrow()[number];
        moves.borrow_mut()[number] += 1;
        store.append(Append::new(&id(number), after, events(&["x"]), derived)).await.unwrap();
    };
    // After each page, games that were listed and games that were not get events, one ends and a
    // new one begins.
    let touched = |number: usize| !over(number) && number % 5 == 1;
    let between = async |found: &[String]| {
        for number in (0..GAMES).filter(|number| touched(*number)) {
            append(number, listed(&["paul", "mary"], 5000 + found.len() as i64, None)).await;
        }
        let first = found[0].trim_start_matches("page-").parse::<usize>().expect("a number");
        append(first, listed(&["paul", "mary"], 6000, Some(6000))).await;
        for number in (0..GAMES).filter(|number| over(*number)) {
            let at_ms = 1000 + number as i64 / 4;
            append(number, listed(&["paul", "mary"], 7000, Some(at_ms))).await;
        }
        let new = NewGame {
            derived: listed(&["paul"], 8000, None),
            ..game(&format!("page-new-{}", found.len()))
        };
        store.create_game(new).await.unwrap();
    };
    let found = follow(store, "paul", None, 7, between).await;
    let mut unique = found.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), found.len(), "no game comes twice: {found:?}");
    let lost = |number: &usize| !touched(*number) && !found.contains(&id(*number));
    assert_eq!((0..GAMES).filter(lost).collect::<Vec<_>>(), [], "no game is lost");
}

async fn records_never_change(store: &dyn Store) {
    let record = |body: &str| NewRecord { id: "battle".into(), body: body.into(), created_ms: 9 };
    store.create_record(record("Gold\tGreen\n")).await.unwrap();
    assert_taken(&store.create_record(record("another")).await, "battle");
    assert_eq!(store.record("battle").await.unwrap().as_deref(), Some("Gold\tGreen\n"));
}

pub(crate) fn item(id: &str, due_ms: i64, dedupe_key: &str) -> OutboxItem {
    OutboxItem {
        id: id.into(),
        at_ms: 1,
        due_ms,
        kind: "mail".into(),
        user: "abcdefgh".into(),
        dedupe_key: dedupe_key.into(),
        body: format!("about {dedupe_key}"),
    }
}

/// Takes items and returns their ids and tries.
async fn take(store: &dyn Store, now_ms: i64, again_ms: i64, limit: usize) -> Vec<(String, u32)> {
    let taken = store.take_outbox(&["mail"], now_ms, again_ms, limit).await.unwrap();
    taken.into_iter().map(|taken| (taken.item.id, taken.tries)).collect()
}

async fn outbox_items_are_taken_until_done(store: &dyn Store) {
    for (id, due_ms) in [("box-c", 30), ("box-b", 20), ("box-a", 20), ("box-d", 99)] {
        store.put_outbox(item(id, due_ms, id)).await.unwrap();
    }
    let one = |id: &str, tries| (id.to_owned(), tries);
    let take = async |now_ms, again_ms, limit| take(store, now_ms, again_ms, limit).await;
    assert_eq!(take(19, 0, 10).await, []);
    assert_eq!(take(30, 40, 2).await, [one("box-a", 1), one("box-b", 1)]);
    // Taken items are not due until the moment that was named.
    assert_eq!(take(30, 40, 10).await, [one("box-c", 1)]);
    assert_eq!(take(39, 0, 10).await, []);
    store.outbox_done("box-b", 39).await.unwrap();
    store.outbox_failed("box-c", 60).await.unwrap();
    let taken = store.take_outbox(&["mail"], 40, 50, 10).await.unwrap();
    assert_eq!(taken.len(), 1);
    assert_eq!((&taken[0].item, taken[0].tries), (&item("box-a", 50, "box-a"), 2));
    store.outbox_done("box-a", 41).await.unwrap();
    // What is done stays done.
    store.outbox_failed("box-a", 42).await.unwrap();
    assert_eq!(take(59, 0, 10).await, []);
    assert_eq!(take(60, 70, 10).await, [one("box-c", 2)]);
    assert_taken(&store.put_outbox(item("box-c", 1, "new")).await, "box-c");
    store.outbox_done("box-c", 61).await.unwrap();
    store.outbox_done("box-d", 61).await.unwrap();
    assert_eq!(take(i64::MAX, 0, 10).await, []);
}

async fn the_newest_items_of_a_user_are_found(store: &dyn Store) {
    let told = |id: &str, at_ms| OutboxItem { kind: "told".into(), at_ms, ..item(id, 0, id) };
    for (id, at_ms) in [("told-a", 5), ("told-c", 9), ("told-b", 9)] {
        store.put_outbox(told(id, at_ms)).await.unwrap();
    }
    let user = told("x", 0).user;
    store.put_outbox(OutboxItem { user: "another".into(), ..told("told-d", 7) }).await.unwrap();
    store.put_outbox(OutboxItem { kind: "other".into(), ..told("told-e", 8) }).await.unwrap();
    for id in ["told-a", "told-b", "told-c", "told-d", "told-e"] {
        store.outbox_done(id, 9).await.unwrap();
    }
    let newest = async |limit| {
        let items = store.outbox_of(&user, "told", limit).await.unwrap();
        items.into_iter().map(|item| item.id).collect::<Vec<_>>()
    };
    assert_eq!(newest(2).await, ["told-c", "told-b"]);
    assert_eq!(newest(9).await, ["told-c", "told-b", "told-a"], "also those that are done");
}

async fn what_is_known_of_a_delivery_is_kept(store: &dyn Store) {
    for (id, kind, due_ms) in [("way-a", "mail", 5), ("way-b", "mail", 9), ("way-c", "push", 5)] {
        let item = OutboxItem { kind: kind.into(), ..item(id, due_ms, id) };
        store.put_outbox(item).await.unwrap();
    }
    let user = item("x", 0, "x").user;
    let counts = |taken: &[TakenItem]| -> Vec<(String, u32, u32)> {
        taken.iter().map(|one| (one.item.id.clone(), one.tries, one.failures)).collect()
    };
    let one = |id: &str, tries, failures| (id.to_owned(), tries, failures);
    assert_eq!(store.take_outbox(&["call"], 9, 20, 9).await.unwrap(), []);
    let pushes = store.take_outbox(&["push", "call"], 9, 20, 9).await.unwrap();
    assert_eq!(counts(&pushes), [one("way-c", 1, 0)]);
    let mails = store.take_outbox(&["mail"], 5, 20, 9).await.unwrap();
    assert_eq!(counts(&mails), [one("way-a", 1, 0)]);
    // What is being delivered is not taken with the rest, which need not be due.
    let others = store.take_outbox_of(&user, "mail", 6, 20).await.unwrap();
    assert_eq!(counts(&others), [one("way-b", 1, 0)]);
    assert_eq!(store.take_outbox_of(&user, "mail", 6, 20).await.unwrap(), []);
    assert_eq!(store.take_outbox_of("nobody", "mail", 6, 20).await.unwrap(), []);
    // One is put off, as if it had not been taken.
    store.outbox_postponed("way-b", 15).await.unwrap();
    let others = store.take_outbox_of(&user, "mail", 6, 20).await.unwrap();
    assert_eq!(counts(&others), [one("way-b", 1, 0)]);
    // One has failed; of the other nothing is known when its time is over.
    store.outbox_failed("way-a", 7).await.unwrap();
    let again = store.take_outbox(&["mail"], 20, 30, 9).await.unwrap();
    assert_eq!(counts(&again), [one("way-a", 2, 1), one("way-b", 2, 0)]);
    store.outbox_done("way-a", 40).await.unwrap();
    store.outbox_done("way-b", 41).await.unwrap();
    store.forget_outbox(40).await.unwrap();
    let forgotten = OutboxItem { kind: "mail".into(), ..item("way-d", 50, "way-a") };
    let kept = OutboxItem { kind: "mail".into(), ..item("way-e", 50, "way-b") };
    store.put_outbox(forgotten).await.unwrap();
    store.put_outbox(kept).await.unwrap();
    let taken = store.take_outbox(&["mail"], 50, 60, 9).await.unwrap();
    assert_eq!(counts(&taken), [one("way-d", 1, 0)]);
    let new = NewGame { outbox: vec![item("way-f", 70, "way-f")], ..game("offered") };
    store.create_game(new).await.unwrap();
    assert_eq!(take(store, 70, 80, 9).await, [("way-d".to_owned(), 2), ("way-f".to_owned(), 1)]);
    // The steps share the store.
    store.outbox_done("way-d", 80).await.unwrap();
    store.outbox_done("way-f", 80).await.unwrap();
}

async fn an_outbox_item_comes_with_its_cause_and_once(store: &dyn Store) {
    store.create_game(game("cause")).await.unwrap();
    let with = |after, items: &[OutboxItem]| Append {
        outbox: items.to_vec(),
        ..append("cause", after, &["x"])
    };
    store.append(with(0, &[item("turn-1", 5, "turn"), item("turn-2", 5, "turn")])).await.unwrap();
    store.put_outbox(item("turn-3", 5, "turn")).await.unwrap();
    // An ignored item may even have an id that is in use.
    store.put_outbox(item("turn-1", 5, "turn")).await.unwrap();
    assert_conflict(&store.append(with(0, &[item("late", 5, "late")])).await);
    assert_eq!(take(store, 5, 6, 10).await, [("turn-1".to_owned(), 1)]);
    store.outbox_done("turn-1", 5).await.unwrap();
    // Also after it is done, the key stays used.
    store.append(with(1, &[item("turn-4", 5, "turn")])).await.unwrap();
    assert_eq!(bodies(store, "cause").await.len(), 2);
    assert_eq!(take(store, i64::MAX, 6, 10).await, []);
}

async fn of_concurrent_appends_after_one_event_one_succeeds(store: &dyn Store) {
    store.create_game(game("raced")).await.unwrap();
    let race = (0..8).map(|number| async move {
        let mut racing = append("raced", 0, &[&format!("{number}")]);
        racing.derived.summary.plies = number;
        store.append(racing).await.is_ok().then_some(number)
    });
    let winners: Vec<_> = join_all(race).await.into_iter().flatten().collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(bodies(store, "raced").await, [winners[0].to_string()]);
    let derived = store.derived("raced").await.unwrap().expect("derived rows");
    assert_eq!(derived.summary.plies, winners[0], "the rows are those of the winner");
}

async fn concurrent_writers_read_their_writes(store: &dyn Store) {
    const GAMES: usize = 40;
    const EVENTS: u64 = 25;
    let ids: Vec<_> = (0..GAMES).map(|n| format!("many-{n}")).collect();
    let play = async |id: &str| {
        store.create_game(game(id)).await.unwrap();
        for after in 0..EVENTS {
            let body = format!("{id} {after}");
            store.append(append(id, after, &[&body])).await.unwrap();
            assert_eq!(store.events(id).await.unwrap().last().unwrap().body, body);
            assert_eq!(store.derived(id).await.unwrap(), Some(derived(id, after + 1)));
        }
    };
    join_all(ids.iter().map(|id| play(id))).await;
    for id in &ids {
        let expected: Vec<_> = (0..EVENTS).map(|after| format!("{id} {after}")).collect();
        assert_eq!(bodies(store, id).await, expected);
    }
}

/// Polls all futures on this task until they are ready. Returns their results in order.
pub(crate) async fn join_all<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<_> = futures.map(|future| (Box::pin(future), None)).collect();
    std::future::poll_fn(|context| {
        let mut all_ready = true;
        for (future, result) in running.iter_mut().filter(|(_, result)| result.is_none()) {
            match future.as_mut().poll(context) {
                std::task::Poll::Ready(ready) => *result = Some(ready),
                std::task::Poll::Pending => all_ready = false,
            }
        }
        if all_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    running.into_iter().filter_map(|(_, result)| result).collect()
}

async fn outages_are_kept_and_heartbeats_never_go_back(store: &dyn Store) {
    let before = store.last_beat().await.unwrap().unwrap_or(0);
    for (beat, last) in [(before + 50, before + 50), (before + 40, before + 50)] {
        store.beat(beat).await.unwrap();
        assert_eq!(store.last_beat().await.unwrap(), Some(last));
    }
    let known = store.outages().await.unwrap();
    let last = before + 50;
    store.note_outage(last + 30, last + 45).await.unwrap();
    // A server was there in it, or has noted it.
    for (from, to) in [(40, 60), (40, 9000), (10, 20)] {
        store.note_outage(last + from, last + to).await.unwrap();
    }
    store.note_outage(last + 45, last + 60).await.unwrap();
    let new = store.outages().await.unwrap().split_off(known.len());
    assert_eq!(new, [(last + 30, last + 45), (last + 45, last + 60)]);
    let beat = store.last_beat().await.unwrap();
    assert_eq!(beat, Some(last + 60), "the server was there at its end");
}

//! Tests of `PgStore`: the story of every store, that of two stores on one database, and what the
//! database does when it is restarted.

mod migration;
mod recovery;
mod tls;

use heterodox_store::{
    Append, Chat, Damage, Derived, GameLog, Inspect, Lists, NewRecord, PgAddress, PgReader,
    PgStore, Records, Store, StoreError,
};
use heterodox_store_story as story;
use heterodox_store_story::TestPostgres;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Client, NoTls};

async fn open(url: &str) -> PgStore {
    PgStore::open(&address(url)).await.expect("the store opens")
}

fn address(url: &str) -> PgAddress {
    PgAddress::parse(url, false).expect("an address")
}

/// A connection beside the stores.
async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("a connection");
    tokio::spawn(connection);
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn passes_the_story() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    story::run(async || open(&url).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_stores_on_one_database_pass_the_story() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    // Of two that start at once, one migrates.
    let (one, other) = tokio::join!(open(&url), open(&url));
    story::run_shared(&one, &other).await;
    one.close().await;
    other.close().await;
}

/// A batch of one store commits late, and the other store appends meanwhile.
#[tokio::test]
async fn an_append_waits_for_one_that_is_being_committed() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let store = open(&url).await;
    store.create_game(story::game("g")).await.unwrap();
    let late = connect(&url).await;
    late.batch_execute(
        "begin; \
         update games set event_count = event_count + 1 where id = 'g' and event_count = 0; \
         insert into events (game_id, seq, at_ms, body) values ('g', 1, 8, 'A1')",
    )
    .await
    .unwrap();
    let append = store.append(story::append("g", 0, &["B1", "B2"]));
    let commit = async {
        // The append has begun by now. If it has not, the result is the same.
        sleep(Duration::from_millis(200)).await;
        late.batch_execute("commit").await.unwrap();
    };
    let (appended, ()) = tokio::join!(append, commit);
    assert!(matches!(appended, Err(StoreError::Conflict { after: 0, .. })), "{appended:?}");
    assert_eq!(story::bodies(&store, "g").await, ["A1"]);
    store.append(story::append("g", 1, &["B1", "B2"])).await.unwrap();
    assert_eq!(story::bodies(&store, "g").await, ["A1", "B1", "B2"]);
}

/// Why the row of the game decides, and not the events: this form tears an append apart.
#[tokio::test]
async fn the_last_event_is_not_enough_to_decide() {
    const TEMPTING: &str = "insert into events (game_id, seq, at_ms, body) \
        select 'g', new.seq, 8, new.body from unnest($1::bigint[], $2::text[]) as new (seq, body) \
        where (select coalesce(max(seq), 0) from events where game_id = 'g') = 0 \
        on conflict do nothing";
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let store = open(&url).await;
    store.create_game(story::game("g")).await.unwrap();
    let (one, other) = (connect(&url).await, connect(&url).await);
    one.batch_execute("begin").await.unwrap();
    one.execute(TEMPTING, &[&vec![1_i64], &vec!["A1"]]).await.unwrap();
    let insert = async {
        let values = (vec![1_i64, 2], vec!["B1", "B2"]);
        other.execute(TEMPTING, &[&values.0, &values.1]).await.unwrap()
    };
    let commit = async {
        sleep(Duration::from_millis(200)).await;
        one.batch_execute("commit").await.unwrap();
    };
    let (written, ()) = tokio::join!(insert, commit);
    assert_eq!(written, 1, "the second event without the first");
    let log = one.query("select body from events order by seq", &[]).await.unwrap();
    let log: Vec<String> = log.iter().map(|row| row.get(0)).collect();
    assert_eq!(log, ["A1", "B2"]);
}

/// What a stopped server has taken is free again soon.
#[tokio::test]
async fn a_lock_of_another_program_does_not_stop_the_store_for_ever() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let store = open(&url).await;
    for game in ["g", "h"] {
        store.create_game(story::game(game)).await.unwrap();
    }
    let other = connect(&url).await;
    other.batch_execute("begin; update games set body = body where id = 'g'").await.unwrap();
    let blocked = timeout(Duration::from_secs(10), store.append(story::append("g", 0, &["a"])));
    let error = blocked.await.expect("it fails in time").expect_err("the row is taken");
    assert!(matches!(error, StoreError::Database(_)), "{error}");
    let wait = async {
        while store.append(story::append("h", 0, &["a"])).await.is_err() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(10), wait).await.expect("other games go on");
    other.batch_execute("rollback").await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();
}

/// In a language's order `a` comes before `B`.
#[tokio::test]
async fn texts_are_compared_byte_by_byte() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database_with("locale_provider icu icu_locale 'en'");
    let store = open(&url).await;
    let expected = ["B", "Z", "a", "b", "ß", "ä"];
    for id in expected.iter().rev() {
        store.create_game(story::game(id)).await.unwrap();
    }
    let mut sorted = expected.map(str::to_owned);
    sorted.sort();
    let mut found = Vec::new();
    while let Some(id) = store.game_ids(found.last().map(String::as_str), 1).await.unwrap().pop() {
        found.push(id);
    }
    assert_eq!(found, sorted);
}

#[tokio::test]
async fn a_text_with_a_nul_character_is_refused_alone() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let store = open(&postgres.database()).await;
    store.create_game(story::game("g")).await.unwrap();
    let bad = store.append(story::append("g", 0, &["a\0b"]));
    let record = NewRecord { id: "r".into(), body: "a\0b".into(), created_ms: 1 };
    let (bad, other, record) =
        tokio::join!(bad, store.create_game(story::game("h")), store.create_record(record));
    for refused in [bad, record] {
        let error = refused.expect_err("a NUL character");
        assert!(error.to_string().contains("NUL"), "{error}");
    }
    other.unwrap();
    store.ready().await.expect("the database works");
    assert_eq!(store.events("g").await.unwrap(), []);
    assert_eq!(store.events("g\0").await.unwrap(), []);
    assert_eq!(store.game("\0").await.unwrap(), None);
    assert_eq!(store.chat("g", "\0").await.unwrap(), []);
    store.append(story::append("g", 0, &["a"])).await.unwrap();
}

/// An index of `PostgreSQL` takes keys up to 2704 bytes.
#[tokio::test]
async fn a_key_that_is_too_long_is_refused_alone() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let store = open(&postgres.database()).await;
    // Keys are compressed, so this one is of random digits.
    let mut state = 1_u64;
    let long: String = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        format!("{:08x}", state >> 32)
    })
    .take(1000)
    .collect();
    let (refused, game) =
        tokio::join!(store.create_game(story::game(&long)), store.create_game(story::game("g")));
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    game.unwrap();
    store.ready().await.expect("the database works");
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_left_alone() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    open(&url).await.close().await;
    postgres.execute(&url, "insert into schema_version values (99)");
    let error = PgStore::open(&address(&url)).await.expect_err("the version is too new");
    assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
    let error = PgReader::open(&address(&url)).await.expect_err("the version is too new");
    assert!(matches!(error, StoreError::TooNew { found: 99, .. }), "{error}");
}

/// A statement damages a log of three events. Reading it is an error that describes the damage.
#[tokio::test]
async fn an_incomplete_log_is_not_returned() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let store = open(&url).await;
    let other = connect(&url).await;
    for (number, (statement, damage)) in [
        ("delete from events where seq = 1 and", Damage::Gap { found: 2, expected: 1 }),
        ("update events set seq = 7 where seq = 3 and", Damage::Gap { found: 7, expected: 3 }),
        ("delete from events where seq = 3 and", Damage::Length { found: 2, expected: 3 }),
        ("delete from events where", Damage::Length { found: 0, expected: 3 }),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("g{number}");
        store.create_game(story::game(&id)).await.unwrap();
        store.append(story::append(&id, 0, &["a", "b", "c"])).await.unwrap();
        other.batch_execute(&format!("{statement} game_id = '{id}'")).await.unwrap();
        match store.events(&id).await {
            Err(StoreError::Damaged { game, damage: found }) => {
                assert_eq!((game, found), (id, damage), "{statement}");
            }
            found => panic!("{statement}: {found:?}"),
        }
    }
    // Events after the recorded end are not overwritten. Only that game is damaged.
    store.create_game(story::game("h")).await.unwrap();
    store.append(story::append("h", 0, &["a", "b"])).await.unwrap();
    other.batch_execute("update games set event_count = 1 where id = 'h'").await.unwrap();
    let (damaged, others) = tokio::join!(
        store.append(story::append("h", 1, &["c"])),
        store.create_game(story::game("i"))
    );
    assert!(matches!(damaged, Err(StoreError::Damaged { .. })), "{damaged:?}");
    others.unwrap();
    store.ready().await.unwrap();
}

/// Appends that create a game whose id is in use, together with others.
#[tokio::test]
async fn a_refused_append_does_not_take_others_with_it() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let store = open(&postgres.database()).await;
    for game in ["g", "h", "used"] {
        store.create_game(story::game(game)).await.unwrap();
    }
    let creates = Append {
        creates: Some(story::game("used")),
        ..Append::new("g", 0, story::events(&["a"]), story::derived("g", 1))
    };
    let again = story::append("h", 1, &["third"]);
    let (refused, first, second, late) = tokio::join!(
        store.append(creates),
        store.append(story::append("h", 0, &["first"])),
        store.append(again),
        store.append(story::append("h", 0, &["late"])),
    );
    assert!(matches!(&refused, Err(StoreError::Taken(id)) if id == "used"), "{refused:?}");
    first.unwrap();
    second.unwrap();
    assert!(matches!(late, Err(StoreError::Conflict { .. })), "{late:?}");
    assert_eq!(store.events("g").await.unwrap(), []);
    assert_eq!(store.derived("g").await.unwrap(), Some(story::derived("g", 0)));
    assert_eq!(story::bodies(&store, "h").await, ["first", "third"]);
}

#[tokio::test]
async fn a_reader_reads_beside_the_store() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let url = postgres.database();
    let error = PgReader::open(&address(&url)).await.expect_err("no tables");
    assert!(matches!(error, StoreError::Corrupt(_)), "{error}");
    let store = open(&url).await;
    store.create_game(story::game("g")).await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();
    let reader = PgReader::open(&address(&url)).await.unwrap();
    assert_eq!(reader.faults().await.unwrap(), [""; 0]);
    let contents = reader.contents().await.unwrap();
    assert_eq!((contents.games, contents.orphans), (vec!["g".to_owned()], vec![]));
    let (game, events) = reader.game("g").await.unwrap().expect("the game is there");
    assert_eq!((game.body.as_str(), events.len()), ("how g was opened", 1));
    assert_eq!(reader.derived("g").await.unwrap(), Some(story::derived("g", 1)));
    postgres.execute(&url, "delete from game_index; delete from seats");
    assert_eq!(reader.derived("g").await.unwrap(), None);
    assert_eq!(store.derived("g").await.unwrap(), None::<Derived>);
    store.set_derived("g", 1, story::derived("g", 1)).await.unwrap();
    assert_eq!(reader.derived("g").await.unwrap(), Some(story::derived("g", 1)));
}

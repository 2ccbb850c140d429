//! Copying a file into a database: cut off anywhere it goes on, and at the end both are equal.

use crate::{address, connect, open};
use heterodox_store::{
    AuditEntry, Chat, Credential, Email, Failures, Feed, GameLog, MailNews, Migrated, Migration,
    MigrationError, MigrationStage, MigrationStep, NewChatLine, NewRecord, OnceCode, Outages,
    People, PeopleChange, PgReader, PgStore, PrivateTexts, PushSubscription, PuzzleDeed, Puzzles,
    Records, Report, Said, SqliteStore, Store, StoreError, TextKind, WayChange, Webhook,
};
use heterodox_store_story as story;
use heterodox_store_story::TestPostgres;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file with rows in every table: those that the story leaves, and a few more.
async fn file_with_all() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.sqlite");
    story::run(async || SqliteStore::open(&file).await.unwrap()).await;
    let store = SqliteStore::open(&file).await.unwrap();
    let session = story::session(b"\x00\n\xff", "migrated");
    let (user, failures) = ("migrated".to_owned(), Failures::default());
    let changes = vec![
        PeopleChange::AddGuest(session),
        PeopleChange::Block { user: user.clone(), blocked: user.clone(), at_ms: 1 },
        PeopleChange::PutEmail(Email {
            user: user.clone(),
            address: "anna@example.org".into(),
            confirmed_ms: None,
        }),
        PeopleChange::AddCode(OnceCode {
            hash: vec![7, 0],
            user: None,
            purpose: "register".into(),
            until_ms: i64::MAX,
        }),
        PeopleChange::PutCredential(Credential {
            id: "password:migrated".into(),
            user: user.clone(),
            passkey: true,
            secret: "hash".into(),
            label: String::new(),
            created_ms: 1,
            used_ms: None,
        }),
        PeopleChange::AddReport(Report {
            id: "migrated".into(),
            at_ms: 1,
            reporter: user.clone(),
            about: user.clone(),
            game: None,
            room: None,
            seq: None,
            said: None,
            reason: "rude".into(),
        }),
        PeopleChange::Way(WayChange::PutFeed(Feed {
            user: user.clone(),
            secret_hash: vec![0],
            secret: "secret".into(),
            created_ms: 1,
        })),
        PeopleChange::Way(WayChange::PutPush {
            push: PushSubscription {
                endpoint: "https://example.org/?a=ä'\"{},".into(),
                user: user.clone(),
                p256dh: vec![1, 255],
                auth: Vec::new(),
                agent: None,
                lang: "sv".into(),
                created_ms: 1,
                failures,
            },
            most: 5,
        }),
        PeopleChange::Way(WayChange::MakeMailNews(MailNews {
            user: user.clone(),
            key: "key".into(),
            off: true,
            failed: None,
        })),
        PeopleChange::Way(WayChange::PutWebhook(Webhook {
            user,
            url: "https://example.org".into(),
            format: "json".into(),
            lang: "sv".into(),
            created_ms: 1,
            failures,
            off: None,
        })),
    ];
    store.change_people(changes).await.unwrap();
    store.note_puzzle("migrated", "puzzle", PuzzleDeed::GaveUp, 1).await.unwrap();
    store.put_text(TextKind::Notes, "migrated", "kept", Some("ä\n".into()), 1).await.unwrap();
    let said = Said::Phrase("hello".into());
    let line = NewChatLine {
        game: "kept".into(),
        room: "table".into(),
        user: "migrated".into(),
        at_ms: 1,
        said,
    };
    store.say(line).await.unwrap();
    store.close().await;
    (folder, file)
}

/// Runs a migration in parts of some rows.
async fn migrate(
    file: &Path,
    url: &str,
    told: &mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
) -> Result<Migrated, MigrationError> {
    migrate_with(file, url, 100, false, told).await
}

async fn migrate_with(
    file: &Path,
    url: &str,
    part_rows: usize,
    restart: bool,
    told: &mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
) -> Result<Migrated, MigrationError> {
    Migration { file, to: &address(url), part_rows, restart }.run(told).await
}

fn go_on(_: MigrationStep) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The names of the tables of a file.
fn tables(file: &Connection) -> Vec<String> {
    let query = "select name from sqlite_schema where type = 'table' order by name";
    let mut select = file.prepare(query).unwrap();
    let names = select.query_map((), |row| row.get(0)).unwrap();
    names.collect::<Result<_, _>>().unwrap()
}

/// The rows of a table of a file as text, sorted.
fn rows_of_file(file: &Connection, table: &str) -> Vec<Vec<Option<String>>> {
    let mut select = file.prepare(&format!("select * from {table}")).unwrap();
    let columns = select.column_count();
    let text = |value: ValueRef<'_>| match value {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(number.to_string()),
        ValueRef::Text(text) => Some(String::from_utf8(text.to_vec()).unwrap()),
        ValueRef::Blob(bytes) => Some(format!("{bytes:x?}")),
        ValueRef::Real(number) => panic!("{number}"),
    };
    let rows = select.query_map((), |row| {
        Ok((0..columns).map(|index| text(row.get_ref_unwrap(index))).collect())
    });
    let mut rows: Vec<_> = rows.unwrap().collect::<Result<_, _>>().unwrap();
    rows.sort();
    rows
}

/// The same of a table of a database.
async fn rows_of_database(
    client: &tokio_postgres::Client,
    table: &str,
    columns: &[String],
) -> Vec<Vec<Option<String>>> {
    let quoted: Vec<_> = columns.iter().map(|name| format!("\"{name}\"")).collect();
    let rows = client.query(&format!("select {} from {table}", quoted.join(", ")), &[]).await;
    let text = |row: &tokio_postgres::Row, index: usize| {
        let of = row.columns()[index].type_().name().to_owned();
        match of.as_str() {
            "int8" => row.get::<_, Option<i64>>(index).map(|number| number.to_string()),
            "bool" => row.get::<_, Option<bool>>(index).map(|on| u8::from(on).to_string()),
            "bytea" => row.get::<_, Option<Vec<u8>>>(index).map(|bytes| format!("{bytes:x?}")),
            _ => row.get::<_, Option<String>>(index),
        }
    };
    let rows = rows.unwrap();
    let all = rows.iter().map(|row| (0..columns.len()).map(|index| text(row, index)).collect());
    let mut rows: Vec<_> = all.collect();
    rows.sort();
    rows
}

/// Compares all rows, by other code than the migration's own. Returns the number of games.
async fn assert_equal(file: &Path, url: &str) -> usize {
    let file = Connection::open(file).unwrap();
    let client = connect(url).await;
    let mut games = 0;
    for table in tables(&file) {
        let select = file.prepare(&format!("select * from {table}")).unwrap();
        let columns: Vec<_> = select.column_names().map(str::to_owned).collect();
        let expected = rows_of_file(&file, &table);
        assert!(!expected.is_empty(), "no row of {table} is tested");
        assert_eq!(rows_of_database(&client, &table, &columns).await, expected, "{table}");
        if table == "games" {
            games = expected.len();
        }
    }
    games
}

#[tokio::test]
async fn a_copying_that_is_cut_off_after_and_within_every_part_goes_on() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let (_folder, file) = file_with_all().await;
    let before = std::fs::read(&file).unwrap();
    let url = postgres.database();
    let (mut runs, mut committed) = (0, BTreeSet::new());
    let migrated = loop {
        // Each part is lost once, and then the run ends behind it.
        let end = [MigrationStage::Writing, MigrationStage::Copied][runs % 2];
        let mut told = |step: MigrationStep| {
            if step.stage == MigrationStage::Copied {
                assert!(committed.insert(step.rows), "{step:?} was there before");
            }
            if step.stage == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        runs += 1;
        match migrate(&file, &url, &mut told).await {
            Err(MigrationError::Stopped) => {
                // No server, no check and no other migration uses it now.
                let refused = PgStore::open(&address(&url)).await.err();
                assert!(matches!(refused, Some(StoreError::Unfinished)), "{refused:?}");
            }
            done => break done.unwrap(),
        }
    };
    assert!(runs > 60, "{runs} runs");
    let refused = PgReader::open(&address(&url)).await.err();
    assert!(refused.is_none(), "{refused:?}");
    let games = assert_equal(&file, &url).await;
    assert_eq!((migrated.games, migrated.rows), (games as u64, migrated.resumed));
    assert!(migrated.people > 0 && migrated.guests > 0 && migrated.events > 0, "{migrated:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before, "the file is only read");

    let again = migrate(&file, &url, &mut go_on).await;
    assert!(matches!(again, Err(MigrationError::Finished)), "{again:?}");
    let again = migrate_with(&file, &url, 40, true, &mut go_on).await;
    assert!(matches!(again, Err(MigrationError::Finished)), "{again:?}");
    // The store goes on behind the copied rows.
    let store = open(&url).await;
    store.append(story::append("kept", 2, &["c"])).await.unwrap();
    assert_eq!(story::bodies(&store, "kept").await, ["a", "b", "c"]);
    let entry = AuditEntry { what: "new".into(), ..Default::default() };
    store.change_people(vec![PeopleChange::Audit(entry)]).await.unwrap();
    assert_eq!(store.audit(1).await.unwrap()[0].what, "new");
    store.close().await;
}

#[tokio::test]
async fn a_row_that_differs_is_found_and_nothing_is_finished() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let (_folder, file) = file_with_all().await;
    for (statement, table) in [
        ("update events set body = 'x' where seq = 1 and game_id = 'kept'", "events"),
        ("delete from audit where number = 1", "audit"),
        ("update users set on_vacation = not on_vacation where id = 'migrated'", "users"),
        ("update sessions set token_hash = '\\x0000' where token_hash = '\\x000aff'", "sessions"),
        (
            "insert into heartbeat values (1, 5) on conflict (id) do update set at_ms = 1",
            "heartbeat",
        ),
    ] {
        let url = postgres.database();
        let mut spoilt = false;
        let mut spoil = |step: MigrationStep| {
            if step.stage == MigrationStage::Copied && step.rows == step.all && !spoilt {
                postgres.execute(&url, statement);
                spoilt = true;
            }
            ControlFlow::Continue(())
        };
        let found = migrate_with(&file, &url, 1000, false, &mut spoil).await;
        assert!(matches!(found, Err(MigrationError::Differs(name)) if name == table), "{found:?}");
        let refused = PgStore::open(&address(&url)).await.err();
        assert!(matches!(refused, Some(StoreError::Unfinished)), "{refused:?}");
        if table == "events" {
            migrate_with(&file, &url, 1000, true, &mut go_on).await.unwrap();
            assert_equal(&file, &url).await;
        }
    }
}

#[tokio::test]
async fn only_an_empty_database_and_an_unchanged_file_are_taken() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let missing = migrate(&file, &postgres.database(), &mut go_on).await;
    assert!(matches!(missing, Err(MigrationError::Source(_))), "{missing:?}");
    assert!(!file.exists());
    let store = SqliteStore::open(&file).await.unwrap();
    store.create_game(story::game("g")).await.unwrap();
    store.close().await;

    // A server has used it.
    let url = postgres.database();
    let used = open(&url).await;
    used.beat(1).await.unwrap();
    used.close().await;
    for restart in [false, true] {
        let refused = migrate_with(&file, &url, 40, restart, &mut go_on).await;
        assert!(matches!(&refused, Err(MigrationError::InUse(table)) if table == "heartbeat"));
    }
    // Another program has used it, whose tables stay alone.
    let url = postgres.database();
    postgres.execute(&url, "create table \"a\"\"b\" (c text); insert into \"a\"\"b\" values ('d')");
    let refused = migrate(&file, &url, &mut go_on).await;
    assert!(matches!(&refused, Err(MigrationError::InUse(table)) if table == "a\"b"));
    let tables = "select count(*) from pg_tables where schemaname = 'public'";
    assert_eq!(postgres.execute(&url, tables), "1");

    // A server has changed the file since.
    let url = postgres.database();
    let stop = &mut |_| ControlFlow::Break(());
    let stopped = migrate(&file, &url, stop).await;
    assert!(matches!(stopped, Err(MigrationError::Stopped)), "{stopped:?}");
    let store = SqliteStore::open(&file).await.unwrap();
    store.append(story::append("g", 0, &["a"])).await.unwrap();
    store.close().await;
    let changed = migrate(&file, &url, &mut go_on).await;
    assert!(matches!(changed, Err(MigrationError::Changed)), "{changed:?}");
    // While it is being copied, too.
    let url = postgres.database();
    let mut is_last = false;
    let connection = Connection::open(&file).unwrap();
    let mut change = |step: MigrationStep| {
        if step.stage == MigrationStage::Comparing && !is_last {
            connection.execute("update games set created_ms = created_ms + 1", ()).unwrap();
            is_last = true;
        }
        ControlFlow::Continue(())
    };
    let changed = migrate(&file, &url, &mut change).await;
    drop(connection);
    assert!(
        matches!(changed, Err(MigrationError::Changed | MigrationError::Differs("games"))),
        "{changed:?}"
    );
    let migrated = migrate_with(&file, &url, 40, true, &mut go_on).await.unwrap();
    assert_eq!((migrated.games, migrated.events, migrated.resumed), (1, 1, 0));
}

#[tokio::test]
async fn a_text_that_the_database_cannot_hold_is_named_by_its_table() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    let store = SqliteStore::open(&file).await.unwrap();
    let record = NewRecord { id: "r".into(), body: "a\0b".into(), created_ms: 1 };
    store.create_record(record).await.unwrap();
    store.close().await;
    let refused = migrate(&file, &postgres.database(), &mut go_on).await;
    assert!(matches!(refused, Err(MigrationError::Nul("records"))), "{refused:?}");
}

#[tokio::test]
async fn of_two_that_copy_at_once_one_is_refused() {
    let Some(postgres) = TestPostgres::shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sqlite");
    SqliteStore::open(&file).await.unwrap().close().await;
    let url = postgres.database();
    let other = connect(&url).await;
    other.batch_execute("select pg_advisory_lock(x'68657465726f6d69'::bigint)").await.unwrap();
    let refused = migrate(&file, &url, &mut go_on).await;
    assert!(matches!(refused, Err(MigrationError::Busy)), "{refused:?}");
}

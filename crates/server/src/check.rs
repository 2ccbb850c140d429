//! Checks the data of a server for damage, and makes the lists of its games again.

use crate::games::{derived, replay};
use crate::server::{ServeError, acquire_lock};
use heterodox_host::{Game, Moment, Outage};
use heterodox_rules::read_record;
use heterodox_store::{Derived, Inspect, Store, StoreError, StoreUrl, StoredEvent, StoredGame};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// The result of a check: what was read, and the faults that were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// The number of games.
    pub games: usize,
    /// The number of events that were read.
    pub events: usize,
    /// The number of records.
    pub records: usize,
    /// The faults, one text each. Empty if the data are sound.
    pub faults: Vec<String>,
}

/// Why the data of a server cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The database cannot be read, or there is none.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A server uses the folder of the data.
    #[error(transparent)]
    Folder(ServeError),
    /// The database was written by a newer program, or the system refuses access.
    #[error("cannot read {database}: {source}")]
    Database {
        /// The database.
        database: StoreUrl,
        /// The reason.
        source: StoreError,
    },
}

/// Checks the data of a server: that the database is sound, that the log of every game is complete
/// and legal by the rules, that the lists show what follows from it, and that every record can be
/// read. Changes nothing; a server may use the data at the same time. Runs on one thread, in time
/// proportional to the size of the data.
///
/// # Errors
///
/// Fails if the database cannot be opened. Faults inside of it are part of the report.
pub async fn check(data: impl Into<StoreUrl>) -> Result<CheckReport, CheckError> {
    let database = data.into();
    loop {
        expect_file(&database)?;
        let reader = match database.inspect().await {
            Ok(reader) => reader,
            Err(error @ StoreError::Corrupt(_)) => {
                let faults = vec![format!("{}: {error}", name(&database))];
                return Ok(CheckReport { faults, ..CheckReport::default() });
            }
            Err(source) => return Err(CheckError::Database { database, source }),
        };
        let report = check_database(&*reader, &name(&database)).await;
        let retry = reader.is_outdated() && !report.faults.is_empty();
        if !retry {
            return Ok(report);
        }
    }
}

/// What faults call the database: the name of its file, or its address.
fn name(database: &StoreUrl) -> String {
    let file = database.file().and_then(|file| file.file_name());
    file.map_or_else(|| database.to_string(), |name| name.to_string_lossy().into_owned())
}

/// Fails if the data should be in a file that is not there.
fn expect_file(database: &StoreUrl) -> Result<(), CheckError> {
    let Some(path) = database.file() else { return Ok(()) };
    let path = path.clone();
    File::open(&path).map(drop).map_err(|source| CheckError::File { path, source })
}

async fn check_database(reader: &dyn Inspect, name: &str) -> CheckReport {
    let mut report = CheckReport::default();
    let faults = reader.faults().await.unwrap_or_else(|error| vec![error.to_string()]);
    report.faults.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
    let contents = match reader.contents().await {
        Ok(contents) => contents,
        Err(error) => {
            report.faults.push(format!("{name}: games and records cannot be listed: {error}"));
            return report;
        }
    };
    let outages = match reader.outages().await {
        Ok(outages) => to_outages(outages),
        Err(error) => {
            report.faults.push(format!("{name}: the outages cannot be read: {error}"));
            Vec::new()
        }
    };
    for id in contents.orphans {
        report.faults.push(format!("game '{id}' is missing, but there are events of it"));
    }
    report.games = contents.games.len();
    for id in contents.games {
        let checked = check_game(reader, &id, &outages, &mut report.events).await;
        report.faults.extend(checked.err());
    }
    report.records = contents.records.len();
    for id in contents.records {
        let fault = match reader.record(&id).await {
            Ok(Some(text)) => read_record(&text).err().map(|refusal| refusal.to_string()),
            Ok(None) => Some("it is listed, but cannot be found".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        report.faults.extend(fault.map(|fault| format!("record '{id}' cannot be read: {fault}")));
    }
    report
}

/// How often the rows of a game are read again because a server has changed it in the meantime.
const REREADS: usize = 10;

/// Checks a game and adds the number of its events to `count`. The error is the fault that was
/// found.
async fn check_game(
    reader: &dyn Inspect,
    id: &str,
    outages: &[Outage],
    count: &mut usize,
) -> Result<(), String> {
    let read = async || match reader.game(id).await {
        Ok(Some(read)) => Ok(read),
        Ok(None) => Err(format!("game '{id}' is listed, but cannot be found")),
        Err(error @ StoreError::Damaged { .. }) => Err(error.to_string()),
        Err(error) => Err(format!("the log of game '{id}' cannot be read: {error}")),
    };
    let (mut game, mut events) = read().await?;
    *count += events.len();
    for _ in 0..REREADS {
        let follows = derived(&replay_or_fault(id, &game, &events, outages)?);
        let rows = reader.derived(id).await.map_err(|error| format!("the lists: {error}"))?;
        if rows.is_some_and(|rows| is_same(&rows, follows)) {
            return Ok(());
        }
        let known = events.len();
        (game, events) = read().await?;
        if events.len() == known {
            break;
        }
    }
    Err(format!(
        "the lists do not show game '{id}' as its log says: `heterodox reindex` makes them again"
    ))
}

/// Replays a game.
fn replay_or_fault(
    id: &str,
    game: &StoredGame,
    events: &[StoredEvent],
    outages: &[Outage],
) -> Result<Game, String> {
    // An outage after the last event is not in the rows.
    let last = events.last().map_or(game.created_ms, |event| event.at_ms);
    let known = outages.partition_point(|outage| outage.to.as_millis() <= last);
    let outages = &outages[..known];
    // The rules are written for logs of the server. A log that another program has changed must not
    // end the check of the other games.
    match catch_unwind(AssertUnwindSafe(|| replay(id, game, events, outages))) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err(format!("the log of game '{id}' cannot be replayed: the rules panicked")),
    }
}

/// Whether these rows of a game are as its log says. A deadline may be later than that of the log
/// by the time that the store took.
fn is_same(rows: &Derived, mut follows: Derived) -> bool {
    const STORE_MS: i64 = 60_000;
    if let (Some(row), Some(log)) = (rows.due_ms, follows.due_ms)
        && (log..log + STORE_MS).contains(&row)
    {
        follows.due_ms = rows.due_ms;
    }
    *rows == follows
}

fn to_outages(rows: Vec<(i64, i64)>) -> Vec<Outage> {
    rows.into_iter().map(|(from, to)| Outage { from: Moment(from), to: Moment(to) }).collect()
}

/// The number of ids that are read at once.
const PAGE: usize = 1000;

/// Makes the rows of all games again that follow from their logs. No server may use a data folder
/// meanwhile; those on a PostgreSQL database may run.
/// Games whose logs cannot be replayed are the faults of the report; their rows stay.
///
/// # Errors
///
/// Fails if the database cannot be opened, read or written.
pub async fn reindex(data: impl Into<StoreUrl>) -> Result<CheckReport, CheckError> {
    let database = data.into();
    expect_file(&database)?;
    let _lock = match database.file().and_then(|file| file.parent()) {
        Some(folder) => Some(acquire_lock(folder).await.map_err(CheckError::Folder)?),
        None => None,
    };
    let failed = |source| CheckError::Database { database: database.clone(), source };
    let store = database.open().await.map_err(failed)?;
    let report = reindex_games(&*store).await;
    store.close().await;
    report.map_err(failed)
}

async fn reindex_games(store: &dyn Store) -> Result<CheckReport, StoreError> {
    let mut report = CheckReport::default();
    let mut last = None;
    let outages = to_outages(store.outages().await?);
    loop {
        let ids = store.game_ids(last.as_deref(), PAGE).await?;
        let Some(newest) = ids.last() else { return Ok(report) };
        last = Some(newest.clone());
        for id in ids {
            report.games += 1;
            let done = loop {
                match reindex_game(store, &id, &outages).await {
                    // A server has appended to the log meanwhile.
                    Err(StoreError::Conflict { .. }) => {}
                    done => break done?,
                }
            };
            match done {
                Ok(events) => report.events += events,
                Err(fault) => report.faults.push(fault),
            }
        }
    }
}

/// Makes the derived rows of one game again. Returns the number of its events, or why its log
/// cannot be replayed.
async fn reindex_game(
    store: &dyn Store,
    id: &str,
    outages: &[Outage],
) -> Result<Result<usize, String>, StoreError> {
    let events = match store.events(id).await {
        Ok(events) => events,
        Err(error @ StoreError::Damaged { .. }) => return Ok(Err(error.to_string())),
        Err(error) => return Err(error),
    };
    let Some(stored) = store.game(id).await? else { return Ok(Ok(0)) };
    match replay_or_fault(id, &stored, &events, outages) {
        Ok(game) => {
            store.set_derived(id, events.len() as u64, derived(&game)).await?;
            Ok(Ok(events.len()))
        }
        Err(fault) => Ok(Err(fault)),
    }
}

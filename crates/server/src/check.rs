//! Looking through a data folder for damage.

use crate::server::DATABASE;
use crate::service::{Game, ServiceError};
use heterodox_rules::read_record;
use heterodox_store::{SqliteReader, StoreError, StoredEvent, StoredGame};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// What was looked through, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckReport {
    /// How many games there are.
    pub games: usize,
    /// How many events were read.
    pub events: usize,
    /// How many records there are.
    pub records: usize,
    /// What is wrong, one fault in each text. Empty if all is well.
    pub faults: Vec<String>,
}

/// Why a data folder cannot be looked through.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The database cannot be read, or there is none.
    #[error("cannot read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database is one of a newer program, or the system does not let it be read.
    #[error("cannot read {}: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: StoreError,
    },
}

/// Looks through a data folder: whether the database is sound, the log of every game whole and
/// possible by the rules, and every record readable. Changes nothing; a server may use the folder
/// at the same time. Takes time and one thread in proportion to what there is.
pub async fn check(data_dir: &Path) -> Result<CheckReport, CheckError> {
    let path = data_dir.join(DATABASE);
    loop {
        if let Err(source) = File::open(&path) {
            return Err(CheckError::File { path, source });
        }
        let mut reader = match SqliteReader::open(&path).await {
            Ok(reader) => reader,
            Err(error @ StoreError::Corrupt(_)) => {
                let faults = vec![format!("{DATABASE}: {error}")];
                return Ok(CheckReport { faults, ..CheckReport::default() });
            }
            Err(source) => return Err(CheckError::Database { path, source }),
        };
        let report = look_through(&mut reader).await;
        let again = reader.is_outdated() && !report.faults.is_empty();
        reader.close().await;
        if !again {
            return Ok(report);
        }
    }
}

async fn look_through(reader: &mut SqliteReader) -> CheckReport {
    let mut report = CheckReport::default();
    let faults = reader.faults().await.unwrap_or_else(|error| vec![error.to_string()]);
    report.faults.extend(faults.into_iter().map(|fault| format!("{DATABASE}: {fault}")));
    let contents = match reader.contents().await {
        Ok(contents) => contents,
        Err(error) => {
            report.faults.push(format!("{DATABASE}: games and records cannot be listed: {error}"));
            return report;
        }
    };
    for id in contents.orphans {
        report.faults.push(format!("game '{id}' is missing, but there are events of it"));
    }
    report.games = contents.games.len();
    for id in contents.games {
        let fault = match reader.game(&id).await {
            Ok(Some((game, events))) => {
                report.events += events.len();
                replay(&id, &game, &events).err()
            }
            Ok(None) => Some(format!("game '{id}' is listed, but cannot be found")),
            Err(error @ StoreError::Damaged { .. }) => Some(error.to_string()),
            Err(error) => Some(format!("the log of game '{id}' cannot be read: {error}")),
        };
        report.faults.extend(fault);
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

/// Replays a game; what is wrong with it otherwise.
fn replay(id: &str, game: &StoredGame, events: &[StoredEvent]) -> Result<(), String> {
    // The rules are written for logs that the server made; a log that something else changed must
    // not end the check of all others.
    let replayed = catch_unwind(AssertUnwindSafe(|| Game::replay(id, game, events).map(drop)));
    match replayed {
        Ok(result) => result.map_err(|error: ServiceError| error.to_string()),
        Err(_) => Err(format!("the log of game '{id}' cannot be replayed: the rules panicked")),
    }
}

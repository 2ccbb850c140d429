//! Checks a data folder for damage.

use crate::server::DATABASE;
use crate::service::replay;
use heterodox_rules::read_record;
use heterodox_store::{SqliteReader, StoreError, StoredEvent, StoredGame};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

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

/// Why a data folder cannot be checked.
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
    /// The database was written by a newer program, or the system refuses access.
    #[error("cannot read {}: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: StoreError,
    },
}

/// Checks a data folder: that the database is sound, that the log of every game is complete and
/// legal by the rules, and that every record can be read. Changes nothing; a server may use the
/// folder at the same time. Runs on one thread, in time proportional to the size of the data.
///
/// # Errors
///
/// Fails if the database cannot be opened. Faults inside of it are part of the report.
pub fn check(data_dir: &Path) -> Result<CheckReport, CheckError> {
    let path = data_dir.join(DATABASE);
    loop {
        if let Err(source) = File::open(&path) {
            return Err(CheckError::File { path, source });
        }
        let reader = match SqliteReader::open(&path) {
            Ok(reader) => reader,
            Err(error @ StoreError::Corrupt(_)) => {
                let faults = vec![format!("{DATABASE}: {error}")];
                return Ok(CheckReport { faults, ..CheckReport::default() });
            }
            Err(source) => return Err(CheckError::Database { path, source }),
        };
        let report = check_database(&reader);
        let retry = reader.is_outdated() && !report.faults.is_empty();
        if !retry {
            return Ok(report);
        }
    }
}

fn check_database(reader: &SqliteReader) -> CheckReport {
    let mut report = CheckReport::default();
    let faults = reader.faults().unwrap_or_else(|error| vec![error.to_string()]);
    report.faults.extend(faults.into_iter().map(|fault| format!("{DATABASE}: {fault}")));
    let contents = match reader.contents() {
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
        let fault = match reader.game(&id) {
            Ok(Some((game, events))) => {
                report.events += events.len();
                replay_fault(&id, &game, &events)
            }
            Ok(None) => Some(format!("game '{id}' is listed, but cannot be found")),
            Err(error @ StoreError::Damaged { .. }) => Some(error.to_string()),
            Err(error) => Some(format!("the log of game '{id}' cannot be read: {error}")),
        };
        report.faults.extend(fault);
    }
    report.records = contents.records.len();
    for id in contents.records {
        let fault = match reader.record(&id) {
            Ok(Some(text)) => read_record(&text).err().map(|refusal| refusal.to_string()),
            Ok(None) => Some("it is listed, but cannot be found".to_owned()),
            Err(error) => Some(error.to_string()),
        };
        report.faults.extend(fault.map(|fault| format!("record '{id}' cannot be read: {fault}")));
    }
    report
}

/// Replays a game. Returns the fault that was found.
fn replay_fault(id: &str, game: &StoredGame, events: &[StoredEvent]) -> Option<String> {
    // The rules are written for logs of the server. A log that another program has changed must not
    // end the check of the other games.
    let replayed = catch_unwind(AssertUnwindSafe(|| replay(id, game, events).map(drop)));
    match replayed {
        Ok(result) => result.err().map(|error| error.to_string()),
        Err(_) => Some(format!("the log of game '{id}' cannot be replayed: the rules panicked")),
    }
}

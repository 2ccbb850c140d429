//! Connections with the options of a store, and those that are known to be writable.

use super::schema;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// How long `SQLite` waits for a lock that another program holds. [`Store`](crate::Store) promises
/// that a write fails after this time at the latest.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an attempt to reconnect waits for such a lock. Writes that arrive meanwhile are
/// rejected only after it.
const PROBE_TIMEOUT: Duration = Duration::from_millis(50);

/// Opens the connection that writes.
pub(super) fn open_writer(file: &Path) -> rusqlite::Result<Connection> {
    open_writer_with(file, BUSY_TIMEOUT)
}

fn open_writer_with(file: &Path, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(file, flags, busy_timeout)?;
    // In WAL mode only `full` syncs the log at every commit, which durability needs. What is
    // deleted is overwritten with zeros: a person who is forgotten leaves no text in the file.
    connection.execute_batch(
        "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; \
         pragma secure_delete = on",
    )?;
    Ok(connection)
}

/// Opens a read-only connection, and reads so that all its files are open.
pub(super) fn open_reader(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open(file, flags, BUSY_TIMEOUT)?;
    schema::user_version(&connection)?;
    Ok(connection)
}

/// Opens a read-only connection to a file that no program writes. No other file is opened or
/// created for it.
pub(super) fn open_immutable(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    open(immutable_uri(file).as_ref(), flags, BUSY_TIMEOUT)
}

fn open(file: &Path, flags: OpenFlags, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(busy_timeout)?;
    // A large transaction must not need another file descriptor, nor write hidden information of
    // games into the system's temporary directory.
    connection.execute_batch("pragma temp_store = memory")?;
    // Plans that do not depend on bound values. Without this a statement on a table with a partial
    // index is prepared again for every value (36 000 appends a second in memory, not 57 000).
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // More than the number of different statements.
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

/// The URI that opens a file as immutable. `SQLite` decodes every escaped byte.
fn immutable_uri(file: &Path) -> String {
    use std::fmt::Write;
    let mut uri = "file:".to_owned();
    for &byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'/' {
            uri.push(byte.into());
        } else {
            write!(uri, "%{byte:02x}").expect("a string takes every text");
        }
    }
    uri + "?immutable=1"
}

/// Opens a connection that writes, and commits on it.
///
/// # Errors
///
/// The connection could not be opened, or the commit failed.
pub(super) fn reopen_writer(file: &Path) -> rusqlite::Result<Connection> {
    let connection = open_writer_with(file, PROBE_TIMEOUT)?;
    probe_commit(&connection)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Makes the smallest possible commit: it writes one page and changes no data.
pub(super) fn probe_commit(connection: &Connection) -> rusqlite::Result<()> {
    schema::rewrite_version(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_any_characters_is_opened_as_immutable() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a?b#c%41 ä.sqlite");
        Connection::open(&file).unwrap().execute_batch("create table found (n)").unwrap();
        let connection = open_immutable(&file).unwrap();
        assert!(connection.table_exists(None, "found").unwrap());
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}

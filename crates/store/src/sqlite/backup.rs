//! Copies of a database file that a store may be using.

use super::{connect, permissions, schema};
use crate::StoreError;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

/// Writes a copy of a database file to a new file, also while a [`SqliteStore`](crate::SqliteStore)
/// uses it. The copy is one moment of the database and holds every write that returned `Ok` before
/// the call. Only its owner may read it. It is durable when this returns. Blocks.
///
/// # Errors
///
/// - [`StoreError::Taken`] if there is a file at `copy`; it stays as it is.
/// - [`StoreError::Corrupt`] or [`StoreError::TooNew`] if `file` is not a database of this program.
/// - [`StoreError::Database`] if it cannot be read, or the copy cannot be written. Nothing stays of
///   the copy then.
pub fn back_up(file: &Path, copy: &Path) -> Result<(), StoreError> {
    let system = |error: std::io::Error| StoreError::Database(error.to_string());
    let name = copy
        .to_str()
        .ok_or_else(|| StoreError::Database(format!("'{}' is no name in UTF-8", copy.display())))?;
    match copy.symlink_metadata() {
        Ok(_) => return Err(StoreError::Taken(name.to_owned())),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(system(error)),
        Err(_) => {}
    }
    let connection = connect::open_reader(file)?;
    if schema::version(&connection)? == 0 {
        return Err(StoreError::Corrupt("there are no tables in it".to_owned()));
    }
    permissions::create_private(copy).map_err(system)?;
    // `vacuum into` writes into an empty file, from one read transaction.
    let written = connection
        .execute("vacuum into ?", [name])
        .map_err(StoreError::from)
        .and_then(|_| sync(copy).map_err(system));
    if written.is_err() {
        // The first error counts.
        let _ = std::fs::remove_file(copy);
    }
    written
}

/// Makes a file and its name durable.
fn sync(file: &Path) -> std::io::Result<()> {
    File::open(file)?.sync_all()?;
    #[cfg(unix)]
    {
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

//! Copies the data of a server into a `PostgreSQL` database.

use crate::server::{ServeError, acquire_lock};
use heterodox_store::{Migrated, Migration, MigrationError, MigrationStep, PgAddress, StoreUrl};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Why data were not copied into a database.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The folder holds no data.
    #[error("'{}' holds no data of a server", .0.display())]
    NoData(PathBuf),
    /// A server uses the folder.
    #[error("a server is using the data folder '{}': stop it first", .0.display())]
    InUse(PathBuf),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(ServeError),
    /// The copying failed.
    #[error(transparent)]
    Copy(#[from] MigrationError),
}

/// Copies the data of a server from its folder into an empty database, or goes on with that. The
/// folder stays as it is; no server may use it. Reads block.
///
/// # Errors
///
/// Fails if there are no data, a server uses them, or they or the database cannot be used.
pub async fn migrate(
    data_dir: &Path,
    to: &PgAddress,
    part_rows: usize,
    restart: bool,
    told: &mut dyn FnMut(MigrationStep) -> ControlFlow<()>,
) -> Result<Migrated, MigrateError> {
    let file = data_dir.join(StoreUrl::FILE_NAME);
    if !file.exists() {
        return Err(MigrateError::NoData(data_dir.to_owned()));
    }
    let _lock = acquire_lock(data_dir).await.map_err(|error| match error {
        ServeError::InUse(folder) => MigrateError::InUse(folder),
        error => MigrateError::Folder(error),
    })?;
    let migrated = Migration { file: &file, to, part_rows, restart }.run(told).await?;
    StoreUrl::mark_as_moved(&file, &to.to_string())
        .map_err(|source| ServeError::Folder { path: data_dir.to_owned(), source })
        .map_err(MigrateError::Folder)?;
    Ok(migrated)
}

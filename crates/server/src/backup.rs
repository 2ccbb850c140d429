//! Copies of a server's data, and data from copies.

use crate::server::{ServeError, acquire_lock};
use heterodox_store::{SqliteReader, StoreError, StoreUrl, back_up};
use std::path::{Path, PathBuf};

/// Why a copy was not made or not taken.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder holds no data.
    #[error("'{}' holds no data of a server", .0.display())]
    NoData(PathBuf),
    /// There is a file that would be overwritten.
    #[error("'{}' is there already: choose another name, or move it away", .0.display())]
    Exists(PathBuf),
    /// The file that was named cannot be read, or is damaged.
    #[error("'{}' is no copy of a server's data: {source}", path.display())]
    NoCopy {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: StoreError,
    },
    /// The copy cannot be made.
    #[error("'{}' cannot be copied to '{}': {source}", from.display(), to.display())]
    Copy {
        /// The file that was to be copied.
        from: PathBuf,
        /// The copy.
        to: PathBuf,
        /// The reason.
        source: StoreError,
    },
    /// The folder for the data cannot be used.
    #[error(transparent)]
    Folder(#[from] ServeError),
}

/// Copies the data of a server to a new file, also while the server runs. The copy is one moment,
/// and holds all that was answered before the call. Blocks.
///
/// # Errors
///
/// Fails if there are no data, if there is such a file, or it cannot be written. Nothing is left of
/// the copy then.
pub fn backup(data_dir: &Path, file: &Path) -> Result<(), BackupError> {
    let from = data_dir.join(StoreUrl::FILE_NAME);
    if !from.exists() {
        return Err(BackupError::NoData(data_dir.to_owned()));
    }
    let not_copied = |source| BackupError::Copy { from: from.clone(), to: file.to_owned(), source };
    StoreUrl::expect_not_moved(&from).map_err(not_copied)?;
    copy(&from, file)
}

/// Makes a data folder from a copy by [`backup`]. No server may use the folder, and it must hold no
/// data.
///
/// # Errors
///
/// Fails if the copy is damaged, or the folder holds data or cannot be used.
pub async fn restore(file: &Path, data_dir: &Path) -> Result<(), BackupError> {
    let no_copy = |source| BackupError::NoCopy { path: file.to_owned(), source };
    let reader = SqliteReader::open(file).map_err(no_copy)?;
    if let Some(fault) = reader.faults().map_err(no_copy)?.into_iter().next() {
        return Err(no_copy(StoreError::Corrupt(fault)));
    }
    let _lock = acquire_lock(data_dir).await?;
    copy(file, &data_dir.join(StoreUrl::FILE_NAME))
}

fn copy(from: &Path, to: &Path) -> Result<(), BackupError> {
    back_up(from, to).map_err(|error| match error {
        StoreError::Taken(_) => BackupError::Exists(to.to_owned()),
        source => BackupError::Copy { from: from.to_owned(), to: to.to_owned(), source },
    })
}

//! Where the data of a server are kept.

use crate::{Inspect, SqliteReader, SqliteStore, Store, StoreError};
#[cfg(feature = "cluster")]
use crate::{PgAddress, PgReader, PgStore};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the data of a server are kept. `Display` shows no password.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreUrl {
    /// In a file of `SQLite`.
    Sqlite(PathBuf),
    /// In a `PostgreSQL` database.
    #[cfg(feature = "cluster")]
    Postgres(Box<PgAddress>),
}

impl StoreUrl {
    /// The name of the file with a server's data in its folder.
    pub const FILE_NAME: &str = "heterodox.sqlite";
    /// The name of the file beside it that says to where the data were moved.
    const MOVED: &str = "moved-to-postgresql";

    /// Fails if the data of a file were moved elsewhere.
    ///
    /// # Errors
    ///
    /// [`StoreError::Moved`].
    pub fn expect_not_moved(file: &Path) -> Result<(), StoreError> {
        let mark = file.with_file_name(Self::MOVED);
        match std::fs::read_to_string(&mark) {
            Ok(to) => Err(StoreError::Moved { to: to.trim().to_owned(), mark }),
            Err(_) => Ok(()),
        }
    }

    /// Notes that the data of a file were moved elsewhere. From then on it is not opened any more.
    ///
    /// # Errors
    ///
    /// If that cannot be written.
    pub fn mark_as_moved(file: &Path, to: &str) -> std::io::Result<()> {
        std::fs::write(file.with_file_name(Self::MOVED), format!("{to}\n"))
    }

    /// Opens the store, and creates or migrates its tables.
    ///
    /// # Errors
    ///
    /// Those of [`SqliteStore::open`] and [`PgStore::open`](crate::PgStore::open).
    pub async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => {
                Self::expect_not_moved(file)?;
                Arc::new(SqliteStore::open(file).await?)
            }
            #[cfg(feature = "cluster")]
            Self::Postgres(address) => Arc::new(PgStore::open(address).await?),
        })
    }

    /// Opens the data for reading.
    ///
    /// # Errors
    ///
    /// Those of [`SqliteReader::open`] and [`PgReader::open`](crate::PgReader::open).
    pub async fn inspect(&self) -> Result<Box<dyn Inspect>, StoreError> {
        Ok(match self {
            Self::Sqlite(file) => {
                Self::expect_not_moved(file)?;
                Box::new(SqliteReader::open(file)?)
            }
            #[cfg(feature = "cluster")]
            Self::Postgres(address) => Box::new(PgReader::open(address).await?),
        })
    }

    /// The file, if the data are in one.
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            Self::Sqlite(file) => Some(file),
            #[cfg(feature = "cluster")]
            Self::Postgres(_) => None,
        }
    }
}

/// The file of a server in this folder.
impl From<&Path> for StoreUrl {
    fn from(folder: &Path) -> Self {
        Self::Sqlite(folder.join(Self::FILE_NAME))
    }
}

impl From<&PathBuf> for StoreUrl {
    fn from(folder: &PathBuf) -> Self {
        Self::from(folder.as_path())
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            #[cfg(feature = "cluster")]
            Self::Postgres(address) => write!(f, "{address}"),
        }
    }
}

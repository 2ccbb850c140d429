//! The options that say where the data of a server are, which several commands have.

use super::serve::default_data_dir;
use anyhow::Result;
use clap::Args;
use heterodox_server::StoreUrl;
use std::path::{Path, PathBuf};

/// Where the data of a server are, as `serve` takes it.
#[derive(Args)]
pub(crate) struct DataArgs {
    /// Configuration file, see `heterodox config --example` [default: heterodox.toml in the data
    /// folder, if it is there]
    #[arg(long, value_name = "FILE", env = "HETERODOX_CONFIG", global = true)]
    config: Option<PathBuf>,

    /// Folder for games, guests and records [default: `$XDG_DATA_HOME/heterodox` or
    /// ~/.local/share/heterodox; macOS: ~/Library/Application Support/heterodox; Windows:
    /// %LOCALAPPDATA%\heterodox; without a home folder: ./heterodox-data]
    #[arg(long, value_name = "DIR", env = "HETERODOX_DATA", global = true)]
    data: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}

impl DataArgs {
    /// The data folder.
    pub(crate) fn folder(&self) -> PathBuf {
        folder_or_default(self.data.as_deref())
    }

    /// The data: in the database that is named, or else in the data folder.
    pub(crate) fn store(&self) -> Result<StoreUrl> {
        Ok(self.database.named()?.unwrap_or_else(|| StoreUrl::from(self.folder().as_path())))
    }

    /// The data in a folder if one is given, whatever the settings say.
    pub(crate) fn store_in(&self, dir: Option<&Path>) -> Result<StoreUrl> {
        dir.map_or_else(|| self.store(), |folder| Ok(StoreUrl::from(folder)))
    }
}

/// The data folder that is named, or the conventional one.
pub(crate) fn folder_or_default(named: Option<&Path>) -> PathBuf {
    let default = || default_data_dir(|name| std::env::var(name).ok());
    named.map_or_else(default, Path::to_owned)
}

/// Where the data of a server are, if they are not in its folder.
#[derive(Args)]
#[cfg(feature = "cluster")]
pub(crate) struct DatabaseArgs {
    /// PostgreSQL database for all data, as `postgres://USER:PASSWORD@HOST/DATABASE`; without it
    /// they are in the data folder. Another machine needs TLS; `?sslrootcert=FILE` names
    /// certificates to trust. Other users of the machine can see arguments, so the variable is the
    /// better place for a password
    #[arg(long, value_name = "URL", env = "HETERODOX_DATABASE", hide_env_values = true)]
    #[arg(global = true)]
    database: Option<String>,

    /// Allow connections to the database (`?sslmode=disable`) and to the bus (`nats://`) without
    /// TLS, for a network that nobody else can read
    #[arg(long, env = "HETERODOX_INSECURE_DATABASE", global = true)]
    insecure_database: bool,
}

#[cfg(feature = "cluster")]
impl DatabaseArgs {
    /// The database that is named; `None` if there is none.
    pub(crate) fn named(&self) -> Result<Option<StoreUrl>> {
        self.named_or(None)
    }

    /// The database of another option, or the one that is named.
    pub(crate) fn named_or(&self, other: Option<&str>) -> Result<Option<StoreUrl>> {
        let Some(text) = other.or(self.database.as_deref()) else { return Ok(None) };
        let address = heterodox_server::PgAddress::parse(text, self.insecure_database)?;
        Ok(Some(StoreUrl::Postgres(Box::new(address))))
    }

    /// Whether connections without TLS are allowed.
    pub(crate) fn is_insecure(&self) -> bool {
        self.insecure_database
    }
}

/// This program has been built without a store on `PostgreSQL`.
#[derive(Args)]
#[cfg(not(feature = "cluster"))]
pub(crate) struct DatabaseArgs {}

#[cfg(not(feature = "cluster"))]
impl DatabaseArgs {
    /// The database that is named: none can be.
    #[allow(clippy::unused_self, clippy::unnecessary_wraps)]
    pub(crate) fn named(&self) -> Result<Option<StoreUrl>> {
        Ok(None)
    }
}

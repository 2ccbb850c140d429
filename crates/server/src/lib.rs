//! The server of Heterodox: the umpire service over the store, the JSON API, live sockets and the
//! pages.
//!
//! It knows games only as [`heterodox_rules::Table`]s, and shows each viewer what the umpire shows
//! that viewer. Only `pages/games` names single games. `docs/api.md` describes the API.
//!
//! ```no_run
//! # async fn example() -> Result<(), heterodox_server::ServeError> {
//! use heterodox_server::{ServeConfig, Server};
//!
//! let config = ServeConfig::new(([127, 0, 0, 1], 0).into(), "data");
//! let server = Server::bind(config).await?;
//! println!("http://{}/", server.address());
//! server.run_until(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod admin;
mod api;
mod backup;
mod bus;
mod check;
mod connections;
mod games;
mod http;
mod i18n;
mod limit;
mod mail;
mod memory;
mod metrics;
#[cfg(feature = "cluster")]
mod migrate;
mod pages;
mod people;
mod pool;
mod problem;
mod public_origin;
mod server;
mod state;
mod study;
#[doc(hidden)]
pub mod testing;
mod tls;
mod ways;
mod worker;
mod workers;

/// The licences of Heterodox and of its dependencies: plain text in English.
pub const NOTICES: &str = include_str!("../../../THIRD-PARTY.txt");

pub use admin::{
    Admin, AdminError, Purge, PurgeReport, PurgedGame, UserLine, create_administrator,
    registration_code, reset_code,
};
pub use backup::{BackupError, backup, restore};
#[cfg(feature = "cluster")]
pub use bus::{BusAddress, BusAddressError};
pub use check::{CheckError, CheckReport, check, reindex};
pub use heterodox_store::StoreUrl;
#[cfg(feature = "cluster")]
pub use heterodox_store::{
    AddressError, Migrated, MigrationError, MigrationStage, MigrationStep, PgAddress,
};
pub use heterodox_wire::RoleName;
pub use i18n::LocalesError;
pub use limit::Limits;
pub use mail::{MailConfig, MailConfigError};
pub use memory::share_arenas;
#[cfg(feature = "cluster")]
pub use migrate::{MigrateError, migrate};
pub use people::{GuestPolicy, PeoplePolicy, Registration};
pub use public_origin::PublicOrigin;
pub use server::{ServeConfig, ServeError, Server};
pub use tls::{TlsError, TlsFiles};
#[doc(hidden)]
pub use ways::OutboundPolicy;
pub use worker::{Worker, WorkerConfig, WorkerError};
pub use workers::{ShortToken, WorkerToken};

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The modules in the order of the README: each uses only later ones.
    fn order() -> Vec<&'static str> {
        let readme = include_str!("../README.md");
        let list = readme.split("uses only those after it:").nth(1).expect("the list of modules");
        let list = list.split("\n\n").next().unwrap_or_default();
        list.split('`').skip(1).step_by(2).collect()
    }

    fn sources(path: &Path, found: &mut Vec<PathBuf>) {
        if path.is_dir() {
            for entry in fs::read_dir(path).expect("a folder") {
                sources(&entry.expect("a file").path(), found);
            }
        } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with("tests.rs") {
            found.push(path.to_owned());
        }
    }

    #[test]
    fn modules_use_only_those_after_them() {
        let order = order();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut files = Vec::new();
        sources(&root, &mut files);
        assert!(files.len() > 100, "only {} files", files.len());
        let place = |module: &str| order.iter().position(|known| *known == module);
        let mut wrong = Vec::new();
        for file in files {
            let name = file.strip_prefix(&root).expect("below the root").display().to_string();
            let module = name.split('/').next().unwrap_or_default().trim_end_matches(".rs");
            if module == "lib" {
                continue;
            }
            let here = place(module).unwrap_or_else(|| panic!("{module} is not in the README"));
            let source = fs::read_to_string(&file).expect("a text");
            let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for used in source.split("crate::").skip(1) {
                let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let grouped = used.strip_prefix('{').and_then(|list| list.split('}').next());
                for path in grouped.unwrap_or(used).split(", ") {
                    let used = path.split(|c| !letter(c)).next().unwrap_or_default();
                    if place(used).is_some_and(|there| there < here) {
                        wrong.push(format!("{name} uses {used}"));
                    }
                    if grouped.is_none() {
                        break;
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

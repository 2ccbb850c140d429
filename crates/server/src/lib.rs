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

mod analysis;
mod api;
mod check;
mod connections;
mod http;
mod i18n;
mod limit;
mod memory;
mod pages;
mod pool;
mod problem;
mod public_origin;
mod server;
mod service;
mod state;
#[doc(hidden)]
pub mod testing;

/// The licences of Heterodox and of its dependencies: plain text in English.
pub const NOTICES: &str = include_str!("../../../THIRD-PARTY.txt");

pub use check::{CheckError, CheckReport, check, reindex};
pub use limit::Limits;
pub use memory::share_arenas;
pub use public_origin::PublicOrigin;
pub use server::{ServeConfig, ServeError, Server};

//! Starting and stopping.

use crate::analysis::Analysis;
use crate::api::ApiError;
use crate::connections::{Gate, serve};
use crate::limit::{Limiter, Limits, Places};
use crate::pool::spare_cores;
use crate::proxy::PublicOrigin;
use crate::routes::{Listed, Routes};
use crate::service::Service;
use crate::state::AppState;
use crate::{api, headers, identity, limit, pages, proxy};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{from_fn, from_fn_with_state};
use heterodox_store::{SqliteStore, Store, StoreError};
use ipnet::IpNet;
use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;
use tracing::Span;

/// The file with games, guests and records.
pub(crate) const DATABASE: &str = "heterodox.sqlite";
/// How long a folder in use is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long calls that are being answered may take when the server stops.
const GRACE: Duration = Duration::from_secs(5);
/// The sockets of games that one address may have open: behind a proxy they are not counted as connections.
const SOCKETS: u32 = 512;
/// Connections that wait to be accepted. With 128, one of as many calls in a burst took a second longer.
const BACKLOG: u32 = 4096;
/// How often the limiter forgets.
const SWEEP: Duration = Duration::from_mins(1);

/// How a server is set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServeConfig {
    /// The address to listen on; with port 0 the system chooses a free one.
    pub listen: SocketAddr,
    /// The folder with everything that the server keeps. Created if there is none.
    pub data_dir: PathBuf,
    /// How much one caller may ask for.
    pub limits: Limits,
    /// The networks of reverse proxies, whose `X-Forwarded-For` says who calls.
    pub trusted_proxies: Vec<IpNet>,
    /// The origin under which browsers know the server. Pages of all others may do nothing in their
    /// visitor's name; with `https` cookies are sent over TLS alone.
    pub public_origin: Option<PublicOrigin>,
    /// How many threads analyse positions for whoever looks. They stand back for everything else.
    pub analysis_workers: NonZeroUsize,
}

impl ServeConfig {
    /// The usual settings.
    pub fn new(listen: SocketAddr, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            listen,
            data_dir: data_dir.into(),
            limits: Limits::default(),
            trusted_proxies: Vec::new(),
            public_origin: None,
            analysis_workers: spare_cores(),
        }
    }
}

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder cannot be created or written.
    #[error("the data folder '{}' cannot be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is something else where the folder should be.
    #[error("{} is not a folder: choose another for the data", .0.display())]
    NotFolder(PathBuf),
    /// Another server uses the folder.
    #[error(
        "another server is using the data folder '{}': stop it, or choose another folder",
        .0.display()
    )]
    InUse(PathBuf),
    /// The database cannot be opened.
    #[error("the database '{}' cannot be opened: {source}", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: std::io::Error,
    },
}

/// A server that listens, with its data open. It answers once [`Server::run_until`] runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    gate: Gate,
    service: Arc<Service>,
    limiter: Arc<Limiter>,
    sockets: Arc<Places>,
    analysis: Arc<Analysis>,
    trusted_proxies: Arc<[IpNet]>,
    public_origin: Option<PublicOrigin>,
    /// Held as long as the server uses the folder; the system lets go of it even after a crash.
    _lock: File,
}

impl Server {
    /// Opens the data and begins to listen.
    pub async fn bind(config: ServeConfig) -> Result<Self, ServeError> {
        let ServeConfig {
            listen,
            data_dir,
            limits,
            trusted_proxies,
            public_origin,
            analysis_workers,
        } = config;
        let limiter = Arc::new(Limiter::new(limits, Some(data_dir.clone())));
        let lock = take(&data_dir).await?;
        let path = data_dir.join(DATABASE);
        let store = SqliteStore::open(&path).await;
        let store = store.map_err(|source| ServeError::Database { path, source })?;
        match bind(listen) {
            Ok((listener, address)) => Ok(Self {
                listener,
                address,
                gate: Gate::new(limits.factor.get(), trusted_proxies.clone()),
                service: Service::new(Arc::new(store), limiter.clone()),
                limiter,
                sockets: Arc::new(
                    Places::new(SOCKETS.saturating_mul(limits.factor.get()) as usize),
                ),
                trusted_proxies: trusted_proxies.into(),
                public_origin,
                analysis: Analysis::new(analysis_workers),
                _lock: lock,
            }),
            Err(source) => {
                store.close().await;
                Err(ServeError::Listen { address: listen, source })
            }
        }
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready; then finishes what is being answered and closes the data.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let (close, closing) = watch::channel(false);
        let state = AppState {
            service: self.service.clone(),
            limiter: self.limiter.clone(),
            sockets: self.sockets.clone(),
            analysis: self.analysis.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            public_origin: self.public_origin.clone(),
            closing,
        };
        let background = self.start_background();
        let stop = async {
            stop.await;
            // Sockets say goodbye by themselves.
            close.send_replace(true);
        };
        serve(self.listener, self.gate, router(state), stop, GRACE).await;
        for task in background {
            task.abort();
        }
        self.service.close().await;
    }

    fn start_background(&self) -> [tokio::task::JoinHandle<()>; 3] {
        let (resuming, sweeping) = (self.service.clone(), self.service.clone());
        let limiter = self.limiter.clone();
        [
            tokio::spawn(async move { resuming.resume().await }),
            tokio::spawn(async move { sweeping.sweep().await }),
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(SWEEP).await;
                    limiter.sweep();
                }
            }),
        ]
    }
}

fn bind(address: SocketAddr) -> std::io::Result<(TcpListener, SocketAddr)> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As `TcpListener::bind` does it: a port in use a moment ago can be used again.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Takes the folder, with some patience: a server that is just ending lets go of it in a moment, and so does
/// a process that was being started while it held the folder.
async fn take(folder: &Path) -> Result<File, ServeError> {
    let begun = Instant::now();
    loop {
        match lock(folder) {
            Err(ServeError::InUse(_)) if begun.elapsed() < PATIENCE => {
                tokio::time::sleep(PATIENCE / 40).await;
            }
            taken_or_failed => return taken_or_failed,
        }
    }
}

/// Creates the folder if need be, and takes it for this server alone.
fn lock(folder: &Path) -> Result<File, ServeError> {
    let failed = |source| ServeError::Folder { path: folder.to_owned(), source };
    create(folder).map_err(|source| match in_the_way(folder) {
        Some(other) => ServeError::NotFolder(other.to_owned()),
        None => failed(source),
    })?;
    let file = to_lock(folder).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ServeError::InUse(folder.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// What is locked: the folder itself, which nobody removes while it is used, as a file in it might be.
#[cfg(unix)]
fn to_lock(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

/// What is locked, where a folder cannot be: a file in it.
#[cfg(not(unix))]
fn to_lock(folder: &Path) -> std::io::Result<File> {
    File::options().create(true).append(true).open(folder.join("heterodox.lock"))
}

/// What is no folder though it should be one, or hold one.
fn in_the_way(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|path| path.exists()).filter(|path| !path.is_dir())
}

/// Creates the folder if need be. Games with hidden information are no business of others who use
/// this machine.
fn create(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// What belongs neither to the interface nor to the pages.
fn routes() -> Routes {
    let nothing = async || ApiError::NoSuchRoute;
    // What is nested begins below its address.
    Routes::new()
        .any("/api", nothing)
        .any("/api/", nothing)
        .get("/healthz", async || "ok")
        .get("/readyz", ready)
}

/// Whether the server can store what happens; `/healthz` says only that it runs.
async fn ready(State(state): State<AppState>) -> Result<&'static str, ApiError> {
    state.service.ready().await?;
    Ok("ok")
}

/// All routes of the server.
pub(crate) fn list(state: &AppState) -> Vec<Listed> {
    let mut list = routes().list("");
    list.extend(api::routes(state).list("/api"));
    list.extend(pages::routes().list(""));
    list
}

/// The router with all routes.
pub(crate) fn router(state: AppState) -> Router {
    let pages = pages::router(state.clone())
        .layer(from_fn_with_state(state.clone(), limit::pages))
        .layer(from_fn_with_state(state.clone(), identity::ensure));
    routes()
        .router()
        .with_state(state.clone())
        .nest("/api", api::router(state.clone()))
        .merge(pages)
        .layer(CompressionLayer::new())
        .layer(from_fn(headers::layer))
        .layer(CatchPanicLayer::custom(headers::died))
        // Failures are logged where they are turned into answers.
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(()))
        .layer(from_fn_with_state(state, proxy::layer))
}

/// What logs say of a call: not what is asked for behind the path, which may be what a player under clouds
/// is thinking of.
fn span(request: &Request) -> Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}

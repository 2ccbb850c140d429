//! Starts and stops the server.

#[cfg(feature = "cluster")]
use crate::bus::{Bus, BusAddress, Nats};
use crate::connections::{ConnectionLimits, MAX_PER_ADDRESS, serve};
use crate::games::Service;
use crate::games::environment::System;
#[cfg(feature = "cluster")]
use crate::games::{club_name, environment::Environment};
use crate::http::routes::{RouteEntry, RouteError, Routes};
use crate::http::{headers, limits, proxy};
use crate::i18n::{LocalesError, add_locales};
use crate::limit::{Limiter, Limits, PerAddressLimit};
use crate::mail::{MailConfig, MailConfigError, Mailer};
use crate::metrics::{self, Sample};
use crate::people::{People, PeoplePolicy};
use crate::pool::spare_cores;
use crate::problem::AnyProblem;
use crate::public_origin::PublicOrigin;
use crate::state::AppState;
use crate::study::{Analysis, PuzzleBook};
use crate::tls::{Tls, TlsError, TlsFiles};
use crate::ways::OutboundPolicy;
use crate::workers::{WorkerToken, Workers};
use crate::{api, pages};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use heterodox_store::{StoreError, StoreUrl};
use ipnet::IpNet;
use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::trace::TraceLayer;
use tracing::Span;

/// The folder with the operator's texts, in the data folder.
const LOCALES: &str = "locales";
/// How long to wait for the lock of a data folder that is in use.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// How long responses in progress may take when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(5);
/// The level of compression of responses: a page takes 3 ms.
const COMPRESSION: i32 = 6;
/// The length of the accept queue. With 128, one of 128 calls in a burst took a second longer.
const BACKLOG: u32 = 4096;
/// The interval at which the limiter drops idle callers.
const SWEEP_INTERVAL: Duration = Duration::from_mins(1);

/// The settings of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServeConfig {
    /// The address to listen on; with port 0 the system chooses a free one.
    pub listen: SocketAddr,
    /// The folder with all data of the server, unless they are in a database elsewhere. Created if
    /// there is none.
    pub data_dir: PathBuf,
    /// The certificate for TLS; without it the server speaks plain HTTP, as behind a proxy.
    pub tls: Option<TlsFiles>,
    /// Where the data are; without it in a file in the folder, which no other server may use. A
    /// database elsewhere may be that of several servers.
    pub database: Option<StoreUrl>,
    /// The bus to the other servers on the database. Without it they learn of each other's games a
    /// few seconds later.
    #[cfg(feature = "cluster")]
    pub bus: Option<BusAddress>,
    /// The address for monitoring, which answers `/metrics` to all who reach it.
    pub metrics: Option<SocketAddr>,
    /// The limits per caller.
    pub limits: Limits,
    /// The networks of reverse proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The origin under which browsers reach the server. Pages of other origins may not act with a
    /// visitor's cookie. With `https`, cookies are sent over TLS only.
    pub public_origin: Option<PublicOrigin>,
    /// The number of threads for analysis. They run with a higher niceness than the rest of the
    /// server.
    pub analysis_workers: NonZeroUsize,
    /// The token of workers, which do jobs of the server on other machines; without it there are
    /// none.
    pub worker_token: Option<WorkerToken>,
    /// Files of puzzles beside those of the program.
    pub puzzles: Vec<PathBuf>,
    /// The policy of registration and guests.
    pub people: PeoplePolicy,
    /// How mail is sent; without it none is sent. Needs a public origin, for the links in mails.
    pub mail: Option<MailConfig>,
    /// To which addresses push messages and webhooks may go. For tests.
    #[doc(hidden)]
    pub outbound: OutboundPolicy,
}

impl ServeConfig {
    /// The default settings.
    pub fn new(listen: SocketAddr, data_dir: impl Into<PathBuf>) -> Self {
        Self {
            listen,
            data_dir: data_dir.into(),
            tls: None,
            database: None,
            #[cfg(feature = "cluster")]
            bus: None,
            metrics: None,
            limits: Limits::default(),
            trusted_proxies: Vec::new(),
            public_origin: None,
            analysis_workers: spare_cores(),
            worker_token: None,
            puzzles: Vec::new(),
            people: PeoplePolicy::default(),
            mail: None,
            outbound: OutboundPolicy::default(),
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder cannot be created or written.
    #[error("the data folder '{}' cannot be used: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// A file is where the folder should be.
    #[error("{} is not a folder: choose another for the data", .0.display())]
    NotFolder(PathBuf),
    /// Another server uses the folder.
    #[error(
        "another server is using the data folder '{}': stop it, or choose another folder",
        .0.display()
    )]
    InUse(PathBuf),
    /// The database cannot be opened.
    #[error("the database '{database}' cannot be opened: {source}")]
    Database {
        /// The database.
        database: StoreUrl,
        /// Why.
        source: StoreError,
    },
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Texts of the operator cannot be used.
    #[error(transparent)]
    Locales(#[from] LocalesError),
    /// A file of puzzles cannot be used.
    #[error("the puzzles cannot be used: {0}")]
    Puzzles(String),
    /// A bus without a database that other servers can use.
    #[error("a bus needs a database that the servers share: name one with --database")]
    BusWithoutDatabase,
    /// Mail cannot be sent with these settings.
    #[error(transparent)]
    Mail(#[from] MailConfigError),
    /// Mail is to be sent, and no public origin is set.
    #[error("mail needs the public origin of the server, for the links in it")]
    MailWithoutOrigin,
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        source: std::io::Error,
    },
}

/// A server that listens, with its data open. It answers calls while [`Server::run_until`] runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    metrics: Option<TcpListener>,
    tls: Option<Tls>,
    connection_limits: ConnectionLimits,
    service: Arc<Service>,
    people: Arc<People>,
    limiter: Arc<Limiter>,
    sockets: Arc<PerAddressLimit>,
    analysis: Arc<Analysis>,
    workers: Arc<Workers>,
    puzzles: Arc<PuzzleBook>,
    trusted_proxies: Arc<[IpNet]>,
    public_origin: Option<PublicOrigin>,
    /// Held as long as the server uses the folder, if its data are there. The system releases it
    /// even after a crash.
    _lock: Option<File>,
}

impl Server {
    /// Opens the data and begins to listen.
    ///
    /// # Errors
    ///
    /// Fails if the data folder or its database cannot be used, another server uses it, or the
    /// address cannot be listened on.
    pub async fn bind(config: ServeConfig) -> Result<Self, ServeError> {
        let ServeConfig {
            listen,
            data_dir,
            tls,
            database,
            #[cfg(feature = "cluster")]
            bus,
            metrics,
            limits,
            trusted_proxies,
            public_origin,
            analysis_workers,
            worker_token,
            puzzles,
            people,
            mail,
            outbound,
        } = config;
        let tls = tls.map(Tls::open).transpose()?;
        let puzzles = if puzzles.is_empty() {
            PuzzleBook::shipped()
        } else {
            Arc::new(PuzzleBook::open(&puzzles).map_err(ServeError::Puzzles)?)
        };
        let mailer = match (mail, public_origin.clone()) {
            (None, _) => None,
            (Some(mail), Some(origin)) => Some(Mailer::new(mail, origin)?),
            (Some(_), None) => return Err(ServeError::MailWithoutOrigin),
        };
        let database = database.unwrap_or_else(|| StoreUrl::from(&data_dir));
        // The folder whose disk the data fill.
        let folder = database.file().and_then(|file| file.parent());
        let limiter = Arc::new(Limiter::new(limits, folder.map(Path::to_owned)));
        let lock = match folder {
            Some(folder) => Some(acquire_lock(folder).await?),
            None => None,
        };
        add_locales(&data_dir.join(LOCALES))?;
        let store = database.open().await;
        let failed = |source| ServeError::Database { database: database.clone(), source };
        let store = store.map_err(failed)?;
        #[cfg(feature = "cluster")]
        let bus = match bus {
            Some(address) if store.shared().is_some() => {
                let club = club_name(store.as_ref(), || System.token()).await.map_err(failed)?;
                Some(Arc::new(Nats::start(address, &club)) as Arc<dyn Bus>)
            }
            Some(_) => return Err(ServeError::BusWithoutDatabase),
            None => None,
        };
        #[cfg(not(feature = "cluster"))]
        let bus = None;
        let service = Service::with_bus(store, limiter.clone(), Arc::new(System), bus);
        // A damaged or full disk does not keep the server from its games.
        if let Err(error) = service.note_outage().await {
            tracing::error!(%error, "the time since the last heartbeat is not excused");
        }
        let bound = bind(listen).map_err(|source| (listen, source)).and_then(|bound| {
            let metrics = metrics.map(|at| bind(at).map_err(|source| (at, source))).transpose()?;
            Ok((bound, metrics.map(|(listener, _)| listener)))
        });
        match bound {
            Ok(((listener, address), metrics)) => Ok(Self {
                listener,
                address,
                metrics,
                tls,
                connection_limits: ConnectionLimits::new(
                    limits.factor.get(),
                    trusted_proxies.clone(),
                ),
                people: People::with_outbound(
                    service.clone(),
                    people,
                    public_origin.clone(),
                    mailer,
                    outbound,
                ),
                workers: Workers::new(worker_token, service.metrics.clone()),
                service,
                limiter,
                sockets: Arc::new(PerAddressLimit::new(
                    MAX_PER_ADDRESS.saturating_mul(limits.factor.get()) as usize,
                )),
                trusted_proxies: trusted_proxies.into(),
                public_origin,
                analysis: Analysis::new(analysis_workers),
                puzzles,
                _lock: lock,
            }),
            Err((address, source)) => {
                service.close().await;
                Err(ServeError::Listen { address, source })
            }
        }
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address at which monitoring reads, if there is one.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until `stop` is ready. Then finishes the responses in progress and closes the data.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let (close, closing) = watch::channel(false);
        let state = AppState {
            service: self.service.clone(),
            people: self.people.clone(),
            limiter: self.limiter.clone(),
            sockets: self.sockets.clone(),
            analysis: self.analysis.clone(),
            workers: self.workers.clone(),
            puzzles: self.puzzles.clone(),
            trusted_proxies: self.trusted_proxies.clone(),
            public_origin: self.public_origin.clone(),
            closing,
        };
        let mut background = Vec::from(self.start_background());
        if let Some(listener) = self.metrics {
            let routes = monitoring().router().with_state(state.clone());
            background.push(tokio::spawn(async move {
                if let Err(error) = axum::serve(listener, routes).await {
                    tracing::error!(%error, "monitoring is not answered");
                }
            }));
        }
        let mut reached = self.service.reached();
        // Sockets send their close frame when they see `true`, also while the database is out of
        // reach: their clients go to another server.
        let stop = async {
            let mut stop = pin!(stop);
            loop {
                let changed = async {
                    match &mut reached {
                        Some(reached) => drop(reached.changed().await),
                        None => std::future::pending().await,
                    }
                };
                tokio::select! {
                    biased;
                    () = &mut stop => break,
                    () = changed => {}
                }
                close.send_replace(reached.as_ref().is_some_and(|reached| !*reached.borrow()));
            }
            close.send_replace(true);
        };
        let limits = self.connection_limits;
        serve(self.listener, self.tls, limits, router(state), stop, SHUTDOWN_GRACE).await;
        for task in background {
            task.abort();
        }
        self.service.close().await;
    }

    fn start_background(&self) -> [tokio::task::JoinHandle<()>; 10] {
        let (waking, sweeping) = (self.service.clone(), self.service.clone());
        let (beating, following) = (self.service.clone(), self.service.clone());
        let limiter = self.limiter.clone();
        let [people, mailing, vacations, changing, outside] = [(); 5].map(|()| self.people.clone());
        [
            tokio::spawn(async move { waking.wake_due_games().await }),
            tokio::spawn(async move { sweeping.sweep().await }),
            tokio::spawn(async move { beating.beat().await }),
            tokio::spawn(async move { people.keep_house().await }),
            tokio::spawn(async move { mailing.deliver_outbox().await }),
            tokio::spawn(async move { vacations.watch_vacations().await }),
            tokio::spawn(async move { following.follow_nodes().await }),
            tokio::spawn(async move { changing.follow_people().await }),
            tokio::spawn(async move { outside.follow_outside().await }),
            tokio::spawn(async move {
                loop {
                    tokio::time::sleep(SWEEP_INTERVAL).await;
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
    // As in `TcpListener::bind`: a port that was in use a moment ago can be bound again.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let listener = socket.listen(BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// Locks the folder. Waits up to [`LOCK_TIMEOUT`]: a server that is stopping releases the lock in a
/// moment, and so does a process that inherited it while it was started.
pub(crate) async fn acquire_lock(folder: &Path) -> Result<File, ServeError> {
    let begun = Instant::now();
    loop {
        match lock(folder) {
            Err(ServeError::InUse(_)) if begun.elapsed() < LOCK_TIMEOUT => {
                tokio::time::sleep(LOCK_TIMEOUT / 40).await;
            }
            result => return result,
        }
    }
}

/// Creates the folder if there is none, and locks it.
fn lock(folder: &Path) -> Result<File, ServeError> {
    let failed = |source| ServeError::Folder { path: folder.to_owned(), source };
    create_folder(folder).map_err(|source| match blocking_file(folder) {
        Some(other) => ServeError::NotFolder(other.to_owned()),
        None => failed(source),
    })?;
    let file = lock_file(folder).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ServeError::InUse(folder.to_owned())),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

/// The file to lock: the folder itself, which is not deleted while it is used, as a file in it
/// might be.
#[cfg(unix)]
fn lock_file(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

/// The file to lock where a folder cannot be locked: one in the folder.
#[cfg(not(unix))]
fn lock_file(folder: &Path) -> std::io::Result<File> {
    File::options().create(true).append(true).open(folder.join("heterodox.lock"))
}

/// The nearest existing ancestor of a folder, if it is not a folder.
fn blocking_file(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|path| path.exists()).filter(|path| !path.is_dir())
}

/// Creates the folder if there is none, readable for its owner only: the games in it hold hidden
/// information.
pub(crate) fn create_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The routes that belong neither to the API nor to the pages.
fn routes() -> Routes {
    let not_found = async || AnyProblem::from(RouteError::NoSuchRoute);
    // `nest` covers paths below the prefix only.
    Routes::new().any("/api/", not_found).get("/healthz", async || "ok").get("/readyz", ready)
}

/// Returns whether the server can write to its store; `/healthz` says only that it runs.
async fn ready(State(state): State<AppState>) -> Result<&'static str, AnyProblem> {
    state.service.ready().await?;
    Ok("ok")
}

/// The routes of the address for monitoring.
fn monitoring() -> Routes {
    Routes::new().get("/metrics", read_metrics)
}

/// Answers the operator's monitoring.
async fn read_metrics(State(state): State<AppState>) -> impl IntoResponse {
    let AppState { service, sockets, analysis, workers, .. } = state;
    let mut queued_jobs = service.queued_jobs().to_vec();
    queued_jobs.push(("analysis", analysis.queued()));
    let sample = Sample {
        live_games: service.live_count(),
        sockets: sockets.open(),
        waiting_workers: workers.waiting(),
        queued_jobs,
        is_ready: service.ready().await.is_ok(),
        node: service.sample_node(),
    };
    ([(CONTENT_TYPE, metrics::CONTENT_TYPE)], service.metrics.text(&sample))
}

/// All routes of the server.
pub(crate) fn list(state: &AppState) -> Vec<RouteEntry> {
    let mut list = routes().list("");
    list.extend(api::routes(state).list("/api"));
    list.extend(pages::routes().list(""));
    list
}

/// The router with all routes.
pub(crate) fn router(state: AppState) -> Router {
    let pages =
        pages::router(state.clone()).layer(from_fn_with_state(state.clone(), limits::pages_layer));
    routes()
        .router()
        .with_state(state.clone())
        .nest("/api", api::router(state.clone()))
        .merge(pages)
        .layer(CompressionLayer::new().quality(CompressionLevel::Precise(COMPRESSION)))
        .layer(from_fn(headers::layer))
        .layer(CatchPanicLayer::custom(headers::panic_response))
        .layer(from_fn_with_state(state.service.metrics.clone(), metrics::layer))
        // Failures are logged where they become responses.
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(()))
        .layer(from_fn_with_state(state, proxy::layer))
}

/// The span of a request in the logs. The query is left out: it may hold what a player of a hidden
/// game is thinking of. So is the secret of a feed.
fn span(request: &Request) -> Span {
    let path = request.uri().path();
    let path = if path.starts_with("/feeds/") { "/feeds/…" } else { path };
    tracing::debug_span!("request", method = %request.method(), path)
}

#[cfg(test)]
mod tests;

//! Accepts connections, up to a total and a limit per address, each with timeouts.
//!
//! The total stays below the limit of file descriptors of the process, so that the store always
//! gets one. The limit per address keeps one client from taking all of them.

use crate::limit::{PerAddressLimit, Permit, client_prefix};
use crate::tls::Tls;
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, Sleep, sleep};
use tokio_rustls::TlsAcceptor;
use tower_service::Service as _;

/// The timeout for the head of a request, including the time before its first byte.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// The time after which a client that reads nothing of a response is disconnected.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// The buffer for the head of a request and for a response that is not read yet, in bytes.
const BUFFER: usize = 64 << 10;
/// The delay before the next `accept` after one has failed.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The most connections, and the most game sockets, of one address. 40 people behind one address
/// have about 300.
pub(crate) const MAX_PER_ADDRESS: u32 = 512;
/// Descriptors that are not client connections: files and connections of the store, logs, threads.
const OTHER_DESCRIPTORS: u64 = 64;
/// The highest limit of descriptors that is asked for.
const MAX_DESCRIPTORS: u64 = 100_000;

/// The response to a connection beyond the limits.
const TOO_MANY_CONNECTIONS: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n\
    content-type: text/plain\r\ncontent-length: 22\r\n\r\nToo many connections.\n";

/// The limits of connections: in all and per address.
pub(crate) struct ConnectionLimits {
    total: Arc<Semaphore>,
    per_address: PerAddressLimit,
    /// Their connections are not limited per address, because they carry many clients.
    proxies: Vec<IpNet>,
}

impl ConnectionLimits {
    /// Raises the soft limit of descriptors as far as the system allows, and derives the total from
    /// it.
    pub(crate) fn new(factor: u32, proxies: Vec<IpNet>) -> Self {
        let descriptors = raise_descriptors();
        let total = descriptors.saturating_sub(OTHER_DESCRIPTORS).max(descriptors / 2) as usize;
        let each =
            (MAX_PER_ADDRESS as usize).saturating_mul(factor as usize).min(total.div_ceil(2));
        tracing::debug!(descriptors, total, each, "bounds of connections");
        Self {
            total: Arc::new(Semaphore::new(total)),
            per_address: PerAddressLimit::new(each),
            proxies,
        }
    }

    fn acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let total = self.total.clone().try_acquire_owned().ok()?;
        let is_proxy = self.proxies.iter().any(|proxy| proxy.contains(&address.to_canonical()));
        let counted = (!is_proxy).then(|| client_prefix(address));
        let per_address = self.per_address.acquire(counted)?;
        Some(ConnectionPermit { _total: total, _per_address: per_address })
    }
}

/// A counted connection; dropping it frees its place.
struct ConnectionPermit {
    _total: OwnedSemaphorePermit,
    _per_address: Permit,
}

/// Serves until `stop` is ready. Then waits for responses in progress, at most for `grace`.
pub(crate) async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    limits: ConnectionLimits,
    router: Router,
    stop: impl Future<Output = ()>,
    grace: Duration,
) {
    let (ending, end) = watch::channel(false);
    // Each connection holds a sender, so that the channel closes with the last one.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let mut stop = pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    sleep(ACCEPT_RETRY_DELAY).await;
                    continue;
                }
            },
        };
        let Some(permit) = limits.acquire(address.ip()) else {
            tracing::debug!(%address, "too many connections");
            // Best effort: the write is not awaited, as the client may never read.
            let _ = stream.try_write(TOO_MANY_CONNECTIONS);
            continue;
        };
        let acceptor = tls.as_ref().map(Tls::acceptor);
        let (router, end) = (router.clone(), end.clone());
        let connection = serve_connection(stream, acceptor, address, permit, router, end);
        let open = open.clone();
        tokio::spawn(async move {
            connection.await;
            drop(open);
        });
    }
    drop((listener, open));
    ending.send_replace(true);
    // Connections that are still open after `grace` are cut off.
    let _ = tokio::time::timeout(grace, all_closed.recv()).await;
}

/// Serves one connection to its end, or until it is idle once `end` is true.
async fn serve_connection(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    address: SocketAddr,
    permit: ConnectionPermit,
    router: Router,
    end: watch::Receiver<bool>,
) {
    // Nagle's algorithm would delay small messages by 40 ms.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let stream = StallTimeoutStream { stream, stall: None, _permit: permit };
    let Some(acceptor) = tls else { return answer(stream, address, router, end).await };
    match tokio::time::timeout(HEAD_TIMEOUT, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => answer(stream, address, router, end).await,
        Ok(Err(error)) => tracing::debug!(%address, %error, "no TLS was agreed on"),
        Err(_) => tracing::debug!(%address, "a client agreed on no TLS in time"),
    }
}

/// Answers the requests of a connection.
async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: SocketAddr,
    router: Router,
    mut end: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        router.clone().call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = wait_for_end(&mut end) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%address, %error, "a connection ended badly");
    }
}

async fn wait_for_end(end: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is an end too.
    let _ = end.wait_for(|end| *end).await;
}

/// A connection that fails if its client reads nothing for [`STALL_TIMEOUT`].
struct StallTimeoutStream {
    stream: TcpStream,
    /// Set while a write is pending: fires when the timeout is over.
    stall: Option<Pin<Box<Sleep>>>,
    _permit: ConnectionPermit,
}

impl StallTimeoutStream {
    /// Starts or clears the timeout. Returns an error if no write succeeded before it fired.
    fn check_stall<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let end = Instant::now() + STALL_TIMEOUT;
        let stall = self.stall.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
        ready!(stall.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer is not read")))
    }
}

impl AsyncRead for StallTimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for StallTimeoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_stall(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check_stall(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Raises the soft limit of descriptors and returns it.
#[cfg(unix)]
fn raise_descriptors() -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current.unwrap_or(MAX_DESCRIPTORS);
    let wanted = maximum.unwrap_or(MAX_DESCRIPTORS).min(MAX_DESCRIPTORS);
    let raised = Rlimit { current: Some(wanted), maximum };
    if current < wanted && setrlimit(Resource::Nofile, raised).is_ok() {
        return wanted;
    }
    current
}

#[cfg(not(unix))]
fn raise_descriptors() -> u64 {
    // A number that all systems allow.
    1024
}

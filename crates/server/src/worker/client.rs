//! A worker's connection to its server.

use super::WorkerError;
use axum::body::Bytes;
use axum::http::{HeaderValue, Request, StatusCode, header};
use heterodox_wire::{WORKER_PROTOCOL, WORKER_PROTOCOL_HEADER};
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

/// How long a connection may take to be made.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The most bytes of an answer, as it is sent and as it is read.
const MAX_BYTES: usize = 16 << 20;
/// What the worker calls itself.
const AGENT: HeaderValue = HeaderValue::from_static("Heterodox worker");

/// What all connections of a worker share.
pub(super) struct Client {
    url: Url,
    tls: TlsConnector,
    bearer: HeaderValue,
}

/// An answer of the server.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Vec<u8>,
}

impl Client {
    /// A client of the server at an address. It trusts the usual authorities, and those in a file.
    pub(super) fn new(
        server: &str,
        token: &str,
        authority: Option<&Path>,
    ) -> Result<Self, WorkerError> {
        let url = Url::parse(server).ok().filter(|url| {
            matches!(url.scheme(), "http" | "https")
                && url.host().is_some()
                && url.username().is_empty()
                && url.password().is_none()
                && url.query().is_none()
        });
        let url = url.ok_or_else(|| WorkerError::Address(server.to_owned()))?;
        let mut bearer = HeaderValue::try_from(format!("Bearer {}", token.trim()))
            .map_err(|_| WorkerError::UnknownToken)?;
        bearer.set_sensitive(true);
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        if let Some(file) = authority {
            let failed = |reason: String| WorkerError::Authority(file.to_owned(), reason);
            let certificates = CertificateDer::pem_file_iter(file)
                .and_then(Iterator::collect::<Result<Vec<_>, _>>)
                .map_err(|error| failed(error.to_string()))?;
            if certificates.is_empty() {
                return Err(failed("it has no certificate".to_owned()));
            }
            for certificate in certificates {
                roots.add(certificate).map_err(|error| failed(error.to_string()))?;
            }
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| WorkerError::Tls(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { url, tls: TlsConnector::from(Arc::new(config)), bearer })
    }

    /// The address of the server.
    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Returns whether others on the way can read what is sent: the server is on another machine,
    /// and its address has no TLS.
    pub(super) fn is_readable_by_others(&self) -> bool {
        let is_here = match self.url.host() {
            Some(Host::Domain(name)) => name == "localhost",
            Some(Host::Ipv4(ip)) => ip.is_loopback(),
            Some(Host::Ipv6(ip)) => ip.is_loopback(),
            None => false,
        };
        self.url.scheme() == "http" && !is_here
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, String> {
        let host = self.url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let port = self.url.port_or_known_default().unwrap_or(443);
        let failed = |error: std::io::Error| error.to_string();
        let stream = TcpStream::connect((host.as_str(), port)).await.map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        if self.url.scheme() == "http" {
            return handshake(stream).await;
        }
        let name = ServerName::try_from(host).map_err(|error| error.to_string())?;
        handshake(self.tls.connect(name, stream).await.map_err(failed)?).await
    }

    fn request(&self, path: &str, body: Bytes) -> Result<Request<Full<Bytes>>, String> {
        let host = &self.url[url::Position::BeforeHost..url::Position::AfterPort];
        let target = format!("{}{path}", self.url.path().trim_end_matches('/'));
        Request::post(target)
            .header(header::HOST, host)
            .header(header::AUTHORIZATION, self.bearer.clone())
            .header(header::USER_AGENT, AGENT)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_ENCODING, "br")
            .header(WORKER_PROTOCOL_HEADER, WORKER_PROTOCOL)
            .body(Full::new(body))
            .map_err(|error| error.to_string())
    }
}

async fn handshake<S>(stream: S) -> Result<SendRequest<Full<Bytes>>, String>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let made = http1::handshake(TokioIo::new(stream)).await;
    let (sender, connection) = made.map_err(|error| error.to_string())?;
    // It ends when its sender is dropped.
    tokio::spawn(connection);
    Ok(sender)
}

/// A connection that is made when it is needed, and kept.
pub(super) struct Connection {
    client: Arc<Client>,
    sender: Option<SendRequest<Full<Bytes>>>,
}

impl Connection {
    pub(super) fn new(client: Arc<Client>) -> Self {
        Self { client, sender: None }
    }

    /// Sends a body and returns the answer, which may take some time. A call over a connection that
    /// the server has closed meanwhile is made again over another.
    ///
    /// # Errors
    ///
    /// Says why there is no answer.
    pub(super) async fn post(
        &mut self,
        path: &str,
        body: Vec<u8>,
        patience: Duration,
    ) -> Result<Answer, String> {
        let body = Bytes::from(body);
        if let Some(sender) = self.sender.take()
            && !sender.is_closed()
            && let Ok(answer) = self.exchange(sender, path, body.clone(), patience).await
        {
            return Ok(answer);
        }
        let late = |_| "no connection in time".to_owned();
        let sender = timeout(CONNECT_TIMEOUT, self.client.connect()).await.map_err(late)??;
        self.exchange(sender, path, body, patience).await
    }

    async fn exchange(
        &mut self,
        mut sender: SendRequest<Full<Bytes>>,
        path: &str,
        body: Bytes,
        patience: Duration,
    ) -> Result<Answer, String> {
        let request = self.client.request(path, body)?;
        let exchange = async {
            sender.ready().await.map_err(|error| error.to_string())?;
            let answer = sender.send_request(request).await.map_err(|error| error.to_string())?;
            let (head, body) = answer.into_parts();
            let body = Limited::new(body, MAX_BYTES).collect().await;
            let body = body.map_err(|error| error.to_string())?.to_bytes();
            let is_compressed = head.headers.get(header::CONTENT_ENCODING).is_some();
            let body = if is_compressed { decompress(&body)? } else { body.into() };
            Ok(Answer { status: head.status, body })
        };
        let answer =
            timeout(patience, exchange).await.map_err(|_| "no answer in time".to_owned())?;
        if answer.is_ok() {
            self.sender = Some(sender);
        }
        answer
    }
}

fn decompress(body: &[u8]) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    let mut reader = brotli::Decompressor::new(body, 1 << 14).take(MAX_BYTES as u64 + 1);
    reader.read_to_end(&mut text).map_err(|error| error.to_string())?;
    if text.len() > MAX_BYTES { Err("the answer is too large".to_owned()) } else { Ok(text) }
}

//! Calls of other servers, whose addresses strangers name: one POST, over TLS, to a public address.
//!
//! What an address resolves to is judged where the connection is made, so that a name cannot point
//! to one machine when it is looked at and to another when it is called. No redirection is
//! followed, and nothing of the answer but its status is read.

use super::WayError;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

/// The most bytes of an address.
const LONGEST: usize = 1000;
/// The most addresses of a name that are tried.
const TRIED: usize = 3;
/// What the server calls itself.
const AGENT: HeaderValue = HeaderValue::from_static("Heterodox");

/// To which addresses the server may be sent by its users, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutboundPolicy {
    /// Whether addresses may be private, and reached without TLS. For tests only.
    pub allow_private: bool,
    /// How long a call may take in all.
    pub timeout: Duration,
}

impl Default for OutboundPolicy {
    fn default() -> Self {
        Self { allow_private: false, timeout: Duration::from_secs(5) }
    }
}

/// Makes calls.
pub(super) struct Client {
    tls: TlsConnector,
    policy: OutboundPolicy,
}

impl Client {
    pub(super) fn new(policy: OutboundPolicy) -> Self {
        Self::trusting(RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() }, policy)
    }

    /// A client that trusts these authorities alone.
    fn trusting(roots: RootCertStore, policy: OutboundPolicy) -> Self {
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider has the default versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self { tls: TlsConnector::from(Arc::new(config)), policy }
    }

    /// Reads an address that a user names. `None` if the server will not call it, as far as that
    /// can be told without looking a name up.
    pub(super) fn read(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST)?;
        let is_known =
            url.scheme() == "https" || url.scheme() == "http" && self.policy.allow_private;
        let is_plain = url.username().is_empty() && url.password().is_none();
        let may = match url.host()? {
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                name.contains('.') && !name.ends_with(".localhost")
            }
            Host::Ipv4(ip) => is_public(ip.into()),
            Host::Ipv6(ip) => is_public(ip.into()),
        };
        (is_known && is_plain && (may || self.policy.allow_private)).then_some(url)
    }

    /// Sends a body. Returns once the head of the answer has come.
    ///
    /// # Errors
    ///
    /// [`WayError`].
    pub(super) async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<(), WayError> {
        let sent = AtomicBool::new(false);
        let exchange = self.exchange(url, headers, body, &sent);
        let status = match timeout(self.policy.timeout, exchange).await {
            Ok(status) => status?,
            Err(_) if sent.load(Ordering::SeqCst) => return Err(WayError::Unsure),
            Err(_) => return Err(WayError::Later),
        };
        match status {
            status if status.is_success() => Ok(()),
            StatusCode::NOT_FOUND | StatusCode::GONE => Err(WayError::Gone),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Err(WayError::Later),
            // Redirections too.
            status => Err(WayError::Refused(status.as_u16())),
        }
    }

    async fn exchange(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        sent: &AtomicBool,
    ) -> Result<StatusCode, WayError> {
        let has_tls = url.scheme() == "https";
        if !has_tls && !self.policy.allow_private {
            return Err(WayError::Forbidden);
        }
        let request = request(url, headers, body)?;
        let stream = self.connect(url).await?;
        if !has_tls {
            return send(stream, request, sent).await;
        }
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let name = ServerName::try_from(host).map_err(|_| WayError::Forbidden)?;
        let stream = self.tls.connect(name, stream).await.map_err(|_| WayError::Later)?;
        send(stream, request, sent).await
    }

    /// Connects to one of the addresses of a host that may be called.
    async fn connect(&self, url: &Url) -> Result<TcpStream, WayError> {
        let port = url.port_or_known_default().ok_or(WayError::Forbidden)?;
        let mut found: Vec<SocketAddr> = match url.host().ok_or(WayError::Forbidden)? {
            Host::Ipv4(ip) => vec![(ip, port).into()],
            Host::Ipv6(ip) => vec![(ip, port).into()],
            Host::Domain(name) => {
                lookup_host((name, port)).await.map_err(|_| WayError::Later)?.collect()
            }
        };
        if found.is_empty() {
            return Err(WayError::Later);
        }
        if !self.policy.allow_private {
            found.retain(|address| is_public(address.ip()));
        }
        if found.is_empty() {
            return Err(WayError::Forbidden);
        }
        for address in found.into_iter().take(TRIED) {
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(WayError::Later)
    }
}

/// The request, for its target alone.
fn request(url: &Url, headers: HeaderMap, body: Vec<u8>) -> Result<Request<Full<Bytes>>, WayError> {
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let mut request = Request::post(target)
        .body(Full::new(Bytes::from(body)))
        .map_err(|_| WayError::Forbidden)?;
    let host = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let host = HeaderValue::from_str(host).map_err(|_| WayError::Forbidden)?;
    *request.headers_mut() = headers;
    request.headers_mut().insert(header::HOST, host);
    request.headers_mut().insert(header::USER_AGENT, AGENT);
    request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    Ok(request)
}

async fn send<S>(
    stream: S,
    request: Request<Full<Bytes>>,
    sent: &AtomicBool,
) -> Result<StatusCode, WayError>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|_| WayError::Later)?;
    // Dropped at the end, which closes the connection: the body of the answer is not read.
    let mut task = JoinSet::new();
    task.spawn(connection);
    sent.store(true, Ordering::SeqCst);
    let answer = sender.send_request(request).await.map_err(|_| WayError::Unsure)?;
    Ok(answer.status())
}

/// Networks that are not of the public internet (RFC 6890 and the registries behind it).
static PRIVATE: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    const NETWORKS: [&str; 19] = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        // Multicast and reserved addresses.
        "224.0.0.0/3",
        // Addresses of IPv6 beside 2000::/3 are refused below. Teredo, and others of RFC 2928:
        "2001::/23",
        "2001:db8::/32",
        "3fff::/20",
        // 6to4 holds an address of IPv4, and the segments of routers.
        "2002::/16",
        "5f00::/16",
    ];
    NETWORKS.iter().filter_map(|network| network.parse().ok()).collect()
});

/// Returns whether an address is one of the public internet.
fn is_public(ip: IpAddr) -> bool {
    // `::ffff:127.0.0.1` is 127.0.0.1.
    let ip = ip.to_canonical();
    let is_unicast = match ip {
        IpAddr::V4(_) => true,
        IpAddr::V6(ip) => is_global_unicast(ip),
    };
    is_unicast && !PRIVATE.iter().any(|network| network.contains(&ip))
}

/// Returns whether an address is in `2000::/3`: all others are local, multicast, or translated.
fn is_global_unicast(ip: Ipv6Addr) -> bool {
    ip.octets()[0] & 0xe0 == 0x20
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::ServerConfig;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;

    /// An authority, and a server for `localhost` that it has certified. The server answers one
    /// call and returns its head.
    async fn secure_server() -> (RootCertStore, u16, tokio::task::JoinHandle<Option<String>>) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority = params.self_signed(&key).unwrap();
        let issuer = Issuer::new(params, key);
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &issuer).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(authority.der().clone()).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let serving = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let mut stream = TlsAcceptor::from(Arc::new(config)).accept(stream).await.ok()?;
            let mut head = vec![0; 1000];
            let count = stream.read(&mut head).await.ok()?;
            let answer = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(answer).await.ok()?;
            stream.flush().await.ok()?;
            Some(String::from_utf8_lossy(&head[..count]).into_owned())
        });
        (roots, port, serving)
    }

    #[tokio::test]
    async fn a_call_goes_to_the_server_whose_certificate_names_it() {
        let policy = OutboundPolicy { allow_private: true, ..OutboundPolicy::default() };
        let post = async |client: &Client, url: String| {
            let url = Url::parse(&url).unwrap();
            client.post(&url, HeaderMap::new(), b"{}".to_vec()).await
        };
        let (roots, port, serving) = secure_server().await;
        let client = Client::trusting(roots, policy);
        let called = post(&client, format!("https://localhost:{port}/hook?token=1#x")).await;
        assert_eq!(called, Ok(()));
        let head = serving.await.unwrap().unwrap();
        assert!(head.starts_with("POST /hook?token=1 HTTP/1.1\r\n"), "{head}");
        assert!(head.contains(&format!("host: localhost:{port}\r\n")), "{head}");

        // The certificate has another name, or its authority is unknown: nothing is sent.
        let (roots, port, serving) = secure_server().await;
        let client = Client::trusting(roots, policy);
        let called = post(&client, format!("https://127.0.0.1:{port}/")).await;
        assert_eq!((called, serving.await.unwrap()), (Err(WayError::Later), None));
        let (_, port, serving) = secure_server().await;
        let called = post(&client, format!("https://localhost:{port}/")).await;
        assert_eq!((called, serving.await.unwrap()), (Err(WayError::Later), None));
    }

    #[test]
    fn all_networks_are_read() {
        assert_eq!(PRIVATE.len(), 19);
    }

    #[test]
    fn only_public_addresses_are_called() {
        for ip in ["8.8.8.8", "1.1.1.1", "203.0.114.1", "2606:4700:4700::1111", "2a00:1450::1"] {
            assert!(is_public(ip.parse().unwrap()), "{ip}");
        }
        for ip in [
            "0.0.0.0",
            "10.1.2.3",
            "100.100.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
        ] {
            assert!(!is_public(ip.parse().unwrap()), "{ip}");
        }
    }

    #[test]
    fn an_address_is_https_public_and_without_a_password() {
        let client = Client::new(OutboundPolicy::default());
        for good in [
            "https://example.org/hook?token=1#x",
            "https://example.org:8443/",
            "https://8.8.8.8/",
            "https://[2606:4700:4700::1111]/",
            "HTTPS://EXAMPLE.ORG",
        ] {
            assert!(client.read(good).is_some(), "{good}");
        }
        let long = format!("https://example.org/{}", "x".repeat(LONGEST));
        for bad in [
            "http://example.org/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://anna:secret@example.org/",
            "https://anna@example.org/",
            "https://localhost/",
            "https://play.localhost/",
            "https://intranet/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://",
            "example.org",
            "",
            &long,
        ] {
            assert!(client.read(bad).is_none(), "{bad}");
        }
    }

    #[tokio::test]
    async fn a_name_of_a_private_address_is_not_called() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = Client::new(OutboundPolicy::default());
        for host in ["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"] {
            let url = Url::parse(&format!("https://{host}:{port}/")).unwrap();
            let called = client.post(&url, HeaderMap::new(), Vec::new()).await;
            assert_eq!(called, Err(WayError::Forbidden), "{host}");
        }
        let came = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(came.is_err(), "nobody has connected");
        let url = Url::parse("http://8.8.8.8/").unwrap();
        let called = client.post(&url, HeaderMap::new(), Vec::new()).await;
        assert_eq!(called, Err(WayError::Forbidden), "without TLS");
    }
}

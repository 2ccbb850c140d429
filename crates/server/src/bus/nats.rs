//! The bus over NATS.

use super::{Bus, Word};
use async_nats::{Client, ConnectOptions, Event, ServerAddr};
use futures_util::StreamExt;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;
use url::Url;

/// The words that wait to be said, or to be heard, at most. Beyond them words are dropped.
const WAITING: usize = 10_000;
/// The pause before a retry after the connection was refused.
const RETRY_DELAY: Duration = Duration::from_secs(2);
/// How long the bus may take to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The parameter of the address that names a file of certificates.
const ROOT_CERTIFICATES: &str = "tlsrootcert";

/// The address of a NATS server, as `nats://USER:PASSWORD@HOST:PORT`, or with `tls://`. Several
/// addresses are separated by commas. `Debug` and `Display` leave out the password.
#[derive(Clone, PartialEq, Eq)]
pub struct BusAddress {
    servers: Vec<Url>,
    login: Option<(String, String)>,
    root_certificates: Option<PathBuf>,
    needs_tls: bool,
}

/// Why an address of a bus cannot be used. No message shows the address: it may hold a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BusAddressError {
    /// It is none.
    #[error(
        "the address of the bus is not understood: expected nats://USER:PASSWORD@HOST:4222 or \
         tls://USER:PASSWORD@HOST:4222, with reserved characters as %XX"
    )]
    Malformed,
    /// The connection would not be encrypted, and the host is another machine.
    #[error(
        "the connection to the bus would not be encrypted: begin its address with tls://, or allow \
         it with --insecure-database"
    )]
    Insecure,
}

impl BusAddress {
    /// Reads an address. A connection to another machine must use TLS, unless `insecure` allows it
    /// to do without.
    ///
    /// # Errors
    ///
    /// The text is no address, or it is one without TLS.
    pub fn parse(text: &str, insecure: bool) -> Result<Self, BusAddressError> {
        let malformed = BusAddressError::Malformed;
        let mut address =
            Self { servers: Vec::new(), login: None, root_certificates: None, needs_tls: false };
        for part in text.split(',') {
            let mut url = Url::parse(part.trim()).map_err(|_| malformed)?;
            let tls = match url.scheme() {
                "nats" => false,
                "tls" => true,
                _ => return Err(malformed),
            };
            let host = url.host_str().filter(|host| !host.is_empty()).ok_or(malformed)?;
            let name = host.trim_matches(['[', ']']);
            let is_here =
                name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback());
            if !tls && !is_here && !insecure {
                return Err(BusAddressError::Insecure);
            }
            if !matches!(url.path(), "" | "/") {
                return Err(malformed);
            }
            for (name, value) in url.query_pairs() {
                if name != ROOT_CERTIFICATES {
                    return Err(malformed);
                }
                address.root_certificates = Some(PathBuf::from(value.into_owned()));
            }
            if !url.username().is_empty() {
                let decode = |text: &str| {
                    form_urlencoded::parse(format!("x={}", text.replace('+', "%2B")).as_bytes())
                        .next()
                        .map(|(_, value)| value.into_owned())
                        .unwrap_or_default()
                };
                let password = url.password().unwrap_or_default();
                address.login = Some((decode(url.username()), decode(password)));
            }
            address.needs_tls |= tls;
            url.set_query(None);
            let _ = (url.set_username(""), url.set_password(None));
            address.servers.push(url);
        }
        Ok(address)
    }
}

impl fmt::Display for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let servers: Vec<_> = self.servers.iter().map(Url::as_str).collect();
        f.write_str(&servers.join(","))
    }
}

impl fmt::Debug for BusAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The bus of a club, over NATS. Where it cannot be reached, it is tried again for ever.
pub(crate) struct Nats {
    say: mpsc::Sender<Word>,
    words: Mutex<Option<mpsc::Receiver<Word>>>,
    is_connected: Arc<AtomicBool>,
}

impl Nats {
    /// Begins to connect. Nodes with the same `club` hear each other.
    pub(crate) fn start(address: BusAddress, club: &str) -> Self {
        let (say, to_say) = mpsc::channel(WAITING);
        let (heard, words) = mpsc::channel(WAITING);
        let is_connected = Arc::new(AtomicBool::new(false));
        let (subject, connected) = (format!("heterodox.{club}"), is_connected.clone());
        tokio::spawn(run(address, subject, connected, to_say, heard));
        Self { say, words: Mutex::new(Some(words)), is_connected }
    }
}

impl Bus for Nats {
    fn say(&self, word: Word) {
        // A full queue means that the bus is away: the others look by themselves.
        let _ = self.say.try_send(word);
    }

    fn listen(&self) -> Option<mpsc::Receiver<Word>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn is_connected(&self) -> bool {
        self.is_connected.load(Ordering::Relaxed)
    }
}

/// Passes words on until the bus is dropped.
async fn run(
    address: BusAddress,
    subject: String,
    is_connected: Arc<AtomicBool>,
    mut to_say: mpsc::Receiver<Word>,
    heard: mpsc::Sender<Word>,
) {
    let client = loop {
        match connect(&address, &is_connected).await {
            Ok(client) => break client,
            Err(error) => {
                tracing::error!(bus = %address, error, "the bus cannot be used");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    };
    let hearing = async {
        let Ok(mut messages) = client.subscribe(subject.clone()).await else { return };
        while let Some(message) = messages.next().await {
            let text = std::str::from_utf8(&message.payload).ok();
            if let Some(word) = text.and_then(|text| text.parse().ok()) {
                // What is not taken in time is dropped.
                let _ = heard.try_send(word);
            } else {
                tracing::warn!("a message on the bus is not understood");
            }
        }
    };
    let saying = async {
        while let Some(word) = to_say.recv().await {
            if !is_connected.load(Ordering::Relaxed) {
                continue;
            }
            if let Err(error) = client.publish(subject.clone(), word.to_string().into()).await {
                tracing::warn!(%error, "a word could not be said on the bus");
            }
        }
    };
    tokio::select! {
        () = hearing => tracing::error!("the bus has ended"),
        () = saying => {}
    }
}

async fn connect(address: &BusAddress, is_connected: &Arc<AtomicBool>) -> Result<Client, String> {
    let connected = is_connected.clone();
    let mut options = ConnectOptions::new()
        .name("heterodox")
        .no_echo()
        .retry_on_initial_connect()
        .connection_timeout(CONNECT_TIMEOUT)
        .reconnect_delay_callback(|_| RETRY_DELAY)
        .ping_interval(Duration::from_secs(5))
        .require_tls(address.needs_tls)
        .event_callback(move |event| {
            match &event {
                Event::Connected => {
                    connected.store(true, Ordering::Relaxed);
                    tracing::info!("the bus is connected");
                }
                Event::Disconnected | Event::Closed => {
                    connected.store(false, Ordering::Relaxed);
                    tracing::warn!("the bus is away");
                }
                event => tracing::debug!(%event, "on the bus"),
            }
            std::future::ready(())
        });
    if let Some((user, password)) = &address.login {
        options = options.user_and_password(user.clone(), password.clone());
    }
    if let Some(file) = &address.root_certificates {
        options = options.add_root_certificates(file.clone());
    }
    let servers: Result<Vec<ServerAddr>, _> =
        address.servers.iter().cloned().map(ServerAddr::from_url).collect();
    let servers = servers.map_err(|error| error.to_string())?;
    options.connect(servers).await.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_machine_needs_tls_and_no_password_is_shown() {
        let parse = |text: &str, insecure| BusAddress::parse(text, insecure);
        for good in ["nats://localhost:4222", "nats://127.0.0.1", "nats://[::1]:4222"] {
            assert!(!parse(good, false).unwrap().needs_tls, "{good}");
        }
        let plain = "nats://anna:s3cret@bus.example.org:4222";
        assert_eq!(parse(plain, false), Err(BusAddressError::Insecure));
        let address = parse(plain, true).unwrap();
        assert_eq!(address.login, Some(("anna".to_owned(), "s3cret".to_owned())));
        let mixed = "nats://localhost:4222,nats://192.0.2.1:4222";
        assert_eq!(parse(mixed, false), Err(BusAddressError::Insecure));
        let safe = "tls://anna:s%403+cret@bus.example.org:4222?tlsrootcert=/etc/my%20ca.pem";
        let address = parse(safe, false).unwrap();
        assert_eq!(address.login, Some(("anna".to_owned(), "s@3+cret".to_owned())));
        assert_eq!(address.root_certificates, Some(PathBuf::from("/etc/my ca.pem")));
        assert!(address.needs_tls);
        assert!(!format!("{address:?}").contains("cret"), "{address}");
        for bad in
            ["", "localhost:4222", "http://localhost", "nats://", "nats://h/x", "nats://h?y=1"]
        {
            assert_eq!(parse(bad, true), Err(BusAddressError::Malformed), "{bad}");
        }
    }
}

//! `heterodox serve`: runs the server of the pages and the JSON interface.

use super::database::DataArgs;
use crate::{output, settings};
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use heterodox_rules::quote;
use heterodox_server as server;
use heterodox_server::{
    GuestPolicy, MailConfig, PublicOrigin, ServeConfig, Server, TlsFiles, WorkerToken, share_arenas,
};
use ipnet::IpNet;
use sd_notify::NotifyState;
use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use tracing_subscriber::filter::LevelFilter;

/// Serve the pages and the JSON interface
///
/// Prints the address to open and runs until ctrl-c, SIGTERM or SIGHUP; requests in progress are
/// finished first. Games, guests and records are kept in the data folder, which is created if it
/// does not exist. While the disk is full, reading goes on, and writing resumes by itself. Every
/// option can also be set in a configuration file and by a variable of the environment.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox serve
  heterodox serve --data /srv/heterodox --listen 0.0.0.0:80")]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    place: DataArgs,

    /// NATS server by which servers on one database tell each other at once where something is new,
    /// as `nats://USER:PASSWORD@HOST:4222` or, to another machine, `tls://…`; `?tlsrootcert=FILE`
    /// names certificates to trust. Without it they look every two seconds
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL", env = "HETERODOX_BUS", hide_env_values = true)]
    bus: Option<String>,

    /// Address and port to listen on. 0.0.0.0:8080 lets other machines connect; port 0 takes a free
    /// port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080", env = "HETERODOX_LISTEN")]
    listen: String,

    /// Certificate for TLS, in PEM, with those that lead to its authority. Without it the server
    /// speaks plain HTTP, as behind a proxy. A renewed file is used within a minute
    #[arg(long, value_name = "FILE", env = "HETERODOX_TLS_CERT")]
    #[arg(requires = "tls_key", requires = "public_origin")]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM
    #[arg(long, value_name = "FILE", env = "HETERODOX_TLS_KEY", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// Address for monitoring by Prometheus, at /metrics. All who reach it may read it, so choose
    /// one that only the monitoring reaches, such as 127.0.0.1:9100
    #[arg(long, value_name = "ADDR", env = "HETERODOX_METRICS")]
    metrics: Option<String>,

    /// Number of threads that analyse positions, with lower priority than games [default: the
    /// number of cores minus one, at least 1]
    #[arg(long, value_name = "N", value_parser = workers, env = "HETERODOX_ANALYSIS_WORKERS")]
    analysis_workers: Option<NonZeroUsize>,

    /// Token of at least 16 characters for workers: engines on other machines that take jobs of
    /// this server (`heterodox worker`). Other users of the machine can see arguments, so the
    /// variable or the file is the better place
    #[arg(long, value_name = "TOKEN", env = "HETERODOX_WORKER_TOKEN", hide_env_values = true)]
    worker_token: Option<String>,

    /// Factor for the rate limits of guests and addresses. Increase it for a school behind one
    /// address, or for many bots
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = factor)]
    #[arg(env = "HETERODOX_LIMITS")]
    limits: NonZeroU32,

    /// Address or network of a reverse proxy whose header X-Forwarded-For is trusted; may be given
    /// several times, or separated by commas
    #[arg(long, value_name = "CIDR", value_parser = network, env = "HETERODOX_TRUSTED_PROXY")]
    #[arg(value_delimiter = ',')]
    trusted_proxy: Vec<IpNet>,

    /// Origin under which browsers reach the server, as `https://HOST` or `http://HOST:PORT`.
    /// Requests from pages of other origins are refused; with https, cookies are `Secure`
    #[arg(long, value_name = "ORIGIN", env = "HETERODOX_PUBLIC_ORIGIN")]
    public_origin: Option<PublicOrigin>,

    /// Who may make an account; for `code`, see `heterodox admin code`
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Registration::Open)]
    #[arg(env = "HETERODOX_REGISTRATION")]
    registration: Registration,

    /// What people without an account may do
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Guests::Play)]
    #[arg(env = "HETERODOX_GUESTS")]
    guests: Guests,

    /// File of puzzles to offer beside those of the program, as `heterodox puzzles` prints them;
    /// may be given several times, or separated by commas
    #[arg(long, value_name = "FILE", env = "HETERODOX_PUZZLES", value_delimiter = ',')]
    puzzles: Vec<PathBuf>,

    /// Take free text in the chats of games, from people with an account. Without it there are set
    /// phrases only. Reports of lines go to the moderators, at /moderation
    #[arg(long, env = "HETERODOX_CHAT")]
    chat: bool,

    /// SMTP server that sends the mails: `smtps://USER:PASSWORD@HOST`, the same with `smtp:` and
    /// `?tls=required`, or `smtp://HOST` for one without TLS. Other users of the machine can see
    /// arguments, so the variable is the better place for a password. Without it no mail is sent,
    /// and a lost password needs `heterodox admin reset-link`
    #[arg(long, value_name = "URL", env = "HETERODOX_SMTP", hide_env_values = true)]
    #[arg(requires = "mail_from", requires = "public_origin")]
    smtp: Option<String>,

    /// Sender of the mails, as NAME@HOST or 'Some Name <NAME@HOST>'
    #[arg(long, value_name = "ADDRESS", env = "HETERODOX_MAIL_FROM")]
    mail_from: Option<String>,

    /// The least severe messages to log to standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Log::Warn)]
    #[arg(env = "HETERODOX_LOG")]
    log: Log,

    /// How messages are written: for people, or one JSON object a line for programs
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    #[arg(env = "HETERODOX_LOG_FORMAT")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum Registration {
    Open,
    Code,
    Closed,
}

#[derive(Clone, Copy, ValueEnum)]
enum Guests {
    Play,
    Watch,
    None,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Log {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// Runs the command.
pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let of = |option: &'static str| move |error: anyhow::Error| anyhow!("{option} {error}");
    let address = address(&args.listen).map_err(of("--listen"))?;
    let metrics = args.metrics.as_deref().map(self::address).transpose();
    let metrics = metrics.map_err(of("--metrics"))?;
    let data = args.place.folder();
    start_log(args.log, args.log_format);
    settings::warn_of_misspelt_variables();
    share_arenas();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    let mut config = ServeConfig::new(address, &data);
    config.database = args.place.database.named()?;
    #[cfg(feature = "cluster")]
    {
        let parse = |text| server::BusAddress::parse(text, args.place.database.is_insecure());
        config.bus = args.bus.as_deref().map(parse).transpose()?;
    }
    config.metrics = metrics;
    config.tls = args
        .tls_cert
        .clone()
        .zip(args.tls_key.clone())
        .map(|(certificate, key)| TlsFiles { certificate, key });
    // Read here and not by the parser, whose errors show values.
    config.worker_token = args.worker_token.as_deref().map(WorkerToken::new).transpose()?;
    config.limits.factor = args.limits;
    config.trusted_proxies.clone_from(&args.trusted_proxy);
    config.public_origin.clone_from(&args.public_origin);
    config.puzzles.clone_from(&args.puzzles);
    config.people.registration = match args.registration {
        Registration::Open => server::Registration::Open,
        Registration::Code => server::Registration::Code,
        Registration::Closed => server::Registration::Closed,
    };
    config.people.guests = match args.guests {
        Guests::Play => GuestPolicy::Play,
        Guests::Watch => GuestPolicy::Watch,
        Guests::None => GuestPolicy::None,
    };
    config.people.chat = args.chat;
    if let Some((smtp, from)) = args.smtp.as_deref().zip(args.mail_from.as_deref()) {
        config.mail = Some(MailConfig::new(smtp, from)?);
    }
    config.analysis_workers = args.analysis_workers.unwrap_or(config.analysis_workers);
    runtime.block_on(serve(config))
}

async fn serve(config: ServeConfig) -> Result<()> {
    // Register the signal handlers before the address is announced, so that no signal is missed.
    let stop = shutdown_signal()?;
    survive_file_size_limit()?;
    let scheme = if config.tls.is_some() { "https" } else { "http" };
    let data = config.database.as_ref().map(ToString::to_string);
    let data = data.unwrap_or_else(|| config.data_dir.display().to_string());
    let server = Server::bind(config).await?;
    announce(scheme, server.address(), &data)?;
    if let Some(address) = server.metrics_address() {
        output::print(format!("Monitoring reads http://{address}/metrics\n"))?;
    }
    tell_systemd(&[NotifyState::Ready]);
    let stop = async {
        stop.await;
        tell_systemd(&[NotifyState::Stopping]);
    };
    server.run_until(stop).await;
    Ok(())
}

/// Tells systemd the state of the service, if it has started the server.
fn tell_systemd(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::debug!(%error, "systemd is not told");
    }
}

/// Prints the address of the server and where its data are.
fn announce(scheme: &str, address: SocketAddr, data: &str) -> Result<()> {
    let others = network_address(address)
        .map(|found| format!("Others in your network open {scheme}://{found}/\n"));
    output::print(format!(
        "Heterodox is open at {scheme}://{}/\n{}Its data lie in {data}.{}\n",
        local_address(address),
        others.unwrap_or_default(),
        if std::io::stdin().is_terminal() { " Press ctrl-c to close it." } else { "" }
    ))
}

/// Returns the address that browsers on other machines can open, if the server listens on all
/// addresses: that of the interface which leads out. No packet is sent.
fn network_address(address: SocketAddr) -> Option<SocketAddr> {
    if !address.ip().is_unspecified() {
        return None;
    }
    // An address for documentation (RFC 5737): any that is not in the network will do.
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    let found = socket.local_addr().ok()?.ip();
    (!found.is_loopback()).then(|| SocketAddr::new(found, address.port()))
}

/// Returns the address that a browser on this machine can open.
fn local_address(address: SocketAddr) -> SocketAddr {
    let mut open = address;
    if address.ip().is_unspecified() {
        open.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    open
}

/// Returns a future that completes when the process receives SIGINT, SIGTERM or SIGHUP.
#[cfg(unix)]
pub(crate) fn shutdown_signal() -> Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen for ctrl-c")?;
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen for SIGTERM")?;
    let mut hangup = signal(SignalKind::hangup()).context("cannot listen for SIGHUP")?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
        }
    })
}

/// Returns a future that completes at ctrl-c.
#[cfg(not(unix))]
pub(crate) fn shutdown_signal() -> Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a handler for ctrl-c the server runs until it is killed. No data is lost
            // then.
            std::future::pending::<()>().await;
        }
    })
}

/// Installs a handler for SIGXFSZ, whose default action ends the process. With a handler, a write
/// beyond the limit of file size (`ulimit -f`) fails like a write to a full disk. The handler stays
/// installed when the returned stream is dropped.
#[cfg(unix)]
fn survive_file_size_limit() -> Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let kind = SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw());
    signal(kind).map(drop).context("cannot listen for SIGXFSZ")
}

#[cfg(not(unix))]
fn survive_file_size_limit() -> Result<()> {
    Ok(())
}

/// The most threads of a kind. A larger number is taken for a typing error.
const MAX_WORKERS: usize = 256;

/// Reads a number of threads.
pub(crate) fn workers(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MAX_WORKERS);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX_WORKERS}"))
}

fn factor(text: &str) -> Result<NonZeroU32, String> {
    const MAX: u32 = 1_000_000;
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= MAX);
    number.ok_or_else(|| format!("expected a number from 1 to {MAX}"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network
        .map_err(|_| "expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8".to_owned())
}

fn address(text: &str) -> Result<SocketAddr> {
    let shown = quote(text);
    let mut found = text.to_socket_addrs().map_err(|error| {
        anyhow!("'{shown}': expected an address and a port, such as 127.0.0.1:9000 ({error})")
    })?;
    found.next().ok_or_else(|| anyhow!("'{shown}': the name has no address"))
}

/// Checks a setting that the parser of arguments takes as it is: its errors would show a password,
/// or the name of a host would be looked up, which is not done here.
///
/// # Errors
///
/// Fails if `serve` would refuse the value.
pub(crate) fn check_setting(name: &str, value: &str, is_insecure: bool) -> Result<()> {
    match name {
        "listen" | "metrics" => {
            let port = value.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
            let Some(Ok(_)) = port else {
                bail!("'{}': expected an address and a port, such as 127.0.0.1:9000", quote(value))
            };
        }
        "worker-token" => WorkerToken::new(value).map(drop)?,
        // A sender and a server that are fine, as each is checked by itself.
        "smtp" => MailConfig::new(value, "a@example.org").map(drop)?,
        "mail-from" => MailConfig::new("smtp://localhost", value).map(drop)?,
        #[cfg(feature = "cluster")]
        "database" => server::PgAddress::parse(value, is_insecure).map(drop)?,
        #[cfg(feature = "cluster")]
        "bus" => server::BusAddress::parse(value, is_insecure).map(drop)?,
        _ => {}
    }
    Ok(())
}

/// Returns the conventional folder of the operating system for a user's data.
pub(crate) fn default_data_dir(var: impl Fn(&str) -> Option<String>) -> PathBuf {
    let absolute = |name| var(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || absolute("HOME");
    let folder = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    folder.map_or_else(|| PathBuf::from("heterodox-data"), |folder| folder.join("heterodox"))
}

/// Starts the log on standard error.
pub(crate) fn start_log(level: Log, format: LogFormat) {
    let level = match level {
        Log::Off => LevelFilter::OFF,
        Log::Error => LevelFilter::ERROR,
        Log::Warn => LevelFilter::WARN,
        Log::Info => LevelFilter::INFO,
        Log::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(std::io::stderr().is_terminal()).init(),
        LogFormat::Json => log.json().with_ansi(false).init(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_default_data_folder_follows_the_conventions_of_the_system() {
        let dir = |vars: &[(&str, &str)]| {
            default_data_dir(|name| {
                vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(
            dir(&[("HOME", "/home/kahless")]),
            Path::new("/home/kahless/.local/share/heterodox")
        );
        let both = [("HOME", "/home/kahless"), ("XDG_DATA_HOME", "/data")];
        assert_eq!(dir(&both), Path::new("/data/heterodox"));
        // The XDG specification says that relative paths are ignored.
        assert_eq!(dir(&[("XDG_DATA_HOME", "data")]), Path::new("heterodox-data"));
    }

    #[test]
    fn the_printed_address_can_be_opened() {
        let open = |text: &str| local_address(text.parse().expect("an address")).to_string();
        assert_eq!(open("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(open("[::]:80"), "[::1]:80");
        assert_eq!(open("192.0.2.7:8080"), "192.0.2.7:8080");
    }
}

//! `heterodox serve`: the pages and the JSON interface.

use crate::output::{self, quote};
use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use heterodox_server::{PublicOrigin, ServeConfig, Server, share_arenas};
use ipnet::IpNet;
use std::env;
use std::io::IsTerminal;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use tracing_subscriber::filter::LevelFilter;

/// Serve the pages and the JSON interface
///
/// Prints the address to open and runs until it is told to stop (ctrl-c). Games, guests and records
/// are kept in the data folder, which is created if there is none.
#[derive(Args)]
#[command(after_help = "Examples:
  heterodox serve
  heterodox serve --data /srv/heterodox --listen 0.0.0.0:80")]
pub(crate) struct ServeArgs {
    /// Folder for games, guests and records [default: a folder of your own, or ./heterodox-data where
    /// the system names none]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Address and port to listen on; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: String,

    /// How many threads analyse positions for whoever looks; they stand back for games [default: one less
    /// than there are cores]
    #[arg(long, value_name = "N", value_parser = workers)]
    analysis_workers: Option<NonZeroUsize>,

    /// How many times the usual limits one guest or address may ask for; more for a school behind one
    /// address, or for a crowd of bots
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = factor)]
    limits: NonZeroU32,

    /// Address or network of a reverse proxy, which is believed when its X-Forwarded-For says who calls;
    /// may be given several times
    #[arg(long, value_name = "CIDR", value_parser = network)]
    trusted_proxy: Vec<IpNet>,

    /// Where browsers find the server, as `https://HOST` or `http://HOST:PORT`; with https cookies are
    /// sent over TLS alone
    #[arg(long, value_name = "ORIGIN")]
    public_origin: Option<PublicOrigin>,

    /// What to report on standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Log::Warn)]
    log: Log,
}

#[derive(Clone, Copy, ValueEnum)]
enum Log {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

/// Runs the command.
pub(crate) fn run(args: &ServeArgs) -> Result<()> {
    let address = address(&args.listen)?;
    let data = args.data.clone().unwrap_or_else(|| usual_data_dir(|name| env::var(name).ok()));
    start_log(args.log);
    share_arenas();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the server's threads")?;
    let mut config = ServeConfig::new(address, &data);
    config.limits.factor = args.limits;
    config.trusted_proxies.clone_from(&args.trusted_proxy);
    config.public_origin.clone_from(&args.public_origin);
    config.analysis_workers = args.analysis_workers.unwrap_or(config.analysis_workers);
    runtime.block_on(serve(config))
}

async fn serve(config: ServeConfig) -> Result<()> {
    // Ready before anybody is told that the server runs: a stop must never be missed.
    let stop = stop_asked()?;
    survive_file_size_limit()?;
    let data = config.data_dir.clone();
    let server = Server::bind(config).await?;
    announce(server.address(), &data)?;
    server.run_until(stop).await;
    Ok(())
}

/// Tells where to find the server.
fn announce(address: SocketAddr, data: &Path) -> Result<()> {
    output::print(format!(
        "Heterodox is open at http://{}/\nIts data lie in {}. Press ctrl-c to close it.\n",
        to_open(address),
        data.display()
    ))
}

/// The address that a browser on this machine can open.
fn to_open(address: SocketAddr) -> SocketAddr {
    let mut open = address;
    if address.ip().is_unspecified() {
        open.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    open
}

/// Is ready when the process is asked to stop, by ctrl-c or by the system.
#[cfg(unix)]
fn stop_asked() -> Result<impl Future<Output = ()>> {
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

#[cfg(not(unix))]
fn stop_asked() -> Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without ctrl-c the server runs until it is killed, which loses nothing.
            std::future::pending::<()>().await;
        }
    })
}

/// Makes a limit of file size (`ulimit -f`) an error of the write that meets it, as on a full disk.
/// By default its signal ends the process. That there is a handler is enough; it has nothing to do,
/// and stays when what is returned here is dropped.
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

/// The most threads that may be asked for: more would be a slip of the hand.
const MOST_WORKERS: usize = 256;

fn workers(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_WORKERS);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_WORKERS}"))
}

fn factor(text: &str) -> Result<NonZeroU32, String> {
    const MOST: u32 = 1_000_000;
    let number = text.parse().ok().filter(|number: &NonZeroU32| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST}"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network
        .map_err(|_| "expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8".to_owned())
}

fn address(text: &str) -> Result<SocketAddr> {
    let mut found = text.to_socket_addrs().map_err(|error| {
        anyhow!(
            "--listen '{}': expected an address and a port, such as 127.0.0.1:8080 ({error})",
            quote(text)
        )
    })?;
    found.next().ok_or_else(|| anyhow!("--listen '{}': the name has no address", quote(text)))
}

/// The folder for a user's data, as the system's customs have it.
fn usual_data_dir(var: impl Fn(&str) -> Option<String>) -> PathBuf {
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

fn start_log(level: Log) {
    let level = match level {
        Log::Off => LevelFilter::OFF,
        Log::Error => LevelFilter::ERROR,
        Log::Warn => LevelFilter::WARN,
        Log::Info => LevelFilter::INFO,
        Log::Debug => LevelFilter::DEBUG,
    };
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn data_lie_where_the_system_wants_them() {
        let dir = |vars: &[(&str, &str)]| {
            usual_data_dir(|name| {
                vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(
            dir(&[("HOME", "/home/kahless")]),
            Path::new("/home/kahless/.local/share/heterodox")
        );
        let both = [("HOME", "/home/kahless"), ("XDG_DATA_HOME", "/data")];
        assert_eq!(dir(&both), Path::new("/data/heterodox"));
        // A relative folder is to be passed over, says the custom.
        assert_eq!(dir(&[("XDG_DATA_HOME", "data")]), Path::new("heterodox-data"));
    }

    #[test]
    fn an_address_is_told_that_can_be_opened() {
        let open = |text: &str| to_open(text.parse().expect("an address")).to_string();
        assert_eq!(open("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(open("[::]:80"), "[::1]:80");
        assert_eq!(open("192.0.2.7:8080"), "192.0.2.7:8080");
    }
}

//! The address of a database, and whether a connection to it needs TLS.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use url::form_urlencoded;

/// The parameter of the address that names a file of certificates.
const ROOT_CERTIFICATES: &str = "sslrootcert";

/// The address of a `PostgreSQL` database, as
/// `postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETER=VALUE`. `Debug` and `Display` leave out
/// the password.
///
/// The parameters are those of `tokio_postgres::Config`, and `sslrootcert` with a file of
/// certificates in PEM form that are trusted instead of those of the web. Several hosts may be
/// named: the one that can be written is used.
#[derive(Clone, PartialEq, Eq)]
pub struct PgAddress {
    pub(super) config: Config,
    pub(super) root_certificates: Option<PathBuf>,
}

/// Why an address of a database cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// It is none. The text is left out: it may hold a password.
    #[error(
        "the address of the database is not understood: expected \
         postgres://USER:PASSWORD@HOST/DATABASE, with reserved characters as %XX"
    )]
    Malformed,
    /// TLS is switched off, and the host is another machine.
    #[error(
        "the connection to the database would not be encrypted: games hold hidden information, so \
         leave out sslmode=disable, or allow it with --insecure-database"
    )]
    Insecure,
}

impl PgAddress {
    /// Reads an address. A connection to another machine must use TLS, unless `insecure` allows it
    /// to do without.
    ///
    /// # Errors
    ///
    /// The text is no address, or it switches TLS off.
    pub fn parse(text: &str, insecure: bool) -> Result<Self, AddressError> {
        let is_url = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        if !is_url {
            return Err(AddressError::Malformed);
        }
        // A `?` in the password is none that begins the parameters.
        let host = text.rfind('@').unwrap_or(0);
        let query = text[host..].find('?').map_or(text.len(), |at| host + at);
        let (base, query) = (&text[..query], text.get(query + 1..).unwrap_or_default());
        let is_root = |pair: &&str| pair.split('=').next() == Some(ROOT_CERTIFICATES);
        let (root, others): (Vec<&str>, Vec<&str>) =
            query.split('&').filter(|pair| !pair.is_empty()).partition(is_root);
        let root_certificates = root.first().and_then(|pair| {
            let (_, file) = form_urlencoded::parse(pair.as_bytes()).next()?;
            Some(PathBuf::from(file.into_owned()))
        });
        let text = format!("{base}?{}", others.join("&"));
        let mut config: Config = text.parse().map_err(|_| AddressError::Malformed)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(AddressError::Malformed);
        }
        let mode = match (config.get_ssl_mode(), is_local(&config)) {
            (SslMode::Require, _) => SslMode::Require,
            // The certificate of a server on the same machine is seldom one that can be verified.
            (_, true) => SslMode::Disable,
            (mode, false) if insecure => mode,
            (SslMode::Disable, false) => return Err(AddressError::Insecure),
            // Not `Prefer`: a machine between could say that the server has no TLS.
            (_, false) => SslMode::Require,
        };
        config.ssl_mode(mode);
        if config.get_target_session_attrs() == TargetSessionAttrs::Any {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        Ok(Self { config, root_certificates })
    }
}

/// Whether all hosts are this machine.
fn is_local(config: &Config) -> bool {
    let addresses = config.get_hostaddrs();
    if !addresses.is_empty() {
        return addresses.iter().all(IpAddr::is_loopback);
    }
    config.get_hosts().iter().all(|host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    })
}

impl fmt::Display for PgAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (index, host) in self.config.get_hosts().iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(folder) => write!(f, "{}", folder.display())?,
            }
            if let Some(port) = ports.get(index).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for PgAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PgAddress, AddressError> {
        PgAddress::parse(text, false)
    }

    #[test]
    fn another_machine_needs_tls() {
        let mode = |text: &str, insecure| {
            PgAddress::parse(text, insecure).map(|address| address.config.get_ssl_mode())
        };
        for local in [
            "postgres://anna@localhost/club",
            "postgresql://anna@127.0.0.1:5433/club?sslmode=prefer",
            "postgres://anna@%2Fvar%2Frun%2Fpostgresql/club",
            "postgres://anna@db/club?hostaddr=127.0.0.1",
        ] {
            assert_eq!(mode(local, false), Ok(SslMode::Disable), "{local}");
        }
        for other in [
            "postgres://anna@db.example.org/club",
            "postgres://anna@localhost,192.0.2.1/club?sslmode=prefer",
            "postgres://anna@localhost/club?hostaddr=192.0.2.1",
        ] {
            assert_eq!(mode(other, false), Ok(SslMode::Require), "{other}");
        }
        let plain = "postgres://anna@db/club?sslmode=disable";
        assert_eq!(mode(plain, false), Err(AddressError::Insecure));
        assert_eq!(mode(plain, true), Ok(SslMode::Disable));
        assert_eq!(mode("postgres://anna@127.0.0.1/x?sslmode=require", true), Ok(SslMode::Require));
    }

    #[test]
    fn the_password_is_never_shown() {
        let address = parse("postgres://anna:s3cret@db:5433/club?sslrootcert=/etc/my%20ca.pem");
        let address = address.unwrap();
        assert_eq!(address.to_string(), "postgres://anna@db:5433/club");
        assert_eq!(format!("{address:?}"), "postgres://anna@db:5433/club");
        assert_eq!(address.root_certificates, Some(PathBuf::from("/etc/my ca.pem")));
        assert_eq!(address.config.get_password(), Some(b"s3cret".as_slice()));
        let odd = parse("postgres://anna:s?3&&c@db/club?sslmode=require").unwrap();
        assert_eq!(odd.config.get_password(), Some(b"s?3&&c".as_slice()));
        for bad in
            ["postgres://anna:s3cret@db:port/club", "host=db password=s3cret", "", "postgres:///"]
        {
            let error = parse(bad).expect_err(bad);
            assert!(!error.to_string().contains("s3c"), "{error}");
        }
    }
}

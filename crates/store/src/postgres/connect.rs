//! Connections with the options of a store.

use super::PgAddress;
use super::db::{Db, Failure};
use crate::StoreError;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long an attempt to connect takes at most.
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a read or a batch of writes takes at most. With what is before it in the queue a write
/// takes [`WRITE_TIMEOUT`](super::writer::WRITE_TIMEOUT) at most.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(8);

/// The options of every session, with times in milliseconds.
///
/// - A statement ends before its caller stops waiting for it.
/// - A transaction whose client has stopped (a machine that sleeps, a link that is cut) ends soon,
///   because others wait for its rows.
/// - Statements are short, so compiling them takes longer than running them.
const OPTIONS: &str = "-c statement_timeout=8000 -c lock_timeout=5000 \
    -c idle_in_transaction_session_timeout=2000 -c jit=off";

/// A pool of at most `size` connections, none of which is open yet.
///
/// # Errors
///
/// [`StoreError::Database`] if the certificates cannot be read.
pub(super) fn pool(address: &PgAddress, size: usize) -> Result<Pool, StoreError> {
    let config = with_options(address.config.clone());
    // A connection that has ended is noticed; asking before each use would cost a round trip.
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = if config.get_ssl_mode() == SslMode::Disable {
        Manager::from_config(config, NoTls, recycling)
    } else {
        Manager::from_config(config, MakeRustlsConnect::new(tls(address)?), recycling)
    };
    let pool = Pool::builder(manager)
        .max_size(size)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(CONNECT_TIMEOUT))
        .create_timeout(Some(CONNECT_TIMEOUT))
        .recycle_timeout(Some(CONNECT_TIMEOUT))
        .build();
    pool.map_err(|error| StoreError::Database(error.to_string()))
}

fn with_options(mut config: Config) -> Config {
    let own = config.get_options().unwrap_or_default();
    // The last setting of an option counts: those of the address.
    let options = format!("{OPTIONS} {own}");
    config.options(options.trim_end());
    if config.get_application_name().is_none() {
        config.application_name("heterodox");
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    // What was sent and is not acknowledged, and a silent link, end the connection in seconds.
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(STATEMENT_TIMEOUT);
    }
    config
        .keepalives_idle(Duration::from_secs(4))
        .keepalives_interval(Duration::from_secs(2))
        .keepalives_retries(2);
    config
}

fn tls(address: &PgAddress) -> Result<ClientConfig, StoreError> {
    let failed = |reason: String| StoreError::Database(format!("TLS cannot be used: {reason}"));
    let mut roots = RootCertStore::empty();
    match &address.root_certificates {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(file) => {
            let read = |error| failed(format!("{}: {error}", file.display()));
            let certificates = CertificateDer::pem_file_iter(file).map_err(read)?;
            for certificate in certificates {
                let certificate = certificate.map_err(read)?;
                roots.add(certificate).map_err(|error| failed(error.to_string()))?;
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(error.to_string()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// A connection that writes. A commit on it waits for the disk, whatever the database's default is.
pub(super) async fn writer(pool: &Pool) -> Result<Object, StoreError> {
    let connection = pool.get().await.map_err(pool_error)?;
    let statement = "select set_config('synchronous_commit', 'on', false) \
        where current_setting('synchronous_commit') = 'off'";
    Db(&connection).query(statement, &[]).await.map_err(Failure::from)?;
    Ok(connection)
}

/// The error of a pool.
pub(super) fn pool_error(error: deadpool_postgres::PoolError) -> StoreError {
    match error {
        deadpool_postgres::PoolError::Backend(error) => error.into(),
        deadpool_postgres::PoolError::Closed => StoreError::Closed,
        deadpool_postgres::PoolError::Timeout(_) => {
            StoreError::Database("the database does not answer".to_owned())
        }
        error => StoreError::Database(error.to_string()),
    }
}

//! TLS of the server's own, for a server without a proxy before it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// How often the files are looked at, at most.
const RELOAD_INTERVAL: Duration = Duration::from_mins(1);

/// The files of a certificate, as certificate authorities issue them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// The certificate with those that lead to its authority, in PEM.
    pub certificate: PathBuf,
    /// Its private key, in PEM.
    pub key: PathBuf,
}

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(
    "the certificate '{}' with the key '{}' cannot be used: {reason}",
    files.certificate.display(),
    files.key.display()
)]
pub struct TlsError {
    files: TlsFiles,
    reason: String,
}

/// The certificate in use. It is read again when its file has changed, so that a renewed one needs
/// no restart.
pub(crate) struct Tls {
    files: TlsFiles,
    current: Mutex<Current>,
}

struct Current {
    acceptor: TlsAcceptor,
    modified: Option<SystemTime>,
    looked: Instant,
}

impl Tls {
    /// Reads the files.
    pub(crate) fn open(files: TlsFiles) -> Result<Self, TlsError> {
        let modified = modified(&files.certificate);
        let acceptor = acceptor(&files)
            .map_err(|reason| TlsError { files: files.clone(), reason: reason.to_string() })?;
        let current = Current { acceptor, modified, looked: Instant::now() };
        Ok(Self { files, current: Mutex::new(current) })
    }

    /// What accepts the next connection.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        // A panic leaves the certificate of before.
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.looked.elapsed() > RELOAD_INTERVAL {
            current.looked = Instant::now();
            let modified = modified(&self.files.certificate);
            if modified != current.modified {
                match acceptor(&self.files) {
                    Ok(acceptor) => (current.acceptor, current.modified) = (acceptor, modified),
                    // The key may be written after the certificate.
                    Err(error) => tracing::error!(%error, "a new certificate cannot be used"),
                }
            }
        }
        current.acceptor.clone()
    }
}

fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|metadata| metadata.modified()).ok()
}

fn acceptor(files: &TlsFiles) -> io::Result<TlsAcceptor> {
    let in_file =
        |file: &Path, error: pem::Error| io::Error::other(format!("{}: {error}", file.display()));
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| in_file(&files.certificate, error))?;
    let key =
        PrivateKeyDer::from_pem_file(&files.key).map_err(|error| in_file(&files.key, error))?;
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(io::Error::other)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

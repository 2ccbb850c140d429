//! File permissions. The database holds hidden information of games, so only its owner has access.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

/// Creates the file with mode 0600 if it does not exist. `SQLite` gives the `-wal` and `-shm` files
/// the permissions of the database.
pub(super) fn create_private(file: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Removes the permissions of group and others from the database, its write-ahead log and its
/// shared memory. A failure is logged only.
#[cfg(unix)]
pub(super) fn restrict_to_owner(file: &Path) {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    for suffix in ["", "-wal", "-shm"] {
        let mut path = file.as_os_str().to_owned();
        path.push(suffix);
        let Ok(metadata) = metadata(&path) else { continue };
        let mode = metadata.permissions().mode();
        let owner_only = mode & 0o700;
        if mode & 0o777 == owner_only {
            continue;
        }
        let path = Path::new(&path);
        // A file of another owner may be writable although its permissions cannot be changed.
        match set_permissions(path, Permissions::from_mode(owner_only)) {
            Ok(()) => {
                tracing::warn!(path = %path.display(), "removed other users' access to this file");
            }
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "cannot remove other users' access to this file");
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) fn restrict_to_owner(_: &Path) {}

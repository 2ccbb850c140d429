//! Who may read the files: their owner alone, because they hold hidden information of games.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

/// Creates the file if there is none. The files that `SQLite` puts beside it get its permissions.
pub(super) fn create(file: &Path) -> std::io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Takes away what others may do with the file, its write-ahead log and its shared memory.
#[cfg(unix)]
pub(super) fn tighten(file: &Path) {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    for suffix in ["", "-wal", "-shm"] {
        let mut path = file.as_os_str().to_owned();
        path.push(suffix);
        let Ok(found) = metadata(&path) else { continue };
        let mode = found.permissions().mode();
        let allowed = mode & 0o700;
        if mode & 0o777 == allowed {
            continue;
        }
        let path = Path::new(&path);
        // A file of another owner can be used though its permissions cannot be changed.
        match set_permissions(path, Permissions::from_mode(allowed)) {
            Ok(()) => tracing::warn!(path = %path.display(), "others could use this file"),
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "others can use this file");
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &Path) {}

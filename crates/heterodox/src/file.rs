//! Reads and writes files.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Reads a text file. The path `-` is standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
    } else {
        File::open(path)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .with_context(|| format!("cannot read {}", path.display()))?;
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.split(|&byte| byte == b'\n').count();
        anyhow::anyhow!("{}: line {line}: expected text in UTF-8", name(path))
    })
}

/// The most symbolic links that are followed, as in Linux.
const MAX_LINKS: usize = 40;

/// Writes a file atomically: writes a temporary file in the same folder and renames it. Symbolic
/// links are followed and stay.
pub(crate) fn write_atomically(path: &Path, content: &[u8]) -> Result<()> {
    write_with(path, content, |path| File::create_new(path))
}

/// As [`write_atomically`]; the file can be read by its owner alone.
pub(crate) fn write_private(path: &Path, content: &[u8]) -> Result<()> {
    write_with(path, content, |path| {
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)
    })
}

fn write_with(
    path: &Path,
    content: &[u8],
    create: impl FnMut(&Path) -> io::Result<File>,
) -> Result<()> {
    follow(path)
        .and_then(|file| write_beside(&file, content, create))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Resolves symbolic links. The file itself need not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn write_beside(
    path: &Path,
    content: &[u8],
    create: impl FnMut(&Path) -> io::Result<File>,
) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        // A device or a pipe must not be replaced by a file.
        return fs::write(path, content);
    }
    // Not the builder's default, whose errors name the temporary file.
    let mut file =
        tempfile::Builder::new().prefix(".heterodox-").make_in(folder_of(path), create)?;
    file.as_file_mut().write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Returns the name of a path for messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_and_no_temporary_file_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("picture.svg");
        write_atomically(&path, b"one").expect("written");
        write_atomically(&path, b"two").expect("written again");
        assert_eq!(fs::read(&path).expect("readable"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record.txt");
        fs::write(&path, b"one\ntwo\n\xff").expect("written");
        let error = read_text(&path).expect_err("not text");
        assert_eq!(
            error.to_string(),
            format!("{}: line 3: expected text in UTF-8", path.display())
        );
    }
}

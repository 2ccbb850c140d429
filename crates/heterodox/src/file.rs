//! Reading and writing of files.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Reads a text, from standard input if the path is `-`.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
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

/// Writes a file whole or not at all: into a temporary one beside it, which then takes its name.
pub(crate) fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    write_beside(path, content).with_context(|| format!("cannot write {}", path.display()))
}

fn write_beside(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".heterodox-");
    // A temporary file is the owner's alone; a picture is for others too, as far as the umask lets.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // A folder that is none is the usual mistake; asked first, it is said without the name of the
    // temporary file.
    std::fs::read_dir(&folder)?;
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// How messages call a path.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("picture.svg");
        write_whole(&path, b"one").expect("written");
        write_whole(&path, b"two").expect("written again");
        assert_eq!(std::fs::read(&path).expect("readable"), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn text_that_is_none_is_named_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record.txt");
        std::fs::write(&path, b"one\ntwo\n\xff").expect("written");
        let error = read_text(&path).expect_err("not text");
        assert_eq!(
            error.to_string(),
            format!("{}: line 3: expected text in UTF-8", path.display())
        );
    }
}

//! `heterodox draw`: complete files in the right format, or none.

use crate::common::{BATTLE, heterodox};
use std::path::Path;

fn draw(folder: &Path, name: &str, more: &[&str]) -> (crate::common::Ran, Option<Vec<u8>>) {
    let path = folder.join(name);
    let file = path.to_str().expect("a path");
    let start = ["draw", "klinzha", "-o", file];
    let ran = heterodox(&[&start[..], more].concat());
    let left = std::fs::read_dir(folder).expect("listed").count();
    let picture = std::fs::read(&path).ok();
    assert_eq!(left, usize::from(picture.is_some()), "nothing else is left behind");
    (ran, picture)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Returns width and height of a PNG, from its first chunk.
fn size_of_png(picture: &[u8]) -> (u32, u32) {
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&picture[12..16], b"IHDR");
    assert_eq!(&picture[picture.len() - 8..picture.len() - 4], b"IEND");
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().expect("4 bytes"));
    (number(16), number(20))
}

#[test]
fn a_position_is_drawn_as_svg() {
    let folder = folder();
    let (ran, picture) = draw(folder.path(), "battle.svg", &["--position", BATTLE]);
    assert_eq!((ran.good(), true), (String::new(), picture.is_some()));
    let svg = String::from_utf8(picture.expect("a picture")).expect("text");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    // Another position gives another picture.
    let other = tempfile::tempdir().expect("a folder");
    let (_, start) = draw(other.path(), "start.SVG", &["--quick-start", "north-west"]);
    assert_ne!(start.expect("a picture"), svg.as_bytes());
}

#[test]
fn a_position_is_drawn_as_png_of_the_wanted_width() {
    let folder = folder();
    let more = ["--position", BATTLE, "--size", "300", "--theme", "dark", "--as", "gold"];
    let (ran, picture) = draw(folder.path(), "battle.png", &more);
    ran.good();
    let (width, height) = size_of_png(&picture.expect("a picture"));
    assert_eq!(width, 300);
    assert!((200..=400).contains(&height), "{height}");
    // An existing picture is replaced.
    let (ran, picture) = draw(folder.path(), "battle.png", &["--quick-start", "north-west"]);
    ran.good();
    assert_eq!(size_of_png(&picture.expect("a picture")).0, 1000);
}

#[test]
fn the_bare_board_needs_no_position() {
    let folder = folder();
    let (ran, picture) = draw(folder.path(), "board.svg", &["--empty", "--names", "--regions"]);
    ran.good();
    assert!(picture.is_some());
}

#[test]
fn what_cannot_be_drawn_leaves_no_file() {
    let folder = folder();
    let start = ["--quick-start", "north-west"];
    let fails = |name: &str, more: &[&str], line: &str| {
        let (ran, picture) = draw(folder.path(), name, more);
        assert_eq!(picture, None);
        ran.fails_with(&line.replace("FILE", folder.path().join(name).to_str().expect("a path")));
    };
    fails("x.gif", &start, "error: FILE: expected a file name ending in .svg or .png");
    fails("x", &start, "error: FILE: expected a file name ending in .svg or .png");
    fails(
        "x.png",
        &["--position", "9"],
        "error: position '9': expected '<rows> <gold|green> <quiet> <turn number>' with single spaces",
    );
    fails("no/x.png", &start, "error: cannot write FILE: No such file or directory (os error 2)");
    let sized = |size| [&start[..], &["--size", size]].concat();
    fails("x.png", &sized("0"), "error: --size: a picture must be 1 to 8192 pixels wide, not 0");
    fails("x.svg", &sized("100"), "error: --size is the width of a PNG; an SVG fits any size");
    let seat = |seat| [&start[..], &["--as", seat]].concat();
    fails("x.svg", &seat("red"), "error: --as 'red': expected gold, green or 0 to 1");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_leads_to_the_picture() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("album")).expect("a folder");
    // The first link points to an existing file, the second to a missing one, the third to the
    // first link.
    std::fs::write(path("album/old.svg"), "old").expect("written");
    symlink("album/old.svg", path("old.svg")).expect("a link");
    symlink(path("album/new.svg"), path("new.svg")).expect("a link");
    symlink("old.svg", path("again.svg")).expect("a link");
    let draw = |name: &str| {
        let file = path(name);
        let file = file.to_str().expect("a path");
        heterodox(&["draw", "klinzha", "--quick-start", "north-west", "-o", file])
    };
    for (link, file) in [("old.svg", "old"), ("new.svg", "new"), ("again.svg", "old")] {
        let file = path(&format!("album/{file}.svg"));
        if file.exists() {
            std::fs::write(&file, "old").expect("written");
        }
        draw(link).good();
        assert!(path(link).is_symlink(), "{link}");
        let picture = std::fs::read_to_string(&file).expect("a picture");
        assert!(picture.starts_with("<svg"), "{link}");
    }
    assert_eq!(std::fs::read_dir(path("album")).expect("listed").count(), 2);
    symlink("round.svg", path("round.svg")).expect("a link");
    let round = path("round.svg");
    draw("round.svg")
        .fails_with(&format!("error: cannot write {}: too many links", round.display()));
}

/// A folder of the kernel in which not even root can create files.
#[cfg(target_os = "linux")]
#[test]
fn the_temporary_file_is_nobodys_business() {
    let args = ["draw", "klinzha", "--quick-start", "north-west", "-o", "/proc/self/x.svg"];
    let ran = heterodox(&args);
    assert_eq!(ran.status, Some(2));
    assert!(ran.err.starts_with("error: cannot write /proc/self/x.svg: "), "{}", ran.err);
    assert!(!ran.err.contains(".heterodox-") && ran.err.lines().count() == 1, "{}", ran.err);
    let folder = folder();
    let taken = folder.path().join("folder.svg");
    std::fs::create_dir(&taken).expect("a folder");
    let ran = heterodox(&[&args[..5], &[taken.to_str().expect("a path")]].concat());
    assert_eq!(ran.status, Some(2));
    assert!(!ran.err.contains(".heterodox-") && ran.err.contains("irectory"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(folder.path()).expect("listed").count(), 1);
}

//! `heterodox draw --animate`: records as looping GIF.

use crate::common::{Ran, data, heterodox, heterodox_with};
use gif::{ColorOutput, DecodeOptions, Repeat};
use heterodox_draw::{BoardOptions, ColourMode, frame_svg, png};
use heterodox_rules::{board, read_record};
use serde_json::json;
use std::path::Path;

/// A GIF as a viewer shows it.
struct Shown {
    width: usize,
    height: usize,
    is_endless: bool,
    /// In hundredths of a second.
    delays: Vec<u16>,
    /// The pixels after each frame.
    pictures: Vec<Vec<[u8; 3]>>,
}

fn show(bytes: &[u8]) -> Shown {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut pixels = vec![[0; 3]; width * height];
    let (mut delays, mut pictures) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let columns = usize::from(frame.width);
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (i % columns, i / columns);
            if pixel[3] > 0 {
                let at = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
                pixels[at] = [pixel[0], pixel[1], pixel[2]];
            }
        }
        delays.push(frame.delay);
        pictures.push(pixels.clone());
    }
    let is_endless = decoder.repeat() == Repeat::Infinite;
    Shown { width, height, is_endless, delays, pictures }
}

/// Returns the pixels of a PNG.
fn pixels_of_png(bytes: &[u8]) -> Vec<[u8; 3]> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a small picture")];
    reader.next_frame(&mut buffer).expect("pixels");
    buffer.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Asserts that two pictures differ by the palette only: flat colours are equal, and no pixel of an
/// edge is far off. The last row is left out, as a drawing covers it in part.
#[track_caller]
fn assert_alike(shown: &[[u8; 3]], still: &[[u8; 3]], width: usize) {
    assert_eq!(shown.len(), still.len());
    let pairs = || shown.iter().zip(still).take(still.len() - width);
    let farthest = |(a, b): (&[u8; 3], &[u8; 3])| {
        a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().expect("three channels")
    };
    let equal = pairs().filter(|(a, b)| a == b).count();
    assert!(equal * 100 > still.len() * 80, "{equal} of {} pixels are equal", still.len());
    let worst = pairs().map(farthest).max().expect("pixels");
    assert!(worst <= 48, "a pixel is off by {worst}");
}

fn animate(folder: &Path, record: &str, more: &[&str]) -> (Ran, Option<Vec<u8>>) {
    let path = folder.join("game.gif");
    let _ = std::fs::remove_file(&path);
    let file = path.to_str().expect("a path");
    let record = data(record);
    let record = record.to_str().expect("a path");
    let start = ["draw", "--animate", record, "-o", file];
    let ran = heterodox(&[&start[..], more].concat());
    (ran, std::fs::read(&path).ok())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

const SAMPLE: &str = "sample-battle.txt";
const CLOUDED: &str = "clouded-battle.txt";

#[test]
fn a_game_is_a_small_gif_whose_frames_are_the_still_pictures() {
    let folder = folder();
    let (ran, gif) = animate(folder.path(), SAMPLE, &["--size", "300", "--json"]);
    let said = ran.json();
    assert_eq!((&said["game"], &said["frames"]), (&json!("klinzha"), &json!(48)));
    let gif = gif.expect("a picture");
    assert!(gif.len() < 150_000, "{} bytes", gif.len());
    let shown = show(&gif);
    assert_eq!((shown.width, shown.is_endless, shown.pictures.len()), (300, true, 48));
    assert_eq!(shown.height, shown.pictures[0].len() / 300);
    let (last, others) = shown.delays.split_last().expect("frames");
    assert!(others.iter().all(|delay| *delay == 80) && *last == 320, "{:?}", shown.delays);
    let text = std::fs::read_to_string(data(SAMPLE)).expect("the record");
    let record = read_record(&text).expect("a record");
    let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Light) };
    for ply in [0, 17, 47] {
        let svg = frame_svg("klinzha", board("klinzha").unwrap(), &record.frames[ply], &options);
        let still = pixels_of_png(&png(&svg, 300).expect("a picture"));
        assert_alike(&shown.pictures[ply], &still, 300);
    }
}

#[test]
fn a_part_of_a_game_is_shown_at_the_wanted_pace() {
    let folder = folder();
    let part = ["--from", "20", "--to", "22", "--delay", "1500", "--size", "200"];
    let (ran, gif) = animate(folder.path(), SAMPLE, &part);
    ran.good();
    let shown = show(&gif.expect("a picture"));
    assert_eq!((shown.pictures.len(), shown.delays), (3, vec![150, 150, 600]));
    let (_, whole) = animate(folder.path(), SAMPLE, &["--size", "200"]);
    let whole = show(&whole.expect("a picture"));
    // The whole game has space for more captured pieces only where the corners have none.
    assert_alike(&shown.pictures[2], &whole.pictures[22], 200);
    let dark = ["--theme", "dark", "--to", "0", "--size", "200"];
    let (_, dark) = animate(folder.path(), SAMPLE, &dark);
    let dark = show(&dark.expect("a picture"));
    assert_eq!(dark.pictures.len(), 1);
    assert!(dark.pictures[0][0][0] < 64, "the page is dark: {:?}", dark.pictures[0][0]);
}

#[test]
fn each_view_of_a_clouded_game_can_be_shown_and_both() {
    let folder = folder();
    let view = |view: &[&str]| {
        let more = [&["--size", "200", "--from", "60"], view].concat();
        let (ran, gif) = animate(folder.path(), CLOUDED, &more);
        ran.good();
        show(&gif.expect("a picture"))
    };
    let [umpire, gold, green, public] = [
        view(&[]),
        view(&["--view", "gold"]),
        view(&["--view", "green"]),
        view(&["--view", "public"]),
    ];
    let count = umpire.pictures.len();
    for (a, b) in [(&umpire, &gold), (&umpire, &public), (&gold, &green), (&gold, &public)] {
        assert_eq!(b.pictures.len(), count);
        assert_ne!(a.pictures[0], b.pictures[0], "each knows something else");
    }
    let (ran, both) = animate(folder.path(), CLOUDED, &["--view", "both", "--from", "60"]);
    ran.good();
    let both = both.expect("a picture");
    assert!(both.len() < 400_000, "{} bytes", both.len());
    let both = show(&both);
    assert_eq!((both.width, both.pictures.len()), (800, count));
    assert!(both.height < 450, "the boards stand side by side: {}", both.height);
}

#[test]
fn what_cannot_be_animated_is_refused_and_leaves_no_file() {
    let folder = folder();
    let fails = |record: &str, more: &[&str], line: &str| {
        let (ran, gif) = animate(folder.path(), record, more);
        assert_eq!(gif, None, "{more:?}");
        assert_eq!(ran.status, Some(2), "{more:?} {ran:?}");
        assert!(ran.err.contains(line), "{more:?}: {}", ran.err);
    };
    fails(SAMPLE, &["--from", "48"], "--from 48: expected 0 to 47, the plies of the record");
    fails(SAMPLE, &["--to", "48"], "--to 48: expected 0 to 47, the plies of the record");
    fails(SAMPLE, &["--from", "9", "--to", "8"], "--to 8: expected 9 to 47");
    fails(SAMPLE, &["--delay", "99"], "100..=10000");
    fails(SAMPLE, &["--size", "0"], "--size: a picture must be 1 to 8192 pixels wide, not 0");
    fails(SAMPLE, &["--view", "both"], "nothing is hidden in Klin Zha, expected public");
    fails(CLOUDED, &["--view", "red"], "--view 'red': expected gold, green, public or both");
    fails(SAMPLE, &["kaleidochess"], "expected a record of kaleidochess, found klinzha");
    fails(SAMPLE, &["--as", "gold"], "cannot be used with");
    let file = folder.path().join("x.png");
    let file = file.to_str().expect("a path");
    let record = data(SAMPLE);
    let record = record.to_str().expect("a path");
    heterodox(&["draw", "--animate", record, "-o", file])
        .fails_with(&format!("error: {file}: expected a file name ending in .gif"));
    let neither = heterodox(&["draw", "-o", file]);
    assert!(neither.status == Some(2) && neither.err.contains("<GAME>"), "{}", neither.err);
}

/// A player's own record holds no other view.
#[test]
fn a_players_record_shows_that_players_view_alone() {
    let folder = folder();
    let record = data(CLOUDED);
    let record = record.to_str().expect("a path");
    let own = heterodox(&["replay", record, "--as", "gold", "--strict"]).good();
    let path = folder.path().join("own.txt");
    std::fs::write(&path, own).expect("written");
    let own = path.to_str().expect("a path");
    let file = folder.path().join("own.gif");
    let draw = |more: &[&str]| {
        let start =
            ["draw", "--animate", own, "--size", "200", "-o", file.to_str().expect("a path")];
        heterodox(&[&start[..], more].concat())
    };
    draw(&[]).good();
    let alone = std::fs::read(&file).expect("a picture");
    let (_, umpires) = animate(folder.path(), CLOUDED, &["--view", "gold", "--size", "200"]);
    assert_eq!(show(&alone).pictures, show(&umpires.expect("a picture")).pictures);
    let refused = draw(&["--view", "both"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("--view needs the umpire's record"), "{}", refused.err);
}

const GRAND_CHESS: &str = "[Variant \"Grand Chess\"]\n\n1. Bi1 Ce7 2. b4 d6 3. h4 Cg7\n";
const KALEIDOCHESS: &str = "game: kaleidochess\narray: two\noption: max-moves=150\n\n\
    1. 8G-7E 6G-6E\n2. 7E-8E 4F-4D\n";

#[test]
fn records_of_the_other_games_are_animated() {
    for (record, count) in [(GRAND_CHESS, 7), (KALEIDOCHESS, 5)] {
        let folder = folder();
        let path = folder.path().join("game.gif");
        let file = path.to_str().expect("a path");
        let args = ["draw", "--animate", "-", "--size", "240", "-o", file];
        heterodox_with(&args, record.as_bytes()).good();
        let shown = show(&std::fs::read(&path).expect("a picture"));
        assert_eq!((shown.width, shown.pictures.len()), (240, count));
        assert!(shown.pictures.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

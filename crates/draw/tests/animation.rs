//! Animated pictures and previews of links.

use heterodox_draw::{
    AnimationOptions, BoardOptions, ColourMode, Column, DrawError, PREVIEW_WIDTH, Timing,
    animated_gif, png, preview_svg,
};
use heterodox_rules::{Frame, Setting, Viewer, board, games, open};
use std::cell::Cell;

fn options(width: u32) -> AnimationOptions {
    let board = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Light) };
    AnimationOptions { board, width, timing: Timing::new(500) }
}

fn frames() -> Vec<Frame> {
    open("klinzha", &Setting::quick_start("north-west")).unwrap().frames(Viewer::Public)
}

fn gif(frames: &[Frame], width: u32, may_go_on: &dyn Fn() -> bool) -> Result<Vec<u8>, DrawError> {
    let columns = [Column { caption: None, frames }];
    animated_gif("klinzha", board("klinzha").unwrap(), &columns, &options(width), may_go_on)
}

#[test]
fn a_picture_without_frames_or_of_an_impossible_width_is_refused() {
    assert!(matches!(gif(&[], 100, &|| true), Err(DrawError::NoFrames)));
    assert!(matches!(gif(&frames(), 0, &|| true), Err(DrawError::Width(0))));
}

#[test]
fn a_picture_that_is_not_wanted_any_more_is_not_finished() {
    let first = frames().remove(0);
    let (frames, asked) = (vec![first; 9], Cell::new(0));
    let may_go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < 4
    };
    assert!(matches!(gif(&frames, 100, &may_go_on), Err(DrawError::Stopped)));
    assert_eq!(asked.get(), 4);
}

/// A frame in which nothing changes takes its time, but hardly any space.
#[test]
fn what_does_not_change_is_not_repeated() {
    let once = gif(&frames(), 200, &|| true).unwrap().len();
    let often = gif(&vec![frames().remove(0); 50], 200, &|| true).unwrap().len();
    assert!(often < once + 50 * 40, "{once} {often}");
}

#[test]
fn boards_of_different_viewers_stand_side_by_side() {
    let frames = frames();
    let caption = |side, name| Some((side, name));
    let columns = [
        Column { caption: caption("gold", "Guld"), frames: &frames },
        Column { caption: caption("green", "Grün"), frames: &frames },
    ];
    let board = board("klinzha").unwrap();
    let both = animated_gif("klinzha", board, &columns, &options(400), &|| true).unwrap();
    let size =
        |gif: &[u8]| (u16::from_le_bytes([gif[6], gif[7]]), u16::from_le_bytes([gif[8], gif[9]]));
    let one = gif(&frames, 400, &|| true).unwrap();
    let ((width, height), (_, alone)) = (size(&both), size(&one));
    assert_eq!(width, 400);
    assert!(height < alone * 2 / 3, "{height} {alone}");
}

#[test]
fn every_game_has_a_preview_of_the_usual_size() {
    for info in games() {
        let geometry = board(info.id).unwrap();
        let options = BoardOptions::new(ColourMode::Light);
        let names = ["Heterodox", info.name];
        let svg = preview_svg(info.id, geometry, &Frame::default(), names, &options);
        let png = png(&svg, PREVIEW_WIDTH).unwrap();
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (1200, 630), "{}", info.id);
    }
}

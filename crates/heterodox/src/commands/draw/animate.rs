//! `heterodox draw --animate`: a record as a looping GIF.

use super::{DrawArgs, Drawn, board_options, name_option};
use crate::{file, games, output};
use anyhow::{Context, Result, bail};
use heterodox_draw::{AnimationOptions, Column, Timing, animated_gif};
use heterodox_rules::{Frame, Record, Viewer, board, info, quote, read_record};
use std::ffi::OsStr;
use std::path::Path;

/// The default widths in pixels of one board, and of two side by side.
const WIDTHS: [u32; 2] = [480, 800];

/// One board of the picture.
struct View {
    /// The side and its name, if boards stand side by side.
    caption: Option<(&'static str, String)>,
    frames: Vec<Frame>,
}

pub(super) fn run(args: &DrawArgs, record: &Path) -> Result<()> {
    let ending = args.output.extension().map(OsStr::to_ascii_lowercase);
    if ending.is_none_or(|ending| ending != "gif") {
        bail!("{}: expected a file name ending in .gif", args.output.display());
    }
    let text = file::read_text(record)?;
    let read = read_record(&text).with_context(|| file::name(record))?;
    let game = read.game;
    if !args.start.game.is_empty() && info(&args.start.game)?.id != game {
        bail!("{}: expected a record of {}, found {game}", file::name(record), args.start.game);
    }
    let mut views = views(args.view.as_deref(), &text, read).with_context(|| file::name(record))?;
    cut(&mut views, args.from, args.to)?;
    let columns: Vec<Column<'_>> = views.iter().map(column).collect();
    let options = AnimationOptions {
        board: board_options(args),
        width: args.size.unwrap_or(WIDTHS[usize::from(columns.len() > 1)]),
        timing: Timing::new(args.delay),
    };
    let gif =
        animated_gif(game, board(game)?, &columns, &options, &|| true).map_err(name_option)?;
    file::write_atomically(&args.output, &gif)?;
    if !args.json {
        return Ok(());
    }
    let frames = views.first().map_or(&[][..], |view| &view.frames);
    let position = frames.last().map_or("", |frame| &frame.position);
    let file = args.output.to_string_lossy().into_owned();
    output::json(&Drawn { game, file, position, frames: Some(frames.len()) })
}

/// Returns the boards that a view shows.
fn views(view: Option<&str>, text: &str, record: Record) -> Result<Vec<View>> {
    let Some(view) = view else { return Ok(vec![View { caption: None, frames: record.frames }]) };
    let Some(hidden) = &games::entry(record.game).hidden else {
        if view == "public" {
            return Ok(vec![View { caption: None, frames: record.frames }]);
        }
        let name = info(record.game)?.name;
        bail!("--view '{}': nothing is hidden in {name}, expected public", quote(view));
    };
    let seen = |viewer| -> Result<Vec<Frame>> {
        let seen = (hidden.own_record)(text, &record, viewer);
        Ok(seen.context("--view needs the umpire's record of the whole game")?.frames)
    };
    let sides = || record.sides.iter().filter_map(|side| Some((side.key, side.seat?)));
    if view == "both" {
        let shown = |(key, seat)| {
            Ok(View { caption: Some((key, name(key))), frames: seen(Viewer::Seat(seat))? })
        };
        return sides().map(shown).collect();
    }
    let seat = sides().find(|(key, _)| *key == view).map(|(_, seat)| Viewer::Seat(seat));
    let public = (view == "public").then_some(Viewer::Public);
    let Some(viewer) = seat.or(public) else {
        let keys: Vec<&str> = sides().map(|(key, _)| key).collect();
        bail!("--view '{}': expected {}, public or both", quote(view), keys.join(", "));
    };
    Ok(vec![View { caption: None, frames: seen(viewer)? }])
}

/// Keeps the frames from a ply to a ply.
fn cut(views: &mut [View], from: Option<usize>, to: Option<usize>) -> Result<()> {
    let count = views.iter().map(|view| view.frames.len()).min().unwrap_or(0);
    let last = count.saturating_sub(1);
    let from = from.unwrap_or(0);
    if from > last {
        bail!("--from {from}: expected 0 to {last}, the plies of the record");
    }
    let to = to.unwrap_or(last);
    if !(from..=last).contains(&to) {
        bail!("--to {to}: expected {from} to {last}, the plies of the record after --from");
    }
    for view in views {
        view.frames.truncate(to + 1);
        view.frames.drain(..from);
    }
    Ok(())
}

fn column(view: &View) -> Column<'_> {
    let caption = view.caption.as_ref().map(|(side, name)| (*side, name.as_str()));
    Column { caption, frames: &view.frames }
}

/// Returns what a picture calls a side: its key with a capital letter.
fn name(side: &str) -> String {
    let mut letters = side.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

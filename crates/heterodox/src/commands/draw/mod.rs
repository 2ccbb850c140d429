//! `heterodox draw`: draws a board as SVG or PNG, or a record as an animated GIF.

mod animate;

use crate::file;
use crate::games;
use crate::output;
use crate::start::{StartArgs, seat_of};
use anyhow::{Result, anyhow, bail};
use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};
use heterodox_draw::{BoardOptions, ColourMode, DrawError, Names, frame_svg, png, with_title};
use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Frame, Viewer, board, info};
use serde::Serialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Draw a board as SVG or PNG, or a whole game as an animated GIF
///
/// The extension of the file selects the format. The file is written completely or not at all.
///
/// With `--animate` the moves of a record are drawn as a looping GIF, and no GAME is needed. Of a
/// game with hidden pieces the umpire's record shows everything; `--view` draws what a player or an
/// onlooker saw of it, or what both players saw, side by side.
#[derive(Args)]
// A record says which game it is of.
#[command(mut_arg("game", |game| game
    .required(false)
    .required_unless_present("animate")
    .default_value_if("animate", ArgPredicate::IsPresent, "")))]
#[command(after_help = "Examples:
  heterodox draw klinzha --quick-start north-west -o start.svg
  heterodox draw klinzha --position \"$P\" --theme dark --size 600 -o battle.png
  heterodox draw klinzha --empty --names --regions -o board.svg
  heterodox draw --animate game.txt --from 20 --to 32 -o finish.gif
  heterodox draw --animate clouded.txt --view both -o battle.gif")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    start: StartArgs,

    /// Draw the bare board
    #[arg(long, conflicts_with_all = ["position", "quick_start", "as_seat"])]
    empty: bool,

    /// Draw what this seat sees: a side such as `gold`, or the number of a seat from 0
    #[arg(long = "as", value_name = "SEAT")]
    as_seat: Option<String>,

    /// Draw the moves of this record; `-` is standard input
    #[arg(
        long,
        value_name = "RECORD",
        conflicts_with_all = ["position", "quick_start", "options", "empty", "as_seat"]
    )]
    animate: Option<PathBuf>,

    /// The ply with which an animated picture begins; 0 is the first position [default: 0]
    #[arg(long, value_name = "PLY", requires = "animate")]
    from: Option<usize>,

    /// The ply with which an animated picture ends [default: the last one]
    #[arg(long, value_name = "PLY", requires = "animate")]
    to: Option<usize>,

    /// How long an animated picture shows each ply, in milliseconds; the last one is held longer
    #[arg(
        long,
        value_name = "MS",
        requires = "animate",
        default_value_t = 800,
        value_parser = clap::value_parser!(u32).range(100..=10_000)
    )]
    delay: u32,

    /// Whose view of a game with hidden pieces is animated: a side such as `gold`, `public`, or
    /// `both` side by side [default: the umpire's]
    #[arg(long, value_name = "VIEW", requires = "animate")]
    view: Option<String>,

    /// The file to write; its extension is .svg or .png, or .gif with `--animate`
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Colours for a light or a dark background
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    theme: Theme,

    /// Width of a PNG or GIF in pixels [default: 1000; of a GIF 480, with `--view both` 800]
    #[arg(long, value_name = "PX")]
    size: Option<u32>,

    /// Write the names of the cells
    #[arg(long)]
    names: bool,

    /// Colour the cells by region
    #[arg(long)]
    regions: bool,

    /// Print one JSON object: game, file, position (as the seat sees it), and of a GIF the frames
    #[arg(long)]
    json: bool,
}

/// The output of `--json`.
#[derive(Serialize)]
struct Drawn<'a> {
    game: &'a str,
    file: String,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Theme {
    Light,
    Dark,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

/// Runs the command.
pub(crate) fn run(args: &DrawArgs) -> Result<()> {
    if let Some(record) = &args.animate {
        return animate::run(args, record);
    }
    let format = format_of(&args.output)?;
    if args.size.is_some() && format == Format::Svg {
        bail!("--size is the width of a PNG; an SVG fits any size");
    }
    let geometry = board(&args.start.game)?;
    let options = board_options(args);
    let frame = frame(args)?;
    let svg = with_title(
        &frame_svg(&args.start.game, geometry, &frame, &options),
        &title(&args.start.game, args.as_seat.as_deref(), &frame)?,
    );
    let picture = match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, args.size.unwrap_or(1000)).map_err(name_option)?,
    };
    file::write_atomically(&args.output, &picture)?;
    if !args.json {
        return Ok(());
    }
    let file = args.output.to_string_lossy().into_owned();
    let game = &args.start.game;
    output::json(&Drawn { game, file, position: &frame.position, frames: None })
}

fn board_options(args: &DrawArgs) -> BoardOptions {
    let colour_mode = match args.theme {
        Theme::Light => ColourMode::Light,
        Theme::Dark => ColourMode::Dark,
    };
    BoardOptions {
        names: if args.names { Names::Coded } else { Names::None },
        regions: args.regions,
        captured: true,
        ..BoardOptions::new(colour_mode)
    }
}

/// Draws a frame in the light theme; the extension of the file selects SVG or PNG.
pub(crate) fn write_picture(
    game: &str,
    geometry: &Geometry,
    frame: &Frame,
    output: &Path,
) -> Result<()> {
    let format = format_of(output)?;
    let svg = frame_svg(game, geometry, frame, &BoardOptions::new(ColourMode::Light));
    let svg = with_title(&svg, &title(game, None, frame)?);
    let picture = match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => png(&svg, 1000).map_err(name_option)?,
    };
    file::write_atomically(output, &picture)
}

/// Returns the title of a picture for screen readers: the game, the seat and the position. It is
/// made from the frame, so it tells no more than the picture.
fn title(game: &str, seat: Option<&str>, frame: &Frame) -> Result<String> {
    let mut title = info(game)?.name.to_owned();
    if let Some(seat) = seat {
        let _ = write!(title, " as seat {seat} sees it");
    }
    for (kind, what) in [("cloud-edge", "half covered"), ("cloud-under", "under clouds")] {
        let cells: Vec<&str> = cells_of(frame, kind).collect();
        if !cells.is_empty() {
            let _ = write!(title, "; {what}: {}", cells.join(" "));
        }
    }
    if !frame.position.is_empty() {
        let _ = write!(title, "; position {}", frame.position);
    }
    Ok(title)
}

fn cells_of<'f>(frame: &'f Frame, kind: &'f str) -> impl Iterator<Item = &'f str> {
    let areas = frame.areas.iter().filter(move |area| area.kind == kind);
    areas.flat_map(|area| &area.cells).map(String::as_str)
}

fn name_option(error: DrawError) -> anyhow::Error {
    match error {
        DrawError::Width(_) | DrawError::TooLarge(..) => anyhow!("--size: {error}"),
        error => error.into(),
    }
}

fn format_of(path: &Path) -> Result<Format> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => bail!("{}: expected a file name ending in .svg or .png", path.display()),
    }
}

fn frame(args: &DrawArgs) -> Result<Frame> {
    if args.empty {
        // Invalid options are an error although the board is empty.
        args.start.open()?;
        return Ok(Frame::default());
    }
    let table = args.start.open_position()?;
    let viewer = match &args.as_seat {
        Some(seat) => Viewer::Seat(seat_of(seat, &table)?),
        None => match games::umpire(&args.start)? {
            Some(umpire) => return Ok(umpire.last_frame()),
            None => Viewer::Public,
        },
    };
    Ok(table.scene(viewer).frame)
}

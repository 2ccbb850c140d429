//! Pictures of a ply of a game or record, animated pictures of several, and previews of links.

use super::{Service, ServiceError};
use heterodox_draw::{
    AnimationOptions, BoardOptions, ColourMode, Column, DrawError, PREVIEW_WIDTH, Timing,
    animated_gif, frame_svg, png, preview_svg,
};
use heterodox_rules::{Frame, board, info};
use std::net::IpAddr;

/// The width of a picture in pixels.
const WIDTH: u32 = 1200;
/// The widths of an animated picture of one board, and of two side by side.
const ANIMATION_WIDTHS: [u32; 2] = [480, 800];
/// How long an animated picture shows each ply.
const DELAY_MS: u32 = 800;

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PictureFormat {
    /// SVG.
    Svg,
    /// PNG.
    Png,
}

/// A picture to draw.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picture {
    /// The game's id in the rules.
    pub(crate) game: String,
    /// The ply's frame.
    pub(crate) frame: Frame,
    /// The format.
    pub(crate) format: PictureFormat,
}

/// An animated picture to draw.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Animation {
    /// The game's id in the rules.
    pub(crate) game: String,
    /// The boards side by side; the caption is a side and its name.
    pub(crate) boards: Vec<AnimatedBoard>,
}

/// A board of an animated picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AnimatedBoard {
    /// The side and its name, if boards stand side by side.
    pub(crate) caption: Option<(&'static str, String)>,
    /// The frames.
    pub(crate) frames: Vec<Frame>,
}

impl Service {
    /// Draws an animated picture that `make` describes. It stops when its caller is gone.
    pub(crate) async fn animate(
        &self,
        make: impl FnOnce() -> Animation + Send + 'static,
        address: Option<IpAddr>,
    ) -> Result<Vec<u8>, ServiceError> {
        self.compute_while(address, |is_wanted| animate(&make(), is_wanted)).await?
    }

    /// Draws the preview of a link to a game of this kind.
    pub(crate) async fn link_preview(
        &self,
        game: String,
        frame: Frame,
        site: String,
        address: Option<IpAddr>,
    ) -> Result<Vec<u8>, ServiceError> {
        self.compute(address, move || link_preview(&game, &frame, &site)).await?
    }

    /// Draws a picture.
    pub(crate) async fn draw(
        &self,
        picture: Picture,
        address: Option<IpAddr>,
    ) -> Result<Vec<u8>, ServiceError> {
        self.compute(address, move || draw(&picture)).await?
    }
}

fn draw(picture: &Picture) -> Result<Vec<u8>, ServiceError> {
    let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Light) };
    let svg = frame_svg(&picture.game, board(&picture.game)?, &picture.frame, &options);
    match picture.format {
        PictureFormat::Svg => Ok(svg.into_bytes()),
        PictureFormat::Png => png(&svg, WIDTH).map_err(|error| broken(&error)),
    }
}

fn animate(animation: &Animation, is_wanted: &dyn Fn() -> bool) -> Result<Vec<u8>, ServiceError> {
    let columns: Vec<Column<'_>> = animation.boards.iter().map(column).collect();
    let options = AnimationOptions {
        board: BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Light) },
        width: ANIMATION_WIDTHS[usize::from(columns.len() > 1)],
        timing: Timing::new(DELAY_MS),
    };
    let game = &animation.game;
    animated_gif(game, board(game)?, &columns, &options, is_wanted).map_err(|error| broken(&error))
}

fn column(board: &AnimatedBoard) -> Column<'_> {
    let caption = board.caption.as_ref().map(|(side, name)| (*side, name.as_str()));
    Column { caption, frames: &board.frames }
}

fn link_preview(game: &str, frame: &Frame, site: &str) -> Result<Vec<u8>, ServiceError> {
    let options = BoardOptions::new(ColourMode::Light);
    let names = [site, info(game)?.name];
    let svg = preview_svg(game, board(game)?, frame, names, &options);
    png(&svg, PREVIEW_WIDTH).map_err(|error| broken(&error))
}

fn broken(error: &DrawError) -> ServiceError {
    ServiceError::Broken(format!("a picture cannot be drawn: {error}"))
}

//! Pictures of a ply of a game or record.

use super::{Service, ServiceError};
use heterodox_draw::{BoardOptions, ColourMode, frame_svg, png};
use heterodox_rules::{Frame, board};
use std::net::IpAddr;

/// The width of a picture in pixels.
const WIDTH: u32 = 1200;

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

impl Service {
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
        PictureFormat::Png => png(&svg, WIDTH)
            .map_err(|error| ServiceError::Broken(format!("a picture cannot be drawn: {error}"))),
    }
}

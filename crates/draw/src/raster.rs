//! Rendering SVG to pixels and PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The greatest width and height of a picture that [`png`] makes, in pixels.
pub const MAX_SIZE: u32 = 8192;

/// Why no picture was made.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The text is not SVG.
    #[error("the picture cannot be read as SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The width, in pixels, is not within 1 to [`MAX_SIZE`].
    #[error("a picture must be 1 to {MAX_SIZE} pixels wide, not {0}")]
    Width(u32),
    /// The picture's height would exceed [`MAX_SIZE`]. Contains width and height, in pixels.
    #[error("a picture of {0} by {1} pixels is too large")]
    TooLarge(u32, u32),
    /// The picture could not be encoded as PNG.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
    /// The picture could not be encoded as GIF.
    #[error("the picture cannot be written as GIF: {0}")]
    Gif(String),
    /// An animated picture without frames.
    #[error("an animated picture needs at least one frame")]
    NoFrames,
    /// The picture is not wanted any more.
    #[error("the picture is not wanted any more")]
    Stopped,
}

/// Renders an SVG as a PNG that is `width` pixels wide; the height follows from the `viewBox`. The
/// SVG needs concrete colours ([`ColourMode::Light`](crate::ColourMode::Light) or
/// [`ColourMode::Dark`](crate::ColourMode::Dark)), because no style sheet is applied.
///
/// # Errors
///
/// See [`DrawError`].
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    render(svg, width, None)?.encode_png().map_err(|error| DrawError::Png(error.to_string()))
}

/// Renders an SVG `width` pixels wide, on a copy of `below` if it is given.
pub(crate) fn render(svg: &str, width: u32, below: Option<&Pixmap>) -> Result<Pixmap, DrawError> {
    if !(1..=MAX_SIZE).contains(&width) {
        return Err(DrawError::Width(width));
    }
    let tree = Tree::from_str(svg, &Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    if height > MAX_SIZE {
        return Err(DrawError::TooLarge(width, height));
    }
    let mut pixmap = match below {
        Some(below) => below.clone(),
        None => Pixmap::new(width, height).ok_or(DrawError::TooLarge(width, height))?,
    };
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

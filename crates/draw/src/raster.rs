//! PNG from SVG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The widest picture that [`png`] makes, in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// Why no picture came out.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The text is no SVG.
    #[error("the picture cannot be read as SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The wanted width is out of bounds.
    #[error("a picture must be 1 to {MAX_WIDTH} pixels wide, not {0}")]
    Width(u32),
    /// The wanted width makes the picture too high.
    #[error("a picture of {0} by {1} pixels is too large")]
    TooLarge(u32, u32),
    /// The PNG could not be written.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

/// Paints an SVG drawn in concrete colours as a PNG of this width.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, DrawError> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Err(DrawError::Width(width));
    }
    let tree = Tree::from_str(svg, &Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().max(1.0) as u32;
    if height > MAX_WIDTH {
        return Err(DrawError::TooLarge(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(DrawError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| DrawError::Png(error.to_string()))
}

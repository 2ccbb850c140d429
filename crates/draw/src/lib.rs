//! Drawings of boards, pieces and diagrams as SVG, and as PNG and GIF rendered from that.
//!
//! Everything is drawn from a [`Geometry`](heterodox_rules::geometry::Geometry) and from plain data
//! about what a viewer may see, such as a [`Frame`](heterodox_rules::Frame). The crate knows no
//! rules, except that [`klinzha`] asks them for the moves on its cheat sheets.
//!
//! Colours are written in two ways, see [`ColourMode`]: as classes, for SVG in a page that includes
//! the [`stylesheet`], and as concrete colours, for files.
//!
//! | for | call |
//! |---|---|
//! | a board to play on in a page | [`board_svg`] with [`ColourMode::Page`], [`piece_defs`], [`stylesheet`] |
//! | a picture of a game | [`frame_svg`], and [`png`] |
//! | an animated picture of a game | [`animated_gif`] |
//! | a picture for previews of links | [`preview_svg`], and [`png`] |
//! | figures in a page of rules | [`diagram_svg`], [`klinzha`] |
//! | one piece | [`piece_svg`] |
//!
//! The warriors of Klin Zha are tokens with an icon. The 81 pieces of Grand Chess are figures that
//! stand on the square. `KaleidoChess` has discs with strokes or dots. A code without a drawing is
//! written out. Marks of a piece (frozen, locked …) are drawn below and above it: by [`frame_svg`]
//! and [`diagram_svg`], or by a page with the symbols of [`piece_defs`].
//!
//! All drawings are original work of this project.

mod animation;
mod board;
mod clouds;
mod diagram;
mod font;
mod frame;
pub mod klinzha;
mod layout;
mod marks;
mod pieces;
mod preview;
mod raster;
mod shape;
mod style;
mod svg;
mod symbols;

pub use animation::{AnimationOptions, Column, Timing, animated_gif};
pub use board::{BoardOptions, Names, board_svg};
pub use diagram::{
    Diagram, Mark, background_svg, clickable_diagram_svg, diagram_over_background, diagram_svg,
};
pub use font::text_path;
pub use frame::frame_svg;
pub use preview::{PREVIEW_WIDTH, preview_svg};
pub use raster::{DrawError, MAX_SIZE, png};
pub use style::{ColourMode, stylesheet};
pub use svg::with_title;
pub use symbols::{piece_defs, piece_defs_with, piece_svg};

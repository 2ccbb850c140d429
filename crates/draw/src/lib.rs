//! Boards, pieces and move diagrams as SVG, and PNG from that.
//!
//! Everything is drawn from a [`Geometry`](heterodox_rules::geometry::Geometry) and from what a
//! viewer may see; nothing here knows a rule. There are two ways of colouring, see [`Paint`]: with
//! classes, for SVG that becomes part of a page with the [`stylesheet`], and with concrete colours,
//! for files.
//!
//! | for | call |
//! |---|---|
//! | the board that a page plays on | [`board_svg`] with [`Paint::Page`], [`piece_defs`], [`stylesheet`] |
//! | a picture of a game | [`frame_svg`], and [`png`] |
//! | a rules page | [`diagram_svg`], [`klinzha`] |
//! | one piece | [`piece_svg`] |
//!
//! Klin Zha's warriors are tokens with a sign; the pieces of Grand Chess are 81 figures that stand on
//! the square, and a code that has no figure is written on a plain stone. What marks a piece (frozen,
//! locked …) is drawn below and above it, in files by [`frame_svg`] and [`diagram_svg`], in pages from the
//! symbols of [`piece_defs`].
//!
//! ```
//! use heterodox_draw::{Look, Paint, frame_svg, png};
//! use heterodox_rules::{Setting, Viewer, board, open};
//!
//! let table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
//! let frame = table.scene(Viewer::Public).frame;
//! let look = Look { captured: true, ..Look::new(Paint::Dark) };
//! let svg = frame_svg("klinzha", board("klinzha").unwrap(), &frame, &look);
//! let picture = png(&svg, 400).unwrap();
//! assert!(picture.starts_with(b"\x89PNG"));
//! ```
//!
//! All drawings are original work of this project.

mod board;
mod clouds;
mod diagram;
mod font;
mod frame;
pub mod klinzha;
mod layout;
mod marks;
mod pieces;
mod raster;
mod style;
mod svg;
mod symbols;

pub use board::{Look, Names, board_svg};
pub use diagram::{Diagram, Mark, diagram_svg, diagram_upon, ground_svg, stage_svg};
pub use font::lettering;
pub use frame::frame_svg;
pub use raster::{DrawError, MAX_WIDTH, png};
pub use style::{Paint, stylesheet};
pub use svg::titled;
pub use symbols::{piece_defs, piece_defs_with, piece_svg};

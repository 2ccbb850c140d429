//! The geometry of a board: the only source of cell names, centres and outlines.
//!
//! Drawings, the browser's board and the tests use it. Lengths are in board units: the side of a
//! triangle, the side of a square, or the width of a ring.

use crate::CellSet;
use serde::Serialize;

/// A point in board units; x grows to the right and y downwards, as in SVG.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
}

/// The border of a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Outline {
    /// Straight sides between these corners.
    Polygon {
        /// The corners in order.
        corners: Vec<Point>,
    },
    /// A sector of a ring around `hub`, between two radii and two angles (in radians, clockwise
    /// from twelve o'clock).
    RingSector {
        /// The centre of the board.
        hub: Point,
        /// The inner radius.
        inner: f64,
        /// The outer radius.
        outer: f64,
        /// The angle at which it begins.
        from: f64,
        /// The angle at which it ends, going clockwise.
        to: f64,
    },
    /// A full circle.
    Disc {
        /// Its centre.
        hub: Point,
        /// Its radius.
        radius: f64,
    },
}

/// A cell as it is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellShape {
    /// The cell's name in the game's notation.
    pub name: String,
    /// The place of a piece.
    pub centre: Point,
    /// The border.
    pub outline: Outline,
    /// The radius of the largest circle around `centre` inside the cell.
    pub room: f64,
    /// Classes for colouring, such as `up`, `dark`, `region-north`, `castle`.
    pub classes: Vec<&'static str>,
}

/// A label at the board's edge.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EdgeLabel {
    /// One to three letters or digits.
    pub text: String,
    /// Its centre.
    pub at: Point,
    /// Class for colouring, such as `row`, `diagonal`, `file`.
    pub class: &'static str,
}

/// A board as it is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Geometry {
    /// Width in board units; the board starts at (0, 0).
    pub width: f64,
    /// Height in board units.
    pub height: f64,
    /// The cells, by index.
    pub cells: Vec<CellShape>,
    /// The labels along the edges.
    pub labels: Vec<EdgeLabel>,
    /// By index of a cell: the indices of the cells to which the cursor keys left, right, up and
    /// down lead; `None` at the edge.
    pub keys: Vec<[Option<usize>; 4]>,
    /// The order of the board's rotational symmetry: the number of rotations, the identity
    /// included, that map the board onto itself.
    pub turns: u8,
}

impl Geometry {
    /// The names of the cells of a set, in the order of their indices.
    pub fn names(&self, cells: CellSet) -> Vec<String> {
        cells.into_iter().map(|cell| self.cells[cell.index()].name.clone()).collect()
    }
}

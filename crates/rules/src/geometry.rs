//! The shape of a board: the one home of cell names, centres and outlines.
//!
//! Drawings, the browser's board and the tests take them from here. Lengths are in board units; a
//! board's unit is the natural one (the side of a triangle, the side of a square, a ring's width).

use crate::CellSet;
use serde::Serialize;

/// A point in board units; x grows to the right and y downwards, as in SVG.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
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
    /// A piece of a ring around `hub`, between two radii and two angles (radians, clockwise from
    /// twelve o'clock).
    RingSector {
        /// The middle of the board.
        hub: Point,
        /// The inner radius.
        inner: f64,
        /// The outer radius.
        outer: f64,
        /// Where it begins.
        from: f64,
        /// Where it ends, going clockwise.
        to: f64,
    },
    /// A full circle.
    Disc {
        /// Its middle.
        hub: Point,
        /// Its radius.
        radius: f64,
    },
}

/// One cell as it is drawn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellShape {
    /// The cell's name in the game's notation.
    pub name: String,
    /// Where a piece stands.
    pub centre: Point,
    /// The border.
    pub outline: Outline,
    /// The radius of the largest circle around `centre` that stays inside.
    pub room: f64,
    /// Classes for colouring, such as `up`, `dark`, `region-north`, `castle`.
    pub classes: Vec<&'static str>,
}

/// A label at the board's edge.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EdgeLabel {
    /// One to three letters or digits.
    pub text: String,
    /// Its middle.
    pub at: Point,
    /// Class for colouring, such as `row`, `diagonal`, `file`.
    pub class: &'static str,
}

/// A board as it is drawn. Cells stand in the order of their indices.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Geometry {
    /// Width in board units; the board starts at (0, 0).
    pub width: f64,
    /// Height in board units.
    pub height: f64,
    /// The cells by index.
    pub cells: Vec<CellShape>,
    /// The labels along the edges.
    pub labels: Vec<EdgeLabel>,
    /// For each cell, in the order of the indices, the cells that a cursor key reaches: left, right,
    /// up, down (index of a cell, or nothing at the edge).
    pub keys: Vec<[Option<usize>; 4]>,
    /// The largest rectangle-friendly turns: how many equal turns map the board onto itself.
    pub turns: u8,
}

impl Geometry {
    /// The names of the cells of a set, in the order of the indices.
    pub fn names(&self, cells: CellSet) -> Vec<String> {
        cells.into_iter().map(|cell| self.cells[cell.index()].name.clone()).collect()
    }
}

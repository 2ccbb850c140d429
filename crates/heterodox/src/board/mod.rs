//! Boards in a terminal, drawn from a game's geometry.
//!
//! A board of triangles is drawn row by row, a board of squares rank by rank, a round one ring by ring; for any other
//! there is a list of what stands where.

mod appearance;
mod canvas;
mod round;
mod square;
mod triangle;

pub(crate) use appearance::{ColourWhen, Look};
pub(crate) use canvas::{Canvas, Ground, Hue, Ink, Paint};

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Frame, Placed};

/// A board to draw: where, what, and what to point at.
pub(crate) struct BoardView<'a> {
    /// The shape of the board.
    pub(crate) geometry: &'a Geometry,
    /// Keys of the sides, in order.
    pub(crate) sides: &'a [&'static str],
    /// What stands on it.
    pub(crate) frame: &'a Frame,
    /// The cells to point at, such as where a piece can go.
    pub(crate) targets: &'a [String],
    /// Whether lines may be drawn with characters outside of ASCII.
    pub(crate) unicode: bool,
    /// The number of the side from whose end it is seen, where a board can be turned.
    pub(crate) end: usize,
}

impl BoardView<'_> {
    /// Draws the board.
    pub(crate) fn draw(&self) -> Canvas {
        if square::fits(self.geometry) {
            return square::draw(self);
        }
        if round::fits(self.geometry) {
            return round::draw(self);
        }
        triangle::Layout::of(self.geometry)
            .map_or_else(|| self.list(), |layout| triangle::draw(self, &layout))
    }

    /// With what the side with this key is written.
    pub(crate) fn ink(&self, key: &str) -> Ink {
        if round::fits(self.geometry) {
            Ink::Hue(round::hue(key))
        } else {
            Ink::Side(self.side(key))
        }
    }

    /// The number of the side among the sides.
    fn side(&self, key: &str) -> usize {
        self.sides.iter().position(|side| *side == key).unwrap_or(0)
    }

    /// The piece as it is written on the board: its code, with `G` when its side's Goal is with it.
    /// The first side writes in capitals and the second in small letters, as in position strings, so
    /// that nobody needs to tell colours apart.
    fn code(&self, piece: &Placed) -> String {
        let mut code = piece.kind.to_owned();
        for mark in &piece.marks {
            code.push(if *mark == "goal" { 'G' } else { '+' });
        }
        self.cased(piece, code)
    }

    /// The piece's code alone.
    fn plain_code(&self, piece: &Placed) -> String {
        self.cased(piece, piece.kind.to_owned())
    }

    fn cased(&self, piece: &Placed, code: String) -> String {
        // Pieces that cannot be told are written as in view strings, where the sign tells the side.
        if piece.kind == "?" && self.side(piece.side) == 1 {
            return "!".to_owned();
        }
        if self.side(piece.side) == 1 { code.to_lowercase() } else { code }
    }

    /// What stands where, a line for each side; of more than two only for those that have pieces.
    fn list(&self) -> Canvas {
        let mut canvas = Canvas::default();
        for (number, side) in self.sides.iter().enumerate() {
            let own = self.frame.pieces.iter().filter(|piece| piece.side == *side);
            let mut pieces: Vec<String> =
                own.map(|piece| format!("{} {}", self.code(piece), piece.cell)).collect();
            if pieces.is_empty() && self.sides.len() > 2 {
                continue;
            }
            if pieces.is_empty() {
                pieces.push("nothing".to_owned());
            }
            let paint = Paint { ink: Ink::Side(number), ..Paint::default() };
            canvas.put(canvas.height(), 0, &format!("{side}: {}", pieces.join(", ")), paint);
        }
        if !self.targets.is_empty() {
            let row = canvas.height();
            canvas.put(row, 0, &format!("to: {}", self.targets.join(", ")), Paint::default());
        }
        canvas
    }
}

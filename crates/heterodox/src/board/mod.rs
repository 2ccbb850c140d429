//! Draws boards in a terminal from the geometry of a game.
//!
//! * `triangle`, `square`, `round`: one layout for each shape of board. A board of any other shape
//!   is printed as a list of pieces with their cells.
//! * `canvas`: a grid of styled characters. `appearance`: what the terminal can show.

mod appearance;
mod canvas;
mod round;
mod square;
mod triangle;

pub(crate) use appearance::{Appearance, ColourChoice};
pub(crate) use canvas::{Background, Canvas, Foreground, Hue, Style};

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{Frame, Placed};

/// A board to draw.
pub(crate) struct TerminalBoard<'a> {
    /// The shape of the board.
    pub(crate) geometry: &'a Geometry,
    /// The keys of the sides, in order.
    pub(crate) sides: &'a [&'static str],
    /// The pieces, marked cells and areas.
    pub(crate) frame: &'a Frame,
    /// The cells where the selected piece can go.
    pub(crate) targets: &'a [String],
    /// Whether lines may be drawn with characters outside of ASCII.
    pub(crate) unicode: bool,
    /// The index of the side at the bottom of the drawing. Boards of triangles do not turn.
    pub(crate) seen_from: usize,
}

impl TerminalBoard<'_> {
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

    /// Returns the foreground for the pieces of the side with this key.
    pub(crate) fn foreground(&self, key: &str) -> Foreground {
        if round::fits(self.geometry) {
            Foreground::Hue(round::hue(key))
        } else {
            Foreground::Side(self.side_index(key))
        }
    }

    /// Returns the index of the side with this key, 0 if there is none.
    fn side_index(&self, key: &str) -> usize {
        self.sides.iter().position(|side| *side == key).unwrap_or(0)
    }

    /// Returns the code of the piece, followed by `G` if the piece carries its Goal. The first side
    /// is in capitals and the second in small letters, as in position strings, so that the board
    /// can be read without colours.
    fn code(&self, piece: &Placed) -> String {
        let mut code = piece.kind.to_owned();
        for mark in &piece.marks {
            code.push(if *mark == "goal" { 'G' } else { '+' });
        }
        self.cased(piece, code)
    }

    /// Returns the code of the piece without its marks.
    fn plain_code(&self, piece: &Placed) -> String {
        self.cased(piece, piece.kind.to_owned())
    }

    fn cased(&self, piece: &Placed, code: String) -> String {
        // A piece of unknown kind is written as in view strings: `?` for Gold, `!` for Green.
        if piece.kind == "?" && self.side_index(piece.side) == 1 {
            return "!".to_owned();
        }
        if self.side_index(piece.side) == 1 { code.to_lowercase() } else { code }
    }

    /// Lists the pieces, one line for each side. In games of more than two sides, sides without
    /// pieces are left out.
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
            let style = Style { foreground: Foreground::Side(number), ..Style::default() };
            canvas.put(canvas.height(), 0, &format!("{side}: {}", pieces.join(", ")), style);
        }
        if !self.targets.is_empty() {
            let row = canvas.height();
            canvas.put(row, 0, &format!("to: {}", self.targets.join(", ")), Style::default());
        }
        canvas
    }
}

//! Draws all figures of Grand Chess in both colours, with codes and names:
//! `cargo run -p heterodox-draw --example pieces -- PIECES.json SHEET.png [SMALL.png]`.
//!
//! PIECES.json is `data/grand-pieces.json`. SMALL.png shows the figures at 32 pixels, the smallest
//! size at which they must be distinguishable. The sheet in the documentation is made by
//!
//! ```sh
//! cargo run -p heterodox-draw --example pieces -- \
//!     data/grand-pieces.json docs/images/grand-chess-pieces.png
//! ```

use heterodox_draw::{ColourMode, piece_svg, png, text_path};
use std::error::Error;
use std::fmt::Write;
use std::fs;

const GAME: &str = "grand-chess";
const COLUMNS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [table, sheet, ..] = &arguments[..] else {
        return Err("expected: PIECES.json SHEET.png [SMALL.png]".into());
    };
    let pieces = pieces(&fs::read_to_string(table)?)?;
    let large = Sheet { size: 84.0, gap: 30.0 };
    fs::write(sheet, png(&large.draw(&pieces), large.width())?)?;
    if let Some(small) = arguments.get(2) {
        let sheet = Sheet { size: 32.0, gap: 0.0 };
        fs::write(small, png(&sheet.draw(&pieces), sheet.width())?)?;
    }
    Ok(())
}

/// Returns the code and the English name of each piece.
fn pieces(table: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let table: serde_json::Value = serde_json::from_str(table)?;
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let pieces = table["pieces"].as_array().ok_or("the table has no pieces")?;
    Ok(pieces.iter().map(|piece| (text(&piece["code"]), text(&piece["en"]))).collect())
}

/// A sheet with two squares for each piece. Below them are its code and name, if `gap` is not 0.
struct Sheet {
    /// The size of a square, in pixels.
    size: f64,
    /// The space between rows, in pixels.
    gap: f64,
}

impl Sheet {
    fn width(&self) -> u32 {
        (COLUMNS as f64 * (2.0 * self.size + self.gap / 2.0) + self.gap / 2.0) as u32
    }

    fn draw(&self, pieces: &[(String, String)]) -> String {
        let Self { size, gap } = *self;
        let rows = pieces.len().div_ceil(COLUMNS);
        let (width, height) = (self.width(), rows as f64 * (size + gap) + gap / 2.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#f6f2ea\"/>"
        );
        for (i, (code, name)) in pieces.iter().enumerate() {
            let x = gap / 2.0 + (i % COLUMNS) as f64 * (2.0 * size + gap / 2.0);
            let y = gap / 2.0 + (i / COLUMNS) as f64 * (size + gap);
            let squares = ["#f1e5cd", "#c6a37b"];
            for (j, side) in ["white", "black"].into_iter().enumerate() {
                let x = x + j as f64 * size;
                let fill = squares[(i + j) % 2];
                let _ = write!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" \
                     fill=\"{fill}\"/>"
                );
                let view_box = "viewBox=\"-47.5 -47.5 95 95\"";
                let place = format!(
                    "<svg x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" {view_box}>"
                );
                let piece = piece_svg(GAME, side, code, ColourMode::Light);
                let inner = piece.split_once('>').map_or("", |(_, rest)| rest);
                svg += &place;
                svg += inner;
            }
            if gap > 0.0 {
                svg += &caption(&format!("{code} {name}"), x + size, y + size + 11.0, 2.0 * size);
            }
        }
        svg + "</svg>"
    }
}

/// Returns a line of text that is at most `max_width` wide.
fn caption(text: &str, x: f64, y: f64, max_width: f64) -> String {
    let height = f64::min(9.5, max_width / text.chars().count() as f64);
    let d = text_path(text, x, y, height);
    format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"#3a2f26\" stroke-width=\"1.3\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
    )
}

//! A sheet of coloured characters.

use super::appearance::Colour;
use std::fmt::Write;

/// What a character is drawn with. Which colour that is, the terminal's abilities decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ink {
    /// The terminal's own colour.
    #[default]
    Text,
    /// What should not distract.
    Faint,
    /// A piece of the side with this number.
    Side(usize),
    /// A piece of a side that is named after its colour.
    Hue(Hue),
}

/// Colours that sides are named after. Letters tell them apart as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hue {
    /// White.
    White,
    /// Red.
    Red,
    /// Black: blue, as the ground is dark.
    Black,
    /// Green.
    Green,
}

/// What a character is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Ground {
    /// Nothing: beside the board.
    #[default]
    None,
    /// A cell that points up, or a light square.
    Up,
    /// A cell that points down, or a dark square.
    Down,
    /// A cell of the marked group with this number, such as a region during the setup.
    Group(usize),
    /// A cell that the side with this number controls.
    Zone(usize),
    /// A cell half covered by a cloud.
    CloudEdge,
    /// A cell under a cloud.
    CloudUnder,
    /// A cell of the last move.
    Last,
    /// A castle.
    Castle,
    /// A cell that is pointed at.
    Target,
    /// A piece that cannot move because another holds it.
    Frozen,
    /// A piece that cannot move yet.
    Locked,
    /// A piece in danger of ending the game.
    Alarm,
}

/// How a character is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Paint {
    /// The colour of the character.
    pub(crate) ink: Ink,
    /// The colour behind it.
    pub(crate) ground: Ground,
}

/// Lines of painted characters. Grows to hold what is put on it.
#[derive(Default)]
pub(crate) struct Canvas {
    lines: Vec<Vec<(char, Paint)>>,
}

impl Canvas {
    /// Puts a text on the sheet, from this line and column to the right.
    pub(crate) fn put(&mut self, line: usize, column: usize, text: &str, paint: Paint) {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let row = &mut self.lines[line];
        let end = column + text.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Paint::default()));
        }
        for (place, c) in row[column..].iter_mut().zip(text.chars()) {
            *place = (c, paint);
        }
    }

    /// Whether there is nothing from this column on for so many columns, with one to spare on either
    /// side.
    pub(crate) fn is_free(&self, line: usize, column: usize, length: usize) -> bool {
        let Some(row) = self.lines.get(line) else { return true };
        let end = (column + length + 1).min(row.len());
        let start = column.saturating_sub(1).min(end);
        row[start..end].iter().all(|place| *place == (' ', Paint::default()))
    }

    /// How many columns the widest line has.
    pub(crate) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many lines there are.
    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The sheet as text, each line ended by a line feed, with colours as far as the terminal has
    /// them.
    pub(crate) fn render(&self, colour: Colour) -> String {
        let mut out = String::new();
        for line in &self.lines {
            render_line(line, colour, &mut out);
            out.push('\n');
        }
        out
    }
}

fn render_line(line: &[(char, Paint)], colour: Colour, out: &mut String) {
    let plain = colour == Colour::None;
    let shows = |&(c, paint): &(char, Paint)| c != ' ' || !plain && paint != Paint::default();
    let end = line.iter().rposition(shows).map_or(0, |last| last + 1);
    let mut now = Paint::default();
    for &(c, paint) in &line[..end] {
        if paint != now {
            out.push_str(&escape(paint, colour));
            now = paint;
        }
        out.push(c);
    }
    if now != Paint::default() {
        out.push_str(&escape(Paint::default(), colour));
    }
}

/// The control sequence that switches to a paint.
fn escape(paint: Paint, colour: Colour) -> String {
    if colour == Colour::None {
        return String::new();
    }
    let mut codes = String::from("0");
    let full = colour == Colour::Full;
    if let Some(code) = if full { ink_full(paint) } else { ink_basic(paint.ink) } {
        let _ = write!(codes, ";{code}");
    }
    if let Some(code) = if full { ground_full(paint.ground) } else { ground_basic(paint.ground) } {
        let _ = write!(codes, ";{code}");
    }
    format!("\u{1b}[{codes}m")
}

/// Inks in 256 colours. On the board the ground is always dark, whatever the terminal's own is.
fn ink_full(paint: Paint) -> Option<&'static str> {
    match (paint.ink, paint.ground) {
        (Ink::Text, Ground::None) => None,
        (Ink::Text, _) => Some("38;5;255"),
        (Ink::Faint, Ground::None) => Some("38;5;243"),
        (Ink::Faint, _) => Some("38;5;248"),
        (Ink::Side(_) | Ink::Hue(_), Ground::None) => Some("1"),
        (Ink::Side(0), _) => Some("1;38;5;221"),
        (Ink::Side(1) | Ink::Hue(Hue::Green), _) => Some("1;38;5;120"),
        (Ink::Side(2), _) => Some("1;38;5;117"),
        (Ink::Side(_), _) => Some("1;38;5;218"),
        (Ink::Hue(Hue::White), _) => Some("1;38;5;231"),
        (Ink::Hue(Hue::Red), _) => Some("1;38;5;210"),
        (Ink::Hue(Hue::Black), _) => Some("1;38;5;75"),
    }
}

fn ground_full(ground: Ground) -> Option<&'static str> {
    Some(match ground {
        Ground::None => return None,
        Ground::Up => "48;5;238",
        Ground::Down => "48;5;235",
        Ground::Group(n) => ["48;5;236", "48;5;238", "48;5;240"][n % 3],
        Ground::Zone(0) => "48;5;94",
        Ground::Zone(_) => "48;5;22",
        Ground::CloudEdge => "48;5;60",
        Ground::CloudUnder => "48;5;66",
        Ground::Last => "48;5;25",
        Ground::Target => "48;5;90",
        Ground::Frozen => "48;5;31",
        Ground::Locked | Ground::Castle => "48;5;58",
        Ground::Alarm => "48;5;124",
    })
}

fn ink_basic(ink: Ink) -> Option<&'static str> {
    match ink {
        Ink::Text => None,
        Ink::Faint => Some("2"),
        Ink::Side(0) => Some("1;33"),
        Ink::Side(1) | Ink::Hue(Hue::Green) => Some("1;32"),
        Ink::Side(2) | Ink::Hue(Hue::Black) => Some("1;36"),
        Ink::Side(_) => Some("1;35"),
        Ink::Hue(Hue::White) => Some("1;37"),
        Ink::Hue(Hue::Red) => Some("1;31"),
    }
}

fn ground_basic(ground: Ground) -> Option<&'static str> {
    match ground {
        // Characters tell these apart.
        Ground::None
        | Ground::Up
        | Ground::Down
        | Ground::Group(_)
        | Ground::Zone(_)
        | Ground::CloudEdge
        | Ground::CloudUnder
        | Ground::Castle => None,
        Ground::Last => Some("44"),
        Ground::Target => Some("45"),
        Ground::Frozen => Some("46"),
        Ground::Locked => Some("100"),
        Ground::Alarm => Some("41"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_is_text_alone_and_no_blanks_at_the_end() {
        let mut canvas = Canvas::default();
        canvas.put(1, 2, "Fl ", Paint { ink: Ink::Side(0), ..Paint::default() });
        canvas.put(1, 9, "   ", Paint::default());
        assert_eq!(canvas.height(), 2);
        assert_eq!(canvas.render(Colour::None), "\n  Fl\n");
    }

    #[test]
    fn colours_are_switched_off_at_the_end_of_a_line() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "Fl", Paint { ink: Ink::Side(1), ground: Ground::Zone(1) });
        assert_eq!(canvas.render(Colour::Full), "\u{1b}[0;1;38;5;120;48;5;22mFl\u{1b}[0m\n");
        assert_eq!(canvas.render(Colour::Basic), "\u{1b}[0;1;32mFl\u{1b}[0m\n");
    }
}

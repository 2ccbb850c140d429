//! A grid of coloured characters, which is rendered as text with ANSI escape sequences.

use super::appearance::ColourDepth;
use std::fmt::Write;

/// The role of a character; the number of colours decides which colour it gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Foreground {
    /// The terminal's own colour.
    #[default]
    Text,
    /// A dimmed colour for labels and empty cells.
    Faint,
    /// A piece of the side with this number.
    Side(usize),
    /// A piece of a side that is named after its colour, as in KaleidoChess.
    Hue(Hue),
}

/// The colours that sides are named after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hue {
    /// White.
    White,
    /// Red.
    Red,
    /// Black, shown as blue because the background of the board is dark.
    Black,
    /// Green.
    Green,
}

/// The role of the background of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Background {
    /// Outside the board: the terminal's own background.
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
    /// A cell where the selected piece can go.
    Target,
    /// A frozen piece (Grand Chess).
    Frozen,
    /// A locked piece (Grand Chess).
    Locked,
    /// A royal piece in check.
    Alarm,
}

/// Foreground and background of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Style {
    /// The colour of the character.
    pub(crate) foreground: Foreground,
    /// The colour behind it.
    pub(crate) background: Background,
}

/// Lines of styled characters. The canvas grows when text is put outside of it.
#[derive(Default)]
pub(crate) struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Writes a text that starts at `line` and `column`.
    pub(crate) fn put(&mut self, line: usize, column: usize, text: &str, style: Style) {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let row = &mut self.lines[line];
        let end = column + text.chars().count();
        if row.len() < end {
            row.resize(end, (' ', Style::default()));
        }
        for (place, c) in row[column..].iter_mut().zip(text.chars()) {
            *place = (c, style);
        }
    }

    /// Returns whether `length` columns from `column` on are blank, with one blank column at either
    /// side.
    pub(crate) fn is_free(&self, line: usize, column: usize, length: usize) -> bool {
        let Some(row) = self.lines.get(line) else { return true };
        let end = (column + length + 1).min(row.len());
        let start = column.saturating_sub(1).min(end);
        row[start..end].iter().all(|place| *place == (' ', Style::default()))
    }

    /// Returns the length of the longest line in columns.
    pub(crate) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the number of lines.
    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// Renders the canvas as text. Each line ends with a line feed.
    pub(crate) fn render(&self, colour: ColourDepth) -> String {
        let mut out = String::new();
        for line in &self.lines {
            render_line(line, colour, &mut out);
            out.push('\n');
        }
        out
    }
}

fn render_line(line: &[(char, Style)], colour: ColourDepth, out: &mut String) {
    let plain = colour == ColourDepth::None;
    let shows = |&(c, style): &(char, Style)| c != ' ' || !plain && style != Style::default();
    let end = line.iter().rposition(shows).map_or(0, |last| last + 1);
    let mut now = Style::default();
    for &(c, style) in &line[..end] {
        if style != now {
            out.push_str(&escape(style, colour));
            now = style;
        }
        out.push(c);
    }
    if now != Style::default() {
        out.push_str(&escape(Style::default(), colour));
    }
}

/// Returns the escape sequence that switches to a style.
fn escape(style: Style, colour: ColourDepth) -> String {
    if colour == ColourDepth::None {
        return String::new();
    }
    let mut codes = String::from("0");
    let full = colour == ColourDepth::Ansi256;
    if let Some(code) = if full { foreground_256(style) } else { foreground_16(style.foreground) } {
        let _ = write!(codes, ";{code}");
    }
    if let Some(code) =
        if full { background_256(style.background) } else { background_16(style.background) }
    {
        let _ = write!(codes, ";{code}");
    }
    format!("\u{1b}[{codes}m")
}

/// Foregrounds in 256 colours. Cells of the board always have a dark background, so their
/// foreground is bright also on a light terminal.
fn foreground_256(style: Style) -> Option<&'static str> {
    match (style.foreground, style.background) {
        (Foreground::Text, Background::None) => None,
        (Foreground::Text, _) => Some("38;5;255"),
        (Foreground::Faint, Background::None) => Some("38;5;243"),
        (Foreground::Faint, _) => Some("38;5;248"),
        (Foreground::Side(_) | Foreground::Hue(_), Background::None) => Some("1"),
        (Foreground::Side(0), _) => Some("1;38;5;221"),
        (Foreground::Side(1) | Foreground::Hue(Hue::Green), _) => Some("1;38;5;120"),
        (Foreground::Side(2), _) => Some("1;38;5;117"),
        (Foreground::Side(_), _) => Some("1;38;5;218"),
        (Foreground::Hue(Hue::White), _) => Some("1;38;5;231"),
        (Foreground::Hue(Hue::Red), _) => Some("1;38;5;210"),
        (Foreground::Hue(Hue::Black), _) => Some("1;38;5;75"),
    }
}

fn background_256(background: Background) -> Option<&'static str> {
    Some(match background {
        Background::None => return None,
        Background::Up => "48;5;238",
        Background::Down => "48;5;235",
        Background::Group(n) => ["48;5;236", "48;5;238", "48;5;240"][n % 3],
        Background::Zone(0) => "48;5;94",
        Background::Zone(_) => "48;5;22",
        Background::CloudEdge => "48;5;60",
        Background::CloudUnder => "48;5;66",
        Background::Last => "48;5;25",
        Background::Target => "48;5;90",
        Background::Frozen => "48;5;31",
        Background::Locked | Background::Castle => "48;5;58",
        Background::Alarm => "48;5;124",
    })
}

fn foreground_16(foreground: Foreground) -> Option<&'static str> {
    match foreground {
        Foreground::Text => None,
        Foreground::Faint => Some("2"),
        Foreground::Side(0) => Some("1;33"),
        Foreground::Side(1) | Foreground::Hue(Hue::Green) => Some("1;32"),
        Foreground::Side(2) | Foreground::Hue(Hue::Black) => Some("1;36"),
        Foreground::Side(_) => Some("1;35"),
        Foreground::Hue(Hue::White) => Some("1;37"),
        Foreground::Hue(Hue::Red) => Some("1;31"),
    }
}

fn background_16(background: Background) -> Option<&'static str> {
    match background {
        // 16 colours are too few for these; characters around the piece mark them.
        Background::None
        | Background::Up
        | Background::Down
        | Background::Group(_)
        | Background::Zone(_)
        | Background::CloudEdge
        | Background::CloudUnder
        | Background::Castle => None,
        Background::Last => Some("44"),
        Background::Target => Some("45"),
        Background::Frozen => Some("46"),
        Background::Locked => Some("100"),
        Background::Alarm => Some("41"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_there_is_text_alone_and_no_blanks_at_the_end() {
        let mut canvas = Canvas::default();
        canvas.put(1, 2, "Fl ", Style { foreground: Foreground::Side(0), ..Style::default() });
        canvas.put(1, 9, "   ", Style::default());
        assert_eq!(canvas.height(), 2);
        assert_eq!(canvas.render(ColourDepth::None), "\n  Fl\n");
    }

    #[test]
    fn colours_are_switched_off_at_the_end_of_a_line() {
        let mut canvas = Canvas::default();
        canvas.put(
            0,
            0,
            "Fl",
            Style { foreground: Foreground::Side(1), background: Background::Zone(1) },
        );
        assert_eq!(
            canvas.render(ColourDepth::Ansi256),
            "\u{1b}[0;1;38;5;120;48;5;22mFl\u{1b}[0m\n"
        );
        assert_eq!(canvas.render(ColourDepth::Ansi16), "\u{1b}[0;1;32mFl\u{1b}[0m\n");
    }
}

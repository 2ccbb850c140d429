//! An SVG writer: elements, numbers and path data.

use crate::style::{self, ColourMode};
use heterodox_rules::geometry::Point;
use std::fmt::Write;

/// Builds the text of an SVG. Every path has a *style class*: [`ColourMode::Page`] writes it as
/// `class`, the other modes write the colours and line widths that the class stands for.
pub(crate) struct Svg {
    out: String,
    colour_mode: ColourMode,
    /// The side whose colours stand in for `side-…` colours.
    side: String,
}

impl Svg {
    pub(crate) fn new(colour_mode: ColourMode) -> Self {
        Self { out: String::new(), colour_mode, side: String::new() }
    }

    pub(crate) fn colour_mode(&self) -> ColourMode {
        self.colour_mode
    }

    /// Sets the side whose colours the following paths take.
    pub(crate) fn set_side(&mut self, side: &str) {
        side.clone_into(&mut self.side);
    }

    pub(crate) fn side(&self) -> &str {
        &self.side
    }

    /// Writes a start tag.
    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, ">");
    }

    /// Writes an end tag.
    pub(crate) fn close(&mut self, name: &str) {
        let _ = write!(self.out, "</{name}>");
    }

    /// Writes an element without content.
    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>");
    }

    /// Writes a `<path>` with the data `d` in a style class, and further attributes.
    pub(crate) fn path(&mut self, class: &str, d: &str, further: &[(&str, &str)]) {
        let style = style::attributes(class, self.colour_mode, &self.side);
        let mut attributes: Vec<(&str, &str)> =
            style.iter().map(|(name, value)| (*name, value.as_str())).collect();
        attributes.push(("d", d));
        attributes.extend_from_slice(further);
        self.empty("path", &attributes);
    }

    pub(crate) fn line_break(&mut self) {
        self.out.push('\n');
    }

    pub(crate) fn into_string(self) -> String {
        self.out
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        let _ = write!(self.out, "<{name}");
        for (attribute, value) in attributes {
            let _ = write!(self.out, " {attribute}=\"{}\"", escape(value));
        }
        self.out.push_str(end);
    }
}

/// Escapes text for attributes and element content.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Returns the SVG with a `<title>`, which is its accessible name, and with `role="img"` unless it
/// has a role. A text that does not begin with an `<svg …>` is returned unchanged.
pub fn with_title(svg: &str, title: &str) -> String {
    match svg.split_once('>') {
        Some((root, rest)) if root.starts_with("<svg") && !root.ends_with('/') => {
            let role = if root.contains(" role=") { "" } else { " role=\"img\"" };
            format!("{root}{role}><title>{}</title>{rest}", escape(title))
        }
        _ => svg.to_owned(),
    }
}

/// Formats a number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the path data of a polygon.
pub(crate) fn closed_path(points: &[Point]) -> String {
    let mut d = open_path(points);
    d.push('Z');
    d
}

/// Returns the path data of a polyline.
pub(crate) fn open_path(points: &[Point]) -> String {
    let mut d = String::new();
    for (i, point) in points.iter().enumerate() {
        d.push(if i == 0 { 'M' } else { 'L' });
        let _ = write!(d, "{} {}", number(point.x), number(point.y));
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(1.0, "1"), (-0.001, "0"), (12.345_6, "12.35"), (-3.5, "-3.5")] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn attributes_are_escaped() {
        assert_eq!(escape("<a \"b\" & c>"), "&lt;a &quot;b&quot; &amp; c&gt;");
    }
}

//! Writing SVG: elements, numbers and paths.

use crate::style::{self, Paint};
use heterodox_rules::geometry::Point;
use std::fmt::Write;

/// SVG text in the making. Shapes are drawn in *roles*; the paint decides whether a role becomes a
/// class for the page's style sheet or concrete colours.
pub(crate) struct Svg {
    out: String,
    paint: Paint,
    /// The side in whose colours `side-…` roles are drawn.
    side: String,
}

impl Svg {
    pub(crate) fn new(paint: Paint) -> Self {
        Self { out: String::new(), paint, side: String::new() }
    }

    pub(crate) fn paint(&self) -> Paint {
        self.paint
    }

    /// Draws what follows in the colours of this side.
    pub(crate) fn set_side(&mut self, side: &str) {
        side.clone_into(&mut self.side);
    }

    pub(crate) fn side(&self) -> &str {
        &self.side
    }

    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, ">");
    }

    pub(crate) fn close(&mut self, name: &str) {
        let _ = write!(self.out, "</{name}>");
    }

    pub(crate) fn leaf(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>");
    }

    /// A path in a role. `more` are further attributes.
    pub(crate) fn path(&mut self, role: &str, d: &str, more: &[(&str, &str)]) {
        let look = style::attributes(role, self.paint, &self.side);
        let mut attributes: Vec<(&str, &str)> =
            look.iter().map(|(name, value)| (*name, value.as_str())).collect();
        attributes.push(("d", d));
        attributes.extend_from_slice(more);
        self.leaf("path", &attributes);
    }

    pub(crate) fn line_break(&mut self) {
        self.out.push('\n');
    }

    pub(crate) fn finish(self) -> String {
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

/// Text as it may stand in an attribute.
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

/// A picture with words for those who do not see it, as its `<title>`. Anything that does not begin with an
/// `<svg …>` is returned as it is.
pub fn titled(svg: &str, words: &str) -> String {
    match svg.split_once('>') {
        Some((root, rest)) if root.starts_with("<svg") && !root.ends_with('/') => {
            let role = if root.contains(" role=") { "" } else { " role=\"img\"" };
            format!("{root}{role}><title>{}</title>{rest}", escape(words))
        }
        _ => svg.to_owned(),
    }
}

/// A number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A closed path through points.
pub(crate) fn closed(points: &[Point]) -> String {
    let mut d = open_line(points);
    d.push('Z');
    d
}

/// A path through points.
pub(crate) fn open_line(points: &[Point]) -> String {
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

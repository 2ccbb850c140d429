//! Constant shapes, of which pieces, marks and signs are made.

use crate::svg::Svg;

/// A path in a style class, drawn around (0, 0).
pub(crate) struct Shape {
    /// The class in the style sheet, see [`style`](crate::style).
    class: &'static str,
    /// The path data.
    d: &'static str,
    /// The value of `transform`; empty for none.
    transform: &'static str,
}

impl Shape {
    pub(crate) const fn new(class: &'static str, d: &'static str) -> Self {
        Self { class, d, transform: "" }
    }

    pub(crate) const fn with_transform(
        class: &'static str,
        d: &'static str,
        transform: &'static str,
    ) -> Self {
        Self { class, d, transform }
    }
}

/// Draws shapes, the first one below all others.
pub(crate) fn draw_shapes(svg: &mut Svg, shapes: &[Shape]) {
    for shape in shapes {
        let transform: &[_] = &[("transform", shape.transform)];
        let attributes = if shape.transform.is_empty() { &[] } else { transform };
        svg.path(shape.class, shape.d, attributes);
        if shape.class == "figure-tube" {
            // A tube is a wide stroke in the outline's colour with a narrower one in the body's
            // colour on it.
            svg.path("figure-tube-core", shape.d, attributes);
        }
    }
}

//! The die, as pages draw it. The scripts copy its faces from the page.

use maud::{Markup, html};

/// The view box of a face: a square of 100 with room for its edge, around the origin.
pub(super) const VIEW: &str = "-54 -54 108 108";

/// The number of faces.
const FACES: u8 = 6;

/// The pips of each face, in steps from its centre.
const PIPS: [&[(i8, i8)]; FACES as usize] = [
    &[(0, 0)],
    &[(-1, -1), (1, 1)],
    &[(-1, -1), (0, 0), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
];

/// A face as a decorative picture: the square with its pips.
pub(super) fn face(face: u8) -> Markup {
    html! { rect x="-50" y="-50" width="100" height="100" rx="20" {} (pips(face)) }
}

/// The pips of a face; none if the die has no such face.
fn pips(face: u8) -> Markup {
    let all = PIPS.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or_default();
    html! { @for (x, y) in all { circle cx=(i32::from(*x) * 26) cy=(i32::from(*y) * 26) r="10.5" {} } }
}

/// The cube beside the board.
pub(super) fn cube() -> Markup {
    html! {
        div .die role="img" {
            div .die-shadow {}
            div .die-cube {
                @for face in 1..=FACES {
                    div .{ "die-side die-side-" (face) } { svg viewBox=(VIEW) { (pips(face)) } }
                }
            }
        }
    }
}

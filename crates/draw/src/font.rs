//! A single-stroke font for names of cells and labels: letters, digits and `-+?`, made of straight
//! lines. Pictures need no font files and look the same on every system.
//!
//! A glyph is drawn on a grid 4 wide and 6 high with (0, 0) at its upper left; descenders reach 2
//! below the grid. A pair of digits is a point (x, y), a run of points a polyline, and a space
//! separates polylines.

use crate::svg::open_path;
use heterodox_rules::geometry::Point;

const GLYPH_WIDTH: f64 = 4.0;
const GLYPH_HEIGHT: f64 = 6.0;
/// The distance from the left edge of a glyph to the left edge of the next glyph.
const ADVANCE: f64 = 6.1;

/// Returns the width of a text, for a glyph height of 1.
pub(crate) fn text_width(text: &str) -> f64 {
    let glyphs = text.chars().count() as f64;
    ((glyphs - 1.0).max(0.0) * ADVANCE + GLYPH_WIDTH) / GLYPH_HEIGHT
}

/// Returns the path data of each glyph of a text that is centred at `centre`.
pub(crate) fn glyph_paths(text: &str, centre: Point, height: f64) -> Vec<String> {
    let scale = height / GLYPH_HEIGHT;
    let left = centre.x - text_width(text) * height / 2.0;
    let top = centre.y - height / 2.0;
    text.chars()
        .enumerate()
        .map(|(i, c)| {
            let left = left + i as f64 * ADVANCE * scale;
            let point = |digits: &[u8]| Point {
                x: left + f64::from(digits[0] - b'0') * scale,
                y: top + f64::from(digits[1] - b'0') * scale,
            };
            let stroke = |points: &str| {
                open_path(&points.as_bytes().chunks_exact(2).map(point).collect::<Vec<_>>())
            };
            glyph(c).split(' ').map(stroke).collect()
        })
        .collect()
}

/// Returns a text as path data to be stroked, centred at (`x`, `y`), for pictures that must not
/// depend on fonts. `height` is that of a capital letter. The font has the letters A to Z, a to z
/// and äåöü, the digits and `-+?`; any other character becomes a box.
pub fn text_path(text: &str, x: f64, y: f64, height: f64) -> String {
    centred_text_path(text, Point { x, y }, height)
}

/// As [`text_path`], for a [`Point`].
pub(crate) fn centred_text_path(text: &str, centre: Point, height: f64) -> String {
    glyph_paths(text, centre, height).concat()
}

fn glyph(c: char) -> &'static str {
    match c {
        'A' => "0602204246 0444",
        'B' => "0006364541433303 0030414233",
        'C' => "4130100105163645",
        'D' => "000626444220 0020",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "4045361605",
        'K' => "0006 400346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' | '0' => "1030414536160501 0110",
        'P' => "06003041423303",
        'Q' => "1030414536160501 0110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "4332120305163645 4246",
        'b' => "0312324345361605 0006",
        'c' => "4332120305163645",
        'd' => "4332120305163645 4046",
        'e' => "04444332120305163645",
        'f' => "40302126 1242",
        'g' => "4332120305163645 4247381807",
        'h' => "0006 0312324346",
        'i' => "122226 1636 2020",
        'j' => "2232372818 3030",
        'k' => "0006 420446",
        'l' => "10202536",
        'm' => "0206 03122326 23324346",
        'n' => "0206 0312324346",
        'o' => "123243453616050312",
        'p' => "0208 0312324345361605",
        'q' => "4248 4332120305163645",
        'r' => "0206 03123243",
        's' => "4212031434453606",
        't' => "10152636 0232",
        'u' => "0205163645 4246",
        'v' => "022642",
        'w' => "0216233642",
        'x' => "0246 4206",
        'y' => "020516364542 4547381807",
        'z' => "02420646",
        'ä' => "4332120305163645 4246 1010 3030",
        'å' => "4332120305163645 4246 2020",
        'ö' => "123243453616050312 1010 3030",
        'ü' => "0205163645 4246 1010 3030",
        '1' => "022026 0646",
        '2' => "0110304142060646",
        '3' => "004022324345361605",
        '4' => "36300444",
        '5' => "400003334445361605",
        '6' => "30120305163645443303",
        '7' => "00401626",
        '8' => "13334241301001021304051636454433",
        '9' => "16344341301001021343",
        '-' => "0343",
        '+' => "0343 2125",
        '?' => "011030414223 2323 2526",
        ' ' => "",
        _ => "00404606 0600",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_its_own_glyph_on_the_grid() {
        let all: Vec<char> =
            ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("-+?äåöü".chars()).collect();
        for &a in &all {
            for stroke in glyph(a).split(' ') {
                assert!(stroke.len() >= 4 && stroke.len() % 2 == 0, "{a}");
                let on_grid = |digits: &[u8]| matches!(digits, [b'0'..=b'4', b'0'..=b'8']);
                assert!(stroke.as_bytes().chunks_exact(2).all(on_grid), "{a}");
            }
            for &b in &all {
                let alike = [a, b] == ['O', '0'] || [a, b] == ['0', 'O'];
                assert!(a == b || alike || glyph(a) != glyph(b), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_text_is_centred() {
        let d = centred_text_path("H", Point { x: 10.0, y: 10.0 }, 6.0);
        assert_eq!(d, "M8 7L8 13M12 7L12 13M8 10L12 10");
        assert_eq!(glyph_paths("E37", Point { x: 0.0, y: 0.0 }, 6.0).len(), 3);
    }
}

//! A small stroke font for names of cells and labels: letters, digits and a few signs, in straight
//! strokes. Pictures need no font files that way, and look the same everywhere.
//!
//! A letter stands on a grid four wide and six high, (0, 0) at its upper left; some small ones reach
//! two below it. Two digits are a point; a space lifts the pen.

use crate::svg::open_line;
use heterodox_rules::geometry::Point;

const WIDTH: f64 = 4.0;
const HEIGHT: f64 = 6.0;
/// From the left of a letter to the left of the next.
const ADVANCE: f64 = 6.1;

/// The width of a text, for a letter height of 1.
pub(crate) fn width(text: &str) -> f64 {
    let letters = text.chars().count() as f64;
    ((letters - 1.0).max(0.0) * ADVANCE + WIDTH) / HEIGHT
}

/// The letters of a text as paths, one each, the middle of the whole at `middle`.
pub(crate) fn letters(text: &str, middle: Point, height: f64) -> Vec<String> {
    let size = height / HEIGHT;
    let left = middle.x - width(text) * height / 2.0;
    let top = middle.y - height / 2.0;
    text.chars()
        .enumerate()
        .map(|(i, letter)| {
            let left = left + i as f64 * ADVANCE * size;
            let at = |pen: &[u8]| Point {
                x: left + f64::from(pen[0] - b'0') * size,
                y: top + f64::from(pen[1] - b'0') * size,
            };
            let stroke = |points: &str| {
                open_line(&points.as_bytes().chunks_exact(2).map(at).collect::<Vec<_>>())
            };
            strokes(letter).split(' ').map(stroke).collect()
        })
        .collect()
}

/// A text as the data of a path to be stroked, its middle at (`x`, `y`): for pictures that must not
/// depend on fonts. It knows the letters A to Z, digits and `-+?`; anything else becomes a box.
pub fn lettering(words: &str, x: f64, y: f64, height: f64) -> String {
    text(words, Point { x, y }, height)
}

/// A whole text as one path.
pub(crate) fn text(text: &str, middle: Point, height: f64) -> String {
    letters(text, middle, height).concat()
}

fn strokes(letter: char) -> &'static str {
    match letter {
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
    fn every_letter_and_digit_has_its_own_strokes_on_the_grid() {
        let all: Vec<char> =
            ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("-+?".chars()).collect();
        for &a in &all {
            for stroke in strokes(a).split(' ') {
                assert!(stroke.len() >= 4 && stroke.len() % 2 == 0, "{a}");
                let on_grid = |pen: &[u8]| pen[0] <= b'4' && pen[1] <= b'8' && pen[0] >= b'0';
                assert!(stroke.as_bytes().chunks_exact(2).all(on_grid), "{a}");
            }
            for &b in &all {
                let alike = [a, b] == ['O', '0'] || [a, b] == ['0', 'O'];
                assert!(a == b || alike || strokes(a) != strokes(b), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_text_stands_around_its_middle() {
        let d = text("H", Point { x: 10.0, y: 10.0 }, 6.0);
        assert_eq!(d, "M8 7L8 13M12 7L12 13M8 10L12 10");
        assert_eq!(letters("E37", Point { x: 0.0, y: 0.0 }, 6.0).len(), 3);
    }
}

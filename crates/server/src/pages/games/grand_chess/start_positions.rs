//! The first board of each piece in its guide: an empty one, or one with hurdles, pivots or victims
//! for pieces that need them.

use crate::pages::guide::StartPosition;

impl StartPosition {
    /// The scene for a piece of a side: Black's is White's with the ranks mirrored.
    pub(super) fn of(self, side: &str) -> Self {
        if side != "black" {
            return self;
        }
        Self {
            position: mirrored(&self.position),
            from: match self.from {
                "e3" => "e8",
                _ => "e6",
            },
            ..self
        }
    }
}

/// The board part of a FEN with its ranks mirrored and its sides swapped.
fn mirrored(board: &str) -> String {
    let ranks: Vec<String> = board.split('/').rev().map(exchanged).collect();
    ranks.join("/")
}

/// A rank with its sides swapped. In braces the first letter names the side; the second is always
/// lower case.
fn exchanged(rank: &str) -> String {
    let mut exchanged = String::with_capacity(rank.len());
    for c in rank.chars() {
        let second = exchanged.chars().rev().nth(1) == Some('{');
        let other = if second || c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        };
        exchanged.push(other);
    }
    exchanged
}

/// The first board of a piece.
pub(super) fn start_position(code: &str) -> StartPosition {
    let on = |position: &str, from, note| StartPosition {
        position: position.to_owned(),
        from,
        last: None,
        note: Some(note),
    };
    match code {
        "P" => on("10/10/10/10/10/10/10/4P5/10/10", "e3", "guide-scene-start"),
        "Gr" | "Sc" => hurdles(code, false),
        "Ka" => on("10/10/10/4p1p3/4Pp4/4{Ka}1p1P1/10/2p7/1P8/10", "e5", "guide-scene-hurdles"),
        "Cn" => on("10/10/10/4p5/10/1p2{Cn}2P2/10/10/10/10", "e5", "guide-scene-hurdles"),
        "Va" => on("10/10/10/6p3/10/4{Va}5/10/2P7/10/10", "e5", "guide-scene-hurdles"),
        "Le" => on("10/10/10/4p1P3/10/1p2{Le}2P2/10/2p7/10/10", "e5", "guide-scene-hurdles"),
        "Wm" => on("10/10/10/10/4P5/4{Wm}5/3p6/10/10/10", "e5", "guide-scene-pivots"),
        "Co" => on("10/10/2n7/10/10/4{Co}5/10/10/2K3b3/10", "e5", "guide-scene-king"),
        "Cm" => on("10/10/4r5/10/5p4/4{Cm}5/6n3/2b7/10/10", "e5", "guide-scene-victims"),
        "Fo" => StartPosition { last: Some("N"), note: Some("guide-scene-fool"), ..alone(code) },
        _ => alone(code),
    }
}

/// The first board of a custom piece with moves in Betza notation.
pub(super) fn custom_start_position(code: &str, moves: &str, side: &str) -> StartPosition {
    let start =
        if moves.contains(['p', 'g']) { hurdles(code, oblique(moves)) } else { alone(code) };
    start.of(side)
}

/// Returns whether moves in Betza notation may leave ranks, files and diagonals. Leaps longer than
/// a knight's need no hurdles, as the board has no room for them.
fn oblique(moves: &str) -> bool {
    moves.contains(['N', '('])
}

/// A board with hurdles to leap over; with `oblique`, also off the lines of a queen.
fn hurdles(code: &str, oblique: bool) -> StartPosition {
    let [above, below] = if oblique { ["3pn5/4PPpp2", "3p2P3"] } else { ["4n5/4P1p3", "3p6"] };
    StartPosition {
        position: format!("10/10/{above}/10/2P1{{{code}}}2p2/{below}/10/10/10"),
        from: "e5",
        last: None,
        note: Some("guide-scene-hurdles"),
    }
}

/// The empty board with the piece near its centre.
fn alone(code: &str) -> StartPosition {
    let man = if code.len() == 1 { code.to_owned() } else { format!("{{{code}}}") };
    StartPosition {
        position: format!("10/10/10/10/10/4{man}5/10/10/10/10"),
        from: "e5",
        last: None,
        note: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::games::grand_chess::GAME;
    use crate::pages::guide::ask;
    use heterodox_rules::grand_chess::table::TABLE;

    #[test]
    fn custom_hoppers_have_hurdles() {
        let moves = ["gQ", "pR", "pB", "gNN", "p(1,2)(1,2)", "gDD", "mWgFF", "fgR", "bpB", "sgR"];
        for moves in moves {
            for side in ["white", "black"] {
                let start_position = hurdles("Ow", moves.contains(['N', '('])).of(side);
                let own = format!("Ow:{moves}");
                let shown = ask(GAME, &own, &start_position.position, start_position.from, None)
                    .expect(moves);
                let far = shown.targets.iter().filter(|target| target.now);
                assert!(far.count() > 0, "{moves}");
            }
        }
    }

    #[test]
    fn blacks_scene_is_mirrored() {
        assert_eq!(exchanged("2P1{Gr}2p{im}"), "2p1{gr}2P{Im}");
        let mirror = |cell: &str| {
            let (file, rank) = cell.split_at(1);
            format!("{file}{}", 11 - rank.parse::<u8>().expect("a rank"))
        };
        for row in TABLE {
            let [white, black] = ["white", "black"].map(|side| {
                let start_position = start_position(row.code).of(side);
                ask(GAME, "", &start_position.position, start_position.from, start_position.last)
                    .expect(row.code)
            });
            assert_eq!((white.side, black.side), ("white", "black"), "{}", row.code);
            let mut mirrored: Vec<String> = white.targets.iter().map(|t| mirror(&t.cell)).collect();
            let mut cells: Vec<String> = black.targets.iter().map(|t| t.cell.clone()).collect();
            mirrored.sort_unstable();
            cells.sort_unstable();
            assert_eq!(cells, mirrored, "{}", row.code);
        }
    }
}

//! The guide of `KaleidoChess`: each piece alone in three places, and among other pieces.

use super::{GAME, GUIDE_PATH};
use crate::pages::guide::{Entry, Figure, Guide, Reach, StartPosition, ask};
use heterodox_rules::kaleido::{Color, KaleidoChess, Kind, RawPosition, board};
use heterodox_rules::{Cell, Game, PieceDiagram};
use std::sync::LazyLock;

/// The guide.
pub(super) static GUIDE: LazyLock<Guide> = LazyLock::new(|| Guide {
    info: &KaleidoChess::INFO,
    home: GUIDE_PATH,
    groups: &["all", "fliers", "walkers"],
    signs: &["both", "take", "own", "blocked"],
    put: "P",
    last_moves: &["undo-white", "undo-red", "undo-black", "undo-green"],
    copies: None,
    custom: None,
    start_position,
    pieces: Kind::ALL.map(entry).into(),
});

/// The cells of the examples with a single piece, each with a text `alone-KEY`: the centre, the
/// inner ring, and a castle.
const ALONE: [(&str, &str); 3] = [
    ("guide-kaleidochess-alone-centre", "00"),
    ("guide-kaleidochess-alone-inner", "1A"),
    ("guide-kaleidochess-alone-outer", "1J"),
];

/// The other pieces of the last example: some within reach of every kind, some that block walkers.
const COMPANY: [(char, &str); 5] =
    [('w', "1B"), ('w', "1F"), ('b', "1E"), ('b', "8C"), ('b', "8F")];

/// The piece's cell in the last example and on its first board.
const PLACE: &str = "1D";

fn entry(kind: Kind) -> Entry {
    let code = kind.code();
    let alone = |(key, cell): (&'static str, &str)| Some(Figure { key, shown: alone(kind, cell)? });
    let key = match (kind.flies(), kind.steps()) {
        (_, 1) => "guide-kaleidochess-company-near",
        (true, _) => "guide-kaleidochess-company-flies",
        (false, _) => "guide-kaleidochess-company-walks",
    };
    let company = ask(GAME, "", &company(kind), PLACE, None).ok();
    Entry {
        game: GAME,
        code,
        id: kind.name(),
        locked: false,
        groups: vec![if kind.flies() { "fliers" } else { "walkers" }],
        first: alone_of(Color::White, kind, PLACE),
        figures: ALONE
            .into_iter()
            .filter_map(alone)
            .chain(company.map(|shown| Figure { key, shown }))
            .collect(),
        reach: reach(kind),
    }
}

/// The first board of a piece: alone in front of its own castle.
fn start_position(code: &str, side: &'static str) -> StartPosition {
    let color = Color::from_key(side).unwrap_or(Color::White);
    let from = board::by_name(PLACE).unwrap_or(board::CENTRE);
    // Castles are two slices apart.
    let from = board::turned(from, 2 * color as usize);
    let kind = Kind::from_code(code).unwrap_or(Kind::Pawn);
    StartPosition {
        position: with(&[(color, kind, from)]),
        from: board::name(from),
        last: None,
        note: None,
    }
}

/// A position with these pieces only.
fn with(pieces: &[(Color, Kind, Cell)]) -> String {
    let mut raw = RawPosition::empty();
    for &(color, kind, cell) in pieces {
        raw.board[cell.index()] = Some((color, kind));
        raw.turn = color;
    }
    raw.to_string()
}

fn alone(kind: Kind, cell: &str) -> Option<PieceDiagram> {
    alone_of(Color::White, kind, cell)
}

fn alone_of(color: Color, kind: Kind, cell: &str) -> Option<PieceDiagram> {
    let position = with(&[(color, kind, board::by_name(cell)?)]);
    ask(GAME, "", &position, cell, None).ok()
}

fn company(kind: Kind) -> String {
    let place = |(color, cell): (char, &str)| {
        Some((Color::from_letter(color)?, Kind::Pawn, board::by_name(cell)?))
    };
    let mut pieces: Vec<_> = COMPANY.into_iter().filter_map(place).collect();
    pieces.extend(board::by_name(PLACE).map(|cell| (Color::White, kind, cell)));
    with(&pieces)
}

/// The mobility of a kind from each ring.
fn reach(kind: Kind) -> Vec<Reach> {
    const PARTS: [&str; board::RINGS + 1] =
        ["centre", "ring-1", "ring-2", "ring-3", "ring-4", "ring-5"];
    let count =
        |cell: &Cell| alone(kind, board::name(*cell)).map_or(0, |shown| shown.targets.len());
    let part = |(ring, from): (usize, &'static str)| {
        // All slices are alike.
        let cells = board::ALL.into_iter().filter(|&cell| board::ring(cell) == ring);
        let slice = (board::ring_len(ring) / board::SLICES).max(1);
        let counts: Vec<usize> = cells.take(slice).map(|cell| count(&cell)).collect();
        let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
        Reach { from, least: least.unwrap_or_default(), most: most.unwrap_or_default() }
    };
    PARTS.into_iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;
    use heterodox_rules::TargetKind;

    fn kinds(figure: &Figure) -> impl Fn(TargetKind) -> usize {
        |kind| figure.shown.targets.iter().filter(|target| target.kind == kind).count()
    }

    #[test]
    fn every_piece_has_four_examples_and_texts() {
        assert_eq!(GUIDE.pieces.len(), 9);
        for entry in &GUIDE.pieces {
            let code = entry.code;
            assert!(entry.first.as_ref().is_some_and(|shown| !shown.targets.is_empty()), "{code}");
            assert_eq!(entry.figures.len(), 4, "{code}");
            for lang in Lang::ALL {
                for key in [code.to_owned(), format!("{code}-short")] {
                    assert!(lang.has(&format!("guide-{GAME}-{key}")), "{key}");
                }
            }
        }
    }

    /// The captions of the last example say what is blocked and which pieces are captured.
    #[test]
    fn the_examples_agree_with_their_captions() {
        for entry in &GUIDE.pieces {
            let (figure, code) = (&entry.figures[3], entry.code);
            let count = kinds(figure);
            let mine = |cell: &String| {
                figure.shown.pieces.iter().any(|piece| piece.cell == *cell && piece.side == "white")
            };
            let taken = figure.shown.targets.iter().filter(|t| t.kind == TargetKind::Capture);
            let own = taken.filter(|target| mine(&target.cell)).count();
            assert!(own > 0 && count(TargetKind::Capture) > own, "{code}: {own}");
            let barred = figure.key == "guide-kaleidochess-company-walks";
            assert_eq!(count(TargetKind::Blocked) > 0, barred, "{code}");
        }
    }

    /// Computed by another program, from §3.1 and §3.2 alone.
    #[test]
    fn mobility_matches_an_independent_count() {
        for (code, expected) in [
            ("W", [(40, 40), (45, 45), (43, 43), (37, 37), (28, 30), (23, 25)]),
            ("D", [(8, 8), (18, 18), (19, 19), (23, 23), (19, 19), (11, 11)]),
            ("R", [(8, 8), (15, 15), (15, 15), (18, 18), (15, 15), (9, 9)]),
            ("E", [(8, 8), (11, 11), (11, 11), (13, 13), (11, 11), (7, 7)]),
            ("V", [(8, 8), (7, 7), (7, 7), (8, 8), (7, 7), (5, 5)]),
            ("L", [(8, 8), (14, 14), (12, 12), (17, 17), (13, 14), (6, 6)]),
            ("T", [(8, 8), (13, 13), (10, 10), (13, 13), (10, 11), (5, 5)]),
            ("H", [(8, 8), (9, 9), (7, 7), (9, 9), (7, 8), (4, 4)]),
            ("P", [(8, 8), (5, 5), (4, 4), (5, 5), (4, 5), (3, 3)]),
        ] {
            let entry = GUIDE.by_code(code).expect("a piece");
            let numbers: Vec<_> = entry.reach.iter().map(|r| (r.least, r.most)).collect();
            assert_eq!(numbers, expected, "{code}");
        }
    }

    #[test]
    fn every_colour_starts_in_front_of_its_castle() {
        for (side, from) in GUIDE.info.sides.iter().copied().zip(["1D", "3D", "5D", "7D"]) {
            let start_position = start_position("L", side);
            let shown = ask(GAME, "", &start_position.position, start_position.from, None)
                .expect("a diagram");
            assert_eq!((shown.side, shown.from.as_str()), (side, from));
        }
    }
}

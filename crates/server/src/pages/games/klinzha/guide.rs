//! The guide of Klin Zha and of the hidden game with the same warriors: each of them among others.

use crate::pages::guide::{Entry, Figure, Guide, Reach, StartPosition, ask};
use heterodox_rules::klinzha::{Kind, KlinZha, RawPosition, Side, board};
use heterodox_rules::{Cell, Game, GameInfo};
use std::sync::LazyLock;

/// The guide.
pub(super) static GUIDE: LazyLock<Guide> =
    LazyLock::new(|| guide(&KlinZha::INFO, "/guide/klinzha", start_position));

/// The code of the Goal.
const GOAL: &str = "G";

/// The piece's cell: next to the centre of the board.
const PLACE: &str = "F37";

/// A guide for a game with the warriors of Klin Zha.
pub(in crate::pages::games) fn guide(
    info: &'static GameInfo,
    home: &'static str,
    start_position: fn(&str, &'static str) -> StartPosition,
) -> Guide {
    Guide {
        info,
        home,
        groups: &["all", "carriers", "others"],
        signs: &["both", "move", "take", "guard", "blocked"],
        put: "V",
        last_moves: &[],
        copies: None,
        custom: None,
        start_position,
        pieces: info.pieces.iter().map(|code| entry(info, code)).collect(),
    }
}

fn entry(info: &'static GameInfo, code: &'static str) -> Entry {
    let kind = Kind::from_code(code);
    let example = example(code);
    let figure = ask(info.id, "", &with(Side::Gold, &example.pieces), PLACE, None);
    Entry {
        game: info.id,
        code,
        id: kind.map_or("Goal", Kind::name),
        locked: false,
        groups: vec![if kind.is_none_or(Kind::carries) { "carriers" } else { "others" }],
        first: ask(info.id, "", &first(code, Side::Gold), PLACE, None).ok(),
        figures: figure.ok().map(|shown| Figure { key: example.key, shown }).into_iter().collect(),
        reach: kind.map(|kind| reach(info, kind)).unwrap_or_default(),
    }
}

/// The first board of a piece: alone, the Goal beside one who can carry it.
pub(in crate::pages::games) fn start_position(code: &str, side: &'static str) -> StartPosition {
    let side = Side::from_key(side).unwrap_or(Side::Gold);
    StartPosition { position: first(code, side), from: PLACE, last: None, note: None }
}

fn first(code: &str, side: Side) -> String {
    let pieces = [Piece::new('+', code, PLACE), Piece::new('+', "V", "F36")];
    with(side, if code == GOAL { &pieces } else { &pieces[..1] })
}

/// A piece of an example: `+` is of the side whose piece is shown, `-` an enemy.
#[derive(Clone, Copy)]
struct Piece<'a> {
    is_own: bool,
    code: &'a str,
    cell: &'a str,
}

impl<'a> Piece<'a> {
    fn new(sign: char, code: &'a str, cell: &'a str) -> Self {
        Self { is_own: sign == '+', code, cell }
    }
}

/// The last example of a piece, with the key of its caption.
struct Example {
    key: &'static str,
    pieces: Vec<Piece<'static>>,
}

/// A piece among others: some in reach, some that bar its way.
fn example(code: &str) -> Example {
    // After the sign of the side: the code, and the cell.
    let (key, pieces): (_, &[(char, &str, &str)]) = match code {
        "B" => (
            "guide-klinzha-B-example",
            &[('+', "B", PLACE), ('-', "V", "G47"), ('+', "V", "E38"), ('-', "Fl", "E16")],
        ),
        "Fl" => (
            "guide-klinzha-Fl-example",
            &[
                ('+', "Fl", PLACE),
                ('+', "V", "F36"),
                ('-', "V", "E37"),
                ('-', "S", "D27"),
                ('-', "B", "G58"),
            ],
        ),
        "S" => (
            "guide-klinzha-S-example",
            &[('+', "S", PLACE), ('-', "V", "F47"), ('-', "L", "E38"), ('+', "V", "F36")],
        ),
        "V" => {
            ("guide-klinzha-V-example", &[('+', "V", PLACE), ('-', "L", "E37"), ('+', "Fe", "F36")])
        }
        "L" => (
            "guide-klinzha-L-example",
            &[('+', "L", PLACE), ('-', "V", "G36"), ('+', "V", "F47"), ('-', "S", "D27")],
        ),
        "Fe" => (
            "guide-klinzha-Fe-example",
            &[('+', "Fe", PLACE), ('-', "V", "F47"), ('-', "S", "E38"), ('-', "B", "G35")],
        ),
        _ => (
            "guide-klinzha-G-example",
            &[('+', "Fe", PLACE), ('+', GOAL, PLACE), ('-', "V", "G36"), ('+', "V", "F47")],
        ),
    };
    let pieces = pieces.iter().map(|&(sign, code, cell)| Piece::new(sign, code, cell)).collect();
    Example { key, pieces }
}

/// A position with these pieces only. Others can be put to them on the board of the guide.
fn with(side: Side, pieces: &[Piece]) -> String {
    let mut raw = RawPosition::empty();
    for piece in pieces {
        let Some(cell) = board::by_name(piece.cell) else { continue };
        let owner = if piece.is_own { side } else { !side };
        match Kind::from_code(piece.code) {
            Some(kind) => raw.board[cell.index()] = Some((owner, kind)),
            None => raw.goals[owner] = Some(cell),
        }
    }
    raw.turn = side;
    raw.to_string()
}

/// The mobility of a kind from the corners, the edges and the middle of the board.
fn reach(info: &GameInfo, kind: Kind) -> Vec<Reach> {
    let count = |cell: &Cell| {
        let name = board::name(*cell);
        let position = with(Side::Gold, &[Piece::new('+', kind.code(), name)]);
        ask(info.id, "", &position, name, None).map_or(0, |shown| shown.targets.len())
    };
    let part = |(from, neighbours): (&'static str, usize)| {
        let cells =
            board::ALL.into_iter().filter(|&cell| board::neighbours(cell).len() == neighbours);
        let counts: Vec<usize> = cells.map(|cell| count(&cell)).collect();
        let (least, most) = (counts.iter().min().copied(), counts.iter().max().copied());
        Reach { from, least: least.unwrap_or_default(), most: most.unwrap_or_default() }
    };
    [("corner", 1), ("edge", 2), ("middle", 3)].into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;
    use heterodox_rules::TargetKind;

    #[test]
    fn every_piece_has_a_diagram_an_example_and_texts() {
        assert_eq!(GUIDE.pieces.len(), 7);
        for entry in &GUIDE.pieces {
            let code = entry.code;
            let first = entry.first.as_ref().expect("a diagram");
            assert_eq!(first.targets.is_empty(), code == GOAL, "{code}");
            assert_eq!(entry.figures.len(), 1, "{code}");
            for lang in Lang::ALL {
                for key in [code.to_owned(), format!("{code}-short"), format!("{code}-example")] {
                    assert!(lang.has(&format!("guide-klinzha-{key}")), "{key}");
                }
            }
        }
    }

    /// The captions say what is captured and what is barred.
    #[test]
    fn the_examples_agree_with_their_captions() {
        for (code, captured, blocked) in [
            ("B", vec![], vec!["F47", "G47"]),
            ("Fl", vec!["D27"], vec!["G57"]),
            ("S", vec!["E38"], vec![]),
            ("V", vec!["E37"], vec!["F36"]),
            ("L", vec!["D27", "G36"], vec!["F47", "G35"]),
            ("Fe", vec!["E38", "F47"], vec!["G35", "G36"]),
        ] {
            let shown = &GUIDE.by_code(code).expect("a piece").figures[0].shown;
            let of = |kind| {
                let targets = shown.targets.iter().filter(move |target| target.kind == kind);
                let mut cells: Vec<&str> = targets.map(|target| target.cell.as_str()).collect();
                cells.sort_unstable();
                cells
            };
            assert_eq!(of(TargetKind::Capture), captured, "{code}");
            let barred = of(TargetKind::Blocked);
            assert!(blocked.iter().all(|cell| barred.contains(cell)), "{code}: {barred:?}");
        }
        let carrier = &GUIDE.by_code("G").expect("a piece").figures[0].shown;
        assert_eq!((carrier.kind, carrier.stuck), ("Fe", None));
    }
}

//! The examples of the piece guide (`data/grand-guide.json`): what each expects must hold by the
//! rules, and every piece has one.

use heterodox_rules::CellSet;
use heterodox_rules::grand_chess::{
    Kind, Move, PieceSet, Position, Promotion, RawPosition, Side, board,
};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
struct Guide {
    examples: Vec<Example>,
}

/// One figure; the file's note says what the fields mean.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    code: String,
    key: String,
    position: String,
    from: String,
    last: Option<String>,
    fields: Option<String>,
    expects: Expects,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expects {
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    captures: Vec<String>,
    #[serde(default)]
    not: Vec<String>,
    #[serde(default)]
    victims: BTreeMap<String, BTreeSet<String>>,
    #[serde(default)]
    conversions: Vec<String>,
    #[serde(default)]
    frozen: Vec<String>,
    #[serde(default)]
    promotions: BTreeMap<String, BTreeSet<String>>,
}

fn examples() -> Vec<Example> {
    let text = include_str!("../../../../data/grand-guide.json");
    serde_json::from_str::<Guide>(text).expect("the guide's file").examples
}

impl Example {
    /// The position with kings where it has none: the first squares on which neither side is in
    /// check.
    fn position(&self) -> Position {
        let kings = [("b1", "j9"), ("a2", "j9"), ("a1", "j10"), ("b1", "b10"), ("c2", "j9")];
        let found = kings.iter().find_map(|(white, black)| self.with_kings(white, black));
        found.unwrap_or_else(|| panic!("{}: no squares for the kings", self.key))
    }

    fn with_kings(&self, white: &str, black: &str) -> Option<Position> {
        let fields = self.fields.as_deref().unwrap_or_default();
        let fen = format!("{} w - - 0 9 {fields}", self.position);
        let mut raw: RawPosition = fen.trim_end().parse().expect("a position");
        for (side, name) in [(Side::White, white), (Side::Black, black)] {
            let cell = board::by_name(name).expect("a square").index();
            if !raw.board.contains(&Some((side, Kind::KING))) && raw.board[cell].is_none() {
                raw.board[cell] = Some((side, Kind::KING));
            }
        }
        if let Some(last) = &self.last {
            self.remember(last, &mut raw);
        }
        let position = raw.check(Promotion::Captured).ok()?;
        (!position.is_check() || self.code == "K").then_some(position)
    }

    /// What the last move, given as a move or as a code, leaves behind.
    fn remember(&self, last: &str, raw: &mut RawPosition) {
        let kind = Kind::from_code(last).unwrap_or_else(|| {
            let (from, to) = last.split_at(2);
            let to = board::by_name(to).expect("the square of the last move");
            assert!(raw.board[board::by_name(from).expect("a square").index()].is_none());
            let (side, kind) = raw.board[to.index()].expect("the piece that moved last");
            assert_eq!(side, Side::Black, "{}", self.key);
            if kind == Kind::PAWN && from.ends_with('8') && last.ends_with('6') {
                raw.en_passant = board::by_name(&format!("{}7", &from[..1]));
            }
            kind
        });
        let fool = self.position.contains("{Fo}");
        raw.last = fool.then_some(kind);
    }
}

/// The moves of the piece on a square, by where they go.
fn moves(position: &Position, from: &str) -> BTreeMap<&'static str, Vec<Move>> {
    let mut moves: BTreeMap<_, Vec<Move>> = BTreeMap::new();
    for m in position.legal_moves() {
        if board::name(m.from()) == from {
            moves.entry(board::name(m.to())).or_default().push(m);
        }
    }
    moves
}

fn code(kind: Kind) -> &'static str {
    PieceSet::standard().get(kind).code
}

fn enemies(position: &Position) -> CellSet {
    position.occupied(Side::Black)
}

/// The squares of the enemies that a move takes or converts.
fn victims(position: &Position, m: Move) -> BTreeSet<String> {
    let gone = enemies(position) & !enemies(&position.after_unchecked(m));
    gone.into_iter().map(|cell| board::name(cell).to_owned()).collect()
}

fn check(example: &Example) {
    let (key, expects, from) = (&example.key, &example.expects, &example.from);
    let position = example.position();
    let here = position.piece(board::by_name(from).expect("a square"));
    assert_eq!(here, Some((Side::White, Kind::from_code(&example.code).expect("a code"))), "{key}");
    let moves = moves(&position, from);
    let to = |cell: &str| {
        let first = moves.get(cell).and_then(|moves| moves.first());
        *first.unwrap_or_else(|| panic!("{key}: {from} does not go to {cell}"))
    };
    for cell in &expects.moves {
        let empty = position.piece(board::by_name(cell).expect("a square")).is_none();
        assert!(empty && to(cell).to() == board::by_name(cell).expect("a square"), "{key}: {cell}");
    }
    for cell in &expects.captures {
        assert!(!victims(&position, to(cell)).is_empty(), "{key}: nothing taken on {cell}");
    }
    for cell in &expects.not {
        assert!(!moves.contains_key(cell.as_str()), "{key}: {from} goes to {cell}");
    }
    for (cell, taken) in &expects.victims {
        assert_eq!(&victims(&position, to(cell)), taken, "{key}: {cell}");
    }
    for cell in &expects.conversions {
        let cell_there = board::by_name(cell).expect("a square");
        let kind = position.piece(cell_there).map(|(_, kind)| (Side::White, kind));
        assert_eq!(position.after_unchecked(to(cell)).piece(cell_there), kind, "{key}: {cell}");
    }
    for (cell, kinds) in &expects.promotions {
        to(cell);
        let written = |m: &Move| m.promotion().map_or("none", code).to_owned();
        let found: BTreeSet<String> = moves[cell.as_str()].iter().map(written).collect();
        assert_eq!(&found, kinds, "{key}: {cell}");
    }
    let mut answer = position.to_raw();
    answer.turn = Side::Black;
    answer.en_passant = None;
    answer.last = None;
    for cell in &expects.frozen {
        let answer = answer.clone().check(Promotion::Captured).expect("the other side to move");
        assert!(self::moves(&answer, cell).is_empty(), "{key}: {cell} moves");
    }
}

#[test]
fn what_the_examples_expect_is_so() {
    for example in examples() {
        check(&example);
    }
}

#[test]
fn every_piece_has_an_example_under_its_key() {
    let mut shown: BTreeMap<String, usize> = BTreeMap::new();
    for example in examples() {
        let number = shown.entry(example.code.clone()).or_default();
        *number += 1;
        let key = format!("guide-{}-example", example.code);
        let key = if *number == 1 { key } else { format!("{key}-{number}") };
        assert_eq!(example.key, key);
        let expects = &example.expects;
        let says = expects.moves.len() + expects.captures.len() + expects.not.len();
        assert!(says > 0, "{key} expects nothing");
    }
    for code in Kind::all().map(code) {
        assert!(shown.contains_key(code), "no example of {code}");
    }
    assert_eq!(shown.len(), 81);
}

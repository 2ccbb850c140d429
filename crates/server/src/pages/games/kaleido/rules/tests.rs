//! Tests that the moves in the texts are legal, or refused, as the texts say.

use super::figures::{at, table_of};
use super::*;
use crate::i18n::Lang;
use heterodox_rules::kaleido::board;
use heterodox_rules::{Act, Seat, Table};
use std::collections::BTreeSet;

/// A move in a text.
struct Named {
    /// The keys of the texts.
    keys: &'static [&'static str],
    text: &'static str,
    /// The pieces on the board.
    pieces: &'static str,
    /// The moves before it.
    before: &'static [&'static str],
    /// The code of the refusal; `None` for a legal move.
    refused: Option<&'static str>,
}

const MOVES: [Named; 4] = [
    Named {
        keys: &["krules-picture-way", "krules-rulings-KC1"],
        text: "1B-2F",
        pieces: "wW@1B wP@1J bP@5J",
        before: &[],
        refused: None,
    },
    Named {
        keys: &["krules-undo-1", "krules-picture-undo"],
        text: "1D-1E",
        pieces: "wP@1D wP@1J bP@5J bP@5D",
        before: &[],
        refused: None,
    },
    Named {
        keys: &["krules-undo-1"],
        text: "1E-1D",
        pieces: "wP@1D wP@1J bP@5J bP@5D",
        before: &["1D-1E", "5D-5E"],
        refused: Some("no-undo"),
    },
    Named {
        keys: &["krules-picture-out-before"],
        text: "2J+3J",
        pieces: "wR@2J wW@1J wP@1D rW@3J rD@4B rP@3D bW@5J bP@5D",
        before: &[],
        refused: None,
    },
];

/// The texts of the page in a language.
fn texts(lang: Lang) -> Vec<(&'static str, &'static str)> {
    let source = match lang {
        Lang::En => include_str!("../../../../../locales/en/pages/games/kaleidochess.ftl"),
        Lang::De => include_str!("../../../../../locales/de/pages/games/kaleidochess.ftl"),
        Lang::Sv => include_str!("../../../../../locales/sv/pages/games/kaleidochess.ftl"),
        Lang::It => include_str!("../../../../../locales/it/pages/games/kaleidochess.ftl"),
    };
    source.lines().filter_map(|line| line.split_once(" = ")).collect()
}

/// The words of a text that look like a move.
fn moves_in(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-+:".contains(c));
    let is_move = |word: &&str| {
        let cells = word.split_once(['-', '+']);
        cells.is_some_and(|(from, to)| {
            board::by_name(from).is_some() && board::by_name(to).is_some()
        })
    };
    words.filter(is_move).collect()
}

fn submit(table: &mut Table, text: &str) -> Result<(), Refusal> {
    let seats: Vec<Seat> = table.scene(Viewer::Public).to_act;
    let seat = *seats.first().expect("somebody is to act");
    let report = table.submit(seat, text)?;
    assert!(report.warnings.is_empty(), "{text}: {:?}", report.warnings);
    Ok(())
}

#[test]
fn every_move_in_the_texts_is_listed_here() {
    let listed: BTreeSet<(&str, &str)> =
        MOVES.iter().flat_map(|m| m.keys.iter().map(|key| (*key, m.text))).collect();
    for lang in Lang::ALL {
        let named: BTreeSet<(&str, &str)> = texts(lang)
            .into_iter()
            .flat_map(|(key, text)| moves_in(text).into_iter().map(move |m| (key, m)))
            .collect();
        assert_eq!(named, listed, "{}", lang.code());
    }
}

#[test]
fn every_move_in_the_texts_follows_the_rules() {
    for named in MOVES {
        let mut table = at(named.pieces, None).expect("a position");
        for text in named.before {
            submit(&mut table, text).expect(text);
        }
        let refusal = submit(&mut table, named.text).err();
        assert_eq!(refusal.map(|refusal| refusal.code), named.refused, "{}", named.text);
    }
}

/// "It may go elsewhere, another piece may move, and a move later it may go back."
#[test]
fn a_move_later_the_piece_may_go_back() {
    let pieces = "wP@1D wP@1J wP@3J bP@5J bP@5D bP@7J";
    let mut table = at(pieces, None).expect("a position");
    for text in ["1D-1E", "5D-5E", "1J-1I", "5E-5G", "1E-1D"] {
        submit(&mut table, text).expect(text);
    }
}

/// The notation examples are what a table writes.
#[test]
fn notation_examples_are_what_a_table_writes() {
    let wizard = "wW@1B wP@1J bP@5J";
    let last = |table: &Table| table.scene(Viewer::Public).frame.text.expect("a move");
    let mut written = Vec::new();
    for (pieces, text) in [(wizard, "1B-2F"), ("wW@1B wP@1J bP@5J bV@2F", "1B+2F")] {
        let mut table = at(pieces, None).expect("a position");
        submit(&mut table, text).expect(text);
        written.push(last(&table));
    }
    let mut table = at(wizard, Some("dice=on")).expect("a position");
    table.throw(&[3]).expect("a throw");
    submit(&mut table, "1B-2F").expect("named by a 3");
    written.push(last(&table));
    let mut table = at(wizard, Some("dice=on")).expect("a position");
    table.throw(&[4]).expect("a throw");
    written.push(last(&table));
    let mut table = table_of("4").expect("a table");
    table.apply(&Act::Resign { seat: Seat::new(1) }).expect("red leaves");
    let record = table.record(Viewer::Public, &[]);
    let leaves = record.split_whitespace().find(|word| word.ends_with("resigns"));
    written.push(leaves.expect("who left").to_owned());
    assert_eq!(EXAMPLES.map(|(_, example)| example.to_owned()).to_vec(), written);
}

/// The sample record can be parsed.
#[test]
fn the_sample_is_a_record() {
    let record = heterodox_rules::read_record(&sample().expect("a record")).expect("read again");
    assert_eq!((record.game, record.plies.len()), (GAME, SAMPLE.len()));
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

/// "The 28 cells that touch a castle are cities", and the castles are the ones in the text.
#[test]
fn board_numbers_in_the_texts_are_right() {
    assert_eq!(board::CITIES.len(), 28);
    assert_eq!(board::CELLS, 89);
    assert_eq!([1, 2, 3, 4, 5].map(board::ring_len), [8, 16, 16, 24, 24]);
    let castles: Vec<&str> = board::CASTLES.into_iter().map(board::name).collect();
    for lang in Lang::ALL {
        let text = lang.text("krules-board-2");
        assert!(castles.iter().all(|castle| text.contains(castle)), "{text}");
        assert!(text.contains("28"), "{text}");
    }
}

/// The texts about the arrays are true.
#[test]
fn the_arrays_are_those_in_the_texts() {
    let pieces = |seats: &str, side: &str| {
        let pieces = table_of(seats).expect("a table").scene(Viewer::Public).frame.pieces;
        let own = pieces.into_iter().filter(|piece| piece.side == side);
        own.map(|piece| (piece.cell, piece.kind)).collect::<BTreeSet<_>>()
    };
    let white = pieces("2", "white");
    assert_eq!(white.len(), 18);
    for (cell, kind) in [("1J", "W"), ("1K", "R"), ("2I", "E"), ("2J", "V"), ("2K", "P")] {
        assert!(white.contains(&(cell.to_owned(), kind)), "{cell}");
    }
    for (cell, kind) in [("1G", "D"), ("1H", "L"), ("2F", "T"), ("2G", "H"), ("2H", "P")] {
        assert!(white.contains(&(cell.to_owned(), kind)), "{cell}");
    }
    for (side, castle) in [("white", "1J"), ("red", "3J"), ("black", "5J"), ("green", "7J")] {
        let own = pieces("4", side);
        assert_eq!(own.len(), 12);
        assert!(own.contains(&(castle.to_owned(), "W")), "{side}");
        let count = |kind: &str| own.iter().filter(|piece| piece.1 == kind).count();
        assert_eq!(["W", "D", "R", "E", "L", "T", "P"].map(count), [1, 1, 2, 2, 2, 2, 2]);
    }
    assert!(pieces("3", "green").is_empty());
}

//! What must hold for any input of Grand Chess, well-formed or not. The tests with random changes
//! (`garbage.rs`) and the fuzz targets use it.

use crate::contract::{self, Observer, Run, Subject};

use heterodox_rules::grand_chess::{PieceSet, Position, Promotion, board};
use heterodox_rules::{CellSet, Options, SearchPosition, Setting, Start, info};

fn subject() -> Subject {
    Subject::registered(info("grand-chess").expect("the game"))
}

/// A FEN is refused with a message, or reads back as the same position whose every legal move leads
/// to a possible one.
pub fn fen(text: &str) {
    for promotion in Promotion::EACH {
        match Position::read(text, promotion, &PieceSet::standard()) {
            Ok(position) => position_keeps_the_rules(&position),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn position_keeps_the_rules(position: &Position) {
    reads_back(position);
    let all = position.legal_moves();
    assert_eq!(all.len() as u64, position.count_moves(), "{position}");
    assert_eq!(all.is_empty(), !position.can_move(), "{position}");
    let mut captures = Vec::new();
    position.captures(&mut captures);
    assert!(captures.iter().all(|m| all.contains(m)), "{position}");
    let expected = all.iter().filter(|&&m| position.is_capture(m)).count();
    assert_eq!(captures.len(), expected, "{position}");
    for m in all {
        let (uci, san) = (position.uci(m), position.san(m));
        for text in [&uci, &san] {
            let read = position.read_move(text).unwrap_or_else(|why| panic!("{position}: {why}"));
            assert_eq!((read.played, read.warnings.len()), (m, 0), "{position}: {text}");
        }
        reads_back(&position.after_unchecked(m));
    }
    let occupied = position.all_occupied();
    for cell in occupied {
        let attackers = position.attackers_to(cell, occupied);
        assert_eq!(attackers - occupied, CellSet::EMPTY, "{position}");
        assert!(!attackers.contains(cell), "{position}: {}", board::name(cell));
    }
}

fn reads_back(position: &Position) {
    let text = position.to_string();
    let read = Position::read(&text, position.promotion(), position.piece_set())
        .unwrap_or_else(|error| panic!("our own {text}: {error}"));
    assert_eq!((read.to_string(), read.zobrist()), (text, position.zobrist()));
}

/// A record is refused with the line and a message, or its strict form says the same without
/// warnings.
pub fn pgn(text: &str) {
    contract::record_is_read_or_refused(text);
}

/// The first line is a FEN, the second a move: it is refused with a message, or a legal one.
pub fn move_text(text: &str) {
    let (fen, text) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = Position::read(fen, Promotion::default(), &PieceSet::standard()) else {
        return;
    };
    match position.read_move(text) {
        Ok(read) => assert!(position.legal_moves().contains(&read.played), "{position}: {text}"),
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
    }
}

/// Lines `KEY=VALUE`, and perhaps one with a FEN: refused with a message, or the table can be
/// played at.
pub fn options(text: &str) {
    let mut setting = Setting::default();
    for line in text.lines().take(20) {
        if line.contains('/') && !line.contains('=') {
            setting.start = Start::Position(line.to_owned());
        } else if let Err(error) = setting.options.set(line) {
            assert!(!error.to_string().is_empty());
        }
    }
    let table = match subject().open(&setting) {
        Ok(table) => table,
        Err(refusal) => return assert!(!refusal.message.is_empty()),
    };
    let subject = subject();
    let mut run = Run::new(&subject, setting, table).with_slow_check_period(100);
    for turn in 0..30_u8 {
        run.step(turn * 3, turn.wrapping_mul(37) & 127, &mut ());
    }
    run.finish();
}

/// Reads bytes as acts at a table and holds the game to the contract.
pub fn acts(data: &[u8]) {
    let Some((&[first, seed], data)) = data.split_first_chunk::<2>() else { return };
    contract::play_bytes(&subject(), &setting(first, seed), data, 300, &mut Claims);
}

struct Claims;

impl Observer for Claims {
    fn texts(&self) -> &'static [&'static str] {
        &["claim threefold"]
    }
}

fn setting(what: u8, seed: u8) -> Setting {
    let pick = |list: [&'static str; 5], shift: u8| list[usize::from(what >> shift) % 5];
    let mut options = Options::default();
    let setup = pick(["classic", "classic+random", "classic+chosen", "random", "chosen"], 0);
    let promotion = pick(["captured", "initial", "all", "captured", "all"], 3);
    let extra = seed % if setup.starts_with("classic") { 11 } else { 20 };
    let turned = if what & 64 == 64 { "on" } else { "off" };
    let twice = if what & 128 == 128 { "on" } else { "off" };
    for option in [
        format!("setup={setup}"),
        format!("promotion={promotion}"),
        format!("seed={seed}"),
        format!("extra={extra}"),
        format!("diagonal-mirror={turned}"),
        format!("duplicates={twice}"),
    ] {
        options.set(&option).expect("an option");
    }
    Setting { options, start: Start::Setup }
}

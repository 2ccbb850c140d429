//! What must hold for any input of `KaleidoChess`, well-formed or not. The tests with random
//! changes (`garbage.rs`) and the fuzz targets use it.

use crate::contract::{self, Observer, Run, Subject};

use heterodox_rules::kaleido::{DiceTable, Move, Position};
use heterodox_rules::{Act, Options, Report, SearchPosition, Setting, Start, Table, Viewer, info};

fn subject() -> Subject {
    Subject::registered(info("kaleidochess").expect("the game"))
}

/// A position string is refused with a message, or reads back as the same position whose every
/// legal move leads to a possible one.
pub fn position(text: &str) {
    for dice in [None, Some(DiceTable::STANDARD)] {
        match Position::read(text, dice) {
            Ok(position) => position_keeps_the_rules(&position),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn position_keeps_the_rules(position: &Position) {
    reads_back(position);
    let all = position.legal_moves();
    assert_eq!(all.len() as u64, position.count_moves(), "{position}");
    assert_eq!(all.iter().any(|m| !m.is_pass()), position.can_move(), "{position}");
    if position.outcome().is_some() {
        assert_eq!(all, [], "{position}");
    } else {
        assert!(!all.is_empty() || position.dice().is_some(), "{position}");
    }
    let mut captures = Vec::new();
    position.captures(&mut captures);
    assert!(captures.iter().all(|m| all.contains(m) && position.is_capture(*m)), "{position}");
    let captures_to_search = |m: &&Move| SearchPosition::is_capture(position, **m);
    assert_eq!(captures.len(), all.iter().filter(captures_to_search).count());
    for m in all {
        let text = position.write_ply(m);
        let read = position.read_move(&text).unwrap_or_else(|why| panic!("{position}: {why}"));
        assert_eq!((read.played, read.warnings.len()), (m, 0), "{position}: {text}");
        assert!(!position.write_long(m).is_empty());
        let next = position.after_unchecked(m);
        assert_ne!(next.zobrist(), position.zobrist(), "{position}: {text}");
        reads_back(&next);
    }
}

/// While the game goes on, the string is the whole position.
fn reads_back(position: &Position) {
    let text = position.to_string();
    let read = Position::read(&text, position.dice())
        .unwrap_or_else(|error| panic!("our own {text}: {error}"));
    if position.outcome().is_none() {
        assert_eq!((read.to_string(), read.zobrist()), (text, position.zobrist()));
        assert_eq!(read.playing(), position.playing());
    }
}

/// A record is refused with the line and a message, or its strict form says the same without
/// warnings.
pub fn record(text: &str) {
    contract::record_is_read_or_refused(text);
}

/// The first line is a position, the second a move: it is refused with a message, or a legal one.
pub fn move_text(text: &str) {
    let (position, text) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = Position::read(position, Some(DiceTable::STANDARD)) else { return };
    match position.read_move(text) {
        Ok(read) => assert!(position.legal_moves().contains(&read.played), "{position}: {text}"),
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
    }
}

/// Lines `KEY=VALUE`, and perhaps one with a position: refused with a message, or the table can be
/// played at.
pub fn options(text: &str) {
    let mut setting = Setting::default();
    for line in text.lines().take(20) {
        if line.contains(' ') {
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

/// Reads bytes as acts at a table and holds the game to the contract; a side that is out does
/// nothing any more.
pub fn acts(data: &[u8]) {
    let Some((&[first, second], data)) = data.split_first_chunk::<2>() else { return };
    contract::play_bytes(&subject(), &setting(first, second), data, 300, &mut OutIsOut);
}

struct OutIsOut;

impl Observer for OutIsOut {
    fn accepted(&mut self, before: &Table, _: &Act, _: &Report, after: &Table) {
        nothing_comes_back(before, after);
    }
}

/// Who is out stays out, and only those who play hold castles and are to act.
fn nothing_comes_back(before: &Table, after: &Table) {
    let outs = |table: &Table| {
        let notices = table.scene(Viewer::Public).notices;
        notices.into_iter().filter(|notice| notice.key == "out").collect::<Vec<_>>()
    };
    let (earlier, now) = (outs(before), outs(after));
    if after.plies() >= before.plies() {
        assert!(earlier.iter().all(|notice| now.contains(notice)), "{earlier:?} {now:?}");
    }
    let scene = after.scene(Viewer::Public);
    assert_eq!(scene.sides.len(), after.seats());
    for notice in &now {
        let seat = notice.args.iter().find(|arg| arg.0 == "seat").expect("a seat").1.clone();
        assert!(scene.to_act.iter().all(|to_act| to_act.index().to_string() != seat));
    }
    if after.outcome().is_none() {
        assert!(scene.frame.areas.len() >= 2, "two hold castles");
    }
}

fn setting(first: u8, second: u8) -> Setting {
    let mut options = Options::default();
    let mut set = |said: bool, option: &str| {
        if said {
            options.set(option).expect("an option");
        }
    };
    set(true, ["seats=2", "seats=3", "seats=4", "seats=2"][usize::from(first % 4)]);
    set(first & 4 != 0, "dice=on");
    set(first & 8 != 0, "no-repetition=on");
    set(first & 0x30 == 0x30, "max-moves=20");
    set(first & 0xc0 == 0xc0, "dice-table=W/P/-/L/VT/*");
    set(second & 1 != 0, "army-white=pawns");
    set(second & 6 == 6, "army-black=ravens");
    Setting { options, start: Start::Setup }
}

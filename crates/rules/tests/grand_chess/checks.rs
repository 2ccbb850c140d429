//! What must hold for any input whatever, well-formed or not. Used by the tests with random changes
//! (`garbage.rs`) and by the fuzz targets, so it knows nothing of the other test modules.

use heterodox_rules::grand_chess::{PieceSet, Position, Promotion, board};
use heterodox_rules::{
    Act, CellSet, Options, Record, Scene, SearchPosition, Seat, Setting, Start, Table, Turn,
    Viewer, open, read_record,
};

const GAME: &str = "grand-chess";

const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

/// A FEN is refused with a message, or reads back as the same position whose every legal move leads to a
/// possible one.
pub(crate) fn fen(text: &str) {
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

/// A record is refused with the line and a message, or its strict form says the same without warnings.
pub(crate) fn pgn(text: &str) {
    match read_record(text) {
        Ok(record) if record.game == GAME => strict_form_says_the_same(&record),
        Ok(_) => {}
        Err(refusal) => {
            assert!(!refusal.message.is_empty());
            if refusal.code != "no-such-game" {
                let line = refusal.args.iter().find(|(name, _)| *name == "line");
                let line: usize = line.and_then(|(_, line)| line.parse().ok()).expect("a line");
                assert!((1..=text.lines().count().max(1)).contains(&line), "{refusal}");
            }
        }
    }
}

fn strict_form_says_the_same(record: &Record) {
    let again = read_record(&record.strict)
        .unwrap_or_else(|refusal| panic!("{refusal} in our own\n{}", record.strict));
    assert_eq!(again.frames, record.frames);
    assert_eq!(again.outcome, record.outcome);
    assert_eq!(again.warnings, [], "in our own\n{}", record.strict);
    assert_eq!(again.strict, record.strict);
    assert_eq!(record.plies.len() + 1, record.frames.len());
}

/// The first line is a FEN, the second a move: it is refused with a message, or a legal one.
pub(crate) fn move_text(text: &str) {
    let (fen, text) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = Position::read(fen, Promotion::default(), &PieceSet::standard()) else {
        return;
    };
    match position.read_move(text) {
        Ok(read) => assert!(position.legal_moves().contains(&read.played), "{position}: {text}"),
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
    }
}

/// Lines `KEY=VALUE`, and perhaps one with a FEN: refused with a message, or the table can be played at.
pub(crate) fn options(text: &str) {
    let mut setting = Setting::default();
    for line in text.lines().take(20) {
        if line.contains('/') && !line.contains('=') {
            setting.start = Start::Position(line.to_owned());
        } else if let Err(error) = setting.options.set(line) {
            assert!(!error.to_string().is_empty());
        }
    }
    let mut table = match open(GAME, &setting) {
        Ok(table) => table,
        Err(refusal) => return assert!(!refusal.message.is_empty()),
    };
    for turn in 0..30 {
        let Some(seat) = table.scene(Viewer::Public).to_act.first().copied() else { break };
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let text = &choices[turn * 37 % choices.len()].text;
        table.submit(seat, text).unwrap_or_else(|refusal| panic!("{text} was offered: {refusal}"));
    }
    the_record_says_the_same(&table);
}

/// Reads bytes as acts at a table: whatever comes, a refusal changes nothing, every choice is accepted, the
/// position keeps the rules, and the same acts give the same game again.
pub(crate) fn acts(data: &[u8]) {
    let Some((&[first, seed], data)) = data.split_first_chunk::<2>() else { return };
    let setting = setting(first, seed);
    let mut table = open(GAME, &setting).expect("a table");
    let mut log = Vec::new();
    for pair in data.chunks_exact(2).take(300) {
        let act = act(&table, pair[0], pair[1]);
        let before = table.clone();
        match table.apply(&act) {
            Ok(_) => log.push(act),
            Err(refusal) => {
                assert!(!refusal.message.is_empty());
                let seen = scenes(&before);
                assert_eq!(scenes(&table), seen, "{act:?} was refused and changed something");
                let chosen = matches!(&act, Act::Submit { text, .. } if is_choice(&seen, text));
                assert!(!chosen, "{act:?} was offered and refused: {refusal}");
            }
        }
    }
    let mut again = open(GAME, &setting).expect("a table");
    for act in &log {
        again.apply(act).expect("accepted before");
    }
    assert_eq!(scenes(&again), scenes(&table), "the same acts give the same game");
    the_record_says_the_same(&table);
}

fn the_record_says_the_same(table: &Table) {
    // Without a first position there is nothing to record.
    if table.scene(Viewer::Public).frame.position.is_empty() {
        return;
    }
    let text = table.record(Viewer::Public, &[]);
    let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"));
    assert_eq!(record.frames, table.frames(Viewer::Public), "{text}");
    assert_eq!(record.outcome, table.outcome(), "{text}");
    strict_form_says_the_same(&record);
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

/// An act out of two bytes: mostly one of the choices, sometimes anything else.
fn act(table: &Table, what: u8, which: u8) -> Act {
    let seat = Seat::new(usize::from(which & 1));
    let moving = match table.turn() {
        Turn::Seats(seats) => seats.first().copied().unwrap_or(seat),
        _ => seat,
    };
    match what {
        0..=219 if matches!(table.turn(), Turn::Seats(_)) => {
            let mut choices = table.scene(Viewer::Seat(moving)).choices;
            // Captures make the odd pieces meet.
            if what >= 110 && choices.iter().any(|choice| choice.captures) {
                choices.retain(|choice| choice.captures);
            }
            let number = (usize::from(what) * 256 + usize::from(which)) % choices.len();
            Act::Submit { seat: moving, text: choices[number].text.clone() }
        }
        0..=222 => Act::Submit { seat, text: String::from_utf8_lossy(&[which, what]).into() },
        223..=225 => Act::Throw { faces: vec![which; usize::from(what % 4)] },
        226..=230 => Act::OfferDraw { seat },
        231..=234 => Act::DeclineDraw { seat },
        235..=242 => Act::AskTakeback { seat },
        243..=250 => Act::AnswerTakeback { seat, accept: which & 2 == 2 },
        251 => Act::Resign { seat },
        252 => Act::Flag { seat },
        253 => Act::Resign { seat: Seat::new(2) },
        254.. => Act::Submit { seat: moving, text: "claim threefold".to_owned() },
    }
}

fn is_choice(scenes: &[Scene], text: &str) -> bool {
    let two_seats = &scenes[..2];
    two_seats.iter().any(|scene| scene.choices.iter().any(|choice| choice.text == text))
        && two_seats.iter().all(|scene| scene.outcome.is_none())
}

fn scenes(table: &Table) -> Vec<Scene> {
    VIEWERS.map(|viewer| table.scene(viewer)).into()
}

//! What must hold for any input whatever, well-formed or not. Used by the tests with random changes
//! (`garbage.rs`) and by the fuzz targets, so it knows nothing of the other test modules.

use heterodox_rules::kaleido::{DiceTable, Move, Position};
use heterodox_rules::{
    Act, Options, Record, Scene, SearchPosition, Seat, Setting, Start, Table, Turn, Viewer, open,
    read_record,
};

const GAME: &str = "kaleidochess";

const VIEWERS: [Viewer; 5] = [
    Viewer::Seat(Seat::new(0)),
    Viewer::Seat(Seat::new(1)),
    Viewer::Seat(Seat::new(2)),
    Viewer::Seat(Seat::new(3)),
    Viewer::Public,
];

/// A position string is refused with a message, or reads back as the same position whose every legal move leads
/// to a possible one.
pub(crate) fn position(text: &str) {
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

/// A record is refused with the line and a message, or its strict form says the same without warnings.
pub(crate) fn record(text: &str) {
    match read_record(text) {
        Ok(record) if record.game == GAME => strict_form_says_the_same(&record),
        Ok(_) => {}
        Err(refusal) => {
            assert!(!refusal.message.is_empty());
            let line = refusal.args.iter().find(|(name, _)| *name == "line");
            let line: usize = line.and_then(|(_, line)| line.parse().ok()).expect("a line");
            assert!((1..=text.lines().count().max(1)).contains(&line), "{refusal}");
        }
    }
}

fn strict_form_says_the_same(record: &Record) {
    let again = read_record(&record.strict)
        .unwrap_or_else(|refusal| panic!("{refusal} in our own\n{}", record.strict));
    assert_eq!(again.frames, record.frames, "{}", record.strict);
    assert_eq!(again.outcome, record.outcome, "{}", record.strict);
    assert_eq!(again.warnings, [], "in our own\n{}", record.strict);
    assert_eq!(again.strict, record.strict);
    assert_eq!(record.plies.len() + 1, record.frames.len());
}

/// The first line is a position, the second a move: it is refused with a message, or a legal one.
pub(crate) fn move_text(text: &str) {
    let (position, text) = text.split_once('\n').unwrap_or((text, ""));
    let Ok(position) = Position::read(position, Some(DiceTable::STANDARD)) else { return };
    match position.read_move(text) {
        Ok(read) => assert!(position.legal_moves().contains(&read.played), "{position}: {text}"),
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
    }
}

/// Lines `KEY=VALUE`, and perhaps one with a position: refused with a message, or the table can be played at.
pub(crate) fn options(text: &str) {
    let mut setting = Setting::default();
    for line in text.lines().take(20) {
        if line.contains(' ') {
            setting.start = Start::Position(line.to_owned());
        } else if let Err(error) = setting.options.set(line) {
            assert!(!error.to_string().is_empty());
        }
    }
    let mut table = match open(GAME, &setting) {
        Ok(table) => table,
        Err(refusal) => return assert!(!refusal.message.is_empty()),
    };
    for turn in 0..40 {
        if table.awaits_throw().is_some() {
            table.throw(&[(turn * 5 % 6 + 1) as u8]).expect("a throw is due");
            continue;
        }
        let Some(seat) = table.scene(Viewer::Public).to_act.first().copied() else { break };
        let choices = table.scene(Viewer::Seat(seat)).choices;
        let text = &choices[turn * 37 % choices.len()].text;
        table.submit(seat, text).unwrap_or_else(|refusal| panic!("{text} was offered: {refusal}"));
    }
    the_record_says_the_same(&table);
}

/// Reads bytes as acts at a table: whatever comes, a refusal changes nothing, every choice is accepted, who is out
/// does nothing any more, and the same acts give the same game again.
pub(crate) fn acts(data: &[u8]) {
    let Some((&[first, second], data)) = data.split_first_chunk::<2>() else { return };
    let setting = setting(first, second);
    let mut table = open(GAME, &setting).expect("a table");
    let mut log = Vec::new();
    for pair in data.chunks_exact(2).take(300) {
        let act = act(&table, pair[0], pair[1]);
        let before = table.clone();
        match table.apply(&act) {
            Ok(report) => {
                assert!([0, table.seats()].contains(&report.reports.seats.0.len()));
                log.push(act);
                nothing_comes_back(&before, &table);
            }
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

fn the_record_says_the_same(table: &Table) {
    let text = table.record(Viewer::Public, &[]);
    let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"));
    let mut frames = table.frames(Viewer::Public);
    let thrown = table.scene(Viewer::Public).phase == "play";
    if let (true, Some(last), Some(read)) = (thrown, frames.last_mut(), record.frames.last())
        && last.ply == read.ply
    {
        // A throw that no move has followed yet is not in the record.
        last.clone_from(read);
    }
    assert_eq!(record.frames, frames, "{text}");
    assert_eq!(record.outcome, table.outcome(), "{text}");
    strict_form_says_the_same(&record);
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

/// An act out of two bytes: mostly one of the choices, sometimes anything else.
fn act(table: &Table, what: u8, which: u8) -> Act {
    let seat = Seat::new(usize::from(which) % table.seats());
    let moving = match table.turn() {
        Turn::Seats(seats) => seats.first().copied().unwrap_or(seat),
        _ => seat,
    };
    match what {
        0..=219 if matches!(table.turn(), Turn::Throw(_)) => {
            Act::Throw { faces: vec![which % 6 + 1] }
        }
        0..=219 if matches!(table.turn(), Turn::Seats(_)) => {
            let mut choices = table.scene(Viewer::Seat(moving)).choices;
            let takes = |text: &str| text.contains('+');
            if what >= 110 && choices.iter().any(|choice| takes(&choice.text)) {
                choices.retain(|choice| takes(&choice.text));
            }
            let number = (usize::from(what) * 256 + usize::from(which)) % choices.len();
            Act::Submit { seat: moving, text: choices[number].text.clone() }
        }
        0..=222 => Act::Submit { seat, text: String::from_utf8_lossy(&[which, what]).into() },
        223..=225 => Act::Throw { faces: vec![which; usize::from(what % 4)] },
        226..=231 => Act::OfferDraw { seat },
        232..=235 => Act::DeclineDraw { seat },
        236..=242 => Act::AskTakeback { seat },
        243..=250 => Act::AnswerTakeback { seat, accept: what.is_multiple_of(2) },
        251..=253 => Act::Resign { seat },
        254..=255 => Act::Flag { seat },
    }
}

fn scenes(table: &Table) -> Vec<Scene> {
    let viewers = VIEWERS.into_iter().filter(|viewer| match viewer {
        Viewer::Seat(seat) => seat.index() < table.seats(),
        Viewer::Public => true,
    });
    viewers.map(|viewer| table.scene(viewer)).collect()
}

fn is_choice(scenes: &[Scene], text: &str) -> bool {
    scenes.iter().flat_map(|scene| &scene.choices).any(|choice| choice.text == text)
}

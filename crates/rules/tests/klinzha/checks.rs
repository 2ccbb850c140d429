//! What must hold for any input whatever, well-formed or not. Used by the tests with random changes
//! (`garbage.rs`) and by the fuzz targets, so it knows nothing of the other test modules.

use heterodox_rules::klinzha::{GoalSafety, Position, RawPosition, Setup, Step};
use heterodox_rules::{
    Act, Options, Record, Scene, Seat, Setting, Start, Table, Turn, Viewer, open, read_record,
};

const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

/// A position string is refused with a message, or is the one canonical form of a position whose every
/// legal move leads to a possible one.
pub(crate) fn position(text: &str) {
    match text.parse::<RawPosition>() {
        Ok(raw) => assert_eq!(raw.to_string(), text, "one canonical form"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let position = match text.parse::<Position>() {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(position.to_string(), text);
    let all = position.legal_moves_under(GoalSafety::Advisory);
    assert_eq!(all.len(), position.count_moves());
    assert_eq!(all.is_empty(), position.winner().is_some());
    for m in position.legal_moves_under(GoalSafety::Enforced) {
        assert!(all.contains(&m));
    }
    for m in all {
        let next = position.after_unchecked(m);
        let read: Position = next.to_string().parse().expect("a legal move keeps the rules");
        assert_eq!((read.zobrist(), &read), (next.zobrist(), &next), "after {}", position.write(m));
    }
}

/// A record is refused with the line and a message, or its strict form says the same without warnings.
pub(crate) fn record(text: &str) {
    match read_record(text) {
        Ok(record) => strict_form_says_the_same(&record),
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

/// A move is refused with a message, or is a legal one; without a warning it was written strictly.
pub(crate) fn move_text(position: &Position, text: &str) {
    for safety in [GoalSafety::Advisory, GoalSafety::Enforced] {
        let legal = position.legal_moves_under(safety);
        match position.read(text, &legal) {
            Ok(read) => {
                assert!(legal.contains(&read.played));
                let strict = position.write(read.played);
                assert_eq!(read.warnings.is_empty(), text == strict, "{text}: {:?}", read.warnings);
                let again = position.read(&strict, &legal).expect("strict notation");
                assert_eq!(again.played, read.played);
            }
            Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.code.is_empty()),
        }
    }
}

/// A setup step is refused with a message and changes nothing, or leads on. The lines are steps of whoever's
/// turn it is; a line `throw A B` throws.
pub(crate) fn setup_steps(text: &str) {
    let mut setup = Setup::new();
    for line in text.lines().take(200) {
        let before = format!("{setup:?}");
        let faces: Vec<u8> = line
            .strip_prefix("throw ")
            .map(|rest| rest.split(' ').filter_map(|face| face.parse().ok()).collect())
            .unwrap_or_default();
        let accepted = if let &[a @ 1..=6, b @ 1..=6] = faces.as_slice() {
            setup.throw([a, b])
        } else {
            match Step::read(line).and_then(|(step, _)| setup.step(&step)) {
                Ok(None) => Ok(()),
                Ok(Some(first)) => return position(&first.to_string()),
                Err(refusal) => Err(refusal),
            }
        };
        if let Err(refusal) = accepted {
            assert!(!refusal.message.is_empty());
            assert_eq!(format!("{setup:?}"), before, "{line} was refused and changed something");
        }
    }
}

/// Reads bytes as acts at a table: whatever comes, a refusal changes nothing, every choice is accepted, the
/// position keeps the rules, and the same acts give the same game again.
pub(crate) fn acts(data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    let setting = setting(first);
    let mut table = open("klinzha", &setting).expect("a table");
    let mut log = Vec::new();
    for pair in data.chunks_exact(2).take(400) {
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
        let frame = table.scene(Viewer::Public).frame;
        if !frame.position.is_empty() {
            let read: Position = frame.position.parse().expect("the rules are kept");
            assert_eq!(read.to_string(), frame.position);
        }
    }
    let mut again = open("klinzha", &setting).expect("a table");
    for act in &log {
        again.apply(act).expect("accepted before");
    }
    assert_eq!(scenes(&again), scenes(&table), "the same acts give the same game");
    if table.scene(Viewer::Public).phase == "play" {
        let text = table.record(Viewer::Public, &[]);
        let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal} in\n{text}"));
        assert_eq!(record.frames, table.frames(Viewer::Public));
        strict_form_says_the_same(&record);
    }
}

fn setting(byte: u8) -> Setting {
    let mut options = Options::default();
    if byte & 1 == 1 {
        options.set("goal-safety=enforced").expect("an option");
    }
    if byte & 2 == 2 {
        options.set("house-rules=on").expect("an option");
    }
    let names = heterodox_rules::info("klinzha").expect("the game").quick_starts;
    let start = match byte >> 2 {
        0..32 => Start::Setup,
        n => Start::Quick(names[usize::from(n) % names.len()].to_owned()),
    };
    Setting { options, start }
}

/// An act out of two bytes: mostly one of the choices, sometimes anything else.
fn act(table: &Table, what: u8, which: u8) -> Act {
    let seat = Seat::new(usize::from(which & 1));
    let moving = match table.turn() {
        Turn::Seats(seats) => seats.first().copied().unwrap_or(seat),
        _ => seat,
    };
    match what {
        0..=199 if table.awaits_throw().is_some() => {
            Act::Throw { faces: vec![what % 6 + 1, which % 6 + 1] }
        }
        0..=199 if matches!(table.turn(), Turn::Seats(_)) => {
            let choices = table.scene(Viewer::Seat(moving)).choices;
            let number = (usize::from(what) * 256 + usize::from(which)) % choices.len();
            Act::Submit { seat: moving, text: choices[number].text.clone() }
        }
        0..=205 => Act::Submit { seat, text: String::from_utf8_lossy(&[which, what]).into() },
        206..=215 => Act::Throw { faces: vec![which; usize::from(what % 4)] },
        216..=222 => Act::OfferDraw { seat },
        223..=229 => Act::DeclineDraw { seat },
        230..=239 => Act::AskTakeback { seat },
        240..=250 => Act::AnswerTakeback { seat, accept: which & 2 == 2 },
        251 => Act::Resign { seat },
        252 => Act::Flag { seat },
        253 => Act::Resign { seat: Seat::new(2) },
        254.. => Act::Submit { seat: moving, text: "place B G35 S G36".to_owned() },
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

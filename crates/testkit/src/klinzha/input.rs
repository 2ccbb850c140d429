//! What must hold for any input of Klin Zha, well-formed or not. The tests with random changes
//! (`garbage.rs`) and the fuzz targets use it.

use crate::contract::{self, Observer, Subject};

use heterodox_rules::klinzha::{GoalSafety, Position, RawPosition, Setup, Step};
use heterodox_rules::{Act, Options, Report, Setting, Start, Table, Viewer};

/// A position string is refused with a message, or is the one canonical form of a position whose
/// every legal move leads to a possible one.
pub fn position(text: &str) {
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

/// A record is refused with the line and a message, or its strict form says the same without
/// warnings.
pub fn record(text: &str) {
    contract::record_is_read_or_refused(text);
}

/// A move is refused with a message, or is a legal one; without a warning it was written strictly.
pub fn move_text(position: &Position, text: &str) {
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

/// A setup step is refused with a message and changes nothing, or leads on. The lines are steps of
/// the seat to act; a line `throw A B` throws.
pub fn setup_steps(text: &str) {
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

/// Reads bytes as acts at a table and holds the game to the contract; every position keeps the
/// rules.
pub fn acts(data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    let subject = Subject::registered(heterodox_rules::info("klinzha").expect("the game"));
    contract::play_bytes(&subject, &setting(first), data, 400, &mut PositionsKeepTheRules);
}

struct PositionsKeepTheRules;

impl Observer for PositionsKeepTheRules {
    fn texts(&self) -> &'static [&'static str] {
        &["place B G35 S G36"]
    }

    fn accepted(&mut self, _: &Table, _: &Act, _: &Report, table: &Table) {
        let text = table.scene(Viewer::Public).frame.position;
        if !text.is_empty() {
            let read: Position = text.parse().expect("the rules are kept");
            assert_eq!(read.to_string(), text);
        }
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

//! Records, positions and logs come back.

use super::Subject;
use super::state::viewers;
use heterodox_rules::{
    Act, Options, Outcome, Record, Refusal, Seat, Setting, Start, Table, Turn, Viewer,
};
use std::collections::BTreeMap;

/// Reads a text as a record. Returns `None` if it is refused.
///
/// # Panics
/// If the refusal has no message or no valid line, or if the strict form of the record does not
/// give the same record.
pub fn record_is_read_or_refused(text: &str) -> Option<Record> {
    match heterodox_rules::read_record(text) {
        Ok(record) => {
            strict_form_says_the_same(heterodox_rules::read_record, &record);
            Some(record)
        }
        Err(refusal) => {
            assert!(!refusal.message.is_empty(), "a refusal says why");
            if refusal.code != "no-such-game" {
                let line = refusal.args.iter().find(|(name, _)| *name == "line");
                let line: usize = line.and_then(|(_, line)| line.parse().ok()).expect("a line");
                assert!((1..=text.lines().count().max(1)).contains(&line), "{refusal}");
            }
            None
        }
    }
}

/// Checks that the strict form of a record is read without warnings and gives the same record.
///
/// # Panics
/// If the strict form is refused, causes warnings, or gives another record.
pub fn strict_form_says_the_same(
    read_record: impl Fn(&str) -> Result<Record, Refusal>,
    record: &Record,
) {
    let again = read_record(&record.strict)
        .unwrap_or_else(|refusal| panic!("{refusal} in our own record\n{}", record.strict));
    assert_eq!(again.frames, record.frames, "the frames of our own record\n{}", record.strict);
    assert_eq!(again.outcome, record.outcome, "the result of our own record\n{}", record.strict);
    assert_eq!(again.warnings, [], "warnings of our own record\n{}", record.strict);
    assert_eq!(again.strict, record.strict, "strict twice");
    assert_eq!(record.plies.len() + 1, record.frames.len(), "plies of\n{}", record.strict);
}

/// What every viewer's record says is what the viewer saw. `settled` is false right after a throw
/// that no ply has followed yet: it is not in the record.
pub(super) fn records_come_back(subject: &Subject, table: &Table, settled: bool) {
    // Between a ply and the throw that it calls for no records are given out.
    let between = table.plies() > 0 && table.awaits_throw().is_some();
    if table.scene(Viewer::Public).frame.position.is_empty() || subject.info.hidden && between {
        return;
    }
    // Viewers of an open game have the same record.
    let mut known: BTreeMap<String, Record> = BTreeMap::new();
    for viewer in viewers(table) {
        let both = [
            (table.record(viewer, &[]), table.frames(viewer)),
            (table.observed_record(viewer, &[]), table.observed_frames(viewer)),
        ];
        for (text, mut frames) in both {
            let record = known.entry(text.clone()).or_insert_with(|| read(subject, &text));
            if let (false, Some(last), Some(read)) =
                (settled, frames.last_mut(), record.frames.last())
                && last.ply == read.ply
            {
                last.clone_from(read);
            }
            // Who sits where is settled by the setup; a record seats the sides in their order.
            if sides_in_order(table) {
                assert_eq!(record.frames, frames, "a record does not come back:\n{text}");
                let outcome = table.outcome().filter(Outcome::is_result);
                assert_eq!(record.outcome, outcome, "a result does not come back:\n{text}");
            }
        }
    }
}

/// Reads a record that the game has written.
fn read(subject: &Subject, text: &str) -> Record {
    let record = subject
        .read_record(text)
        .unwrap_or_else(|refusal| panic!("a record does not come back: {refusal} in\n{text}"));
    assert_eq!(record.game, subject.info.id, "the record's game:\n{text}");
    assert_eq!(record.warnings, [], "warnings of our own record\n{text}");
    strict_form_says_the_same(|text| subject.read_record(text), &record);
    record
}

fn sides_in_order(table: &Table) -> bool {
    let sides = table.scene(Viewer::Public).sides;
    sides.iter().enumerate().all(|(place, side)| side.seat == Some(Seat::new(place)))
}

/// In an open game the position string is the position: a table from it offers the same.
pub(super) fn position_comes_back(subject: &Subject, setting: &Setting, table: &Table) {
    let scene = table.scene(Viewer::Public);
    let Turn::Seats(seats) = table.turn() else { return };
    if subject.info.hidden || scene.frame.position.is_empty() || !sides_in_order(table) {
        return;
    }
    let position = scene.frame.position;
    let again = at_position(subject, &setting.options, &position);
    let there = again.scene(Viewer::Public).frame;
    assert_eq!(there.position, position, "a position does not come back");
    assert_eq!(there.pieces.len(), scene.frame.pieces.len(), "pieces of {position}");
    let texts = |table: &Table, seat: Seat| {
        let mut texts: Vec<String> =
            table.scene(Viewer::Seat(seat)).choices.into_iter().map(|choice| choice.text).collect();
        texts.sort_unstable();
        texts
    };
    if table.seats() == again.seats() && again.turn() == table.turn() {
        for seat in seats {
            assert_eq!(texts(table, seat), texts(&again, seat), "choices in {position}");
        }
    }
}

/// A table at a position, with as many of the options as may stand beside a position: what is said
/// of the first array may not.
fn at_position(subject: &Subject, options: &Options, position: &str) -> Table {
    let keys: Vec<&String> = options.0.keys().collect();
    let mut removals: Vec<u32> = (0..1 << keys.len()).collect();
    removals.sort_by_key(|removed| removed.count_ones());
    let mut refused = None;
    for removed in removals {
        let mut options = options.clone();
        options.0.retain(|key, _| {
            keys.iter().position(|known| *known == key).is_none_or(|n| removed >> n & 1 == 0)
        });
        match subject.open(&Setting { options, start: Start::Position(position.to_owned()) }) {
            Ok(table) => return table,
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    panic!("a position does not come back: {position}: {refused:?}")
}

/// The log of acts gives the same game again, also after it was written as JSON.
pub(super) fn log_comes_back(subject: &Subject, setting: &Setting, log: &[Act], table: &Table) {
    let json = serde_json::to_string(log).expect("acts are plain data");
    let log: Vec<Act> = serde_json::from_str(&json).expect("our own JSON");
    let mut again = subject.open(setting).expect("it was opened before");
    for act in &log {
        again.apply(act).unwrap_or_else(|refusal| {
            panic!("the log does not come back: {act:?} was accepted before: {refusal}")
        });
    }
    let same = super::state::whole(&again) == super::state::whole(table);
    assert!(same, "the log does not come back: the same acts give another game");
}

//! Random settings, made from a game's description alone.

use super::Subject;
use crate::Rng;
use heterodox_rules::{Options, Setting, Start, Table};

/// A random setting that the game accepts, and its table.
///
/// # Panics
/// If the game refuses its own defaults, or refuses without a message.
pub fn random_setting(subject: &Subject, rng: &mut Rng) -> (Setting, Table) {
    for _ in 0..20 {
        let setting = any_setting(subject, rng);
        match subject.open(&setting) {
            Ok(table) => return (setting, table),
            Err(refusal) => assert!(!refusal.message.is_empty(), "a refusal says why"),
        }
    }
    let setting = Setting::default();
    let table = subject.open(&setting).unwrap_or_else(|refusal| {
        panic!("{} refuses its default options: {refusal}", subject.info.id)
    });
    (setting, table)
}

fn any_setting(subject: &Subject, rng: &mut Rng) -> Setting {
    let mut options = Options::default();
    for spec in subject.info.options {
        if rng.chance(60) {
            continue;
        }
        // Where any text is allowed, a number is the most that is generally understood.
        let value = match spec.values {
            [] => (1 + rng.below(20)).to_string(),
            values => (*rng.pick(values)).to_owned(),
        };
        options.0.insert(spec.key.to_owned(), value);
    }
    let quick = subject.info.quick_starts;
    let start = if quick.is_empty() || rng.chance(40) {
        Start::Setup
    } else {
        Start::Quick((*rng.pick(quick)).to_owned())
    };
    Setting { options, start }
}

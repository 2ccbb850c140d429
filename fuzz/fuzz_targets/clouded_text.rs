//! Maps, intents and records of Clouded Klin Zha: the first line says which; an intent stands below its view.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/clouded/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|text: &str| {
    let Some((kind, text)) = text.split_once('\n') else { return };
    match kind {
        "map" => checks::map(text),
        "intent" => {
            if let Some((view, intent)) = text.split_once('\n') {
                checks::intent(view, intent);
            }
        }
        _ => checks::record(text),
    }
});

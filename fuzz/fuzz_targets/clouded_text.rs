//! Maps, intents and records of Clouded Klin Zha: the first line says which; an intent stands below
//! its view.
#![no_main]

use heterodox_testkit::clouded::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((kind, text)) = text.split_once('\n') else { return };
    match kind {
        "map" => input::map(text),
        "intent" => {
            if let Some((view, intent)) = text.split_once('\n') {
                input::intent(view, intent);
            }
        }
        _ => input::record(text),
    }
});

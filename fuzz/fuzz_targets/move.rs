//! Moves in writing: a position string, a line end, and the text of a move.
#![no_main]

use heterodox_testkit::klinzha::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((position, written)) = text.split_once('\n') else { return };
    if let Ok(position) = position.parse() {
        input::move_text(&position, written);
    }
});

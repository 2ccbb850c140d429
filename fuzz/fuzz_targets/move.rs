//! Moves in writing: a position string, a line end, and the text of a move.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/klinzha/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|text: &str| {
    let Some((position, written)) = text.split_once('\n') else { return };
    if let Ok(position) = position.parse() {
        checks::move_text(&position, written);
    }
});

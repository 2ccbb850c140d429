//! A position of `KaleidoChess` on the first line, a written move on the second.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/kaleido/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|text: &str| checks::move_text(text));

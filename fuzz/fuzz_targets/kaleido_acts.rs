//! Acts at a table of `KaleidoChess`: two bytes for the setting, two for each act.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/kaleido/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|data: &[u8]| checks::acts(data));

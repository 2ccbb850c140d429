//! Steps of the setup of Klin Zha, one a line; `throw A B` throws the spindles.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/klinzha/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|text: &str| checks::setup_steps(text));

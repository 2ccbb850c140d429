//! Acts at a table of Clouded Klin Zha and at the arbiter beside it: clouds, drift and start, then two bytes for each act.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/clouded/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|data: &[u8]| checks::acts(data));

//! Table options of Grand Chess, pieces of one's own in Betza notation among them.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../crates/rules/tests/grand_chess/checks.rs"]
#[allow(dead_code, reason = "each target uses one of the checks")]
mod checks;

fuzz_target!(|text: &str| checks::options(text));

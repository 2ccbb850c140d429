//! Acts at a table, two bytes each.
#![no_main]

use heterodox_testkit::klinzha::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| input::acts(data));

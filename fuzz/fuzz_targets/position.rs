//! Position strings of Klin Zha.
#![no_main]

use heterodox_testkit::klinzha::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::position(text));

//! Position strings of `KaleidoChess`.
#![no_main]

use heterodox_testkit::kaleido::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::position(text));

//! Table options of `KaleidoChess`, and perhaps a position.
#![no_main]

use heterodox_testkit::kaleido::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::options(text));

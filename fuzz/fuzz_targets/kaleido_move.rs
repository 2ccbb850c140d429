//! A position of `KaleidoChess` on the first line, a written move on the second.
#![no_main]

use heterodox_testkit::kaleido::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::move_text(text));

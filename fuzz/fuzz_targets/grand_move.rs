//! A position of Grand Chess, a line end, and a written move.
#![no_main]

use heterodox_testkit::grand_chess::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::move_text(text));

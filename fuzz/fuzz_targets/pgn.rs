//! Records of Grand Chess.
#![no_main]

use heterodox_testkit::grand_chess::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::pgn(text));

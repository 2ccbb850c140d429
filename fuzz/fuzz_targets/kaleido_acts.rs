//! Acts at a table of `KaleidoChess`: two bytes for the setting, two for each act.
#![no_main]

use heterodox_testkit::kaleido::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| input::acts(data));

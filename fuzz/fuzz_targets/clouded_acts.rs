//! Acts at a table of Clouded Klin Zha and at the game with full information beside it: clouds,
//! drift and start, then two bytes for each act.
#![no_main]

use heterodox_testkit::clouded::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| input::acts(data));

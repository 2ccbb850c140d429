//! Acts at a table of Grand Chess: two bytes for the setting, two for each act.
#![no_main]

use heterodox_testkit::grand_chess::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| input::acts(data));

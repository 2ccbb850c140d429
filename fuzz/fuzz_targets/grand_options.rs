//! Table options of Grand Chess, pieces of one's own in Betza notation among them.
#![no_main]

use heterodox_testkit::grand_chess::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::options(text));

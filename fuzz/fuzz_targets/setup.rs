//! Steps of the setup of Klin Zha, one a line; `throw A B` throws the spindles.
#![no_main]

use heterodox_testkit::klinzha::input;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| input::setup_steps(text));

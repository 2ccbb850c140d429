//! Non-interference at the level of the server: every byte that any interface sends to a player, or to spectators, is a
//! function of what that viewer may know.
//!
//! Two servers run side by side, each with a game of its own. The true positions differ, but one viewer cannot tell the
//! games apart; what counts as telling apart is said by the slow umpire of the rules' tests alone. Ids, tokens, dice and
//! clocks come from the test, the same for both. After each step everything that the viewer can ask is asked of both
//! servers, down to headers, lengths and sockets, and must be the same, byte for byte.
//!
//! | module | holds |
//! |---|---|
//! | `wire` | connections without a network: bytes as they are sent |
//! | `world` | a server whose clock, chance and store are the test's |
//! | `surface` | every route of the server, and what is asked of it |
//! | `pairs` | games that a viewer cannot tell apart, and how they go on |
//! | `leaks` | faults put in on purpose: each must be caught |
//! | `battle`, `setup`, `computer`, `hint`, `presence` | the tests |
//! | `full` | that reading goes on while nothing can be stored |
//! | `timing` | that waiting tells nothing either |
//! | `seed` | another secret: what the dice of open games follow from |
//!
//! This is a part of the crate, not a test from outside, because clock and chance are no business of others; it stands
//! here because what serves players may not name the umpire's door to the truth.

mod battle;
mod computer;
mod full;
mod hint;
mod leaks;
mod pairs;
mod presence;
mod seed;
mod setup;
mod surface;
mod timing;
mod wire;
mod world;

#[path = "../../../rules/tests/klinzha/slow.rs"]
#[allow(dead_code, reason = "the tests of the rules use the rest")]
pub(crate) mod slow;
#[path = "../../../rules/tests/clouded/slow_umpire.rs"]
#[allow(dead_code, reason = "the tests of the rules use the rest")]
pub(crate) mod slow_umpire;
#[path = "../../../rules/tests/klinzha/support.rs"]
#[allow(dead_code, reason = "the tests of the rules use the rest")]
pub(crate) mod study;
#[path = "../../../rules/tests/clouded/support.rs"]
#[allow(dead_code, clippy::format_push_string, reason = "the tests of the rules use the rest")]
pub(crate) mod support;
#[path = "../../../rules/tests/clouded/twins.rs"]
#[allow(dead_code, clippy::format_push_string, reason = "the tests of the rules use the rest")]
pub(crate) mod twins;

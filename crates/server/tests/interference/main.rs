//! Non-interference at the level of the server: every byte that any interface sends to a player, or
//! to spectators, is a function of what that viewer may know.
//!
//! Two servers run side by side, each with a game of its own. The true positions differ, but one
//! viewer cannot tell the games apart; what counts as telling apart is said by the slow umpire
//! alone. Ids, tokens, dice and clocks come from the test, the same for both. After each step
//! everything that the viewer can ask is asked of both servers, down to headers, lengths and
//! sockets, and must be the same, byte for byte.
//!
//! | module | holds |
//! |---|---|
//! | `wire` | connections without a network: bytes as they are sent |
//! | `world` | a server whose clock, chance and store are the test's |
//! | `surface` | every route of the server, and what is asked of it |
//! | `pairs` | games that a viewer cannot tell apart, and how they go on |
//! | `leaks` | seeded leaks: each must be caught |
//! | `battle`, `setup`, `computer`, `hint`, `presence` | the tests |
//! | `full` | that reading goes on while nothing can be stored |
//! | `timing` | that waiting tells nothing either |
//! | `seed` | another secret: what the dice of open games follow from |
//!
//! It stands here and not in the crate because what serves players may not name the umpire's door
//! to the truth. The crate lends it clock, chance and store: `heterodox_server::testing`.

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

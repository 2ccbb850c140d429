//! Non-interference at the level of the server: every byte that any interface sends to a player, or
//! to spectators, is a function of what that viewer may know.
//!
//! Two servers run side by side, each with a game of its own. The true positions differ, but the
//! games are indistinguishable for one viewer, by the slow umpire's judgement alone. Ids, tokens,
//! dice and clocks come from the test, the same for both. After each step every request that the
//! viewer can make goes to both servers, and the answers, including headers, lengths and socket
//! messages, must be the same, byte for byte.
//!
//! | module | holds |
//! |---|---|
//! | `wire` | connections without a network: bytes as they are sent |
//! | `world` | a server whose clock, randomness and store are the test's |
//! | `surface` | every route of the server, and the requests to it |
//! | `pairs` | indistinguishable pairs of games, and their continuations |
//! | `leaks` | seeded leaks: each must be caught |
//! | `battle`, `setup`, `clocks`, `computer`, `hint`, `presence` | the tests |
//! | `news` | lists, feeds, the bell, mail, push messages and calls of webhooks |
//! | `receivers` | the servers that mail, push messages and calls of webhooks go to |
//! | `talk` | what is said beside the moves: chats and private notes |
//! | `worker` | the jobs of engines on other machines |
//! | `full` | reads while the store cannot write |
//! | `timing` | the duration of answers |
//! | `seed` | the secrecy of the dice seed of open games |
//!
//! The tests are outside the crate because the modules that serve players may not use the umpire's
//! full information. The crate gives them clock, randomness and store: `heterodox_server::testing`.

mod battle;
mod clocks;
mod computer;
mod full;
mod hint;
mod leaks;
mod news;
mod pairs;
mod presence;
mod receivers;
mod seed;
mod setup;
mod surface;
mod talk;
mod timing;
mod wire;
mod worker;
mod world;

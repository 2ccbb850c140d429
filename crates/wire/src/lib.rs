//! What goes over the line: the bodies of requests and responses, the messages of sockets, and
//! errors, as plain types.
//!
//! Each type has a schema, from which the server makes its OpenAPI document and the browser's
//! types are generated. Types of the rules that go over the line as they are (a scene, a frame, a
//! choice) are those of `heterodox_rules`. The crate has no I/O.
//!
//! | module | holds |
//! |---|---|
//! | `read` | reading JSON: strict, once, with exact errors |
//! | `problem` | errors, and the list of their codes |
//! | `game` | opening, joining and reading games, acts, hints |
//! | `change` | what has changed in a game: the numbered messages |
//! | `chat` | what is said beside the moves: chats, reports of them, private notes |
//! | `conditionals` | conditional moves |
//! | `choices` | choices in a compact form, for changes |
//! | `offer` | the free seats of a game, and the people who may take them |
//! | `clock` | the players' time |
//! | `lesson` | one step of a lesson as a learner has played it |
//! | `position` | positions that are tried out: the editor, lines, cloud maps |
//! | `puzzle` | puzzles, tries, and the tally against the computer |
//! | `record` | imported records, and frames in parts |
//! | `socket` | the messages of a game's socket |
//! | `account` | accounts, sessions, profiles, lists of games |
//! | `moderation` | what moderators and administrators do |
//! | `ways` | the ways by which a person is told that it is to act |
//! | `analysis` | the messages of the analysis socket |
//! | `worker` | the jobs of engines on other machines, and their answers |

mod account;
mod analysis;
mod change;
mod chat;
mod choices;
mod clock;
mod conditionals;
mod game;
mod lesson;
mod moderation;
mod offer;
mod position;
mod problem;
mod puzzle;
mod read;
mod record;
mod socket;
mod strict;
mod ways;
mod worker;

pub use account::*;
pub use analysis::*;
pub use change::*;
pub use chat::*;
pub use choices::*;
pub use clock::*;
pub use conditionals::*;
pub use game::*;
pub use lesson::*;
pub use moderation::*;
pub use offer::*;
pub use position::*;
pub use problem::*;
pub use puzzle::*;
pub use read::{ReadError, ReadErrorKind, read};
pub use record::*;
pub use socket::*;
pub use ways::*;
pub use worker::*;

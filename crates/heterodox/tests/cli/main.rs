//! Runs the program as a child process. All tests are in one binary, because linking takes long.
//!
//! A test of a game at the command line goes into the file of the game (`clouded`, `grand_chess`,
//! `kaleidochess`; `*_play` for `heterodox play`), a test of a command into the file of the command
//! (Klin Zha is the example there), everything else into `program`.

mod animations;
#[cfg(unix)]
mod backup;
#[cfg(unix)]
mod check;
mod clouded;
mod clouded_play;
mod common;
mod config;
mod conversations;
#[cfg(unix)]
mod examples;
mod grand_chess;
mod grand_play;
mod kaleido_play;
mod kaleidochess;
mod matches;
#[cfg(all(unix, feature = "cluster"))]
mod migrate;
#[cfg(all(unix, feature = "cluster"))]
mod nodes;
#[cfg(unix)]
mod operator;
mod pictures;
mod play;
mod positions;
mod postgres;
mod program;
mod puzzles;
mod python_chess;
mod records;
mod reference;
#[cfg(unix)]
mod serve;
mod talk;
mod uci;
mod uci_stop;
#[cfg(unix)]
mod worker;

//! The program from outside, as somebody at a shell meets it. One binary, so that it is linked once.

#[cfg(unix)]
mod check;
mod clouded;
mod clouded_play;
mod common;
mod conversations;
#[cfg(unix)]
mod examples;
mod grand_chess;
mod grand_play;
mod kaleido_play;
mod kaleidochess;
mod matches;
mod pictures;
mod play;
mod positions;
mod program;
mod python_chess;
mod records;
#[cfg(unix)]
mod serve;
mod talk;
mod uci;
mod uci_stop;

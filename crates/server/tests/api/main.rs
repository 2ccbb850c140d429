//! The server from outside: real sockets, real files, only the public interface.

mod analysis;
mod attacks;
mod changes;
mod check;
mod clocks;
mod computer;
mod dice;
mod errors;
mod examples;
mod games;
mod guests;
mod guide;
mod harness;
mod hints;
mod kill;
mod mail;
mod moderation;
mod pages;
mod people;
mod positions;
mod records;
mod restart;
mod seats;
mod sights;
mod sockets;
mod vacations;

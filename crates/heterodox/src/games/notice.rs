//! Notices of the rules, with the words that sentences are made of.

use crate::result::side_of;
use heterodox_rules::{Notice, Seat, SideInfo};

/// A notice, and the sides of its game.
pub(crate) struct NoticeWords<'a> {
    pub(crate) notice: &'a Notice,
    pub(crate) sides: &'a [SideInfo],
}

impl NoticeWords<'_> {
    /// The value with this name; empty if there is none.
    pub(crate) fn arg(&self, name: &str) -> &str {
        let args = &self.notice.args;
        args.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value.as_str())
    }

    /// The side of the seat that the notice is about.
    pub(crate) fn who(&self) -> String {
        let seat = self.arg("seat").parse().ok().filter(|seat| *seat < Seat::MAX);
        seat.map_or_else(|| "somebody".to_owned(), |seat| side_of(self.sides, Seat::new(seat)))
    }

    /// The cells to point at.
    pub(crate) fn cells(&self) -> String {
        self.notice.cells.join(", ")
    }
}

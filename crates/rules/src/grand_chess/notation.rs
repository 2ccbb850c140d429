//! Moves in writing: UCI and SAN (RULES 4.6). Writing is strict, reading lenient.

use super::board;
use super::moves::Move;
use super::position::Position;

impl Position {
    /// A move as UCI writes it, such as `a9a10gr`.
    pub fn uci(&self, m: Move) -> String {
        let promotion = m.promotion().map_or("", |kind| self.forms().get(kind).lower);
        format!("{}{}{promotion}", board::name(m.from()), board::name(m.to()))
    }
}

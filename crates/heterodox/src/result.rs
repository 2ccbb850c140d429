//! Results in words and as data.

use heterodox_rules::{Outcome, Seat, SideInfo};
use serde::Serialize;
use std::fmt;

/// The side that a seat plays; its number as long as that is not settled.
pub(crate) fn side_of(sides: &[SideInfo], seat: Seat) -> String {
    sides
        .iter()
        .find(|side| side.seat == Some(seat))
        .map_or_else(|| seat.to_string(), |side| side.key.to_owned())
}

/// A result, with sides for seats. As text it is the last line of a record: `gold goal`,
/// `draw repetition`.
#[derive(Serialize)]
pub(crate) struct ResultData {
    winner: Option<String>,
    reason: &'static str,
}

impl ResultData {
    /// The result of a game between these sides.
    pub(crate) fn new(outcome: &Outcome, sides: &[SideInfo]) -> Self {
        Self {
            winner: outcome.winner.map(|seat| side_of(sides, seat)),
            reason: outcome.reason.key(),
        }
    }
}

impl fmt::Display for ResultData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.winner.as_deref().unwrap_or("draw"), self.reason)
    }
}

/// The line `result: …` of a table as it is now; `*` stands for no result yet.
pub(crate) fn line(result: Option<&ResultData>) -> String {
    result.map_or_else(|| "result: *".to_owned(), |result| format!("result: {result}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::EndReason;

    #[test]
    fn a_result_names_sides_not_seats() {
        // Seats and sides crossed, as after a setup in which the second seat took Gold.
        let sides = [
            SideInfo { key: "gold", seat: Some(Seat::new(1)) },
            SideInfo { key: "green", seat: Some(Seat::new(0)) },
        ];
        let win = ResultData::new(&Outcome::win(Seat::new(1), EndReason::Goal), &sides);
        assert_eq!(line(Some(&win)), "result: gold goal");
        let draw = ResultData::new(&Outcome::draw(2, EndReason::Quiet), &sides);
        assert_eq!(line(Some(&draw)), "result: draw quiet");
        assert_eq!(line(None), "result: *");
    }
}

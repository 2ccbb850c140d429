//! Results of games as text and as JSON.

use heterodox_rules::{Outcome, Seat, SideInfo};
use serde::Serialize;
use std::fmt;

/// Returns the key of the side that a seat plays, or the number of the seat if the sides are not
/// assigned yet.
pub(crate) fn side_of(sides: &[SideInfo], seat: Seat) -> String {
    sides
        .iter()
        .find(|side| side.seat == Some(seat))
        .map_or_else(|| seat.to_string(), |side| side.key.to_owned())
}

/// A result with sides instead of seats. Its text is the last line of a record, such as `gold goal`
/// or `draw repetition`.
#[derive(Serialize)]
pub(crate) struct ResultData {
    winner: Option<String>,
    reason: &'static str,
}

impl ResultData {
    /// Converts the outcome of a game between these sides.
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

/// Returns the line `result: …`, with `*` while the game runs.
pub(crate) fn line(result: Option<&ResultData>) -> String {
    result.map_or_else(|| "result: *".to_owned(), |result| format!("result: {result}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::EndReason;

    #[test]
    fn a_result_names_sides_not_seats() {
        // The second seat plays Gold, as it may after the setup of Klin Zha.
        let sides = [
            SideInfo { key: "gold", seat: Some(Seat::new(1)) },
            SideInfo { key: "green", seat: Some(Seat::new(0)) },
        ];
        let win = ResultData::new(&Outcome::win(Seat::new(1), EndReason::GOAL), &sides);
        assert_eq!(line(Some(&win)), "result: gold goal");
        let draw = ResultData::new(&Outcome::draw(2, EndReason::QUIET), &sides);
        assert_eq!(line(Some(&draw)), "result: draw quiet");
        assert_eq!(line(None), "result: *");
    }
}

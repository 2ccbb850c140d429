//! The answers of players to draw offers.

use crate::search::{SearchRequest, Searcher};
use crate::{Evaluate, SearchLimit};
use heterodox_rules::{SearchPosition, Seat};
use std::sync::atomic::AtomicBool;

/// The most nodes of the search that answers a draw offer.
pub(crate) const DRAW_NODES: u64 = 20_000;

/// The conditions for accepting a draw. All values are in hundredths of the least warrior or pawn,
/// from the player's side, and were set by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawPolicy {
    /// Accepts at any time below this value.
    pub(crate) losing_below: i32,
    /// Accepts below this value once the game is quiet.
    pub(crate) equal_below: i32,
    /// The game is quiet after this many plies without progress.
    pub(crate) quiet_plies: u32,
}

impl DrawPolicy {
    /// Whether to accept. `value` is a [rank](crate::Score::rank), so that a forced loss is below
    /// every threshold and a forced win above.
    pub(crate) const fn accepts(self, value: i32, plies_without_progress: u32) -> bool {
        value < self.losing_below
            || (value < self.equal_below && plies_without_progress >= self.quiet_plies)
    }
}

/// The value of a position for a seat by a short search; `None` if the position has no moves.
pub(crate) fn draw_value<P: SearchPosition, E: Evaluate<P>>(
    searcher: &mut Searcher<P, E>,
    position: &P,
    history: &[u64],
    level_limit: SearchLimit,
    seat: Seat,
) -> Option<i32> {
    let limit = SearchLimit::nodes(DRAW_NODES).tighter(level_limit);
    let request = SearchRequest { history, ..SearchRequest::new(position, limit) };
    let found = searcher.run(&request, &AtomicBool::new(false), |_| {})?;
    let score = if position.turn() == seat { found.score } else { found.score.reversed() };
    Some(score.rank())
}

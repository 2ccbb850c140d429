//! What the umpires of the open games share: the history of a game, the view of it and its end.

use crate::game::MAX_PERFT_DEPTH;
use crate::shared_list::SharedList;
use crate::{Game, Outcome, Refusal, Reports, SearchPosition, Seat, Turn, Viewer};

/// The positions and moves of a game, after the setup.
#[derive(Clone, Debug)]
pub(crate) struct GameHistory<P: SearchPosition> {
    /// The first position, and the position after each ply.
    pub(crate) positions: SharedList<P>,
    /// Each ply with its notation.
    pub(crate) plies: SharedList<(P::Move, String)>,
}

impl<P: SearchPosition> GameHistory<P> {
    pub(crate) fn new(first: P) -> Self {
        Self { positions: [first].into_iter().collect(), plies: SharedList::default() }
    }

    /// The current position.
    pub(crate) fn position(&self) -> &P {
        &self.positions[self.positions.len() - 1]
    }

    /// Makes a legal move; `write` is the notation of the plies.
    pub(crate) fn play(&mut self, m: P::Move, write: impl Fn(&P, P::Move) -> String) {
        let position = self.position();
        let (text, next) = (write(position, m), position.after_unchecked(m));
        self.plies.push((m, text));
        self.positions.push(next);
    }

    /// The number of occurrences of the current position since the last irreversible ply.
    /// `same` compares an earlier position with the current one.
    pub(crate) fn occurrences(&self, same: impl Fn(&P, &P) -> bool) -> usize {
        let now = self.position();
        let window = now.reversible_plies() + 1;
        self.positions.iter().rev().take(window).filter(|earlier| same(earlier, now)).count()
    }

    /// The notation of all plies.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.plies.iter().map(|(_, text)| text.clone()).collect()
    }
}

/// A viewer's view of an open game: the whole state, as far as [`Game::view`] leaves it.
#[derive(Clone, Debug)]
pub struct OpenView<T> {
    pub(crate) viewer: Viewer,
    pub(crate) truth: T,
}

impl<T> OpenView<T> {
    /// The viewer's seat if it may act now.
    pub(crate) fn acting<G: Game<Truth = T>>(&self) -> Option<Seat> {
        match (self.viewer, G::turn(&self.truth)) {
            (Viewer::Seat(seat), Turn::Seats(seats)) if seats.contains(&seat) => Some(seat),
            _ => None,
        }
    }
}

/// Ends a game of two seats, and returns the announcement of the result.
pub(crate) fn end(place: &mut Option<Outcome>, outcome: Outcome) -> Reports {
    let reports = Reports::same(2, &[outcome.announcement()]);
    *place = Some(outcome);
    reports
}

/// Perft divide of a position: see [`Game::perft`]. `count` is the perft of a later position.
///
/// # Errors
/// `too-deep`.
pub(crate) fn perft_divide<P: SearchPosition>(
    position: &P,
    moves: impl IntoIterator<Item = P::Move>,
    depth: u32,
    write: impl Fn(&P, P::Move) -> String,
    count: impl Fn(&P, u32) -> u64,
) -> Result<Vec<(String, u64)>, Refusal> {
    check_perft_depth(depth)?;
    if depth == 0 {
        return Ok(Vec::new());
    }
    let counted = |m| (write(position, m), count(&position.after_unchecked(m), depth - 1));
    let mut counts: Vec<_> = moves.into_iter().map(counted).collect();
    counts.sort_unstable();
    Ok(counts)
}

/// Refuses a perft deeper than [`MAX_PERFT_DEPTH`] with `too-deep`.
pub(crate) fn check_perft_depth(depth: u32) -> Result<(), Refusal> {
    if depth <= MAX_PERFT_DEPTH {
        return Ok(());
    }
    let message = format!("depth {depth}: expected at most {MAX_PERFT_DEPTH}");
    Err(Refusal::new("too-deep", message))
}

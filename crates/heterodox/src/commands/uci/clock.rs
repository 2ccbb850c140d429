//! Time management: the time of a move.

use heterodox_engine::SearchLimit;
use std::time::Duration;

/// The number of moves that are expected to come without `movestogo`.
const DEFAULT_MOVES_TO_GO: u32 = 30;
/// A move takes at most one part in this many of the clock, except the last move before a time
/// control.
const MAX_CLOCK_FRACTION: u32 = 4;
/// A move takes at most this many times the time that it aims at.
const MAX_AIMS: u32 = 4;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    /// The remaining time.
    pub(crate) left: Duration,
    /// The increment for each move.
    pub(crate) increment: Duration,
    /// The moves to the next time control; `None` or 0 if there is none.
    pub(crate) moves_to_go: Option<u32>,
}

/// The time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Allotment {
    /// What a move of usual difficulty should take.
    pub(crate) aim: Duration,
    /// What any move may take.
    pub(crate) most: Duration,
}

impl From<Allotment> for SearchLimit {
    fn from(Allotment { aim, most }: Allotment) -> Self {
        Self { aim: Some(aim), ..Self::time(most) }
    }
}

/// Returns the time for a move. `overhead` is lost in communication.
pub(crate) fn allot(clock: Clock, overhead: Duration) -> Allotment {
    let left = clock.left.saturating_sub(overhead);
    let moves = clock
        .moves_to_go
        .filter(|&moves| moves > 0)
        .map_or(DEFAULT_MOVES_TO_GO, |moves| moves.min(DEFAULT_MOVES_TO_GO));
    let share = left / moves + clock.increment / 4 * 3;
    let part = if moves == 1 { left * 9 / 10 } else { left / MAX_CLOCK_FRACTION.min(moves) };
    let most = part.min(share * MAX_AIMS).max(Duration::from_millis(1));
    Allotment { aim: share.min(most), most }
}

/// Returns the time for a move with a fixed limit.
pub(crate) fn fixed(time: Duration, overhead: Duration) -> Duration {
    time.saturating_sub(overhead.min(time / 10)).max(Duration::from_millis(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    #[test]
    fn the_clock_never_runs_out() {
        for left in [0, 1, 20, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (left, increment) =
                        (Duration::from_millis(left), Duration::from_millis(increment));
                    let time = allot(Clock { left, increment, moves_to_go }, OVERHEAD);
                    let safe = left.saturating_sub(OVERHEAD).max(Duration::from_millis(1));
                    assert!(time.most <= safe, "{left:?} {increment:?} {moves_to_go:?}: {time:?}");
                    assert!(time.aim <= time.most, "{left:?} {increment:?} {moves_to_go:?}");
                }
            }
        }
    }

    #[test]
    fn time_is_used() {
        let minute = Clock { left: Duration::from_mins(1), ..Clock::default() };
        assert!(allot(minute, OVERHEAD).aim > Duration::from_secs(1));
        assert!(allot(minute, OVERHEAD).most > Duration::from_secs(4));
        let with_increment = Clock { increment: Duration::from_secs(2), ..minute };
        let without = allot(minute, OVERHEAD).aim;
        let most_of_it = Duration::from_millis(1500);
        assert_eq!(allot(with_increment, OVERHEAD).aim, without + most_of_it);
        let last = Clock { moves_to_go: Some(1), ..minute };
        assert!(allot(last, OVERHEAD).aim > Duration::from_secs(50));
        assert_eq!(
            allot(Clock { moves_to_go: Some(0), ..minute }, OVERHEAD),
            allot(minute, OVERHEAD)
        );
        assert_eq!(fixed(Duration::from_millis(50), OVERHEAD), Duration::from_millis(45));
        assert_eq!(fixed(Duration::ZERO, OVERHEAD), Duration::from_millis(1));
    }
}

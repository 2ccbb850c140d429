//! Time management: the time limit of a move.

use std::time::Duration;

/// The number of moves that are expected to come without `movestogo`.
const DEFAULT_MOVES_TO_GO: u32 = 30;
/// A move takes at most one part in this many of the clock, except the last move before a time
/// control.
const MAX_CLOCK_FRACTION: u32 = 4;

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

/// Returns the time for a move. `overhead` is lost in communication.
pub(crate) fn allot(clock: Clock, overhead: Duration) -> Duration {
    let left = clock.left.saturating_sub(overhead);
    let moves = clock
        .moves_to_go
        .filter(|&moves| moves > 0)
        .map_or(DEFAULT_MOVES_TO_GO, |moves| moves.min(DEFAULT_MOVES_TO_GO));
    let share = left / moves + clock.increment / 4 * 3;
    let most = if moves == 1 { left * 9 / 10 } else { left / MAX_CLOCK_FRACTION.min(moves) };
    share.min(most).max(Duration::from_millis(1))
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
                    assert!(time <= safe, "{left:?} {increment:?} {moves_to_go:?}: {time:?}");
                }
            }
        }
    }

    #[test]
    fn time_is_used() {
        let minute = Clock { left: Duration::from_mins(1), ..Clock::default() };
        assert!(allot(minute, OVERHEAD) > Duration::from_secs(1));
        let last = Clock { moves_to_go: Some(1), ..minute };
        assert!(allot(last, OVERHEAD) > Duration::from_secs(50));
        assert_eq!(
            allot(Clock { moves_to_go: Some(0), ..minute }, OVERHEAD),
            allot(minute, OVERHEAD)
        );
        assert_eq!(fixed(Duration::from_millis(50), OVERHEAD), Duration::from_millis(45));
        assert_eq!(fixed(Duration::ZERO, OVERHEAD), Duration::from_millis(1));
    }
}

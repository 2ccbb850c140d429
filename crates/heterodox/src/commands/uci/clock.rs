//! How much time a move may take.

use std::time::Duration;

/// How many moves are expected still to come when nobody says.
const MOVES_LEFT: u32 = 30;
/// A move never takes more than this part of the clock, except the last before the next control.
const LARGEST_PART: u32 = 4;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    /// What is left.
    pub(crate) left: Duration,
    /// What each move adds.
    pub(crate) increment: Duration,
    /// Moves to the next time control; nothing or 0 if there is none.
    pub(crate) moves_to_go: Option<u32>,
}

/// What a move may take, when so much is lost on the way between the programs.
pub(crate) fn allot(clock: Clock, overhead: Duration) -> Duration {
    let left = clock.left.saturating_sub(overhead);
    let moves = clock
        .moves_to_go
        .filter(|&moves| moves > 0)
        .map_or(MOVES_LEFT, |moves| moves.min(MOVES_LEFT));
    let share = left / moves + clock.increment / 4 * 3;
    let most = if moves == 1 { left * 9 / 10 } else { left / LARGEST_PART.min(moves) };
    share.min(most).max(Duration::from_millis(1))
}

/// What a move may take that has a fixed time.
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

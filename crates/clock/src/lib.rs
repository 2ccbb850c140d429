//! The players' time: time controls, spans and deadlines, as data.
//!
//! Moments are milliseconds on a line that never goes back; durations are milliseconds too. The
//! crate has no I/O and never asks for the time.
//!
//! ```
//! use heterodox_clock::{Clock, TimeControl};
//! let ten_plus_five = TimeControl { increment_ms: 5_000, ..TimeControl::sudden_death(600_000) };
//! let mut clock = Clock::new(vec![ten_plus_five; 2]);
//! clock.begin_span(0, 1_000);
//! assert_eq!(clock.deadline(0), Some(601_000));
//! let spent_ms = clock.spent_ms(0, 9_000);
//! assert_eq!(spent_ms, 8_000);
//! clock.end_span(0, spent_ms, true).unwrap();
//! assert_eq!(clock.time(0).left_ms, 597_000);
//! ```

mod clock;
mod control;

pub use clock::{Clock, OutOfTime, SeatTime};
pub use control::{Bonus, ControlError, MAX_MS, TimeControl};

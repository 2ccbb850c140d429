//! The players' time: time controls, spans and deadlines, as data.
//!
//! Moments are milliseconds on a line that never goes back; durations are milliseconds too. The
//! crate has no I/O and never asks for the time.
//!
//! ```
//! use heterodox_clock::{SpanEnd, TimeControl, TimeRules};
//! let ten_plus_five: TimeControl = "10+5".parse().unwrap();
//! let mut clock = TimeRules::new(ten_plus_five).clock(2);
//! clock.begin_span(0, 1_000);
//! assert_eq!(clock.deadline(0), Some(601_000));
//! let spent_ms = clock.spent_ms(0, 9_000);
//! assert_eq!(spent_ms, 8_000);
//! let earned_ms = clock.end_span(0, spent_ms, SpanEnd::Ply).unwrap();
//! assert_eq!(earned_ms, 5_000);
//! assert_eq!(clock.time(0).left_ms, 597_000);
//! ```

mod calendar;
mod clock;
mod control;
mod lag;
mod notation;
mod rules;

pub use calendar::{Calendar, NoSuchZone, Zone};
pub use clock::{Clock, OutOfTime, SeatTime, SpanEnd};
pub use control::{Bonus, ControlError, MAX_MS, TimeControl};
pub use lag::LagQuota;
pub use notation::NotationError;
pub use rules::{TimeRules, TimeRulesError};

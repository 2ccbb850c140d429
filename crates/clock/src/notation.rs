//! Time controls as text: `10m+5s`, `15m delay 10s`, `10m 3x30s`, `3d/move`, `7d+1d cap 14d`.
//!
//! Durations are numbers with units: `90s`, `1h30m`, `250ms`. A main time without a unit is in
//! minutes, an increment without one in seconds, so that `10+5` is ten minutes and five seconds.

use crate::{Bonus, TimeControl};
use std::fmt;
use std::str::FromStr;

/// A text that is no time control. Names what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{found}' is no {expected}")]
pub struct NotationError {
    found: String,
    expected: &'static str,
}

const CONTROL: &str = "time control, expected one such as '10+5', '15m delay 10s', '10m 3x30s', \
    '3d/move' or '7d+1d cap 14d floor 12h setup 1h'";
const DURATION: &str = "duration, expected one such as '90s', '1h30m' or '2d'";

/// The units, the longest first.
const UNITS: [(&str, u64); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

impl FromStr for TimeControl {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = || NotationError { found: text.to_owned(), expected: CONTROL };
        let mut words = text.split_whitespace();
        let first = words.next().ok_or_else(error)?;
        let mut control = Self::sudden_death(0);
        if let Some(period) = first.strip_suffix("/move") {
            (control.periods, control.period_ms) = (1, duration(period, None)?);
        } else {
            let (main, increment) = first.split_once('+').unwrap_or((first, "0s"));
            control.main_ms = duration(main, Some(60_000))?;
            control.increment_ms = duration(increment, Some(1000))?;
        }
        while let Some(word) = words.next() {
            if let Some((count, period)) = word.split_once('x') {
                control.periods = count.parse().map_err(|_| error())?;
                control.period_ms = duration(period, None)?;
                continue;
            }
            let ms = duration(words.next().ok_or_else(error)?, None)?;
            match word {
                "delay" => control.delay_ms = ms,
                "cap" => control.cap_ms = Some(ms),
                "floor" => control.floor_ms = ms,
                "setup" => control.setup_ms = ms,
                "bonus" => {
                    let within = words.next() == Some("within");
                    let within = words.next().filter(|_| within).ok_or_else(error)?;
                    let within_ms = duration(within, None)?;
                    control.bonus = Some(Bonus { within_ms, add_ms: ms });
                }
                _ => return Err(error()),
            }
        }
        Ok(control)
    }
}

/// Reads a duration. A number without a unit is in `unit`.
fn duration(text: &str, unit: Option<u64>) -> Result<u64, NotationError> {
    let read = || {
        if let (Some(unit), Ok(count)) = (unit, text.parse::<u64>()) {
            return count.checked_mul(unit);
        }
        let (mut rest, mut total) = (text, 0_u64);
        while !rest.is_empty() {
            let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
            let count: u64 = rest[..digits].parse().ok()?;
            rest = &rest[digits..];
            let letters = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
            let (_, unit) = UNITS.iter().find(|(name, _)| *name == &rest[..letters])?;
            total = total.checked_add(count.checked_mul(*unit)?)?;
            rest = &rest[letters..];
        }
        (!text.is_empty()).then_some(total)
    };
    read().ok_or_else(|| NotationError { found: text.to_owned(), expected: DURATION })
}

/// A duration in milliseconds as text: `1h30m`.
struct Duration(u64);

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0s");
        }
        let mut rest = self.0;
        for (name, unit) in UNITS {
            if rest >= unit {
                write!(f, "{}{name}", rest / unit)?;
                rest %= unit;
            }
        }
        Ok(())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut periods = (self.periods, self.period_ms);
        if self.main_ms == 0 && self.increment_ms == 0 && self.periods == 1 {
            write!(f, "{}/move", Duration(self.period_ms))?;
            periods = (0, 0);
        } else {
            write!(f, "{}", Duration(self.main_ms))?;
            if self.increment_ms > 0 {
                write!(f, "+{}", Duration(self.increment_ms))?;
            }
        }
        if periods != (0, 0) {
            write!(f, " {}x{}", periods.0, Duration(periods.1))?;
        }
        let parts = [
            ("delay", Some(self.delay_ms).filter(|ms| *ms > 0)),
            ("cap", self.cap_ms),
            ("floor", Some(self.floor_ms).filter(|ms| *ms > 0)),
            ("setup", Some(self.setup_ms).filter(|ms| *ms > 0)),
        ];
        for (name, ms) in parts {
            if let Some(ms) = ms {
                write!(f, " {name} {}", Duration(ms))?;
            }
        }
        if let Some(Bonus { within_ms, add_ms }) = self.bonus {
            write!(f, " bonus {} within {}", Duration(add_ms), Duration(within_ms))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_time_controls_can_be_written() {
        let second = 1000;
        for (text, canonical, main_ms, increment_ms) in [
            ("10+5", "10m+5s", 600 * second, 5 * second),
            ("90", "1h30m", 5400 * second, 0),
            ("7d+1d", "7d+1d", 604_800 * second, 86_400 * second),
            ("1m30s+250ms", "1m30s+250ms", 90 * second, 250),
            ("0+2", "0s+2s", 0, 2 * second),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!((control.main_ms, control.increment_ms), (main_ms, increment_ms), "{text}");
            assert_eq!(control.to_string(), canonical);
        }
        let daily = "7d+1d cap 14d floor 12h";
        assert_eq!(daily.parse(), Ok(TimeControl::daily()));
        assert_eq!(TimeControl::daily().to_string(), daily);
        for text in [
            "3d/move",
            "10m 3x30s",
            "15m delay 10s",
            "5m+3s setup 5m",
            "1d+6h cap 3d floor 2h bonus 12h within 6h",
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    }

    #[test]
    fn other_texts_are_refused_with_what_was_expected() {
        for (text, expected) in [
            ("", "time control"),
            ("soon", "duration"),
            ("10+", "duration"),
            ("10m delay", "time control"),
            ("10m delay 5", "duration"),
            ("10m 300x30s", "time control"),
            ("10m bonus 5s", "time control"),
            ("10m bonus 5s in 3s", "time control"),
            ("10m grace 5s", "time control"),
            ("99999999999999999999d", "duration"),
            ("9999999999999999d", "duration"),
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains(expected), "{text}: {error}");
        }
    }
}

//! The days on which time runs.

use jiff::civil::Weekday;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The days on which time runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Calendar {
    /// On all days.
    #[default]
    EveryDay,
    /// Not on Saturdays and Sundays in this time zone.
    NoWeekends(Zone),
}

/// A time zone of the IANA database, such as `Europe/Berlin`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(TimeZone);

/// A name that no time zone has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no time zone, expected a name such as 'Europe/Berlin'")]
pub struct NoSuchZone(String);

impl TryFrom<String> for Zone {
    type Error = NoSuchZone;

    fn try_from(name: String) -> Result<Self, NoSuchZone> {
        // The program's database, not the machine's: a log gives the same times anywhere.
        TimeZoneDatabase::bundled().get(&name).map(Self).map_err(|_| NoSuchZone(name))
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> Self {
        zone.to_string()
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl Calendar {
    /// The time between two moments that counts, in milliseconds; 0 if the second is the earlier.
    #[must_use]
    pub fn counted_ms(&self, from: i64, to: i64) -> u64 {
        let Self::NoWeekends(zone) = self else {
            return u64::try_from(to.saturating_sub(from)).unwrap_or(0);
        };
        let (mut from, mut counted) = (from, 0);
        while from < to {
            let (runs, next) = zone.stretch(from);
            let until = next.min(to);
            if runs {
                counted += until.abs_diff(from);
            }
            from = until;
        }
        counted
    }

    /// The moment at which `counted` milliseconds have passed since `from`.
    #[must_use]
    pub fn after(&self, from: i64, counted: u64) -> i64 {
        let Self::NoWeekends(zone) = self else { return from.saturating_add_unsigned(counted) };
        let (mut from, mut rest) = (from, counted);
        loop {
            let (runs, next) = zone.stretch(from);
            if runs && rest <= next.abs_diff(from) {
                return from.saturating_add_unsigned(rest);
            }
            // The last moment that can be written: time does not run after it.
            if next == i64::MAX {
                return i64::MAX;
            }
            if runs {
                rest -= next.abs_diff(from);
            }
            from = next;
        }
    }
}

impl Zone {
    /// Whether time runs at a moment, and the next moment at which that changes.
    fn stretch(&self, at: i64) -> (bool, i64) {
        let Ok(time) = Timestamp::from_millisecond(at) else { return (true, i64::MAX) };
        let date = time.to_zoned(self.0.clone()).date();
        let weekday = date.weekday();
        let runs = !matches!(weekday, Weekday::Saturday | Weekday::Sunday);
        let days =
            if runs { weekday.until(Weekday::Saturday) } else { weekday.until(Weekday::Monday) };
        let midnight = |zoned: Zoned| zoned.timestamp().as_millisecond();
        let next = date.checked_add(i32::from(days).days());
        let next = next.and_then(|date| date.to_zoned(self.0.clone())).map(midnight);
        (runs, next.unwrap_or(i64::MAX))
    }
}

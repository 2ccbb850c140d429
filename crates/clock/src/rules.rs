//! How time is played in a game.

use crate::{Calendar, Clock, ControlError, TimeControl};
use serde::{Deserialize, Serialize};

/// How time is played in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRules {
    /// The time control of each seat, or one for all seats.
    pub controls: Vec<TimeControl>,
    /// The days on which time runs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub calendar: Calendar,
    /// How many pauses the players may agree on.
    #[serde(default = "default_pauses")]
    pub pauses: u8,
    /// Whether a player on vacation has no running time. Games by correspondence only.
    #[serde(default = "default_vacation")]
    pub vacation: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

const fn default_pauses() -> u8 {
    3
}

const fn default_vacation() -> bool {
    true
}

/// Why time cannot be played so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TimeRulesError {
    /// A time control cannot be played.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The number of time controls fits no seats.
    #[error("{found} time controls for {seats} seats, expected one or one for each seat")]
    Controls {
        /// The number of time controls.
        found: usize,
        /// The number of seats.
        seats: usize,
    },
    /// A live game on some days only.
    #[error("a live game is played in one go, expected no `weekends_off`")]
    LiveWeekends,
}

impl TimeRules {
    /// The same time control for all seats, and what is usual beside it.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self {
            controls: vec![control],
            calendar: Calendar::default(),
            pauses: default_pauses(),
            vacation: default_vacation(),
        }
    }

    /// Checks that a game of this number of seats can be played so.
    ///
    /// # Errors
    ///
    /// Names what is wrong first.
    pub fn check(&self, seats: usize) -> Result<(), TimeRulesError> {
        let found = self.controls.len();
        if found != 1 && found != seats {
            return Err(TimeRulesError::Controls { found, seats });
        }
        self.controls.iter().try_for_each(TimeControl::check)?;
        if self.calendar != Calendar::EveryDay && !self.is_daily() {
            return Err(TimeRulesError::LiveWeekends);
        }
        Ok(())
    }

    /// Whether the game is one by correspondence: any of its time controls is.
    #[must_use]
    pub fn is_daily(&self) -> bool {
        self.controls.iter().any(TimeControl::is_daily)
    }

    /// The time control of a seat.
    #[must_use]
    pub fn control(&self, seat: usize) -> TimeControl {
        self.controls.get(seat).or(self.controls.first()).copied().unwrap_or_default()
    }

    /// The clocks at the beginning of a game.
    #[must_use]
    pub fn clock(&self, seats: usize) -> Clock {
        let controls = (0..seats).map(|seat| self.control(seat)).collect();
        Clock::new(controls, self.calendar.clone())
    }
}

//! Time controls.

use serde::{Deserialize, Serialize};

/// The longest duration of a time control, all periods together too: a year. Without a cap, no
/// addition raises a time above it.
pub const MAX_MS: u64 = 366 * 24 * 60 * 60 * 1000;

/// How much time a seat has. One type serves live games and games by correspondence; each seat of
/// a game has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// The time at the beginning.
    pub main_ms: u64,
    /// The number of byo-yomi periods that follow the main time. A period that is not used up comes
    /// back whole.
    pub periods: u8,
    /// The length of a period.
    pub period_ms: u64,
    /// The time that is added after each span in which the seat made a ply.
    pub increment_ms: u64,
    /// The first part of each span, which costs nothing.
    pub delay_ms: u64,
    /// No addition raises the time above this. Time that is above it already stays.
    pub cap_ms: Option<u64>,
    /// An addition raises the time at least to this.
    pub floor_ms: u64,
    /// More time for a fast ply.
    pub bonus: Option<Bonus>,
    /// The time for the setup, used before the main time. What is left of it at the end of the
    /// setup is lost.
    pub setup_ms: u64,
}

/// Time that is added beside the increment if a span was short.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// The longest span that earns it.
    pub within_ms: u64,
    /// The time that is added.
    pub add_ms: u64,
}

/// Why a time control cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ControlError {
    /// A duration is too long.
    #[error("the time control's `{field}` is {found_ms} ms, expected at most {MAX_MS}")]
    TooLong {
        /// The field.
        field: &'static str,
        /// Its value.
        found_ms: u64,
    },
    /// Periods have no length, or a length has no periods.
    #[error("`periods` is {periods} and `period_ms` {period_ms}, expected both or neither")]
    Periods {
        /// The number of periods.
        periods: u8,
        /// Their length.
        period_ms: u64,
    },
    /// A seat would have no time at all for its first ply.
    #[error("the time control gives no time for the first move, expected main time or periods")]
    NoTime,
    /// The floor is above the cap.
    #[error("`floor_ms` is {floor_ms}, expected at most `cap_ms`, which is {cap_ms}")]
    FloorAboveCap {
        /// The floor.
        floor_ms: u64,
        /// The cap.
        cap_ms: u64,
    },
}

impl TimeControl {
    /// Main time and no more.
    #[must_use]
    pub const fn sudden_death(main_ms: u64) -> Self {
        Self {
            main_ms,
            periods: 0,
            period_ms: 0,
            increment_ms: 0,
            delay_ms: 0,
            cap_ms: None,
            floor_ms: 0,
            bonus: None,
            setup_ms: 0,
        }
    }

    /// The default for games by correspondence: seven days and a day a ply, at most fourteen, and
    /// never less than half a day after a ply.
    #[must_use]
    pub const fn daily() -> Self {
        const DAY: u64 = 24 * 60 * 60 * 1000;
        Self {
            increment_ms: DAY,
            cap_ms: Some(14 * DAY),
            floor_ms: DAY / 2,
            ..Self::sudden_death(7 * DAY)
        }
    }

    /// Checks that the control can be played.
    ///
    /// # Errors
    ///
    /// Names the first field that is wrong.
    pub fn check(&self) -> Result<(), ControlError> {
        let bonus = self.bonus.unwrap_or(Bonus { within_ms: 0, add_ms: 0 });
        let durations = [
            ("main_ms", self.main_ms),
            ("period_ms", self.period_ms),
            ("periods", self.periods_ms()),
            ("increment_ms", self.increment_ms),
            ("delay_ms", self.delay_ms),
            ("cap_ms", self.cap_ms.unwrap_or_default()),
            ("floor_ms", self.floor_ms),
            ("bonus.within_ms", bonus.within_ms),
            ("bonus.add_ms", bonus.add_ms),
            ("setup_ms", self.setup_ms),
        ];
        if let Some(&(field, found_ms)) = durations.iter().find(|(_, ms)| *ms > MAX_MS) {
            return Err(ControlError::TooLong { field, found_ms });
        }
        let (periods, period_ms) = (self.periods, self.period_ms);
        if (periods == 0) != (period_ms == 0) {
            return Err(ControlError::Periods { periods, period_ms });
        }
        if self.main_ms + self.delay_ms + self.periods_ms() == 0 {
            return Err(ControlError::NoTime);
        }
        match (self.floor_ms, self.cap_ms) {
            (floor_ms, Some(cap_ms)) if floor_ms > cap_ms => {
                Err(ControlError::FloorAboveCap { floor_ms, cap_ms })
            }
            _ => Ok(()),
        }
    }

    /// How long a seat plays in a usual game: main time, periods, and what forty plies earn.
    #[must_use]
    pub fn estimated_ms(&self) -> u64 {
        self.main_ms + self.periods_ms() + 40 * (self.increment_ms + self.delay_ms)
    }

    /// Whether a game with it is one by correspondence, and not a live one: it lasts more than
    /// three hours, and its first ply may take an hour, so that its clock can start while no
    /// player is there.
    #[must_use]
    pub fn is_daily(&self) -> bool {
        const HOUR_MS: u64 = 60 * 60 * 1000;
        let first_ms = self.main_ms + self.delay_ms + self.periods_ms();
        self.estimated_ms() > 3 * HOUR_MS && first_ms >= HOUR_MS
    }

    /// The length of all periods together.
    #[must_use]
    pub fn periods_ms(&self) -> u64 {
        u64::from(self.periods) * self.period_ms
    }
}

//! The players' time.

use heterodox_host::clock::{Calendar, NoSuchZone, NotationError, TimeControl, TimeRules, Zone};
use heterodox_rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How time is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[schema(example = json!({"controls": ["10+5"]}))]
#[serde(deny_unknown_fields)]
pub struct NewTime {
    /// The time control of each seat, or one for all: `10+5` (minutes and seconds a move),
    /// `15m delay 10s`, `10m 3x30s` (byo-yomi), `3d/move`, `7d+1d cap 14d floor 12h`, each also
    /// with `setup 5m` and `bonus 12h within 6h`.
    controls: Vec<String>,
    /// The time zone in which time does not run at weekends, such as `Europe/Berlin`.
    #[schema(nullable = false)]
    weekends_off: Option<String>,
    /// How many pauses the players may agree on; 3 if missing.
    #[schema(nullable = false, maximum = 255)]
    pauses: Option<u8>,
    /// Whether a player on vacation has no running time in a game by correspondence; true if
    /// missing.
    #[schema(nullable = false)]
    vacation: Option<bool>,
}

/// Why a [`NewTime`] cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewTimeError {
    /// A time control.
    Control(NotationError),
    /// The time zone.
    Zone(NoSuchZone),
}

impl std::fmt::Display for NewTimeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Control(error) => write!(f, "`time.controls`: {error}"),
            Self::Zone(error) => write!(f, "`time.weekends_off`: {error}"),
        }
    }
}

impl TryFrom<NewTime> for TimeRules {
    type Error = NewTimeError;

    fn try_from(request: NewTime) -> Result<Self, NewTimeError> {
        let NewTime { controls, weekends_off, pauses, vacation } = request;
        let read = |text: &String| text.parse::<TimeControl>().map_err(NewTimeError::Control);
        let mut rules = Self::new(TimeControl::daily());
        rules.controls = controls.iter().map(read).collect::<Result<_, _>>()?;
        if let Some(zone) = weekends_off {
            let zone = Zone::try_from(zone).map_err(NewTimeError::Zone)?;
            rules.calendar = Calendar::NoWeekends(zone);
        }
        rules.pauses = pauses.unwrap_or(rules.pauses);
        rules.vacation = vacation.unwrap_or(rules.vacation);
        Ok(rules)
    }
}

/// How time is played in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TimeInfo {
    /// The time control of each seat.
    pub controls: Vec<ControlInfo>,
    /// Whether the game is one by correspondence.
    pub daily: bool,
    /// The time zone in which time does not run at weekends.
    pub weekends_off: Option<String>,
    /// How many pauses the players may agree on.
    pub pauses: u8,
    /// Whether a player on vacation has no running time.
    pub vacation: bool,
    /// How long a player must have been away until the others may claim the end, in milliseconds;
    /// `null` in a game by correspondence.
    pub claim_after_ms: Option<u64>,
}

/// A time control.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ControlInfo {
    /// The time control as text, such as `10m+5s`.
    pub text: String,
    /// The main time at the beginning.
    pub main_ms: u64,
    /// The length of a byo-yomi period.
    pub period_ms: u64,
    /// The first part of each span, which costs nothing.
    pub delay_ms: u64,
}

/// The clocks of a game. Moments are milliseconds since 1970-01-01 UTC on the server's clock, whose
/// moment the messages `time` say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockState {
    /// Whether the clocks have started.
    pub started: bool,
    /// The clock of each seat; `null` for a computer or a free seat.
    pub seats: Vec<Option<SeatClock>>,
    /// The pause that lasts or is about to end.
    pub pause: Option<PauseInfo>,
    /// The seats whose offers of a pause stand.
    pub pause_offers: Vec<Seat>,
    /// The number of pauses that were taken.
    pub pauses: u8,
    /// The seats that claim that the player to move has left.
    pub claims: Vec<Seat>,
}

/// The clock of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatClock {
    /// What was left of the main time when the running span began.
    pub left_ms: u64,
    /// What was left of the time for the setup, which is used first.
    pub setup_ms: u64,
    /// The byo-yomi periods that are left.
    pub periods: u8,
    /// The moment at which all of the seat's time is over; `null` if it does not run.
    pub until_ms: Option<i64>,
    /// Since when the seat's time runs: it got the turn, or a pause ended; `null` if it is not to
    /// act.
    pub since_ms: Option<i64>,
    /// All that is left while a pause or a vacation stops the running span; else `null`.
    pub stopped_ms: Option<u64>,
    /// When the game is cancelled unless the player makes its first move; `null` if it is not.
    pub cancel_ms: Option<i64>,
    /// Whether the player is on vacation.
    pub vacation: bool,
}

/// A pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PauseInfo {
    /// When it began.
    pub since_ms: i64,
    /// When time runs again; `null` if no player wants to go on yet.
    pub until_ms: Option<i64>,
}

//! The time that seats have left, and the spans that run.

use crate::TimeControl;
use serde::{Deserialize, Serialize};

/// The time that a seat has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatTime {
    /// What is left for the setup; 0 once play has begun.
    pub setup_ms: u64,
    /// What is left of the main time.
    pub left_ms: u64,
    /// The periods that are left.
    pub periods: u8,
}

/// A seat has used more time than it had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the time of seat {seat} has run out")]
pub struct OutOfTime {
    /// The seat.
    pub seat: usize,
}

/// A span that runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    /// The moment at which the seat's turn was shown.
    shown: i64,
    /// What does not count of the time since then: pauses and outages that are over.
    uncounted_ms: u64,
}

/// The clocks of all seats of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    controls: Vec<TimeControl>,
    times: Vec<SeatTime>,
    spans: Vec<Option<Span>>,
    /// When the pause began that lasts.
    paused_at: Option<i64>,
}

impl Clock {
    /// The clocks of seats with these time controls, none of which runs.
    #[must_use]
    pub fn new(controls: Vec<TimeControl>) -> Self {
        let time = |control: &TimeControl| SeatTime {
            setup_ms: control.setup_ms,
            left_ms: control.main_ms,
            periods: control.periods,
        };
        Self {
            times: controls.iter().map(time).collect(),
            spans: vec![None; controls.len()],
            controls,
            paused_at: None,
        }
    }

    /// The time that a seat has left without its running span.
    ///
    /// # Panics
    ///
    /// If there is no such seat, as all functions do.
    #[must_use]
    pub fn time(&self, seat: usize) -> SeatTime {
        self.times[seat]
    }

    /// Begins a span: the turn of a seat is shown. A span that runs goes on.
    pub fn begin_span(&mut self, seat: usize, shown: i64) {
        self.spans[seat].get_or_insert(Span { shown, uncounted_ms: 0 });
    }

    /// What a running span costs if the act that ends it was received at this moment; 0 if none
    /// runs.
    #[must_use]
    pub fn spent_ms(&self, seat: usize, received: i64) -> u64 {
        let Some(span) = self.spans[seat] else { return 0 };
        // During a pause nothing is added.
        let until = self.paused_at.map_or(received, |paused| paused.min(received));
        let elapsed = u64::try_from(until.saturating_sub(span.shown)).unwrap_or(0);
        elapsed.saturating_sub(span.uncounted_ms)
    }

    /// Ends a span that took `spent_ms`, and adds what a ply earns.
    ///
    /// # Errors
    ///
    /// [`OutOfTime`] if the seat had less time; it has none then.
    pub fn end_span(
        &mut self,
        seat: usize,
        spent_ms: u64,
        made_ply: bool,
    ) -> Result<(), OutOfTime> {
        self.spans[seat] = None;
        let (control, time) = (&self.controls[seat], &mut self.times[seat]);
        let mut due = spent_ms.saturating_sub(control.delay_ms);
        for pool in [&mut time.setup_ms, &mut time.left_ms] {
            let taken = due.min(*pool);
            *pool -= taken;
            due -= taken;
        }
        if due > u64::from(time.periods) * control.period_ms {
            time.periods = 0;
            return Err(OutOfTime { seat });
        }
        // The last of the periods that were begun comes back whole, even if it was used up exactly:
        // an act at the deadline counts.
        if due > 0 {
            time.periods -= ((due - 1) / control.period_ms) as u8;
        }
        if made_ply {
            time.left_ms = credited(control, time.left_ms, spent_ms);
        }
        Ok(())
    }

    /// Ends the setup of a seat: what is left of its time is lost.
    pub fn end_setup(&mut self, seat: usize) {
        self.times[seat].setup_ms = 0;
    }

    /// The last moment at which an act of a seat counts; `None` if its time does not run.
    #[must_use]
    pub fn deadline(&self, seat: usize) -> Option<i64> {
        let span = self.spans[seat].filter(|_| self.paused_at.is_none())?;
        let (control, time) = (&self.controls[seat], &self.times[seat]);
        let periods = u64::from(time.periods) * control.period_ms;
        let total = time.setup_ms + time.left_ms + control.delay_ms + periods + span.uncounted_ms;
        Some(span.shown.saturating_add_unsigned(total))
    }

    /// The seats whose time has run out, those with the earliest deadline first, and those with the
    /// same deadline together.
    #[must_use]
    pub fn out_of_time(&self, now: i64) -> Vec<Vec<usize>> {
        let deadline = |seat| Some((self.deadline(seat)?, seat));
        let mut late: Vec<_> = (0..self.spans.len()).filter_map(deadline).collect();
        late.retain(|&(deadline, _)| deadline < now);
        late.sort_unstable();
        let groups = late.chunk_by(|a, b| a.0 == b.0);
        groups.map(|group| group.iter().map(|&(_, seat)| seat).collect()).collect()
    }

    /// Begins a pause: no time runs. A pause that lasts goes on.
    pub fn pause(&mut self, at: i64) {
        self.paused_at.get_or_insert(at);
    }

    /// Ends the pause. Spans that began in it begin now.
    pub fn resume(&mut self, at: i64) {
        let Some(paused) = self.paused_at.take() else { return };
        for span in self.spans.iter_mut().flatten() {
            let from = paused.max(span.shown);
            span.uncounted_ms += u64::try_from(at.saturating_sub(from)).unwrap_or(0);
        }
    }

    /// Takes time off all running spans in which the server was away.
    pub fn add_outage(&mut self, outage_ms: u64) {
        for span in self.spans.iter_mut().flatten() {
            span.uncounted_ms += outage_ms;
        }
    }

    /// Gives a seat more main time. It may rise above the cap.
    pub fn give(&mut self, seat: usize, more_ms: u64) {
        self.times[seat].left_ms = self.times[seat].left_ms.saturating_add(more_ms);
    }

    /// Takes back what plies have earned that are undone, down to `least_ms` or what the seat has.
    /// Periods and spent time do not come back.
    pub fn take_back(&mut self, seat: usize, earned_ms: u64, least_ms: u64) {
        let left = &mut self.times[seat].left_ms;
        *left = left.saturating_sub(earned_ms).max(least_ms.min(*left));
    }
}

/// The main time after a ply.
fn credited(control: &TimeControl, left_ms: u64, spent_ms: u64) -> u64 {
    let bonus = control.bonus.filter(|bonus| spent_ms <= bonus.within_ms);
    let added = left_ms + control.increment_ms + bonus.map_or(0, |bonus| bonus.add_ms);
    let cap = control.cap_ms.unwrap_or(u64::MAX).max(left_ms);
    added.max(control.floor_ms).min(cap)
}

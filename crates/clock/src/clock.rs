//! The time that seats have left, and the spans that run.

use crate::{Calendar, MAX_MS, TimeControl};
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

/// What a span that ended was for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpanEnd {
    /// The seat made a ply, which earns an increment.
    Ply,
    /// The seat made none: the turn was taken from it, or it did something else that was due.
    Other,
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
    /// What does not count of the time since then: stops and outages that are over.
    uncounted_ms: u64,
}

/// The clocks of all seats of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    controls: Vec<TimeControl>,
    calendar: Calendar,
    times: Vec<SeatTime>,
    spans: Vec<Option<Span>>,
    /// When the clock of each seat was stopped, if it is: in a pause or on vacation.
    stopped_at: Vec<Option<i64>>,
    /// When the last stop of each seat ended or will end. Time before it is not taken off again.
    resumed_at: Vec<i64>,
}

impl Clock {
    /// The clocks of seats with these time controls, none of which runs.
    #[must_use]
    pub fn new(controls: Vec<TimeControl>, calendar: Calendar) -> Self {
        let time = |control: &TimeControl| SeatTime {
            setup_ms: control.setup_ms,
            left_ms: control.main_ms,
            periods: control.periods,
        };
        Self {
            times: controls.iter().map(time).collect(),
            spans: vec![None; controls.len()],
            stopped_at: vec![None; controls.len()],
            resumed_at: vec![i64::MIN; controls.len()],
            controls,
            calendar,
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

    /// The time control of a seat.
    #[must_use]
    pub fn control(&self, seat: usize) -> &TimeControl {
        &self.controls[seat]
    }

    /// Begins a span: the turn of a seat is shown. A span that runs goes on.
    pub fn begin_span(&mut self, seat: usize, shown: i64) {
        self.spans[seat].get_or_insert(Span { shown, uncounted_ms: 0 });
    }

    /// Whether a span of a seat runs, or waits for the end of a stop.
    #[must_use]
    pub fn has_span(&self, seat: usize) -> bool {
        self.spans[seat].is_some()
    }

    /// The moment since which the time of a seat runs: its running span began, or its last stop in
    /// it ended. `None` if no span runs.
    #[must_use]
    pub fn runs_since(&self, seat: usize) -> Option<i64> {
        self.spans[seat].map(|span| span.shown.max(self.resumed_at[seat]))
    }

    /// What is left of all time of a seat whose span is stopped; `None` if it has none, or it runs.
    #[must_use]
    pub fn stopped_ms(&self, seat: usize) -> Option<u64> {
        let (stopped, _) = self.stopped_at[seat].zip(self.spans[seat])?;
        Some(self.span_ms(seat).saturating_sub(self.spent_ms(seat, stopped)))
    }

    /// Moves the begin of all spans that began at `begun` or later to `shown`, if that is later.
    pub fn show(&mut self, begun: i64, shown: i64) {
        for span in self.spans.iter_mut().flatten().filter(|span| span.shown >= begun) {
            span.shown = span.shown.max(shown);
        }
    }

    /// What a running span costs if the act that ends it was received at this moment; 0 if none
    /// runs.
    #[must_use]
    pub fn spent_ms(&self, seat: usize, received: i64) -> u64 {
        let Some(span) = self.spans[seat] else { return 0 };
        let until = self.stopped_at[seat].map_or(received, |stopped| stopped.min(received));
        self.calendar.counted_ms(span.shown, until).saturating_sub(span.uncounted_ms)
    }

    /// Ends a span that took `spent_ms`. Returns what it earned.
    ///
    /// # Errors
    ///
    /// [`OutOfTime`] if the seat had less time; it has none then.
    pub fn end_span(&mut self, seat: usize, spent_ms: u64, end: SpanEnd) -> Result<u64, OutOfTime> {
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
        let before = time.left_ms;
        if end == SpanEnd::Ply {
            time.left_ms = credited(control, before, spent_ms);
        }
        Ok(time.left_ms.saturating_sub(before))
    }

    /// Ends the setup of a seat: what is left of its time is lost.
    pub fn end_setup(&mut self, seat: usize) {
        self.times[seat].setup_ms = 0;
    }

    /// The last moment at which an act of a seat counts; `None` if its time does not run.
    #[must_use]
    pub fn deadline(&self, seat: usize) -> Option<i64> {
        self.moment_after(seat, self.span_ms(seat))
    }

    /// The moment at which the running span of a seat has cost this much; `None` if its time
    /// does not run.
    #[must_use]
    pub fn moment_after(&self, seat: usize, spent_ms: u64) -> Option<i64> {
        let span = self.spans[seat].filter(|_| self.stopped_at[seat].is_none())?;
        Some(self.calendar.after(span.shown, spent_ms + span.uncounted_ms))
    }

    /// The longest span that a seat can afford now.
    #[must_use]
    pub fn span_ms(&self, seat: usize) -> u64 {
        let (control, time) = (&self.controls[seat], &self.times[seat]);
        let periods = u64::from(time.periods) * control.period_ms;
        time.setup_ms + time.left_ms + control.delay_ms + periods
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

    /// Stops the time of a seat. A stop that lasts goes on.
    pub fn stop(&mut self, seat: usize, at: i64) {
        self.stopped_at[seat].get_or_insert(at.max(self.resumed_at[seat]));
    }

    /// Lets the time of a seat run again from `at`, which may lie in the future.
    pub fn go(&mut self, seat: usize, at: i64) {
        let Some(stopped) = self.stopped_at[seat].take() else { return };
        self.resumed_at[seat] = self.resumed_at[seat].max(at);
        if let Some(span) = &mut self.spans[seat] {
            span.uncounted_ms += self.calendar.counted_ms(stopped.max(span.shown), at);
        }
    }

    /// Takes the time of an outage of the server off all running spans, and `grace_ms` more.
    pub fn add_outage(&mut self, from: i64, to: i64, grace_ms: u64) {
        let seats = self.spans.iter_mut().zip(&self.stopped_at).zip(&self.resumed_at);
        for ((span, stopped), resumed) in seats {
            if let (Some(span), None) = (span, stopped) {
                let from = from.max(span.shown).max(*resumed);
                span.uncounted_ms += self.calendar.counted_ms(from, to) + grace_ms;
            }
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
    let cap = control.cap_ms.unwrap_or(MAX_MS).max(left_ms);
    added.max(control.floor_ms).min(cap)
}

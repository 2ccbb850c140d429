//! The clock agrees with a model that lives through every millisecond.

use heterodox_clock::{Bonus, Calendar, Clock, SpanEnd, TimeControl};
use proptest::prelude::*;

/// One seat's time, counted down one millisecond after the other.
struct Slow {
    control: TimeControl,
    setup: u64,
    left: u64,
    periods: u8,
    /// What is left of the running span's delay, and of its current period.
    delay: u64,
    period: u64,
    spent: u64,
    flagged: bool,
}

impl Slow {
    fn new(control: TimeControl) -> Self {
        Self {
            control,
            setup: control.setup_ms,
            left: control.main_ms,
            periods: control.periods,
            delay: 0,
            period: 0,
            spent: 0,
            flagged: false,
        }
    }

    fn begin(&mut self) {
        (self.delay, self.period, self.spent) = (self.control.delay_ms, self.control.period_ms, 0);
    }

    fn tick(&mut self) {
        self.spent += 1;
        if self.delay > 0 {
            self.delay -= 1;
        } else if self.setup > 0 {
            self.setup -= 1;
        } else if self.left > 0 {
            self.left -= 1;
        } else {
            // A period ends when a millisecond is needed that it does not have.
            if self.period == 0 && self.periods > 0 {
                self.periods -= 1;
                self.period = self.control.period_ms;
            }
            if self.periods == 0 {
                self.flagged = true;
            } else {
                self.period -= 1;
            }
        }
    }

    fn end(&mut self, made_ply: bool) {
        if !made_ply || self.flagged {
            return;
        }
        let before = self.left;
        self.left += self.control.increment_ms;
        if let Some(bonus) = self.control.bonus
            && self.spent <= bonus.within_ms
        {
            self.left += bonus.add_ms;
        }
        if self.left < self.control.floor_ms {
            self.left = self.control.floor_ms;
        }
        if let Some(cap) = self.control.cap_ms
            && self.left > cap
        {
            self.left = if before > cap { before } else { cap };
        }
    }
}

/// What happens within a span, in milliseconds: thinking, a pause, an outage, or a pause whose end
/// is known before, with another stop and an outage within it.
#[derive(Clone, Debug)]
enum Stretch {
    Think(u64),
    Pause(u64),
    Outage(u64),
    Warned(u64),
}

fn control() -> impl Strategy<Value = TimeControl> {
    let periods = prop_oneof![Just((0, 0)), (1..4_u8, 1..30_u64)];
    let bonus = prop::option::of((0..40_u64, 1..30_u64));
    let limits = (prop::option::of(20..200_u64), 0..20_u64, 0..40_u64);
    (0..100_u64, periods, 0..20_u64, 0..20_u64, bonus, limits).prop_map(
        |(main_ms, (periods, period_ms), increment_ms, delay_ms, bonus, limits)| {
            let (cap_ms, floor_ms, setup_ms) = limits;
            let bonus = bonus.map(|(within_ms, add_ms)| Bonus { within_ms, add_ms });
            TimeControl {
                main_ms,
                periods,
                period_ms,
                increment_ms,
                delay_ms,
                cap_ms,
                floor_ms,
                bonus,
                setup_ms,
            }
        },
    )
}

fn span() -> impl Strategy<Value = (Vec<Stretch>, bool)> {
    let stretch = prop_oneof![
        3 => (0..40_u64).prop_map(Stretch::Think),
        1 => (0..1000_u64).prop_map(Stretch::Pause),
        1 => (0..1000_u64).prop_map(Stretch::Outage),
        1 => (0..1000_u64).prop_map(Stretch::Warned),
    ];
    (prop::collection::vec(stretch, 0..5), any::<bool>())
}

fn clock(controls: Vec<TimeControl>) -> Clock {
    Clock::new(controls, Calendar::EveryDay)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn spans_cost_what_they_cost_in_a_slow_model(
        control in control(),
        spans in prop::collection::vec(span(), 1..12),
        begin in 0..1_000_000_i64,
    ) {
        let mut slow = Slow::new(control);
        let mut clock = clock(vec![control]);
        let mut now = begin;
        for (stretches, made_ply) in spans {
            slow.begin();
            clock.begin_span(0, now);
            let mut deadline = clock.deadline(0);
            for stretch in stretches {
                let (Stretch::Think(ms)
                | Stretch::Pause(ms)
                | Stretch::Outage(ms)
                | Stretch::Warned(ms)) = stretch;
                let later = now.saturating_add_unsigned(ms);
                match stretch {
                    Stretch::Think(_) => {
                        for _ in 0..ms {
                            slow.tick();
                            now += 1;
                            let late = !clock.out_of_time(now).is_empty();
                            prop_assert_eq!(slow.flagged, late, "at {}", now);
                        }
                    }
                    Stretch::Pause(_) => {
                        clock.stop(0, now);
                        prop_assert_eq!(clock.deadline(0), None);
                        clock.go(0, later);
                    }
                    Stretch::Outage(_) => clock.add_outage(now, later, 0),
                    Stretch::Warned(_) => {
                        clock.stop(0, now);
                        clock.go(0, later);
                        let part = |quarter: u64| now.saturating_add_unsigned(ms * quarter / 4);
                        clock.stop(0, part(1));
                        prop_assert_eq!(clock.deadline(0), None);
                        clock.go(0, later);
                        clock.add_outage(part(2), part(3), 0);
                    }
                }
                now = later;
                let next = clock.deadline(0);
                prop_assert!(next >= deadline, "a deadline never comes nearer");
                deadline = next;
            }
            let spent = clock.spent_ms(0, now);
            prop_assert_eq!(spent, slow.spent);
            let ended = clock.end_span(0, spent, if made_ply { SpanEnd::Ply } else { SpanEnd::Other });
            slow.end(made_ply);
            prop_assert_eq!(ended.is_err(), slow.flagged);
            if slow.flagged {
                return Ok(());
            }
            let time = clock.time(0);
            prop_assert_eq!((time.setup_ms, time.left_ms), (slow.setup, slow.left));
            prop_assert_eq!(time.periods, slow.periods);
        }
    }
}

#[test]
fn an_act_at_the_deadline_counts_and_one_after_it_does_not() {
    let control = TimeControl { periods: 3, period_ms: 30, ..TimeControl::sudden_death(10) };
    for (spent, expected) in
        [(10, Some(3)), (11, Some(3)), (40, Some(3)), (41, Some(2)), (100, Some(1)), (101, None)]
    {
        let mut clock = clock(vec![control]);
        clock.begin_span(0, 0);
        assert_eq!(clock.deadline(0), Some(100));
        let ended = clock.end_span(0, spent, SpanEnd::Ply);
        assert_eq!(ended.ok().map(|_| clock.time(0).periods), expected, "after {spent} ms");
    }
}

#[test]
fn seats_that_run_out_together_are_named_together() {
    let controls = [30, 20, 20, 90].map(TimeControl::sudden_death);
    let mut clock = clock(controls.to_vec());
    (0..4).for_each(|seat| clock.begin_span(seat, 0));
    assert_eq!(clock.out_of_time(20), Vec::<Vec<usize>>::new());
    assert_eq!(clock.out_of_time(50), [vec![1, 2], vec![0]]);
}

#[test]
fn a_take_back_costs_what_the_ply_had_earned() {
    let mut clock = clock(vec![TimeControl::sudden_death(100)]);
    clock.take_back(0, 30, 15);
    assert_eq!(clock.time(0).left_ms, 70);
    clock.take_back(0, 60, 15);
    assert_eq!(clock.time(0).left_ms, 15, "not below the least");
    clock.take_back(0, 10, 40);
    assert_eq!(clock.time(0).left_ms, 15, "and never more than before");
}

//! The players' time: which spans run, and what events do to the clocks.
//!
//! Only people have clocks. What a viewer is shown of them follows from hand-overs of the turn,
//! which all viewers know: in a hidden game no step of a setup begins or ends a span.

use crate::{Event, Game, Moment};
use heterodox_clock::{Clock, SeatTime, SpanEnd, TimeRules};
use heterodox_rules::{Act, Refusal, Seat, Viewer};

/// How long a live game waits, once all seats are taken, for its players to open it.
const START_MS: i64 = 30_000;
/// How long a live game waits for the first act of each seat before it is cancelled.
const FIRST_ACT_MS: u64 = 60_000;
/// The longest pause: 14 days.
const LONGEST_PAUSE_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// The time between the wish to go on and the end of a pause: live, and by correspondence.
const RESUME_MS: (i64, i64) = (10_000, 12 * 60 * 60 * 1000);
/// What an opponent can give at once: live, and by correspondence.
const GIFT_MS: (u64, u64) = (15_000, 24 * 60 * 60 * 1000);
/// What a take-back leaves in a live game, if there was as much.
const TAKEBACK_LEAST_MS: u64 = 15_000;
/// The time that running spans get after an outage, in which players can come back.
pub const RETURN_MS: u64 = 15_000;
/// How long after a deadline the seat is flagged. What was received at the deadline may still be
/// on its way through the server.
pub(crate) const FLAG_GRACE_MS: i64 = 250;

/// A stretch of time in which the host was away. It costs no player any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    /// Its begin.
    pub from: Moment,
    /// Its end.
    pub to: Moment,
}

/// How the cost of a span that an event ends is known.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Charge<'a> {
    /// The event happens now: the cost is measured. `lag_ms` of the acting seat's time were spent
    /// on the network.
    Measured { lag_ms: u64 },
    /// The log says it.
    Logged(&'a [(Seat, u64)]),
}

/// A ply whose time was measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimedPly {
    /// The number of the ply, from 1.
    ply: usize,
    seat: Seat,
    spent_ms: u64,
    earned_ms: u64,
}

/// A pause that was agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    /// When it began.
    pub since: Moment,
    /// When time runs again, once a player wants to go on.
    pub until: Option<Moment>,
}

/// The time of a game with clocks.
#[derive(Clone, Debug)]
pub struct GameTime {
    rules: TimeRules,
    clock: Clock,
    /// When the last seat was taken.
    seated: Option<Moment>,
    started: bool,
    /// Whether the setup lasts.
    in_setup: bool,
    /// The seats that have acted, as all viewers know.
    acted: Vec<bool>,
    pause: Option<Pause>,
    pause_offers: Vec<Seat>,
    pauses: u8,
    vacation: Vec<bool>,
    plies: Vec<TimedPly>,
    /// The seats that claim that the seat to act has left.
    claims: Vec<Seat>,
}

impl GameTime {
    pub(crate) fn new(rules: TimeRules, seats: usize) -> Self {
        Self {
            clock: rules.clock(seats),
            rules,
            seated: None,
            started: false,
            in_setup: true,
            acted: vec![false; seats],
            pause: None,
            pause_offers: Vec::new(),
            pauses: 0,
            vacation: vec![false; seats],
            plies: Vec::new(),
            claims: Vec::new(),
        }
    }

    /// How time is played.
    pub fn rules(&self) -> &TimeRules {
        &self.rules
    }

    /// Whether the clocks have started.
    pub fn has_started(&self) -> bool {
        self.started
    }

    /// The time that a seat has left without its running span.
    pub fn left(&self, seat: Seat) -> SeatTime {
        self.clock.time(seat.index())
    }

    /// The last moment at which an act of a seat counts; `None` if its time does not run.
    pub fn deadline(&self, seat: Seat) -> Option<Moment> {
        self.clock.deadline(seat.index()).map(Moment)
    }

    /// What is left of all time of a seat whose span is stopped, by a pause or a vacation.
    pub fn stopped_ms(&self, seat: Seat) -> Option<u64> {
        self.clock.stopped_ms(seat.index())
    }

    /// Since when the time of a seat runs: since it got the turn, or since its last stop ended.
    pub fn runs_since(&self, seat: Seat) -> Option<Moment> {
        self.clock.runs_since(seat.index()).map(Moment)
    }

    /// The pause that lasts, or that is about to end.
    pub fn pause(&self) -> Option<Pause> {
        self.pause
    }

    /// The pause, if no player wants to go on yet.
    pub(crate) fn lasting_pause(&self) -> Option<Pause> {
        self.pause.filter(|pause| pause.until.is_none())
    }

    /// The seats whose offers of a pause stand.
    pub fn pause_offers(&self) -> &[Seat] {
        &self.pause_offers
    }

    /// The number of pauses that were taken.
    pub fn pauses(&self) -> u8 {
        self.pauses
    }

    /// Forgets what the player said who has given up a seat.
    pub(crate) fn forget(&mut self, seat: Seat) {
        self.vacation[seat.index()] = false;
        self.pause_offers.retain(|offered| *offered != seat);
    }

    /// Whether the player of a seat is on vacation.
    pub fn is_on_vacation(&self, seat: Seat) -> bool {
        self.vacation[seat.index()]
    }

    /// The seats that claim that the seat to act has left.
    pub fn claims(&self) -> &[Seat] {
        &self.claims
    }

    /// The time that each ply took, in milliseconds; `None` for those of computers.
    pub fn spent_on_plies(&self, plies: usize) -> Vec<Option<u64>> {
        let mut spent = vec![None; plies];
        for ply in &self.plies {
            if let Some(entry) = spent.get_mut(ply.ply - 1) {
                // To a tenth of a second, as in records.
                *entry = Some((ply.spent_ms + 50) / 100 * 100);
            }
        }
        spent
    }

    /// Whether no time runs at a moment because of a pause.
    pub(crate) fn is_paused(&self, at: Moment) -> bool {
        self.pause.is_some_and(|pause| pause.until.is_none_or(|until| at < until))
    }

    /// What an opponent can give at once.
    fn gift_ms(&self) -> u64 {
        if self.rules.is_daily() { GIFT_MS.1 } else { GIFT_MS.0 }
    }

    fn stops(&mut self, seat: usize, at: Moment) {
        if self.lasting_pause().is_some() || self.vacation[seat] {
            self.clock.stop(seat, at.0);
        } else {
            let until = self.pause.and_then(|pause| pause.until).unwrap_or(at);
            self.clock.go(seat, until.max(at).0);
        }
    }

    /// Begins a pause if all who play have offered it.
    fn pause_if_agreed(&mut self, people: &[Seat], at: Moment) {
        self.pause_offers.retain(|seat| people.contains(seat));
        if !self.pause_offers.is_empty()
            && people.iter().all(|seat| self.pause_offers.contains(seat))
        {
            self.pause_offers.clear();
            self.pauses += 1;
            self.pause = Some(Pause { since: at, until: None });
            self.stop_or_go(at);
        }
    }

    fn stop_or_go(&mut self, at: Moment) {
        (0..self.vacation.len()).for_each(|seat| self.stops(seat, at));
    }

    /// Takes an outage off the running spans.
    pub(crate) fn add_outage(&mut self, outage: Outage) {
        self.clock.add_outage(outage.from.0, outage.to.0, RETURN_MS);
    }
}

impl Game {
    /// The players' time; `None` in a game without clocks.
    pub fn time(&self) -> Option<&GameTime> {
        self.time.as_deref()
    }

    /// The people's seats that the game waits for: those to act, or those that owe a part of the
    /// seed of the dice.
    fn awaited(&self) -> Vec<Seat> {
        if self.is_open() {
            return Vec::new();
        }
        let mut awaited = self.to_act();
        if self.table().awaits_throw().is_some() {
            awaited = self.owed_dice_parts();
        }
        awaited.retain(|&seat| self.is_person(seat));
        awaited
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.user().is_some())
    }

    /// The seats of people that still play.
    pub(crate) fn playing_people(&self) -> Vec<Seat> {
        let mut people = self.table().playing();
        people.retain(|&seat| self.is_person(seat));
        people
    }

    /// Notes what an event that is no act does to the clocks.
    pub(crate) fn time_event(&mut self, at: Moment, event: &Event) -> Result<(), Refusal> {
        let people = self.playing_people();
        let refusal = || Refusal::new("no-clock", "this game has no clocks, or they run already");
        let time = self.time.as_mut().ok_or_else(refusal)?;
        let daily = time.rules.is_daily();
        match event {
            Event::StartClocks if time.started => return Err(refusal()),
            Event::StartClocks => time.started = true,
            Event::OfferPause { seat } => {
                if !time.pause_offers.contains(seat) {
                    time.pause_offers.push(*seat);
                }
                time.pause_if_agreed(&people, at);
            }
            Event::DeclinePause { .. } => time.pause_offers.clear(),
            Event::Resume { seat } => {
                let warning = match (seat, daily) {
                    (None, _) => 0,
                    (Some(_), false) => RESUME_MS.0,
                    (Some(_), true) => RESUME_MS.1,
                };
                let until = Some(Moment(at.0.saturating_add(warning)));
                time.pause = time.pause.map(|pause| Pause { until, ..pause });
                time.stop_or_go(at);
            }
            Event::MoreTime { seat, .. } => {
                let gift = time.gift_ms();
                time.clock.give(seat.index(), gift);
            }
            Event::Vacation { seat, on } => {
                time.vacation[seat.index()] = *on;
                time.stops(seat.index(), at);
            }
            Event::Claim { seat } => time.claims.push(*seat),
            _ => {}
        }
        Ok(())
    }

    /// Ends and begins spans after an event. `plies` is the number of plies before it. Returns what
    /// the spans cost that it has ended.
    pub(crate) fn turn_clocks(
        &mut self,
        at: Moment,
        event: &Event,
        plies: usize,
        charge: Charge<'_>,
    ) -> Vec<(Seat, u64)> {
        let Some(mut time) = self.time.take() else { return Vec::new() };
        let costs = self.turn(&mut time, at, event, plies, charge);
        self.time = Some(time);
        costs
    }

    fn turn(
        &self,
        time: &mut GameTime,
        at: Moment,
        event: &Event,
        plies: usize,
        charge: Charge<'_>,
    ) -> Vec<(Seat, u64)> {
        self.note_begin(time, at);
        let act = if let Event::Act(act) = event { Some(act) } else { None };
        let by = act.and_then(Act::seat);
        let flagged: &[Seat] = if let Some(Act::Flag { seats }) = act { seats } else { &[] };
        let (now, awaited) = (self.table().plies(), self.awaited());
        if act.is_some() {
            time.claims.clear();
        }
        let mut costs = Vec::new();
        for seat in self.seats() {
            if !time.clock.has_span(seat.index()) {
                continue;
            }
            let made_ply = now > plies && by == Some(seat);
            let ends = now < plies || made_ply || !awaited.contains(&seat);
            if !ends {
                continue;
            }
            let spent_ms = match charge {
                Charge::Logged(costs) => {
                    costs.iter().find(|(spent, _)| *spent == seat).map_or(0, |(_, ms)| *ms)
                }
                Charge::Measured { .. } if flagged.contains(&seat) => {
                    time.clock.span_ms(seat.index()) + 1
                }
                Charge::Measured { lag_ms } => {
                    let lag_ms = if by == Some(seat) { lag_ms } else { 0 };
                    time.clock.spent_ms(seat.index(), at.0).saturating_sub(lag_ms)
                }
            };
            let submitted = by == Some(seat) && matches!(act, Some(Act::Submit { .. }));
            let earns = made_ply || (submitted && time.in_setup && time.rules.is_daily());
            let end = if earns { SpanEnd::Ply } else { SpanEnd::Other };
            // A seat that is out of time is flagged by an act of its own.
            let earned_ms = time.clock.end_span(seat.index(), spent_ms, end).unwrap_or(0);
            costs.push((seat, spent_ms));
            if made_ply {
                time.plies.push(TimedPly { ply: now, seat, spent_ms, earned_ms });
            }
            time.acted[seat.index()] |= submitted;
        }
        if let Some(seat) = by.filter(|_| !self.table().info().hidden) {
            time.acted[seat.index()] = true;
        }
        if now < plies {
            self.undo_plies(time, now);
        }
        if act.is_some() && !time.pause_offers.is_empty() {
            // A player who makes a ply instead of an answer has answered.
            if now > plies && by.is_some_and(|by| !time.pause_offers.contains(&by)) {
                time.pause_offers.clear();
            }
            time.pause_if_agreed(&self.playing_people(), at);
        }
        self.note_end_of_setup(time);
        if time.started {
            let until = time.pause.and_then(|pause| pause.until).unwrap_or(at);
            for seat in awaited {
                time.clock.begin_span(seat.index(), at.max(until).0);
            }
        }
        costs
    }

    /// Takes back what the plies after `now` have earned.
    fn undo_plies(&self, time: &mut GameTime, now: usize) {
        let kept = time.plies.partition_point(|ply| ply.ply <= now);
        let undone = time.plies.split_off(kept);
        for seat in self.seats() {
            let earned =
                undone.iter().filter(|ply| ply.seat == seat).map(|ply| ply.earned_ms).sum();
            let least = if time.rules.is_daily() {
                time.clock.control(seat.index()).increment_ms / 2
            } else {
                TAKEBACK_LEAST_MS
            };
            time.clock.take_back(seat.index(), earned, least);
        }
    }

    /// Whether the setup lasts.
    pub fn is_in_setup_phase(&self) -> bool {
        self.table().plies() == 0
            && self.outcome().is_none()
            && !matches!(self.table().outline(Viewer::Public).phase, "play" | "throw" | "over")
    }

    /// Notes at the beginning whether there is a setup.
    pub(crate) fn init_time(&mut self) {
        // A log may name another number of players than there are seats.
        if self.players().len() != self.table().seats() {
            return;
        }
        if let Some(mut time) = self.time.take() {
            self.note_begin(&mut time, self.created());
            self.note_end_of_setup(&mut time);
            self.time = Some(time);
        }
    }

    /// Notes when the last seat was taken.
    fn note_begin(&self, time: &mut GameTime, at: Moment) {
        if time.seated.is_none() && !self.is_open() {
            time.seated = Some(at);
        }
    }

    /// Notes the end of the setup: what is left of the time for it is lost.
    fn note_end_of_setup(&self, time: &mut GameTime) {
        if time.in_setup && !self.is_in_setup_phase() {
            time.in_setup = false;
            self.seats().for_each(|seat| time.clock.end_setup(seat.index()));
        }
    }

    /// Takes outages into account that are over at `at`, and drops them from the list.
    pub(crate) fn live_through(&mut self, outages: &mut &[Outage], at: Option<Moment>) {
        while let Some((first, rest)) = outages.split_first() {
            if at.is_some_and(|at| at < first.to) {
                return;
            }
            if let Some(time) = &mut self.time {
                time.add_outage(*first);
            }
            self.excused = self.excused.max(first.to);
            *outages = rest;
        }
    }

    /// Takes those outages off the running spans that the clocks do not know of yet. Returns
    /// whether there were any. `outages` are sorted.
    pub fn excuse(&mut self, outages: &[Outage]) -> bool {
        let known = outages.partition_point(|outage| outage.to <= self.excused);
        self.live_through(&mut &outages[known..], None);
        known < outages.len()
    }

    /// The end of the last outage that the clocks know of.
    pub fn excused(&self) -> Moment {
        self.excused
    }

    /// Begins the spans that the last change has begun only now that it is shown to the players.
    /// `at` is the moment of the change.
    pub fn show(&mut self, at: Moment, shown: Moment) {
        if let Some(time) = &mut self.time {
            time.clock.show(at.0, shown.0);
        }
    }

    /// The moment at which a live game is cancelled for want of a seat's first act. In a hidden
    /// game no step of a setup may be known, so it is not cancelled there.
    pub fn cancelled_at(&self, seat: Seat) -> Option<Moment> {
        let time = self.time.as_ref()?;
        let waits = !time.rules.is_daily() && !time.acted[seat.index()] && self.outcome().is_none();
        let is_known = !time.in_setup || !self.table().info().hidden;
        let alone = self.playing_people().len() < 2;
        if !waits || !is_known || alone {
            return None;
        }
        time.clock.moment_after(seat.index(), FIRST_ACT_MS).map(Moment)
    }

    /// The next moment at which the host must act because of the clocks, or because an offer
    /// expires; `None` if there is none.
    pub fn next_deadline(&self) -> Option<Moment> {
        let of_offer = self.opens_seats_after().or_else(|| self.offered_until());
        let of_offer = of_offer.map(|moment| Moment(moment.0.saturating_add(1)));
        of_offer.into_iter().chain(self.next_clock_deadline()).min()
    }

    fn next_clock_deadline(&self) -> Option<Moment> {
        let time = self.time.as_ref().filter(|_| self.outcome().is_none())?;
        if !time.started {
            let since = time.seated.filter(|_| !self.is_open())?;
            return Some(Moment(since.0.saturating_add(START_MS)));
        }
        if let Some(Pause { since, .. }) = time.lasting_pause() {
            return Some(Moment(since.0.saturating_add(LONGEST_PAUSE_MS)));
        }
        let late = |seat| {
            let ends = time.deadline(seat).into_iter().chain(self.cancelled_at(seat)).min();
            ends.map(|at| Moment(at.0.saturating_add(FLAG_GRACE_MS + 1)))
        };
        self.seats().filter_map(late).min()
    }

    /// Whether a live game's clocks can start: they wait until all people have opened it.
    pub fn may_start_clocks(&self, online: &[bool]) -> bool {
        let waits = self.time().is_some_and(|time| !time.started && !self.is_open());
        let here = |seat: &Seat| online.get(seat.index()).copied().unwrap_or(false);
        waits && self.outcome().is_none() && self.playing_people().iter().all(here)
    }

    /// Events and acts that are due at a moment because of the clocks, or because an offer expires.
    pub(crate) fn due_event(&self, at: Moment) -> Option<Event> {
        if let Some(event) = self.due_of_offer(at) {
            return Some(event);
        }
        let time = self.time.as_ref().filter(|_| self.outcome().is_none() && !self.is_open())?;
        if !time.started {
            let waited = time.seated.is_some_and(|since| at.0 >= since.0.saturating_add(START_MS));
            return (time.rules.is_daily() || waited).then_some(Event::StartClocks);
        }
        if let Some(Pause { since, .. }) = time.lasting_pause() {
            let over = at.0 >= since.0.saturating_add(LONGEST_PAUSE_MS);
            return over.then_some(Event::Resume { seat: None });
        }
        let before = Moment(at.0.saturating_sub(FLAG_GRACE_MS));
        if self.seats().any(|seat| self.cancelled_at(seat).is_some_and(|moment| moment < before)) {
            return Some(Event::Act(Act::Cancel));
        }
        let late = time.clock.out_of_time(before.0);
        let seats = late.into_iter().next()?.into_iter().map(Seat::new).collect();
        Some(Event::Act(Act::Flag { seats }))
    }

    /// Whether the time of a seat had run out at a moment.
    pub(crate) fn is_late(&self, seat: Seat, at: Moment) -> bool {
        let deadline = self.time.as_ref().and_then(|time| time.deadline(seat));
        deadline.is_some_and(|deadline| at > deadline)
    }
}

//! Clocks at the host: what runs, what it costs, and what a hidden game's clocks tell.

use heterodox_host::clock::TimeRules;
use heterodox_host::{
    ActRequest, Action, Circumstances, Event, Game, HostError, LogEntry, Moment, NewTable,
    OfferTerms, Opponent, Outage, Recorded, SeatChoice, Seating, SeededRandomness, StartWith,
    Transaction, UserId,
};
use heterodox_rules::{EndReason, Options, Seat, Viewer};

const GOLD: Seat = Seat::new(0);
const GREEN: Seat = Seat::new(1);
const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn user(seat: Seat) -> UserId {
    ["annaanna", "benbenbe", "carlcarl", "doradora"][seat.index()].parse().unwrap()
}

/// A game between people, with its log.
struct Played {
    game: Game,
    log: Vec<(Moment, LogEntry)>,
    dice: SeededRandomness,
    now: Moment,
    circumstances: Circumstances,
}

impl Played {
    /// A game at which all seats are taken at the moment 0.
    fn open(game: &str, options: &str, start: StartWith, control: &str) -> Self {
        let dice = SeededRandomness::new(7);
        let mut chosen = Options::default();
        options.split_whitespace().for_each(|option| chosen.set(option).unwrap());
        let wanted = NewTable {
            game: game.into(),
            options: chosen,
            start,
            time: Some(TimeRules::new(control.parse().unwrap())),
            seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
            terms: OfferTerms::default(),
        };
        let game = wanted.open("k3v9qz2m", user(GOLD), Moment(0), &dice).unwrap();
        let circumstances = Circumstances::default();
        let mut played = Self { game, log: Vec::new(), dice, now: Moment(0), circumstances };
        for seat in played.game.seats().skip(1).collect::<Vec<_>>() {
            played
                .change(|change| change.join(user(seat), None, None, "m2zq9v3k").map(drop))
                .unwrap();
        }
        played
    }

    fn started(game: &str, options: &str, start: StartWith, control: &str) -> Self {
        let mut played = Self::open(game, options, start, control);
        played.start();
        played
    }

    /// Klin Zha with its pieces placed.
    fn klin_zha(control: &str) -> Self {
        Self::started("klinzha", "", StartWith::Quick("north-west".into()), control)
    }

    fn start(&mut self) {
        if !self.game.time().unwrap().has_started() {
            self.change(|change| Ok(change.apply(Event::StartClocks)?)).unwrap();
        }
    }

    fn change(
        &mut self,
        change: impl FnOnce(&mut Transaction<'_>) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        let mut transaction =
            Transaction::new(&self.game, self.now, &self.dice).with(self.circumstances.clone());
        transaction.do_due()?;
        change(&mut transaction)?;
        let done = transaction.finish()?;
        self.log.extend(done.events.into_iter().map(|entry| (self.now, entry)));
        self.game = done.game;
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), HostError> {
        let request = ActRequest { action, seat: Some(seat.index()), expect: None };
        self.change(|change| change.act(user(seat), &request, None).map(drop))
    }

    /// The first choice of a seat, after this time.
    fn moves_after(&mut self, ms: i64) {
        self.now.0 += ms;
        let seat = self.game.to_act()[0];
        let text = self.game.table().scene(Viewer::Seat(seat)).choices[0].text.clone();
        self.act(seat, Action::Submit(text)).unwrap();
    }

    /// Does what is due at the next deadline. Returns that moment.
    fn wait(&mut self) -> Moment {
        self.now = self.game.next_deadline().expect("a deadline");
        self.change(|_| Ok(())).unwrap();
        self.now
    }

    fn left(&self, seat: Seat) -> u64 {
        self.game.time().unwrap().left(seat).left_ms
    }

    fn deadline(&self, seat: Seat) -> Option<i64> {
        self.game.time().unwrap().deadline(seat).map(Moment::as_millis)
    }

    fn reason(&self) -> Option<(Option<Seat>, EndReason)> {
        self.game.outcome().map(|outcome| (outcome.winner, outcome.reason))
    }

    /// The game as its log gives it.
    fn replayed(&self, outages: &[Outage]) -> Game {
        let opening = self.game.opening().encode();
        let lines: Vec<_> = self.log.iter().map(|(at, entry)| (*at, entry.encode())).collect();
        let events = lines.iter().map(|(at, line)| Recorded { at: *at, line });
        let opening = Recorded { at: self.game.created(), line: &opening };
        Game::replay(self.game.id(), opening, events, outages).unwrap()
    }
}

#[test]
fn a_ply_costs_its_time_and_earns_the_increment() {
    let mut played = Played::klin_zha("10+5");
    assert_eq!(played.deadline(GOLD), Some(10 * MINUTE));
    played.moves_after(8 * SECOND);
    assert_eq!(played.left(GOLD), 597_000);
    assert_eq!(played.deadline(GREEN), Some(8 * SECOND + 10 * MINUTE));
    played.circumstances.lag_ms = 400;
    played.moves_after(SECOND);
    assert_eq!(played.left(GREEN), 604_400, "the network is not the player's time");
    let spent = played.game.time().unwrap().spent_on_plies(2);
    assert_eq!(spent, [Some(8000), Some(600)]);
}

#[test]
fn time_spent_on_offers_and_refusals_is_one_span() {
    let mut played = Played::klin_zha("10+5");
    played.now.0 += 3 * SECOND;
    played.act(GOLD, Action::OfferDraw).unwrap();
    played.now.0 += 3 * SECOND;
    played.act(GREEN, Action::DeclineDraw).unwrap();
    assert!(played.act(GOLD, Action::Submit("no move".into())).is_err());
    played.moves_after(SECOND);
    assert_eq!(played.left(GOLD), 598_000);
}

#[test]
fn an_act_at_the_deadline_counts_and_one_after_it_is_refused() {
    let mut played = Played::klin_zha("10+0");
    for _ in 0..3 {
        played.moves_after(SECOND);
    }
    played.moves_after(10 * MINUTE - SECOND);
    assert_eq!(played.left(GREEN), 0);
    let late = played.deadline(GOLD).unwrap() + 1;
    played.now = Moment(late);
    let text = played.game.table().scene(Viewer::Seat(GOLD)).choices[0].text.clone();
    assert_eq!(played.act(GOLD, Action::Submit(text)), Err(HostError::OutOfTime(GOLD)));
    assert_eq!(played.reason(), None, "what is on its way may still come");
    assert_eq!(played.wait().0, late + 250);
    assert_eq!(played.reason(), Some((Some(GREEN), EndReason::TIME)));
    assert_eq!(played.left(GOLD), 0);
}

#[test]
fn a_game_by_correspondence_starts_at_once_and_a_live_one_waits_for_its_players() {
    let north_west = || StartWith::Quick("north-west".into());
    let daily = Played::open("klinzha", "", north_west(), "7d+1d cap 14d floor 12h");
    assert_eq!(daily.deadline(GOLD), Some(7 * DAY));
    let mut live = Played::open("klinzha", "", north_west(), "10+5");
    assert_eq!(live.deadline(GOLD), None);
    assert!(!live.game.may_start_clocks(&[true, false]));
    assert!(live.game.may_start_clocks(&[true, true]));
    assert_eq!(live.wait().0, 30 * SECOND, "at the latest then");
    assert_eq!(live.deadline(GOLD), Some(30 * SECOND + 10 * MINUTE));
    // The first act of each seat must come within a minute, or be on its way then.
    assert_eq!(live.game.cancelled_at(GOLD), Some(Moment(30 * SECOND + MINUTE)));
    assert_eq!(live.wait().0, 30 * SECOND + MINUTE + 251);
    assert_eq!(live.reason(), Some((None, EndReason::CANCELLED)));
}

#[test]
fn an_outage_costs_nobody_time() {
    let mut played = Played::klin_zha("10+5");
    played.moves_after(SECOND);
    played.moves_after(SECOND);
    let deadline = played.deadline(GOLD).unwrap();
    let outage = Outage { from: Moment(5 * SECOND), to: Moment(2 * HOUR) };
    played.game = played.replayed(&[outage]);
    let later = deadline + 2 * HOUR - 5 * SECOND + 15 * SECOND;
    assert_eq!(played.deadline(GOLD), Some(later), "and fifteen seconds to come back");
    played.now = Moment(2 * HOUR);
    played.moves_after(SECOND);
    assert_eq!(played.left(GOLD), 609_000, "all of it was before the outage or excused");
    let again = played.replayed(&[outage]);
    assert_eq!(format!("{again:?}"), format!("{:?}", played.game));
}

#[test]
fn all_agree_on_a_pause_and_any_player_ends_it() {
    let mut played = Played::klin_zha("10+5");
    played.moves_after(SECOND);
    played.moves_after(SECOND);
    played.now.0 += 10 * SECOND;
    played.act(GREEN, Action::OfferPause).unwrap();
    assert_eq!(played.act(GREEN, Action::OfferPause), Err(HostError::PauseOffered));
    played.act(GOLD, Action::OfferPause).unwrap();
    assert_eq!(played.deadline(GOLD), None);
    played.now.0 += HOUR;
    let text = played.game.table().scene(Viewer::Seat(GOLD)).choices[0].text.clone();
    assert_eq!(played.act(GOLD, Action::Submit(text)), Err(HostError::Paused));
    played.act(GREEN, Action::Resume).unwrap();
    assert_eq!(played.act(GOLD, Action::Resume), Err(HostError::NotPaused));
    played.moves_after(12 * SECOND);
    // One second of the first 12 came before, ten were the warning.
    assert_eq!(played.left(GOLD), 604_000 + 5_000 - 12_000);
    for _ in 0..2 {
        played.act(GREEN, Action::OfferPause).unwrap();
        played.act(GOLD, Action::OfferPause).unwrap();
        let began = played.now.0;
        assert_eq!(played.wait().0, began + 14 * DAY, "the longest pause");
    }
    let refused = played.act(GREEN, Action::OfferPause);
    assert_eq!(refused, Err(HostError::NoPauseLeft { limit: 3 }));
}

#[test]
fn a_player_who_has_left_loses_when_the_other_claims_it() {
    let mut played = Played::klin_zha("10+5");
    played.moves_after(SECOND);
    assert_eq!(played.act(GOLD, Action::Claim { draw: false }), Err(HostError::NotGone));
    played.circumstances.gone = vec![GREEN];
    assert_eq!(played.act(GREEN, Action::Claim { draw: false }), Err(HostError::NotGone));
    let mut drawn = Played { game: played.game.clone(), ..Played::klin_zha("10+5") };
    drawn.circumstances.gone = vec![GREEN];
    drawn.act(GOLD, Action::Claim { draw: true }).unwrap();
    assert_eq!(drawn.reason(), Some((None, EndReason::ABANDONED)));
    played.act(GOLD, Action::Claim { draw: false }).unwrap();
    assert_eq!(played.reason(), Some((Some(GOLD), EndReason::ABANDONED)));
}

#[test]
fn nobody_is_gone_in_a_pause() {
    let mut played = Played::klin_zha("10+5");
    played.act(GOLD, Action::OfferPause).unwrap();
    played.act(GREEN, Action::OfferPause).unwrap();
    played.circumstances =
        Circumstances { gone: vec![GOLD], present: vec![GREEN], ..Circumstances::default() };
    played.now.0 += MINUTE;
    let claim = Action::Claim { draw: false };
    assert_eq!(played.act(GREEN, claim.clone()), Err(HostError::NotGone));
    played.act(GREEN, Action::Resume).unwrap();
    assert_eq!(played.act(GREEN, claim.clone()), Err(HostError::NotGone), "it is about to end");
    played.now.0 += MINUTE / 2;
    let since = played.game.time().unwrap().runs_since(GOLD);
    assert_eq!(since, Some(Moment(played.now.0 - 20 * SECOND)), "absence counts from here");
    played.act(GREEN, claim).unwrap();
}

#[test]
fn at_a_larger_table_all_who_are_present_must_claim() {
    let four = "seats=4";
    let mut played = Played::started("kaleidochess", four, StartWith::default(), "10+5");
    let absent = played.game.to_act()[0];
    let others: Vec<_> = played.game.seats().filter(|seat| *seat != absent).collect();
    played.circumstances = Circumstances {
        gone: vec![absent, others[2]],
        present: others[..2].to_vec(),
        ..Circumstances::default()
    };
    played.act(others[0], Action::Claim { draw: false }).unwrap();
    assert_eq!(played.game.time().unwrap().claims(), &others[..1]);
    assert_eq!(played.game.table().playing().len(), 4);
    played.act(others[1], Action::Claim { draw: false }).unwrap();
    assert_eq!(played.game.table().playing(), others);
    assert_eq!(played.game.outcome(), None);
    assert!(played.deadline(others[0]).is_some(), "the next one's time runs");
}

#[test]
fn time_puts_one_of_four_out_and_the_next_span_begins_when_it_is_shown() {
    let mut played = Played::started("kaleidochess", "seats=4", StartWith::default(), "1m+1s");
    for _ in 0..4 {
        played.moves_after(SECOND);
    }
    let first = played.game.to_act()[0];
    let at = played.wait();
    let next = played.game.to_act()[0];
    assert_ne!(first, next);
    assert_eq!(played.deadline(next), Some(at.0 + MINUTE), "a late flag costs nobody time");
    assert_eq!(played.game.table().playing().len(), 3);
}

#[test]
fn a_take_back_takes_the_increments_back_and_gives_no_time() {
    let mut played = Played::klin_zha("1m+5s");
    played.moves_after(10 * SECOND);
    played.moves_after(2 * SECOND);
    assert_eq!((played.left(GOLD), played.left(GREEN)), (55_000, 63_000));
    played.now.0 += 3 * SECOND;
    played.act(GOLD, Action::AskTakeback).unwrap();
    played.now.0 += 4 * SECOND;
    played.act(GREEN, Action::AnswerTakeback { accept: true }).unwrap();
    assert_eq!(played.game.table().plies(), 0);
    assert_eq!((played.left(GOLD), played.left(GREEN)), (43_000, 58_000));
    assert_eq!(played.game.time().unwrap().spent_on_plies(2), [None, None]);
    played.moves_after(SECOND);
    assert_eq!(played.left(GOLD), 47_000);
}

#[test]
fn an_opponent_can_give_time() {
    let mut played = Played::klin_zha("10+5");
    played.act(GREEN, Action::MoreTime { to: 0 }).unwrap();
    assert_eq!(played.left(GOLD), 615_000);
    assert_eq!(played.deadline(GOLD), Some(615_000));
    let own = played.act(GREEN, Action::MoreTime { to: 1 });
    assert_eq!(own, Err(HostError::NotAnOpponent(GREEN)));
}

#[test]
fn a_vacation_stops_the_own_spans_only() {
    let mut played = Played::klin_zha("3d/move");
    played.now.0 += DAY;
    played.change(|change| Ok(change.apply(Event::Vacation { seat: GOLD, on: true })?)).unwrap();
    assert_eq!(played.deadline(GOLD), None);
    played.moves_after(20 * DAY);
    assert!(played.deadline(GREEN).is_some());
    played.change(|change| Ok(change.apply(Event::Vacation { seat: GOLD, on: false })?)).unwrap();
    played.moves_after(HOUR);
    assert_eq!(played.deadline(GOLD), Some(played.now.0 + 3 * DAY));
}

#[test]
fn a_vacation_within_the_end_of_a_pause_gives_no_time() {
    let mut played = Played::klin_zha("3d/move");
    played.act(GOLD, Action::OfferPause).unwrap();
    played.act(GREEN, Action::OfferPause).unwrap();
    played.now.0 += DAY;
    played.act(GREEN, Action::Resume).unwrap();
    let until = played.deadline(GOLD);
    assert_eq!(until, Some(played.now.0 + DAY / 2 + 3 * DAY));
    for on in [true, false, true, false] {
        played.now.0 += HOUR;
        played.change(|change| Ok(change.apply(Event::Vacation { seat: GOLD, on })?)).unwrap();
        assert_eq!(played.deadline(GOLD), until.filter(|_| !on));
    }
}

#[test]
fn offers_of_a_pause_lapse_and_count_for_those_who_still_play() {
    let mut played = Played::klin_zha("10+5");
    played.act(GOLD, Action::OfferPause).unwrap();
    played.moves_after(SECOND);
    assert_eq!(played.game.time().unwrap().pause_offers(), [GOLD], "its own move");
    played.moves_after(SECOND);
    assert_eq!(played.game.time().unwrap().pause_offers(), [], "the other has moved on");

    let mut played = Played::started("kaleidochess", "seats=4", StartWith::default(), "10+5");
    let last = Seat::new(3);
    for seat in played.game.seats().filter(|seat| *seat != last) {
        played.act(seat, Action::OfferPause).unwrap();
    }
    assert_eq!(played.game.time().unwrap().pause(), None);
    played.act(last, Action::Resign).unwrap();
    assert!(played.game.time().unwrap().pause().is_some(), "all who still play have agreed");
}

#[test]
fn a_stopped_span_says_what_is_left() {
    let mut played = Played::klin_zha("10m 3x30s");
    let stopped = |played: &Played| played.game.time().unwrap().stopped_ms(GOLD);
    played.moves_after(SECOND);
    played.moves_after(SECOND);
    played.now.0 += 9 * MINUTE;
    assert_eq!(stopped(&played), None);
    played.act(GOLD, Action::OfferPause).unwrap();
    played.act(GREEN, Action::OfferPause).unwrap();
    played.now.0 += HOUR;
    assert_eq!(stopped(&played), Some(59_000 + 90_000));
}

/// In Clouded Klin Zha no viewer can tell from the clocks how a placement was made.
#[test]
fn steps_of_a_hidden_setup_leave_no_trace_in_the_clocks() {
    let mut hasty = Played::started("clouded-klinzha", "", StartWith::default(), "10+5");
    while hasty.game.to_act().is_empty() || hasty.game.table().scene(Viewer::Public).phase == "cast"
    {
        hasty.moves_after(0);
    }
    let clocks = |played: &Played| {
        let time = played.game.time().unwrap();
        let seats = [GOLD, GREEN].map(|seat| (time.left(seat), time.deadline(seat)));
        format!("{seats:?} {:?} {:?}", played.game.next_deadline(), time.spent_on_plies(0))
    };
    assert_eq!(played_setup(&hasty), 5 * 60_000, "a live game has a budget for the setup");
    let before = clocks(&hasty);
    let first = hasty.game.to_act();
    hasty.moves_after(20 * SECOND);
    assert_eq!(hasty.game.to_act(), first, "the placement goes on");
    assert_eq!(clocks(&hasty), before);
    hasty.moves_after(3 * MINUTE);
    assert_eq!(clocks(&hasty), before);
}

fn played_setup(played: &Played) -> u64 {
    let seat = played.game.to_act()[0];
    played.game.time().unwrap().left(seat).setup_ms
}

#[test]
fn a_bare_king_draws_when_the_others_time_runs_out() {
    let position = |text: &str| StartWith::Position(text.to_owned());
    let bare = "4k5/10/10/10/10/10/10/10/10/4K2R2 w - - 0 1";
    let mut played = Played::started("grand-chess", "", position(bare), "10+5");
    played.moves_after(SECOND);
    played.moves_after(SECOND);
    assert_eq!(played.game.to_act(), [GOLD]);
    played.wait();
    assert_eq!(played.reason(), Some((None, EndReason::TIME)), "Black cannot win");
}

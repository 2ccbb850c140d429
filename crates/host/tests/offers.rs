//! Offers: the visibility of a game, the people who may take its seats, and how an offer ends.

use heterodox_engine::Level;
use heterodox_host::{
    ActRequest, Action, DeclineReason, Done, Event, Game, HostError, IfFree, Invited, Moment,
    NewTable, OfferEnd, OfferError, OfferOf, OfferTerms, Opponent, Player, Recorded, SeatChoice,
    SeatOccupant, Seating, SeededRandomness, StartWith, Transaction, UserId, Visibility,
};
use heterodox_rules::{Act, Options, Seat, Viewer};
use std::collections::BTreeMap;

const NEXT: &str = "m2zq9v3k";
const DAY: i64 = 24 * 60 * 60 * 1000;

fn user(name: &str) -> UserId {
    format!("{name:z<8}").parse().unwrap()
}

fn randomness() -> SeededRandomness {
    SeededRandomness::new(7)
}

/// A table of Klin Zha at which Anna sits on the first seat.
fn against(opponent: Opponent) -> NewTable {
    NewTable {
        game: "klinzha".into(),
        options: Options::default(),
        start: StartWith::Quick("north-west".into()),
        time: None,
        seating: Seating::Against { opponent, seat: SeatChoice::Seat(0) },
        terms: OfferTerms::default(),
    }
}

fn open(wanted: NewTable) -> Result<Game, HostError> {
    wanted.open("k3v9qz2m", user("anna"), Moment(0), &randomness())
}

fn change<T>(
    game: &Game,
    at: i64,
    change: impl FnOnce(&mut Transaction<'_>) -> Result<T, HostError>,
) -> Result<Done, HostError> {
    let randomness = SeededRandomness::new(at as u64);
    let mut transaction = Transaction::new(game, Moment(at), &randomness);
    transaction.do_due()?;
    change(&mut transaction)?;
    let done = transaction.finish()?;
    // Its log says the same.
    let opening = game.opening().encode();
    let opening = Recorded { at: game.created(), line: &opening };
    if game.length() == 0 {
        let lines: Vec<_> = done.events.iter().map(heterodox_host::LogEntry::encode).collect();
        let events = lines.iter().map(|line| Recorded { at: Moment(at), line });
        let replayed = Game::replay(game.id(), opening, events, &[]).unwrap();
        assert_eq!(format!("{replayed:?}"), format!("{:?}", done.game));
    }
    Ok(done)
}

fn join(game: &Game, name: &str, key: Option<&str>) -> Result<Done, HostError> {
    change(game, 1, |change| change.join(user(name), None, key, NEXT).map(drop))
}

#[test]
fn a_named_seat_is_for_one_person() {
    let game = open(against(Opponent::User(user("ben")))).unwrap();
    assert_eq!(join(&game, "carl", None).unwrap_err(), HostError::NotInvited(Seat::new(1)));
    assert!(!game.is_open_to_all());
    let done = join(&game, "ben", None).unwrap();
    assert_eq!(done.game.seats_of(user("ben")), [Seat::new(1)]);
    assert_eq!(join(&done.game, "carl", None).unwrap_err(), HostError::NoFreeSeat);
    // The offer is over: there is nothing left to decline.
    let late = change(&done.game, 2, |change| change.decline(user("ben"), None, None));
    assert_eq!(late.unwrap_err(), HostError::NoFreeSeat);
}

#[test]
fn a_link_is_for_who_has_its_secret_and_each_seat_has_its_own() {
    let mut wanted = against(Opponent::Open);
    wanted.game = "kaleidochess".into();
    wanted.options = Options(BTreeMap::from([("seats".into(), "4".into())]));
    wanted.start = StartWith::default();
    let seats = vec![SeatOccupant::Link, SeatOccupant::You, SeatOccupant::Link, SeatOccupant::Open];
    wanted.seating = Seating::Each { seats, shuffle: false };
    let game = open(wanted).unwrap();
    let key = |seat| match game.invited(Seat::new(seat)) {
        Some(Invited::Key(key)) => key.reveal().to_owned(),
        other => panic!("{other:?}"),
    };
    assert_ne!(key(0), key(2));
    let seat_of = |name: &str, key: Option<&str>| {
        let done = join(&game, name, key).unwrap();
        done.game.seats_of(user(name))
    };
    assert_eq!(seat_of("ben", Some(&key(2))), [Seat::new(2)]);
    assert_eq!(seat_of("ben", Some(&key(0))), [Seat::new(0)]);
    assert_eq!(seat_of("ben", None), [Seat::new(3)]);
    assert_eq!(seat_of("ben", Some("wrong")), [Seat::new(3)]);
    let to_another =
        change(&game, 1, |change| change.join(user("ben"), Some(0), Some(&key(2)), NEXT).map(drop));
    assert_eq!(to_another.unwrap_err(), HostError::NotInvited(Seat::new(0)));
}

#[test]
fn a_private_game_is_seen_by_its_people_only() {
    let mut wanted = against(Opponent::User(user("ben")));
    wanted.terms.visibility = Visibility::Private;
    let game = open(wanted.clone()).unwrap();
    for (name, sees) in [("anna", true), ("ben", true), ("carl", false)] {
        assert_eq!(game.is_visible_to(Some(user(name)), None), sees, "{name}");
    }
    assert!(!game.is_visible_to(None, None));
    let declined = change(&game, 1, |change| change.decline(user("ben"), None, None)).unwrap();
    assert!(declined.game.is_visible_to(Some(user("ben")), None), "it was offered to Ben");
    wanted.seating = Seating::Against { opponent: Opponent::Link, seat: SeatChoice::Seat(0) };
    let game = open(wanted.clone()).unwrap();
    let Some(Invited::Key(key)) = game.invited(Seat::new(1)) else { panic!() };
    assert!(game.is_visible_to(None, Some(key.reveal())));
    assert!(!game.is_visible_to(None, Some("")));
    let joined = join(&game, "ben", Some(key.reveal())).unwrap().game;
    assert!(!joined.is_visible_to(None, Some(key.reveal())), "the link was used");
    assert!(joined.is_visible_to(Some(user("ben")), None));
    wanted.seating = Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) };
    assert_eq!(open(wanted).unwrap_err(), HostError::Offer(OfferError::OpenSeat));
}

#[test]
fn an_offer_ends_once() {
    let game = open(against(Opponent::User(user("ben")))).unwrap();
    let reason = Some(DeclineReason::OtherTime);
    let declined = change(&game, 1, |change| change.decline(user("ben"), None, reason)).unwrap();
    let withdrawn = change(&game, 1, |change| change.withdraw(user("anna"))).unwrap();
    let expired = change(&game, 14 * DAY + 1, |_| Ok(())).unwrap();
    let seat = Seat::new(1);
    for (done, end) in [
        (&declined, OfferEnd::Declined { seat, reason }),
        (&withdrawn, OfferEnd::Withdrawn),
        (&expired, OfferEnd::Expired),
    ] {
        assert_eq!(done.game.offer_end(), Some(&end));
        assert_eq!(done.events.len(), 1);
        let outcome = done.game.outcome().unwrap();
        assert!(!outcome.is_result(), "{end:?}");
        assert_eq!(done.game.version(Viewer::Public), 1);
        assert_eq!(join(&done.game, "ben", None).unwrap_err(), HostError::OfferOver);
        let again = change(&done.game, 2, |change| change.decline(user("ben"), None, None));
        assert_eq!(again.unwrap_err(), HostError::OfferOver);
        let again = change(&done.game, 2, |change| change.withdraw(user("anna")));
        assert_eq!(again.unwrap_err(), HostError::OfferOver);
        assert_eq!(done.game.next_deadline(), None);
    }
    // At the last moment it still counts.
    let at = |at| change(&game, at, |change| change.join(user("ben"), None, None, NEXT).map(drop));
    assert!(at(14 * DAY).is_ok());
    assert_eq!(at(14 * DAY + 1).unwrap_err(), HostError::OfferOver);
    assert_eq!(game.next_deadline(), Some(Moment(14 * DAY + 1)));
    let other = change(&game, 1, |change| change.withdraw(user("ben")));
    assert_eq!(other.unwrap_err(), HostError::NotYourOffer);
    let other = change(&game, 1, |change| change.decline(user("carl"), None, None));
    assert_eq!(other.unwrap_err(), HostError::NotOffered);
}

#[test]
fn a_counter_offer_takes_the_place_of_the_first() {
    let game = open(against(Opponent::User(user("ben")))).unwrap();
    let mut wanted = against(Opponent::User(user("anna")));
    wanted.start = StartWith::default();
    wanted.terms.of = Some(OfferOf::Counter(game.id().to_owned()));
    let counter = wanted.open(NEXT, user("ben"), Moment(1), &randomness()).unwrap();
    let done = change(&game, 1, |change| change.counter(user("ben"), None, counter)).unwrap();
    let end = OfferEnd::Countered { seat: Seat::new(1), id: NEXT.to_owned() };
    assert_eq!(done.game.offer_end(), Some(&end));
    let counter = done.creates.unwrap();
    assert_eq!(counter.opener(), Some(user("ben")));
    assert!(counter.is_invited(Seat::new(1), Some(user("anna")), None));
    assert!(join(&counter, "anna", None).unwrap().creates.is_none());
}

#[test]
fn at_a_larger_table_a_declined_seat_is_for_anybody() {
    let mut wanted = against(Opponent::Open);
    wanted.game = "kaleidochess".into();
    wanted.options = Options(BTreeMap::from([("seats".into(), "3".into())]));
    wanted.start = StartWith::default();
    let named = |name| SeatOccupant::User(user(name));
    let seats = vec![SeatOccupant::You, named("ben"), named("carl")];
    wanted.seating = Seating::Each { seats, shuffle: false };
    let game = open(wanted.clone()).unwrap();
    let done = change(&game, 1, |change| change.decline(user("ben"), None, None)).unwrap();
    assert_eq!((done.game.offer_end(), done.game.is_open_to_all()), (None, true));
    let joined = join(&done.game, "dora", None).unwrap().game;
    assert_eq!(joined.seats_of(user("dora")), [Seat::new(1)]);
    wanted.terms.visibility = Visibility::Private;
    let game = open(wanted.clone()).unwrap();
    let done = change(&game, 1, |change| change.decline(user("ben"), None, None)).unwrap();
    assert!(done.game.offer_end().is_some(), "nobody else could see the seat");
    let seats = vec![SeatOccupant::You, named("ben"), named("ben")];
    wanted.seating = Seating::Each { seats, shuffle: false };
    assert_eq!(open(wanted).unwrap_err(), HostError::Offer(OfferError::InvitedTwice));
}

#[test]
fn a_standing_offer_opens_the_next_game_when_one_is_accepted() {
    let mut wanted = against(Opponent::Open);
    wanted.terms.further = 2;
    wanted.terms.visibility = Visibility::Public;
    let mut game = open(wanted.clone()).unwrap();
    for (left, name) in [(1, "ben"), (0, "carl")] {
        let done = join(&game, name, None).unwrap();
        let next = done.creates.unwrap();
        assert_eq!(next.opening().offer.further, left);
        assert_eq!(next.opening().offer.of, Some(OfferOf::Standing("k3v9qz2m".into())));
        assert!(next.is_open_to_all() && next.visibility() == Visibility::Public);
        assert_eq!(next.offered_until(), game.offered_until());
        game = next;
    }
    assert!(join(&game, "dora", None).unwrap().creates.is_none());
    for (further, opponent) in [(20, Opponent::Open), (1, Opponent::User(user("ben")))] {
        let mut wanted = against(opponent);
        wanted.terms.further = further;
        assert_eq!(
            open(wanted).unwrap_err(),
            HostError::Offer(OfferError::Further { found: further })
        );
    }
}

#[test]
fn an_offer_stands_for_a_time_that_is_possible() {
    for (until, fails) in [(0, true), (1, false), (90 * DAY, false), (90 * DAY + 1, true)] {
        let mut wanted = against(Opponent::Open);
        wanted.terms.until = Some(Moment(until));
        assert_eq!(open(wanted).is_err(), fails, "{until}");
    }
    let mut wanted = against(Opponent::Open);
    wanted.time = Some(heterodox_host::clock::TimeRules::new("10m+5s".parse().unwrap()));
    assert_eq!(open(wanted).unwrap().offered_until(), Some(Moment(DAY)));
    // Without a free seat there is no offer.
    assert_eq!(open(against(Opponent::HotSeat)).unwrap().offered_until(), None);
}

#[test]
fn a_rematch_is_an_offer_with_a_new_array() {
    let options = |seed: &str| {
        let mut options = Options::default();
        options.set("setup=random").unwrap();
        if !seed.is_empty() {
            options.set(&format!("seed={seed}")).unwrap();
        }
        options
    };
    for (seed, same) in [("", false), ("77", true)] {
        let mut wanted = against(Opponent::User(user("ben")));
        wanted.game = "grand-chess".into();
        wanted.options = options(seed);
        wanted.start = StartWith::default();
        let game = join(&open(wanted).unwrap(), "ben", None).unwrap().game;
        let resign = Event::Act(Act::Resign { seat: Seat::new(0) });
        let game = change(&game, 2, |change| Ok(change.apply(resign)?)).unwrap().game;
        let done = change(&game, 3, |change| change.offer_rematch(user("ben"), NEXT)).unwrap();
        let rematch = done.creates.unwrap();
        // Ben had the second seat, and has the first.
        assert_eq!(rematch.seats_of(user("ben")), [Seat::new(0)]);
        assert!(rematch.is_invited(Seat::new(1), Some(user("anna")), None));
        assert!(rematch.is_open(), "it waits for Anna");
        assert_eq!(rematch.opening().chooser(), None);
        let array = |game: &Game| game.table().scene(Viewer::Public).frame.position;
        assert_eq!(array(&rematch) == array(&game), same, "{seed}");
        assert_eq!(rematch.opening().drawn, !same);
        let offered = done.game.rematch().unwrap();
        assert_eq!((offered.by, offered.id.as_str()), (Seat::new(1), NEXT));
    }
}

/// A table of four of KaleidoChess: Anna, Ben who is invited, an open seat, a computer.
fn table_of_four(terms: OfferTerms) -> Game {
    let level = Level::NEWCOMER;
    let seats = vec![
        SeatOccupant::You,
        SeatOccupant::User(user("ben")),
        SeatOccupant::Open,
        SeatOccupant::Computer(level),
    ];
    let mut wanted = against(Opponent::Open);
    wanted.game = "kaleidochess".into();
    wanted.options = Options(BTreeMap::from([("seats".into(), "4".into())]));
    wanted.start = StartWith::default();
    wanted.seating = Seating::Each { seats, shuffle: false };
    wanted.terms = OfferTerms { until: Some(Moment(10 * DAY)), ..terms };
    open(wanted).unwrap()
}

/// The game after what is due at a moment.
fn when_due(game: &Game, at: i64) -> Game {
    change(game, at, |_| Ok(())).unwrap().game
}

#[test]
fn a_table_that_is_not_full_can_be_left_and_not_resigned() {
    let game = table_of_four(OfferTerms::default());
    let seat = Seat::new;
    let game = join(&game, "carl", None).unwrap().game;
    assert_eq!(game.player(seat(2)).and_then(|player| player.user()), Some(user("carl")));
    let resign = ActRequest { action: Action::Resign, seat: None, expect: None };
    let resigned = change(&game, 2, |change| change.act(user("carl"), &resign, None).map(drop));
    assert_eq!(resigned.unwrap_err(), HostError::NotBegun);
    let leave = |game: &Game, name| change(game, 3, |change| change.leave(user(name)));
    assert_eq!(leave(&game, "dora").unwrap_err(), HostError::NoSeat);
    assert_eq!(leave(&game, "anna").unwrap_err(), HostError::YourOffer);
    let left = leave(&game, "carl").unwrap().game;
    assert!(left.seats_of(user("carl")).is_empty());
    assert!(left.is_open() && left.outcome().is_none());
    // Another one takes the seat, with its own part of the dice.
    let other = join(&left, "dora", None).unwrap().game;
    assert_eq!(other.seats_of(user("dora")), [seat(2)]);
    // A person who leaves the seat that was offered to it alone leaves it to anybody.
    let with_ben = join(&game, "ben", None).unwrap().game;
    assert!(!with_ben.is_open());
    assert_eq!(leave(&with_ben, "ben").unwrap_err(), HostError::NoFreeSeat);
    let with_ben = join(&left, "ben", None).unwrap().game;
    let without = leave(&with_ben, "ben").unwrap().game;
    assert_eq!(without.invited(seat(1)), None);
    assert_eq!(join(&without, "emil", None).unwrap().game.seats_of(user("emil")), [seat(1)]);
}

#[test]
fn seats_for_persons_open_after_half_of_the_time_if_the_offer_says_so() {
    let seat = Seat::new(1);
    let game = table_of_four(OfferTerms { if_free: IfFree::Open, ..OfferTerms::default() });
    assert_eq!(game.next_deadline(), Some(Moment(5 * DAY + 1)));
    let before = when_due(&game, 5 * DAY);
    assert_eq!(before.invited(seat), Some(&Invited::User(user("ben"))));
    let after = when_due(&game, 5 * DAY + 1);
    assert_eq!((after.invited(seat), after.is_open()), (None, true));
    assert_eq!(after.next_deadline(), Some(Moment(10 * DAY + 1)));
    assert_eq!(when_due(&after, 10 * DAY + 1).offer_end(), Some(&OfferEnd::Expired));
    // Without that, the seat waits for Ben until the end.
    let game = table_of_four(OfferTerms::default());
    assert_eq!(game.next_deadline(), Some(Moment(10 * DAY + 1)));
    let mut private = against(Opponent::User(user("ben")));
    private.terms.visibility = Visibility::Private;
    private.terms.if_free = IfFree::Open;
    assert_eq!(open(private).unwrap_err(), HostError::Offer(OfferError::OpenPrivate));
}

#[test]
fn the_computer_takes_the_seats_that_stay_free_if_the_offer_says_so() {
    let level = Level::DEFAULT;
    let if_free = IfFree::Computer(level);
    let game = table_of_four(OfferTerms { if_free, ..OfferTerms::default() });
    assert!(when_due(&game, 10 * DAY).is_open());
    let full = when_due(&game, 10 * DAY + 1);
    assert!(!full.is_open() && full.outcome().is_none() && full.offer_end().is_none());
    let levels: Vec<_> = full.players().iter().flatten().map(Player::level).collect();
    let second = Some(Level::NEWCOMER);
    assert_eq!(levels, [None, Some(level), Some(level), second]);
    // Those who came by then play.
    let with_ben = join(&game, "ben", None).unwrap().game;
    let full = when_due(&with_ben, 10 * DAY + 1);
    assert_eq!(full.seats_of(user("ben")), [Seat::new(1)]);
}

#[test]
fn an_offer_to_a_guest_passes_to_the_person_it_has_turned_out_to_be() {
    let game = open(against(Opponent::User(user("guest")))).unwrap();
    let taken = |game: &Game, to: &'static str| {
        let mut passed = false;
        let done = change(game, 2, |change| {
            passed = change.take_over(user("guest"), user(to))?;
            Ok(())
        });
        (passed, done.unwrap().game)
    };
    let (passed, after) = taken(&game, "ben");
    assert!(passed);
    assert_eq!(after.invited(Seat::new(1)), Some(&Invited::User(user("ben"))));
    assert_eq!(join(&after, "ben", None).unwrap().game.seats_of(user("ben")), [Seat::new(1)]);
    // Anna made the offer: she cannot play against herself.
    let (passed, after) = taken(&game, "anna");
    assert!(!passed && after.invited(Seat::new(1)) == game.invited(Seat::new(1)));
}

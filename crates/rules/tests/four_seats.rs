//! A tiny game for four seats with a die, to hold that the trait and the table fit such games
//! before the real ones are there: draws and take-backs need all who still play, passes are plies,
//! the dead are silent.
//!
//! The race: before each turn the umpire throws a die. On a 1 the seat's turn passes by itself;
//! else the seat submits `go` and advances by the face, or `rest`. A seat that retires is out; the
//! last one left wins.

use heterodox_rules::geometry::Geometry;
use heterodox_rules::{
    Act, BySeat, Choice, Dice, EndReason, Frame, Game, GameInfo, Notice, Options, Outcome, Record,
    Refusal, Reports, Scene, Seat, Setting, SideInfo, Start, Table, ThrowRequest, Turn, Viewer,
    Warning,
};
use std::ops::Range;

struct Race;

#[derive(Clone)]
struct FourSeatGame {
    steps: [u32; 4],
    out: Vec<Seat>,
    turn: usize,
    die: Option<u8>,
    /// The seat that made each ply.
    plies: Vec<Seat>,
    outcome: Option<Outcome>,
}

impl FourSeatGame {
    fn pass_turn(&mut self) {
        self.plies.push(Seat::new(self.turn));
        self.die = None;
        self.skip_the_out();
    }

    fn skip_the_out(&mut self) {
        loop {
            self.turn = (self.turn + 1) % 4;
            if !self.out.contains(&Seat::new(self.turn)) {
                return;
            }
        }
    }
}

impl Game for Race {
    type Truth = FourSeatGame;
    type View = FourSeatGame;
    type Intent = bool;

    const INFO: GameInfo = GameInfo {
        seats: (4, 4),
        sides: &["a", "b", "c", "d"],
        dice: Dice::EveryTurn,
        ..GameInfo::new("race", "Race")
    };

    fn geometry() -> &'static Geometry {
        unreachable!("nobody draws a race")
    }

    fn open(_: &Options, _: &Start) -> Result<FourSeatGame, Refusal> {
        let (out, plies) = (Vec::new(), Vec::new());
        Ok(FourSeatGame { steps: [0; 4], out, turn: 0, die: None, plies, outcome: None })
    }

    fn seats(_: &FourSeatGame) -> usize {
        4
    }

    fn turn(race: &FourSeatGame) -> Turn {
        match (&race.outcome, race.die) {
            (Some(outcome), _) => Turn::Over(outcome.clone()),
            (None, None) => Turn::Throw(ThrowRequest { dice: 1, faces: 6 }),
            (None, Some(_)) => Turn::Seats(vec![Seat::new(race.turn)]),
        }
    }

    fn view(race: &FourSeatGame, _: Viewer) -> FourSeatGame {
        race.clone()
    }

    fn parse_intent(_: &FourSeatGame, text: &str) -> Result<(bool, Vec<Warning>), Refusal> {
        match text {
            "go" => Ok((true, Vec::new())),
            "rest" => Ok((false, Vec::new())),
            _ => Err(Refusal::new("no-step", "go or rest")),
        }
    }

    fn resolve(race: &mut FourSeatGame, seat: Seat, goes: bool) -> Result<Reports, Refusal> {
        if goes {
            race.steps[seat.index()] += u32::from(race.die.unwrap_or_default());
        }
        race.pass_turn();
        Ok(Reports::same(4, &[]))
    }

    fn throw(race: &mut FourSeatGame, faces: &[u8]) -> Result<Reports, Refusal> {
        race.die = faces.first().copied();
        if race.die == Some(1) {
            race.pass_turn();
        }
        // Each seat hears its own number, to show that reports differ by seat.
        let seats = (0..4).map(|n| {
            vec![Notice { key: "seat", args: vec![("n", n.to_string())], cells: Vec::new() }]
        });
        Ok(Reports { seats: BySeat(seats.collect()), public: Vec::new() })
    }

    fn retire(
        race: &mut FourSeatGame,
        seats: &[Seat],
        reason: EndReason,
    ) -> Result<Reports, Refusal> {
        race.out.extend(seats);
        if race.out.len() == 3 {
            let last = Self::playing(race)[0];
            let places = std::iter::once(last).chain(race.out.iter().rev().copied());
            let ranking = places.map(|seat| vec![seat]).collect();
            race.outcome = Some(Outcome { winner: Some(last), ranking, reason });
        } else if race.out.contains(&Seat::new(race.turn)) {
            race.die = None;
            race.skip_the_out();
        }
        Ok(Reports::same(4, &[]))
    }

    fn draw(race: &mut FourSeatGame, reason: EndReason) -> Result<Reports, Refusal> {
        race.outcome = Some(Outcome::draw(4, reason));
        Ok(Reports::same(4, &[]))
    }

    fn takebacks_allowed(_: &FourSeatGame) -> bool {
        true
    }

    fn playing(race: &FourSeatGame) -> Vec<Seat> {
        (0..4).map(Seat::new).filter(|seat| !race.out.contains(seat)).collect()
    }

    fn plies(race: &FourSeatGame) -> usize {
        race.plies.len()
    }

    fn mover(race: &FourSeatGame, ply: usize) -> Seat {
        race.plies[ply]
    }

    fn outline(race: &FourSeatGame) -> Scene {
        Scene {
            game: "race",
            viewer: Viewer::Public,
            options: Options::default(),
            phase: "play",
            to_act: vec![Seat::new(race.turn)],
            sides: vec![SideInfo { key: "a", seat: Some(Seat::new(0)) }],
            frame: Frame {
                position: format!("{:?} {}", race.steps, race.turn),
                ..Frame::default()
            },
            choices: Vec::new(),
            reserve: Vec::new(),
            notices: Vec::new(),
            draw_offers: Vec::new(),
            takeback_asked: None,
            takebacks_allowed: false,
            outcome: race.outcome.clone(),
        }
    }

    fn choices(_: &FourSeatGame) -> Vec<Choice> {
        Vec::new()
    }

    fn frame_count(_: &FourSeatGame) -> usize {
        0
    }

    fn frames(_: &FourSeatGame, _: Range<usize>) -> Vec<Frame> {
        Vec::new()
    }

    fn texts(_: &FourSeatGame) -> Vec<String> {
        Vec::new()
    }

    fn write_record(_: &FourSeatGame, _: &[(String, String)]) -> String {
        String::new()
    }

    fn read_record(_: &str) -> Result<Record, Refusal> {
        Err(Refusal::new("no-records", "races keep no records"))
    }

    fn perft(_: &Options, _: &Start, _: u32) -> Result<Vec<(String, u64)>, Refusal> {
        Ok(Vec::new())
    }
}

fn seat(n: usize) -> Seat {
    Seat::new(n)
}

fn race() -> Table {
    Table::open::<Race>(&Setting::default()).expect("a race")
}

fn position(table: &Table) -> String {
    table.scene(Viewer::Public).frame.position
}

/// Throws a face and, if it is not 1, goes.
fn go(table: &mut Table, n: usize, face: u8) {
    table.throw(&[face]).expect("a throw is due");
    if face != 1 {
        table.submit(seat(n), "go").expect("its turn");
    }
}

#[test]
fn nobody_acts_before_the_throw_and_nobody_else_after_it() {
    let mut table = race();
    assert_eq!(table.submit(seat(0), "go").unwrap_err().code, "throw-first");
    let report = table.throw(&[4]).expect("a throw is due");
    for n in 0..4 {
        assert_eq!(report.reports.of(Viewer::Seat(seat(n)))[0].args[0].1, n.to_string());
    }
    assert_eq!(table.throw(&[4]).unwrap_err().code, "no-throw");
    assert_eq!(table.submit(seat(1), "go").unwrap_err().code, "not-your-turn");
    table.submit(seat(0), "go").expect("its turn");
    assert_eq!(position(&table), "[4, 0, 0, 0] 1");
}

#[test]
fn a_draw_needs_all_who_still_play_and_no_one_else() {
    let mut table = race();
    table.apply(&Act::Resign { seat: seat(2) }).expect("anybody may retire");
    assert_eq!(table.apply(&Act::OfferDraw { seat: seat(2) }).unwrap_err().code, "not-playing");
    for n in [0, 3] {
        table.apply(&Act::OfferDraw { seat: seat(n) }).expect("an offer");
        assert_eq!(table.outcome(), None);
    }
    table.apply(&Act::OfferDraw { seat: seat(1) }).expect("the last offer");
    assert_eq!(table.outcome().map(|outcome| outcome.reason), Some(EndReason::AGREEMENT));
}

#[test]
fn who_leaves_is_not_waited_for_and_takes_offers_along() {
    let mut table = race();
    go(&mut table, 0, 5);
    let resign = |n| Act::Resign { seat: seat(n) };
    for n in [0, 1] {
        table.apply(&Act::OfferDraw { seat: seat(n) }).expect("an offer");
    }
    table.apply(&resign(0)).expect("anybody may retire");
    assert_eq!(table.scene(Viewer::Public).draw_offers, [seat(1)], "the offer has left as well");
    table.apply(&Act::OfferDraw { seat: seat(2) }).expect("an offer");
    table.apply(&resign(3)).expect("anybody may retire");
    assert_eq!(table.outcome().map(|outcome| outcome.reason), Some(EndReason::AGREEMENT));

    let mut table = race();
    go(&mut table, 0, 5);
    let answer = |n| Act::AnswerTakeback { seat: seat(n), accept: true };
    table.apply(&Act::AskTakeback { seat: seat(0) }).expect("it has a ply");
    for act in [answer(1), answer(2), resign(3)] {
        table.apply(&act).expect("possible");
    }
    assert_eq!(position(&table), "[0, 0, 0, 0] 0", "all who play have granted it");
    table.submit(seat(0), "go").expect("the throw of then still stands");
    table.apply(&Act::AskTakeback { seat: seat(0) }).expect("it has a ply");
    table.apply(&resign(0)).expect("anybody may retire");
    assert_eq!(table.scene(Viewer::Public).takeback_asked, None);
}

#[test]
fn all_who_play_must_grant_a_take_back() {
    let mut table = race();
    go(&mut table, 0, 5);
    table.apply(&Act::Resign { seat: seat(3) }).expect("anybody may retire");
    let before = position(&table);
    let answer = |n, accept| Act::AnswerTakeback { seat: seat(n), accept };
    table.apply(&Act::AskTakeback { seat: seat(0) }).expect("it has a ply");
    assert_eq!(table.apply(&answer(3, true)).unwrap_err().code, "not-playing");
    table.apply(&answer(1, true)).expect("an answer");
    assert_eq!(position(&table), before, "one of two has answered");
    table.apply(&answer(2, false)).expect("an answer");
    assert_eq!(table.apply(&answer(1, true)).unwrap_err().code, "no-takeback-asked");
    table.apply(&Act::AskTakeback { seat: seat(0) }).expect("it may ask again");
    for n in [2, 1] {
        table.apply(&answer(n, true)).expect("an answer");
    }
    assert_eq!(position(&table), "[0, 0, 0, 0] 0");
    let still_out = table.apply(&Act::Resign { seat: seat(3) }).unwrap_err();
    assert_eq!(still_out.code, "not-playing", "who has left stays out");
    table.submit(seat(0), "rest").expect("the throw of then still stands");
}

#[test]
fn a_pass_is_a_ply_of_the_seat_that_passed() {
    let mut table = race();
    go(&mut table, 0, 5);
    go(&mut table, 1, 1);
    go(&mut table, 2, 3);
    assert_eq!(table.plies(), 3);
    table.apply(&Act::AskTakeback { seat: seat(0) }).expect("it has a ply");
    for n in 1..4 {
        table.apply(&Act::AnswerTakeback { seat: seat(n), accept: true }).expect("an answer");
    }
    assert_eq!((position(&table).as_str(), table.plies()), ("[0, 0, 0, 0] 0", 0));
}

#[test]
fn the_last_one_left_wins_and_the_others_are_ranked() {
    let mut table = race();
    for n in [1, 0, 3] {
        table.apply(&Act::Flag { seats: vec![seat(n)] }).expect("time runs out");
    }
    let outcome = table.outcome().expect("one is left");
    assert_eq!(outcome.winner, Some(seat(2)));
    assert_eq!(outcome.ranking, [2, 3, 0, 1].map(|n| vec![seat(n)]));
}

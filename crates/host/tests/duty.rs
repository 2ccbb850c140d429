//! What computers have to do at a table with several people.

use heterodox_engine::Level;
use heterodox_host::{
    DutyKind, Event, Game, Moment, NewTable, OfferTerms, Opponent, SeatChoice, Seating,
    SeededRandomness, StartWith, UserId,
};
use heterodox_rules::{Act, Options, Seat, Viewer};

const ANNA: Seat = Seat::new(0);
const COMPUTER: Seat = Seat::new(1);
const BERT: Seat = Seat::new(2);

/// A game of KaleidoChess of three in which the computer is to move.
fn computer_to_move() -> Game {
    let user = |id: &str| id.parse::<UserId>().unwrap();
    let mut options = Options::default();
    options.set("seats=3").unwrap();
    let wanted = NewTable {
        game: "kaleidochess".into(),
        options,
        start: StartWith::default(),
        time: None,
        seating: Seating::Against { opponent: Opponent::Open, seat: SeatChoice::Seat(0) },
        terms: OfferTerms::default(),
    };
    let randomness = SeededRandomness::new(7);
    let mut game = wanted.open("k3v9qz2m", user("annaanna"), Moment(0), &randomness).unwrap();
    let level = Level::DEFAULT;
    apply(&mut game, &Event::Computer { seat: COMPUTER, level });
    apply(&mut game, &Event::Join { seat: BERT, user: user("benbenbe") });
    submit_first_choice(&mut game, ANNA);
    assert_eq!(game.to_act(), [COMPUTER]);
    game
}

fn apply(game: &mut Game, event: &Event) {
    game.apply(Moment(0), event).unwrap();
}

fn submit_first_choice(game: &mut Game, seat: Seat) {
    let text = game.table().scene(Viewer::Seat(seat)).choices[0].text.clone();
    apply(game, &Event::Act(Act::Submit { seat, text }));
}

fn duty(game: &Game) -> Option<(Seat, DutyKind)> {
    game.duty().map(|duty| (duty.seat, duty.kind))
}

#[test]
fn a_computer_that_has_agreed_to_a_draw_moves_on_while_a_person_is_silent() {
    let mut game = computer_to_move();
    apply(&mut game, &Event::Act(Act::OfferDraw { seat: ANNA }));
    assert_eq!(duty(&game), Some((COMPUTER, DutyKind::AnswerDraw)), "it answers first");
    assert!(!game.computer_is_to_move());
    apply(&mut game, &Event::Act(Act::OfferDraw { seat: COMPUTER }));
    assert_eq!(game.table().draw_offers(), [ANNA, COMPUTER], "Bert has not answered");
    assert_eq!(duty(&game), Some((COMPUTER, DutyKind::Act)));
    assert!(game.computer_is_to_move());
    submit_first_choice(&mut game, COMPUTER);
    assert_eq!((game.to_act(), duty(&game)), (vec![BERT], None));
}

#[test]
fn a_computer_that_has_declined_a_draw_moves_on() {
    let mut game = computer_to_move();
    apply(&mut game, &Event::Act(Act::OfferDraw { seat: ANNA }));
    apply(&mut game, &Event::Act(Act::DeclineDraw { seat: COMPUTER }));
    assert_eq!(duty(&game), Some((COMPUTER, DutyKind::Act)));
}

#[test]
fn a_computer_answers_a_draw_offer_out_of_turn_and_waits_for_its_own() {
    let mut game = computer_to_move();
    submit_first_choice(&mut game, COMPUTER);
    apply(&mut game, &Event::Act(Act::OfferDraw { seat: ANNA }));
    assert_eq!(duty(&game), Some((COMPUTER, DutyKind::AnswerDraw)));
    apply(&mut game, &Event::Act(Act::OfferDraw { seat: COMPUTER }));
    assert_eq!(duty(&game), None, "Bert is to move");
}

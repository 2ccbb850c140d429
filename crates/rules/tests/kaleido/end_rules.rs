//! Elimination of players, and the end of the game (§3.4, R-KC5). The source's sentence stands
//! above each test.

use heterodox_rules::{Act, Seat, Table};
use heterodox_testkit::kaleido::tables::{at, choices, is_out, play, public, start, submit, turn};

fn result(table: &Table) -> Option<(Option<&'static str>, &'static str)> {
    let outcome = table.outcome()?;
    let sides = public(table).sides;
    let winner = outcome.winner.map(|seat| sides[seat.index()].key);
    Some((winner, outcome.reason.key()))
}

fn ranking(table: &Table) -> Vec<Vec<usize>> {
    let places = table.outcome().expect("a result").ranking;
    places.into_iter().map(|place| place.into_iter().map(Seat::index).collect()).collect()
}

fn rest(table: &Table) -> String {
    let position = public(table).frame.position;
    position.split_once(' ').expect("fields").1.to_owned()
}

/// "Man vinner om man lyckas få bort motståndaren från alla borgar … genom att du slår ut
/// motståndaren från alla slott."
#[test]
fn who_is_thrown_out_of_its_last_castle_loses() {
    let mut table = at("wP@1J wP@5K bP@5J bD@4A", "w", &[]);
    play(&mut table, "5K+5J");
    assert_eq!(result(&table), Some((Some("white"), "thrown-out")));
    assert_eq!(ranking(&table), [[0], [1]]);
    // The board stays as it is; the turn is the winner's, and so the number has risen.
    assert_eq!(public(&table).frame.pieces.len(), 3);
    assert_eq!(rest(&table), "w 5K-5J,- - 2");
    assert_eq!(choices(&table), [""; 0]);
}

/// The same: from all castles, not from one.
#[test]
fn who_still_holds_a_castle_plays_on() {
    let mut table = at("wP@1J wP@5K bP@5J bD@00", "w", &[]);
    play(&mut table, "5K+5J");
    assert_eq!((result(&table), turn(&table)), (None, "black"));
}

/// "… eller genom att han blir tvungen att flytta bort en pjäs från sitt sista slott"; "Om en
/// spelare lämnar sin sista borg av egen fri vilja … kallas det kapitulation eller
/// självmordsattack."
#[test]
fn who_leaves_its_last_castle_loses() {
    let mut table = at("wP@1J wP@2D bP@5J", "w", &[]);
    let scene = table.scene(heterodox_rules::Viewer::Seat(Seat::new(0)));
    let danger = |text: &str| scene.choices.iter().find(|c| c.text == text).expect(text).danger;
    assert_eq!((danger("1J-1I"), danger("2D-2E")), (Some("leaves-castle"), None));
    play(&mut table, "1J-1I");
    assert_eq!(result(&table), Some((Some("black"), "left-castle")));
    assert_eq!(rest(&table), "b 1J-1I,- - 1");
}

/// "… eller för att han inte har något annat val, kallas det kapitulation eller självmordsattack."
#[test]
fn who_has_no_other_move_must_leave_its_last_castle() {
    // White's only piece stands in its castle.
    let mut table = at("wP@1J bP@5J", "w", &[]);
    let scene = table.scene(heterodox_rules::Viewer::Seat(Seat::new(0)));
    assert!(!scene.choices.is_empty());
    for choice in &scene.choices {
        assert_eq!(choice.danger, Some("leaves-castle"), "{}", choice.text);
    }
    let first = scene.choices[0].text.clone();
    play(&mut table, &first);
    assert_eq!(result(&table), Some((Some("black"), "left-castle")));
}

/// "Det spelar ingen roll om vinnaren besitter en, två eller flera borgar."
#[test]
fn the_number_of_castles_does_not_matter() {
    let mut table = at("wP@1J bP@5J bP@3J bP@00 bP@7J bP@1I", "b", &[]);
    play(&mut table, "1I+1J");
    assert_eq!(result(&table), Some((Some("black"), "thrown-out")));
}

/// From castle to castle is no leaving.
#[test]
fn a_castle_may_be_left_for_another() {
    let mut table = at("wL@1A bP@5J wP@1J", "w", &[]);
    play(&mut table, "1A-00 5J-5I");
    assert_eq!(result(&table), Some((Some("white"), "left-castle")));
    let mut table = at("wW@00 bP@5J bP@5D", "w", &[]);
    assert!(choices(&table).iter().all(|text| !text.ends_with('J')), "three steps do not reach");
    play(&mut table, "00-1D");
    assert_eq!(result(&table), Some((Some("black"), "left-castle")));
}

/// R-KC5: capturing one's own last castle piece with another own piece is legal and no loss.
#[test]
fn an_own_capture_in_the_last_castle_is_no_loss() {
    let mut table = at("wP@1J wP@1I bP@5J", "w", &[]);
    let scene = table.scene(heterodox_rules::Viewer::Seat(Seat::new(0)));
    let own = scene.choices.iter().find(|choice| choice.text == "1I+1J").expect("legal");
    assert_eq!((own.danger, own.captures), (Some("own-capture"), true));
    play(&mut table, "1I+1J");
    assert_eq!((result(&table), turn(&table)), (None, "black"));
}

/// "Kan man vid något tillfälle inte göra något drag (detta är mycket sällsynt …) så förlorar man.
/// Detta kallas en inlåsning eller blockering."
#[test]
fn who_cannot_move_loses() {
    let mut table = at("wH@1J bP@1I bP@1K bP@1D bW@5J", "b", &[]);
    play(&mut table, "1D-1G");
    assert_eq!(result(&table), Some((Some("black"), "locked-in")));
    // The turn came to White (number 2) and went on to Black.
    assert_eq!(rest(&table), "b -,1D-1G - 2");
}

/// "Ett parti kan egentligen inte sluta i remi eller patt, men om bägge spelarna är överens så kan
/// man låta ett parti klassificeras som oavgjort." §3.4: of all who still play.
#[test]
fn a_draw_is_agreed_by_all_who_play() {
    let mut table = start(&["seats=4"]);
    table.apply(&Act::Resign { seat: Seat::new(1) }).expect("it plays");
    let offer = |n| Act::OfferDraw { seat: Seat::new(n) };
    for n in [0, 2] {
        table.apply(&offer(n)).expect("an offer");
    }
    assert_eq!(table.apply(&offer(1)).expect_err("out").code, "not-playing");
    assert_eq!(result(&table), None);
    table.apply(&offer(3)).expect("the last offer");
    assert_eq!(result(&table), Some((None, "agreement")));
    assert_eq!(ranking(&table), [vec![0, 2, 3], vec![1]]);
}

/// "… kan man begränsa partiernas längd genom att förbjuda upprepning av drag …"
#[test]
fn repetition_may_be_forbidden() {
    let pieces = "wV@1B wP@1J bV@5B bP@5J";
    // Three moves around: going straight back is forbidden anyway.
    let round = "1B-1C 5B-5C 1C-1E 5C-5E 1E-1B 5E-5B";
    let mut free = at(pieces, "w", &[]);
    play(&mut free, round);
    let mut table = at(pieces, "w", &["no-repetition=on"]);
    let (last, before) = ("5E-5B", round.strip_suffix(" 5E-5B").expect("the last move"));
    play(&mut table, before);
    let refusal = submit(&mut table, last).expect_err("the first position would be back");
    assert_eq!(refusal.code, "repetition");
    assert_eq!(refusal.message, "'5E-5B': it would bring an earlier arrangement back");
    assert!(!choices(&table).contains(&last.to_owned()));
    assert_eq!(choices(&table).len() + 1, {
        let mut same = at(pieces, "w", &[]);
        play(&mut same, before);
        choices(&same).len()
    });
}

/// "… eller sätta en begränsning på maximalt antal drag per parti." §3.4: a draw when the move
/// number would become N+1.
#[test]
fn the_number_of_moves_may_be_limited() {
    let mut table = start(&["max-moves=2"]);
    play(&mut table, "2H-2E 6H-6E 8F-8D");
    assert_eq!(result(&table), None);
    play(&mut table, "4F-4D");
    assert_eq!(result(&table), Some((None, "max-moves")));
    assert_eq!(ranking(&table), [[0, 1]]);
    assert_eq!(rest(&table), "w 8F-8D,4F-4D - 3");
}

/// R-KC5: decisions come before `max-moves`.
#[test]
fn a_win_goes_before_the_limit() {
    let mut table = at("wP@1J bP@1I bP@5J", "b", &["max-moves=1"]);
    play(&mut table, "1I+1J");
    assert_eq!(result(&table), Some((Some("black"), "thrown-out")));
    let mut table = at("wH@1J bP@1I bP@1K bP@1D bW@5J", "b", &["max-moves=1"]);
    play(&mut table, "1D-1G");
    assert_eq!(result(&table), Some((Some("black"), "locked-in")));
}

/// R-KC5: with two or more left, the pieces of those who are out leave the board.
#[test]
fn the_pieces_of_who_is_out_leave_the_board() {
    let mut table = at("wP@1J wP@3K rP@3J rD@4A bP@5J", "w", &[]);
    play(&mut table, "3K+3J");
    assert_eq!(is_out(&table, "red").as_deref(), Some("thrown-out"));
    assert_eq!(rest(&table), "b 3K-3J,- - 1");
    let frame = public(&table).frame;
    assert!(frame.pieces.iter().all(|placed| placed.side != "red"));
    assert_eq!(frame.captured.len(), 1, "only what was captured");
    assert_eq!(turn(&table), "black");
    play(&mut table, "5J-5I");
    assert_eq!(result(&table), Some((Some("white"), "left-castle")));
    assert_eq!(ranking(&table), [[0], [2], [1]]);
}

/// R-KC5: then the turn passes; then a player to move who is locked in is out, and so on.
#[test]
fn lock_ins_are_judged_one_after_the_other() {
    // Red is locked in by Black's move on 1G, and so is Green, whose Horse Red does not free by
    // going.
    let walls = "bP@1I bP@1K bP@1D bP@3I bP@3K bP@3G bW@5J bP@7I bP@7K bP@7G";
    let pieces = format!("wH@1J rH@3J gH@7J {walls}");
    let mut table = at(&pieces, "b", &[]);
    // Green is next, then White, then Red.
    play(&mut table, "1D-1G");
    assert_eq!(result(&table), Some((Some("black"), "locked-in")));
    assert_eq!(ranking(&table), [[2], [1], [0], [3]]);
    assert_eq!(rest(&table), "b -,1D-1G - 2", "Red's Horse is the last and stays");
}

/// R-KC5: the cells of a player who goes out become free for others.
#[test]
fn who_goes_out_may_free_the_next() {
    // Red's Pawn bars White's Horse; Red leaves its castle.
    let mut table = at("wH@1J rP@1G rP@3J bP@1I bP@1K bP@5J bP@5D", "r", &[]);
    play(&mut table, "3J-3I 5D-5E");
    assert_eq!(is_out(&table, "red").as_deref(), Some("left-castle"));
    assert_eq!(choices(&table), ["1J-1F", "1J-1H"]);
}

/// R-KC5, R-KC7: resigning puts out like the rest; the turn passes only if it was the seat's own.
#[test]
fn who_resigns_or_runs_out_of_time_is_out() {
    let mut table = start(&["seats=3"]);
    table.apply(&Act::Resign { seat: Seat::new(2) }).expect("it plays");
    assert_eq!(is_out(&table, "black").as_deref(), Some("resignation"));
    assert_eq!((turn(&table), public(&table).frame.pieces.len()), ("white", 24));
    table.apply(&Act::Flag { seats: vec![Seat::new(0)] }).expect("it plays");
    assert_eq!(result(&table), Some((Some("red"), "time")));
    assert_eq!(ranking(&table), [[1], [0], [2]]);
    assert_eq!(public(&table).frame.pieces.len(), 24, "the board stays as it is");
    let mut table = start(&["seats=3"]);
    table.apply(&Act::Resign { seat: Seat::new(0) }).expect("it plays");
    assert_eq!(turn(&table), "red");
    assert_eq!(
        table.apply(&Act::Resign { seat: Seat::new(0) }).expect_err("out").code,
        "not-playing"
    );
}

/// R-KC7: on loading, castle-less colours are out, then lock-ins are judged.
#[test]
fn a_position_is_judged_on_loading() {
    let table = at("wP@1J rP@2D bP@5J", "w", &[]);
    assert_eq!(is_out(&table, "red").as_deref(), Some("thrown-out"));
    assert_eq!(rest(&table), "w -,- - 1");
    assert_eq!(public(&table).sides.len(), 3);
    let table = at("wP@1J rP@2D bP@5J", "r", &[]);
    assert_eq!((turn(&table), rest(&table)), ("black", "b -,- - 1".to_owned()));
    let table = at("wP@1J rP@2D bP@5D", "w", &[]);
    assert_eq!(result(&table), Some((Some("white"), "thrown-out")));
    assert_eq!(ranking(&table), [vec![0], vec![1, 2]]);
    let table = at("wH@1J bP@1I bP@1K bP@1G bW@5J", "w", &[]);
    assert_eq!(result(&table), Some((Some("black"), "locked-in")));
}

/// A finished game's position is over when it is read again.
#[test]
fn a_won_position_stays_won() {
    let table = at("wP@1J wP@5J", "w - - 7", &[]);
    assert_eq!(result(&table), Some((Some("white"), "thrown-out")));
    assert_eq!(public(&table).sides.len(), 2);
    let table = at("rP@1J", "r", &[]);
    assert_eq!(result(&table), Some((Some("red"), "thrown-out")));
    assert_eq!(public(&table).sides[1].key, "green");
}

/// R-KC7: the turn of a position that is won is the winner's, however it was won.
#[test]
fn the_turn_of_a_won_position_is_the_winners() {
    let letter = |table: &Table| rest(table).chars().next();
    for (loaded, winner) in [("w", 'w'), ("b", 'w')] {
        let table = at("wP@1J bP@5D", loaded, &[]);
        assert_eq!(result(&table), Some((Some("white"), "thrown-out")));
        assert_eq!(letter(&table), Some(winner), "loaded with the turn {loaded}");
    }
    let mut captured = at("wP@1J wP@5I bP@5J bP@5D", "w", &[]);
    play(&mut captured, "5I+5J");
    assert_eq!(result(&captured), Some((Some("white"), "thrown-out")));
    assert_eq!(letter(&captured), Some('w'));
    for (resigning, winner) in [(0, 'b'), (1, 'w')] {
        let mut table = at("wP@1J bP@5J", "w", &[]);
        table.apply(&Act::Resign { seat: Seat::new(resigning) }).expect("it plays");
        assert_eq!(letter(&table), Some(winner));
    }
}

#[test]
fn every_reason_has_its_word() {
    for info in heterodox_rules::games() {
        for reason in info.end_reasons {
            assert_eq!(info.end_reason(reason.key()), Some(*reason));
        }
    }
}

//! Games at a table: setups, choices, claims and results.

use heterodox_rules::{
    Act, EndReason, Outcome, Refusal, Scene, Seat, Setting, Start, Table, Viewer, info, open, perft,
};

fn setting(options: &[&str]) -> Setting {
    let mut setting = Setting::default();
    for option in options {
        setting.options.set(option).expect("an option");
    }
    setting
}

fn at(fen: &str, options: &[&str]) -> Table {
    let setting = Setting { start: Start::Position(fen.to_owned()), ..setting(options) };
    open("grand-chess", &setting).expect("a position")
}

fn white() -> Seat {
    Seat::new(0)
}

fn black() -> Seat {
    Seat::new(1)
}

fn play(table: &mut Table, moves: &str) {
    for text in moves.split_whitespace() {
        let seat = table.scene(Viewer::Public).to_act[0];
        table.submit(seat, text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
}

fn texts(scene: &Scene) -> Vec<&str> {
    scene.choices.iter().map(|choice| choice.text.as_str()).collect()
}

#[test]
fn the_classic_game_begins_at_once() {
    let table = open("grand-chess", &Setting::default()).expect("a table");
    let scene = table.scene(Viewer::Seat(white()));
    assert_eq!((scene.phase, scene.choices.len()), ("play", 65));
    assert_eq!(scene.frame.position, heterodox_rules::grand_chess::CLASSIC_START);
    assert!(table.scene(Viewer::Seat(black())).choices.is_empty());
    assert!(table.scene(Viewer::Public).choices.is_empty());
}

#[test]
fn the_same_seed_gives_the_same_array_and_every_array_is_mirrored() {
    for setup in ["classic+random", "random"] {
        for seed in 0..40 {
            for (duplicates, diagonal) in [("on", "off"), ("off", "on")] {
                let most = if setup == "random" { 19 } else { 10 };
                let extra = seed % (most + 1);
                let options = setting(&[
                    &format!("setup={setup}"),
                    &format!("seed={seed}"),
                    &format!("extra={extra}"),
                    &format!("duplicates={duplicates}"),
                    &format!("diagonal-mirror={diagonal}"),
                ]);
                let table = open("grand-chess", &options).expect("a table");
                let again = open("grand-chess", &options).expect("a table");
                let scene = table.scene(Viewer::Public);
                assert_eq!(scene, again.scene(Viewer::Public));
                assert_eq!(scene.phase, "play");
                let first = if setup == "random" { 1 } else { 10 };
                assert_eq!(scene.frame.pieces.len(), 2 * (first + extra + 10));
                for piece in scene.frame.pieces.iter().filter(|piece| piece.side == "white") {
                    let (file, rank) = piece.cell.split_at(1);
                    let rank = 11 - rank.parse::<u8>().expect("a rank");
                    let file = file.as_bytes()[0];
                    let file = if diagonal == "on" { b'a' + b'j' - file } else { file };
                    let opposite = format!("{}{rank}", char::from(file));
                    let there = scene.frame.pieces.iter().find(|piece| piece.cell == opposite);
                    assert_eq!(
                        there.map(|piece| (piece.side, piece.kind)),
                        Some(("black", piece.kind))
                    );
                }
                if duplicates == "off" {
                    let mut kinds: Vec<&str> = scene
                        .frame
                        .pieces
                        .iter()
                        .filter(|piece| piece.side == "white" && setup == "random")
                        .map(|piece| piece.kind)
                        .filter(|&kind| kind != "P")
                        .collect();
                    kinds.sort_unstable();
                    let all = kinds.len();
                    kinds.dedup();
                    assert_eq!(kinds.len(), all);
                }
                assert!(scene.notices.iter().any(|notice| notice.key == "array"));
            }
        }
    }
}

#[test]
fn arrays_stay_what_their_seed_made_them() {
    let table = open("grand-chess", &setting(&["setup=random", "extra=5", "seed=42"]));
    let position = table.expect("a table").scene(Viewer::Public).frame.position;
    assert!(position.ends_with(" w - - 0 1 pool=/"), "{position}");
    // A seed is a promise: this text may never change.
    let white = "PPPPPPPPPP/4K{Gn}{Co}3/1{Nz}5C1{Bu}";
    assert!(position.contains(white), "{position}");
}

#[test]
fn picking_alternates_and_black_begins() {
    let options = setting(&["setup=classic+chosen", "extra=3", "seed=7"]);
    let mut table = open("grand-chess", &options).expect("a table");
    let scene = table.scene(Viewer::Seat(black()));
    assert_eq!((scene.phase, scene.choices.len()), ("pick", 73));
    assert_eq!(table.scene(Viewer::Seat(white())).choices, []);
    assert_eq!(table.submit(white(), "pick Gr").expect_err("Black begins").code, "not-your-turn");
    table.submit(black(), "pick Gr").expect("a pick");
    assert_eq!(table.submit(white(), "pick Gr").expect_err("taken").code, "cannot-pick");
    assert_eq!(table.submit(white(), "pick Q").expect_err("classic").code, "cannot-pick");
    assert_eq!(table.submit(white(), "pick Xy").expect_err("unknown").code, "no-such-piece");
    assert_eq!(table.submit(white(), "e3e4").expect_err("no move yet").code, "not-a-step");
    table.submit(white(), "pick Fo").expect("a pick");
    table.submit(black(), "pick Im").expect("Black has the odd one");
    let scene = table.scene(Viewer::Seat(white()));
    assert_eq!(scene.phase, "play");
    assert_eq!(scene.frame.pieces.len(), 2 * 23);
    assert!(scene.frame.position.contains("{Gr}") && scene.frame.position.contains("{im}"));
    // Without the order of the picks nothing of this is repeated.
    let marks = scene.frame.pieces.iter().find(|piece| piece.kind == "Gr").map(|p| p.marks.clone());
    assert_eq!(marks, Some(vec!["locked"]));
}

#[test]
fn chosen_games_offer_the_classic_pieces_too() {
    let table = open("grand-chess", &setting(&["setup=chosen", "extra=19"])).expect("a table");
    assert_eq!(table.scene(Viewer::Seat(black())).choices.len(), 79);
    let none = open("grand-chess", &setting(&["setup=chosen", "extra=0"])).expect("a table");
    assert_eq!(none.scene(Viewer::Public).frame.pieces.len(), 22);
}

#[test]
fn promotion_is_a_choice_with_staying_a_pawn_among_them() {
    let table = at("10/4k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1", &[]);
    let scene = table.scene(Viewer::Seat(white()));
    let mut variants: Vec<&str> = scene
        .choices
        .iter()
        .filter(|choice| choice.from.as_deref() == Some("g8"))
        .filter_map(|choice| choice.variant.as_deref())
        .collect();
    variants.sort_unstable();
    assert_eq!(variants, ["A", "B", "C", "N", "Q", "R", "none"]);
    assert!(texts(&scene).contains(&"g8g9") && texts(&scene).contains(&"g8g9q"));
    let rook = scene.reserve.iter().find(|held| (held.side, held.kind.as_str()) == ("white", "R"));
    assert_eq!(rook.map(|held| held.count), Some(2));
}

#[test]
fn a_pawn_promotes_to_what_the_option_says() {
    let fen = "10/4k3P1/10/10/10/10/10/10/4K5/10 w - - 0 1";
    let count = |options: &[&str], fen: &str| {
        let scene = at(fen, options).scene(Viewer::Seat(white()));
        scene.choices.iter().filter(|choice| choice.from.as_deref() == Some("i9")).count()
    };
    assert_eq!(count(&[], fen), 6);
    assert_eq!(count(&[], &format!("{fen} pool=Gr,Gr/")), 1);
    assert_eq!(count(&[], &format!("{fen} pool=/Q")), 0);
    assert_eq!(count(&["promotion=initial"], fen), 6);
    assert_eq!(count(&["promotion=initial"], &format!("{fen} init=Fo,Gr")), 2);
    assert_eq!(count(&["promotion=initial"], &format!("{fen} init=")), 0);
    assert_eq!(count(&["promotion=all"], fen), 79);
}

#[test]
fn mate_and_stalemate() {
    let mut table = at("k9/10/1K8/10/10/10/10/10/10/9R w - - 0 9", &[]);
    play(&mut table, "j1j10");
    assert_eq!(table.outcome(), Some(Outcome::win(white(), EndReason::CHECKMATE)));
    let mut table = at("k9/10/1K8/10/10/10/10/10/10/2Q7 w - - 0 9", &[]);
    play(&mut table, "c1c9");
    assert_eq!(table.outcome(), Some(Outcome::draw(2, EndReason::STALEMATE)));
    assert!(table.scene(Viewer::Seat(black())).choices.is_empty());
}

#[test]
fn two_bare_kings_are_a_draw() {
    let mut table = at("k9/10/10/10/10/10/10/10/1p8/K9 w - - 0 9", &[]);
    play(&mut table, "a1b2");
    assert_eq!(table.outcome(), Some(Outcome::draw(2, EndReason::BARE_KINGS)));
    let table = at("k9/10/10/10/10/10/10/10/10/K9 w - - 0 9", &[]);
    assert_eq!(table.outcome().map(|outcome| outcome.reason), Some(EndReason::BARE_KINGS));
    let fen = Setting::position("k9/10/10/10/10/10/10/10/10/K9 w - - 0 9");
    assert_eq!(perft("grand-chess", &fen, 1).expect("a count"), []);
}

#[test]
fn draws_are_claimed_and_never_come_of_themselves() {
    let mut table = open("grand-chess", &Setting::default()).expect("a table");
    let shuffle = "b2c4 b9c7 c4b2 c7b9";
    play(&mut table, shuffle);
    assert_eq!(table.submit(white(), "claim threefold").expect_err("twice only").code, "no-claim");
    play(&mut table, shuffle);
    let scene = table.scene(Viewer::Seat(white()));
    assert!(texts(&scene).contains(&"claim threefold"));
    assert_eq!(table.outcome(), None);
    table.submit(white(), "claim threefold").expect("a claim");
    assert_eq!(table.outcome(), Some(Outcome::draw(2, EndReason::THREEFOLD)));
}

#[test]
fn fifty_moves_are_counted_from_the_last_progress() {
    let mut table = at("k9/r9/10/10/10/10/10/10/9R/9K w - - 99 80", &[]);
    assert_eq!(table.submit(white(), "claim fifty-moves").expect_err("not yet").code, "no-claim");
    play(&mut table, "j2i2");
    table.submit(black(), "claim fifty-moves").expect("a claim");
    assert_eq!(table.outcome(), Some(Outcome::draw(2, EndReason::FIFTY_MOVES)));
}

#[test]
fn a_lock_is_part_of_the_position_while_a_locked_piece_is_there() {
    // The fifth and the sixth move lie on either side of the lock.
    let fen = "k9/r1{gr}7/10/10/10/10/10/10/9R/9K w - - 0 4";
    let mut table = at(fen, &[]);
    let shuffle = "j2i2 a9b9 i2j2 b9a9";
    play(&mut table, shuffle);
    play(&mut table, shuffle);
    assert!(!texts(&table.scene(Viewer::Seat(white()))).contains(&"claim threefold"));
    let mut table = at(&fen.replace("1{gr}7", "9"), &[]);
    play(&mut table, shuffle);
    play(&mut table, shuffle);
    assert!(texts(&table.scene(Viewer::Seat(white()))).contains(&"claim threefold"));
}

#[test]
fn moves_can_be_taken_back() {
    use heterodox_rules::Act;
    let mut table = open("grand-chess", &Setting::default()).expect("a table");
    play(&mut table, "e3e5 e8e6");
    table.apply(&Act::AskTakeback { seat: white() }).expect("a question");
    table.apply(&Act::AnswerTakeback { seat: black(), accept: true }).expect("an answer");
    assert_eq!((table.plies(), table.scene(Viewer::Public).frame.ply), (0, 0));
}

#[test]
fn refusals_say_why() {
    let codes = [
        ("e4e5", "nothing-there"),
        ("e8e7", "not-your-piece"),
        ("e3e6", "illegal-move"),
        ("a1a3", "own-piece"),
        ("e3e3", "same-cell"),
        ("e3e5xx", "no-such-piece"),
        ("Zz9", "not-a-move"),
        ("", "not-a-move"),
        ("Qe5", "no-piece-can"),
        ("claim", "not-a-claim"),
        ("claim victory", "not-a-claim"),
        ("é3e5", "not-a-move"),
    ];
    let mut table = open("grand-chess", &Setting::default()).expect("a table");
    for (text, code) in codes {
        assert_eq!(table.submit(white(), text).expect_err(text).code, code, "{text}");
    }
    let mut table = at("9k/10/10/10/10/10/10/{gr}9/10/K7{Im}{Gr} b - - 0 2", &[]);
    assert_eq!(table.submit(black(), "a3a5").expect_err("locked").code, "locked");
    let mut table = at("9k/10/10/10/10/10/10/10/1n8/K1{Im}7 b - - 0 9", &[]);
    assert_eq!(table.submit(black(), "b2d3").expect_err("frozen").code, "frozen");
}

#[test]
fn a_move_that_cannot_be_is_told_from_one_that_leaves_the_king_in_check() {
    let pinned = || at("4r4k/10/10/10/10/10/10/10/4B5/4K5 w - - 0 9", &[]);
    for (text, code) in [
        ("e2e4", "illegal-move"),
        ("e2f3", "leaves-check"),
        ("Bf3", "leaves-check"),
        ("Be4", "no-piece-can"),
        ("e1e3", "illegal-move"),
    ] {
        assert_eq!(pinned().submit(white(), text).expect_err(text).code, code, "{text}");
    }
    let checked = || at("4r4k/10/10/10/10/10/10/10/B9/4K5 w - - 0 9", &[]);
    for (text, code) in
        [("a2b3", "illegal-check"), ("a2a3", "illegal-move"), ("e1e2", "illegal-check")]
    {
        assert_eq!(checked().submit(white(), text).expect_err(text).code, code, "{text}");
    }
}

#[test]
fn what_lies_behind_a_refusal_has_a_code_of_its_own() {
    let refused = |position: &str, options: &[&str]| {
        let start = Start::Position(position.to_owned());
        let setting = Setting { start, ..setting(options) };
        open("grand-chess", &setting).expect_err("a refusal")
    };
    let codes = |refusal: &Refusal| refusal.reasons.iter().map(|r| r.code).collect::<Vec<_>>();
    let short = refused("9/10/10/10/10/10/10/10/10/10 w - - 0 1", &[]);
    assert_eq!((short.code, codes(&short)), ("bad-position", vec!["fen-rank-length"]));
    let [reason] = short.reasons.as_slice() else { panic!("{short:?}") };
    assert_eq!(reason.args, [("rank", "10".to_owned()), ("count", "9".to_owned())]);
    assert!(short.message.ends_with(&reason.message), "{}", short.message);
    let bare = refused("10/10/10/10/10/10/10/10/10/10 w - - 0 1", &[]);
    assert_eq!(codes(&bare.reasons[0]), ["flaw-no-king", "flaw-no-king"]);
    let start = "9k/10/10/10/10/10/10/10/10/K9 w - - 0 1";
    let own = refused(start, &["own=Xy:[F-R"]);
    let piece = &own.reasons[0];
    assert_eq!((own.code, piece.code, codes(piece)), ("bad-option", "own", vec!["betza"]));
    assert_eq!(codes(&piece.reasons[0]), ["betza-bent-end"]);
}

#[test]
fn bad_options_are_refused_precisely() {
    for (option, expected) in [
        ("extra=20", "0 to 19"),
        ("extra=-1", "0 to 19"),
        ("extra=03", "0 to 19"),
        ("seed=x", "a number from 0 to 18446744073709551615"),
        ("setup=odd", "classic+random"),
        ("promotion=some", "captured"),
    ] {
        let refusal = open("grand-chess", &setting(&[option])).expect_err(option);
        assert_eq!(refusal.code, "bad-option");
        assert!(refusal.message.contains(expected), "{}", refusal.message);
    }
    let refusal = open("grand-chess", &setting(&["setup=classic+random", "extra=11"]));
    assert!(refusal.expect_err("too many").message.contains("at most 10 pieces"));
}

#[test]
fn the_game_is_found_by_its_id() {
    assert!(info("grand-chess").is_ok());
    let refusal = info("go").expect_err("unknown");
    assert_eq!(
        refusal.message,
        "there is no game 'go'; the games are: klinzha, clouded-klinzha, grand-chess, kaleidochess"
    );
}

#[test]
fn the_umpire_knows_who_made_each_ply_and_its_text() {
    let mut table = open("grand-chess", &Setting::default()).expect("a game");
    play(&mut table, "c3c5 d8d6 c5d6");
    assert_eq!(table.texts(Viewer::Public), ["c5", "d6", "cxd6"]);
    table.apply(&Act::AskTakeback { seat: black() }).expect("its ply is the second");
    table.apply(&Act::AnswerTakeback { seat: white(), accept: true }).expect("agreed");
    assert_eq!(table.texts(Viewer::Public), ["c5"]);
}

#[test]
fn a_game_from_a_position_goes_on_with_its_number() {
    let mut table = at("4k5/10/10/10/10/10/10/10/2P7/4K5 b - - 0 7", &[]);
    play(&mut table, "e10d10 c2c3 d10e10");
    let frames = table.frames(Viewer::Public);
    let numbers: Vec<u32> = frames.iter().map(|frame| frame.number).collect();
    assert_eq!(numbers, [7, 7, 8, 8]);
}

#[test]
fn own_pieces_are_no_book() {
    let open_with = |moves: usize| {
        let own = format!("own=Xy:{}", "K".repeat(moves));
        open("grand-chess", &setting(&[&own]))
    };
    assert!(open_with(197).is_ok());
    let refusal = open_with(198).expect_err("201 characters");
    assert_eq!(refusal.code, "bad-option");
    assert!(refusal.message.ends_with("201 characters: expected at most 200"), "{refusal}");
}

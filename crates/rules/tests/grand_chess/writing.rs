//! FENs, SAN and PGN, read and written.

use heterodox_rules::grand_chess::{CLASSIC_START, Position};
use heterodox_rules::{EndReason, Seat, Setting, Viewer, open, read_record};

fn error(fen: &str) -> String {
    fen.parse::<Position>().expect_err(fen).to_string()
}

#[test]
fn fens_come_back_as_they_were() {
    for fen in [
        CLASSIC_START,
        "k9/10/10/10/10/10/10/1{Fo}8/10/9K w - - 3 9 pool=Gr,Gr,R/Am;last=N",
        "k9/10/10/10/10/10/10/1{fo}8/10/9K w - - 3 9 shield=b3",
        "k9/10/10/10/10/10/10/1{fo}8/10/9K w - - 3 9 pool=/;freeze=b3",
        "k9/10/10/10/4Pp4/10/10/10/10/9K b - - 3 9",
        "k9/10/10/10/10/4Pp4/10/10/10/9K b - e4 0 9",
    ] {
        assert_eq!(fen.parse::<Position>().expect(fen).to_string(), fen);
    }
}

#[test]
fn fens_are_written_in_one_canonical_form() {
    for (given, canonical) in [
        // The default says nothing; lists are sorted; the Fool's memory is for a Fool.
        ("k9/10/10/10/10/10/10/10/10/9K w - - 3 9 pool=A,B,B,C,N,N,Q,R,R/R,R,Q,N,N,C,B,B,A", None),
        ("k9/10/10/10/10/10/10/10/10/9K w - - 3 9 last=N", None),
        ("k9/10/10/10/10/10/10/10/10/9K w - - 3 9 pool=R,Am,Q/", Some("pool=Am,Q,R/")),
        ("k9/10/10/10/10/10/10/10/10/9K w - - 3 9 last=N;pool=/", Some("pool=/")),
    ] {
        let plain = "k9/10/10/10/10/10/10/10/10/9K w - - 3 9";
        let canonical = canonical.map_or(plain.to_owned(), |extra| format!("{plain} {extra}"));
        assert_eq!(given.parse::<Position>().expect(given).to_string(), canonical);
    }
}

#[test]
fn bad_fens_are_refused_precisely() {
    let with = |extra: &str| format!("k8{{Fo}}/10/10/10/10/10/10/1{{fo}}8/10/9K w - - 3 9 {extra}");
    let start = |from: &str, to: &str| CLASSIC_START.replacen(from, to, 1);
    for (fen, expected) in [
        (String::new(), "expected '<ranks>"),
        ("k9/10".to_owned(), "expected '<ranks>"),
        ("k9/10 w - - 0 1".to_owned(), "10 ranks"),
        (start(" w ", "  w "), "side to move ''"),
        (start("r8r", "r9r"), "rank 10: 11 squares"),
        (start("r8r", "r7r"), "rank 10: 9 squares"),
        (start("/10/", "/11/"), "rank 7: run of empty squares '11'"),
        (start("/10/", "/010/"), "'010'"),
        (start("/10/", "/0/"), "'0'"),
        (start("r8r", "x8r"), "rank 10: 'x' is no piece"),
        (start("r8r", "é8r"), "'é' is no piece"),
        (start("r8r", "{r}8r"), "braces hold a code of two letters"),
        (start("r8r", "{GR}8r"), "'GR' is no piece"),
        (start("r8r", "{gr8r"), "braces"),
        (start(" w ", " W "), "side to move 'W'"),
        (start(" w - ", " w KQ "), "castling 'KQ'"),
        (start("- 0 1", "z9 0 1"), "en passant square 'z9'"),
        (start("- 0 1", "e7 0 1"), "en passant square e7"),
        (start("- 0 1", "- 00 1"), "half-move clock '00'"),
        (start("- 0 1", "- 0 0"), "move number '0'"),
        (start("- 0 1", "- 0 99999999999"), "move number"),
        (start("qk", "qq"), "black has 0 kings"),
        (start("qk", "kk"), "black has 2 kings"),
        (start("R8R", "P8R"), "white has a pawn on a1"),
        ("k9/R9/10/10/10/10/10/10/10/9K w - - 0 9".to_owned(), "black is in check and not to move"),
        (with(""), "expected key=value"),
        (with("pool"), "expected key=value"),
        (with("pools=/"), "expected one of the keys"),
        (with("pool=/;pool=/"), "a key stands once"),
        (with("pool=Q"), "two lists"),
        (with("pool=Q,/"), "codes of pieces"),
        (with("pool=q/"), "codes of pieces"),
        (with("pool=K/"), "king or pawn"),
        (with("init=P"), "king or pawn"),
        (with("last=n"), "code of a piece"),
        (with("last=Fo"), "never Fo"),
        (with("shield=b4"), "no Fool of the side that is not to move"),
        (with("shield=j10"), "no Fool of the side that is not to move"),
        (with("shield=b3;freeze=b3"), "at once"),
        (with("shield=b3;last=N"), "last=Bl"),
        (with("shield=b3,b4"), "a square"),
        (with("last=N last=N"), "expected '<ranks>"),
    ] {
        let message = error(&fen);
        assert!(message.contains(expected), "{fen}: {message}");
    }
}

#[test]
fn en_passant_is_written_after_every_double_step() {
    let start: Position = CLASSIC_START.parse().expect("the start");
    let next = start.after_unchecked(start.read_move("e3e5").expect("a move").played);
    assert!(next.to_string().ends_with(" b - e4 0 1"), "{next}");
}

#[test]
fn a_fool_copies_what_moved_last_and_the_fen_says_so() {
    let position: Position =
        "k8{fo}/10/10/10/10/10/10/10/4N5/9K w - - 3 9".parse().expect("a position");
    let next = position.after_unchecked(position.read_move("Nf4").expect("a move").played);
    assert!(
        next.to_string().ends_with(";last=N") || next.to_string().ends_with(" last=N"),
        "{next}"
    );
}

#[test]
fn san_names_the_whole_square_of_one_of_several() {
    let position: Position =
        "1k8/10/10/10/10/10/10/10/B7B1/4K5 w - - 0 9".parse().expect("a position");
    let san = |uci: &str| position.san(position.read_move(uci).expect("a move").played);
    assert_eq!((san("a2e6"), san("a2b1")), ("Ba2e6".to_owned(), "Bb1".to_owned()));
    let read = |text: &str| position.read_move(text).map(|read| position.uci(read.played));
    assert_eq!(read("Bae6").expect("by its file"), "a2e6");
    assert_eq!(read("Ba2e6").expect("by its square"), "a2e6");
    assert_eq!(read("B2e6").expect_err("both").code, "ambiguous-move");
    assert_eq!(read("Be6").expect_err("both").code, "ambiguous-move");
}

#[test]
fn a_badger_goes_before_a_bishop_from_the_a_file() {
    let both: Position =
        "k9/10/10/10/10/10/10/10/B9/1{Ba}2K5 w - - 0 9".parse().expect("a position");
    let read = |text: &str| both.read_move(text).map(|read| both.uci(read.played));
    // Both reach d... the bishop from a2 goes to e6; the Badger from b1 to f5.
    assert_eq!(read("Baf5").expect("the Badger"), "b1f5");
    assert_eq!(read("Bae6").expect("the bishop, no Badger can"), "a2e6");
}

#[test]
fn the_x_in_the_name_of_the_ox_is_no_capture() {
    let position: Position =
        "k9/10/10/10/4{Ox}5/5n4/10/10/10/K9 w - - 0 9 pool=/".parse().expect("a position");
    for text in ["Oxe8", "Oxxf5", "Oxg7"] {
        let read = position.read_move(text).expect(text);
        assert_eq!((position.san(read.played), read.warnings), (text.to_owned(), vec![]));
    }
    let lax = position.read_move("Oxf5").expect("its capture");
    assert_eq!(lax.warnings, ["x missing", "understood as Oxxf5"]);
}

#[test]
fn san_of_promotions_checks_and_mate() {
    let position: Position =
        "4k5/2P7/10/10/10/10/10/10/R8R/4K5 w - - 0 9".parse().expect("a position");
    let san = |uci: &str| position.san(position.read_move(uci).expect("a move").played);
    assert_eq!((san("c9c10q"), san("a2a10")), ("c10=Q+".to_owned(), "Ra10+".to_owned()));
    for text in ["c10=Q+", "c10=Q", "c10Q", "c9c10q", "c9-c10=Q", "C9C10Q"] {
        assert_eq!(position.uci(position.read_move(text).expect(text).played), "c9c10q");
    }
    assert_eq!(position.read_move("c10").expect_err("what?").code, "promotion-needed");
    assert_eq!(position.read_move("c9c10").expect_err("what?").code, "promotion-needed");
}

const PYCHESS: &str = r#"[Event "PyChess casual game"]
[Site "https://www.pychess.org/AbCdEfGh"]
[Date "2024.01.02"]
[Round "-"]
[White "first"]
[Black "second"]
[Result "0-1"]
[TimeControl "900+10"]
[WhiteElo "1500?"]
[BlackElo "1600"]
[Variant "Grand"]
[Termination "Time forfeit"]

1. e5 e6 2. Nc4 {a comment} Nc7 (2... Ng7 3. Nb5 (3. h4) h6) 3. h5 $1 d6
; a line
4. Nh4 Nb5 0-1
"#;

#[test]
fn a_pgn_of_pychess_is_read() {
    let refusal = read_record(&PYCHESS.replace("Nc4", "Nd4")).expect_err("no knight's move");
    assert!(refusal.message.starts_with("line 14: 'Nd4'"), "{}", refusal.message);
    let record = read_record(PYCHESS);
    let record = record.expect("a game");
    assert_eq!(record.warnings, []);
    assert_eq!(record.plies.len(), 8);
    assert_eq!(record.plies[6].line, 16);
    assert_eq!(
        record.outcome.as_ref().map(|o| (o.winner.map(Seat::index), o.reason)),
        Some((Some(1), EndReason::TIME))
    );
    let again = read_record(&record.strict).expect("our own record");
    assert_eq!((again.frames, again.warnings), (record.frames, vec![]));
    assert_eq!(again.strict, record.strict);
}

#[test]
fn records_of_every_setup_read_back() {
    for (index, setup) in ["classic", "classic+random", "random"].iter().enumerate() {
        let mut setting = Setting::default();
        for option in [
            format!("setup={setup}"),
            "extra=9".to_owned(),
            "seed=5".to_owned(),
            "promotion=initial".to_owned(),
            "diagonal-mirror=on".to_owned(),
        ] {
            setting.options.set(&option).expect("an option");
        }
        let mut table = open("grand-chess", &setting).expect("a table");
        let mut turn = 3 * index + 1;
        while table.outcome().is_none() && table.plies() < 120 {
            let seat = table.scene(Viewer::Public).to_act[0];
            let choices = table.scene(Viewer::Seat(seat)).choices;
            turn = turn * 31 + 7;
            let text = choices[turn % choices.len()].text.clone();
            if !text.starts_with("claim") {
                table.submit(seat, &text).expect("a choice");
            }
            turn %= 1_000_003;
        }
        let headers = [("White".to_owned(), "a \"b\" \\c\nd".to_owned())];
        let text = table.record(Viewer::Public, &headers);
        let record = read_record(&text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        assert_eq!(record.strict, text);
        assert_eq!(record.warnings, [], "{text}");
        assert_eq!(record.frames, table.frames(Viewer::Public));
    }
}

#[test]
fn bad_records_are_refused_with_their_line() {
    for (text, expected) in [
        ("[Variant \"Chess\"]\n\n1. e4", "line 1: variant 'Chess'"),
        ("[White me]\n1. e5", "line 1: '[White me]': expected a tag"),
        ("[Event \"x\"]\n\n1. e5 {no end", "line 3: a comment begins here"),
        ("[Event \"x\"]\n\n1. e5 (e6", "line 3: a variation begins here"),
        ("[Event \"x\"]\n\n1. e5 ) e6", "line 3: a bracket closes"),
        ("[Event \"x\"]\n\n1. e5 * e6", "line 3: 'e6': nothing may follow"),
        ("[FEN \"x\"]\n\n1. e5", "line 1: FEN 'x'"),
        ("[Array \"chosen\"]\n\n1. e5", "the first position is not known"),
        ("[Extra \"99\"]\n", "line 1: option extra"),
    ] {
        let refusal = read_record(text).expect_err(text);
        assert!(refusal.message.contains(expected), "{text}: {}", refusal.message);
    }
}

#[test]
fn a_byte_order_mark_and_empty_lines_before_a_pgn_are_passed_over() {
    let marked = read_record(&format!("\u{feff}\n{PYCHESS}")).expect("it reads");
    let plain = read_record(PYCHESS).expect("it reads");
    assert_eq!((marked.strict, marked.game), (plain.strict, "grand-chess"));
}

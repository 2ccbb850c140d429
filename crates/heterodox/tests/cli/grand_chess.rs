//! Grand Chess at the command line: moves, perft, results, records, pictures and error messages.

use crate::common::{heterodox, heterodox_with, strings};

const START: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

/// Returns the moves of a position in one line.
#[track_caller]
fn moves(position: &str, options: &[&str]) -> String {
    let mut args = vec!["moves", "grand-chess", "--position", position];
    args.extend(options.iter().flat_map(|option| ["--option", option]));
    let out = heterodox(&args).good();
    assert!(out.lines().is_sorted(), "{out}");
    out.lines().collect::<Vec<_>>().join(" ")
}

/// Returns the output of `play-moves` as lines.
#[track_caller]
fn play(position: &str, moves: &[&str]) -> Vec<String> {
    let start = ["play-moves", "grand-chess", "--position", position];
    heterodox(&[&start[..], moves].concat()).good().lines().map(str::to_owned).collect()
}

#[test]
fn the_start_has_sixty_five_moves() {
    let out = heterodox(&["moves", "grand-chess"]).good();
    assert_eq!(out.lines().count(), 65);
    assert!(out.starts_with("a1a2\na1b1\n") && out.contains("\nc3c5\n"), "{out}");
    let json = heterodox(&["moves", "grand-chess", "--json"]).json();
    assert_eq!(json["position"], START);
    assert_eq!(strings(&json["moves"]), out.lines().collect::<Vec<_>>());
}

#[test]
fn perft_gives_the_known_counts() {
    let passed = "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3";
    let pool = "10/4k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1";
    for (position, depth, nodes) in [
        (START, "0", "1"),
        (START, "1", "65"),
        (START, "2", "4225"),
        (START, "3", "259514"),
        (passed, "2", "5768"),
        (passed, "3", "400725"),
        (pool, "1", "15"),
        (pool, "2", "165"),
        (pool, "3", "2446"),
    ] {
        let args = ["perft", "grand-chess", "--position", position, "--depth", depth];
        assert_eq!(heterodox(&args).good(), format!("nodes: {nodes}\n"), "{position} {depth}");
    }
    let args = ["perft", "grand-chess", "--depth", "2", "--divide"];
    let out = heterodox(&args).good();
    assert_eq!(out.lines().count(), 66);
    assert!(out.starts_with("a1a2: 65\n") && out.ends_with("\nnodes: 4225\n"), "{out}");
}

#[test]
fn a_pawn_promotes_as_the_option_says_or_stays() {
    let position = "9k/10/1P8/10/10/10/10/10/10/9K w - - 0 9";
    let captured = moves(&format!("{position} pool=Gr,Q/"), &[]);
    assert_eq!(captured, "b8b9 b8b9gr b8b9q j1i1 j1i2 j1j2");
    let initial = moves(&format!("{position} init=Fo"), &["promotion=initial"]);
    assert_eq!(initial, "b8b9 b8b9fo j1i1 j1i2 j1j2");
    let all = moves(position, &["promotion=all"]);
    assert_eq!(all.split(' ').filter(|text| text.starts_with("b8b9")).count(), 80);
    // On rank 10 a pawn must promote, which is impossible with an empty pool.
    let last = "9k/1P8/10/10/10/10/10/10/10/9K w - - 0 9";
    assert_eq!(moves(&format!("{last} pool=Gr/"), &[]), "b9b10gr j1i1 j1i2 j1j2");
    assert_eq!(moves(&format!("{last} pool=/"), &[]), "j1i1 j1i2 j1j2");
    let lines = play(&format!("{last} pool=Gr,Gr/"), &["b9b10gr"]);
    assert_eq!(lines[0], "1{Gr}7k/10/10/10/10/10/10/10/10/9K b - - 0 9 pool=Gr/");
}

#[test]
fn games_end_as_the_rules_say() {
    let before_mate = "9k/10/7K2/10/10/10/8Q1/10/10/10 w - - 0 9 pool=/";
    let lines = play(before_mate, &["i4i9"]);
    assert_eq!(lines[1], "result: white checkmate");
    assert_eq!(moves(&lines[0], &[]), "");
    let finished = heterodox(&["play-moves", "grand-chess", "--position", &lines[0]]).good();
    assert_eq!(finished, "result: white checkmate\n");
    let count =
        heterodox(&["perft", "grand-chess", "--position", &lines[0], "--depth", "2"]).good();
    assert_eq!(count, "nodes: 0\n");
    let stalemate = play("9k/10/7K2/10/10/10/6Q3/10/10/10 w - - 0 9 pool=/", &["g4g9", "j10i10"]);
    assert_eq!(stalemate.last().expect("a line"), "result: *");
    let stuck = play("9k/10/8K1/10/10/10/7Q2/10/10/10 w - - 0 9 pool=/", &["h4h9"]);
    assert_eq!(stuck[1], "result: draw stalemate");
    let bare = play("k9/1N8/10/10/10/10/10/10/10/9K b - - 0 9 pool=/", &["a10b9"]);
    assert_eq!(bare[1], "result: draw bare-kings");
}

#[test]
fn draws_are_claimed_and_are_no_moves() {
    let there = ["b2a4", "b9a7", "a4b2", "a7b9"];
    let lines = play(START, &[there, there].concat());
    assert_eq!(lines.last().expect("a line"), "result: *");
    let claim = [&there[..], &there[..], &["claim threefold"]].concat();
    let lines = play(START, &claim);
    assert_eq!(lines.last().expect("a line"), "result: draw threefold");
    assert_eq!(lines[8], lines[7], "a claim leaves the position as it is");
    let quiet = "k9/10/10/10/10/10/10/10/1Q8/9K w - - 100 90 pool=/";
    assert!(!moves(quiet, &[]).contains("claim"));
    assert_eq!(play(quiet, &["claim fifty-moves"])[1], "result: draw fifty-moves");
    heterodox(&["play-moves", "grand-chess", "claim threefold"])
        .fails_with("error: move 1 'claim threefold': this position has not occurred three times");
}

#[test]
fn moves_are_read_as_san_too_and_written_as_the_game_writes_them() {
    let position = "9k/10/10/8n1/6n3/4{Ar}5/10/8b1/10/K9 w - - 0 9 pool=/";
    let args = ["play-moves", "grand-chess", "--json", "--position", position];
    for text in ["e5g6", "Arxg6*i7", "Arg6"] {
        let json = heterodox(&[&args[..], &[text]].concat()).json();
        assert_eq!(strings(&json["moves"]), ["e5g6"], "{text}");
        let after = "9k/10/10/10/6{Ar}3/10/10/8b1/10/K9 b - - 0 9 pool=/N,N";
        assert_eq!(strings(&json["positions"]), [after]);
        assert_eq!(json["warnings"].as_array().expect("an array").is_empty(), text != "Arg6");
    }
    let converted = play("9k/10/10/10/5n4/4{Di}5/10/10/10/K9 w - - 0 9 pool=/", &["Di~f6"]);
    assert_eq!(converted[0], "9k/10/10/10/5N4/4{Di}5/10/10/10/K9 b - - 0 9 pool=/");
}

#[test]
fn arrays_come_from_their_seed() {
    let args = ["moves", "grand-chess", "--json", "--option", "setup=random", "--option"];
    let array = |more: &[&str]| {
        heterodox(&[&args[..], more].concat()).json()["position"].as_str().map(str::to_owned)
    };
    let first = array(&["extra=12", "--option", "seed=7"]);
    assert_eq!(first, array(&["extra=12", "--option", "seed=7"]));
    assert_ne!(first, array(&["extra=12", "--option", "seed=8"]));
    assert_ne!(first, array(&["extra=12", "--option", "seed=7", "--option", "diagonal-mirror=on"]));
}

#[test]
fn pieces_of_ones_own_move_by_their_betza_notation() {
    let position = "9k/10/10/10/4{Xx}5/10/10/10/10/9K w - - 0 9 pool=/";
    let own = moves(position, &["own=Xx:DvR"]);
    let expected = "e6c6 e6e1 e6e10 e6e2 e6e3 e6e4 e6e5 e6e7 e6e8 e6e9 e6g6 j1i1 j1i2 j1j2";
    assert_eq!(own, expected);
    let args = ["moves", "grand-chess", "--position", position];
    heterodox(&args).fails_with(&format!("error: position '{position}': rank 6: 'Xx' is no piece"));
}

#[test]
fn bad_positions_and_options_are_refused_precisely() {
    for (position, why) in [
        ("", "expected '<ranks> <w|b>"),
        ("x", "expected '<ranks> <w|b>"),
        (
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8 w - - 0 1",
            "rank 1: 9 squares, expected 10",
        ),
        ("9k/10/10/10/10/10/10/10/10/10 w - - 0 1", "impossible position: white has 0 kings"),
        ("9k/10/10/10/10/10/10/10/10/K9 w KQ - 0 1", "castling"),
        ("9k/10/10/10/10/10/10/10/10/K9 w - e5 0 1", "en passant square e5"),
        ("9k/10/10/10/10/10/10/10/10/K9 w - - 0 0", "move number '0': expected a number from 1"),
        ("9k/10/10/10/10/10/10/10/10/K8Q w - - 0 1", "black is in check and not to move"),
        ("P8k/10/10/10/10/10/10/10/10/K9 w - - 0 1", "white has a pawn on a10"),
        ("9k/10/10/10/10/10/10/10/10/K9 w - - 0 1 pool=K/", "pool"),
    ] {
        let ran = heterodox(&["moves", "grand-chess", "--position", position]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{position}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.starts_with("error: position '"), "{}", ran.err);
        assert!(ran.err.contains(why), "{position}: {}", ran.err);
    }
    for (option, line) in [
        (
            "setup=best",
            "error: option setup: 'best' is not one of: classic, classic+random, classic+chosen, random, chosen",
        ),
        (
            "extra=11",
            "error: option extra: '11': expected at most 10 pieces with setup=classic+random",
        ),
        (
            "seed=minus",
            "error: option seed: 'minus': expected a number from 0 to 18446744073709551615",
        ),
        ("promotion=none", "error: option promotion: 'none' is not one of: captured, initial, all"),
        (
            "own=Xx:foo",
            "error: option own: 'Xx:foo': moves, at 2: 'o' is no modifier here; there are m c f b l r v s p g",
        ),
    ] {
        let setup = if option.starts_with("extra") || option.starts_with("seed") {
            vec!["--option", "setup=classic+random"]
        } else {
            vec![]
        };
        let args = ["moves", "grand-chess", "--option", option];
        heterodox(&[&args[..], &setup].concat()).fails_with(line);
    }
    for setup in ["setup=chosen", "setup=classic+chosen"] {
        for command in [&["moves"][..], &["perft", "--depth", "1"], &["play-moves"]] {
            let args = [command, &["grand-chess", "--option", setup]].concat();
            heterodox(&args).fails_with(
                "error: grand-chess has no first position with these options, as its pieces are still to be picked: give --position P",
            );
        }
    }
}

#[test]
fn an_impossible_move_stops_after_the_positions_before_it() {
    let after = "r8r/1nbqkcabn1/pppppppppp/10/10/4P5/10/PPPP1PPPPP/1NBQKCABN1/R8R b - e4 0 1";
    for (bad, why) in [
        ("e8e4", "'e8e4'"),
        ("e3e4", "'e3e4'"),
        ("Nd4", "'Nd4': no piece can make this move"),
        ("", "''"),
        ("zz", "'zz'"),
        ("e8e7zz", "'zz' is no piece that anything promotes to"),
    ] {
        let ran = heterodox(&["play-moves", "grand-chess", "e3e5", bad]);
        assert_eq!((ran.status, ran.out), (Some(2), format!("{after}\n")), "{bad}");
        assert!(ran.err.starts_with("error: move 2"), "{}", ran.err);
        assert!(ran.err.contains(why) && ran.err.lines().count() == 1, "{bad}: {}", ran.err);
    }
}

const PYCHESS: &str = r#"[Event "PyChess casual game"]
[Site "https://www.pychess.org/AbCdEfGh"]
[White "first"]
[Black "second"]
[Result "0-1"]
[TimeControl "900+10"]
[Variant "Grand"]
[Termination "Time forfeit"]

1. e5 e6 2. Nc4 {a comment} Nc7 (2... Ng7) 3. h5 $1 d6 4. Nh4 Nb5 0-1
"#;

#[test]
fn a_pgn_is_recognised_and_replayed() {
    let ran = heterodox_with(&["replay", "-"], PYCHESS.as_bytes());
    assert_eq!(ran.err, "");
    let out = ran.good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 10);
    assert_eq!((lines[0], lines[1], lines[7]), ("1. white e5", "2. black e6", "8. black Nb5"));
    let last = "r8r/2bqkcabn1/ppp2ppppp/10/3pp5/1n2P2P2/2N4N2/PPPP1PP1PP/2BQKCAB2/R8R w - - 2 5";
    assert_eq!(lines[8], format!("position: {last}"));
    assert_eq!(lines[9], "result: black time");
    let strict = heterodox_with(&["replay", "-", "--strict"], PYCHESS.as_bytes()).good();
    assert!(strict.contains("[Variant \"Grand Chess\"]\n"), "{strict}");
    let again = heterodox_with(&["replay", "-"], strict.as_bytes());
    assert_eq!((again.err.as_str(), again.out.as_str()), ("", out.as_str()));
    let json = heterodox_with(&["replay", "-", "--json"], PYCHESS.as_bytes()).json();
    assert_eq!((&json["game"], &json["final"]), (&"grand-chess".into(), &last.into()));
    assert_eq!(json["result"], serde_json::json!({"winner": "black", "reason": "time"}));
    assert_eq!(json["plies"][3]["line"], 10);
}

#[test]
fn a_bad_pgn_is_refused_with_its_line() {
    for (text, line) in [
        (PYCHESS.replace("Nc4", "Nd4"), "line 10: 'Nd4': no piece can make this move"),
        (PYCHESS.replace("Grand", "Chess"), "line 7: variant 'Chess': expected Grand Chess"),
        (
            PYCHESS.replace("[White \"first\"]", "[White first]"),
            "line 3: '[White first]': expected a tag such as [White \"name\"]",
        ),
        (
            PYCHESS.replace("{a comment}", "{a comment"),
            "line 10: a comment begins here and does not end",
        ),
    ] {
        let ran = heterodox_with(&["replay", "-"], text.as_bytes());
        ran.fails_with(&format!("error: standard input: {line}"));
        assert_eq!(ran.out, "");
    }
}

#[test]
fn the_board_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, more) in [
        ("start.svg", &[][..]),
        ("start.png", &["--size", "400"]),
        ("array.png", &["--option", "setup=random", "--option", "extra=19"]),
        ("black.svg", &["--as", "black", "--names", "--theme", "dark"]),
        ("empty.svg", &["--empty"]),
    ] {
        let path = folder.path().join(name);
        let args = ["draw", "grand-chess", "-o", path.to_str().expect("a path")];
        assert_eq!(heterodox(&[&args[..], more].concat()).good(), "");
        let picture = std::fs::read(&path).expect("the picture");
        let begins: &[u8] = if name.ends_with("svg") { b"<svg" } else { b"\x89PNG" };
        assert!(picture.starts_with(begins), "{name}");
    }
    let path = folder.path().join("x.svg");
    let args = ["draw", "grand-chess", "--as", "green", "-o", path.to_str().expect("a path")];
    heterodox(&args).fails_with("error: --as 'green': expected white, black or 0 to 1");
    assert!(!path.exists());
}

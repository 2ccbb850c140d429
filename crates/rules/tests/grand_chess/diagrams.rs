//! Diagrams of pieces: what they say holds by the other generator, by the guide's examples, and
//! where there are no kings.

use crate::agreement::scattered;
use heterodox_rules::{
    DiagramRequest, Options, PieceDiagram, Refusal, TargetKind, board, info, piece_diagram,
};
use heterodox_testkit::Rng;
use heterodox_testkit::grand_chess::slow::{self, Slow};
use serde_json::Value;
use std::collections::BTreeSet;

const GAME: &str = "grand-chess";

fn options(pairs: &[&str]) -> Options {
    let mut options = Options::default();
    for pair in pairs {
        options.set(pair).expect("an option");
    }
    options
}

fn ask(
    pairs: &[&str],
    position: &str,
    from: &str,
    last: Option<&str>,
) -> Result<PieceDiagram, Refusal> {
    piece_diagram(GAME, &options(pairs), &DiagramRequest { position, from, last })
}

fn diagram(position: &str, from: &str) -> PieceDiagram {
    ask(&[], position, from, None).unwrap_or_else(|refusal| panic!("{position}: {refusal}"))
}

/// The cells of targets of some kinds, in the order of the board.
fn cells(diagram: &PieceDiagram, kinds: &[TargetKind]) -> String {
    let shown = diagram.targets.iter().filter(|target| kinds.contains(&target.kind));
    shown.map(|target| target.cell.as_str()).collect::<Vec<_>>().join(" ")
}

fn kind_of(diagram: &PieceDiagram, cell: &str) -> Option<TargetKind> {
    diagram.targets.iter().find(|target| target.cell == cell).map(|target| target.kind)
}

/// The legal moves of every piece, and what it could capture on every empty square, in random
/// positions.
#[test]
fn they_agree_with_the_slow_generator() {
    let mut rng = Rng::new(11);
    let mut compared = 0;
    while compared < 150 {
        let (slow, promotion) = scattered(&mut rng);
        if slow.impossible() {
            continue;
        }
        let legal = slow.legal();
        for (from, (white, kind)) in slow.men() {
            if white != slow.white || rng.below(3) > 0 {
                continue;
            }
            compared += 1;
            let option = format!("promotion={promotion}");
            let fen = slow.fen();
            let name = slow::name(from);
            let diagram = ask(&[&option], &fen, &name, None).expect("a diagram");
            let shown: BTreeSet<String> = diagram
                .targets
                .iter()
                .filter(|target| target.now)
                .map(|target| target.cell.clone())
                .collect();
            let true_ones: BTreeSet<String> =
                legal.iter().filter(|m| m.0 == from).map(|m| slow::name(m.1)).collect();
            assert_eq!(shown, true_ones, "{fen} {name}");
            assert!(diagram.heeds_king);
            if kind != "Cm" {
                compare_trials(&slow, from, &diagram, &mut rng);
            }
        }
    }
}

/// An enemy on an empty square is captured if the diagram says so.
fn compare_trials(slow: &Slow, from: slow::Sq, diagram: &PieceDiagram, rng: &mut Rng) {
    for _ in 0..6 {
        let to = (rng.below(10) as i32, rng.below(10) as i32);
        let name = slow::name(to);
        if slow.at(to).is_some() || slow.passed == Some(to) {
            continue;
        }
        let mut trial = slow.clone();
        trial.board[to.0 as usize][to.1 as usize] = Some((!slow.white, "N"));
        // A piece may leap over the knight to the enemy king.
        if trial.impossible() {
            continue;
        }
        let taken = trial.legal().iter().any(|m| m.0 == from && m.1 == to);
        let said = matches!(kind_of(diagram, &name), Some(TargetKind::Capture | TargetKind::Both));
        assert_eq!(said, taken, "{} {} {name}", slow.fen(), diagram.from);
    }
}

/// The examples of the guide, without kings as they are drawn.
#[test]
fn they_show_what_the_guide_tells() {
    let text = include_str!("../../../../data/grand-guide.json");
    let guide: Value = serde_json::from_str(text).expect("the guide's file");
    let texts = |value: &Value| -> Vec<String> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|v| v.as_str().map(str::to_owned))
            .collect()
    };
    for example in guide["examples"].as_array().expect("examples") {
        let key = example["key"].as_str().expect("a key");
        let mut position = example["position"].as_str().expect("a position").to_owned();
        if let Some(fields) = example["fields"].as_str() {
            position = format!("{position} w - - 0 9 {fields}");
        }
        let from = example["from"].as_str().expect("a square");
        let diagram = ask(&[], &position, from, example["last"].as_str())
            .unwrap_or_else(|refusal| panic!("{key}: {refusal}"));
        let expects = &example["expects"];
        let now = |cell: &String| {
            diagram.targets.iter().find(|target| target.cell == *cell && target.now)
        };
        for cell in texts(&expects["moves"]) {
            assert!(now(&cell).is_some(), "{key}: goes to {cell}");
        }
        for cell in texts(&expects["captures"]) {
            let target = now(&cell).unwrap_or_else(|| panic!("{key}: acts on {cell}"));
            assert!(!target.victims.is_empty(), "{key}: {cell}");
        }
        for cell in texts(&expects["not"]) {
            assert!(now(&cell).is_none(), "{key}: does not go to {cell}");
        }
        for cell in texts(&expects["conversions"]) {
            assert!(now(&cell).is_some_and(|target| target.converts), "{key}: converts {cell}");
        }
        for cell in texts(&expects["frozen"]) {
            assert!(diagram.freezes.contains(&cell), "{key}: freezes {cell}");
        }
        for (cell, victims) in expects["victims"].as_object().into_iter().flatten() {
            let shown = &now(cell).unwrap_or_else(|| panic!("{key}: {cell}")).victims;
            let shown: BTreeSet<&String> = shown.iter().collect();
            let expected = texts(victims);
            assert_eq!(shown, expected.iter().collect(), "{key}: {cell}");
        }
        for (cell, kinds) in expects["promotions"].as_object().into_iter().flatten() {
            let promotes = texts(kinds).iter().any(|kind| kind != "none");
            assert_eq!(now(cell).is_some_and(|target| target.promotes), promotes, "{key}: {cell}");
        }
    }
}

#[test]
fn every_piece_has_a_diagram_on_every_square_of_the_empty_board() {
    for code in info(GAME).expect("the game").pieces {
        let man = if code.len() == 1 { (*code).to_owned() } else { format!("{{{code}}}") };
        let corners = ["a1", "e5", "j10"];
        for square in if *code == "P" { &corners[1..2] } else { &corners } {
            let (file, rank) = (usize::from(square.as_bytes()[0] - b'a'), &square[1..]);
            let rank: usize = rank.parse().expect("a rank");
            let mut run = String::new();
            if file > 0 {
                run += &file.to_string();
            }
            run += &man;
            if file < 9 {
                run += &(9 - file).to_string();
            }
            let ranks: Vec<&str> =
                (1..=10).rev().map(|r| if r == rank { run.as_str() } else { "10" }).collect();
            let diagram = diagram(&ranks.join("/"), square);
            assert_eq!((diagram.kind, diagram.from.as_str()), (*code, *square));
            assert!(!diagram.heeds_king || *code == "K");
            let idle = ["Wm", "Gr", "Ka", "Fo"].contains(code);
            assert_eq!(diagram.targets.is_empty(), idle, "{code} {square}");
        }
    }
}

#[test]
fn moves_and_captures_are_told_apart() {
    use TargetKind::{Both, Capture, Move};
    let steward = diagram("10/10/10/10/10/4{St}5/10/10/10/10", "e5");
    assert_eq!(cells(&steward, &[Move]), "e4 d5 f5 e6");
    assert_eq!(cells(&steward, &[Capture]), "d4 f4 d6 f6");
    let pawn = diagram("10/10/10/10/10/10/10/4P5/10/10", "e3");
    assert_eq!(cells(&pawn, &[Move]), "e4 e5");
    assert_eq!(cells(&pawn, &[Capture]), "d4 f4");
    let black = diagram("10/10/4p5/10/10/10/10/10/10/10", "e8");
    assert_eq!(
        (cells(&black, &[Move]), cells(&black, &[Capture])),
        ("e6 e7".into(), "d7 f7".into())
    );
    let diplomat = diagram("10/10/10/10/10/4{Di}5/10/10/10/10", "e5");
    assert_eq!(cells(&diplomat, &[Both]), "d4 e4 f4 d5 f5 d6 e6 f6");
    assert!(diplomat.targets.iter().all(|target| target.converts && target.now));
}

#[test]
fn what_stands_in_the_way_blocks() {
    let rook = diagram("10/10/4p5/10/10/1P2R5/10/4{Bl}5/10/10", "e5");
    assert_eq!(cells(&rook, &[TargetKind::Blocked]), "e1 e2 e3 a5 b5 e9 e10");
    let rook = diagram("10/10/10/10/10/4R5/10/4{bl}5/10/10", "e5");
    assert_eq!(cells(&rook, &[TargetKind::Blocked]), "e1 e2 e3");
    // A Cannon goes to the nearer squares and captures on those behind a hurdle.
    let cannon = diagram("10/10/10/4p5/10/4{Cn}5/10/10/10/10", "e5");
    assert_eq!(kind_of(&cannon, "e6"), Some(TargetKind::Move));
    assert_eq!(kind_of(&cannon, "e7"), Some(TargetKind::Blocked));
    assert_eq!(kind_of(&cannon, "e8"), Some(TargetKind::Capture));
}

#[test]
fn a_king_on_the_board_is_heeded_and_a_missing_one_is_not() {
    let pinned = diagram("10/10/10/4r5/10/4B5/10/4K5/10/10", "e5");
    assert!(pinned.heeds_king);
    assert!(pinned.targets.iter().all(|target| target.kind == TargetKind::Unsafe && !target.now));
    assert!(!pinned.targets.is_empty());
    let free = diagram("10/10/10/4r5/10/4B5/10/10/10/10", "e5");
    assert!(!free.heeds_king && free.targets.iter().all(|target| target.now));
    let king = diagram("10/10/10/10/5r4/10/4K5/10/10/10", "e4");
    assert_eq!(cells(&king, &[TargetKind::Unsafe]), "f3 f4 f5");
    // A Coordinator without its king threatens none, on whatever file.
    for file in 0..10 {
        let rank = |man: &str| match file {
            0 => format!("{man}9"),
            9 => format!("9{man}"),
            _ => format!("{file}{man}{}", 9 - file),
        };
        let board = format!("10/10/4{{co}}5/10/10/{}/10/10/10/10", rank("K"));
        let from = format!("{}5", char::from(b'a' + file));
        let king = diagram(&board, &from);
        assert!(king.targets.iter().all(|target| target.now), "{board}");
    }
    let check = diagram("10/10/10/4k5/10/4R5/10/10/10/10", "e5");
    assert_eq!(check.checks.as_deref(), Some("e7"));
    // Its king beside it a Chameleon attacks too, though no mimicry leads there.
    let chameleon = diagram("10/10/10/10/4k5/4{Cm}5/10/10/10/10", "e5");
    assert_eq!(chameleon.checks.as_deref(), Some("e6"));
}

#[test]
fn captures_from_afar_are_shown() {
    let archer = diagram("10/10/10/10/10/4{Ar}5/10/10/10/10", "e5");
    let afar: Vec<&str> = archer.afar.iter().map(|afar| afar.cell.as_str()).collect();
    assert_eq!(afar.join(" "), "c1 g1 a3 i3 a7 i7 c9 g9");
    assert!(archer.afar.iter().all(|afar| !afar.now && afar.by.len() == 1));
    let alone = diagram("10/10/10/10/10/4{Co}5/10/10/10/10", "e5");
    assert!(alone.afar.is_empty(), "without its king it captures nothing");
    let coordinator = diagram("10/10/10/10/10/4{Co}5/1n8/10/3K6/10", "e5");
    let knight = coordinator.afar.iter().find(|afar| afar.cell == "b4");
    assert_eq!(knight, None, "b4 is no corner of a rectangle with d2");
    let coordinator = diagram("10/10/10/10/3n6/4{Co}5/10/10/3K6/10", "e5");
    let knight = coordinator.afar.iter().find(|afar| afar.cell == "d6").expect("a victim");
    assert_eq!((knight.now, knight.by.join(" ")), (true, "e6 f6".to_owned()));
    let immobilizer = diagram("10/10/10/10/10/{Im}9/10/10/10/10", "a5");
    assert_eq!(immobilizer.freezes.join(" "), "a4 b4 b5 a6 b6");
}

#[test]
fn what_cannot_move_says_why() {
    let start = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/{Gr}8R w - - 0 1";
    assert_eq!(diagram(start, "a1").stuck, Some("locked"));
    assert_eq!(diagram("10/10/10/10/10/{Gr}9/10/10/10/10", "a5").stuck, None);
    let frozen = diagram("10/10/10/10/{im}9/R9/10/10/10/10", "a5");
    assert_eq!(frozen.stuck, Some("frozen"));
    assert!(frozen.targets.iter().all(|target| target.kind == TargetKind::Blocked));
    let fool = "10/10/10/10/5r4/4{Fo}5/10/10/10/10";
    assert_eq!(diagram(fool, "e5").stuck, Some("nothing-to-copy"));
    let copies = ask(&[], fool, "e5", Some("N")).expect("a diagram");
    assert_eq!((copies.stuck, copies.moves_as, copies.targets.len()), (None, Some("N"), 8));
    let copies = ask(&[], fool, "e5", Some("a6f6")).expect("a diagram");
    assert_eq!(copies.moves_as, Some("R"));
}

#[test]
fn pieces_of_ones_own_have_diagrams() {
    let board = "10/10/10/10/10/4{Xy}5/10/10/10/10";
    let diagram = ask(&["own=Xy:mWcF"], board, "e5", None).expect("a diagram");
    assert_eq!(cells(&diagram, &[TargetKind::Move]), "e4 d5 f5 e6");
    assert_eq!(cells(&diagram, &[TargetKind::Capture]), "d4 f4 d6 f6");
}

#[test]
fn what_cannot_be_read_is_refused_with_reasons() {
    let board = "10/10/10/10/10/4R5/10/10/10/10";
    let long = "9".repeat(3000);
    for (position, from, last, code, part) in [
        (board, "e11", None, "no-such-cell", "'e11' is no square"),
        (board, "", None, "no-such-cell", "expected one such as e5"),
        (board, "e6", None, "no-piece-there", "no piece stands on e6"),
        ("10/10", "e5", None, "bad-position", "expected 10 ranks"),
        ("", "e5", None, "bad-position", "expected 10 ranks"),
        ("10/10/10/10/10/4{Zz}5/10/10/10/10", "e5", None, "bad-position", "'Zz' is no piece"),
        (long.as_str(), "e5", None, "bad-position", "longer than 2000"),
        (board, "e5", Some("Zz"), "bad-last-move", "last move 'Zz'"),
        (board, "e5", Some("Fo"), "bad-last-move", "expected the code"),
        (board, "e5", Some("a1a2"), "bad-last-move", "a square with an enemy"),
        (board, "e5", Some("é"), "bad-last-move", "last move 'é'"),
        (board, "e5", Some(""), "bad-last-move", "last move ''"),
        ("10/10/10/10/10/4R5/10/10/10/P9", "e5", None, "bad-position", "a pawn on a1"),
        ("10/10/10/10/10/4R5/10/10/10/10 w - d7 0 9", "e5", None, "bad-position", "en passant"),
    ] {
        let refusal = ask(&[], position, from, last).expect_err(position);
        assert_eq!(refusal.code, code, "{position} {from} {last:?}: {refusal}");
        assert!(refusal.message.contains(part), "{refusal}");
    }
    let own = ask(&["own=Xy:Y"], board, "e5", None).expect_err("no unit");
    assert_eq!(own.code, "bad-option");
    let request = DiagramRequest { position: "", from: "E37", last: None };
    let refusal = piece_diagram("klinzha", &Options::default(), &request).expect_err("no rows");
    assert_eq!(refusal.code, "bad-position");
}

/// Invalid texts are errors, not panics.
#[test]
fn garbage_is_read_or_refused() {
    let mut rng = Rng::new(3);
    let parts =
        ["10", "/", "4", "{Im}", "{im}", "{Co}", "{co}", "{Cm}", "K", "k", "P", "p", " w - - 0 9"];
    for _ in 0..3000 {
        let ranks: Vec<String> = (0..10)
            .map(|_| {
                if rng.below(3) == 0 {
                    return "10".to_owned();
                }
                let at = rng.below(10);
                let man = parts[3 + rng.below(9)];
                let before = if at > 0 { at.to_string() } else { String::new() };
                let after = if at < 9 { (9 - at).to_string() } else { String::new() };
                format!("{before}{man}{after}")
            })
            .collect();
        let mut position = ranks.join("/");
        if rng.below(5) == 0 {
            position += parts[rng.below(parts.len())];
        }
        let cell = board(GAME).expect("a board").cells[rng.below(100)].name.clone();
        let last = ["N", "d8d6", "Co", "Cm", "a1a3", "x"][rng.below(6)];
        let _ = ask(&[], &position, &cell, Some(last).filter(|_| rng.below(2) == 0));
    }
}

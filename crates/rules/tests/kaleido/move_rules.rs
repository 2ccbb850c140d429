//! Pieces and moves (§3.2). The source's sentence stands above each test.

use heterodox_rules::kaleido::{Kind, board};
use heterodox_rules::{Seat, Viewer};
use heterodox_testkit::kaleido::tables::{self, at, play, position, submit, targets};

/// A piece of White's on a cell, with others that hold castles.
fn from(piece: &str, cell: &str, others: &str) -> Vec<&'static str> {
    targets(&position(&format!("w{piece}@{cell} {others} wP@7J bP@5J"), "w"), cell)
}

/// "… pjäserna delas in i gående pjäser (som har prickar) och flygande pjäser."
#[test]
fn the_pieces_walk_or_fly_so_many_steps() {
    let steps = |kind: Kind| (kind.code(), kind.steps(), kind.flies());
    assert_eq!(
        Kind::ALL.map(steps),
        [
            ("W", 3, true),
            ("D", 4, true),
            ("R", 3, true),
            ("E", 2, true),
            ("V", 1, true),
            ("L", 4, false),
            ("T", 3, false),
            ("H", 2, false),
            ("P", 1, false),
        ]
    );
}

/// "Varje spelare har 1 trollkarl, 1 drake, 2 fågel rok, 2 örnar, 2 korpar, 2 elefanter, 2 tigrar,
/// 2 hästar och 4 bönder" – 18 pieces.
#[test]
fn each_player_has_eighteen_pieces() {
    assert_eq!(Kind::ALL.map(Kind::count), [1, 1, 2, 2, 2, 2, 2, 2, 4]);
    assert_eq!(Kind::ALL.map(Kind::count).iter().sum::<usize>(), 18);
}

/// "Gående pjäser förflyttas genom att ta steg mellan rutor som angränsar helt eller delvis med en
/// sida."
#[test]
fn walkers_step_across_sides() {
    assert_eq!(from("P", "1D", ""), ["1B", "1E", "1F", "1G", "8E"]);
    assert_eq!(from("P", "00", ""), ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A"]);
    assert_eq!(from("H", "1D", ""), ["1C", "1F", "1G", "1H", "2D", "8C", "8D", "8G", "8H"]);
}

/// "Flygande pjäser får förflyttas som gående pjäser, men de får även flyga mellan rutor som endast
/// har kontakt till varandra i hörnen."
#[test]
fn fliers_step_across_sides_and_corners() {
    assert_eq!(from("V", "1D", ""), ["1B", "1C", "1E", "1F", "1G", "8C", "8E", "8H"]);
    assert_eq!(from("V", "1J", ""), ["1F", "1G", "1H", "1I", "1K"]);
    assert_eq!(from("E", "1J", ""), ["1F", "1G", "1H", "2F", "2I", "8H", "8K"]);
}

/// "Gående pjäser får ej passera rutor där det står andra pjäser – vare sig ens egna eller
/// motståndarens."
#[test]
fn walkers_do_not_pass_pieces_of_either_side() {
    assert_eq!(from("H", "1J", ""), ["1F", "1H", "2I", "8K"]);
    assert_eq!(from("H", "1J", "bP@1K"), ["1F", "1H", "8K"]);
    assert_eq!(from("H", "1J", "wP@1K"), ["1F", "1H", "8K"]);
    assert_eq!(from("H", "1J", "bP@1K wP@1I bW@1G"), [""; 0]);
    // What stands on the last cell does not bar the way.
    assert_eq!(from("H", "1J", "bP@8K wP@2I"), ["1F", "1H", "2I", "8K"]);
    // Only through 1G and 1F, and then on along the ring.
    assert_eq!(from("T", "1J", "bP@1I bP@1K bP@1H"), ["8H"]);
}

/// "Flygande pjäser får passera rutor som är upptagna av andra pjäser."
#[test]
fn fliers_pass_over_pieces() {
    let free = from("E", "1J", "");
    assert_eq!(from("E", "1J", "bP@1I wP@1K bP@1G wP@1F bP@1H"), free);
}

/// "Alla pjäser måste alltid gå exakt så många steg som de skall – varken fler eller färre!"
#[test]
fn pieces_go_exactly_so_many_steps() {
    // Along the outer ring, where no way is shorter or longer.
    let along = |piece: &str| -> Vec<&str> {
        let ring = |name: &&str| name.ends_with(['I', 'J', 'K']);
        from(piece, "1J", "").into_iter().filter(ring).collect()
    };
    assert_eq!(along("P"), ["1I", "1K"]);
    assert_eq!(along("H"), ["2I", "8K"]);
    assert_eq!(along("T"), ["2J", "8J"]);
    assert_eq!(along("L"), ["2K", "8I"]);
    assert_eq!(along("D"), ["2K", "8I"]);
    assert_eq!(along("R"), ["2J", "8J"]);
    assert_eq!(along("E"), ["2I", "8K"]);
    assert_eq!(along("V"), ["1I", "1K"]);
}

/// "Ingen pjäs får passera en och samma ruta mer än en gång i ett drag och de får ej heller gå
/// tillbaka till den ruta de stod på vid dragets start."
#[test]
fn no_cell_is_used_twice_the_first_one_included() {
    for kind in Kind::ALL {
        for cell in board::ALL {
            let name = board::name(cell);
            assert!(!from(kind.code(), name, "").contains(&name), "{kind} {name}");
        }
    }
    // Two steps to the next cell would need a step back; the only detour crosses a line twice.
    assert!(!from("H", "1J", "").contains(&"1K"));
    assert!(!from("T", "1J", "").contains(&"1K"));
}

/// "Pjäserna får endast passera en sådan cirkellinje en gång per drag. Detta innebär att en pjäs
/// endast kan komma en ruta närmare eller längre ifrån spelplanens mitt."
#[test]
fn only_one_circle_line_is_crossed() {
    for kind in Kind::ALL.into_iter().filter(|kind| !kind.crosses_freely()) {
        for cell in board::ALL {
            for to in from(kind.code(), board::name(cell), "") {
                let to = board::by_name(to).expect("a cell");
                assert!(board::ring(to).abs_diff(board::ring(cell)) <= 1, "{kind}");
            }
        }
    }
    // From the middle every piece stays in the first ring, having crossed its line with the first
    // step.
    assert_eq!(from("H", "00", ""), ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A"]);
}

/// "… att en pjäs ej kan gå först in mot mitten och sedan ut igen i ett drag, eftersom den då
/// korsar en och samma cirkellinje två gånger!"
#[test]
fn nobody_goes_in_and_out_again() {
    // 1J, 1I, 1F, 8K would cross twice; flying along the ring, three steps lead to 8J.
    assert!(!from("R", "1J", "").contains(&"8K"));
    // 8A, 00, 4A: the middle cannot be passed.
    assert!(!from("E", "8A", "").contains(&"4A"));
    assert!(from("W", "8B", "").contains(&"5A"), "by 8A and 00");
}

/// "Det är tillåtet att flytta pjäser utan att korsa någon cirkellinje."
#[test]
fn no_line_needs_to_be_crossed() {
    assert!(from("L", "1J", "").contains(&"2K"));
    assert!(from("D", "1A", "").contains(&"5A"));
}

/// "Det finns dock ett undantag till denna regel: trollkarlen kan obehindrat passera en, två eller
/// tre cirkellinjer i ett drag. Han får även korsa samma cirkellinjer mer än en gång per drag."
#[test]
fn the_wizard_crosses_lines_freely() {
    let wizard = from("W", "1J", "");
    for (reached, lines) in [("2J", 0), ("2G", 1), ("1C", 3), ("1B", 3), ("8D", 2)] {
        assert!(wizard.contains(&reached), "{reached} over {lines} lines: {wizard:?}");
    }
    assert!(wizard.contains(&"8K"), "the same line twice");
    // The example of the source's notation: 1B-1C-1E-2F.
    assert!(from("W", "1B", "").contains(&"2F"));
    assert!(!from("R", "1B", "").contains(&"2F"));
}

/// "Om en pjäs hamnar på en ruta där motspelaren har en pjäs så slås motspelarens pjäs ut. Vilken
/// pjäs som helst kan slå ut vilken annan pjäs som helst. … Utslagna pjäser tas bort från
/// spelplanen."
#[test]
fn any_piece_captures_any_piece() {
    for kind in Kind::ALL {
        for victim in Kind::ALL {
            let code = (kind.code(), victim.code());
            let to = from(code.0, "1D", "")[0];
            let mut table = at(&format!("w{}@1D b{}@{to} wP@1J bP@5J", code.0, code.1), "w", &[]);
            play(&mut table, &format!("1D+{to}"));
            let frame = table.scene(Viewer::Public).frame;
            assert_eq!(frame.pieces.len(), 3);
            assert_eq!(
                (frame.captured[0].side, frame.captured[0].kind.as_str()),
                ("black", code.1)
            );
        }
    }
}

/// "Det är även tillåtet att slå ut sina egna pjäser!"
#[test]
fn own_pieces_may_be_captured() {
    let mut table = at("wP@1D wW@1E wP@1J bP@5J", "w", &[]);
    play(&mut table, "1D+1E");
    let frame = table.scene(Viewer::Public).frame;
    assert_eq!(frame.captured[0].side, "white");
    assert_eq!(frame.pieces.len(), 3);
}

/// "Ny regel 2004: Du får aldrig ångra ditt senaste drag under det direkt följande draget. … Du
/// måste istället flytta pjäsen till en annan position eller flytta en annan pjäs."
#[test]
fn the_last_move_is_not_undone() {
    let mut table = at("wP@1D wP@1J bP@5J bP@5D", "w", &[]);
    play(&mut table, "1D-1E 5D-5E");
    let refusal = submit(&mut table, "1E-1D").expect_err("an undoing");
    assert_eq!(refusal.code, "no-undo");
    assert_eq!(refusal.message, "'1E-1D': it would undo the last move, 1D-1E");
    let mut elsewhere = table.clone();
    play(&mut elsewhere, "1E-2D");
    // A move later it may go back.
    let mut table = at("wP@1D wP@1J wP@3J bP@5J bP@5D", "w", &[]);
    play(&mut table, "1D-1E 5D-5E 1J-1I 5E-5G 1E-1D");
}

/// R-KC2: a move back is forbidden also if the last move or the move back captures, and also if
/// the two take different paths.
#[test]
fn a_capture_is_an_undoing_too() {
    let mut table = at("wP@1D wP@1J bR@5J bP@1E bE@2D bP@7J", "w", &[]);
    play(&mut table, "1D+1E 2D-1D");
    assert_eq!(submit(&mut table, "1E+1D").expect_err("an undoing").code, "no-undo");
}

/// R-KC2: the undo rule forbids nothing if the piece that the player moved last was captured. It
/// forbids a move from the end of the last move to its beginning.
#[test]
fn without_an_own_piece_there_nothing_is_forbidden() {
    let mut table = at("wP@1D wP@1J bP@5J bP@2D", "w", &[]);
    play(&mut table, "1D-1E 2D+1E");
    assert!(table.scene(Viewer::Public).notices.is_empty());
    let forbidden = position("wP@1D wW@1J bP@5J", "w 1E-1F,- - 3");
    assert_eq!(forbidden.forbidden(forbidden.turn()), None, "nothing of White's on 1F");
    let forbidden = position("wP@1F wW@1J bP@5J", "w 1D-1F,- - 3");
    assert!(!targets(&forbidden, "1F").contains(&"1D"));
}

/// "Detta kan bidra till att du hamnar i en situation där du inte kan göra något drag!"
#[test]
fn the_undo_rule_may_lock_a_player_in() {
    // The Tiger's only way leads back to where it came from.
    let mut table = at("wT@1J bP@1I bP@1K bP@1H bP@5J bP@5D", "b 8H-1J,- - 5", &[]);
    play(&mut table, "5D-5E");
    let outcome = table.outcome().expect("a result");
    assert_eq!((outcome.winner.map(Seat::index), outcome.reason.key()), (Some(1), "locked-in"));
    let mut table = at("wT@1J bP@1I bP@1K bP@1H bP@5J bP@5D", "b 8J-1J,- - 5", &[]);
    play(&mut table, "5D-5E");
    assert_eq!(tables::choices(&table), ["1J-8H"]);
}

/// "Du får inte flytta din motståndares pjäser!"
#[test]
fn the_enemys_pieces_are_not_moved() {
    let mut table = at("wP@1J bP@5J bP@5D", "w", &[]);
    let refusal = submit(&mut table, "5D-5E").expect_err("not White's");
    assert_eq!(refusal.code, "not-your-piece");
    assert_eq!(refusal.message, "'5D-5E': the Pawn on 5D is black's, and it is white's turn");
}

/// §3.2: one from–to pair is one move, however many paths lead there.
#[test]
fn a_pair_of_cells_is_one_move() {
    let choices = tables::choices(&at("wD@1D wP@1J bP@5J", "w", &[]));
    let mut unique = choices.clone();
    unique.dedup();
    assert_eq!(unique, choices);
}

#[test]
fn refusals_say_why() {
    let pieces = "wP@1D wH@1J wL@3J bP@5J bP@1I bP@1K bP@1G";
    for (text, code) in [
        ("1E-1D", "nothing-there"),
        ("5J-5I", "not-your-piece"),
        ("1D-1D", "same-cell"),
        ("1D-2D", "out-of-reach"),
        ("1J-8K", "blocked"),
        ("--", "cannot-pass"),
        ("4:1D-1E", "no-throw"),
        ("9:1D-1E", "not-a-move"),
        ("1D1E", "not-a-move"),
        ("1L-1E", "not-a-move"),
        ("", "not-a-move"),
        ("é", "not-a-move"),
        ("Pawn", "not-a-move"),
    ] {
        let refusal = submit(&mut at(pieces, "w", &[]), text).expect_err(text);
        assert_eq!(refusal.code, code, "{text}: {refusal}");
    }
    let refusal = submit(&mut at(pieces, "w", &[]), "1D-2D").expect_err("too far");
    assert_eq!(
        refusal.message,
        "'1D-2D': a Pawn walks one step and crosses one ring line at most: 1D does not lead to 2D"
    );
    let refusal = submit(&mut at(pieces, "w", &[]), "1J-8K").expect_err("blocked");
    assert_eq!(refusal.message, "'1J-8K': every way of exactly 2 steps from 1J to 8K is blocked");
}

/// A move is shown on one of its ways: straight where it can be, around what bars it.
#[test]
fn a_move_is_shown_on_one_of_its_ways() {
    let ways = |pieces: &str| -> Vec<String> {
        let table = at(&format!("{pieces} wW@1J bW@5J"), "w", &[]);
        let white = Viewer::Seat(Seat::new(0));
        let choices = table.scene(white).choices;
        let told = choices.iter().filter(|choice| choice.from.as_deref() == Some("1D"));
        told.map(|choice| table.paths(white, &choice.text)[0].join(" ")).collect()
    };
    assert_eq!(ways("wP@1D"), ["1B", "1E", "8E", "1F", "1G"]);
    assert!(ways("wH@1D").contains(&"1E 1H".to_owned()), "{:?}", ways("wH@1D"));
    assert!(ways("wH@1D bP@1E").contains(&"1G 1H".to_owned()), "{:?}", ways("wH@1D bP@1E"));
    // A flying piece passes straight over all pieces.
    assert!(ways("wE@1D bP@1E").contains(&"1E 2D".to_owned()), "{:?}", ways("wE@1D bP@1E"));
}

#[test]
fn a_frame_tells_the_way_of_the_last_ply() {
    let mut table = at("wP@1J wW@1G bP@5J bW@5G", "w", &[]);
    play(&mut table, "1G-1A 5G-5A");
    let frames = table.frames(Viewer::Public);
    let paths: Vec<String> = frames.iter().map(|frame| frame.path.join(" ")).collect();
    assert_eq!(paths, ["", "1D 1B 1A", "5D 5B 5A"]);
    let json = serde_json::to_value(&frames).expect("JSON");
    assert!(json[0].get("path").is_none());
    assert_eq!(json[1]["path"][2], "1A");
}

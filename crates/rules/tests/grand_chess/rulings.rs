//! Rulings that the two generators and the FEN must hold (`docs/rules/grand-chess.md`).

use heterodox_rules::grand_chess::{Move, Position, board};
use heterodox_testkit::grand_chess::slow::{self, Slow};

/// The example positions of R-GC18: a piece gives check, and the move of a Fool as an Immobilizer
/// freezes it. Each with the Fool's moves that end the check, and the square of the frozen piece.
const FREEZING_FOOLS: [(&str, &[&str], &str); 2] = [
    (
        "2{Fo}k4{fo}1/4{va}5/4{cz}5/8{gr}1/10/{dh}3Q5/3{Fo}6/2{Gu}2A4/10/5{dk}2K1 \
         w - - 2 12 last=Im;freeze=i10",
        &["d4f2"],
        "f1",
    ),
    (
        "6{nz}3/8{wm}1/{Cw}1P7/3{ph}{dh}1{Fo}3/5{Sm}4/3{Wa}6/1K1{Wa}1{Dr}4/1{Cr}1{Dn}6/10/2{bl}5{nz}k \
         w - - 4 3 last=Im",
        &["g7f7", "g7f8"],
        "e7",
    ),
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal(position: &Position, uci: &str) -> Move {
    let found = position.legal_moves().into_iter().find(|&m| position.uci(m) == uci);
    found.unwrap_or_else(|| panic!("{position}: {uci} is legal"))
}

/// R-GC18: what a Fool freezes by its move as an Immobilizer gives no check during the opponent's
/// next move.
#[test]
fn a_fool_ends_a_check_by_freezing() {
    for (fen, moves, _) in FREEZING_FOOLS {
        let (fast, slow) = (position(fen), Slow::read(fen, "captured"));
        assert!(fast.is_check() && slow.in_check(), "{fen}");
        for &uci in moves {
            let by_slow = slow.legal().into_iter().find(|m| slow::uci(m) == uci);
            let by_slow = by_slow.unwrap_or_else(|| panic!("{fen}: {uci} is legal"));
            let next = fast.after_unchecked(legal(&fast, uci));
            assert_eq!(next.to_string(), slow.play(&by_slow).fen(), "{fen} {uci}");
            assert_eq!(position(&next.to_string()), next, "a position that can be loaded");
        }
    }
}

/// R-GC18: when the Fool's owner is to move again, the freeze is over and the check is back.
#[test]
fn the_freeze_of_a_fool_lasts_one_move() {
    for (fen, moves, checker) in FREEZING_FOOLS {
        let checker = board::by_name(checker).expect("a square");
        for &uci in moves {
            let fast = position(fen);
            let next = fast.after_unchecked(legal(&fast, uci));
            let stands = next.piece(checker);
            let mut checks = 0;
            for reply in next.legal_moves() {
                assert_ne!(reply.from(), checker, "{next}: frozen");
                let back = next.after_unchecked(reply);
                let slow = Slow::read(&back.to_string(), "captured");
                assert_eq!(back.is_check(), slow.in_check(), "{back}");
                assert_eq!(back.is_check(), next.gives_check(reply), "{back}");
                assert_eq!(back.piece(checker), stands, "{back}");
                checks += usize::from(back.is_check());
            }
            assert!(checks > 0, "{next}: the piece on {} gives check", board::name(checker));
        }
    }
}

/// R-GC18: of the Fool's moves only the one to a square beside the checking piece ends the check.
#[test]
fn a_fool_freezes_what_it_stands_beside() {
    let fen = "k9/10/10/10/10/10/10/2{Fo}7/10/5{dk}2K1 w - - 2 12 pool=/;last=Im";
    let (fast, slow) = (position(fen), Slow::read(fen, "captured"));
    let by_fast: Vec<String> = fast.legal_moves().into_iter().map(|m| fast.uci(m)).collect();
    let by_slow: Vec<String> = slow.legal().iter().map(slow::uci).collect();
    for moves in [by_fast, by_slow] {
        let by_fool: Vec<String> = moves.into_iter().filter(|uci| uci.starts_with("c3")).collect();
        assert_eq!(by_fool, ["c3e1"]);
    }
}

/// R-GC20: after a Chameleon's move no `last=` is written, whatever it captured.
#[test]
fn a_chameleons_move_leaves_nothing_to_copy() {
    for (fen, uci) in [
        ("k8{fo}/10/10/10/10/10/10/10/4{Cm}5/9K w - - 3 9 pool=/", "e2e6"),
        ("k8{fo}/10/10/10/10/4{di}5/4{Cm}5/10/10/9K w - - 3 9 pool=/", "e4e5"),
    ] {
        let (fast, slow) = (position(fen), Slow::read(fen, "captured"));
        let next = fast.after_unchecked(legal(&fast, uci)).to_string();
        assert!(!next.contains("last="), "{next}");
        let by_slow = slow.legal().into_iter().find(|m| slow::uci(m) == uci).expect("legal");
        assert_eq!(slow.play(&by_slow).fen(), next);
    }
    let named = "k8{fo}/10/10/10/10/10/10/10/4{Cm}5/9K b - - 3 9 pool=/;last=Cm";
    assert_eq!(position(named).to_string(), named.replace(";last=Cm", ""));
}

/// R-GC20: an en passant square implies `last=P`; a reader takes it from there and refuses another.
#[test]
fn an_en_passant_square_means_that_a_pawn_moved_last() {
    let fen = "k8{fo}/10/10/10/10/4P5/10/10/10/9K b - e4 0 9 pool=/".to_owned();
    assert_eq!(position(&fen).to_string(), format!("{fen};last=P"));
    assert_eq!(Slow::read(&fen, "captured").fen(), format!("{fen};last=P"));
    let other = format!("{fen};last=N").parse::<Position>().expect_err("a contradiction");
    assert!(other.to_string().contains("after a double step the last moved piece is P"), "{other}");
}

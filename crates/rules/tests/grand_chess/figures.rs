//! The figure captions of the source, by the piece. Where a caption names squares they are its own;
//! the others only say that the piece may capture the knight, from where it stands.

use heterodox_rules::grand_chess::{Kind, Position, Promotion, RawPosition, Side, board};

/// A position: words such as `We5:Ar` and `Bg6:N`, kings included, White to move.
fn position(men: &str) -> Position {
    raw(men).check(Promotion::default()).unwrap_or_else(|flaws| panic!("{men}: {flaws}"))
}

fn raw(men: &str) -> RawPosition {
    let mut raw: RawPosition = "10/10/10/10/10/10/10/10/10/10 w - - 0 9".parse().expect("a FEN");
    for man in men.split_whitespace() {
        let side = if man.starts_with('W') { Side::White } else { Side::Black };
        let (cell, code) = man[1..].split_once(':').expect("a square and a code");
        let cell = board::by_name(cell).expect("a square");
        raw.board[cell.index()] = Some((side, Kind::from_code(code).expect("a code")));
    }
    raw
}

/// The squares that the piece on a square may go to, sorted.
fn targets(position: &Position, from: &str) -> Vec<&'static str> {
    let legal = position.legal_moves();
    let here = legal.iter().filter(|m| board::name(m.from()) == from);
    let mut names: Vec<&str> = here.map(|m| board::name(m.to())).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What a move captures or converts, in SAN.
fn san(position: &Position, uci: &str) -> String {
    position.san(position.read_move(uci).expect("a legal move").played)
}

fn after(position: &Position, uci: &str) -> Position {
    position.after_unchecked(position.read_move(uci).expect("a legal move").played)
}

fn stands(position: &Position, cell: &str) -> Option<(Side, Kind)> {
    position.piece(board::by_name(cell).expect("a square"))
}

#[test]
fn king() {
    // In check from the pawn on d6: it takes the pawn or the knight, or steps aside.
    let position = position("We5:K Bd6:P Bf4:N Ba10:K");
    assert!(position.is_check());
    let targets = targets(&position, "e5");
    assert!(targets.contains(&"d6") && targets.contains(&"f4") && targets.contains(&"f5"));
}

#[test]
fn rook() {
    let position = position("We5:R We3:P Be8:N Wa1:K Bj10:K");
    let expected = "a5 b5 c5 d5 e4 e6 e7 e8 f5 g5 h5 i5 j5";
    assert_eq!(targets(&position, "e5").join(" "), expected);
}

#[test]
fn bishop() {
    let position = position("We5:B Wg3:P Bc7:N Wa2:K Bj9:K");
    let expected = "a1 b2 c3 c7 d4 d6 f4 f6 g7 h8 i9 j10";
    assert_eq!(targets(&position, "e5").join(" "), expected);
}

#[test]
fn queen() {
    let position = position("We5:Q Be8:N Bg7:B Wa2:K Bj9:K");
    let targets = targets(&position, "e5");
    assert!(targets.contains(&"e8") && targets.contains(&"g7"));
    assert!(!targets.contains(&"e9") && !targets.contains(&"h8"));
}

#[test]
fn knight() {
    // It takes the bishop, leaping over the pawn and the marshall.
    let position = position("We5:N We6:P We7:C Bf7:B Wa1:K Bj10:K");
    assert_eq!(targets(&position, "e5").join(" "), "c4 c6 d3 d7 f3 f7 g4 g6");
}

#[test]
fn cardinal() {
    let position = position("We5:A Bg6:N Wa2:K Bj9:K");
    assert!(targets(&position, "e5").contains(&"g6"));
    assert!(targets(&position, "e5").contains(&"h8"));
}

#[test]
fn marshall() {
    let position = position("We5:C Bg6:N Wa2:K Bj9:K");
    assert!(targets(&position, "e5").contains(&"g6"));
    assert!(targets(&position, "e5").contains(&"e10"));
}

#[test]
fn pawn() {
    // One step ahead, the knight, or the pawn that has just gone two squares.
    let position: Position =
        "k9/10/10/5n4/3pP5/10/10/10/10/9K w - d7 0 9".parse().expect("a position");
    assert_eq!(targets(&position, "e6"), ["d7", "e7", "f7"]);
    let next = after(&position, "e6d7");
    assert_eq!(stands(&next, "d6"), None);
}

#[test]
fn pawn_on_rank_9_without_a_pool_stays_but_gives_check() {
    let fen = "3k6/4P5/10/10/10/10/10/10/10/9K b - - 0 9 pool=/";
    let position: Position = fen.parse().expect("a position");
    assert!(position.is_check());
    let fen = "10/4P5/10/10/10/10/10/10/k9/9K w - - 0 9 pool=/";
    let position: Position = fen.parse().expect("a position");
    assert!(targets(&position, "e9").is_empty());
}

#[test]
fn archer() {
    let position = position("We5:Ar Bg6:N Bi7:N Bi3:B Wa1:K Ba10:K");
    assert_eq!(san(&position, "e5g6"), "Arxg6*i7");
    assert_eq!(san(&position, "e5g4"), "Arg4*i3");
    let next = after(&position, "e5g6");
    assert_eq!((stands(&next, "i7"), stands(&next, "e5")), (None, None));
}

#[test]
fn steward() {
    // It cannot take the bishop before it: it captures otherwise than it moves.
    let position = position("We5:St Bf6:N Be6:B Wa1:K Bj10:K");
    assert_eq!(targets(&position, "e5").join(" "), "d5 e4 f5 f6");
}

#[test]
fn ox() {
    let position = position("We5:Ox Bf6:N Bg6:B Wa1:K Bj10:K");
    let targets = targets(&position, "e5");
    assert!(targets.contains(&"f6") && !targets.contains(&"g6") && targets.contains(&"g7"));
}

#[test]
fn rhinoceros_and_knight_wazir_differ_when_the_first_square_is_taken() {
    let rhinoceros = position("We5:Rh Wf5:P Bg6:N Wa1:K Bj10:K");
    assert!(!targets(&rhinoceros, "e5").contains(&"g6"));
    let jumper = position("We5:Nw Wf5:P Bg6:N Wa1:K Bj10:K");
    assert!(targets(&jumper, "e5").contains(&"g6"));
    let empty = |code: &str| targets(&position(&format!("We5:{code} Wa1:K Bj10:K")), "e5");
    assert_eq!(empty("Rh"), empty("Nw"));
}

#[test]
fn hero() {
    // Both knights stand on the first part of the ways to h5.
    let position = position("We5:He Bf5:N Bg5:N Wa1:K Bj10:K");
    let targets = targets(&position, "e5");
    assert!(!targets.contains(&"h5") && targets.contains(&"f5") && targets.contains(&"g5"));
}

#[test]
fn shaman() {
    let position = position("We5:Sh Bf6:N Bg7:N Wa1:K Bj10:K");
    let targets = targets(&position, "e5");
    assert!(!targets.contains(&"h8") && targets.contains(&"f6") && targets.contains(&"g7"));
}

#[test]
fn block() {
    let position = position("We5:Bl Bg5:N Wa1:K Bj10:K");
    let targets = targets(&position, "e5");
    assert!(!targets.contains(&"g5") && targets.contains(&"f5") && targets.contains(&"e8"));
    assert!(!targets.contains(&"e9"));
}

#[test]
fn advancer() {
    let position = position("We4:Ad Bi4:N Wa1:K Bj10:K");
    assert_eq!(san(&position, "e4h4"), "Adh4*i4");
    assert_eq!(san(&position, "e4g4"), "Adg4");
    assert!(!targets(&position, "e4").contains(&"i4"));
}

#[test]
fn withdrawer() {
    let position = position("Wd4:Wi Bd5:N Wa1:K Bj10:K");
    for to in ["d3", "d2", "d1"] {
        assert_eq!(san(&position, &format!("d4{to}")), format!("Wi{to}*d5"));
    }
    assert_eq!(san(&position, "d4c3"), "Wic3");
}

#[test]
fn duke_never_ends_beside_its_start() {
    let position = position("We5:Du Bh7:N Wa1:K Bj10:K");
    let targets = targets(&position, "e5");
    assert!(targets.contains(&"h7") && targets.contains(&"f7"));
    for beside in ["d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"] {
        assert!(!targets.contains(&beside), "{beside}");
    }
}

#[test]
fn diplomat() {
    let position = position("We5:Di Bf6:N Wa1:K Bj10:K");
    assert_eq!(san(&position, "e5f6"), "Di~f6");
    let next = after(&position, "e5f6");
    assert_eq!(stands(&next, "f6"), Some((Side::White, Kind::KNIGHT)));
    assert_eq!(stands(&next, "e5"), Some((Side::White, Kind::DIPLOMAT)));
    // The Block cannot be converted.
    assert!(!targets(&self::position("We5:Di Bf6:Bl Wa1:K Bj10:K"), "e5").contains(&"f6"));
}

#[test]
fn coordinator() {
    let position = position("Wf7:Co Wb2:K Bb8:N Bb4:B Bc2:Va Bj10:K");
    for to in ["e8", "f8", "g8"] {
        assert_eq!(san(&position, &format!("f7{to}")), format!("Co{to}*b8"));
    }
    assert_eq!(san(&position, "f7c4"), "Coc4*b4*c2");
    assert_eq!(san(&position, "f7b7"), "Cob7");
}

#[test]
fn immobilizer() {
    let mut raw = raw("We5:Im Bd5:B Be6:N Wa1:K Bj10:K");
    raw.turn = Side::Black;
    let position = raw.check(Promotion::default()).expect("a position");
    assert!(targets(&position, "d5").is_empty() && targets(&position, "e6").is_empty());
    // It goes to any empty square of a queen's lines and captures nothing.
    let queen = "a1 b2 b8 c3 c7 d4 d6 e1 e2 e3 e4 f4 f5 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5 a9";
    let mut queen: Vec<&str> = queen.split(' ').filter(|&to| to != "a1" && to != "j10").collect();
    queen.sort_unstable();
    let position = self::position("We5:Im Bd5:B Be6:N Wa1:K Bj10:K");
    assert_eq!(targets(&position, "e5"), queen);
}

#[test]
fn chameleon() {
    let mut raw = raw("We6:Cm Wa3:K Bd6:P Bf5:Wi Bc8:Ad Ba7:Co Bd3:Co Bj10:K");
    raw.en_passant = board::by_name("d7");
    raw.last = None;
    let position = raw.check(Promotion::default()).expect("a position");
    assert_eq!(san(&position, "e6d7"), "Cmd7*a7*c8*d3*d6*f5");
    assert_eq!(san(&position, "e6e7"), "Cme7*a7");
    assert_eq!(san(&position, "e6f7"), "Cmf7*a7");
    assert_eq!(san(&position, "e6d5"), "Cmd5*d3");
    let next = after(&position, "e6d7");
    assert_eq!(next.occupied(Side::Black).len(), 1);
}

#[test]
fn fool() {
    let mut raw = raw("We7:Fo Ba7:N Bc8:Ad Bg6:Q Wa1:K Bj10:K");
    raw.turn = Side::Black;
    let position = raw.check(Promotion::default()).expect("a position");
    let position = after(&position, "a7c6");
    assert_eq!(targets(&position, "e7").join(" "), "c6 c8 d5 d9 f5 f9 g6 g8");
}

/// "The piece may go to any empty green square or capture the black knight": from e5, the knight
/// where it says.
macro_rules! may_capture_the_knight {
    ($($name:ident $code:literal $knights:literal $($others:literal)?;)*) => {
        /// Whose captions say no more.
        const WITHOUT_MORE: &[&str] = &[$($code),*];
    $(
        #[test]
        fn $name() {
            let others = concat!("" $(, $others)?);
            let knights: Vec<&str> = $knights.split_whitespace().collect();
            let black: Vec<String> = knights.iter().map(|cell| format!("B{cell}:N")).collect();
            let kings = if others.contains(":K") { "" } else { "Wa2:K Bj9:K" };
            let men = format!("We5:{} {} {others} {kings}", $code, black.join(" "));
            let position = position(&men);
            for knight in knights {
                let next = after(&position, &format!("e5{knight}"));
                let moved = Some((Side::White, Kind::from_code($code).expect("a code")));
                assert_eq!(stands(&next, knight), moved, "{men}");
            }
        }
    )*};
}

may_capture_the_knight! {
    guard "Gu" "f6";
    centaur "Ce" "g6";
    amazon "Am" "g6";
    nightrider "Nr" "g9";
    side_mover "Sm" "h5";
    vertical_mover "Vm" "e8";
    ferz "Fe" "f6";
    dragon_king "Dk" "f6";
    knight_ferz "Nf" "g6";
    wazir "Wa" "e6";
    dragon_horse "Dh" "e6";
    knight_wazir "Nw" "g6";
    rhinoceros "Rh" "g6";
    elephant "El" "g7" "Wf6:P";
    phoenix "Ph" "g7";
    modern_elephant "Me" "g7";
    mammoth "Mm" "g7";
    dabbaba "Da" "e7" "We6:P";
    dabbaba_rider "Dr" "e9" "We6:P Wf5:P";
    knight_dabbaba "Nd" "e7";
    dabbaba_wazir "Dw" "e7";
    kirin "Ki" "e7";
    alibaba "Al" "g7";
    badger "Ba" "e7";
    camel "Ca" "f8" "We6:P Wf6:P";
    camel_ferz "Cf" "f8";
    camel_wazir "Cw" "f8";
    camel_guard "Cg" "f8";
    camel_rook "Cr" "f8";
    giraffe "Gi" "f9";
    zebra "Ze" "g8";
    zebra_ferz "Zf" "g8";
    zebra_wazir "Zw" "g8";
    zebra_bishop "Zb" "g8";
    zebra_rook "Zr" "g8";
    zebra_guard "Zg" "g8";
    pegasus "Pe" "g8 f9";
    gnu "Gn" "g6 f8";
    camel_zebra "Cz" "f8 g8";
    knight_camel_zebra "Nz" "g6 f8 g8";
    grasshopper "Gr" "e8 h8" "We7:P Wg7:P";
    scorpion "Sc" "f5 e8" "We7:P";
    butterfly "Bu" "h6 d4";
    crab "Cb" "d7 c4";
    dragon "Dn" "f8" "Wf7:P" ;
    edgehog "Eh" "e10";
    duke "Du" "f7 g6" "Wa1:K Bj10:K";
    frog "Fr" "e8";
    gryphon "Gy" "f9";
    kangaroo "Ka" "e9 i9" "We6:P We8:P Wg7:P Wh8:P";
    lion "Li" "e6 e7";
    mage "Ma" "f6 g7 g6";
    champion "Ch" "e6 g7";
    squirrel "Sq" "e7 g6";
    templar "Te" "g7 e7";
    windmill "Wm" "f7" "We6:P";
    tiger "Ti" "h9" "Wa1:K Bb10:K";
    cannon "Cn" "e9 i5" "We7:P Wg5:P";
    vao "Va" "i9" "Wg7:P";
    leo "Le" "i9 e9" "Wg7:P We7:P";
}

/// The source has a figure for each piece; those that are not in the list above have tests of their
/// own.
#[test]
fn every_piece_has_its_figure() {
    let with_more = [
        "K", "R", "B", "Q", "N", "A", "C", "P", "Ar", "St", "Ox", "He", "Sh", "Bl", "Ad", "Wi",
        "Di", "Co", "Im", "Cm", "Fo",
    ];
    for code in with_more.iter().chain(WITHOUT_MORE) {
        assert!(Kind::from_code(code).is_some(), "{code}");
    }
    for kind in Kind::all() {
        let code = format!("{kind:?}");
        let known = with_more.contains(&&*code) || WITHOUT_MORE.contains(&&*code);
        assert!(known, "{code} has no figure");
    }
}

//! The two generators agree: the same legal moves, leading to the same positions.
//!
//! The ordinary run looks at some thousands of positions. `GRAND_CHESS_POSITIONS=200000 cargo test
//! -p heterodox-rules --test grand_chess agreement -- --nocapture` looks at as many as it says.

use heterodox_rules::grand_chess::{PieceSet, Position, Promotion, Side, board};
use heterodox_rules::{CellSet, SearchPosition};
use heterodox_testkit::grand_chess::slow::{self, PLAIN, Slow};
use heterodox_testkit::{Rng, size};
use std::fmt::Write as _;

const ODD: [&str; 12] = ["Ar", "Bl", "Wm", "Eh", "Ad", "Wi", "Di", "Co", "Im", "Cm", "Fo", "Fo"];

fn random_code(rng: &mut Rng) -> &'static str {
    if rng.one_in(2) {
        return ODD[rng.below(ODD.len())];
    }
    loop {
        let code = rng.pick(&PLAIN).0;
        if code != "K" {
            return code;
        }
    }
}

/// Pieces anywhere, many of them odd.
pub(crate) fn scattered(rng: &mut Rng) -> (Slow, &'static str) {
    let promotion = ["captured", "initial", "all"][rng.below(3)];
    let mut slow = Slow::read("10/10/10/10/10/10/10/10/10/K8k w - - 0 1", promotion);
    slow.board = [[None; 10]; 10];
    let put = |slow: &mut Slow, rng: &mut Rng, man| loop {
        let (file, rank) = (rng.below(10), rng.below(10));
        if slow.board[file][rank].is_none()
            && (man != (true, "P") && man != (false, "P") || rank % 9 != 0)
        {
            slow.board[file][rank] = Some(man);
            return;
        }
    };
    put(&mut slow, rng, (true, "K"));
    put(&mut slow, rng, (false, "K"));
    let men = 2 + rng.below(24);
    // Few kinds on a board meet each other more often.
    let kinds: Vec<&str> = (0..2 + rng.below(6)).map(|_| random_code(rng)).collect();
    for _ in 0..men {
        let code = if rng.one_in(4) { "P" } else { *rng.pick(&kinds) };
        let white = rng.one_in(2);
        put(&mut slow, rng, (white, code));
    }
    slow.white = rng.one_in(2);
    slow.number = 1 + rng.below(8) as u32;
    let some = |rng: &mut Rng| -> Vec<&'static str> {
        let mut codes: Vec<&str> =
            (0..rng.below(4)).map(|_| random_code(rng)).filter(|&code| code != "P").collect();
        codes.sort_unstable();
        codes
    };
    match promotion {
        "captured" => slow.pools = [some(rng), some(rng)],
        "initial" => {
            slow.initial = some(rng);
            slow.initial.dedup();
        }
        _ => {}
    }
    if rng.one_in(2) {
        let code = random_code(rng);
        slow.last = Some(code).filter(|&code| code != "Fo" && code != "Cm");
    }
    (slow, promotion)
}

/// A first array: classic with more pieces, or a random one.
fn array(rng: &mut Rng) -> (Slow, &'static str) {
    let promotion = ["captured", "initial", "all"][rng.below(3)];
    let classic = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
    let empty = "10/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/10 w - - 0 1";
    let plain = rng.one_in(2);
    let mut slow = Slow::read(if plain { classic } else { empty }, promotion);
    let turned = rng.one_in(2);
    let mut codes: Vec<&str> = if plain { vec![] } else { vec!["K"] };
    let many = if plain { rng.below(11) } else { rng.below(20) };
    codes.extend((0..many).map(|_| random_code(rng)).filter(|&code| code != "P"));
    if turned {
        for rank in 0..2 {
            for file in 0..10 {
                let mirrored = slow.board[file][rank].map(|man| (false, man.1));
                slow.board[9 - file][9 - rank] = mirrored;
            }
        }
    }
    for &code in &codes {
        loop {
            let (file, rank) = (rng.below(10), rng.below(2));
            if slow.board[file][rank].is_none() {
                slow.board[file][rank] = Some((true, code));
                let opposite = if turned { 9 - file } else { file };
                slow.board[opposite][9 - rank] = Some((false, code));
                break;
            }
        }
    }
    slow.initial.extend(codes.into_iter().filter(|&code| code != "K"));
    slow.initial.sort_unstable();
    slow.initial.dedup();
    (slow, promotion)
}

fn fast(slow: &Slow, promotion: &str) -> Option<Position> {
    let promotion = Promotion::from_key(promotion).expect("a promotion");
    let read = Position::read(&slow.fen(), promotion, &PieceSet::standard());
    assert_eq!(read.is_err(), slow.impossible(), "{}: {read:?}", slow.fen());
    read.ok()
}

/// Compares the generators here and gives the moves.
fn compare(slow: &Slow, fast: &Position) -> Vec<slow::Mv> {
    let fen = slow.fen();
    assert_eq!(fast.to_string(), fen);
    let moves = slow.legal();
    let mut ours: Vec<(String, String)> = fast
        .legal_moves()
        .into_iter()
        .map(|m| (fast.uci(m), fast.after_unchecked(m).to_string()))
        .collect();
    let mut theirs: Vec<(String, String)> =
        moves.iter().map(|m| (slow::uci(m), slow.play(m).fen())).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours != theirs {
        let mut report = format!("{fen} ({})\n", slow.promotion);
        for (who, a, b) in [("fast", &ours, &theirs), ("slow", &theirs, &ours)] {
            for (m, next) in a.iter().filter(|pair| !b.contains(pair)) {
                let _ = writeln!(report, "only {who}: {m} {next}");
            }
        }
        panic!("{report}");
    }
    assert_eq!(fast.count_moves(), moves.len() as u64, "{fen}");
    assert_eq!(fast.can_move(), !moves.is_empty(), "{fen}");
    assert_eq!(fast.is_check(), slow.in_check(), "{fen}");
    for m in fast.legal_moves() {
        assert_eq!(
            fast.gives_check(m),
            fast.after_unchecked(m).is_check(),
            "{fen} {}",
            fast.uci(m)
        );
    }
    compare_captures(slow, fast, &moves);
    compare_attackers(slow, fast);
    let read = Position::read(&fen, fast.promotion(), &PieceSet::standard()).expect("our own FEN");
    assert_eq!((read.zobrist(), &read), (fast.zobrist(), fast), "{fen}");
    moves
}

/// The captures are the moves after which the enemy has fewer pieces.
fn compare_captures(slow: &Slow, fast: &Position, moves: &[slow::Mv]) {
    let mut captures = Vec::new();
    fast.captures(&mut captures);
    assert!(captures.iter().all(|&m| fast.is_capture(m)), "{fast}: {captures:?}");
    let mut ours: Vec<String> = captures.into_iter().map(|m| fast.uci(m)).collect();
    let takes = |m: &&slow::Mv| slow.play(m).strength(!slow.white) < slow.strength(!slow.white);
    let mut theirs: Vec<String> = moves.iter().filter(takes).map(slow::uci).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{fast}");
}

/// Exactly the pieces that attack the square of an enemy by replacement are found.
fn compare_attackers(slow: &Slow, fast: &Position) {
    let cell = |sq| board::by_name(&slow::name(sq)).expect("a square");
    for (sq, (white, kind)) in slow.men() {
        if kind == "Bl" || slow.shield == Some(sq) {
            continue;
        }
        let enemies = fast.occupied(if white { Side::Black } else { Side::White });
        let ours = fast.attackers_to(cell(sq), fast.all_occupied()) & enemies;
        let theirs: CellSet = slow.attackers(sq).into_iter().map(cell).collect();
        assert_eq!(ours, theirs, "{fast}: attackers of {}", slow::name(sq));
    }
}

/// Plays a game of random moves and compares at each step. Gives how many positions were compared.
fn play(rng: &mut Rng, slow: &Slow, promotion: &'static str, plies: usize) -> usize {
    let Some(mut fast) = fast(slow, promotion) else { return 0 };
    let mut slow = slow.clone();
    for ply in 0..plies {
        let moves = compare(&slow, &fast);
        let captures: Vec<_> = moves.iter().filter(|m| slow.at(m.1).is_some()).collect();
        let m = match (moves.is_empty(), captures.is_empty()) {
            (true, _) => return ply + 1,
            (_, false) if rng.one_in(3) => **rng.pick(&captures),
            _ => *rng.pick(&moves),
        };
        let legal = fast.legal_moves();
        let same = legal.into_iter().find(|&n| fast.uci(n) == slow::uci(&m));
        fast.play_unchecked(same.expect("the generators agree"));
        slow = slow.play(&m);
    }
    plies
}

fn wanted() -> usize {
    std::env::var("GRAND_CHESS_POSITIONS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| size(6_000, 60_000))
}

#[test]
fn on_scattered_pieces() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut rng, mut compared) = (Rng::new(seed), 0);
    while compared < wanted() * 2 / 3 {
        let (slow, promotion) = scattered(&mut rng);
        compared += play(&mut rng, &slow, promotion, 8);
    }
}

/// Scattered pieces, many of them Fools and Immobilizers, after a move of an Immobilizer: freezing
/// decides over many checks (R-GC14, R-GC18).
#[test]
fn with_fools_and_immobilizers() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let (mut rng, mut compared) = (Rng::new(seed), 0);
    while compared < wanted() / 6 {
        let (mut slow, promotion) = scattered(&mut rng);
        for (_, code) in slow.board.iter_mut().flatten().flatten() {
            if *code != "K" && rng.one_in(3) {
                *code = if rng.one_in(3) { "Im" } else { "Fo" };
            }
        }
        slow.last = Some("Im");
        compared += play(&mut rng, &slow, promotion, 8);
    }
}

#[test]
fn in_games_from_every_setup() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let (mut rng, mut compared) = (Rng::new(seed), 0);
    while compared < wanted() / 3 {
        let (slow, promotion) = array(&mut rng);
        let plies = 20 + rng.below(150);
        compared += play(&mut rng, &slow, promotion, plies);
    }
}

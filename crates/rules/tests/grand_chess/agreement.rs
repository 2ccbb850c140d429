//! The two generators agree: the same legal moves, leading to the same positions.
//!
//! The ordinary run looks at some thousands of positions. `GRAND_CHESS_POSITIONS=200000 cargo test -p
//! heterodox-rules --test grand_chess agreement -- --nocapture` looks at as many as it says.

use crate::slow::{self, PLAIN, Slow};
use heterodox_rules::grand_chess::{PieceSet, Position, Promotion, Side, board};
use heterodox_rules::{CellSet, SearchPosition};
use std::fmt::Write as _;

/// A plain source of numbers that look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const ODD: [&str; 12] = ["Ar", "Bl", "Wm", "Eh", "Ad", "Wi", "Di", "Co", "Im", "Cm", "Fo", "Fo"];

fn random_code(dice: &mut Dice) -> &'static str {
    if dice.one_in(2) {
        return ODD[dice.below(ODD.len())];
    }
    loop {
        let code = dice.pick(&PLAIN).0;
        if code != "K" {
            return code;
        }
    }
}

/// Pieces anywhere, many of them odd.
pub(crate) fn scattered(dice: &mut Dice) -> (Slow, &'static str) {
    let promotion = ["captured", "initial", "all"][dice.below(3)];
    let mut slow = Slow::read("10/10/10/10/10/10/10/10/10/K8k w - - 0 1", promotion);
    slow.board = [[None; 10]; 10];
    let put = |slow: &mut Slow, dice: &mut Dice, man| loop {
        let (file, rank) = (dice.below(10), dice.below(10));
        if slow.board[file][rank].is_none()
            && (man != (true, "P") && man != (false, "P") || rank % 9 != 0)
        {
            slow.board[file][rank] = Some(man);
            return;
        }
    };
    put(&mut slow, dice, (true, "K"));
    put(&mut slow, dice, (false, "K"));
    let men = 2 + dice.below(24);
    // Few kinds on a board meet each other more often.
    let kinds: Vec<&str> = (0..2 + dice.below(6)).map(|_| random_code(dice)).collect();
    for _ in 0..men {
        let code = if dice.one_in(4) { "P" } else { *dice.pick(&kinds) };
        let white = dice.one_in(2);
        put(&mut slow, dice, (white, code));
    }
    slow.white = dice.one_in(2);
    slow.number = 1 + dice.below(8) as u32;
    let some = |dice: &mut Dice| -> Vec<&'static str> {
        let mut codes: Vec<&str> =
            (0..dice.below(4)).map(|_| random_code(dice)).filter(|&code| code != "P").collect();
        codes.sort_unstable();
        codes
    };
    match promotion {
        "captured" => slow.pools = [some(dice), some(dice)],
        "initial" => {
            slow.initial = some(dice);
            slow.initial.dedup();
        }
        _ => {}
    }
    if dice.one_in(2) {
        let code = random_code(dice);
        slow.last = Some(code).filter(|&code| code != "Fo" && code != "Cm");
    }
    (slow, promotion)
}

/// A first array: classic with more pieces, or a random one.
fn array(dice: &mut Dice) -> (Slow, &'static str) {
    let promotion = ["captured", "initial", "all"][dice.below(3)];
    let classic = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
    let empty = "10/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/10 w - - 0 1";
    let plain = dice.one_in(2);
    let mut slow = Slow::read(if plain { classic } else { empty }, promotion);
    let turned = dice.one_in(2);
    let mut codes: Vec<&str> = if plain { vec![] } else { vec!["K"] };
    let many = if plain { dice.below(11) } else { dice.below(20) };
    codes.extend((0..many).map(|_| random_code(dice)).filter(|&code| code != "P"));
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
            let (file, rank) = (dice.below(10), dice.below(2));
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

/// Whoever attacks the square of an enemy by replacement is found, and nobody else.
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
fn play(dice: &mut Dice, slow: &Slow, promotion: &'static str, plies: usize) -> usize {
    let Some(mut fast) = fast(slow, promotion) else { return 0 };
    let mut slow = slow.clone();
    for ply in 0..plies {
        let moves = compare(&slow, &fast);
        let captures: Vec<_> = moves.iter().filter(|m| slow.at(m.1).is_some()).collect();
        let m = match (moves.is_empty(), captures.is_empty()) {
            (true, _) => return ply + 1,
            (_, false) if dice.one_in(3) => **dice.pick(&captures),
            _ => *dice.pick(&moves),
        };
        let legal = fast.legal_moves();
        let same = legal.into_iter().find(|&n| fast.uci(n) == slow::uci(&m));
        fast.play_unchecked(same.expect("the generators agree"));
        slow = slow.play(&m);
    }
    plies
}

fn wanted() -> usize {
    std::env::var("GRAND_CHESS_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(6000)
}

#[test]
fn on_scattered_pieces() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let (mut dice, mut compared) = (Dice(seed), 0);
    while compared < wanted() * 2 / 3 {
        let (slow, promotion) = scattered(&mut dice);
        compared += play(&mut dice, &slow, promotion, 8);
    }
}

/// Scattered pieces, many of them Fools and Immobilizers, after a move of an Immobilizer: freezing
/// decides over many checks (R-GC14, R-GC18).
#[test]
fn with_fools_and_immobilizers() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(3);
    let (mut dice, mut compared) = (Dice(seed), 0);
    while compared < wanted() / 6 {
        let (mut slow, promotion) = scattered(&mut dice);
        for (_, code) in slow.board.iter_mut().flatten().flatten() {
            if *code != "K" && dice.one_in(3) {
                *code = if dice.one_in(3) { "Im" } else { "Fo" };
            }
        }
        slow.last = Some("Im");
        compared += play(&mut dice, &slow, promotion, 8);
    }
}

#[test]
fn in_games_from_every_setup() {
    let seed = std::env::var("GRAND_CHESS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    let (mut dice, mut compared) = (Dice(seed), 0);
    while compared < wanted() / 3 {
        let (slow, promotion) = array(&mut dice);
        let plies = 20 + dice.below(150);
        compared += play(&mut dice, &slow, promotion, plies);
    }
}

//! Path counts, agreed with Fairy-Stockfish.

use heterodox_rules::SearchPosition;
use heterodox_rules::grand_chess::{CLASSIC_START, Position};

fn perft(fen: &str, depth: u32) -> u64 {
    fen.parse::<Position>().expect("a good position").perft(depth)
}

#[test]
fn of_the_start() {
    for (depth, nodes) in [(0, 1), (1, 65), (2, 4225), (3, 259_514), (4, 15_921_643)] {
        assert_eq!(perft(CLASSIC_START, depth), nodes, "depth {depth}");
    }
}

#[test]
#[ignore = "a billion paths"]
fn of_the_start_to_depth_5() {
    assert_eq!(perft(CLASSIC_START, 5), 959_883_584);
}

#[test]
fn with_en_passant() {
    let fen = "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3";
    for (depth, nodes) in [(2, 5768), (3, 400_725), (4, 28_936_961)] {
        assert_eq!(perft(fen, depth), nodes, "depth {depth}");
    }
}

#[test]
fn with_promotion_from_the_pool() {
    for (depth, nodes) in [(1, 15), (2, 165), (3, 2446)] {
        assert_eq!(perft("10/4k5/6P3/10/10/10/10/10/1p2K5/10 w - - 0 1", depth), nodes);
    }
}

//! Diagrams of pieces: what they say holds by the other generator, with and without others on the
//! board.

use heterodox_rules::kaleido::Kind;
use heterodox_rules::{DiagramRequest, Options, PieceDiagram, Refusal, TargetKind, piece_diagram};
use heterodox_testkit::Rng;
use heterodox_testkit::kaleido::slow::{COLORS, Map, Rules, Slow};
use heterodox_testkit::kaleido::tables::GAME;
use std::collections::{BTreeMap, BTreeSet};

fn ask(position: &str, from: &str) -> Result<PieceDiagram, Refusal> {
    let request = DiagramRequest { position, from, last: None };
    piece_diagram(GAME, &Options::default(), &request)
}

fn diagram(position: &str, from: &str) -> PieceDiagram {
    ask(position, from).unwrap_or_else(|refusal| panic!("{position} {from}: {refusal}"))
}

/// The cells of targets of some kinds.
fn cells(diagram: &PieceDiagram, kinds: &[TargetKind]) -> BTreeSet<String> {
    let shown = diagram.targets.iter().filter(|target| kinds.contains(&target.kind));
    shown.map(|target| target.cell.clone()).collect()
}

const NOW: [TargetKind; 2] = [TargetKind::Both, TargetKind::Capture];

/// A board with pieces anywhere, and castles held so that every side plays.
fn scattered(rng: &mut Rng, map: &Map) -> Slow {
    let names = map.order.concat();
    let mut pieces = BTreeMap::new();
    for _ in 0..rng.below(50) {
        let kind = rng.pick(&Kind::ALL).letter();
        pieces.insert(rng.pick(&names).clone(), (*rng.pick(&COLORS), kind));
    }
    for (castle, color) in ["1J", "3J", "5J", "7J"].into_iter().zip(COLORS) {
        pieces.insert(castle.to_owned(), (color, rng.pick(&Kind::ALL).letter()));
    }
    let mut undo = BTreeMap::new();
    for color in COLORS {
        let own: Vec<_> = pieces.iter().filter(|(_, piece)| piece.0 == color).collect();
        let to = rng.pick(&own).0.clone();
        let from = rng.pick(map.sides(&to)).clone();
        undo.insert(color, (from, to));
    }
    Slow::new(Rules::default(), pieces, *rng.pick(&COLORS), undo, None, 1)
}

/// Where the piece on a cell goes when it is its colour's turn, by the other generator.
fn slow_targets(slow: &Slow, map: &Map, from: &str) -> BTreeSet<String> {
    let mut slow = slow.clone();
    slow.turn = slow.pieces[from].0;
    slow.steps(map).into_iter().filter(|step| step.0 == from).map(|step| step.1).collect()
}

#[test]
fn they_agree_with_the_slow_generator() {
    let map = Map::new();
    let mut rng = Rng::new(17);
    for _ in 0..150 {
        let slow = scattered(&mut rng, &map);
        let position = slow.string(&map);
        for (from, (color, letter)) in &slow.pieces {
            let shown = diagram(&position, from);
            assert_eq!((shown.kind, &shown.side[..1]), (&*letter.to_string(), &*color.to_string()));
            let legal = slow_targets(&slow, &map, from);
            assert_eq!(cells(&shown, &NOW), legal, "{position} {from}");
            let only = BTreeMap::from([(from.clone(), (*color, *letter))]);
            let alone = Slow::new(Rules::default(), only, *color, BTreeMap::new(), None, 1);
            let open = slow_targets(&alone, &map, from);
            let blocked: BTreeSet<String> = open.difference(&legal).cloned().collect();
            assert_eq!(cells(&shown, &[TargetKind::Blocked]), blocked, "{position} {from}");
            for target in &shown.targets {
                let there = slow.pieces.contains_key(&target.cell);
                let taken = target.now && there;
                assert_eq!(target.kind == TargetKind::Capture, taken, "{position} {from}");
                let victims = if taken { vec![target.cell.clone()] } else { Vec::new() };
                assert_eq!(target.victims, victims, "own pieces are victims too");
            }
        }
    }
}

/// The piece alone on the board, described by the rings alone, in any colour and at any place.
#[test]
fn a_piece_needs_no_company() {
    let map = Map::new();
    for kind in Kind::ALL {
        for cell in map.order.concat() {
            let pieces = BTreeMap::from([(cell.clone(), ('g', kind.letter()))]);
            let slow = Slow::new(Rules::default(), pieces, 'g', BTreeMap::new(), None, 1);
            let position = slow.string(&map);
            let rings = position.split(' ').next().expect("rings");
            let shown = diagram(rings, &cell);
            assert_eq!((shown.side, shown.pieces.len()), ("green", 1));
            assert_eq!(cells(&shown, &[TargetKind::Both]), slow_targets(&slow, &map, &cell));
            assert_eq!(shown.position, position, "the string as it was understood");
        }
    }
}

/// The turn goes to the piece's side, and a die that was thrown for another is taken away.
#[test]
fn the_position_comes_back_with_the_turn_of_the_piece() {
    let shown = diagram("1/8/16/16/24/1,wW,11,bW,10 w -,1I-5J 3 4", "5J");
    assert_eq!(shown.position, "1/8/16/16/24/1,wW,11,bW,10 b -,1I-5J - 4");
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let rings = "1/8/16/16/24/1,wW,22";
    for (position, from, code) in [
        ("", "1J", "bad-position"),
        ("1/8/16/16/24", "1J", "bad-position"),
        ("1/8/16/16/24/1,wX,22", "1J", "bad-position"),
        ("1/8/16/16/24/1,wW,22 w", "1J", "bad-position"),
        ("1/8/16/16/24/1,wW,22 w -,- - 1", "1J", "bad-position"),
        ("é", "1J", "bad-position"),
        (rings, "", "no-such-cell"),
        (rings, "9J", "no-such-cell"),
        (rings, "é", "no-such-cell"),
        (rings, "1K", "no-piece-there"),
    ] {
        let refusal = ask(position, from).expect_err(position);
        assert_eq!(refusal.code, code, "{position} {from}: {refusal}");
    }
    let mut options = Options::default();
    options.set("dice-table=X").expect("words");
    let request = DiagramRequest { position: rings, from: "1J", last: None };
    assert_eq!(piece_diagram(GAME, &options, &request).expect_err("a table").code, "bad-option");
}

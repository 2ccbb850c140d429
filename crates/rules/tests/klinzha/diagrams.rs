//! Diagrams of pieces: what they say is what the moves of a position say.

use heterodox_rules::klinzha::{Kind, Position, QUICK_STARTS, Side, board, quick_start};
use heterodox_rules::{
    CellSet, DiagramRequest, Options, PieceDiagram, Refusal, TargetKind, piece_diagram,
};

fn ask(position: &str, from: &str) -> Result<PieceDiagram, Refusal> {
    let request = DiagramRequest { position, from, last: None };
    piece_diagram("klinzha", &Options::default(), &request)
}

fn diagram(position: &str, from: &str) -> PieceDiagram {
    ask(position, from).unwrap_or_else(|refusal| panic!("{position} {from}: {refusal}"))
}

fn cells<'a>(names: impl Iterator<Item = &'a String>) -> CellSet {
    names.map(|name| board::by_name(name).expect("a cell")).collect()
}

/// The starts, and the positions after some plies of each.
fn positions() -> Vec<Position> {
    let mut all = Vec::new();
    for name in QUICK_STARTS {
        let mut position = quick_start(name).expect("a quick start");
        for ply in 0..24 {
            all.push(position.clone());
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&chosen) = moves.get((7 * ply + 3) % moves.len().max(1)) else { break };
            position.play(chosen);
        }
    }
    all
}

#[test]
fn targets_are_those_of_the_moves() {
    for position in positions() {
        let text = position.to_string();
        for side in Side::ALL {
            for (kind, from, targets) in position.targets(side) {
                let shown = diagram(&text, board::name(from));
                assert_eq!((shown.kind, shown.side), (kind.code(), side.key()));
                let now = shown.targets.iter().filter(|target| target.now);
                let at = format!("{kind} on {} in {text}", board::name(from));
                assert_eq!(cells(now.map(|target| &target.cell)), targets, "{at}");
                let taken = shown.targets.iter().flat_map(|target| &target.victims);
                let goal = position.goal(!side).into_iter().collect::<CellSet>();
                let enemies = position.occupied(!side) | goal;
                assert_eq!(cells(taken), targets & enemies, "{at}");
                let guarded = match kind {
                    Kind::Blockader => position.zone(side),
                    _ => CellSet::EMPTY,
                };
                assert_eq!(cells(shown.guards.iter()), guarded, "{at}");
            }
        }
    }
}

#[test]
fn a_goal_alone_has_no_move_and_a_carrier_has_its_own() {
    let bare = diagram("1/3/5/7/9/5G5/13/15/17", "F37");
    assert_eq!((bare.kind, bare.stuck, bare.targets.len()), ("G", Some("carried"), 0));
    let carried = diagram("1/3/5/7/9/5V+5/13/15/17", "F37");
    assert_eq!((carried.kind, carried.stuck, carried.targets.len()), ("V", None, 3));
}

#[test]
fn what_bars_a_way_and_what_stands_at_its_end_are_told_apart() {
    let shown = diagram("1/3/5/7/5v3/4VL5/13/15/17", "F37");
    let kind = |cell: &str| {
        let found = shown.targets.iter().find(|target| target.cell == cell);
        found.map(|target| target.kind)
    };
    assert_eq!(kind("F36"), Some(TargetKind::Blocked), "its own Vanguard");
    assert_eq!(kind("F26"), Some(TargetKind::Blocked), "behind it");
    assert_eq!(kind("E37"), Some(TargetKind::Both), "free");
    assert_eq!(kind("E38"), Some(TargetKind::Capture), "an enemy");
}

#[test]
fn faults_are_told() {
    for (position, from, code) in [
        ("1/3/5/7/9/5V5/13/15/17", "E37", "no-piece-there"),
        ("1/3/5/7/9/5V5/13/15", "F37", "bad-position"),
        ("x", "F37", "bad-position"),
        ("1/3/5/7/9/5V5/13/15/17", "J11", "no-such-cell"),
    ] {
        assert_eq!(ask(position, from).expect_err(position).code, code, "{position} {from}");
    }
}

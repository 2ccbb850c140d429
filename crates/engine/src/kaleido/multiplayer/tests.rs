//! The search against a plain search without cuts.

use super::*;
use heterodox_rules::SplitMix64;
use heterodox_rules::kaleido::{DiceTable, Kind, RawPosition, board};

#[test]
fn scales_agree() {
    for value in [-4000, -300, 0, 17, 900, 6000] {
        let error = (from_win_scale(to_win_scale(value)) - value).abs();
        assert!(error <= 1 + value.abs() / 300, "{value}");
    }
}

/// The search without windows, cuts and move ordering.
fn slow(searcher: &mut Searcher<'_>, position: &Position, context: NodeContext) -> i32 {
    if let Some(value) = searcher.terminal_value(position, searcher.root, context.ply) {
        return value;
    }
    let ours = position.turn() == searcher.root;
    if !ours && context.replied {
        let next = searcher.greedy_reply(position);
        return slow(searcher, &next, context.beside(true));
    }
    if context.depth <= 0 {
        return searcher.leaf(position);
    }
    let mut best = INFINITE;
    let reply = searcher.method == Method::BestReply;
    if !ours && reply && searcher.other_opponent_next(position) {
        let next = searcher.greedy_reply(position);
        best = slow(searcher, &next, context.beside(false));
    }
    let mut sum = 0;
    let faces = if searcher.dice && position.die().is_none() { 1..=6 } else { 0..=0 };
    let count = faces.clone().count() as i32;
    for face in faces {
        let thrown = if face == 0 { position.clone() } else { position.with_die(Some(face)) };
        let start = searcher.list_moves(&thrown, context.ply);
        let moves: Vec<Move> = searcher.moves.drain(start..).map(|(_, m)| m).collect();
        let values = moves
            .into_iter()
            .map(|m| slow(searcher, &thrown.after_unchecked(m), context.deeper(!ours && reply)));
        sum += if ours { values.max() } else { values.min() }.expect("a move");
    }
    best.min(sum / count)
}

/// Random positions with few pieces, of two to four colours.
fn small(random: &mut SplitMix64, dice: bool) -> Option<Position> {
    let (letters, castles) = ("WDREVLTHP", ["00", "1J", "3J", "5J", "7J"]);
    let mut raw = RawPosition::empty();
    let colors = 2 + random.below(3);
    for color in Color::ALL.into_iter().take(colors) {
        for context in 0..3 {
            let castle = castles[(color as usize + 1) % 5];
            let cell =
                if context == 0 { board::by_name(castle)? } else { board::ALL[random.below(89)] };
            let letter = letters.chars().nth(random.below(9))?;
            raw.board[cell.index()] = Some((color, Kind::from_letter(letter)?));
        }
    }
    let table = dice.then_some(DiceTable::STANDARD);
    raw.die = dice.then(|| 1 + random.below(6) as u8);
    raw.check(table).ok().filter(|position| position.outcome().is_none())
}

#[test]
fn cuts_change_no_value() {
    let mut random = SplitMix64::new(5);
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    while seen < 60 {
        let dice = seen % 2 == 1;
        let Some(position) = small(&mut random, dice) else { continue };
        seen += 1;
        for method in [Method::BestReply, Method::Paranoid] {
            let request = |cuts| MultiplayerRequest {
                position: &position,
                history: &[],
                search_moves: &[],
                limit: SearchLimit::depth(2),
                margin: 0,
                width: usize::MAX,
                eval_noise: 0,
                seed: 0,
                method,
                cuts,
                evaluation: KaleidoEvaluation::default(),
            };
            let plain = request(Cuts::None);
            let mut searcher = Searcher::new(&plain, &stop);
            let root = searcher.root_moves(&plain).expect("moves");
            let context = NodeContext { depth: 1, ply: 1, replied: false };
            let best = root
                .iter()
                .map(|&(m, _)| slow(&mut searcher, &position.after_unchecked(m), context));
            let best = score(best.max().expect("a move"));
            for cuts in [Cuts::None, Cuts::Star1, Cuts::Star2] {
                let found = search(&request(cuts), &stop).expect("a move");
                if found.depth == 2 {
                    assert_eq!(found.score, best, "{position} {method:?} {cuts:?}");
                }
            }
        }
    }
}

//! The search on Klin Zha: true values, forced wins, reproducibility.

use heterodox_engine::klinzha::{KlinZhaEvaluation, searcher};
use heterodox_engine::search::{SearchRequest, Searcher, Settings};
use heterodox_engine::{Evaluate, Level, Score, SearchLimit, SplitMix64, player};
use heterodox_rules::klinzha::{Position, Side};
use heterodox_rules::{SearchPosition, read_record};
use heterodox_testkit::engine::klinzha::{
    acting_scene, can_take_goal, legal, random_position, table_at,
};
use std::sync::atomic::AtomicBool;

/// The value of a position by definition, as a rank: all moves to the depth, then captures while
/// they are better than stand pat.
fn minimax(position: &Position, depth: u32, ply: u32) -> i32 {
    if let Some((winner, _)) = position.winner() {
        let score = if winner == position.turn() { Score::WinIn(ply) } else { Score::LossIn(ply) };
        return score.rank();
    }
    let mut moves = legal(position);
    let mut best = i32::MIN;
    if depth == 0 {
        moves.retain(|&m| position.is_capture(m));
        best = KlinZhaEvaluation::new().evaluate(position);
    }
    let depth = depth.saturating_sub(1);
    moves
        .into_iter()
        .map(|m| -minimax(&position.after_unchecked(m), depth, ply + 1))
        .fold(best, i32::max)
}

/// Positions with few warriors, so that minimax with all captures stays small.
fn small_positions() -> impl Iterator<Item = Position> {
    let mut random = SplitMix64::new(11);
    std::iter::from_fn(move || {
        let mut position = random_position(&mut random, 400);
        while position.occupied(position.turn()).len() > 5 {
            position = random_position(&mut random, 400);
        }
        Some(position)
    })
}

#[test]
fn alpha_beta_with_quiescence_gives_the_value_of_plain_minimax() {
    for position in small_positions().take(25) {
        let expected = minimax(&position, 2, 0);
        for table_mib in [0, 1] {
            let settings = Settings { table_mib, selective: false, ..Settings::default() };
            let mut searcher = Searcher::new(KlinZhaEvaluation::new(), settings);
            let request = SearchRequest::new(&position, SearchLimit::depth(2));
            let found = searcher.run(&request, &AtomicBool::new(false), |_| {}).expect("moves");
            assert_eq!(found.score.rank(), expected, "{position}, table of {table_mib} MiB");
        }
    }
}

fn score_and_line(position: &str, depth: u32) -> (Score, Vec<String>) {
    let position: Position = position.parse().expect("a position");
    let request = SearchRequest::new(&position, SearchLimit::depth(depth));
    let found = searcher(1).run(&request, &AtomicBool::new(false), |_| {}).expect("moves");
    let mut board = position.clone();
    let line = found
        .pv
        .iter()
        .map(|&m| {
            let text = board.write(m);
            board.play_unchecked(m);
            text
        })
        .collect();
    (found.score, line)
}

#[test]
fn a_goal_that_hangs_is_a_win_in_one() {
    // A Flier three cells from the corner.
    let (score, line) = score_and_line("v+/3/1F3/7/9/11/13/15/V+16 gold 0 1", 3);
    assert_eq!(score, Score::WinIn(1));
    assert_eq!(line.len(), 1);
    assert!(line[0].ends_with(" x VG@A19"), "{line:?}");
}

/// The end of the sample battle: Gold has a Flier, the Blockader and a Fencer with the Goal left to
/// hunt the Goal that a Vanguard carries. The people took nineteen plies and more from the last
/// capture on.
#[test]
fn the_lone_goal_of_the_sample_battle_is_caught() {
    let record = read_record(include_str!("../../../data/sample-battle.txt")).expect("a record");
    for place in [29, 34, 37, 40, 43] {
        let start: Position = record.frames[place].position.parse().expect("a position");
        let mut board = start.clone();
        let mut searchers = [searcher(4), searcher(4)];
        let mut keys = Vec::new();
        while board.goal_captor().is_none() {
            assert!(keys.len() < 16, "not caught: {start}, now {board}");
            let request = SearchRequest {
                history: &keys,
                ..SearchRequest::new(&board, SearchLimit::nodes(1000))
            };
            let searcher = &mut searchers[board.turn() as usize];
            let found = searcher.run(&request, &AtomicBool::new(false), |_| {}).expect("moves");
            keys.push(board.zobrist());
            board.play_unchecked(found.best);
        }
        assert_eq!(board.goal_captor(), Some(Side::Gold), "{start}");
    }
}

/// Whether the side to move wins within this many plies, by definition.
fn forces_win(position: &Position, plies: u32) -> bool {
    let won = |next: &Position| next.winner().is_some();
    legal(position).into_iter().map(|m| position.after_unchecked(m)).any(|next| {
        won(&next)
            || (plies >= 3
                && legal(&next)
                    .into_iter()
                    .map(|reply| next.after_unchecked(reply))
                    .all(|after| !won(&after) && forces_win(&after, plies - 2)))
    })
}

#[test]
fn forced_wins_and_losses_are_found() {
    let (mut wins, mut early, mut losses) = (0, 0, 0);
    for position in small_positions().take(1500) {
        if can_take_goal(&position) {
            continue;
        }
        let stop = AtomicBool::new(false);
        let request = SearchRequest::new(&position, SearchLimit::depth(4));
        let found = searcher(1).run(&request, &stop, |_| {}).expect("moves");
        if forces_win(&position, 3) {
            wins += 1;
            assert_eq!(found.score, Score::WinIn(3), "{position}");
            let request = SearchRequest::new(&position, SearchLimit::depth(1));
            // A line that ends with an attacked Goal is extended.
            let hasty = searcher(1).run(&request, &stop, |_| {}).expect("moves");
            early += usize::from(hasty.score == Score::WinIn(3));
            let after =
                found.pv.iter().fold(position.clone(), |board, &m| board.after_unchecked(m));
            assert_eq!(after.winner().map(|(side, _)| side), Some(position.turn()), "{position}");
        } else if legal(&position).into_iter().all(|m| forces_win(&position.after_unchecked(m), 1))
        {
            losses += 1;
            assert_eq!(found.score, Score::LossIn(2), "{position}");
        } else {
            assert!(!matches!(found.score, Score::WinIn(..=3) | Score::LossIn(..=2)), "{position}");
        }
    }
    assert!(wins >= 10 && losses >= 3, "{wins} wins, {losses} losses: too few to tell");
    assert!(early * 10 > wins * 8, "only {early} of {wins} wins are seen at depth 1");
}

#[test]
fn reproducible_to_the_node() {
    let mut random = SplitMix64::new(5);
    let positions = std::iter::from_fn(|| Some(random_position(&mut random, 30)));
    for position in positions.filter(|position| !can_take_goal(position)).take(10) {
        let stop = AtomicBool::new(false);
        let request = SearchRequest::new(&position, SearchLimit::nodes(5000));
        let mut used = searcher(4);
        let first = used.run(&request, &stop, |_| {});
        assert_eq!(used.run(&request, &stop, |_| {}), first);
        assert_eq!(searcher(4).run(&request, &stop, |_| {}), first);
        assert!(first.is_some_and(|found| found.nodes <= 5000 && found.depth >= 1));
    }
}

#[test]
fn a_stopped_player_still_answers() {
    let table = table_at("1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10 gold 0 1");
    let scene = acting_scene(&table);
    for level in Level::ALL {
        let mut player = player("klinzha", level, 1).expect("a player");
        let stop = AtomicBool::new(true);
        let choice = player
            .choose(&scene, &table.frames(scene.viewer), &SearchLimit::default(), &stop)
            .expect("an answer");
        assert!(scene.choices.iter().any(|offered| offered.text == choice.text));
    }
}

#[test]
fn a_repetition_counts_as_a_draw() {
    // Gold is far behind. Every reply but one goes on losing; coming back to an earlier position of
    // the game saves half of it.
    let position: Position =
        "1/1v+1/5/3f3/9/2s8/13/b14/8V+5B2 gold 9 9".parse().expect("a position");
    let stop = AtomicBool::new(false);
    let search = |history: &[u64]| {
        let request =
            SearchRequest { history, ..SearchRequest::new(&position, SearchLimit::depth(1)) };
        searcher(1).run(&request, &stop, |_| {}).expect("moves").score.rank()
    };
    assert!(search(&[]) < -200);
    let m = legal(&position)[0];
    let returns = position.after_unchecked(m).zobrist();
    // The position before the last three plies, so that this move is the one that comes back.
    assert_eq!(search(&[returns, 1, 2]), 0, "the draw is seen");
    assert!(search(&[1, returns, 2]) < -200, "with the other side to move it would be no return");
}

#[test]
fn judgement_is_the_same_for_both_colours_and_all_three_corners() {
    use heterodox_rules::klinzha::{RawPosition, board};
    let evaluation = KlinZhaEvaluation::new();
    let mut random = SplitMix64::new(8);
    for _ in 0..200 {
        let position = random_position(&mut random, 80);
        let raw = position.to_raw();
        let mut other = RawPosition::empty();
        (other.turn, other.plies_since_capture) = (!raw.turn, raw.plies_since_capture);
        for cell in board::ALL {
            other.board[board::turned(cell).index()] =
                raw.board[cell.index()].map(|(side, kind)| (!side, kind));
        }
        for side in Side::ALL {
            other.goals[!side] = raw.goals[side].map(board::turned);
        }
        let other = other.check().expect("as possible as before");
        assert_eq!(evaluation.evaluate(&position), evaluation.evaluate(&other), "{position}");
        assert_eq!(position.turn() as usize, SearchPosition::turn(&position).index());
    }
}

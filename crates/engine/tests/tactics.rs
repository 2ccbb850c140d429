//! Positions with proven best moves: the proofs, and whether the engine finds them. The examples
//! `prove` and `tactics` are the long form.

use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::search::{SearchRequest, Searcher, Settings};
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::{Options, grand_chess, kaleido, klinzha};
use heterodox_testkit::engine::tactics::{Objective, Puzzle, PuzzleGame, Studied, puzzles, solve};
use heterodox_testkit::proof::{Prover, plain};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// One in `every` of the lines of each objective, so that a debug build takes seconds.
fn sample(file: &str, every: usize) -> Vec<Puzzle> {
    let mut seen = BTreeMap::<Objective, usize>::new();
    let mut all = puzzles(file);
    all.retain(|puzzle| {
        let count = seen.entry(puzzle.objective).or_default();
        *count += 1;
        (*count - 1).is_multiple_of(every)
    });
    all
}

fn position<P: Studied>(puzzle: &Puzzle) -> P {
    P::read(&puzzle.position).unwrap_or_else(|| panic!("no position: {puzzle}"))
}

/// The files are large and varied enough, and in strict form.
fn the_file_is_sound<P: Studied>(least: usize) {
    let all = puzzles(P::FILE);
    assert!(all.len() >= least, "{} lines", all.len());
    let mut known = BTreeSet::new();
    for puzzle in &all {
        let position: P = position(puzzle);
        assert_eq!(position.text(), puzzle.position, "the position is written strictly");
        assert!(position.outcome().is_none(), "{puzzle}");
        assert!(known.insert(position.zobrist()), "twice: {puzzle}");
        assert!(!puzzle.moves.is_empty() && !puzzle.source.is_empty());
        for text in &puzzle.moves {
            assert!(position.find(text).is_some(), "{text} is no legal move: {puzzle}");
        }
        assert!(puzzle.objective.plies() >= 2, "{puzzle}");
    }
    for objective in [Objective::Win(3), Objective::Win(5), Objective::Win(7), Objective::Hold(4)] {
        assert!(all.iter().any(|puzzle| puzzle.objective == objective), "none for {objective}");
    }
}

#[test]
fn the_files_are_sound() {
    the_file_is_sound::<klinzha::Position>(150);
    the_file_is_sound::<grand_chess::Position>(20);
    the_file_is_sound::<kaleido::Position>(20);
}

#[test]
fn the_positions_of_klin_zha_are_varied() {
    let all = puzzles(klinzha::Position::FILE);
    let mut themes = BTreeMap::<&str, usize>::new();
    for theme in all.iter().flat_map(|puzzle| &puzzle.themes) {
        *themes.entry(theme).or_default() += 1;
    }
    for theme in [
        "carries the Goal",
        "abandons the Goal",
        "captures with the Goal",
        "own Goal abandoned",
        "enemy Goal abandoned",
        "both Goals held",
        "zone",
        "few warriors",
        "immobilisation",
        "no threat to the Goal",
        "can be taken",
        "own Goal under attack",
    ] {
        assert!(themes.contains_key(theme), "nothing is about '{theme}': {themes:?}");
    }
}

/// The second prover, which has no table and no ordering, finds the same first moves.
fn proofs_of_three_plies_hold<P: Studied>(every: usize) {
    for puzzle in
        sample(P::FILE, every).iter().filter(|puzzle| puzzle.objective == Objective::Win(3))
    {
        let position: P = position(puzzle);
        let winning: Vec<String> =
            plain::winning(&position, 3).into_iter().map(|m| position.write(m)).collect();
        assert_eq!(winning, puzzle.moves, "{puzzle}");
        assert!(plain::winning(&position, 1).is_empty(), "{puzzle}");
    }
}

#[test]
fn a_plain_prover_agrees_on_wins_in_three() {
    proofs_of_three_plies_hold::<klinzha::Position>(4);
    proofs_of_three_plies_hold::<grand_chess::Position>(3);
    proofs_of_three_plies_hold::<kaleido::Position>(3);
}

/// The prover with its table, on everything that is quickly proved.
fn proofs_hold<P: Studied>(every: usize) {
    let mut prover = Prover::<P>::new(20_000_000);
    for puzzle in sample(P::FILE, every) {
        let position: P = position(&puzzle);
        prover.forget();
        let plies = puzzle.objective.plies();
        let (now, before) = match puzzle.objective {
            Objective::Win(7..) => continue,
            Objective::Win(_) => {
                (prover.winning(&position, plies), prover.winning(&position, plies - 1))
            }
            Objective::Hold(_) => {
                (prover.holding(&position, plies), prover.holding(&position, plies - 1))
            }
        };
        let (now, before) = (now.expect("an answer"), before.expect("an answer"));
        let texts: Vec<String> = now.into_iter().map(|m| position.write(m)).collect();
        assert_eq!(texts, puzzle.moves, "{puzzle}");
        match puzzle.objective {
            Objective::Win(_) => assert!(before.is_empty(), "{puzzle}"),
            Objective::Hold(_) => assert!(before.len() > 1, "{puzzle}"),
        }
    }
}

#[test]
fn the_proofs_hold() {
    proofs_hold::<klinzha::Position>(8);
    proofs_hold::<grand_chess::Position>(6);
    proofs_hold::<kaleido::Position>(6);
}

/// The engine solves at least this many a little beyond the proof, and this many exactly.
fn the_engine_solves<P: Studied>(least_solved: usize, least_exact: usize) {
    let all = puzzles(P::FILE);
    let (mut exact, mut unsolved) = (0, Vec::new());
    for puzzle in &all {
        let attempt = solve(P::ID, puzzle);
        exact += usize::from(attempt.exact);
        if !attempt.solved {
            unsolved.push(format!("{puzzle}\n    the engine: {}", attempt.said));
        }
    }
    let solved = all.len() - unsolved.len();
    let why = format!("{}: {solved} solved, {exact} exactly; not:\n{}", P::ID, unsolved.join("\n"));
    assert!(solved >= least_solved.min(all.len()) && exact >= least_exact, "{why}");
}

#[test]
fn the_engine_solves_all_of_klin_zha() {
    the_engine_solves::<klinzha::Position>(usize::MAX, 160);
}

/// Pruning and reductions delay some mates, most of them by quiet moves, beyond the depth of
/// [`solve`].
#[test]
fn the_engine_solves_most_of_grand_chess() {
    the_engine_solves::<grand_chess::Position>(22, 22);
}

/// Study 1962, a win in 4 plies, is solved one ply late: the pruned search finds a win in 5.
#[test]
fn the_engine_solves_most_of_kaleidochess() {
    the_engine_solves::<kaleido::Position>(31, 29);
}

/// No score is better than the true one with any settings, and a full-width search has the true
/// one.
fn scores_are_true_whatever_the_settings<P: Studied>(every: usize) {
    for puzzle in sample(P::FILE, every) {
        let position: P = position(&puzzle);
        let Objective::Win(plies @ ..=5) = puzzle.objective else { continue };
        for (table_mib, selective) in [(0, false), (1, false), (0, true), (1, true)] {
            let settings =
                Settings { table_mib, selective, root_blunder_check: false, ..Settings::default() };
            let mut searcher = Searcher::new(position.evaluation(), settings);
            let request = SearchRequest::new(&position, SearchLimit::depth(plies));
            let never = AtomicBool::new(false);
            let found = searcher.run(&request, &never, |found| {
                let sooner = matches!(found.score, Score::WinIn(said) if said < plies);
                let lost = matches!(found.score, Score::LossIn(_));
                assert!(!sooner && !lost, "{} at depth {}: {puzzle}", found.score, found.depth);
            });
            let found = found.expect("moves");
            if selective {
                continue;
            }
            assert_eq!(found.score, Score::WinIn(plies), "a table of {table_mib} MiB: {puzzle}");
            let best = position.write(found.best);
            assert!(puzzle.moves.contains(&best), "{best}: {puzzle}");
            let end = found.pv.iter().fold(position.clone(), |board, &m| board.then(m));
            assert_eq!(found.pv.len(), plies as usize, "{puzzle}");
            let winner = end.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(
                winner,
                Some(position.turn()),
                "the principal variation ends in the win: {puzzle}"
            );
        }
    }
}

#[test]
fn scores_of_klin_zha_are_true_whatever_the_settings() {
    scores_are_true_whatever_the_settings::<klinzha::Position>(6);
}

#[test]
fn scores_of_grand_chess_are_true_whatever_the_settings() {
    scores_are_true_whatever_the_settings::<grand_chess::Position>(6);
}

#[test]
fn scores_of_kaleidochess_are_true_whatever_the_settings() {
    scores_are_true_whatever_the_settings::<kaleido::Position>(6);
}

/// Of several principal variations only the first wins so soon.
fn the_second_line_is_worse<P: Studied>(every: usize) {
    for puzzle in sample(P::FILE, every) {
        let Objective::Win(3) = puzzle.objective else { continue };
        let board = engine_game::open(P::ID, &Options::default(), Some(&puzzle.position))
            .expect("a position");
        let job =
            SearchJob { multi_pv: 3, selective: false, ..SearchJob::new(SearchLimit::depth(3)) };
        let found = board.search(&job, &AtomicBool::new(false), &mut |_| {}).expect("moves");
        assert_eq!(found.score, Score::WinIn(3), "{puzzle}");
        let soon = found.lines.iter().filter(|(score, _)| *score == Score::WinIn(3)).count();
        assert_eq!(soon, puzzle.moves.len().min(3), "{puzzle}");
    }
}

#[test]
fn several_lines_are_proven_ones() {
    the_second_line_is_worse::<klinzha::Position>(5);
    the_second_line_is_worse::<grand_chess::Position>(3);
    the_second_line_is_worse::<kaleido::Position>(3);
}

//! Several threads on one search, tables that are kept, and mate searches.

use heterodox_engine::engine_game::{self, EnginePosition, SearchJob, SearchReport, games};
use heterodox_engine::search::SearchMemory;
use heterodox_engine::{Score, SearchLimit};
use heterodox_rules::Options;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn board(game: &str, position: Option<&str>) -> Box<dyn EnginePosition> {
    engine_game::open(game, &Options::default(), position).expect("a position")
}

fn search(board: &dyn EnginePosition, job: &SearchJob<'_>) -> SearchReport {
    board.search(job, &AtomicBool::new(false), &mut |_| {}).expect("a move")
}

/// White mates in two moves, by the queen's move to a square of the d file alone.
const MATE_IN_TWO: &str = "9k/10/7K2/10/10/10/10/10/3Q6/10 w - - 0 60";

#[test]
fn threads_find_the_same_wins() {
    for threads in [1, 2, 4] {
        let job = SearchJob { threads, ..SearchJob::new(SearchLimit::depth(6)) };
        let found = search(&*board("grand-chess", Some(MATE_IN_TWO)), &job);
        assert_eq!(found.score, Score::WinIn(3), "{threads} threads");
    }
}

#[test]
fn a_limit_of_nodes_counts_for_all_threads_together() {
    for game in games() {
        let board = board(game, None);
        for threads in [1, 2, 5] {
            let found = search(
                &*board,
                &SearchJob { threads, ..SearchJob::new(SearchLimit::nodes(20_000)) },
            );
            // Several tell of their nodes in portions.
            let most = if threads == 1 { 20_000 } else { 20_000 + 64 * threads as u64 };
            assert!((20_000..=most).contains(&found.nodes), "{game}: {} nodes", found.nodes);
        }
    }
}

#[test]
fn all_threads_end_when_one_is_told_to() {
    let board = board("klinzha", None);
    let stop = AtomicBool::new(false);
    let job = SearchJob { threads: 4, ..SearchJob::new(SearchLimit::default()) };
    let found = board.search(&job, &stop, &mut |report| {
        if report.depth == 3 {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(found.map(|found| found.depth), Some(3));
}

#[test]
fn a_kept_table_saves_work_and_its_own_table_nothing() {
    for game in games() {
        let board = board(game, None);
        let plain = SearchJob::new(SearchLimit::depth(5));
        assert_eq!(search(&*board, &plain), search(&*board, &plain), "{game}");
        let table = Arc::new(SearchMemory::kept(4).expect("memory"));
        let job = SearchJob { memory: Some(&table), ..plain };
        let (first, second) = (search(&*board, &job), search(&*board, &job));
        assert!(3 * second.nodes < 2 * first.nodes, "{game}: {} and {}", first.nodes, second.nodes);
        table.clear();
        assert_eq!(search(&*board, &job), first, "{game}");
    }
}

#[test]
fn only_wins_within_so_many_plies_are_looked_for() {
    let board = board("grand-chess", Some(MATE_IN_TWO));
    let within = |plies, threads| {
        let job = SearchJob {
            mate_limit: Some(plies),
            threads,
            ..SearchJob::new(SearchLimit::default())
        };
        search(&*board, &job)
    };
    let none = within(1, 1);
    assert_eq!((none.depth, none.lines.len()), (1, 0));
    for threads in [1, 2] {
        for plies in [3, 7] {
            let found = within(plies, threads);
            assert_eq!((found.score, found.depth), (Score::WinIn(3), 3));
            assert_eq!(found.pv.len(), 3);
        }
    }
}

/// Positions in which a full-width search finds a win with this ply and none before: carrying the
/// Goal away, hunting it, capturing first.
const WINS: [(u32, &str); 6] = [
    (5, "1/1B1/5/7/9/5F1b3/11V1/5F9/2v+1G9f2 gold 0 1"),
    (5, "1/3/3L+1/f4V1/7s1/v10/4b2B5/2v2v9/3l+13 green 0 1"),
    (5, "1/3/5/2B4/7G1/3b1f5/10f2/V1Vv+4e6/17 green 0 1"),
    (5, "1/3/5/7/5L+3/5V5/7b5/12B1l+/11F5 gold 0 1"),
    (5, "1/3/e3f/7/f5FE1/2V8/1G9lS/2L1B9s/7V1g3b2v gold 0 1"),
    (7, "1/1V1/5/7/9/1V4b4/4F8/2l+1B10/6L+10 gold 0 1"),
];

#[test]
fn proven_wins_are_found_with_the_ply_that_they_need() {
    for (plies, position) in WINS {
        let board = board("klinzha", Some(position));
        for threads in [1, 2] {
            let within = |plies| {
                let job = SearchJob {
                    mate_limit: Some(plies),
                    threads,
                    ..SearchJob::new(SearchLimit::default())
                };
                search(&*board, &job)
            };
            assert_eq!(within(plies).score, Score::WinIn(plies), "{position}");
            let before = within(plies - 2);
            assert_eq!((before.lines.len(), before.depth), (0, plies - 2), "{position}");
        }
    }
}

/// What such a search finds is what an exhaustive one finds.
#[test]
fn wins_are_neither_missed_nor_invented() {
    /// The fewest plies, at most `most`, in which the seat to move forces a win.
    fn fewest(board: &dyn EnginePosition, most: u32) -> Option<u32> {
        (1..=most).step_by(2).find(|&plies| wins(board, plies))
    }

    fn wins(board: &dyn EnginePosition, plies: u32) -> bool {
        let after = |text: &String| {
            let mut next = board.boxed_clone();
            next.play(text).expect("a legal move");
            next
        };
        let lost = |reply: &dyn EnginePosition| match reply.outcome() {
            Some(outcome) => outcome.winner == Some(board.turn()),
            None if plies < 3 => false,
            None => reply.legal_moves().iter().all(|text| {
                let mut next = reply.boxed_clone();
                next.play(text).expect("a legal move");
                match next.outcome() {
                    Some(outcome) => outcome.winner == Some(board.turn()),
                    None => wins(&*next, plies - 2),
                }
            }),
        };
        board.legal_moves().iter().any(|text| lost(&*after(text)))
    }

    let mut found = 0;
    for seed in 0..60 {
        let mut random = heterodox_engine::SplitMix64::new(seed);
        // Few warriors in a corner of the board: many positions are decided soon.
        let mut board = board("klinzha", Some("1/2v+/5/f4b1/9/1F2S6/9B3/15/V+16 gold 0 1"));
        for _ in 0..random.below(8) {
            let legal = board.legal_moves();
            let mut next = board.boxed_clone();
            next.play(random.pick(&legal).expect("a move")).expect("a legal move");
            if next.outcome().is_none() {
                board = next;
            }
        }
        let job = SearchJob { mate_limit: Some(3), ..SearchJob::new(SearchLimit::default()) };
        let report = search(&*board, &job);
        let expected = fewest(&*board, 3);
        found += usize::from(expected.is_some());
        match expected {
            Some(plies) => assert_eq!(report.score, Score::WinIn(plies), "{}", board.position()),
            None => assert_eq!((report.lines.len(), report.depth), (0, 3), "{}", board.position()),
        }
    }
    assert!((5..=55).contains(&found), "{found} of 60 are won");
}

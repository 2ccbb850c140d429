//! The search on a game that is known completely: noughts and crosses.

use heterodox_engine::search::{
    SearchRequest, SearchResult, Searcher, Settings, TwoPlyOutcome, two_ply_outcome,
};
use heterodox_engine::{Evaluate, Score, SearchLimit};
use heterodox_rules::{EndReason, Outcome, SearchMove, SearchPosition, Seat};
use std::sync::atomic::{AtomicBool, Ordering};

/// Noughts and crosses: seat 0 has the bits of `marks[0]`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Grid {
    marks: [u16; 2],
    turn: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Square(u8);

impl SearchMove for Square {
    fn pack(self) -> u32 {
        u32::from(self.0) + 1
    }
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Grid {
    /// Reads `x`, `o` and `.` of nine squares; `x` begins.
    fn read(text: &str) -> Self {
        let marks: [u16; 2] = ['x', 'o'].map(|mark| {
            text.chars().enumerate().filter(|(_, c)| *c == mark).fold(0, |set, (i, _)| set | 1 << i)
        });
        let turn = usize::from(marks[0].count_ones() > marks[1].count_ones());
        Self { marks, turn }
    }

    fn has_line(&self, seat: usize) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }
}

impl SearchPosition for Grid {
    type Move = Square;

    fn seats(&self) -> usize {
        2
    }

    fn zobrist(&self) -> u64 {
        let packed =
            u64::from(self.marks[0]) << 10 | u64::from(self.marks[1]) << 1 | self.turn as u64;
        packed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn turn(&self) -> Seat {
        Seat::new(self.turn)
    }

    fn moves(&self, list: &mut Vec<Square>) {
        if !self.has_line(0) && !self.has_line(1) {
            let taken = self.marks[0] | self.marks[1];
            list.extend((0..9).filter(|i| taken >> i & 1 == 0).map(Square));
        }
    }

    fn captures(&self, _: &mut Vec<Square>) {}

    fn is_capture(&self, _: Square) -> bool {
        false
    }

    fn play_unchecked(&mut self, m: Square) {
        self.marks[self.turn] |= 1 << m.0;
        self.turn ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = (0..2).find(|&seat| self.has_line(seat)) {
            return Some(Outcome::win(Seat::new(winner), EndReason::GOAL));
        }
        let full = self.marks[0] | self.marks[1] == 0o777;
        full.then(|| Outcome::draw(2, EndReason::AGREEMENT))
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn perft(&self, _: u32) -> u64 {
        panic!("a search asked for what it has no use for")
    }
}

/// Values that differ from position to position, so that a wrong one is noticed.
struct Arbitrary;

impl Evaluate<Grid> for Arbitrary {
    fn evaluate(&self, position: &Grid) -> i32 {
        (position.zobrist() >> 50) as i32 % 1000 - 500
    }
}

/// The value of a position by definition, as a rank.
fn minimax(position: &Grid, depth: u32, ply: i32) -> i32 {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if let Some(outcome) = position.outcome() {
        return match outcome.winner {
            Some(winner) if winner == position.turn() => Score::WinIn(ply as u32).rank(),
            Some(_) => Score::LossIn(ply as u32).rank(),
            None => 0,
        };
    }
    if depth == 0 {
        return Arbitrary.evaluate(position);
    }
    let value = |m: Square| -minimax(&position.after_unchecked(m), depth - 1, ply + 1);
    moves.into_iter().map(value).max().expect("a position that is not over has moves")
}

fn search(text: &str, limit: SearchLimit, settings: Settings) -> SearchResult<Square> {
    let position = Grid::read(text);
    Searcher::new(Arbitrary, settings)
        .run(&SearchRequest::new(&position, limit), &AtomicBool::new(false), |_| {})
        .expect("the position has moves")
}

fn plain(table_mib: usize) -> Settings {
    Settings { table_mib, selective: false, ..Settings::default() }
}

fn next_positions(position: &Grid) -> Vec<Grid> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        next
    };
    moves.into_iter().map(after).collect()
}

/// Every position of the first plies.
fn openings(plies: usize) -> Vec<Grid> {
    let mut all = vec![Grid::read(".........")];
    let mut last = all.clone();
    for _ in 0..plies {
        last = last.iter().flat_map(next_positions).collect();
        all.extend_from_slice(&last);
    }
    all
}

#[test]
fn alpha_beta_gives_the_value_of_plain_minimax() {
    for position in openings(3) {
        // At depth 1 they differ: the search excludes moves that lose in two plies.
        for depth in 2..=6 {
            let expected = minimax(&position.clone(), depth, 0);
            for table_mib in [0, 1] {
                let mut searcher = Searcher::new(Arbitrary, plain(table_mib));
                let request = SearchRequest::new(&position, SearchLimit::depth(depth));
                let found = searcher.run(&request, &AtomicBool::new(false), |_| {}).expect("moves");
                let table = if table_mib > 0 { "with" } else { "without" };
                assert_eq!(
                    found.score.rank(),
                    expected,
                    "{position:?} to depth {depth} {table} a table"
                );
            }
        }
    }
}

#[test]
fn the_whole_game_is_a_draw_and_ends_the_search() {
    let found = search(".........", SearchLimit::depth(9), plain(1));
    assert_eq!(found.score, Score::Centi(0));
    assert_eq!(found.depth, 9);
    assert_eq!(found.pv.len(), 9);
}

#[test]
fn wins_and_losses_are_counted_in_plies() {
    let found = search("xx.oo....", SearchLimit::depth(5), Settings::default());
    assert_eq!((found.best, found.score), (Square(2), Score::WinIn(1)));
    // Crosses must stop a line on square 6 and thereby opens two of its own.
    let found = search("x.o.o...x", SearchLimit::depth(9), Settings::default());
    assert_eq!((found.best, found.score), (Square(6), Score::WinIn(3)));
    assert_eq!(found.pv.len(), 3);
    let found = search("x.o.o.x.x", SearchLimit::depth(9), Settings::default());
    assert_eq!(found.score, Score::LossIn(2));
    let found = search("x...o...x", SearchLimit::depth(9), Settings::default());
    assert_eq!(found.score, Score::Centi(0));
}

#[test]
fn a_reply_that_wins_is_never_overlooked_however_small_the_budget() {
    // Crosses must answer the threat on square 2.
    let position = Grid::read("oo.x...x.");
    for limit in [
        SearchLimit::nodes(0),
        SearchLimit::nodes(1),
        SearchLimit::depth(0),
        SearchLimit::default(),
    ] {
        let stop = AtomicBool::new(true);
        let found = Searcher::new(Arbitrary, Settings::default())
            .run(&SearchRequest::new(&position, limit), &stop, |_| {})
            .expect("moves");
        assert_eq!(found.best, Square(2), "{limit:?}");
        assert_eq!(two_ply_outcome(&position, Square(2)), TwoPlyOutcome::Safe);
        assert_eq!(two_ply_outcome(&position, Square(8)), TwoPlyOutcome::LosesQuietly);
    }
}

#[test]
fn a_fixed_number_of_nodes_gives_the_same_search_again() {
    let settings = Settings::default();
    let position = Grid::read(".........");
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(Arbitrary, settings);
    for nodes in [10, 100, 1000, 5000] {
        let request = SearchRequest::new(&position, SearchLimit::nodes(nodes));
        let first = searcher.run(&request, &stop, |_| {}).expect("moves");
        let again = searcher.run(&request, &stop, |_| {}).expect("moves");
        let fresh = Searcher::new(Arbitrary, settings).run(&request, &stop, |_| {}).expect("moves");
        assert_eq!(first, again, "the table of the search before changes nothing");
        assert_eq!(first, fresh);
        assert!(first.nodes <= nodes);
    }
}

#[test]
fn every_iteration_is_reported_and_a_set_flag_ends_the_search() {
    let position = Grid::read(".........");
    let stop = AtomicBool::new(false);
    let mut depths = Vec::new();
    let found = Searcher::new(Arbitrary, plain(0)).run(
        &SearchRequest::new(&position, SearchLimit::default()),
        &stop,
        |found| {
            depths.push(found.depth);
            stop.store(found.depth == 4, Ordering::Relaxed);
        },
    );
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!(found.expect("moves").depth, 4);
}

#[test]
fn all_moves_within_the_margin_are_known() {
    let mut close = 0;
    for position in openings(2) {
        let request =
            SearchRequest { margin: 200, ..SearchRequest::new(&position, SearchLimit::depth(2)) };
        let stop = AtomicBool::new(false);
        let found = Searcher::new(Arbitrary, plain(0)).run(&request, &stop, |_| {}).expect("moves");
        let best = found.score.rank();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let value = |m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            -minimax(&after, 1, 1)
        };
        let mut expected: Vec<(Square, i32)> =
            moves.into_iter().map(|m| (m, value(m))).filter(|(_, v)| v + 200 >= best).collect();
        let mut known: Vec<_> = found.candidates.iter().map(|&(m, s)| (m, s.rank())).collect();
        expected.sort_by_key(|(m, _)| m.pack());
        known.sort_by_key(|(m, _)| m.pack());
        assert_eq!(known, expected, "{position:?}");
        close += known.len() - 1;
    }
    assert!(close > 50, "the positions have close moves");
}

#[test]
fn only_the_allowed_moves_are_chosen_and_a_finished_game_has_none() {
    let position = Grid::read("x...o....");
    let stop = AtomicBool::new(false);
    let mut searcher = Searcher::new(Arbitrary, Settings::default());
    let only = [Square(1), Square(7)];
    let request = SearchRequest {
        search_moves: Some(&only),
        ..SearchRequest::new(&position, SearchLimit::depth(3))
    };
    assert!(only.contains(&searcher.run(&request, &stop, |_| {}).expect("moves").best));
    let over = Grid::read("xxxoo....");
    assert_eq!(
        searcher.run(&SearchRequest::new(&over, SearchLimit::depth(3)), &stop, |_| {}),
        None
    );
}

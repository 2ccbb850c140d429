//! The search against definitions: plain minimax of three games, draws by repetition and by quiet
//! plies, and interruption at any node.

use heterodox_engine::search::{SearchRequest, SearchResult, Searcher, Settings};
use heterodox_engine::{Evaluate, Score, SearchLimit, SplitMix64};
use heterodox_rules::{EndReason, Outcome, SearchPosition, Seat, grand_chess, kaleido, klinzha};
use heterodox_testkit::engine::tactics::{Objective as Asked, PuzzleGame, Studied, puzzles};
use heterodox_testkit::proof::{Prover, moves};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A position without captures for the search, so that quiescence search adds nothing.
#[derive(Clone)]
struct Shallow<P>(P);

impl<P: SearchPosition> SearchPosition for Shallow<P> {
    type Move = P::Move;

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn zobrist(&self) -> u64 {
        self.0.zobrist()
    }

    fn turn(&self) -> Seat {
        self.0.turn()
    }

    fn moves(&self, list: &mut Vec<P::Move>) {
        self.0.moves(list);
    }

    fn captures(&self, _: &mut Vec<P::Move>) {}

    fn is_capture(&self, _: P::Move) -> bool {
        false
    }

    fn play_unchecked(&mut self, m: P::Move) {
        self.0.play_unchecked(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn reversible_plies(&self) -> usize {
        self.0.reversible_plies()
    }

    fn perft(&self, _: u32) -> u64 {
        panic!("a search asked for what it has no use for")
    }
}

/// An evaluation without hints.
struct Bare<E>(E);

impl<P: SearchPosition, E: Evaluate<P>> Evaluate<Shallow<P>> for Bare<E> {
    fn evaluate(&self, position: &Shallow<P>) -> i32 {
        self.0.evaluate(&position.0)
    }
}

/// The value of a position by definition, as a rank for the seat to move. `path` holds the hashes
/// of the positions before it. A repetition since the last irreversible ply is a draw, and so is
/// the ply that reaches the limit of quiet plies without ending the game.
struct Minimax<'a, P: SearchPosition> {
    evaluate: &'a dyn Fn(&P) -> i32,
    quiet_limit: Option<usize>,
}

impl<P: SearchPosition> Minimax<'_, P> {
    fn value(&self, position: &P, depth: u32, ply: u32, path: &mut Vec<u64>) -> i32 {
        if let Some(outcome) = position.outcome() {
            return match outcome.winner {
                Some(winner) if winner == position.turn() => Score::WinIn(ply).rank(),
                Some(_) => Score::LossIn(ply).rank(),
                None => 0,
            };
        }
        let quiet = position.reversible_plies();
        if ply > 0 {
            let recent = &path[path.len().saturating_sub(quiet)..];
            let same_turn = recent.iter().rev().skip(1).step_by(2);
            let repeated = same_turn.into_iter().any(|&key| key == position.zobrist());
            if repeated || self.quiet_limit.is_some_and(|limit| quiet >= limit) {
                return 0;
            }
        }
        if depth == 0 {
            return (self.evaluate)(position);
        }
        path.push(position.zobrist());
        let us = position.turn();
        let mut best = i32::MIN;
        for m in moves(position) {
            let mut next = position.clone();
            next.play_unchecked(m);
            let value = self.value(&next, depth - 1, ply + 1, path);
            // The end of a game may leave the turn with either seat.
            best = best.max(if next.turn() == us { value } else { -value });
        }
        path.pop();
        best
    }
}

fn plain(table_mib: usize, quiet_limit: Option<usize>) -> Settings {
    Settings {
        table_mib,
        selective: false,
        root_blunder_check: false,
        reversible_limit: quiet_limit,
        ..Settings::default()
    }
}

/// Random studies of a game, and positions from its file: the same in every run.
fn positions<P: Studied>(seed: u64) -> impl Iterator<Item = P> {
    let mut random = SplitMix64::new(seed);
    std::iter::from_fn(move || Some(P::study(&mut random))).flatten()
}

fn never() -> AtomicBool {
    AtomicBool::new(false)
}

/// To any depth the full-width search has the value of plain minimax, with and without a table.
fn search_is_minimax<P: Studied>(count: usize, most_moves: usize) {
    let few = |position: &P| moves(position).len() <= most_moves;
    for position in positions::<P>(71).filter(few).take(count) {
        let evaluation = position.evaluation();
        let minimax = Minimax { evaluate: &|p: &P| evaluation.evaluate(p), quiet_limit: None };
        for depth in 1..=3 {
            let expected = minimax.value(&position, depth, 0, &mut Vec::new());
            for table_mib in [0, 1] {
                let shallow = Shallow(position.clone());
                let mut searcher =
                    Searcher::new(Bare(position.evaluation()), plain(table_mib, None));
                let request = SearchRequest::new(&shallow, SearchLimit::depth(depth));
                let found = searcher.run(&request, &never(), |_| {}).expect("moves");
                let text = position.text();
                assert_eq!(found.score.rank(), expected, "{text}, depth {depth}, {table_mib} MiB");
            }
        }
    }
}

#[test]
fn without_captures_the_search_is_minimax_in_klin_zha() {
    search_is_minimax::<klinzha::Position>(60, 40);
}

#[test]
fn without_captures_the_search_is_minimax_in_grand_chess() {
    search_is_minimax::<grand_chess::Position>(60, 40);
}

#[test]
fn without_captures_the_search_is_minimax_in_kaleidochess() {
    search_is_minimax::<kaleido::Position>(60, 40);
}

/// Positions of the file that are won in three plies, those after the winning move, and studies.
fn decided_and_not<P: Studied>(every: usize, studies: usize) -> Vec<P> {
    let lines = puzzles(P::FILE).into_iter().filter(|puzzle| puzzle.objective == Asked::Win(3));
    let mut all = Vec::new();
    for puzzle in lines.step_by(every) {
        let position = P::read(&puzzle.position).expect("a position");
        let m = position.find(&puzzle.moves[0]).expect("a move");
        all.extend([position.then(m), position]);
    }
    all.extend(positions::<P>(5).take(studies));
    all
}

/// Whether a move loses at once: in `KaleidoChess` a seat may have to leave its last castle.
fn loses_at_once<P: Studied>(position: &P, m: P::Move) -> bool {
    let winner = position.then(m).outcome().and_then(|outcome| outcome.winner);
    winner.is_some_and(|winner| winner != position.turn())
}

/// The full-width search agrees with the prover on wins and losses.
fn wins_and_losses_are_proven<P: Studied>(every: usize, studies: usize) {
    let mut prover = Prover::<P>::new(10_000_000);
    let (mut wins, mut losses) = (0, 0);
    for position in decided_and_not::<P>(every, studies) {
        prover.forget();
        let expected = match prover.shortest(&position, 3).expect("an answer") {
            Some(plies) => Some(Score::WinIn(plies)),
            None if moves(&position).into_iter().all(|m| loses_at_once(&position, m)) => {
                Some(Score::LossIn(1))
            }
            None => prover.loses(&position, 2).expect("an answer").then_some(Score::LossIn(2)),
        };
        wins += usize::from(expected == Some(Score::WinIn(3)));
        losses += usize::from(matches!(expected, Some(Score::LossIn(_))));
        for table_mib in [0, 1] {
            let mut searcher = Searcher::new(position.evaluation(), plain(table_mib, None));
            let request = SearchRequest::new(&position, SearchLimit::depth(3));
            let found = searcher.run(&request, &never(), |_| {}).expect("moves");
            let text = position.text();
            match expected {
                Some(score) => assert_eq!(found.score, score, "{text}, {table_mib} MiB"),
                None => assert!(
                    !matches!(found.score, Score::WinIn(..=3) | Score::LossIn(..=2)),
                    "{} is not so: {text}, {table_mib} MiB",
                    found.score
                ),
            }
        }
    }
    assert!(wins >= 4 && losses >= 4, "{wins} wins, {losses} losses: too few to tell");
}

#[test]
fn wins_and_losses_of_klin_zha_are_proven() {
    wins_and_losses_are_proven::<klinzha::Position>(4, 150);
}

#[test]
fn wins_and_losses_of_grand_chess_are_proven() {
    wins_and_losses_are_proven::<grand_chess::Position>(2, 15);
}

#[test]
fn wins_and_losses_of_kaleidochess_are_proven() {
    wins_and_losses_are_proven::<kaleido::Position>(2, 40);
}

/// A move that leaves the enemy without a move wins at once, although the turn then stays where it
/// is.
#[test]
fn locking_in_is_a_win() {
    use kaleido::{Color, Kind, RawPosition, board};
    let mut raw = RawPosition::empty();
    raw.turn = Color::Black;
    for (color, kind, cell) in [
        (Color::White, Kind::Horse, "1J"),
        (Color::Black, Kind::Pawn, "1I"),
        (Color::Black, Kind::Pawn, "1K"),
        (Color::Black, Kind::Pawn, "1D"),
        (Color::Black, Kind::Wizard, "5J"),
    ] {
        raw.board[board::by_name(cell).expect("a cell").index()] = Some((color, kind));
    }
    let position = raw.check(None).expect("a position");
    let lock = position.find("1D-1G").expect("a move");
    let end = position.then(lock).outcome().expect("the game is over");
    assert_eq!(
        (end.reason, end.winner),
        (EndReason::LOCKED_IN, Some(SearchPosition::turn(&position)))
    );
    let winning = Prover::new(1000).winning(&position, 1).expect("an answer");
    assert!(winning.contains(&lock));
    for selective in [false, true] {
        for guard in [false, true] {
            let settings = Settings { selective, root_blunder_check: guard, ..Settings::default() };
            let request = SearchRequest {
                search_moves: Some(&[lock]),
                ..SearchRequest::new(&position, SearchLimit::depth(3))
            };
            let mut searcher = Searcher::new(position.evaluation(), settings);
            let found = searcher.run(&request, &never(), |_| {}).expect("moves");
            assert_eq!((found.best, found.score), (lock, Score::WinIn(1)));
        }
    }
}

/// Small positions with many repetitions.
fn tiny() -> impl Iterator<Item = klinzha::Position> {
    positions::<klinzha::Position>(17).filter(|position| {
        let blocked = moves(position).len() <= 8 && moves(&position.passed()).len() <= 8;
        blocked && !moves(position).is_empty() && !moves(&position.passed()).is_empty()
    })
}

fn with_quiet(position: &klinzha::Position, quiet: u32) -> klinzha::Position {
    let mut raw = position.to_raw();
    raw.plies_since_capture = quiet;
    raw.check().expect("as possible as before")
}

#[test]
fn repetition_and_the_quiet_limit_are_draws_by_definition() {
    const LIMIT: usize = 100;
    let (mut draws, mut changed) = (0, 0);
    for (number, position) in tiny().take(60).enumerate() {
        // Near the limit and far from it: in the one case it decides, in the other coming back
        // does.
        let quiet = [97, 96, 95, 40][number % 4];
        let position = with_quiet(&position, quiet);
        let evaluation = position.evaluation();
        let evaluate = |p: &klinzha::Position| evaluation.evaluate(p);
        let minimax = Minimax { evaluate: &evaluate, quiet_limit: Some(LIMIT) };
        let free = Minimax { evaluate: &evaluate, quiet_limit: None };
        // What stood before: what two first moves lead to, and two plies.
        let list = moves(&position);
        let after = |place: usize| position.then(list[place % list.len()]);
        let next = after(number);
        let replies = moves(&next);
        let later = replies.first().map_or(0, |&m| next.then(m).zobrist());
        let history = [after(number + 1).zobrist(), later, next.zobrist()];
        for depth in 1..=5 {
            let expected = minimax.value(&position, depth, 0, &mut history.to_vec());
            draws += usize::from(expected == 0);
            changed += usize::from(free.value(&position, depth, 0, &mut Vec::new()) != expected);
            let shallow = Shallow(position.clone());
            let mut searcher = Searcher::new(Bare(position.evaluation()), plain(0, Some(LIMIT)));
            let request = SearchRequest {
                history: &history,
                ..SearchRequest::new(&shallow, SearchLimit::depth(depth))
            };
            let found = searcher.run(&request, &never(), |_| {}).expect("moves");
            assert_eq!(found.score.rank(), expected, "{}, depth {depth}", position.text());
        }
    }
    assert!(draws > 20 && changed > 40, "{draws} draws, {changed} changed: too few to tell");
}

#[test]
fn a_win_goes_before_the_quiet_limit_and_not_behind_it() {
    const LIMIT: usize = 100;
    let mut behind = 0;
    for puzzle in puzzles(klinzha::Position::FILE) {
        let Asked::Win(3) = puzzle.objective else { continue };
        let position: klinzha::Position = puzzle.position.parse().expect("a position");
        let score = |quiet: u32, selective: bool, table_mib: usize| {
            let position = with_quiet(&position, quiet);
            let settings = Settings { selective, ..plain(table_mib, Some(LIMIT)) };
            let request = SearchRequest::new(&position, SearchLimit::depth(3));
            let mut searcher = Searcher::new(position.evaluation(), settings);
            searcher.run(&request, &never(), |_| {}).expect("moves").score
        };
        // The third ply would be the hundredth quiet one; but it ends the game.
        assert_eq!(score(97, false, 1), Score::WinIn(3), "{puzzle}");
        let first = position.find(&puzzle.moves[0]).expect("a move");
        if position.is_capture(first) {
            continue;
        }
        // The second ply is the hundredth; unless every reply takes something, that is a draw.
        let next = position.then(first);
        if moves(&next).into_iter().all(|m| next.is_capture(m)) {
            continue;
        }
        for (selective, table_mib) in [(false, 0), (false, 1), (true, 1)] {
            let late = score(98, selective, table_mib);
            assert!(!matches!(late, Score::WinIn(..=3)), "{late}: {puzzle}");
        }
        behind += 1;
    }
    assert!(behind > 10, "only {behind}");
}

/// Green's Goal lies in the corner, and the only way there is closed by the zone of its Blockader.
/// Its Vanguard moves between the corner and that zone. Without Fliers Gold, who has everything
/// else, makes no progress.
const FORTRESS: &str = "v+/b2/5/7/9/4E1S4/5B2L4/6V1V6/V+16 gold";

#[test]
fn a_fortress_is_a_draw_by_the_quiet_limit() {
    let settings = Settings { reversible_limit: Some(100), ..Settings::default() };
    let score = |text: &str| {
        let position: klinzha::Position = text.parse().expect("a position");
        let request = SearchRequest::new(&position, SearchLimit::depth(6));
        let mut searcher = Searcher::new(position.evaluation(), settings);
        searcher.run(&request, &never(), |_| {}).expect("moves").score
    };
    assert!(score(&format!("{FORTRESS} 0 1")).rank() > 300, "Gold looks better");
    assert_eq!(score(&format!("{FORTRESS} 96 1")), Score::Centi(0));
    // With a Flier it is none.
    let open = FORTRESS.replace("v+/b2/5/7/9", "v+/b2/5/7/5F3");
    assert!(matches!(score(&format!("{open} 96 1")), Score::WinIn(_)));
}

/// Sets the stop flag after a number of evaluations: the same instant in every run.
struct Stopping<'a, E> {
    inner: E,
    left: AtomicU64,
    stop: &'a AtomicBool,
}

impl<P: SearchPosition, E: Evaluate<P>> Evaluate<P> for Stopping<'_, E> {
    fn evaluate(&self, position: &P) -> i32 {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.inner.evaluate(position)
    }

    fn order_hint(&self, position: &P, m: P::Move, capture: bool) -> i32 {
        self.inner.order_hint(position, m, capture)
    }

    fn capture_gain(&self, position: &P, m: P::Move) -> Option<i32> {
        self.inner.capture_gain(position, m)
    }

    fn see(&self, position: &P, m: P::Move) -> Option<i32> {
        self.inner.see(position, m)
    }

    fn must_evade(&self, position: &P) -> bool {
        self.inner.must_evade(position)
    }

    fn wins_at_once(&self, position: &P, m: P::Move) -> bool {
        self.inner.wins_at_once(position, m)
    }

    fn in_check(&self, position: &P) -> bool {
        self.inner.in_check(position)
    }
}

/// Whether the principal variation is legal.
fn is_playable<P: Studied>(position: &P, found: &SearchResult<P::Move>) {
    let text = position.text();
    let plays = |line: &[P::Move]| {
        let mut board = position.clone();
        for &m in line {
            assert!(moves(&board).contains(&m), "{} is illegal: {text}", board.write(m));
            board = board.then(m);
        }
    };
    plays(&[found.best]);
    plays(&found.pv);
    assert_eq!(found.pv.first(), Some(&found.best), "{text}");
    for line in &found.pv_lines {
        plays(&line.pv);
    }
    for &(m, _) in &found.candidates {
        plays(&[m]);
    }
}

fn stopped_anywhere<P: Studied>(count: usize) {
    let mut random = SplitMix64::new(23);
    let mut searched = positions::<P>(41);
    for _ in 0..count {
        let position = searched.next().expect("there are always more");
        let stop = AtomicBool::new(false);
        let left = random.below(4000) as u64 + 1;
        let by_flag = random.chance(1, 2);
        let evaluation = Stopping {
            inner: position.evaluation(),
            left: AtomicU64::new(if by_flag { left } else { u64::MAX }),
            stop: &stop,
        };
        let limit = if by_flag { SearchLimit::default() } else { SearchLimit::nodes(left) };
        let settings = Settings {
            table_mib: random.below(2),
            root_blunder_check: random.chance(1, 2),
            reversible_limit: Some(100),
            ..Settings::default()
        };
        let lines = 1 + random.below(3);
        let request = SearchRequest { multi_pv: lines, ..SearchRequest::new(&position, limit) };
        let found = Searcher::new(evaluation, settings).run(&request, &stop, |found| {
            is_playable(&position, found);
        });
        let found = found.expect("moves");
        is_playable(&position, &found);
        assert!(by_flag || found.nodes <= left, "{} nodes of {left}", found.nodes);
    }
}

#[test]
fn stopped_anywhere_the_search_has_a_legal_move() {
    stopped_anywhere::<klinzha::Position>(150);
    stopped_anywhere::<grand_chess::Position>(60);
    stopped_anywhere::<kaleido::Position>(100);
}

//! Positions with proven best moves: how the engine solves them, and random studies.

use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::grand_chess::GrandChessEvaluation;
use heterodox_engine::kaleido::{KaleidoEvaluation, Weights};
use heterodox_engine::klinzha::KlinZhaEvaluation;
pub use heterodox_engine::puzzle::{Objective, Puzzle, PuzzleGame};
use heterodox_engine::{Evaluate, Score, SearchLimit, SplitMix64};
use heterodox_rules::grand_chess::{PieceSet, Promotion};
use heterodox_rules::{Cell, Options, SearchPosition, grand_chess, kaleido, klinzha};
use std::sync::atomic::AtomicBool;

/// A game whose positions are made and searched here.
pub trait Studied: PuzzleGame {
    /// The evaluation.
    type Evaluation: Evaluate<Self>;

    /// The evaluation of the program.
    fn evaluation(&self) -> Self::Evaluation;
    /// A random position with few pieces; `None` if it is illegal.
    fn study(random: &mut SplitMix64) -> Option<Self>;
}

impl Studied for klinzha::Position {
    type Evaluation = KlinZhaEvaluation;

    fn evaluation(&self) -> KlinZhaEvaluation {
        KlinZhaEvaluation::new()
    }

    fn study(random: &mut SplitMix64) -> Option<Self> {
        use klinzha::{Kind, Side, board};
        let mut raw = klinzha::RawPosition::empty();
        for side in Side::ALL {
            let mut carriers = Vec::new();
            for kind in Kind::ALL {
                let chance = if kind == Kind::Blockader { 3 } else { 1 + random.below(2) };
                for _ in 0..kind.count() {
                    if !random.chance(chance, 4) {
                        continue;
                    }
                    let cell = Cell::new(random.below(board::CELLS));
                    raw.board[cell.index()] = Some((side, kind));
                    carriers.extend(kind.carries().then_some(cell));
                }
            }
            let anywhere = Cell::new(random.below(board::CELLS));
            let carried = random.pick(&carriers).filter(|_| random.chance(3, 4));
            raw.goals[side] = Some(carried.copied().unwrap_or(anywhere));
        }
        raw.turn = Side::ALL[random.below(2)];
        let few = raw.board.iter().flatten().count() <= 9;
        few.then(|| raw.check().ok()).flatten().filter(|position| position.winner().is_none())
    }
}

impl Studied for grand_chess::Position {
    type Evaluation = GrandChessEvaluation;

    fn evaluation(&self) -> GrandChessEvaluation {
        GrandChessEvaluation::new(self.piece_set())
    }

    fn study(random: &mut SplitMix64) -> Option<Self> {
        use grand_chess::{Kind, RawPosition, Side, board};
        let kinds: Vec<Kind> =
            Kind::all().filter(|&kind| ![Kind::KING, Kind::BLOCK].contains(&kind)).collect();
        let mut raw = RawPosition::empty(&PieceSet::standard());
        for (side, least, most) in [(Side::White, 2, 5), (Side::Black, 0, 4)] {
            let count = least + random.below(most - least);
            let mut pieces = vec![Kind::KING];
            pieces.extend((0..count).map(|_| kinds[random.below(kinds.len())]));
            for kind in pieces {
                let cell = Cell::new(random.below(board::CELLS));
                raw.board[cell.index()] = Some((side, kind));
            }
        }
        raw.check(Promotion::Captured).ok().filter(|position| position.outcome().is_none())
    }
}

impl Studied for kaleido::Position {
    type Evaluation = KaleidoEvaluation;

    fn evaluation(&self) -> KaleidoEvaluation {
        KaleidoEvaluation::new(Weights::default())
    }

    fn study(random: &mut SplitMix64) -> Option<Self> {
        use kaleido::{Color, Kind, RawPosition, board};
        let mut raw = RawPosition::empty();
        for color in [Color::White, Color::Black] {
            for _ in 0..2 + random.below(5) {
                let cell = Cell::new(random.below(board::CELLS));
                raw.board[cell.index()] = Some((color, Kind::ALL[random.below(Kind::COUNT)]));
            }
        }
        raw.check(None).ok().filter(|position| position.outcome().is_none())
    }
}

/// Whether a move achieves the objective and its score says so: a win, or no loss.
fn is_right(puzzle: &Puzzle, chosen: &str, score: Score) -> bool {
    let known = match puzzle.objective {
        Objective::Win(plies) => matches!(score, Score::WinIn(said) if said >= plies),
        Objective::Hold(plies) => !matches!(score, Score::LossIn(said) if said <= plies),
    };
    known && puzzle.moves.iter().any(|m| m == chosen)
}

/// Whether a move achieves the objective and its score is the proven distance to the win. A
/// selective search may first find a longer win.
fn is_exact(puzzle: &Puzzle, chosen: &str, score: Score) -> bool {
    let known = match puzzle.objective {
        Objective::Win(plies) => score == Score::WinIn(plies),
        Objective::Hold(_) => true,
    };
    known && is_right(puzzle, chosen, score)
}

/// The positions of a file, in its order.
///
/// # Panics
/// On a malformed line.
pub fn puzzles(file: &str) -> Vec<Puzzle> {
    heterodox_engine::puzzle::read(file).unwrap_or_else(|error| panic!("{error}"))
}

/// The result of the engine on a position.
pub struct Attempt {
    /// Whether the last answer was right.
    pub solved: bool,
    /// Whether it also has the proven distance.
    pub exact: bool,
    /// Nodes of the whole search.
    pub nodes: u64,
    /// The depth from which on it was right, and the nodes until then.
    pub right_from: Option<(u32, u64)>,
    /// The last answer.
    pub said: String,
}

/// How much deeper than the proof the engine searches. In Grand Chess it prunes more near the
/// leaves.
fn spare(game: &str) -> u32 {
    if game == heterodox_engine::grand_chess::GAME { 4 } else { 2 }
}

/// The answers of the engine when it searches a little deeper than the proof.
pub fn solve(game: &str, puzzle: &Puzzle) -> Attempt {
    let board =
        engine_game::open(game, &Options::default(), Some(&puzzle.position)).expect("a position");
    let job = SearchJob::new(SearchLimit::depth(puzzle.objective.plies() + spare(game)));
    let mut right_from = None;
    let report = board.search(&job, &AtomicBool::new(false), &mut |report| {
        if !is_right(puzzle, &report.chosen, report.score) {
            right_from = None;
        } else if right_from.is_none() {
            right_from = Some((report.depth, report.nodes));
        }
    });
    let report = report.expect("the position has moves");
    Attempt {
        solved: is_right(puzzle, &report.chosen, report.score),
        exact: is_exact(puzzle, &report.chosen, report.score),
        nodes: report.nodes,
        right_from,
        said: format!("{}, {}, depth {}", report.chosen, report.score, report.depth),
    }
}

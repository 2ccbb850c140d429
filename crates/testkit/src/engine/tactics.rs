//! Positions with proven best moves: the files in `tests/data`, and the games that they are from.

use crate::proof::moves;
use heterodox_engine::engine_game::{self, SearchJob};
use heterodox_engine::grand_chess::GrandChessEvaluation;
use heterodox_engine::kaleido::{KaleidoEvaluation, Weights};
use heterodox_engine::klinzha::KlinZhaEvaluation;
use heterodox_engine::{Evaluate, Score, SearchLimit, SplitMix64};
use heterodox_rules::grand_chess::{PieceSet, Promotion};
use heterodox_rules::{Cell, Options, SearchPosition, grand_chess, kaleido, klinzha};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A game whose positions are read and written here.
pub trait Studied: SearchPosition {
    /// The evaluation.
    type Evaluation: Evaluate<Self>;

    /// The game's id.
    const ID: &'static str;
    /// Its file of positions with proven best moves.
    const FILE: &'static str;

    /// Reads a position.
    fn read(text: &str) -> Option<Self>;
    /// The position string.
    fn text(&self) -> String;
    /// A move in strict notation.
    fn write(&self, m: Self::Move) -> String;
    /// The evaluation of the program.
    fn evaluation(&self) -> Self::Evaluation;
    /// A random position with few pieces; `None` if it is illegal.
    fn study(random: &mut SplitMix64) -> Option<Self>;

    /// The legal move with this notation.
    fn find(&self, text: &str) -> Option<Self::Move> {
        moves(self).into_iter().find(|&m| self.write(m) == text)
    }

    /// The position after a move.
    fn then(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(m);
        next
    }
}

impl Studied for klinzha::Position {
    type Evaluation = KlinZhaEvaluation;

    const ID: &'static str = "klinzha";
    const FILE: &'static str = include_str!("../../../engine/tests/data/klinzha.tactics");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn write(&self, m: klinzha::Move) -> String {
        Self::write(self, m)
    }

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

    const ID: &'static str = "grand-chess";
    const FILE: &'static str = include_str!("../../../engine/tests/data/grand-chess.tactics");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn write(&self, m: grand_chess::Move) -> String {
        self.uci(m)
    }

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

    const ID: &'static str = "kaleidochess";
    const FILE: &'static str = include_str!("../../../engine/tests/data/kaleidochess.tactics");

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn write(&self, m: kaleido::Move) -> String {
        Self::write(self, m)
    }

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

/// The objective of a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Objective {
    /// Win with this ply; no earlier one wins by force.
    Win(u32),
    /// Do not lose with this ply; every other move does.
    Hold(u32),
}

impl Objective {
    /// The proof depth in plies.
    pub fn plies(self) -> u32 {
        match self {
            Self::Win(plies) | Self::Hold(plies) => plies,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (word, plies) = text.split_once(' ')?;
        let plies = plies.parse().ok()?;
        match word {
            "win" => Some(Self::Win(plies)),
            "hold" => Some(Self::Hold(plies)),
            _ => None,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Hold(plies) => write!(f, "hold {plies}"),
        }
    }
}

/// A position with its proven best moves: a line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The expected result.
    pub objective: Objective,
    /// The position, in the strict form of the game's position strings.
    pub position: String,
    /// All moves that achieve the objective.
    pub moves: Vec<String>,
    /// Its themes.
    pub themes: Vec<String>,
    /// Its source.
    pub source: String,
}

impl Puzzle {
    /// Whether a move achieves the objective and its score says so: a win, or no loss.
    pub fn is_right(&self, chosen: &str, score: Score) -> bool {
        let known = match self.objective {
            Objective::Win(plies) => matches!(score, Score::WinIn(said) if said >= plies),
            Objective::Hold(plies) => !matches!(score, Score::LossIn(said) if said <= plies),
        };
        known && self.moves.iter().any(|m| m == chosen)
    }

    /// Whether a move achieves the objective and its score is the proven distance to the win. A
    /// selective search may first find a longer win.
    pub fn is_exact(&self, chosen: &str, score: Score) -> bool {
        let known = match self.objective {
            Objective::Win(plies) => score == Score::WinIn(plies),
            Objective::Hold(_) => true,
        };
        known && self.is_right(chosen, score)
    }

    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[objective, position, moves, themes, source] = fields.as_slice() else { return None };
        let list = |text: &str| text.split(", ").map(str::to_owned).collect();
        Some(Self {
            objective: Objective::read(objective)?,
            position: position.to_owned(),
            moves: list(moves),
            themes: list(themes),
            source: source.to_owned(),
        })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, themes) = (self.moves.join(", "), self.themes.join(", "));
        write!(f, "{} | {} | {moves} | {themes} | {}", self.objective, self.position, self.source)
    }
}

/// The positions of a file, in its order.
///
/// # Panics
/// On a malformed line.
pub fn puzzles(file: &str) -> Vec<Puzzle> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Puzzle::read(line).unwrap_or_else(|| panic!("no position: {line}"))).collect()
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
        if !puzzle.is_right(&report.chosen, report.score) {
            right_from = None;
        } else if right_from.is_none() {
            right_from = Some((report.depth, report.nodes));
        }
    });
    let report = report.expect("the position has moves");
    Attempt {
        solved: puzzle.is_right(&report.chosen, report.score),
        exact: puzzle.is_exact(&report.chosen, report.score),
        nodes: report.nodes,
        right_from,
        said: format!("{}, {}, depth {}", report.chosen, report.score, report.depth),
    }
}

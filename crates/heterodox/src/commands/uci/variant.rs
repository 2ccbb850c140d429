//! The games as UCI sees them: a position that can be set up, played on, counted and searched.

use super::quoted;
use super::{grand::Grand, klinzha::KlinZha};
use heterodox_engine::search::{Found, Searcher, Task};
use heterodox_engine::{Budget, Evaluate, Score};
use heterodox_rules::SearchPosition;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The variants of this program.
pub(super) const VARIANTS: [&str; 2] = ["grand", "klinzha"];

/// What the options say about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Rules {
    /// What pawns may become; nothing for the default.
    pub(super) promotion: String,
    /// Pieces of one's own; empty for none.
    pub(super) own: String,
}

/// What a search reports.
pub(super) struct Report {
    pub(super) score: Score,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) pv: Vec<String>,
}

/// A position of some variant, with the positions that led to it.
pub(super) trait Desk: Send {
    /// The position in its notation.
    fn position(&self) -> String;
    /// Whether the first side is to move: its clock is White's.
    fn first_to_move(&self) -> bool;
    /// Makes a move.
    fn play(&mut self, text: &str) -> Result<(), String>;
    /// Whether the side to move has lost: without a move, not drawn.
    fn lost(&self) -> bool;
    /// The legal moves, sorted.
    fn legal(&self) -> Vec<String>;
    /// Counts the paths behind each move; nothing if it was stopped.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;
    /// Searches; nothing if there is no move.
    fn search(
        &self,
        job: &Job,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(Report),
    ) -> Option<Report>;
    /// The same again.
    fn boxed_clone(&self) -> Box<dyn Desk>;
}

/// How to search.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) budget: Budget,
    pub(super) table_mib: usize,
    /// The moves to choose from; all if empty.
    pub(super) only: Vec<String>,
    /// When the command came: what has passed since then counts.
    pub(super) begin: Instant,
}

/// The first position of a variant, or another one.
pub(super) fn desk(
    variant: &str,
    rules: &Rules,
    fen: Option<&str>,
) -> Result<Option<Box<dyn Desk>>, String> {
    match variant {
        "grand" => Grand::first(rules, fen),
        "klinzha" => KlinZha::first(rules, fen),
        _ => Err(unknown(variant)),
    }
}

/// Says that there is no such variant.
pub(super) fn unknown(variant: &str) -> String {
    format!("unknown variant {}; the variants are: {}", quoted(variant), VARIANTS.join(", "))
}

/// A game with what UCI needs besides searching.
pub(super) trait UciGame: Sized + 'static {
    type Position: SearchPosition;
    type Evaluation: Evaluate<Self::Position>;

    /// Reads a position; without one the game's first, if it has one.
    fn read(rules: &Rules, fen: Option<&str>) -> Result<Option<Self::Position>, String>;
    /// The position in writing.
    fn text(position: &Self::Position) -> String;
    /// A move without spaces.
    fn write(position: &Self::Position, m: <Self::Position as SearchPosition>::Move) -> String;
    /// Why a text is no legal move here.
    fn why_not(position: &Self::Position, text: &str) -> String;
    /// A searcher.
    fn searcher(
        position: &Self::Position,
        table_mib: usize,
    ) -> Searcher<Self::Position, Self::Evaluation>;

    /// A desk with this position.
    fn first(rules: &Rules, fen: Option<&str>) -> Result<Option<Box<dyn Desk>>, String> {
        let position = Self::read(rules, fen)?;
        Ok(position.map(|position| {
            Box::new(Course::<Self> { position, history: Vec::new() }) as Box<dyn Desk>
        }))
    }
}

/// A position with the keys of those before it.
struct Course<G: UciGame> {
    position: G::Position,
    history: Vec<u64>,
}

impl<G: UciGame> Course<G> {
    fn moves(&self) -> Vec<<G::Position as SearchPosition>::Move> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves
    }

    fn report(&self, found: &Found<<G::Position as SearchPosition>::Move>) -> Report {
        let mut board = self.position.clone();
        let mut pv = Vec::new();
        for &m in &found.pv {
            pv.push(G::write(&board, m));
            board.make(m);
        }
        Report { score: found.score, depth: found.depth, nodes: found.nodes, pv }
    }
}

impl<G: UciGame> Desk for Course<G> {
    fn position(&self) -> String {
        G::text(&self.position)
    }

    fn first_to_move(&self) -> bool {
        self.position.turn().index() == 0
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let moves = self.moves();
        let found = moves.into_iter().find(|&m| G::write(&self.position, m) == text);
        let m = found.ok_or_else(|| G::why_not(&self.position, text))?;
        self.history.push(self.position.key());
        self.position.make(m);
        Ok(())
    }

    fn lost(&self) -> bool {
        let winner = self.position.outcome().and_then(|outcome| outcome.winner);
        winner.is_some_and(|winner| winner != self.position.turn())
    }

    fn legal(&self) -> Vec<String> {
        let moves = self.moves().into_iter();
        let mut texts: Vec<String> = moves.map(|m| G::write(&self.position, m)).collect();
        texts.sort_unstable();
        texts
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let mut counts = Vec::new();
        for m in self.moves() {
            let mut board = self.position.clone();
            board.make(m);
            let text = G::write(&self.position, m);
            counts.push((text, paths(&board, depth.saturating_sub(1), stop)?));
        }
        counts.sort_unstable();
        Some(counts)
    }

    fn search(
        &self,
        job: &Job,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(Report),
    ) -> Option<Report> {
        let only: Vec<_> = self
            .moves()
            .into_iter()
            .filter(|&m| job.only.contains(&G::write(&self.position, m)))
            .collect();
        let mut searcher = G::searcher(&self.position, job.table_mib);
        let time = job.budget.time.map(|time| time.saturating_sub(job.begin.elapsed()));
        let task = Task {
            position: &self.position,
            history: &self.history,
            only: (!only.is_empty()).then_some(only.as_slice()),
            budget: Budget { time, ..job.budget },
            margin: 0,
        };
        let found = searcher.run(&task, stop, |found| on_iteration(self.report(found)))?;
        Some(self.report(&found))
    }

    fn boxed_clone(&self) -> Box<dyn Desk> {
        Box::new(Self { position: self.position.clone(), history: self.history.clone() })
    }
}

/// Below this depth counting is not interrupted: it takes a moment only.
const UNINTERRUPTED: u32 = 2;

/// Counts paths, and looks now and then whether it should stop.
fn paths<P: SearchPosition>(position: &P, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= UNINTERRUPTED {
        return Some(position.perft(depth));
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut sum = 0_u64;
    for m in moves {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut board = position.clone();
        board.make(m);
        sum = sum.saturating_add(paths(&board, depth - 1, stop)?);
    }
    Some(sum)
}

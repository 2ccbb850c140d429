//! The search for more than two seats, and for dice.
//!
//! All values are from the sight of the searching colour, squashed: ten thousand for having won, and evaluations
//! in between so that averages over throws weigh chances of winning rather than pieces.
//!
//! * **Best reply** (BRS+): between two turns of the searching colour only one opponent, the one that can hurt most,
//!   has the choice of all its moves. The others make the move that looks best at a glance.
//! * **Paranoid**: all opponents play against the searching colour. With two seats this is minimax.
//! * **Max^n**: everybody plays for itself.
//!
//! Dice: before each move stands a chance node, the average over the faces, cut as in Star1 and Star2.

mod chance_nodes;
mod max_n;
mod move_ordering;
#[cfg(test)]
mod tests;

use super::eval::{KaleidoEvaluation, faded, under_siege};
use super::see;
use crate::level::eval_noise;
use crate::{Random, Score, SearchLimit};
use heterodox_rules::SearchPosition;
use heterodox_rules::kaleido::{Color, Move, Position};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The value of having won; each ply before it costs 1.
const WON: i32 = 10_000;
/// From here on a value is a win.
const WON_BOUND: i32 = WON - 400;
/// For each opponent that is out before the searching colour is.
const PLACE: i32 = 400;
/// The advantage that is worth half a win.
const HALF: i32 = 1500;
/// No line is longer.
const MAX_PLY: usize = 96;
/// After so many nodes each the clock and the stop flag are looked at.
const CHECK_EVERY: u64 = 32;

/// How opponents are thought to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// One opponent replies between two own turns.
    BestReply,
    /// All play against the searching colour.
    Paranoid,
    /// Everybody plays for itself.
    MaxN,
}

/// How chance nodes are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cuts {
    /// Not at all: plain expectimax.
    None,
    /// By what the remaining faces could make of the average.
    Star1,
    /// The same, after one move of each face has been tried.
    Star2,
}

/// What to search.
#[derive(Clone, Debug)]
pub struct MultiplayerRequest<'a> {
    /// The position; with dice, thrown.
    pub position: &'a Position,
    /// The keys of the game's positions before it since the last capture.
    pub history: &'a [u64],
    /// The moves to choose from; all legal ones if empty.
    pub search_moves: &'a [Move],
    /// The limits.
    pub limit: SearchLimit,
    /// Every move whose value is within so many hundredths of a Pawn of the best gets its true value.
    pub margin: i32,
    /// How many moves are looked at in a position below the root, the most promising first.
    pub width: usize,
    /// How wrong the judgement of a position may be, in hundredths of a Pawn, and what that varies by.
    pub eval_noise: i32,
    /// See `misjudges`.
    pub seed: u64,
    /// How opponents are thought to play.
    pub method: Method,
    /// How chance nodes are cut.
    pub cuts: Cuts,
    /// How positions are judged.
    pub evaluation: KaleidoEvaluation,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiplayerResult {
    /// The best move.
    pub best: Move,
    /// Its score.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Moves made on the board.
    pub nodes: u64,
    /// The moves whose value is known, best first: `best`, and all within the task's margin.
    pub candidates: Vec<(Move, Score)>,
}

/// Searches for the colour to move until a limit is reached. Nothing is found only where there is no move.
pub fn search(task: &MultiplayerRequest<'_>, stop: &AtomicBool) -> Option<MultiplayerResult> {
    let mut hunt = Searcher::new(task, stop);
    let mut root = hunt.root_moves(task)?;
    let mut found = MultiplayerResult {
        best: root[0].0,
        score: score(hunt.judge(task.position)),
        depth: 0,
        nodes: 0,
        candidates: vec![],
    };
    let deepest = task.limit.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2);
    let margin = task.margin * WON / HALF;
    for depth in 1..=deepest {
        let completed = hunt.iterate(task, &mut root, depth as i32, margin);
        found.nodes = hunt.nodes;
        if root[0].1 > -INFINITE {
            found.best = root[0].0;
            found.score = score(root[0].1);
            found.candidates = root
                .iter()
                .filter(|(_, value)| *value > -INFINITE && value + margin >= root[0].1)
                .map(|&(m, value)| (m, score(value)))
                .collect();
        }
        if !completed {
            break;
        }
        found.depth = depth;
        let settled = root[0].1 >= WON - depth as i32;
        if settled || (root.len() == 1 && task.limit.time.is_some()) {
            break;
        }
    }
    Some(found)
}

const INFINITE: i32 = 2 * WON;

/// An advantage in hundredths of a Pawn on the scale between losing and winning.
const fn squashed(value: i32) -> i32 {
    WON * value / (value.abs() + HALF)
}

/// The reverse.
const fn unsquashed(value: i32) -> i32 {
    HALF * value / (WON - value.abs())
}

fn score(value: i32) -> Score {
    if value > WON_BOUND {
        Score::WinIn((WON - value).unsigned_abs())
    } else if value < -WON_BOUND {
        Score::LossIn((WON + value).unsigned_abs())
    } else {
        Score::Centi(unsquashed(value))
    }
}

#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

/// What a node is besides its position.
#[derive(Clone, Copy)]
struct NodeContext {
    depth: i32,
    ply: usize,
    /// Whether an opponent has replied since the searching colour's last turn (best reply only).
    replied: bool,
}

impl NodeContext {
    const fn deeper(self, replied: bool) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, replied }
    }

    const fn beside(self, replied: bool) -> Self {
        Self { depth: self.depth, ply: self.ply + 1, replied }
    }
}

/// One running search.
struct Searcher<'a> {
    evaluation: KaleidoEvaluation,
    width: usize,
    misjudges: i32,
    seed: u64,
    root: Color,
    seats: usize,
    method: Method,
    cuts: Cuts,
    dice: bool,
    /// The faces that let the same kinds move, together: one of them, and how many they are.
    throws: Vec<(u8, i32)>,
    /// Moves of all nodes of the line, each node's behind its parent's, with their scores.
    moves: Vec<(i32, Move)>,
    list: Vec<Move>,
    /// By seat and move: how often a quiet move cut off.
    habits: Vec<i32>,
    killers: Vec<[Option<Move>; 2]>,
    nodes: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    fn new(task: &MultiplayerRequest<'_>, stop: &'a AtomicBool) -> Self {
        let dice = task.position.dice();
        Self {
            evaluation: task.evaluation,
            width: task.width,
            misjudges: task.eval_noise,
            seed: Random::new(task.seed).next_u64(),
            root: task.position.turn(),
            seats: task.position.playing().len(),
            method: task.method,
            cuts: task.cuts,
            dice: dice.is_some(),
            throws: dice.as_ref().map(chance_nodes::throws).unwrap_or_default(),
            moves: Vec::with_capacity(128 * 16),
            list: Vec::with_capacity(256),
            habits: move_ordering::empty_history(),
            killers: vec![[None; 2]; MAX_PLY + 2],
            nodes: 0,
            node_limit: task.limit.nodes.unwrap_or(u64::MAX),
            deadline: task.limit.time.and_then(|time| Instant::now().checked_add(time)),
            stop,
            stopped: false,
        }
    }

    /// The moves of the root, the most promising first. Without dice, those that leave the only castle to be taken
    /// are left out unless all do.
    fn root_moves(&mut self, task: &MultiplayerRequest<'_>) -> Option<Vec<(Move, i32)>> {
        let mut moves = task.position.legal_moves();
        if moves.iter().any(|m| task.search_moves.contains(m)) {
            moves.retain(|m| task.search_moves.contains(m));
        }
        if !self.dice {
            let safe = |m: &&Move| {
                let next = task.position.after_unchecked(**m);
                next.outcome()
                    .is_some_and(|outcome| outcome.winner.is_some() && next.turn() == self.root)
                    || (next.playing().contains(self.root) && !under_siege(&next, self.root))
            };
            let safe: Vec<Move> = moves.iter().filter(safe).copied().collect();
            if !safe.is_empty() {
                moves = safe;
            }
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(see::order(task.position, m)));
        let root: Vec<(Move, i32)> = moves.into_iter().map(|m| (m, -INFINITE)).collect();
        (!root.is_empty()).then_some(root)
    }

    /// One iteration: gives every root move its value and puts the best first. Says whether it was completed; if
    /// not, what was found counts if the best of the iteration before is among it.
    fn iterate(
        &mut self,
        task: &MultiplayerRequest<'_>,
        root: &mut [(Move, i32)],
        depth: i32,
        margin: i32,
    ) -> bool {
        let mut values = vec![-INFINITE; root.len()];
        let mut best = -INFINITE;
        for (value, &(m, _)) in values.iter_mut().zip(root.iter()) {
            let floor =
                if best > -INFINITE { best - margin - i32::from(margin > 0) } else { -INFINITE };
            let next = self.made(task.position, m);
            let found = if task.history.contains(&next.zobrist()) {
                // Coming back to where one was is no headway.
                self.judge(&next).min(0)
            } else {
                self.root_value(&next, depth, floor)
            };
            if self.stopped {
                break;
            }
            if found > floor {
                *value = found;
                best = best.max(found);
            }
        }
        if best > -INFINITE {
            for (entry, value) in root.iter_mut().zip(values) {
                entry.1 = value;
            }
            root.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        }
        !self.stopped
    }

    fn root_value(&mut self, next: &Position, depth: i32, floor: i32) -> i32 {
        let place = NodeContext { depth: depth - 1, ply: 1, replied: false };
        if self.method == Method::MaxN {
            return self.max_n(next, depth - 1, 1)[self.root as usize];
        }
        self.node(next, place, Window { alpha: floor, beta: INFINITE })
    }

    /// The position after a move, counted.
    fn made(&mut self, position: &Position, m: Move) -> Position {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped |= late || self.stop.load(Ordering::Relaxed);
        }
        position.after_unchecked(m)
    }

    /// What a colour gets of a decided game, or of its own end.
    fn decided(&self, position: &Position, color: Color, ply: usize) -> Option<i32> {
        let playing = position.playing();
        if !playing.contains(color) {
            let out_before = (self.seats - playing.len()).saturating_sub(1) as i32;
            return Some(-WON + ply as i32 + PLACE * out_before);
        }
        let outcome = if playing.len() < 2 || self.dice { position.outcome() } else { None };
        outcome.map(|outcome| if outcome.winner.is_some() { WON - ply as i32 } else { 0 })
    }

    /// The evaluation of a position for the searching colour.
    fn judge(&self, position: &Position) -> i32 {
        squashed(self.advantage(position, self.root))
    }

    fn advantage(&self, position: &Position, color: Color) -> i32 {
        self.advantages(position)[color as usize]
    }

    /// How much better each colour stands than the others on average.
    fn advantages(&self, position: &Position) -> [i32; 4] {
        let scores = self.evaluation.scores(position);
        let all: i32 = scores.iter().sum();
        let others = (self.seats - 1).max(1) as i32;
        let against = if others > 1 { self.evaluation.weights().others } else { 100 };
        let advantage = |score| score - (all - score) / others * against / 100;
        let wrong =
            |color: usize| eval_noise(self.seed ^ color as u64, position.zobrist(), self.misjudges);
        std::array::from_fn(|color| {
            faded(advantage(scores[color]), position.plies_since_capture()) + wrong(color)
        })
    }

    /// The value at the end of a line: the evaluation and what the colour to move could take.
    fn leaf(&mut self, position: &Position) -> i32 {
        let advantage = self.advantage(position, self.root);
        // A throw allows a given capture about every second time.
        let share = self.evaluation.weights().capture_share / if self.dice { 2 } else { 1 };
        let prize = self.best_capture(position) * share / 100;
        squashed(if position.turn() == self.root { advantage + prize } else { advantage - prize })
    }

    /// The most that the colour to move wins by a capture; an opponent, by one of the searching colour's pieces.
    fn best_capture(&mut self, position: &Position) -> i32 {
        self.list.clear();
        SearchPosition::captures(position, &mut self.list);
        let root = position.occupied(self.root);
        let counts = |m: &&Move| position.turn() == self.root || root.contains(m.to());
        let won = self.list.iter().filter(counts).map(|&m| see::see(position, m));
        won.max().unwrap_or(0).clamp(0, 1500)
    }

    /// The value of a position: true within the window, a bound outside.
    fn node(&mut self, position: &Position, place: NodeContext, window: Window) -> i32 {
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.decided(position, self.root, place.ply) {
            return value;
        }
        if place.ply >= MAX_PLY {
            return self.judge(position);
        }
        let ours = position.turn() == self.root;
        if !ours && place.replied {
            let next = self.glance(position);
            return self.node(&next, place.beside(true), window);
        }
        if place.depth <= 0 {
            return self.leaf(position);
        }
        let mut window = window;
        let mut best = INFINITE;
        if !ours && self.method == Method::BestReply && self.may_wait(position) {
            let next = self.glance(position);
            best = self.node(&next, place.beside(false), window);
            if best <= window.alpha {
                return best;
            }
            window.beta = window.beta.min(best);
        }
        if self.dice && position.die().is_none() {
            return best.min(self.chance(position, place, window));
        }
        let value = self.choice(position, place, window);
        if ours { value } else { best.min(value) }
    }

    /// Whether another opponent moves before the searching colour.
    fn may_wait(&self, position: &Position) -> bool {
        position.playing().after(position.turn()) != self.root
    }

    /// What an opponent does that has no choice: the best capture at a glance, or what saves its only castle, or
    /// nothing.
    fn glance(&mut self, position: &Position) -> Position {
        if self.dice {
            return position.passed();
        }
        self.list.clear();
        SearchPosition::captures(position, &mut self.list);
        let won = self.list.iter().map(|&m| (see::see(position, m), m));
        if let Some((won, m)) = won.max()
            && won > 0
        {
            return self.made(position, m);
        }
        let mover = position.turn();
        if under_siege(position, mover) {
            let saved =
                |next: &Position| next.playing().contains(mover) && !under_siege(next, mover);
            let moves = position.legal_moves();
            if let Some(next) = moves.into_iter().map(|m| position.after_unchecked(m)).find(saved) {
                self.nodes += 1;
                return next;
            }
        }
        position.passed()
    }

    /// The best of all moves for whoever is to move.
    fn choice(&mut self, position: &Position, place: NodeContext, window: Window) -> i32 {
        let start = self.list_moves(position, place.ply);
        let value = self.try_moves(position, place, window, start, self.width);
        self.moves.truncate(start);
        value
    }

    /// The best of the first `most` moves listed from `start` on.
    fn try_moves(
        &mut self,
        position: &Position,
        place: NodeContext,
        window: Window,
        start: usize,
        most: usize,
    ) -> i32 {
        let ours = position.turn() == self.root;
        let Window { mut alpha, mut beta } = window;
        let mut best = if ours { -INFINITE } else { INFINITE };
        let end = self.moves.len();
        for index in start..end.min(start.saturating_add(most)) {
            self.bring_best(index, end);
            let m = self.moves[index].1;
            let next = self.made(position, m);
            let value = self.node(
                &next,
                place.deeper(!ours && self.method == Method::BestReply),
                Window { alpha, beta },
            );
            if self.stopped {
                return 0;
            }
            if ours {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                self.update_history(position, m, place, &(start..index));
                break;
            }
        }
        best
    }
}

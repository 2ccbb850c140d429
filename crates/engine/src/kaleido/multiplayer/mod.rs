//! The search for more than two seats, and for dice.
//!
//! Values are from the searching colour's side and lie on a win scale: ±10 000 for a win or a loss,
//! evaluations in between by a sigmoid, so that averages over throws weigh chances of winning
//! rather than material.
//!
//! * **Best reply** (BRS+): between two turns of the searching colour only one opponent, the one
//!   that can hurt most, chooses among all its moves. The others make a greedy reply.
//! * **Paranoid**: all opponents play against the searching colour. With two seats this is minimax.
//! * **Max^n**: every colour maximises its own value.
//!
//! With dice a chance node stands before each move: the average over the faces, cut as in Star1 and
//! Star2.

mod chance_nodes;
mod max_n;
mod move_ordering;
#[cfg(test)]
mod tests;

use super::eval::{KaleidoEvaluation, castle_hanging, fade};
use super::see;
use crate::level::eval_noise;
use crate::search::Deadline;
use crate::{Score, SearchLimit, SplitMix64};
use heterodox_rules::SearchPosition;
use heterodox_rules::kaleido::{Color, Move, Position};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The value of a win at the root; each ply before it costs 1.
const WIN: i32 = 10_000;
/// Values above this are forced wins.
const WIN_BOUND: i32 = WIN - 400;
/// Bonus for each opponent that is eliminated before the searching colour.
const PLACE_BONUS: i32 = 400;
/// The evaluation that is half a win on the win scale; set by hand.
const HALF_WIN_EVAL: i32 = 1500;
/// The maximum ply of the search.
const MAX_PLY: usize = 96;
/// The clock and the stop flag are checked once in this many nodes.
const CHECK_EVERY: u64 = 32;

/// The model of the opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// One opponent replies between two own turns.
    BestReply,
    /// All opponents play against the searching colour.
    Paranoid,
    /// Every colour maximises its own value.
    MaxN,
}

/// The cuts at chance nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cuts {
    /// No cuts: plain expectimax.
    None,
    /// Star1 pruning: cuts by the bounds of the faces that are not searched yet.
    Star1,
    /// Star2 pruning: like [`Cuts::Star1`], after probing one move of each face.
    Star2,
}

/// A request to search a position for more than two seats or with dice.
#[derive(Clone, Debug)]
pub struct MultiplayerRequest<'a> {
    /// The position; with dice, after the throw.
    pub position: &'a Position,
    /// The Zobrist hashes of the positions before it since the last capture.
    pub history: &'a [u64],
    /// The root moves to consider; all legal ones if empty.
    pub search_moves: &'a [Move],
    /// The limits.
    pub limit: SearchLimit,
    /// Root moves within this of the best get exact values, in hundredths of a Pawn.
    pub margin: i32,
    /// The most moves searched in a position below the root, by move ordering.
    pub width: usize,
    /// The largest error of the evaluation, in hundredths of a Pawn.
    pub eval_noise: i32,
    /// The seed of the errors.
    pub seed: u64,
    /// The model of the opponents.
    pub method: Method,
    /// The cuts at chance nodes.
    pub cuts: Cuts,
    /// The static evaluation.
    pub evaluation: KaleidoEvaluation,
}

/// The result of a search for more than two seats or with dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiplayerResult {
    /// The best move.
    pub best: Move,
    /// Its score.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Moves made on the search's board.
    pub nodes: u64,
    /// The moves with exact values, best first: the best and all within the margin.
    pub candidates: Vec<(Move, Score)>,
}

/// Searches for the colour to move until a limit is reached. Returns `None` if there is no legal
/// move.
pub fn search(request: &MultiplayerRequest<'_>, stop: &AtomicBool) -> Option<MultiplayerResult> {
    let mut searcher = Searcher::new(request, stop);
    let mut root = searcher.root_moves(request)?;
    let mut found = MultiplayerResult {
        best: root[0].0,
        score: score(searcher.evaluate(request.position)),
        depth: 0,
        nodes: 0,
        candidates: vec![],
    };
    let deepest = request.limit.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2);
    let margin = request.margin * WIN / HALF_WIN_EVAL;
    for depth in 1..=deepest {
        let completed = searcher.iterate(request, &mut root, depth as i32, margin);
        found.nodes = searcher.nodes;
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
        let settled = root[0].1 >= WIN - depth as i32;
        if settled || (root.len() == 1 && request.limit.time.is_some()) {
            break;
        }
    }
    Some(found)
}

const INFINITE: i32 = 2 * WIN;

/// Converts an evaluation to the win scale.
const fn to_win_scale(value: i32) -> i32 {
    WIN * value / (value.abs() + HALF_WIN_EVAL)
}

/// Converts a value of the win scale to an evaluation.
const fn from_win_scale(value: i32) -> i32 {
    HALF_WIN_EVAL * value / (WIN - value.abs())
}

fn score(value: i32) -> Score {
    if value > WIN_BOUND {
        Score::WinIn((WIN - value).unsigned_abs())
    } else if value < -WIN_BOUND {
        Score::LossIn((WIN + value).unsigned_abs())
    } else {
        Score::Centi(from_win_scale(value))
    }
}

#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

/// The state of a node beside its position.
#[derive(Clone, Copy)]
struct NodeContext {
    depth: i32,
    ply: usize,
    /// Whether an opponent has chosen a reply since the searching colour's last turn (best reply
    /// only).
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
    eval_noise: i32,
    seed: u64,
    root: Color,
    seats: usize,
    method: Method,
    cuts: Cuts,
    dice: bool,
    /// One face of each group that lets the same kinds move, with the size of the group.
    throws: Vec<(u8, i32)>,
    /// The moves of all nodes of the line, each node's after its parent's, with their scores.
    moves: Vec<(i32, Move)>,
    list: Vec<Move>,
    /// The history heuristic, by seat and hashed move.
    history: Vec<i32>,
    killers: Vec<[Option<Move>; 2]>,
    nodes: u64,
    deadline: Deadline<'a>,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    fn new(request: &MultiplayerRequest<'_>, stop: &'a AtomicBool) -> Self {
        let dice = request.position.dice();
        Self {
            evaluation: request.evaluation,
            width: request.width,
            eval_noise: request.eval_noise,
            seed: SplitMix64::new(request.seed).next_u64(),
            root: request.position.turn(),
            seats: request.position.playing().len(),
            method: request.method,
            cuts: request.cuts,
            dice: dice.is_some(),
            throws: dice.as_ref().map(chance_nodes::throws).unwrap_or_default(),
            moves: Vec::with_capacity(128 * 16),
            list: Vec::with_capacity(256),
            history: move_ordering::empty_history(),
            killers: vec![[None; 2]; MAX_PLY + 2],
            nodes: 0,
            deadline: Deadline::new(Instant::now(), &request.limit, stop),
            stopped: false,
        }
    }

    /// The root moves in move ordering. Without dice, moves that leave the only castle hanging are
    /// excluded unless all do.
    fn root_moves(&mut self, request: &MultiplayerRequest<'_>) -> Option<Vec<(Move, i32)>> {
        let mut moves = request.position.legal_moves();
        if moves.iter().any(|m| request.search_moves.contains(m)) {
            moves.retain(|m| request.search_moves.contains(m));
        }
        if !self.dice {
            let safe = |m: &&Move| {
                let next = request.position.after_unchecked(**m);
                next.outcome()
                    .is_some_and(|outcome| outcome.winner.is_some() && next.turn() == self.root)
                    || (next.playing().contains(self.root) && !castle_hanging(&next, self.root))
            };
            let safe: Vec<Move> = moves.iter().filter(safe).copied().collect();
            if !safe.is_empty() {
                moves = safe;
            }
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(see::order(request.position, m)));
        let root: Vec<(Move, i32)> = moves.into_iter().map(|m| (m, -INFINITE)).collect();
        (!root.is_empty()).then_some(root)
    }

    /// One iteration: the value of every root move, sorted by it. Returns whether the iteration was
    /// completed; if not, the values found so far count once the previous best is among them.
    fn iterate(
        &mut self,
        request: &MultiplayerRequest<'_>,
        root: &mut [(Move, i32)],
        depth: i32,
        margin: i32,
    ) -> bool {
        let mut values = vec![-INFINITE; root.len()];
        let mut best = -INFINITE;
        for (value, &(m, _)) in values.iter_mut().zip(root.iter()) {
            let floor =
                if best > -INFINITE { best - margin - i32::from(margin > 0) } else { -INFINITE };
            let next = self.make(request.position, m);
            let found = if request.history.contains(&next.zobrist()) {
                // A repetition is no progress.
                self.evaluate(&next).min(0)
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
        let context = NodeContext { depth: depth - 1, ply: 1, replied: false };
        if self.method == Method::MaxN {
            return self.max_n(next, depth - 1, 1)[self.root as usize];
        }
        self.node(next, context, Window { alpha: floor, beta: INFINITE })
    }

    /// The position after a move; counts the node.
    fn make(&mut self, position: &Position, m: Move) -> Position {
        self.nodes += 1;
        if self.nodes >= self.deadline.max_nodes() {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.stopped |= self.deadline.add_nodes(CHECK_EVERY);
        }
        position.after_unchecked(m)
    }

    /// The value of a finished game, or of an eliminated colour; `None` while both go on.
    fn terminal_value(&self, position: &Position, color: Color, ply: usize) -> Option<i32> {
        let playing = position.playing();
        if !playing.contains(color) {
            let out_before = (self.seats - playing.len()).saturating_sub(1) as i32;
            return Some(-WIN + ply as i32 + PLACE_BONUS * out_before);
        }
        let outcome = if playing.len() < 2 || self.dice { position.outcome() } else { None };
        outcome.map(|outcome| if outcome.winner.is_some() { WIN - ply as i32 } else { 0 })
    }

    /// The evaluation of a position for the searching colour.
    fn evaluate(&self, position: &Position) -> i32 {
        to_win_scale(self.advantage(position, self.root))
    }

    fn advantage(&self, position: &Position, color: Color) -> i32 {
        self.advantages(position)[color as usize]
    }

    /// The score of each colour minus the mean of the others.
    fn advantages(&self, position: &Position) -> [i32; 4] {
        let scores = self.evaluation.scores(position);
        let all: i32 = scores.iter().sum();
        let others = (self.seats - 1).max(1) as i32;
        let against = if others > 1 { self.evaluation.weights().opponents_percent } else { 100 };
        let advantage = |score| score - (all - score) / others * against / 100;
        let wrong = |color: usize| {
            eval_noise(self.seed ^ color as u64, position.zobrist(), self.eval_noise)
        };
        std::array::from_fn(|color| {
            fade(advantage(scores[color]), position.plies_since_capture()) + wrong(color)
        })
    }

    /// The value of a leaf: the evaluation and a part of the best capture.
    fn leaf(&mut self, position: &Position) -> i32 {
        let advantage = self.advantage(position, self.root);
        // A throw allows a given capture about every second time.
        let share = self.evaluation.weights().capture_percent / if self.dice { 2 } else { 1 };
        let capture_value = self.best_capture(position) * share / 100;
        to_win_scale(if position.turn() == self.root {
            advantage + capture_value
        } else {
            advantage - capture_value
        })
    }

    /// The best gain of the colour to move by a capture. An opponent's captures count only if they
    /// take a piece of the searching colour.
    fn best_capture(&mut self, position: &Position) -> i32 {
        self.list.clear();
        SearchPosition::captures(position, &mut self.list);
        let root = position.occupied(self.root);
        let counts = |m: &&Move| position.turn() == self.root || root.contains(m.to());
        let won = self.list.iter().filter(counts).map(|&m| see::see(position, m));
        won.max().unwrap_or(0).clamp(0, 1500)
    }

    /// The value of a position: exact within the window, a bound outside.
    fn node(&mut self, position: &Position, context: NodeContext, window: Window) -> i32 {
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.terminal_value(position, self.root, context.ply) {
            return value;
        }
        if context.ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let ours = position.turn() == self.root;
        if !ours && context.replied {
            let next = self.greedy_reply(position);
            return self.node(&next, context.beside(true), window);
        }
        if context.depth <= 0 {
            return self.leaf(position);
        }
        let mut window = window;
        let mut best = INFINITE;
        if !ours && self.method == Method::BestReply && self.other_opponent_next(position) {
            let next = self.greedy_reply(position);
            best = self.node(&next, context.beside(false), window);
            if best <= window.alpha {
                return best;
            }
            window.beta = window.beta.min(best);
        }
        if self.dice && position.die().is_none() {
            return best.min(self.chance_node(position, context, window));
        }
        let value = self.move_node(position, context, window);
        if ours { value } else { best.min(value) }
    }

    /// Whether another opponent moves before the searching colour.
    fn other_opponent_next(&self, position: &Position) -> bool {
        position.playing().after(position.turn()) != self.root
    }

    /// The move of an opponent without a choice: its best capture, else a move that saves its only
    /// castle, else a pass.
    fn greedy_reply(&mut self, position: &Position) -> Position {
        if self.dice {
            return position.passed();
        }
        self.list.clear();
        SearchPosition::captures(position, &mut self.list);
        let won = self.list.iter().map(|&m| (see::see(position, m), m));
        if let Some((won, m)) = won.max()
            && won > 0
        {
            return self.make(position, m);
        }
        let mover = position.turn();
        if castle_hanging(position, mover) {
            let saved =
                |next: &Position| next.playing().contains(mover) && !castle_hanging(next, mover);
            let moves = position.legal_moves();
            if let Some(next) = moves.into_iter().map(|m| position.after_unchecked(m)).find(saved) {
                self.nodes += 1;
                return next;
            }
        }
        position.passed()
    }

    /// The best value over all moves of the colour to move.
    fn move_node(&mut self, position: &Position, context: NodeContext, window: Window) -> i32 {
        let start = self.list_moves(position, context.ply);
        let value = self.try_moves(position, context, window, start, self.width);
        self.moves.truncate(start);
        value
    }

    /// The best value over the first `most` moves listed from `start` on.
    fn try_moves(
        &mut self,
        position: &Position,
        context: NodeContext,
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
            let next = self.make(position, m);
            let value = self.node(
                &next,
                context.deeper(!ours && self.method == Method::BestReply),
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
                self.update_history(position, m, context, &(start..index));
                break;
            }
        }
        best
    }
}

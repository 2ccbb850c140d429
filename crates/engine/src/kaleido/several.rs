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

use super::eval::{KaleidoEvaluation, faded, under_siege};
use super::exchange::{exchange, order};
use crate::{Budget, Score};
use heterodox_rules::kaleido::{Color, DiceTable, KindSet, Move, Position};
use heterodox_rules::{SearchMove, SearchPosition};
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
pub struct SeveralTask<'a> {
    /// The position; with dice, thrown.
    pub position: &'a Position,
    /// The keys of the game's positions before it since the last capture.
    pub history: &'a [u64],
    /// The moves to choose from; all legal ones if empty.
    pub only: &'a [Move],
    /// The limits.
    pub budget: Budget,
    /// Every move whose value is within so many hundredths of a Pawn of the best gets its true value.
    pub margin: i32,
    /// How opponents are thought to play.
    pub method: Method,
    /// How chance nodes are cut.
    pub cuts: Cuts,
    /// How positions are judged.
    pub evaluation: KaleidoEvaluation,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
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
pub fn search(task: &SeveralTask<'_>, stop: &AtomicBool) -> Option<Found> {
    let mut hunt = Hunt::new(task, stop);
    let mut root = hunt.root_moves(task)?;
    let mut found = Found {
        best: root[0].0,
        score: score(hunt.judge(task.position)),
        depth: 0,
        nodes: 0,
        candidates: vec![],
    };
    let deepest = task.budget.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2);
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
        if settled || (root.len() == 1 && task.budget.time.is_some()) {
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
struct Place {
    depth: i32,
    ply: usize,
    /// Whether an opponent has replied since the searching colour's last turn (best reply only).
    replied: bool,
}

impl Place {
    const fn deeper(self, replied: bool) -> Self {
        Self { depth: self.depth - 1, ply: self.ply + 1, replied }
    }

    const fn beside(self, replied: bool) -> Self {
        Self { depth: self.depth, ply: self.ply + 1, replied }
    }
}

/// One running search.
struct Hunt<'a> {
    evaluation: KaleidoEvaluation,
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

const HABIT_BITS: u32 = 14;
const HABIT_LIMIT: i32 = 1 << 12;

impl<'a> Hunt<'a> {
    fn new(task: &SeveralTask<'_>, stop: &'a AtomicBool) -> Self {
        let dice = task.position.dice();
        Self {
            evaluation: task.evaluation,
            root: task.position.turn(),
            seats: task.position.playing().len(),
            method: task.method,
            cuts: task.cuts,
            dice: dice.is_some(),
            throws: dice.as_ref().map(throws).unwrap_or_default(),
            moves: Vec::with_capacity(128 * 16),
            list: Vec::with_capacity(256),
            habits: vec![0; 4 << HABIT_BITS],
            killers: vec![[None; 2]; MAX_PLY + 2],
            nodes: 0,
            node_limit: task.budget.nodes.unwrap_or(u64::MAX),
            deadline: task.budget.time.and_then(|time| Instant::now().checked_add(time)),
            stop,
            stopped: false,
        }
    }

    /// The moves of the root, the most promising first. Without dice, those that leave the only castle to be taken
    /// are left out unless all do.
    fn root_moves(&mut self, task: &SeveralTask<'_>) -> Option<Vec<(Move, i32)>> {
        let mut moves = task.position.legal_moves();
        if moves.iter().any(|m| task.only.contains(m)) {
            moves.retain(|m| task.only.contains(m));
        }
        if !self.dice {
            let safe = |m: &&Move| {
                let next = task.position.after(**m);
                next.outcome()
                    .is_some_and(|outcome| outcome.winner.is_some() && next.turn() == self.root)
                    || (next.playing().contains(self.root) && !under_siege(&next, self.root))
            };
            let safe: Vec<Move> = moves.iter().filter(safe).copied().collect();
            if !safe.is_empty() {
                moves = safe;
            }
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(order(task.position, m)));
        let root: Vec<(Move, i32)> = moves.into_iter().map(|m| (m, -INFINITE)).collect();
        (!root.is_empty()).then_some(root)
    }

    /// One iteration: gives every root move its value and puts the best first. Says whether it was completed; if
    /// not, what was found counts if the best of the iteration before is among it.
    fn iterate(
        &mut self,
        task: &SeveralTask<'_>,
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
            let found = if task.history.contains(&next.key()) {
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
        let place = Place { depth: depth - 1, ply: 1, replied: false };
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
        position.after(m)
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
        scores.map(|score| faded(advantage(score), position.quiet()))
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
        let won = self.list.iter().filter(counts).map(|&m| exchange(position, m));
        won.max().unwrap_or(0).clamp(0, 1500)
    }

    /// The value of a position: true within the window, a bound outside.
    fn node(&mut self, position: &Position, place: Place, window: Window) -> i32 {
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
        let won = self.list.iter().map(|&m| (exchange(position, m), m));
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
            if let Some(next) = moves.into_iter().map(|m| position.after(m)).find(saved) {
                self.nodes += 1;
                return next;
            }
        }
        position.passed()
    }

    /// The best of all moves for whoever is to move.
    fn choice(&mut self, position: &Position, place: Place, window: Window) -> i32 {
        let start = self.list_moves(position, place.ply);
        let value = self.try_moves(position, place, window, start, usize::MAX);
        self.moves.truncate(start);
        value
    }

    /// The best of the first `most` moves listed from `start` on.
    fn try_moves(
        &mut self,
        position: &Position,
        place: Place,
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
                self.learn(position, m, place, &(start..index));
                break;
            }
        }
        best
    }

    /// The average over the throws.
    fn chance(&mut self, position: &Position, place: Place, window: Window) -> i32 {
        let Window { alpha, beta } = window;
        let count = self.throws.len();
        // What each throw is worth at least and at most.
        let (mut low, mut high) = ([-WON; 6], [WON; 6]);
        let average = |throws: &[(u8, i32)], values: &[i32; 6]| -> i32 {
            throws.iter().zip(values).map(|(throw, value)| throw.1 * value).sum::<i32>() / 6
        };
        if self.cuts == Cuts::Star2 && place.depth >= 2 {
            let ours = position.turn() == self.root;
            for index in 0..count {
                let thrown = position.with_die(Some(self.throws[index].0));
                let start = self.list_moves(&thrown, place.ply);
                let probe =
                    self.try_moves(&thrown, place, Window { alpha: -WON, beta: WON }, start, 1);
                self.moves.truncate(start);
                if self.stopped {
                    return 0;
                }
                if ours {
                    low[index] = probe
                } else {
                    high[index] = probe
                }
                let bound =
                    if ours { average(&self.throws, &low) } else { average(&self.throws, &high) };
                if (ours && bound >= beta) || (!ours && bound <= alpha) {
                    return bound;
                }
            }
        }
        for index in 0..count {
            let (face, weight) = self.throws[index];
            let inner = if self.cuts == Cuts::None {
                Window { alpha: -INFINITE, beta: INFINITE }
            } else {
                // The others at their best, or at their worst.
                let others = |values: &[i32; 6]| -> i32 {
                    let all = self.throws.iter().zip(values).enumerate();
                    all.filter(|(i, _)| *i != index)
                        .map(|(_, (throw, value))| throw.1 * value)
                        .sum()
                };
                let alpha = (6 * alpha.max(-WON) - others(&high)).div_euclid(weight);
                let beta = (6 * beta.min(WON) - others(&low)).div_euclid(weight) + 1;
                Window { alpha: alpha.max(-INFINITE), beta: beta.min(INFINITE) }
            };
            let value = self.choice(&position.with_die(Some(face)), place, inner);
            if self.stopped {
                return 0;
            }
            (low[index], high[index]) = (value, value);
            if value <= inner.alpha {
                return average(&self.throws, &high).min(alpha);
            }
            if value >= inner.beta {
                return average(&self.throws, &low).max(beta);
            }
        }
        average(&self.throws, &low)
    }

    /// What everybody gets if all play for themselves.
    fn max_n(&mut self, position: &Position, depth: i32, ply: usize) -> [i32; 4] {
        if self.stopped {
            return [0; 4];
        }
        let over = position.outcome().is_some();
        if over || depth <= 0 || ply >= MAX_PLY {
            let advantages = self.advantages(position);
            return Color::ALL.map(|color| {
                let decided = self.decided(position, color, ply);
                decided.unwrap_or_else(|| squashed(advantages[color as usize]))
            });
        }
        if self.dice && position.die().is_none() {
            let mut sums = [0; 4];
            for index in 0..self.throws.len() {
                let (face, weight) = self.throws[index];
                let values = self.max_n(&position.with_die(Some(face)), depth, ply);
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
            }
            return sums.map(|sum| sum / 6);
        }
        let mover = position.turn() as usize;
        let start = self.list_moves(position, ply);
        let mut best = [-INFINITE; 4];
        for index in start..self.moves.len() {
            self.bring_best(index, self.moves.len());
            let next = self.made(position, self.moves[index].1);
            let values = self.max_n(&next, depth - 1, ply + 1);
            if self.stopped {
                break;
            }
            if values[mover] > best[mover] {
                best = values;
            }
            if best[mover] >= WON - ply as i32 - 1 {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Appends the moves of a position with their scores and says where they begin. Own captures are left out where
    /// there is anything else.
    fn list_moves(&mut self, position: &Position, ply: usize) -> usize {
        let start = self.moves.len();
        self.list.clear();
        SearchPosition::moves(position, &mut self.list);
        let own = position.occupied(position.turn());
        let list = std::mem::take(&mut self.list);
        for &m in &list {
            if !m.is_pass() && own.contains(m.to()) {
                continue;
            }
            let hint = order(position, m);
            let habit = self.habits[slot(position.turn(), m)];
            let killer = i32::from(self.killers[ply].contains(&Some(m))) * 400;
            self.moves.push((hint * 4 + habit / 8 + killer, m));
        }
        if self.moves.len() == start {
            self.moves.extend(list.iter().map(|&m| (0, m)));
        }
        self.list = list;
        start
    }

    fn bring_best(&mut self, from: usize, end: usize) {
        let best = (from + 1..end).fold(from, |best, next| {
            if self.moves[next].0 > self.moves[best].0 { next } else { best }
        });
        self.moves.swap(from, best);
    }

    fn learn(
        &mut self,
        position: &Position,
        m: Move,
        place: Place,
        tried: &std::ops::Range<usize>,
    ) {
        if SearchPosition::is_capture(position, m) {
            return;
        }
        let killers = &mut self.killers[place.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let bonus = (place.depth * place.depth * 16).min(600);
        let mut change = |m: Move, bonus: i32| {
            let habit = &mut self.habits[slot(position.turn(), m)];
            *habit += bonus - *habit * bonus.abs() / HABIT_LIMIT;
        };
        change(m, bonus);
        for index in tried.clone() {
            change(self.moves[index].1, -bonus);
        }
    }
}

fn slot(color: Color, m: Move) -> usize {
    let hashed = m.pack().wrapping_mul(0x9E37_79B1) >> (32 - HABIT_BITS);
    (color as usize) << HABIT_BITS | hashed as usize
}

/// The faces that let different kinds move, the most frequent first, with how many faces let the same move.
fn throws(table: &DiceTable) -> Vec<(u8, i32)> {
    let mut found: Vec<(KindSet, u8, i32)> = Vec::new();
    for face in 1..=DiceTable::FACES {
        let named = table.named(face);
        match found.iter_mut().find(|(kinds, ..)| *kinds == named) {
            Some(known) => known.2 += 1,
            None => found.push((named, face, 1)),
        }
    }
    found.sort_by_key(|&(_, _, count)| std::cmp::Reverse(count));
    found.into_iter().map(|(_, face, count)| (face, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn scales_agree() {
        for value in [-4000, -300, 0, 17, 900, 6000] {
            let error = (unsquashed(squashed(value)) - value).abs();
            assert!(error <= 1 + value.abs() / 300, "{value}");
        }
    }

    /// The same search without windows, tables, cuts and order.
    fn slow(hunt: &mut Hunt<'_>, position: &Position, place: Place) -> i32 {
        if let Some(value) = hunt.decided(position, hunt.root, place.ply) {
            return value;
        }
        let ours = position.turn() == hunt.root;
        if !ours && place.replied {
            let next = hunt.glance(position);
            return slow(hunt, &next, place.beside(true));
        }
        if place.depth <= 0 {
            return hunt.leaf(position);
        }
        let mut best = INFINITE;
        let reply = hunt.method == Method::BestReply;
        if !ours && reply && hunt.may_wait(position) {
            let next = hunt.glance(position);
            best = slow(hunt, &next, place.beside(false));
        }
        let mut sum = 0;
        let faces = if hunt.dice && position.die().is_none() { 1..=6 } else { 0..=0 };
        let count = faces.clone().count() as i32;
        for face in faces {
            let thrown = if face == 0 { position.clone() } else { position.with_die(Some(face)) };
            let start = hunt.list_moves(&thrown, place.ply);
            let moves: Vec<Move> = hunt.moves.drain(start..).map(|(_, m)| m).collect();
            let values = moves
                .into_iter()
                .map(|m| slow(hunt, &thrown.after(m), place.deeper(!ours && reply)));
            sum += if ours { values.max() } else { values.min() }.expect("a move");
        }
        best.min(sum / count)
    }

    /// Positions with few pieces from random play, of two to four colours.
    fn small(random: &mut Random, dice: bool) -> Option<Position> {
        let (letters, castles) = ("WDREVLTHP", ["00", "1J", "3J", "5J", "7J"]);
        let mut raw = heterodox_rules::kaleido::RawPosition::empty();
        let colors = 2 + random.below(3);
        for color in Color::ALL.into_iter().take(colors) {
            for place in 0..3 {
                let castle = castles[(color as usize + 1) % 5];
                let cell = if place == 0 {
                    heterodox_rules::kaleido::board::by_name(castle)?
                } else {
                    heterodox_rules::kaleido::board::ALL[random.below(89)]
                };
                let letter = letters.chars().nth(random.below(9))?;
                raw.board[cell.index()] =
                    Some((color, heterodox_rules::kaleido::Kind::from_letter(letter)?));
            }
        }
        let table = dice.then_some(DiceTable::STANDARD);
        raw.die = dice.then(|| 1 + random.below(6) as u8);
        raw.check(table).ok().filter(|position| position.outcome().is_none())
    }

    /// The best value at a depth, with every cut there is and with none.
    #[test]
    fn cuts_change_no_value() {
        let mut random = Random::new(5);
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        while seen < 60 {
            let dice = seen % 2 == 1;
            let Some(position) = small(&mut random, dice) else { continue };
            seen += 1;
            for method in [Method::BestReply, Method::Paranoid] {
                let task = |cuts| SeveralTask {
                    position: &position,
                    history: &[],
                    only: &[],
                    budget: Budget::depth(2),
                    margin: 0,
                    method,
                    cuts,
                    evaluation: KaleidoEvaluation::default(),
                };
                let plain = task(Cuts::None);
                let mut hunt = Hunt::new(&plain, &stop);
                let root = hunt.root_moves(&plain).expect("moves");
                let place = Place { depth: 1, ply: 1, replied: false };
                let best = root.iter().map(|&(m, _)| slow(&mut hunt, &position.after(m), place));
                let best = score(best.max().expect("a move"));
                for cuts in [Cuts::None, Cuts::Star1, Cuts::Star2] {
                    let found = search(&task(cuts), &stop).expect("a move");
                    if found.depth == 2 {
                        assert_eq!(found.score, best, "{position} {method:?} {cuts:?}");
                    }
                }
            }
        }
    }
}

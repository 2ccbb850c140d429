//! Information set Monte Carlo tree search with a tree for each side: Cowling, Powley and
//! Whitehouse (2012), "MO-ISMCTS".
//!
//! Each iteration draws a position from the belief and descends both trees at once. A node of a
//! side's tree stands for everything that this side has observed since the root, so that no choice
//! depends on what the side does not know. A new node is evaluated by a quiescence search of the
//! open game instead of a playout.
//!
//! Kept as an alternative to measure against; docs/trials.md has the result.

use super::belief::Belief;
use super::move_values::{WIN_UTILITY, mixed_choice, utility};
use super::observed::ObservedState;
use crate::klinzha::KlinZhaEvaluation;
use crate::score::{INFINITE, WIN};
use crate::search::Deadline;
use crate::{Evaluate, Score, SplitMix64};
use heterodox_rules::SearchPosition;
use heterodox_rules::clouded::{BoardView, CloudMap, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{BySide, Position, Side};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The exploration constant of UCB1; set by hand.
const EXPLORATION: f64 = 0.35;
/// Progressive widening: below the root, this many times the square root of a node's visits is the
/// number of intents considered.
const WIDENING: f64 = 2.0;
/// The longest line, in plies, and the longest series of captures after it.
const MAX_PLIES: usize = 16;
const MAX_CAPTURES: u32 = 6;
/// The most nodes of both trees, about 100 MB.
const MAX_NODES: usize = 50_000;
/// The number of positions drawn from the belief.
const SAMPLES: usize = 512;
/// An intent can be chosen if it has at least one part in this many of the visits of the most
/// visited intent.
const MIN_VISIT_DIVISOR: u32 = 3;

/// An information set of a side, with the results of its intents.
struct Node {
    intents: Vec<Intent>,
    /// Visits and summed values of each intent.
    results: Vec<(u32, f64)>,
    visits: u32,
}

/// A tree for each side.
pub(super) struct IsmctsTrees<'a> {
    evaluation: &'a KlinZhaEvaluation,
    map: &'a CloudMap,
    side: Side,
    trees: BySide<HashMap<u64, Node>>,
}

impl<'a> IsmctsTrees<'a> {
    pub(super) fn new(
        evaluation: &'a KlinZhaEvaluation,
        now: &'a ObservedState,
        side: Side,
    ) -> Self {
        Self { evaluation, map: &now.map, side, trees: BySide::default() }
    }

    /// The index of the intent to announce and its score; `None` if nothing was searched.
    pub(super) fn choose(
        mut self,
        belief: &Belief,
        intents: &[Intent],
        temperature: f64,
        deadline: &Deadline<'_>,
        random: &mut SplitMix64,
    ) -> Option<(usize, Score)> {
        let drawn = belief.draw(SAMPLES, random);
        let mut number = 0;
        // At least once through the intents, whatever the limits.
        while number < intents.len() || !deadline.is_over() {
            if number > 0 && deadline.is_stopped() {
                break;
            }
            let position = sample_by_share(&drawn, random)?;
            self.iterate(position.clone(), deadline, random);
            number += 1;
        }
        let root = self.trees[self.side].get(&0)?;
        let most = root.results.iter().map(|(visits, _)| *visits).max()?;
        let scores: Vec<f64> = root
            .results
            .iter()
            .map(|&(visits, sum)| {
                let known = visits > 0 && visits * MIN_VISIT_DIVISOR >= most;
                if known { WIN_UTILITY * sum / f64::from(visits) } else { f64::NEG_INFINITY }
            })
            .collect();
        let chosen = mixed_choice(&scores, temperature, random);
        let index = intents.iter().position(|intent| *intent == root.intents[chosen])?;
        Some((index, Score::Centi(scores[chosen] as i32)))
    }

    /// One descent of the trees.
    fn iterate(
        &mut self,
        mut position: Position,
        deadline: &Deadline<'_>,
        random: &mut SplitMix64,
    ) {
        let mut keys = BySide([0; 2]);
        keys[!self.side] = fingerprint(&BoardView::of(&position, self.map, Some(!self.side)));
        let mut path: Vec<(Side, u64, usize)> = Vec::new();
        // The value for the side to move at the end of the line.
        let value = loop {
            deadline.add_nodes(1);
            let mover = position.turn();
            if let Some((winner, _)) = position.winner() {
                break if winner == mover { WIN_UTILITY } else { -WIN_UTILITY };
            }
            let full = self.trees[Side::Gold].len() + self.trees[Side::Green].len() >= MAX_NODES;
            let node = match self.trees[mover].entry(keys[mover]) {
                Entry::Occupied(entry) if path.len() < MAX_PLIES => entry.into_mut(),
                Entry::Vacant(entry) => {
                    if !full {
                        entry.insert(Node::new(&position, self.map, random));
                    }
                    break utility(self.quiescence(
                        &position,
                        -INFINITE,
                        INFINITE,
                        MAX_CAPTURES,
                        deadline,
                    ));
                }
                Entry::Occupied(_) => {
                    break utility(self.quiescence(
                        &position,
                        -INFINITE,
                        INFINITE,
                        MAX_CAPTURES,
                        deadline,
                    ));
                }
            };
            let Some(index) = node.next(path.is_empty()) else { break -WIN_UTILITY };
            let resolution = resolve(&position, self.map, &node.intents[index]);
            let after = resolution.apply(&position);
            path.push((mover, keys[mover], index));
            keys = self.next_keys(&keys, mover, index, resolution, &after);
            position = after;
        };
        let (mut value, mut of) = (value / WIN_UTILITY, position.turn());
        for (side, key, index) in path.into_iter().rev() {
            if side != of {
                (value, of) = (-value, side);
            }
            if let Some(node) = self.trees[side].get_mut(&key) {
                node.visits += 1;
                node.results[index].0 += 1;
                node.results[index].1 += value;
            }
        }
    }

    /// The keys of both sides' nodes after a ply.
    fn next_keys(
        &self,
        keys: &BySide<u64>,
        mover: Side,
        index: usize,
        resolution: Resolution,
        after: &Position,
    ) -> BySide<u64> {
        let view = |side| BoardView::of(after, self.map, Some(side));
        let lost = resolution.captured.map(|taken| (taken, resolution.played.to()));
        let mut next = BySide([0; 2]);
        next[mover] = fingerprint(&(
            keys[mover],
            index,
            (resolution.played.to(), resolution.captured, resolution.halted),
            view(mover),
        ));
        next[!mover] = fingerprint(&(keys[!mover], lost, view(!mover)));
        next
    }

    /// The value of a position after captures, for its side to move.
    fn quiescence(
        &self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        captures: u32,
        deadline: &Deadline<'_>,
    ) -> i32 {
        deadline.add_nodes(1);
        let mut best = self.evaluation.evaluate(position);
        alpha = alpha.max(best);
        if best >= beta || captures == 0 {
            return best;
        }
        let mut list = Vec::new();
        SearchPosition::captures(position, &mut list);
        if list.iter().any(|&m| self.evaluation.wins_at_once(position, m)) {
            return WIN;
        }
        list.sort_by_key(|&m| -self.evaluation.order_hint(position, m, true));
        for m in list {
            let after = position.after_unchecked(m);
            let value = match after.winner() {
                Some((winner, _)) if winner == position.turn() => WIN,
                Some(_) => -WIN,
                None => -self.quiescence(&after, -beta, -alpha, captures - 1, deadline),
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl Node {
    /// A node with the intents of the side to move: captures first, others in random order.
    fn new(position: &Position, map: &CloudMap, random: &mut SplitMix64) -> Self {
        let view = BoardView::of(position, map, Some(position.turn()));
        let mut intents = view.intents();
        intents.sort_by_cached_key(|intent| {
            (!view.may_capture_on(intent.played.to()), random.next_u64())
        });
        let results = vec![(0, 0.0); intents.len()];
        Self { intents, results, visits: 0 }
    }

    /// The index of the intent with the highest UCB.
    fn next(&self, root: bool) -> Option<usize> {
        let open = if root {
            self.intents.len()
        } else {
            let wide = WIDENING * f64::from(self.visits + 1).sqrt();
            self.intents.len().min(wide.ceil() as usize)
        };
        let log = f64::from(self.visits.max(1)).ln();
        let ucb = |&(visits, sum): &(u32, f64)| {
            if visits == 0 {
                return f64::INFINITY;
            }
            let visits = f64::from(visits);
            sum / visits + EXPLORATION * (log / visits).sqrt()
        };
        let ucbs = self.results[..open].iter().map(ucb).enumerate();
        ucbs.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(index, _)| index)
    }
}

fn fingerprint(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn sample_by_share<'p>(
    drawn: &'p [(Position, f64)],
    random: &mut SplitMix64,
) -> Option<&'p Position> {
    let mut left = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let found = drawn.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    found.or(drawn.last()).map(|(position, _)| position)
}

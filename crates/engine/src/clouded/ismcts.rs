//! Information set Monte Carlo tree search with a tree for each side: Cowling, Powley, Whitehouse (2012), "MO-ISMCTS".
//!
//! Each iteration draws a position from the belief and plays down both trees at once. A node of a side's tree stands for everything
//! that this side was shown and told since the root, so a side can not decide by what it does not know. At a new node
//! the position is judged by the open game's evaluation after captures, instead of by a play to the end.
//!
//! Measured against the default and kept to be measured again; see docs/trials.md.

use super::belief::Belief;
use super::move_values::{WON, mixed, utility};
use super::observed::ObservedState;
use super::think::Purse;
use crate::klinzha::KlinZhaEvaluation;
use crate::score::{INFINITE, WIN};
use crate::{Evaluate, Random, Score};
use heterodox_rules::SearchPosition;
use heterodox_rules::clouded::{BoardView, CloudMap, Intent, Resolution, resolve};
use heterodox_rules::klinzha::{BySide, Position, Side};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{DefaultHasher, Hash, Hasher};

/// How much what was seldom tried is preferred.
const EXPLORATION: f64 = 0.35;
/// Below the root so many times the root of a node's visits are tried of its intents.
const WIDENING: f64 = 2.0;
/// The longest line, in plies, and the longest series of captures behind it.
const DEEPEST: usize = 16;
const CAPTURES: u32 = 6;
/// The most nodes of both trees: about 100 MB.
const MOST_NODES: usize = 50_000;
/// So many positions are drawn from the belief.
const DRAWN: usize = 512;
/// An intent counts that was tried at least this part of what the one tried most was.
const TRIED: u32 = 3;

/// What a side knows at one point, and what it found of its intents there.
struct Node {
    intents: Vec<Intent>,
    tries: Vec<(u32, f64)>,
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

    /// The index of the intent to announce, and what it seems to be worth.
    pub(super) fn choose(
        mut self,
        belief: &Belief,
        intents: &[Intent],
        temperature: f64,
        purse: &mut Purse<'_>,
        random: &mut Random,
    ) -> Option<(usize, Score)> {
        let drawn = belief.draw(DRAWN, random);
        let mut number = 0;
        // At least once through the intents, whatever the limits.
        while number < intents.len() || !purse.empty() {
            if number > 0 && purse.stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            let position = by_share(&drawn, random)?;
            self.iterate(position.clone(), purse, random);
            number += 1;
        }
        let root = self.trees[self.side].get(&0)?;
        let most = root.tries.iter().map(|(tries, _)| *tries).max()?;
        let scores: Vec<f64> = root
            .tries
            .iter()
            .map(|&(tries, sum)| {
                let known = tries > 0 && tries * TRIED >= most;
                if known { WON * sum / f64::from(tries) } else { f64::NEG_INFINITY }
            })
            .collect();
        let chosen = mixed(&scores, temperature, random);
        let index = intents.iter().position(|intent| *intent == root.intents[chosen])?;
        Some((index, Score::Centi(scores[chosen] as i32)))
    }

    /// One play down the trees.
    fn iterate(&mut self, mut position: Position, purse: &mut Purse<'_>, random: &mut Random) {
        let mut keys = BySide([0; 2]);
        keys[!self.side] = print(&BoardView::of(&position, self.map, Some(!self.side)));
        let mut path: Vec<(Side, u64, usize)> = Vec::new();
        // The value from the sight of the side to move at the end.
        let value = loop {
            purse.nodes += 1;
            let mover = position.turn();
            if let Some((winner, _)) = position.winner() {
                break if winner == mover { WON } else { -WON };
            }
            let full = self.trees[Side::Gold].len() + self.trees[Side::Green].len() >= MOST_NODES;
            let node = match self.trees[mover].entry(keys[mover]) {
                Entry::Occupied(entry) if path.len() < DEEPEST => entry.into_mut(),
                Entry::Vacant(entry) => {
                    if !full {
                        entry.insert(Node::new(&position, self.map, random));
                    }
                    break utility(self.judged(&position, -INFINITE, INFINITE, CAPTURES, purse));
                }
                Entry::Occupied(_) => {
                    break utility(self.judged(&position, -INFINITE, INFINITE, CAPTURES, purse));
                }
            };
            let Some(index) = node.next(path.is_empty()) else { break -WON };
            let end = resolve(&position, self.map, &node.intents[index]);
            let after = end.apply(&position);
            path.push((mover, keys[mover], index));
            keys = self.told(&keys, mover, index, end, &after);
            position = after;
        };
        let (mut value, mut of) = (value / WON, position.turn());
        for (side, key, index) in path.into_iter().rev() {
            if side != of {
                (value, of) = (-value, side);
            }
            if let Some(node) = self.trees[side].get_mut(&key) {
                node.visits += 1;
                node.tries[index].0 += 1;
                node.tries[index].1 += value;
            }
        }
    }

    /// Where both sides are in their trees after a ply.
    fn told(
        &self,
        keys: &BySide<u64>,
        mover: Side,
        index: usize,
        end: Resolution,
        after: &Position,
    ) -> BySide<u64> {
        let sight = |side| BoardView::of(after, self.map, Some(side));
        let lost = end.captured.map(|taken| (taken, end.played.to()));
        let mut next = BySide([0; 2]);
        next[mover] =
            print(&(keys[mover], index, (end.played.to(), end.captured, end.halted), sight(mover)));
        next[!mover] = print(&(keys[!mover], lost, sight(!mover)));
        next
    }

    /// The value of a position after all captures that pay, from the sight of its mover.
    fn judged(
        &self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        captures: u32,
        purse: &mut Purse<'_>,
    ) -> i32 {
        purse.nodes += 1;
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
                None => -self.judged(&after, -beta, -alpha, captures - 1, purse),
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
    /// The intents of the side to move, captures first, else in any order.
    fn new(position: &Position, map: &CloudMap, random: &mut Random) -> Self {
        let sight = BoardView::of(position, map, Some(position.turn()));
        let mut intents = sight.intents();
        intents.sort_by_cached_key(|intent| {
            (!sight.may_capture_on(intent.played.to()), random.next_u64())
        });
        let tries = vec![(0, 0.0); intents.len()];
        Self { intents, tries, visits: 0 }
    }

    /// The intent to try next.
    fn next(&self, root: bool) -> Option<usize> {
        let open = if root {
            self.intents.len()
        } else {
            let wide = WIDENING * f64::from(self.visits + 1).sqrt();
            self.intents.len().min(wide.ceil() as usize)
        };
        let log = f64::from(self.visits.max(1)).ln();
        let promise = |&(tries, sum): &(u32, f64)| {
            if tries == 0 {
                return f64::INFINITY;
            }
            let tries = f64::from(tries);
            sum / tries + EXPLORATION * (log / tries).sqrt()
        };
        let promises = self.tries[..open].iter().map(promise).enumerate();
        promises
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map(|(index, _)| index)
    }
}

fn print(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

fn by_share<'p>(drawn: &'p [(Position, f64)], random: &mut Random) -> Option<&'p Position> {
    let mut left = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let found = drawn.iter().find(|(_, share)| {
        left -= share;
        left < 0.0
    });
    found.or(drawn.last()).map(|(position, _)| position)
}

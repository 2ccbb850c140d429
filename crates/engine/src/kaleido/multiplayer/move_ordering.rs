//! Move ordering: captures, killers and history.

use super::super::see::order;
use super::{NodeContext, Searcher};
use heterodox_rules::kaleido::{Color, Move, Position};
use heterodox_rules::{SearchMove, SearchPosition};

/// The bits of a hashed move in the history, by colour.
const HISTORY_BITS: u32 = 14;
const HISTORY_LIMIT: i32 = 1 << 12;

/// An empty history.
pub(super) fn empty_history() -> Vec<i32> {
    vec![0; 4 << HISTORY_BITS]
}

impl Searcher<'_> {
    /// Appends the moves of a position with their scores and returns the index of the first one.
    /// Captures of own pieces are excluded if there is another move.
    pub(super) fn list_moves(&mut self, position: &Position, ply: usize) -> usize {
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
            let entry = self.history[slot(position.turn(), m)];
            let killer = i32::from(self.killers[ply].contains(&Some(m))) * 400;
            self.moves.push((hint * 4 + entry / 8 + killer, m));
        }
        if self.moves.len() == start {
            self.moves.extend(list.iter().map(|&m| (0, m)));
        }
        self.list = list;
        start
    }

    pub(super) fn bring_best(&mut self, from: usize, end: usize) {
        let best = (from + 1..end).fold(from, |best, next| {
            if self.moves[next].0 > self.moves[best].0 { next } else { best }
        });
        self.moves.swap(from, best);
    }

    pub(super) fn update_history(
        &mut self,
        position: &Position,
        m: Move,
        context: NodeContext,
        tried: &std::ops::Range<usize>,
    ) {
        if SearchPosition::is_capture(position, m) {
            return;
        }
        let killers = &mut self.killers[context.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let bonus = (context.depth * context.depth * 16).min(600);
        let mut change = |m: Move, bonus: i32| {
            let entry = &mut self.history[slot(position.turn(), m)];
            *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
        };
        change(m, bonus);
        for index in tried.clone() {
            change(self.moves[index].1, -bonus);
        }
    }
}

fn slot(color: Color, m: Move) -> usize {
    let hashed = m.pack().wrapping_mul(0x9E37_79B1) >> (32 - HISTORY_BITS);
    (color as usize) << HISTORY_BITS | hashed as usize
}

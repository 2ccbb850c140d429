//! Which moves are looked at, and in which order.

use super::super::see::order;
use super::{NodeContext, Searcher};
use heterodox_rules::kaleido::{Color, Move, Position};
use heterodox_rules::{SearchMove, SearchPosition};

/// By colour, so many bits of a move's hash.
const HABIT_BITS: u32 = 14;
const HABIT_LIMIT: i32 = 1 << 12;

/// A list for habits.
pub(super) fn empty_history() -> Vec<i32> {
    vec![0; 4 << HABIT_BITS]
}

impl Searcher<'_> {
    /// Appends the moves of a position with their scores and says where they begin. Own captures are left out where
    /// there is anything else.
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
        place: NodeContext,
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

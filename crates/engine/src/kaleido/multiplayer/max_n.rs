//! Max^n: everybody plays for itself.

use super::{INFINITE, MAX_PLY, Searcher, WON, squashed};
use heterodox_rules::kaleido::{Color, Position};

impl Searcher<'_> {
    /// What everybody gets if all play for themselves.
    pub(super) fn max_n(&mut self, position: &Position, depth: i32, ply: usize) -> [i32; 4] {
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
}

//! Max^n: every colour maximises its own value.

use super::{INFINITE, MAX_PLY, Searcher, WIN, to_win_scale};
use heterodox_rules::kaleido::{Color, Position};

impl Searcher<'_> {
    /// The value of each colour.
    pub(super) fn max_n(&mut self, position: &Position, depth: i32, ply: usize) -> [i32; 4] {
        if self.stopped {
            return [0; 4];
        }
        let over = position.outcome().is_some();
        if over || depth <= 0 || ply >= MAX_PLY {
            let advantages = self.advantages(position);
            return Color::ALL.map(|color| {
                let terminal_value = self.terminal_value(position, color, ply);
                terminal_value.unwrap_or_else(|| to_win_scale(advantages[color as usize]))
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
            let next = self.make(position, self.moves[index].1);
            let values = self.max_n(&next, depth - 1, ply + 1);
            if self.stopped {
                break;
            }
            if values[mover] > best[mover] {
                best = values;
            }
            if best[mover] >= WIN - ply as i32 - 1 {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }
}

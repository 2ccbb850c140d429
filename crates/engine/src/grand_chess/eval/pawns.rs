//! What the pawns of a side are worth.

use super::GrandChessEvaluation;
use super::camp::Camp;
use super::masks::{Masks, distance};
use crate::grand_chess::values::PAWN;
use heterodox_rules::grand_chess::{Position, Side, board};

/// A queen's promotion.
const QUEENING: i32 = 850;

impl GrandChessEvaluation {
    /// What the pawns of a side are worth; the less there is to fear, in 256ths, the more the kings matter to them.
    pub(super) fn pawns(
        &self,
        position: &Position,
        side: Side,
        own: &Camp,
        enemy: &Camp,
        fear: i32,
    ) -> i32 {
        let weights = &self.weights;
        let best = position.stock(side).iter().map(|kind| self.values.worth(kind)).max();
        let least = weights.hope.min(400);
        let hope = best.map_or(least, |best| (256 * (best - PAWN) / QUEENING).clamp(least, 400));
        let masks = &Masks::get()[side as usize];
        let (pawns, theirs) = (own.pawns, enemy.pawns);
        let (king, enemy_king) = (position.king(side), position.king(!side));
        let mut value = PAWN * pawns.len() as i32;
        for cell in pawns {
            let mask = &masks[cell.index()];
            let rank = side.rank(board::rank(cell));
            let mut way = weights.advanced[rank];
            let passed = !theirs.meets(mask.ahead_around) && !pawns.meets(mask.ahead);
            if passed {
                let mut percent = 100;
                if position.occupied(!side).meets(mask.next) {
                    percent -= weights.blocked_percent;
                } else if !enemy.all_looks().meets(mask.next) {
                    percent += weights.free_percent;
                }
                if !(enemy.all_looks() | position.occupied(!side)).meets(mask.ahead) {
                    percent += weights.clear_percent;
                }
                if own.all_looks().meets(mask.next) {
                    percent += weights.supported_percent;
                }
                way += weights.passed[rank] * percent / 100;
                if let Some(next) = mask.next.first()
                    && rank >= 4
                {
                    let nearer = weights.escort * (distance(enemy_king, next).min(6))
                        - weights.escort_own * distance(king, next).min(6);
                    value += nearer * (rank as i32 - 3) * (256 - fear) / 256;
                }
            }
            value += way * hope / 256;
            if (pawns & mask.file).len() > 1 {
                value -= weights.doubled;
            }
            let guarded = pawns.meets(mask.guards);
            if !pawns.meets(mask.beside) {
                value -= weights.isolated;
                if !theirs.meets(mask.ahead) {
                    value -= weights.isolated_open;
                }
            } else if !guarded
                && !pawns.meets(mask.beside - mask.ahead_around)
                && enemy.pawn_looks.meets(mask.next)
            {
                value -= weights.backward;
            }
            if guarded {
                value += weights.guarded;
            }
            if pawns.meets(mask.sides) {
                value += weights.phalanx[rank];
            }
        }
        value
    }
}

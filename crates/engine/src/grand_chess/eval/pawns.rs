//! What the pawns of a side are worth.

use super::GrandChessEvaluation;
use super::camp::SideFeatures;
use super::masks::{Masks, before, distance, forward, sideways};
use crate::grand_chess::values::PAWN;
use heterodox_rules::CellSet;
use heterodox_rules::grand_chess::{Position, Side, board};

/// A queen's promotion.
const QUEENING: i32 = 850;

impl GrandChessEvaluation {
    /// What the pawns of a side are worth; the less there is to fear, in 256ths, the more the kings matter to them.
    pub(super) fn pawns(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
        fear: i32,
    ) -> i32 {
        let weights = &self.weights;
        let stock = position.stock(side);
        let best = self.ranked.partition_point(|(_, set)| !set.meets(stock));
        let best = self.ranked.get(best).map(|&(worth, _)| worth);
        let least = weights.hope.min(400);
        let hope = best.map_or(least, |best| (256 * (best - PAWN) / QUEENING).clamp(least, 400));
        let masks = &Masks::get()[side as usize];
        let (pawns, theirs) = (own.pawns, enemy.pawns);
        let (king, enemy_king) = (position.king(side), position.king(!side));
        let beside = sideways(pawns);
        let passed = pawns - before(!side, pawns) - before(!side, theirs | sideways(theirs));
        let phalanx = pawns & beside;
        let mut value = PAWN * pawns.len() as i32;
        for cell in pawns {
            let rank = side.rank(board::rank(cell));
            let mut way = weights.advanced[rank];
            if passed.contains(cell) {
                let mask = &masks[cell.index()];
                let mut percent = 100;
                if position.occupied(!side).meets(mask.next) {
                    percent -= weights.blocked_percent;
                } else if !enemy.all_attacks().meets(mask.next) {
                    percent += weights.free_percent;
                }
                if !(enemy.all_attacks() | position.occupied(!side)).meets(mask.ahead) {
                    percent += weights.clear_percent;
                }
                if own.all_attacks().meets(mask.next) {
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
            if phalanx.contains(cell) {
                value += weights.phalanx[rank];
            }
        }
        let count = |set: CellSet| set.len() as i32;
        value -= weights.doubled * count(pawns & (before(side, pawns) | before(!side, pawns)));
        let isolated = pawns - (beside | before(side, beside) | before(!side, beside));
        value -= weights.isolated * count(isolated);
        value -= weights.isolated_open * count(isolated - before(!side, theirs));
        let guarded = pawns & own.pawn_attacks;
        value += weights.guarded * count(guarded);
        // No pawn can come to guard it, and its next step would be into a pawn's attack.
        let left_behind = pawns - isolated - guarded - (beside | before(side, beside));
        let stopped = forward(!side, enemy.pawn_attacks);
        value -= weights.backward * count(left_behind & stopped);
        value
    }
}

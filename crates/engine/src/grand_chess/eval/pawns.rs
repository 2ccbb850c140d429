//! Pawn structure and passed pawns.

use super::GrandChessEvaluation;
use super::masks::{Masks, before, distance, forward, sideways};
use super::side_features::SideFeatures;
use crate::grand_chess::values::PAWN;
use heterodox_rules::CellSet;
use heterodox_rules::grand_chess::{Position, Side, board};

/// The value of a promotion to a queen.
const QUEEN_PROMOTION: i32 = 850;

impl GrandChessEvaluation {
    /// The value of the pawns of a side. `phase` runs from 0 (endgame) to 256.
    pub(super) fn pawns(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
        phase: i32,
    ) -> i32 {
        let weights = &self.weights;
        let stock = position.stock(side);
        let best = self.ranked.partition_point(|(_, set)| !set.meets(stock));
        let best = self.ranked.get(best).map(|&(piece_value, _)| piece_value);
        let least = weights.least_promotion.min(400);
        let promotion =
            best.map_or(least, |best| (256 * (best - PAWN) / QUEEN_PROMOTION).clamp(least, 400));
        let masks = &Masks::get()[side as usize];
        let (pawns, enemy_pawns) = (own.pawns, enemy.pawns);
        let (king, enemy_king) = (position.king(side), position.king(!side));
        let beside = sideways(pawns);
        let passed =
            pawns - before(!side, pawns) - before(!side, enemy_pawns | sideways(enemy_pawns));
        let phalanx = pawns & beside;
        let mut value = PAWN * pawns.len() as i32;
        for cell in pawns {
            let rank = side.rank(board::rank(cell));
            let mut rank_value = weights.pawn_rank[rank];
            if passed.contains(cell) {
                let mask = &masks[cell.index()];
                let mut percent = 100;
                if position.occupied(!side).meets(mask.next) {
                    percent -= weights.passed_blocked_percent;
                } else if !enemy.all_attacks().meets(mask.next) {
                    percent += weights.passed_free_percent;
                }
                if !(enemy.all_attacks() | position.occupied(!side)).meets(mask.ahead) {
                    percent += weights.passed_clear_path_percent;
                }
                if own.all_attacks().meets(mask.next) {
                    percent += weights.passed_supported_percent;
                }
                rank_value += weights.passed_pawn[rank] * percent / 100;
                if let Some(next) = mask.next.first()
                    && rank >= 4
                {
                    let race = weights.passed_enemy_king_distance
                        * (distance(enemy_king, next).min(6))
                        - weights.passed_own_king_distance * distance(king, next).min(6);
                    value += race * (rank as i32 - 3) * (256 - phase) / 256;
                }
            }
            value += rank_value * promotion / 256;
            if phalanx.contains(cell) {
                value += weights.phalanx[rank];
            }
        }
        let count = |set: CellSet| set.len() as i32;
        value -= weights.doubled * count(pawns & (before(side, pawns) | before(!side, pawns)));
        let isolated = pawns - (beside | before(side, beside) | before(!side, beside));
        value -= weights.isolated * count(isolated);
        value -= weights.isolated_open * count(isolated - before(!side, enemy_pawns));
        let guarded = pawns & own.pawn_attacks;
        value += weights.supported_pawn * count(guarded);
        // No pawn can defend it, and its next square is attacked by a pawn.
        let backward = pawns - isolated - guarded - (beside | before(side, beside));
        let stopped = forward(!side, enemy.pawn_attacks);
        value -= weights.backward * count(backward & stopped);
        value
    }
}

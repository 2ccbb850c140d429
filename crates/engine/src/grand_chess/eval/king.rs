//! King safety, pawn shelter, and the mop-up against a bare king.

use super::GrandChessEvaluation;
use super::masks::{Masks, distance, files, from_centre, ranks};
use super::side_features::SideFeatures;
use heterodox_rules::grand_chess::board::LineReach;
use heterodox_rules::grand_chess::{Position, Side, board};
use heterodox_rules::{Cell, CellSet};

/// The divisor of the squared king attack.
const ATTACK_DIVISOR: i32 = 8;
/// The most safe checking squares that count for each class.
const MAX_SAFE_CHECKS: usize = 3;
/// The most guarded checking squares that count.
const MAX_UNSAFE_CHECKS: usize = 4;

/// The number of files of a flank.
const FLANK_FILES: usize = 5;
/// The own half of the files of a flank, indexed by side and first file.
const FLANKS: [[CellSet; board::SIZE - FLANK_FILES + 1]; 2] = {
    let halves = [ranks(0, 4), ranks(5, 9)];
    let (mut flanks, mut first) = ([[CellSet::EMPTY; board::SIZE - FLANK_FILES + 1]; 2], 0);
    while first <= board::SIZE - FLANK_FILES {
        let files = files(first, first + FLANK_FILES - 1).0;
        flanks[0][first] = CellSet(files & halves[0].0);
        flanks[1][first] = CellSet(files & halves[1].0);
        first += 1;
    }
    flanks
};

/// The part of the board around a king.
fn flank(side: Side, king: Cell) -> CellSet {
    let first = board::file(king).saturating_sub(FLANK_FILES / 2).min(board::SIZE - FLANK_FILES);
    FLANKS[side as usize][first]
}

/// The number of enemy line pieces with exactly one piece between them and the king.
fn pinners(position: &Position, side: Side, lines: LineReach) -> usize {
    let (king, occupied) = (position.king(side), position.all_occupied());
    let first = lines.rook | lines.bishop;
    (position.line_attackers_to(king, occupied - first) & position.occupied(!side)).len()
}

impl GrandChessEvaluation {
    /// The value of a king's safety. `phase` runs from 0 (endgame) to 256 (all pieces on the
    /// board).
    pub(super) fn king(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
        phase: i32,
    ) -> i32 {
        let weights = &self.weights;
        let king = position.king(side);
        let advanced = (side.rank(board::rank(king)) as i32 - 1).max(0);
        let ring = board::neighbours(king);
        let enemy_attacks = enemy.all_attacks();
        let weak = (ring & (enemy_attacks - own.all_attacks())).len() as i32;
        // The king alone cannot capture a defended piece.
        let held = own.all_attacks() | (ring - enemy.double_attacks);
        let mut checks = 0;
        for (squares, weight) in enemy.checks.into_iter().zip(weights.safe_check) {
            checks += weight * (squares - held).len().min(MAX_SAFE_CHECKS) as i32;
        }
        let guarded = enemy.checks.into_iter().fold(CellSet::EMPTY, |all, set| all | set) & held;
        checks += weights.unsafe_check * guarded.len().min(MAX_UNSAFE_CHECKS) as i32;
        checks += weights.pinner * pinners(position, side, enemy.king_lines) as i32;
        if !enemy.has_queen_like {
            checks -= weights.no_queen;
        }
        let escapes = (ring - position.occupied(side) - enemy_attacks).len().min(3);
        let flank = flank(side, king);
        let (before, twice) = ((flank & enemy_attacks).len(), (flank & enemy.double_attacks).len());
        let kept = (flank & own.all_attacks()).len() as i32;
        let near =
            weights.king_flank_attack * (before + twice) as i32 - weights.king_flank_defence * kept;
        let king_attack = enemy.king_attack + weights.weak_king_ring * weak + checks + near / 8;
        let king_attack = (king_attack - weights.king_flight[escapes]).max(0);
        let linear = king_attack * weights.king_danger_linear / 8;
        let king_attack = if enemy.attacker_count > 1 {
            king_attack * king_attack / ATTACK_DIVISOR
        } else {
            king_attack
        };
        let king_attack = king_attack * weights.king_danger_percent / 100;
        let middlegame = self.shelter(position, side, own.pawns, enemy.pawns)
            - weights.king_advance * advanced
            - (king_attack + linear).min(weights.king_danger_max);
        let endgame = -weights.king_centre * from_centre(king);
        (middlegame * phase + endgame * (256 - phase)) / 256
    }

    /// The value of the pawns before and beside a king, own and enemy.
    fn shelter(&self, position: &Position, side: Side, own: CellSet, enemy: CellSet) -> i32 {
        let weights = &self.weights;
        let king = position.king(side);
        let masks = &Masks::get()[side as usize];
        let rank = board::rank(king);
        let mut value =
            weights.king_adjacent_pawn * (own & board::neighbours(king)).len().min(3) as i32;
        let file = board::file(king).clamp(1, board::SIZE - 2);
        for file in file - 1..=file + 1 {
            let mask = &masks[board::at(file, rank).index()];
            let nearest = |pawns: CellSet| {
                let pawns = pawns & mask.ahead;
                let nearest = if side == Side::White { pawns.first() } else { pawns.last() };
                nearest.map_or(4, |pawn| board::rank(pawn).abs_diff(rank).min(4) - 1)
            };
            value += weights.pawn_shelter[nearest(own)] - weights.pawn_storm[nearest(enemy)];
        }
        value
    }

    /// The bonus of the stronger side against a nearly bare king.
    pub(super) fn mop_up(&self, position: &Position, stronger: Side) -> i32 {
        let (king, bare) = (position.king(stronger), position.king(!stronger));
        self.weights.mop_up_edge * from_centre(bare)
            + self.weights.mop_up_king_distance * (14 - distance(king, bare))
    }
}

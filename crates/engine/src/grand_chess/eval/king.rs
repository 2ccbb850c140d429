//! How the kings stand: what shelters them and what presses on them, and how one of them is hunted.

use super::GrandChessEvaluation;
use super::camp::SideFeatures;
use super::masks::{Masks, distance, files, from_centre, ranks};
use heterodox_rules::grand_chess::board::LineReach;
use heterodox_rules::grand_chess::{Position, Side, board};
use heterodox_rules::{Cell, CellSet};

/// What attackers near the king add up to is squared and divided by this.
const ATTACK_PART: i32 = 8;
/// More squares than these to check from safely make no difference, of each class.
const MOST_CHECKS: usize = 3;
/// The same of guarded ones.
const MOST_GUARDED_CHECKS: usize = 4;

/// The files of a flank.
const WIDTH: usize = 5;
/// The flanks by side and first file: the own half of their files.
const FLANKS: [[CellSet; board::SIZE - WIDTH + 1]; 2] = {
    let halves = [ranks(0, 4), ranks(5, 9)];
    let (mut flanks, mut first) = ([[CellSet::EMPTY; board::SIZE - WIDTH + 1]; 2], 0);
    while first <= board::SIZE - WIDTH {
        let files = files(first, first + WIDTH - 1).0;
        flanks[0][first] = CellSet(files & halves[0].0);
        flanks[1][first] = CellSet(files & halves[1].0);
        first += 1;
    }
    flanks
};

/// The part of the board in which a king lives.
fn flank(side: Side, king: Cell) -> CellSet {
    let first = board::file(king).saturating_sub(WIDTH / 2).min(board::SIZE - WIDTH);
    FLANKS[side as usize][first]
}

/// How many enemy line pieces a single piece keeps from the king.
fn aiming(position: &Position, side: Side, lines: LineReach) -> usize {
    let (king, occupied) = (position.king(side), position.all_occupied());
    let first = lines.rook | lines.bishop;
    (position.line_attackers_to(king, occupied - first) & position.occupied(!side)).len()
}

impl GrandChessEvaluation {
    /// How the king of a side stands: the more there is to fear, in 256ths, the more it should hide.
    pub(super) fn king(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
        fear: i32,
    ) -> i32 {
        let weights = &self.weights;
        let king = position.king(side);
        let walked = (side.rank(board::rank(king)) as i32 - 1).max(0);
        let ring = board::neighbours(king);
        let enemy_looks = enemy.all_attacks();
        let weak = (ring & (enemy_looks - own.all_attacks())).len() as i32;
        // The king alone cannot capture what is guarded.
        let held = own.all_attacks() | (ring - enemy.double_attacks);
        let mut checks = 0;
        for (squares, weight) in enemy.checks.into_iter().zip(weights.check) {
            checks += weight * (squares - held).len().min(MOST_CHECKS) as i32;
        }
        let guarded = enemy.checks.into_iter().fold(CellSet::EMPTY, |all, set| all | set) & held;
        checks += weights.guarded_check * guarded.len().min(MOST_GUARDED_CHECKS) as i32;
        checks += weights.aimed * aiming(position, side, enemy.king_lines) as i32;
        if !enemy.queen {
            checks -= weights.no_queen;
        }
        let flight = (ring - position.occupied(side) - enemy_looks).len().min(3);
        let flank = flank(side, king);
        let (before, twice) = ((flank & enemy_looks).len(), (flank & enemy.double_attacks).len());
        let kept = (flank & own.all_attacks()).len() as i32;
        let near = weights.flank * (before + twice) as i32 - weights.flank_kept * kept;
        let pressure = enemy.pressure + weights.weak * weak + checks + near / 8;
        let pressure = (pressure - weights.flight[flight]).max(0);
        let straight = pressure * weights.pressed_king / 8;
        let pressure =
            if enemy.pressing > 1 { pressure * pressure / ATTACK_PART } else { pressure };
        let pressure = pressure * weights.attack_percent / 100;
        let hidden = self.shelter(position, side, own.pawns, enemy.pawns)
            - weights.walk * walked
            - (pressure + straight).min(weights.attack_most);
        let central = -weights.centre * from_centre(king);
        (hidden * fear + central * (256 - fear)) / 256
    }

    /// What pawns before the king and beside it are worth to it, its own and the enemy's.
    fn shelter(&self, position: &Position, side: Side, own: CellSet, enemy: CellSet) -> i32 {
        let weights = &self.weights;
        let king = position.king(side);
        let masks = &Masks::get()[side as usize];
        let rank = board::rank(king);
        let mut value = weights.shelter * (own & board::neighbours(king)).len().min(3) as i32;
        let file = board::file(king).clamp(1, board::SIZE - 2);
        for file in file - 1..=file + 1 {
            let mask = &masks[board::at(file, rank).index()];
            let nearest = |pawns: CellSet| {
                let pawns = pawns & mask.ahead;
                let nearest = if side == Side::White { pawns.first() } else { pawns.last() };
                nearest.map_or(4, |pawn| board::rank(pawn).abs_diff(rank).min(4) - 1)
            };
            value += weights.cover[nearest(own)] - weights.storm[nearest(enemy)];
        }
        value
    }

    /// What speaks for the stronger side when the other one has next to nothing.
    pub(super) fn mop_up(&self, position: &Position, hunter: Side) -> i32 {
        let (king, prey) = (position.king(hunter), position.king(!hunter));
        self.weights.to_the_edge * from_centre(prey)
            + self.weights.together * (14 - distance(king, prey))
    }
}

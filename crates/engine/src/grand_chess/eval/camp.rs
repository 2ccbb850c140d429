//! What is counted for one side: its pieces, where they stand, what they look at and threaten.

use super::masks::{DARK, Masks, distance, files, forward, ranks, sideways};
use super::{GrandChessEvaluation, GrandChessWeights};
use crate::grand_chess::values::Values;
use heterodox_rules::grand_chess::board::LineReach;
use heterodox_rules::grand_chess::table::Rule;
use heterodox_rules::grand_chess::{Kind, Position, Side, board};
use heterodox_rules::{Cell, CellSet};

/// A piece that cannot move because it is frozen: this part of its worth.
const FROZEN_PART: i32 = 5;
/// A threat against something better counts up to so much more.
const MOST_MORE: i32 = 600;
/// And what is not guarded up to so much.
const MOST_LOOSE: i32 = 900;
/// What is worth so much or less is light: it is glad of an outpost and should stand near its king.
const MINOR_VALUE: i32 = 420;
/// What is worth so much or less is heavy, what is worth more a queen or nearly one.
const MAJOR_VALUE: i32 = 700;
/// The class of what is worth more.
const QUEEN: usize = 2;
/// The 24 squares of the middle.
const MIDDLE: CellSet = CellSet(files(2, 7).0 & ranks(3, 6).0);
/// By side, the ranks on which a piece stands ahead.
const OUTPOSTS: [CellSet; 2] = [ranks(4, 7), ranks(2, 5)];

/// What is counted for one side.
#[derive(Default)]
pub(super) struct SideFeatures {
    pub(super) pawns: CellSet,
    /// What its pieces are worth, pawns aside.
    pub(super) pieces: i32,
    pub(super) value: i32,
    /// What its pieces are glad of while there is much to fear.
    pub(super) early: i32,
    /// By how much it presses on the enemy king.
    pub(super) pressure: i32,
    pub(super) pressing: i32,
    /// What its pieces look at, pawns and king aside.
    looks: CellSet,
    /// What two or more of its pieces look at.
    pub(super) double_attacks: CellSet,
    /// What its pawns look at.
    pub(super) pawn_attacks: CellSet,
    /// Empty squares from which its pieces could check the enemy king, by class.
    pub(super) checks: [CellSet; 3],
    /// Where full lines from the enemy king lead.
    pub(super) king_lines: LineReach,
    /// Whether it has a queen or nearly one.
    pub(super) queen: bool,
    /// By how much what it could capture is worth more than what would capture it.
    lesser: i32,
    bishops: i32,
}

impl SideFeatures {
    /// What it guards or attacks with anything but its king.
    pub(super) fn all_attacks(&self) -> CellSet {
        self.looks | self.pawn_attacks
    }
}

impl GrandChessEvaluation {
    /// Counts it for a side.
    pub(super) fn side_features(&self, position: &Position, side: Side) -> SideFeatures {
        let weights = &self.weights;
        let pawns = position.pawns() & position.occupied(side);
        let theirs = position.pawns() & position.occupied(!side);
        let pawn_looks = sideways(forward(side, pawns));
        let mut camp = SideFeatures { pawns, pawn_attacks: pawn_looks, ..SideFeatures::default() };
        let masks = &Masks::get()[side as usize];
        let unsafe_squares = sideways(forward(!side, theirs));
        let occupied = position.all_occupied();
        let own = position.occupied(side);
        let frozen = position.frozen(side);
        let locked = position.locks(side);
        let (king, enemy_king) = (position.king(side), position.king(!side));
        let ring = board::neighbours(enemy_king) | enemy_king.set();
        let enemies = position.occupied(!side);
        let pawns_of_both = position.pawns();
        camp.king_lines = LineReach::of(enemy_king, occupied);
        for cell in own - pawns - king.set() {
            let Some((_, kind)) = position.piece(cell) else { continue };
            let KindFacts { worth, class, .. } = self.facts[kind.index()];
            camp.pieces += worth;
            let form = position.piece_set().get(kind);
            if frozen.contains(cell) {
                camp.value -= worth / FROZEN_PART;
                continue;
            }
            if form.rule == Rule::Fool || locked && form.locked {
                continue;
            }
            let (moves, takes) = form.reach(side, cell, occupied);
            let looks = moves | takes;
            let squares = (looks - own - unsafe_squares).len();
            camp.value += self.mobility(kind, squares as i32);
            camp.value += weights.few.get(squares).copied().unwrap_or(0);
            camp.queen |= class == QUEEN;
            camp.value += self.places[side as usize][class][cell.index()];
            camp.double_attacks |= camp.looks & looks;
            camp.looks |= looks;
            match kind {
                Kind::BISHOP => {
                    camp.bishops += 1;
                    let same = if DARK.contains(cell) { DARK } else { board::ALL - DARK };
                    camp.value -= weights.bishop_pawns * (pawns & same).len() as i32;
                }
                Kind::ROOK | Kind::MARSHALL => {
                    let file = board::file_set(board::file(cell));
                    if !pawns.meets(file) {
                        let open = !position.pawns().meets(file);
                        camp.value += if open { weights.open_file } else { weights.half_open_file };
                    }
                }
                _ => {}
            }
            if class == 0 {
                if pawns.meets(masks[cell.index()].next) {
                    camp.value += weights.behind_pawn;
                }
                camp.early -= weights.keeper * distance(cell, king);
            }
            for target in takes & enemies {
                let Some((_, victim)) = position.piece(target) else { continue };
                let victim = self.facts[victim.index()];
                if !pawns_of_both.contains(target) && target != enemy_king {
                    camp.value += weights.hits[3 * class + victim.class];
                }
                let more = victim.worth - worth;
                if more > 0 {
                    camp.lesser += more.min(MOST_MORE);
                }
            }
            if form.rule == Rule::Block {
                continue;
            }
            let near = (looks & ring).len() as i32;
            if near > 0 {
                camp.pressing += 1;
                camp.pressure += near * weights.near[class];
            }
            // Seen from the king, with the board turned: right for all that capture as they move.
            let (checks, _) = form.reach_along(!side, enemy_king, occupied, camp.king_lines);
            camp.checks[class] |= moves & checks;
        }
        camp.value += camp.pieces;
        camp
    }

    fn mobility(&self, kind: Kind, squares: i32) -> i32 {
        let KindFacts { usual, each, .. } = self.facts[kind.index()];
        (10 * squares - usual) * each / 10
    }

    /// What a side threatens, and what it holds.
    pub(super) fn threats(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
    ) -> i32 {
        let weights = &self.weights;
        let worth = |cell| position.piece(cell).map_or(0, |(_, kind)| self.values.worth(kind));
        let enemies = position.occupied(!side);
        let targets = enemies - enemy.pawns - position.king(!side).set();
        let guarded = enemy.all_attacks() | board::neighbours(position.king(!side));
        let masks = &Masks::get()[side as usize];
        let mut value = weights.by_pawn * (targets & own.pawn_attacks).len() as i32;
        value += own.lesser * weights.by_lesser_percent / 100;
        let loose = (own.all_attacks() - guarded) & enemies;
        value += weights.loose_pawn * (loose & enemy.pawns).len() as i32;
        for cell in loose & targets {
            value += worth(cell).min(MOST_LOOSE) * weights.loose_percent / 100;
        }
        let king = board::neighbours(position.king(side));
        value += weights.by_king * (king & (enemies - guarded)).len() as i32;
        let disputed =
            own.all_attacks() & (enemy.looks - enemy.pawn_attacks - enemy.double_attacks);
        value += weights.restricted * disputed.len() as i32;
        // Attacked twice, guarded by no pawn.
        let pressed = (own.double_attacks & targets) - enemy.pawn_attacks - loose;
        value += weights.pressed * pressed.len() as i32;
        // Pawns that could go where they threaten something.
        let next = forward(side, own.pawns) - position.all_occupied() - enemy.pawn_attacks;
        let pushes = sideways(forward(side, next - (enemy.looks - own.all_attacks())));
        value += weights.push * ((pushes & targets) - own.pawn_attacks).len() as i32;
        let held = (own.all_attacks() & MIDDLE) - enemy.pawn_attacks;
        value += weights.control * held.len() as i32;
        if own.bishops > 1 {
            value += weights.bishops;
        }
        let posts = position.occupied(side) & own.pawn_attacks & OUTPOSTS[side as usize];
        for cell in posts - own.pawns {
            let mask = &masks[cell.index()];
            let driven = enemy.pawns.meets(mask.ahead_around - mask.ahead);
            if !driven && (1..=MINOR_VALUE).contains(&worth(cell)) {
                value += weights.outpost;
            }
        }
        value
    }
}

/// What is known of a kind beforehand.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindFacts {
    worth: i32,
    /// Light, heavy or a queen.
    class: usize,
    /// The squares that it may usually go to, in tenths.
    usual: i32,
    /// What each more is worth.
    each: i32,
}

impl KindFacts {
    /// By kind.
    pub(super) fn of(values: &Values, weights: &GrandChessWeights, kind: Kind) -> Self {
        let worth = values.worth(kind);
        let usual = values.usual_mobility(kind).max(1);
        Self {
            worth,
            class: usize::from(worth > MINOR_VALUE) + usize::from(worth > MAJOR_VALUE),
            usual,
            each: (weights.mobility_shared / usual).clamp(1, weights.mobility.max(1)),
        }
    }
}

/// By side, class of piece and cell: what standing there is worth.
pub(super) fn places(weights: &GrandChessWeights) -> [[Vec<i32>; 3]; 2] {
    let tables = [
        (&weights.light_rank, &weights.light_file),
        (&weights.heavy_rank, &weights.heavy_file),
        (&weights.queen_rank, &weights.queen_file),
    ];
    Side::ALL.map(|side| {
        tables.map(|(ranks, files)| {
            let each = board::ALL.into_iter().map(|cell: Cell| {
                let file = board::file(cell);
                ranks[side.rank(board::rank(cell))] + files[file.min(board::SIZE - 1 - file)]
            });
            each.collect()
        })
    })
}

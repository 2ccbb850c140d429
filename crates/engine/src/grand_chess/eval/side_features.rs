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
const MAX_LESSER_THREAT: i32 = 600;
/// And what is not guarded up to so much.
const MAX_HANGING: i32 = 900;
/// What is worth so much or less is light: it is glad of an outpost and should stand near its king.
const MINOR_VALUE: i32 = 420;
/// What is worth so much or less is heavy, what is worth more a queen or nearly one.
const MAJOR_VALUE: i32 = 700;
/// The class of what is worth more.
const QUEEN: usize = 2;
/// The 24 squares of the middle.
const CENTRE: CellSet = CellSet(files(2, 7).0 & ranks(3, 6).0);
/// By side, the ranks on which a piece stands ahead.
const OUTPOST_RANKS: [CellSet; 2] = [ranks(4, 7), ranks(2, 5)];

/// What is counted for one side.
#[derive(Default)]
pub(super) struct SideFeatures {
    pub(super) pawns: CellSet,
    /// What its pieces are worth, pawns aside.
    pub(super) pieces: i32,
    pub(super) value: i32,
    /// What its pieces are glad of while there is much to phase.
    pub(super) middlegame: i32,
    /// By how much it presses on the enemy king.
    pub(super) king_attack: i32,
    pub(super) attacker_count: i32,
    /// What its pieces look at, pawns and king aside.
    attacks: CellSet,
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
    threats_by_lesser: i32,
    bishops: i32,
}

impl SideFeatures {
    /// What it guards or attacks with anything but its king.
    pub(super) fn all_attacks(&self) -> CellSet {
        self.attacks | self.pawn_attacks
    }
}

impl GrandChessEvaluation {
    /// Counts it for a side.
    pub(super) fn side_features(&self, position: &Position, side: Side) -> SideFeatures {
        let weights = &self.weights;
        let pawns = position.pawns() & position.occupied(side);
        let theirs = position.pawns() & position.occupied(!side);
        let pawn_looks = sideways(forward(side, pawns));
        let mut features =
            SideFeatures { pawns, pawn_attacks: pawn_looks, ..SideFeatures::default() };
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
        features.king_lines = LineReach::of(enemy_king, occupied);
        for cell in own - pawns - king.set() {
            let Some((_, kind)) = position.piece(cell) else { continue };
            let KindFeatures { worth, class, .. } = self.kind_features[kind.index()];
            features.pieces += worth;
            let piece_type = position.piece_set().get(kind);
            if frozen.contains(cell) {
                features.value -= worth / FROZEN_PART;
                continue;
            }
            if piece_type.rule == Rule::Fool || locked && piece_type.locked {
                continue;
            }
            let (moves, takes) = piece_type.reach(side, cell, occupied);
            let attacks = moves | takes;
            let squares = (attacks - own - unsafe_squares).len();
            features.value += self.mobility(kind, squares as i32);
            features.value += weights.trapped.get(squares).copied().unwrap_or(0);
            features.queen |= class == QUEEN;
            features.value += self.psqt[side as usize][class][cell.index()];
            features.double_attacks |= features.attacks & attacks;
            features.attacks |= attacks;
            match kind {
                Kind::BISHOP => {
                    features.bishops += 1;
                    let same = if DARK.contains(cell) { DARK } else { board::ALL - DARK };
                    features.value -= weights.bishop_pawns * (pawns & same).len() as i32;
                }
                Kind::ROOK | Kind::MARSHALL => {
                    let file = board::file_set(board::file(cell));
                    if !pawns.meets(file) {
                        let open = !position.pawns().meets(file);
                        features.value +=
                            if open { weights.rook_open_file } else { weights.rook_half_open_file };
                    }
                }
                _ => {}
            }
            if class == 0 {
                if pawns.meets(masks[cell.index()].next) {
                    features.value += weights.minor_behind_pawn;
                }
                features.middlegame -= weights.minor_king_distance * distance(cell, king);
            }
            for target in takes & enemies {
                let Some((_, victim)) = position.piece(target) else { continue };
                let victim = self.kind_features[victim.index()];
                if !pawns_of_both.contains(target) && target != enemy_king {
                    features.value += weights.threat_by_class[3 * class + victim.class];
                }
                let more = victim.worth - worth;
                if more > 0 {
                    features.threats_by_lesser += more.min(MAX_LESSER_THREAT);
                }
            }
            if piece_type.rule == Rule::Block {
                continue;
            }
            let near = (attacks & ring).len() as i32;
            if near > 0 {
                features.attacker_count += 1;
                features.king_attack += near * weights.king_ring_attack[class];
            }
            // Seen from the king, with the board turned: right for all that capture as they move.
            let (checks, _) =
                piece_type.reach_along(!side, enemy_king, occupied, features.king_lines);
            features.checks[class] |= moves & checks;
        }
        features.value += features.pieces;
        features
    }

    fn mobility(&self, kind: Kind, squares: i32) -> i32 {
        let KindFeatures { mean_mobility, per_square, .. } = self.kind_features[kind.index()];
        (10 * squares - mean_mobility) * per_square / 10
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
        let mut value = weights.threat_by_pawn * (targets & own.pawn_attacks).len() as i32;
        value += own.threats_by_lesser * weights.threat_by_lesser_percent / 100;
        let undefended = (own.all_attacks() - guarded) & enemies;
        value += weights.hanging_pawn * (undefended & enemy.pawns).len() as i32;
        for cell in undefended & targets {
            value += worth(cell).min(MAX_HANGING) * weights.hanging_percent / 100;
        }
        let king = board::neighbours(position.king(side));
        value += weights.threat_by_king * (king & (enemies - guarded)).len() as i32;
        let disputed =
            own.all_attacks() & (enemy.attacks - enemy.pawn_attacks - enemy.double_attacks);
        value += weights.restricted * disputed.len() as i32;
        // Attacked twice, guarded by no pawn.
        let pressed = (own.double_attacks & targets) - enemy.pawn_attacks - undefended;
        value += weights.double_attack * pressed.len() as i32;
        // Pawns that could go where they threaten something.
        let next = forward(side, own.pawns) - position.all_occupied() - enemy.pawn_attacks;
        let pushes = sideways(forward(side, next - (enemy.attacks - own.all_attacks())));
        value += weights.threat_by_pawn_push * ((pushes & targets) - own.pawn_attacks).len() as i32;
        let held = (own.all_attacks() & CENTRE) - enemy.pawn_attacks;
        value += weights.centre_control * held.len() as i32;
        if own.bishops > 1 {
            value += weights.bishop_pair;
        }
        let posts = position.occupied(side) & own.pawn_attacks & OUTPOST_RANKS[side as usize];
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
pub(super) struct KindFeatures {
    worth: i32,
    /// Light, heavy or a queen.
    class: usize,
    /// The squares that it may usually go to, in tenths.
    mean_mobility: i32,
    /// What per_square more is worth.
    per_square: i32,
}

impl KindFeatures {
    /// By kind.
    pub(super) fn of(values: &Values, weights: &GrandChessWeights, kind: Kind) -> Self {
        let worth = values.worth(kind);
        let mean_mobility = values.mean_mobility(kind).max(1);
        Self {
            worth,
            class: usize::from(worth > MINOR_VALUE) + usize::from(worth > MAJOR_VALUE),
            mean_mobility,
            per_square: (weights.mobility_total / mean_mobility).clamp(1, weights.mobility.max(1)),
        }
    }
}

/// By side, class of piece and cell: what standing there is worth.
pub(super) fn psqt(weights: &GrandChessWeights) -> [[Vec<i32>; 3]; 2] {
    let tables = [
        (&weights.minor_rank, &weights.minor_file),
        (&weights.major_rank, &weights.major_file),
        (&weights.queen_rank, &weights.queen_file),
    ];
    Side::ALL.map(|side| {
        tables.map(|(ranks, files)| {
            let per_square = board::ALL.into_iter().map(|cell: Cell| {
                let file = board::file(cell);
                ranks[side.rank(board::rank(cell))] + files[file.min(board::SIZE - 1 - file)]
            });
            per_square.collect()
        })
    })
}

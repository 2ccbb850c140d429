//! The features of one side: its pieces, their squares, attacks and threats.

use super::masks::{DARK, Masks, distance, files, forward, ranks, sideways};
use super::{GrandChessEvaluation, GrandChessWeights};
use crate::grand_chess::values::Values;
use heterodox_rules::grand_chess::board::LineReach;
use heterodox_rules::grand_chess::table::Rule;
use heterodox_rules::grand_chess::{Kind, Position, Side, board};
use heterodox_rules::{Cell, CellSet};

/// A frozen piece cannot move and loses one part in this many of its value; set by hand.
const FROZEN_DIVISOR: i32 = 5;
/// The upper bound of one threat by a lesser piece.
const MAX_LESSER_THREAT: i32 = 600;
/// The upper bound of the value of one hanging piece.
const MAX_HANGING: i32 = 900;
/// Pieces up to this value are minor.
const MINOR_VALUE: i32 = 420;
/// Pieces up to this value are major, those above queen-like.
const MAJOR_VALUE: i32 = 700;

/// The class of a piece by its value. Used as an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceClass {
    Minor,
    Major,
    QueenLike,
}

/// The 24 squares of the centre.
const CENTRE: CellSet = CellSet(files(2, 7).0 & ranks(3, 6).0);
/// The ranks of outposts, by side.
const OUTPOST_RANKS: [CellSet; 2] = [ranks(4, 7), ranks(2, 5)];

/// The features of one side.
#[derive(Default)]
pub(super) struct SideFeatures {
    pub(super) pawns: CellSet,
    /// The value of its pieces, pawns and king apart.
    pub(super) pieces: i32,
    /// The sum of the piece terms, pawns apart, middlegame terms excluded.
    pub(super) value: i32,
    /// The part of the value that counts in the middlegame.
    pub(super) middlegame: i32,
    /// The weighted attacks on the enemy king ring.
    pub(super) king_attack: i32,
    /// The number of pieces that attack the enemy king ring.
    pub(super) attacker_count: i32,
    /// The attacks of its pieces, pawns and king apart.
    attacks: CellSet,
    /// The squares attacked by two or more of its pieces.
    pub(super) double_attacks: CellSet,
    /// The attacks of its pawns.
    pub(super) pawn_attacks: CellSet,
    /// Empty squares from which its pieces would check the enemy king, by class.
    pub(super) checks: [CellSet; 3],
    /// The lines from the enemy king.
    pub(super) king_lines: LineReach,
    /// Whether it has a queen-like piece that can move.
    pub(super) has_queen_like: bool,
    /// The sum of the differences between attacked pieces and their lesser attackers.
    threats_by_lesser: i32,
    bishops: i32,
}

impl SideFeatures {
    /// The attacks of everything but the king.
    pub(super) fn all_attacks(&self) -> CellSet {
        self.attacks | self.pawn_attacks
    }
}

impl GrandChessEvaluation {
    /// The features of a side.
    pub(super) fn side_features(&self, position: &Position, side: Side) -> SideFeatures {
        let weights = &self.weights;
        let pawns = position.pawns() & position.occupied(side);
        let enemy_pawns = position.pawns() & position.occupied(!side);
        let pawn_attacks = sideways(forward(side, pawns));
        let mut features = SideFeatures { pawns, pawn_attacks, ..SideFeatures::default() };
        let masks = &Masks::get()[side as usize];
        let enemy_pawn_attacks = sideways(forward(!side, enemy_pawns));
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
            let KindFeatures { piece_value, class, .. } = self.kind_features[kind.index()];
            features.pieces += piece_value;
            let piece_type = position.piece_set().get(kind);
            if frozen.contains(cell) {
                features.value -= piece_value / FROZEN_DIVISOR;
                continue;
            }
            if piece_type.rule == Rule::Fool || locked && piece_type.locked {
                continue;
            }
            let (moves, takes) = piece_type.reach(side, cell, occupied);
            let attacks = moves | takes;
            let squares = (attacks - own - enemy_pawn_attacks).len();
            features.value += self.mobility(kind, squares as i32);
            features.value += weights.trapped.get(squares).copied().unwrap_or(0);
            features.has_queen_like |= class == PieceClass::QueenLike;
            features.value += self.psqt[side as usize][class as usize][cell.index()];
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
            if class == PieceClass::Minor {
                if pawns.meets(masks[cell.index()].next) {
                    features.value += weights.minor_behind_pawn;
                }
                features.middlegame -= weights.minor_king_distance * distance(cell, king);
            }
            for target in takes & enemies {
                let Some((_, victim)) = position.piece(target) else { continue };
                let victim = self.kind_features[victim.index()];
                if !pawns_of_both.contains(target) && target != enemy_king {
                    features.value +=
                        weights.threat_by_class[3 * class as usize + victim.class as usize];
                }
                let more = victim.piece_value - piece_value;
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
                features.king_attack += near * weights.king_ring_attack[class as usize];
            }
            // The reach of a reversed piece on the king's square: exact only for pieces that
            // capture as they move.
            let (checks, _) =
                piece_type.reach_along(!side, enemy_king, occupied, features.king_lines);
            features.checks[class as usize] |= moves & checks;
        }
        features.value += features.pieces;
        features
    }

    fn mobility(&self, kind: Kind, squares: i32) -> i32 {
        let KindFeatures { mean_mobility, per_square, .. } = self.kind_features[kind.index()];
        (10 * squares - mean_mobility) * per_square / 10
    }

    /// The value of the threats of a side and of the squares it holds.
    pub(super) fn threats(
        &self,
        position: &Position,
        side: Side,
        own: &SideFeatures,
        enemy: &SideFeatures,
    ) -> i32 {
        let weights = &self.weights;
        let piece_value =
            |cell| position.piece(cell).map_or(0, |(_, kind)| self.values.piece_value(kind));
        let enemies = position.occupied(!side);
        let targets = enemies - enemy.pawns - position.king(!side).set();
        let guarded = enemy.all_attacks() | board::neighbours(position.king(!side));
        let masks = &Masks::get()[side as usize];
        let mut value = weights.threat_by_pawn * (targets & own.pawn_attacks).len() as i32;
        value += own.threats_by_lesser * weights.threat_by_lesser_percent / 100;
        let undefended = (own.all_attacks() - guarded) & enemies;
        value += weights.hanging_pawn * (undefended & enemy.pawns).len() as i32;
        for cell in undefended & targets {
            value += piece_value(cell).min(MAX_HANGING) * weights.hanging_percent / 100;
        }
        let king = board::neighbours(position.king(side));
        value += weights.threat_by_king * (king & (enemies - guarded)).len() as i32;
        let disputed =
            own.all_attacks() & (enemy.attacks - enemy.pawn_attacks - enemy.double_attacks);
        value += weights.restricted * disputed.len() as i32;
        // Attacked twice, defended by no pawn.
        let pressed = (own.double_attacks & targets) - enemy.pawn_attacks - undefended;
        value += weights.double_attack * pressed.len() as i32;
        // Safe pawn pushes that attack something.
        let next = forward(side, own.pawns) - position.all_occupied() - enemy.pawn_attacks;
        let pushes = sideways(forward(side, next - (enemy.attacks - own.all_attacks())));
        value += weights.threat_by_pawn_push * ((pushes & targets) - own.pawn_attacks).len() as i32;
        let held = (own.all_attacks() & CENTRE) - enemy.pawn_attacks;
        value += weights.centre_control * held.len() as i32;
        if own.bishops > 1 {
            value += weights.bishop_pair;
        }
        let outposts = position.occupied(side) & own.pawn_attacks & OUTPOST_RANKS[side as usize];
        for cell in outposts - own.pawns {
            let mask = &masks[cell.index()];
            let attackable = enemy.pawns.meets(mask.ahead_around - mask.ahead);
            if !attackable && (1..=MINOR_VALUE).contains(&piece_value(cell)) {
                value += weights.outpost;
            }
        }
        value
    }
}

/// Values of a kind that do not depend on the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct KindFeatures {
    piece_value: i32,
    class: PieceClass,
    /// The mean number of target squares, in tenths.
    mean_mobility: i32,
    /// The value of each further target square.
    per_square: i32,
}

impl PieceClass {
    const fn of(piece_value: i32) -> Self {
        if piece_value <= MINOR_VALUE {
            Self::Minor
        } else if piece_value <= MAJOR_VALUE {
            Self::Major
        } else {
            Self::QueenLike
        }
    }
}

impl KindFeatures {
    /// The features of a kind.
    pub(super) fn of(values: &Values, weights: &GrandChessWeights, kind: Kind) -> Self {
        let piece_value = values.piece_value(kind);
        let mean_mobility = values.mean_mobility(kind).max(1);
        Self {
            piece_value,
            class: PieceClass::of(piece_value),
            mean_mobility,
            per_square: (weights.mobility_total / mean_mobility).clamp(1, weights.mobility.max(1)),
        }
    }
}

/// Piece-square tables by side, class and cell.
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

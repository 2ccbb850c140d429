//! Static exchange evaluation for every kind of piece.

use super::values::{KING, Values};
use crate::see::fold_gains;
use heterodox_rules::grand_chess::{Kind, Move, Position, Side};
use heterodox_rules::{Cell, CellSet};

/// More captures than an exchange can have.
const MAX_CAPTURES: usize = 40;

/// The material that a move gains at once, promotion included.
pub(super) fn gain(values: &Values, position: &Position, m: Move) -> i32 {
    let piece_value =
        |cell: Cell| position.piece(cell).map_or(0, |(_, kind)| values.piece_value(kind));
    let effect = position.effect_of(m);
    let taken: i32 = effect.victims.into_iter().map(piece_value).sum();
    // A conversion takes a piece from one side and gives it to the other.
    let converted = if effect.converts { 2 * piece_value(m.to()) } else { 0 };
    let promoted = m.promotion().map_or(0, |kind| values.piece_value(kind) - piece_value(m.from()));
    taken + converted + promoted
}

/// The gain of a move if both sides go on capturing on its square as long as it pays. Where the
/// true gain is positive the result does not exceed it. Captures from afar are not considered.
pub(super) fn see(values: &Values, position: &Position, m: Move) -> i32 {
    let gain = gain(values, position, m);
    let Some((us, kind)) = position.piece(m.from()) else { return gain };
    if kind == Kind::KING || kind == Kind::BLOCK {
        return gain;
    }
    let (effect, to) = (position.effect_of(m), m.to());
    let mover = values.piece_value(m.promotion().unwrap_or(kind));
    let at_risk = if effect.converts {
        position.piece(to).map_or(0, |(_, kind)| values.piece_value(kind))
    } else {
        mover
    };
    if gain >= at_risk {
        return gain - at_risk;
    }
    let mut occupied = position.all_occupied() - effect.victims;
    if !effect.converts {
        occupied.remove(m.from());
    }
    occupied.insert(to);
    exchange(values, position, (to, occupied), us, gain, at_risk)
}

/// The exchange after the first capture, from the side that made it.
fn exchange(
    values: &Values,
    position: &Position,
    (to, mut occupied): (Cell, CellSet),
    us: Side,
    gain: i32,
    mut at_risk: i32,
) -> i32 {
    let idle = position.unable_to_capture();
    let mut attackers = position.attackers_to(to, occupied) - idle;
    let mut gains = [0; MAX_CAPTURES];
    gains[0] = gain;
    let mut last = 0;
    let mut side = !us;
    while last + 1 < MAX_CAPTURES {
        let ours = attackers & position.occupied(side);
        let Some((attacker, piece_value)) = cheapest(values, position, ours) else { break };
        if piece_value == KING && attackers.meets(position.occupied(!side)) {
            break;
        }
        last += 1;
        gains[last] = at_risk - gains[last - 1];
        if gains[last].max(-gains[last - 1]) < 0 {
            break;
        }
        at_risk = piece_value;
        occupied.remove(attacker);
        attackers = (attackers | (position.line_attackers_to(to, occupied) - idle)) & occupied;
        attackers.remove(to);
        side = !side;
    }
    fold_gains(&mut gains[..=last])
}

fn cheapest(values: &Values, position: &Position, cells: CellSet) -> Option<(Cell, i32)> {
    let piece_value = |cell: Cell| match position.piece(cell) {
        Some((_, Kind::KING)) | None => KING,
        Some((_, kind)) => values.piece_value(kind),
    };
    cells
        .into_iter()
        .map(|cell| (cell, piece_value(cell)))
        .min_by_key(|&(_, piece_value)| piece_value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::grand_chess::PieceSet;

    fn see_of(position: &str, text: &str) -> i32 {
        let position: Position = position.parse().expect("a position");
        let m = position.read_move(text).expect("a legal move").played;
        see(&Values::of(&PieceSet::standard()), &position, m)
    }

    fn piece_value(code: &str) -> i32 {
        let piece_set = PieceSet::standard();
        Values::of(&piece_set).piece_value(piece_set.by_code(code).expect("a piece"))
    }

    #[test]
    fn a_free_pawn_is_a_pawn() {
        assert_eq!(see_of("9k/10/10/3p6/10/3R6/10/10/10/K9 w - - 0 9", "d5d7"), 100);
    }

    #[test]
    fn a_guarded_pawn_costs_the_rook() {
        let guarded = "9k/10/4p5/3p6/10/3R6/10/10/10/K9 w - - 0 9";
        assert_eq!(see_of(guarded, "d5d7"), 100 - piece_value("R"));
    }

    #[test]
    fn pieces_behind_others_join_in() {
        // Two rooks against a rook and the pawn's rook guard: rook takes pawn, takes, takes.
        let doubled = "3r5k/10/10/3p6/10/3R6/3R6/10/10/K9 w - - 0 9";
        assert_eq!(see_of(doubled, "d5d7"), 100);
    }

    #[test]
    fn hoppers_and_bent_riders_guard() {
        // The Gryphon on b10 goes by c9 along the file and rank.
        let gryphon = "1{gy}7k/10/10/2p7/10/2R7/10/10/10/1K8 w - - 0 9";
        assert_eq!(see_of(gryphon, "c5c7"), 100 - piece_value("R"));
    }

    #[test]
    fn a_frozen_guard_guards_nothing() {
        let guard = "9k/10/4p{Im}4/3p6/10/3R6/10/10/10/K9 w - - 0 9";
        assert_eq!(see_of(guard, "d5d7"), 100);
    }

    #[test]
    fn captures_from_afar_count() {
        // The Archer leaps c3-d5 and takes e7.
        let archer = "9k/10/10/4r5/10/10/10/2{Ar}7/10/K9 w - - 0 9";
        assert!(see_of(archer, "c3d5") > 0);
    }
}

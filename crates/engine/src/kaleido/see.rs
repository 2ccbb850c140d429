//! Static exchange evaluation.

use super::eval::{leaves_last_castle, takes_last_castle};
use super::values::{CASTLE, exchange_value};
use crate::see::fold_gains;
use heterodox_rules::kaleido::board::CASTLES;
use heterodox_rules::kaleido::{Color, Kind, Move, Position};

/// The value of eliminating an opponent, above every exchange.
const ELIMINATION: i32 = 4000;

/// The value that a move captures at once for `us`; negative if it captures an own piece.
pub(super) fn capture_value(position: &Position, us: Color, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    let Some((them, kind)) = position.piece(m.to()) else { return 0 };
    if them == us {
        return -exchange_value(kind);
    }
    let castle = match () {
        () if takes_last_castle(position, us, m.to()) => ELIMINATION,
        () if CASTLES.contains(m.to()) => CASTLE,
        () => 0,
    };
    exchange_value(kind) + castle
}

/// The move ordering score: captures by victim and attacker, quiet moves by whether they enter or
/// leave a castle.
pub(super) fn order(position: &Position, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    let us = position.turn();
    let capture_value = capture_value(position, us, m);
    let with = position.piece(m.from()).map_or(0, |(_, kind)| exchange_value(kind));
    if leaves_last_castle(position, m) && capture_value < ELIMINATION {
        return -8000;
    }
    match capture_value {
        0 if CASTLES.contains(m.to()) && !CASTLES.contains(m.from()) => 60,
        0 if CASTLES.contains(m.from()) && !CASTLES.contains(m.to()) => -60,
        0 => 0,
        _ => capture_value * 8 - with / 2,
    }
}

/// The gain of a capture if all colours go on capturing on its cell as long as it pays. The
/// opponents count as one side. The capture of an own piece loses its value.
pub(super) fn see(position: &Position, m: Move) -> i32 {
    let us = position.turn();
    let first = capture_value(position, us, m);
    if first <= 0 || first >= ELIMINATION {
        return first;
    }
    let Some((_, kind)) = position.piece(m.from()) else { return first };
    if exchange_value(kind) <= first && !CASTLES.contains(m.to()) {
        // A recapture cannot make it a loss.
        return first - exchange_value(kind) / 4;
    }
    let on_castle = if CASTLES.contains(m.to()) { CASTLE } else { 0 };
    let mut sides = Sides::around(position, us, m);
    let mut gains = [0; 32];
    gains[0] = first;
    let (mut stands, mut depth, mut ours) = (exchange_value(kind), 0, false);
    while depth + 1 < gains.len() {
        let Some(next) = sides.cheapest(ours) else { break };
        depth += 1;
        gains[depth] = stands + on_castle - gains[depth - 1];
        stands = next;
        ours = !ours;
    }
    fold_gains(&mut gains[..=depth])
}

/// The pieces that attack a cell, counted by kind: of the mover's colour, and of all others
/// together.
struct Sides {
    counts: [[u8; Kind::COUNT]; 2],
}

/// The kinds by rising value.
const CHEAPEST_FIRST: [Kind; Kind::COUNT] = [
    Kind::Pawn,
    Kind::Raven,
    Kind::Horse,
    Kind::Tiger,
    Kind::Eagle,
    Kind::Elephant,
    Kind::Roc,
    Kind::Dragon,
    Kind::Wizard,
];

impl Sides {
    fn around(position: &Position, us: Color, m: Move) -> Self {
        let mut counts = [[0; Kind::COUNT]; 2];
        for color in position.playing().iter() {
            for from in position.attackers_to(color, m.to()) - m.from().set() {
                if let Some((_, kind)) = position.piece(from) {
                    counts[usize::from(color != us)][kind as usize] += 1;
                }
            }
        }
        Self { counts }
    }

    /// Removes the cheapest attacker of a side and returns its value.
    fn cheapest(&mut self, ours: bool) -> Option<i32> {
        let counts = &mut self.counts[usize::from(!ours)];
        let kind = CHEAPEST_FIRST.into_iter().find(|&kind| counts[kind as usize] > 0)?;
        counts[kind as usize] -= 1;
        Some(exchange_value(kind))
    }
}

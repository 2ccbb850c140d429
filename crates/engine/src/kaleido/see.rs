//! What captures win.

use super::eval::{gives_up, takes_last_castle};
use super::values::{CASTLE, worth};
use crate::see::fold_gains;
use heterodox_rules::kaleido::board::CASTLES;
use heterodox_rules::kaleido::{Color, Kind, Move, Position};

/// What putting an opponent out counts among captures.
const OUT: i32 = 4000;

/// What a move takes at once for `us`; what it costs if it is an own piece.
pub(super) fn prize(position: &Position, us: Color, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    let Some((them, kind)) = position.piece(m.to()) else { return 0 };
    if them == us {
        return -worth(kind);
    }
    let castle = match () {
        () if takes_last_castle(position, us, m.to()) => OUT,
        () if CASTLES.contains(m.to()) => CASTLE,
        () => 0,
    };
    worth(kind) + castle
}

/// How early a move is tried: captures by what they take and with what, quiet moves by where they lead.
pub(super) fn order(position: &Position, m: Move) -> i32 {
    if m.is_pass() {
        return 0;
    }
    let us = position.turn();
    let prize = prize(position, us, m);
    let with = position.piece(m.from()).map_or(0, |(_, kind)| worth(kind));
    if gives_up(position, m) && prize < OUT {
        return -8000;
    }
    match prize {
        0 if CASTLES.contains(m.to()) && !CASTLES.contains(m.from()) => 60,
        0 if CASTLES.contains(m.from()) && !CASTLES.contains(m.to()) => -60,
        0 => 0,
        _ => prize * 8 - with / 2,
    }
}

/// What a capture wins for the mover if all go on taking on its cell as long as it pays. Own captures lose what
/// they take.
pub(super) fn see(position: &Position, m: Move) -> i32 {
    let us = position.turn();
    let first = prize(position, us, m);
    if first <= 0 || first >= OUT {
        return first;
    }
    let Some((_, kind)) = position.piece(m.from()) else { return first };
    if worth(kind) <= first && !CASTLES.contains(m.to()) {
        // Even if it is retaken nothing is lost.
        return first - worth(kind) / 4;
    }
    let on_castle = if CASTLES.contains(m.to()) { CASTLE } else { 0 };
    let mut sides = Sides::around(position, us, m);
    let mut gains = [0; 32];
    gains[0] = first;
    let (mut stands, mut depth, mut ours) = (worth(kind), 0, false);
    while depth + 1 < gains.len() {
        let Some(next) = sides.cheapest(ours) else { break };
        depth += 1;
        gains[depth] = stands + on_castle - gains[depth - 1];
        stands = next;
        ours = !ours;
    }
    fold_gains(&mut gains[..=depth])
}

/// The pieces that could take on a cell, counted by kind: of the mover's colour, and of all others together.
struct Sides {
    counts: [[u8; Kind::COUNT]; 2],
}

/// The kinds, the cheapest first.
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

    /// Takes out the cheapest of a side and says what it is worth.
    fn cheapest(&mut self, ours: bool) -> Option<i32> {
        let counts = &mut self.counts[usize::from(!ours)];
        let kind = CHEAPEST_FIRST.into_iter().find(|&kind| counts[kind as usize] > 0)?;
        counts[kind as usize] -= 1;
        Some(worth(kind))
    }
}

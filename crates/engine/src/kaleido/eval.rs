//! The value of a position for each colour: castles held and attackable, their defenders, mobility, material.
//!
//! The weights are in `values`.

use super::see;
use super::values::Weights;
use crate::Evaluate;
use heterodox_rules::kaleido::board::CASTLES;
use heterodox_rules::kaleido::{Color, DiceTable, Kind, Move, Position};
use heterodox_rules::{Cell, CellSet};

/// From so many plies without a capture on an advantage fades, so that those who are ahead make headway.
const FADES_FROM: u32 = 16;
const FADES_BY: i32 = 160;

/// Where the castles stand in lists.
fn castle_index(cell: Cell) -> usize {
    (CASTLES & CellSet(cell.set().0 - 1)).len()
}

/// What the pieces of one colour do.
#[derive(Clone, Copy, Default)]
struct Camp {
    /// Material and mobility.
    value: i32,
    /// Every cell that a piece could end on.
    attacks: CellSet,
    /// By castle: how many pieces could end on it.
    at_castle: [u8; 5],
    /// By castle: the kinds of those pieces, a bit each.
    kinds: [u16; 5],
}

/// Judges positions of `KaleidoChess`.
#[derive(Clone, Copy, Debug, Default)]
pub struct KaleidoEvaluation {
    weights: Weights,
}

impl KaleidoEvaluation {
    /// One with these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    /// The weights.
    pub(super) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What each colour's position is worth, by colour; 0 for those who do not play.
    pub fn scores(&self, position: &Position) -> [i32; 4] {
        let mut camps = [Camp::default(); 4];
        for color in position.playing().iter() {
            camps[color as usize] = camp(&self.weights, position, color);
        }
        let mut scores = [0; 4];
        for color in position.playing().iter() {
            let camp = &camps[color as usize];
            scores[color as usize] = camp.value
                + castles(&self.weights, position, color, &camps)
                + hanging(&self.weights, position, color, &camps)
                + if position.turn() == color { self.weights.tempo } else { 0 };
        }
        scores
    }
}

fn camp(weights: &Weights, position: &Position, color: Color) -> Camp {
    let mut camp = Camp::default();
    let own = position.occupied(color);
    for from in own {
        let Some((_, kind)) = position.piece(from) else { continue };
        let span = position.pseudo_legal_targets(from);
        camp.attacks |= span;
        let cells = (span - own).len() as i32;
        camp.value += weights.worth[kind as usize] + weights.mobility[kind as usize] * cells;
        for castle in span & CASTLES {
            let index = castle_index(castle);
            camp.at_castle[index] += 1;
            camp.kinds[index] |= 1 << kind as u16;
        }
    }
    camp
}

/// How likely a throw is, in sixths, that lets one of these kinds move; six without dice.
fn sixths(dice: Option<&DiceTable>, kinds: u16) -> i32 {
    let Some(table) = dice else { return 6 };
    let names =
        |&face: &u8| table.named(face).iter().any(|kind: Kind| kinds >> kind as u16 & 1 != 0);
    (1..=DiceTable::FACES).filter(names).count() as i32
}

/// What holding so many castles is worth.
const fn castles_held(weights: &Weights, count: usize) -> i32 {
    match count {
        0 | 1 => 0,
        more => weights.two_castles + weights.more_castles * (more as i32 - 2),
    }
}

/// What holding, guarding and attacking castles is worth to a colour.
fn castles(weights: &Weights, position: &Position, color: Color, camps: &[Camp; 4]) -> i32 {
    let own = &camps[color as usize];
    let held = position.castles(color);
    let dice = position.dice();
    let mut value = castles_held(weights, held.len());
    for castle in CASTLES {
        let index = castle_index(castle);
        let enemies = position.playing().iter().filter(|&other| other != color);
        let (mut attackers, mut kinds) = (0, 0);
        for enemy in enemies {
            attackers += i32::from(camps[enemy as usize].at_castle[index]);
            kinds |= camps[enemy as usize].kinds[index];
        }
        if held.contains(castle) {
            let defenders = i32::from(own.at_castle[index]);
            value += weights.defender * defenders.min(2);
            if attackers > 0 {
                let risk = if held.len() == 1 {
                    if position.turn() == color { weights.must_answer } else { weights.lost }
                } else if defenders == 0 {
                    weights.exposed
                } else {
                    0
                };
                value += risk * sixths(dice.as_ref(), kinds) / 6;
            }
            continue;
        }
        let ours = i32::from(own.at_castle[index]);
        if ours == 0 {
            continue;
        }
        value += match position.piece(castle) {
            None if attackers == 0 => weights.safe_entry,
            None => weights.entry,
            Some((keeper, _)) => {
                let last = position.castles(keeper).len() == 1;
                ours.min(3) * if last { weights.last_siege } else { weights.siege }
            }
        };
    }
    value
}

/// What unguarded pieces under attack cost a colour.
fn hanging(weights: &Weights, position: &Position, color: Color, camps: &[Camp; 4]) -> i32 {
    let mut attacked = CellSet::EMPTY;
    for enemy in position.playing().iter().filter(|&other| other != color) {
        attacked |= camps[enemy as usize].attacks;
    }
    let loose = position.occupied(color) & (attacked - camps[color as usize].attacks);
    let (mut sum, mut most) = (0, 0);
    for cell in loose {
        if let Some((_, kind)) = position.piece(cell) {
            let worth = weights.worth[kind as usize];
            sum += worth;
            most = most.max(worth);
        }
    }
    if position.turn() == color {
        -(sum - most) * weights.hanging / 100 - most * weights.hanging_at_turn / 100
    } else {
        -sum * weights.hanging / 100
    }
}

/// What is left of an advantage after so many plies without a capture.
pub(super) fn faded(value: i32, quiet: u32) -> i32 {
    let over = quiet.saturating_sub(FADES_FROM).min(FADES_BY as u32 / 2) as i32;
    value - value * over / FADES_BY
}

/// Whether taking what stands on a cell puts its colour out.
pub(super) fn takes_last_castle(position: &Position, us: Color, cell: Cell) -> bool {
    CASTLES.contains(cell)
        && position
            .piece(cell)
            .is_some_and(|(them, _)| them != us && position.castles(them).len() == 1)
}

/// Whether a colour's only castle could be taken by another one.
pub(super) fn under_siege(position: &Position, color: Color) -> bool {
    let held = position.castles(color);
    let mut enemies = position.playing().iter().filter(|&other| other != color);
    held.len() == 1
        && held.into_iter().next().is_some_and(|castle| {
            enemies.any(|enemy| {
                let there = position.attackers_to(enemy, castle);
                // A move back is no threat.
                let back = position.forbidden(enemy).filter(|back| back.to() == castle);
                let back = back.map_or(CellSet::EMPTY, |back| back.from().set());
                !(there - back).is_empty()
            })
        })
}

impl Evaluate<Position> for KaleidoEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        let scores = self.scores(position);
        let us = position.turn();
        let theirs: i32 = (0..4).filter(|&other| other != us as usize).map(|c| scores[c]).sum();
        faded(scores[us as usize] - theirs, position.plies_since_capture())
    }

    fn order_hint(&self, position: &Position, m: Move, _: bool) -> i32 {
        see::order(position, m)
    }

    fn capture_gain(&self, position: &Position, m: Move) -> Option<i32> {
        Some(see::prize(position, position.turn(), m))
    }

    fn see(&self, position: &Position, m: Move) -> Option<i32> {
        Some(see::see(position, m))
    }

    fn wins_at_once(&self, position: &Position, m: Move) -> bool {
        position.playing().len() == 2
            && !m.is_pass()
            && takes_last_castle(position, position.turn(), m.to())
            && !gives_up(position, m)
    }

    fn in_check(&self, position: &Position) -> bool {
        under_siege(position, position.turn())
    }
}

/// Whether a move leaves the mover without a castle.
pub(super) fn gives_up(position: &Position, m: Move) -> bool {
    !m.is_pass()
        && CASTLES.contains(m.from())
        && !CASTLES.contains(m.to())
        && position.castles(position.turn()).len() == 1
}

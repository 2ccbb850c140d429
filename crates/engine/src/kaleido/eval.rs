//! The static evaluation for each colour: material, mobility, castles held, their defenders and
//! attackers.
//!
//! The weights are in `values`.

use super::see;
use super::values::Weights;
use crate::Evaluate;
use heterodox_rules::kaleido::board::CASTLES;
use heterodox_rules::kaleido::{Color, DiceTable, Kind, Move, Position};
use heterodox_rules::{Cell, CellSet};

/// The evaluation fades from this number of plies without a capture on, so that the side ahead
/// makes progress; set by hand.
const FADE_FROM: u32 = 16;
const FADE_DIVISOR: i32 = 160;

/// The index of a castle, in the order of the cells.
fn castle_index(cell: Cell) -> usize {
    (CASTLES & CellSet(cell.set().0 - 1)).len()
}

/// The material and the attacks of one colour.
#[derive(Clone, Copy, Default)]
struct ColorAttacks {
    /// Material and mobility.
    value: i32,
    /// The cells that its pieces attack.
    attacks: CellSet,
    /// The number of pieces that attack each castle.
    castle_attackers: [u8; 5],
    /// The kinds of the pieces that attack each castle, as a set of bits.
    castle_kinds: [u16; 5],
}

/// The static evaluation of `KaleidoChess`.
#[derive(Clone, Copy, Debug, Default)]
pub struct KaleidoEvaluation {
    weights: Weights,
}

impl KaleidoEvaluation {
    /// The evaluation with these weights.
    pub const fn new(weights: Weights) -> Self {
        Self { weights }
    }

    pub(super) const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The value of each colour's position, by colour; 0 for colours that do not play.
    pub fn scores(&self, position: &Position) -> [i32; 4] {
        let mut all_attacks = [ColorAttacks::default(); 4];
        for color in position.playing().iter() {
            all_attacks[color as usize] = color_attacks(&self.weights, position, color);
        }
        let mut scores = [0; 4];
        for color in position.playing().iter() {
            let color_attacks = &all_attacks[color as usize];
            scores[color as usize] = color_attacks.value
                + castles(&self.weights, position, color, &all_attacks)
                + hanging(&self.weights, position, color, &all_attacks)
                + if position.turn() == color { self.weights.tempo } else { 0 };
        }
        scores
    }
}

fn color_attacks(weights: &Weights, position: &Position, color: Color) -> ColorAttacks {
    let mut color_attacks = ColorAttacks::default();
    let own = position.occupied(color);
    for from in own {
        let Some((_, kind)) = position.piece(from) else { continue };
        let span = position.pseudo_legal_targets(from);
        color_attacks.attacks |= span;
        let cells = (span - own).len() as i32;
        color_attacks.value +=
            weights.piece_value[kind as usize] + weights.mobility[kind as usize] * cells;
        for castle in span & CASTLES {
            let index = castle_index(castle);
            color_attacks.castle_attackers[index] += 1;
            color_attacks.castle_kinds[index] |= 1 << kind as u16;
        }
    }
    color_attacks
}

/// The probability, in sixths, of a throw that lets one of these kinds move; 6 without dice.
fn sixths(dice: Option<&DiceTable>, castle_kinds: u16) -> i32 {
    let Some(table) = dice else { return 6 };
    let names = |&face: &u8| {
        table.named(face).iter().any(|kind: Kind| castle_kinds >> kind as u16 & 1 != 0)
    };
    (1..=DiceTable::FACES).filter(names).count() as i32
}

/// The value of the number of castles held.
const fn castles_held(weights: &Weights, count: usize) -> i32 {
    match count {
        0 | 1 => 0,
        more => weights.two_castles + weights.more_castles * (more as i32 - 2),
    }
}

/// The value of holding, defending and attacking castles.
fn castles(
    weights: &Weights,
    position: &Position,
    color: Color,
    all_attacks: &[ColorAttacks; 4],
) -> i32 {
    let own = &all_attacks[color as usize];
    let held = position.castles(color);
    let dice = position.dice();
    let mut value = castles_held(weights, held.len());
    for castle in CASTLES {
        let index = castle_index(castle);
        let enemies = position.playing().iter().filter(|&other| other != color);
        let (mut attackers, mut castle_kinds) = (0, 0);
        for enemy in enemies {
            attackers += i32::from(all_attacks[enemy as usize].castle_attackers[index]);
            castle_kinds |= all_attacks[enemy as usize].castle_kinds[index];
        }
        if held.contains(castle) {
            let defenders = i32::from(own.castle_attackers[index]);
            value += weights.castle_defender * defenders.min(2);
            if attackers > 0 {
                let risk = if held.len() == 1 {
                    if position.turn() == color {
                        weights.last_castle_attacked
                    } else {
                        weights.last_castle_lost
                    }
                } else if defenders == 0 {
                    weights.castle_hanging
                } else {
                    0
                };
                value += risk * sixths(dice.as_ref(), castle_kinds) / 6;
            }
            continue;
        }
        let ours = i32::from(own.castle_attackers[index]);
        if ours == 0 {
            continue;
        }
        value += match position.piece(castle) {
            None if attackers == 0 => weights.castle_safe_entry,
            None => weights.castle_entry,
            Some((holder, _)) => {
                let last = position.castles(holder).len() == 1;
                ours.min(3)
                    * if last { weights.last_castle_attacker } else { weights.castle_attacker }
            }
        };
    }
    value
}

/// The penalty for attacked pieces without a defender.
fn hanging(
    weights: &Weights,
    position: &Position,
    color: Color,
    all_attacks: &[ColorAttacks; 4],
) -> i32 {
    let mut attacked = CellSet::EMPTY;
    for enemy in position.playing().iter().filter(|&other| other != color) {
        attacked |= all_attacks[enemy as usize].attacks;
    }
    let undefended = position.occupied(color) & (attacked - all_attacks[color as usize].attacks);
    let (mut sum, mut most) = (0, 0);
    for cell in undefended {
        if let Some((_, kind)) = position.piece(cell) {
            let piece_value = weights.piece_value[kind as usize];
            sum += piece_value;
            most = most.max(piece_value);
        }
    }
    if position.turn() == color {
        -(sum - most) * weights.hanging / 100 - most * weights.hanging_at_turn / 100
    } else {
        -sum * weights.hanging / 100
    }
}

/// The part of an advantage that remains after this many plies without a capture.
pub(super) fn fade(value: i32, quiet: u32) -> i32 {
    let over = quiet.saturating_sub(FADE_FROM).min(FADE_DIVISOR as u32 / 2) as i32;
    value - value * over / FADE_DIVISOR
}

/// Whether a capture on a cell eliminates the colour there.
pub(super) fn takes_last_castle(position: &Position, us: Color, cell: Cell) -> bool {
    CASTLES.contains(cell)
        && position
            .piece(cell)
            .is_some_and(|(them, _)| them != us && position.castles(them).len() == 1)
}

/// Whether the only castle of a colour is attacked.
pub(super) fn castle_hanging(position: &Position, color: Color) -> bool {
    let held = position.castles(color);
    let mut enemies = position.playing().iter().filter(|&other| other != color);
    held.len() == 1
        && held.into_iter().next().is_some_and(|castle| {
            enemies.any(|enemy| {
                let there = position.attackers_to(enemy, castle);
                // The forbidden move back is no threat.
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
        fade(scores[us as usize] - theirs, position.plies_since_capture())
    }

    fn order_hint(&self, position: &Position, m: Move, _: bool) -> i32 {
        see::order(position, m)
    }

    fn capture_gain(&self, position: &Position, m: Move) -> Option<i32> {
        Some(see::capture_value(position, position.turn(), m))
    }

    fn see(&self, position: &Position, m: Move) -> Option<i32> {
        Some(see::see(position, m))
    }

    fn wins_at_once(&self, position: &Position, m: Move) -> bool {
        position.playing().len() == 2
            && !m.is_pass()
            && takes_last_castle(position, position.turn(), m.to())
            && !leaves_last_castle(position, m)
    }

    fn in_check(&self, position: &Position) -> bool {
        castle_hanging(position, position.turn())
    }
}

/// Whether a move leaves the mover without a castle.
pub(super) fn leaves_last_castle(position: &Position, m: Move) -> bool {
    !m.is_pass()
        && CASTLES.contains(m.from())
        && !CASTLES.contains(m.to())
        && position.castles(position.turn()).len() == 1
}

//! The value of a Klin Zha position: material, mobility, danger to the Goals, zones, and whether
//! there is still a warrior to carry the Goal.
//!
//! The weights are data: `weights/klinzha.txt`, with where they come from.

use crate::Evaluate;
use crate::weights::{WeightSet, weights};
use heterodox_rules::klinzha::board::{self, CELLS};
use heterodox_rules::klinzha::{Kind, Move, Position, Side};
use heterodox_rules::{Cell, CellSet};
use std::sync::LazyLock;

/// A zone is at home when it is so near to the own Goal; down to three steps each counts.
const ZONE_HOME: i32 = 9;
/// Places are told apart by steps to a Goal, two by two: from 0 to 16 steps these are nine, and the last is also where
/// there is no Goal.
const NEAR: usize = 9;
/// A side that can hardly move may soon not move at all: each cell below so many counts.
const CRAMPED_BELOW: i32 = 8;

/// So near to the enemy Goal the own Blockader begins to beset it.
const BESET: i32 = 7;

weights! {
    /// The weights of the evaluation, in hundredths of a Vanguard.
    KlinZhaWeights from "../../weights/klinzha.txt" {
        /// What a warrior is worth, in the order of [`Kind::ALL`].
        worth: [i32; 6],
        /// For each cell that a warrior could go to, by its kind.
        mobility: [i32; 6],
        /// For each cell next to the Goal that the enemy could go to: taken off.
        near_pressure: i32,
        /// For each cell two steps from the Goal that the enemy could go to: taken off.
        far_pressure: i32,
        /// By the number of cells to which the Goal could be carried out of the enemy's reach.
        escapes: [i32; 7],
        /// A Goal that no warrior carries.
        abandoned: i32,
        /// The same if no carrier could pick it up with the next move.
        out_of_reach: i32,
        /// By the number of warriors left that can carry the Goal.
        carriers: [i32; 6],
        /// By the number of warriors left that could go for the enemy Goal: neither the Blockader nor on the own Goal.
        hunters: [i32; 9],
        /// For each warrior that an enemy could go to and capture, in hundredths of its worth: taken off.
        attacked_percent: i32,
        /// For each warrior guarded by the own zone, in hundredths of its worth.
        guarded_percent: i32,
        /// For each step that the zone is nearer to the own Goal.
        zone_step: i32,
        /// For each step that the own Blockader is nearer to the enemy Goal than seven.
        beset: i32,
        /// For each cell that a side has too few to go to: taken off.
        cramped: i32,
        /// By the places of the own Goal and the enemy's: nine for a Goal that is carried, by the half steps between
        /// the two, then nine for one that is abandoned.
        goal_places: [i32; 2 * NEAR],
        /// What the place of the Blockader adds: nine rows by the half steps to the own Goal, each of nine by those to the
        /// enemy's.
        blockader_places: [i32; NEAR * NEAR],
        /// The same for a Flier.
        flier_places: [i32; NEAR * NEAR],
        /// The same for a Swift.
        swift_places: [i32; NEAR * NEAR],
        /// The same for a Vanguard.
        vanguard_places: [i32; NEAR * NEAR],
        /// The same for a Lancer.
        lancer_places: [i32; NEAR * NEAR],
        /// The same for a Fencer.
        fencer_places: [i32; NEAR * NEAR],
        /// The turn itself.
        tempo: i32,
    }
}

impl KlinZhaWeights {
    /// The weights for play under clouds: `weights/clouded-klinzha.txt`.
    pub(crate) fn clouded() -> &'static Self {
        static CLOUDED: LazyLock<KlinZhaWeights> = LazyLock::new(|| {
            // A test reads it.
            KlinZhaWeights::read(include_str!("../../weights/clouded-klinzha.txt"))
                .expect("the weights of this crate can be read")
        });
        &CLOUDED
    }

    const fn places(&self, kind: Kind) -> &[i32; NEAR * NEAR] {
        match kind {
            Kind::Blockader => &self.blockader_places,
            Kind::Flier => &self.flier_places,
            Kind::Swift => &self.swift_places,
            Kind::Vanguard => &self.vanguard_places,
            Kind::Lancer => &self.lancer_places,
            Kind::Fencer => &self.fencer_places,
        }
    }
}

/// Judges positions of Klin Zha.
pub struct KlinZhaEvaluation {
    weights: KlinZhaWeights,
    tables: &'static Tables,
}

/// What follows from the board alone.
struct Tables {
    /// Steps between two cells on the empty board.
    steps: Box<[[u8; CELLS]; CELLS]>,
    /// The cells at exactly two steps.
    second_ring: [CellSet; CELLS],
}

impl Default for KlinZhaEvaluation {
    fn default() -> Self {
        Self::new()
    }
}

/// What the warriors of one side could do if it were their turn.
struct Reach {
    /// Every cell that a warrior other than the Blockader could go to.
    cells: CellSet,
    /// How many cells, each warrior by itself.
    count: i32,
    /// The same, weighed by kind.
    mobility: i32,
    /// Where a carrier could go.
    by_carriers: CellSet,
    /// Where the warrior on the own Goal could go.
    from_goal: CellSet,
}

impl Reach {
    fn of(position: &Position, side: Side, weights: &KlinZhaWeights) -> Self {
        let goal = position.goal(side);
        let mut reach = Self {
            cells: CellSet::EMPTY,
            count: 0,
            mobility: 0,
            by_carriers: CellSet::EMPTY,
            from_goal: CellSet::EMPTY,
        };
        for (kind, from, targets) in position.targets(side) {
            let count = targets.len() as i32;
            reach.count += count;
            reach.mobility += weights.mobility[kind as usize] * count;
            if kind != Kind::Blockader {
                reach.cells |= targets;
            }
            if kind.carries() {
                reach.by_carriers |= targets;
                if goal == Some(from) {
                    reach.from_goal = targets;
                }
            }
        }
        reach
    }
}

impl Tables {
    fn new() -> Self {
        let mut steps = Box::new([[u8::MAX; CELLS]; CELLS]);
        let mut second_ring = [CellSet::EMPTY; CELLS];
        for from in board::ALL {
            let mut reached = from.set();
            let mut edge = reached;
            let mut distance = 0;
            while !edge.is_empty() {
                for cell in edge {
                    steps[from.index()][cell.index()] = distance;
                }
                let next: CellSet = edge
                    .into_iter()
                    .fold(CellSet::EMPTY, |set, cell| set | board::neighbours(cell));
                edge = next - reached;
                reached |= edge;
                distance += 1;
                if distance == 2 {
                    second_ring[from.index()] = edge;
                }
            }
        }
        Self { steps, second_ring }
    }
}

impl KlinZhaEvaluation {
    /// The evaluation with the weights of the program.
    pub fn new() -> Self {
        Self::weighing(KlinZhaWeights::default())
    }

    /// The evaluation of play under clouds.
    pub(crate) fn clouded() -> Self {
        Self::weighing(*KlinZhaWeights::clouded())
    }

    /// The evaluation with other weights.
    pub fn weighing(weights: KlinZhaWeights) -> Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        Self { weights, tables: &TABLES }
    }

    /// Steps between two cells on the empty board.
    pub(crate) fn steps(&self, a: Cell, b: Cell) -> i32 {
        self.tables.steps[a.index()][b.index()].into()
    }

    /// Half the steps from a cell to a Goal, rounded down.
    fn nearness(&self, cell: Cell, goal: Option<Cell>) -> usize {
        goal.map_or(NEAR - 1, |goal| (self.steps(cell, goal) / 2) as usize)
    }

    /// What speaks for a side, whoever is to move.
    fn side(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let weights = &self.weights;
        let cramped = (CRAMPED_BELOW - own.count).max(0);
        let mut value = own.mobility - weights.cramped * cramped;
        let zone = position.zone(side);
        let (goal, enemy_goal) = (position.goal(side), position.goal(!side));
        let (mut carriers, mut hunters) = (0, 0);
        for (kind, cell) in position.warriors(side) {
            let worth = weights.worth[kind as usize];
            value += worth;
            carriers += usize::from(kind.carries());
            if zone.contains(cell) {
                value += worth * weights.guarded_percent / 100;
            }
            if enemy.cells.contains(cell) {
                value -= worth * weights.attacked_percent / 100;
            }
            hunters += usize::from(kind != Kind::Blockader && goal != Some(cell));
            let place = NEAR * self.nearness(cell, goal) + self.nearness(cell, enemy_goal);
            value += weights.places(kind)[place];
        }
        if let (Some(blockader), Some(goal)) = (position.blockader(side), enemy_goal) {
            value += weights.beset * (BESET - self.steps(blockader, goal)).max(0);
        }
        value += weights.carriers[carriers.min(weights.carriers.len() - 1)];
        value += weights.hunters[hunters.min(weights.hunters.len() - 1)];
        value + self.goal(position, side, own, enemy)
    }

    /// How safe the Goal of a side is.
    fn goal(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let Some(goal) = position.goal(side) else { return 0 };
        let weights = &self.weights;
        let between = self.nearness(goal, position.goal(!side));
        let near = (enemy.cells & board::neighbours(goal)).len() as i32;
        let far = (enemy.cells & self.tables.second_ring[goal.index()]).len() as i32;
        let mut value = -weights.near_pressure * near - weights.far_pressure * far;
        let carrier = position.kind(side, goal).filter(|kind| kind.carries());
        if carrier.is_some() {
            let escapes = own.from_goal - position.zone(side) - enemy.cells;
            value += weights.escapes[escapes.len().min(weights.escapes.len() - 1)];
            value += weights.goal_places[between];
        } else {
            value += weights.abandoned + weights.goal_places[NEAR + between];
            if !own.by_carriers.contains(goal) {
                value += weights.out_of_reach;
            }
        }
        if let Some(blockader) = position.blockader(side) {
            value += weights.zone_step * (ZONE_HOME - self.steps(blockader, goal).max(3)).max(0);
        }
        value
    }
}

impl Evaluate<Position> for KlinZhaEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        let us = position.turn();
        let reach = |side| Reach::of(position, side, &self.weights);
        let (own, enemy) = (reach(us), reach(!us));
        self.side(position, us, &own, &enemy) - self.side(position, !us, &enemy, &own)
            + self.weights.tempo
    }

    fn evaluation_key(&self, position: &Position) -> Option<u64> {
        Some(position.zobrist())
    }

    fn order_hint(&self, position: &Position, m: Move, _: bool) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let Some(lost) = position.kind(them, m.to()) else { return 0 };
        let worth = |kind: Kind| self.weights.worth[kind as usize];
        let taker = position.kind(us, m.from()).map_or(0, worth);
        // The most valuable victim first, of equal ones the least valuable attacker.
        10 * worth(lost) - taker
    }

    fn history_key(&self, position: &Position, m: Move) -> u32 {
        let kind = position.kind(position.turn(), m.from()).map_or(0, |kind| kind as usize);
        (CELLS * kind + m.to().index()) as u32
    }

    fn capture_gain(&self, position: &Position, m: Move) -> Option<i32> {
        position.kind(!position.turn(), m.to()).map(|kind| self.weights.worth[kind as usize])
    }

    fn has_no_winning_move(&self, position: &Position) -> bool {
        position.goal_captor().is_none() && position.goal_attackers(!position.turn()).is_empty()
    }

    fn wins_at_once(&self, position: &Position, m: Move) -> bool {
        position.goal(!position.turn()) == Some(m.to())
    }

    fn in_check(&self, position: &Position) -> bool {
        !position.goal_attackers(position.turn()).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(position: &str) -> i32 {
        let position: Position = position.parse().expect("a position");
        KlinZhaEvaluation::new().evaluate(&position)
    }

    #[test]
    fn the_sides_are_judged_alike() {
        // The sample battle's start; passing changes the sign but for the turn itself.
        let start = "1/3/vv+v2/f6/1elfs4/5b5/VF2BS7/2VL11/E+3V1F10";
        let (gold, green) =
            (value(&format!("{start} gold 0 1")), value(&format!("{start} green 0 1")));
        let tempo = KlinZhaWeights::builtin().tempo;
        assert_eq!(gold - tempo, -(green - tempo));
    }

    #[test]
    fn a_warrior_more_is_better() {
        let even = "1/1v+1/5/7/9/11/13/15/8V+8 gold 0 1";
        let flier = "1/1v+1/5/7/9/11/13/15/8V+2F5 gold 0 1";
        assert!(value(flier) > value(even) + 300);
        let clouded = |position: &str| {
            let position: Position = position.parse().expect("a position");
            KlinZhaEvaluation::clouded().evaluate(&position)
        };
        assert!(clouded(flier) > clouded(even) + 300);
        assert_ne!(clouded(flier), value(flier));
    }

    #[test]
    fn an_abandoned_goal_is_worse_than_a_carried_one() {
        let carried = "1/1v+1/5/7/9/11/13/15/8V+8 gold 0 1";
        let beside = "1/1v+1/5/7/9/11/13/15/8GV7 gold 0 1";
        let alone = "1/1v+1/5/7/9/11/13/15/8G5V2 gold 0 1";
        assert!(value(carried) > value(beside));
        assert!(value(beside) > value(alone));
    }

    #[test]
    fn steps_are_those_of_the_board() {
        let evaluation = KlinZhaEvaluation::new();
        let cell = |name| board::by_name(name).expect("a cell");
        assert_eq!(evaluation.steps(cell("A19"), cell("B19")), 1);
        assert_eq!(evaluation.steps(cell("A19"), cell("I11")), 16);
        assert_eq!(evaluation.tables.second_ring[cell("A19").index()].len(), 2);
    }
}

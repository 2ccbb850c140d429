//! The static evaluation of Klin Zha: material, mobility, attacks on the cells around the Goals,
//! zones, and whether warriors remain that can carry the Goal.
//!
//! The weights are data: `weights/klinzha.txt`, with their provenance.

use crate::Evaluate;
use crate::weights::{WeightSet, weights};
use heterodox_rules::klinzha::board::{self, CELLS};
use heterodox_rules::klinzha::{Kind, Move, Position, Side};
use heterodox_rules::{Cell, CellSet};
use std::sync::LazyLock;

/// The zone counts from this distance to the own Goal inwards, in steps, down to 3; set by hand.
const ZONE_FAR: i32 = 9;
/// The buckets of the distance from a cell to a Goal, two steps each: 0 to 16 steps give nine. The
/// last one also stands for a Goal that is not on the board.
const DISTANCES: usize = 9;
/// Moves below this number count as missing: a side that can hardly move may soon have no move.
const LOW_MOBILITY_BELOW: i32 = 8;

/// The own Blockader counts from this distance to the enemy Goal inwards, in steps; set by hand.
const BLOCKADER_NEAR: i32 = 7;

weights! {
    /// The weights of the evaluation, in hundredths of a Vanguard.
    KlinZhaWeights from "../../weights/klinzha.txt" {
        /// The value of a warrior, in the order of [`Kind::ALL`].
        piece_value: [i32; 6],
        /// Bonus for each target cell of a warrior, by its kind.
        mobility: [i32; 6],
        /// Penalty for each cell next to the Goal that the enemy attacks.
        goal_ring_attack: i32,
        /// Penalty for each cell two steps from the Goal that the enemy attacks.
        goal_outer_ring_attack: i32,
        /// Value by the number of unattacked cells to which the Goal can be carried.
        goal_escapes: [i32; 7],
        /// Value of a Goal that no warrior carries.
        goal_abandoned: i32,
        /// Added to `goal_abandoned` if no carrier can reach the Goal with the next move.
        goal_out_of_reach: i32,
        /// Value by the number of warriors that can carry the Goal.
        carriers: [i32; 6],
        /// Value by the number of warriors other than the Blockader that do not stand on the own
        /// Goal.
        attackers: [i32; 9],
        /// Penalty for each attacked warrior, in percent of its value.
        attacked_percent: i32,
        /// Bonus for each warrior inside the own zone, in percent of its value.
        guarded_percent: i32,
        /// Bonus for each step that the own Blockader is nearer to the own Goal than `ZONE_FAR`.
        zone_goal_distance: i32,
        /// Bonus for each step that the own Blockader is nearer to the enemy Goal than
        /// `BLOCKADER_NEAR`.
        blockader_near_goal: i32,
        /// Penalty for each move that a side has less than `LOW_MOBILITY_BELOW`.
        low_mobility: i32,
        /// Value by the bucket of the distance between the two Goals: nine for a carried Goal, then
        /// nine for an abandoned one.
        goal_psqt: [i32; 2 * DISTANCES],
        /// Piece-square table of the Blockader: nine rows by the distance to the own Goal, each of
        /// nine by the distance to the enemy Goal.
        blockader_psqt: [i32; DISTANCES * DISTANCES],
        /// Piece-square table of a Flier.
        flier_psqt: [i32; DISTANCES * DISTANCES],
        /// Piece-square table of a Swift.
        swift_psqt: [i32; DISTANCES * DISTANCES],
        /// Piece-square table of a Vanguard.
        vanguard_psqt: [i32; DISTANCES * DISTANCES],
        /// Piece-square table of a Lancer.
        lancer_psqt: [i32; DISTANCES * DISTANCES],
        /// Piece-square table of a Fencer.
        fencer_psqt: [i32; DISTANCES * DISTANCES],
        /// Bonus for the side to move.
        tempo: i32,
    }
}

impl KlinZhaWeights {
    /// The weights for play under clouds: `weights/clouded-klinzha.txt`.
    pub(crate) fn clouded() -> &'static Self {
        static CLOUDED: LazyLock<KlinZhaWeights> = LazyLock::new(|| {
            // A test reads the file.
            KlinZhaWeights::read(include_str!("../../weights/clouded-klinzha.txt"))
                .expect("the weights of this crate can be read")
        });
        &CLOUDED
    }

    const fn psqt(&self, kind: Kind) -> &[i32; DISTANCES * DISTANCES] {
        match kind {
            Kind::Blockader => &self.blockader_psqt,
            Kind::Flier => &self.flier_psqt,
            Kind::Swift => &self.swift_psqt,
            Kind::Vanguard => &self.vanguard_psqt,
            Kind::Lancer => &self.lancer_psqt,
            Kind::Fencer => &self.fencer_psqt,
        }
    }
}

/// The static evaluation of Klin Zha.
pub struct KlinZhaEvaluation {
    weights: KlinZhaWeights,
    tables: &'static Tables,
}

/// Tables that depend on the board alone.
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

/// The target cells of one side's warriors, as if it were to move.
struct Reach {
    /// Every cell that a warrior other than the Blockader attacks.
    cells: CellSet,
    /// The number of targets, summed over the warriors.
    count: i32,
    /// The number of targets, weighted by kind.
    mobility: i32,
    /// The targets of the warriors that can carry the Goal.
    by_carriers: CellSet,
    /// The targets of the warrior on the own Goal.
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
    /// The evaluation with the built-in weights.
    pub fn new() -> Self {
        Self::with_weights(KlinZhaWeights::default())
    }

    /// The evaluation for play under clouds.
    pub(crate) fn clouded() -> Self {
        Self::with_weights(*KlinZhaWeights::clouded())
    }

    /// The evaluation with other weights.
    pub fn with_weights(weights: KlinZhaWeights) -> Self {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);
        Self { weights, tables: &TABLES }
    }

    /// Steps between two cells on the empty board.
    pub(crate) fn steps(&self, a: Cell, b: Cell) -> i32 {
        self.tables.steps[a.index()][b.index()].into()
    }

    /// The bucket of the distance from a cell to a Goal.
    fn distance_bucket(&self, cell: Cell, goal: Option<Cell>) -> usize {
        goal.map_or(DISTANCES - 1, |goal| (self.steps(cell, goal) / 2) as usize)
    }

    /// The value of a side's position, apart from the turn.
    fn side(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let weights = &self.weights;
        let missing_moves = (LOW_MOBILITY_BELOW - own.count).max(0);
        let mut value = own.mobility - weights.low_mobility * missing_moves;
        let zone = position.zone(side);
        let (goal, enemy_goal) = (position.goal(side), position.goal(!side));
        let (mut carriers, mut attackers) = (0, 0);
        for (kind, cell) in position.warriors(side) {
            let piece_value = weights.piece_value[kind as usize];
            value += piece_value;
            carriers += usize::from(kind.carries());
            if zone.contains(cell) {
                value += piece_value * weights.guarded_percent / 100;
            }
            if enemy.cells.contains(cell) {
                value -= piece_value * weights.attacked_percent / 100;
            }
            attackers += usize::from(kind != Kind::Blockader && goal != Some(cell));
            let index = DISTANCES * self.distance_bucket(cell, goal)
                + self.distance_bucket(cell, enemy_goal);
            value += weights.psqt(kind)[index];
        }
        if let (Some(blockader), Some(goal)) = (position.blockader(side), enemy_goal) {
            value +=
                weights.blockader_near_goal * (BLOCKADER_NEAR - self.steps(blockader, goal)).max(0);
        }
        value += weights.carriers[carriers.min(weights.carriers.len() - 1)];
        value += weights.attackers[attackers.min(weights.attackers.len() - 1)];
        value + self.goal(position, side, own, enemy)
    }

    /// The value of the safety of a side's Goal.
    fn goal(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let Some(goal) = position.goal(side) else { return 0 };
        let weights = &self.weights;
        let between = self.distance_bucket(goal, position.goal(!side));
        let near = (enemy.cells & board::neighbours(goal)).len() as i32;
        let far = (enemy.cells & self.tables.second_ring[goal.index()]).len() as i32;
        let mut value = -weights.goal_ring_attack * near - weights.goal_outer_ring_attack * far;
        let carrier = position.kind(side, goal).filter(|kind| kind.carries());
        if carrier.is_some() {
            let escapes = own.from_goal - position.zone(side) - enemy.cells;
            value += weights.goal_escapes[escapes.len().min(weights.goal_escapes.len() - 1)];
            value += weights.goal_psqt[between];
        } else {
            value += weights.goal_abandoned + weights.goal_psqt[DISTANCES + between];
            if !own.by_carriers.contains(goal) {
                value += weights.goal_out_of_reach;
            }
        }
        if let Some(blockader) = position.blockader(side) {
            value +=
                weights.zone_goal_distance * (ZONE_FAR - self.steps(blockader, goal).max(3)).max(0);
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
        let piece_value = |kind: Kind| self.weights.piece_value[kind as usize];
        let taker = position.kind(us, m.from()).map_or(0, piece_value);
        // MVV-LVA: most valuable victim, then least valuable attacker.
        10 * piece_value(lost) - taker
    }

    fn history_key(&self, position: &Position, m: Move) -> u32 {
        let kind = position.kind(position.turn(), m.from()).map_or(0, |kind| kind as usize);
        (CELLS * kind + m.to().index()) as u32
    }

    fn capture_gain(&self, position: &Position, m: Move) -> Option<i32> {
        position.kind(!position.turn(), m.to()).map(|kind| self.weights.piece_value[kind as usize])
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
        // The start of the sample battle. A pass changes the sign of all but the tempo.
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

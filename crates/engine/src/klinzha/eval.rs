//! The value of a Klin Zha position: material, mobility, danger to the Goals, zones, and whether
//! there is still a warrior to carry the Goal.
//!
//! All weights are hundredths of a Vanguard and were chosen by hand.

use crate::Evaluate;
use heterodox_rules::klinzha::board::{self, CELLS};
use heterodox_rules::klinzha::{Kind, Move, Position, Side};
use heterodox_rules::{Cell, CellSet};

/// What a warrior is worth. The Blockader can not be lost.
pub(crate) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Blockader => 0,
        Kind::Vanguard => 100,
        Kind::Lancer => 230,
        Kind::Fencer => 360,
        Kind::Swift => 370,
        Kind::Flier => 380,
    }
}

/// For each cell that a warrior could go to.
const MOBILITY: i32 = 3;
/// For each cell next to the Goal that the enemy could go to.
const NEAR_PRESSURE: i32 = 9;
/// For each cell two steps from the Goal that the enemy could go to.
const FAR_PRESSURE: i32 = 3;
/// By the number of cells to which the Goal could be carried out of the enemy's reach.
const ESCAPES: [i32; 7] = [-70, -40, -22, -10, -4, 0, 3];
/// A Goal that no warrior carries.
const ABANDONED: i32 = -60;
/// The same if no carrier could pick it up with the next move.
const OUT_OF_REACH: i32 = -60;
/// By the number of warriors left that can carry the Goal.
const CARRIERS: [i32; 6] = [-180, -70, -25, -8, 0, 0];
/// For each warrior guarded by the own zone, by hundredths of its worth.
const GUARDED_PERCENT: i32 = 3;
/// For each step that the zone is nearer to the own Goal than this, down to three steps.
const ZONE_HOME: i32 = 9;
const ZONE_STEP: i32 = 3;
/// For each step that a warrior is nearer to the enemy Goal than the board is wide.
const APPROACH: i32 = 2;
const WIDE: i32 = 16;
/// A side that can hardly move may soon not move at all: for each cell below so many.
const CRAMPED_BELOW: i32 = 8;
const CRAMPED: i32 = 12;
/// The turn itself.
const TEMPO: i32 = 8;

/// Judges positions of Klin Zha.
pub struct KlinZhaEvaluation {
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
    /// Where a carrier could go.
    by_carriers: CellSet,
    /// Where the warrior on the own Goal could go.
    from_goal: CellSet,
}

impl Reach {
    fn of(position: &Position, side: Side) -> Self {
        let goal = position.goal(side);
        let mut reach = Self {
            cells: CellSet::EMPTY,
            count: 0,
            by_carriers: CellSet::EMPTY,
            from_goal: CellSet::EMPTY,
        };
        for (kind, from, targets) in position.targets(side) {
            reach.count += targets.len() as i32;
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

impl KlinZhaEvaluation {
    /// The evaluation with its tables.
    pub fn new() -> Self {
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

    /// Steps between two cells on the empty board.
    pub(crate) fn steps(&self, a: Cell, b: Cell) -> i32 {
        self.steps[a.index()][b.index()].into()
    }

    /// What speaks for a side, whoever is to move.
    fn side(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let mut value = MOBILITY * own.count - CRAMPED * (CRAMPED_BELOW - own.count).max(0);
        let zone = position.zone(side);
        let enemy_goal = position.goal(!side);
        let mut carriers = 0;
        for (kind, cell) in position.warriors(side) {
            value += worth(kind);
            carriers += usize::from(kind.carries());
            if zone.contains(cell) {
                value += worth(kind) * GUARDED_PERCENT / 100;
            }
            if let Some(goal) = enemy_goal
                && position.goal(side) != Some(cell)
            {
                value += APPROACH * (WIDE - self.steps(cell, goal));
            }
        }
        value += CARRIERS[carriers.min(CARRIERS.len() - 1)];
        value + self.goal(position, side, own, enemy)
    }

    /// How safe the Goal of a side is.
    fn goal(&self, position: &Position, side: Side, own: &Reach, enemy: &Reach) -> i32 {
        let Some(goal) = position.goal(side) else { return 0 };
        let near = (enemy.cells & board::neighbours(goal)).len() as i32;
        let far = (enemy.cells & self.second_ring[goal.index()]).len() as i32;
        let mut value = -NEAR_PRESSURE * near - FAR_PRESSURE * far;
        let carrier = position.kind(side, goal).filter(|kind| kind.carries());
        if carrier.is_some() {
            let escapes = own.from_goal - position.zone(side) - enemy.cells;
            value += ESCAPES[escapes.len().min(ESCAPES.len() - 1)];
        } else {
            value += ABANDONED;
            if !own.by_carriers.contains(goal) {
                value += OUT_OF_REACH;
            }
        }
        if let Some(blockader) = position.blockader(side) {
            value += ZONE_STEP * (ZONE_HOME - self.steps(blockader, goal).max(3)).max(0);
        }
        value
    }
}

impl Evaluate<Position> for KlinZhaEvaluation {
    fn evaluate(&self, position: &Position) -> i32 {
        let us = position.turn();
        let (own, enemy) = (Reach::of(position, us), Reach::of(position, !us));
        self.side(position, us, &own, &enemy) - self.side(position, !us, &enemy, &own) + TEMPO
    }

    fn order_hint(&self, position: &Position, m: Move) -> i32 {
        let (us, them) = (position.turn(), !position.turn());
        let Some(lost) = position.kind(them, m.to()) else { return 0 };
        let taker = position.kind(us, m.from()).map_or(0, worth);
        // The most valuable victim first, of equal ones the least valuable attacker.
        10 * worth(lost) - taker
    }

    fn gain(&self, position: &Position, m: Move) -> Option<i32> {
        position.kind(!position.turn(), m.to()).map(worth)
    }

    fn wins(&self, position: &Position, m: Move) -> bool {
        position.goal(!position.turn()) == Some(m.to())
    }

    fn in_danger(&self, position: &Position) -> bool {
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
        assert_eq!(gold - TEMPO, -(green - TEMPO));
    }

    #[test]
    fn a_warrior_more_is_better() {
        let even = "1/1v+1/5/7/9/11/13/15/8V+8 gold 0 1";
        let flier = "1/1v+1/5/7/9/11/13/15/8V+2F5 gold 0 1";
        assert!(value(flier) > value(even) + 300);
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
        assert_eq!(evaluation.steps(cell("A19"), cell("I11")), WIDE);
        assert_eq!(evaluation.second_ring[cell("A19").index()].len(), 2);
    }
}

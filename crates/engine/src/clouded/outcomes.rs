//! The outcomes of a ply: every result of the umpire's resolution of its
//! intents.
//!
//! Most intents end on their target, and nearly all halts end where the plain move of a warrior
//! would end too. So the plain moves come from the tables of the open game, and only halts are
//! resolved. A named path matters in two cases only, because every other halt on it is a plain
//! move: a warrior that stays where it is, and a Swift that is halted after one step.

use heterodox_rules::clouded::{BoardView, CloudMap, Intent, resolve};
use heterodox_rules::klinzha::{GoalAction, Kind, Move, Position, board};
use heterodox_rules::{Cell, CellSet};

/// The relative probabilities of plies, a Vanguard's step being 1: by kind, then factors by capture
/// and Goal. Fitted to games of the player against itself and rounded (`--example clouded_truth`).
const KIND_WEIGHTS: [f32; 6] = [0.4, 1.2, 0.8, 1.0, 0.6, 0.7];
/// Capturing a seen enemy, an unseen one, and a seen Goal.
const CAPTURE: f32 = 8.0;
const BLIND_CAPTURE: f32 = 4.0;
const WINNING: f32 = 1000.0;
/// Naming a path in order to be halted.
const NAMED_PATH: f32 = 0.3;
/// Carrying the Goal, and abandoning it.
const CARRY: f32 = 0.4;
const ABANDON: f32 = 0.02;

/// A result that the side to move can bring about.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The move that happens; its ends are equal if the position stays as it is.
    pub played: Move,
    /// The relative probability.
    pub weight: f32,
}

/// Fills `list` with all results that the side to move can bring about, each once.
pub fn outcomes(position: &Position, map: &CloudMap, list: &mut Vec<Outcome>) {
    list.clear();
    let us = position.turn();
    let them = !us;
    let view = BoardView::of(position, map, Some(us));
    let all_real_targets = position.targets(us);
    let unseen = unseen_obstacles(position, &view);
    let enemies = position.occupied(them);
    // All intents that leave the position as it is.
    let mut unchanged: Option<(Move, f32)> = None;
    let mut stay = |played: Move, weight: f32| {
        let entry = unchanged
            .get_or_insert((Move::new(played.from(), played.from(), GoalAction::Plain), 0.0));
        entry.1 += weight;
    };
    view.for_each_target(|kind, from, view_targets, goal| {
        let real_targets = all_real_targets
            .iter()
            .find(|entry| entry.1 == from)
            .map_or(CellSet::EMPTY, |entry| entry.2);
        let kind_weight = KIND_WEIGHTS[kind as usize]
            * match goal {
                GoalAction::Plain => 1.0,
                GoalAction::Carry => CARRY,
                GoalAction::Abandon => ABANDON,
            };
        for to in view_targets & real_targets {
            let captured = match (enemies.contains(to), view.may_capture_on(to)) {
                _ if view.goal(them) == Some(to) => WINNING,
                (true, true) => CAPTURE,
                (true, false) => BLIND_CAPTURE,
                (false, _) => 1.0,
            };
            list.push(Outcome {
                played: Move::new(from, to, goal),
                weight: kind_weight * captured,
            });
        }
        for to in view_targets - real_targets {
            let intent = Intent { kind, played: Move::new(from, to, goal), path: None };
            let resolution = resolve(position, map, &intent).played;
            if resolution.to() == from {
                stay(resolution, kind_weight);
            } else {
                add(list, resolution, kind_weight);
            }
        }
        if !unseen.is_empty() && matches!(kind, Kind::Swift | Kind::Fencer) {
            let block = Block { from, view_targets, real_targets, unseen };
            if block.halts_at_once() {
                stay(Move::new(from, from, goal), NAMED_PATH);
            }
            if kind == Kind::Swift {
                let blocked = position.occupied(us)
                    | enemies
                    | position.zone(them)
                    | goals(position)
                    | from.set();
                for step in board::neighbours(from) - blocked {
                    if block.halts_after(step) {
                        add(list, Move::new(from, step, goal), NAMED_PATH);
                    }
                }
            }
        }
    });
    if let Some((played, weight)) = unchanged {
        list.push(Outcome { played, weight });
    }
}

/// Adds an outcome, or its weight to an equal one.
fn add(list: &mut Vec<Outcome>, played: Move, weight: f32) {
    match list.iter_mut().find(|outcome| outcome.played == played) {
        Some(outcome) => outcome.weight += weight,
        None => list.push(Outcome { played, weight }),
    }
}

fn goals(position: &Position) -> CellSet {
    let both = [position.turn(), !position.turn()];
    both.into_iter().filter_map(|side| position.goal(side)).collect()
}

/// The obstacles of the side to move that it does not see.
fn unseen_obstacles(position: &Position, view: &BoardView) -> CellSet {
    let them = !position.turn();
    let goal = position.goal(them).map_or(CellSet::EMPTY, Cell::set);
    let obstacles = position.occupied(them) | goal | position.zone(them);
    let identified: CellSet = view.identified(them).map(|(_, cell)| cell).collect();
    let seen_goal = view.goal(them).map_or(CellSet::EMPTY, Cell::set);
    obstacles - identified - seen_goal - view.neutrals(them) - view.zone(them)
}

/// A warrior that may take any path, and the unseen obstacles.
struct Block {
    from: Cell,
    /// The targets in its view, and the real ones.
    view_targets: CellSet,
    real_targets: CellSet,
    unseen: CellSet,
}

impl Block {
    /// Whether the warrior can name a path whose first step is blocked.
    fn halts_at_once(&self) -> bool {
        (board::neighbours(self.from) & self.unseen).into_iter().any(|obstacle| {
            (board::neighbours(obstacle) - self.from.set()).meets(self.view_targets)
        })
    }

    /// Whether the warrior can name a path that is blocked after this first step.
    fn halts_after(&self, step: Cell) -> bool {
        (board::neighbours(step) & (self.unseen - self.from.set())).into_iter().any(|obstacle| {
            let beyond = board::neighbours(obstacle) - step.set() - self.from.set();
            (self.view_targets - self.real_targets).contains(obstacle)
                || beyond.meets(self.view_targets)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heterodox_rules::SplitMix64;
    use heterodox_rules::clouded::generate;
    use heterodox_rules::klinzha::{QUICK_STARTS, Side, quick_start};
    use std::collections::BTreeSet;

    /// Every intent, with every path that can be named, resolved.
    fn slowly(position: &Position, map: &CloudMap) -> BTreeSet<u64> {
        let view = BoardView::of(position, map, Some(position.turn()));
        let mut keys = BTreeSet::new();
        for intent in view.intents() {
            keys.insert(resolve(position, map, &intent).apply(position).zobrist());
            for path in view.paths(&intent) {
                let named = Intent { path: Some(path), ..intent.clone() };
                keys.insert(resolve(position, map, &named).apply(position).zobrist());
            }
        }
        keys
    }

    #[test]
    fn outcomes_are_those_of_all_intents_with_all_paths() {
        let mut list = Vec::new();
        for seed in 0..60 {
            let mut random = SplitMix64::new(seed);
            let map = if seed % 3 == 0 { CloudMap::BLIND } else { generate(seed) };
            let name = random.pick(&QUICK_STARTS).expect("quick starts");
            let mut position = quick_start(name).expect("a position");
            for _ in 0..60 {
                outcomes(&position, &map, &mut list);
                let keys: Vec<u64> = list
                    .iter()
                    .map(|outcome| position.after_unchecked(outcome.played).zobrist())
                    .collect();
                let quickly: BTreeSet<u64> = keys.iter().copied().collect();
                assert_eq!(quickly.len(), keys.len(), "nothing comes twice: {position}");
                assert_eq!(quickly, slowly(&position, &map), "{position} under {map}");
                let Some(outcome) = random.pick(&list) else { break };
                position.play_unchecked(outcome.played);
                if position.winner().is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn an_enemy_that_can_capture_a_visible_goal_is_believed_to_capture_it() {
        let text = "1/3/5/7/9/11/3Vl+8/15/8L+8 gold 0 1";
        let position: Position = text.parse().expect("a position");
        let mut list = Vec::new();
        outcomes(&position, &CloudMap::CLEAR, &mut list);
        let total: f32 = list.iter().map(|outcome| outcome.weight).sum();
        let goal = position.goal(Side::Green).expect("a Goal");
        let taking = list.iter().filter(|outcome| outcome.played.to() == goal);
        let taking: f32 = taking.map(|outcome| outcome.weight).sum();
        assert!(taking > 0.9 * total, "{taking} of {total}");
    }
}

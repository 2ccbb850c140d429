//! What the side to move could do to a position: every way in which the umpire could carry out any of its intents.
//!
//! Most intents end where they aim, and nearly all halts end where another warrior's plain move would end too. So the plain
//! moves come from the tables of the open game, and only halts are resolved. A named path matters in two cases only, as every
//! other halt on it is a plain move: a warrior that stays where it is, and a Swift that is halted after one step.

use heterodox_rules::clouded::{BoardView, CloudMap, Intent, resolve};
use heterodox_rules::klinzha::{GoalAction, Kind, Move, Position, board};
use heterodox_rules::{Cell, CellSet};

/// How likely plies are, compared with a Vanguard's step: by kind, then by what is captured or done with the Goal. Rounded from games
/// of the player with itself and of the one before it (`--example clouded_truth`).
const HABITS: [f32; 6] = [0.4, 1.2, 0.8, 1.0, 0.6, 0.7];
/// Capturing what is seen, capturing what is not, and taking a Goal that is seen.
const CAPTURE: f32 = 8.0;
const BY_CHANCE: f32 = 4.0;
const WINNING: f32 = 1000.0;
/// Naming a path to be halted.
const NAMED: f32 = 0.3;
/// Carrying the Goal about, and leaving it behind.
const CARRY: f32 = 0.4;
const ABANDON: f32 = 0.02;

/// Something that the side to move can bring about.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// What truly happens; from and to are the same where nothing does.
    pub played: Move,
    /// How likely it is compared with the others.
    pub weight: f32,
}

/// Fills `list` with everything that the side to move could bring about.
pub fn outcomes(position: &Position, map: &CloudMap, list: &mut Vec<Outcome>) {
    list.clear();
    let us = position.turn();
    let them = !us;
    let sight = BoardView::of(position, map, Some(us));
    let truly = position.targets(us);
    let unseen = unseen_obstacles(position, &sight);
    let prey = position.occupied(them);
    // Everything that leaves the position as it is.
    let mut still: Option<(Move, f32)> = None;
    let mut stay = |played: Move, weight: f32| {
        let entry =
            still.get_or_insert((Move::new(played.from(), played.from(), GoalAction::Plain), 0.0));
        entry.1 += weight;
    };
    sight.for_each_target(|kind, from, believed, goal| {
        let open =
            truly.iter().find(|entry| entry.1 == from).map_or(CellSet::EMPTY, |entry| entry.2);
        let habit = HABITS[kind as usize]
            * match goal {
                GoalAction::Plain => 1.0,
                GoalAction::Carry => CARRY,
                GoalAction::Abandon => ABANDON,
            };
        for to in believed & open {
            let captured = match (prey.contains(to), sight.may_capture_on(to)) {
                _ if sight.goal(them) == Some(to) => WINNING,
                (true, true) => CAPTURE,
                (true, false) => BY_CHANCE,
                (false, _) => 1.0,
            };
            list.push(Outcome { played: Move::new(from, to, goal), weight: habit * captured });
        }
        for to in believed - open {
            let intent = Intent { kind, played: Move::new(from, to, goal), path: None };
            let end = resolve(position, map, &intent).played;
            if end.to() == from {
                stay(end, habit);
            } else {
                add(list, end, habit);
            }
        }
        if !unseen.is_empty() && matches!(kind, Kind::Swift | Kind::Fencer) {
            let block = Block { from, believed, open, unseen };
            if block.halts_at_once() {
                stay(Move::new(from, from, goal), NAMED);
            }
            if kind == Kind::Swift {
                let shut = position.occupied(us)
                    | prey
                    | position.zone(them)
                    | goals(position)
                    | from.set();
                for step in board::neighbours(from) - shut {
                    if block.halts_after(step) {
                        add(list, Move::new(from, step, goal), NAMED);
                    }
                }
            }
        }
    });
    if let Some((played, weight)) = still {
        list.push(Outcome { played, weight });
    }
}

/// Adds to what is listed already, so that nothing is listed twice.
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

/// What bars the way of the side to move and is not seen to.
fn unseen_obstacles(position: &Position, sight: &BoardView) -> CellSet {
    let them = !position.turn();
    let goal = position.goal(them).map_or(CellSet::EMPTY, Cell::set);
    let bars = position.occupied(them) | goal | position.zone(them);
    let recognised: CellSet = sight.identified(them).map(|(_, cell)| cell).collect();
    let seen_goal = sight.goal(them).map_or(CellSet::EMPTY, Cell::set);
    bars - recognised - seen_goal - sight.neutrals(them) - sight.zone(them)
}

/// A warrior that goes any way, and what bars its way unseen.
struct Block {
    from: Cell,
    /// Where it may mean to go, and where it can truly go.
    believed: CellSet,
    open: CellSet,
    unseen: CellSet,
}

impl Block {
    /// Whether a path may be named whose first step is barred.
    fn halts_at_once(&self) -> bool {
        (board::neighbours(self.from) & self.unseen)
            .into_iter()
            .any(|barred| (board::neighbours(barred) - self.from.set()).meets(self.believed))
    }

    /// Whether a path may be named on which the first step is the last that can be made.
    fn halts_after(&self, step: Cell) -> bool {
        (board::neighbours(step) & (self.unseen - self.from.set())).into_iter().any(|barred| {
            let beyond = board::neighbours(barred) - step.set() - self.from.set();
            (self.believed - self.open).contains(barred) || beyond.meets(self.believed)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use heterodox_rules::clouded::generate;
    use heterodox_rules::klinzha::{QUICK_STARTS, Side, quick_start};
    use std::collections::BTreeSet;

    /// Every intent, with every path that may be named, carried out.
    fn slowly(position: &Position, map: &CloudMap) -> BTreeSet<u64> {
        let sight = BoardView::of(position, map, Some(position.turn()));
        let mut keys = BTreeSet::new();
        for intent in sight.intents() {
            keys.insert(resolve(position, map, &intent).apply(position).zobrist());
            for path in sight.paths(&intent) {
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
            let mut random = Random::new(seed);
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
    fn whoever_could_take_a_goal_in_sight_is_not_believed_to_do_anything_else() {
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

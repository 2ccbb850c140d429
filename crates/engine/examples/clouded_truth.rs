//! Lets the player of clouded Klin Zha play against itself, compares its belief with the true
//! position, and fits the weights of outcomes.
//!
//! ```text
//! cargo run --release -p heterodox-engine --example clouded_truth -- \
//!     [GAMES] [LIMIT] [SEED] [maps|blind]
//! ```
//!
//! `LIMIT` is a time (`50ms`) or a number of nodes. For each sixteen plies it prints the
//! probability of the enemy Goal's true cell, the mean of its negative logarithm in nats (less is
//! better), the entropy of the Goal in bits, and the same logarithm for the piece on a cell under a
//! cloud. Then, for each class of outcome, in how many plies it was possible and played, and the
//! weight that predicts the plies best, beside the one in `clouded/outcomes.rs`; a Vanguard's step
//! has 1.

use heterodox_engine::clouded::{Belief, History, Outcome, ParticleLimits, outcomes};
use heterodox_engine::{Level, SearchLimit, SplitMix64, player};
use heterodox_rules::clouded::full_information::FullInformationGame;
use heterodox_rules::clouded::{BoardView, CloudMap, Cover};
use heterodox_rules::klinzha::{GoalAction, Position, board};
use heterodox_rules::{Options, Setting, Start, Turn, Viewer};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The plies of a stage, and the number of stages; the last one holds all later plies.
const PLIES: usize = 16;
const STAGES: usize = 8;
/// The rounds of iterative scaling.
const ROUNDS: usize = 200;
/// The class with weight 1: a Vanguard's step.
const STEP: &str = "V";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut argument = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let games: u64 = argument("10").parse()?;
    let limit = argument("50ms");
    let limit = match limit.strip_suffix("ms") {
        Some(millis) => SearchLimit::time(Duration::from_millis(millis.parse()?)),
        None => SearchLimit::nodes(limit.parse()?),
    };
    let seed: u64 = argument("1").parse()?;
    let blind = argument("maps") == "blind";
    let mut stages = [Stage::default(); STAGES];
    let mut counts = OutcomeCounts::default();
    for game in 0..games {
        let random = SplitMix64::with_stream(seed, game);
        one_game(random, blind, &limit, &mut stages, &mut counts)?;
    }
    for (index, stage) in stages.iter().enumerate() {
        stage.show(index * PLIES);
    }
    counts.show();
    Ok(())
}

fn one_game(
    mut random: SplitMix64,
    blind: bool,
    limit: &SearchLimit,
    stages: &mut [Stage],
    counts: &mut OutcomeCounts,
) -> Result<(), Box<dyn Error>> {
    let mut options = Options::default();
    let map = random.below(1 << 30);
    options.set(&if blind { "clouds=blind".to_owned() } else { format!("seed={map}") })?;
    let mut game = FullInformationGame::open(&Setting { options, start: Start::Setup })?;
    let mut players = Vec::new();
    for _ in 0..2 {
        players.push(player("clouded-klinzha", Level::FULL, random.next_u64()).ok_or("no player")?);
    }
    let mut beliefs: [Option<Belief>; 2] = [None, None];
    let never = AtomicBool::new(false);
    let mut plies = 0;
    loop {
        let seat = match game.turn() {
            Turn::Over(_) => return Ok(()),
            Turn::Throw(request) => {
                let faces: Vec<u8> = (0..request.dice)
                    .map(|_| 1 + random.below(request.faces.into()) as u8)
                    .collect();
                game.throw(&faces)?;
                continue;
            }
            Turn::Seats(seats) => seats[0],
        };
        let viewer = Viewer::Seat(seat);
        let (scene, frames) = (game.scene(viewer), game.observed_frames(viewer));
        let choice = players[seat.index()].choose(&scene, &frames, limit, &never)?;
        let before = game.position().filter(|_| scene.phase == "play").cloned();
        game.step(seat, &choice.text)?;
        let Some(before) = before else { continue };
        let history = History::read(before.turn(), &frames).ok_or("no views")?;
        let belief = match beliefs[before.turn() as usize].take() {
            Some(belief) => belief.follow(&history),
            None => Belief::of(&history, ParticleLimits::of(Level::FULL)),
        };
        let map = history.states.last().ok_or("no state")?.map;
        stages[(plies / PLIES).min(STAGES - 1)].note(&belief, &before, &map);
        beliefs[before.turn() as usize] = Some(belief);
        if let Some(after) = game.position() {
            counts.note(&before, after, &map);
        }
        plies += 1;
    }
}

/// The sums of some plies.
#[derive(Clone, Copy, Default)]
struct Stage {
    beliefs: f64,
    right: f64,
    goal_loss: f64,
    bits: f64,
    cells: f64,
    cell_loss: f64,
}

impl Stage {
    fn note(&mut self, belief: &Belief, truth: &Position, map: &CloudMap) {
        let (us, them) = (truth.turn(), !truth.turn());
        let Some(goal) = truth.goal(them) else { return };
        let mut goals = [0.0; board::CELLS];
        let mut stands = [0.0; board::CELLS];
        for (position, weight) in belief.weighted() {
            if let Some(goal) = position.goal(them) {
                goals[goal.index()] += weight;
            }
            for cell in position.occupied(them) {
                stands[cell.index()] += weight;
            }
        }
        let loss = |share: f64| -(0.99 * share + 0.01 / board::CELLS as f64).ln();
        self.beliefs += 1.0;
        self.right += goals[goal.index()];
        self.goal_loss += loss(goals[goal.index()]);
        self.bits += goals.iter().map(|share| -share * share.max(1e-9).log2()).sum::<f64>();
        for cell in board::ALL.into_iter().filter(|&cell| map.cover(cell) == Cover::Under) {
            if !truth.occupied(us).contains(cell) {
                let there = stands[cell.index()];
                let right = if truth.occupied(them).contains(cell) { there } else { 1.0 - there };
                self.cells += 1.0;
                self.cell_loss += loss(right);
            }
        }
    }

    fn show(&self, first: usize) {
        if self.beliefs > 0.0 {
            println!(
                "plies from {first:3}: {:5} beliefs, Goal {:.3}, loss {:.3}, {:.2} bits; cells, loss {:.4}",
                self.beliefs,
                self.right / self.beliefs,
                self.goal_loss / self.beliefs,
                self.bits / self.beliefs,
                self.cell_loss / f64::max(self.cells, 1.0),
            );
        }
    }
}

/// The possible outcomes of a ply by class: their number and their summed weight.
type Classes = BTreeMap<String, (usize, f64)>;

/// What was played, and what was possible.
#[derive(Default)]
struct OutcomeCounts {
    plies: Vec<(String, Classes)>,
}

impl OutcomeCounts {
    fn note(&mut self, before: &Position, after: &Position, map: &CloudMap) {
        let mut list = Vec::new();
        outcomes(before, map, &mut list);
        let view = BoardView::of(before, map, Some(before.turn()));
        let mut classes = Classes::new();
        for outcome in &list {
            let entry = classes.entry(class(before, &view, *outcome)).or_default();
            entry.0 += 1;
            entry.1 += f64::from(outcome.weight);
        }
        let played =
            list.iter().find(|o| before.after_unchecked(o.played).zobrist() == after.zobrist());
        if let Some(played) = played {
            self.plies.push((class(before, &view, *played), classes));
        }
    }

    /// Iterative scaling: each class's factor grows until it is foretold as often as it came.
    fn show(&self) {
        let mut factors: BTreeMap<&str, f64> = BTreeMap::new();
        let mut losses = Vec::new();
        for _ in 0..ROUNDS {
            let mut foretold: BTreeMap<&str, f64> = BTreeMap::new();
            let mut played: BTreeMap<&str, f64> = BTreeMap::new();
            let mut loss = 0.0;
            for (chosen, classes) in &self.plies {
                let weight = |class: &str, weight: f64| factors.get(class).unwrap_or(&1.0) * weight;
                let total: f64 = classes.iter().map(|(class, (_, w))| weight(class, *w)).sum();
                for (class, (_, w)) in classes {
                    *foretold.entry(class).or_default() += weight(class, *w) / total;
                }
                *played.entry(chosen).or_default() += 1.0;
                loss -= (weight(chosen, classes[chosen].1) / total).ln();
            }
            losses.push(loss / self.plies.len().max(1) as f64);
            for (class, foretold) in foretold {
                let played = played.get(class).copied().unwrap_or_default();
                *factors.entry(class).or_insert(1.0) *= (played + 0.5) / (foretold + 0.5);
            }
        }
        let ends = losses.first().zip(losses.last());
        if let Some((first, last)) = ends {
            println!("a ply's class: loss {first:.3}, with weights that fit {last:.3}");
        }
        let mean = |class: &str| {
            let found = self.plies.iter().filter_map(|(_, classes)| classes.get(class));
            let (count, weight) = found.fold((0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            weight / f64::from(u32::try_from(count).unwrap_or(1).max(1))
        };
        let step = factors.get(STEP).copied().unwrap_or(1.0) * mean(STEP);
        for (class, factor) in &factors {
            let could =
                self.plies.iter().filter(|(_, classes)| classes.contains_key(*class)).count();
            let was = self.plies.iter().filter(|(chosen, _)| chosen == class).count();
            let now = mean(class);
            println!(
                "{class:24} {was:5} of {could:5}; has {now:8.3}, fits {:8.3}",
                factor * now / step
            );
        }
    }
}

/// The class of an outcome: the kind, the way of the Goal, the capture.
fn class(position: &Position, view: &BoardView, outcome: Outcome) -> String {
    let (us, them) = (position.turn(), !position.turn());
    let (from, to) = (outcome.played.from(), outcome.played.to());
    let kind = position.kind(us, from).map_or("", |kind| kind.code());
    let goal = match outcome.played.goal() {
        GoalAction::Plain => "",
        GoalAction::Carry => " carries",
        GoalAction::Abandon => " abandons",
    };
    let end = if from == to {
        " stays"
    } else if position.goal(them) == Some(to) {
        if view.goal(them) == Some(to) { " x seen Goal" } else { " x Goal" }
    } else if position.occupied(them).contains(to) {
        if view.may_capture_on(to) { " x seen" } else { " x" }
    } else {
        ""
    };
    format!("{kind}{goal}{end}")
}

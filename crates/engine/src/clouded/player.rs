//! The player of the clouded game.

use super::seen::own_side;
use super::setup::Setter;
use super::think::Thinker;
use super::{Belief, GAME, History, Limits};
use crate::{Budget, Choice, Info, Level, Player, PlayerError, Random};
use heterodox_rules::{Frame, Refusal, Scene};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;
/// A draw is welcome to a side that stands worse than this.
const WORSE: i32 = -60;
/// And, if nothing is captured for so many plies, to a side that stands no better than this.
const QUIET_FOR_LONG: u32 = 80;
const LEVEL_ENOUGH: i32 = 60;

/// Plays clouded and blind Klin Zha at a level.
pub struct CloudedPlayer {
    level: Level,
    seed: u64,
    /// Made when it is first needed: its table is large.
    thinker: Option<Thinker>,
    /// The belief of the last call: it is taken up again if the next frames go on from there, and gives what the frames alone
    /// would give.
    belief: Option<Belief>,
}

impl CloudedPlayer {
    /// A player that varies by `seed`.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self { level, seed, thinker: None, belief: None }
    }

    /// What the frames tell.
    fn remember(&mut self, scene: &Scene, frames: &[Frame]) -> Option<History> {
        let history = History::read(own_side(scene)?, frames)?;
        let belief = match self.belief.take() {
            Some(belief) => belief.follow(&history),
            None => Belief::of(&history, Limits::of(self.level)),
        };
        self.belief = Some(belief);
        Some(history)
    }

    fn random(&self, history: &History) -> Random {
        let print = history.moments.last().map_or(0, |moment| moment.print);
        Random::mixed(self.seed, print)
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let Some(history) = self.remember(scene, frames) else {
            let refusal = Refusal::new("bad-view", "the frames are no views of this side");
            return Err(PlayerError::BadPosition(refusal));
        };
        let mut random = self.random(&history);
        let Some(belief) = &self.belief else { return Ok(None) };
        let thinker = self.thinker.get_or_insert_with(Thinker::new);
        let thought =
            thinker.choose(&history, belief, self.level, budget, (begin, stop), &mut random);
        Ok(thought.map(|thought| {
            let text = thought.intent.to_string();
            let info = Info {
                score: thought.score,
                depth: thought.depth,
                nodes: thought.nodes,
                pv: vec![text.clone()],
            };
            Choice { text, info: Some(info) }
        }))
    }
}

impl Player for CloudedPlayer {
    fn choose(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        if scene.game != GAME {
            return Err(PlayerError::OtherGame { expected: GAME, found: scene.game.to_owned() });
        }
        if scene.choices.is_empty() {
            return Err(PlayerError::NothingToSubmit { phase: scene.phase.to_owned() });
        }
        if scene.phase != "play" {
            return Setter::new(self.level, self.seed).choose(scene, frames, budget, stop);
        }
        if let Some(choice) = self.play(scene, frames, budget, stop)? {
            return Ok(choice);
        }
        Ok(Choice::plain(scene.choices[0].text.clone()))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let Some(history) = self.remember(scene, frames) else { return false };
        let mut random = self.random(&history);
        let Some(belief) = &self.belief else { return false };
        let quiet = history.moments.last().map_or(0, |moment| moment.sight.quiet());
        let thinker = self.thinker.get_or_insert_with(Thinker::new);
        let worth = thinker.worth(belief, history.side, DRAW_NODES, &mut random);
        worth
            .is_some_and(|worth| worth < WORSE || (worth < LEVEL_ENOUGH && quiet >= QUIET_FOR_LONG))
    }
}

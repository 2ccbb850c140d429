//! The player of the clouded game.

use super::patience::Patience;
use super::setup::Setter;
use super::think::{DecisionRequest, Thinker};
use super::{Belief, GAME, History, Method, ParticleLimits, belief_cache};
use crate::klinzha::own_side;
use crate::{Choice, Info, Level, Player, PlayerError, Random, SearchLimit};
use heterodox_rules::{Frame, Refusal, Scene};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What the answer to a draw offer may cost.
const DRAW_NODES: u64 = 20_000;
/// A draw is welcome to a side that stands worse than this.
const WORSE: i32 = -60;
/// And, if nothing is captured for so many plies, to a side that stands no better than this.
const QUIET_FOR_LONG: u32 = 80;
const LEVEL_ENOUGH: i32 = 60;

/// What the answer to a draw offer may take.
const DRAW_TIME: Duration = Duration::from_millis(500);
/// The part of a move's time that remembering may take, and what it may take of any.
const REMEMBER: u32 = 2;
const REMEMBER_LEAST: Duration = Duration::from_millis(150);

/// Plays clouded and blind Klin Zha at a level.
///
/// It is made of a level and a seed, and is given scenes and frames:
///
/// ```
/// use heterodox_engine::clouded::{CloudedPlayer, Method};
/// use heterodox_engine::{Budget, Choice, Level, Player, PlayerError};
/// use heterodox_rules::{Frame, Scene};
/// use std::sync::atomic::AtomicBool;
///
/// let made: fn(Level, u64) -> CloudedPlayer = CloudedPlayer::new;
/// let asked: fn(&mut CloudedPlayer, &Scene, &[Frame], &Budget, &AtomicBool) -> Result<Choice, PlayerError> =
///     <CloudedPlayer as Player>::choose;
/// # let _ = (made, asked, Method::Mixed);
/// ```
///
/// The table with its truth is nothing that it takes:
///
/// ```compile_fail,E0308
/// use heterodox_engine::clouded::CloudedPlayer;
/// use heterodox_engine::{Budget, Level, Player};
/// use heterodox_rules::{Setting, Viewer, Seat, open};
/// use std::sync::atomic::AtomicBool;
///
/// let table = open("clouded-klinzha", &Setting::quick_start("north-west")).unwrap();
/// let frames = table.frames(Viewer::Seat(Seat::new(0)));
/// let mut player = CloudedPlayer::new(Level::FULL, 1);
/// player.choose(&table, &frames, &Budget::nodes(100), &AtomicBool::new(false));
/// ```
pub struct CloudedPlayer {
    level: Level,
    seed: u64,
    method: Method,
}

impl CloudedPlayer {
    /// A player that varies by `seed`.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self::with_method(level, seed, Method::Mixed)
    }

    /// One that chooses in another way, to compare.
    pub const fn with_method(level: Level, seed: u64, method: Method) -> Self {
        Self { level, seed, method }
    }

    /// What the frames tell and what follows from them, as far as there is time for the whole history; else what the present view
    /// allows, while what was worked out is kept for the next time.
    fn remember(
        &self,
        scene: &Scene,
        frames: &[Frame],
        patience: &Patience<'_>,
    ) -> Result<(History, Belief), PlayerError> {
        let history = own_side(scene).and_then(|side| History::read(side, frames));
        let Some(history) = history else {
            let refusal = Refusal::new("bad-view", "the frames are no views of this side");
            return Err(PlayerError::BadPosition(refusal));
        };
        let limits = ParticleLimits::of(self.level);
        let mut belief = belief_cache::recall(&history, limits)
            .unwrap_or_else(|| Belief::empty(&history, limits));
        let finished = belief.advance(&history, patience);
        if finished && !belief.is_empty() {
            return Ok((history, belief));
        }
        belief_cache::keep(belief);
        let glance = Belief::quick_sample(&history, limits);
        Ok((history, glance))
    }

    fn random(&self, history: &History) -> Random {
        let print = history.moments.last().map_or(0, |moment| moment.print);
        Random::mixed(self.seed, print)
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        budget: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let until = budget.time.map(|time| begin + (time / REMEMBER).max(REMEMBER_LEAST));
        let (history, belief) = self.remember(scene, frames, &Patience::new(stop, until))?;
        let mut random = self.random(&history);
        let mut thinker = Thinker::new();
        let question = DecisionRequest {
            history: &history,
            belief: &belief,
            level: self.level,
            method: self.method,
            budget: *budget,
            begin,
            stop,
        };
        let thought = thinker.choose(&question, &mut random);
        belief_cache::keep(belief);
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
        budget: &SearchLimit,
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
        if let Some(choice) = self.play(scene, frames, budget, stop)?
            && offered(scene, &choice.text)
        {
            return Ok(choice);
        }
        // The frames are not those of this scene.
        let capture = scene.choices.iter().find(|choice| choice.captures);
        Ok(Choice::plain(capture.unwrap_or(&scene.choices[0]).text.clone()))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let patience = Patience::new(&NEVER, Some(Instant::now() + DRAW_TIME));
        let Ok((history, belief)) = self.remember(scene, frames, &patience) else { return false };
        let mut random = self.random(&history);
        let quiet =
            history.moments.last().map_or(0, |moment| moment.board_view.plies_since_capture());
        let worth = Thinker::new().worth(&belief, history.side, DRAW_NODES, &mut random);
        belief_cache::keep(belief);
        worth
            .is_some_and(|worth| worth < WORSE || (worth < LEVEL_ENOUGH && quiet >= QUIET_FOR_LONG))
    }
}

/// Whether a scene offers an intent, with whatever path.
fn offered(scene: &Scene, text: &str) -> bool {
    let intent = text.split(" (").next();
    scene.choices.iter().any(|choice| Some(choice.text.as_str()) == intent)
}

/// A stop flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

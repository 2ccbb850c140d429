//! The player of the clouded game.

use super::deadline::Deadline;
use super::setup::SetupPlayer;
use super::think::{DecisionRequest, Thinker};
use super::{Belief, GAME, History, Method, ParticleLimits, belief_cache};
use crate::klinzha::own_side;
use crate::player::{DRAW_NODES, DrawPolicy, check_game};
use crate::{Choice, Info, Level, Player, PlayerError, Random, SearchLimit};
use heterodox_rules::{Frame, Refusal, Scene};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const DRAW_POLICY: DrawPolicy = DrawPolicy { losing_below: -60, equal_below: 60, quiet_plies: 80 };

/// What the answer to a draw offer may take.
const DRAW_TIME: Duration = Duration::from_millis(500);
/// The part of a move's time that remembering may take, and what it may take of any.
const BELIEF_TIME_PART: u32 = 2;
const MIN_BELIEF_TIME: Duration = Duration::from_millis(150);

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
/// let request: fn(&mut CloudedPlayer, &Scene, &[Frame], &Budget, &AtomicBool) -> Result<Choice, PlayerError> =
///     <CloudedPlayer as Player>::choose;
/// # let _ = (made, request, Method::Mixed);
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
/// let mut player = CloudedPlayer::new(Level::MAX_EVAL_UTILITY, 1);
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
    /// allows, while what was worked out is kept_intents for the next time.
    fn update_belief(
        &self,
        scene: &Scene,
        frames: &[Frame],
        deadline: &Deadline<'_>,
    ) -> Result<(History, Belief), PlayerError> {
        let history = own_side(scene).and_then(|side| History::read(side, frames));
        let Some(history) = history else {
            let refusal = Refusal::new("bad-view", "the frames are no views of this side");
            return Err(PlayerError::BadPosition(refusal));
        };
        let limits = ParticleLimits::of(self.level);
        let mut belief = belief_cache::recall(&history, limits)
            .unwrap_or_else(|| Belief::empty(&history, limits));
        let finished = belief.advance(&history, deadline);
        if finished && !belief.is_empty() {
            return Ok((history, belief));
        }
        belief_cache::keep(belief);
        let quick = Belief::quick_sample(&history, limits);
        Ok((history, quick))
    }

    fn random(&self, history: &History) -> Random {
        let fingerprint = history.states.last().map_or(0, |state| state.fingerprint);
        Random::mixed(self.seed, fingerprint)
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let until = limit.time.map(|time| begin + (time / BELIEF_TIME_PART).max(MIN_BELIEF_TIME));
        let (history, belief) = self.update_belief(scene, frames, &Deadline::new(stop, until))?;
        let mut random = self.random(&history);
        let mut thinker = Thinker::new();
        let request = DecisionRequest {
            history: &history,
            belief: &belief,
            level: self.level,
            method: self.method,
            limit: *limit,
            begin,
            stop,
        };
        let decision = thinker.choose(&request, &mut random);
        belief_cache::keep(belief);
        Ok(decision.map(|decision| {
            let text = decision.intent.to_string();
            let info = Info {
                score: decision.score,
                depth: decision.depth,
                nodes: decision.nodes,
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
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        check_game(scene, GAME)?;
        if scene.choices.is_empty() {
            return Err(PlayerError::NothingToSubmit { phase: scene.phase.to_owned() });
        }
        if scene.phase != "play" {
            return SetupPlayer::new(self.level, self.seed).choose(scene, frames, limit, stop);
        }
        if let Some(choice) = self.play(scene, frames, limit, stop)?
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
        let deadline = Deadline::new(&NEVER, Some(Instant::now() + DRAW_TIME));
        let Ok((history, belief)) = self.update_belief(scene, frames, &deadline) else {
            return false;
        };
        let mut random = self.random(&history);
        let quiet = history.states.last().map_or(0, |state| state.board_view.plies_since_capture());
        let value = Thinker::new().value_for(&belief, history.side, DRAW_NODES, &mut random);
        belief_cache::keep(belief);
        value.is_some_and(|value| DRAW_POLICY.accepts(value, quiet))
    }
}

/// Whether a scene offers an intent, with whatever path.
fn offered(scene: &Scene, text: &str) -> bool {
    let intent = text.split(" (").next();
    scene.choices.iter().any(|choice| Some(choice.text.as_str()) == intent)
}

/// A stop flag that nobody sets.
static NEVER: AtomicBool = AtomicBool::new(false);

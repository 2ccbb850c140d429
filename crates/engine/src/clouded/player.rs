//! The player of Clouded and Blind Klin Zha.

use super::setup::SetupPlayer;
use super::think::{DecisionRequest, Thinker};
use super::{Belief, DecisionMethod, GAME, History, ParticleLimits, belief_cache};
use crate::klinzha::own_side;
use crate::player::{DRAW_NODES, DrawPolicy, check_game};
use crate::search::Deadline;
use crate::{Choice, Info, Level, Player, PlayerError, SearchLimit, SplitMix64};
use heterodox_rules::{Frame, Refusal, Scene};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The conditions for accepting a draw; set by hand.
const DRAW_POLICY: DrawPolicy = DrawPolicy { losing_below: -60, equal_below: 60, quiet_plies: 80 };

/// The time limit of the answer to a draw offer.
const DRAW_TIME: Duration = Duration::from_millis(500);
/// The belief update may take one part in this many of a move's time, and at least
/// `MIN_BELIEF_TIME`.
const BELIEF_TIME_DIVISOR: u32 = 2;
const MIN_BELIEF_TIME: Duration = Duration::from_millis(150);

/// Plays clouded and blind Klin Zha at a level.
///
/// It is made of a level and a seed, and sees scenes and frames alone:
///
/// ```
/// use heterodox_engine::clouded::CloudedPlayer;
/// use heterodox_engine::{Choice, Level, Player, PlayerError, SearchLimit};
/// use heterodox_rules::{Frame, Scene};
/// use std::sync::atomic::AtomicBool;
///
/// type Choose = fn(
///     &mut CloudedPlayer,
///     &Scene,
///     &[Frame],
///     &SearchLimit,
///     &AtomicBool,
/// ) -> Result<Choice, PlayerError>;
/// let new: fn(Level, u64) -> CloudedPlayer = CloudedPlayer::new;
/// let choose: Choose = <CloudedPlayer as Player>::choose;
/// # let _ = (new, choose);
/// ```
///
/// It does not take the table, which holds the true position:
///
/// ```compile_fail,E0308
/// use heterodox_engine::clouded::CloudedPlayer;
/// use heterodox_engine::{Level, Player, SearchLimit};
/// use heterodox_rules::{Seat, Setting, Viewer, open};
/// use std::sync::atomic::AtomicBool;
///
/// let table = open("clouded-klinzha", &Setting::quick_start("north-west")).unwrap();
/// let frames = table.frames(Viewer::Seat(Seat::new(0)));
/// let mut player = CloudedPlayer::new(Level::FULL, 1);
/// player.choose(&table, &frames, &SearchLimit::nodes(100), &AtomicBool::new(false));
/// ```
pub struct CloudedPlayer {
    level: Level,
    seed: u64,
    method: DecisionMethod,
}

impl CloudedPlayer {
    /// A player; `seed` varies its setup and its choices.
    pub const fn new(level: Level, seed: u64) -> Self {
        Self::with_method(level, seed, DecisionMethod::Mixed)
    }

    /// A player with another method of choosing, to compare.
    pub const fn with_method(level: Level, seed: u64, method: DecisionMethod) -> Self {
        Self { level, seed, method }
    }

    /// The history and the belief that follows from it. If there is no time for the whole history,
    /// a sample of the present view; the unfinished belief is cached for the next move.
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

    fn random(&self, history: &History) -> SplitMix64 {
        let fingerprint = history.states.last().map_or(0, |state| state.fingerprint);
        SplitMix64::with_stream(self.seed, fingerprint)
    }

    fn play(
        &mut self,
        scene: &Scene,
        frames: &[Frame],
        limit: &SearchLimit,
        stop: &AtomicBool,
    ) -> Result<Option<Choice>, PlayerError> {
        let begin = Instant::now();
        let time = limit.time.map(|time| (time / BELIEF_TIME_DIVISOR).max(MIN_BELIEF_TIME));
        let deadline = Deadline::new(begin, &SearchLimit { time, ..SearchLimit::default() }, stop);
        let (history, belief) = self.update_belief(scene, frames, &deadline)?;
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
        // The frames do not belong to this scene.
        let capture = scene.choices.iter().find(|choice| choice.captures);
        Ok(Choice::plain(capture.unwrap_or(&scene.choices[0]).text.clone()))
    }

    fn accepts_draw(&mut self, scene: &Scene, frames: &[Frame]) -> bool {
        if scene.game != GAME || scene.phase != "play" {
            return false;
        }
        let never = AtomicBool::new(false);
        let deadline = Deadline::new(Instant::now(), &SearchLimit::time(DRAW_TIME), &never);
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

/// Whether a scene offers an intent, with any path.
fn offered(scene: &Scene, text: &str) -> bool {
    let intent = text.split(" (").next();
    scene.choices.iter().any(|choice| Some(choice.text.as_str()) == intent)
}

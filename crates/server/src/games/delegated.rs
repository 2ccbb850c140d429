//! A computer's choice that a worker on another machine may make. It gets what the seat may know,
//! and no id of the game or of a person.

use crate::pool::{JobContext, Remote, Verdict};
use heterodox_engine::{Info, Level, SearchLimit};
use heterodox_host::{Duty, DutyKind, Game};
use heterodox_rules::Scene;
use heterodox_wire::{Chosen, WorkerAnswer, WorkerTask};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What a worker has decided.
pub(super) enum Decision {
    /// To submit a text, which is one of the choices of the scene.
    Submit(String, Option<Info>),
    /// Whether to accept an offered draw.
    AnswerDraw(bool),
}

/// Takes a decision, with the scene that the worker got.
type Decide = dyn Fn(Decision, &Scene) + Send + Sync;

/// A choice that a worker may make.
pub(super) struct Delegated {
    game: Arc<Game>,
    duty: Duty,
    /// The limit of the search, from the number of queued jobs of the same caller.
    limit: fn(Level, usize) -> SearchLimit,
    /// Set when no task waits for the choice any more.
    stop: Arc<AtomicBool>,
    decide: Box<Decide>,
    /// The scene that the worker got.
    scene: OnceLock<Scene>,
}

impl Delegated {
    /// What a worker may choose in place of a thread.
    pub(super) fn remote(
        game: Arc<Game>,
        duty: Duty,
        limit: fn(Level, usize) -> SearchLimit,
        stop: Arc<AtomicBool>,
        decide: impl Fn(Decision, &Scene) + Send + Sync + 'static,
    ) -> Arc<dyn Remote> {
        let (decide, scene) = (Box::new(decide), OnceLock::new());
        Arc::new(Self { game, duty, limit, stop, decide, scene })
    }
}

impl Remote for Delegated {
    fn game(&self) -> &str {
        &self.game.opening().game
    }

    fn is_wanted(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    fn task(&self, context: &JobContext<'_>) -> WorkerTask {
        let (scene, frames) = self.duty.view(&self.game);
        let scene = Box::new(self.scene.get_or_init(|| scene).clone());
        let level = self.duty.level;
        match self.duty.kind {
            DutyKind::AnswerDraw => WorkerTask::AnswerDraw { level, scene, frames },
            DutyKind::Act => {
                let limit = (self.limit)(level, context.queued_by_caller()).into();
                WorkerTask::Choose { level, limit, scene, frames }
            }
        }
    }

    fn accept(&self, answer: WorkerAnswer) -> Verdict {
        let Some(scene) = self.scene.get() else { return Verdict::Wrong };
        let decision = match (self.duty.kind, answer) {
            (DutyKind::Act, WorkerAnswer::Chosen(Chosen { text, info }))
                if scene.choices.iter().any(|choice| choice.text == text) =>
            {
                Decision::Submit(text, info)
            }
            (DutyKind::AnswerDraw, WorkerAnswer::Draw(accepts)) => Decision::AnswerDraw(accepts),
            _ => return Verdict::Wrong,
        };
        (self.decide)(decision, scene);
        Verdict::Done
    }
}

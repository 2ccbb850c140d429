//! A computer's choice that a worker on another machine may make. It gets what the seat may know,
//! and no id of the game or of a person.

use crate::pool::{JobContext, Remote, Verdict};
use heterodox_engine::{Info, Level, SearchLimit};
use heterodox_host::{Duty, DutyKind, Game};
use heterodox_rules::Scene;
use heterodox_wire::{Chosen, WorkerAnswer, WorkerTask};
use std::sync::{Arc, OnceLock};

/// What a worker has decided.
pub(super) enum Decision {
    /// To submit a text, which is one of the choices of the scene.
    Submit(String, Option<Info>),
    /// Whether to accept an offered draw.
    AnswerDraw(bool),
}

/// A choice that a worker may make.
pub(super) struct Delegated {
    pub(super) game: Arc<Game>,
    pub(super) duty: Duty,
    /// The limit of the search, from the number of queued jobs of the same caller.
    pub(super) limit: fn(Level, usize) -> SearchLimit,
    /// Whether anybody still waits for the choice.
    pub(super) is_wanted: Box<dyn Fn() -> bool + Send + Sync>,
    /// Takes the decision, with the scene that the worker got.
    pub(super) decide: Box<dyn Fn(Decision, &Scene) + Send + Sync>,
    /// The scene that the worker got.
    pub(super) scene: OnceLock<Scene>,
}

impl Remote for Delegated {
    fn game(&self) -> &str {
        &self.game.opening().game
    }

    fn is_wanted(&self) -> bool {
        (self.is_wanted)()
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

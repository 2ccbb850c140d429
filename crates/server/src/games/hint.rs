//! Hints: what a strong player would do on a seat, given what this seat may know.
//!
//! A person gets hints only if all other seats are computers or its own. The game's log counts the
//! hints of each seat, and the count is public.

use super::delegated::{Decision, Delegated};
use super::{Service, ServiceError};
use crate::pool::{Caller, JobContext, Pool, PoolConfig, Reply};
use heterodox_engine::{Choice, Level, PlayerError};
use heterodox_host::{Duty, DutyKind, PerspectiveRequest, Transaction, UserId};
use heterodox_rules::{Scene, Viewer};
use heterodox_wire::Hint;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most queued hints.
const MAX_QUEUED: usize = 16;
/// The most hints of one address, queued or running.
const MAX_PER_CALLER: usize = 4;
/// The niceness of the hints' thread: the same as the computers'.
const NICENESS: i32 = 5;

/// The worker pool of the hints, apart from those of computers and analysis, so that none waits for
/// another.
pub(super) fn pool() -> Pool {
    Pool::new(PoolConfig {
        name: "hints",
        workers: NonZeroUsize::MIN,
        max_queued: MAX_QUEUED,
        max_per_caller: MAX_PER_CALLER,
        niceness: NICENESS,
    })
}

impl Service {
    /// A hint for a person, with the requested perspective. It counts to the share of `address`.
    pub(crate) async fn hint(
        self: &Arc<Self>,
        id: &str,
        user: UserId,
        wanted: Option<PerspectiveRequest>,
        address: Option<IpAddr>,
    ) -> Result<Hint, ServiceError> {
        let live = self.visible_game(id, Some(user), None, address).await?;
        let game = live.snapshot().game.clone();
        let seat = game.hint_seat(user, wanted)?;
        let version = game.version(Viewer::Seat(seat));
        let _guard = live.start_hint(seat).ok_or(ServiceError::HintBusy)?;
        let no_player =
            || ServiceError::Broken(format!("no computer player for {}", game.opening().game));
        let player = self.environment.player(&game.opening().game, Level::FULL);
        let mut player = player.ok_or_else(no_player)?;
        let duty = Duty { seat, level: Level::FULL, kind: DutyKind::Act };
        let searched = game.clone();
        let here = move |context: &JobContext<'_>| {
            let (scene, frames) = duty.view(&searched);
            let limit = Level::FULL.default_limit();
            let choice = player.choose(&scene, &frames, &limit, context.stop);
            choice.map(|choice| (choice, scene))
        };
        let elsewhere = |reply: Reply<Result<(Choice, Scene), PlayerError>>| {
            let limit = |level: Level, _| level.default_limit();
            Some(Delegated::remote(
                game.clone(),
                duty,
                limit,
                Arc::default(),
                move |made, scene| {
                    if let Decision::Submit(text, info) = made {
                        reply.send(Ok((Choice { text, info }, scene.clone())));
                    }
                },
            ))
        };
        let caller = address.map(Caller::Address);
        let thought = self.hints.run_anywhere(caller, here, elsewhere);
        let thought = thought.await.map_err(|_| ServiceError::HintBusy)?;
        let failed = |what: &str| ServiceError::Broken(format!("the engine has no hint: {what}"));
        let (choice, scene) = thought
            .ok_or_else(|| failed("it died"))?
            .map_err(|error| failed(&error.to_string()))?;
        let note =
            move |transaction: &mut Transaction<'_>| Ok(transaction.take_hint(seat, version)?);
        let ((), changed) = self.change(&live, note).await?;
        Ok(suggestion(choice, &scene, changed.game.version(Viewer::Seat(seat))))
    }
}

/// The hint of a choice in a scene.
fn suggestion(choice: Choice, scene: &Scene, version: u64) -> Hint {
    let Choice { text, info } = choice;
    let listed = scene.choices.iter().find(|listed| listed.text == text);
    let (score, pv) = info.map_or((None, Vec::new()), |info| (Some(info.score), info.pv));
    Hint {
        from: listed.and_then(|listed| listed.from.clone()),
        to: listed.and_then(|listed| listed.to.clone()),
        text,
        pv,
        score,
        version,
    }
}

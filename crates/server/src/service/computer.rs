//! The computer players: they move when it is their turn and answer draw offers.
//!
//! Searches run in a worker pool of their own, which leaves one core to the async runtime. Hints
//! and analysis have other pools. A computer keeps no state of a game between two acts, so it goes
//! on after a restart.

use super::event::{self, Event};
use super::game::Game;
use super::live_game::LiveGame;
use super::transaction::Transaction;
use super::{Service, ServiceError};
use crate::pool::{Caller, Pool, PoolConfig, SubmitError, spare_cores};
use heterodox_engine::{Level, Player, SearchLimit};
use heterodox_rules::{Act, ChoiceKind, Seat, Viewer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The delay before a retry after the store or the pool has refused.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// The most queued moves. Beyond them a computer retries after [`RETRY_DELAY`].
const MAX_QUEUED: usize = 1000;
/// The most of them for one address or guest.
const MAX_PER_CALLER: usize = 250;
/// With this number of queued moves per thread, computers think half as long.
const QUEUED_PER_THREAD: usize = 4;

/// The niceness of the computers' threads.
const NICENESS: i32 = 5;

/// The worker pool of the computers. One core is left to the async runtime. The first move that an
/// address or guest waits for comes before the second of any other.
pub(super) fn pool() -> Pool {
    Pool::new(PoolConfig {
        name: "computers",
        workers: spare_cores(),
        max_queued: MAX_QUEUED,
        max_per_caller: MAX_PER_CALLER,
        niceness: NICENESS,
    })
}

/// What the computer has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TaskKind {
    AnswerDraw,
    Act,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ComputerTask {
    seat: Seat,
    level: Level,
    kind: TaskKind,
}

/// The task of a computer, if there is one. Takebacks and rematches are granted at once, elsewhere
/// ([`Transaction::add_automatic_acts`]). While a seat is free a computer does nothing. It does not
/// move while a draw offer is open.
fn pending_task(game: &Game) -> Option<ComputerTask> {
    if game.outcome().is_some() || game.is_open() {
        return None;
    }
    let offers = game.table.scene(Viewer::Public).draw_offers;
    let to_act = game.to_act();
    let (awaited, kind) = if offers.is_empty() {
        (to_act, TaskKind::Act)
    } else {
        let mut asked = game.table.playing();
        asked.retain(|seat| !offers.contains(seat));
        (asked, TaskKind::AnswerDraw)
    };
    let (seat, level) = game.playing_computers().find(|(seat, _)| awaited.contains(seat))?;
    Some(ComputerTask { seat, level, kind })
}

/// Returns whether a computer is to move.
pub(super) fn is_to_move(game: &Game) -> bool {
    pending_task(game).is_some_and(|task| task.kind == TaskKind::Act)
}

/// Returns whether a computer has something to do in this game.
pub(super) fn is_due(game: &Game) -> bool {
    pending_task(game).is_some()
}

impl Service {
    /// Starts the computer if it has something to do. Called whenever a game has changed or was
    /// loaded.
    pub(super) fn start_computer(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let game = live.snapshot().game.clone();
        let Some(task) = pending_task(&game).filter(|_| !self.is_closing()) else { return };
        if let Some(stop) = live.start_thinking(game.length) {
            let (service, live) = (self.clone(), live.clone());
            tokio::spawn(async move { service.run_task(&live, &game, task, &stop).await });
        }
    }

    /// Does a task, unless another event makes it obsolete.
    async fn run_task(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        game: &Arc<Game>,
        task: ComputerTask,
        stop: &Arc<AtomicBool>,
    ) {
        let version = Some(game.version(Viewer::Seat(task.seat)));
        // If the engine's act is refused, which would be a bug, the computer makes another act or
        // resigns, so that the opponent does not wait for ever.
        let mut candidates = vec![resign(task), self.any_choice(game, task)];
        candidates.extend(self.think(live, game, task, stop).await);
        while let (Some(act), false) = (candidates.pop(), stop.load(Ordering::Relaxed)) {
            match self.act_with_retry(live, task.seat, &act, version).await {
                // The event that came first has started the computer again.
                Ok(()) | Err(ServiceError::Stale { .. } | ServiceError::Store(_)) => return,
                Err(error) => {
                    tracing::error!(game = game.id, ?act, %error, "the computer was refused");
                }
            }
        }
    }

    /// Acts. Retries until the store takes it.
    async fn act_with_retry(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        seat: Seat,
        act: &Act,
        version: Option<u64>,
    ) -> Result<(), ServiceError> {
        loop {
            let event = Event::Act(act.clone());
            let act = move |transaction: &mut Transaction| {
                transaction.expect(seat, version)?;
                Ok(transaction.apply(event.clone())?)
            };
            match self.change(live, act).await {
                Err(ServiceError::Store(error)) if !self.is_closing() => {
                    tracing::warn!(%error, "the computer waits for the store");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
                result => return result.map(|_| ()),
            }
        }
    }

    /// The engine's act; `None` if it was stopped or failed.
    async fn think(
        &self,
        live: &LiveGame,
        game: &Arc<Game>,
        task: ComputerTask,
        stop: &Arc<AtomicBool>,
    ) -> Option<Act> {
        let caller = billed_caller(live, game);
        while !stop.load(Ordering::Relaxed) && !self.is_closing() {
            let (thinking, flag) = (game.clone(), stop.clone());
            let player = self.environment.player(&game.opening.game, task.level);
            let thought = self.computers.run(caller.clone(), move |context| {
                // The game may have gone on while this job was queued.
                let is_wanted = !flag.load(Ordering::Relaxed);
                let search_limit = search_limit(task.level, context.queued_by_caller());
                is_wanted.then(|| think(player, &thinking, task, &search_limit, &flag))
            });
            match thought.await {
                Ok(Some(Some(Ok(act)))) => return Some(act),
                Ok(Some(None)) => return None,
                Ok(Some(Some(Err(error)))) => {
                    tracing::error!(game = game.id, %error, "the engine has no answer");
                    return None;
                }
                Ok(None) => {
                    tracing::error!(game = game.id, "the engine failed");
                    return None;
                }
                Err(SubmitError::QueueFull | SubmitError::CallerLimit(_)) => {
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
        None
    }

    /// A legal act, chosen at random. Buttons come first, as they end a setup.
    fn any_choice(&self, game: &Game, task: ComputerTask) -> Act {
        let seat = task.seat;
        let mut choices = game.table.scene(Viewer::Seat(seat)).choices;
        if task.kind == TaskKind::AnswerDraw || choices.is_empty() {
            return Act::DeclineDraw { seat };
        }
        if choices.iter().any(|choice| choice.kind == ChoiceKind::Button) {
            choices.retain(|choice| choice.kind == ChoiceKind::Button);
        }
        Act::Submit { seat, text: choices.swap_remove(self.environment.below(choices.len())).text }
    }
}

/// The limit of a search while `waiting` other moves of the same caller are queued: half the time
/// with [`QUEUED_PER_THREAD`] of them per thread, a third with twice as many, and so on. Only the
/// caller's own queue counts, so that other callers cannot weaken its computer.
fn search_limit(level: Level, waiting: usize) -> SearchLimit {
    let default = level.default_limit();
    let share = 1 + (waiting / (QUEUED_PER_THREAD * spare_cores().get())) as u32;
    SearchLimit { time: default.time.map(|time| time / share), ..default }
}

/// The caller to whose share a computer's time counts: the address of the person who acted last, or
/// else the first guest at the table.
fn billed_caller(live: &LiveGame, game: &Game) -> Option<Caller> {
    let guest = || {
        game.players.iter().flatten().find_map(|player| match player {
            event::Player::Guest(name) => Some(Caller::Guest(name.clone())),
            event::Player::Computer(_) => None,
        })
    };
    live.address().map(Caller::Address).or_else(guest)
}

/// Asks the player for an act. It gets the scene and frames of its own seat only.
fn think(
    player: Option<Box<dyn Player>>,
    game: &Game,
    task: ComputerTask,
    search_limit: &SearchLimit,
    stop: &AtomicBool,
) -> Result<Act, String> {
    let ComputerTask { seat, kind, .. } = task;
    let mut player =
        player.ok_or_else(|| format!("no computer player for {}", game.opening.game))?;
    let scene = game.table.scene(Viewer::Seat(seat));
    let frames = game.table.frames(Viewer::Seat(seat));
    match kind {
        TaskKind::AnswerDraw if player.accepts_draw(&scene, &frames) => Ok(Act::OfferDraw { seat }),
        TaskKind::AnswerDraw => Ok(Act::DeclineDraw { seat }),
        TaskKind::Act => {
            let choice = player.choose(&scene, &frames, search_limit, stop);
            let text = choice.map_err(|error| error.to_string())?.text;
            Ok(Act::Submit { seat, text })
        }
    }
}

fn resign(task: ComputerTask) -> Act {
    Act::Resign { seat: task.seat }
}

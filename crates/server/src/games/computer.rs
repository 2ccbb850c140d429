//! The computer players: they move when it is their turn and answer draw offers.
//!
//! Searches run in a worker pool of their own, which leaves one core to the async runtime, or at a
//! worker on another machine (`delegated`). Hints and analysis have other pools. A computer keeps
//! no state of a game between two acts, so it goes on after a restart.

use super::delegated::{Decision, Delegated};
use super::live_game::LiveGame;
use super::{Service, ServiceError};
use crate::pool::{Caller, JobContext, Pool, PoolConfig, Reply, SubmitError, spare_cores};
use heterodox_engine::{Level, SearchLimit};
use heterodox_host::{Duty, Event, Game, HostError, Player, Transaction};
use heterodox_rules::{Act, Seat, Viewer};
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

impl Service {
    /// Starts the computer if it has something to do.
    pub(super) fn start_computer(self: &Arc<Self>, live: &Arc<LiveGame>) {
        let game = live.snapshot().game.clone();
        let Some(duty) = game.duty().filter(|_| !self.is_closing()) else { return };
        if let Some(stop) = live.start_thinking(game.length()) {
            let (service, live) = (self.clone(), live.clone());
            tokio::spawn(async move {
                let (key, step) = (format!("think {}", live.id()), game.length());
                if service.lease_one(key.clone(), step).await {
                    tokio::select! {
                        () = service.do_duty(&live, &game, duty, &stop) => {}
                        () = service.keep_lease(&key, step) => {}
                    }
                } else {
                    // Another node does it. If that one ends, the game is woken again.
                    live.end_thinking(&stop);
                }
            });
        }
    }

    /// Does a duty, unless another event makes it obsolete.
    async fn do_duty(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        game: &Arc<Game>,
        duty: Duty,
        stop: &Arc<AtomicBool>,
    ) {
        let version = Some(game.version(Viewer::Seat(duty.seat)));
        // If the engine's act is refused, which would be a bug, the computer makes another act or
        // resigns, so that the opponent does not wait for ever.
        let mut candidates = vec![resign(duty.seat), duty.any_act(game, self.environment.as_ref())];
        candidates.extend(self.think(live, game, duty, stop).await);
        while let (Some(event), false) = (candidates.pop(), stop.load(Ordering::Relaxed)) {
            match self.act_with_retry(live, duty.seat, &event, version).await {
                // The event that came first has started the computer again.
                Ok(())
                | Err(ServiceError::Host(HostError::Stale { .. }) | ServiceError::Store(_)) => {
                    return;
                }
                Err(error) => {
                    tracing::error!(game = game.id(), ?event, %error, "the computer was refused");
                }
            }
        }
    }

    /// Acts. Retries until the store takes it.
    async fn act_with_retry(
        self: &Arc<Self>,
        live: &Arc<LiveGame>,
        seat: Seat,
        event: &Event,
        version: Option<u64>,
    ) -> Result<(), ServiceError> {
        loop {
            let event = event.clone();
            let act = move |transaction: &mut Transaction<'_>| {
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
        duty: Duty,
        stop: &Arc<AtomicBool>,
    ) -> Option<Event> {
        let caller = billed_caller(live, game);
        while !stop.load(Ordering::Relaxed) && !self.is_closing() {
            let (thinking, flag) = (game.clone(), stop.clone());
            let player = self.environment.player(&game.opening().game, duty.level);
            let here = move |context: &JobContext<'_>| {
                // The game may have gone on while this job was queued.
                let is_wanted = !flag.load(Ordering::Relaxed);
                let search_limit = search_limit(duty.level, context.queued_by_caller());
                is_wanted.then(|| match player {
                    Some(mut player) => {
                        let done = duty.fulfil(&thinking, player.as_mut(), &search_limit, &flag);
                        done.map_err(|error| error.to_string())
                    }
                    None => Err(format!("no computer player for {}", thinking.opening().game)),
                })
            };
            let elsewhere = |reply: Reply<Option<Result<Event, String>>>| {
                Some(Delegated::remote(
                    game.clone(),
                    duty,
                    search_limit,
                    stop.clone(),
                    move |made, _| {
                        reply.send(Some(Ok(match made {
                            Decision::Submit(text, _) => duty.submit(text),
                            Decision::AnswerDraw(accepts) => duty.answer_draw(accepts),
                        })));
                    },
                ))
            };
            let thought = self.computers.run_anywhere(caller.clone(), here, elsewhere);
            match thought.await {
                Ok(Some(Some(Ok(event)))) => return Some(event),
                Ok(Some(None)) => return None,
                // A computer's choice that is no longer wanted was not computed.
                Ok(None) if stop.load(Ordering::Relaxed) => return None,
                Ok(Some(Some(Err(error)))) => {
                    tracing::error!(game = game.id(), %error, "the engine has no answer");
                    return None;
                }
                Ok(None) => {
                    tracing::error!(game = game.id(), "the engine failed");
                    return None;
                }
                Err(SubmitError::QueueFull | SubmitError::CallerLimit(_)) => {
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
        None
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
    let guest = || game.players().iter().flatten().find_map(Player::user).map(Caller::User);
    live.address().map(Caller::Address).or_else(guest)
}

fn resign(seat: Seat) -> Event {
    Event::Act(Act::Resign { seat })
}

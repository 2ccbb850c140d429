//! The analysis socket: `/api/analysis`. Each socket runs one analysis at a time, and closing the
//! socket stops it.

use super::analysis_bodies::LookFrame;
use super::error::{ApiError, Input};
use super::extract::LIMIT;
use super::json::read_json;
use super::wire::{End, Gone, Heard, Wire, handshake, id_of, unreadable};
use crate::analysis::{AnalysisUpdate, LONGEST, Reason, RunningAnalysis, SHARE, SearchUpdate};
use crate::limit::{Address, Permit, RateClass};
use crate::pool::SubmitError;
use crate::service::ServiceError;
use crate::state::AppState;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The interval at which results and queue positions are sent at most.
const BEAT: Duration = Duration::from_millis(100);

/// `GET /api/analysis`
pub(super) async fn open(
    State(state): State<AppState>,
    Address(address): Address,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = handshake(upgrade)?;
    let place = state.analysis.enter(address).map_err(|limit| ApiError::TooManyLooks { limit })?;
    let closing = state.closing.clone();
    Ok(upgrade.on_upgrade(async move |stream| {
        let mut wire = Wire::new(stream, closing);
        let mut socket = Socket { state, place, look: None };
        // A client that has disconnected gets no close frame.
        if let Ok(end) = socket.talk(&mut wire).await {
            // The analysis stops before the close handshake.
            drop(socket);
            wire.close(end).await;
        }
    }))
}

struct Socket {
    state: AppState,
    place: Permit,
    look: Option<Look>,
}

/// The analysis of this socket.
struct Look {
    id: u64,
    looking: RunningAnalysis,
    /// The queue position that was sent last.
    place: usize,
    /// When the engine began.
    begun: Option<Instant>,
    /// The latest result that was not sent yet.
    found: Option<SearchUpdate>,
    /// When to send results and to check the time limit.
    next_beat: Instant,
    /// Whether the time limit applies: a report of a game ends by itself.
    timed: bool,
}

/// A message with a result.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told<'a, T: Serialize> {
    Found {
        id: u64,
        #[serde(flatten)]
        found: &'a T,
    },
    Ply {
        id: u64,
        #[serde(flatten)]
        ply: &'a T,
    },
}

impl Socket {
    async fn talk(&mut self, wire: &mut Wire) -> Result<End, Gone> {
        loop {
            tokio::select! {
                biased;
                heard = wire.hear() => match heard? {
                    Heard::Text(text) => self.obey(wire, &text).await?,
                    Heard::NoText => {
                        wire.send(&unreadable(&ApiError::BadFrame { expected: "text" })).await?;
                    }
                    Heard::Alive => {}
                    Heard::End(end) => return Ok(end),
                },
                news = next(&mut self.look) => self.tell(wire, news).await?,
            }
        }
    }

    /// Handles a frame.
    async fn obey(&mut self, wire: &mut Wire, text: &str) -> Result<(), Gone> {
        if text.len() > LIMIT {
            let error = ApiError::TooLarge { input: Input::Frame, limit: LIMIT };
            return wire.send(&unreadable(&error)).await;
        }
        let frame = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                let answer = id_of(text);
                let answer = answer.map_or_else(|| unreadable(&error), |id| refused(id, &error));
                return wire.send(&answer).await;
            }
        };
        self.end(wire, Reason::Stopped).await?;
        let id = match &frame {
            LookFrame::Stop => return Ok(()),
            LookFrame::Look(id, _) | LookFrame::Game(id, _) => *id,
        };
        match self.begin(frame).await {
            Ok(Some(looking)) => self.look = Some(Look::new(id, looking)),
            Ok(None) => wire.send(&done(id, Reason::Over)).await?,
            Err(error) => wire.send(&refused(id, &error)).await?,
        }
        Ok(())
    }

    /// Starts what a frame asks for; `None` if the game is over in the position.
    async fn begin(&self, frame: LookFrame) -> Result<Option<(RunningAnalysis, bool)>, ApiError> {
        let (state, address) = (&self.state, self.place.address());
        state.limiter.count(RateClass::Position, address, None)?;
        match frame {
            LookFrame::Stop => Ok(None),
            LookFrame::Look(_, request) => {
                let position = state.service.compute(address, move || request.position()).await?;
                let position = position.map_err(ServiceError::from)?;
                if position.is_over() {
                    return Ok(None);
                }
                let looking = state.analysis.look(address, position).map_err(busy)?;
                Ok(Some((looking, true)))
            }
            LookFrame::Game(_, request) => {
                let course = state.service.compute(address, move || request.course()).await?;
                let course = course.map_err(ServiceError::from)?;
                let looking = state.analysis.judge(address, course).map_err(busy)?;
                Ok(Some((looking, false)))
            }
        }
    }

    /// Handles an event of the analysis.
    async fn tell(&mut self, wire: &mut Wire, news: Step) -> Result<(), Gone> {
        let Some(look) = &mut self.look else { return Ok(()) };
        match news {
            Step::News(AnalysisUpdate::Found(found)) => {
                look.begun.get_or_insert_with(Instant::now);
                look.found = Some(found);
                Ok(())
            }
            Step::News(AnalysisUpdate::Ply(ply)) => {
                wire.send(&json!(Told::Ply { id: look.id, ply: &ply })).await
            }
            Step::News(AnalysisUpdate::Done(reason)) => self.end(wire, reason).await,
            Step::Died => {
                let is_displaced = look.looking.ticket.is_displaced();
                let error = if is_displaced { ApiError::AnalysisBusy } else { ApiError::Failed };
                let answer = refused(look.id, &error);
                self.look = None;
                wire.send(&answer).await
            }
            Step::Beat => {
                look.tell(wire).await?;
                if look.is_up() { self.end(wire, Reason::Limit).await } else { Ok(()) }
            }
        }
    }

    /// Stops the analysis, if there is one, and sends the reason after the last result.
    async fn end(&mut self, wire: &mut Wire, reason: Reason) -> Result<(), Gone> {
        let Some(mut look) = self.look.take() else { return Ok(()) };
        look.looking.ticket.stop();
        look.tell_found(wire).await?;
        wire.send(&done(look.id, reason)).await
    }
}

/// An event of the analysis.
enum Step {
    News(AnalysisUpdate),
    /// It is time to send results.
    Beat,
    /// The engine has panicked.
    Died,
}

/// Waits for the next event; for ever without an analysis.
async fn next(look: &mut Option<Look>) -> Step {
    let Some(look) = look else { return std::future::pending().await };
    tokio::select! {
        biased;
        () = sleep_until(look.next_beat) => Step::Beat,
        news = look.looking.news.recv() => news.map_or(Step::Died, Step::News),
    }
}

impl Look {
    fn new(id: u64, (looking, timed): (RunningAnalysis, bool)) -> Self {
        let now = Instant::now();
        Self { id, looking, place: 0, begun: None, found: None, next_beat: now + BEAT, timed }
    }

    /// Sends the queue position if it has changed, and the latest result if there is one.
    async fn tell(&mut self, wire: &mut Wire) -> Result<(), Gone> {
        let place = self.looking.ticket.position();
        if place == 0 {
            self.begun.get_or_insert_with(Instant::now);
        } else if place != self.place {
            wire.send(&json!({"type": "waiting", "id": self.id, "place": place})).await?;
        }
        self.place = place;
        self.tell_found(wire).await?;
        self.next_beat = Instant::now() + BEAT;
        Ok(())
    }

    async fn tell_found(&mut self, wire: &mut Wire) -> Result<(), Gone> {
        match self.found.take() {
            Some(found) => wire.send(&json!(Told::Found { id: self.id, found: &found })).await,
            None => Ok(()),
        }
    }

    /// Returns whether the time limit is over.
    fn is_up(&self) -> bool {
        let ran = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        self.timed && (ran >= LONGEST || ran >= SHARE && self.looking.ticket.others_queued())
    }
}

fn busy(busy: SubmitError) -> ApiError {
    match busy {
        SubmitError::QueueFull => ApiError::AnalysisBusy,
        SubmitError::CallerLimit(limit) => ApiError::TooManyLooks { limit },
    }
}

fn done(id: u64, reason: Reason) -> Value {
    json!({"type": "done", "id": id, "reason": reason})
}

fn refused(id: u64, error: &ApiError) -> Value {
    json!({"type": "refused", "id": id, "problem": error.json()})
}

//! The analysis socket: `/api/analysis`. Each socket runs one analysis at a time, and closing the
//! socket stops it.

use super::analysis_bodies::AnalysisFrame;
use super::connection::{
    Connection, Disconnected, End, SocketEvent, frame_error, handshake, id_of,
};
use super::error::{ApiError, Input};
use super::extract::MAX_BYTES;
use super::json::read_json;
use crate::analysis::{
    AnalysisUpdate, Reason, RunningAnalysis, SHARED_TIME_LIMIT, SearchUpdate, TIME_LIMIT,
};
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
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// `GET /api/analysis`
pub(super) async fn open(
    State(state): State<AppState>,
    Address(address): Address,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = handshake(upgrade)?;
    let permit =
        state.analysis.open_socket(address).map_err(|limit| ApiError::TooManyAnalyses { limit })?;
    let closing = state.closing.clone();
    Ok(upgrade.on_upgrade(async move |stream| {
        let mut connection = Connection::new(stream, closing);
        let mut socket = Socket { state, permit, session: None };
        // A client that has disconnected gets no close frame.
        if let Ok(end) = socket.run(&mut connection).await {
            // The analysis stops before the close handshake.
            drop(socket);
            connection.close(end).await;
        }
    }))
}

struct Socket {
    state: AppState,
    permit: Permit,
    session: Option<Session>,
}

/// The analysis of this socket.
struct Session {
    id: u64,
    analysis: RunningAnalysis,
    /// The queue position that was sent last.
    queue_position: usize,
    /// When the engine began.
    started: Option<Instant>,
    /// The latest result that was not sent yet.
    found: Option<SearchUpdate>,
    /// When to send results and to check the time limit.
    next_update: Instant,
    /// Whether the time limit applies: a report of a game ends by itself.
    has_time_limit: bool,
}

/// A message with a result.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum ResultMessage<'a, T: Serialize> {
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
    async fn run(&mut self, connection: &mut Connection) -> Result<End, Disconnected> {
        loop {
            tokio::select! {
                biased;
                event = connection.next_event() => match event? {
                    SocketEvent::Text(text) => self.handle_frame(connection, &text).await?,
                    SocketEvent::Binary => {
                        connection.send(&frame_error(&ApiError::BadFrame { expected: "text" })).await?;
                    }
                    SocketEvent::KeepAlive => {}
                    SocketEvent::End(end) => return Ok(end),
                },
                event = next_event_of(&mut self.session) => self.handle_event(connection, event).await?,
            }
        }
    }

    /// Handles a frame.
    async fn handle_frame(
        &mut self,
        connection: &mut Connection,
        text: &str,
    ) -> Result<(), Disconnected> {
        if text.len() > MAX_BYTES {
            let error = ApiError::TooLarge { input: Input::Frame, limit: MAX_BYTES };
            return connection.send(&frame_error(&error)).await;
        }
        let frame = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                let answer = id_of(text);
                let answer =
                    answer.map_or_else(|| frame_error(&error), |id| refused_message(id, &error));
                return connection.send(&answer).await;
            }
        };
        self.end(connection, Reason::Stopped).await?;
        let id = match &frame {
            AnalysisFrame::Stop => return Ok(()),
            AnalysisFrame::Search(id, _) | AnalysisFrame::Report(id, _) => *id,
        };
        match self.start(frame).await {
            Ok(Some(analysis)) => self.session = Some(Session::new(id, analysis)),
            Ok(None) => connection.send(&done_message(id, Reason::Over)).await?,
            Err(error) => connection.send(&refused_message(id, &error)).await?,
        }
        Ok(())
    }

    /// Starts what a frame asks for; `None` if the game is over in the position.
    async fn start(
        &self,
        frame: AnalysisFrame,
    ) -> Result<Option<(RunningAnalysis, bool)>, ApiError> {
        let (state, address) = (&self.state, self.permit.address());
        state.limiter.count(RateClass::Position, address, None)?;
        match frame {
            AnalysisFrame::Stop => Ok(None),
            AnalysisFrame::Search(_, request) => {
                let position = state.service.compute(address, move || request.position()).await?;
                let position = position.map_err(ServiceError::from)?;
                if position.is_over() {
                    return Ok(None);
                }
                let analysis =
                    state.analysis.start_search(address, position).map_err(submit_error)?;
                Ok(Some((analysis, true)))
            }
            AnalysisFrame::Report(_, request) => {
                let positions = state.service.compute(address, move || request.positions()).await?;
                let positions = positions.map_err(ServiceError::from)?;
                let analysis =
                    state.analysis.start_report(address, positions).map_err(submit_error)?;
                Ok(Some((analysis, false)))
            }
        }
    }

    /// Handles an event of the analysis.
    async fn handle_event(
        &mut self,
        connection: &mut Connection,
        event: SessionEvent,
    ) -> Result<(), Disconnected> {
        let Some(session) = &mut self.session else { return Ok(()) };
        match event {
            SessionEvent::Update(AnalysisUpdate::Found(found)) => {
                session.started.get_or_insert_with(Instant::now);
                session.found = Some(found);
                Ok(())
            }
            SessionEvent::Update(AnalysisUpdate::Ply(ply)) => {
                connection.send(&json!(ResultMessage::Ply { id: session.id, ply: &ply })).await
            }
            SessionEvent::Update(AnalysisUpdate::Done(reason)) => {
                self.end(connection, reason).await
            }
            SessionEvent::Failed => {
                let is_displaced = session.analysis.handle.is_displaced();
                let error = if is_displaced { ApiError::AnalysisBusy } else { ApiError::Failed };
                let answer = refused_message(session.id, &error);
                self.session = None;
                connection.send(&answer).await
            }
            SessionEvent::Tick => {
                session.send_progress(connection).await?;
                if session.is_over_time() {
                    self.end(connection, Reason::Limit).await
                } else {
                    Ok(())
                }
            }
        }
    }

    /// Stops the analysis, if there is one, and sends the reason after the last result.
    async fn end(
        &mut self,
        connection: &mut Connection,
        reason: Reason,
    ) -> Result<(), Disconnected> {
        let Some(mut session) = self.session.take() else { return Ok(()) };
        session.analysis.handle.stop();
        session.send_latest(connection).await?;
        connection.send(&done_message(session.id, reason)).await
    }
}

/// An event of the analysis.
enum SessionEvent {
    Update(AnalysisUpdate),
    /// It is time to send results.
    Tick,
    /// The engine has panicked.
    Failed,
}

/// Waits for the next event; for ever without an analysis.
async fn next_event_of(session: &mut Option<Session>) -> SessionEvent {
    let Some(session) = session else { return std::future::pending().await };
    tokio::select! {
        biased;
        () = sleep_until(session.next_update) => SessionEvent::Tick,
        event = session.analysis.updates.recv() => event.map_or(SessionEvent::Failed, SessionEvent::Update),
    }
}

impl Session {
    fn new(id: u64, (analysis, has_time_limit): (RunningAnalysis, bool)) -> Self {
        let now = Instant::now();
        Self {
            id,
            analysis,
            queue_position: 0,
            started: None,
            found: None,
            next_update: now + UPDATE_INTERVAL,
            has_time_limit,
        }
    }

    /// Sends the queue position if it has changed, and the latest result if there is one.
    async fn send_progress(&mut self, connection: &mut Connection) -> Result<(), Disconnected> {
        let queue_position = self.analysis.handle.position();
        if queue_position == 0 {
            self.started.get_or_insert_with(Instant::now);
        } else if queue_position != self.queue_position {
            connection
                .send(&json!({"type": "waiting", "id": self.id, "place": queue_position}))
                .await?;
        }
        self.queue_position = queue_position;
        self.send_latest(connection).await?;
        self.next_update = Instant::now() + UPDATE_INTERVAL;
        Ok(())
    }

    async fn send_latest(&mut self, connection: &mut Connection) -> Result<(), Disconnected> {
        match self.found.take() {
            Some(found) => {
                connection.send(&json!(ResultMessage::Found { id: self.id, found: &found })).await
            }
            None => Ok(()),
        }
    }

    /// Returns whether the time limit is over.
    fn is_over_time(&self) -> bool {
        let ran = self.started.map_or(Duration::ZERO, |started| started.elapsed());
        self.has_time_limit
            && (ran >= TIME_LIMIT
                || ran >= SHARED_TIME_LIMIT && self.analysis.handle.others_queued())
    }
}

fn submit_error(error: SubmitError) -> ApiError {
    match error {
        SubmitError::QueueFull => ApiError::AnalysisBusy,
        SubmitError::CallerLimit(limit) => ApiError::TooManyAnalyses { limit },
    }
}

fn done_message(id: u64, reason: Reason) -> Value {
    json!({"type": "done", "id": id, "reason": reason})
}

fn refused_message(id: u64, error: &ApiError) -> Value {
    json!({"type": "refused", "id": id, "problem": error.json()})
}

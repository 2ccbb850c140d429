//! The analysis socket: `/api/analysis`. Each socket runs one analysis at a time, and closing the
//! socket stops it.

use super::connection::{Connection, Disconnected, End, Handshake, SocketEvent, id_of};
use crate::games::ServiceError;
use crate::http::Address;
use crate::http::input::{Input, InputError, MAX_BYTES, read_json};
use crate::limit::{Permit, RateClass};
use crate::problem::AnyProblem;
use crate::state::AppState;
use crate::study::{
    AnalysisError, AnalysisUpdate, RunningAnalysis, SHARED_TIME_LIMIT, TIME_LIMIT, game_positions,
    search_position,
};
use axum::extract::State;
use axum::response::Response;
use heterodox_host::UserId;
use heterodox_wire::{AnalysisBody, AnalysisMessage, EndOfAnalysis, SearchUpdate};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// The interval at which results and queue positions are sent at most.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// The analysis socket: the engine's view of positions of open games of two seats without dice.
///
/// A WebSocket. A token is not needed; a caller with one is refused positions of its own running
/// games against other people. The server sends each [`AnalysisMessage`] as a text, the client
/// each [`AnalysisRequest`](heterodox_wire::AnalysisRequest). A socket has one job at a time; a new
/// one, or closing the socket, ends the last.
#[utoipa::path(get, path = "/api/analysis", tag = "positions",
    responses((status = 101, description = "The messages of the server", body = AnalysisMessage)),
    extensions(("x-problems" = json!("bad-header foreign-origin analysis-too-many")),
        ("x-client-message" = json!({"$ref": "#/components/schemas/AnalysisRequest"}))))]
pub(super) async fn open(
    State(state): State<AppState>,
    Address(address): Address,
    caller: Option<UserId>,
    handshake: Handshake,
) -> Result<Response, AnyProblem> {
    let permit = state.analysis.open_socket(address)?;
    let closing = state.closing.clone();
    Ok(handshake.accept(closing, async move |mut connection| {
        let mut socket = Socket { state, permit, caller, session: None };
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
    caller: Option<UserId>,
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

impl Socket {
    async fn run(&mut self, connection: &mut Connection) -> Result<End, Disconnected> {
        loop {
            tokio::select! {
                biased;
                event = connection.next_event() => match event? {
                    SocketEvent::Text(text) => self.handle_frame(connection, &text).await?,
                    SocketEvent::Binary => {
                        connection.send(&frame_error(InputError::BadFrame { expected: "text" })).await?;
                    }
                    SocketEvent::KeepAlive | SocketEvent::Pinged => {}
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
            let error = InputError::TooLarge { input: Input::Frame, limit: MAX_BYTES };
            return connection.send(&frame_error(error)).await;
        }
        let frame = match read_json(Input::Frame, text.as_bytes()) {
            Ok(frame) => frame,
            Err(error) => {
                return match id_of(text) {
                    Some(id) => connection.send(&refused(id, error)).await,
                    None => connection.send(&frame_error(error)).await,
                };
            }
        };
        self.end(connection, EndOfAnalysis::Stopped).await?;
        let id = match &frame {
            AnalysisBody::Stop => return Ok(()),
            AnalysisBody::Search(id, _) | AnalysisBody::Report(id, _) => *id,
        };
        match self.start(frame).await {
            Ok(Some(analysis)) => self.session = Some(Session::new(id, analysis)),
            Ok(None) => connection.send(&done(id, EndOfAnalysis::Over)).await?,
            Err(error) => connection.send(&refused(id, error)).await?,
        }
        Ok(())
    }

    /// Starts what a frame asks for; `None` if the game is over in the position.
    async fn start(
        &self,
        frame: AnalysisBody,
    ) -> Result<Option<(RunningAnalysis, bool)>, AnyProblem> {
        let (state, address) = (&self.state, self.permit.address());
        state.limiter.count(RateClass::Position, address, None)?;
        match frame {
            AnalysisBody::Stop => Ok(None),
            AnalysisBody::Search(_, request) => {
                let game = request.game.clone();
                let position =
                    state.service.compute(address, move || search_position(&request)).await?;
                let position = position.map_err(ServiceError::from)?;
                state.people.expect_not_playing(self.caller, &game, &position.boards).await?;
                if position.is_over() {
                    return Ok(None);
                }
                let analysis = state.analysis.start_search(address, position)?;
                Ok(Some((analysis, true)))
            }
            AnalysisBody::Report(_, request) => {
                let game = request.game.clone();
                let positions =
                    state.service.compute(address, move || game_positions(&request)).await?;
                let positions = positions.map_err(ServiceError::from)?;
                let boards = positions.boards();
                state.people.expect_not_playing(self.caller, &game, &boards).await?;
                let analysis = state.analysis.start_report(address, positions)?;
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
                let id = session.id;
                connection.send(&AnalysisMessage::Ply { id, ply }).await
            }
            SessionEvent::Update(AnalysisUpdate::Done(reason)) => {
                self.end(connection, reason).await
            }
            SessionEvent::Failed => {
                let is_displaced = session.analysis.handle.is_displaced();
                let error = if is_displaced { AnalysisError::Busy } else { AnalysisError::Failed };
                let answer = refused(session.id, error);
                self.session = None;
                connection.send(&answer).await
            }
            SessionEvent::Tick => {
                session.send_progress(connection).await?;
                if session.is_over_time() {
                    self.end(connection, EndOfAnalysis::Limit).await
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
        reason: EndOfAnalysis,
    ) -> Result<(), Disconnected> {
        let Some(mut session) = self.session.take() else { return Ok(()) };
        session.analysis.handle.stop();
        session.send_latest(connection).await?;
        connection.send(&done(session.id, reason)).await
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
                .send(&AnalysisMessage::Waiting { id: self.id, place: queue_position })
                .await?;
        }
        self.queue_position = queue_position;
        self.send_latest(connection).await?;
        self.next_update = Instant::now() + UPDATE_INTERVAL;
        Ok(())
    }

    async fn send_latest(&mut self, connection: &mut Connection) -> Result<(), Disconnected> {
        match self.found.take() {
            Some(found) => connection.send(&AnalysisMessage::Found { id: self.id, found }).await,
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

fn done(id: u64, reason: EndOfAnalysis) -> AnalysisMessage {
    AnalysisMessage::Done { id, reason }
}

fn refused(id: u64, error: impl Into<AnyProblem>) -> AnalysisMessage {
    AnalysisMessage::Refused { id, problem: error.into().to_wire() }
}

/// The response to a frame whose id cannot be read.
fn frame_error(error: impl Into<AnyProblem>) -> AnalysisMessage {
    AnalysisMessage::Error { error: error.into().to_wire() }
}

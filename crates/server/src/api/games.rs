//! Games: `/api/games…`.

use super::error::ApiError;
use super::extract::{Id, JsonBody, ply};
use crate::identity::Guest;
use crate::service::event::{StartWith, read_level};
use crate::service::view::GameView;
use crate::service::{
    Action, Done, Form, NewGameRequest, Opponent, Picture, Rematch, SeatWish, ServiceError, record,
};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_engine::Level;
use heterodox_rules::{Frame, Options};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::fmt;

type Answer<T = Json<Value>> = Result<T, ApiError>;

/// A game as a caller wants it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGame {
    game: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    start: StartWith,
    opponent: OpponentText,
    #[serde(default = "anywhere", deserialize_with = "seat_wish")]
    seat: SeatWish,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OpponentText {
    Open,
    Computer(#[serde(deserialize_with = "read_level")] Level),
}

fn anywhere() -> SeatWish {
    SeatWish::Random
}

fn seat_wish<'de, D: Deserializer<'de>>(from: D) -> Result<SeatWish, D::Error> {
    struct Wish;
    impl Visitor<'_> for Wish {
        type Value = SeatWish;
        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("the number of a seat or \"random\"")
        }
        fn visit_u64<E: Error>(self, number: u64) -> Result<SeatWish, E> {
            let seat = usize::try_from(number);
            seat.map(SeatWish::Seat)
                .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<SeatWish, E> {
            match text {
                "random" => Ok(SeatWish::Random),
                text => Err(E::invalid_value(Unexpected::Str(text), &self)),
            }
        }
    }
    from.deserialize_any(Wish)
}

/// `POST /api/games`
pub(super) async fn create(
    State(state): State<AppState>,
    guest: Guest,
    JsonBody(wanted): JsonBody<NewGame>,
) -> Answer<Response> {
    let request = NewGameRequest {
        game: wanted.game,
        options: wanted.options,
        start: wanted.start,
        opponent: match wanted.opponent {
            OpponentText::Open => Opponent::Open,
            OpponentText::Computer(level) => Opponent::Computer(level),
        },
        seat: wanted.seat,
    };
    let (id, seat) = state.service.create(&guest, request).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "seat": seat}))).into_response())
}

/// `GET /api/games/{id}`
pub(super) async fn show(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<Json<GameView>> {
    let snapshot = state.service.snapshot(&id).await?;
    Ok(Json(snapshot.view(snapshot.game.viewer(guest.as_ref()))))
}

/// `POST /api/games/{id}/join`
pub(super) async fn join(State(state): State<AppState>, guest: Guest, Id(id): Id) -> Answer {
    let seat = state.service.join(&id, &guest).await?;
    Ok(Json(json!({"seat": seat})))
}

/// What a seat does, as JSON. `expect` is the version that the caller saw.
#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum ActText {
    Submit { text: String, expect: Option<u64> },
    Resign { expect: Option<u64> },
    OfferDraw { expect: Option<u64> },
    DeclineDraw { expect: Option<u64> },
    AskTakeback { expect: Option<u64> },
    AnswerTakeback { accept: bool, expect: Option<u64> },
}

impl ActText {
    /// The action and the version that it expects.
    pub(super) fn split(self) -> (Action, Option<u64>) {
        match self {
            Self::Submit { text, expect } => (Action::Submit(text), expect),
            Self::Resign { expect } => (Action::Resign, expect),
            Self::OfferDraw { expect } => (Action::OfferDraw, expect),
            Self::DeclineDraw { expect } => (Action::DeclineDraw, expect),
            Self::AskTakeback { expect } => (Action::AskTakeback, expect),
            Self::AnswerTakeback { accept, expect } => (Action::AnswerTakeback { accept }, expect),
        }
    }
}

/// What is answered to an act.
#[derive(Serialize)]
pub(super) struct DoneText {
    pub(super) version: u64,
    pub(super) warnings: Vec<String>,
}

impl From<Done> for DoneText {
    fn from(done: Done) -> Self {
        Self { version: done.version, warnings: done.warnings }
    }
}

/// `POST /api/games/{id}/acts`
pub(super) async fn act(
    State(state): State<AppState>,
    guest: Guest,
    Id(id): Id,
    JsonBody(act): JsonBody<ActText>,
) -> Answer<Json<DoneText>> {
    let (action, expect) = act.split();
    let done = state.service.act(&id, &guest, action, expect).await?;
    Ok(Json(done.into()))
}

/// `POST /api/games/{id}/rematch`
pub(super) async fn rematch(
    State(state): State<AppState>,
    guest: Guest,
    Id(id): Id,
) -> Answer<Response> {
    Ok(match state.service.rematch(&id, &guest).await? {
        Rematch::Game(id) => Json(json!({"id": id})).into_response(),
        Rematch::Waiting => (StatusCode::ACCEPTED, Json(json!({"waiting": true}))).into_response(),
    })
}

/// `GET /api/games/{id}/frames`
pub(super) async fn frames(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<Json<Frames>> {
    let game = state.service.snapshot(&id).await?.game.clone();
    Ok(Json(Frames { frames: game.table.frames(game.viewer(guest.as_ref())) }))
}

/// The boards of a game.
#[derive(Serialize)]
pub(super) struct Frames {
    frames: Vec<Frame>,
}

/// `GET /api/games/{id}/record`
pub(super) async fn text(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
) -> Answer<String> {
    let game = state.service.snapshot(&id).await?.game.clone();
    Ok(record(&game, game.viewer(guest.as_ref())))
}

/// `GET /api/games/{id}/picture.svg`
pub(super) async fn svg(
    state: State<AppState>,
    guest: Option<Guest>,
    id: Id,
    uri: Uri,
) -> Answer<Response> {
    picture(state, guest, id, &uri, Form::Svg).await
}

/// `GET /api/games/{id}/picture.png`
pub(super) async fn png(
    state: State<AppState>,
    guest: Option<Guest>,
    id: Id,
    uri: Uri,
) -> Answer<Response> {
    picture(state, guest, id, &uri, Form::Png).await
}

async fn picture(
    State(state): State<AppState>,
    guest: Option<Guest>,
    Id(id): Id,
    uri: &Uri,
    form: Form,
) -> Answer<Response> {
    let ply = ply(uri)?;
    let game = state.service.snapshot(&id).await?.game.clone();
    let viewer = game.viewer(guest.as_ref());
    let frame = match ply {
        // During the setup there is more to see than the last frame holds.
        None => game.table.scene(viewer).frame,
        Some(ply) => pick(game.table.frames(viewer), ply)?,
    };
    draw(&state, Picture { game: game.opening.game.clone(), frame, form }).await
}

/// The frame after a ply.
pub(super) fn pick(mut frames: Vec<Frame>, ply: usize) -> Result<Frame, ServiceError> {
    if ply < frames.len() {
        return Ok(frames.swap_remove(ply));
    }
    Err(ServiceError::NoSuchPly { ply, last: frames.len().saturating_sub(1) })
}

/// Draws a picture and answers with it.
pub(super) async fn draw(state: &AppState, picture: Picture) -> Answer<Response> {
    let kind = match picture.form {
        Form::Svg => "image/svg+xml",
        Form::Png => "image/png",
    };
    let bytes = state.service.draw(picture).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

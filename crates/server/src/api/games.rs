//! Games: `/api/games…`.

use super::frames;
use super::offers::{join as join_offer, opened};
use crate::games::{Picture, PictureFormat, ServiceError, record};
use crate::http::Address;
use crate::http::input::{
    Id, InputError, JsonBody, RequestedPerspective, parameter, ply, seat, seen,
};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::{Game, PerspectiveRequest, Player, UserId};
use heterodox_rules::Viewer;
use heterodox_wire::{
    Act, ActBody, ActDone, ComputerRequest, DicePartRequest, FramesPart, GameState, Hint, NewGame,
    NewGameBody, NextChoices, NextGame, OpenedGame, Paths, RematchGame, Seated,
};
use std::net::IpAddr;
use std::sync::Arc;

type ApiResult<T> = Result<T, AnyProblem>;

/// Opens a game.
///
/// If the setup draws pieces or places by chance and the option `seed` is missing or empty, the
/// server draws one and stores it with the game; the same holds for the option `clouds`. In a game
/// that has a computer from the beginning, options that are missing have their house rules.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, description = "The game", body = OpenedGame)),
    extensions(("x-problems" = json!("guest creation rules seats-count no-such-seat too-long bad-time \
        bad-offer no-such-user too-many-offers blocked-by-player"))))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    JsonBody(NewGameBody(request)): JsonBody<NewGameBody>,
) -> ApiResult<Response> {
    state.people.expect_invitable(caller.user, request.seating.invited()).await?;
    state.people.expect_fair(caller.user, &request).await?;
    let game = state.service.create(caller.user, request, address).await?;
    if caller.on_vacation {
        state.people.follow_vacations();
    }
    Ok((StatusCode::CREATED, Json(opened(&game, caller.user))).into_response())
}

/// The state of a game, as the caller may know it.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The state", body = GameState)),
    extensions(("x-problems" = json!("caller game view"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
) -> ApiResult<Json<GameState>> {
    let snapshot = state.service.snapshot(&id, user, address).await?;
    Ok(Json(snapshot.view(&snapshot.game.perspective(user, wanted)?)))
}

/// Takes a free seat.
///
/// A caller with a seat gets it back. A body is ignored.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("seat" = Option<usize>, Query, description = "The wanted seat; else the first free one")),
    responses((status = 200, description = "The caller's seat", body = Seated)),
    extensions(("x-problems" =
        json!("guest game store bad-parameter no-such-seat seat-taken no-free-seat \
        not-invited offer-over blocked-by-player needs-account not-reliable rules"))))]
pub(super) async fn join(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    uri: Uri,
) -> ApiResult<Json<Seated>> {
    let seat = join_offer(&state, &caller, &id, seat(&uri)?, None, address).await?;
    Ok(Json(Seated { seat }))
}

/// Puts a computer on a free seat.
///
/// The caller must hold a seat. Computers do nothing before all seats are taken.
#[utoipa::path(post, path = "/api/games/{id}/computer", tag = "games",
    params(("id" = String, Path, description = "The game")), request_body = ComputerRequest,
    responses((status = 200, description = "The computer's seat", body = Seated)),
    extensions(("x-problems" =
        json!("guest game store no-such-seat no-seat seat-taken no-free-seat not-invited"))))]
pub(super) async fn computer(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(ComputerRequest { seat, level }): JsonBody<ComputerRequest>,
) -> ApiResult<Json<Seated>> {
    let seat = state.service.seat_computer(&id, user, seat, level, address).await?;
    Ok(Json(Seated { seat }))
}

/// Gives the caller's part of the seed of the dice.
///
/// The part counts for all seats of the caller. It cannot be changed; repeating it is answered as
/// before.
#[utoipa::path(post, path = "/api/games/{id}/dice", tag = "games",
    params(("id" = String, Path, description = "The game")), request_body = DicePartRequest,
    responses((status = 200, description = "The caller's first seat", body = Seated)),
    extensions(("x-problems" =
        json!("guest game store no-seat no-dice-parts dice-part-given dice-part-late"))))]
pub(super) async fn dice(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(DicePartRequest { part }): JsonBody<DicePartRequest>,
) -> ApiResult<Json<Seated>> {
    let seat = state.service.add_dice_part(&id, user, part, address).await?;
    Ok(Json(Seated { seat }))
}

/// Acts: moves, resigns, offers a draw, asks for a take-back, pauses, claims that a player has
/// left.
///
/// The answer is sent when the act is durable. In an open game, without `seat`, a draw offer or an
/// answer to a take-back counts for all of the caller's seats. A draw or take-back needs the
/// consent of all who still play.
#[utoipa::path(post, path = "/api/games/{id}/acts", tag = "games",
    params(("id" = String, Path, description = "The game")), request_body = Act,
    responses((status = 200, description = "The act is stored", body = ActDone)),
    extensions(("x-problems" = json!("guest game store rules no-such-seat no-seat not-your-seat \
        stale not-begun too-long too-many-steps game-too-long no-clock out-of-time paused not-paused \
        no-pause-left pause-offered no-pause-offer not-playing not-an-opponent not-gone"))))]
pub(super) async fn act(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(ActBody(act)): JsonBody<ActBody>,
) -> ApiResult<Json<ActDone>> {
    // The body was read just before; the lag of a call without a socket is not known.
    let received = state.service.received_now();
    Ok(Json(state.service.act(&id, user, act, None, address, received).await?))
}

/// A hint: what a strong player with the caller's view would submit.
///
/// There are hints where all other seats are computers or the caller's own, for the seat whose view
/// the caller has, if it is to act. It takes up to two seconds, and counts: `hints` of the state
/// shows it to all. If the game changes meanwhile, the answer is `stale`.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The hint", body = Hint)),
    extensions(("x-problems" = json!("guest game store view no-seat hint-not-here hint-not-now \
        stale game-too-long hint-busy rules"))))]
pub(super) async fn hint(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    RequestedPerspective(wanted): RequestedPerspective,
) -> ApiResult<Json<Hint>> {
    let snapshot = state.service.snapshot(&id, Some(user), address).await?;
    state.people.expect_fair_hint(user, &snapshot.game).await?;
    Ok(Json(state.service.hint(&id, user, wanted, address).await?))
}

/// Offers a rematch, or accepts the one that is offered.
///
/// It is a new game: each player moves on by one seat, and what was drawn by chance is drawn anew.
/// The seats of other people are offered to them. A body is ignored.
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The rematch", body = RematchGame)),
    extensions(("x-problems" = json!("guest game creation no-seat not-over no-opponent no-free-seat \
        not-invited offer-over no-such-user too-many-offers blocked-by-player rules"))))]
pub(super) async fn rematch(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<RematchGame>> {
    let snapshot = state.service.snapshot(&id, Some(user), address).await?;
    let people = snapshot.game.players().iter().flatten().filter_map(Player::user);
    let others = people.filter(|other| *other != user).collect();
    state.people.expect_invitable(user, others).await?;
    let id = state.service.rematch(&id, user, address).await?;
    state.people.follow_vacations();
    Ok(Json(RematchGame { id }))
}

/// What can follow a finished game of the caller, and how it has played against this level.
#[utoipa::path(get, path = "/api/games/{id}/next", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The choices", body = NextChoices)),
    extensions(("x-problems" = json!("guest game no-seat not-over"))))]
pub(super) async fn next_choices(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<Json<NextChoices>> {
    let snapshot = state.service.snapshot(&id, Some(user), address).await?;
    Ok(Json(state.people.next_choices(user, &snapshot.game).await?))
}

/// Opens the game after a finished one of the caller, with the same settings but for what the body
/// says.
///
/// Of the other players computers play again; other people are asked for a rematch instead, unless
/// the seats are offered by links.
#[utoipa::path(post, path = "/api/games/{id}/next", tag = "games", request_body = NextGame,
    params(("id" = String, Path, description = "The game")),
    responses((status = 201, description = "The game", body = OpenedGame)),
    extensions(("x-problems" = json!("guest game creation rules no-seat not-over other-people \
        too-many-offers bad-offer bad-time"))))]
pub(super) async fn next(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(wanted): JsonBody<NextGame>,
) -> ApiResult<Response> {
    let game = state.service.next_game(&id, user, wanted.into(), address).await?;
    state.people.follow_vacations();
    Ok((StatusCode::CREATED, Json(opened(&game, user))).into_response())
}

/// A request about a game: its caller, the game and the requested perspective.
pub(super) struct GameRequest {
    pub(super) user: Option<UserId>,
    pub(super) address: Option<IpAddr>,
    id: String,
    wanted: Option<PerspectiveRequest>,
    pub(super) uri: Uri,
}

impl FromRequestParts<AppState> for GameRequest {
    type Rejection = AnyProblem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let user = <UserId as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state)
            .await?;
        let Id(id) = Id::from_request_parts(parts, state).await?;
        let RequestedPerspective(wanted) =
            RequestedPerspective::from_request_parts(parts, state).await?;
        let Address(address) = Address::of(&parts.extensions);
        Ok(Self { user, address, id, wanted, uri: parts.uri.clone() })
    }
}

impl GameRequest {
    /// The game, and the viewer of the caller's perspective.
    pub(super) async fn resolve(
        &self,
        state: &AppState,
    ) -> Result<(Arc<Game>, Viewer), ServiceError> {
        let game = state.service.snapshot(&self.id, self.user, self.address).await?.game.clone();
        let perspective = game.perspective(self.user, self.wanted)?;
        Ok((game, perspective.viewer))
    }
}

/// The frames of a game, in parts: the board before the first ply and after each.
#[utoipa::path(get, path = "/api/games/{id}/frames", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("from" = Option<usize>, Query, description = "The first frame, from 0"),
        ("count" = Option<usize>, Query, minimum = 1, maximum = 200,
            description = "The most frames; 200 by default")),
    responses((status = 200, description = "The frames", body = FramesPart)),
    extensions(("x-problems" = json!("caller game view seen compute"))))]
pub(super) async fn frames(
    State(state): State<AppState>,
    request: GameRequest,
) -> ApiResult<Response> {
    let (seen, part) = (seen(&request.uri)?, frames::part(&request.uri)?);
    let (game, viewer) = request.resolve(&state).await?;
    let total = game.table().frame_count(viewer, seen);
    let make = move |numbers| game.table().frames_between(viewer, seen, numbers);
    frames::respond(state, request.address, part, total, make).await
}

/// The paths that the view allows for an intent.
#[utoipa::path(get, path = "/api/games/{id}/paths", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("text" = String, Query, description = "What is to be submitted")),
    responses((status = 200, description = "The paths", body = Paths)),
    extensions(("x-problems" = json!("caller game view"))))]
pub(super) async fn paths(
    State(state): State<AppState>,
    request: GameRequest,
) -> ApiResult<Json<Paths>> {
    let text = parameter(&request.uri, "text")?.ok_or_else(|| InputError::BadParameter {
        name: "text",
        expected: "what is to be submitted".to_owned(),
        found: String::new(),
    })?;
    let (game, viewer) = request.resolve(&state).await?;
    Ok(Json(Paths { paths: game.table().paths(viewer, &text) }))
}

/// The record of a game, in strict notation.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, description = "The record", body = String)),
    extensions(("x-problems" = json!("caller game view seen compute"))))]
pub(super) async fn text(State(state): State<AppState>, request: GameRequest) -> ApiResult<String> {
    let seen = seen(&request.uri)?;
    let (game, viewer) = request.resolve(&state).await?;
    let text = state.service.compute(request.address, move || record(&game, viewer, seen)).await?;
    Ok(text)
}

/// The board of a game as SVG: now, or after a ply.
#[utoipa::path(get, path = "/api/games/{id}/picture.svg", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("ply" = Option<usize>, Query, description = "The ply; 0 is the first position")),
    responses((status = 200, description = "The picture", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!("caller game view seen no-such-ply compute"))))]
pub(super) async fn svg(state: State<AppState>, request: GameRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Svg).await
}

/// The board of a game as PNG: now, or after a ply.
#[utoipa::path(get, path = "/api/games/{id}/picture.png", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("ply" = Option<usize>, Query, description = "The ply; 0 is the first position")),
    responses((status = 200, description = "The picture", body = Vec<u8>,
        content_type = "image/png")),
    extensions(("x-problems" = json!("caller game view seen no-such-ply compute"))))]
pub(super) async fn png(state: State<AppState>, request: GameRequest) -> ApiResult<Response> {
    picture(state, request, PictureFormat::Png).await
}

async fn picture(
    State(state): State<AppState>,
    request: GameRequest,
    format: PictureFormat,
) -> ApiResult<Response> {
    let (ply, seen) = (ply(&request.uri)?, seen(&request.uri)?);
    let (game, viewer) = request.resolve(&state).await?;
    let frame = match ply {
        // During the setup the scene's frame shows more than the last frame of the game.
        None if !seen => game.table().scene(viewer).frame,
        ply => {
            let last = game.table().frame_count(viewer, seen).saturating_sub(1);
            let ply = ply.unwrap_or(last);
            let game = game.clone();
            let make =
                move || game.table().frames_between(viewer, seen, ply..ply.saturating_add(1)).pop();
            let frame = state.service.compute(request.address, make).await?;
            frame.ok_or(ServiceError::NoSuchPly { ply, last })?
        }
    };
    let picture = Picture { game: game.opening().game.clone(), frame, format };
    draw(&state, picture, request.address).await
}

/// Draws a picture and responds with it.
pub(super) async fn draw(
    state: &AppState,
    picture: Picture,
    address: Option<IpAddr>,
) -> ApiResult<Response> {
    let kind = match picture.format {
        PictureFormat::Svg => "image/svg+xml",
        PictureFormat::Png => "image/png",
    };
    let bytes = state.service.draw(picture, address).await?;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

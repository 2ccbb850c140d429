//! Offers: `/api/offers…`. An offer is a game with a free seat.

use super::lists::{before, known_game};
use crate::http::Address;
use crate::http::input::{Id, JsonBody, parameter};
use crate::people::Identity;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use heterodox_host::{Game, HostError, Invited, Player, UserId};
use heterodox_rules::Seat;
use heterodox_wire::{
    AcceptOffer, CounterOffer, DeclineOffer, NewGame, NewGameBody, OfferDetails, Offers,
    OpenedGame, SeatLink, Seated,
};
use std::net::IpAddr;

type ApiResult<T> = Result<T, AnyProblem>;

/// The offers that concern the caller, and the lobby.
#[utoipa::path(get, path = "/api/offers", tag = "offers",
    params(("game" = Option<String>, Query, description = "Only the lobby's offers of this game"),
        ("before" = Option<String>, Query, description = "The `next` of the page before")),
    responses((status = 200, description = "The offers", body = Offers)),
    extensions(("x-problems" = json!("caller rate bad-parameter"))))]
pub(super) async fn list(
    State(state): State<AppState>,
    caller: Option<UserId>,
    uri: Uri,
) -> ApiResult<Json<Offers>> {
    let (kind, before) = (known_game(&uri)?, before(&uri)?);
    Ok(Json(state.people.offers(caller, kind.as_deref(), before.as_ref()).await?))
}

/// Makes an offer: opens a game with a free seat.
///
/// The body is that of `POST /api/games`. A random array is drawn now, so that it can be seen
/// before it is accepted.
#[utoipa::path(post, path = "/api/offers", tag = "offers", request_body = NewGame,
    responses((status = 201, description = "The game", body = OpenedGame)),
    extensions(("x-problems" = json!("guest creation rules seats-count no-such-seat too-long bad-time \
        bad-offer no-free-seat no-such-user too-many-offers blocked-by-player"))))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    JsonBody(NewGameBody(request)): JsonBody<NewGameBody>,
) -> ApiResult<Response> {
    if !request.seating.offers_seat() {
        return Err(HostError::NoFreeSeat.into());
    }
    state.people.expect_invitable(caller.user, request.seating.invited()).await?;
    let game = state.service.create(caller.user, request, address).await?;
    Ok((StatusCode::CREATED, Json(opened(&game, caller.user))).into_response())
}

/// What the person who opened a game is told.
pub(super) fn opened(game: &Game, user: UserId) -> OpenedGame {
    let link = |seat: Seat| match game.invited(seat) {
        Some(Invited::Key(key)) => Some(SeatLink { seat, key: key.reveal().to_owned() }),
        _ => None,
    };
    OpenedGame {
        id: game.id().to_owned(),
        seat: game.seats_of(user).first().copied().unwrap_or(Seat::new(0)),
        links: game.seats().filter_map(link).collect(),
    }
}

/// An offer in full, with what differs from the one that it answers.
#[utoipa::path(get, path = "/api/offers/{id}", tag = "offers",
    params(("id" = String, Path, description = "The game"),
        ("key" = Option<String>, Query, description = "The secret of a link")),
    responses((status = 200, description = "The offer", body = OfferDetails)),
    extensions(("x-problems" = json!("caller game bad-parameter"))))]
pub(super) async fn show(
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    Id(id): Id,
    uri: Uri,
) -> ApiResult<Json<OfferDetails>> {
    let key = parameter(&uri, "key")?;
    Ok(Json(state.service.offer(&id, user, key.as_deref(), address).await?))
}

/// Accepts an offer: takes a seat.
///
/// A caller with a seat gets it back.
#[utoipa::path(post, path = "/api/offers/{id}/accept", tag = "offers",
    params(("id" = String, Path, description = "The game")), request_body = AcceptOffer,
    responses((status = 200, description = "The caller's seat", body = Seated)),
    extensions(("x-problems" = json!("guest game store no-such-seat seat-taken no-free-seat \
        not-invited offer-over blocked-by-player needs-account not-reliable rules"))))]
pub(super) async fn accept(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(AcceptOffer { seat, key }): JsonBody<AcceptOffer>,
) -> ApiResult<Json<Seated>> {
    let seat = join(&state, &caller, &id, seat, key, address).await?;
    Ok(Json(Seated { seat }))
}

/// Takes a seat for a caller whom no player has blocked.
pub(super) async fn join(
    state: &AppState,
    caller: &Identity,
    id: &str,
    seat: Option<usize>,
    key: Option<String>,
    address: Option<IpAddr>,
) -> ApiResult<Seat> {
    let user = Some(caller.user);
    let snapshot = state.service.snapshot_with_key(id, user, key.as_deref(), address).await?;
    let people = snapshot.game.players().iter().flatten().filter_map(Player::user);
    state.people.expect_welcome(caller.user, people).await?;
    state.people.expect_eligible(caller.user, &snapshot.game, key.as_deref()).await?;
    let seat = state.service.join(id, caller.user, seat, key, address).await?;
    if caller.on_vacation {
        state.people.follow_vacations();
    }
    Ok(seat)
}

/// Declines an offer with a seat for the caller alone.
///
/// At a table of two the game is cancelled, at a larger one that is not private the seat is then
/// offered to anybody.
#[utoipa::path(post, path = "/api/offers/{id}/decline", tag = "offers",
    params(("id" = String, Path, description = "The game")), request_body = DeclineOffer,
    responses((status = 204, description = "Declined")),
    extensions(("x-problems" = json!("guest game store no-free-seat not-offered offer-over rules"))))]
pub(super) async fn decline(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
    JsonBody(DeclineOffer { reason, key }): JsonBody<DeclineOffer>,
) -> ApiResult<StatusCode> {
    state.service.decline(&id, user, key, reason, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes an offer of the caller back. A body is ignored.
#[utoipa::path(post, path = "/api/offers/{id}/withdraw", tag = "offers",
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "Withdrawn")),
    extensions(("x-problems" = json!("guest game store no-free-seat not-your-offer offer-over rules"))))]
pub(super) async fn withdraw(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.service.withdraw(&id, user, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Gives up a seat at a table that is not full. A body is ignored.
///
/// The person who opened the game withdraws it instead. A seat that was offered to the caller alone
/// is declined with that.
#[utoipa::path(post, path = "/api/offers/{id}/leave", tag = "offers",
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "The seat is free again")),
    extensions(("x-problems" = json!("guest game store no-seat no-free-seat your-offer offer-over rules"))))]
pub(super) async fn leave(
    State(state): State<AppState>,
    user: UserId,
    Address(address): Address,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.service.leave(&id, user, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Answers an offer with another one.
///
/// It has a seat for the person who made the first. An offer for the caller alone is declined at
/// the same moment; one for anybody stands.
#[utoipa::path(post, path = "/api/offers/{id}/counter", tag = "offers",
    params(("id" = String, Path, description = "The game")), request_body = CounterOffer,
    responses((status = 201, description = "The other game", body = OpenedGame)),
    extensions(("x-problems" = json!("guest game creation rules seats-count no-such-seat too-long \
        bad-time bad-offer no-free-seat not-offered offer-over no-such-user too-many-offers blocked-by-player"))))]
pub(super) async fn counter(
    State(state): State<AppState>,
    caller: Identity,
    Address(address): Address,
    Id(id): Id,
    JsonBody(CounterOffer { key, offer: NewGameBody(request) }): JsonBody<CounterOffer>,
) -> ApiResult<Response> {
    state.people.expect_invitable(caller.user, request.seating.invited()).await?;
    let game = state.service.counter(&id, caller.user, key, request, address).await?;
    Ok((StatusCode::CREATED, Json(opened(&game, caller.user))).into_response())
}

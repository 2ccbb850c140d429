//! What chats and forums show of a link: title, description and picture. They are made for a
//! reader who is not known: of a game what the public may know, of a private one nothing.

use super::games::pages;
use super::{PageCtx, not_found, problem};
use crate::games::{ServiceError, Snapshot};
use crate::http::Address;
use crate::limit::RateClass;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::{Game, Player, Visibility};
use heterodox_rules::{Frame, Viewer, info, quote};
use std::net::IpAddr;
use std::sync::Arc;

/// How long a picture may be kept: those who fetch it ask again when the link is posted again.
const KEPT: &str = "public, max-age=300";
/// Other sites may show the picture.
const CROSS_ORIGIN: (HeaderName, &str) =
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin");

/// The path of the picture of a game; `None` if the game is private.
pub(super) fn of_game(game: &Game) -> Option<String> {
    let is_private = game.visibility() == Visibility::Private;
    (!is_private).then(|| format!("/g/{}/preview.png", game.id()))
}

/// A game for a reader who is not known: what is made of it is kept by others and shown to all. A
/// private game does not exist here, not even for its players.
pub(super) async fn public_snapshot(
    state: &AppState,
    id: &str,
    address: Option<IpAddr>,
) -> Result<Arc<Snapshot>, ServiceError> {
    let snapshot = state.service.snapshot(id, None, address).await?;
    match of_game(&snapshot.game) {
        Some(_) => Ok(snapshot),
        None => Err(ServiceError::NoSuchGame(quote(id))),
    }
}

/// The path of the picture of a record.
pub(super) fn of_record(id: &str) -> String {
    format!("/r/{id}/preview.png")
}

/// The path of the picture of a game's rules.
pub(super) fn of_rules(game: &str) -> String {
    format!("/rules/{game}/preview.png")
}

/// Who plays a game, and whether it has begun or is over.
pub(super) fn description(ctx: &PageCtx, snapshot: &Snapshot) -> String {
    let game = &snapshot.game;
    let sides = game.table().outline(Viewer::Public).sides;
    let player = |index: usize, player: &Player| {
        let name = match player {
            Player::Computer(level) => ctx.t_with("player-computer", &[("level", level.key())]),
            Player::User(user) => {
                let name = snapshot.names().get(index).cloned().flatten();
                name.unwrap_or_else(|| ctx.guest(*user))
            }
        };
        let side = sides.iter().find(|side| side.seat.is_some_and(|seat| seat.index() == index));
        match side {
            Some(side) => format!("{}: {name}", ctx.t(&format!("side-{}", side.key))),
            None => name,
        }
    };
    let players = game.players().iter().enumerate();
    let mut parts: Vec<String> =
        players.filter_map(|(index, seat)| Some(player(index, seat.as_ref()?))).collect();
    let state = if game.outcome().is_some() {
        "link-preview-over"
    } else if game.is_open() {
        "link-preview-open"
    } else {
        "link-preview-running"
    };
    parts.push(ctx.t(state));
    parts.join(" · ")
}

/// `GET /g/{id}/preview.png`: the board as onlookers see it.
pub(super) async fn game(
    Path(id): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    match public_snapshot(&state, &id, address).await {
        Ok(snapshot) => {
            let game = &snapshot.game;
            let frame = game.table().outline(Viewer::Public).frame;
            respond(&ctx, &state, game.opening().game.clone(), frame, address).await
        }
        Err(error) => problem::of(&ctx, &error),
    }
}

/// `GET /r/{id}/preview.png`: the end of a record.
pub(super) async fn record(
    Path(id): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    match state.service.imported(&id, address).await {
        Ok(mut record) => {
            let frame = record.frames.pop().unwrap_or_default();
            respond(&ctx, &state, record.game.to_owned(), frame, address).await
        }
        Err(error) => problem::of(&ctx, &error),
    }
}

/// `GET /rules/{game}/preview.png`: the board that is typical of a game.
pub(super) async fn rules(
    Path(game): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    let Ok(info) = info(&game) else { return not_found(ctx).await };
    match pages(info.id).showcase(info) {
        Ok(frame) => respond(&ctx, &state, game, frame, address).await,
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

async fn respond(
    ctx: &PageCtx,
    state: &AppState,
    game: String,
    frame: Frame,
    address: Option<IpAddr>,
) -> Response {
    if let Err(error) = state.limiter.count(RateClass::Output, address, None) {
        return AnyProblem::from(error).into_response();
    }
    match state.service.link_preview(game, frame, ctx.t("site-name"), address).await {
        Ok(png) => {
            let kept = (header::CACHE_CONTROL, KEPT);
            ([(header::CONTENT_TYPE, "image/png"), kept, CROSS_ORIGIN], png).into_response()
        }
        Err(error) => problem::of(ctx, &error),
    }
}

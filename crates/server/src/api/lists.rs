//! Lists of public games: `/api/running`, `/api/archive…`.

use crate::games::{ServiceError, record};
use crate::http::Address;
use crate::http::input::{InputError, number, parameter};
use crate::people::{PeopleError, read_key};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LINK};
use axum::response::{IntoResponse, Response};
use heterodox_rules::{Viewer, games, quote};
use heterodox_store::{ArchiveFilter, ListKey, ResultFilter};
use heterodox_wire::{ArchivedGame, GameList};
use serde_json::json;

type ApiResult<T> = Result<T, AnyProblem>;

/// The games on a page of the archive.
const PAGE: usize = 50;
/// The games in one part of an export.
const EXPORT: usize = 100;

/// The place in a list from which the caller reads on.
pub(super) fn before(uri: &Uri) -> Result<Option<ListKey>, InputError> {
    let Some(text) = parameter(uri, "before")? else { return Ok(None) };
    let bad = || InputError::BadParameter {
        name: "before",
        expected: "the `next` of another page".to_owned(),
        found: quote(&text),
    };
    read_key(&text).map(Some).ok_or_else(bad)
}

/// The query parameter `game`: one of the games.
pub(super) fn known_game(uri: &Uri) -> Result<Option<String>, InputError> {
    let Some(text) = parameter(uri, "game")?.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    if games().any(|info| info.id == text) {
        return Ok(Some(text));
    }
    let ids: Vec<_> = games().map(|info| info.id).collect();
    Err(InputError::BadParameter {
        name: "game",
        expected: format!("one of {}", ids.join(", ")),
        found: quote(&text),
    })
}

/// Running public games, those whose turn passed last first.
#[utoipa::path(get, path = "/api/running", tag = "games",
    params(("game" = Option<String>, Query, description = "Only this game"),
        ("before" = Option<String>, Query, description = "The `next` of the page before")),
    responses((status = 200, description = "The games", body = GameList)),
    extensions(("x-problems" = json!("caller rate bad-parameter"))))]
pub(super) async fn running(State(state): State<AppState>, uri: Uri) -> ApiResult<Json<GameList>> {
    let (kind, before) = (known_game(&uri)?, before(&uri)?);
    Ok(Json(state.people.public_games(kind.as_deref(), before.as_ref()).await?))
}

/// The archive: finished public games, the newest first.
///
/// All conditions must hold. A page may be short, or empty, though others follow.
#[utoipa::path(get, path = "/api/archive", tag = "games",
    params(("game" = Option<String>, Query, description = "The game"),
        ("start" = Option<String>, Query,
            description = "`setup`, `position`, or the name of a quick start"),
        ("user" = Option<String>, Query, description = "The name or id of a player"),
        ("with" = Option<String>, Query, description = "The name or id of another player"),
        ("result" = Option<String>, Query,
            description = "The number of the seat that came out first alone, `draw`, or `won` or \
                `lost` by `user`"),
        ("reason" = Option<String>, Query, description = "Why it ended, such as `time`"),
        ("min_plies" = Option<usize>, Query, description = "The least number of plies"),
        ("max_plies" = Option<usize>, Query, description = "The greatest number of plies"),
        ("since_ms" = Option<usize>, Query, description = "The earliest moment of the end"),
        ("before" = Option<String>, Query, description = "The `next` of the page before")),
    responses((status = 200, description = "The games", body = GameList)),
    extensions(("x-problems" = json!("caller rate bad-parameter no-such-user"))))]
pub(super) async fn archive(State(state): State<AppState>, uri: Uri) -> ApiResult<Json<GameList>> {
    let (filter, before) = (filter(&state, &uri).await?, before(&uri)?);
    Ok(Json(state.people.archive(&filter, before.as_ref(), PAGE).await?))
}

/// The filter of the archive in a query.
pub(crate) async fn filter(state: &AppState, uri: &Uri) -> ApiResult<ArchiveFilter> {
    let text = |name| -> Result<Option<String>, InputError> {
        Ok(parameter(uri, name)?.filter(|text| !text.is_empty()))
    };
    // An empty field of a form asks for no number.
    let plies = |name| -> Result<Option<u32>, InputError> {
        if text(name)?.is_none() {
            return Ok(None);
        }
        Ok(number(uri, name, 0..=100_000)?.map(|plies| plies as u32))
    };
    let mut users = Vec::new();
    for name in ["user", "with"] {
        if let Some(user) = text(name)? {
            users.push(state.people.find(&user).await?.id);
        }
    }
    let has_user = text("user")?.is_some();
    let result = match text("result")?.as_deref() {
        None => None,
        Some("draw") => Some(ResultFilter::Shared),
        Some("won") if has_user => Some(ResultFilter::Won),
        Some("lost") if has_user => Some(ResultFilter::Lost),
        Some(seat) => {
            let bad = || InputError::BadParameter {
                name: "result",
                expected: "the number of a seat, draw, or with a user won or lost".to_owned(),
                found: quote(seat),
            };
            Some(ResultFilter::Winner(seat.parse().map_err(|_| bad())?))
        }
    };
    let since_ms = match text("since_ms")? {
        Some(_) => number(uri, "since_ms", 0..=1 << 52)?.map(|since| since as i64),
        None => None,
    };
    Ok(ArchiveFilter {
        kind: known_game(uri)?,
        start: text("start")?,
        users,
        result,
        reason: text("reason")?,
        min_plies: plies("min_plies")?,
        max_plies: plies("max_plies")?,
        since_ms,
    })
}

/// The records of games of the archive, the newest first: a part of at most 100.
///
/// The header `Link` has the address of the next part. `format` is `records`, texts separated by
/// empty lines, or `jsonl`, a line of JSON for each game.
#[utoipa::path(get, path = "/api/archive/export", tag = "games",
    params(("format" = Option<String>, Query, description = "`records` or `jsonl`"),
        ("game" = Option<String>, Query, description = "The game"),
        ("user" = Option<String>, Query, description = "The name or id of a player"),
        ("before" = Option<String>, Query, description = "The place of the part before")),
    responses((status = 200, description = "The records",
        content((String = "text/plain"), (ArchivedGame = "application/jsonl")))),
    extensions(("x-problems" = json!("caller rate bad-parameter no-such-user compute store"))))]
pub(super) async fn export(
    State(state): State<AppState>,
    Address(address): Address,
    uri: Uri,
) -> ApiResult<Response> {
    let (filter, before) = (filter(&state, &uri).await?, before(&uri)?);
    let jsonl = match parameter(&uri, "format")?.as_deref() {
        None | Some("records") => false,
        Some("jsonl") => true,
        Some(other) => {
            return Err(InputError::BadParameter {
                name: "format",
                expected: "records or jsonl".to_owned(),
                found: quote(other),
            }
            .into());
        }
    };
    let GameList { games, next } = state.people.archive(&filter, before.as_ref(), EXPORT).await?;
    let mut text = String::new();
    for line in games {
        // A log that cannot be read must not keep the others from being exported.
        let game = match state.service.snapshot(&line.id, None, None).await {
            Ok(snapshot) => snapshot.game.clone(),
            Err(ServiceError::Broken(_)) => continue,
            Err(error) => return Err(error.into()),
        };
        let written = state
            .service
            .compute(address, move || record(&game, Viewer::Public, false))
            .await
            .map_err(PeopleError::from)?;
        if jsonl {
            let archived = ArchivedGame { game: line, record: written };
            text += &json!(archived).to_string();
            text.push('\n');
        } else {
            text += written.trim_end();
            text += "\n\n";
        }
    }
    let (kind, name) = if jsonl {
        ("application/jsonl", "games.jsonl")
    } else {
        ("text/plain; charset=utf-8", "games.txt")
    };
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)];
    let mut response = (headers, text).into_response();
    if let Some(next) = next {
        let query = uri.query().unwrap_or_default();
        let kept: Vec<_> = query
            .split('&')
            .filter(|pair| !pair.is_empty() && !pair.starts_with("before="))
            .collect();
        let mut query = kept.join("&");
        if !query.is_empty() {
            query.push('&');
        }
        let link = format!("</api/archive/export?{query}before={next}>; rel=\"next\"");
        if let Ok(link) = link.parse() {
            response.headers_mut().insert(LINK, link);
        }
    }
    Ok(response)
}

//! The feeds of a person's turns and deadlines, under a secret address that needs no cookie.
//!
//! They say what the list of the own games says ([`crate::people::People::running_games_of`]), by
//! the moments at which turns passed: no move, no number of moves, no moment of another event.

mod atom;
mod calendar;

use super::PageCtx;
use super::problem::not_found;
use crate::http::Address;
use crate::http::language::chosen;
use crate::i18n::Lang;
use crate::limit::RateClass;
use crate::people::{FeedOwner, Reader};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heterodox_rules::info;
use heterodox_wire::ListedSeat;
use sha2::{Digest, Sha256};
use std::convert::Infallible;
use std::fmt::Write;

/// A game in which the owner of a feed is to act.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Turn {
    /// The game's id.
    game: String,
    /// When the turn passed.
    since_ms: i64,
    /// When the owner's time ends; `None` if no time runs.
    until_ms: Option<i64>,
    /// The game and the other players, in words.
    title: String,
    /// The whole address of the game's page.
    link: String,
}

/// What a feed is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Content {
    lang: Lang,
    /// The address of the list of games.
    home: String,
    /// Stands in the ids of the feed.
    feed_id: String,
    /// When a turn passed last in any running game of the owner, or the feed was made.
    updated_ms: i64,
    turns: Vec<Turn>,
}

/// What a request for a feed says beside its address.
pub(super) struct Asked {
    lang: Option<Lang>,
    host: Option<String>,
    known: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for Asked {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let text = |name: HeaderName| Some(parts.headers.get(name)?.to_str().ok()?.to_owned());
        let (host, known) = (text(header::HOST), text(header::IF_NONE_MATCH));
        Ok(Self { lang: chosen(parts), host, known })
    }
}

/// `GET /feeds/{secret}/turns.atom`
pub(super) async fn atom(
    Path(secret): Path<String>,
    State(state): State<AppState>,
    address: Address,
    asked: Asked,
    ctx: PageCtx,
) -> Response {
    let kind = "application/atom+xml; charset=utf-8";
    respond(&state, (&secret, address), asked, (kind, atom::write), ctx).await
}

/// `GET /feeds/{secret}/deadlines.ics`
pub(super) async fn calendar(
    Path(secret): Path<String>,
    State(state): State<AppState>,
    address: Address,
    asked: Asked,
    ctx: PageCtx,
) -> Response {
    let kind = "text/calendar; charset=utf-8";
    respond(&state, (&secret, address), asked, (kind, calendar::write), ctx).await
}

async fn respond(
    state: &AppState,
    (secret, Address(address)): (&str, Address),
    asked: Asked,
    (kind, write): (&'static str, fn(&Content) -> String),
    ctx: PageCtx,
) -> Response {
    if let Err(error) = state.limiter.count(RateClass::Output, address, None) {
        return AnyProblem::from(error).into_response();
    }
    let owner = match state.people.feed_owner(secret).await {
        Ok(Some(owner)) => owner,
        Ok(None) => return not_found(ctx).await,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let known = asked.known.clone();
    let content = match content(state, owner, asked).await {
        Ok(content) => content,
        Err(error) => return error.into_response(),
    };
    let body = write(&content);
    let mut headers = HeaderMap::new();
    let tag = tag(&body);
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "private, no-cache"),
        (header::ETAG, &tag),
        (HeaderName::from_static("x-robots-tag"), "noindex"),
    ] {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    }
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, body).into_response()
}

/// The tag of a body. It is weak, as the body may be compressed.
fn tag(body: &str) -> String {
    let hash = Sha256::digest(body);
    let mut tag = "W/\"".to_owned();
    for byte in &hash[..12] {
        write!(tag, "{byte:02x}").expect("a string takes every text");
    }
    tag + "\""
}

async fn content(state: &AppState, owner: FeedOwner, asked: Asked) -> Result<Content, AnyProblem> {
    let mut games = state.people.running_games_of(owner.user, Reader::Itself).await?;
    // An offer is no player's turn.
    games.retain(|game| game.state == "running");
    let lang = asked.lang.or(owner.lang).unwrap_or(Lang::En);
    let origin = match &state.public_origin {
        Some(origin) => origin.to_string(),
        None => format!("http://{}", asked.host.as_deref().unwrap_or("localhost")),
    };
    let updated_ms = games.iter().map(|game| game.turn_ms).max().unwrap_or_default();
    let mut turns = Vec::new();
    for game in games.into_iter().filter(|game| game.my_turn) {
        let name = info(&game.game).map_or(game.game.as_str(), |info| info.name);
        let others = game.seats.iter().filter(|seat| seat.user != Some(owner.user));
        let others: Vec<_> = others.map(|seat| player(lang, seat)).collect();
        let title = if others.is_empty() {
            name.to_owned()
        } else {
            lang.text_with("feed-game", &[("game", name), ("others", &others.join(", "))])
        };
        let link = format!("{origin}/g/{}", game.id);
        let (since_ms, until_ms) = (game.turn_ms, game.until_ms);
        turns.push(Turn { game: game.id, since_ms, until_ms, title, link });
    }
    Ok(Content {
        lang,
        home: format!("{origin}/games"),
        feed_id: owner.user.to_string(),
        updated_ms: updated_ms.max(owner.created_ms),
        turns,
    })
}

/// Who holds a seat, in words.
fn player(lang: Lang, seat: &ListedSeat) -> String {
    match (seat.user, &seat.name, seat.computer) {
        (_, Some(name), _) => name.clone(),
        (Some(id), ..) => lang.text_with("player-guest", &[("name", id.as_str())]),
        (.., Some(level)) => lang.text_with("player-computer", &[("level", &level.to_string())]),
        _ => lang.text("player-free"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    /// Turns of a game by correspondence, of a live one, and of one without clocks.
    pub(super) fn example() -> Content {
        let turn = |game: &str, since_ms: i64, until_ms: Option<i64>, title: &str| Turn {
            game: game.into(),
            since_ms,
            until_ms,
            title: title.into(),
            link: format!("https://play.example/g/{game}"),
        };
        let begin_ms = 1_700_000_000_000;
        let odd = "Chess against K'Ehleyr, <b>& Co; Ltd\\, a name that is long enough to be \
            folded, ö";
        Content {
            lang: Lang::En,
            home: "https://play.example/games".into(),
            feed_id: "annaanna".into(),
            updated_ms: begin_ms + 2000,
            turns: vec![
                turn("daily234", begin_ms, Some(begin_ms + 3 * DAY_MS), odd),
                turn("live2345", begin_ms + 1000, Some(begin_ms + 61_000), "Chess"),
                turn("timeless", begin_ms + 2000, None, "Chess"),
            ],
        }
    }

    #[test]
    fn a_tag_is_that_of_the_body() {
        assert_eq!(tag("a"), tag("a"));
        assert_ne!(tag("a"), tag("b"));
    }
}

//! Lists of games: the reader's own, and those of a profile.

use super::PageCtx;
use super::layout::Page;
use crate::http::input::parameter;
use crate::people::{Identity, read_key};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect, Response};
use heterodox_host::UserId;
use heterodox_rules::info;
use heterodox_store::UserKind;
use heterodox_wire::{ListedSeat, MyGame, MyGames};
use maud::{Markup, html};

/// `GET /games`: the reader's games.
pub(super) async fn mine(
    State(state): State<AppState>,
    caller: Option<Identity>,
    ctx: PageCtx,
    uri: Uri,
) -> Response {
    let Some(caller) = caller else { return Redirect::to("/sign-in").into_response() };
    // A page that does not exist is the first one.
    let before = parameter(&uri, "before").ok().flatten().and_then(|text| read_key(&text));
    let games = match state.people.games_of(caller.user, before.as_ref(), true).await {
        Ok(games) => games,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let now_ms = state.people.now_ms();
    let list = |id: &str, key: &str, none: &str, games: &[&MyGame]| {
        section(&ctx, (id, key), &lines(&ctx, games, caller.user, now_ms, none))
    };
    let (turn, waiting): (Vec<_>, Vec<_>) = games.running.iter().partition(|game| game.my_turn);
    let over: Vec<_> = games.over.iter().collect();
    let title = ctx.t("games-mine");
    let content = html! {
        h1 { (title) }
        @if caller.kind == UserKind::Guest {
            div .panel {
                p { (ctx.t("people-guest-text")) }
                p .row {
                    a .button .main href="/sign-in" { (ctx.t("people-sign-in-title")) }
                    a href="/account" { (ctx.t("games-guest-data")) }
                }
            }
        }
        @if before.is_none() {
            (list("turn-title", "games-turn", "games-turn-none", &turn))
            (list("waiting-title", "games-waiting", "people-no-games", &waiting))
        }
        (list("over-title", "people-over", "people-no-games", &over))
        @if let Some(next) = &games.next {
            p { a .button href={ "/games?before=" (next) } { (ctx.t("games-older")) } }
        }
        p { a .button .main href="/" { (ctx.t("games-new")) } }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

/// What waits for a reader who comes to the front page; empty if nothing does.
pub(super) fn welcome(ctx: &PageCtx, games: &[MyGame], user: UserId, now_ms: i64) -> Markup {
    /// The most games that are named.
    const MOST: usize = 5;
    let turn: Vec<_> = games.iter().filter(|game| game.my_turn).take(MOST).collect();
    html! {
        @if !turn.is_empty() {
            section .panel .waits aria-labelledby="waits-title" {
                h2 #waits-title { (ctx.t("games-turn")) }
                (lines(ctx, &turn, user, now_ms, "people-no-games"))
                p { a href="/games" { (ctx.t("games-all")) } }
            }
        }
    }
}

/// The games of a profile.
pub(super) fn game_lists(ctx: &PageCtx, games: &MyGames, user: UserId, now_ms: i64) -> Markup {
    let list = |id: &str, key: &str, games: &[MyGame]| {
        let games: Vec<_> = games.iter().collect();
        section(ctx, (id, key), &lines(ctx, &games, user, now_ms, "people-no-games"))
    };
    html! {
        (list("running-title", "people-running", &games.running))
        (list("over-title", "people-over", &games.over))
    }
}

/// A list below its title, which has the id and the text of the key.
fn section(ctx: &PageCtx, (id, key): (&str, &str), lines: &Markup) -> Markup {
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (ctx.t(key)) }
            (lines)
        }
    }
}

/// The lines of a list, or what is said of an empty one.
fn lines(ctx: &PageCtx, games: &[&MyGame], user: UserId, now_ms: i64, none: &str) -> Markup {
    html! {
        @if games.is_empty() { p { (ctx.t(none)) } } @else {
            ul .people-list { @for game in games { (line(ctx, game, user, now_ms)) } }
        }
    }
}

fn line(ctx: &PageCtx, game: &MyGame, user: UserId, now_ms: i64) -> Markup {
    let name = info(&game.game).map_or(game.game.as_str(), |info| info.name);
    let player = |seat: &ListedSeat| match (seat.user, &seat.name, seat.computer) {
        (_, Some(name), _) => name.clone(),
        (Some(id), ..) => ctx.guest(id),
        (.., Some(level)) => ctx.t_with("player-computer", &[("level", &level.to_string())]),
        _ => ctx.t("player-free"),
    };
    let others: Vec<_> = game.seats.iter().filter(|seat| seat.user != Some(user)).collect();
    let own = game.seats.iter().find(|seat| seat.user == Some(user));
    let firsts = game.seats.iter().filter(|seat| seat.place == Some(1)).count();
    let result = own.and_then(|seat| seat.place).map(|place| match place {
        1 if firsts > 1 => "people-drawn",
        1 => "people-first",
        _ => "people-not-first",
    });
    html! {
        li {
            a href={ "/g/" (game.id) } { (name) }
            @if let Some(over_ms) = game.over_ms { span .hint { (ctx.day(over_ms)) } }
            @else if game.plies > 0 {
                span .hint { (ctx.t_with("people-plies", &[("count", &game.plies.to_string())])) }
            }
            span {
                @for (index, seat) in others.iter().enumerate() {
                    @if index > 0 { ", " }
                    (player(seat))
                }
            }
            @if let Some(key) = result { span { (ctx.t(key)) } }
            @if let Some(until_ms) = game.until_ms {
                @let left = time_left(ctx, until_ms - now_ms);
                @if game.my_turn { strong { (left) } } @else { span .hint { (left) } }
            }
        }
    }
}

/// The time that is left to a player, in the two largest units.
fn time_left(ctx: &PageCtx, left_ms: i64) -> String {
    let minutes = left_ms.max(0) / 60_000;
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let text = |key: &str, one: (&str, i64), other: (&str, i64)| {
        ctx.t_with(key, &[(one.0, &one.1.to_string()), (other.0, &other.1.to_string())])
    };
    if days > 0 {
        text("games-left-days", ("days", days), ("hours", hours))
    } else {
        text("games-left-hours", ("hours", hours), ("minutes", rest))
    }
}

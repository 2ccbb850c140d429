//! Lists of games: the reader's own, and those of a profile.

use super::PageCtx;
use super::games::pages;
use super::layout::Page;
use super::offers::kinds;
use super::time_words::control_words;
use crate::api::lists::filter;
use crate::http::input::parameter;
use crate::people::{Identity, Reader, read_key, time_left};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect, Response};
use heterodox_host::UserId;
use heterodox_rules::{GameInfo, Seat, Setting, Viewer, games, info, open};
use heterodox_store::UserKind;
use heterodox_wire::{GameLine, GameList, HappenedLine, LevelTally, ListedSeat, MyGames};
use maud::{Markup, html};

/// How the reader has played against each level of the computer.
fn tally_table(ctx: &PageCtx, tally: &[LevelTally]) -> Markup {
    let head = ["tally-game", "tally-level", "tally-won", "tally-drawn", "tally-lost"];
    html! {
        div .tally-scroll tabindex="0" role="group" aria-labelledby="tally-title" {
            table .tally {
                thead { tr { @for key in head { th scope="col" { (ctx.t(key)) } } } }
                tbody {
                    @for one in tally {
                        tr {
                            td { (info(&one.game).map_or(one.game.as_str(), |info| info.name)) }
                            td { (one.level) }
                            td { (one.won) }
                            td { (one.drawn) }
                            td { (one.lost) }
                        }
                    }
                }
            }
        }
    }
}

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
    let games = match state.people.games_of(caller.user, before.as_ref(), Reader::Itself).await {
        Ok(games) => games,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let offers = match before {
        None => state.people.offers_to(caller.user).await.unwrap_or_default(),
        Some(_) => Vec::new(),
    };
    let happened = match before {
        None => state.people.happened(caller.user).await.unwrap_or_default(),
        Some(_) => Vec::new(),
    };
    let tally = match before {
        None => state.people.tally(Some(caller.user)).await.map(|tally| tally.levels),
        Some(_) => Ok(Vec::new()),
    };
    let tally = tally.unwrap_or_default();
    let now_ms = state.people.now_ms();
    let list = |id: &str, key: &str, none: &str, games: &[&GameLine]| {
        section(&ctx, (id, key), &lines(&ctx, games, Some(caller.user), now_ms, none))
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
        }
        @if !offers.is_empty() {
            @let offers: Vec<_> = offers.iter().collect();
            (list("to-me-title", "offers-to-me", "offers-none", &offers))
        }
        @if before.is_none() {
            (list("waiting-title", "games-waiting", "people-no-games", &waiting))
        }
        @if !happened.is_empty() { (section(&ctx, ("news-title", "games-news"), &news(&ctx, &happened))) }
        @if !tally.is_empty() { (section(&ctx, ("tally-title", "tally-title"), &tally_table(&ctx, &tally))) }
        (list("over-title", "people-over", "people-no-games", &over))
        @if let Some(next) = &games.next {
            p { a .button href={ "/games?before=" (next) } { (ctx.t("games-older")) } }
        }
        p .row {
            a .button .main href="/" { (ctx.t("games-new")) }
            a .button href="/offers" { (ctx.t("offers-title")) }
        }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

/// What has happened to the reader's games and offers.
fn news(ctx: &PageCtx, happened: &[HappenedLine]) -> Markup {
    let name = |kind: &str| info(kind).map_or(kind.to_owned(), |info| info.name.to_owned());
    html! {
        ul .people-list {
            @for line in happened {
                li .game-line {
                    a href=(line.path) {
                        (name(&line.kind)) ": " (ctx.t(&format!("mail-news-{}", line.event)))
                    }
                    span .hint { (ctx.moment(line.at_ms)) }
                }
            }
        }
    }
}

/// `GET /watch`: running public games.
pub(super) async fn watch(State(state): State<AppState>, ctx: PageCtx, uri: Uri) -> Response {
    let text = |name| parameter(&uri, name).ok().flatten();
    let kind = text("game").filter(|kind| games().any(|info| info.id == kind));
    let before = text("before").and_then(|text| read_key(&text));
    let found = state.people.public_games(kind.as_deref(), before.as_ref()).await;
    let GameList { games, next } = match found {
        Ok(list) => list,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let games: Vec<_> = games.iter().collect();
    let title = ctx.t("watch-title");
    let content = html! {
        h1 { (title) }
        (kinds(&ctx, "/watch", kind.as_deref()))
        (lines(&ctx, &games, None, state.people.now_ms(), "watch-none"))
        @if let Some(next) = &next {
            @let game = kind.as_ref().map(|kind| format!("game={kind}&")).unwrap_or_default();
            p { a .button href={ "/watch?" (game) "before=" (next) } { (ctx.t("games-older")) } }
        }
        p .links { a href="/archive" { (ctx.t("archive-title")) } " " a href="/offers" { (ctx.t("offers-title")) } }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

/// `GET /archive`: finished public games.
pub(super) async fn archive(State(state): State<AppState>, ctx: PageCtx, uri: Uri) -> Response {
    let before = parameter(&uri, "before").ok().flatten().and_then(|text| read_key(&text));
    // What is wrong with the question is said beside an empty list.
    let found = async {
        let filter = filter(&state, &uri).await?;
        Ok::<_, AnyProblem>(state.people.archive(&filter, before.as_ref(), 50).await?)
    };
    let found = found.await;
    let problem = found.as_ref().err().map(|problem| problem.to_wire().code.to_owned());
    let empty = GameList { games: Vec::new(), next: None };
    let GameList { games, next } = found.unwrap_or(empty);
    let query = asked(&uri);
    // Won or lost by whom?
    let named = |name| parameter(&uri, name).ok().flatten().unwrap_or_default();
    let is_of_nobody = matches!(&*named("result"), "won" | "lost") && named("user").is_empty();
    let more = |next: &str| format!("/archive?{query}before={next}");
    let listed: Vec<_> = games.iter().collect();
    let title = ctx.t("archive-title");
    let content = html! {
        h1 { (title) }
        (archive_form(&ctx, &uri))
        @if let Some(code) = &problem {
            p .problem-line role="alert" { (ctx.t(match code.as_str() {
                "no-such-user" => "archive-no-user",
                _ if is_of_nobody => "archive-whose",
                _ => "archive-bad",
            })) }
        } @else {
            (lines(&ctx, &listed, None, state.people.now_ms(), if next.is_some() { "archive-none-yet" } else { "archive-none" }))
        }
        @if let Some(next) = &next {
            p { a .button href=(more(next)) { (ctx.t("games-older")) } }
        }
        @if !games.is_empty() {
            p .downloads {
                (ctx.t("archive-take")) " "
                a href={ "/api/archive/export?" (query) "format=records" } { (ctx.t("archive-records")) } " · "
                a href={ "/api/archive/export?" (query) "format=jsonl" } { span lang="en" { "JSON Lines" } }
            }
        }
        p .links { a href="/watch" { (ctx.t("watch-title")) } " " a href="/offers" { (ctx.t("offers-title")) } }
    };
    Page::new(title, "people-page", content).respond(&ctx)
}

/// The conditions of the archive's query, with a `&` at the end.
fn asked(uri: &Uri) -> String {
    let query = uri.query().unwrap_or_default();
    let is_kept = |pair: &&str| {
        !pair.is_empty()
            && !pair.ends_with('=')
            && !pair.starts_with("before=")
            && !pair.starts_with("lang=")
    };
    query.split('&').filter(is_kept).fold(String::new(), |all, pair| all + pair + "&")
}

/// The conditions of the archive.
fn archive_form(ctx: &PageCtx, uri: &Uri) -> Markup {
    let asked = |name| parameter(uri, name).ok().flatten().unwrap_or_default();
    let kind = asked("game");
    let played = games().find(|info| info.id == kind);
    let option = |name, value: &str, text: &str| {
        html! { option value=(value) selected[asked(name) == value] { (text) } }
    };
    let sides = played.map_or_else(Vec::new, |info| sides_of_seats(info, &asked("start")));
    // A seat without a side can be asked for by the address only.
    let seat = asked("result").parse::<usize>().ok();
    let unnamed = seat.filter(|seat| *seat >= sides.len()).map(|seat| (seat + 1).to_string());
    let text = |name, key: &str| {
        html! {
            div .field {
                label for={ "archive-" (name) } { (ctx.t(key)) }
                input id={ "archive-" (name) } name=(name) value=(asked(name)) autocomplete="off" spellcheck="false" maxlength="60";
            }
        }
    };
    let number = |name, key: &str| {
        html! {
            div .field {
                label for={ "archive-" (name) } { (ctx.t(key)) }
                input id={ "archive-" (name) } name=(name) value=(asked(name)) type="number" min="0" max="100000" inputmode="numeric";
            }
        }
    };
    html! {
        form .archive-form .panel method="get" action="/archive" {
            div .field {
                label for="archive-game" { (ctx.t("archive-game")) }
                select #archive-game name="game" {
                    (option("game", "", &ctx.t("lists-all-games")))
                    @for info in games() { (option("game", info.id, info.name)) }
                }
            }
            div .field {
                label for="archive-start" { (ctx.t("new-start")) }
                select #archive-start name="start" {
                    (option("start", "", &ctx.t("archive-any")))
                    (option("start", "setup", &ctx.t("archive-setup")))
                    (option("start", "position", &ctx.t("table-position")))
                    @if let Some(info) = played {
                        @for name in info.quick_starts { (option("start", name, &pages(info.id).quick_start(ctx, name))) }
                    }
                }
            }
            (text("user", "archive-user"))
            (text("with", "archive-with"))
            div .field {
                label for="archive-result" { (ctx.t("archive-result")) }
                select #archive-result name="result" {
                    (option("result", "", &ctx.t("archive-any")))
                    (option("result", "won", &ctx.t("archive-user-won")))
                    (option("result", "lost", &ctx.t("archive-user-lost")))
                    @for (seat, side) in sides.iter().enumerate() {
                        @let side = ctx.t(&format!("side-{side}"));
                        (option("result", &seat.to_string(), &ctx.t_with("people-won-by", &[("name", &side)])))
                    }
                    @if let Some(number) = unnamed {
                        (option("result", &asked("result"), &ctx.t_with("archive-won", &[("number", &number)])))
                    }
                    (option("result", "draw", &ctx.t("people-drawn")))
                }
            }
            (number("min_plies", "archive-min-plies"))
            (number("max_plies", "archive-max-plies"))
            div .field .archive-do { button .main type="submit" { (ctx.t("archive-do")) } }
        }
    }
}

/// The sides by seat of all games for two that begin so; empty if they are decided in the game.
fn sides_of_seats(info: &GameInfo, start: &str) -> Vec<&'static str> {
    let setting = match start {
        "" | "setup" => Setting::default(),
        "position" => return Vec::new(),
        name => Setting::quick_start(name),
    };
    // Without a start, all games must have the sides of those that begin with a setup.
    let Ok(table) = open(info.id, &setting) else { return Vec::new() };
    let sides = table.scene(Viewer::Public).sides;
    let side = |seat| sides.iter().find(|side| side.seat == Some(Seat::new(seat)));
    let found: Option<Vec<_>> = (0..info.seats.1).map(|seat| Some(side(seat)?.key)).collect();
    found.filter(|_| info.seats == (2, 2)).unwrap_or_default()
}

/// What waits for a reader who comes to the front page; empty if nothing does.
pub(super) fn welcome(
    ctx: &PageCtx,
    games: &[GameLine],
    offers: &[GameLine],
    user: UserId,
    now_ms: i64,
) -> Markup {
    /// The most games, and the most offers, that are named.
    const MOST: usize = 5;
    let turn: Vec<_> = games.iter().filter(|game| game.my_turn).take(MOST).collect();
    let offers: Vec<_> = offers.iter().take(MOST).collect();
    html! {
        @if !turn.is_empty() || !offers.is_empty() {
            div .panel .waits {
                @if !turn.is_empty() {
                    (section(ctx, ("waits-title", "games-turn"), &lines(ctx, &turn, Some(user), now_ms, "people-no-games")))
                }
                @if !offers.is_empty() {
                    (section(ctx, ("to-me-title", "offers-to-me"), &lines(ctx, &offers, Some(user), now_ms, "offers-none")))
                }
                p { a href="/games" { (ctx.t("games-all")) } }
            }
        }
    }
}

/// The games of a profile.
pub(super) fn game_lists(ctx: &PageCtx, games: &MyGames, user: UserId, now_ms: i64) -> Markup {
    let list = |id: &str, key: &str, games: &[GameLine]| {
        let games: Vec<_> = games.iter().collect();
        section(ctx, (id, key), &lines(ctx, &games, Some(user), now_ms, "people-no-games"))
    };
    html! {
        (list("running-title", "people-running", &games.running))
        (list("over-title", "people-over", &games.over))
    }
}

/// A list below its title, which has the id and the text of the key.
pub(super) fn section(ctx: &PageCtx, (id, key): (&str, &str), lines: &Markup) -> Markup {
    html! {
        section aria-labelledby=(id) {
            h2 id=(id) { (ctx.t(key)) }
            (lines)
        }
    }
}

/// The lines of a list, or what is said of an empty one.
pub(super) fn lines(
    ctx: &PageCtx,
    games: &[&GameLine],
    user: Option<UserId>,
    now_ms: i64,
    none: &str,
) -> Markup {
    html! {
        @if games.is_empty() { p { (ctx.t(none)) } } @else {
            ul .people-list { @for game in games { (line(ctx, game, user, now_ms)) } }
        }
    }
}

/// The line of a game, for the user whose list it is, or for all readers.
fn line(ctx: &PageCtx, game: &GameLine, user: Option<UserId>, now_ms: i64) -> Markup {
    let name = info(&game.game).map_or(game.game.as_str(), |info| info.name);
    let player = |seat: &ListedSeat| match (seat.user.or(seat.invited), &seat.name, seat.computer) {
        (_, Some(name), _) => name.clone(),
        (Some(id), ..) => ctx.guest(id),
        (.., Some(level)) => ctx.t_with("player-computer", &[("level", &level.to_string())]),
        _ => ctx.t("player-free"),
    };
    let is_own = |seat: &&ListedSeat| user.is_some() && seat.user == user;
    // An invited player is not named to itself.
    let is_asked = |seat: &&ListedSeat| user.is_some() && seat.invited == user;
    let is_free = |seat: &&ListedSeat| {
        seat.user.is_none() && seat.invited.is_none() && seat.computer.is_none()
    };
    let is_offer = game.state == "open" && !game.seats.iter().any(|seat| is_own(&seat));
    // At a table for two, the free seat of an offer is the reader's.
    let is_readers = |seat: &&ListedSeat| is_offer && game.seats.len() == 2 && is_free(seat);
    let is_other = |seat: &&ListedSeat| !is_own(seat) && !is_asked(seat) && !is_readers(seat);
    let others: Vec<_> = game.seats.iter().filter(is_other).collect();
    let own = game.seats.iter().find(is_own);
    let firsts: Vec<_> = game.seats.iter().filter(|seat| seat.place == Some(1)).collect();
    let result = match (own, &firsts[..]) {
        (_, []) => None,
        (Some(own), [_, _, ..]) if own.place == Some(1) => Some(ctx.t("people-drawn")),
        (Some(own), _) if own.place == Some(1) => Some(ctx.t("people-first")),
        (Some(_), _) if game.seats.len() == 2 => Some(ctx.t("people-lost")),
        (Some(_), _) => Some(ctx.t("people-not-first")),
        (None, [winner]) => Some(ctx.t_with("people-won-by", &[("name", &player(winner))])),
        (None, _) => Some(ctx.t("people-drawn")),
    };
    let href = if is_offer { format!("/offers/{}", game.id) } else { format!("/g/{}", game.id) };
    let time = game.time.as_deref().filter(|_| game.state == "open");
    let time = time.map(|time| {
        let words = time.parse().map(|control| control_words(ctx, &control));
        html! { span .hint { (words.unwrap_or_else(|_| time.to_owned())) } }
    });
    // As the list of moves counts: a move of each seat is one.
    let rounds = (game.plies as usize).div_ceil(game.seats.len().max(1));
    let plies = match rounds {
        0 => None,
        1 => Some(ctx.t("people-plies-one")),
        count => Some(ctx.t_with("people-plies", &[("count", &count.to_string())])),
    };
    html! {
        li .game-line {
            div .game-line-who {
                a href=(href) { (name) }
                span {
                    @for (index, seat) in others.iter().enumerate() {
                        @if index > 0 { " · " }
                        (player(seat))
                    }
                }
            }
            div .game-line-more {
                @if let Some(time) = time { (time) }
                @if let Some(plies) = plies { span .hint { (plies) } }
                @if let Some(over_ms) = game.over_ms { span .hint { (ctx.day(over_ms)) } }
                @if let Some(until_ms) = game.offered_until_ms {
                    span .hint { (ctx.t_with("offers-until", &[("left", &time_left(ctx.lang, until_ms - now_ms))])) }
                }
            }
            div .game-line-end {
                @if let Some(result) = result { span { (result) } }
                @if let Some(until_ms) = game.until_ms {
                    @let left = time_left(ctx.lang, until_ms - now_ms);
                    @if game.my_turn { strong { (left) } } @else { span .hint { (left) } }
                }
            }
        }
    }
}

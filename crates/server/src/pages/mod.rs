//! The pages: rendered and translated here, with scripts from `assets/`.
//!
//! All pages but those for playing are complete without scripts. The texts are in the translations;
//! the code holds their keys only.

mod analysis;
mod api;
mod assets;
mod board_legend;
mod bundle;
mod context;
mod die;
mod editor;
mod embed;
mod fair_play;
mod feeds;
mod game;
mod game_lists;
mod games;
mod guide;
mod home;
mod import;
mod layout;
mod learn;
mod licences;
mod moderation;
mod new;
mod offers;
mod offline;
mod people;
mod preview;
mod problem;
mod puzzles;
mod record;
mod rules;
mod sample;
mod table;
mod terms;
mod time_words;
mod unsubscribe;
mod ways;

use crate::http::identity::visitor;
use crate::http::routes::Routes;
use crate::people::{deed_of, may};
use crate::state::AppState;
use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};

use context::PageCtx;
use problem::not_found;

/// The routes of the pages.
pub(crate) fn routes() -> Routes {
    Routes::new()
        .get("/", home::show)
        .get("/g/{id}", game::show)
        .get("/g/{id}/preview.png", preview::game)
        .get("/embed/g/{id}", embed::game)
        .get("/r/{id}", record::show)
        .get("/r/{id}/preview.png", preview::record)
        .get("/embed/record/{id}", embed::record)
        .get("/new/{game}", new::show)
        .get("/editor/{game}", editor::show)
        .get("/analysis", analysis::show)
        .get("/api", api::show)
        .get("/import", import::show)
        .get("/licences", licences::show)
        .get("/sign-in", people::sign_in)
        .get("/reset", people::reset)
        .get("/forgotten", people::forgotten)
        .get("/confirm", people::confirm)
        .get("/account", people::account)
        .get("/games", game_lists::mine)
        .get("/offers", offers::list)
        .get("/offers/{id}", offers::show)
        .get("/watch", game_lists::watch)
        .get("/archive", game_lists::archive)
        .get("/fair-play", fair_play::show)
        .get("/unsubscribe/{key}", unsubscribe::ask)
        .post("/unsubscribe/{key}", unsubscribe::done)
        .get("/feeds/{secret}/turns.atom", feeds::atom)
        .get("/feeds/{secret}/deadlines.ics", feeds::calendar)
        .get("/manifest.webmanifest", offline::manifest)
        .get("/favicon.ico", assets::favicon)
        .get("/sw.js", offline::service_worker)
        .get("/offline", offline::show)
        .get("/moderation", moderation::show)
        .get("/u/{name}", people::profile)
        .get("/puzzles", puzzles::overview)
        .get("/puzzles/daily", puzzles::daily)
        .get("/puzzles/{game}", puzzles::list)
        .get("/puzzles/{game}/{id}", puzzles::show)
        .get("/rules/{game}", rules::show)
        .get("/rules/{game}/preview.png", preview::rules)
        .get("/legend/{game}", board_legend::show)
        .get("/learn", learn::list)
        .get("/learn/{game}", learn::show)
        .get("/guide/{game}", guide::list)
        .get("/guide/{game}/{code}", guide::piece)
        .get("/guide/{game}/{code}/board", guide::board)
        .get("/guide/{game}/{code}/card", guide::card)
        .get("/assets/{hash}/{*path}", assets::show)
        .merge(games::routes())
}

/// The router of the pages.
pub(crate) fn router(state: AppState) -> Router {
    routes()
        .router()
        .layer(from_fn_with_state(state.clone(), closed_layer))
        .fallback(not_found)
        .method_not_allowed_fallback(problem::wrong_method)
        .with_state(state)
}

/// The layer of a closed server: redirects callers who may not see a page to the page to sign in.
async fn closed_layer(
    State(state): State<AppState>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let deed = deed_of(request.method().as_str(), path.as_ref().map_or("", MatchedPath::as_str));
    let guests = state.people.policy().guests;
    if may(None, deed, guests).is_ok() {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let caller = visitor(&mut parts, &state).await;
    match may(caller.as_ref(), deed, guests) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(_) => Redirect::to("/sign-in").into_response(),
    }
}

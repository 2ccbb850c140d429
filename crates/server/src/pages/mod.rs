//! The pages: rendered and translated here, with scripts from `assets/`.
//!
//! All pages but those for playing are complete without scripts. The texts are in the translations;
//! the code holds their keys only.

mod analysis;
mod api;
mod assets;
mod context;
mod die;
mod editor;
mod game;
mod games;
mod guide;
mod home;
mod import;
mod layout;
mod licences;
mod new;
mod problem;
mod record;
mod rules;
mod sample;
mod terms;

use crate::http::routes::Routes;
use crate::state::AppState;
use axum::Router;

use context::PageCtx;
use problem::not_found;

/// The routes of the pages.
pub(crate) fn routes() -> Routes {
    Routes::new()
        .get("/", home::show)
        .get("/g/{id}", game::show)
        .get("/r/{id}", record::show)
        .get("/new/{game}", new::show)
        .get("/editor/{game}", editor::show)
        .get("/analysis", analysis::show)
        .get("/api", api::show)
        .get("/import", import::show)
        .get("/licences", licences::show)
        .get("/rules/{game}", rules::show)
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
        .fallback(not_found)
        .method_not_allowed_fallback(problem::wrong_method)
        .with_state(state)
}

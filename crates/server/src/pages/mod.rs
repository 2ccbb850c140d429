//! The pages: rendered here, translated, and brought to life by the scripts in `assets/`.
//!
//! A page is whole without its scripts except for playing; it holds no text of its own, only keys of
//! the translations.

mod assets;
mod clouds;
mod context;
mod editor;
mod game;
mod guide;
mod home;
mod import;
mod layout;
mod new;
mod problem;
mod record;
mod rules;
mod sample;
mod showcase;

use crate::state::AppState;
use axum::Router;
use axum::routing::get;

use context::PageCtx;
use problem::not_found;

/// The routes of the pages.
pub(crate) fn router(state: AppState) -> Router {
    Router::new()
        .route("/", get(home::show))
        .route("/g/{id}", get(game::show))
        .route("/r/{id}", get(record::show))
        .route("/new/{game}", get(new::show))
        .route("/editor/{game}", get(editor::show))
        .route("/clouds", get(clouds::show))
        .route("/import", get(import::show))
        .route("/rules/{game}", get(rules::show))
        .route("/guide/grand-chess", get(guide::list))
        .route("/guide/grand-chess/{code}", get(guide::piece))
        .route("/guide/grand-chess/{code}/board", get(guide::board))
        .route("/guide/grand-chess/{code}/card", get(guide::card))
        .route("/assets/{hash}/{*path}", get(assets::show))
        .fallback(not_found)
        .method_not_allowed_fallback(problem::wrong_method)
        .with_state(state)
}

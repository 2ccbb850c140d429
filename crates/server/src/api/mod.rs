//! The JSON API. `GET /api` describes it, and `docs/api.md` its concepts.

mod account;
mod analysis;
mod animation;
mod chat;
mod conditionals;
mod connection;
mod frames;
mod games;
mod guide;
pub(crate) mod lists;
mod moderation;
mod offers;
mod openapi;
mod positions;
mod puzzles;
mod qr;
mod records;
mod socket;
mod typescript;
mod waiting;
mod ways;
mod worker;

pub(crate) use openapi::document;
pub(crate) use typescript::{declaration, type_of};

use crate::http::identity::{self, session_cookie};
use crate::http::routes::{RouteError, Routes};
use crate::http::{limits, origin};
use crate::limit::RateClass;
use crate::people::Client;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{Method, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use heterodox_engine::Level;
use heterodox_host::UserId;
use heterodox_rules::quote;
use heterodox_wire::{Info, NewGuest};

/// The routes below `/api`.
pub(crate) fn routes(state: &AppState) -> Routes {
    let limited = |class| {
        let layer = from_fn_with_state((state.clone(), class), limits::layer);
        move |router: Router<AppState>| router.route_layer(layer)
    };
    let creating = Routes::new()
        .post("/guests", new_guest)
        .post("/account", account::create)
        .post("/login", account::login)
        .post("/login/reset", account::reset)
        .post("/login/forgotten", account::forgotten)
        .post("/email/confirm", account::confirm_email)
        .put("/me/email", account::set_email)
        .put("/me/vacation", account::vacation)
        .post("/login/passkey", account::passkey_login)
        .post("/login/passkey/options", account::begin_passkey_login)
        .put("/me/feeds", ways::make_feeds)
        .post("/me/push", ways::subscribe)
        .post("/me/push/test", ways::test_push)
        .put("/me/webhook", ways::set_webhook)
        .put("/me/mail", ways::set_mail)
        .post("/me/webhook/test", ways::test_webhook)
        .post("/me/passkeys", account::add_passkey)
        .post("/me/passkeys/options", account::begin_passkey)
        .post("/me/password", account::password)
        .post("/me/takeover", account::take_over)
        .post("/games", games::create)
        .post("/offers", offers::create)
        .post("/offers/{id}/counter", offers::counter)
        .post("/records", records::import)
        .post("/games/{id}/rematch", games::rematch)
        .post("/games/{id}/next", games::next)
        .put("/games/{id}/notes", chat::keep_notes)
        .put("/games/{id}/conditionals", conditionals::set)
        .with_layer(limited(RateClass::Creation));
    let positions = Routes::new()
        .post("/check", positions::check)
        .post("/line", positions::line)
        .post("/lesson", positions::lesson)
        .post("/clouds", positions::clouds)
        .post("/games/{id}/hint", games::hint)
        .get("/puzzles/{id}", puzzles::show)
        .post("/puzzles/{id}/try", puzzles::attempt)
        .post("/puzzles/{id}/hint", puzzles::hint)
        .post("/puzzles/{id}/solution", puzzles::solution)
        .post("/editor", positions::edit)
        .get("/guide/{game}/diagram", guide::diagram)
        .with_layer(limited(RateClass::Position));
    let answers = Routes::new()
        .get("/info", info)
        .get("/openapi.json", openapi::show)
        .get("/games/{id}", games::show)
        .get("/games/{id}/next", games::next_choices)
        .get("/me", account::me)
        .patch("/me", account::change_me)
        .get("/me/games", account::my_games)
        .get("/me/tally", puzzles::tally)
        .get("/puzzles", puzzles::list)
        .get("/me/news", account::my_news)
        .get("/offers", offers::list)
        .get("/offers/{id}", offers::show)
        .get("/running", lists::running)
        .get("/archive", lists::archive)
        .delete("/me/email", account::remove_email)
        .get("/me/ways", ways::show)
        .delete("/me/feeds", ways::remove_feeds)
        .delete("/me/push/{id}", ways::unsubscribe)
        .delete("/me/webhook", ways::remove_webhook)
        .get("/me/sessions", account::sessions)
        .delete("/me/sessions/{id}", account::end_session)
        .get("/me/blocks", account::blocks)
        .get("/me/passkeys", account::passkeys)
        .delete("/me/passkeys/{id}", account::remove_passkey)
        .get("/games/{id}/chat", chat::show)
        .get("/games/{id}/notes", chat::notes)
        .get("/games/{id}/conditionals", conditionals::show)
        .delete("/games/{id}/conditionals", conditionals::delete)
        .delete("/games/{id}/notes", chat::forget_notes)
        .get("/users/{id}", account::user)
        .post("/users/{id}/block", account::block)
        .delete("/users/{id}/block", account::unblock)
        .post("/logout", account::logout)
        .delete("/account", account::leave)
        .get("/audit", account::audit)
        .post("/games/{id}/close", moderation::close_game)
        .post("/users/{id}/suspend", moderation::suspend)
        .delete("/users/{id}/suspend", moderation::end_suspension)
        .get("/moderation/reports", moderation::reports)
        .post("/moderation/reports/{id}", moderation::decide)
        .post("/users/{id}/silence", moderation::silence)
        .delete("/users/{id}/silence", moderation::end_silence)
        .patch("/users/{id}/role", moderation::set_role)
        .with_layer(limited(RateClass::Answer));
    let chats = Routes::new()
        .post("/games/{id}/chat", chat::say)
        .post("/games/{id}/chat/report", chat::report_line)
        .post("/users/{id}/report", chat::report_user)
        .with_layer(limited(RateClass::Chat));
    let outputs = Routes::new()
        .get("/positions/{game}/picture.svg", positions::svg)
        .get("/positions/{game}/picture.png", positions::png)
        .get("/games/{id}/frames", games::frames)
        .get("/me/export", account::export)
        .get("/archive/export", lists::export)
        .get("/games/{id}/paths", games::paths)
        .get("/games/{id}/record", games::text)
        .get("/games/{id}/picture.svg", games::svg)
        .get("/games/{id}/picture.png", games::png)
        .get("/games/{id}/animation.gif", animation::of_game)
        .get("/records/{id}", records::show)
        .get("/records/{id}/frames", records::frames)
        .get("/records/{id}/text", records::text)
        .get("/records/{id}/picture.svg", records::svg)
        .get("/records/{id}/picture.png", records::png)
        .get("/records/{id}/animation.gif", animation::of_record)
        .get("/qr.svg", qr::svg)
        .with_layer(limited(RateClass::Output));
    Routes::new()
        .post("/games/{id}/join", games::join)
        .post("/offers/{id}/accept", offers::accept)
        .post("/offers/{id}/decline", offers::decline)
        .post("/offers/{id}/withdraw", offers::withdraw)
        .post("/offers/{id}/leave", offers::leave)
        .post("/games/{id}/computer", games::computer)
        .post("/games/{id}/dice", games::dice)
        .post("/games/{id}/acts", games::act)
        .get("/games/{id}/socket", socket::open)
        .get("/games/{id}/stream", socket::stream)
        .get("/analysis", analysis::open)
        .get("/me/socket", waiting::open)
        .post("/worker/take", worker::take)
        .post("/worker/jobs/{id}", worker::answer)
        .merge(answers)
        .merge(creating)
        .merge(positions)
        .merge(chats)
        .merge(outputs)
}

/// The router below `/api`.
pub(crate) fn router(state: AppState) -> Router {
    routes(&state)
        .router()
        .fallback(async || AnyProblem::from(RouteError::NoSuchRoute))
        .method_not_allowed_fallback(async |method: Method| {
            AnyProblem::from(RouteError::WrongMethod(quote(method.as_str())))
        })
        .layer(from_fn_with_state(state.clone(), identity::deeds_layer))
        .layer(from_fn_with_state(state.clone(), origin::layer))
        .with_state(state)
}

/// The games and the levels of the computer.
#[utoipa::path(get, path = "/api/info", tag = "games",
    responses((status = 200, description = "What there is", body = Info)),
    extensions(("x-problems" = json!("caller rate"))))]
async fn info() -> Json<Info> {
    let games = heterodox_rules::games().copied().collect();
    Json(Info { games, levels: Level::ALL.to_vec() })
}

/// Makes a guest, with a token for all later calls. A body is ignored.
///
/// The response sets the token as a cookie, unless the caller is a guest already.
#[utoipa::path(post, path = "/api/guests", tag = "games",
    responses((status = 201, description = "The guest", body = NewGuest)),
    extensions(("x-problems" = json!("caller creation"))))]
async fn new_guest(
    State(state): State<AppState>,
    caller: Option<UserId>,
    client: Client,
) -> Result<Response, AnyProblem> {
    let (token, guest) = state.people.new_guest(&client).await?;
    // Two tabs of a new visitor may both ask: the games of the first guest must not be lost.
    let cookie = caller.is_none().then(|| [(SET_COOKIE, session_cookie(&state, &token))]);
    Ok((StatusCode::CREATED, cookie, Json(NewGuest { token, guest })).into_response())
}

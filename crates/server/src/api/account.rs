//! Accounts and the caller's own data: `/api/account`, `/api/login`, `/api/me…`, `/api/users/…`.

use super::lists::before;
use crate::http::identity::{no_cookie, session_cookie};
use crate::http::input::{Id, JsonBody};
use crate::i18n::Lang;
use crate::people::{Client, Identity, Reader};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use heterodox_host::UserId;
use heterodox_wire::{
    Audit, Blocks, EmailCode, ForgottenPassword, Happened, LoginRequest, Me, MeChange, MyGames,
    NewAccount, NewEmail, NewPasskey, PasskeyLogin, Passkeys, PasswordChange, ResetRequest,
    Sessions, SignedIn, TakenOver, TakeoverRequest, UserInfo, VacationRequest,
};
use serde_json::Value;

type ApiResult<T> = Result<T, AnyProblem>;

/// The answer that begins a session: its token, also as a cookie.
fn signed_in(state: &AppState, status: StatusCode, (token, id): (String, UserId)) -> Response {
    let headers =
        [(SET_COOKIE, session_cookie(state, &token)), (CACHE_CONTROL, "no-store".to_owned())];
    (status, headers, Json(SignedIn { token, id })).into_response()
}

/// Makes an account.
///
/// A guest keeps its id and so its games; a caller without a token becomes a new user. The answer
/// sets the token of a new session as a cookie; all sessions before it end.
#[utoipa::path(post, path = "/api/account", tag = "people", request_body = NewAccount,
    responses((status = 201, description = "The account", body = SignedIn)),
    extensions(("x-problems" = json!("caller creation no-guest has-account registration-closed \
        bad-code bad-name name-taken bad-password logins-slowed logins-busy"))))]
pub(super) async fn create(
    State(state): State<AppState>,
    caller: Option<Identity>,
    client: Client,
    JsonBody(wanted): JsonBody<NewAccount>,
) -> ApiResult<Response> {
    let signed = state.people.create_account(caller.as_ref(), wanted, &client).await?;
    Ok(signed_in(&state, StatusCode::CREATED, signed))
}

/// Leaves the server.
///
/// Running games are resigned. Name, password, sessions, profile and blocks are deleted; moves and
/// results stay, with the id. The name is free for others after 180 days.
#[utoipa::path(delete, path = "/api/account", tag = "people",
    responses((status = 204, description = "The caller has left")),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn leave(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<impl IntoResponse> {
    state.people.leave(&caller).await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, no_cookie(&state))]))
}

/// Signs in with name and password.
///
/// The answer sets the token of a new session as a cookie; the session of the caller ends.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = LoginRequest,
    responses((status = 200, description = "The session", body = SignedIn)),
    extensions(("x-problems" =
        json!("caller creation bad-login suspended logins-slowed logins-busy takeover-refused \
            not-a-guest busy"))))]
pub(super) async fn login(
    State(state): State<AppState>,
    caller: Option<Identity>,
    client: Client,
    JsonBody(request): JsonBody<LoginRequest>,
) -> ApiResult<Response> {
    let signed = state.people.login(caller.as_ref(), request, &client).await?;
    Ok(signed_in(&state, StatusCode::OK, signed))
}

/// Mails a link to choose a new password to a person with this name, or to all with this confirmed
/// address. The answer does not say whether there are any.
#[utoipa::path(post, path = "/api/login/forgotten", tag = "people",
    request_body = ForgottenPassword,
    responses((status = 202, description = "It is looked for")),
    extensions(("x-problems" = json!("caller creation no-mail logins-slowed"))))]
pub(super) async fn forgotten(
    State(state): State<AppState>,
    client: Client,
    lang: Lang,
    JsonBody(ForgottenPassword { account }): JsonBody<ForgottenPassword>,
) -> ApiResult<StatusCode> {
    state.people.mail_reset(account, lang, &client)?;
    Ok(StatusCode::ACCEPTED)
}

/// Replaces the caller's e-mail address, and mails it a link that confirms it. A confirmed address
/// gets a new password if the old one is lost.
#[utoipa::path(put, path = "/api/me/email", tag = "people", request_body = NewEmail,
    responses((status = 202, description = "The address waits to be confirmed")),
    extensions(("x-problems" = json!("guest creation no-account no-mail bad-email wrong-password \
        logins-slowed logins-busy"))))]
pub(super) async fn set_email(
    State(state): State<AppState>,
    caller: Identity,
    client: Client,
    lang: Lang,
    JsonBody(wanted): JsonBody<NewEmail>,
) -> ApiResult<StatusCode> {
    state.people.set_email(&caller, wanted, lang, &client).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Forgets the caller's e-mail address.
#[utoipa::path(delete, path = "/api/me/email", tag = "people",
    responses((status = 204, description = "There is no address")),
    extensions(("x-problems" = json!("guest rate no-account"))))]
pub(super) async fn remove_email(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<StatusCode> {
    state.people.remove_email(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms an e-mail address with the code that was mailed to it. The caller may be anybody: a
/// mail is often read on another device.
#[utoipa::path(post, path = "/api/email/confirm", tag = "people", request_body = EmailCode,
    responses((status = 204, description = "The address is confirmed")),
    extensions(("x-problems" = json!("caller creation bad-code logins-slowed"))))]
pub(super) async fn confirm_email(
    State(state): State<AppState>,
    client: Client,
    JsonBody(EmailCode { code }): JsonBody<EmailCode>,
) -> ApiResult<StatusCode> {
    state.people.confirm_email(&code, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The caller goes on vacation, or comes back. Its time stops in its games by correspondence whose
/// players have not excluded that; where it must move within the hour, after its next move.
#[utoipa::path(put, path = "/api/me/vacation", tag = "people", request_body = VacationRequest,
    responses((status = 200, description = "The caller", body = Me)),
    extensions(("x-problems" = json!("guest creation no-account no-vacation-left vacation-too-soon busy"))))]
pub(super) async fn vacation(
    State(state): State<AppState>,
    caller: Identity,
    JsonBody(VacationRequest { on }): JsonBody<VacationRequest>,
) -> ApiResult<Json<Me>> {
    state.people.take_vacation(&caller, on).await?;
    Ok(Json(state.people.me(caller.user).await?))
}

/// Sets a password with a code from a mail or of the server's operator, and signs in.
#[utoipa::path(post, path = "/api/login/reset", tag = "people", request_body = ResetRequest,
    responses((status = 200, description = "The session", body = SignedIn)),
    extensions(("x-problems" =
        json!("caller creation bad-code suspended bad-password logins-slowed logins-busy"))))]
pub(super) async fn reset(
    State(state): State<AppState>,
    client: Client,
    JsonBody(request): JsonBody<ResetRequest>,
) -> ApiResult<Response> {
    let signed = state.people.reset(request, &client).await?;
    Ok(signed_in(&state, StatusCode::OK, signed))
}

/// Ends the caller's session.
#[utoipa::path(post, path = "/api/logout", tag = "people",
    responses((status = 204, description = "The session has ended")),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn logout(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<impl IntoResponse> {
    state.people.logout(&caller).await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, no_cookie(&state))]))
}

/// What the caller may know of itself.
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, description = "The caller", body = Me)),
    extensions(("x-problems" = json!("guest rate no-such-user"))))]
pub(super) async fn me(State(state): State<AppState>, caller: Identity) -> ApiResult<Json<Me>> {
    Ok(Json(state.people.me(caller.user).await?))
}

/// Changes the caller's name, text, language, time zone or preferences.
#[utoipa::path(patch, path = "/api/me", tag = "people", request_body = MeChange,
    responses((status = 200, description = "The caller", body = Me)),
    extensions(("x-problems" =
        json!("guest rate no-such-user no-account bad-name name-taken bad-profile"))))]
pub(super) async fn change_me(
    State(state): State<AppState>,
    caller: Identity,
    JsonBody(change): JsonBody<MeChange>,
) -> ApiResult<Json<Me>> {
    Ok(Json(state.people.change_me(&caller, change).await?))
}

/// The caller's games.
#[utoipa::path(get, path = "/api/me/games", tag = "people",
    params(("before" = Option<String>, Query, description = "The `next` of the page before")),
    responses((status = 200, description = "The games", body = MyGames)),
    extensions(("x-problems" = json!("guest rate bad-parameter"))))]
pub(super) async fn my_games(
    State(state): State<AppState>,
    caller: Identity,
    uri: Uri,
) -> ApiResult<Json<MyGames>> {
    let before = before(&uri)?;
    Ok(Json(state.people.games_of(caller.user, before.as_ref(), Reader::Itself).await?))
}

/// What has happened to the caller's games and offers while it was away.
#[utoipa::path(get, path = "/api/me/news", tag = "people",
    responses((status = 200, description = "The news", body = Happened)),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn my_news(
    State(state): State<AppState>,
    user: UserId,
) -> ApiResult<Json<Happened>> {
    Ok(Json(Happened { news: state.people.happened(user).await? }))
}

/// The caller's sessions.
#[utoipa::path(get, path = "/api/me/sessions", tag = "people",
    responses((status = 200, description = "The sessions", body = Sessions)),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn sessions(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<Json<Sessions>> {
    Ok(Json(Sessions { sessions: state.people.sessions(&caller).await? }))
}

/// Ends a session of the caller, and its sockets.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "people",
    params(("id" = String, Path, description = "The session")),
    responses((status = 204, description = "The session has ended")),
    extensions(("x-problems" = json!("guest rate bad-parameter no-such-session"))))]
pub(super) async fn end_session(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.end_session(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// All that is kept of the caller: a line of JSON for each row that names it, and for each of its
/// games the record.
#[utoipa::path(get, path = "/api/me/export", tag = "people",
    responses((status = 200, description = "The rows", body = String,
        content_type = "application/x-ndjson")),
    extensions(("x-problems" = json!("guest rate no-such-game busy"))))]
pub(super) async fn export(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<impl IntoResponse> {
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (CACHE_CONTROL, "no-store"),
        (CONTENT_DISPOSITION, "attachment; filename=\"heterodox.ndjson\""),
    ];
    Ok((headers, state.people.export(caller.user).await?))
}

/// Changes the caller's password. Its other sessions end.
#[utoipa::path(post, path = "/api/me/password", tag = "people", request_body = PasswordChange,
    responses((status = 204, description = "The password is changed")),
    extensions(("x-problems" = json!("guest creation no-account wrong-password bad-password \
        logins-slowed logins-busy"))))]
pub(super) async fn password(
    State(state): State<AppState>,
    caller: Identity,
    client: Client,
    JsonBody(change): JsonBody<PasswordChange>,
) -> ApiResult<StatusCode> {
    state.people.change_password(&caller, change, &client).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes over the games of another guest, whose token proves that the caller is that guest.
#[utoipa::path(post, path = "/api/me/takeover", tag = "people", request_body = TakeoverRequest,
    responses((status = 200, description = "The games are the caller's", body = TakenOver)),
    extensions(("x-problems" =
        json!("guest creation no-account not-a-guest takeover-refused busy"))))]
pub(super) async fn take_over(
    State(state): State<AppState>,
    caller: Identity,
    JsonBody(TakeoverRequest { token }): JsonBody<TakeoverRequest>,
) -> ApiResult<Json<TakenOver>> {
    Ok(Json(TakenOver { games: state.people.take_over(&caller, &token).await? }))
}

/// The public profile of a user, by id or name.
#[utoipa::path(get, path = "/api/users/{id}", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    responses((status = 200, description = "The user", body = UserInfo)),
    extensions(("x-problems" = json!("caller rate bad-parameter no-such-user"))))]
pub(super) async fn user(
    State(state): State<AppState>,
    caller: Option<UserId>,
    Id(id): Id,
) -> ApiResult<Json<UserInfo>> {
    Ok(Json(state.people.profile(&id, caller).await?))
}

/// The users whom the caller has blocked.
#[utoipa::path(get, path = "/api/me/blocks", tag = "people",
    responses((status = 200, description = "The users", body = Blocks)),
    extensions(("x-problems" = json!("guest rate"))))]
pub(super) async fn blocks(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<Json<Blocks>> {
    Ok(Json(Blocks { blocked: state.people.blocks(caller.user).await? }))
}

/// Blocks a user: it cannot take a seat where the caller sits. A body is ignored.
#[utoipa::path(post, path = "/api/users/{id}/block", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    responses((status = 204, description = "The user is blocked")),
    extensions(("x-problems" = json!("guest rate bad-parameter no-such-user"))))]
pub(super) async fn block(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.block(caller.user, &id, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a block.
#[utoipa::path(delete, path = "/api/users/{id}/block", tag = "people",
    params(("id" = String, Path, description = "The id or the name")),
    responses((status = 204, description = "The user is not blocked")),
    extensions(("x-problems" = json!("guest rate bad-parameter no-such-user"))))]
pub(super) async fn unblock(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.block(caller.user, &id, false).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The newest lines of the audit, for moderators and administrators.
#[utoipa::path(get, path = "/api/audit", tag = "people",
    responses((status = 200, description = "The lines", body = Audit)),
    extensions(("x-problems" = json!("guest rate no-account not-allowed"))))]
pub(super) async fn audit(State(state): State<AppState>) -> ApiResult<Json<Audit>> {
    Ok(Json(Audit { lines: state.people.audit().await? }))
}

/// The caller's passkeys.
#[utoipa::path(get, path = "/api/me/passkeys", tag = "people",
    responses((status = 200, description = "The passkeys", body = Passkeys)),
    extensions(("x-problems" = json!("guest rate no-account"))))]
pub(super) async fn passkeys(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<Json<Passkeys>> {
    Ok(Json(Passkeys { passkeys: state.people.passkeys(caller.user).await? }))
}

/// Begins to add a passkey: the options for `navigator.credentials.create`. A body is ignored.
#[utoipa::path(post, path = "/api/me/passkeys/options", tag = "people",
    responses((status = 200, description = "The options", body = Object)),
    extensions(("x-problems" = json!("guest creation no-account bad-passkey logins-busy"))))]
pub(super) async fn begin_passkey(
    State(state): State<AppState>,
    caller: Identity,
) -> ApiResult<Json<Value>> {
    Ok(Json(state.people.begin_passkey(&caller).await?))
}

/// Adds the passkey that the browser has made.
#[utoipa::path(post, path = "/api/me/passkeys", tag = "people", request_body = NewPasskey,
    responses((status = 204, description = "The passkey is kept")),
    extensions(("x-problems" = json!("guest creation no-account bad-passkey"))))]
pub(super) async fn add_passkey(
    State(state): State<AppState>,
    caller: Identity,
    JsonBody(NewPasskey { label, credential }): JsonBody<NewPasskey>,
) -> ApiResult<StatusCode> {
    state.people.add_passkey(&caller, &label, &Value::Object(credential)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a passkey of the caller.
#[utoipa::path(delete, path = "/api/me/passkeys/{id}", tag = "people",
    params(("id" = String, Path, description = "The passkey")),
    responses((status = 204, description = "The passkey is removed")),
    extensions(("x-problems" =
        json!("guest rate no-account bad-parameter no-such-passkey last-credential"))))]
pub(super) async fn remove_passkey(
    State(state): State<AppState>,
    caller: Identity,
    Id(id): Id,
) -> ApiResult<StatusCode> {
    state.people.remove_passkey(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begins to sign in with a passkey: the options for `navigator.credentials.get`. A body is
/// ignored.
#[utoipa::path(post, path = "/api/login/passkey/options", tag = "people",
    responses((status = 200, description = "The options", body = Object)),
    extensions(("x-problems" = json!("caller creation bad-passkey logins-busy"))))]
pub(super) async fn begin_passkey_login(State(state): State<AppState>) -> ApiResult<Json<Value>> {
    Ok(Json(state.people.begin_passkey_login()?))
}

/// Signs in with a passkey.
///
/// The answer sets the token of a new session as a cookie; the session of a guest ends.
#[utoipa::path(post, path = "/api/login/passkey", tag = "people", request_body = PasskeyLogin,
    responses((status = 200, description = "The session", body = SignedIn)),
    extensions(("x-problems" = json!("caller creation bad-passkey suspended logins-slowed"))))]
pub(super) async fn passkey_login(
    State(state): State<AppState>,
    caller: Option<Identity>,
    client: Client,
    JsonBody(PasskeyLogin { credential, take_over }): JsonBody<PasskeyLogin>,
) -> ApiResult<Response> {
    let (sent, take_over) = (Value::Object(credential), take_over == Some(true));
    let signed = state.people.passkey_login(caller.as_ref(), &sent, take_over, &client).await?;
    Ok(signed_in(&state, StatusCode::OK, signed))
}

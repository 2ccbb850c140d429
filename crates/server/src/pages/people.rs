//! The pages of people: signing in, the own account, profiles, a new password.

use super::PageCtx;
use super::game_lists::game_lists;
use super::layout::Page;
use super::problem::not_found;
use super::table::report_reasons;
use super::ways;
use crate::http::input::Id;
use crate::i18n::Lang;
use crate::people::{Identity, Reader, Registration, Role};
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use heterodox_host::UserId;
use heterodox_rules::{games as all_games, info};
use heterodox_store::UserKind;
use heterodox_wire::{Me, PasskeyInfo, SessionInfo, VacationInfo, Ways};
use maud::{Markup, html};

/// The script of all pages with forms.
const SCRIPT: &str = "account/account-forms";

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// The address of a user's page.
pub(super) fn profile_path(id: UserId) -> String {
    format!("/u/{id}")
}

/// What follows when a form was sent.
#[derive(Clone, Copy)]
pub(super) enum After<'a> {
    /// Another page; with an empty address this one again.
    Page(&'a str),
    /// A text in the place of the form.
    Text(&'a str),
}

/// A form that a script sends as JSON.
pub(super) fn form(call: &str, after: After<'_>, content: &Markup) -> Markup {
    form_with_hash(call, after, None, content)
}

/// A form of which the first call makes a visitor a guest.
pub(super) fn guest_form(call: &str, then: &str, content: &Markup) -> Markup {
    html! {
        form data-call=(call) data-then=(then) data-guest {
            (content)
            p .problem-line role="alert" hidden {}
        }
    }
}

/// A form with one more field, whose value stands behind `#` in the address.
fn form_with_hash(call: &str, after: After<'_>, hash: Option<&str>, content: &Markup) -> Markup {
    let (then, done) = match after {
        After::Page(address) => (Some(address), None),
        After::Text(text) => (None, Some(text)),
    };
    html! {
        form data-call=(call) data-then=[then] data-done=[done] data-hash=[hash] {
            (content)
            p .problem-line role="alert" hidden {}
        }
    }
}

/// A page with forms.
pub(super) fn page(title: String, content: Markup) -> Page {
    Page::new(title, "people-page", content).with_script(SCRIPT, Vec::new())
}

/// A text field with its label.
fn field(ctx: &PageCtx, id: &str, name: &str, key: &str, kind: &str, complete: &str) -> Markup {
    html! {
        label for=(id) { (ctx.t(key)) }
        input id=(id) name=(name) type=(kind) autocomplete=(complete) required maxlength="256";
    }
}

/// `GET /sign-in`
pub(super) async fn sign_in(
    State(state): State<AppState>,
    caller: Option<Identity>,
    ctx: PageCtx,
) -> Response {
    let is_person = caller.as_ref().is_some_and(|caller| caller.kind == UserKind::Person);
    if is_person {
        return Redirect::to("/account").into_response();
    }
    let login = html! {
        (field(&ctx, "login-name", "name", "people-name", "text", "username"))
        (field(&ctx, "login-password", "password", "people-password", "password", "current-password"))
        @if caller.is_some() {
            label .switch {
                input type="checkbox" name="take_over" value="true" checked;
                span { (ctx.t("people-take-along")) }
            }
        }
        div .row { button .main type="submit" { (ctx.t("people-sign-in")) } }
    };
    let registration = state.people.policy().registration;
    let sign_up = html! {
        (field(&ctx, "new-name", "name", "people-name", "text", "username"))
        p .hint { (ctx.t("people-name-hint")) }
        (field(&ctx, "new-password", "password", "people-password", "password", "new-password"))
        p .hint { (ctx.t("people-password-hint")) }
        @if registration == Registration::Code {
            (field(&ctx, "new-code", "code", "people-code", "text", "off"))
        }
        div .row { button .main type="submit" { (ctx.t("people-sign-up")) } }
    };
    let content = html! {
        h1 { (ctx.t("people-sign-in-title")) }
        noscript { p { (ctx.t("people-noscript")) } }
        div .people-forms {
            section .panel aria-labelledby="login-title" {
                h2 #login-title { (ctx.t("people-sign-in")) }
                (form("POST /api/login", After::Page("/account"), &login))
                form data-passkey="get" data-call="POST /api/login/passkey" data-then="/account" hidden {
                    div .row { button type="submit" { (ctx.t("people-passkey-sign-in")) } }
                    p .problem-line role="alert" hidden {}
                }
                p .hint {
                    @if state.people.sends_mail() {
                        a href="/forgotten" { (ctx.t("people-forgotten")) }
                    } @else { (ctx.t("people-lost-password")) }
                }
            }
            @if registration != Registration::Closed {
                section .panel aria-labelledby="new-title" {
                    h2 #new-title { (ctx.t("people-sign-up")) }
                    p { (ctx.t("people-sign-up-text")) }
                    (form("POST /api/account", After::Page("/account"), &sign_up))
                }
            }
        }
    };
    page(ctx.t("people-sign-in-title"), content).respond(&ctx)
}

/// `GET /reset`: the code stands behind `#`, where only the script sees it.
pub(super) async fn reset(ctx: PageCtx) -> Response {
    let content = html! {
        h1 { (ctx.t("people-reset-title")) }
        div .panel {
            p { (ctx.t("people-reset-text")) }
            (form_with_hash("POST /api/login/reset", After::Page("/account"), Some("code"), &html! {
                (field(&ctx, "reset-password", "password", "people-new-password", "password", "new-password"))
                p .hint { (ctx.t("people-password-hint")) }
                div .row { button .main type="submit" { (ctx.t("people-reset-do")) } }
            }))
        }
    };
    page(ctx.t("people-reset-title"), content).respond(&ctx)
}

/// `GET /forgotten`
pub(super) async fn forgotten(State(state): State<AppState>, ctx: PageCtx) -> Response {
    let content = html! {
        h1 { (ctx.t("people-forgotten-title")) }
        div .panel {
            @if state.people.sends_mail() {
                p { (ctx.t("people-forgotten-text")) }
                (form("POST /api/login/forgotten", After::Text(&ctx.t("people-forgotten-done")), &html! {
                    (field(&ctx, "forgotten-account", "account", "people-name-or-email", "text", "username"))
                    div .row { button .main type="submit" { (ctx.t("people-forgotten-do")) } }
                }))
            } @else { p { (ctx.t("people-lost-password")) } }
        }
    };
    page(ctx.t("people-forgotten-title"), content).respond(&ctx)
}

/// `GET /confirm`: the code stands behind `#`, where only the script sees it. A button sends it, as
/// some programs open every link of a mail.
pub(super) async fn confirm(ctx: PageCtx) -> Response {
    let done = ctx.t("people-confirm-done");
    let content = html! {
        h1 { (ctx.t("people-confirm-title")) }
        div .panel {
            p { (ctx.t("people-confirm-text")) }
            (form_with_hash("POST /api/email/confirm", After::Text(&done), Some("code"), &html! {
                div .row { button .main type="submit" { (ctx.t("people-confirm-do")) } }
            }))
        }
    };
    page(ctx.t("people-confirm-title"), content).respond(&ctx)
}

/// `GET /account`
pub(super) async fn account(
    State(state): State<AppState>,
    caller: Option<Identity>,
    ctx: PageCtx,
) -> Response {
    let Some(caller) = caller else { return Redirect::to("/sign-in").into_response() };
    match own_data(&state, &caller, ctx.lang).await {
        Ok(data) => account_page(&ctx, &caller, &data, state.people.sends_mail()).respond(&ctx),
        Err(error) => {
            tracing::warn!(%error, "the page of an account failed");
            error.into_response()
        }
    }
}

type OwnData = (Me, Vec<SessionInfo>, Vec<PasskeyInfo>, Ways);

async fn own_data(state: &AppState, caller: &Identity, lang: Lang) -> Result<OwnData, AnyProblem> {
    let me = state.people.me(caller.user).await?;
    let passkeys = state.people.passkeys(caller.user).await?;
    let ways = state.people.ways_of(caller, lang).await?;
    Ok((me, state.people.sessions(caller).await?, passkeys, ways))
}

fn account_page(
    ctx: &PageCtx,
    caller: &Identity,
    (me, sessions, passkeys, ways): &OwnData,
    sends_mail: bool,
) -> Page {
    let is_person = caller.kind == UserKind::Person;
    let title = me.name.clone().unwrap_or_else(|| ctx.guest(me.id));
    let content = html! {
        h1 { (title) }
        noscript { p { (ctx.t("people-noscript")) } }
        @if is_person {
            p { a href=(profile_path(me.id)) { (ctx.t("people-to-profile")) } }
            @if caller.role >= Role::Moderator {
                p { a href="/moderation" { (ctx.t("moderation-title")) } }
            }
        } @else {
            div .panel {
                p { (ctx.t("people-guest-text")) }
                p { a .button .main href="/sign-in" { (ctx.t("people-sign-in-title")) } }
            }
        }
        @if is_person {
            (profile_form(ctx, me))
            @if let Some(vacation) = &me.vacation { (vacation_form(ctx, vacation)) }
            @if sends_mail { (email_form(ctx, me)) }
            (password_form(ctx))
            (passkey_list(ctx, passkeys))
        }
        (ways::section(ctx, ways, is_person))
        (session_list(ctx, sessions, is_person))
        section .panel aria-labelledby="export-title" {
            h2 #export-title { (ctx.t("people-export-title")) }
            p { (ctx.t("people-export-text")) }
            p { a .button href="/api/me/export" download="heterodox.ndjson" { (ctx.t("people-export-do")) } }
        }
        section .panel aria-labelledby="leave-title" {
            h2 #leave-title { (ctx.t("people-leave-title")) }
            p { (ctx.t("people-leave-text")) }
            (form("DELETE /api/account", After::Page("/"), &html! {
                label .switch {
                    input type="checkbox" required data-unsent;
                    span { (ctx.t("people-leave-sure")) }
                }
                div .row { button .danger type="submit" { (ctx.t("people-leave-do")) } }
            }))
        }
    };
    page(title, content)
}

fn profile_form(ctx: &PageCtx, me: &Me) -> Markup {
    let name = me.name.as_deref().unwrap_or_default();
    let lang = me.lang.as_deref().unwrap_or_default();
    let content = html! {
        label for="me-name" { (ctx.t("people-name")) }
        input #me-name name="name" value=(name) required maxlength="20" autocomplete="username";
        p .hint { (ctx.t("people-name-hint")) }
        label for="me-about" { (ctx.t("people-about")) }
        textarea #me-about name="about" rows="4" maxlength="1000" { (me.about) }
        label for="me-lang" { (ctx.t("settings-lang")) }
        select #me-lang name="lang" {
            option value="" selected[lang.is_empty()] { (ctx.t("people-as-browser")) }
            @for one in Lang::ALL {
                option value=(one.code()) lang=(one.code()) selected[lang == one.code()] { (one.name()) }
            }
        }
        label for="me-tz" { (ctx.t("people-tz")) }
        input #me-tz name="tz" value=(me.tz.as_deref().unwrap_or_default()) maxlength="50"
            placeholder="Europe/Berlin" autocomplete="off";
        div .row { button .main type="submit" { (ctx.t("people-save")) } }
    };
    html! {
        section .panel aria-labelledby="profile-title" {
            h2 #profile-title { (ctx.t("people-profile-title")) }
            (form("PATCH /api/me", After::Page(""), &content))
        }
    }
}

fn vacation_form(ctx: &PageCtx, vacation: &VacationInfo) -> Markup {
    let (action, until) = if vacation.on {
        ("people-vacation-end", vacation.until_ms)
    } else {
        ("people-vacation-begin", None)
    };
    let days = (vacation.left_ms / DAY_MS).to_string();
    html! {
        section .panel aria-labelledby="vacation-title" {
            h2 #vacation-title { (ctx.t("people-vacation-title")) }
            p { (ctx.t("people-vacation-text")) }
            @if let Some(until_ms) = until {
                p { strong { (ctx.t_with("people-vacation-until", &[("day", &ctx.day(until_ms))])) } }
            } @else {
                p { (ctx.t_with("people-vacation-left", &[("days", &days)])) }
            }
            (form("PUT /api/me/vacation", After::Page(""), &html! {
                input type="hidden" name="on" value=(!vacation.on);
                div .row {
                    button type="submit" disabled[!vacation.on && vacation.left_ms < MINUTE_MS] {
                        (ctx.t(action))
                    }
                }
            }))
        }
    }
}

fn email_form(ctx: &PageCtx, me: &Me) -> Markup {
    let address = me.email.as_ref().map_or("", |email| email.address.as_str());
    let content = html! {
        label for="me-email" { (ctx.t("people-email")) }
        input #me-email name="address" type="email" value=(address) required maxlength="254"
            autocomplete="email";
        @if me.has_password {
            (field(ctx, "email-password", "password", "people-old-password", "password", "current-password"))
        }
        div .row { button type="submit" { (ctx.t("people-email-do")) } }
    };
    html! {
        section .panel aria-labelledby="email-title" {
            h2 #email-title { (ctx.t("people-email-title")) }
            p { (ctx.t("people-email-text")) }
            @if let Some(email) = &me.email {
                p {
                    strong { (email.address) } " · "
                    (ctx.t(if email.confirmed { "people-email-confirmed" } else { "people-email-waits" }))
                }
            }
            (form("PUT /api/me/email", After::Page(""), &content))
            @if me.email.is_some() {
                (form("DELETE /api/me/email", After::Page(""), &html! {
                    div .row { button type="submit" { (ctx.t("people-email-remove")) } }
                }))
            }
        }
    }
}

fn password_form(ctx: &PageCtx) -> Markup {
    let content = html! {
        (field(ctx, "old-password", "old", "people-old-password", "password", "current-password"))
        (field(ctx, "next-password", "new", "people-new-password", "password", "new-password"))
        p .hint { (ctx.t("people-password-hint")) }
        div .row { button type="submit" { (ctx.t("people-password-do")) } }
    };
    html! {
        section .panel aria-labelledby="password-title" {
            h2 #password-title { (ctx.t("people-password-title")) }
            p { (ctx.t("people-password-text")) }
            (form("POST /api/me/password", After::Page(""), &content))
        }
    }
}

fn passkey_list(ctx: &PageCtx, passkeys: &[PasskeyInfo]) -> Markup {
    html! {
        section .panel aria-labelledby="passkeys-title" {
            h2 #passkeys-title { (ctx.t("people-passkeys-title")) }
            p { (ctx.t("people-passkeys-text")) }
            @if !passkeys.is_empty() {
                ul .people-list {
                    @for passkey in passkeys {
                        li {
                            strong { (passkey.label) }
                            (ctx.t_with("people-session-since", &[("day", &ctx.day(passkey.created_ms))]))
                            (form(&format!("DELETE /api/me/passkeys/{}", passkey.id), After::Page(""), &html! {
                                button type="submit" { (ctx.t("people-passkey-remove")) }
                            }))
                        }
                    }
                }
            }
            form data-passkey="create" data-call="POST /api/me/passkeys" data-then="" hidden {
                label for="passkey-label" { (ctx.t("people-passkey-label")) }
                input #passkey-label name="label" required maxlength="60" autocomplete="off";
                div .row { button type="submit" { (ctx.t("people-passkey-add")) } }
                p .problem-line role="alert" hidden {}
            }
            p .hint data-no-passkeys hidden { (ctx.t("people-passkeys-none")) }
        }
    }
}

fn session_list(ctx: &PageCtx, sessions: &[SessionInfo], is_person: bool) -> Markup {
    html! {
        section .panel aria-labelledby="sessions-title" {
            h2 #sessions-title { (ctx.t("people-sessions-title")) }
            ul .people-list {
                @for session in sessions {
                    li {
                        div {
                            strong { (program(ctx, session.agent.as_deref())) }
                            @if session.here { " · " (ctx.t("people-session-here")) }
                            br;
                            (ctx.t_with("people-session-since", &[("day", &ctx.day(session.created_ms))]))
                            @if let Some(network) = &session.network { " · " (network) }
                        }
                        @if !session.here {
                            (form(&format!("DELETE /api/me/sessions/{}", session.id), After::Page(""), &html! {
                                button type="submit" { (ctx.t("people-session-end")) }
                            }))
                        }
                    }
                }
            }
            // A guest who signs out cannot come back.
            @if is_person {
                (form("POST /api/logout", After::Page("/"), &html! {
                    div .row { button type="submit" { (ctx.t("people-sign-out")) } }
                }))
            }
        }
    }
}

/// `GET /u/{name}`
pub(super) async fn profile(
    State(state): State<AppState>,
    name: Result<Id, AnyProblem>,
    caller: Option<Identity>,
    ctx: PageCtx,
) -> Response {
    let Ok(Id(name)) = name else { return not_found(ctx).await };
    let role = caller.as_ref().map(|caller| caller.role);
    let caller = caller.map(|caller| caller.user);
    let Ok(user) = state.people.profile(&name, caller).await else { return not_found(ctx).await };
    let reader = match caller {
        Some(caller) if caller != user.id => Reader::User(caller),
        // The own page is shown as others see it; all own games are at `/games`.
        Some(_) | None => Reader::Stranger,
    };
    let games = match state.people.games_of(user.id, None, reader).await {
        Ok(games) => games,
        Err(error) => return AnyProblem::from(error).into_response(),
    };
    let other = caller.filter(|caller| *caller != user.id);
    let scores = &user.scores;
    let blocked = match caller {
        Some(caller) => state.people.blocks(caller).await.unwrap_or_default().contains(&user.id),
        None => false,
    };
    let title = user.name.clone().unwrap_or_else(|| ctx.guest(user.id));
    let call = if blocked { "DELETE" } else { "POST" };
    let key = if blocked { "people-unblock" } else { "people-block" };
    let content = html! {
        h1 { (title) }
        p { (ctx.t_with("people-since", &[("day", &ctx.day(user.created_ms))])) }
        @if user.on_vacation { p { strong { (ctx.t("people-on-vacation")) } } }
        @if !user.about.is_empty() { p .people-about { (user.about) } }
        @if user.recent_games > 0 {
            @let kept = user.recent_games - user.timed_out;
            p { (ctx.t_with("people-reliability", &[
                ("count", &user.recent_games.to_string()),
                ("percent", &(100 * kept / user.recent_games).to_string()),
            ])) }
        }
        @if other.is_some() && user.kind != "gone" {
            p .row {
                @for info in all_games() {
                    a .button href={ "/new/" (info.id) "?opponent=person&person=" (user.name.as_deref().unwrap_or(user.id.as_str())) } {
                        (ctx.t_with("people-invite", &[("game", info.name)]))
                    }
                }
            }
        }
        @if !scores.is_empty() {
            section aria-labelledby="scores-title" {
                h2 #scores-title { (ctx.t("people-scores")) }
                ul .people-list {
                    @for score in scores {
                        li {
                            strong { (info(&score.game).map_or(score.game.as_str(), |info| info.name)) }
                            span { (ctx.t_with("people-score", &[
                                ("won", &score.won.to_string()),
                                ("drawn", &(score.games - score.won - score.lost).to_string()),
                                ("lost", &score.lost.to_string()),
                            ])) }
                        }
                    }
                }
            }
        }
        (game_lists(&ctx, &games, user.id, state.people.now_ms()))
        p { a href={ "/archive?user=" (user.id) } { (ctx.t("people-archive")) } }
        @if caller.is_some_and(|caller| caller != user.id) {
            div .panel {
                p { (ctx.t("people-block-text")) }
                (form(&format!("{call} /api/users/{}/block", user.id), After::Page(""), &html! {
                    button type="submit" { (ctx.t(key)) }
                }))
            }
            (report_panel(&ctx, user.id))
            @if role >= Some(Role::Moderator) { (silence_panel(&ctx, user.id)) }
        }
    };
    page(title, content).respond(&ctx)
}

/// The form that reports a user to the moderators.
fn report_panel(ctx: &PageCtx, id: UserId) -> Markup {
    let call = format!("POST /api/users/{id}/report");
    html! {
        section .panel aria-labelledby="report-title" {
            h2 #report-title { (ctx.t("report-title")) }
            p { (ctx.t("report-text")) }
            (form(&call, After::Text(&ctx.t("report-done")), &html! {
                label for="report-reason" { (ctx.t("report-reason")) }
                select #report-reason name="reason" { (report_reasons(ctx)) }
                div .row { button type="submit" { (ctx.t("report-do")) } }
            }))
        }
    }
}

/// The forms by which a moderator silences a user, or ends that.
fn silence_panel(ctx: &PageCtx, id: UserId) -> Markup {
    html! {
        section .panel aria-labelledby="silence-title" {
            h2 #silence-title { (ctx.t("moderation-silence")) }
            p { (ctx.t("moderation-silence-text")) }
            (form(&format!("POST /api/users/{id}/silence"), After::Text(&ctx.t("moderation-done")), &html! {
                label for="silence-reason" { (ctx.t("moderation-reason")) }
                input #silence-reason name="reason" required maxlength="500" autocomplete="off";
                label for="silence-days" { (ctx.t("moderation-days")) }
                input #silence-days name="days" type="number" min="1" max="365" value="7" required;
                div .row { button type="submit" { (ctx.t("moderation-silence")) } }
            }))
            (form(&format!("DELETE /api/users/{id}/silence"), After::Text(&ctx.t("moderation-done")), &html! {
                div .row { button type="submit" { (ctx.t("moderation-silence-end")) } }
            }))
        }
    }
}

/// A short name of the program of a session: `Firefox, Linux` for a browser.
pub(super) fn program(ctx: &PageCtx, agent: Option<&str>) -> String {
    // Later browsers name the earlier ones too.
    const BROWSERS: [(&str, &str); 6] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ];
    let Some(agent) = agent else { return ctx.t("people-session-unnamed") };
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(browser), None) => browser.to_owned(),
        // `curl/8.1`
        _ => agent.split(['/', ' ']).next().unwrap_or(agent).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::context::test_context;

    #[test]
    fn the_program_of_a_session_is_named_briefly() {
        let linux = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ";
        let chrome = format!("{linux}Chrome/148.0.0.0 Safari/537.36");
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 \
            (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
        let fox =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0";
        for (agent, name) in [
            (Some(chrome.as_str()), "Chrome, Linux"),
            (Some(&format!("{chrome} Edg/148.0")), "Edge, Linux"),
            (Some(phone), "Safari, iPhone"),
            (Some(fox), "Firefox, Windows"),
            (Some("curl/8.1.2"), "curl"),
            (Some("my-bot"), "my-bot"),
            (None, "Unnamed program"),
        ] {
            assert_eq!(program(&test_context(), agent), name, "{agent:?}");
        }
    }
}

//! Every route, asked by each kind of caller under each policy for guests.

use crate::games::environment::System;
use crate::http::routes::RouteEntry;
use crate::people::{DEEDS, GuestPolicy, PeoplePolicy, token_hash};
use crate::testing::TestServer;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use heterodox_store::{People, PeopleChange, UserKind};
use heterodox_store_story::{MemoryStore, session};
use heterodox_wire::CODES;
use serde_json::Value;
use std::sync::Arc;
use tower_service::Service;

#[tokio::test]
async fn every_route_has_a_deed_and_every_deed_a_route() {
    let routes = TestServer::new(Arc::new(MemoryStore::default()), Arc::new(System)).routes;
    for route in &routes {
        let (method, path) = (route.method, route.path.as_str());
        let known = DEEDS.iter().any(|deed| (deed.0, deed.1) == (method, path));
        assert!(known, "{method} {path}: say in DEEDS what it lets its caller do");
    }
    for (method, path, _) in DEEDS {
        let found = routes.iter().any(|route| (route.method, &*route.path) == (*method, *path));
        assert!(found, "there is no route {method} {path}");
    }
}

/// The callers of the table below; the stranger has no token.
const CALLERS: [&str; 6] =
    ["stranger", "guest", "player", "organiser", "moderator", "administrator"];

/// What a route needs of its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needs {
    Nothing,
    Look,
    Play,
    Token,
    Account,
    Moderator,
    Administrator,
}

/// What a route needs, by its path: said here once more, so that a wrong row of the table is found.
fn needs(method: &str, path: &str) -> Needs {
    const OPEN: [&str; 23] = [
        "/api/",
        "/healthz",
        "/readyz",
        "/api",
        "/api/openapi.json",
        "/assets/{hash}/{*path}",
        "/licences",
        "/sign-in",
        "/reset",
        "/forgotten",
        "/confirm",
        "/account",
        "/games",
        "/api/email/confirm",
        "/unsubscribe/{key}",
        "/feeds/{secret}/turns.atom",
        "/feeds/{secret}/deadlines.ics",
        "/manifest.webmanifest",
        "/favicon.ico",
        "/sw.js",
        "/offline",
        "/api/worker/take",
        "/api/worker/jobs/{id}",
    ];
    let ends = |endings: &[&str]| endings.iter().any(|ending| path.ends_with(ending));
    match method {
        _ if OPEN.contains(&path) || path.starts_with("/api/login") => Needs::Nothing,
        "POST" if ["/api/guests", "/api/account", "/api/logout"].contains(&path) => Needs::Nothing,
        _ if ends(&["/role"]) => Needs::Administrator,
        _ if ends(&["/audit", "/close", "/suspend", "/silence"]) => Needs::Moderator,
        _ if path.contains("/moderation") => Needs::Moderator,
        _ if ends(&["/notes"]) => Needs::Account,
        _ if ends(&["/conditionals"]) => Needs::Token,
        _ if path.starts_with("/api/me/pass") => Needs::Account,
        _ if ends(&["/me/takeover", "/me/email", "/me/vacation"]) => Needs::Account,
        _ if path.starts_with("/api/me/webhook") => Needs::Account,
        _ if path == "/api/me/mail" => Needs::Account,
        _ if path.starts_with("/api/me") || ends(&["/block"]) => Needs::Token,
        "GET" if ends(&["/next"]) => Needs::Token,
        _ if path == "/api/users/{id}/report" => Needs::Token,
        "DELETE" if path == "/api/account" => Needs::Token,
        "POST" if path.starts_with("/api/games") || path.starts_with("/api/offers") => Needs::Play,
        "POST" if path == "/api/records" => Needs::Play,
        _ => Needs::Look,
    }
}

/// The code with which each caller is refused; empty if it is not.
fn refusals(needs: Needs, guests: GuestPolicy) -> [&'static str; 6] {
    let closed = ["guests-closed", "guests-closed", "", "", "", ""];
    match needs {
        Needs::Look if guests == GuestPolicy::None => closed,
        Needs::Play if guests != GuestPolicy::Play => closed,
        Needs::Nothing | Needs::Look | Needs::Play => [""; 6],
        Needs::Token => ["no-guest", "", "", "", "", ""],
        Needs::Account => ["no-guest", "no-account", "", "", "", ""],
        Needs::Moderator => ["no-guest", "no-account", "not-allowed", "not-allowed", "", ""],
        Needs::Administrator => {
            ["no-guest", "no-account", "not-allowed", "not-allowed", "not-allowed", ""]
        }
    }
}

/// The code with which the route itself refuses a caller who may use it; empty if it does not.
fn own_refusal(method: &str, path: &str, caller: &str, guests: GuestPolicy) -> &'static str {
    match (method, path) {
        ("POST", "/api/guests") if guests == GuestPolicy::None => "guests-closed",
        // A record has no owner.
        ("POST", "/api/records") => "",
        // The browser's script asks for a guest then.
        ("POST", _) if caller == "stranger" && needs(method, path) == Needs::Play => "no-guest",
        ("POST", "/api/logout") if caller == "stranger" => "no-guest",
        _ => "",
    }
}

/// A new caller of this kind. Returns its token; `None` for a stranger.
async fn new_caller(store: &MemoryStore, kind: &str, number: usize) -> Option<String> {
    if kind == "stranger" {
        return None;
    }
    let letter = |place: u32| char::from(b'a' + (number / 20_usize.pow(place) % 20) as u8);
    let user: String = (0..8).map(letter).collect();
    let mut changes = vec![PeopleChange::AddGuest(session(&token_hash(&user), &user))];
    if kind != "guest" {
        let (name, name_key) = (user.clone(), user.clone());
        changes.push(PeopleChange::SetName {
            user: user.clone(),
            kind: UserKind::Guest,
            name,
            name_key,
            at_ms: 1,
        });
        changes.push(PeopleChange::SetRole { user: user.clone(), role: kind.to_owned() });
    }
    store.change_people(changes).await.unwrap();
    Some(user)
}

/// The status, the code of the error, and where a redirection leads.
async fn ask(
    server: &mut TestServer,
    route: &RouteEntry,
    token: Option<&str>,
) -> (StatusCode, String, String) {
    let parts = route.path.split('/').map(|part| match part {
        "{game}" => "klinzha",
        part if part.starts_with('{') => "nobodyxx",
        part => part,
    });
    let path = parts.collect::<Vec<_>>().join("/");
    let method = if route.method == "*" { "GET" } else { route.method };
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        // Pages know a caller by its cookie.
        request = match route.path.strip_prefix("/api/") {
            Some(_) => request.header(header::AUTHORIZATION, format!("Bearer {token}")),
            None => request.header(header::COOKIE, format!("heterodox={token}")),
        };
    }
    let request = request.body(Body::from("{}")).unwrap();
    let answer = server.router.call(request).await.unwrap();
    let location = answer.headers().get(header::LOCATION);
    let location = location.map(|to| to.to_str().unwrap().to_owned()).unwrap_or_default();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    (status, body["error"]["code"].as_str().unwrap_or_default().to_owned(), location)
}

#[tokio::test]
async fn each_caller_may_use_the_routes_that_the_table_opens_to_it() {
    let (mut number, mut wrong) = (0, Vec::new());
    for guests in [GuestPolicy::Play, GuestPolicy::Watch, GuestPolicy::None] {
        let store = Arc::new(MemoryStore::default());
        let policy = PeoplePolicy { guests, ..PeoplePolicy::default() };
        let mut server = TestServer::with_policy(store.clone(), Arc::new(System), policy);
        for route in server.routes.clone() {
            let (method, path) = (route.method, route.path.as_str());
            let refused = refusals(needs(method, path), guests);
            for (kind, refused) in CALLERS.into_iter().zip(refused) {
                number += 1;
                let token = new_caller(&store, kind, number).await;
                let (status, code, location) = ask(&mut server, &route, token.as_deref()).await;
                let what = format!("{method} {path} by a {kind}, {guests:?}: {status} {code}");
                let is_page = !path.starts_with("/api/");
                let own = own_refusal(method, path, kind, guests);
                let expected = if refused.is_empty() { own } else { refused };
                let known = CODES.iter().find(|known| known.code == expected);
                let is_right = match known {
                    Some(_) if is_page => status == 303 && location == "/sign-in",
                    Some(known) => status == known.status && code == expected,
                    None => ![401, 403].contains(&status.as_u16()) && !status.is_server_error(),
                };
                if !is_right {
                    wrong.push(format!("{what}, expected {expected:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(number > 1400, "{number}");
}

//! The OpenAPI document, made from the descriptions of the handlers and the types of the wire.
//!
//! The handlers name their problems in the extension `x-problems`: codes, and the groups of
//! [`GROUPS`]. From these come the error responses, common parameters and the need of a token.

use super::{
    account, analysis, animation, chat, conditionals, games, guide, lists, moderation, offers,
    positions, puzzles, qr, records, socket, waiting, ways,
};
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use heterodox_wire::{AnalysisRequest, CODES, ClientMessage, ProblemBody};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use utoipa::OpenApi;

/// Codes that come together.
const GROUPS: &[(&str, &str)] = &[
    ("caller", "bad-header unknown-token store-failed closing"),
    ("guest", "bad-header unknown-token no-guest store-failed closing"),
    ("rate", "too-many"),
    ("creation", "too-many disk-full store-failed closing"),
    ("store", "too-many store-failed closing"),
    ("game", "bad-parameter no-such-game too-many store-failed closing"),
    ("record", "bad-parameter no-such-record too-many busy store-failed closing"),
    ("view", "bad-parameter no-such-seat not-your-seat"),
    ("seen", "bad-parameter"),
    ("compute", "busy"),
    ("socket", "bad-header foreign-origin too-many"),
    ("rules", REFUSAL),
];

/// The types whose absent fields are as they were.
const PARTIAL: [&str; 2] = ["StateChange", "SceneChange"];

/// Stands for the codes of the rules and the umpire.
const REFUSAL: &str = "refusal";

/// The codes of a body.
const BODY: &str = "broken-body body-timeout too-large wrong-type";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Heterodox",
        description = "The API of a Heterodox server. Bodies are JSON in UTF-8, times (`…_ms`) are \
            milliseconds since 1970-01-01 UTC, seats are numbered from 0.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(
        super::info,
        super::new_guest,
        games::create,
        games::show,
        games::join,
        games::computer,
        games::dice,
        games::act,
        games::hint,
        games::rematch,
        games::next_choices,
        games::next,
        offers::list,
        offers::create,
        offers::show,
        offers::accept,
        offers::decline,
        offers::withdraw,
        offers::leave,
        offers::counter,
        lists::running,
        lists::archive,
        lists::export,
        socket::open,
        socket::stream,
        games::frames,
        games::paths,
        games::text,
        games::svg,
        games::png,
        animation::of_game,
        records::import,
        records::show,
        records::frames,
        records::text,
        records::svg,
        records::png,
        animation::of_record,
        qr::svg,
        positions::check,
        positions::line,
        positions::lesson,
        positions::clouds,
        positions::edit,
        positions::svg,
        positions::png,
        puzzles::list,
        puzzles::show,
        puzzles::attempt,
        puzzles::solution,
        puzzles::hint,
        puzzles::tally,
        guide::diagram,
        analysis::open,
        account::create,
        account::leave,
        account::login,
        account::reset,
        account::forgotten,
        account::set_email,
        account::remove_email,
        account::confirm_email,
        account::vacation,
        account::logout,
        account::me,
        account::change_me,
        account::my_games,
        account::my_news,
        account::sessions,
        account::end_session,
        account::export,
        account::password,
        account::take_over,
        account::user,
        account::blocks,
        account::block,
        account::unblock,
        account::audit,
        account::passkeys,
        account::begin_passkey,
        account::add_passkey,
        account::remove_passkey,
        account::begin_passkey_login,
        account::passkey_login,
        ways::show,
        ways::make_feeds,
        ways::remove_feeds,
        ways::subscribe,
        ways::unsubscribe,
        ways::test_push,
        ways::set_webhook,
        ways::remove_webhook,
        ways::test_webhook,
        ways::set_mail,
        waiting::open,
        moderation::close_game,
        moderation::suspend,
        moderation::end_suspension,
        moderation::set_role,
        moderation::reports,
        moderation::decide,
        moderation::silence,
        moderation::end_silence,
        chat::show,
        chat::say,
        chat::report_line,
        chat::report_user,
        chat::notes,
        chat::keep_notes,
        chat::forget_notes,
        conditionals::show,
        conditionals::set,
        conditionals::delete,
        show,
    ),
    components(schemas(ProblemBody, ClientMessage, AnalysisRequest)),
    tags(
        (name = "games", description = "Guests and games"),
        (name = "offers", description = "Offers: games with a free seat"),
        (name = "chat", description = "What is said beside the moves, and private notes"),
        (name = "people", description = "Accounts, sessions and the caller's own data"),
        (name = "records", description = "Imported records"),
        (name = "positions", description = "Positions that are tried out; nothing is stored"),
        (name = "puzzles", description = "Positions with proven best moves"),
        (name = "document", description = "This document")
    )
)]
struct Document;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
    let mut document = serde_json::to_value(Document::openapi()).expect("the document is plain");
    document["components"]["securitySchemes"] = json!({"token": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token of `POST /api/guests`. Browsers send it as a cookie."
    }});
    let mut links = BTreeMap::<_, Map<_, _>>::new();
    for (path, methods) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in methods.as_object_mut().into_iter().flatten() {
            complete(method, operation);
            let id = operation_id(method, path);
            if let Some((collection, _)) = path.split_once("/{id}") {
                let link = json!({"operationId": id, "parameters": {"id": "$response.body#/id"}});
                links.entry(collection.to_owned()).or_default().insert(id.clone(), link);
            }
            operation["operationId"] = id.into();
        }
    }
    for (collection, links) in links {
        // Not every collection has an answer with an id.
        if let Some(created) = document["paths"]
            .get_mut(&collection)
            .and_then(|path| path.get_mut("post"))
            .and_then(|post| post["responses"].get_mut("201"))
        {
            created["links"] = links.into();
        }
    }
    let schemas = document["components"]["schemas"].as_object_mut();
    for (name, schema) in schemas.into_iter().flatten() {
        if !PARTIAL.contains(&name.as_str()) {
            require_nullable(schema);
        }
    }
    plain_descriptions(&mut document);
    document
});

static TEXT: LazyLock<Bytes> = LazyLock::new(|| DOCUMENT.to_string().into());

/// The document.
pub(crate) fn document() -> &'static Value {
    &DOCUMENT
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "document",
    responses((status = 200, description = "The document", body = Object)),
    extensions(("x-problems" = json!("caller rate"))))]
pub(super) async fn show() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], TEXT.clone()).into_response()
}

/// The name of an operation, such as `post_games_id_acts`.
fn operation_id(method: &str, path: &str) -> String {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && *word != "api");
    [method].into_iter().chain(words).collect::<Vec<_>>().join("_")
}

/// Adds what follows from the problems of an operation.
fn complete(method: &str, operation: &mut Value) {
    let problems = operation["x-problems"].take();
    let words: Vec<&str> = problems.as_str().unwrap_or_default().split_whitespace().collect();
    if let Some(operation) = operation.as_object_mut() {
        operation.remove("x-problems");
    }
    let mut codes = BTreeSet::from(["failed", "guests-closed"]);
    for word in &words {
        let group = GROUPS.iter().find(|(name, _)| name == word);
        codes.extend(group.map_or(*word, |(_, codes)| codes).split(' '));
    }
    if ["post", "patch", "delete"].contains(&method) {
        codes.insert("foreign-origin");
    }
    let content = &operation["requestBody"]["content"];
    if content.get("application/json").is_some() {
        codes.extend(BODY.split(' ').chain(["bad-json", "bad-body"]));
    } else if content.get("text/plain").is_some() {
        codes.extend(BODY.split(' ').chain(["not-utf8"]));
    }
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    if words.contains(&"view") {
        parameters.push(json!({"name": "as", "in": "query", "required": false,
            "description": "Whose view: the number of one of the caller's seats, after the end of \
                any seat, or `public`. By default the caller's seat; of several, in an open game, \
                the seat to act (between their turns the one that moved last); in a hidden game \
                the public's view.",
            "schema": {"type": "string", "pattern": "^([0-9]+|public)$"}}));
    }
    if words.contains(&"seen") {
        parameters.push(json!({"name": "seen", "in": "query", "required": false,
            "description": "Whether to show what the viewer saw and was told at the time, even \
                after the end, when a hidden game is opened to all.",
            "schema": {"type": "boolean"}}));
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if words.contains(&"guest") {
        operation["security"] = json!([{"token": []}]);
    } else if words.contains(&"caller") {
        operation["security"] = json!([{}, {"token": []}]);
    }
    for (status, codes) in by_status(&codes) {
        operation["responses"][status.to_string()] = response(status, &codes);
    }
}

fn by_status<'a>(codes: &BTreeSet<&'a str>) -> BTreeMap<u16, Vec<&'a str>> {
    let mut by_status = BTreeMap::<_, Vec<_>>::new();
    for code in codes {
        let known = CODES.iter().find(|known| known.code == *code);
        assert!(known.is_some() || *code == REFUSAL, "there is no code '{code}'");
        by_status.entry(known.map_or(422, |known| known.status)).or_default().push(*code);
    }
    by_status
}

fn response(status: u16, codes: &[&str]) -> Value {
    let is_open = codes.contains(&REFUSAL);
    let named: Vec<_> = codes.iter().filter(|code| **code != REFUSAL).collect();
    let mut description = named.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>();
    if is_open {
        description.push("or a refusal by the rules, with a code of its own".to_owned());
    }
    let body = json!({"$ref": "#/components/schemas/ProblemBody"});
    let schema = if is_open {
        body
    } else {
        let code = json!({"properties": {"code": {"enum": named}}});
        json!({"allOf": [body, {"type": "object", "properties": {"error": code}}]})
    };
    let mut response = json!({
        "description": description.join(", "),
        "content": {"application/json": {"schema": schema}}
    });
    if status == 429 || status == 503 {
        response["headers"] = json!({"Retry-After": {
            "description": "The seconds after which another try may succeed, where they are known",
            "schema": {"type": "integer"}
        }});
    }
    response
}

/// Turns the comments of the program into descriptions: without examples in Rust and links, and
/// with values as JSON names them.
fn plain_descriptions(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                if let (true, Value::String(text)) = (key == "description", &mut *value) {
                    let prose = text.split("\n\n```").next().unwrap_or_default();
                    let prose = prose.replace("[`", "`").replace("`]", "`");
                    *text = prose.replace("`None`", "`null`");
                }
                plain_descriptions(value);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(plain_descriptions),
        _ => {}
    }
}

/// Marks the fields of responses that may be `null` as required: they are always there. Requests,
/// which accept no unknown fields, may leave them out.
fn require_nullable(schema: &mut Value) {
    for part in ["oneOf", "allOf"] {
        for part in schema[part].as_array_mut().into_iter().flatten() {
            require_nullable(part);
        }
        if schema[part].is_null()
            && let Some(schema) = schema.as_object_mut()
        {
            schema.remove(part);
        }
    }
    if schema["additionalProperties"] == false {
        return;
    }
    let Some(properties) = schema["properties"].as_object() else { return };
    let is_null = |schema: &Value| schema["type"] == "null";
    let nullable: Vec<Value> = properties
        .iter()
        .filter(|(_, schema)| {
            let types = schema["type"].as_array().into_iter().flatten();
            types.into_iter().any(|name| name == "null")
                || schema["oneOf"].as_array().into_iter().flatten().any(is_null)
        })
        .map(|(name, _)| name.as_str().into())
        .collect();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let all: Vec<Value> = required.into_iter().chain(nullable).collect();
    if !all.is_empty() {
        schema["required"] = all.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::environment::System;
    use crate::testing::TestServer;
    use heterodox_store_story::MemoryStore;
    use std::sync::Arc;

    /// Every `$ref` below a value.
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => {
                if let Some(name) = map.get("$ref").and_then(Value::as_str) {
                    found.insert(name.rsplit('/').next().unwrap_or_default().to_owned());
                }
                map.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[tokio::test]
    async fn the_document_has_every_route_and_no_other() {
        let store = Arc::new(MemoryStore::default());
        let server = TestServer::new(store, Arc::new(System));
        let routes: BTreeSet<String> = server
            .routes
            .iter()
            .filter(|route| route.path.starts_with("/api/") && route.method != "*")
            // They are for programs of the same version.
            .filter(|route| !route.path.starts_with("/api/worker/"))
            .map(|route| format!("{} {}", route.method, route.path))
            .collect();
        let documented: BTreeSet<String> = document()["paths"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().unwrap().keys();
                methods.map(move |method| format!("{} {path}", method.to_uppercase()))
            })
            .collect();
        assert_eq!(routes, documented);
    }

    #[test]
    fn every_type_is_used_and_every_used_type_is_there() {
        let mut used = BTreeSet::new();
        references(document(), &mut used);
        let named = document()["components"]["schemas"].as_object().unwrap();
        assert_eq!(used, named.keys().cloned().collect());
        // A type of the crate that no route uses would be in no document.
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../wire/src");
        for file in std::fs::read_dir(folder).unwrap().flatten() {
            let text = std::fs::read_to_string(file.path()).unwrap();
            for item in text.split("ToSchema)]\n").skip(1) {
                let line = item.lines().find(|line| line.starts_with("pub ")).unwrap();
                let word = line.split(' ').nth(2).unwrap();
                let name = word.split(['(', '<']).next().unwrap();
                assert!(named.contains_key(name), "{name}");
            }
        }
    }

    #[test]
    fn every_code_is_documented_somewhere() {
        let text = document().to_string();
        // Those of sockets, and of addresses that are no routes.
        let elsewhere = ["bad-frame", "no-such-route", "wrong-method", "analysis-busy"];
        for known in CODES.iter().filter(|known| !elsewhere.contains(&known.code)) {
            assert!(text.contains(&format!("`{}`", known.code)), "{}", known.code);
        }
    }
}

//! The page about the API, rendered from the OpenAPI document.

use super::PageCtx;
use super::games::default_game;
use super::layout::Page;
use super::rules::contents;
use crate::api::{declaration, document, type_of};
use axum::response::Response;
use heterodox_wire::CODES;
use maud::{Markup, html};
use serde_json::Value;

/// The page of the documentation with the programs that the tests run.
const GUIDE: &str = include_str!("../../../../docs/api.md");

/// The parts of the page: the id of each, whose title is the text `api-ID-title`.
const PARTS: [&str; 5] = ["begin", "bot", "routes", "types", "errors"];

/// The first steps, each with a text `api-begin-N` and a command. `SERVER` is this server,
/// `GAME_ID` a game.
const STEPS: [&str; 5] = [
    "TOKEN=$(curl -s -X POST SERVER/api/guests -H 'Content-Type: application/json' -d '{}' | jq -r .token)",
    "GAME=$(curl -s -X POST SERVER/api/games -H \"Authorization: Bearer $TOKEN\" \\\n  \
     -H 'Content-Type: application/json' \\\n  -d '{\"game\": \"GAME_ID\", \"start\": {\"quick\": \
     \"north-west\"}, \"opponent\": {\"computer\": 2}, \"seat\": 0}' | jq -r .id)",
    "curl -s SERVER/api/games/$GAME -H \"Authorization: Bearer $TOKEN\" \\\n  \
     | jq '.version, .scene.to_act, .scene.choices[0]'",
    "curl -s -X POST SERVER/api/games/$GAME/acts -H \"Authorization: Bearer $TOKEN\" \\\n  \
     -H 'Content-Type: application/json' -d '{\"act\": \"submit\", \"text\": \"TEXT\"}'",
    "curl -sN SERVER/api/games/$GAME/stream -H \"Authorization: Bearer $TOKEN\"",
];

/// `GET /api`
pub(super) async fn show(ctx: PageCtx) -> Response {
    let document = document();
    let title = ctx.t("api-title");
    let part = |id: &'static str, content: Markup| {
        html! { section .prose #(id) { h2 { (ctx.t(&format!("api-{id}-title"))) } (content) } }
    };
    let content = html! {
        h1 { (title) }
        p .lead { (ctx.t("api-lead")) " " a href="/api/openapi.json" { "OpenAPI 3.1" } }
        (contents(&ctx, &PARTS.map(|id| (id, ctx.t(&format!("api-{id}-title"))))))
        (part("begin", first_steps(&ctx)))
        (part("bot", bots(&ctx)))
        // The document is not translated.
        (part("routes", html! {
            p { (ctx.t("api-routes-text")) }
            div .api-document lang="en" {
                p { (prose(&document["info"]["description"])) }
                @for tag in items(&document["tags"]) {
                    h3 { (prose(&tag["description"])) }
                    @for (path, method, operation) in operations(document, &tag["name"]) {
                        (operation_section(path, method, operation))
                    }
                }
            }
        }))
        (part("types", html! {
            p { (ctx.t("api-types-text")) }
            div .api-document lang="en" {
                @for (name, schema) in pairs(&document["components"]["schemas"]) {
                    pre id={ "type-" (name) } tabindex="0" { (linked(&declaration(name, schema))) }
                }
            }
        }))
        (part("errors", html! {
            div .api-document lang="en" {
                p {
                    "The body of every error is a " (linked("ProblemBody")) ". A refusal by the rules \
                    or the umpire has the status 422 and a code and values of its own."
                }
                dl .api-codes {
                    @for known in CODES {
                        dt { (known.status) " " code { (known.code) } }
                        dd {
                            (prose(&known.meaning.into()))
                            @for arg in known.args { " " code { (arg) } }
                        }
                    }
                }
            }
        }))
    };
    let page = Page::new(title, "rules-page api-page", content);
    Page { description: Some(ctx.t("api-lead")), ..page }.respond(&ctx)
}

/// The way to a first move in five commands.
fn first_steps(ctx: &PageCtx) -> Markup {
    let server = if ctx.origin.is_empty() { "http://127.0.0.1:8080" } else { &ctx.origin };
    html! {
        ol .rule-steps .api-steps {
            @for (i, command) in STEPS.iter().enumerate() {
                li {
                    p { (ctx.t(&format!("api-begin-{}", i + 1))) }
                    pre tabindex="0" lang="en" { code { (command.replace("SERVER", server).replace("GAME_ID", default_game().id)) } }
                }
            }
        }
    }
}

/// The two programs of the documentation.
fn bots(ctx: &PageCtx) -> Markup {
    html! {
        @for (key, fence) in [("api-bot-python", "```python\n"), ("api-bot-js", "```js\n")] {
            details .options {
                summary { (ctx.t(key)) }
                pre tabindex="0" lang="en" { code { (program(fence)) } }
            }
        }
    }
}

/// The first program of the documentation after this line.
fn program(fence: &str) -> &'static str {
    GUIDE.split_once(fence).and_then(|(_, rest)| rest.split_once("```")).map_or("", |found| found.0)
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn pairs(map: &Value) -> impl Iterator<Item = (&String, &Value)> {
    map.as_object().into_iter().flatten()
}

/// The operations of a tag: path, method and description.
fn operations<'a>(
    document: &'a Value,
    tag: &Value,
) -> impl Iterator<Item = (&'a String, &'a String, &'a Value)> {
    pairs(&document["paths"])
        .flat_map(|(path, methods)| {
            pairs(methods).map(move |(method, operation)| (path, method, operation))
        })
        .filter(move |(_, _, operation)| items(&operation["tags"]).contains(tag))
}

fn operation_section(path: &str, method: &str, operation: &Value) -> Markup {
    let body = pairs(&operation["requestBody"]["content"]).next();
    let client = &operation["x-client-message"];
    html! {
        details .api-operation {
            summary {
                span .api-method .{ "is-" (method) } { (method.to_uppercase()) } " "
                code { (path) } " "
                span .api-summary { (prose(&operation["summary"])) }
            }
            p { (prose(&operation["description"])) }
            @if items(&operation["security"]).iter().all(|one| one["token"].is_array())
                && operation["security"].is_array() { p { "Needs a token." } }
            dl {
                @for parameter in items(&operation["parameters"]) {
                    dt {
                        code { (parameter["name"].as_str().unwrap_or_default()) }
                        @if parameter["required"] != true { " (optional)" }
                    }
                    dd { (prose(&parameter["description"])) }
                }
                @if let Some((kind, media)) = body {
                    dt { "Body, " code { (kind) } }
                    dd { (linked(&type_of(&media["schema"]))) }
                }
                @if client.is_object() {
                    dt { "Messages of the client" }
                    dd { (linked(&type_of(client))) }
                }
                @for (status, response) in pairs(&operation["responses"]) {
                    dt { (status) }
                    dd {
                        @let is_error = status.starts_with(['4', '5']);
                        @for (kind, media) in pairs(&response["content"]).filter(|_| !is_error) {
                            @if kind.as_str() == "application/json" {
                                (linked(&type_of(&media["schema"]))) ": "
                            } @else { code { (kind) } ": " }
                        }
                        (prose(&response["description"]))
                    }
                }
            }
        }
    }
}

/// A text with code between backticks.
fn prose(text: &Value) -> Markup {
    let text = text.as_str().unwrap_or_default();
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// A piece of TypeScript whose type names are links.
fn linked(code: &str) -> Markup {
    let schemas = &document()["components"]["schemas"];
    html! {
        code {
            @for word in words(code) {
                @if schemas.get(word).is_some() {
                    a href={ "#type-" (word) } { (word) }
                } @else { (word) }
            }
        }
    }
}

/// Splits a text into words of letters and what is between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_word = rest.chars().next()?.is_alphanumeric();
        let end = rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail;
        Some(word)
    })
}

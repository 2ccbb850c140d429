//! The page about the API, rendered from the OpenAPI document.

use super::PageCtx;
use super::layout::Page;
use crate::api::{declaration, document, type_of};
use axum::response::Response;
use heterodox_wire::CODES;
use maud::{Markup, html};
use serde_json::Value;

/// `GET /api`
pub(super) async fn show(ctx: PageCtx) -> Response {
    let document = document();
    let title = ctx.t("api-title");
    let content = html! {
        h1 { (title) }
        // The document is not translated.
        div .api-document lang="en" {
            p .lead { (prose(&document["info"]["description"])) }
            p {
                "The same as " a href="/api/openapi.json" { "OpenAPI 3.1" } ". Types are written as \
                in TypeScript. A program gets a token from " code { "POST /api/guests" } "."
            }
            @for tag in items(&document["tags"]) {
                h2 { (prose(&tag["description"])) }
                @for (path, method, operation) in operations(document, &tag["name"]) {
                    (operation_section(path, method, operation))
                }
            }
            h2 { "Types" }
            @for (name, schema) in pairs(&document["components"]["schemas"]) {
                pre id={ "type-" (name) } tabindex="0" { (linked(&declaration(name, schema))) }
            }
            h2 { "Errors" }
            p {
                "The body of every error is a " (linked("ProblemBody")) ". A refusal by the rules or \
                the umpire has the status 422 and a code and values of its own."
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
    };
    Page::new(title, "api-page", content).respond(&ctx)
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
        section .api-operation {
            h3 { code { (method.to_uppercase()) " " (path) } }
            p { (prose(&operation["summary"])) " " (prose(&operation["description"])) }
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

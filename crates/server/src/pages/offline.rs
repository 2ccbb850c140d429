//! The pages as an app: the manifest, the service worker, and the page that it shows where nothing
//! else is kept.
//!
//! Two headers of a page tell the worker what to do with it: [`READER`] whose it is, and [`KEPT`]
//! that it is shown offline as it was seen last.

use super::PageCtx;
use super::assets;
use super::layout::Page;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use maud::html;
use serde_json::json;

/// The id of the reader of a page; empty for a stranger. The worker keeps nothing of one reader for
/// another.
pub(super) const READER: HeaderName = HeaderName::from_static("x-heterodox-reader");
/// Marks a page that is kept for offline.
pub(super) const KEPT: HeaderName = HeaderName::from_static("x-heterodox-kept");
/// The colour of the header, around the app.
pub(super) const THEME_COLOUR: &str = "#12161b";

/// The script of the worker.
const WORKER: &str = "js/worker/service-worker.js";

/// `GET /manifest.webmanifest`
pub(super) async fn manifest(ctx: PageCtx) -> Response {
    let icon = |name: &str, sizes: &str, kind: &str, purpose: &str| json!({"src": assets::url(name), "sizes": sizes, "type": kind, "purpose": purpose});
    let manifest = json!({
        "id": "/",
        "name": ctx.t("site-name"),
        "short_name": ctx.t("site-name"),
        "description": ctx.t("site-description"),
        "lang": ctx.lang.code(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": THEME_COLOUR,
        "theme_color": THEME_COLOUR,
        "icons": [
            icon("icon.svg", "any", "image/svg+xml", "any"),
            icon("icon-192.png", "192x192", "image/png", "any"),
            icon("icon-512.png", "512x512", "image/png", "any"),
            icon("icon-maskable-512.png", "512x512", "image/png", "maskable"),
        ],
        "shortcuts": [{"name": ctx.t("games-mine"), "url": "/games"}],
    });
    let headers = [
        (header::CONTENT_TYPE, "application/manifest+json"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language, cookie"),
    ];
    (headers, manifest.to_string()).into_response()
}

/// `GET /sw.js`: the worker with the names of this release's files. It is outside of `/assets`, as
/// its address must stay the same, and it may act on pages at or below its address only.
pub(super) async fn service_worker() -> Response {
    let shell: Vec<_> = assets::shell()
        .map(|name| assets::url(&name))
        .into_iter()
        .chain([assets::url("icon.svg"), "/offline".to_owned()])
        .collect();
    let release = json!({"assets": assets::url(""), "icon": assets::url("icon-192.png"),
        "shell": shell});
    let script = assets::text(WORKER);
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("service-worker-allowed"), "/"),
    ];
    (headers, format!("const RELEASE = {release};\n{script}")).into_response()
}

/// `GET /offline`: without anything of the reader, as it stays when the reader signs out.
pub(super) async fn show(ctx: PageCtx) -> Response {
    let ctx = ctx.without_reader();
    let title = ctx.t("offline-title");
    let content = html! {
        div .problem {
            h1 { (title) }
            p { (ctx.t("offline-text")) }
            p { a .button .main href="" { (ctx.t("offline-again")) } }
        }
    };
    Page::new(title, "problem-page", content).respond(&ctx)
}

//! Scripts, styles, pictures and fonts, embedded in the program.
//!
//! All of them are below one path whose name is a hash of their contents, such as
//! `/assets/HASH/css/all.css`. So they may be cached for ever. A page loads its scripts as
//! [bundles](super::bundle), and its style sheets as one.

use super::PageCtx;
use super::bundle::{self, Bundle};
use super::layout::{EMBEDDED_SHEETS, SHEETS};
use super::not_found;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// The style sheet of the drawings, which is generated.
const DRAWING_CSS: &str = "css/drawing.css";

/// All style sheets as one, and those of pages in frames.
pub(super) const ALL_CSS: &str = "css/all.css";
pub(super) const FRAME_CSS: &str = "css/frame.css";

/// Where the names of bundles begin.
const BUNDLES: &str = "bundles/";

static DRAWING: LazyLock<String> = LazyLock::new(heterodox_draw::stylesheet);

static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Files::iter().collect();
    names.sort_unstable();
    let mut all = Sha256::new();
    for name in &names {
        let hash = Files::get(name).map(|file| file.metadata.sha256_hash()).unwrap_or_default();
        all.update(name.as_bytes());
        all.update(hash);
    }
    all.update(DRAWING.as_bytes());
    let hash = all.finalize();
    format!("{:016x}", hash[..8].iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte)))
});

/// Pictures of the icon as PNG, for systems that take no SVG.
static ICONS: LazyLock<[(&str, Vec<u8>); 3]> = LazyLock::new(|| {
    let svg = text("icon.svg");
    // The shapes without the element around them.
    let shapes = svg.split_once('>').map_or("", |(_, rest)| rest).replace("</svg>", "");
    // A system may cut a maskable icon to a circle of 80 % of its width.
    let maskable = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 48 48\">\
         <rect width=\"48\" height=\"48\" fill=\"#1b1c1e\"/>\
         <g transform=\"translate(9.6 8.500) scale(.6)\">{shapes}</g></svg>"
    );
    [("icon-192.png", &svg, 192), ("icon-512.png", &svg, 512), (MASKABLE, &maskable, 512)].map(
        |(name, svg, width)| {
            let png = heterodox_draw::png(svg, width).unwrap_or_else(|error| {
                tracing::error!(%error, name, "an icon cannot be drawn");
                Vec::new()
            });
            (name, png)
        },
    )
});

const MASKABLE: &str = "icon-maskable-512.png";

/// The text of an asset; empty if there is none.
pub(super) fn text(name: &str) -> String {
    content(name).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// The names of what every page needs.
pub(super) fn shell() -> [String; 2] {
    [ALL_CSS.to_owned(), bundle_name(Bundle::Shell)]
}

/// The name of a bundle.
fn bundle_name(bundle: Bundle<'_>) -> String {
    format!("{BUNDLES}{}", bundle.path())
}

/// The path of a bundle.
pub(super) fn bundle_url(bundle: Bundle<'_>) -> String {
    url(&bundle_name(bundle))
}

/// Returns whether there is an asset of this name.
pub(super) fn exists(name: &str) -> bool {
    Files::get(name).is_some()
}

/// The path of an asset.
pub(super) fn url(name: &str) -> String {
    format!("/assets/{}/{name}", *HASH)
}

/// `GET /assets/{hash}/{path}`
pub(super) async fn show(
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
    ctx: PageCtx,
) -> Response {
    let found = content_type(&name).zip((hash == *HASH).then(|| asset(&name)).flatten());
    let Some((content_type, asset)) = found else { return not_found(ctx).await };
    let kept = [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (VARY, "accept-encoding"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let takes_brotli = accepted.is_some_and(|value| value.split(',').any(|one| one.trim() == "br"));
    if takes_brotli && is_text(&name) {
        let whole = Arc::clone(&asset);
        // The first caller's compression takes too long for a thread that answers calls.
        let packed = match asset.packed.get() {
            Some(packed) => Ok(packed.clone()),
            None => tokio::task::spawn_blocking(move || whole.packed().clone()).await,
        };
        if let Ok(packed) = packed {
            return (kept, [(CONTENT_ENCODING, "br")], packed).into_response();
        }
    }
    (kept, asset.body.clone()).into_response()
}

/// An asset as it is sent.
struct Asset {
    body: Bytes,
    /// The same, compressed, once it was asked for.
    packed: OnceLock<Bytes>,
}

/// The asset of a name. It is put together once, or, where files are read from disk, kept as long
/// as they are the same.
fn asset(name: &str) -> Option<Arc<Asset>> {
    static KEPT: LazyLock<Mutex<HashMap<String, Arc<Asset>>>> = LazyLock::new(Mutex::default);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept().get(name).cloned();
    if known.is_some() && !cfg!(debug_assertions) {
        return known;
    }
    let body = content(name)?;
    if let Some(known) = known.filter(|known| known.body == body) {
        return Some(known);
    }
    let asset = Arc::new(Asset { body: body.into(), packed: OnceLock::new() });
    kept().insert(name.to_owned(), Arc::clone(&asset));
    Some(asset)
}

impl Asset {
    /// The asset compressed as well as Brotli can, which takes a while the first time.
    fn packed(&self) -> &Bytes {
        self.packed.get_or_init(|| {
            let mut packed = Vec::new();
            // The best takes ten times as long.
            let quality = if cfg!(debug_assertions) { 10 } else { 11 };
            let params = BrotliEncoderParams { quality, ..BrotliEncoderParams::default() };
            // Writing to memory does not fail.
            let _ = brotli::BrotliCompress(&mut &*self.body, &mut packed, &params);
            packed.into()
        })
    }
}

/// Whether a file is text. Pictures and fonts are compressed as they are.
fn is_text(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, form)| ["css", "js", "svg"].contains(&form))
}

/// A script or a style sheet without indents and without the comments that have lines of their own,
/// which are a third of it. Templates and strings of the scripts have no such lines.
fn lean(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        if in_comment {
            in_comment = !line.contains("*/");
        } else if line.starts_with("/*") && (line.ends_with("*/") || !line.contains("*/")) {
            in_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            lean += line;
            lean.push('\n');
        }
    }
    lean
}

/// `GET /favicon.ico`: the icon for those who ask without having read a page.
pub(super) async fn favicon() -> impl IntoResponse {
    let icon = content("icon-192.png").unwrap_or_default();
    ([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "public, max-age=86400")], icon)
}

fn content(name: &str) -> Option<Vec<u8>> {
    if let Some(path) = name.strip_prefix(BUNDLES) {
        let script = |name: &str| file(&format!("js/{name}"));
        return bundle::source_of(Bundle::parse(path)?, &script, &bundle_url)
            .inspect_err(|error| tracing::debug!(%error, name, "there is no such bundle"))
            .ok()
            .map(String::into_bytes);
    }
    match name {
        ALL_CSS => return Some(sheet(&SHEETS)),
        FRAME_CSS => return Some(sheet(&EMBEDDED_SHEETS)),
        _ => {}
    }
    if content_type(name) == Some("image/png") {
        return ICONS.iter().find(|icon| icon.0 == name).map(|icon| icon.1.clone());
    }
    Some(Files::get(name)?.data.into_owned())
}

/// A file of text; `None` if there is none.
fn file(name: &str) -> Option<String> {
    if name == DRAWING_CSS {
        return Some(DRAWING.clone());
    }
    Some(lean(&String::from_utf8_lossy(&Files::get(name)?.data)))
}

/// Style sheets as one.
fn sheet(names: &[&str]) -> Vec<u8> {
    let texts = names.iter().filter_map(|name| file(&format!("css/{name}.css")));
    texts.collect::<String>().into_bytes()
}

/// The content type; `None` for files in the folder that are not for browsers.
fn content_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "woff2" => Some("font/woff2"),
        "png" => Some("image/png"),
        "wav" => Some("audio/wav"),
        "mp3" => Some("audio/mpeg"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_can_be_bundled() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            let script = name.strip_prefix("js/").unwrap();
            let source = |name: &str| file(&format!("js/{name}"));
            for bundle in [Bundle::Page(script), Bundle::Frame(script)] {
                let text = bundle::source_of(bundle, &source, &bundle_url);
                let text = text.unwrap_or_else(|error| panic!("{error}"));
                for later in text.split("import('").skip(1) {
                    let url = later.split('\'').next().unwrap();
                    let name = url.strip_prefix(&super::url("")).unwrap();
                    assert!(content(name).is_some(), "{script}: {url}");
                }
            }
        }
    }

    #[test]
    fn the_icons_are_drawn_in_their_sizes() {
        for (name, png) in ICONS.iter() {
            let side = if name.contains("192") { 192_u32 } else { 512 };
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "{name}");
            assert_eq!(png[16..24], [side.to_be_bytes(), side.to_be_bytes()].concat(), "{name}");
            assert_eq!(content(name).as_ref(), Some(png));
        }
    }

    /// What [`lean`] relies on: a line that looks like a comment is one.
    #[test]
    fn no_template_of_a_script_has_a_line_like_a_comment() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            let source = String::from_utf8(Files::get(&name).unwrap().data.into_owned()).unwrap();
            let mut in_template = false;
            for line in source.lines() {
                // Nothing follows the end of a comment of several lines.
                let ends = line.contains("*/") && !line.contains("/*");
                assert!(!ends || line.trim_end().ends_with("*/"), "{name}: {line}");
                let is_comment = line.trim_start().starts_with(['/', '*']);
                assert!(!(in_template && is_comment), "{name}: {line}");
                if !is_comment && line.matches('`').count() % 2 == 1 {
                    in_template = !in_template;
                }
            }
        }
        assert_eq!(
            lean("/* a\n b */\n  x; // c\n// d\n\n/** @type {A} */ (y);"),
            "x; // c\n/** @type {A} */ (y);\n"
        );
    }

    #[test]
    fn files_not_for_browsers_are_not_served() {
        assert_eq!(content_type("tsconfig.json"), None);
        assert_eq!(content_type("js/common/types.d.ts"), None);
        assert_eq!(content_type("fonts/OFL.txt"), None);
        assert!(content_type("js/board/game-board.js").is_some());
    }
}

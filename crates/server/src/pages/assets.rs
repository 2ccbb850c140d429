//! Scripts, styles and pictures, embedded in the program.
//!
//! All of them are below one path whose name is a hash of their contents, such as
//! `/assets/HASH/js/board/game-board.js`. So they may be cached for ever, and modules import each
//! other by relative paths.

use super::PageCtx;
use super::not_found;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// The style sheet of the drawings, which is generated.
const DRAWING_CSS: &str = "css/drawing.css";

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
         <rect width=\"48\" height=\"48\" fill=\"#12161b\"/>\
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

/// The names of the assets that are files for browsers, and of the generated style sheet.
pub(super) fn names() -> impl Iterator<Item = String> {
    let files = Files::iter().filter(|name| content_type(name).is_some());
    files.map(Into::into).chain([DRAWING_CSS.to_owned()])
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
pub(super) async fn show(Path((hash, name)): Path<(String, String)>, ctx: PageCtx) -> Response {
    let found = content_type(&name).zip((hash == *HASH).then(|| content(&name)).flatten());
    let Some((content_type, body)) = found else { return not_found(ctx).await };
    let headers = [
        (CONTENT_TYPE, content_type),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, body).into_response()
}

fn content(name: &str) -> Option<Vec<u8>> {
    if name == DRAWING_CSS {
        return Some(DRAWING.clone().into_bytes());
    }
    if content_type(name) == Some("image/png") {
        return ICONS.iter().find(|icon| icon.0 == name).map(|icon| icon.1.clone());
    }
    let data = Files::get(name)?.data.into_owned();
    Some(match content_type(name) {
        Some(kind) if kind.starts_with("text/") => without_comments(&data),
        _ => data,
    })
}

/// A script or style sheet without the lines that are comments, which stay as empty lines, so that
/// messages of browsers name the right ones. What stands beside code is left.
fn without_comments(source: &[u8]) -> Vec<u8> {
    let mut in_comment = false;
    let mut kept = Vec::with_capacity(source.len());
    for line in source.split_inclusive(|&byte| byte == b'\n') {
        let text = line.trim_ascii();
        let begins = !in_comment && text.starts_with(b"/*");
        let end = text.windows(2).position(|pair| pair == b"*/").map_or(text.len(), |at| at + 2);
        let is_comment = in_comment || begins || text.starts_with(b"//");
        let is_closed = text[..end].ends_with(b"*/");
        if !is_comment || (begins && is_closed && end < text.len()) {
            kept.extend_from_slice(line);
        } else {
            if in_comment && is_closed {
                kept.extend_from_slice(&text[end..]);
            }
            kept.extend(line.ends_with(b"\n").then_some(b'\n'));
        }
        in_comment = (in_comment || begins) && !is_closed;
    }
    kept
}

/// The content type; `None` for files in the folder that are not for browsers.
fn content_type(name: &str) -> Option<&'static str> {
    match name.rsplit_once('.')?.1 {
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
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
    fn every_imported_script_exists() {
        for name in Files::iter().filter(|name| name.ends_with(".js")) {
            let source = String::from_utf8(content(&name).unwrap()).unwrap();
            let source = format!("\n{source}");
            // An import may take several lines.
            for import in source.split("\nimport ").skip(1) {
                let import = import.split(';').next().unwrap_or_default();
                let target = import.split('\'').nth(1).unwrap_or_default();
                assert!(target.starts_with('.'), "{name}: {import}");
                assert!(content(&resolve(&name, target)).is_some(), "{name}: {import}");
            }
        }
    }

    /// The name of the asset that `importer` reaches by the relative path `target`.
    fn resolve(importer: &str, target: &str) -> String {
        let mut parts: Vec<&str> = importer.split('/').collect();
        parts.pop();
        for part in target.split('/') {
            match part {
                "." => {}
                ".." => {
                    parts.pop();
                }
                name => parts.push(name),
            }
        }
        parts.join("/")
    }

    #[test]
    fn comments_are_not_served() {
        let served = |source: &str| String::from_utf8(without_comments(source.as_bytes())).unwrap();
        assert_eq!(served("// a\nb(); // c\n"), "\nb(); // c\n");
        assert_eq!(served("/** a\n * b\n */\nc;\n/* d */\ne"), "\n\n\nc;\n\ne");
        assert_eq!(served("/* a */ b;\nc /* d */\n"), "/* a */ b;\nc /* d */\n");
        assert_eq!(served("/* a\nb */ c;\n// d */\ne"), "\n c;\n\ne");
        for name in names().filter(|name| name.ends_with(".js")) {
            let source = Files::get(&name).unwrap().data;
            let lines = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines(&source), lines(&content(&name).unwrap()), "{name}");
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

    #[test]
    fn files_not_for_browsers_are_not_served() {
        assert_eq!(content_type("tsconfig.json"), None);
        assert_eq!(content_type("js/common/types.d.ts"), None);
        assert!(content_type("js/board/game-board.js").is_some());
    }
}

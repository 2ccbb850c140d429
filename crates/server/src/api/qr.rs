//! QR codes of this server's own addresses, for a friend who sits opposite.

use crate::http::input::{InputError, parameter};
use crate::http::origin::is_own_origin;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_rules::quote;
use qrcode::{Color, EcLevel, QrCode};
use std::fmt::Write as _;

/// The most bytes of an address.
const MOST_BYTES: usize = 300;
/// The white border that scanners need, in modules.
const BORDER: usize = 4;

/// An address of this server as a QR code.
///
/// Other addresses are refused: a code from here leads here.
#[utoipa::path(get, path = "/api/qr.svg", tag = "games",
    params(("link" = String, Query, description = "The address, at most 300 bytes")),
    responses((status = 200, description = "The code", body = String,
        content_type = "image/svg+xml")),
    extensions(("x-problems" = json!("caller rate bad-parameter"))))]
pub(super) async fn svg(
    State(state): State<AppState>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<Response, AnyProblem> {
    let link = parameter(&uri, "link")?.unwrap_or_default();
    let own = link.len() <= MOST_BYTES
        && origin(&link)
            .is_some_and(|origin| is_own_origin(&origin, &headers, state.public_origin.as_ref()));
    let code = own.then(|| QrCode::with_error_correction_level(&link, EcLevel::M).ok()).flatten();
    let code = code.ok_or_else(|| InputError::BadParameter {
        name: "link",
        expected: format!("an address of this server, at most {MOST_BYTES} bytes"),
        found: quote(&link),
    })?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawing(&code)).into_response())
}

/// The origin of an address; `None` if it is no address of a page.
fn origin(link: &str) -> Option<String> {
    let uri: Uri = link.parse().ok()?;
    let (scheme, authority) = uri.scheme_str().zip(uri.authority())?;
    let is_web = ["http", "https"].contains(&scheme);
    is_web.then(|| format!("{scheme}://{authority}"))
}

/// Draws a code black on white, whatever the theme of the page: scanners expect that.
fn drawing(code: &QrCode) -> String {
    let (width, modules) = (code.width(), code.to_colors());
    let whole = width + 2 * BORDER;
    let mut dark = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run.first() == Some(&Color::Dark) {
                let (left, top, length) = (x + BORDER, y + BORDER, run.len());
                let _ = write!(dark, "M{left} {top}h{length}v1h-{length}z");
            }
            x += run.len();
        }
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         width=\"{whole}\" height=\"{whole}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{whole}v{whole}h-{whole}z\"/><path d=\"{dark}\"/></svg>"
    )
}

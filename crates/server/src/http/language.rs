//! The language of a request: that of the query, of a cookie, of the account, or of the browser.

use super::identity::known;
use crate::i18n::Lang;
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE, HeaderName};
use axum::http::request::Parts;
use std::convert::Infallible;

/// The text of a header; empty if there is none.
fn header(parts: &Parts, name: HeaderName) -> &str {
    parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The value of `name=value` in a list.
fn pair<'a>(list: &'a str, separator: char, name: &str) -> Option<&'a str> {
    list.split(separator)
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// The value of a cookie.
pub(crate) fn cookie<'a>(parts: &'a Parts, name: &str) -> Option<&'a str> {
    pair(header(parts, COOKIE), ';', name)
}

/// The language that the query names.
pub(crate) fn chosen(parts: &Parts) -> Option<Lang> {
    pair(parts.uri.query().unwrap_or_default(), '&', "lang").and_then(Lang::from_code)
}

/// The language of a request.
pub(crate) fn language(parts: &Parts) -> Lang {
    let kept = || cookie(parts, "lang").and_then(Lang::from_code);
    let own = || known(&parts.extensions)?.lang.as_deref().and_then(Lang::from_code);
    let accepted = || Lang::accepted(header(parts, ACCEPT_LANGUAGE));
    chosen(parts).or_else(kept).or_else(own).unwrap_or_else(accepted)
}

impl<S: Sync> FromRequestParts<S> for Lang {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(language(parts))
    }
}

//! Query parameters of the guide. A missing one is empty, and unknown ones are ignored.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use std::convert::Infallible;
use std::fmt::Write;

/// The parameters by name.
#[derive(Clone, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl Params {
    /// The value of a parameter.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|pair| pair.0 == name).map_or("", |pair| &pair.1)
    }

    /// The value of a parameter if it is not empty.
    pub(super) fn some(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }
}

impl<S: Sync> FromRequestParts<S> for Params {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Query::try_from_uri(&parts.uri).map(|Query(pairs)| pairs).unwrap_or_default()))
    }
}

/// A path with query parameters; empty values are left out.
pub(crate) fn address(path: &str, pairs: &[(&str, &str)]) -> String {
    let pairs: Vec<String> = pairs
        .iter()
        .filter(|pair| !pair.1.is_empty())
        .map(|(name, value)| format!("{name}={}", encoded(value)))
        .collect();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{}", pairs.join("&")) }
}

fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'/' | b',' => {
                encoded.push(byte.into());
            }
            byte => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_parameters_round_trip() {
        let pairs = [("own", "Xy:[F?R]&+ %é"), ("none", ""), ("from", "e5")];
        let uri = address("/guide", &pairs).parse().expect("an address");
        let read: Query<Vec<(String, String)>> = Query::try_from_uri(&uri).expect("parameters");
        let params = Params(read.0);
        assert_eq!((params.get("own"), params.get("from")), (pairs[0].1, "e5"));
        assert_eq!((params.some("none"), params.get("else")), (None, ""));
    }
}

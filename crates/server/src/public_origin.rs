//! The public origin of the server.

use std::fmt;
use std::str::FromStr;

/// The origin under which browsers know the server, such as `https://play.example.org`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicOrigin(String);

impl PublicOrigin {
    /// Returns whether browsers reach the server through TLS.
    pub(crate) fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The host, without its port.
    pub(crate) fn host(&self) -> &str {
        let authority = self.0.split_once("://").map_or(self.0.as_str(), |(_, rest)| rest);
        authority.split(':').next().unwrap_or_default()
    }

    /// Returns whether an `Origin` header names this origin.
    pub(crate) fn is(&self, origin: &str) -> bool {
        self.0.eq_ignore_ascii_case(origin)
    }
}

impl fmt::Display for PublicOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for PublicOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || {
            format!(
                "'{text}' is no origin: expected 'https://HOST' or 'http://HOST', with ':PORT' if need be"
            )
        };
        let origin = text.strip_suffix('/').unwrap_or(text);
        let uri: axum::http::Uri = origin.parse().map_err(|_| bad())?;
        let (scheme, authority) = uri.scheme_str().zip(uri.authority()).ok_or_else(bad)?;
        let has_no_path = origin.len() == scheme.len() + 3 + authority.as_str().len();
        if !["http", "https"].contains(&scheme) || !has_no_path || authority.as_str().contains('@')
        {
            return Err(bad());
        }
        // Browsers leave out the default port.
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let host = authority.as_str().strip_suffix(default_port).unwrap_or(authority.as_str());
        Ok(Self(format!("{scheme}://{host}").to_ascii_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let read = |text: &str| text.parse::<PublicOrigin>().map(|origin| origin.to_string());
        assert_eq!(read("https://Play.example/").unwrap(), "https://play.example");
        assert_eq!(read("https://play.example:443").unwrap(), "https://play.example");
        assert_eq!(read("http://play.example:8080").unwrap(), "http://play.example:8080");
        for bad in
            ["play.example", "https://", "https://a/b", "ftp://a", "https://a@b", "https://a?b"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}

//! A router that lists its routes, so that tests can check a property of every route. An axum
//! `Router` cannot be asked for its routes, and a list kept by hand would go stale.

use crate::problem::{Args, Problem};
use crate::state::AppState;
use axum::Router;
use axum::handler::Handler;
use axum::http::StatusCode;
use axum::routing::{MethodRouter, any, delete, get, patch, post, put};

/// Why a request does not reach a handler, or gets no response from it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum RouteError {
    /// An unknown path.
    #[error("there is nothing at this address")]
    NoSuchRoute,
    /// The path does not take this method.
    #[error("this address does not take the method {0}")]
    WrongMethod(String),
    /// A handler panicked.
    #[error("the server failed")]
    Failed,
}

impl Problem for RouteError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchRoute => StatusCode::NOT_FOUND,
            Self::WrongMethod(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoSuchRoute => "no-such-route",
            Self::WrongMethod(_) => "wrong-method",
            Self::Failed => "failed",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::WrongMethod(method) => vec![("method", method.clone())],
            Self::NoSuchRoute | Self::Failed => Args::new(),
        }
    }
}

/// A router with the list of its routes. All routes of the server are added through it.
pub(crate) struct Routes {
    router: Router<AppState>,
    list: Vec<RouteEntry>,
}

/// A route in the list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RouteEntry {
    /// The method; `*` for all.
    pub method: &'static str,
    /// The path, with its parameters as `{name}`.
    pub path: String,
}

impl Routes {
    /// No routes.
    pub(crate) fn new() -> Self {
        Self { router: Router::new(), list: Vec::new() }
    }

    /// Adds a `GET` route.
    pub(crate) fn get<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("GET", path, get(handler))
    }

    /// Adds a `POST` route.
    pub(crate) fn post<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("POST", path, post(handler))
    }

    /// Adds a `PUT` route.
    pub(crate) fn put<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("PUT", path, put(handler))
    }

    /// Adds a `PATCH` route.
    pub(crate) fn patch<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("PATCH", path, patch(handler))
    }

    /// Adds a `DELETE` route.
    pub(crate) fn delete<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("DELETE", path, delete(handler))
    }

    /// Adds a route for all methods.
    pub(crate) fn any<H, T>(self, path: &'static str, handler: H) -> Self
    where
        H: Handler<T, AppState>,
        T: 'static,
    {
        self.add("*", path, any(handler))
    }

    fn add(
        mut self,
        method: &'static str,
        path: &'static str,
        handler: MethodRouter<AppState>,
    ) -> Self {
        self.router = self.router.route(path, handler);
        self.list.push(RouteEntry { method, path: path.to_owned() });
        self
    }

    /// Adds the routes of another router.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.list.extend(other.list);
        self
    }

    /// Puts a layer around the routes so far.
    pub(crate) fn with_layer(
        mut self,
        layer: impl FnOnce(Router<AppState>) -> Router<AppState>,
    ) -> Self {
        self.router = layer(self.router);
        self
    }

    /// The axum router.
    pub(crate) fn router(self) -> Router<AppState> {
        self.router
    }

    /// All routes, with a prefix before each path.
    pub(crate) fn list(&self, prefix: &str) -> Vec<RouteEntry> {
        let below = |route: &RouteEntry| RouteEntry {
            method: route.method,
            path: format!("{prefix}{}", route.path),
        };
        self.list.iter().map(below).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }

    #[test]
    fn every_route_is_added_to_the_list() {
        let mut files = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
        assert!(files.len() > 40, "{files:?}");
        for file in files.iter().filter(|file| !file.ends_with("routes.rs")) {
            let text = std::fs::read_to_string(file).unwrap();
            for way in [".route(", "route_service(", "nest_service(", "fallback_service("] {
                assert!(!text.contains(way), "{}: {way}… is not listed", file.display());
            }
        }
    }
}

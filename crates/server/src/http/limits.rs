//! The layers that count calls.

use super::{Address, identity};
use crate::limit::RateClass;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::RequestPartsExt;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use heterodox_host::UserId;

/// The layer around pages, which counts each call but those for assets.
pub(crate) async fn pages_layer(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Result<Response, AnyProblem> {
    if request.uri().path().starts_with("/assets/") {
        return Ok(next.run(request).await);
    }
    let (mut parts, body) = request.into_parts();
    let user = identity::visitor(&mut parts, &state).await;
    let Address(address) = Address::of(&parts.extensions);
    state.limiter.count(RateClass::Answer, address, user.map(|user| user.user))?;
    Ok(next.run(Request::from_parts(parts, body)).await)
}

/// A layer that counts each call in one class.
pub(crate) async fn layer(
    State((state, class)): State<(AppState, RateClass)>,
    request: Request,
    next: Next,
) -> Result<Response, AnyProblem> {
    let (mut parts, body) = request.into_parts();
    let user: Option<UserId> = parts.extract_with_state(&state).await?;
    let Address(address) = Address::of(&parts.extensions);
    state.limiter.count(class, address, user)?;
    if matches!(class, RateClass::Creation | RateClass::Chat) {
        state.limiter.check_disk()?;
    }
    Ok(next.run(Request::from_parts(parts, body)).await)
}

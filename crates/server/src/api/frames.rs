//! Frames in parts: a response holds at most [`FRAMES`], and is made while it is sent.

use super::error::ApiError;
use super::extract::number;
use crate::service::{FRAMES, ServiceError};
use crate::state::AppState;
use axum::body::{Body, Bytes};
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use heterodox_rules::Frame;
use std::net::IpAddr;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// The frames per chunk: about 60 KiB, which a client that does not read keeps in memory.
const PIECE: usize = 25;
/// The delay before a retry if the worker pool is full.
const PATIENCE: Duration = Duration::from_millis(200);

/// The frames that a query asks for: from `from` (default 0), `count` of them (default and maximum
/// [`FRAMES`]).
pub(super) fn part(uri: &Uri) -> Result<Range<usize>, ApiError> {
    let from = number(uri, "from", 0..=usize::MAX)?.unwrap_or(0);
    let count = number(uri, "count", 1..=FRAMES)?.unwrap_or(FRAMES);
    Ok(from..from.saturating_add(count))
}

/// Responds with the frames in `part` of `total`, which `make` makes.
pub(super) async fn answer(
    state: AppState,
    address: Option<IpAddr>,
    part: Range<usize>,
    total: usize,
    make: impl Fn(Range<usize>) -> Vec<Frame> + Send + Sync + 'static,
) -> Result<Response, ApiError> {
    let end = part.end.min(total);
    let mut pieces = Pieces {
        state,
        address,
        make: Arc::new(make),
        begun: part.start.min(end),
        left: part.start.min(end)..end,
        total,
    };
    let json = [(header::CONTENT_TYPE, "application/json")];
    // The first chunk is made before the response begins, so that an error can still be sent.
    let first = pieces.make_next().await?;
    if pieces.left.is_empty() {
        return Ok((json, first).into_response());
    }
    let rest = stream::try_unfold(pieces, async |mut pieces| {
        while !pieces.left.is_empty() {
            match pieces.make_next().await {
                Err(ServiceError::SubmitError) => tokio::time::sleep(PATIENCE).await,
                piece => return piece.map(|piece| Some((piece, pieces))),
            }
        }
        Ok(None)
    });
    let first = stream::once(async { Ok::<_, ServiceError>(first) });
    Ok((json, Body::from_stream(first.chain(rest))).into_response())
}

/// A response that is being made.
struct Pieces<M> {
    state: AppState,
    address: Option<IpAddr>,
    make: Arc<M>,
    /// The first frame of the response.
    begun: usize,
    /// The frames that are still to be made.
    left: Range<usize>,
    total: usize,
}

impl<M: Fn(Range<usize>) -> Vec<Frame> + Send + Sync + 'static> Pieces<M> {
    /// Makes the next chunk: the first one opens the JSON, the last one closes it.
    async fn make_next(&mut self) -> Result<Bytes, ServiceError> {
        let end = self.left.end.min(self.left.start + PIECE);
        let (make, numbers) = (self.make.clone(), self.left.start..end);
        let (begun, total, is_last) = (self.begun, self.total, end == self.left.end);
        let piece = move || {
            let mut text = Vec::new();
            if numbers.start == begun {
                text.extend_from_slice(format!("{{\"total\":{total},\"frames\":[").as_bytes());
            }
            for (number, frame) in numbers.clone().zip(make(numbers)) {
                if number > begun {
                    text.push(b',');
                }
                serde_json::to_writer(&mut text, &frame).expect("frames are plain data");
            }
            if is_last {
                text.extend_from_slice(b"]}");
            }
            Bytes::from(text)
        };
        let piece = self.state.service.compute(self.address, piece).await?;
        self.left.start = end;
        Ok(piece)
    }
}

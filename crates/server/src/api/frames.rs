//! Frames in parts: a response holds at most [`FRAMES`], and is made while it is sent.

use crate::games::{FRAMES, ServiceError};
use crate::http::input::{InputError, number};
use crate::problem::AnyProblem;
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
const CHUNK_FRAMES: usize = 25;
/// The delay before a retry if the worker pool is full.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The frames that a query asks for: from `from` (default 0), `count` of them (default and maximum
/// [`FRAMES`]).
pub(super) fn part(uri: &Uri) -> Result<Range<usize>, InputError> {
    let from = number(uri, "from", 0..=usize::MAX)?.unwrap_or(0);
    let count = number(uri, "count", 1..=FRAMES)?.unwrap_or(FRAMES);
    Ok(from..from.saturating_add(count))
}

/// Responds with the frames in `part` of `total`, which `make` makes.
pub(super) async fn respond(
    state: AppState,
    address: Option<IpAddr>,
    part: Range<usize>,
    total: usize,
    render: impl Fn(Range<usize>) -> Vec<Frame> + Send + Sync + 'static,
) -> Result<Response, AnyProblem> {
    let end = part.end.min(total);
    let mut chunks = ChunkedFrames {
        state,
        address,
        render: Arc::new(render),
        first_frame: part.start.min(end),
        remaining: part.start.min(end)..end,
        total,
    };
    let json = [(header::CONTENT_TYPE, "application/json")];
    // The first chunk is made before the response begins, so that an error can still be sent.
    let first = chunks.next_chunk().await?;
    if chunks.remaining.is_empty() {
        return Ok((json, first).into_response());
    }
    let rest = stream::try_unfold(chunks, async |mut chunks| {
        while !chunks.remaining.is_empty() {
            match chunks.next_chunk().await {
                Err(ServiceError::Busy) => tokio::time::sleep(RETRY_DELAY).await,
                chunk => return chunk.map(|chunk| Some((chunk, chunks))),
            }
        }
        Ok(None)
    });
    let first = stream::once(async { Ok::<_, ServiceError>(first) });
    Ok((json, Body::from_stream(first.chain(rest))).into_response())
}

/// A response that is being made.
struct ChunkedFrames<M> {
    state: AppState,
    address: Option<IpAddr>,
    render: Arc<M>,
    /// The first frame of the response.
    first_frame: usize,
    /// The frames that are still to be made.
    remaining: Range<usize>,
    total: usize,
}

impl<M: Fn(Range<usize>) -> Vec<Frame> + Send + Sync + 'static> ChunkedFrames<M> {
    /// Makes the next chunk: the first one opens the JSON, the last one closes it.
    async fn next_chunk(&mut self) -> Result<Bytes, ServiceError> {
        let end = self.remaining.end.min(self.remaining.start + CHUNK_FRAMES);
        let (render, numbers) = (self.render.clone(), self.remaining.start..end);
        let (first_frame, total, is_last) =
            (self.first_frame, self.total, end == self.remaining.end);
        let chunk = move || {
            let mut text = Vec::new();
            if numbers.start == first_frame {
                text.extend_from_slice(format!("{{\"total\":{total},\"frames\":[").as_bytes());
            }
            for (number, frame) in numbers.clone().zip(render(numbers)) {
                if number > first_frame {
                    text.push(b',');
                }
                serde_json::to_writer(&mut text, &frame).expect("frames are plain data");
            }
            if is_last {
                text.extend_from_slice(b"]}");
            }
            Bytes::from(text)
        };
        let chunk = self.state.service.compute(self.address, chunk).await?;
        self.remaining.start = end;
        Ok(chunk)
    }
}

//! Animated pictures of games and records: `…/animation.gif`.

use super::games::GameRequest;
use super::records::RecordRequest;
use crate::games::{ANIMATION_FRAMES, AnimatedBoard, Animation, ServiceError};
use crate::http::input::{InputError, flag, number, seen};
use crate::i18n::Lang;
use crate::limit::RateClass;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use heterodox_host::{HostError, UserId};
use heterodox_rules::Viewer;
use std::net::IpAddr;
use std::ops::Range;

/// So many frames of an animated picture take as long as a still picture, which is much larger.
const FRAMES_OF_A_PICTURE: usize = 20;

type ApiResult<T> = Result<T, AnyProblem>;

/// The moves of a game so far as a looping GIF.
///
/// It has at most 300 frames; without `from` the last ones. The last one is held longer.
#[utoipa::path(get, path = "/api/games/{id}/animation.gif", tag = "games",
    params(("id" = String, Path, description = "The game"),
        ("from" = Option<usize>, Query, description = "The first ply; 0 is the first position"),
        ("to" = Option<usize>, Query, description = "The last ply"),
        ("both" = Option<bool>, Query, description = "Whether to show what each player of a \
            hidden game saw, side by side. Only after the end.")),
    responses((status = 200, description = "The picture", body = Vec<u8>,
        content_type = "image/gif")),
    extensions(("x-problems" = json!("caller game view seen no-such-ply not-over compute"))))]
pub(super) async fn of_game(
    State(state): State<AppState>,
    lang: Lang,
    request: GameRequest,
) -> ApiResult<Response> {
    let (seen, both) = (seen(&request.uri)?, flag(&request.uri, "both")?);
    let (game, viewer) = request.resolve(&state).await?;
    let table = game.table();
    if both {
        if !table.info().hidden {
            return Err(bad("both", "false, as nothing is hidden in this game", "true").into());
        }
        if game.outcome().is_none() {
            return Err(ServiceError::from(HostError::NotOver).into());
        }
    }
    let total = table.frame_count(viewer, seen || both);
    let plies = plies(&request.uri, total)?;
    let count_of_frames = plies.len();
    let make = move || {
        let table = game.table();
        let frames = |viewer, seen| table.frames_between(viewer, seen, plies.clone());
        let boards = if both {
            let sides = table.outline(Viewer::Public).sides.into_iter();
            let seats = sides.filter_map(|side| Some((side.key, side.seat?)));
            let board = |(key, seat)| AnimatedBoard {
                caption: Some((key, lang.text(&format!("side-{key}")))),
                frames: frames(Viewer::Seat(seat), true),
            };
            seats.map(board).collect()
        } else {
            let mut frames = frames(viewer, seen);
            if plies.end >= total && !seen {
                // During the setup the scene's frame shows more than the last frame of the game.
                frames.pop();
                frames.push(table.outline(viewer).frame);
            }
            vec![AnimatedBoard { caption: None, frames }]
        };
        Animation { game: game.opening().game.clone(), boards }
    };
    count(&state, count_of_frames, request.address, request.user)?;
    respond(&state, make, request.address).await
}

/// The moves of a record as a looping GIF.
///
/// It has at most 300 frames; without `from` the last ones. The last one is held longer.
#[utoipa::path(get, path = "/api/records/{id}/animation.gif", tag = "records",
    params(("id" = String, Path, description = "The record"),
        ("from" = Option<usize>, Query, description = "The first ply; 0 is the first position"),
        ("to" = Option<usize>, Query, description = "The last ply")),
    responses((status = 200, description = "The picture", body = Vec<u8>,
        content_type = "image/gif")),
    extensions(("x-problems" = json!("caller record bad-parameter no-such-ply"))))]
pub(super) async fn of_record(
    State(state): State<AppState>,
    request: RecordRequest,
) -> ApiResult<Response> {
    let mut record = request.record(&state).await?;
    let plies = plies(&request.uri, record.frames.len())?;
    count(&state, plies.len(), request.address, None)?;
    let make = move || {
        record.frames.truncate(plies.end);
        record.frames.drain(..plies.start);
        let boards = vec![AnimatedBoard { caption: None, frames: record.frames }];
        Animation { game: record.game.to_owned(), boards }
    };
    respond(&state, make, request.address).await
}

/// Counts a picture by its frames, as each is drawn.
fn count(
    state: &AppState,
    frames: usize,
    address: Option<IpAddr>,
    user: Option<UserId>,
) -> ApiResult<()> {
    for _ in 0..frames / FRAMES_OF_A_PICTURE {
        state.limiter.count(RateClass::Output, address, user)?;
    }
    Ok(())
}

async fn respond(
    state: &AppState,
    make: impl FnOnce() -> Animation + Send + 'static,
    address: Option<IpAddr>,
) -> ApiResult<Response> {
    let gif = state.service.animate(make, address).await?;
    Ok(([(header::CONTENT_TYPE, "image/gif")], gif).into_response())
}

/// The plies that the query asks for, of a game with this number of frames.
fn plies(uri: &Uri, total: usize) -> ApiResult<Range<usize>> {
    let last = total.saturating_sub(1);
    let known = |ply: usize| {
        let found = if ply <= last { Ok(ply) } else { Err(ServiceError::NoSuchPly { ply, last }) };
        found.map_err(AnyProblem::from)
    };
    let from = number(uri, "from", 0..=usize::MAX)?.map(known).transpose()?;
    let to = number(uri, "to", 0..=usize::MAX)?.map(known).transpose()?;
    let most = |from: usize| from + ANIMATION_FRAMES - 1;
    let end = to.unwrap_or_else(|| from.map_or(last, |from| last.min(most(from))));
    let from = from.unwrap_or_else(|| (end + 1).saturating_sub(ANIMATION_FRAMES));
    if !(from..=most(from)).contains(&end) {
        let expected = format!("{from} to {}, at most {ANIMATION_FRAMES} frames", most(from));
        return Err(bad("to", &expected, &end.to_string()).into());
    }
    Ok(from..end + 1)
}

fn bad(name: &'static str, expected: &str, found: &str) -> InputError {
    InputError::BadParameter { name, expected: expected.to_owned(), found: found.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plies_are_a_range_of_the_game() {
        let range = |query: &str, total| plies(&format!("/a?{query}").parse().unwrap(), total).ok();
        assert_eq!(range("", 58), Some(0..58));
        assert_eq!(range("", 0), Some(0..1), "before the first position");
        assert_eq!(range("from=7&to=7", 58), Some(7..8));
        assert_eq!(range("", 1000), Some(700..1000), "the end of a long game");
        assert_eq!(range("from=100", 1000), Some(100..400));
        for bad in ["from=58", "to=58", "from=9&to=8", "from=x", "to=-1", "from=1&from=2"] {
            assert_eq!(range(bad, 58), None, "{bad}");
        }
        assert_eq!(range("from=0&to=300", 1000), None, "too many");
    }
}

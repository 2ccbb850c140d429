//! The sample battle: the plies that its source comments on, and the comments.

use super::PageCtx;
use crate::games::sample_battle;
use heterodox_rules::Frame;
use serde_json::{Map, Value};

/// The id of its record.
pub(super) const ID: &str = "sample-battle";

/// The commented plies, each with a text `sample-PLY` and a short `sample-PLY-title`.
pub(super) const MOMENTS: [usize; 14] = [0, 2, 4, 7, 10, 11, 14, 15, 17, 20, 21, 22, 23, 47];

/// The ply of the pictures on the front page, where the source has a picture: Green is to move.
pub(super) const PICTURE: usize = 7;

/// The picture on the front page.
pub(super) fn picture() -> Frame {
    let frame = sample_battle().and_then(|record| record.frames.get(PICTURE));
    frame.cloned().unwrap_or_default()
}

/// The comments by ply, for the page of the record.
pub(super) fn notes(ctx: &PageCtx) -> Value {
    let notes = MOMENTS.map(|ply| (ply.to_string(), Value::from(ctx.t(&format!("sample-{ply}")))));
    Value::Object(notes.into_iter().collect::<Map<_, _>>())
}

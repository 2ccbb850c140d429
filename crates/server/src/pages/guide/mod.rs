//! The piece guide of Grand Chess: a list of all pieces, a page for each on which it can be tried out, and cards
//! for those who meet one on a board.
//!
//! What a piece can do comes from the rules ([`heterodox_rules::piece_diagram`]) and is drawn here; what is said
//! of it stands in the translations (`guidepieces.ftl`).

mod entries;
mod list;
mod own;
mod piece;
mod query;
mod scenes;
mod shown;
mod small;
mod stage;

pub(super) use list::show as list;
pub(super) use piece::{card, show as piece};
pub(super) use stage::show as board;

use super::PageCtx;
use heterodox_rules::Refusal;
use maud::{Markup, html};

/// The game of the guide.
const GAME: &str = "grand-chess";

/// Where the guide is.
const HOME: &str = "/guide/grand-chess";

/// What a piece is called: its name, or its code if it is somebody's own.
fn piece_name(ctx: &PageCtx, code: &str) -> String {
    entries::by_code(code).map_or_else(|| code.to_owned(), |entry| entry.name(ctx))
}

/// Why something could not be drawn.
fn reason(ctx: &PageCtx, refusal: &Refusal) -> Markup {
    html! { div .problem-line role="alert" { strong { (ctx.refusal(GAME, refusal)) } } }
}

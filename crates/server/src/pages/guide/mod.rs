//! The piece guides. Each game with a guide has a list of all pieces, a page for each piece with a
//! board to try it on, and cards that boards show for a piece.
//!
//! The moves of a piece come from the rules ([`heterodox_rules::piece_diagram`]) and the
//! descriptions from the translations. [`Guide`] holds what differs between games.
//!
//! | module | holds |
//! | --- | --- |
//! | `custom` | custom pieces in Betza notation (Grand Chess) |
//! | `diagrams` | diagrams, captions and the legend |
//! | `entries` | the pieces of a guide, their texts, and the search |
//! | `grand` | the guide of Grand Chess |
//! | `kaleido` | the guide of KaleidoChess |
//! | `list` | the page with the list of pieces |
//! | `piece` | the page and the card of one piece |
//! | `query` | query parameters, read and written |
//! | `round_board` | the small diagram of a round board |
//! | `small_diagram` | the small diagram of a square board |
//! | `stage` | the board on which a piece is tried out |
//! | `start_positions` | the first board of each piece of Grand Chess |

mod custom;
mod diagrams;
mod entries;
mod grand;
mod kaleido;
mod list;
mod piece;
mod query;
mod round_board;
mod small_diagram;
mod stage;
mod start_positions;

pub(super) use diagrams::drawn;
pub(super) use list::show as list;
pub(super) use piece::{card, show as piece};
pub(super) use stage::show as board;

use super::PageCtx;
use crate::i18n::Lang;
use entries::Entry;
use heterodox_rules::{GameInfo, Refusal};
use maud::{Markup, html};
use query::Params;
use start_positions::StartPosition;

/// The piece guide of a game.
pub(super) struct Guide {
    /// The game.
    info: &'static GameInfo,
    /// The path of the guide.
    home: &'static str,
    /// The groups by which a reader can filter, the one of all first; each has a text `kind-KEY`.
    groups: &'static [&'static str],
    /// All markers in the order of the legend; each has a text `sign-NAME`.
    signs: &'static [&'static str],
    /// The default piece to place on the board.
    put: &'static str,
    /// The fields of a position that hold last moves, which a guide's board does not have.
    last_moves: &'static [&'static str],
    /// The piece that copies the opponent's last move.
    copies: Option<&'static str>,
    /// Whether the guide shows custom pieces.
    has_custom_pieces: bool,
    /// The first board of a piece of a side.
    start_position: fn(code: &str, side: &'static str) -> StartPosition,
    /// The pieces in their order.
    pieces: Vec<Entry>,
}

/// The guide of the game with this id.
fn of(game: &str) -> Option<&'static Guide> {
    match game {
        grand::GAME => Some(&grand::GUIDE),
        kaleido::GAME => Some(&kaleido::GUIDE),
        _ => None,
    }
}

/// The key of a text: the game's own if there is one, else the one of all guides.
fn key(game: &str, rest: &str) -> String {
    let own = format!("guide-{game}-{rest}");
    if Lang::En.has(&own) { own } else { format!("guide-{rest}") }
}

impl Guide {
    /// A text of the guide.
    fn t(&self, ctx: &PageCtx, rest: &str) -> String {
        ctx.t(&key(self.info.id, rest))
    }

    /// A text of the guide with values.
    fn t_with(&self, ctx: &PageCtx, rest: &str, args: &[(&str, &str)]) -> String {
        ctx.t_with(&key(self.info.id, rest), args)
    }

    /// The piece with this code; the case does not matter.
    fn by_code(&self, code: &str) -> Option<&Entry> {
        self.pieces.iter().find(|entry| entry.code.eq_ignore_ascii_case(code))
    }

    /// The name of a piece, or the code of a custom one.
    fn piece_name(&self, ctx: &PageCtx, code: &str) -> String {
        self.by_code(code).map_or_else(|| code.to_owned(), |entry| entry.name(ctx))
    }

    /// The side with this key; the first side if there is none.
    fn side(&self, key: &str) -> &'static str {
        let sides = self.info.sides;
        sides.iter().copied().find(|side| *side == key).unwrap_or(sides[0])
    }

    /// The opposing side in a piece's diagrams: the one across the board.
    fn enemy(&self, side: &str) -> &'static str {
        let sides = self.info.sides;
        let place = sides.iter().position(|other| *other == side).unwrap_or_default();
        sides[(place + sides.len() / 2) % sides.len()]
    }

    /// The custom pieces in the query; empty if the guide has none.
    fn custom<'a>(&self, params: &'a Params) -> &'a str {
        if self.has_custom_pieces { params.get("own") } else { "" }
    }

    /// Refuses custom pieces that the rules would refuse.
    fn check_custom(&self, params: &Params) -> Result<(), Refusal> {
        custom::check(self.custom(params))
    }

    /// The text of a refusal.
    fn reason(&self, ctx: &PageCtx, refusal: &Refusal) -> Markup {
        html! {
            div .problem-line role="alert" { strong { (ctx.refusal(self.info.id, refusal)) } }
        }
    }
}

//! The piece guides. Each game with a guide has a list of all pieces, a page for each piece with a
//! board to try it on, and cards that boards show for a piece.
//!
//! The moves of a piece come from the rules ([`heterodox_rules::piece_diagram`]) and the
//! descriptions from the translations. [`Guide`] holds what differs between games.
//!
//! | module | holds |
//! | --- | --- |
//! | `diagrams` | diagrams, captions and the legend |
//! | `entries` | the pieces of a guide, their texts, and the search |
//! | `list` | the page with the list of pieces |
//! | `piece` | the page and the card of one piece |
//! | `query` | query parameters, read and written |
//! | `round_board` | the small diagram of a round board |
//! | `small_diagram` | the small diagram of a square board |
//! | `stage` | the board on which a piece is tried out |
//! | `triangle_board` | the small diagram of a board of triangles |

mod diagrams;
mod entries;
mod list;
mod piece;
mod query;
mod round_board;
mod small_diagram;
mod stage;
mod triangle_board;

pub(super) use diagrams::{ask, drawn};
pub(super) use entries::{Entry, Figure, Reach};
pub(super) use list::show as list;
pub(super) use piece::{card, show as piece};
pub(super) use query::address;
pub(super) use stage::show as board;

use super::PageCtx;
use super::games::pages;
use crate::i18n::Lang;
use heterodox_rules::{GameInfo, Refusal, info};
use maud::{Markup, html};
use query::Params;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The piece guide of a game.
pub(super) struct Guide {
    /// The game.
    pub(super) info: &'static GameInfo,
    /// The path of the guide.
    pub(super) home: &'static str,
    /// The groups by which a reader can filter, the one of all first; each has a text `kind-KEY`.
    pub(super) groups: &'static [&'static str],
    /// All markers in the order of the legend; each has a text `sign-NAME`.
    pub(super) signs: &'static [&'static str],
    /// The default piece to place on the board.
    pub(super) put: &'static str,
    /// The fields of a position that hold last moves, which a guide's board does not have.
    pub(super) last_moves: &'static [&'static str],
    /// The piece that copies the opponent's last move.
    pub(super) copies: Option<&'static str>,
    /// The custom pieces, if the game has any.
    pub(super) custom: Option<CustomPieces>,
    /// The first board of a piece of a side.
    pub(super) start_position: fn(code: &str, side: &'static str) -> StartPosition,
    /// The pieces in their order.
    pub(super) pieces: Vec<Entry>,
}

/// The custom pieces of a game: pieces of the option `own`, such as `Xy:KAD;Vw:N`.
pub(super) struct CustomPieces {
    /// The code of a piece that is tried out.
    pub(super) code: &'static str,
    /// Refuses pieces that the rules would refuse.
    pub(super) check: fn(own: &str) -> Result<(), Refusal>,
    /// The form for a piece, with the refusal of the last input.
    pub(super) form: fn(ctx: &PageCtx, moves: &str, wrong: Option<&Refusal>) -> Markup,
    /// The first board of a piece with these moves.
    pub(super) start_position: fn(code: &str, moves: &str, side: &str) -> StartPosition,
}

impl CustomPieces {
    /// The option for a piece with these moves.
    pub(super) fn option(&self, moves: &str) -> String {
        format!("{}:{moves}", self.code)
    }
}

/// The first board of a piece.
pub(super) struct StartPosition {
    /// A position string, or the board part of one.
    pub(super) position: String,
    /// The cell of the piece.
    pub(super) from: &'static str,
    /// The opponent's last move.
    pub(super) last: Option<&'static str>,
    /// The key of a note on the position.
    pub(super) note: Option<&'static str>,
}

/// The guide of the game with this id.
fn of(game: &str) -> Option<&'static Guide> {
    pages(game).guide().map(LazyLock::force)
}

/// The lines on the pieces of a game, by code; empty without a guide.
pub(super) fn lines(ctx: &PageCtx, game: &str) -> BTreeMap<&'static str, String> {
    let pieces = of(game).map(|guide| guide.pieces.as_slice()).unwrap_or_default();
    pieces.iter().map(|entry| (entry.code, entry.short(ctx))).collect()
}

/// The key of a text: the game's own if there is one, else that of the game with the same pieces,
/// else the one of all guides.
fn key(game: &str, rest: &str) -> String {
    let kin = info(game).ok().and_then(|info| info.kin);
    let keys = [Some(game), kin].into_iter().flatten().map(|game| format!("guide-{game}-{rest}"));
    keys.into_iter().find(|key| Lang::En.has(key)).unwrap_or_else(|| format!("guide-{rest}"))
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
    pub(super) fn by_code(&self, code: &str) -> Option<&Entry> {
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

    /// The custom pieces in the query; empty if the game has none.
    fn own<'a>(&self, params: &'a Params) -> &'a str {
        if self.custom.is_some() { params.get("own") } else { "" }
    }

    /// Refuses custom pieces that the rules would refuse.
    fn check_own(&self, params: &Params) -> Result<(), Refusal> {
        self.custom.as_ref().map_or(Ok(()), |custom| (custom.check)(params.get("own")))
    }

    /// The form for a custom piece; `None` if the game has none.
    fn own_form(&self, ctx: &PageCtx, moves: &str, wrong: Option<&Refusal>) -> Option<Markup> {
        self.custom.as_ref().map(|custom| (custom.form)(ctx, moves, wrong))
    }

    /// The text of a refusal.
    pub(super) fn reason(&self, ctx: &PageCtx, refusal: &Refusal) -> Markup {
        html! {
            div .problem-line role="alert" { strong { (ctx.refusal(self.info.id, refusal)) } }
        }
    }
}

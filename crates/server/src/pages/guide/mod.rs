//! The piece guides: for each game that has one a list of all pieces, a page for each on which it can be tried out, and
//! cards for those who meet one on a board.
//!
//! What a piece can do comes from the rules ([`heterodox_rules::piece_diagram`]) and is drawn here; what is said
//! of it stands in the translations. What one game's guide has that another's has not is in [`Guide`].

mod entries;
mod grand;
mod kaleido;
mod list;
mod own;
mod piece;
mod query;
mod round;
mod scenes;
mod shown;
mod small;
mod stage;

pub(super) use list::show as list;
pub(super) use piece::{card, show as piece};
pub(super) use shown::drawn;
pub(super) use stage::show as board;

use super::PageCtx;
use crate::i18n::Lang;
use entries::Entry;
use heterodox_rules::{GameInfo, Refusal};
use maud::{Markup, html};
use query::Params;
use scenes::Scene;

/// The guide to the pieces of a game.
pub(super) struct Guide {
    /// The game.
    info: &'static GameInfo,
    /// Where the guide is.
    home: &'static str,
    /// Groups that a reader may want to see alone, the one of all first; each has a text `kind-KEY`.
    groups: &'static [&'static str],
    /// All signs in the order of the legend; each has a text `sign-NAME`.
    signs: &'static [&'static str],
    /// The piece that is first put on the board.
    put: &'static str,
    /// The fields of a position that tell of last moves: nobody made one on the board of a guide.
    last_moves: &'static [&'static str],
    /// The piece that does what was done last.
    copies: Option<&'static str>,
    /// Whether pieces of one's own can be drawn.
    with_own: bool,
    /// The board on which a piece of a side is first shown.
    scene: fn(code: &str, side: &'static str) -> Scene,
    /// The pieces in their order.
    pieces: Vec<Entry>,
}

/// The address of a game's guide, if it has one.
pub(super) fn home(info: &GameInfo) -> Option<&'static str> {
    [grand::HOME, kaleido::HOME]
        .into_iter()
        .find(|home| home.strip_prefix("/guide/") == Some(info.id))
}

/// The guide of the game with this id.
fn of(game: &str) -> Option<&'static Guide> {
    match game {
        grand::GAME => Some(&grand::GUIDE),
        kaleido::GAME => Some(&kaleido::GUIDE),
        _ => None,
    }
}

/// The key of a text: the game's own where it has one, else that of all guides.
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

    /// The piece with this code, however it is spelled.
    fn by_code(&self, code: &str) -> Option<&Entry> {
        self.pieces.iter().find(|entry| entry.code.eq_ignore_ascii_case(code))
    }

    /// What a piece is called: its name, or its code if it is somebody's own.
    fn piece_name(&self, ctx: &PageCtx, code: &str) -> String {
        self.by_code(code).map_or_else(|| code.to_owned(), |entry| entry.name(ctx))
    }

    /// The side with this key; the one that begins if there is none.
    fn side(&self, key: &str) -> &'static str {
        let sides = self.info.sides;
        sides.iter().copied().find(|side| *side == key).unwrap_or(sides[0])
    }

    /// The side against which a piece of this one is shown: the one across.
    fn enemy(&self, side: &str) -> &'static str {
        let sides = self.info.sides;
        let place = sides.iter().position(|other| *other == side).unwrap_or_default();
        sides[(place + sides.len() / 2) % sides.len()]
    }

    /// The pieces of one's own that an address names; where there can be none, nothing.
    fn own<'a>(&self, params: &'a Params) -> &'a str {
        if self.with_own { params.get("own") } else { "" }
    }

    /// Refuses own pieces that the rules would refuse.
    fn check_own(&self, params: &Params) -> Result<(), Refusal> {
        own::check(self.own(params))
    }

    /// Why something could not be drawn.
    fn reason(&self, ctx: &PageCtx, refusal: &Refusal) -> Markup {
        html! {
            div .problem-line role="alert" { strong { (ctx.refusal(self.info.id, refusal)) } }
        }
    }
}

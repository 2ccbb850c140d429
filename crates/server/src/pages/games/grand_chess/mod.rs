//! The pages of Grand Chess.

mod custom_pieces;
mod form;
mod guide;
mod legend;
mod rules;
mod start_positions;
mod terms;

use super::{GamePages, first_frame};
use crate::pages::PageCtx;
use crate::pages::board_legend::LegendMark;
use crate::pages::guide::Guide;
use crate::pages::layout::Page;
use heterodox_host::Opening;
use heterodox_rules::{Frame, GameInfo, Refusal, Viewer};
use maud::Markup;
use std::sync::LazyLock;

/// The game's id.
const GAME: &str = "grand-chess";

/// The path of the piece guide.
const GUIDE_PATH: &str = "/guide/grand-chess";

/// The options of the array.
const SETUP_OPTIONS: [&str; 5] = ["setup", "extra", "seed", "duplicates", "diagonal-mirror"];

/// The pages.
pub(super) struct Pages;

impl GamePages for Pages {
    fn id(&self) -> &'static str {
        GAME
    }

    fn legend(&self) -> &'static [LegendMark] {
        &legend::MARKS
    }

    fn rules(&self, ctx: &PageCtx, _: &GameInfo) -> Result<Page, Refusal> {
        rules::page(ctx)
    }

    fn guide(&self) -> Option<&'static LazyLock<Guide>> {
        Some(&guide::GUIDE)
    }

    /// An array with some of the extra pieces.
    fn showcase(&self, info: &GameInfo) -> Result<Frame, Refusal> {
        let options = [("setup", "classic+random"), ("extra", "8"), ("seed", "81")];
        first_frame(info, &options, Viewer::Public)
    }

    fn options(&self, ctx: &PageCtx, info: &GameInfo) -> Markup {
        form::options(ctx, info)
    }

    fn form_script(&self) -> &'static str {
        "games/grand-chess/new-game-page"
    }

    fn terms(&self, ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
        terms::terms(ctx, info, opening)
    }

    fn setup_options(&self) -> &'static [&'static str] {
        &SETUP_OPTIONS
    }

    fn record_examples(&self) -> &'static [&'static str] {
        &["[Variant \"Grand Chess\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e5 e6 2. Nc4 Nc7 *"]
    }

    fn record_extension(&self) -> &'static str {
        "pgn"
    }
}

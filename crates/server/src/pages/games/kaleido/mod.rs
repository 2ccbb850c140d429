//! The pages of `KaleidoChess`.

mod form;
mod guide;
mod legend;
mod rules;
mod terms;

use super::GamePages;
use crate::pages::PageCtx;
use crate::pages::board_legend::LegendMark;
use crate::pages::guide::Guide;
use crate::pages::layout::Page;
use crate::pages::new;
use heterodox_host::Opening;
use heterodox_rules::kaleido::DiceTable;
use heterodox_rules::{Frame, GameInfo, Refusal, Setting, Viewer, open};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The game's id.
const GAME: &str = "kaleidochess";

/// The path of the piece guide.
const GUIDE_PATH: &str = "/guide/kaleidochess";

/// Four colours in a middlegame, spread over the board, Red's Wizard on the castle in the middle.
const SHOWCASE: &str = "rW/1,wE,2,bE,1,gR,1/wP,3,rL,2,bH,2,gP,2,gD,2/1,wD,1,rP,1,bT,2,bP,bP,2,gP,1,wT,1/\
    1,wL,wL,1,wT,1,rL,1,rD,1,rT,2,bD,bL,1,gT,1,gL,1,gT,3/wR,wW,1,wE,3,rR,rE,3,bR,bW,bE,3,gR,gW,1,gE,1,wP \
    w -,-,-,- - 9";

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

    fn showcase(&self, _: &GameInfo) -> Result<Frame, Refusal> {
        Ok(open(GAME, &Setting::position(SHOWCASE))?.scene(Viewer::Public).frame)
    }

    fn questions(&self, ctx: &PageCtx, info: &GameInfo) -> Markup {
        form::dice(ctx, info)
    }

    fn options(&self, ctx: &PageCtx, info: &GameInfo) -> Markup {
        new::folded(ctx, &form::options(ctx, info))
    }

    fn form_script(&self) -> &'static str {
        "games/kaleidochess/new-game-page"
    }

    fn terms(&self, ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
        terms::terms(ctx, info, opening)
    }

    fn more_terms(&self, ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
        terms::more(ctx, info, opening)
    }

    fn setup_options(&self) -> &'static [&'static str] {
        &["seats", "army-white", "army-red", "army-black", "army-green"]
    }

    fn editor_hints(&self, ctx: &PageCtx) -> [Markup; 2] {
        [html! { p .hint { (ctx.t("editor-undo-hint")) } }, html! {}]
    }

    fn record_examples(&self) -> &'static [&'static str] {
        &[
            "game: kaleidochess\nwhite: Ann\nblack: Bo\n\n1. 1G-2D 5G-6D\n2. 2H-2E 6H-6E",
            "game: kaleidochess\noption: dice=on\n\n1. 4:1G-2D 1:6H-6E\n2. 1:2H-2E 6:5G-5D",
        ]
    }

    fn dice_table(&self) -> Option<String> {
        Some(DiceTable::STANDARD.to_string())
    }
}

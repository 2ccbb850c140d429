//! The pages of Clouded Klin Zha, which is Blind Klin Zha where one cloud covers the whole board.

mod form;
mod legend;
mod map_editor;
mod rules;
mod terms;

use super::{GamePages, QuickGame, first_frame, klinzha};
use crate::http::routes::Routes;
use crate::pages::PageCtx;
use crate::pages::board_legend::LegendMark;
use crate::pages::guide::{Guide, StartPosition};
use crate::pages::layout::Page;
use heterodox_host::Opening;
use heterodox_rules::clouded::CloudedKlinZha;
use heterodox_rules::{Frame, Game, GameInfo, Refusal, Seat, Viewer};
use maud::{Markup, html};
use std::sync::LazyLock;

/// The game's id.
const GAME: &str = "clouded-klinzha";

/// The guide: the warriors of Klin Zha, with what the clouds change.
static GUIDE: LazyLock<Guide> = LazyLock::new(|| {
    klinzha::guide(&CloudedKlinZha::INFO, "/guide/clouded-klinzha", start_position)
});

fn start_position(code: &str, side: &'static str) -> StartPosition {
    let note = match code {
        "G" => "guide-clouded-klinzha-goal",
        "Fl" => "guide-clouded-klinzha-flies",
        _ => "guide-clouded-klinzha-walks",
    };
    StartPosition { note: Some(note), ..klinzha::start_position(code, side) }
}

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
        Some(&GUIDE)
    }

    /// A map with clouds over some of the warriors, as one player sees it: its own warriors, and
    /// the enemy's that no cloud hides.
    fn showcase(&self, info: &GameInfo) -> Result<Frame, Refusal> {
        first_frame(info, &[("seed", "7")], Viewer::Seat(Seat::new(0)))
    }

    fn quick_games(&self) -> &'static [QuickGame] {
        &[
            QuickGame { key: "home-play-clouded", options: &[] },
            QuickGame { key: "home-play-blind", options: &[("clouds", "blind")] },
        ]
    }

    fn link(&self, ctx: &PageCtx) -> Option<Markup> {
        Some(html! { a .to-clouds href="/clouds" { (ctx.t("home-clouds")) } })
    }

    fn first_questions(&self, ctx: &PageCtx, _: &GameInfo) -> Markup {
        html! { (form::sight(ctx)) (form::clouds(ctx)) }
    }

    /// The first questions are about all options.
    fn options(&self, _: &PageCtx, _: &GameInfo) -> Markup {
        html! {}
    }

    fn quick_start(&self, ctx: &PageCtx, name: &str) -> String {
        klinzha::quick_start(ctx, name)
    }

    fn form_script(&self) -> &'static str {
        "games/clouded-klinzha/new-game-page"
    }

    fn terms(&self, ctx: &PageCtx, _: &GameInfo, opening: &Opening) -> Markup {
        terms::terms(ctx, opening)
    }

    fn more_terms(&self, ctx: &PageCtx, _: &GameInfo, opening: &Opening) -> Markup {
        terms::pairs(ctx, opening)
    }

    fn setup_options(&self) -> &'static [&'static str] {
        &["seed"]
    }

    fn editor_hints(&self, ctx: &PageCtx) -> [Markup; 2] {
        let hint = html! {
            p .hint { (ctx.t("editor-clouds-hint")) " " a href="/clouds" { (ctx.t("clouds-title")) } }
        };
        [html! {}, hint]
    }

    fn has_victory_announcement(&self) -> bool {
        true
    }

    fn routes(&self) -> Routes {
        Routes::new().get("/clouds", map_editor::show)
    }
}

//! Games and records for pages of other sites: the board with its stepper in a frame.
//!
//! Their reader is not known, even if the browser sends a cookie: a site that frames the page must
//! not show what only the reader may see. So they hold the public's view, and of a private game
//! nothing.

use super::games::pages;
use super::layout::{Kind, Page};
use super::{PageCtx, game, preview, problem};
use crate::http::Address;
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs_with};
use heterodox_rules::{GameInfo, Refusal, board, info};
use maud::{PreEscaped, html};
use serde_json::json;

/// `GET /embed/g/{id}`
pub(super) async fn game(
    Path(id): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    let ctx = ctx.without_reader();
    let snapshot = match preview::public_snapshot(&state, &id, address).await {
        Ok(snapshot) => snapshot,
        Err(error) => return problem::of(&ctx, &error),
    };
    let opening = snapshot.game.opening();
    let own = opening.options.0.get(game::OWN).map_or("", String::as_str);
    let place =
        Place { page: format!("/g/{id}"), api: format!("/api/games/{id}"), as_public: true };
    match info(&opening.game).and_then(|info| page(&ctx, info, own, &place)) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// `GET /embed/record/{id}`
pub(super) async fn record(
    Path(id): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    let ctx = ctx.without_reader();
    let record = match state.service.imported(&id, address).await {
        Ok(record) => record,
        Err(error) => return problem::of(&ctx, &error),
    };
    let api = format!("/api/records/{id}");
    let place = Place { page: format!("/r/{id}"), api, as_public: false };
    match info(record.game).and_then(|info| page(&ctx, info, "", &place)) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// Where a game or record is found.
struct Place {
    page: String,
    api: String,
    /// Whether it has views, of which the public's is shown.
    as_public: bool,
}

fn page(ctx: &PageCtx, info: &GameInfo, own: &str, place: &Place) -> Result<Page, Refusal> {
    let codes: Vec<&str> = game::own_codes(own).collect();
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    let query = if place.as_public { "?as=public" } else { "" };
    let picture = format!("{}/picture.svg{query}", place.api);
    let title = ctx.t_with("game-heading", &[("game", info.name)]);
    let content = html! {
        (PreEscaped(piece_defs_with(info.id, &codes)?))
        h1 .sr-only { (title) }
        div .board-area data-game=(info.id) {
            div .board-frame {
                game-board game=(info.id) turns=(geometry.turns) { (PreEscaped(drawing)) }
            }
        }
        div .embed-foot {
            p #status .status role="status" {}
            (game::stepper(ctx, true))
            input #slider .move-slider type="range" min="0" max="0" value="0"
                aria-label=(ctx.t("moves-slider"));
            p .embed-link {
                a href=(place.page) target="_blank" rel="noopener" {
                    (info.name) " · " (ctx.t("site-name"))
                }
            }
        }
        noscript {
            img .noscript-picture src=(picture) alt=(ctx.t("board-label"));
        }
    };
    let data = json!({
        "lang": ctx.lang.code(),
        "game": info.id,
        "sides": info.sides,
        "pieces": info.pieces,
        "hidden": info.hidden,
        "multiplayer": game::is_multiplayer(info),
        "dice_table": pages(info.id).dice_table(),
        "frames": format!("{}/frames{query}", place.api),
    });
    let page = Page::new(title, "embed-page", content);
    let page = page.with_script("embed/embed-page", vec![("page-data", data)]);
    Ok(Page { kind: Kind::Embedded, ..page })
}

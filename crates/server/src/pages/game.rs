//! The page of a game: board, setup, play and replay. The script fills it from the live connection.

use super::layout::Page;
use super::{PageCtx, problem};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Response;
use heterodox_draw::{Look, Paint, board_svg, piece_defs};
use heterodox_rules::{GameInfo, Refusal, board, info};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// `GET /g/{id}`
pub(super) async fn show(
    Path(id): Path<String>,
    State(state): State<AppState>,
    ctx: PageCtx,
) -> Response {
    let snapshot = match state.service.snapshot(&id).await {
        Ok(snapshot) => snapshot,
        Err(error) => return problem::of(&ctx, &error),
    };
    match page(&ctx, &id, &snapshot.game.opening.game) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, id: &str, game: &str) -> Result<Page, Refusal> {
    let info = info(game)?;
    let content = html! {
        h1 .sr-only { (ctx.t_with("game-heading", &[("game", info.name)])) }
        (PreEscaped(piece_defs(game)?))
        (board_area(ctx, info)?)
        div .side {
            p #offline .notice .offline role="alert" hidden { (ctx.t("offline")) }
            div #warning .notice .warning hidden {}
            div #offers hidden {}
            div #past .notice hidden {
                p { (ctx.t("past-text")) }
                button #to-game .main type="button" { (ctx.t("past-back")) }
            }
            section #invite .panel hidden aria-label=(ctx.t("invite-label")) {}
            section #setup .panel .setup tabindex="-1" hidden aria-label=(ctx.t("setup-label")) {}
            section #end .panel hidden aria-label=(ctx.t("end-label")) {}
            (moves(ctx, info, true, &html! {}))
            div #actions .row .actions hidden {}
            (tools(ctx, info))
        }
        noscript {
            p .notice { (ctx.t("noscript")) }
            img .noscript-picture src={ "/api/games/" (id) "/picture.svg" } alt=(ctx.t("board-label"));
        }
    };
    let title = ctx.t_with("game-heading", &[("game", info.name)]);
    Ok(Page::new(title, "game-page", content).with_script("game", vec![page_data(ctx, info, id)]))
}

/// What the scripts need to know of the game.
pub(super) fn page_data(ctx: &PageCtx, info: &GameInfo, id: &str) -> (&'static str, Value) {
    let data = json!({
        "lang": ctx.lang.code(),
        "game": info.id,
        "id": id,
        "sides": info.sides,
        "pieces": info.pieces,
    });
    ("page-data", data)
}

/// The board with a card for each side and a line that says what goes on.
pub(super) fn board_area(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &Look::new(Paint::Page));
    Ok(html! {
        div .board-area {
            p #status .status {}
            div .board-frame {
                @for (i, _) in info.sides.iter().enumerate() {
                    div #{ "card-" (i) } .card data-place={ "card-" (i) } {}
                }
                game-board game=(info.id) turns=(geometry.turns) { (PreEscaped(drawing)) }
            }
            p .keys-help { (ctx.t("keys-help")) }
        }
    })
}

/// How the board lies and sounds, the rules, and the link to this page.
pub(super) fn tools(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        div .tools .row {
            button type="button" data-tool="turn" { (ctx.t("tool-turn")) }
            button type="button" data-tool="sound" aria-pressed="false" { (ctx.t("tool-sound")) }
            a .button href={ "/rules/" (info.id) } target="_blank" rel="noopener" { (ctx.t("tool-rules")) }
        }
        details #share .share {
            summary { (ctx.t("share-title")) }
            p { (ctx.t("share-text")) }
            div #share-box {}
        }
    }
}

/// The move list with its buttons and slider; `comment` stands between them.
pub(super) fn moves(ctx: &PageCtx, info: &GameInfo, hidden: bool, comment: &Markup) -> Markup {
    let step = |key: &str, sign: &str| {
        let label = ctx.t(&format!("step-{key}"));
        html! {
            button type="button" data-step=(key) aria-label=(label) title=(label) { (icon(sign)) }
        }
    };
    let play = ctx.t("step-play");
    html! {
        section #moves .panel .moves hidden[hidden] aria-label=(ctx.t("moves-label")) {
            div .stepper {
                (step("first", "M4 4V16M16 4L7 10L16 16Z"))
                (step("back", "M14 4L5 10L14 16Z"))
                button type="button" data-play aria-pressed="false" aria-label=(play) title=(play) {
                    (icon("M3 4L10 10L3 16ZM10 4L17 10L10 16Z"))
                }
                (step("forward", "M6 4L15 10L6 16Z"))
                (step("last", "M16 4V16M4 4L13 10L4 16Z"))
            }
            input .move-slider type="range" min="0" max="0" value="0" aria-label=(ctx.t("moves-slider"));
            (comment)
            div .move-head aria-hidden="true" {
                span {}
                @for side in info.sides {
                    span .{ "side-" (side) } { span .chip {} (ctx.t(&format!("side-{side}"))) }
                }
            }
            ol .move-list tabindex="0" aria-label=(ctx.t("moves-label")) {}
        }
    }
}

/// A sign on a button.
fn icon(d: &str) -> Markup {
    html! { svg .sign viewBox="0 0 20 20" aria-hidden="true" { path d=(d) {} } }
}

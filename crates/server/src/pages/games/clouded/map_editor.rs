//! The editor of cloud maps. The script paints on the board; the server checks the map.

use super::GAME;
use crate::pages::layout::Page;
use crate::pages::{PageCtx, game, problem};
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs};
use heterodox_rules::clouded::Cover;
use heterodox_rules::{Refusal, board, info};
use maud::{Markup, PreEscaped, html};

/// `GET /clouds`
pub(super) async fn show(ctx: PageCtx) -> Response {
    match page(&ctx) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx) -> Result<Page, Refusal> {
    let (info, geometry) = (info(GAME)?, board(GAME)?);
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    let content = html! {
        (PreEscaped(piece_defs(GAME)?))
        div .board-area data-game=(GAME) {
            h1 .status .editor-title { (ctx.t("clouds-title")) }
            div .board-box {
                div .board-frame {
                    game-board game=(GAME) turns=(geometry.turns) { (PreEscaped(drawing)) }
                }
            }
        }
        div .side {
            (brushes(ctx))
            (verdict(ctx))
            (generate(ctx))
            (kept(ctx))
            (file(ctx))
            (game::keys_of(ctx, "clouds-keys"))
        }
        noscript { p .notice { (ctx.t("editor-noscript")) } }
    };
    let data = vec![game::page_data(ctx, info, "")];
    Ok(Page::new(ctx.t("clouds-title"), "game-page table-page clouds-page", content)
        .with_script("games/clouded-klinzha/cloud-editor-page", data))
}

/// The brushes and the tools.
fn brushes(ctx: &PageCtx) -> Markup {
    html! {
        section .panel .brushes aria-label=(ctx.t("clouds-tools")) {
            fieldset .choices {
                legend { (ctx.t("clouds-brush")) }
                @for (key, cover) in ["clear", "edge", "under"].iter().zip(Cover::ALL) {
                    label .choice {
                        input type="radio" name="brush" value=(cover.sign()) checked[cover == Cover::Under];
                        span { svg .swatch data-cover=(key) aria-hidden="true" {} (ctx.t(&format!("clouds-{key}"))) }
                    }
                }
            }
            div .switches {
                label .switch { input #symmetry type="checkbox" checked; span { (ctx.t("clouds-symmetry")) } }
                label .switch { input #mirror type="checkbox"; span { (ctx.t("clouds-mirror")) } }
            }
            div .row role="group" aria-label=(ctx.t("editor-board-tools")) {
                button #undo type="button" disabled { (ctx.t("editor-undo")) }
                button #redo type="button" disabled { (ctx.t("clouds-redo")) }
                button #fill type="button" { (ctx.t("clouds-fill")) }
                button #clear type="button" { (ctx.t("clouds-empty")) }
                button #turn-board type="button" { (ctx.t("tool-turn")) }
            }
        }
    }
}

/// The counts of covered cells, the warnings, and the link to a new game.
fn verdict(ctx: &PageCtx) -> Markup {
    html! {
        section .panel .clouds-verdict aria-label=(ctx.t("editor-verdict")) {
            p #counts {}
            div #warnings .notice .warning role="status" hidden {}
            p #problem .problem-line role="alert" hidden {}
            a #play .button .main .big href={ "/new/" (GAME) } { (ctx.t("clouds-play")) }
        }
    }
}

/// A random map to begin with.
fn generate(ctx: &PageCtx) -> Markup {
    html! {
        section .panel aria-label=(ctx.t("clouds-generate")) {
            div .field {
                label for="seed" { (ctx.t("clouds-generate")) }
                div .row {
                    input #seed inputmode="numeric" autocomplete="off" spellcheck="false" placeholder=(ctx.t("clouds-number"));
                    button #another type="button" { (ctx.t("new-map-another")) }
                }
                p .hint { (ctx.t("clouds-generate-hint")) }
            }
        }
    }
}

/// The maps that are stored in this browser.
fn kept(ctx: &PageCtx) -> Markup {
    html! {
        section .panel aria-label=(ctx.t("clouds-own")) {
            div .field {
                label for="name" { (ctx.t("clouds-own")) }
                form #keep .row {
                    input #name name="name" autocomplete="off" maxlength="40" required placeholder=(ctx.t("clouds-name"));
                    button type="submit" { (ctx.t("clouds-keep")) }
                }
            }
            ul #kept .kept-maps {}
            p .hint { (ctx.t("clouds-own-hint")) }
        }
    }
}

/// The map as text.
fn file(ctx: &PageCtx) -> Markup {
    html! {
        section .panel .clouds-file aria-label=(ctx.t("clouds-text")) {
            label for="rows" { (ctx.t("clouds-text")) }
            textarea #rows .map-rows rows="9" cols="17" spellcheck="false" autocomplete="off" autocapitalize="off"
                aria-describedby="rows-hint rows-problem" {}
            p #rows-problem .problem-line role="alert" hidden {}
            p #rows-hint .hint { (ctx.t("clouds-text-hint")) }
            div .row {
                label .button for="file" { (ctx.t("clouds-open")) }
                input #file .sr-only type="file" accept=".txt,.map,.clouds,text/plain";
                a #save .button href="data:," download="clouds.txt" { (ctx.t("clouds-save")) }
                button #copy-rows type="button" data-copy="" { (ctx.t("editor-copy")) }
                button #copy-address type="button" data-copy="" { (ctx.t("editor-copy-address")) }
            }
        }
    }
}

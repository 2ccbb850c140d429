//! The lessons: a page with all of them, and one page for each game.
//!
//! A lesson's page holds the texts of all steps. The script shows one after the other and asks the
//! server for the board after each move.

use super::game::{page_data, piece_line};
use super::games::{guide_path, pages};
use super::layout::{Page, drawing};
use super::{PageCtx, die, not_found, preview, problem};
use crate::i18n::Lang;
use crate::study::lessons::{Lesson, Step, lesson};
use axum::extract::Path;
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, frame_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Refusal, board, games, info};
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::collections::BTreeMap;

/// The path of a game's lesson, if it has one.
pub(super) fn lesson_path(info: &GameInfo) -> Option<String> {
    lesson(info.id).map(|_| format!("/learn/{}", info.id))
}

/// The link to a game's lesson.
pub(super) fn lesson_link(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if let Some(path) = lesson_path(info) { a href=(path) { (ctx.t("lesson-link")) } " " }
    }
}

/// The notice that offers the lesson to a newcomer. The script shows it.
pub(super) fn lesson_offer(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if let (Some(path), Some(lesson)) = (lesson_path(info), lesson(info.id)) {
            div #lesson-offer .notice .lesson-offer hidden data-game=(info.id) {
                p {
                    (ctx.t_with("lesson-offer", &[("game", info.name)])) " "
                    a href=(path) { (ctx.t_with("lesson-offer-link", &[("minutes", &lesson.minutes.to_string())])) }
                }
                button type="button" aria-label=(ctx.t("lesson-offer-no")) title=(ctx.t("lesson-offer-no")) { "×" }
            }
        }
    }
}

/// `GET /learn`
pub(super) async fn list(ctx: PageCtx) -> Response {
    let cards: Result<Vec<_>, _> =
        games().filter_map(|info| lesson(info.id).map(|lesson| card(&ctx, info, lesson))).collect();
    let cards = match cards {
        Ok(cards) => cards,
        Err(refusal) => return problem::of(&ctx, &refusal.into()),
    };
    let content = html! {
        h1 { (ctx.t("lessons-title")) }
        p .lead { (ctx.t("lessons-lead")) }
        div .lesson-cards { @for card in &cards { (card) } }
    };
    Page::new(ctx.t("lessons-title"), "lessons-page", content)
        .with_script("learn/lesson-list-page", Vec::new())
        .kept_if(true)
        .respond(&ctx)
}

/// The card of a lesson: the game's picture, and how far the reader has come.
fn card(ctx: &PageCtx, info: &GameInfo, lesson: &Lesson) -> Result<Markup, Refusal> {
    let path = format!("/learn/{}", info.id);
    let frame = pages(info.id).showcase(info)?;
    let options = BoardOptions::new(ColourMode::Page);
    let picture = frame_svg(info.id, board(info.id)?, &frame, &options);
    let title = format!("lesson-{}", info.id);
    let numbers = [("steps", lesson.steps.len()), ("minutes", usize::from(lesson.minutes))];
    let [steps, minutes] = numbers.map(|(name, number)| (name, number.to_string()));
    let about = [(steps.0, steps.1.as_str()), (minutes.0, minutes.1.as_str())];
    Ok(html! {
        article .panel .lesson-card data-game=(info.id) aria-labelledby=(title) {
            @if !frame.areas.is_empty() { (PreEscaped(piece_defs(info.id)?)) }
            a .lesson-picture href=(path) tabindex="-1" {
                (drawing(&picture, &ctx.t_with("home-picture", &[("game", info.name)])))
            }
            div {
                h2 #(title) { (info.name) }
                p { (ctx.t(&format!("lesson-{}-about", info.id))) }
                p .hint { (ctx.t_with("lesson-length", &about)) }
                (bar(ctx, lesson))
                p .row {
                    a .button .main href=(path) aria-describedby=(title) data-begun=(ctx.t("lesson-continue"))
                        data-finished=(ctx.t("lesson-repeat")) { (ctx.t("lesson-begin")) }
                    a href={ "/rules/" (info.id) } { (ctx.t("home-rules")) }
                }
            }
        }
    })
}

/// `GET /learn/{game}`
pub(super) async fn show(ctx: PageCtx, Path(game): Path<String>) -> Response {
    let found = info(&game).ok().and_then(|info| Some((info, lesson(info.id)?)));
    let Some((info, lesson)) = found else { return not_found(ctx).await };
    match page(&ctx, info, lesson) {
        Ok(page) => page.with_preview(Some(preview::of_rules(info.id))).kept_if(true).respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, info: &GameInfo, lesson: &Lesson) -> Result<Page, Refusal> {
    let title = ctx.t_with("lesson-title", &[("game", info.name)]);
    let content = html! {
        (PreEscaped(piece_defs(info.id)?))
        (board_area(info)?)
        div .side { (panel(ctx, info, lesson, &title)) }
        noscript { p .notice { (ctx.t("noscript")) } }
    };
    let (name, mut data) = page_data(ctx, info, "");
    data["steps"] = lesson.steps.iter().map(step_data).collect();
    let page = Page::new(title, "learn-page table-page", content);
    let description = Some(ctx.t(&format!("lesson-{}-about", info.id)));
    Ok(Page { description, ..page }.with_script("learn/lesson-page", vec![(name, data)]))
}

/// The steps of a lesson as a bar. The script fills in what is done and what was only seen.
fn bar(ctx: &PageCtx, lesson: &Lesson) -> Markup {
    html! {
        div .lesson-bar role="img" aria-label=(ctx.t("lesson-progress")) {
            @for step in &lesson.steps { span data-step=(step.key) data-task=(step.kind()) {} }
        }
    }
}

fn step_data(step: &Step) -> serde_json::Value {
    json!({"key": step.key, "task": step.kind(), "marks": step.marks, "arrows": step.arrows})
}

fn board_area(info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        div .board-area data-game=(info.id) {
            div .board-box {
                div .board-frame {
                    @if pages(info.id).dice_table().is_some() {
                        div #die .die-place hidden { (die::cube()) }
                    }
                    game-board game=(info.id) turns=(geometry.turns) guide=[guide_path(info)] { (PreEscaped(drawing)) }
                }
            }
            (piece_line(info))
        }
    })
}

/// The panel beside the board: the text in the middle, all else in fixed places.
fn panel(ctx: &PageCtx, info: &GameInfo, lesson: &Lesson, title: &str) -> Markup {
    html! {
        section .panel .lesson-panel aria-labelledby="lesson-title" {
            div .lesson-head {
                h1 #lesson-title { (title) }
                p .lesson-count data-text=(ctx.t_with("lesson-count", &[("number", "{number}"), ("count", "{count}")])) {}
            }
            (bar(ctx, lesson))
            div .lesson-body tabindex="0" role="group" aria-labelledby="lesson-title" {
                @for step in &lesson.steps { (texts(ctx, info, step)) }
                (end(ctx, info))
                p .lesson-told hidden {}
                p .lesson-say hidden {}
            }
            div .lesson-buttons {
                button #lesson-back type="button" aria-keyshortcuts="B" { (ctx.t("lesson-back")) }
                button #lesson-again type="button" aria-keyshortcuts="R" { (ctx.t("lesson-again")) }
                button #lesson-hint type="button" aria-keyshortcuts="H" { (ctx.t("lesson-hint")) }
                button #lesson-next type="button" aria-keyshortcuts="N" { (ctx.t("lesson-next")) }
            }
        }
    }
}

/// The texts of a step: its title, what it says, and the answers to what the learner does.
fn texts(ctx: &PageCtx, info: &GameInfo, step: &Step) -> Markup {
    let key = |part: &str| format!("lesson-{}-{}-{part}", info.id, step.key);
    let answer = |part: &str| {
        let own = key(part);
        html! {
            p data-say=(part) hidden {
                @if Lang::En.has(&own) { (ctx.t(&own)) } @else { (ctx.t(&format!("lesson-{part}"))) }
            }
        }
    };
    html! {
        section .lesson-step data-step=(step.key) hidden {
            h2 { (ctx.t(&key("title"))) }
            p { (ctx.t(&key("text"))) }
            @if step.kind() != "look" {
                (answer("done"))
                (answer("miss"))
                @for say in step.says() { (answer(&format!("miss-{say}"))) }
            }
        }
    }
}

/// What comes after the last step.
fn end(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let next = games().skip_while(|other| other.id != info.id).skip(1).chain(games());
    let next = next.filter(|other| other.id != info.id).find(|other| lesson(other.id).is_some());
    html! {
        section .lesson-step .lesson-end data-step="end" hidden {
            h2 data-when="solved" { (ctx.t("lesson-end-title")) }
            h2 data-when="open" hidden { (ctx.t("lesson-end-open")) }
            p #lesson-solved {}
            p data-when="solved" { (ctx.t(&format!("lesson-{}-end", info.id))) }
            p data-when="open" hidden { a #lesson-open .button .main href="#" {} }
            div .lesson-ways {
                button .main .big type="button" data-play=(first_game(info)) { (ctx.t("lesson-play")) }
                @if let Some(next) = next {
                    a .button href={ "/learn/" (next.id) } { (ctx.t_with("lesson-other", &[("game", next.name)])) }
                }
                a .button href={ "/rules/" (info.id) } { (ctx.t("lesson-rules")) }
                a .button href="/learn" { (ctx.t("lesson-all")) }
            }
        }
    }
}

/// The request that starts a first game, against the weakest computer.
fn first_game(info: &GameInfo) -> String {
    let quick = pages(info.id).quick_games().first();
    let options: BTreeMap<_, _> =
        quick.map(|game| game.options).unwrap_or_default().iter().copied().collect();
    let start = match info.quick_starts.first() {
        Some(name) => json!({"quick": name}),
        None => json!({"setup": true}),
    };
    let opponent = json!({"computer": Level::WEAKEST});
    json!({"game": info.id, "options": options, "start": start, "opponent": opponent, "seat": 0})
        .to_string()
}

//! The front page: start a game, and a battle to look at.

use super::layout::{Page, drawing};
use super::{PageCtx, problem, sample};
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use heterodox_draw::{Look, Paint, frame_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Record, Refusal, board, info};
use maud::{Markup, PreEscaped, html};

const GAME: &str = "klinzha";

/// `GET /`
pub(super) async fn show(State(state): State<AppState>, ctx: PageCtx) -> Response {
    let record = match state.service.imported(sample::ID).await {
        Ok(record) => record,
        Err(error) => return problem::of(&ctx, &error),
    };
    match page(&ctx, &record) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, record: &Record) -> Result<Page, Refusal> {
    let info = info(GAME)?;
    let content = html! {
        (PreEscaped(piece_defs(GAME)?))
        div .hero {
            div .hero-text {
                p .kicker { (info.name) }
                h1 { (ctx.t("home-title")) }
                p .lead { (ctx.t("home-lead")) }
                (new_game(ctx, info))
            }
            (picture(ctx, record)?)
        }
        (battle(ctx, record))
        div .teasers {
            (teaser(ctx, "rules", "/rules/klinzha"))
            (teaser(ctx, "import", "/import"))
            (teaser(ctx, "bots", "/api/info"))
        }
    };
    Ok(Page::new(ctx.t("home-page-title"), "home-page", content).with_script("home", Vec::new()))
}

/// The form that starts a game.
fn new_game(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        form #new-game .panel .new-game aria-labelledby="new-game-title" {
            h2 #new-game-title { (ctx.t("new-title")) }
            input type="hidden" name="game" value=(info.id);
            (radios(ctx, "opponent", &["computer", "friend"]))
            div .only-computer { (radios(ctx, "level", &Level::ALL.map(Level::key))) }
            p .hint .only-friend { (ctx.t("new-friend-hint")) }
            (radios(ctx, "start", &["setup", "quick"]))
            div .only-quick {
                label for="array" { (ctx.t("new-array")) }
                select #array name="array" {
                    @for name in info.quick_starts { option value=(name) { (quick_start(ctx, name)) } }
                }
                (radios(ctx, "seat", &["random", "0", "1"]))
            }
            p .hint .only-setup { (ctx.t("new-setup-hint")) }
            details .options {
                summary { (ctx.t("new-options")) }
                @for option in info.options { (table_option(ctx, option.key, option.values)) }
            }
            button .main .big type="submit" { (ctx.t("new-do")) }
        }
    }
}

/// A choice of which the first is preset; texts are `new-NAME` and `new-NAME-VALUE`.
fn radios(ctx: &PageCtx, name: &str, values: &[&str]) -> Markup {
    html! {
        fieldset .choices {
            legend { (ctx.t(&format!("new-{name}"))) }
            @for (i, value) in values.iter().enumerate() {
                label .choice {
                    input type="radio" name=(name) value=(value) checked[i == 0];
                    span { (ctx.t(&format!("new-{name}-{value}"))) }
                }
            }
        }
    }
}

/// A table option; its house rules are on unless somebody turns them off.
fn table_option(ctx: &PageCtx, key: &str, values: &[&str]) -> Markup {
    let preset =
        if key == "house-rules" { "on" } else { values.first().copied().unwrap_or_default() };
    html! {
        fieldset .choices {
            legend { (ctx.t(&format!("option-{key}"))) }
            @for value in values {
                label .choice {
                    input type="radio" name={ "option-" (key) } value=(value) checked[*value == preset];
                    span { (ctx.t(&format!("option-{key}-{value}"))) }
                }
            }
            p .hint { (ctx.t(&format!("option-{key}-hint"))) }
        }
    }
}

/// The name of a quick start: its array, Gold's region and Green's.
fn quick_start(ctx: &PageCtx, name: &str) -> String {
    let words: Vec<&str> = name.split('-').collect();
    let (array, regions) = match words.as_slice() {
        [array, gold, green] => (*array, [*gold, *green]),
        [gold, green] => ("spearhead", [*gold, *green]),
        _ => return name.to_owned(),
    };
    let [gold, green] = regions.map(|region| ctx.t(&format!("region-{region}")));
    let array = ctx.t(&format!("array-{array}"));
    ctx.t_with("quick-start", &[("array", &array), ("gold", &gold), ("green", &green)])
}

/// A moment of the sample battle.
fn picture(ctx: &PageCtx, record: &Record) -> Result<Markup, Refusal> {
    let Some(frame) = record.frames.get(sample::PICTURE) else { return Ok(html! {}) };
    let look = Look { captured: true, ..Look::new(Paint::Page) };
    let picture = frame_svg(GAME, board(GAME)?, frame, &look);
    Ok(html! {
        figure .hero-picture {
            a href={ "/r/" (sample::ID) "#ply-" (sample::PICTURE) } {
                (drawing(&picture, &ctx.t("home-picture")))
            }
            figcaption { (ctx.t("home-picture-caption")) }
        }
    })
}

/// The sample battle with its moments.
fn battle(ctx: &PageCtx, record: &Record) -> Markup {
    let text = |ply: usize| {
        record.frames.get(ply).and_then(|frame| frame.text.clone()).unwrap_or_default()
    };
    html! {
        section .battle aria-labelledby="battle-title" {
            h2 #battle-title { (ctx.t("sample-title")) }
            p .lead { (ctx.t("sample-lead")) }
            ol .moments {
                @for ply in sample::MOMENTS {
                    li {
                        a href={ "/r/" (sample::ID) "#ply-" (ply) } {
                            span .moment-ply { @if ply == 0 { (ctx.t("sample-start")) } @else { (ply) ". " code { (text(ply)) } } }
                            span .moment-title { (ctx.t(&format!("sample-{ply}-title"))) }
                        }
                    }
                }
            }
            p { a .button href={ "/r/" (sample::ID) } { (ctx.t("sample-open")) } }
        }
    }
}

fn teaser(ctx: &PageCtx, key: &str, href: &str) -> Markup {
    html! {
        section .panel .teaser {
            h2 { (ctx.t(&format!("teaser-{key}-title"))) }
            p { (ctx.t(&format!("teaser-{key}-text"))) }
            p { a href=(href) { (ctx.t(&format!("teaser-{key}-link"))) } }
        }
    }
}

//! The front page: the games, each playable with one click, and the sample battle.

use super::layout::Page;
use super::new::{clouded, links};
use super::{PageCtx, problem, sample, showcase};
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Record, Refusal, games};
use maud::{Markup, html};
use serde_json::{Value, json};

/// `GET /`
pub(super) async fn show(State(state): State<AppState>, ctx: PageCtx) -> Response {
    let record = match state.service.imported(sample::ID, None).await {
        Ok(record) => record,
        Err(error) => return problem::of(&ctx, &error),
    };
    match page(&ctx, &record) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, record: &Record) -> Result<Page, Refusal> {
    let cards = games().map(|info| card(ctx, info, record)).collect::<Result<Vec<_>, _>>()?;
    let content = html! {
        div .welcome {
            h1 { (ctx.t("home-title")) }
            p .lead { (ctx.t("home-lead")) }
        }
        div .games { @for card in &cards { (card) } }
        (battle(ctx, record))
        div .teasers {
            (teaser(ctx, "analysis", "/analysis"))
            (teaser(ctx, "import", "/import"))
            (teaser(ctx, "editor", "/editor/grand-chess"))
            (teaser(ctx, "bots", "/api/info"))
        }
    };
    Ok(Page::new(ctx.t("home-page-title"), "home-page", content)
        .with_script("home/home-page", Vec::new()))
}

/// The card of a game: its picture, and the links to it.
fn card(ctx: &PageCtx, info: &GameInfo, record: &Record) -> Result<Markup, Refusal> {
    let id = info.id;
    let title = format!("game-{id}");
    Ok(html! {
        article .panel .game-card aria-labelledby=(title) data-game=(id) {
            a .game-picture href={ "/new/" (id) } tabindex="-1" { (showcase::picture(ctx, info, record)?) }
            h2 #(title) { (info.name) }
            p { (ctx.t(&format!("home-{id}-text"))) }
            div .game-ways {
                @if clouded::is_clouded(info) { (sights(ctx, info)) } @else {
                    button .main .big type="button" data-play=(quick_game_request(info, &json!({}))) { (ctx.t("home-play")) }
                }
                a .button .big href={ "/new/" (id) } { (ctx.t("home-new")) }
            }
            (links(ctx, info))
        }
    })
}

/// Buttons for the game with some clouds and for the blind one.
fn sights(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let options = [("clouded", json!({})), ("blind", json!({"clouds": "blind"}))];
    html! {
        div .sight-ways {
            @for (sight, options) in &options {
                button .main .big type="button" data-play=(quick_game_request(info, options)) { (ctx.t(&format!("home-play-{sight}"))) }
            }
        }
    }
}

/// The request that starts a game with the computer at a newcomer's level, from the first quick
/// start if there is one.
fn quick_game_request(info: &GameInfo, options: &Value) -> String {
    let start = match info.quick_starts.first() {
        Some(name) => json!({"quick": name}),
        None => json!({"setup": true}),
    };
    let opponent = json!({"computer": Level::NEWCOMER});
    json!({"game": info.id, "options": options, "start": start, "opponent": opponent, "seat": 0})
        .to_string()
}

/// The sample battle with links to its key moments.
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

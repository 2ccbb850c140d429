//! The front page: the games, each playable with one click, the newest offers, and the sample
//! battle.

use super::game_lists::{lines, welcome};
use super::games::{QuickGame, default_game, pages};
use super::layout::{Page, drawing};
use super::new::links;
use super::{PageCtx, preview, problem, puzzles, sample};
use crate::people::Reader;
use crate::state::AppState;
use axum::extract::State;
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, frame_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_host::UserId;
use heterodox_rules::{GameInfo, Record, Refusal, board, games};
use heterodox_wire::GameLine;
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::collections::BTreeMap;

/// `GET /`
pub(super) async fn show(
    State(state): State<AppState>,
    caller: Option<UserId>,
    ctx: PageCtx,
) -> Response {
    let now_ms = state.people.now_ms();
    // A front page without lists is better than none.
    let (to_me, lobby) = match state.people.offers(caller, None, None).await {
        Ok(offers) => (offers.to_me, offers.lobby),
        Err(_) => (Vec::new(), Vec::new()),
    };
    let mut waits = html! {};
    if let Some(user) = caller.filter(|_| ctx.to_act > 0)
        && let Ok(games) = state.people.running_games_of(user, Reader::Itself).await
    {
        waits = welcome(&ctx, &games, &to_me, user, now_ms);
    }
    let puzzle = puzzles::home_strip(&state, &ctx).await;
    let lists = Lists { waits, lobby: newest_offers(&ctx, &lobby, caller, now_ms), puzzle };
    let record = match state.service.imported(sample::ID, None).await {
        Ok(record) => record,
        Err(error) => return problem::of(&ctx, &error),
    };
    match page(&ctx, &lists, &record) {
        Ok(page) => {
            let preview = preview::of_rules(default_game().id);
            page.with_preview(Some(preview)).respond(&ctx)
        }
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// The lists of the front page.
struct Lists {
    /// What waits for the reader.
    waits: Markup,
    /// The newest offers of the lobby.
    lobby: Markup,
    /// The puzzle of the day.
    puzzle: Markup,
}

fn page(ctx: &PageCtx, lists: &Lists, record: &Record) -> Result<Page, Refusal> {
    let cards = games().map(|info| card(ctx, info)).collect::<Result<Vec<_>, _>>()?;
    let content = html! {
        div .welcome {
            h1 { (ctx.t("home-title")) }
            p .lead { (ctx.t("home-lead")) " " a href="/offers" { (ctx.t("home-lead-offers")) } }
        }
        (lists.waits)
        div .games { @for card in &cards { (card) } }
        (lists.puzzle)
        (lists.lobby)
        (battle(ctx, record))
        div .teasers {
            (teaser(ctx, "analysis", "/analysis"))
            (teaser(ctx, "import", "/import"))
            (teaser(ctx, "editor", &format!("/editor/{}", default_game().id)))
            (teaser(ctx, "bots", "/api/info"))
        }
    };
    Ok(Page::new(ctx.t("home-page-title"), "home-page", content)
        .with_script("home/home-page", Vec::new()))
}

/// The newest offers that the reader may accept, and the ways to all lists.
fn newest_offers(ctx: &PageCtx, lobby: &[GameLine], caller: Option<UserId>, now_ms: i64) -> Markup {
    /// The most offers that are shown.
    const MOST: usize = 5;
    let newest: Vec<_> = lobby.iter().take(MOST).collect();
    html! {
        section .panel .home-lobby aria-labelledby="lobby-title" {
            h2 #lobby-title { (ctx.t("home-lobby-title")) }
            (lines(ctx, &newest, caller, now_ms, "home-lobby-none"))
            p .row {
                a .button href="/offers" { (ctx.t("offers-title")) }
                a href="/watch" { (ctx.t("watch-title")) }
                a href="/archive" { (ctx.t("archive-title")) }
            }
        }
    }
}

/// The card of a game: its picture, and the links to it.
fn card(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let id = info.id;
    let title = format!("game-{id}");
    Ok(html! {
        article .panel .game-card aria-labelledby=(title) data-game=(id) {
            a .game-picture href={ "/new/" (id) } tabindex="-1" { (picture(ctx, info)?) }
            h2 #(title) { (info.name) }
            p { (ctx.t(&format!("home-{id}-text"))) }
            div .game-ways {
                (quick_games(ctx, info))
                a .button .big href={ "/new/" (id) } { (ctx.t("home-new")) }
            }
            (links(ctx, info))
        }
    })
}

/// The picture of a game: the board that is typical of it.
fn picture(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let frame = pages(info.id).showcase(info)?;
    let options = BoardOptions { captured: true, ..BoardOptions::new(ColourMode::Page) };
    let picture = frame_svg(info.id, board(info.id)?, &frame, &options);
    let name = ctx.t_with("home-picture", &[("game", info.name)]);
    Ok(html! {
        // Zones are filled with patterns that are defined beside the symbols.
        @if !frame.areas.is_empty() { (PreEscaped(piece_defs(info.id)?)) }
        (drawing(&picture, &name))
    })
}

/// The buttons that start a game with the computer.
fn quick_games(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let games = pages(info.id).quick_games();
    let button = |game: &QuickGame| {
        let request = quick_game_request(info, game);
        html! { button .main .big type="button" data-play=(request) { (ctx.t(game.key)) } }
    };
    html! {
        @if let [game] = games { (button(game)) } @else {
            div .sight-ways { @for game in games { (button(game)) } }
        }
    }
}

/// The request that starts a game with the computer at a newcomer's level, from the first quick
/// start if there is one.
fn quick_game_request(info: &GameInfo, game: &QuickGame) -> String {
    let options: BTreeMap<_, _> = game.options.iter().copied().collect();
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

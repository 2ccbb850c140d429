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
use heterodox_draw::{BoardOptions, ColourMode, board_svg, frame_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_host::UserId;
use heterodox_rules::{GameInfo, Placed, Record, Refusal, board, games, info};
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
    let hero = default_game();
    let content = html! {
        div .hero {
            div .welcome {
                h1 { (ctx.t("home-title")) }
                p .lead { (ctx.t("home-lead")) }
                div .hero-ways {
                    @for game in pages(hero.id).quick_games().iter().take(1) {
                        button .main .big type="button" data-play=(quick_game_request(hero, game)) {
                            (ctx.t_with("home-hero-play", &[("game", hero.name)]))
                        }
                    }
                    a .button .big href="/offers" { (ctx.t("home-lead-offers")) }
                }
            }
            (hero_board(ctx, record)?)
        }
        (lists.waits)
        section .home-games aria-labelledby="games-title" {
            h2 #games-title { (ctx.t("home-games")) }
            div .games { @for card in &cards { (card) } }
        }
        (lists.puzzle)
        (lists.lobby)
        (battle(ctx, record))
        section aria-labelledby="teasers-title" {
            h2 #teasers-title { (ctx.t("teasers-title")) }
            div .teasers {
                (teaser(ctx, "analysis", "/analysis"))
                (teaser(ctx, "import", "/import"))
                (teaser(ctx, "editor", &format!("/editor/{}", default_game().id)))
                (teaser(ctx, "bots", "/api"))
            }
        }
    };
    let frames = record.frames.iter().map(|frame| (&frame.pieces, &frame.last));
    let hero = json!({"first": sample::PICTURE, "frames": frames.collect::<Vec<_>>()});
    Ok(Page::new(ctx.t("home-page-title"), "home-page", content)
        .with_script("home/home-page", vec![("hero-data", hero)]))
}

/// The board at the top: the sample battle, which the script replays. Without it the board shows
/// one moment.
fn hero_board(ctx: &PageCtx, record: &Record) -> Result<Markup, Refusal> {
    let frame = record.frames.get(sample::PICTURE).cloned().unwrap_or_default();
    let options = BoardOptions { labels: false, ..BoardOptions::new(ColourMode::Page) };
    // It is looked at, not played on.
    let drawing = board_svg(board(record.game)?, &options)
        .replace(" role=\"button\" tabindex=\"-1\"", "")
        .replacen("role=\"group\"", "aria-hidden=\"true\"", 1);
    let drawing = without_names(&drawing);
    let layer = "<g class=\"layer pieces\" pointer-events=\"none\">";
    let (before, after) = drawing.split_once(layer).unwrap_or((&drawing, ""));
    let cells = cells(&drawing);
    Ok(html! {
        (PreEscaped(piece_defs(record.game)?))
        figure .hero-board data-game=(record.game) {
            a href={ "/r/" (sample::ID) } aria-label=(ctx.t("home-hero-board")) {
                (PreEscaped(before)) (PreEscaped(layer))
                @for piece in &frame.pieces {
                    @if let Some(&(x, y, room)) = cells.get(&*piece.cell) {
                        (hero_piece(record.game, piece, (x, y), room))
                    }
                }
                (PreEscaped(after))
            }
            button #hero-pause .hero-pause type="button" aria-pressed="false" hidden
                aria-label=(ctx.t("home-hero-pause")) title=(ctx.t("home-hero-pause")) {
                svg .sign viewBox="0 0 20 20" aria-hidden="true" { path d="M6 4v12M14 4v12" {} }
            }
            figcaption { (ctx.t("home-hero-note")) }
        }
    })
}

/// A piece on the board at the top, as the script draws it too.
fn hero_piece(game: &str, piece: &Placed, (x, y): (&str, &str), room: f64) -> Markup {
    let goal = if piece.marks.contains(&"goal") { "G" } else { "" };
    html! {
        use class={ "piece side-" (piece.side) } href={ "#" (game) "-" (piece.kind) (goal) }
            x=(-room) y=(-room) width=(2.0 * room) height=(2.0 * room)
            transform={ "translate(" (x) " " (y) ")" } {}
    }
}

/// The centre and the inradius of each cell of a board's drawing.
fn cells(drawing: &str) -> BTreeMap<&str, (&str, &str, f64)> {
    let cells = drawing.split(" data-cell=\"").skip(1);
    cells
        .filter_map(|cell| {
            let mut values = cell.split('"').step_by(2);
            let (name, x, y, room) =
                (values.next()?, values.next()?, values.next()?, values.next()?);
            Some((name, (x, y, room.parse().ok()?)))
        })
        .collect()
}

/// A drawing without the accessible names of its cells.
fn without_names(drawing: &str) -> String {
    let mut parts = drawing.split(" aria-label=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('"').map_or("", |(_, rest)| rest))
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

/// The card of a game: its picture, and the ways into it.
fn card(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let id = info.id;
    let title = format!("game-{id}");
    Ok(html! {
        article .panel .game-card aria-labelledby=(title) data-game=(id) {
            a .game-picture href={ "/new/" (id) } tabindex="-1" { (picture(ctx, info)?) }
            h3 #(title) { (info.name) }
            p { (ctx.t(&format!("home-{id}-blurb"))) }
            div .game-ways {
                (quick_games(ctx, info))
                a .button href={ "/new/" (id) } { (ctx.t("home-new")) }
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
        html! { button .main type="button" data-play=(request) { (ctx.t(game.key)) } }
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
    let first_side = info(record.game).ok().and_then(|info| info.sides.first().copied());
    // As the list of moves counts: a turn has two plies.
    let label = |ply: usize| {
        let frame = record.frames.get(ply)?;
        let dots = if frame.side == first_side { "." } else { "…" };
        Some(
            html! { (frame.number) (dots) " " code { (frame.text.as_deref().unwrap_or_default()) } },
        )
    };
    html! {
        section .panel .battle aria-labelledby="battle-title" {
            h2 #battle-title { (ctx.t("sample-title")) }
            p { (ctx.t("sample-lead")) " " a href={ "/r/" (sample::ID) } { (ctx.t("sample-open")) } }
            details {
                summary { (ctx.t("sample-moments")) }
                ol .moments {
                    @for ply in sample::MOMENTS {
                        li {
                            a href={ "/r/" (sample::ID) "#ply-" (ply) } {
                                span .moment-title { (ctx.t(&format!("sample-{ply}-title"))) }
                                span .moment-ply { @if ply == 0 { (ctx.t("sample-start")) } @else { (label(ply).unwrap_or_default()) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn teaser(ctx: &PageCtx, key: &str, href: &str) -> Markup {
    html! {
        section .teaser {
            h3 { (ctx.t(&format!("teaser-{key}-title"))) }
            p { (ctx.t(&format!("teaser-{key}-text"))) }
            p { a href=(href) { (ctx.t(&format!("teaser-{key}-link"))) } }
        }
    }
}

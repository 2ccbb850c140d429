//! Puzzles: the overview, the list of each game, the page of one puzzle, and the strip with the
//! puzzle of the day for the front page.
//!
//! The page of a puzzle holds nothing of its solution: tries go to the server.

use super::games::guide_path;
use super::layout::{Page, drawing};
use super::learn::lesson_link;
use super::{PageCtx, game, problem};
use crate::http::Address;
use crate::people::PuzzleResults;
use crate::state::AppState;
use crate::study::{DAY_MS, OfferedPuzzle, PuzzleBook, open_for_analysis};
use axum::extract::{Path, Query, State};
use axum::http::Uri;
use axum::response::Response;
use form_urlencoded::Serializer;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, frame_svg, piece_defs};
use heterodox_engine::puzzle::{FILES, Objective};
use heterodox_rules::{GameInfo, Options, Refusal, Viewer, board, info};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The reader's results. A page without them is better than none.
async fn results(state: &AppState, ctx: &PageCtx) -> PuzzleResults {
    state.people.puzzle_results(ctx.reader).await.unwrap_or_default()
}

/// The strip for the front page; empty if it cannot be made.
pub(super) async fn home_strip(state: &AppState, ctx: &PageCtx) -> Markup {
    let results = results(state, ctx).await;
    strip(ctx, &state.puzzles, &results, state.people.today()).unwrap_or_default()
}

/// `GET /puzzles`
pub(super) async fn overview(State(state): State<AppState>, ctx: PageCtx) -> Response {
    let results = results(&state, &ctx).await;
    match overview_page(&ctx, &state.puzzles, &results, state.people.today()) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn overview_page(
    ctx: &PageCtx,
    book: &PuzzleBook,
    results: &PuzzleResults,
    today: i64,
) -> Result<Page, Refusal> {
    let cards = FILES.iter().map(|(game, _)| game_card(ctx, book, results, game));
    let cards = cards.collect::<Result<Vec<_>, _>>()?;
    let content = html! {
        h1 { (ctx.t("puzzles-title")) }
        p .lead { (ctx.t("puzzles-lead")) }
        (strip(ctx, book, results, today)?)
        div .puzzle-games { @for card in &cards { (card) } }
        p .hint { (ctx.t("puzzles-source")) }
    };
    Ok(Page::new(ctx.t("puzzles-title"), "puzzles-page", content))
}

/// The strip with the puzzle of the day, as the front page shows it too.
///
/// # Errors
///
/// If the rules refuse the position, which a test excludes for the puzzles of the program.
fn strip(
    ctx: &PageCtx,
    book: &PuzzleBook,
    results: &PuzzleResults,
    today: i64,
) -> Result<Markup, Refusal> {
    let offered = book.daily(today);
    let info = info(offered.game)?;
    let picture = picture(ctx, offered, info)?;
    let streak = results.streak(today);
    let is_solved = results.is_day_solved(today);
    Ok(html! {
        section .panel .puzzle-strip aria-labelledby="puzzle-strip-title" {
            a .puzzle-picture href="/puzzles/daily" tabindex="-1" aria-hidden="true" { (picture) }
            div {
                h2 #puzzle-strip-title { (ctx.t("puzzle-daily")) }
                p .puzzle-strip-task { (info.name) ": " (task(ctx, offered, info)) }
                @if streak > 1 { p .hint { (ctx.t_with("puzzle-streak", &[("days", &streak.to_string())])) } }
                p .row {
                    a .button .main[!is_solved] href="/puzzles/daily" {
                        (ctx.t(if is_solved { "puzzle-daily-done" } else { "puzzle-solve" }))
                    }
                    @if ctx.path != "/puzzles" { a href="/puzzles" { (ctx.t("puzzles-all")) } }
                }
            }
        }
    })
}

/// A game with its puzzles: how many are solved, and the way to the next.
fn game_card(
    ctx: &PageCtx,
    book: &PuzzleBook,
    results: &PuzzleResults,
    game: &str,
) -> Result<Markup, Refusal> {
    let info = info(game)?;
    let of_game: Vec<_> = book.all().iter().filter(|one| one.game == game).collect();
    let solved = of_game.iter().filter(|one| results.is_solved(&one.id)).count();
    let next = results.next(book, game, 0);
    let Some(shown) = next.or(of_game.first().copied()) else { return Ok(html! {}) };
    let (solved, all) = (solved.to_string(), of_game.len().to_string());
    let title = format!("puzzles-{game}");
    Ok(html! {
        article .panel .puzzle-card aria-labelledby=(title) {
            a .puzzle-picture href=(path(shown)) tabindex="-1" aria-hidden="true" { (picture(ctx, shown, info)?) }
            div {
                h2 #(title) { (info.name) }
                p { (ctx.t_with("puzzles-solved", &[("solved", &solved), ("all", &all)])) }
                progress max=(all) value=(solved) aria-label=(ctx.t_with("puzzles-solved", &[("solved", &solved), ("all", &all)])) {}
                p .row {
                    @if let Some(next) = next {
                        a .button .main href=(path(next)) { (ctx.t("puzzle-next-open")) }
                    }
                    a href={ "/puzzles/" (game) } { (ctx.t("puzzles-list")) }
                }
            }
        }
    })
}

fn picture(ctx: &PageCtx, offered: &OfferedPuzzle, info: &GameInfo) -> Result<Markup, Refusal> {
    let table = open_for_analysis(info.id, &Options::default(), Some(&offered.puzzle.position))?;
    let frame = table.scene(Viewer::Public).frame;
    let options = BoardOptions::new(ColourMode::Page);
    let picture = frame_svg(info.id, board(info.id)?, &frame, &options);
    let name = ctx.t_with("home-picture", &[("game", info.name)]);
    Ok(html! {
        // Zones are filled with patterns that are defined beside the symbols.
        @if !frame.areas.is_empty() { (PreEscaped(piece_defs(info.id)?)) }
        (drawing(&picture, &name))
    })
}

fn path(offered: &OfferedPuzzle) -> String {
    format!("/puzzles/{}/{}", offered.game, offered.id)
}

/// What is asked for, such as "Gold to move wins in 2 moves."
fn task(ctx: &PageCtx, offered: &OfferedPuzzle, info: &GameInfo) -> String {
    let side = info.sides.get(offered.seat.index()).copied().unwrap_or_default();
    let side = ctx.t(&format!("side-{side}"));
    match offered.puzzle.objective {
        Objective::Win(..=2) => ctx.t_with("puzzle-task-win-1", &[("side", &side)]),
        Objective::Win(_) => {
            let moves = offered.moves().to_string();
            ctx.t_with("puzzle-task-win", &[("side", &side), ("moves", &moves)])
        }
        Objective::Hold(_) => ctx.t_with("puzzle-task-hold", &[("side", &side)]),
    }
}

/// The difficulty as dots, with words for screen readers.
fn dots(ctx: &PageCtx, difficulty: u8) -> Markup {
    let words = ctx.t_with("puzzle-difficulty", &[("level", &difficulty.to_string())]);
    html! {
        span .puzzle-dots {
            span aria-hidden="true" {
                @for at in 1..=5 { span .on[at <= difficulty] {} }
            }
            span .sr-only { (words) }
        }
    }
}

/// Which puzzles a list shows.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Shown {
    #[default]
    All,
    Open,
    Solved,
}

/// The query of a list.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ListQuery {
    show: Shown,
}

/// `GET /puzzles/{game}`
pub(super) async fn list(
    Path(game): Path<String>,
    State(state): State<AppState>,
    ctx: PageCtx,
    uri: Uri,
) -> Response {
    let found = FILES.iter().find(|(known, _)| *known == game);
    let Some(info) = found.and_then(|(game, _)| info(game).ok()) else {
        return problem::not_found(ctx).await;
    };
    let results = results(&state, &ctx).await;
    let query: Option<Query<ListQuery>> = Query::try_from_uri(&uri).ok();
    let shown = query.map(|Query(query)| query.show).unwrap_or_default();
    list_page(&ctx, info, &state.puzzles, &results, shown).respond(&ctx)
}

fn list_page(
    ctx: &PageCtx,
    info: &GameInfo,
    book: &PuzzleBook,
    results: &PuzzleResults,
    shown: Shown,
) -> Page {
    let title = ctx.t_with("puzzles-of", &[("game", info.name)]);
    let wanted = |one: &&OfferedPuzzle| {
        one.game == info.id
            && match shown {
                Shown::All => true,
                Shown::Open => !results.is_solved(&one.id),
                Shown::Solved => results.is_solved(&one.id),
            }
    };
    let found: Vec<_> = book.all().iter().filter(wanted).collect();
    let filter = |to: Shown, key: &str, query: &str| {
        html! {
            a .button href={ "/puzzles/" (info.id) (query) } aria-current=[(shown == to).then_some("true")] {
                (ctx.t(key))
            }
        }
    };
    let others = FILES.iter().filter(|(game, _)| *game != info.id);
    let others: Vec<_> = others.filter_map(|(game, _)| heterodox_rules::info(game).ok()).collect();
    let content = html! {
        h1 { (title) }
        nav .row .puzzle-filter aria-label=(ctx.t("puzzles-filter")) {
            (filter(Shown::All, "puzzles-show-all", ""))
            (filter(Shown::Open, "puzzles-show-open", "?show=open"))
            (filter(Shown::Solved, "puzzles-show-solved", "?show=solved"))
        }
        @if found.is_empty() { p .hint { (ctx.t("puzzles-none")) } }
        ol .puzzle-list { @for one in &found { (tile(ctx, results, one)) } }
        p .trail {
            a href="/puzzles" { (ctx.t("puzzles-title")) }
            @for other in &others { " · " a href={ "/puzzles/" (other.id) } { (other.name) } }
        }
    };
    Page::new(title, "puzzles-page", content)
}

/// A puzzle in a list.
fn tile(ctx: &PageCtx, results: &PuzzleResults, offered: &OfferedPuzzle) -> Markup {
    let result = results.of(&offered.id);
    let (class, state) = match (result.solved_ms, result.shown_ms, result.tries) {
        (Some(_), Some(_), _) => ("solved", Some("puzzle-is-solved-shown")),
        (Some(_), ..) => ("solved", Some("puzzle-is-solved")),
        (_, Some(_), _) => ("shown", Some("puzzle-is-shown")),
        (_, _, 1..) => ("tried", Some("puzzle-is-tried")),
        _ => ("", None),
    };
    let moves = offered.moves().to_string();
    let aim = match offered.puzzle.objective {
        Objective::Win(_) => ctx.t_with("puzzle-aim-win", &[("moves", &moves)]),
        Objective::Hold(_) => ctx.t("puzzle-aim-hold"),
    };
    html! {
        li value=(offered.number) {
            a .puzzle-tile .(class) href=(path(offered)) {
                strong { (offered.number) }
                span { (aim) }
                (dots(ctx, offered.difficulty))
                @if let Some(state) = state { span .puzzle-state { (ctx.t(state)) } }
            }
        }
    }
}

/// `GET /puzzles/daily`
pub(super) async fn daily(
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    let offered = state.puzzles.daily(state.people.today());
    answer(&state, &ctx, offered, address, true).await
}

/// `GET /puzzles/{game}/{id}`
pub(super) async fn show(
    Path((game, id)): Path<(String, String)>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    match state.puzzles.get(&id) {
        Ok(offered) if offered.game == game => answer(&state, &ctx, offered, address, false).await,
        Ok(_) | Err(_) => problem::not_found(ctx).await,
    }
}

async fn answer(
    state: &AppState,
    ctx: &PageCtx,
    offered: &OfferedPuzzle,
    address: Option<std::net::IpAddr>,
    is_daily: bool,
) -> Response {
    let results = results(state, ctx).await;
    let line = match state.service.puzzle_position(offered, address).await {
        Ok(line) => line,
        Err(error) => return problem::of(ctx, &error),
    };
    let today = state.people.today();
    match page(ctx, &state.puzzles, &results, offered, is_daily.then_some(today)) {
        Ok(mut page) => {
            page.data.push(("puzzle-data", json!(line)));
            page.respond(ctx)
        }
        Err(refusal) => problem::of(ctx, &refusal.into()),
    }
}

fn page(
    ctx: &PageCtx,
    book: &PuzzleBook,
    results: &PuzzleResults,
    offered: &OfferedPuzzle,
    day: Option<i64>,
) -> Result<Page, Refusal> {
    let info = info(offered.game)?;
    let count = book.all().iter().filter(|one| one.game == info.id).count();
    let number = offered.number.to_string();
    let values = [("game", info.name), ("number", number.as_str())];
    let title = match day {
        Some(_) => ctx.t("puzzle-daily"),
        None => ctx.t_with("puzzle-title", &values),
    };
    // Who comes from the puzzle of the day has not chosen a place in the list.
    let next = match day {
        Some(_) => results.first_open(book, offered),
        None => results.next(book, info.id, offered.number),
    };
    let next = next.map_or_else(|| format!("/puzzles/{}", info.id), path);
    let result = results.of(&offered.id);
    let content = html! {
        (PreEscaped(piece_defs(info.id)?))
        (board_area(ctx, info)?)
        div .side {
            section .panel .puzzle-panel aria-labelledby="puzzle-title" {
                div .puzzle-head {
                    h1 #puzzle-title { (title) }
                    (dots(ctx, offered.difficulty))
                }
                p .puzzle-place {
                    @if let Some(day) = day { (info.name) " · " (ctx.day(day * DAY_MS)) }
                    @else {
                        a href={ "/puzzles/" (info.id) } { (ctx.t_with("puzzle-of", &[("number", &number), ("all", &count.to_string())])) }
                    }
                    span #puzzle-tries .puzzle-tries { (ctx.t_with("puzzle-tries", &[("tries", &result.tries.to_string())])) }
                }
                p .puzzle-task { strong { (task(ctx, offered, info)) } }
                div #puzzle-say .puzzle-say role="status" tabindex="0" {
                    @if result.solved_ms.is_some() { p { (ctx.t("puzzle-again")) } }
                    @else if result.shown_ms.is_some() { p { (ctx.t("puzzle-again-shown")) } }
                    @else { p { (ctx.t("puzzle-begin")) } }
                }
                ol #puzzle-line .puzzle-line aria-label=(ctx.t("moves-label")) {}
                div .puzzle-buttons {
                    button #puzzle-hint type="button" { (ctx.t("puzzle-hint")) }
                    button #puzzle-solution type="button" { (ctx.t("puzzle-solution")) }
                    button #puzzle-retry type="button" aria-disabled="true" { (ctx.t("puzzle-retry")) }
                    a #puzzle-next .button href=(next) { (ctx.t("puzzle-next")) }
                }
                (links(ctx, info, offered))
                p .puzzle-lesson { (lesson_link(ctx, info)) }
            }
        }
        noscript { p .notice { (ctx.t("noscript")) } }
    };
    let (name, mut data) = game::page_data(ctx, info, &offered.id);
    data["options"] = json!({});
    data["known"] = ctx.is_known.into();
    data["position"] = json!(offered.puzzle.position);
    // The names of all themes of the game: which of them the puzzle has is told at its end.
    let of_game = book.all().iter().filter(|one| one.game == info.id);
    let themes: BTreeSet<String> = of_game.flat_map(OfferedPuzzle::themes).collect();
    let named = |theme: String| {
        let text = ctx.t(&format!("puzzle-theme-{theme}"));
        (theme, text)
    };
    data["themes"] = json!(themes.into_iter().map(named).collect::<BTreeMap<_, _>>());
    data["puzzle"] = json!({
        "id": offered.id,
        "seat": offered.seat,
        "kind": if matches!(offered.puzzle.objective, Objective::Win(_)) { "win" } else { "hold" },
        "moves": offered.moves(),
        "tries": result.tries,
        "solved": result.solved_ms.is_some(),
        "shown": result.shown_ms.is_some(),
        "daily": day.is_some(),
    });
    Ok(Page::new(title, "game-page table-page puzzle-page", content)
        .with_script("puzzle/puzzle-page", vec![(name, data)]))
}

/// The board with the status line.
fn board_area(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        div #board-area .board-area data-game=(info.id) {
            p #status .sr-only { (ctx.t("puzzle-board")) }
            div .board-box {
                div .board-frame {
                    game-board game=(info.id) turns=(geometry.turns) guide=[guide_path(info)] { (PreEscaped(drawing)) }
                }
            }
            (game::piece_line(info))
        }
    })
}

fn links(ctx: &PageCtx, info: &GameInfo, offered: &OfferedPuzzle) -> Markup {
    let query = Serializer::new(String::new())
        .append_pair("game", info.id)
        .append_pair("position", &offered.puzzle.position)
        .finish();
    html! {
        p .puzzle-links {
            button type="button" data-tool="turn" { (ctx.t("tool-turn")) }
            a href={ "/rules/" (info.id) } target="_blank" rel="noopener" { (ctx.t("tool-rules")) }
            @if let Some(guide) = guide_path(info) {
                a href=(guide) target="_blank" rel="noopener" { (ctx.t("tool-guide")) }
            }
            a #puzzle-analyse .unseen href={ "/analysis?" (query) } { (ctx.t("analysis-open")) }
        }
    }
}

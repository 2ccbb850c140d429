//! The position editor of a game. The script fills it in; the server makes every change.

use super::games::{guide_path, pages};
use super::layout::Page;
use super::new::{level_with_description, seats};
use super::{PageCtx, game, problem};
use axum::extract::Path;
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, OptionSpec, Refusal, Setting, Viewer, board, games, info, open};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// `GET /editor/{game}`
pub(super) async fn show(Path(game): Path<String>, ctx: PageCtx) -> Response {
    let Ok(info) = info(&game) else { return problem::not_found(ctx).await };
    match page(&ctx, info) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, info: &GameInfo) -> Result<Page, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    let title = ctx.t_with("editor-title", &[("game", info.name)]);
    let [fields_hint, options_hint] = pages(info.id).editor_hints(ctx);
    let content = html! {
        (PreEscaped(piece_defs(info.id)?))
        div .board-area data-game=(info.id) {
            h1 .status .editor-title { (title) }
            div .board-box {
                div .board-frame {
                    game-board game=(info.id) turns=(geometry.turns) guide=[guide_path(info)] { (PreEscaped(drawing)) }
                }
            }
        }
        div .side {
            (tools(ctx, info))
            (verdict(ctx, info))
            section #palette .panel .palette aria-label=(ctx.t("editor-palette")) {}
            section .panel .editor-fields aria-label=(ctx.t("editor-fields")) {
                div #fields {}
                (fields_hint)
                @for spec in position_options(info) { (option(ctx, spec)) }
                (options_hint)
                p #option-problem .problem-line role="alert" hidden {}
            }
            (string(ctx, info))
            (game::keys_of(ctx, "editor-keys"))
            (others(ctx, info))
        }
        noscript { p .notice { (ctx.t("editor-noscript")) } }
    };
    let data =
        vec![game::page_data(ctx, info, ""), ("editor-data", json!({"starts": starts(info)}))];
    Ok(Page::new(title, "game-page table-page editor-page", content)
        .with_script("editor/editor-page", data))
}

/// The tools of the board.
fn tools(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        div .row .editor-tools role="group" aria-label=(ctx.t("editor-board-tools")) {
            button #undo type="button" disabled { (ctx.t("editor-undo")) }
            button #clear type="button" { (ctx.t("editor-clear")) }
            @for (i, key) in start_keys(info).iter().enumerate() {
                button type="button" data-start=(i) { (ctx.t(key)) }
            }
            button #turn-board type="button" { (ctx.t("tool-turn")) }
        }
    }
}

/// Links to the editors of the other games.
fn others(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        p .trail .editor-others {
            @for (i, other) in games().filter(|other| other.id != info.id).enumerate() {
                @if i > 0 { " · " }
                a href={ "/editor/" (other.id) } { (ctx.t_with("editor-title", &[("game", other.name)])) }
            }
        }
    }
}

/// The options that apply to a game from a position and have more than one value.
fn position_options(info: &GameInfo) -> impl Iterator<Item = &'static OptionSpec> {
    let setup = pages(info.id).setup_options();
    info.options.iter().filter(|spec| !setup.contains(&spec.key) && spec.values.len() != 1)
}

/// The positions from which the game can begin, with their names. A hidden game's frame is not its
/// position, so those of the open game with the same pieces are used.
fn starts(info: &GameInfo) -> Vec<Value> {
    let game = info.kin.filter(|_| info.hidden).unwrap_or(info.id);
    let begins = |name: &str, setting: &Setting| {
        let position = open(game, setting).ok()?.scene(Viewer::Public).frame.position;
        (!position.is_empty()).then(|| json!({"name": name, "position": position}))
    };
    let setups = setups(info).into_iter().filter_map(|setting| begins("", &setting));
    let quick =
        info.quick_starts.iter().filter_map(|name| begins(name, &Setting::quick_start(name)));
    setups.chain(quick).collect()
}

/// The game's own setups, one for each number of players if that varies.
fn setups(info: &GameInfo) -> Vec<Setting> {
    if !seats::is_multiplayer(info) {
        return vec![Setting::default()];
    }
    seats::player_counts(info).map(seats::setting).collect()
}

/// The keys of the labels of the start buttons: the first start, or one for each number of players.
fn start_keys(info: &GameInfo) -> Vec<String> {
    if seats::is_multiplayer(info) {
        return seats::player_counts(info).map(|count| format!("editor-start-{count}")).collect();
    }
    starts(info).iter().take(1).map(|_| "editor-start".to_owned()).collect()
}

fn option(ctx: &PageCtx, spec: &OptionSpec) -> Markup {
    let id = format!("option-{}", spec.key);
    html! {
        div .field {
            label for=(id) { (ctx.t(&format!("option-{}", spec.key))) }
            @if spec.values.is_empty() {
                input #(id) data-option=(spec.key) autocomplete="off" spellcheck="false" autocapitalize="off"
                    placeholder=(ctx.t(&format!("editor-placeholder-{}", spec.key)));
            } @else {
                select #(id) data-option=(spec.key) {
                    @for value in spec.values {
                        option value=(value) selected[spec.house == Some(value)] { (ctx.t(&format!("option-{}-{value}", spec.key))) }
                    }
                }
            }
        }
    }
}

/// The verdict of the rules on the position, and the forms to play from it.
fn verdict(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let many = seats::is_multiplayer(info);
    let opponents = if many {
        [("computer", "computers"), ("friend", "friends"), ("hot-seat", "here")]
    } else {
        ["computer", "friend", "hot-seat"].map(|opponent| (opponent, opponent))
    };
    html! {
        section #verdict .panel .verdict aria-label=(ctx.t("editor-verdict")) {
            p #verdict-words role="status" {}
            ul #flaws {}
            div #play hidden {
                @if info.hidden { p .hint { (ctx.t("new-position-known")) } }
                div .play-how {
                    label for="play-seat" { (ctx.t("editor-play-as")) }
                    select #play-seat {
                        option value="random" { (ctx.t(if many { "editor-play-any" } else { "editor-play-random" })) }
                        @for side in info.sides {
                            option value=(side) { (ctx.t(&format!("side-{side}"))) }
                        }
                    }
                    label for="play-level" { (ctx.t("editor-level")) }
                    select #play-level {
                        @for level in Level::ALL {
                            option value=(level) selected[level == Level::DEFAULT] {
                                (level_with_description(ctx, level))
                            }
                        }
                    }
                }
                div .row {
                    @for (i, (opponent, key)) in opponents.into_iter().enumerate() {
                        button .main[i == 0] type="button" data-opponent=(opponent) { (ctx.t(&format!("editor-play-{key}"))) }
                    }
                    @if !info.hidden { a #analyse .button href={ "/analysis?game=" (info.id) } { (ctx.t("analysis-open")) } }
                    @if many { a #play-table .button href={ "/new/" (info.id) } { (ctx.t("editor-play-table")) } }
                }
            }
        }
    }
}

/// The position string, and downloads.
fn string(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let picture = |form: &str| format!("/api/positions/{}/picture.{form}", info.id);
    let file = |form: &str| format!("{}-position.{form}", info.id);
    html! {
        section .panel .editor-string aria-label=(ctx.t("editor-string")) {
            label for="position" { (ctx.t("editor-string")) }
            textarea #position rows="3" spellcheck="false" autocomplete="off" autocapitalize="off"
                aria-describedby="position-problem" {}
            p #position-problem .problem-line role="alert" hidden {}
            div .row {
                button #copy-position type="button" data-copy="" { (ctx.t("editor-copy")) }
                button #copy-address type="button" data-copy="" { (ctx.t("editor-copy-address")) }
            }
            p .downloads {
                (ctx.t("editor-picture")) " "
                a data-picture=(picture("svg")) href=(picture("svg")) download=(file("svg")) { (ctx.t("download-svg")) } " · "
                a data-picture=(picture("png")) href=(picture("png")) download=(file("png")) { (ctx.t("download-png")) }
            }
        }
    }
}

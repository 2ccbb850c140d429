//! The form for a new game, generated from the game's description.
//!
//! The script hides elements that do not apply: `data-when="start=quick"` shows an element only
//! while the input `start` has the value `quick`. Several values are joined by `|`, several
//! conditions by blanks. A refusal is shown beside its input: `data-problem` is the key of an
//! option, `position` or `seats`.

pub(super) mod seats;

use super::games::{guide_path, pages};
use super::layout::Page;
use super::learn::lesson_link;
use super::time_words::control_words;
use super::{PageCtx, game, problem};
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs};
use heterodox_engine::Level;
use heterodox_engine::puzzle::FILES;
use heterodox_rules::{GameInfo, OptionSpec, Refusal, board, info};
use heterodox_wire::LevelTally;
use maud::{Markup, PreEscaped, html};

/// `GET /new/{game}`
pub(super) async fn show(
    Path(game): Path<String>,
    State(state): State<AppState>,
    ctx: PageCtx,
) -> Response {
    let Ok(info) = info(&game) else { return problem::not_found(ctx).await };
    // A form without the tally is better than none.
    let tally = state.people.tally(ctx.reader).await.map(|tally| tally.levels).unwrap_or_default();
    let tally: Vec<_> = tally.into_iter().filter(|one| one.game == info.id).collect();
    match page(&ctx, info, &tally) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, info: &GameInfo, tally: &[LevelTally]) -> Result<Page, Refusal> {
    let title = ctx.t_with("new-page-title", &[("game", info.name)]);
    let content = html! {
        (PreEscaped(piece_defs(info.id)?))
        h1 { (title) }
        (links(ctx, info))
        (form(ctx, info, tally)?)
        noscript { p .notice { (ctx.t("noscript")) } }
    };
    let data = vec![game::page_data(ctx, info, "")];
    Ok(Page::new(title, "new-page", content).with_script(pages(info.id).form_script(), data))
}

/// Links to the game's rules, guide, editor and analysis.
pub(super) fn links(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        p .game-links {
            (lesson_link(ctx, info))
            a href={ "/rules/" (info.id) } { (ctx.t("home-rules")) } " "
            @if let Some(guide) = guide_path(info) { a href=(guide) { (ctx.t("home-guide")) } " " }
            a href={ "/editor/" (info.id) } { (ctx.t("home-editor")) }
            @if !info.hidden { " " a href={ "/analysis?game=" (info.id) } { (ctx.t("nav-analysis")) } }
            @if FILES.iter().any(|(game, _)| *game == info.id) {
                " " a href={ "/puzzles/" (info.id) } { (ctx.t("puzzles-title")) }
            }
            @if let Some(link) = pages(info.id).link(ctx) { " " (link) }
        }
    }
}

fn form(ctx: &PageCtx, info: &GameInfo, tally: &[LevelTally]) -> Result<Markup, Refusal> {
    let pages = pages(info.id);
    Ok(html! {
        form #new-game .new-game aria-label=(ctx.t("new-title")) {
            input type="hidden" name="game" value=(info.id);
            div .panel .new-answers {
                (pages.first_questions(ctx, info))
                p #counter .notice hidden { (ctx.t("new-counter")) }
                @if seats::is_multiplayer(info) {
                    (seats::table(ctx, info))
                    @if !tally.is_empty() {
                        p .hint { @for one in tally { (tally_words(ctx, one)) " " } }
                    }
                } @else { (opponents(ctx, info, tally)) }
                (offer(ctx))
                (pages.questions(ctx, info))
                (time(ctx))
                (starts(ctx, info))
                (pages.options(ctx, info))
                @if !seats::is_multiplayer(info) { (seat(ctx, info)) }
            }
            // On a wide screen the button stays visible beside a long form; on a phone it comes
            // last.
            div .new-look {
                (preview(ctx, info)?)
                p #problem .problem-line role="alert" hidden {}
                button .main .big type="submit" data-start=(ctx.t("new-do")) data-offer-text=(ctx.t("new-do-offer")) {
                    (ctx.t("new-do"))
                }
                (templates(ctx))
            }
        }
    })
}

/// The time controls that the form offers: live, and by correspondence.
const LIVE: [&str; 6] = ["3m+2s", "5m+5s", "10m+5s", "30m+20s", "10m 3x30s", "15m delay 10s"];
const DAILY: [&str; 4] = ["7d+1d cap 14d floor 12h", "1d/move", "3d/move", "7d/move"];

/// The time control. The script chooses one by the opponent, until the reader does.
fn time(ctx: &PageCtx) -> Markup {
    let words = |text: &str| match text.parse() {
        Ok(control) => control_words(ctx, &control),
        Err(_) => text.to_owned(),
    };
    let offer = |control: &str| html! { option value=(control) { (words(control)) } };
    html! {
        fieldset .choices .time {
            legend { (ctx.t("time-title")) }
            div .field {
                label .sr-only for="time" { (ctx.t("time-title")) }
                select #time name="time" {
                    option value="none" { (ctx.t("time-none")) }
                    optgroup label=(ctx.t("time-live")) { @for control in LIVE { (offer(control)) } }
                    optgroup label=(ctx.t("time-daily")) { @for control in DAILY { (offer(control)) } }
                    option value="custom" { (ctx.t("time-custom")) }
                }
            }
            div .field data-when="time=custom" {
                label for="time-custom" { (ctx.t("time-custom-label")) }
                input #time-custom name="time-custom" value="10m+5s" autocomplete="off" spellcheck="false"
                    autocapitalize="off" aria-describedby="time-problem time-custom-hint";
                p #time-custom-hint .hint { (ctx.t("time-custom-hint")) }
            }
            p #time-problem .problem-line data-problem="time" role="alert" hidden {}
            label .switch data-daily {
                input type="checkbox" name="weekends";
                span { (ctx.t("time-weekends")) }
            }
        }
    }
}

/// The opponent, for games of two players.
fn opponents(ctx: &PageCtx, info: &GameInfo, tally: &[LevelTally]) -> Markup {
    html! {
        (radios(ctx, "opponent", &["computer", "friend", "person", "anybody", "hot-seat"]))
        div data-when="opponent=computer" { (levels(ctx, tally)) }
        div .field data-when="opponent=person" {
            label for="person" { (ctx.t("new-person")) }
            input #person name="person" autocomplete="off" spellcheck="false" autocapitalize="off" maxlength="60"
                aria-describedby="person-problem";
            p #person-problem .problem-line data-problem="person" role="alert" hidden {}
        }
        p .hint data-when="opponent=person" { (ctx.t("new-person-hint")) }
        p .hint data-when="opponent=anybody" { (ctx.t("new-anybody-hint")) }
        p .hint data-when="opponent=friend" { (ctx.t("new-friend-hint")) }
        p .hint data-when="opponent=hot-seat" {
            (ctx.t(if info.hidden { "new-hot-seat-curtain" } else { "new-hot-seat-hint" }))
        }
    }
}

/// What an offer says beside the seats: its visibility, how long it stands, and how many games are
/// offered. The script hides what does not apply.
fn offer(ctx: &PageCtx) -> Markup {
    html! {
        div #offer .new-offer hidden {
            div .field {
                label for="visibility" { (ctx.t("offer-watch")) }
                select #visibility name="visibility" {
                    @for value in ["public", "link", "private"] {
                        option value=(value) { (ctx.t(&format!("new-visibility-{value}"))) }
                    }
                }
            }
            div .field {
                label for="stands" { (ctx.t("new-stands")) }
                select #stands name="stands" {
                    @for (value, key) in [("1", "new-stands-hour"), ("24", "new-stands-day"),
                        ("72", "new-stands-3-days"), ("336", "new-stands-14-days"), ("720", "new-stands-30-days")]
                    {
                        option value=(value) selected[value == "336"] { (ctx.t(key)) }
                    }
                }
            }
            details #more-terms .options {
                summary { (ctx.t("new-more-terms")) }
                div .field {
                    label for="if-free" { (ctx.t("new-if-free")) }
                    select #if-free name="if-free" {
                        option value="cancel" { (ctx.t("new-if-free-cancel")) }
                        option value="open" data-offer="person" { (ctx.t("new-if-free-open")) }
                        @for level in Level::ALL {
                            option value=(level.key()) {
                                (ctx.t_with("player-computer", &[("level", level.key())]))
                            }
                        }
                    }
                }
                div .field data-offer="open" {
                    label for="reliability" { (ctx.t("new-reliability")) }
                    select #reliability name="reliability" {
                        option value="0" { (ctx.t("new-reliability-any")) }
                        @for percent in ["70", "80", "90", "95"] {
                            option value=(percent) { (ctx.t_with("offer-requires-reliability", &[("percent", percent)])) }
                        }
                    }
                    p .hint { (ctx.t("new-reliability-hint")) }
                }
                label .switch data-offer="open" {
                    input type="checkbox" name="account" value="on";
                    span { (ctx.t("new-requires-account")) }
                }
                div .field data-offer="anybody" {
                    label for="games" { (ctx.t("new-games")) }
                    input #games name="games" type="number" min="1" max="20" value="1" inputmode="numeric";
                    p .hint { (ctx.t("new-games-hint")) }
                }
            }
        }
    }
}

/// The form's answers as templates of the reader's own. The script keeps them.
fn templates(ctx: &PageCtx) -> Markup {
    html! {
        details #templates .templates {
            summary { (ctx.t("templates-title")) }
            p .hint { (ctx.t("templates-hint")) }
            ul {}
            div .field {
                label for="template-name" { (ctx.t("templates-name")) }
                input #template-name autocomplete="off" maxlength="40";
            }
            button #template-save type="button" { (ctx.t("templates-save")) }
        }
    }
}

/// The computer's level, with a description of the chosen one.
fn levels(ctx: &PageCtx, tally: &[LevelTally]) -> Markup {
    html! {
        fieldset .choices .levels {
            legend { (ctx.t("new-level")) }
            @for level in Level::ALL {
                (choice("level", level.key(), level.key(), level == Level::NEWCOMER))
            }
            div .hint role="status" {
                @for level in Level::ALL {
                    span data-when={ "level=" (level) } {
                        (level_with_description(ctx, level))
                        @if let Some(one) = tally.iter().find(|one| one.level == level.number()) {
                            " " (tally_words(ctx, one))
                        }
                    }
                }
            }
        }
    }
}

/// How the reader has played against a level.
fn tally_words(ctx: &PageCtx, tally: &LevelTally) -> String {
    let [level, won, games] =
        [u32::from(tally.level), tally.won, tally.games].map(|number| number.to_string());
    ctx.t_with("tally-at-level", &[("level", &level), ("won", &won), ("games", &games)])
}

/// A level with its description.
pub(super) fn level_with_description(ctx: &PageCtx, level: Level) -> String {
    let what = ctx.t(&format!("level-{level}"));
    ctx.t_with("level-what", &[("level", level.key()), ("what", &what)])
}

/// The start of the game.
fn starts(ctx: &PageCtx, info: &GameInfo) -> Markup {
    let ways: &[&str] = if info.quick_starts.is_empty() {
        &["setup", "position"]
    } else {
        &["setup", "quick", "position"]
    };
    html! {
        fieldset .choices {
            legend { (ctx.t("new-start")) }
            @for (i, way) in ways.iter().enumerate() {
                (choice("start", way, &ctx.t(&format!("new-start-{way}-{}", info.id)), i == 0))
            }
            p .hint data-when="start=setup" { (ctx.t(&format!("new-start-hint-{}", info.id))) }
        }
        @if !info.quick_starts.is_empty() {
            div .field data-when="start=quick" {
                label for="array" { (ctx.t("new-array")) }
                select #array name="array" {
                    @for name in info.quick_starts { option value=(name) { (pages(info.id).quick_start(ctx, name)) } }
                }
            }
        }
        div .field data-when="start=position" {
            label for="position" { (ctx.t("new-position")) }
            input #position name="position" autocomplete="off" spellcheck="false" autocapitalize="off"
                aria-describedby="position-problem";
            p #position-problem .problem-line data-problem="position" role="alert" hidden {}
            p .hint { (ctx.t("new-position-hint")) " "
                a href={ "/editor/" (info.id) } { (ctx.t("home-editor")) } }
            @if info.hidden { p .hint { (ctx.t("new-position-known")) } }
        }
    }
}

/// The guest's seat, for games of two players. The script hides it where the setup decides about
/// seats.
fn seat(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        fieldset #seats .choices {
            legend { (ctx.t("new-seat")) }
            (choice("seat", "random", &ctx.t("new-seat-random"), true))
            @for (i, side) in info.sides.iter().enumerate() {
                label .choice .{ "side-" (side) } {
                    input type="radio" name="seat" value=(i);
                    span { span .chip {} (ctx.t(&format!("side-{side}"))) }
                }
            }
        }
    }
}

/// Table options under a heading that opens them.
pub(super) fn folded(ctx: &PageCtx, options: &Markup) -> Markup {
    html! { details .options { summary { (ctx.t("new-options")) } (options) } }
}

/// All options of a game.
pub(super) fn all_options(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! { @for spec in info.options { (option(ctx, spec)) } }
}

/// A table option: a choice of values, or a text. House rules are on by default.
pub(super) fn option(ctx: &PageCtx, spec: &OptionSpec) -> Markup {
    let name = format!("option-{}", spec.key);
    let default = spec.values.first().copied().unwrap_or_default();
    let preset = spec.house.unwrap_or(default);
    html! {
        @if spec.values.is_empty() {
            div .field {
                label for=(name) { (ctx.t(&format!("option-{}", spec.key))) }
                input #(name) name=(name) autocomplete="off" spellcheck="false";
                p .hint { (ctx.t(&format!("option-{}-hint", spec.key))) }
            }
        } @else {
            fieldset .choices {
                legend { (ctx.t(&format!("option-{}", spec.key))) }
                @for value in spec.values {
                    (choice(&name, value, &value_name(ctx, spec.key, value), *value == preset))
                }
                p .hint { (ctx.t(&format!("option-{}-hint", spec.key))) }
            }
        }
    }
}

/// The name of a value of an option. A `+` is not allowed in a Fluent key.
pub(super) fn value_name(ctx: &PageCtx, key: &str, value: &str) -> String {
    ctx.t(&format!("option-{key}-{}", value.replace('+', "-")))
}

/// The preview of the board, with a list of its pieces.
fn preview(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        section .preview aria-label=(ctx.t("new-preview")) {
            div .preview-board inert {
                game-board game=(info.id) turns=(geometry.turns) { (PreEscaped(drawing)) }
            }
            p #preview-words .hint role="status" {}
            div #preview-warnings .notice .warning role="status" hidden {}
            ul #preview-pieces .piece-list {}
        }
    })
}

/// A choice whose first value is the default; its texts are `new-NAME` and `new-NAME-VALUE`.
fn radios(ctx: &PageCtx, name: &str, values: &[&str]) -> Markup {
    html! {
        fieldset .choices {
            legend { (ctx.t(&format!("new-{name}"))) }
            @for (i, value) in values.iter().enumerate() {
                (choice(name, value, &ctx.t(&format!("new-{name}-{value}")), i == 0))
            }
        }
    }
}

pub(super) fn choice(name: &str, value: &str, text: &str, checked: bool) -> Markup {
    html! {
        label .choice {
            input type="radio" name=(name) value=(value) checked[checked];
            span { (text) }
        }
    }
}

//! The page of an imported record.

use super::layout::Page;
use super::{PageCtx, analysis, game, preview, problem, sample};
use crate::http::Address;
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Response;
use heterodox_draw::piece_defs;
use heterodox_engine::Level;
use heterodox_rules::{GameInfo, Options, Record, Refusal, info};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// `GET /r/{id}`
pub(super) async fn show(
    Path(id): Path<String>,
    State(state): State<AppState>,
    Address(address): Address,
    ctx: PageCtx,
) -> Response {
    let record = match state.service.imported(&id, address).await {
        Ok(record) => record,
        Err(error) => return problem::of(&ctx, &error),
    };
    match page(&ctx, &id, &record) {
        Ok(page) => page.with_preview(Some(preview::of_record(&id))).respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, id: &str, record: &Record) -> Result<Page, Refusal> {
    let info = info(record.game)?;
    let is_sample = id == sample::ID;
    let title = if is_sample { ctx.t("sample-title") } else { title(ctx, record) };
    let file = |extension: &str| format!("{}-{id}.{extension}", info.id);
    // A PGN begins with a tag.
    let text_form = if record.strict.starts_with('[') { "pgn" } else { "txt" };
    let picture = |form: &str| format!("/api/records/{id}/picture.{form}");
    let content = html! {
        (PreEscaped(piece_defs(record.game)?))
        (game::seats(ctx, info))
        (game::board_area(ctx, info)?)
        div .side {
            div .desk {
                (game::moves(ctx, info, false, &html! { div #comment .comment hidden {} }))
                (game::tools(ctx, info, false))
            }
            section .panel .record-head {
                h1 { (title) }
                p #result .result {}
                (viewer(ctx, record))
                (headers(ctx, info, record))
                p .downloads {
                    (ctx.t("end-download")) " "
                    a href={ "/api/records/" (id) "/text" } download=(file(text_form)) { (ctx.t("download-record")) } " · "
                    a href=(picture("svg")) download=(file("svg")) { (ctx.t("download-svg")) } " · "
                    a href=(picture("png")) download=(file("png")) { (ctx.t("download-png")) } " · "
                    a href={ "/api/records/" (id) "/animation.gif" } download=(file("gif")) { (ctx.t("download-gif")) }
                }
            }
            (analysis::review(ctx))
            (warnings(ctx, record))
            (game::dice_verification(ctx, info))
            (game::preferences(ctx, info, false)?)
            (game::keys(ctx, info, false))
            (game::share(ctx))
        }
        noscript {
            p .notice { (ctx.t("noscript")) }
            img .noscript-picture src=(picture("svg")) alt=(ctx.t("board-label"));
        }
    };
    let notes = if is_sample { sample::notes(ctx) } else { json!({}) };
    let (name, mut data) = game::page_data(ctx, info, id);
    data["options"] = options(info, record);
    data["analysis"] = place(info, record);
    data["players"] = players(ctx, record);
    if is_sample {
        // Its source ends before the last blow, with the winner's words.
        data["result"] = ctx.t("sample-result").into();
    }
    data["partial"] = record.headers.iter().any(|(key, _)| key == VIEWER_HEADER).into();
    Ok(Page::new(title, "game-page table-page record-page", content)
        .with_script("record/record-page", vec![(name, data), ("notes", notes)]))
}

/// Where the game of the record can be analysed; `null` if it cannot.
fn place(info: &GameInfo, record: &Record) -> Value {
    let given = options(info, record);
    let pairs = given.as_object().into_iter().flatten();
    let pairs = pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
    let position = record.frames.first().map(|frame| frame.position.as_str());
    json!(analysis::place(info, &Options(pairs.collect()), position))
}

/// A note for a record that holds one viewer's view and not the whole game.
fn viewer(ctx: &PageCtx, record: &Record) -> Markup {
    let viewer = record
        .headers
        .iter()
        .find(|(key, _)| key == VIEWER_HEADER)
        .map(|(_, viewer)| viewer.as_str());
    html! {
        @if let Some(viewer) = viewer {
            p .hint {
                @if viewer == "public" { (ctx.t("record-as-public")) }
                @else { (ctx.t_with("record-as", &[("side", &ctx.t(&format!("side-{viewer}")))])) }
            }
        }
    }
}

/// The header with the viewer whose view a record of a hidden game holds.
const VIEWER_HEADER: &str = "as";

/// The table options in the record: as `option: KEY=VALUE`, or in a PGN as tags.
fn options(info: &GameInfo, record: &Record) -> Value {
    let known = |key: &str| {
        info.options.iter().map(|spec| spec.key).find(|known| key.eq_ignore_ascii_case(known))
    };
    let pairs = record.headers.iter().filter_map(|(key, value)| match key.as_str() {
        "option" => {
            value.split_once('=').and_then(|(key, value)| Some((known(key.trim())?, value.trim())))
        }
        key => Some((known(key)?, value.as_str())),
    });
    Value::Object(pairs.map(|(key, value)| (key.to_owned(), value.into())).collect())
}

/// The player of a side, if the record names one.
fn named(ctx: &PageCtx, record: &Record, side: &str) -> Option<String> {
    let mut headers = record.headers.iter();
    let found = headers.find(|(name, _)| name.eq_ignore_ascii_case(side));
    found.filter(|(_, name)| !is_unknown(name)).map(|(_, name)| player(ctx, name))
}

/// The players by side.
fn players(ctx: &PageCtx, record: &Record) -> Value {
    let sides = record.sides.iter().map(|side| side.key);
    let known = sides.filter_map(|side| Some((side.to_owned(), named(ctx, record, side)?.into())));
    Value::Object(known.collect())
}

/// The names of the players, if the record has all of them.
fn title(ctx: &PageCtx, record: &Record) -> String {
    let players: Option<Vec<String>> =
        record.sides.iter().map(|side| named(ctx, record, side.key)).collect();
    players.map_or_else(|| ctx.t("record-title"), |players| players.join(" – "))
}

/// Returns whether a header says that a value is unknown, as the mandatory tags of a PGN may.
fn is_unknown(value: &str) -> bool {
    value.is_empty() || value.chars().all(|c| c == '?' || c == '.')
}

fn headers(ctx: &PageCtx, info: &GameInfo, record: &Record) -> Markup {
    // The board, the result and the warnings show these.
    let told = [
        "position",
        "game",
        "FEN",
        "SetUp",
        "Result",
        "Variant",
        VIEWER_HEADER,
        "clouds",
        "result",
    ];
    // The list of seats shows the players and their number.
    let seated = |key: &str, value: &str| {
        game::is_multiplayer(info)
            && (key == "array"
                || key == "option" && value.starts_with("seats=")
                || record.sides.iter().any(|side| side.key == key))
    };
    let shown = |(key, value): &&(String, String)| {
        !told.contains(&key.as_str()) && !is_unknown(value) && !seated(key, value)
    };
    let shown: Vec<_> = record.headers.iter().filter(shown).collect();
    html! {
        @if !shown.is_empty() {
            dl .headers {
                @for (key, value) in shown {
                    @let (key, value) = header(ctx, info, key, value);
                    dt { (key) } dd { (value) }
                }
            }
        }
    }
}

/// A header in the reader's language, if its words are known.
fn header(ctx: &PageCtx, info: &GameInfo, key: &str, value: &str) -> (String, String) {
    if let Some(side) = info.sides.iter().find(|side| side.eq_ignore_ascii_case(key)) {
        return (ctx.t(&format!("side-{side}")), player(ctx, value));
    }
    match key {
        "option" => option(ctx, info, value).unwrap_or_else(|| (key.to_owned(), value.to_owned())),
        "date" | "Date" => (ctx.t("record-date"), value.to_owned()),
        "seed" if info.dice.any() => (ctx.t("fair-seed"), value.to_owned()),
        _ => (key.to_owned(), value.to_owned()),
    }
}

/// An option `KEY=VALUE` in words; `None` if the game has no such option.
fn option(ctx: &PageCtx, info: &GameInfo, text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let spec = info.options.iter().find(|spec| spec.key == key)?;
    let value = if spec.values.contains(&value) {
        ctx.t(&format!("option-{key}-{}", value.replace('+', "-")))
    } else {
        value.to_owned()
    };
    Some((ctx.t(&format!("option-{key}")), value))
}

/// A player's name, translated if it is a computer's.
fn player(ctx: &PageCtx, name: &str) -> String {
    match Level::of_record(name) {
        Some(level) => ctx.t_with("player-computer", &[("level", level.key())]),
        None => name.to_owned(),
    }
}

/// The warnings of the record's parser, in English.
fn warnings(ctx: &PageCtx, record: &Record) -> Markup {
    html! {
        @if !record.warnings.is_empty() {
            details .panel .record-warnings {
                summary { (ctx.t_with("record-warnings", &[("count", &record.warnings.len().to_string())])) }
                p { (ctx.t("record-warnings-text")) }
                ul lang="en" {
                    @for warning in &record.warnings {
                        @let ply = ply_at(record, warning.origin.line);
                        li {
                            @if let Some(ply) = ply { a href={ "#ply-" (ply) } { (warning) } }
                            @else { (warning) }
                        }
                    }
                }
            }
        }
    }
}

/// The last ply in a line of the record.
fn ply_at(record: &Record, line: Option<usize>) -> Option<usize> {
    let index = record.plies.iter().rposition(|ply| Some(ply.line) == line)?;
    Some(index + 1)
}

//! The page of a game: board, setup, play and replay. The script fills it in from the socket.

use super::bundle::Bundle;
use super::games::{guide_path, pages};
use super::guide;
use super::layout::{GAME_SCRIPT, Page};
use super::learn::{lesson_offer, lesson_path};
use super::terms::{self, first_position};
use super::{PageCtx, analysis, assets, die, preview, problem, table};
use crate::http::Address;
use crate::http::input::RequestedPerspective;
use crate::problem::AnyProblem;
use crate::state::AppState;
use axum::extract::{Path, State};
use axum::response::Response;
use heterodox_draw::{BoardOptions, ColourMode, board_svg, piece_defs_with};
use heterodox_host::Opening;
use heterodox_host::PerspectiveRequest;
use heterodox_host::UserId;
use heterodox_rules::geometry::{Geometry, Outline};
use heterodox_rules::{GameInfo, Refusal, board, info};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

/// `GET /g/{id}`
pub(super) async fn show(
    Path(id): Path<String>,
    State(state): State<AppState>,
    user: Option<UserId>,
    Address(address): Address,
    wanted: Result<RequestedPerspective, AnyProblem>,
    ctx: PageCtx,
) -> Response {
    let Ok(RequestedPerspective(wanted)) = wanted else { return problem::not_found(ctx).await };
    let snapshot = match state.service.snapshot(&id, user, address).await {
        Ok(snapshot) => snapshot,
        Err(error) => return problem::of(&ctx, &error),
    };
    // The page holds nothing of the board, but a perspective that the socket would refuse is
    // refused here.
    if let Err(error) = snapshot.game.perspective(user, wanted) {
        return problem::of(&ctx, &error.into());
    }
    // The own games are shown offline as they were seen last.
    let own = user.is_some_and(|user| !snapshot.game.seats_of(user).is_empty());
    match page(&ctx, &id, snapshot.game.opening(), wanted) {
        Ok(page) => {
            let preview = preview::of_game(&snapshot.game);
            let description = preview.is_some().then(|| preview::description(&ctx, &snapshot));
            let page = Page { description, ..page }.with_preview(preview);
            page.kept_if(own).respond(&ctx)
        }
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(
    ctx: &PageCtx,
    id: &str,
    opening: &Opening,
    wanted: Option<PerspectiveRequest>,
) -> Result<Page, Refusal> {
    let info = info(&opening.game)?;
    let picture = match wanted {
        Some(wanted) => format!("/api/games/{id}/picture.svg?as={wanted}"),
        None => format!("/api/games/{id}/picture.svg"),
    };
    let own = opening.options.0.get(OWN).map_or("", String::as_str);
    let codes: Vec<&str> = own_codes(own).collect();
    let content = html! {
        h1 .sr-only { (ctx.t_with("game-heading", &[("game", info.name)])) }
        (PreEscaped(piece_defs_with(info.id, &codes)?))
        (seats(ctx, info))
        (board_area(ctx, info)?)
        div .side {
            div .desk {
                div .notices {
                    div {
                        p #offline .notice .offline role="alert" hidden { (ctx.t("offline")) }
                        div #warning .notice .warning hidden {}
                        p #watching .notice hidden {}
                        div #offers hidden {}
                        div #clock-offers hidden {}
                        @if info.hidden { p #drift .notice .drift hidden {} }
                        (lesson_offer(ctx, info))
                        div #past .notice hidden {
                            p { (ctx.t("past-text")) }
                            button #to-game .main type="button" { (ctx.t("past-back")) }
                        }
                    }
                }
                section #invite .panel hidden aria-label=(ctx.t("invite-label")) {}
                section #setup .panel .setup tabindex="-1" hidden aria-label=(ctx.t("setup-label")) {}
                section #end .panel hidden aria-label=(ctx.t("end-label")) {}
                @if info.hidden { (umpire(ctx)) }
                @if info.hidden { div #ways .ways hidden {} }
                (moves(ctx, info, true, &html! {}))
                div .acts {
                    section #hint .hint-panel hidden aria-label=(ctx.t("hint-do")) {}
                    div #actions .row .actions hidden {}
                }
                (tools(ctx, info, true))
            }
            (analysis::review(ctx))
            p #take-home .downloads hidden {}
            @if info.hidden { section #notepad .panel .notepad hidden aria-label=(ctx.t("notes-title")) {} }
            @if !info.hidden { (table::conditionals(ctx)) }
            (table::chat(ctx))
            (table::notes(ctx))
            (terms::time(ctx, opening))
            (pages(info.id).terms(ctx, info, opening))
            (dice_verification(ctx, info))
            (preferences(ctx, info, true)?)
            (table::prefs(ctx))
            (keys(ctx, info, true))
            (share(ctx))
        }
        @if lesson_path(info).is_some() {
            script type="module" src=(assets::bundle_url(Bundle::Page("learn/lesson-offer.js"))) {}
        }
        noscript {
            p .notice { (ctx.t("noscript")) }
            img .noscript-picture src=(picture) alt=(ctx.t("board-label"));
        }
    };
    let title = ctx.t_with("game-heading", &[("game", info.name)]);
    let (name, mut data) = page_data(ctx, info, id);
    data["own"] = own.into();
    data["options"] = json!(opening.options);
    data["analysis"] = json!(analysis::place(info, &opening.options, first_position(opening)));
    Ok(Page::new(title, "game-page table-page", content)
        .with_script(GAME_SCRIPT, vec![(name, data)]))
}

/// The umpire's announcements, and the notice for onlookers.
fn umpire(ctx: &PageCtx) -> Markup {
    html! {
        p #onlooker .notice .onlooker hidden { (ctx.t("onlooker-text")) }
        section #told .panel .told hidden aria-labelledby="told-title" {
            h2 #told-title { (ctx.t("told-title")) }
            ol .told-list tabindex="0" aria-labelledby="told-title" {}
        }
    }
}

/// The option with the custom pieces of a table, such as `Xy:KAD;Vw:N`.
pub(super) const OWN: &str = "own";

/// The codes and moves of a table's custom pieces.
pub(super) fn own_pieces(own: &str) -> impl Iterator<Item = (&str, &str)> {
    own.split(';').filter_map(|piece| piece.split_once(':'))
}

/// The codes of a table's custom pieces.
pub(super) fn own_codes(own: &str) -> impl Iterator<Item = &str> {
    own_pieces(own).map(|(code, _)| code.trim())
}

/// Returns whether more than two can play. Their seats are in a list, as the board has no corner
/// for each.
pub(super) fn is_multiplayer(info: &GameInfo) -> bool {
    info.seats.1 > 2
}

/// The list of the seats, for games of more than two players. The script fills it in.
pub(super) fn seats(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if is_multiplayer(info) { ol #seats .seats aria-label=(ctx.t("seats-label")) {} }
    }
}

/// The panel to verify the throws of a game with committed dice. The script fills it in.
pub(super) fn dice_verification(ctx: &PageCtx, info: &GameInfo) -> Markup {
    html! {
        @if info.dice.any() && !info.hidden {
            details #dice-verify .dice-verify hidden { summary { (ctx.t("fair-title")) } div {} }
        }
    }
}

/// The data of the page for the scripts.
pub(super) fn page_data(ctx: &PageCtx, info: &GameInfo, id: &str) -> (&'static str, Value) {
    let pages = pages(info.id);
    let data = json!({
        "lang": ctx.lang.code(),
        "game": info.id,
        "id": id,
        "sides": info.sides,
        "pieces": info.pieces,
        "guide": guide_path(info),
        "lines": guide::lines(ctx, info.id),
        "hidden": info.hidden,
        "paths": info.has_paths,
        "multiplayer": is_multiplayer(info),
        "dice_table": pages.dice_table(),
        "victory_sound": assets::exists(&format!("sounds/victory-{}.mp3", info.id)),
        "victory_announcement": pages.has_victory_announcement(),
        "record_extension": pages.record_extension(),
    });
    ("page-data", data)
}

/// The board with a card for each side and the status line.
pub(super) fn board_area(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let drawing = board_svg(geometry, &BoardOptions::new(ColourMode::Page));
    Ok(html! {
        div #board-area .board-area data-game=(info.id) {
            p #status .status {}
            @if pages(info.id).dice_table().is_some() {
                div #throws .throws hidden {
                    p .throw-now {}
                    ol .throw-log aria-label=(ctx.t("throws-label")) {}
                }
            }
            div .board-box {
                div .board-frame {
                    @if !is_multiplayer(info) {
                        @for (i, _) in info.sides.iter().enumerate() {
                            div #{ "card-" (i) } .card data-place={ "card-" (i) } {}
                        }
                    }
                    @if pages(info.id).dice_table().is_some() { div #die .die-place hidden { (die::cube()) } }
                    game-board game=(info.id) turns=(geometry.turns) guide=[guide_path(info)] { (PreEscaped(drawing)) }
                }
            }
            (piece_line(info))
        }
    })
}

/// The place of the line on the chosen piece. The script fills it in.
pub(super) fn piece_line(info: &GameInfo) -> Markup {
    html! { @if guide_path(info).is_some() { div #piece-line .piece-line {} } }
}

/// How the board of a page without a game is used, by the text with this key.
pub(super) fn keys_of(ctx: &PageCtx, key: &str) -> Markup {
    html! { details .prefs.keys-help { summary { (ctx.t("keys-title")) } p { (ctx.t(key)) } } }
}

/// Whether a move can be planned while the opponent is to move.
fn has_premoves(info: &GameInfo) -> bool {
    !info.hidden && !is_multiplayer(info)
}

/// How the board is used with mouse, finger and keys. `plays` adds the field for typed moves.
pub(super) fn keys(ctx: &PageCtx, info: &GameInfo, plays: bool) -> Markup {
    let keys = if is_multiplayer(info) { "keys-help-round" } else { "keys-help" };
    html! {
        details .prefs.keys-help {
            summary { (ctx.t("keys-title")) }
            @if guide_path(info).is_some() {
                p .with-mouse { (ctx.t("guide-help")) }
                p .with-finger { (ctx.t("guide-help-touch")) }
            }
            p { (ctx.t(keys)) }
            p .with-mouse { (ctx.t("keys-help-more")) }
            @if plays {
                p { (ctx.t("keys-help-type")) }
                @if has_premoves(info) { p { (ctx.t("keys-help-premove")) } }
            }
            p .with-mouse { (ctx.t("keys-help-draw")) }
        }
    }
}

/// The tools as a row of signs: orientation and sound of the board, rules, editor, guide. `plays`
/// adds the field for typed moves.
pub(super) fn tools(ctx: &PageCtx, info: &GameInfo, plays: bool) -> Markup {
    let sign = |d: &str, key: &str| {
        html! {
            svg .sign viewBox="0 0 20 20" aria-hidden="true" { path d=(d) {} }
            span .sr-only { (ctx.t(key)) }
        }
    };
    html! {
        div .tools .row {
            button type="button" data-tool="turn" title=(ctx.t("tool-turn")) {
                (sign("M15.500 6.500A7 7 0 1 0 17 10M16.500 2.500V7H12", "tool-turn"))
            }
            button type="button" data-tool="sound" aria-pressed="false" title=(ctx.t("tool-sound")) {
                (sign("M3 8V12H6L10 15.500V4.500L6 8ZM13 7.500A3.500 3.500 0 0 1 13 12.500M15.500 5A7 7 0 0 1 15.500 15", "tool-sound"))
            }
            @if plays {
                button type="button" data-tool="type" aria-expanded="false" aria-keyshortcuts="/"
                    title=(ctx.t("tool-type")) {
                    (sign("M3 5H17V15H3ZM5.500 8H6.500M8.500 8H9.500M11.500 8H12.500M6 12H14", "tool-type"))
                }
            }
            a .button href={ "/rules/" (info.id) } target="_blank" rel="noopener" title=(ctx.t("tool-rules")) {
                (sign("M10 5.500C8 4 5 4 3 4.500V15.500C5 15 8 15 10 16.500C12 15 15 15 17 15.500V4.500C15 4 12 4 10 5.500V16.500", "tool-rules"))
            }
            button type="button" data-tool="legend" aria-expanded="false" title=(ctx.t("tool-legend")) {
                (sign("M3 5H6M3 10H6M3 15H6M9 5H17M9 10H17M9 15H17", "tool-legend"))
            }
            @if let Some(guide) = guide_path(info) {
                a .button href=(guide) target="_blank" rel="noopener" title=(ctx.t("tool-guide")) {
                    (sign("M3 4H8V9H3ZM12 4H17V9H12ZM3 12H8V17H3ZM12 12H17V17H12Z", "tool-guide"))
                }
            }
            a .button data-tool="edit" href={ "/editor/" (info.id) } target="_blank" rel="noopener" title=(ctx.t("editor-edit")) {
                (sign("M4 16L4.500 12.500L13 4L16 7L7.500 15.500ZM11.500 5.500L14.500 8.500", "editor-edit"))
            }
            a .button data-tool="analyse" hidden href="/analysis" title=(ctx.t("analysis-open")) {
                (sign("M3 16V11M8 16V6M13 16V9M18 16V3", "analysis-open"))
            }
        }
    }
}

/// The preferences of the board. `plays` adds those for playing.
pub(super) fn preferences(ctx: &PageCtx, info: &GameInfo, plays: bool) -> Result<Markup, Refusal> {
    let mut switches = vec!["large", "drawing"];
    if plays && has_premoves(info) {
        switches.push("premove");
    }
    let hint = if is_multiplayer(info) {
        switches.extend(["words", "paths"]);
        "prefs-kept"
    } else if guide_path(info).is_some() {
        switches.extend(["help", "colours", "zones"]);
        "prefs-hint"
    } else {
        "prefs-kept"
    };
    prefs(ctx, info, &switches, hint)
}

/// The link to this page.
pub(super) fn share(ctx: &PageCtx) -> Markup {
    html! {
        details #share .share {
            summary { (ctx.t("share-title")) }
            p { (ctx.t("share-text")) }
            div #share-box {}
        }
    }
}

/// The preferences of the board. The script stores them in the browser.
fn prefs(ctx: &PageCtx, info: &GameInfo, switches: &[&str], hint: &str) -> Result<Markup, Refusal> {
    let switch = |key: &str| {
        html! {
            label .switch {
                input type="checkbox" data-pref=(key);
                span { (ctx.t(&format!("pref-{key}"))) }
            }
        }
    };
    Ok(html! {
        details .prefs {
            summary { (ctx.t("prefs-title")) }
            label .pref-size {
                span { (ctx.t("pref-size")) }
                input type="range" data-pref="size" min="50" max="100" step="5" value="100";
            }
            label .pref-size {
                span { (ctx.t("pref-volume")) }
                input type="range" data-pref="volume" min="0" max="100" step="5" value="60";
            }
            label .pref-choice {
                span { (ctx.t("pref-anim")) }
                select data-pref="anim" {
                    @for value in ["off", "fast", "normal", "slow"] {
                        option value=(value) { (ctx.t(&format!("pref-anim-{value}"))) }
                    }
                }
            }
            label .pref-choice {
                span { (ctx.t("pref-coords")) }
                select data-pref="coords" {
                    @for value in ["outside", "inside", "off"] {
                        option value=(value) { (ctx.t(&format!("pref-coords-{value}"))) }
                    }
                }
            }
            (themes(ctx, info)?)
            @for key in switches { (switch(key)) }
            p .hint { (ctx.t(hint)) }
        }
    })
}

/// The colours of the board and the pictures of the pieces, each with a small picture.
fn themes(ctx: &PageCtx, info: &GameInfo) -> Result<Markup, Refusal> {
    let geometry = board(info.id)?;
    let choice = |name: &str, value: &str, picture: Markup| {
        let label = ctx.t(&format!("pref-{name}-{value}"));
        html! {
            label .theme-choice title=(label) {
                input .sr-only type="radio" name={ "pref-" (name) } data-pref=(name) value=(value);
                (picture)
                span { (label) }
            }
        }
    };
    Ok(html! {
        fieldset .themes {
            legend { (ctx.t("pref-board")) }
            @for value in ["classic", "wood", "slate", "meadow"] {
                (choice("board", value, board_swatch(geometry, value)))
            }
        }
        fieldset .themes {
            legend { (ctx.t("pref-pieces")) }
            @for value in ["classic", "bold", "letters"] {
                (choice("pieces", value, piece_swatch(info, value)))
            }
        }
    })
}

/// A few cells of a board in the colours of a theme, of the shape of its first cell.
fn board_swatch(geometry: &Geometry, theme: &str) -> Markup {
    let corners = match geometry.cells.first().map(|cell| &cell.outline) {
        Some(Outline::Polygon { corners }) => corners.len(),
        _ => 0,
    };
    // The classes are those of the drawing.
    let cells: &[(&str, &str)] = match corners {
        3 => &[("tile-up", "M0 40L20 4L40 40Z"), ("tile-down", "M0 4H20L0 40ZM20 4H40V40Z")],
        4 => &[
            ("tile-light", "M0 0H20V20H0ZM20 20H40V40H20Z"),
            ("tile-dark", "M20 0H40V20H20ZM0 20H20V40H0Z"),
        ],
        _ => &[
            ("tile-ring-5-light", "M0 0H40V8H0Z"),
            ("tile-ring-4-light", "M0 8H40V16H0Z"),
            ("tile-ring-3-light", "M0 16H40V24H0Z"),
            ("tile-ring-2-light", "M0 24H40V32H0Z"),
            ("tile-ring-1-light", "M0 32H40V40H0Z"),
        ],
    };
    html! {
        svg .swatch data-board=(theme) viewBox="0 0 40 40" aria-hidden="true" {
            @for (class, d) in cells { path class=(class) d=(d) {} }
        }
    }
}

/// A piece of a game in the pictures of a theme.
fn piece_swatch(info: &GameInfo, theme: &str) -> Markup {
    let side = info.sides.first().copied().unwrap_or_default();
    let kind = info.pieces.iter().find(|kind| **kind != "G").copied().unwrap_or_default();
    html! {
        svg class={ "swatch side-" (side) } data-pieces=(theme) viewBox="-24 -24 48 48" aria-hidden="true" {
            @if theme == "letters" {
                circle .piece-body r="20" {}
                text .piece-code font-size="22" y="8" { (kind) }
            } @else {
                use href={ "#" (info.id) "-" (kind) } x="-22" y="-22" width="44" height="44" {}
            }
        }
    }
}

/// The move list with its buttons and slider, and `comment` between them.
pub(super) fn moves(ctx: &PageCtx, info: &GameInfo, hidden: bool, comment: &Markup) -> Markup {
    html! {
        section #moves .panel .moves hidden[hidden] aria-label=(ctx.t("moves-label")) {
            (stepper(ctx, true))
            input .move-slider type="range" min="0" max="0" value="0" aria-label=(ctx.t("moves-slider"));
            (comment)
            div .list-box {
                div .move-head aria-hidden="true" {
                    span {}
                    @for side in info.sides {
                        span .{ "side-" (side) } { span .chip {} (ctx.t(&format!("side-{side}"))) }
                    }
                }
                ol .move-list tabindex="0" aria-label=(ctx.t("moves-label")) {}
            }
        }
    }
}

/// The buttons that step through the moves; `plays` adds the one for automatic replay.
pub(super) fn stepper(ctx: &PageCtx, plays: bool) -> Markup {
    let step = |key: &str, sign: &str| {
        let label = ctx.t(&format!("step-{key}"));
        html! {
            button type="button" data-step=(key) aria-label=(label) title=(label) { (icon(sign)) }
        }
    };
    let play = ctx.t("step-play");
    html! {
        div .stepper {
            (step("first", "M4 4V16M16 4L7 10L16 16Z"))
            (step("back", "M14 4L5 10L14 16Z"))
            @if plays {
                button type="button" data-play aria-pressed="false" aria-label=(play) title=(play) {
                    (icon("M3 4L10 10L3 16ZM10 4L17 10L10 16Z"))
                }
            }
            (step("forward", "M6 4L15 10L6 16Z"))
            (step("last", "M16 4V16M4 4L13 10L4 16Z"))
        }
    }
}

/// The icon of a button.
fn icon(d: &str) -> Markup {
    html! { svg .sign viewBox="0 0 20 20" aria-hidden="true" { path d=(d) {} } }
}

//! The board on which a piece is tried out: the reader places other pieces, and the server shows
//! the piece's moves.

use super::diagrams::{self, ask, drawn, legend, sentences, signs};
use super::query::{self, Params};
use super::{Guide, of};
use crate::pages::game::own_codes;
use crate::pages::{PageCtx, not_found};
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use heterodox_draw::{BoardOptions, ColourMode, clickable_diagram_svg};
use heterodox_rules::{Edit, PieceDiagram, Refusal, board, edit};
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// `GET /guide/{game}/{code}/board`: the board after an edit.
pub(crate) async fn show(
    ctx: PageCtx,
    params: Params,
    Path((game, _)): Path<(String, String)>,
) -> Response {
    let Some(guide) = of(&game) else { return not_found(ctx).await };
    let made = guide.check_own(&params).and_then(|()| stage(guide, &params));
    let (status, body) = match made {
        Ok(stage) => (StatusCode::OK, view(&ctx, guide, &stage)),
        Err(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, guide.reason(&ctx, &refusal)),
    };
    (status, [(header::VARY, "accept-language, cookie")], body).into_response()
}

/// A board with the piece on it.
pub(super) struct Stage {
    pub(super) shown: PieceDiagram,
    /// Whether the edit tried to remove the piece itself, which is not possible.
    kept: bool,
}

impl Stage {
    /// The board without an edit.
    pub(super) fn new(shown: PieceDiagram) -> Self {
        Self { shown, kept: false }
    }
}

fn stage(guide: &Guide, params: &Params) -> Result<Stage, Refusal> {
    let (game, own) = (guide.info.id, guide.own(params));
    let before = ask(game, own, params.get("position"), params.get("from"), params.some("last"))?;
    let words: Vec<&str> = params.get("do").split('.').collect();
    let Some(change) = Change::of(guide, &before, &words) else { return Ok(Stage::new(before)) };
    let options = diagrams::options(own);
    let position = edit(game, &options, Some(&before.position), &change.edits)?.position;
    Ok(Stage { shown: ask(game, own, &position, &change.from, None)?, kept: change.kept })
}

/// An edit of the board.
struct Change {
    edits: Vec<Edit>,
    /// The piece's cell after the edit.
    from: String,
    kept: bool,
}

impl Change {
    /// Parses `put.white.Gr.e5`, `move.e5.e7`, `erase.e5`, `clear` or `last.N`; `None` for anything
    /// else.
    fn of(guide: &Guide, shown: &PieceDiagram, words: &[&str]) -> Option<Self> {
        let mut change = Self { edits: Vec::new(), from: shown.from.clone(), kept: false };
        let itself = |cell: &str| cell == shown.from;
        let erase = |cell: &str| Edit::Erase { cell: cell.to_owned() };
        match *words {
            ["put" | "erase", .., cell] | ["move", _, cell] if itself(cell) => {
                change.kept = true;
                return Some(change);
            }
            ["put", side, kind, cell] => {
                let there = shown.pieces.iter().find(|piece| piece.cell == cell);
                // The same piece on the same cell removes it.
                let same = there.is_some_and(|piece| piece.side == side && piece.kind == kind);
                change.edits.push(if same { erase(cell) } else { put(side, kind, cell) });
            }
            ["move", from, to] => {
                change.edits.push(Edit::Move { from: from.to_owned(), to: to.to_owned() });
                if itself(from) {
                    to.clone_into(&mut change.from);
                }
            }
            ["erase", cell] => change.edits.push(erase(cell)),
            ["clear"] => {
                let others = shown.pieces.iter().filter(|piece| !itself(&piece.cell));
                change.edits.extend(others.map(|piece| erase(&piece.cell)));
            }
            ["last", kind] => change.edits.push(set("last", kind)),
            _ => return None,
        }
        // The board of a guide has no last move.
        change.edits.extend(guide.last_moves.iter().map(|key| set(key, "-")));
        Some(change)
    }
}

fn put(side: &str, kind: &str, cell: &str) -> Edit {
    Edit::Put { side: side.to_owned(), kind: kind.to_owned(), cell: cell.to_owned() }
}

fn set(key: &str, value: &str) -> Edit {
    Edit::Set { key: key.to_owned(), value: value.to_owned() }
}

/// The board with the description of the position.
pub(super) fn view(ctx: &PageCtx, guide: &Guide, stage: &Stage) -> Markup {
    let shown = &stage.shown;
    html! {
        div .stage-view data-position=(shown.position) data-from=(shown.from) {
            div .stage-board { (PreEscaped(svg(ctx, guide, shown))) }
            div .stage-told {
                p .stage-words {
                    @if stage.kept { strong { (ctx.t("guide-told-keep")) } " " }
                    (sentences(ctx, guide, shown).join(" "))
                }
                (legend(ctx, guide, Some(shown)))
            }
        }
    }
}

/// The drawing, with a label for each cell.
fn svg(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> String {
    let Ok(geometry) = board(guide.info.id) else { return String::new() };
    let svg = clickable_diagram_svg(
        guide.info.id,
        geometry,
        &drawn(shown),
        &BoardOptions::new(ColourMode::Page),
    );
    let name = ctx.t_with("guide-stage-board", &[("piece", &guide.piece_name(ctx, shown.kind))]);
    let name = html! { (name) }.into_string();
    let svg = svg.replacen("role=\"group\"", &format!("role=\"group\" aria-label=\"{name}\""), 1);
    let labels = labels(ctx, guide, shown);
    let mut parts = svg.split("aria-label=\"");
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        named.push_str("aria-label=\"");
        let cell = part.split('"').next().unwrap_or_default();
        match labels.get(cell) {
            Some(label) => {
                named.push_str(&html! { (label) }.into_string());
                named.push_str(&part[cell.len()..]);
            }
            None => named.push_str(part),
        }
    }
    named
}

/// The labels of the cells that are not empty.
fn labels(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> BTreeMap<String, String> {
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    let mut say = |cell: &str, what: &str| {
        let label = labels.entry(cell.to_owned()).or_insert_with(|| cell.to_owned());
        label.push_str(", ");
        label.push_str(what);
    };
    for piece in &shown.pieces {
        let key = if piece.side == shown.side { "guide-own-side" } else { "guide-enemy-side" };
        say(&piece.cell, &ctx.t_with(key, &[("piece", &guide.piece_name(ctx, piece.kind))]));
    }
    for (sign, cell) in signs(shown) {
        say(cell, &guide.t(ctx, &format!("sign-{sign}")));
    }
    labels
}

/// The section of a page with the board and the tools.
pub(super) fn section(
    ctx: &PageCtx,
    guide: &Guide,
    code: &str,
    own: &str,
    stage: &Stage,
    about: &Markup,
) -> Markup {
    let address = query::address(&format!("{}/{code}/board", guide.home), &[("own", own)]);
    html! {
        section #stage .stage data-board=(address) aria-labelledby="stage-title" {
            h2 #stage-title .sr-only { (ctx.t("guide-stage")) }
            div .stage-about { (about) }
            (view(ctx, guide, stage))
            p .sr-only .stage-live role="status" {}
            div .stage-tools hidden {
                p { (ctx.t("guide-stage-lead")) }
                (tools(ctx, guide, stage.shown.side))
                div .stage-kind {
                    label for="stage-kind" { (ctx.t("guide-stage-kind")) }
                    (kinds(ctx, guide, "stage-kind", own))
                }
                @if guide.copies == Some(stage.shown.kind) { (last(ctx, guide, &stage.shown)) }
                div .row {
                    button type="button" data-do="clear" { (ctx.t("guide-stage-empty")) }
                    button type="button" data-do="reset" { (ctx.t("guide-stage-reset")) }
                }
                p .hint { (guide.t(ctx, "stage-keys")) }
            }
        }
    }
}

/// The choice of what a click on a square does.
fn tools(ctx: &PageCtx, guide: &Guide, side: &str) -> Markup {
    // The values that place a piece name its side.
    let tools = [
        (guide.enemy(side), "guide-tool-enemy"),
        (side, "guide-tool-own"),
        ("move", "guide-tool-move"),
        ("erase", "guide-tool-erase"),
    ];
    html! {
        fieldset .choices {
            legend { (guide.t(ctx, "tool")) }
            @for (i, (tool, key)) in tools.into_iter().enumerate() {
                label .choice {
                    input type="radio" name="tool" value=(tool) checked[i == 0];
                    span { (ctx.t(key)) }
                }
            }
        }
    }
}

/// The choice of the piece to place.
fn kinds(ctx: &PageCtx, guide: &Guide, id: &str, own: &str) -> Markup {
    html! {
        select #(id) {
            @for code in own_codes(own) { option value=(code) { (code) } }
            @for entry in &guide.pieces {
                option value=(entry.code) selected[entry.code == guide.put] {
                    (entry.name(ctx))
                }
            }
        }
    }
}

/// The choice of the move that a piece copies.
fn last(ctx: &PageCtx, guide: &Guide, shown: &PieceDiagram) -> Markup {
    html! {
        div .stage-kind {
            label for="stage-last" { (ctx.t("guide-stage-last")) }
            select #stage-last {
                option value="-" { (ctx.t("guide-stage-last-none")) }
                @for entry in guide.pieces.iter().filter(|entry| guide.copies != Some(entry.code)) {
                    option value=(entry.code) selected[shown.moves_as == Some(entry.code)] {
                        (entry.name(ctx))
                    }
                }
            }
        }
    }
}

//! A piece of the guide: its page, and its card for boards.

use super::diagrams::{ask, caption, example, icon, legend, small};
use super::entries::{Entry, Reach};
use super::query::{self, Params};
use super::stage::{self, Stage};
use super::{CustomPieces, Guide, StartPosition, of};
use crate::pages::bundle::Bundle;
use crate::pages::game::{own_codes, own_pieces};
use crate::pages::layout::Page;
use crate::pages::{PageCtx, assets, not_found};
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use heterodox_draw::piece_defs_with;
use heterodox_rules::{PieceDiagram, Refusal};
use maud::{Markup, PreEscaped, html};

/// The requested piece: one of the guide's, or a custom one.
struct RequestedPiece<'a> {
    guide: &'static Guide,
    code: &'a str,
    /// The option with the custom pieces.
    own: &'a str,
    entry: Option<&'static Entry>,
    /// The moves of a custom piece.
    moves: &'a str,
    /// The side that owns it.
    side: &'static str,
}

impl<'a> RequestedPiece<'a> {
    fn new(guide: &'static Guide, code: &'a str, params: &'a Params) -> Option<Self> {
        let (own, side) = (guide.own(params), guide.side(params.get("side")));
        if let Some((code, moves)) = own_pieces(own).find(|piece| piece.0 == code) {
            return Some(Self { guide, code, own, entry: None, moves, side });
        }
        let entry = guide.by_code(code)?;
        Some(Self { guide, code: entry.code, own, entry: Some(entry), moves: "", side })
    }

    fn name(&self, ctx: &PageCtx) -> String {
        match self.entry {
            Some(entry) => entry.name(ctx),
            None => ctx.t_with("guide-own-name", &[("moves", self.moves)]),
        }
    }

    /// The name as a title.
    fn title(&self, ctx: &PageCtx) -> String {
        self.entry.map_or_else(|| self.name(ctx), |entry| entry.breakable_name(ctx, self.guide))
    }

    fn start_position(&self) -> StartPosition {
        match (&self.guide.custom, self.entry) {
            (Some(custom), None) => (custom.start_position)(self.code, self.moves, self.side),
            _ => (self.guide.start_position)(self.code, self.side),
        }
    }

    /// The piece's moves in a position.
    fn ask(&self, position: &str, from: &str, last: Option<&str>) -> Result<PieceDiagram, Refusal> {
        ask(self.guide.info.id, self.own, position, from, last)
    }

    fn first(&self) -> Result<PieceDiagram, Refusal> {
        let ready = self.entry.filter(|_| self.side == self.guide.info.sides[0]);
        if let Some(shown) = ready.and_then(|entry| entry.first.clone()) {
            return Ok(shown);
        }
        let start_position = self.start_position();
        self.ask(&start_position.position, start_position.from, start_position.last)
    }
}

/// `GET /guide/{game}/{code}`
pub(crate) async fn show(
    ctx: PageCtx,
    params: Params,
    Path((game, code)): Path<(String, String)>,
) -> Response {
    let Some(guide) = of(&game) else { return not_found(ctx).await };
    if let (Some(custom), "own") = (&guide.custom, code.as_str()) {
        return custom_page(&ctx, guide, custom, params.get("moves"));
    }
    if let Err(refusal) = guide.check_own(&params) {
        let own = params.get("own");
        let moves = own.split_once(':').map_or(own, |piece| piece.1);
        return wrong(&ctx, guide, moves, &refusal);
    }
    let Some(requested) = RequestedPiece::new(guide, &code, &params) else {
        return not_found(ctx).await;
    };
    match page(&ctx, &requested, &params) {
        Ok(page) => page.kept_if(true).respond(&ctx),
        Err(refusal) => wrong(&ctx, guide, "", &refusal),
    }
}

/// The page for the input of the form: a redirect to the custom piece, or the refusal.
fn custom_page(ctx: &PageCtx, guide: &Guide, custom: &CustomPieces, moves: &str) -> Response {
    let own = custom.option(moves);
    let path = format!("{}/{}", guide.home, custom.code);
    match (custom.check)(&own) {
        Ok(()) => Redirect::to(&query::address(&path, &[("own", &own)])).into_response(),
        Err(refusal) => wrong(ctx, guide, moves, &refusal),
    }
}

fn wrong(ctx: &PageCtx, guide: &Guide, moves: &str, refusal: &Refusal) -> Response {
    let form = guide.own_form(ctx, moves, Some(refusal));
    let title = if form.is_some() { ctx.t("guide-own") } else { guide.t(ctx, "title") };
    let content = html! {
        (trail(ctx, guide))
        h1 { (title) }
        (form.unwrap_or_else(|| guide.reason(ctx, refusal)))
    };
    let page = Page::new(title, "guide-page", content);
    Page { status: StatusCode::UNPROCESSABLE_ENTITY, ..page }.respond(ctx)
}

fn page(ctx: &PageCtx, requested: &RequestedPiece, params: &Params) -> Result<Page, Refusal> {
    let from_query = params
        .some("position")
        .map(|position| requested.ask(position, params.get("from"), params.some("last")));
    let guide = requested.guide;
    let (stage, problem) = match from_query {
        Some(Ok(shown)) => (Stage::new(shown), None),
        Some(Err(refusal)) => (Stage::new(requested.first()?), Some(refusal)),
        None => (Stage::new(requested.first()?), None),
    };
    let name = requested.name(ctx);
    let note = requested.start_position().note.filter(|_| params.some("position").is_none());
    let content = html! {
        (PreEscaped(piece_defs_with(guide.info.id, &own_codes(requested.own).collect::<Vec<_>>())?))
        (trail(ctx, guide))
        div .guide-head {
            @for side in guide.info.sides { (icon(guide, requested.code, side)) }
            div {
                h1 { (requested.title(ctx)) " " code { (requested.code) } }
                @if let Some(entry) = requested.entry { p .lead { (entry.short(ctx)) } }
            }
        }
        @if let Some(refusal) = &problem { (guide.reason(ctx, refusal)) }
        (stage::section(ctx, guide, requested.code, requested.own, &stage, &about(ctx, guide, requested.entry, note)))
        @match requested.entry {
            Some(entry) => { (examples(ctx, guide, entry)) (neighbours(ctx, guide, entry)) },
            None => @if let Some(form) = guide.own_form(ctx, requested.moves, None) { (form) },
        }
        script type="module" src=(assets::bundle_url(Bundle::Page("guide/piece-board-page.js"))) {}
    };
    let page = Page::new(name, "guide-page", content);
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(Page { status, description: requested.entry.map(|entry| entry.short(ctx)), ..page })
}

fn trail(ctx: &PageCtx, guide: &Guide) -> Markup {
    html! {
        p .trail {
            a href=(guide.home) { (guide.t(ctx, "title")) } " · "
            a href={ "/rules/" (guide.info.id) } { (ctx.t("nav-rules")) }
        }
    }
}

/// The description of a piece, with its lock and its other names, and a note on its position.
fn about(ctx: &PageCtx, guide: &Guide, entry: Option<&Entry>, note: Option<&str>) -> Markup {
    html! {
        @if let Some(entry) = entry {
            p { (entry.text(ctx)) }
            @if entry.locked { p { (lock(ctx)) } }
            p .hint { (ctx.t("guide-names")) ": "
                @for (i, (lang, name)) in entry.other_names(ctx).iter().enumerate() {
                    @if i > 0 { ", " }
                    span lang=(lang.code()) { (name) " (" (lang.name()) ")" }
                }
            }
        }
        @if let Some(note) = note { p .hint { (ctx.t(note)) } }
        @if let Some(entry) = entry { (reach(ctx, guide, entry)) }
    }
}

/// The mobility from each part of the board.
fn reach(ctx: &PageCtx, guide: &Guide, entry: &Entry) -> Markup {
    let number = |reach: &Reach| match (reach.least, reach.most) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}–{most}"),
    };
    html! {
        @if !entry.reach.is_empty() {
            p .reach-title { (guide.t(ctx, "reach")) }
            dl .guide-reach {
                @for reach in &entry.reach {
                    div {
                        dt { (guide.t(ctx, &format!("from-{}", reach.from))) }
                        dd { (number(reach)) }
                    }
                }
            }
        }
    }
}

/// The badge of a locked piece.
pub(super) fn lock(ctx: &PageCtx) -> Markup {
    html! {
        span .badge-locked {
            svg viewBox="0 0 16 16" aria-hidden="true" {
                path d="M5 7V5a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" stroke-width="1.800" {}
                path d="M3 7h10v7H3z" fill="currentColor" {}
            }
            (ctx.t("guide-locked"))
        }
    }
}

/// The examples of a piece, each with a link to it on the big board.
fn examples(ctx: &PageCtx, guide: &Guide, entry: &Entry) -> Markup {
    html! {
        @if !entry.figures.is_empty() {
            section .guide-examples aria-labelledby="examples-title" {
                h2 #examples-title { (ctx.t("guide-examples")) }
                div .example-grid {
                    @for figure in &entry.figures {
                        figure .panel {
                            (example(ctx, guide, &figure.shown))
                            figcaption {
                                p { (caption(ctx, figure)) }
                                p { a href=(set_up(guide, entry, &figure.shown)) { (ctx.t("guide-example-open")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn set_up(guide: &Guide, entry: &Entry, shown: &PieceDiagram) -> String {
    let path = format!("{}/{}", guide.home, entry.code);
    query::address(&path, &[("position", &shown.position), ("from", &shown.from)])
}

fn neighbours(ctx: &PageCtx, guide: &Guide, entry: &Entry) -> Markup {
    let all = &guide.pieces;
    let here = all.iter().position(|other| other.code == entry.code).unwrap_or_default();
    let link = |entry: &Entry, sign: &str, before: bool| {
        html! {
            a .button href={ (guide.home) "/" (entry.code) } {
                @if before { span aria-hidden="true" { (sign) } }
                (icon(guide, entry.code, guide.info.sides[0])) (entry.name(ctx))
                @if !before { span aria-hidden="true" { (sign) } }
            }
        }
    };
    html! {
        nav .guide-neighbours aria-label=(ctx.t("guide-neighbours")) {
            @if let Some(before) = here.checked_sub(1).and_then(|i| all.get(i)) { (link(before, "←", true)) }
            a .button href=(guide.home) { (ctx.t("guide-all")) }
            @if let Some(next) = all.get(here + 1) { (link(next, "→", false)) }
        }
    }
}

/// `GET /guide/{game}/{code}/card`: a short description of a piece, as a part of a page that has
/// the pieces' symbols.
pub(crate) async fn card(
    ctx: PageCtx,
    params: Params,
    Path((game, code)): Path<(String, String)>,
) -> Response {
    let Some(guide) = of(&game) else { return not_found(ctx).await };
    let made =
        guide.check_own(&params).and_then(|()| match RequestedPiece::new(guide, &code, &params) {
            Some(requested) => card_of(&ctx, &requested).map(Some),
            None => Ok(None),
        });
    let (status, body) = match made {
        Ok(Some(card)) => (StatusCode::OK, card),
        Ok(None) => (StatusCode::NOT_FOUND, html! { p { (ctx.t("problem-not-found-text")) } }),
        Err(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, guide.reason(&ctx, &refusal)),
    };
    (status, [(header::VARY, "accept-language, cookie")], body).into_response()
}

fn card_of(ctx: &PageCtx, requested: &RequestedPiece) -> Result<Markup, Refusal> {
    let (guide, shown, note) =
        (requested.guide, requested.first()?, requested.start_position().note);
    Ok(html! {
        div .guide-card-body {
            h2 { (icon(guide, requested.code, requested.side)) (requested.name(ctx)) " " code { (requested.code) } }
            (small(ctx, guide, &shown))
            @if let Some(entry) = requested.entry {
                @if entry.locked { p { (lock(ctx)) } }
                p { (entry.text(ctx)) }
            }
            @if let Some(note) = note { p .hint { (ctx.t(note)) } }
            (legend(ctx, guide, Some(&shown)))
        }
    })
}

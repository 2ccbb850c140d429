//! One piece of the guide: its page, and its card for whoever meets it on a board.

use super::entries::{self, Entry};
use super::query::{self, Params};
use super::scenes::{Scene, Side, alone, hurdles, scene};
use super::shown::{ask, example, icon, small};
use super::stage::{self, Stage};
use super::{GAME, HOME, own, reason};
use crate::pages::layout::Page;
use crate::pages::{PageCtx, assets, not_found};
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use heterodox_draw::piece_defs_with;
use heterodox_rules::{PieceDiagram, Refusal};
use maud::{Markup, PreEscaped, html};

/// Whether moves in Betza's notation may leave ranks, files and diagonals. Longer leaps than a knight's have no room on the
/// board to leap over something.
fn oblique(moves: &str) -> bool {
    moves.contains(['N', '('])
}

/// A piece that is asked for: one of the guide's, or somebody's own.
struct Asked<'a> {
    code: &'a str,
    /// The option that names own pieces.
    own: &'a str,
    entry: Option<&'static Entry>,
    /// The moves of an own piece.
    moves: &'a str,
    /// Whose piece it is.
    side: Side,
}

impl<'a> Asked<'a> {
    fn new(code: &'a str, own: &'a str, side: Side) -> Option<Self> {
        if let Some((code, moves)) = own::find(own, code) {
            return Some(Self { code, own, entry: None, moves, side });
        }
        let entry = entries::by_code(code)?;
        Some(Self { code: entry.row.code, own, entry: Some(entry), moves: "", side })
    }

    fn name(&self, ctx: &PageCtx) -> String {
        match self.entry {
            Some(entry) => entry.name(ctx),
            None => ctx.t_with("guide-own-name", &[("moves", self.moves)]),
        }
    }

    /// The name as a title.
    fn title(&self, ctx: &PageCtx) -> String {
        self.entry.map_or_else(|| self.name(ctx), |entry| entry.breakable_name(ctx))
    }

    fn scene(&self) -> Scene {
        let scene = match self.entry {
            Some(_) => scene(self.code),
            None if self.moves.contains(['p', 'g']) => hurdles(self.code, oblique(self.moves)),
            None => alone(self.code),
        };
        scene.of(self.side)
    }

    fn first(&self) -> Result<PieceDiagram, Refusal> {
        let ready = self.entry.filter(|_| self.side == Side::White);
        if let Some(shown) = ready.and_then(|entry| entry.first.clone()) {
            return Ok(shown);
        }
        let scene = self.scene();
        ask(self.own, &scene.position, scene.from, scene.last)
    }
}

/// `GET /guide/grand-chess/{code}`
pub(crate) async fn show(ctx: PageCtx, params: Params, Path(code): Path<String>) -> Response {
    if code == "own" {
        return own_page(&ctx, params.get("moves"));
    }
    let own = params.get("own");
    if let Err(refusal) = own::check(own) {
        let moves = own.split_once(':').map_or(own, |piece| piece.1);
        return wrong(&ctx, moves, &refusal);
    }
    let Some(asked) = Asked::new(&code, own, Side::of(params.get("side"))) else {
        return not_found(ctx).await;
    };
    match page(&ctx, &asked, &params) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => wrong(&ctx, "", &refusal),
    }
}

/// What somebody wrote into the field: their piece's page, or what is wrong with it.
fn own_page(ctx: &PageCtx, moves: &str) -> Response {
    match own::check(&own::option(moves)) {
        Ok(()) => Redirect::to(&own::address(moves)).into_response(),
        Err(refusal) => wrong(ctx, moves, &refusal),
    }
}

fn wrong(ctx: &PageCtx, moves: &str, refusal: &Refusal) -> Response {
    let title = ctx.t("guide-own");
    let content = html! {
        (trail(ctx))
        h1 { (title) }
        (own::form(ctx, moves, Some(refusal)))
    };
    let page = Page::new(title, "guide-page", content);
    Page { status: StatusCode::UNPROCESSABLE_ENTITY, ..page }.respond(ctx)
}

fn page(ctx: &PageCtx, asked: &Asked, params: &Params) -> Result<Page, Refusal> {
    let wished = params
        .some("position")
        .map(|position| ask(asked.own, position, params.get("from"), params.some("last")));
    let (stage, problem) = match wished {
        Some(Ok(shown)) => (Stage::new(shown), None),
        Some(Err(refusal)) => (Stage::new(asked.first()?), Some(refusal)),
        None => (Stage::new(asked.first()?), None),
    };
    let name = asked.name(ctx);
    let note = asked.scene().note.filter(|_| params.some("position").is_none());
    let content = html! {
        (PreEscaped(piece_defs_with(GAME, &own::codes(asked.own))?))
        (trail(ctx))
        div .guide-head {
            (icon(asked.code, "white"))
            (icon(asked.code, "black"))
            div {
                h1 { (asked.title(ctx)) " " code { (asked.code) } }
                @if let Some(entry) = asked.entry { p .lead { (entry.short(ctx)) } }
            }
        }
        @if let Some(refusal) = &problem { (reason(ctx, refusal)) }
        (stage::section(ctx, asked.code, asked.own, &stage, &about(ctx, asked.entry, note)))
        @match asked.entry {
            Some(entry) => { (examples(ctx, entry)) (neighbours(ctx, entry)) },
            None => (own::form(ctx, asked.moves, None)),
        }
        script type="module" src=(assets::url("js/guide-stage.js")) {}
    };
    let page = Page::new(name, "guide-page", content);
    let status = if problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(Page { status, description: asked.entry.map(|entry| entry.short(ctx)), ..page })
}

fn trail(ctx: &PageCtx) -> Markup {
    html! {
        p .trail {
            a href=(HOME) { (ctx.t("guide-title")) } " · "
            a href={ "/rules/" (GAME) } { (ctx.t("nav-rules")) }
        }
    }
}

/// The text of a piece, with its lock and its other names, and a note on how it stands.
fn about(ctx: &PageCtx, entry: Option<&Entry>, note: Option<&str>) -> Markup {
    html! {
        @if let Some(entry) = entry {
            p { (entry.text(ctx)) }
            @if entry.row.locked { p { (lock(ctx)) } }
            p .hint { (ctx.t("guide-names")) ": "
                @for (i, (lang, name)) in entry.other_names(ctx).iter().enumerate() {
                    @if i > 0 { ", " }
                    span lang=(lang.code()) { (name) }
                }
            }
        }
        @if let Some(note) = note { p .hint { (ctx.t(note)) } }
    }
}

/// The sign of a piece that is locked at first.
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

/// The examples of a piece, each with the address at which it stands on the big board.
fn examples(ctx: &PageCtx, entry: &Entry) -> Markup {
    html! {
        @if !entry.figures.is_empty() {
            section .guide-examples aria-labelledby="examples-title" {
                h2 #examples-title { (ctx.t("guide-examples")) }
                div .example-grid {
                    @for figure in &entry.figures {
                        figure .panel {
                            (example(ctx, &figure.shown))
                            figcaption {
                                p { (ctx.t(figure.key)) }
                                p { a href=(set_up(entry, &figure.shown)) { (ctx.t("guide-example-open")) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn set_up(entry: &Entry, shown: &PieceDiagram) -> String {
    let path = format!("{HOME}/{}", entry.row.code);
    query::address(&path, &[("position", &shown.position), ("from", &shown.from)])
}

fn neighbours(ctx: &PageCtx, entry: &Entry) -> Markup {
    let all = entries::all();
    let here = all.iter().position(|other| other.row.code == entry.row.code).unwrap_or_default();
    let link = |entry: &Entry, sign: &str, before: bool| {
        html! {
            a .button href={ (HOME) "/" (entry.row.code) } {
                @if before { span aria-hidden="true" { (sign) } }
                (icon(entry.row.code, "white")) (entry.name(ctx))
                @if !before { span aria-hidden="true" { (sign) } }
            }
        }
    };
    html! {
        nav .guide-neighbours aria-label=(ctx.t("guide-neighbours")) {
            @if let Some(before) = here.checked_sub(1).and_then(|i| all.get(i)) { (link(before, "←", true)) }
            a .button href=(HOME) { (ctx.t("guide-all")) }
            @if let Some(next) = all.get(here + 1) { (link(next, "→", false)) }
        }
    }
}

/// `GET /guide/grand-chess/{code}/card`: a piece in short, as a part of a page that has the symbols of the
/// pieces.
pub(crate) async fn card(ctx: PageCtx, params: Params, Path(code): Path<String>) -> Response {
    let own = params.get("own");
    let made =
        own::check(own).and_then(|()| match Asked::new(&code, own, Side::of(params.get("side"))) {
            Some(asked) => card_of(&ctx, &asked).map(Some),
            None => Ok(None),
        });
    let (status, body) = match made {
        Ok(Some(card)) => (StatusCode::OK, card),
        Ok(None) => (StatusCode::NOT_FOUND, html! { p { (ctx.t("problem-not-found-text")) } }),
        Err(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, reason(&ctx, &refusal)),
    };
    (status, [(header::VARY, "accept-language, cookie")], body).into_response()
}

fn card_of(ctx: &PageCtx, asked: &Asked) -> Result<Markup, Refusal> {
    let shown = asked.first()?;
    let note = asked.scene().note;
    Ok(html! {
        div .guide-card-body {
            h2 { (icon(asked.code, asked.side.key())) (asked.name(ctx)) " " code { (asked.code) } }
            (small(ctx, &shown))
            @if let Some(entry) = asked.entry {
                @if entry.row.locked { p { (lock(ctx)) } }
                p { (entry.text(ctx)) }
            }
            @if let Some(note) = note { p .hint { (ctx.t(note)) } }
            (super::shown::legend(ctx, Some(&shown)))
        }
    })
}

//! The rules of each game in our own words.

use super::bundle::Bundle;
use super::games::pages;
use super::layout::Page;
use super::learn::lesson_path;
use super::{PageCtx, assets, not_found, preview, problem};
use crate::i18n::Lang;
use axum::extract::Path;
use axum::response::Response;
use heterodox_rules::{GameInfo, games, info};
use maud::{Markup, html};

/// `GET /rules/{game}`
pub(super) async fn show(ctx: PageCtx, Path(game): Path<String>) -> Response {
    let Ok(info) = info(&game) else { return not_found(ctx).await };
    match pages(info.id).rules(&ctx, info) {
        Ok(page) => page.with_preview(Some(preview::of_rules(info.id))).kept_if(true).respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// The most paragraphs of a page made of texts alone.
const PARAGRAPHS: usize = 100;

/// The rules of a game as the texts `rules-ID-1`, `rules-ID-2` …
pub(super) fn plain_page(ctx: &PageCtx, info: &GameInfo) -> Page {
    let prefix = format!("rules-{}", info.id);
    let exists = |i: &usize| Lang::En.has(&format!("{prefix}-{i}"));
    let count = (1..=PARAGRAPHS).take_while(exists).count();
    let title = ctx.t_with("rules-other", &[("game", info.name)]);
    let lead = ctx.t(&format!("home-{}-text", info.id));
    let content = html! {
        h1 { (title) }
        p .lead { (lead) }
        (other_rules(ctx, info.id))
        section .prose { (paragraphs(ctx, &prefix, count)) }
        p { a .button .main href={ "/new/" (info.id) } { (ctx.t("rules-play")) } }
    };
    Page { description: Some(lead), ..Page::new(title, "rules-page", content) }
}

/// The texts `PREFIX-1`, `PREFIX-2` …
pub(super) fn paragraphs(ctx: &PageCtx, prefix: &str, count: usize) -> Markup {
    html! {
        @for i in 1..=count { p { (ctx.t(&format!("{prefix}-{i}"))) } }
    }
}

/// Figures beside the words that they belong to, where the page is wide enough.
pub(super) fn beside(words: &Markup, figures: &Markup) -> Markup {
    html! {
        div .beside { div { (words) } div .beside-figures { (figures) } }
    }
}

/// The contents of a page of rules, which stay in sight: the id of each section and its title.
pub(super) fn contents(ctx: &PageCtx, sections: &[(&str, String)]) -> Markup {
    html! {
        nav .contents aria-label=(ctx.t("rules-contents")) {
            ol { @for (id, title) in sections { li { a href={ "#" (id) } { (title) } } } }
        }
        script type="module" src=(assets::bundle_url(Bundle::Page("rules/contents-spy.js"))) {}
    }
}

/// Links to the rules of the other games.
pub(super) fn other_rules(ctx: &PageCtx, game: &str) -> Markup {
    html! {
        p .trail {
            @if let Some(path) = info(game).ok().and_then(lesson_path) {
                a .lesson-link href=(path) { (ctx.t("lesson-link")) } " · "
            }
            @for (i, info) in games().filter(|info| info.id != game).enumerate() {
                @if i > 0 { " · " }
                a href={ "/rules/" (info.id) } { (ctx.t_with("rules-other", &[("game", info.name)])) }
            }
        }
    }
}

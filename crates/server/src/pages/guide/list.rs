//! The list of all pieces.

use super::diagrams::{caption, example, icon, legend, small};
use super::entries::Entry;
use super::piece::lock;
use super::query::Params;
use super::{Guide, of};
use crate::pages::bundle::Bundle;
use crate::pages::layout::Page;
use crate::pages::{PageCtx, assets, not_found, problem};
use axum::extract::Path;
use axum::response::Response;
use heterodox_draw::piece_defs;
use heterodox_rules::Refusal;
use maud::{Markup, PreEscaped, html};

/// `GET /guide/{game}`
pub(crate) async fn show(ctx: PageCtx, params: Params, Path(game): Path<String>) -> Response {
    let Some(guide) = of(&game) else { return not_found(ctx).await };
    match page(&ctx, guide, &params) {
        Ok(page) => page.kept_if(true).respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, guide: &Guide, params: &Params) -> Result<Page, Refusal> {
    let search = params.get("q");
    let all = guide.groups[0];
    let group =
        guide.groups.iter().copied().find(|group| *group == params.get("kind")).unwrap_or(all);
    let fits =
        |entry: &Entry| (group == all || entry.groups.contains(&group)) && entry.fits(ctx, search);
    let found = guide.pieces.iter().filter(|entry| fits(entry)).count();
    // A piece whose code is the search goes before those that contain it in their text.
    let mut entries: Vec<(usize, &Entry)> = guide.pieces.iter().enumerate().collect();
    entries.sort_by_key(|(_, entry)| !entry.has_code(search));
    let title = guide.t(ctx, "title");
    let content = html! {
        (PreEscaped(piece_defs(guide.info.id)?))
        h1 { (title) }
        p .lead { (guide.t(ctx, "lead")) }
        (search_form(ctx, guide, search, group))
        details .guide-signs open { summary { (ctx.t("guide-legend")) } (legend(ctx, guide, None)) }
        p #guide-found role="status" data-pattern=(ctx.t_with("guide-found", &[("count", "{}")])) {
            (ctx.t_with("guide-found", &[("count", &found.to_string())]))
        }
        p #guide-none .hint hidden[found > 0] { (ctx.t("guide-none")) }
        div .guide-list {
            @for (place, entry) in entries { (card(ctx, guide, place, entry, !fits(entry))) }
        }
        @if let Some(form) = guide.own_form(ctx, "", None) { (form) }
        script type="module" src=(assets::bundle_url(Bundle::Page("guide/guide-list-page.js"))) {}
    };
    let page = Page::new(title, "guide-page guide-list-page", content);
    Ok(Page { description: Some(guide.t(ctx, "lead")), ..page })
}

fn search_form(ctx: &PageCtx, guide: &Guide, search: &str, group: &str) -> Markup {
    html! {
        form #guide-search .guide-search role="search" action=(guide.home) method="get" {
            div .row {
                label .sr-only for="guide-q" { (ctx.t("guide-search")) }
                input #guide-q type="search" name="q" value=(search) maxlength="80" autocomplete="off"
                    placeholder=(ctx.t("guide-search-hint"));
                button type="submit" { (ctx.t("guide-search-do")) }
            }
            fieldset .choices {
                legend .sr-only { (ctx.t("guide-kind")) }
                @for key in guide.groups.iter().copied() {
                    label .choice {
                        input type="radio" name="kind" value=(key) checked[key == group];
                        span { (guide.t(ctx, &format!("kind-{key}"))) }
                    }
                }
            }
        }
    }
}

fn card(ctx: &PageCtx, guide: &Guide, place: usize, entry: &Entry, hidden: bool) -> Markup {
    let code = entry.code;
    let address = format!("{}/{code}", guide.home);
    let name = entry.name(ctx);
    html! {
        article #(code) .panel .guide-card data-words=(entry.words()) data-groups=(entry.groups.join(" "))
            data-place=(place) hidden[hidden] {
            h2 { a href=(address) { (icon(guide, code, guide.info.sides[0])) span { (entry.breakable_name(ctx, guide)) } } code { (code) } }
            @if entry.locked { p { (lock(ctx)) } }
            @if let Some(shown) = &entry.first { (small(ctx, guide, shown)) }
            p { (entry.short(ctx)) }
            p .guide-open {
                a href=(address) aria-label=(ctx.t_with("guide-open-named", &[("piece", &name)])) {
                    (ctx.t("guide-open"))
                }
            }
            details {
                summary { (ctx.t("guide-more")) span .sr-only { ": " (name) } }
                p { (entry.text(ctx)) }
                (examples(ctx, guide, entry))
            }
        }
    }
}

fn examples(ctx: &PageCtx, guide: &Guide, entry: &Entry) -> Markup {
    html! {
        @for figure in &entry.figures {
            figure { (example(ctx, guide, &figure.shown)) figcaption { (caption(ctx, figure)) } }
        }
    }
}

//! The list of all pieces.

use super::entries::{self, Entry, GROUPS};
use super::piece::lock;
use super::query::Params;
use super::shown::{example, icon, legend, small};
use super::{GAME, HOME, own};
use crate::pages::layout::Page;
use crate::pages::{PageCtx, assets, problem};
use axum::response::Response;
use heterodox_draw::piece_defs;
use heterodox_rules::Refusal;
use maud::{Markup, PreEscaped, html};

/// `GET /guide/grand-chess`
pub(crate) async fn show(ctx: PageCtx, params: Params) -> Response {
    match page(&ctx, &params) {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

fn page(ctx: &PageCtx, params: &Params) -> Result<Page, Refusal> {
    let search = params.get("q");
    let group = GROUPS.into_iter().find(|group| *group == params.get("kind")).unwrap_or(GROUPS[0]);
    let fits = |entry: &Entry| {
        (group == GROUPS[0] || entry.groups.contains(&group)) && entry.fits(ctx, search)
    };
    let found = entries::all().iter().filter(|entry| fits(entry)).count();
    // Whoever asks for a code wants that piece before those in whose text it happens to occur.
    let mut entries: Vec<(usize, &Entry)> = entries::all().iter().enumerate().collect();
    entries.sort_by_key(|(_, entry)| !entry.has_code(search));
    let content = html! {
        (PreEscaped(piece_defs(GAME)?))
        h1 { (ctx.t("guide-title")) }
        p .lead { (ctx.t("guide-lead")) }
        (search_form(ctx, search, group))
        details .guide-signs open { summary { (ctx.t("guide-legend")) } (legend(ctx, None)) }
        p #guide-found role="status" data-pattern=(ctx.t_with("guide-found", &[("count", "{}")])) {
            (ctx.t_with("guide-found", &[("count", &found.to_string())]))
        }
        p #guide-none .hint hidden[found > 0] { (ctx.t("guide-none")) }
        div .guide-list {
            @for (place, entry) in entries { (card(ctx, place, entry, !fits(entry))) }
        }
        (own::form(ctx, "", None))
        script type="module" src=(assets::url("js/guide.js")) {}
    };
    let page = Page::new(ctx.t("guide-title"), "guide-page guide-list-page", content);
    Ok(Page { description: Some(ctx.t("guide-lead")), ..page })
}

fn search_form(ctx: &PageCtx, search: &str, group: &str) -> Markup {
    html! {
        form #guide-search .guide-search role="search" action=(HOME) method="get" {
            div .row {
                label .sr-only for="guide-q" { (ctx.t("guide-search")) }
                input #guide-q type="search" name="q" value=(search) maxlength="80" autocomplete="off"
                    placeholder=(ctx.t("guide-search-hint"));
                button type="submit" { (ctx.t("guide-search-do")) }
            }
            fieldset .choices {
                legend .sr-only { (ctx.t("guide-kind")) }
                @for key in GROUPS {
                    label .choice {
                        input type="radio" name="kind" value=(key) checked[key == group];
                        span { (ctx.t(&format!("guide-kind-{key}"))) }
                    }
                }
            }
        }
    }
}

fn card(ctx: &PageCtx, place: usize, entry: &Entry, hidden: bool) -> Markup {
    let code = entry.row.code;
    let address = format!("{HOME}/{code}");
    let name = entry.name(ctx);
    html! {
        article #(code) .panel .guide-card data-words=(entry.words()) data-groups=(entry.groups.join(" "))
            data-place=(place) hidden[hidden] {
            h2 { a href=(address) { (icon(code, "white")) span { (entry.breakable_name(ctx)) } } code { (code) } }
            @if entry.row.locked { p { (lock(ctx)) } }
            @if let Some(shown) = &entry.first { (small(ctx, shown)) }
            p { (entry.short(ctx)) }
            p .guide-open {
                a href=(address) aria-label=(ctx.t_with("guide-open-named", &[("piece", &name)])) {
                    (ctx.t("guide-open"))
                }
            }
            details {
                summary { (ctx.t("guide-more")) span .sr-only { ": " (name) } }
                p { (entry.text(ctx)) }
                (examples(ctx, entry))
            }
        }
    }
}

fn examples(ctx: &PageCtx, entry: &Entry) -> Markup {
    html! {
        @for figure in &entry.figures {
            figure { (example(ctx, &figure.shown)) figcaption { (ctx.t(figure.key)) } }
        }
    }
}

//! The rules of each game in our own words.

mod clouded;
mod grand_chess;
mod kaleido;
mod klinzha;

use super::{PageCtx, not_found, problem};
use axum::extract::Path;
use axum::response::Response;
use heterodox_rules::games;
use maud::{Markup, html};

/// `GET /rules/{game}`
pub(super) async fn show(ctx: PageCtx, Path(game): Path<String>) -> Response {
    let page = match game.as_str() {
        "klinzha" => klinzha::page(&ctx),
        "clouded-klinzha" => clouded::page(&ctx),
        "grand-chess" => grand_chess::page(&ctx),
        "kaleidochess" => kaleido::page(&ctx),
        _ => return not_found(ctx).await,
    };
    match page {
        Ok(page) => page.respond(&ctx),
        Err(refusal) => problem::of(&ctx, &refusal.into()),
    }
}

/// The texts `PREFIX-1`, `PREFIX-2` …
fn paragraphs(ctx: &PageCtx, prefix: &str, count: usize) -> Markup {
    html! {
        @for i in 1..=count { p { (ctx.t(&format!("{prefix}-{i}"))) } }
    }
}

/// Links to the rules of the other games.
fn other_rules(ctx: &PageCtx, game: &str) -> Markup {
    html! {
        p .trail {
            @for (i, info) in games().filter(|info| info.id != game).enumerate() {
                @if i > 0 { " · " }
                a href={ "/rules/" (info.id) } { (ctx.t_with("rules-other", &[("game", info.name)])) }
            }
        }
    }
}

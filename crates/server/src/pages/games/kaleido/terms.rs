//! The terms of a game: its options, and what each face of the die permits.

use crate::pages::{PageCtx, terms};
use heterodox_host::Opening;
use heterodox_rules::GameInfo;
use heterodox_rules::kaleido::{DiceTable, KindSet};
use maud::{Markup, html};

/// The terms.
pub(super) fn terms(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let more = dice(ctx, info, opening);
    terms::given(ctx, info, opening, &["seats", "dice-table"], &more)
}

/// The terms that the options do not tell.
pub(super) fn more(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    html! {
        (dice(ctx, info, opening))
        @if let Some(position) = terms::first_position(opening) { (terms::position_term(ctx, position)) }
    }
}

/// The pieces that the die permits to move, in a game with one.
fn dice(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let dice = opening.options.0.get("dice").is_some_and(|value| value == "on");
    html! { @if dice { (dice_table(ctx, info, opening)) } }
}

/// The pieces that each face of the die permits to move.
fn dice_table(ctx: &PageCtx, info: &GameInfo, opening: &Opening) -> Markup {
    let text = opening.options.0.get("dice-table").map_or("", String::as_str);
    let table: DiceTable = text.parse().unwrap_or_default();
    let names = |kinds: KindSet| match kinds {
        KindSet::ALL => ctx.t("throw-any"),
        KindSet::NONE => ctx.t("throw-none"),
        _ => {
            let name = |code: &str| ctx.t(&format!("piece-{}-{code}", info.id));
            kinds.iter().map(|kind| name(kind.code())).collect::<Vec<_>>().join(", ")
        }
    };
    html! {
        @for face in 1..=DiceTable::FACES {
            dt { (ctx.t_with("die-shows", &[("face", &face.to_string())])) }
            dd { (names(table.named(face))) }
        }
    }
}

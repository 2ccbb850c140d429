//! Custom pieces in the guide.

use super::guide::GUIDE;
use super::start_positions::custom_start_position;
use crate::pages::PageCtx;
use crate::pages::guide::{CustomPieces, address};
use heterodox_rules::Refusal;
use heterodox_rules::grand_chess::betza::check;
use maud::{Markup, html};

/// The code of a custom piece without one.
const CODE: &str = "Ow";

/// Examples of moves.
const TRIES: [&str; 6] = ["KAD", "mRcB", "[F?R]", "gQ", "fNbK", "W3(1,4)"];

/// The rows of the explanation: the notation and the key of its meaning.
const NOTATION: [(&str, &str); 8] = [
    ("W F D N A H C Z G", "guide-own-unit-leap"),
    ("(x,y)", "guide-own-unit-pair"),
    ("R B Q K", "guide-own-unit-lines"),
    ("WW NN W3", "guide-own-unit-rider"),
    ("[F-R] [F?R]", "guide-own-unit-bent"),
    ("m c", "guide-own-unit-mode"),
    ("f b l r v s", "guide-own-unit-direction"),
    ("p g", "guide-own-unit-hop"),
];

/// Custom pieces in Betza notation.
pub(super) const CUSTOM_PIECES: CustomPieces =
    CustomPieces { code: CODE, check, form, start_position: custom_start_position };

/// The path of the page of a piece with these moves.
fn page_of(moves: &str) -> String {
    address(&format!("{}/{CODE}", GUIDE.home), &[("own", &CUSTOM_PIECES.option(moves))])
}

/// The refusal of the moves alone, without the one about the piece around it.
fn of_moves(refusal: &Refusal) -> &Refusal {
    let piece = refusal.reasons.first().filter(|reason| reason.code == "own");
    piece.and_then(|piece| piece.reasons.first()).unwrap_or(refusal)
}

/// The form for a custom piece, with the refusal of the last input.
fn form(ctx: &PageCtx, moves: &str, wrong: Option<&Refusal>) -> Markup {
    html! {
        section #own .panel .guide-own aria-labelledby="own-title" {
            // On a page of its own the title is above.
            h2 #own-title .sr-only[wrong.is_some()] { (ctx.t("guide-own")) }
            p { (ctx.t("guide-own-lead")) }
            form action={ (GUIDE.home) "/own" } method="get" {
                label for="own-moves" { (ctx.t("guide-own-field")) }
                div .row {
                    input #own-moves name="moves" value=(moves) maxlength="100" autocomplete="off"
                        autocapitalize="none" spellcheck="false" placeholder="KAD"
                        aria-invalid=[wrong.map(|_| "true")];
                    button .main type="submit" { (ctx.t("guide-own-do")) }
                }
            }
            @if let Some(refusal) = wrong { (GUIDE.reason(ctx, of_moves(refusal))) }
            p .own-tries { (ctx.t("guide-own-tries"))
                @for moves in TRIES { " " a href=(page_of(moves)) { code { (moves) } } }
            }
            details {
                summary { (ctx.t("guide-own-notation")) }
                div .table-box { table {
                    @for (written, key) in NOTATION {
                        tr { th scope="row" { code { (written) } } td { (ctx.t(key)) } }
                    }
                } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_code_is_free_and_the_examples_parse() {
        assert!(GUIDE.by_code(CODE).is_none());
        for moves in TRIES {
            assert!(check(&CUSTOM_PIECES.option(moves)).is_ok(), "{moves}");
        }
        for wrong in ["Xy", "Xy:", "Xy:Y", "Gr:K", "Xy:K;Vw:", &format!("Xy:{}", "W".repeat(300))] {
            assert_eq!(check(wrong).expect_err(wrong).code, "bad-option", "{wrong}");
        }
    }
}

//! The legend of a game's board: what each mark on it means. A page of the game asks for it when
//! the reader opens it, and its script hides the marks that cannot occur on the board.

use super::games::{guide_path, pages};
use super::{PageCtx, not_found};
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use heterodox_rules::geometry::{CellShape, Geometry, Outline};
use heterodox_rules::{board, info};
use maud::{Markup, html};
use std::fmt::Write;

/// A mark on a board, with a sample of it.
pub(super) struct LegendMark {
    /// The key of its text.
    pub(super) key: &'static str,
    /// Selectors of the board's drawing that are found where the mark can occur; empty if it always
    /// can.
    pub(super) when: &'static str,
    /// The classes of the cell in the sample, one layer each.
    pub(super) cell: &'static [&'static str],
    /// The symbols on the cell, each with its class.
    pub(super) symbols: &'static [(&'static str, &'static str)],
}

impl LegendMark {
    /// A mark that is a colour or an outline of a cell.
    pub(super) const fn cell(key: &'static str, cell: &'static [&'static str]) -> Self {
        Self { key, when: "", cell, symbols: &[] }
    }

    /// A mark with symbols.
    pub(super) const fn signs(
        key: &'static str,
        symbols: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { key, when: "", cell: &[], symbols }
    }

    /// The mark, where these selectors are found.
    pub(super) const fn when(self, when: &'static str) -> Self {
        Self { when, ..self }
    }
}

/// The marks of all boards.
static COMMON: [LegendMark; 4] = [
    LegendMark::signs("legend-target", &[("mark-target", "")]),
    LegendMark::signs("legend-capture", &[("mark-capture", "")]),
    LegendMark::cell("legend-last", &["last-from"]),
    LegendMark::cell("legend-last-to", &["last-to"]),
];

/// `GET /legend/{game}`: the marks as a part of a page that has the game's symbols.
pub(super) async fn show(ctx: PageCtx, Path(game): Path<String>) -> Response {
    let (Ok(info), Ok(geometry)) = (info(&game), board(&game)) else { return not_found(ctx).await };
    let cell = sample_cell(geometry);
    let body = html! {
        h3 { (ctx.t("legend-marks")) }
        ul .legend-marks {
            @for mark in COMMON.iter().chain(pages(info.id).legend()) {
                li data-when=[Some(mark.when).filter(|when| !when.is_empty())] {
                    (sample(mark, &cell))
                    span { (ctx.t(mark.key)) }
                }
            }
        }
        p .legend-links {
            a href={ "/rules/" (info.id) } target="_blank" rel="noopener" { (ctx.t("tool-rules")) }
            @if let Some(guide) = guide_path(info) {
                " · " a href=(guide) target="_blank" rel="noopener" { (ctx.t("tool-guide")) }
            }
        }
    };
    ([(header::VARY, "accept-language, cookie")], body).into_response()
}

fn sample(mark: &LegendMark, SampleCell { outline, room }: &SampleCell) -> Markup {
    html! {
        svg .legend-sample viewBox="-60 -60 120 120" aria-hidden="true" {
            path .legend-cell d=(outline) {}
            @for class in mark.cell {
                // A style sheet cannot refer to a pattern inside the page.
                @let side = class.split_once("of-").map(|(_, side)| side);
                path class=(class) d=(outline) fill=[side.map(|side| format!("url(#hatch-{side})"))] {}
            }
            @for (id, class) in mark.symbols {
                use href={ "#" (id) } class=[Some(class).filter(|class| !class.is_empty())]
                    x=(-room) y=(-room) width=(2.0 * room) height=(2.0 * room) {}
            }
        }
    }
}

/// A cell around (0, 0) in a sample.
struct SampleCell {
    /// Its outline.
    outline: String,
    /// The radius of the circle in it.
    room: f64,
}

/// A cell of the board. A sector of a ring is shown as a square.
fn sample_cell(geometry: &'static Geometry) -> SampleCell {
    let corners_of = |cell: &'static CellShape| match &cell.outline {
        Outline::Polygon { corners } => Some((cell, corners)),
        _ => None,
    };
    let Some((cell, corners)) = geometry.cells.iter().find_map(corners_of) else {
        return SampleCell { outline: "M-46-46H46V46H-46Z".to_owned(), room: 46.0 };
    };
    let room = if corners.len() == 3 { 28.0 } else { 46.0 };
    let mut outline = String::new();
    for (i, corner) in corners.iter().enumerate() {
        let place = |corner: f64, centre: f64| (room / cell.room * (corner - centre)).round();
        let (x, y) = (place(corner.x, cell.centre.x), place(corner.y, cell.centre.y));
        let _ = write!(outline, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
    }
    outline.push('Z');
    SampleCell { outline, room }
}

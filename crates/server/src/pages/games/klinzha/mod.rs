//! The pages of Klin Zha.

mod guide;
mod legend;
mod rules;

use super::GamePages;
use crate::pages::board_legend::LegendMark;
use crate::pages::guide::Guide;
use crate::pages::layout::Page;
use crate::pages::{PageCtx, sample};
use heterodox_rules::{Frame, GameInfo, Refusal};
use std::sync::LazyLock;

pub(super) use guide::{guide, start_position};

/// The pages.
pub(super) struct Pages;

impl GamePages for Pages {
    fn id(&self) -> &'static str {
        "klinzha"
    }

    fn legend(&self) -> &'static [LegendMark] {
        &legend::MARKS
    }

    fn rules(&self, ctx: &PageCtx, _: &GameInfo) -> Result<Page, Refusal> {
        rules::page(ctx)
    }

    fn guide(&self) -> Option<&'static LazyLock<Guide>> {
        Some(&guide::GUIDE)
    }

    fn showcase(&self, _: &GameInfo) -> Result<Frame, Refusal> {
        Ok(sample::picture())
    }

    fn quick_start(&self, ctx: &PageCtx, name: &str) -> String {
        quick_start(ctx, name)
    }

    fn has_victory_announcement(&self) -> bool {
        true
    }
}

/// The name of a quick start: its array, Gold's region and Green's.
pub(super) fn quick_start(ctx: &PageCtx, name: &str) -> String {
    let words: Vec<&str> = name.split('-').collect();
    let (array, regions) = match words.as_slice() {
        [array, gold, green] => (*array, [*gold, *green]),
        [gold, green] => ("spearhead", [*gold, *green]),
        _ => return name.to_owned(),
    };
    let [gold, green] = regions.map(|region| ctx.t(&format!("region-{region}")));
    let array = ctx.t(&format!("array-{array}"));
    ctx.t_with("quick-start", &[("array", &array), ("gold", &gold), ("green", &green)])
}

//! The marks of the board of Grand Chess. Some pieces have marks of their own, which are told only
//! where these pieces are on the board.

use crate::pages::board_legend::LegendMark;

/// The marks.
pub(super) static MARKS: [LegendMark; 9] = [
    LegendMark::signs("legend-check", &[("under-check", ""), ("badge-check", "")]),
    LegendMark::cell("legend-tab-white", &["plate-white"]),
    LegendMark::cell("legend-tab-black", &["plate-black"]),
    LegendMark::cell("legend-hit", &["can-hit"]).when(HITTING),
    LegendMark::cell("legend-convert", &["can-convert"]).when("[href='#grand-chess-Di']"),
    LegendMark::signs("legend-frozen", &[("under-frozen", ""), ("badge-frozen", "")])
        .when(FREEZING),
    LegendMark::signs("legend-freezing", &[("under-freezing", ""), ("badge-freezing", "")])
        .when(FREEZING),
    LegendMark::signs("legend-shielded", &[("under-shielded", ""), ("badge-shielded", "")])
        .when(".mark-shielded"),
    LegendMark::signs("legend-locked", &[("under-locked", ""), ("badge-locked", "")])
        .when(".mark-locked"),
];

/// Pieces that capture away from where they go.
const HITTING: &str = "[href='#grand-chess-Ar'], [href='#grand-chess-Ad'], [href='#grand-chess-Wi'], \
    [href='#grand-chess-Co'], [href='#grand-chess-Cm'], [href='#grand-chess-Fo']";

/// Pieces that freeze, and those that are frozen.
const FREEZING: &str = ".mark-frozen, .mark-freezing, [href='#grand-chess-Im']";

//! The marks of the round board.

use crate::pages::board_legend::LegendMark;

/// The marks.
pub(super) static MARKS: [LegendMark; 9] = [
    LegendMark::cell("legend-own", &["can-own"]),
    LegendMark::cell("legend-castle", &["tile-castle"]),
    LegendMark::cell("legend-held", &["tile-castle", "held-castle-cell of-red side-red"]),
    LegendMark::cell("legend-city", &["city-edge"]).when(".city-edge"),
    LegendMark::signs("legend-last-castle", &[("badge-last-castle", "")]),
    LegendMark::signs("legend-leaves-castle", &[("mark-danger", "")]),
    LegendMark::signs("legend-no-undo", &[("badge-no-undo", "")]),
    LegendMark::signs("legend-named", &[("under-named", "")]).when(".mark-named, #die"),
    LegendMark::cell("legend-rings", &["tile-ring-2-dark"]),
];

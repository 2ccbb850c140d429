//! The marks of the board of Klin Zha.

use crate::pages::board_legend::LegendMark;

/// The marks.
pub(super) static MARKS: [LegendMark; 5] = [
    LegendMark::cell("legend-zone", &["zone-cell of-gold side-gold"]),
    LegendMark::signs("legend-carrier", &[("klinzha-VG", "side-gold")]),
    LegendMark::signs("legend-goal", &[("klinzha-G", "side-gold")]),
    LegendMark::cell("legend-danger", &["hint-danger"]),
    LegendMark::cell("legend-none", &["tile-none-up"]),
];

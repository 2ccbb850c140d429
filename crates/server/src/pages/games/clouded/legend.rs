//! The marks of a board under clouds.

use crate::pages::board_legend::LegendMark;

/// The marks.
pub(super) static MARKS: [LegendMark; 13] = [
    // Each density is four layers.
    LegendMark::cell("legend-under", &["cloud-body", "cloud-body", "cloud-body", "cloud-body"])
        .when(".cloud-body:not([d=''])"),
    LegendMark::cell("legend-edge", &["cloud-mist", "cloud-mist", "cloud-mist", "cloud-mist"])
        .when(".cloud-drop:not([d=''])"),
    LegendMark::signs("legend-unknown", &[("clouded-klinzha-?", "side-green")]),
    LegendMark::signs("legend-unseen", &[]),
    LegendMark::signs("legend-loss", &[("marker-V", "marker")]),
    LegendMark::cell("legend-halt", &["hint-halt"]),
    LegendMark::signs("legend-path", &[("legend-path-line", "way")]),
    LegendMark::signs("legend-note", &[("legend-slip", "slip")]),
    LegendMark::cell("legend-zone", &["zone-cell of-gold side-gold"]),
    LegendMark::signs("legend-carrier", &[("clouded-klinzha-VG", "side-gold")]),
    LegendMark::signs("legend-goal", &[("clouded-klinzha-G", "side-gold")]),
    LegendMark::cell("legend-danger", &["hint-danger"]),
    LegendMark::cell("legend-none", &["tile-none-up"]),
];

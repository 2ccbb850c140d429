//! Colours and line widths. The style sheet for pages and the concrete colours of files come from
//! the same two tables: a palette and the style rules.

use std::fmt::Write;

/// The colours of a drawing, and whether they are written as classes or as values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourMode {
    /// As classes, for SVG in a page that includes [`stylesheet`].
    Page,
    /// As colours of the light theme, for files.
    Light,
    /// As colours of the dark theme, for files.
    Dark,
}

/// The name of each colour, and its value in the light and in the dark theme. In a page they are
/// custom properties: `--board-page` and so on.
const PALETTE: &[(&str, &str, &str)] = &[
    ("board-page", "#faf8f4", "#1e2123"),
    ("board-frame", "#4b4740", "#2b2a29"),
    ("board-frame-edge", "#322f2a", "#0e0e0e"),
    ("board-frame-line", "#b98d45", "#8f7038"),
    ("board-label", "#eee0c2", "#d8c9a8"),
    ("board-label-row", "#9fd6a0", "#8fce93"),
    ("board-line", "#8a7f6c", "#1a1918"),
    ("board-up", "#e9e0cf", "#514e4b"),
    ("board-down", "#d6cbb7", "#423f3d"),
    ("board-none-up", "#b8ad9c", "#302e2d"),
    ("board-none-down", "#a89d8b", "#272625"),
    ("board-north-up", "#e8e1e9", "#514a56"),
    ("board-north-down", "#d4cad7", "#423c47"),
    ("board-west-up", "#efdac9", "#5b483d"),
    ("board-west-down", "#dfc4b0", "#4a3a31"),
    ("board-east-up", "#d9e0e4", "#45515b"),
    ("board-east-down", "#c3ced5", "#37424b"),
    ("bevel-light", "#fffaf0", "#8d8a86"),
    ("bevel-dark", "#5d5342", "#000000"),
    ("board-pick", "#1c88ab", "#5fb9da"),
    ("board-north", "#dccfe2", "#4e4158"),
    ("board-west", "#f0d3c2", "#5c4034"),
    ("board-east", "#c9d8ea", "#384a60"),
    ("board-name", "#6b5638", "#b09b83"),
    ("board-name-row", "#1d6b2a", "#9be0a0"),
    ("board-name-obtuse", "#b02a12", "#ffa48c"),
    ("board-name-acute", "#1b4f9c", "#a4cdff"),
    ("board-last", "#93ad00", "#b6d13a"),
    ("board-area", "#ffd24a", "#ffd452"),
    ("board-target", "#2a7d57", "#6fd3a2"),
    ("board-sign", "#17693c", "#7fe3aa"),
    ("board-sign-edge", "#fdf8ec", "#14110f"),
    ("board-path", "#9cc0d8", "#5d7f98"),
    ("board-start", "#b3202c", "#d8434e"),
    ("board-danger", "#c4161c", "#ff5a52"),
    ("board-blocked", "#5d5a56", "#d5cfc6"),
    ("board-cloud", "#768aa1", "#8798ab"),
    ("board-cloud-line", "#50637a", "#dbe6f0"),
    ("board-cloud-light", "#f6f9fc", "#e3ecf5"),
    ("board-mist", "#a9bacb", "#5d6d80"),
    ("note-body", "#fbf7ee", "#efe9dc"),
    ("note-rim", "#3b2f2a", "#15100d"),
    ("note-ring", "#8d8173", "#8d8173"),
    ("note-ink", "#7d0f1d", "#7d0f1d"),
    ("note-halo", "#7d0f1d", "#7d0f1d"),
    ("note-zone", "#7d0f1d", "#7d0f1d"),
    ("board-cursor", "#1458c8", "#8ec5ff"),
    ("gold-body", "#f2c14b", "#eebc45"),
    ("gold-rim", "#6b4508", "#5a3a06"),
    ("gold-ring", "#a87416", "#a06c12"),
    ("gold-ink", "#33200a", "#2b1a06"),
    ("gold-halo", "#b3162a", "#b3162a"),
    ("gold-zone", "#b87400", "#f0b93a"),
    ("green-body", "#1f5c41", "#1c6145"),
    ("green-rim", "#08271a", "#8fe0b4"),
    ("green-ring", "#6fb28d", "#5fb98a"),
    ("green-ink", "#eefbe9", "#eefbe9"),
    ("green-halo", "#ff6b63", "#ff6b63"),
    ("green-zone", "#0f6b43", "#58d79a"),
    ("neutral-body", "#8d8a86", "#8d8a86"),
    ("neutral-rim", "#2f2d2b", "#d0cdc8"),
    ("neutral-ring", "#c4c0bb", "#c4c0bb"),
    ("neutral-ink", "#ffffff", "#ffffff"),
    ("neutral-halo", "#b3162a", "#b3162a"),
    ("neutral-zone", "#6b6763", "#a5a19b"),
    ("goal-body", "#b3162a", "#c41d33"),
    ("goal-rim", "#fff4e0", "#fff4e0"),
    ("goal-ink", "#fff4e0", "#fff4e0"),
    ("piece-shadow", "#1c1209", "#000000"),
    ("square-light", "#f1e6d2", "#b4b9b8"),
    ("square-dark", "#c2a07a", "#71807f"),
    ("label-on-light", "#8f6c45", "#5c6b6a"),
    ("label-on-dark", "#f6ecda", "#dfe3e2"),
    ("white-body", "#fdfaf3", "#fbf6ea"),
    ("white-rim", "#241d17", "#17120e"),
    ("white-ring", "#8d8173", "#8d8173"),
    ("white-ink", "#2a221b", "#241d17"),
    ("white-halo", "#b3162a", "#b3162a"),
    ("white-zone", "#b87400", "#f0b93a"),
    ("black-body", "#38312c", "#2a2420"),
    ("black-rim", "#0e0b09", "#e2d8c8"),
    ("black-ring", "#a79b8c", "#a79b8c"),
    ("black-ink", "#f6ecda", "#f6ecda"),
    ("black-halo", "#ff6b63", "#ff6b63"),
    ("black-zone", "#4a4038", "#d8cfc2"),
    ("red-body", "#b8402a", "#c2472f"),
    ("red-rim", "#4a120a", "#3a0d06"),
    ("red-ring", "#f0b7a6", "#f0b7a6"),
    ("red-ink", "#fff1ea", "#fff1ea"),
    ("red-halo", "#ffd24a", "#ffd24a"),
    ("red-zone", "#b8402a", "#ff8a70"),
    ("neutral-disc", "#8d8a86", "#8d8a86"),
    ("neutral-disc-rim", "#2f2d2b", "#d0cdc8"),
    ("neutral-disc-ink", "#ffffff", "#ffffff"),
    ("note-disc", "#8d8a86", "#8d8a86"),
    ("note-disc-rim", "#2f2d2b", "#d0cdc8"),
    ("note-disc-ink", "#ffffff", "#ffffff"),
    ("gold-disc", "#f2c14b", "#eebc45"),
    ("gold-disc-rim", "#6b4508", "#5a3a06"),
    ("gold-disc-ink", "#33200a", "#2b1a06"),
    ("white-disc", "#fffdf7", "#fbf6ea"),
    ("white-disc-rim", "#241d17", "#0e0b09"),
    ("white-disc-ink", "#241d17", "#241d17"),
    ("red-disc", "#dc5a1e", "#e0622a"),
    ("red-disc-rim", "#4a1804", "#2e0d02"),
    ("red-disc-ink", "#fff7ee", "#fff7ee"),
    ("black-disc", "#2b2622", "#1b1714"),
    ("black-disc-rim", "#0a0807", "#d8cdbd"),
    ("black-disc-ink", "#f8efdf", "#f8efdf"),
    ("green-disc", "#35a583", "#38a886"),
    ("green-disc-rim", "#0a3f2d", "#06281c"),
    ("green-disc-ink", "#03201a", "#03201a"),
    ("board-ring-1-light", "#e6c9e8", "#5b3a63"),
    ("board-ring-1-dark", "#d3aedb", "#4a2d52"),
    ("board-ring-2-light", "#c5d3f0", "#384a70"),
    ("board-ring-2-dark", "#aabfe6", "#2c3c5e"),
    ("board-ring-3-light", "#c3e3e0", "#2d5654"),
    ("board-ring-3-dark", "#a5d2ce", "#234746"),
    ("board-ring-4-light", "#e3e9bd", "#545a2e"),
    ("board-ring-4-dark", "#d2da9f", "#464b24"),
    ("board-ring-5-light", "#f7dcae", "#6a4f2a"),
    ("board-ring-5-dark", "#eecb90", "#573f1f"),
    ("board-castle", "#f3b63f", "#8a6414"),
    ("board-castle-edge", "#7a2e0c", "#ffd98a"),
    ("board-city-edge", "#6d5a3c", "#cdbb95"),
    ("board-facet", "#ffffff", "#ffffff"),
    ("board-glass", "#5d4b66", "#0d0a10"),
    ("mark-ice", "#a9dcff", "#8fd0ff"),
    ("mark-ice-deep", "#0b63b0", "#0a5296"),
    ("mark-lock", "#6f6a78", "#5a5564"),
    ("mark-lock-deep", "#3c3646", "#2d2836"),
    ("mark-shield", "#f2b632", "#f6c24a"),
    ("mark-shield-deep", "#6b4a00", "#573b00"),
    ("mark-check", "#e0192b", "#ff2f3f"),
    ("mark-check-deep", "#9c0f1d", "#a80f1f"),
    ("mark-named", "#e8890c", "#ffc34d"),
    ("mark-paper", "#ffffff", "#ffffff"),
];

/// The sides that have colours. An unknown side takes those of the first. `note` is not a side of a
/// game, but the colours of markers of losses.
const SIDES: &[&str] = &["neutral", "gold", "green", "white", "black", "red", "note"];

/// The colours that each side has: `gold-body` and so on.
const SIDE_COLOURS: [&str; 9] =
    ["body", "rim", "ring", "ink", "halo", "zone", "disc", "disc-rim", "disc-ink"];

/// How paths of one class are painted, as in CSS.
struct StyleRule {
    class: &'static str,
    /// `none` or a colour of the palette. `side-…` stands for the current side's colour.
    fill: &'static str,
    /// As `fill`.
    stroke: &'static str,
    /// Further properties.
    properties: &'static [(&'static str, &'static str)],
}

const fn rule(
    class: &'static str,
    fill: &'static str,
    stroke: &'static str,
    properties: &'static [(&'static str, &'static str)],
) -> StyleRule {
    StyleRule { class, fill, stroke, properties }
}

const ROUND_JOIN: (&str, &str) = ("stroke-linejoin", "round");
const ROUND_CAP: (&str, &str) = ("stroke-linecap", "round");
const MITRE_JOIN: (&str, &str) = ("stroke-linejoin", "miter");

const STYLE_RULES: &[StyleRule] = &[
    rule("page", "board-page", "none", &[]),
    rule("frame", "board-frame", "board-frame-edge", &[("stroke-width", "2"), MITRE_JOIN]),
    rule("frame-line", "none", "board-frame-line", &[("stroke-width", "1.5"), MITRE_JOIN]),
    rule("ground", "board-line", "board-line", &[("stroke-width", "3"), MITRE_JOIN]),
    rule("tile-up", "board-up", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-down", "board-down", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-none-up", "board-none-up", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-none-down", "board-none-down", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-north-up", "board-north-up", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule(
        "tile-north-down",
        "board-north-down",
        "board-line",
        &[("stroke-width", "1.5"), ROUND_JOIN],
    ),
    rule("tile-west-up", "board-west-up", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-west-down", "board-west-down", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-east-up", "board-east-up", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-east-down", "board-east-down", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-north", "board-north", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-west", "board-west", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-east", "board-east", "board-line", &[("stroke-width", "1.5"), ROUND_JOIN]),
    rule("tile-light", "square-light", "square-light", &[("stroke-width", "0.6")]),
    rule("tile-dark", "square-dark", "square-dark", &[("stroke-width", "0.6")]),
    rule(
        "tile-ring-1-light",
        "board-ring-1-light",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-1-dark",
        "board-ring-1-dark",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-2-light",
        "board-ring-2-light",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-2-dark",
        "board-ring-2-dark",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-3-light",
        "board-ring-3-light",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-3-dark",
        "board-ring-3-dark",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-4-light",
        "board-ring-4-light",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-4-dark",
        "board-ring-4-dark",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-5-light",
        "board-ring-5-light",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule(
        "tile-ring-5-dark",
        "board-ring-5-dark",
        "board-glass",
        &[("stroke-width", "2"), ROUND_JOIN],
    ),
    rule("tile-castle", "board-castle", "board-glass", &[("stroke-width", "2"), ROUND_JOIN]),
    rule("facet", "board-facet", "none", &[("fill-opacity", "0.12")]),
    rule("castle-edge", "none", "board-castle-edge", &[("stroke-width", "2.6"), ROUND_JOIN]),
    rule(
        "city-edge",
        "none",
        "board-city-edge",
        &[("stroke-width", "2.4"), ("stroke-dasharray", "0.1 6"), ROUND_JOIN, ROUND_CAP],
    ),
    rule("name", "none", "board-name", &[ROUND_JOIN, ROUND_CAP]),
    rule("name-ground", "none", "board-page", &[("stroke-width", "6"), ROUND_JOIN, ROUND_CAP]),
    rule("name-row", "none", "board-name-row", &[ROUND_JOIN, ROUND_CAP]),
    rule("name-obtuse", "none", "board-name-obtuse", &[ROUND_JOIN, ROUND_CAP]),
    rule("name-acute", "none", "board-name-acute", &[ROUND_JOIN, ROUND_CAP]),
    rule("edge-row", "none", "board-name-row", &[("stroke-width", "3"), ROUND_CAP]),
    rule("edge-obtuse", "none", "board-name-obtuse", &[("stroke-width", "3"), ROUND_CAP]),
    rule("edge-acute", "none", "board-name-acute", &[("stroke-width", "3"), ROUND_CAP]),
    rule("label", "none", "board-label", &[ROUND_JOIN, ROUND_CAP]),
    rule("label-row", "none", "board-label-row", &[ROUND_JOIN, ROUND_CAP]),
    rule("label-on-light", "none", "label-on-light", &[ROUND_JOIN, ROUND_CAP]),
    rule("label-on-dark", "none", "label-on-dark", &[ROUND_JOIN, ROUND_CAP]),
    rule("promotion-white", "white-body", "white-rim", &[("stroke-width", "1.4"), ROUND_JOIN]),
    rule("promotion-black", "black-body", "white-body", &[("stroke-width", "1.4"), ROUND_JOIN]),
    rule("bevel-light", "bevel-light", "none", &[("fill-opacity", "0.55")]),
    rule("bevel-dark", "bevel-dark", "none", &[("fill-opacity", "0.28")]),
    rule(
        "last-from",
        "board-last",
        "board-last",
        &[
            ("stroke-width", "3"),
            ("stroke-dasharray", "7 6"),
            ("fill-opacity", "0.22"),
            ROUND_JOIN,
            ROUND_CAP,
        ],
    ),
    rule(
        "last-to",
        "board-last",
        "board-last",
        &[("stroke-width", "3"), ("fill-opacity", "0.5"), ROUND_JOIN],
    ),
    rule("area", "none", "board-area", &[("stroke-width", "6"), ROUND_JOIN]),
    // Four layers of each make a density (see `clouds`).
    rule("cloud-mist", "board-mist", "none", &[("fill-opacity", "0.21")]),
    rule("cloud-drop", "board-cloud-line", "none", &[("fill-opacity", "0.75")]),
    rule("cloud-body", "board-cloud", "none", &[("fill-opacity", "0.43")]),
    rule(
        "cloud-wisp",
        "none",
        "board-cloud-light",
        &[("stroke-width", "3.4"), ("stroke-opacity", "0.62"), ROUND_JOIN, ROUND_CAP],
    ),
    rule(
        "cloud-bank",
        "board-cloud",
        "board-cloud-line",
        &[("stroke-width", "6"), ("paint-order", "stroke"), ROUND_JOIN],
    ),
    rule(
        "cloud-crest",
        "none",
        "board-cloud-light",
        &[("stroke-width", "3.2"), ROUND_JOIN, ROUND_CAP],
    ),
    rule(
        "cloud-cells",
        "none",
        "board-cloud-line",
        &[("stroke-width", "1.3"), ("stroke-opacity", "0.5"), ROUND_JOIN],
    ),
    rule("zone-wash", "side-zone", "none", &[("fill-opacity", "0.2")]),
    rule("zone-hatch", "none", "side-zone", &[("stroke-width", "2.2"), ("stroke-opacity", "0.75")]),
    rule("zone-edge", "none", "side-zone", &[("stroke-width", "3"), ROUND_JOIN]),
    rule("cell-start", "board-start", "none", &[("fill-opacity", "0.85")]),
    rule("cell-target", "board-target", "none", &[("fill-opacity", "0.85")]),
    rule("cell-path", "board-path", "none", &[("fill-opacity", "0.85")]),
    rule("cell-mark", "board-last", "none", &[("fill-opacity", "0.7")]),
    rule("mark-target", "board-sign", "board-sign-edge", &[("stroke-width", "4")]),
    rule("mark-capture", "none", "board-danger", &[("stroke-width", "8"), MITRE_JOIN]),
    rule("mark-danger", "board-danger", "board-page", &[("stroke-width", "3"), ROUND_JOIN]),
    rule("mark-danger-sign", "none", "board-page", &[("stroke-width", "6"), ROUND_CAP]),
    rule("mark-cursor", "none", "board-cursor", &[("stroke-width", "7"), ROUND_JOIN]),
    rule("piece-shadow", "piece-shadow", "none", &[("fill-opacity", "0.28")]),
    rule("piece-body", "side-body", "side-rim", &[("stroke-width", "4"), ROUND_JOIN]),
    rule("disc-body", "side-disc", "side-disc-rim", &[("stroke-width", "3.5"), ROUND_JOIN]),
    rule("disc-ring", "none", "side-disc-ink", &[("stroke-width", "1.8")]),
    rule(
        "disc-teeth",
        "none",
        "side-disc-ink",
        &[("stroke-width", "6"), ("stroke-dasharray", "4.3 7.325")],
    ),
    rule(
        "disc-beads",
        "none",
        "side-disc-ink",
        &[("stroke-width", "5"), ("stroke-dasharray", "0.1 19.273"), ROUND_CAP],
    ),
    rule("disc-stroke", "none", "side-disc-ink", &[("stroke-width", "8"), ROUND_JOIN, ROUND_CAP]),
    rule("disc-dot", "none", "side-disc-ink", &[("stroke-width", "16"), ROUND_CAP]),
    rule("piece-ring", "none", "side-ring", &[("stroke-width", "2"), ROUND_JOIN]),
    rule("piece-ink", "side-ink", "none", &[]),
    rule("piece-cut", "side-body", "none", &[]),
    rule("piece-letter", "none", "side-ink", &[("stroke-width", "6"), ROUND_JOIN, ROUND_CAP]),
    rule("unknown-letter", "none", "side-ink", &[("stroke-width", "8"), ROUND_JOIN, ROUND_CAP]),
    rule("figure-body", "side-body", "side-rim", &[("stroke-width", "3.6"), ROUND_JOIN]),
    rule("figure-limb", "none", "side-rim", &[("stroke-width", "3.6"), ROUND_JOIN, ROUND_CAP]),
    rule("figure-tube", "none", "side-rim", &[("stroke-width", "9.6"), ROUND_JOIN, ROUND_CAP]),
    rule(
        "figure-tube-core",
        "none",
        "side-body",
        &[("stroke-width", "3.2"), ROUND_JOIN, ROUND_CAP],
    ),
    rule("figure-line", "none", "side-ink", &[("stroke-width", "3.2"), ROUND_JOIN, ROUND_CAP]),
    rule(
        "figure-arms",
        "side-ink",
        "side-body",
        &[("stroke-width", "8"), ROUND_JOIN, ("paint-order", "stroke")],
    ),
    rule(
        "ice",
        "mark-ice",
        "mark-ice-deep",
        &[("stroke-width", "3"), ("fill-opacity", "0.7"), ROUND_JOIN],
    ),
    rule(
        "ice-ring",
        "none",
        "mark-ice-deep",
        &[("stroke-width", "5"), ("stroke-dasharray", "3 7"), ROUND_CAP],
    ),
    rule("ice-badge", "mark-ice-deep", "mark-paper", &[("stroke-width", "2.5"), ROUND_JOIN]),
    rule(
        "lock",
        "mark-lock",
        "mark-lock-deep",
        &[("stroke-width", "3"), ("fill-opacity", "0.55"), ROUND_JOIN],
    ),
    rule("lock-badge", "mark-lock-deep", "mark-paper", &[("stroke-width", "2.5"), ROUND_JOIN]),
    rule("lock-bow", "none", "mark-paper", &[("stroke-width", "9"), ROUND_CAP]),
    rule("lock-bow-ink", "none", "mark-lock-deep", &[("stroke-width", "4.5"), ROUND_CAP]),
    rule(
        "shielded",
        "mark-shield",
        "mark-shield-deep",
        &[("stroke-width", "3"), ("fill-opacity", "0.6"), ROUND_JOIN],
    ),
    rule("shield-badge", "mark-shield-deep", "mark-paper", &[("stroke-width", "2.5"), ROUND_JOIN]),
    rule("shield-line", "none", "mark-shield", &[("stroke-width", "3.5"), ROUND_CAP]),
    rule("check-glow", "mark-check", "none", &[("fill-opacity", "0.24")]),
    rule("check-ring", "none", "mark-check", &[("stroke-width", "4.5")]),
    rule("check-badge", "mark-check-deep", "mark-paper", &[("stroke-width", "2.5"), ROUND_JOIN]),
    rule("named-glow", "mark-named", "none", &[("fill-opacity", "0.35")]),
    rule("named-ring", "none", "mark-named", &[("stroke-width", "6")]),
    rule("tower-badge", "mark-check-deep", "mark-paper", &[("stroke-width", "2.5"), ROUND_JOIN]),
    rule("badge-line", "none", "mark-paper", &[("stroke-width", "3"), ROUND_JOIN, ROUND_CAP]),
    rule("sign-both", "board-sign", "board-sign-edge", &[("stroke-width", "4")]),
    rule("sign-move", "board-sign-edge", "board-sign", &[("stroke-width", "7")]),
    rule("sign-edge", "none", "board-sign-edge", &[("stroke-width", "15"), ROUND_CAP]),
    rule("sign-capture", "none", "board-danger", &[("stroke-width", "8"), ROUND_CAP]),
    rule("sign-own-edge", "board-sign-edge", "board-sign-edge", &[("stroke-width", "13")]),
    rule("sign-own", "none", "board-blocked", &[("stroke-width", "6"), ROUND_CAP]),
    rule("route-edge", "none", "board-sign-edge", &[("stroke-width", "12"), ROUND_JOIN, ROUND_CAP]),
    rule("route-line", "none", "board-cursor", &[("stroke-width", "6"), ROUND_JOIN, ROUND_CAP]),
    rule("route-step", "board-cursor", "none", &[]),
    rule("route-head", "board-cursor", "board-sign-edge", &[("stroke-width", "3"), ROUND_JOIN]),
    rule("sign-blocked", "none", "board-blocked", &[("stroke-width", "8"), ROUND_CAP]),
    rule("sign-victim", "board-danger", "board-sign-edge", &[("stroke-width", "3"), ROUND_JOIN]),
    rule("sign-convert", "board-sign-edge", "board-danger", &[("stroke-width", "4"), ROUND_JOIN]),
    rule("sign-convert-ink", "board-danger", "none", &[]),
    rule("sign-unsafe", "none", "board-danger", &[("stroke-width", "6"), ROUND_CAP]),
    rule("sign-freeze", "none", "board-cursor", &[("stroke-width", "5"), ROUND_CAP]),
    rule("sign-guard", "none", "board-last", &[("stroke-width", "4.5"), ROUND_CAP]),
    rule("cell-move", "board-target", "none", &[("fill-opacity", "0.3")]),
    rule("cell-capture", "board-danger", "none", &[("fill-opacity", "0.3")]),
    rule("cell-blocked", "board-blocked", "none", &[("fill-opacity", "0.35")]),
    rule("goal-body", "goal-body", "goal-rim", &[("stroke-width", "4"), ROUND_JOIN]),
    rule("goal-ink", "goal-ink", "none", &[]),
    rule("piece-pips", "none", "side-ink", &[("stroke-width", "7"), ROUND_CAP]),
    rule("goal-carrier", "goal-body", "goal-rim", &[("stroke-width", "3"), ROUND_JOIN]),
    rule("goal-halo", "none", "side-halo", &[("stroke-width", "4.5"), ROUND_JOIN]),
];

/// Returns the attributes of a path in a class: `class` for a page, otherwise colours and further
/// properties.
pub(crate) fn attributes(
    class: &str,
    colour_mode: ColourMode,
    side: &str,
) -> Vec<(&'static str, String)> {
    let Some(rule) = STYLE_RULES.iter().find(|rule| rule.class == class) else {
        debug_assert!(false, "no style rule for {class}");
        return Vec::new();
    };
    if colour_mode == ColourMode::Page {
        return vec![("class", class.to_owned())];
    }
    let mut attributes = vec![("fill", colour(rule.fill, colour_mode, side))];
    if rule.stroke != "none" {
        attributes.push(("stroke", colour(rule.stroke, colour_mode, side)));
    }
    attributes.extend(rule.properties.iter().map(|(name, value)| (*name, (*value).to_owned())));
    attributes
}

/// Returns the value of a colour in a theme; `none` for `none`.
fn colour(name: &str, colour_mode: ColourMode, side: &str) -> String {
    if name == "none" {
        return name.to_owned();
    }
    let full = match name.strip_prefix("side-") {
        Some(part) => format!("{}-{part}", known_side(side)),
        None => name.to_owned(),
    };
    let found = PALETTE.iter().find(|(known, ..)| *known == full);
    debug_assert!(found.is_some(), "no colour {full}");
    found
        .map_or(
            "none",
            |(_, light, dark)| if colour_mode == ColourMode::Dark { dark } else { light },
        )
        .into()
}

fn known_side(side: &str) -> &str {
    if SIDES.contains(&side) { side } else { SIDES[0] }
}

/// Returns the style sheet for SVG drawn with [`ColourMode::Page`].
///
/// Colours are custom properties of `:root`. They follow `prefers-color-scheme`, unless the root
/// element has `data-theme="light"` or `data-theme="dark"`. A piece takes its colours from the
/// class `side-gold`, `side-green` … of itself or an ancestor, also through `<use>`.
pub fn stylesheet() -> String {
    let mut css = String::new();
    let _ = writeln!(css, ":root{{{}}}", custom_properties(ColourMode::Light));
    let dark = custom_properties(ColourMode::Dark);
    let _ = writeln!(
        css,
        "@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
    );
    let _ = writeln!(css, ":root[data-theme=dark]{{{dark}}}");
    for side in SIDES {
        let _ = write!(css, ".side-{side}{{");
        for part in SIDE_COLOURS {
            let _ = write!(css, "--side-{part}:var(--{side}-{part});");
        }
        let _ = writeln!(css, "--token-{side}:inline}}");
        let _ = writeln!(css, ".token-{side}{{display:var(--token-{side},none)}}");
    }
    for rule in STYLE_RULES {
        let _ = writeln!(css, ".{}{{{}}}", rule.class, declarations(rule));
    }
    css
}

fn custom_properties(colour_mode: ColourMode) -> String {
    PALETTE.iter().fold(String::new(), |mut css, (name, ..)| {
        let _ = write!(css, "--{name}:{};", colour(name, colour_mode, ""));
        css
    })
}

fn declarations(rule: &StyleRule) -> String {
    let value = |name: &str| match name {
        "none" => name.to_owned(),
        name => format!("var(--{name})"),
    };
    let mut css = format!("fill:{};stroke:{}", value(rule.fill), value(rule.stroke));
    for (name, value) in rule.properties {
        let _ = write!(css, ";{name}:{value}");
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_colours_for_every_side() {
        for rule in STYLE_RULES {
            for side in SIDES {
                for colour_mode in [ColourMode::Light, ColourMode::Dark] {
                    for (name, value) in attributes(rule.class, colour_mode, side) {
                        assert!(!value.contains("var"), "{name} {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_style_sheet_defines_every_property_that_it_uses() {
        let css = stylesheet();
        for used in css.split("var(--").skip(1) {
            let name = used.split([')', ',']).next().unwrap_or_default();
            assert!(css.contains(&format!("--{name}:")), "{name}");
        }
    }
}

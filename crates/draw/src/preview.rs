//! The picture that chats and forums show beside a link: the board on the ground of the brand.

use crate::board::{BoardOptions, draw_board, open_svg};
use crate::font;
use crate::frame::draw_frame;
use crate::layout::Layout;
use crate::svg::{Svg, number};
use heterodox_rules::Frame;
use heterodox_rules::geometry::{Geometry, Point};

/// The width of a preview in pixels, as the Open Graph protocol's readers expect it.
pub const PREVIEW_WIDTH: u32 = 1200;
const HEIGHT: f64 = 630.0;
/// Around the board.
const BORDER: f64 = 20.0;
/// The greatest width of the board, which leaves a column for the names.
const BOARD_WIDTH: f64 = 730.0;
const NAME_HEIGHT: f64 = 30.0;
const SITE_HEIGHT: f64 = 22.0;

const GROUND: &str = "#161b21";
const AMBER: &str = "#e8a33d";
const INK: &str = "#eef2f6";
/// The logo, 48 by 42: its border and its three cells with their colours.
const LOGO_BORDER: &str = "M24 1L47 41H1Z";
const LOGO_CELLS: [(&str, &str); 3] = [
    (AMBER, "M24 7L31.5 20H16.5Z"),
    ("#8b98a6", "M16 22L23 34.5H9Z"),
    ("#3fa476", "M32 22L39 34.5H25Z"),
];

/// Returns a frame of a game as SVG for [`png`](crate::png) with [`PREVIEW_WIDTH`]: at the right
/// the board, at the left the name of the game under the logo.
pub fn preview_svg(
    game: &str,
    geometry: &Geometry,
    frame: &Frame,
    names: [&str; 2],
    options: &BoardOptions,
) -> String {
    let layout = Layout::new(geometry, options.rotation, options.labels);
    let mut svg = Svg::new(options.colour_mode);
    let width = f64::from(PREVIEW_WIDTH);
    open_svg(&mut svg, width, HEIGHT, "picture", "img", false);
    svg.empty("path", &[("fill", GROUND), ("d", &format!("M0 0H{width}V{HEIGHT}H0Z"))]);
    let scale = ((HEIGHT - 2.0 * BORDER) / layout.height).min(BOARD_WIDTH / layout.width);
    let (board_width, board_height) = (scale * layout.width, scale * layout.height);
    let left = width - BORDER - board_width;
    let top = (HEIGHT - board_height) / 2.0;
    let transform = format!("translate({} {}) scale({scale:.4})", number(left), number(top));
    svg.open("g", &[("transform", &transform)]);
    draw_board(&mut svg, &layout, *options, false);
    draw_frame(&mut svg, game, &layout, frame, *options);
    svg.close("g");
    draw_names(&mut svg, left / 2.0, left - 2.0 * BORDER, names);
    svg.close("svg");
    svg.into_string()
}

/// Draws the logo, and the names of the site and the game below it, around the line `x`.
fn draw_names(svg: &mut Svg, x: f64, width: f64, [site, game]: [&str; 2]) {
    let transform = format!("translate({} 160) scale(3.6)", number(x - 24.0 * 3.6));
    svg.open("g", &[("transform", &transform)]);
    let border = [("fill", "none"), ("stroke", AMBER), ("stroke-width", "2.2"), ("d", LOGO_BORDER)];
    svg.empty("path", &[border.as_slice(), &[("stroke-linejoin", "round")]].concat());
    for (colour, d) in LOGO_CELLS {
        svg.empty("path", &[("fill", colour), ("d", d)]);
    }
    svg.close("g");
    // Words that fit beside each other share a line; the first line is the shortest one.
    let fits = |line: &str| font::text_width(line) * NAME_HEIGHT <= width;
    let mut lines: Vec<String> = Vec::new();
    for word in game.rsplit(' ') {
        match lines.first_mut() {
            Some(line) if fits(&format!("{word} {line}")) => *line = format!("{word} {line}"),
            _ => lines.insert(0, word.to_owned()),
        }
    }
    let mut write = |text: &str, y: f64, height: f64, colour: &str| {
        let d = font::centred_text_path(text, Point { x, y }, height);
        let stroke_width = number(height / 7.0);
        let stroke = [("fill", "none"), ("stroke", colour), ("stroke-width", &stroke_width)];
        let ends = [("stroke-linejoin", "round"), ("stroke-linecap", "round"), ("d", d.as_str())];
        svg.empty("path", &[stroke, ends].concat());
    };
    for (i, line) in lines.iter().enumerate() {
        write(line, 388.0 + 1.8 * NAME_HEIGHT * i as f64, NAME_HEIGHT, INK);
    }
    write(site, 530.0, SITE_HEIGHT, AMBER);
}

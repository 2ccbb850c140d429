//! Animated pictures: the frames of a game as a looping GIF.
//!
//! A GIF is what every chat, forum and mail program shows when it is pasted. Boards are flat
//! colours, so that one palette without dithering is enough for all frames, and a ply changes a few
//! cells only: each frame holds the rectangle that has changed, in which all other pixels are
//! transparent.

use crate::board::{BoardOptions, draw_board, open_svg};
use crate::font;
use crate::frame::{captured_count, draw_captured, draw_frame, reserve_captured};
use crate::layout::{Layout, MARGIN};
use crate::raster::{self, DrawError};
use crate::svg::{Svg, number};
use gif::{DisposalMethod, Encoder, Repeat};
use heterodox_rules::Frame;
use heterodox_rules::geometry::{Geometry, Point};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::borrow::Cow;
use std::collections::HashMap;

/// The height of the line with the captions, in pixels of the drawing.
const CAPTION_LINE: f64 = 64.0;
/// The height of the letters of a caption.
const CAPTION_HEIGHT: f64 = 26.0;
/// The radius of the disc before a caption.
const CHIP_RADIUS: f64 = 15.0;
/// The space between two boards.
const GAP: f64 = 24.0;
/// The most colours of the palette; the last one of a GIF's 256 stands for "unchanged".
const COLOURS: usize = 255;
/// The index of the transparent colour.
const TRANSPARENT: u8 = 255;
/// The colours among which the palette is chosen. Rarer ones are single pixels at edges.
const CANDIDATES: usize = 8192;

/// One board of an animated picture: what one viewer sees.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The side and the name above the board, if boards stand side by side.
    pub caption: Option<(&'a str, &'a str)>,
    /// The frames, from the first to the last.
    pub frames: &'a [Frame],
}

/// How long an animated picture shows its frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Each frame but the last, in milliseconds.
    pub delay_ms: u32,
    /// The last frame, in milliseconds.
    pub last_ms: u32,
}

impl Timing {
    /// Returns the timing with this delay; the last frame is held four times as long, at least
    /// three seconds.
    pub fn new(delay_ms: u32) -> Self {
        Self { delay_ms, last_ms: delay_ms.saturating_mul(4).max(3000) }
    }
}

/// How an animated picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnimationOptions {
    /// How each board is drawn. The colours must be concrete ones, see [`png`](crate::png).
    pub board: BoardOptions,
    /// The width of the whole picture in pixels.
    pub width: u32,
    /// How long the frames are shown.
    pub timing: Timing,
}

/// Returns a GIF that loops through the frames of one or more boards side by side. All boards have
/// the same number of frames. Before each frame it asks `may_go_on`, and stops if not.
///
/// ```
/// use heterodox_draw::{
///     AnimationOptions, BoardOptions, ColourMode, Column, Timing, animated_gif,
/// };
/// use heterodox_rules::{Setting, Viewer, board, open};
///
/// let table = open("klinzha", &Setting::quick_start("north-west")).unwrap();
/// let columns = [Column { caption: None, frames: &table.frames(Viewer::Public) }];
/// let options = AnimationOptions {
///     board: BoardOptions::new(ColourMode::Light),
///     width: 240,
///     timing: Timing::new(800),
/// };
/// let board = board("klinzha").unwrap();
/// let gif = animated_gif("klinzha", board, &columns, &options, &|| true).unwrap();
/// assert!(gif.starts_with(b"GIF89a"));
/// ```
///
/// # Errors
///
/// See [`DrawError`].
pub fn animated_gif(
    game: &str,
    geometry: &Geometry,
    columns: &[Column<'_>],
    options: &AnimationOptions,
    may_go_on: &dyn Fn() -> bool,
) -> Result<Vec<u8>, DrawError> {
    let count = columns.iter().map(|column| column.frames.len()).min().unwrap_or(0);
    if count == 0 {
        return Err(DrawError::NoFrames);
    }
    let drawing = Drawing::new(game, geometry, columns, options.board);
    let board = raster::render(&drawing.background(), options.width, None)?;
    let mut film = Film::new(&board);
    for number in 0..count {
        if !may_go_on() {
            return Err(DrawError::Stopped);
        }
        let frame = raster::render(&drawing.frame(number), options.width, Some(&board))?;
        film.push(&frame);
    }
    film.encode(board.width(), board.height(), options.timing)
}

/// The drawings of which the frames are rendered.
struct Drawing<'a> {
    game: &'a str,
    columns: &'a [Column<'a>],
    options: BoardOptions,
    layout: Layout<'a>,
    /// How many captured pieces stand in a row.
    captured_columns: usize,
    /// The height of the line above the boards.
    caption_line: f64,
}

impl<'a> Drawing<'a> {
    fn new(
        game: &'a str,
        geometry: &'a Geometry,
        columns: &'a [Column<'a>],
        options: BoardOptions,
    ) -> Self {
        let mut layout = Layout::new(geometry, options.rotation, options.labels);
        // All frames have the place for the most captured pieces.
        let frames = || columns.iter().flat_map(|column| column.frames);
        let most = frames().map(|frame| captured_count(game, frame)).max().unwrap_or(0);
        let captured_columns =
            if options.captured { reserve_captured(&mut layout, most) } else { 1 };
        let has_caption = columns.iter().any(|column| column.caption.is_some());
        let caption_line = if has_caption { CAPTION_LINE } else { 0.0 };
        Self { game, columns, options, layout, captured_columns, caption_line }
    }

    fn open(&self, svg: &mut Svg, with_page: bool) {
        let count = self.columns.len() as f64;
        let width = self.layout.width * count + GAP * (count - 1.0).max(0.0);
        open_svg(svg, width, self.layout.height + self.caption_line, "picture", "img", with_page);
    }

    /// Draws each board with `draw`, at its place.
    fn each_board(&self, svg: &mut Svg, draw: impl Fn(&mut Svg, &Column<'_>)) {
        for (i, column) in self.columns.iter().enumerate() {
            let left = number(i as f64 * (self.layout.width + GAP));
            let transform = format!("translate({left} {})", number(self.caption_line));
            svg.open("g", &[("transform", &transform)]);
            draw(svg, column);
            svg.close("g");
        }
    }

    /// The empty boards with their captions, which every frame has.
    fn background(&self) -> String {
        let mut svg = Svg::new(self.options.colour_mode);
        self.open(&mut svg, true);
        self.each_board(&mut svg, |svg, column| {
            if let Some((side, name)) = column.caption {
                self.draw_caption(svg, side, name);
            }
            draw_board(svg, &self.layout, self.options, false);
        });
        svg.close("svg");
        svg.into_string()
    }

    fn frame(&self, number: usize) -> String {
        let mut svg = Svg::new(self.options.colour_mode);
        self.open(&mut svg, false);
        self.each_board(&mut svg, |svg, column| {
            let frame = &column.frames[number];
            draw_frame(svg, self.game, &self.layout, frame, self.options);
            if self.options.captured {
                draw_captured(svg, self.game, self.layout.width, frame, self.captured_columns);
            }
        });
        svg.close("svg");
        svg.into_string()
    }

    /// Draws a disc in the colour of a side and a name, above the middle of the board.
    fn draw_caption(&self, svg: &mut Svg, side: &str, name: &str) {
        let middle = self.layout.width / 2.0;
        let y = MARGIN / 2.0 - self.caption_line / 2.0;
        let text_width = font::text_width(name) * CAPTION_HEIGHT;
        let chip = middle - text_width / 2.0 - CHIP_RADIUS;
        let (left, right, r) = (chip - CHIP_RADIUS, chip + CHIP_RADIUS, number(CHIP_RADIUS));
        let (left, right, line) = (number(left), number(right), number(y));
        svg.set_side(side);
        let disc =
            format!("M{left} {line}A{r} {r} 0 0 1 {right} {line}A{r} {r} 0 0 1 {left} {line}Z");
        svg.path("piece-body", &disc, &[]);
        let centre = Point { x: middle + CHIP_RADIUS, y };
        let text = font::centred_text_path(name, centre, CAPTION_HEIGHT);
        svg.path("name", &text, &[("stroke-width", "3.5")]);
    }
}

/// The frames as the pixels that each changes, and how often each colour occurs in them. Whole
/// frames of a long game would take hundreds of megabytes.
struct Film {
    /// The colour of the page, which lies behind pixels that the drawing covers in part only: its
    /// height is no whole number of them.
    page: PremultipliedColorU8,
    shown: Vec<u32>,
    changes: Vec<Vec<(u32, u32)>>,
    counts: HashMap<u32, u64>,
}

impl Film {
    fn new(board: &Pixmap) -> Self {
        let page = board.pixel(0, 0).unwrap_or(PremultipliedColorU8::TRANSPARENT);
        Self { page, shown: Vec::new(), changes: Vec::new(), counts: HashMap::new() }
    }

    fn push(&mut self, frame: &Pixmap) {
        let is_first = self.shown.is_empty();
        let pixels = frame.pixels();
        self.shown.resize(pixels.len(), 0);
        let mut changes = Vec::new();
        for (at, (shown, pixel)) in self.shown.iter_mut().zip(pixels).enumerate() {
            let colour = rgb(*pixel, self.page);
            if is_first || *shown != colour {
                *shown = colour;
                changes.push((at as u32, colour));
                *self.counts.entry(colour).or_default() += 1;
            }
        }
        self.changes.push(changes);
    }

    fn encode(&self, width: u32, height: u32, timing: Timing) -> Result<Vec<u8>, DrawError> {
        let failed = |error: gif::EncodingError| DrawError::Gif(error.to_string());
        let too_large = || DrawError::TooLarge(width, height);
        let (columns, rows) = (
            u16::try_from(width).map_err(|_| too_large())?,
            u16::try_from(height).map_err(|_| too_large())?,
        );
        let palette = palette(&self.counts);
        let bytes: Vec<u8> = palette.iter().flat_map(|&colour| channels(colour)).collect();
        let mut nearest: HashMap<u32, u8> = HashMap::new();
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, columns, rows, &bytes).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        let mut shown = vec![TRANSPARENT; (width * height) as usize];
        for (number, changes) in self.changes.iter().enumerate() {
            let mut changed = Rectangle::default();
            let mut update: Vec<(u32, u8)> = Vec::with_capacity(changes.len());
            for &(at, colour) in changes {
                let index =
                    *nearest.entry(colour).or_insert_with(|| nearest_index(&palette, colour));
                if shown[at as usize] != index {
                    shown[at as usize] = index;
                    changed.add(at % width, at / width);
                    update.push((at, index));
                }
            }
            let is_last = number + 1 == self.changes.len();
            let delay_ms = if is_last { timing.last_ms } else { timing.delay_ms };
            let (left, top) = (changed.left, changed.top);
            let (columns, rows) = changed.size();
            let mut buffer = vec![TRANSPARENT; (columns * rows) as usize];
            for (at, index) in update {
                buffer[((at / width - top) * columns + at % width - left) as usize] = index;
            }
            let frame = gif::Frame {
                delay: u16::try_from(delay_ms / 10).unwrap_or(u16::MAX),
                dispose: DisposalMethod::Keep,
                transparent: Some(TRANSPARENT),
                left: left as u16,
                top: top as u16,
                width: columns as u16,
                height: rows as u16,
                buffer: Cow::Owned(buffer),
                ..gif::Frame::default()
            };
            encoder.write_frame(&frame).map_err(failed)?;
        }
        drop(encoder);
        Ok(out)
    }
}

/// The smallest rectangle around points; a single pixel if there are none, as a frame must have
/// one.
#[derive(Default)]
struct Rectangle {
    left: u32,
    top: u32,
    end: Option<(u32, u32)>,
}

impl Rectangle {
    fn add(&mut self, x: u32, y: u32) {
        match &mut self.end {
            None => (self.left, self.top, self.end) = (x, y, Some((x, y))),
            Some((right, bottom)) => {
                (self.left, self.top) = (self.left.min(x), self.top.min(y));
                (*right, *bottom) = ((*right).max(x), (*bottom).max(y));
            }
        }
    }

    fn size(&self) -> (u32, u32) {
        self.end.map_or((1, 1), |(right, bottom)| (right - self.left + 1, bottom - self.top + 1))
    }
}

/// Returns the palette: the most frequent colour, and again and again the one whose pixels would
/// be farthest off in sum. So flat colours are exact, and blends at edges are near. The median cut
/// and neural quantizers of the libraries mix flat colours with their neighbours.
fn palette(counts: &HashMap<u32, u64>) -> Vec<u32> {
    let mut candidates: Vec<(u32, u64)> = counts.iter().map(|(&rgb, &n)| (rgb, n)).collect();
    candidates.sort_unstable_by_key(|&(rgb, n)| (std::cmp::Reverse(n), rgb));
    candidates.truncate(CANDIDATES);
    let mut palette: Vec<u32> = candidates.first().map(|&(rgb, _)| rgb).into_iter().collect();
    let mut errors = vec![u64::MAX; candidates.len()];
    while let Some(&added) = palette.last().filter(|_| palette.len() < COLOURS) {
        let mut worst = (0, None);
        for (&(rgb, n), error) in candidates.iter().zip(&mut errors) {
            *error = (*error).min(distance(rgb, added));
            let sum = n.saturating_mul(*error);
            if sum > worst.0 {
                worst = (sum, Some(rgb));
            }
        }
        match worst.1 {
            Some(rgb) => palette.push(rgb),
            None => break,
        }
    }
    palette
}

fn nearest_index(palette: &[u32], colour: u32) -> u8 {
    let by_distance = palette.iter().enumerate().min_by_key(|&(_, &known)| distance(known, colour));
    by_distance.map_or(0, |(index, _)| index as u8)
}

/// Returns the squared distance of two colours.
fn distance(a: u32, b: u32) -> u64 {
    let pairs = channels(a).into_iter().zip(channels(b));
    pairs.map(|(a, b)| u64::from(a.abs_diff(b)).pow(2)).sum()
}

/// Returns a pixel over the page as `0xRRGGBB`.
fn rgb(pixel: PremultipliedColorU8, page: PremultipliedColorU8) -> u32 {
    let rest = u32::from(255 - pixel.alpha());
    let over = |above: u8, below: u8| (u32::from(above) + u32::from(below) * rest / 255) as u8;
    let red = over(pixel.red(), page.red());
    let green = over(pixel.green(), page.green());
    u32::from_be_bytes([0, red, green, over(pixel.blue(), page.blue())])
}

fn channels(rgb: u32) -> [u8; 3] {
    let [_, red, green, blue] = rgb.to_be_bytes();
    [red, green, blue]
}

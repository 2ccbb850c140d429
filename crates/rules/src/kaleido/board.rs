//! The board: a centre and five rings in eight slices (§3.1, R-KC1).
//!
//! Everything is derived from one table, [`SLICE`], which lists the letters of a slice's cells ring
//! by ring: the number of cells, which cells touch, and the drawing.

use crate::geometry::{CellShape, EdgeLabel, Geometry, Outline, Point};
use crate::{Cell, CellSet};
use std::f64::consts::{FRAC_PI_8, PI, TAU};
use std::sync::LazyLock;

/// The letters of a slice, ring by ring from the inside out, clockwise in each ring (R-KC1).
pub const SLICE: [&str; RINGS] = ["A", "BC", "DE", "FGH", "IJK"];

/// The number of rings around the centre.
pub const RINGS: usize = 5;

/// The number of slices.
pub const SLICES: usize = 8;

/// The number of cells.
pub const CELLS: usize = 89;

/// The name of the cell in the middle.
pub const CENTRE_NAME: &str = "00";

/// The cell in the middle.
pub const CENTRE: Cell = Cell::new(0);

/// All cells, in the order of their indices: the centre, then ring by ring from the inside out,
/// each clockwise from slice 1's first cell.
pub const ALL: [Cell; CELLS] = {
    let mut all = [CENTRE; CELLS];
    let mut i = 0;
    while i < CELLS {
        all[i] = Cell::new(i);
        i += 1;
    }
    all
};

/// The number of cells in `ring`: 0 for the centre, 1 to 5 for the rings.
pub const fn ring_len(ring: usize) -> usize {
    if ring == 0 { 1 } else { SLICES * SLICE[ring - 1].len() }
}

/// The index of each ring's first cell, followed by the number of cells.
const FIRST: [usize; RINGS + 2] = {
    let mut first = [0; RINGS + 2];
    let mut ring = 0;
    while ring <= RINGS {
        first[ring + 1] = first[ring] + ring_len(ring);
        ring += 1;
    }
    first
};

/// The ring of a cell, 1 to 5; 0 for the centre.
pub const fn ring(cell: Cell) -> usize {
    let mut ring = 0;
    while FIRST[ring + 1] <= cell.index() {
        ring += 1;
    }
    ring
}

/// The place of a cell in its ring: 0 for the first cell of slice 1, counted clockwise.
pub const fn place(cell: Cell) -> usize {
    cell.index() - FIRST[ring(cell)]
}

/// The cell at this place of a ring; places beyond the last cell wrap around.
pub const fn at(ring: usize, place: usize) -> Cell {
    Cell::new(FIRST[ring] + place % ring_len(ring))
}

static NAMES: LazyLock<[String; CELLS]> = LazyLock::new(|| {
    ALL.map(|cell| match ring(cell) {
        0 => CENTRE_NAME.to_owned(),
        ring => {
            let letters = SLICE[ring - 1].as_bytes();
            let (slice, letter) = (place(cell) / letters.len(), place(cell) % letters.len());
            format!("{}{}", slice + 1, char::from(letters[letter]))
        }
    })
});

/// The name of a cell, such as `1J`.
pub fn name(cell: Cell) -> &'static str {
    &NAMES[cell.index()]
}

/// The cell with this name, or `None`.
pub fn by_name(name: &str) -> Option<Cell> {
    if name == CENTRE_NAME {
        return Some(CENTRE);
    }
    let &[slice @ b'1'..=b'8', letter] = name.as_bytes() else { return None };
    SLICE.iter().enumerate().find_map(|(index, letters)| {
        let letter = letters.bytes().position(|known| known == letter)?;
        Some(at(index + 1, usize::from(slice - b'1') * letters.len() + letter))
    })
}

/// Divisions of the circle that are fine enough for every ring: each edge of a cell lies on one.
const PARTS: usize = 48;

/// How two cells touch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contact {
    None,
    Side,
    Corner,
}

/// How two different cells touch, computed in [`PARTS`] of the circle, without rounding.
const fn contact(a: Cell, b: Cell) -> Contact {
    let (inner, outer) = if ring(a) <= ring(b) { (a, b) } else { (b, a) };
    let (near, far) = (ring(inner), ring(outer));
    if far - near > 1 {
        return Contact::None;
    }
    if far == near {
        let len = ring_len(far);
        let apart = (place(a) + len - place(b)) % len;
        return if apart == 1 || apart == len - 1 { Contact::Side } else { Contact::None };
    }
    if near == 0 {
        return Contact::Side;
    }
    let (wide, narrow) = (PARTS / ring_len(near), PARTS / ring_len(far));
    let (from, to) = (place(inner) * wide, (place(inner) + 1) * wide);
    let (start, end) = (place(outer) * narrow, (place(outer) + 1) * narrow);
    if start < to && from < end {
        Contact::Side
    } else if start % PARTS == to % PARTS || from % PARTS == end % PARTS {
        Contact::Corner
    } else {
        Contact::None
    }
}

const fn touching(sort: Contact) -> [CellSet; CELLS] {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut a = 0;
    while a < CELLS {
        let mut b = 0;
        while b < CELLS {
            if a != b && contact(ALL[a], ALL[b]) as u8 == sort as u8 {
                table[a].insert(ALL[b]);
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static SIDES: [CellSet; CELLS] = touching(Contact::Side);
static CORNERS: [CellSet; CELLS] = touching(Contact::Corner);

/// The cells that touch this one by a side, wholly or partly.
pub fn sides(cell: Cell) -> CellSet {
    SIDES[cell.index()]
}

/// The cells that touch this one by a corner only.
pub fn corners(cell: Cell) -> CellSet {
    CORNERS[cell.index()]
}

/// The castles in the outer ring in the order of their colours: `1J`, `3J`, `5J`, `7J`.
pub const HOMES: [Cell; 4] = [home(0), home(1), home(2), home(3)];

const fn home(number: usize) -> Cell {
    at(RINGS, 2 * number * SLICE[RINGS - 1].len() + 1)
}

/// The castles: the centre and four in the outer ring.
pub const CASTLES: CellSet = CellSet(
    CENTRE.set().0 | HOMES[0].set().0 | HOMES[1].set().0 | HOMES[2].set().0 | HOMES[3].set().0,
);

/// The cities: the cells that touch a castle by a side or a corner. The basic rules ignore them.
pub static CITIES: LazyLock<CellSet> = LazyLock::new(|| {
    let around = CASTLES.into_iter().map(|castle| sides(castle) | corners(castle));
    around.fold(CellSet::EMPTY, |all, these| all | these) - CASTLES
});

/// The cell that this one reaches when the board turns clockwise by `slices` slices.
pub fn turned(cell: Cell, slices: usize) -> Cell {
    match ring(cell) {
        0 => cell,
        ring => at(ring, place(cell) + slices * SLICE[ring - 1].len()),
    }
}

/// The radius of the centre in ring widths, chosen so that most cells look nearly square.
const CENTRE_RADIUS: f64 = 0.75;

/// The width of the margin for the numbers of the slices, in ring widths.
const MARGIN: f64 = 0.6;

/// The angle at which slice 1 begins, in radians clockwise from twelve o'clock. White's castle lies
/// at the bottom.
const START: f64 = PI - FRAC_PI_8;

const HUB: f64 = CENTRE_RADIUS + RINGS as f64 + MARGIN;

fn polar(radius: f64, angle: f64) -> Point {
    Point { x: HUB + radius * angle.sin(), y: HUB - radius * angle.cos() }
}

/// The width of a ring's cell, in radians.
fn width(ring: usize) -> f64 {
    TAU / ring_len(ring) as f64
}

/// The angle of a cell's middle, in radians clockwise from twelve o'clock.
fn middle(cell: Cell) -> f64 {
    START + (place(cell) as f64 + 0.5) * width(ring(cell))
}

fn shape(cell: Cell) -> CellShape {
    let hub = Point { x: HUB, y: HUB };
    let (centre, outline, room) = match ring(cell) {
        0 => (hub, Outline::Disc { hub, radius: CENTRE_RADIUS }, CENTRE_RADIUS),
        ring => {
            let inner = CENTRE_RADIUS + (ring - 1) as f64;
            let from = START + place(cell) as f64 * width(ring);
            let to = from + width(ring);
            let radius = inner + 0.5;
            let room = (radius * (width(ring) / 2.0).sin()).min(0.5);
            let sector = Outline::RingSector { hub, inner, outer: inner + 1.0, from, to };
            (polar(radius, middle(cell)), sector, room)
        }
    };
    CellShape { name: name(cell).to_owned(), centre, outline, room, classes: classes(cell) }
}

fn classes(cell: Cell) -> Vec<&'static str> {
    let mut classes = vec![
        ["centre", "ring-1", "ring-2", "ring-3", "ring-4", "ring-5"][ring(cell)],
        ["light", "dark"][(ring(cell) + place(cell)) % 2],
    ];
    if CASTLES.contains(cell) {
        classes.push("castle");
    } else if CITIES.contains(cell) {
        classes.push("city");
    }
    classes
}

/// The nearest cell of a neighbouring ring; of two equally near, the one with the lower place.
fn across(cell: Cell, to_ring: usize) -> Cell {
    let angle = |cell: Cell| (2 * place(cell) + 1) * (PARTS / ring_len(ring(cell)));
    let apart = |other: &Cell| {
        let apart = angle(cell).abs_diff(angle(*other));
        apart.min(2 * PARTS - apart)
    };
    let there = (0..ring_len(to_ring)).map(|place| at(to_ring, place));
    there.min_by_key(apart).unwrap_or(CENTRE)
}

/// The targets of the cursor keys (left, right, up, down) as seen with the own castle at the
/// bottom: left is clockwise, up is inwards. From the centre the keys lead towards the castles.
fn keys(cell: Cell) -> [Option<usize>; 4] {
    let to = match ring(cell) {
        // The cells of ring 1 that point to 3J, 7J, 5J and 1J.
        0 => [2, 6, 4, 0].map(|place| Some(at(1, place))),
        ring => [
            Some(at(ring, place(cell) + 1)),
            Some(at(ring, place(cell) + ring_len(ring) - 1)),
            Some(across(cell, ring - 1)),
            (ring < RINGS).then(|| across(cell, ring + 1)),
        ],
    };
    to.map(|cell| cell.map(Cell::index))
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| Geometry {
    width: 2.0 * HUB,
    height: 2.0 * HUB,
    cells: ALL.map(shape).to_vec(),
    labels: (0..SLICES)
        .map(|slice| EdgeLabel {
            text: (slice + 1).to_string(),
            at: polar(HUB - MARGIN / 2.0, START + (slice as f64 + 0.5) * TAU / SLICES as f64),
            class: "slice",
        })
        .collect(),
    keys: ALL.map(keys).to_vec(),
    turns: 4,
});

/// The drawing of the board, with White's castle at the bottom. Each of its four turns brings
/// another castle there. The unit is a ring's width.
pub fn geometry() -> &'static Geometry {
    &GEOMETRY
}

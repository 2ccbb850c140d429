//! The triangular board (§1.1): cells, names, strips, regions and straight lines, computed from the
//! geometry.
//!
//! Cells are numbered row by row from the top, in each row from left to right, so row r begins at
//! (r − 1)². Even places in a row are up cells, odd ones down cells.
//!
//! ```text
//!           /\            A19
//!          /__\
//!         /\  /\          B18 B19 B29
//!        /__\/__\
//! ```

use super::piece::Region;
use crate::geometry::{CellShape, EdgeLabel, Geometry, Outline, Point};
use crate::{Cell, CellSet};
use std::sync::LazyLock;

/// The number of cells.
pub const CELLS: usize = 81;

/// The number of rows.
pub const ROWS: usize = 9;

/// All cells of the board.
pub const ALL: CellSet = CellSet((1 << CELLS) - 1);

/// The row (1 to 9) and the place in the row (from 0).
const fn row_and_place(index: usize) -> (usize, usize) {
    let row = index.isqrt() + 1;
    (row, index - (row - 1) * (row - 1))
}

const fn index_of(row: usize, place: usize) -> usize {
    (row - 1) * (row - 1) + place
}

/// The numbers of the three strips that contain a cell: row, obtuse and acute, each 1 to 9.
pub const fn strips(cell: Cell) -> [usize; 3] {
    let (row, place) = row_and_place(cell.index());
    let obtuse = place / 2 + 1;
    let acute = obtuse + 9 - row + place % 2;
    [row, obtuse, acute]
}

/// Whether the cell points up.
pub const fn is_up(cell: Cell) -> bool {
    row_and_place(cell.index()).1.is_multiple_of(2)
}

/// The name of a cell, such as `E37`.
pub fn name(cell: Cell) -> &'static str {
    &geometry().cells[cell.index()].name
}

/// The cell with this name, in upper case.
pub fn by_name(name: &str) -> Option<Cell> {
    let &[row, obtuse, acute] = name.as_bytes() else { return None };
    let row = usize::from(row.checked_sub(b'A')?) + 1;
    let obtuse = usize::from(obtuse.checked_sub(b'0')?);
    let acute = usize::from(acute.checked_sub(b'0')?);
    if !(1..=ROWS).contains(&row) || !(1..=row).contains(&obtuse) {
        return None;
    }
    let place = 2 * (obtuse - 1) + (acute + row).checked_sub(obtuse + 9)?;
    let cell = (place < 2 * row - 1).then(|| Cell::new(index_of(row, place)))?;
    (strips(cell) == [row, obtuse, acute]).then_some(cell)
}

/// The neighbours of a cell: the one to three cells that share a side with it.
#[inline]
pub const fn neighbours(cell: Cell) -> CellSet {
    NEIGHBOURS[cell.index()]
}

static NEIGHBOURS: [CellSet; CELLS] = {
    let mut table = [CellSet::EMPTY; CELLS];
    let mut index = 0;
    while index < CELLS {
        let (row, place) = row_and_place(index);
        if place > 0 {
            table[index].insert(Cell::new(index - 1));
        }
        if place + 1 < 2 * row - 1 {
            table[index].insert(Cell::new(index + 1));
        }
        if place % 2 == 1 {
            table[index].insert(Cell::new(index_of(row - 1, place - 1)));
        } else if row < ROWS {
            table[index].insert(Cell::new(index_of(row + 1, place + 1)));
        }
        index += 1;
    }
    table
};

/// How close a cell's centre is to the top, left and right corner, in thirds of a row. The three
/// numbers sum to 27.
pub(crate) const fn nearness(cell: Cell) -> [usize; 3] {
    let (row, place) = row_and_place(cell.index());
    let k = place / 2;
    let up = is_up(cell);
    let part = if up { 1 } else { 2 };
    let left = if up { row - 1 - k } else { row - 2 - k };
    [3 * (9 - row) + part, 3 * left + part, 3 * k + part]
}

/// The region of a cell: that of the closest corner. `None` for the nine cells of no-man's-land,
/// which are equally close to two or three corners.
pub const fn region(cell: Cell) -> Option<Region> {
    let [north, west, east] = nearness(cell);
    if north > west && north > east {
        Some(Region::North)
    } else if west > north && west > east {
        Some(Region::West)
    } else if east > north && east > west {
        Some(Region::East)
    } else {
        None
    }
}

/// The 24 cells of a region.
pub fn region_cells(region: Region) -> CellSet {
    ALL.into_iter().filter(|&cell| self::region(cell) == Some(region)).collect()
}

/// The cell at the place of `cell` after a clockwise rotation of the board by 120°: the north
/// corner goes to the east, the east corner to the west, the west corner to the north.
pub fn turned(cell: Cell) -> Cell {
    let [north, west, east] = nearness(cell);
    with_nearness([west, east, north])
}

/// The mirror image of `cell` in the reflection that exchanges two regions and keeps the third.
pub fn mirrored(cell: Cell, a: Region, b: Region) -> Cell {
    let mut near = nearness(cell);
    near.swap(a as usize, b as usize);
    with_nearness(near)
}

fn with_nearness(near: [usize; 3]) -> Cell {
    ALL.into_iter()
        .find(|&cell| nearness(cell) == near)
        .expect("the symmetries of the triangle map cells onto cells")
}

/// The straight lines from a cell: for each neighbour and each of the two strips that it shares
/// with the cell, the cells in order up to the edge of the board.
pub fn rays(cell: Cell) -> Vec<Vec<Cell>> {
    let mut rays = Vec::with_capacity(6);
    for first in neighbours(cell) {
        for strip in 0..3 {
            if strips(cell)[strip] == strips(first)[strip] {
                rays.push(ray(cell, first, strip));
            }
        }
    }
    rays
}

fn ray(from: Cell, first: Cell, strip: usize) -> Vec<Cell> {
    let number = strips(from)[strip];
    let (mut before, mut cells) = (from, vec![first]);
    while let Some(next) = {
        let last = cells[cells.len() - 1];
        neighbours(last).into_iter().find(|&next| next != before && strips(next)[strip] == number)
    } {
        before = cells[cells.len() - 1];
        cells.push(next);
    }
    cells
}

const HEIGHT: f64 = 0.866_025_403_784_438_6;

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| Geometry {
    width: ROWS as f64,
    height: ROWS as f64 * HEIGHT,
    cells: ALL.into_iter().map(shape).collect(),
    labels: labels(),
    keys: ALL.into_iter().map(keys).collect(),
    turns: 3,
});

/// The geometry of the board. The board unit is the side of a cell.
pub fn geometry() -> &'static Geometry {
    &GEOMETRY
}

fn shape(cell: Cell) -> CellShape {
    let (row, place) = row_and_place(cell.index());
    let [_, obtuse, acute] = strips(cell);
    let left = (ROWS - row) as f64 / 2.0 + place as f64 / 2.0;
    let (top, bottom) = ((row - 1) as f64 * HEIGHT, row as f64 * HEIGHT);
    let point = |x, y| Point { x, y };
    let (corners, middle) = if is_up(cell) {
        (vec![point(left, bottom), point(left + 0.5, top), point(left + 1.0, bottom)], 2.0 / 3.0)
    } else {
        (vec![point(left, top), point(left + 1.0, top), point(left + 0.5, bottom)], 1.0 / 3.0)
    };
    let mut classes = vec![if is_up(cell) { "up" } else { "down" }];
    classes.push(match region(cell) {
        Some(Region::North) => "region-north",
        Some(Region::West) => "region-west",
        Some(Region::East) => "region-east",
        None => "no-mans-land",
    });
    CellShape {
        name: format!("{}{obtuse}{acute}", char::from(b'A' + row as u8 - 1)),
        centre: point(left + 0.5, top + HEIGHT * middle),
        outline: Outline::Polygon { corners },
        room: HEIGHT / 3.0,
        classes,
    }
}

fn labels() -> Vec<EdgeLabel> {
    let mut labels = Vec::new();
    for n in 1..=ROWS {
        let n_f = n as f64;
        // Letters of the rows at the left edge. At the bottom edge one number is the label of both
        // diagonals that end there: an obtuse one from the right and an acute one from the left.
        labels.push(EdgeLabel {
            text: char::from(b'A' + n as u8 - 1).to_string(),
            at: Point { x: (ROWS as f64 - n_f) / 2.0 - 0.15, y: (n_f - 0.5) * HEIGHT },
            class: "row",
        });
        labels.push(EdgeLabel {
            text: n.to_string(),
            at: Point { x: n_f - 0.5, y: ROWS as f64 * HEIGHT + 0.3 },
            class: "diagonal",
        });
    }
    labels
}

/// Cursor keys: left and right along the row; up and down to the neighbour, or to the closest place
/// in the row above or below if there is no neighbour.
fn keys(cell: Cell) -> [Option<usize>; 4] {
    let (row, place) = row_and_place(cell.index());
    let width = 2 * row - 1;
    [
        (place > 0).then(|| cell.index() - 1),
        (place + 1 < width).then(|| cell.index() + 1),
        (row > 1).then(|| index_of(row - 1, place.saturating_sub(1).min(width - 3))),
        (row < ROWS).then(|| index_of(row + 1, place + 1)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        by_name(name).unwrap_or_else(|| panic!("{name} is a cell"))
    }

    #[test]
    fn names_and_cells_agree() {
        for c in ALL {
            assert_eq!(by_name(name(c)), Some(c));
        }
        let count = (0..=255u8)
            .flat_map(|a| (b'0'..=b'9').flat_map(move |b| (b'0'..=b'9').map(move |c| [a, b, c])))
            .filter(|text| std::str::from_utf8(text).is_ok_and(|text| by_name(text).is_some()))
            .count();
        assert_eq!(count, CELLS, "no other text names a cell");
        for wrong in ["", "A", "e37", "J11", "I00", "A11", "E3", "E377", "B27"] {
            assert_eq!(by_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_examples_of_the_source_are_there() {
        // The examples of §1.1.
        for up in ["A19", "E15", "E37", "I11", "I99"] {
            assert!(is_up(cell(up)), "{up}");
        }
        for down in ["B19", "E16", "F37", "I34"] {
            assert!(!is_up(cell(down)), "{down}");
        }
    }

    #[test]
    fn contacts_are_mutual_and_108() {
        let mut contacts = 0;
        for a in ALL {
            for b in neighbours(a) {
                assert!(neighbours(b).contains(a));
                contacts += 1;
            }
        }
        assert_eq!(contacts / 2, 108);
    }

    #[test]
    fn a_strip_runs_as_in_the_rules() {
        // §1.1: obtuse 1, each cell next to the one before.
        let expected = "I11 I12 H12 H13 G13 G14 F14 F15 E15 E16 D16 D17 C17 C18 B18 B19 A19";
        let ray = rays(cell("I11")).into_iter().find(|ray| ray.len() == 16).expect("a long ray");
        let all_rays: Vec<String> = rays(cell("I11"))
            .into_iter()
            .map(|ray| {
                std::iter::once(cell("I11")).chain(ray).map(name).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert!(all_rays.contains(&expected.to_owned()), "{all_rays:?}");
        assert_eq!(ray.len(), 16);
    }

    #[test]
    fn regions_are_three_times_24_with_nine_cells_between() {
        for region in Region::ALL {
            assert_eq!(region_cells(region).len(), 24);
        }
        let none: Vec<_> = ALL.into_iter().filter(|&c| region(c).is_none()).map(name).collect();
        assert_eq!(none, ["E15", "E59", "F26", "F36", "F47", "F48", "G46", "H46", "I55"]);
        let north: CellSet = ALL
            .into_iter()
            .filter(|&c| {
                let n = name(c);
                n < "E" || (n.starts_with('E') && n != "E15" && n != "E59") || n == "F37"
            })
            .collect();
        assert_eq!(region_cells(Region::North), north);
        assert_eq!(region(cell("I11")), Some(Region::West));
        assert_eq!(region(cell("I99")), Some(Region::East));
    }

    #[test]
    fn turning_and_mirroring_keep_contacts() {
        assert_eq!(turned(cell("A19")), cell("I99"));
        assert_eq!(turned(cell("I99")), cell("I11"));
        for c in ALL {
            assert_eq!(turned(turned(turned(c))), c);
            let turned_neighbours: CellSet = neighbours(c).into_iter().map(turned).collect();
            assert_eq!(turned_neighbours, neighbours(turned(c)));
            for (a, b) in [(Region::North, Region::West), (Region::West, Region::East)] {
                let mirror = mirrored(c, a, b);
                assert_eq!(mirrored(mirror, a, b), c);
                let around: CellSet =
                    neighbours(c).into_iter().map(|n| mirrored(n, a, b)).collect();
                assert_eq!(around, neighbours(mirror));
            }
        }
    }

    #[test]
    fn the_drawing_agrees_with_the_contacts() {
        let g = geometry();
        for a in ALL {
            for b in ALL {
                let (p, q) = (g.cells[a.index()].centre, g.cells[b.index()].centre);
                let distance = (p.x - q.x).hypot(p.y - q.y);
                assert_eq!((distance - 2.0 * HEIGHT / 3.0).abs() < 1e-9, neighbours(a).contains(b));
            }
        }
    }
}

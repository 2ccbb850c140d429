//! The board (§3.1). The source's sentence stands above each test.

use heterodox_rules::geometry::Outline;
use heterodox_rules::kaleido::board;
use heterodox_rules::{Cell, CellSet};
use std::collections::BTreeSet;

fn cell(name: &str) -> Cell {
    board::by_name(name).unwrap_or_else(|| panic!("{name} is a cell"))
}

fn names(cells: CellSet) -> Vec<&'static str> {
    let mut names: Vec<_> = cells.into_iter().map(board::name).collect();
    names.sort_unstable();
    names
}

/// "Det finns 88 rutor i 5 cirklar runt ett mittenfält."
#[test]
fn there_are_88_cells_in_5_circles_around_a_middle() {
    let rings: Vec<usize> = (0..=5)
        .map(|ring| board::ALL.into_iter().filter(|&c| board::ring(c) == ring).count())
        .collect();
    assert_eq!(rings, [1, 8, 16, 16, 24, 24]);
    assert_eq!(board::ALL.len(), 89);
}

/// "Spelplanen är ritad med sex cirkelformade (eller åttakantiga) linjer."
#[test]
fn the_board_is_drawn_with_six_circles() {
    let mut radii: Vec<f64> = Vec::new();
    for shape in &board::geometry().cells {
        let drawn = match shape.outline {
            Outline::Disc { radius, .. } => vec![radius],
            Outline::RingSector { inner, outer, .. } => vec![inner, outer],
            Outline::Polygon { .. } => panic!("{} is round", shape.name),
        };
        for radius in drawn {
            if radii.iter().all(|known| (known - radius).abs() > 1e-9) {
                radii.push(radius);
            }
        }
    }
    assert_eq!(radii.len(), 6, "{radii:?}");
}

/// "Mittfältet och 4 rutor i den yttersta cirkeln … kallas borgar."
#[test]
fn the_middle_and_four_cells_of_the_outer_circle_are_castles() {
    assert_eq!(names(board::CASTLES), ["00", "1J", "3J", "5J", "7J"]);
    assert_eq!(board::HOMES.map(board::name), ["1J", "3J", "5J", "7J"]);
}

/// "Runt borgarna finns rutor … detta är städer."
#[test]
fn around_the_castles_lie_28_cities() {
    assert_eq!(board::CITIES.len(), 28);
    for city in ["1A", "8A", "1I", "1K", "1F", "1G", "1H", "7I", "7H"] {
        assert!(board::CITIES.contains(cell(city)), "{city}");
    }
    for other in ["00", "1J", "2I", "1D", "2J", "1B"] {
        assert!(!board::CITIES.contains(cell(other)), "{other}");
    }
}

/// "Systemet bygger på att spelplanen kan delas in i åtta identiska tårtbitar."
#[test]
fn the_board_is_eight_identical_slices() {
    for cell in board::ALL {
        let turned = |cells: CellSet| -> CellSet {
            cells.into_iter().map(|cell| board::turned(cell, 1)).collect()
        };
        let there = board::turned(cell, 1);
        assert_eq!(turned(board::sides(cell)), board::sides(there));
        assert_eq!(turned(board::corners(cell)), board::corners(there));
        assert_eq!(board::turned(cell, 8), cell);
    }
    assert_eq!(board::turned(cell("8K"), 1), cell("1K"));
}

/// "Varje tårtbit ges nummer från 1 till 8 medsols … Inom varje tårtbit markeras sedan rutorna
/// medsols med bokstäverna A till K. Själva mittrutan namnges 00."
#[test]
fn cells_are_named_by_slice_and_letter() {
    for cell in board::ALL {
        assert_eq!(board::by_name(board::name(cell)), Some(cell));
    }
    let all: BTreeSet<&str> = board::ALL.into_iter().map(board::name).collect();
    assert_eq!(all.len(), 89);
    let ring = |ring: usize| -> Vec<&str> {
        (0..4).map(|place| board::name(board::at(ring, place))).collect()
    };
    assert_eq!(ring(1), ["1A", "2A", "3A", "4A"]);
    assert_eq!(ring(2), ["1B", "1C", "2B", "2C"]);
    assert_eq!(ring(3), ["1D", "1E", "2D", "2E"]);
    assert_eq!(ring(4), ["1F", "1G", "1H", "2F"]);
    assert_eq!(ring(5), ["1I", "1J", "1K", "2I"]);
    for wrong in ["", "0", "000", "0A", "9A", "1L", "1a", "A1", "1AA", "é", "1é"] {
        assert_eq!(board::by_name(wrong), None, "{wrong}");
    }
}

/// §3.1: 184 side and 112 corner contacts.
#[test]
fn there_are_184_side_and_112_corner_contacts() {
    let mut counts = (0, 0);
    for a in board::ALL {
        assert!(!board::sides(a).contains(a) && !board::corners(a).contains(a));
        assert!(!board::sides(a).meets(board::corners(a)), "both at once");
        for b in board::sides(a) {
            assert!(board::sides(b).contains(a));
            counts.0 += 1;
        }
        for b in board::corners(a) {
            assert!(board::corners(b).contains(a));
            counts.1 += 1;
        }
    }
    assert_eq!((counts.0 / 2, counts.1 / 2), (184, 112));
}

/// "… rutor som angränsar helt eller delvis med en sida till varandra."
#[test]
fn cells_touch_wholly_or_partly_along_a_side_or_at_a_corner() {
    assert_eq!(names(board::sides(cell("1D"))), ["1B", "1E", "1F", "1G", "8E"]);
    assert_eq!(names(board::corners(cell("1D"))), ["1C", "8C", "8H"]);
    assert_eq!(names(board::sides(cell("1J"))), ["1G", "1I", "1K"]);
    assert_eq!(names(board::corners(cell("1J"))), ["1F", "1H"]);
    assert_eq!(names(board::sides(cell("1A"))), ["00", "1B", "1C", "2A", "8A"]);
    assert_eq!(names(board::corners(cell("1A"))), ["2B", "8C"]);
    let first_ring = ["1A", "2A", "3A", "4A", "5A", "6A", "7A", "8A"];
    assert_eq!(names(board::sides(board::CENTRE)), first_ring);
    assert_eq!(names(board::corners(board::CENTRE)), [""; 0]);
}

#[test]
fn the_drawing_agrees_with_the_contacts() {
    let geometry = board::geometry();
    let span = |cell: Cell| match geometry.cells[cell.index()].outline {
        Outline::RingSector { inner, outer, from, to, .. } => (inner, outer, from, to),
        Outline::Disc { radius, .. } => (0.0, radius, 0.0, std::f64::consts::TAU),
        Outline::Polygon { .. } => panic!("no polygons here"),
    };
    let close = |a: f64, b: f64| {
        let apart = (a - b).rem_euclid(std::f64::consts::TAU);
        apart.min(std::f64::consts::TAU - apart) < 1e-9
    };
    for a in board::ALL {
        for b in board::sides(a).into_iter().filter(|&b| board::ring(b) == board::ring(a)) {
            assert!(close(span(a).3, span(b).2) || close(span(b).3, span(a).2));
        }
        for b in board::sides(a).into_iter().filter(|&b| board::ring(b) > board::ring(a)) {
            assert!((span(a).1 - span(b).0).abs() < 1e-9, "a shared ring line");
        }
        let shape = &geometry.cells[a.index()];
        assert_eq!(shape.name, board::name(a));
        assert!(shape.room > 0.3 && shape.centre.x > 0.0 && shape.centre.y < geometry.height);
        assert_eq!(shape.classes.contains(&"castle"), board::CASTLES.contains(a));
        assert_eq!(shape.classes.contains(&"city"), board::CITIES.contains(a));
    }
    // White's castle stands at the bottom, the next one clockwise at the left.
    let at = |name: &str| geometry.cells[cell(name).index()].centre;
    let middle = geometry.width / 2.0;
    assert!((at("1J").x - middle).abs() < 1e-9 && at("1J").y > middle);
    assert!((at("3J").y - middle).abs() < 1e-9 && at("3J").x < middle);
    assert!(at("5J").y < middle && at("7J").x > middle);
}

#[test]
fn cursor_keys_reach_every_cell() {
    let geometry = board::geometry();
    let mut reached = CellSet::EMPTY;
    let mut open = vec![board::CENTRE];
    while let Some(cell) = open.pop() {
        if reached.contains(cell) {
            continue;
        }
        reached.insert(cell);
        let next = geometry.keys[cell.index()].into_iter().flatten().map(Cell::new);
        for to in next {
            assert!(board::sides(cell).contains(to), "{}", board::name(cell));
            open.push(to);
        }
    }
    assert_eq!(reached.len(), board::CELLS);
}

//! §1.1: cells, contacts, straight lines and regions, sentence by sentence.

use heterodox_rules::klinzha::{Region, board};
use heterodox_testkit::klinzha::slow;
use std::collections::BTreeSet;

fn names(cells: &[usize]) -> Vec<&'static str> {
    let mut names: Vec<_> = cells.iter().map(|&cell| slow::name(cell)).collect();
    names.sort_unstable();
    names
}

/// "A large triangle of nine rows, A (top, 1 cell) to I (bottom, 17 cells): 81 cells."
#[test]
fn nine_rows_with_1_to_17_cells_make_81() {
    let all: Vec<_> = board::ALL.into_iter().map(board::name).collect();
    assert_eq!(all.len(), 81);
    for (number, row) in ('A'..='I').enumerate() {
        let cells = all.iter().filter(|name| name.starts_with(row)).count();
        assert_eq!(cells, 2 * number + 1, "row {row}");
    }
}

/// "Named by row, obtuse diagonal, acute diagonal", in the order of the rows, each from left to
/// right.
#[test]
fn cells_have_the_names_of_the_rules() {
    let library: Vec<_> = board::ALL.into_iter().map(board::name).collect();
    assert_eq!(library, slow::board().names);
    for named_in_the_rules in ["A19", "E15", "E37", "I11", "I99", "B19", "E16", "F37", "I34"] {
        assert!(library.contains(&named_in_the_rules), "{named_in_the_rules}");
    }
    // The source reads E37 as row E, obtuse diagonal 3, acute diagonal 7.
    assert_eq!(board::by_name("E37").map(board::strips), Some([5, 3, 7]));
    let pointing_up: Vec<_> =
        board::ALL.into_iter().filter(|&cell| board::is_up(cell)).map(board::name).collect();
    assert_eq!(pointing_up.len(), 45);
    for row in pointing_up.chunk_by(|a, b| a[..1] == b[..1]) {
        let expected: Vec<_> =
            library.iter().filter(|name| name[..1] == row[0][..1]).step_by(2).copied().collect();
        assert_eq!(row, expected, "up, down, up, … from the left");
    }
}

/// "Cells touch through sides only, never through points."
#[test]
fn cells_touch_through_sides_only() {
    let mut contacts = 0;
    for cell in board::ALL {
        let mut touching: Vec<_> = board::neighbours(cell).into_iter().map(board::name).collect();
        touching.sort_unstable();
        contacts += touching.len();
        assert_eq!(touching, names(slow::touching(slow::cell(board::name(cell)))));
        // It follows from the names: two cells touch when their names differ in one of three parts.
        let by_name: BTreeSet<_> = slow::board()
            .names
            .iter()
            .map(String::as_str)
            .filter(|other| {
                other.bytes().zip(board::name(cell).bytes()).filter(|(a, b)| a != b).count() == 1
            })
            .collect();
        assert!(touching.into_iter().eq(by_name));
    }
    assert_eq!(contacts / 2, 108);
    assert_eq!(names(slow::touching(slow::cell("A19"))), ["B19"]);
    // D27 and F26 meet E27's and E26's points only.
    assert_eq!(names(slow::touching(slow::cell("E26"))), ["E16", "E27", "F26"]);
    assert_eq!(names(slow::touching(slow::cell("E27"))), ["D27", "E26", "E37"]);
}

/// "A straight line runs inside one strip … taken in the order in which each touches the next."
#[test]
fn straight_lines_run_inside_one_strip() {
    let obtuse_1 = "I12 H12 H13 G13 G14 F14 F15 E15 E16 D16 D17 C17 C18 B18 B19 A19";
    let cell = |name| board::by_name(name).expect("a cell");
    let lines = |cell| -> BTreeSet<String> {
        let text = |ray: Vec<_>| ray.into_iter().map(board::name).collect::<Vec<_>>().join(" ");
        board::rays(cell).into_iter().map(text).collect()
    };
    assert!(lines(cell("I11")).contains(obtuse_1));
    for from in board::ALL {
        let slow_lines: BTreeSet<String> = slow::straight_lines(slow::cell(board::name(from)))
            .iter()
            .map(|line| line.iter().map(|&c| slow::name(c)).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(lines(from), slow_lines, "{}", board::name(from));
    }
    // The lines of E37, read off the chart by hand.
    let expected = [
        "E27 E26 E16 E15",
        "E38 E48 E49 E59",
        "E38 D38 D39 C39",
        "F37 F36 G36 G35 H35 H34 I34 I33",
        "E27 D27 D17 C17",
        "F37 F47 G47 G57 H57 H67 I67 I77",
    ];
    assert_eq!(lines(cell("E37")), expected.map(str::to_owned).into());
}

/// "So it has up to six straight directions; two of them share each first step."
#[test]
fn two_directions_share_each_first_step() {
    for from in board::ALL {
        let rays = board::rays(from);
        assert!(rays.len() <= 6);
        for first in board::neighbours(from) {
            assert_eq!(rays.iter().filter(|ray| ray[0] == first).count(), 2);
        }
    }
}

/// "Those nine are no-man's-land … The rest falls into North, West and East with 24 cells each."
#[test]
fn regions_are_those_of_the_rules() {
    for region in Region::ALL {
        let expected: Vec<_> =
            (0..81).filter(|&cell| slow::region(cell) == Some(region.key())).collect();
        assert_eq!(expected.len(), 24);
        let mut library: Vec<_> =
            board::region_cells(region).into_iter().map(board::name).collect();
        library.sort_unstable();
        assert_eq!(library, names(&expected), "{region}");
    }
    let nobodys = board::ALL.into_iter().filter(|&cell| board::region(cell).is_none());
    assert_eq!(nobodys.count(), 9);
}

/// §1.5: "regions never touch, so this can only concern the two Blockaders, in nine pairs of
/// cells such as F37–G36."
#[test]
fn regions_never_touch_and_nine_pairs_of_cells_have_overlapping_zones() {
    let mut pairs = Vec::new();
    for a in 0..81 {
        for b in a + 1..81 {
            let (Some(one), Some(other)) = (slow::region(a), slow::region(b)) else { continue };
            if one == other {
                continue;
            }
            assert!(!slow::touching(a).contains(&b), "{} {}", slow::name(a), slow::name(b));
            if slow::touching(a).iter().any(|cell| slow::touching(b).contains(cell)) {
                pairs.push((slow::name(a), slow::name(b)));
            }
        }
    }
    assert_eq!(pairs.len(), 9, "{pairs:?}");
    assert!(pairs.contains(&("F37", "G36")));
}

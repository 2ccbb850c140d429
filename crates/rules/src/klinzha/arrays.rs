//! Ready-made arrays and quick starts (§1.5).
//!
//! Each array is given for the region West and is symmetric about the region's axis, as the source
//! advises for the first placement. Rotating the board gives the arrays for the other regions. Two
//! sides with the same array in two regions mirror each other, so that neither has an advantage. A
//! test checks that no warrior can be captured at the start.

use super::board;
use super::piece::{Kind, Region, Side};
use super::position::Position;
use super::raw::RawPosition;
use crate::Cell;
use Kind::{Blockader, Fencer, Flier, Lancer, Swift, Vanguard};

/// A ready-made placement of one side's nine warriors and its Goal.
pub struct StartArray {
    /// The array's name in notation and in the API.
    pub name: &'static str,
    /// The warriors on cells of West.
    west: [(Kind, &'static str); 9],
    /// The cell in West of the carrier that gets the Goal.
    goal: &'static str,
}

/// The arrays that players can choose.
pub static ARRAYS: [StartArray; 3] = [
    StartArray {
        name: "spearhead",
        west: [
            (Blockader, "G35"),
            (Flier, "G13"),
            (Flier, "I33"),
            (Swift, "G36"),
            (Vanguard, "G14"),
            (Vanguard, "H23"),
            (Vanguard, "I34"),
            (Lancer, "I11"),
            (Fencer, "H24"),
        ],
        goal: "I11",
    },
    StartArray {
        name: "bulwark",
        west: [
            (Blockader, "G35"),
            (Flier, "F15"),
            (Flier, "I45"),
            (Swift, "H23"),
            (Vanguard, "F25"),
            (Vanguard, "G36"),
            (Vanguard, "H45"),
            (Lancer, "I12"),
            (Fencer, "H24"),
        ],
        goal: "I12",
    },
    StartArray {
        name: "talons",
        west: [
            (Blockader, "H24"),
            (Flier, "F15"),
            (Flier, "I45"),
            (Swift, "H23"),
            (Vanguard, "F25"),
            (Vanguard, "I11"),
            (Vanguard, "H45"),
            (Lancer, "I12"),
            (Fencer, "G35"),
        ],
        goal: "I12",
    },
];

impl StartArray {
    /// The array with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ARRAYS.iter().find(|array| array.name == name)
    }

    /// The warriors with their cells in a region.
    pub fn warriors(&self, region: Region) -> impl Iterator<Item = (Kind, Cell)> + '_ {
        self.west.iter().map(move |&(kind, cell)| (kind, from_west(cell, region)))
    }

    /// The cell in a region of the carrier that gets the Goal.
    pub fn goal(&self, region: Region) -> Cell {
        from_west(self.goal, region)
    }
}

fn from_west(cell: &str, region: Region) -> Cell {
    let cell = board::by_name(cell).expect("arrays name cells");
    match region {
        Region::West => cell,
        Region::North => board::turned(cell),
        Region::East => board::turned(board::turned(cell)),
    }
}

/// The names of the quick starts: the array (left out for `spearhead`), Gold's region, Green's
/// region.
pub const QUICK_STARTS: [&str; 9] = [
    "north-west",
    "north-east",
    "west-east",
    "bulwark-north-west",
    "bulwark-north-east",
    "bulwark-west-east",
    "talons-north-west",
    "talons-north-east",
    "talons-west-east",
];

/// The position of a quick start, with Gold to move; `None` if there is none with this name.
pub fn quick_start(name: &str) -> Option<Position> {
    QUICK_STARTS.contains(&name).then_some(())?;
    let mut words = name.rsplitn(3, '-');
    let (green, gold) = (Region::from_key(words.next()?)?, Region::from_key(words.next()?)?);
    let array = StartArray::named(words.next().unwrap_or(ARRAYS[0].name))?;
    let mut raw = RawPosition::empty();
    for (side, region) in [(Side::Gold, gold), (Side::Green, green)] {
        for (kind, cell) in array.warriors(region) {
            raw.board[cell.index()] = Some((side, kind));
        }
        raw.goals[side] = Some(array.goal(region));
    }
    Some(raw.check().expect("quick starts are possible positions"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CellSet;

    #[test]
    fn arrays_are_complete_and_symmetric() {
        for array in &ARRAYS {
            for kind in Kind::ALL {
                let cells: CellSet = array
                    .warriors(Region::West)
                    .filter(|(k, _)| *k == kind)
                    .map(|(_, cell)| cell)
                    .collect();
                assert_eq!(cells.len(), kind.count(), "{} {kind}", array.name);
                let mirrored: CellSet = cells
                    .into_iter()
                    .map(|cell| board::mirrored(cell, Region::North, Region::East))
                    .collect();
                assert_eq!(cells, mirrored, "{} {kind}", array.name);
            }
            for region in Region::ALL {
                assert!(array.warriors(region).all(|(_, c)| board::region(c) == Some(region)));
                let goal = array.goal(region);
                assert!(array.warriors(region).any(|(k, c)| c == goal && k.carries()));
            }
        }
    }

    #[test]
    fn nothing_can_be_captured_at_the_start() {
        for name in QUICK_STARTS {
            let start = quick_start(name).unwrap_or_else(|| panic!("{name}"));
            for position in [start.clone(), start.passed()] {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let captures: Vec<_> = moves
                    .iter()
                    .filter(|&&m| position.is_capture(m))
                    .map(|&m| position.write(m))
                    .collect();
                assert!(captures.is_empty(), "{name}: {captures:?}");
                assert!(moves.len() > 30, "{name}: only {} moves", moves.len());
            }
        }
    }
}

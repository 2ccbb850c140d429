//! Cloud maps from a seed (R-CL9).
//!
//! A map is drawn for the North and turned twice, so it is the same for all three regions. A few clouds are begun on
//! random cells and grow by touching cells, until as many cells as the seed says lie under them; what touches
//! them becomes edge, and now and then a wisp of edge stands alone or lengthens a cloud.

use super::map::{CloudMap, Cover, MAX_UNDER};
use crate::klinzha::{Region, board};
use crate::{Cell, CellSet};

/// Fewer cells under clouds in a region hide next to nothing.
const MIN_UNDER: usize = 3;

/// At least so many cells of the board stay clear.
const MIN_CLEAR: usize = 30;

/// The map of this seed: at most 8 cells under clouds in each region, none of them next to a clear cell, and the
/// same after a turn by a third.
pub fn generate(seed: u64) -> CloudMap {
    let mut dice = Dice(seed);
    loop {
        let map = draw(&mut dice);
        // Long thin clouds have a lot of edge; such a draw is thrown away.
        if map.clear().len() >= MIN_CLEAR && map.under_in(Region::North) >= MIN_UNDER {
            return map;
        }
    }
}

fn draw(dice: &mut Dice) -> CloudMap {
    let mut map = CloudMap::CLEAR;
    let north = board::region_cells(Region::North);
    let wanted = MIN_UNDER + dice.below(MAX_UNDER + 1 - MIN_UNDER);
    let clouds = 1 + dice.below(3);
    // Cells of no-man's-land may be covered too; they count for no region.
    for cloud in 0..clouds {
        let share = (wanted * (cloud + 1)).div_ceil(clouds);
        let mut cloud = vec![dice.pick(board::ALL - map.under())];
        while map.under_in(Region::North) < share {
            let at = cloud[dice.below(cloud.len())];
            for cell in orbit(at) {
                map.set(cell, Cover::Under);
            }
            // A cloud that is shut in goes on elsewhere.
            let around = board::neighbours(at) - map.under();
            cloud.push(dice.pick(if around.is_empty() {
                board::ALL - map.under()
            } else {
                around
            }));
        }
    }
    for cell in map.under() {
        for beside in board::neighbours(cell) - map.under() {
            map.set(beside, Cover::Edge);
        }
    }
    for _ in 0..dice.below(4) {
        let free = north - map.under() - map.edge();
        if !free.is_empty() {
            for cell in orbit(dice.pick(free)) {
                map.set(cell, Cover::Edge);
            }
        }
    }
    map
}

/// A cell with the two on which it comes to lie when the board is turned.
fn orbit(cell: Cell) -> [Cell; 3] {
    let turned = board::turned(cell);
    [cell, turned, board::turned(turned)]
}

/// A small random number generator (`SplitMix64`): the same seed gives the same map everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n as u64) as usize
    }

    /// One of the cells, of which there must be at least one.
    fn pick(&mut self, cells: CellSet) -> Cell {
        let nth = self.below(cells.len());
        cells.into_iter().nth(nth).expect("a number below the count")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_map_keeps_the_ruling_and_they_differ() {
        let mut maps = HashSet::new();
        let mut sizes = HashSet::new();
        for seed in 0..10_000 {
            let map = generate(seed);
            for region in Region::ALL {
                assert!(map.under_in(region) <= MAX_UNDER, "seed {seed}");
            }
            for cell in map.under() {
                assert!(!board::neighbours(cell).meets(map.clear()), "seed {seed}");
            }
            for cell in board::ALL {
                assert_eq!(map.cover(cell), map.cover(board::turned(cell)), "seed {seed}");
            }
            assert!(map.warnings().is_empty() && map.clear().len() >= MIN_CLEAR);
            sizes.insert(map.under_in(Region::North));
            maps.insert(map);
        }
        assert!(maps.len() > 9_000, "only {} different maps", maps.len());
        assert!(sizes.len() >= 5, "{sizes:?}");
    }
}

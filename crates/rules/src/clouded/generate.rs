//! Cloud maps from a seed (R-CL9).
//!
//! A map is drawn for the North and turned twice, so it is the same for all three regions. A few clouds are begun on
//! random cells and grow by touching cells, until as many cells as the seed says lie under them; what touches
//! them becomes edge, and now and then a wisp of edge stands alone or lengthens a cloud.

use super::map::{CloudMap, Cover, MAX_UNDER};
use crate::klinzha::{Region, board};
use crate::{Cell, CellSet, SplitMix64};

/// Fewer cells under clouds in a region hide next to nothing.
const MIN_UNDER: usize = 3;

/// At least so many cells of the board stay clear.
const MIN_CLEAR: usize = 30;

/// The map of this seed: at most 8 cells under clouds in each region, none of them next to a clear cell, and the
/// same after a turn by a third.
pub fn generate(seed: u64) -> CloudMap {
    let mut random = MapRandom(SplitMix64::new(seed));
    loop {
        let map = draw(&mut random);
        // Long thin clouds have a lot of edge; such a draw is thrown away.
        if map.clear().len() >= MIN_CLEAR && map.under_in(Region::North) >= MIN_UNDER {
            return map;
        }
    }
}

fn draw(random: &mut MapRandom) -> CloudMap {
    let mut map = CloudMap::CLEAR;
    let north = board::region_cells(Region::North);
    let wanted = MIN_UNDER + random.below(MAX_UNDER + 1 - MIN_UNDER);
    let clouds = 1 + random.below(3);
    // Cells of no-man's-land may be covered too; they count for no region.
    for cloud in 0..clouds {
        let share = (wanted * (cloud + 1)).div_ceil(clouds);
        let mut cloud = vec![random.pick(board::ALL - map.under())];
        while map.under_in(Region::North) < share {
            let at = cloud[random.below(cloud.len())];
            for cell in orbit(at) {
                map.set(cell, Cover::Under);
            }
            // A cloud that is shut in goes on elsewhere.
            let around = board::neighbours(at) - map.under();
            cloud.push(random.pick(if around.is_empty() {
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
    for _ in 0..random.below(4) {
        let free = north - map.under() - map.edge();
        if !free.is_empty() {
            for cell in orbit(random.pick(free)) {
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

/// The random choices of a map.
struct MapRandom(SplitMix64);

impl MapRandom {
    /// A number below `n`, as the remainder and not by [`SplitMix64::below`]: a seed must always
    /// give the same map.
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// A cell of a set that is not empty.
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

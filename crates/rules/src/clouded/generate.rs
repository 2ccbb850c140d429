//! Cloud maps from a seed (R-CL9).
//!
//! Clouds begin on random cells and grow by neighbouring cells until the region North has a random
//! number of *under* cells. Each cell is set together with its two images under rotation, so that
//! the map is the same for all three regions. The neighbours of *under* cells become *edge*; up to
//! three more *edge* cells are added alone or beside a cloud.

use super::map::{CloudMap, Cover, MAX_UNDER};
use crate::klinzha::{Region, board};
use crate::{Cell, CellSet, SplitMix64};

/// Fewer *under* cells in a region hide almost nothing.
const MIN_UNDER: usize = 3;

/// The minimum number of clear cells on the board.
const MIN_CLEAR: usize = 30;

/// The map of a seed: at most [`MAX_UNDER`] *under* cells in each region, none of them next to a
/// clear cell, and symmetric under the rotation of the board.
pub fn generate(seed: u64) -> CloudMap {
    let mut random = MapRandom(SplitMix64::new(seed));
    loop {
        let map = draw(&mut random);
        // Long thin clouds have many edge cells; such a map is rejected.
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
    // Clouds may cover cells of no-man's-land, which count for no region.
    for cloud in 0..clouds {
        let share = (wanted * (cloud + 1)).div_ceil(clouds);
        let mut cloud = vec![random.pick(board::ALL - map.under())];
        while map.under_in(Region::North) < share {
            let at = cloud[random.below(cloud.len())];
            for cell in orbit(at) {
                map.set(cell, Cover::Under);
            }
            // A cloud that has no free neighbour continues elsewhere.
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

/// A cell and its two images under the rotations of the board.
fn orbit(cell: Cell) -> [Cell; 3] {
    let turned = board::turned(cell);
    [cell, turned, board::turned(turned)]
}

/// The random choices of a map.
struct MapRandom(SplitMix64);

impl MapRandom {
    /// A number below `n`: the remainder and not [`SplitMix64::below`], because the map of a seed
    /// must never change.
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// A random cell of a set, which must not be empty.
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

//! Drifting clouds (R-CL10).

use super::map::CloudMap;
use crate::klinzha::board;
use std::fmt;

/// A direction of drifting clouds, numbered 1 to 6 clockwise from the east. One step moves the
/// pattern by two cells along a strip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the right along the row.
    East,
    /// Down to the right.
    SouthEast,
    /// Down to the left.
    SouthWest,
    /// To the left along the row.
    West,
    /// Up to the left.
    NorthWest,
    /// Up to the right.
    NorthEast,
}

impl Direction {
    /// All directions in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::East,
        Self::SouthEast,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
        Self::NorthEast,
    ];

    /// The direction with this number, 1 to 6.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The key, such as `south-east`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
            Self::NorthEast => "north-east",
        }
    }

    /// The change of a cell's [`board::nearness`] by one step.
    const fn step(self) -> [i64; 3] {
        match self {
            Self::East => [0, -3, 3],
            Self::SouthEast => [-3, 0, 3],
            Self::SouthWest => [-3, 3, 0],
            Self::West => [0, 3, -3],
            Self::NorthWest => [3, 0, -3],
            Self::NorthEast => [3, -3, 0],
        }
    }
}

/// A number that is fixed or thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedOrDie {
    /// This number.
    Fixed(u8),
    /// The face of a six-sided die.
    Dice,
}

impl FixedOrDie {
    /// The number; a die takes the next of the thrown faces.
    pub(super) fn value(self, faces: &mut impl Iterator<Item = u8>) -> Option<u8> {
        match self {
            Self::Fixed(number) => Some(number),
            Self::Dice => faces.next(),
        }
    }
}

impl fmt::Display for FixedOrDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => write!(f, "{number}"),
            Self::Dice => f.write_str("dice"),
        }
    }
}

/// The rule X, Y, Z of the source: every X turns the clouds move Y steps in direction Z. A die for
/// X is thrown once, before the first move; dice for Y and Z are thrown for every drift.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriftRule {
    /// X: the number of turns from one drift to the next.
    pub every: FixedOrDie,
    /// Y: the number of steps.
    pub steps: FixedOrDie,
    /// Z: the number of the direction.
    pub direction: FixedOrDie,
}

impl DriftRule {
    /// Reads `X,Y,Z`, each a number or `dice`; `dice` alone stands for all three. `None` if the
    /// text is malformed or a number is out of range.
    pub fn read(text: &str) -> Option<Self> {
        let amount = |text: &str, most: u8| match text {
            "dice" => Some(FixedOrDie::Dice),
            _ if text.starts_with('0') || text.starts_with('+') => None,
            _ => text.parse().ok().filter(|number| *number <= most).map(FixedOrDie::Fixed),
        };
        let words: Vec<&str> = text.split(',').collect();
        match words.as_slice() {
            ["dice"] => Some(Self {
                every: FixedOrDie::Dice,
                steps: FixedOrDie::Dice,
                direction: FixedOrDie::Dice,
            }),
            [every, steps, direction] => Some(Self {
                every: amount(every, 99)?,
                steps: amount(steps, 8)?,
                direction: amount(direction, 6)?,
            }),
            _ => None,
        }
    }

    /// The number of dice for each drift.
    pub(super) fn dice(self) -> usize {
        [self.steps, self.direction]
            .into_iter()
            .filter(|amount| *amount == FixedOrDie::Dice)
            .count()
    }
}

impl fmt::Display for DriftRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.every, self.steps, self.direction)
    }
}

/// Clouds on an unbounded plane: the pattern as drawn, and its displacement. What drifts off the
/// board is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriftingClouds {
    drawn: CloudMap,
    offset: [i64; 3],
}

impl DriftingClouds {
    /// Clouds that have not drifted.
    pub fn new(drawn: CloudMap) -> Self {
        Self { drawn, offset: [0; 3] }
    }

    /// Moves the clouds.
    pub fn drift(&mut self, steps: u8, direction: Direction) {
        for (offset, step) in self.offset.iter_mut().zip(direction.step()) {
            *offset += i64::from(steps) * step;
        }
    }

    /// The part of the clouds that is over the board now.
    pub fn map(&self) -> CloudMap {
        if self.offset == [0; 3] {
            return self.drawn;
        }
        let mut map = CloudMap::CLEAR;
        for from in board::ALL {
            let mut near = [0; 3];
            for (i, near) in near.iter_mut().enumerate() {
                *near = board::nearness(from)[i] as i64 + self.offset[i];
            }
            let lands_on = |to: &crate::Cell| board::nearness(*to).map(|n| n as i64) == near;
            if let Some(to) = board::ALL.into_iter().find(lands_on) {
                map.set(to, self.drawn.cover(from));
            }
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use super::super::map::Cover;
    use super::*;

    fn one(cell: &str) -> CloudMap {
        let mut map = CloudMap::CLEAR;
        map.set(board::by_name(cell).expect("a cell"), Cover::Under);
        map
    }

    #[test]
    fn a_step_goes_two_cells_along_a_strip_to_the_same_orientation() {
        for (direction, up, down) in [
            (Direction::East, "G46", "G47"),
            (Direction::SouthEast, "H45", "H46"),
            (Direction::SouthWest, "H34", "H35"),
            (Direction::West, "G24", "G25"),
            (Direction::NorthWest, "F25", "F26"),
            (Direction::NorthEast, "F36", "F37"),
        ] {
            for (from, to) in [("G35", up), ("G36", down)] {
                let mut sky = DriftingClouds::new(one(from));
                sky.drift(1, direction);
                assert_eq!(sky.map(), one(to), "{direction:?} from {from}");
                let (a, b) = (board::by_name(from), board::by_name(to));
                let (a, b) = (a.expect("a cell"), b.expect("a cell"));
                assert_eq!(board::is_up(a), board::is_up(b));
                let shared = board::neighbours(a) & board::neighbours(b);
                assert_eq!(shared.len(), 1, "two cells on");
                let strips = |cell| board::strips(cell);
                assert!((0..3).any(|i| strips(a)[i] == strips(b)[i]), "along a strip");
            }
        }
    }

    #[test]
    fn what_leaves_the_board_is_kept_and_returns() {
        let map = super::super::generate(7);
        let mut sky = DriftingClouds::new(map);
        sky.drift(8, Direction::East);
        sky.drift(5, Direction::NorthEast);
        assert_eq!(sky.map(), CloudMap::CLEAR, "all has left");
        sky.drift(5, Direction::SouthWest);
        sky.drift(8, Direction::West);
        assert_eq!(sky.map(), map);
    }
}

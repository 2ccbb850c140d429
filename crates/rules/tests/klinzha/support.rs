//! What the tests share: a small generator of random numbers, positions written as lists, and random
//! positions.

use crate::slow::{self, CAST, Gold, Green, Kind, Move, Side, Way};
use heterodox_rules::klinzha::{self, GoalSafety, Position};

/// A small random number generator (SplitMix64): the same seed gives the same tests everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.number() % n as u64) as usize
    }

    /// True `percent` times in a hundred.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// A position from two lists such as `B G35, FeG I11, G D28`: the pieces of Gold and of Green.
pub(crate) fn study(turn: Side, gold: &str, green: &str) -> slow::Position {
    let mut position = slow::Position::empty(turn);
    for (side, list) in [(Gold, gold), (Green, green)] {
        for entry in list.split(", ") {
            let (piece, cell) = entry.split_once(' ').expect("piece and cell");
            let cell = slow::cell(cell);
            let with_goal = piece != "G" && piece.ends_with('G');
            if piece == "G" || with_goal {
                position.set_goal(side, Some(cell));
            }
            if piece != "G" {
                position.warriors[cell] = Some((side, kind(piece.trim_end_matches('G'))));
            }
        }
    }
    position
}

fn kind(code: &str) -> Kind {
    CAST.into_iter().find(|kind| kind.code() == code).unwrap_or_else(|| panic!("piece {code}"))
}

/// The library's position with the same string; it must read and be possible.
pub(crate) fn library(position: &slow::Position) -> Position {
    let text = position.to_string();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position of the library for the slow generator.
pub(crate) fn slow_copy(position: &Position) -> slow::Position {
    let cell = |cell| slow::cell(klinzha::board::name(cell));
    let turn = if position.turn() == klinzha::Side::Gold { Gold } else { Green };
    let mut copy = slow::Position::empty(turn);
    for (side, own) in [(klinzha::Side::Gold, Gold), (klinzha::Side::Green, Green)] {
        for (kind, at) in position.warriors(side) {
            let kind = CAST.into_iter().find(|other| other.code() == kind.code());
            copy.warriors[cell(at)] = kind.map(|kind| (own, kind));
        }
        copy.set_goal(own, position.goal(side).map(cell));
    }
    (copy.quiet, copy.number) = (position.plies_since_capture(), position.turn_number());
    copy
}

/// What the library allows Gold in a study, sorted.
pub(crate) fn gold_moves(gold: &str, green: &str) -> Vec<String> {
    moves_of(&library(&study(Gold, gold, green)), GoalSafety::Advisory)
}

pub(crate) fn moves_of(position: &Position, safety: GoalSafety) -> Vec<String> {
    let mut texts: Vec<String> =
        position.legal_moves_under(safety).into_iter().map(|m| position.write(m)).collect();
    texts.sort();
    texts
}

/// The cells to which the library lets Gold's piece move plainly from a cell (captures included).
pub(crate) fn gold_targets(piece: &str, gold: &str, green: &str) -> Vec<String> {
    let (code, from) = piece.split_once('@').expect("piece@cell");
    let mut cells: Vec<String> = gold_moves(gold, green)
        .into_iter()
        .filter(|text| text.starts_with(&format!("{code}@{from} ")))
        .map(|text| text[text.len() - 3..].to_owned())
        .collect();
    cells.sort();
    cells
}

/// A random first position: two regions, any legal placements, any legal Goals.
pub(crate) fn random_setup(dice: &mut Dice) -> slow::Position {
    let mut regions = ["north", "west", "east"];
    loop {
        dice.shuffle(&mut regions);
        let mut position = slow::Position::empty(if dice.chance(50) { Gold } else { Green });
        for (side, region) in [Gold, Green].into_iter().zip(regions) {
            let mut cells: Vec<_> =
                (0..81).filter(|&cell| slow::region(cell) == Some(region)).collect();
            dice.shuffle(&mut cells);
            for (kind, &cell) in CAST.into_iter().zip(&cells) {
                position.warriors[cell] = Some((side, kind));
            }
            // The Goal goes with a carrier that is not next to its own Blockader (§1.5, step 4).
            let homes: Vec<_> = CAST
                .into_iter()
                .zip(cells)
                .filter(|&(kind, cell)| kind.carries() && !position.zone(side).contains(&cell))
                .collect();
            if !homes.is_empty() {
                position.set_goal(side, Some(dice.pick(&homes).1));
            }
        }
        if position.is_possible() && !position.goals.contains(&None) {
            return position;
        }
    }
}

/// A sparse study with Goals often abandoned. Often impossible: the caller sorts that out.
pub(crate) fn random_study(dice: &mut Dice) -> slow::Position {
    let mut position = slow::Position::empty(if dice.chance(50) { Gold } else { Green });
    position.quiet = dice.below(120) as u32;
    position.number = 1 + dice.below(60) as u32;
    // Sometimes everything crowds into a corner of the board, where more gets in each other's way.
    let first = dice.below(60);
    let cells: Vec<usize> =
        if dice.chance(50) { (0..81).collect() } else { (first..(first + 35).min(81)).collect() };
    let likely = 10 + dice.below(80);
    for side in [Gold, Green] {
        for kind in CAST {
            let cell = *dice.pick(&cells);
            if position.warriors[cell].is_none() && dice.chance(likely) {
                position.warriors[cell] = Some((side, kind));
            }
        }
    }
    for side in [Gold, Green] {
        let stands = |cell: &usize| match position.warriors[*cell] {
            Some((of, kind)) => of == side && kind != Kind::Blockader,
            None => false,
        };
        let own: Vec<usize> = (0..81).filter(stands).collect();
        let goal =
            if own.is_empty() || dice.chance(60) { *dice.pick(&cells) } else { *dice.pick(&own) };
        if !dice.chance(2) {
            position.set_goal(side, Some(goal));
        }
    }
    position
}

/// A move of a random game that likes to capture and to abandon, and rather not to end the game.
pub(crate) fn random_move(dice: &mut Dice, position: &slow::Position) -> Option<Move> {
    let moves = position.moves();
    let quiet_end = dice.chance(95);
    let wanted: Vec<Move> =
        moves.iter().copied().filter(|&m| !(quiet_end && position.takes_goal(m))).collect();
    let captures: Vec<Move> = wanted.iter().copied().filter(|&m| position.captures(m)).collect();
    let abandons: Vec<Move> = wanted.iter().copied().filter(|m| m.way == Way::Abandon).collect();
    let list = if !captures.is_empty() && dice.chance(30) {
        &captures
    } else if !abandons.is_empty() && dice.chance(20) {
        &abandons
    } else if wanted.is_empty() {
        &moves
    } else {
        &wanted
    };
    if list.is_empty() { None } else { Some(*dice.pick(list)) }
}

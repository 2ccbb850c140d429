//! Positions written as lists, and random positions.

use crate::Rng;
use crate::klinzha::slow::{self, CAST, Gold, Green, Kind, Move, Side, Way};
use heterodox_rules::klinzha::{self, GoalSafety, Position};

/// A position from two lists such as `B G35, FeG I11, G D28`: the pieces of Gold and of Green.
pub fn study(turn: Side, gold: &str, green: &str) -> slow::Position {
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
pub fn library(position: &slow::Position) -> Position {
    let text = position.to_string();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position of the library for the slow generator.
pub fn slow_copy(position: &Position) -> slow::Position {
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
pub fn gold_moves(gold: &str, green: &str) -> Vec<String> {
    moves_of(&library(&study(Gold, gold, green)), GoalSafety::Advisory)
}

/// The legal moves in strict notation, sorted.
pub fn moves_of(position: &Position, safety: GoalSafety) -> Vec<String> {
    let mut texts: Vec<String> =
        position.legal_moves_under(safety).into_iter().map(|m| position.write(m)).collect();
    texts.sort();
    texts
}

/// The cells to which the library lets Gold's piece move plainly from a cell (captures included).
pub fn gold_targets(piece: &str, gold: &str, green: &str) -> Vec<String> {
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
pub fn random_setup(rng: &mut Rng) -> slow::Position {
    let mut regions = ["north", "west", "east"];
    loop {
        rng.shuffle(&mut regions);
        let mut position = slow::Position::empty(if rng.chance(50) { Gold } else { Green });
        for (side, region) in [Gold, Green].into_iter().zip(regions) {
            let mut cells: Vec<_> =
                (0..81).filter(|&cell| slow::region(cell) == Some(region)).collect();
            rng.shuffle(&mut cells);
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
                position.set_goal(side, Some(rng.pick(&homes).1));
            }
        }
        if position.is_possible() && !position.goals.contains(&None) {
            return position;
        }
    }
}

/// A sparse study with Goals often abandoned. Often impossible: the caller sorts that out.
pub fn random_study(rng: &mut Rng) -> slow::Position {
    let mut position = slow::Position::empty(if rng.chance(50) { Gold } else { Green });
    position.quiet = rng.below(120) as u32;
    position.number = 1 + rng.below(60) as u32;
    // Sometimes everything crowds into a corner of the board, where more gets in each other's way.
    let first = rng.below(60);
    let cells: Vec<usize> =
        if rng.chance(50) { (0..81).collect() } else { (first..(first + 35).min(81)).collect() };
    let likely = 10 + rng.below(80);
    for side in [Gold, Green] {
        for kind in CAST {
            let cell = *rng.pick(&cells);
            if position.warriors[cell].is_none() && rng.chance(likely) {
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
            if own.is_empty() || rng.chance(60) { *rng.pick(&cells) } else { *rng.pick(&own) };
        if !rng.chance(2) {
            position.set_goal(side, Some(goal));
        }
    }
    position
}

/// A move of a random game that likes to capture and to abandon, and rather not to end the game.
pub fn random_move(rng: &mut Rng, position: &slow::Position) -> Option<Move> {
    let moves = position.moves();
    let quiet_end = rng.chance(95);
    let wanted: Vec<Move> =
        moves.iter().copied().filter(|&m| !(quiet_end && position.takes_goal(m))).collect();
    let captures: Vec<Move> = wanted.iter().copied().filter(|&m| position.captures(m)).collect();
    let abandons: Vec<Move> = wanted.iter().copied().filter(|m| m.way == Way::Abandon).collect();
    let list = if !captures.is_empty() && rng.chance(30) {
        &captures
    } else if !abandons.is_empty() && rng.chance(20) {
        &abandons
    } else if wanted.is_empty() {
        &moves
    } else {
        &wanted
    };
    if list.is_empty() { None } else { Some(*rng.pick(list)) }
}

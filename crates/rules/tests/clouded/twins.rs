//! Positions that a viewer cannot tell apart, and what counts as telling apart. The slow umpire alone says it; the tests of
//! the server use this too.

use crate::slow::{self, Green, Kind};
use crate::slow_umpire::{self, Seen};
use crate::study::{Dice, slow_copy};
use heterodox_rules::clouded::CloudMap;
use heterodox_rules::clouded::full_information::{FullInformationGame, Ruling};
use heterodox_rules::klinzha::{Position, Side, board};
use heterodox_rules::{Seat, Viewer};

pub(crate) const VIEWERS: [Viewer; 3] =
    [Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1)), Viewer::Public];

/// What a viewer sees, said by the slow umpire: cells, clouds, counters.
pub(crate) fn slow_view(position: &Position, map: &CloudMap, viewer: Viewer) -> String {
    let copy = slow_copy(position);
    let signs: Vec<char> = board::ALL.into_iter().map(|cell| map.cover(cell).sign()).collect();
    let mut text = format!(
        "{map} {} {} {}",
        position.turn(),
        position.plies_since_capture(),
        position.turn_number()
    );
    let sides = match viewer {
        Viewer::Seat(seat) => vec![if seat.index() == 0 { slow::Gold } else { Green }],
        // Spectators see each side as its enemy does.
        Viewer::Public => vec![slow::Gold, Green],
    };
    for me in sides {
        let sight = slow_umpire::sight(&copy, &signs, me);
        let shown = |side: slow::Side| viewer != Viewer::Public || side != me;
        for (cell, on) in sight.on.iter().enumerate() {
            match on {
                Some(Seen::Warrior(side, kind)) if shown(*side) => {
                    text += &format!(" {}{}@{cell}", side.key(), kind.code());
                }
                Some(Seen::Neutral(side)) if shown(*side) => {
                    text += &format!(" {}?@{cell}", side.key());
                }
                _ => {}
            }
        }
        for side in [slow::Gold, Green] {
            if let (true, Some(goal)) = (shown(side), sight.goals[usize::from(side == Green)]) {
                text += &format!(" {}G@{goal}", side.key());
            }
        }
    }
    text
}

/// What a viewer learns by a ply: its own report or its loss, the lists, and the new view.
pub(crate) fn learns(
    game: &FullInformationGame,
    mover: Side,
    ruling: &Ruling,
    viewer: Viewer,
) -> String {
    let view = slow_view(game.position().expect("a battle"), &game.clouds(), viewer);
    let told = match viewer {
        Viewer::Seat(seat) if seat.index() == mover as usize => {
            format!("{:?} {:?} {:?}", ruling.ended, ruling.captured, ruling.halted)
        }
        Viewer::Seat(_) => match ruling.captured {
            Some(taken) => format!("lost {taken} on {:?}", ruling.ended),
            None => String::new(),
        },
        Viewer::Public => format!("{:?}", ruling.captured),
    };
    format!("{view} | {told} | {:?}", ruling.outcome)
}

/// Another true position that looks the same to the viewer; hidden things change places.
pub(crate) fn alternative(
    dice: &mut Dice,
    position: &slow::Position,
    map: &CloudMap,
    viewer: Viewer,
) -> Option<slow::Position> {
    let covers: Vec<char> = board::ALL.into_iter().map(|cell| map.cover(cell).sign()).collect();
    let hidden_sides = match viewer {
        Viewer::Seat(seat) if seat.index() == 0 => vec![Green],
        Viewer::Seat(_) => vec![slow::Gold],
        Viewer::Public => vec![slow::Gold, Green],
    };
    for _ in 0..60 {
        let mut other = position.clone();
        for &side in &hidden_sides {
            // What is hidden: a warrior with or without its Goal, or an abandoned Goal.
            let mut things: Vec<(Option<Kind>, bool)> = Vec::new();
            let mut edges = Vec::new();
            for (cell, &cover) in covers.iter().enumerate() {
                let warrior = other.warriors[cell].filter(|(of, _)| *of == side);
                let goal = other.goal(side) == Some(cell);
                if cover == '.' || (warrior.is_none() && !goal) {
                    continue;
                }
                things.push((warrior.map(|(_, kind)| kind), goal));
                if cover == '-' {
                    edges.push(cell);
                }
                if warrior.is_some() {
                    other.warriors[cell] = None;
                }
                if goal {
                    other.set_goal(side, None);
                }
            }
            dice.shuffle(&mut things);
            let mut under: Vec<usize> = (0..81)
                .filter(|&cell| covers[cell] == '#' && other.warriors[cell].is_none())
                .filter(|cell| !other.goals.contains(&Some(*cell)))
                .collect();
            dice.shuffle(&mut under);
            for ((kind, goal), cell) in things.into_iter().zip(edges.into_iter().chain(under)) {
                other.warriors[cell] = kind.map(|kind| (side, kind));
                if goal {
                    other.set_goal(side, Some(cell));
                }
            }
        }
        let count = |position: &slow::Position| position.warriors.iter().flatten().count();
        if other != *position
            && count(&other) == count(position)
            && !other.goals.contains(&None)
            && other.is_possible()
            && !other.moves().is_empty()
        {
            let seen = |position: &slow::Position| {
                slow_view(&position.to_string().parse().expect("possible"), map, viewer)
            };
            assert_eq!(seen(position), seen(&other));
            return Some(other);
        }
    }
    None
}

/// Texts to submit: legal ones, illegal ones, rubbish.
pub(crate) fn battery(dice: &mut Dice) -> Vec<String> {
    (0..25)
        .map(|_| {
            let code = *dice.pick(&["B", "Fl", "S", "V", "L", "Fe", "VG", "V-", "LG", "X"]);
            let [a, b, c] = [0; 3].map(|_| slow::name(dice.below(81)));
            match dice.below(4) {
                0 => format!("{code}@{a} {b}"),
                1 => format!("{code}@{a} {b} ({c} {b})"),
                2 => format!("{code}@{a} x V@{b}"),
                _ => format!("{code} {a}"),
            }
        })
        .collect()
}

/// Warriors on cells of a region, in any order.
pub(crate) fn random_placement(dice: &mut Dice, region: &str) -> Vec<(Kind, usize)> {
    let mut cells: Vec<usize> =
        (0..81).filter(|&cell| slow::region(cell) == Some(region)).collect();
    dice.shuffle(&mut cells);
    let mut placed: Vec<_> = slow::CAST.into_iter().zip(cells).collect();
    dice.shuffle(&mut placed);
    placed
}

pub(crate) fn place(placed: &[(Kind, usize)]) -> String {
    placed.iter().fold("place".to_owned(), |text, (kind, cell)| {
        format!("{text} {} {}", kind.code(), slow::name(*cell))
    })
}

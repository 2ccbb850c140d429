//! The two cheat sheets of Klin Zha: the coordinates of the board, and the moves of each warrior.

use crate::board::{BoardOptions, Names};
use crate::diagram::{Diagram, Mark, diagram_svg};
use crate::style::ColourMode;
use heterodox_rules::geometry::Geometry;
use heterodox_rules::klinzha::{Kind, RawPosition, Side, board};
use heterodox_rules::{Area, Cell, CellSet, Placed};

const GAME: &str = "klinzha";

/// The cell of the warrior whose moves are shown: next to the centre of the board.
const START: &str = "F37";

/// Corners for the Goals, which no warrior reaches from [`START`]. A position needs both.
const GOALS: [(Side, &str); 2] = [(Side::Gold, "I11"), (Side::Green, "I99")];

/// Returns the first sheet as SVG: the regions, and the name of each cell in the colours of its
/// row, obtuse diagonal and acute diagonal.
pub fn coordinates_svg(colour_mode: ColourMode) -> String {
    let options =
        BoardOptions { names: Names::Coded, regions: true, ..BoardOptions::new(colour_mode) };
    diagram_svg(GAME, board::geometry(), &Diagram::default(), &options)
}

/// Returns one figure of the second sheet as SVG: the cells that a warrior reaches from a cell next
/// to the centre of the empty board. The Swift and the Flier also show the cells that they pass,
/// the Blockader its zone of control.
pub fn moves_svg(kind: Kind, colour_mode: ColourMode) -> String {
    let options = BoardOptions { labels: false, ..BoardOptions::new(colour_mode) };
    let diagram = board::by_name(START).map(|start| moves_diagram(kind, start)).unwrap_or_default();
    diagram_svg(GAME, &without_regions(), &diagram, &options)
}

/// Returns the board without regions. No-man's-land matters in the setup only, and its shade would
/// look like a mark here.
fn without_regions() -> Geometry {
    let mut geometry = board::geometry().clone();
    for cell in &mut geometry.cells {
        cell.classes.retain(|class| matches!(*class, "up" | "down"));
    }
    geometry
}

fn moves_diagram(kind: Kind, start: Cell) -> Diagram {
    let mark = |kind| move |cell: Cell| Mark { cell: board::name(cell).to_owned(), kind };
    let targets = targets(kind, start);
    let mut marks = vec![mark("start")(start)];
    marks.extend((passed_cells(kind, start) - targets).into_iter().map(mark("path")));
    marks.extend(targets.into_iter().map(mark("target")));
    let zone = Area {
        kind: "guarded",
        of: Side::Gold.key(),
        cells: board::geometry().names(board::neighbours(start)),
    };
    Diagram {
        marks,
        areas: if kind == Kind::Blockader { vec![zone] } else { Vec::new() },
        pieces: vec![Placed {
            cell: board::name(start).to_owned(),
            side: Side::Gold.key(),
            kind: kind.code(),
            marks: Vec::new(),
        }],
        route: Vec::new(),
    }
}

/// Returns the cells that a lone warrior reaches by the rules.
fn targets(kind: Kind, start: Cell) -> CellSet {
    let mut raw = RawPosition::empty();
    raw.board[start.index()] = Some((Side::Gold, kind));
    for (side, corner) in GOALS {
        raw.goals[side] = board::by_name(corner);
    }
    let Ok(position) = raw.check() else { return CellSet::EMPTY };
    position.targets(Side::Gold).into_iter().fold(CellSet::EMPTY, |all, (.., cells)| all | cells)
}

/// Returns the cells that a warrior passes but cannot stop on.
fn passed_cells(kind: Kind, start: Cell) -> CellSet {
    match kind {
        Kind::Flier => {
            board::rays(start).iter().flat_map(|ray| ray.iter().take(2).copied()).collect()
        }
        Kind::Swift => board::neighbours(start),
        _ => CellSet::EMPTY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_match_the_rules() {
        let start = board::by_name(START).expect("a cell");
        for (kind, count) in
            [(Kind::Blockader, 9), (Kind::Vanguard, 3), (Kind::Lancer, 15), (Kind::Fencer, 18)]
        {
            assert_eq!(targets(kind, start).len(), count, "{kind:?}");
        }
        let goals = GOALS.map(|(_, corner)| board::by_name(corner).expect("a cell"));
        for kind in Kind::ALL {
            let cells = targets(kind, start) | passed_cells(kind, start);
            assert!(!cells.is_empty() && !goals.iter().any(|&goal| cells.contains(goal)));
            assert!((targets(kind, start) & passed_cells(kind, start)).is_empty());
        }
    }
}

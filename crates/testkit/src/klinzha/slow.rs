//! A second reading of the rules of Klin Zha, slow and plain: it tries every path step by step, as
//! the text says. It shares nothing with the library but the notation and the position string, and
//! it is written from the rules, not from the library's code.

#![allow(missing_docs, reason = "a plain board, whose names are those of the rules")]

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

pub use Kind::{Blockader, Fencer, Flier, Lancer, Swift, Vanguard};
pub use Side::{Gold, Green};

/// A cell: its place in the list of all names, row by row from left to right.
pub type Cell = usize;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Gold,
    Green,
}

impl Side {
    pub fn enemy(self) -> Self {
        if self == Gold { Green } else { Gold }
    }

    pub fn key(self) -> &'static str {
        if self == Gold { "gold" } else { "green" }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Blockader,
    Flier,
    Swift,
    Vanguard,
    Lancer,
    Fencer,
}

/// The nine warriors of a side.
pub const CAST: [Kind; 9] =
    [Blockader, Flier, Flier, Swift, Vanguard, Vanguard, Vanguard, Lancer, Fencer];

impl Kind {
    pub fn code(self) -> &'static str {
        match self {
            Blockader => "B",
            Flier => "Fl",
            Swift => "S",
            Vanguard => "V",
            Lancer => "L",
            Fencer => "Fe",
        }
    }

    pub fn letter(self) -> char {
        match self {
            Blockader => 'B',
            Flier => 'F',
            Swift => 'S',
            Vanguard => 'V',
            Lancer => 'L',
            Fencer => 'E',
        }
    }

    pub fn carries(self) -> bool {
        matches!(self, Vanguard | Lancer | Fencer)
    }
}

/// The board: names and which cells touch.
pub struct Board {
    pub names: Vec<String>,
    pub touching: Vec<Vec<Cell>>,
}

/// Builds the board from the naming rules of §1.1.
pub fn board() -> &'static Board {
    static BOARD: OnceLock<Board> = OnceLock::new();
    BOARD.get_or_init(|| {
        let mut names = Vec::new();
        for row in 1..=9 {
            for up in 1..=row {
                names.push(up_name(row, up));
                if up < row {
                    names.push(down_name(row, up));
                }
            }
        }
        let place = |name: String| names.iter().position(|known| *known == name);
        let mut touching = vec![Vec::new(); names.len()];
        for row in 1..=9 {
            for k in 1..=row {
                // An up cell touches the down cells left, right and below; the rest follows from
                // it.
                let up = place(up_name(row, k)).expect("an up cell");
                let mut downs = Vec::new();
                if k > 1 {
                    downs.push(down_name(row, k - 1));
                }
                if k < row {
                    downs.push(down_name(row, k));
                }
                if row < 9 {
                    downs.push(down_name(row + 1, k));
                }
                for down in downs {
                    let down = place(down).expect("a down cell");
                    touching[up].push(down);
                    touching[down].push(up);
                }
            }
        }
        Board { names, touching }
    })
}

fn up_name(row: u8, k: u8) -> String {
    format!("{}{}{}", (b'A' + row - 1) as char, k, k + 9 - row)
}

fn down_name(row: u8, k: u8) -> String {
    format!("{}{}{}", (b'A' + row - 1) as char, k, k + 10 - row)
}

pub fn name(cell: Cell) -> &'static str {
    &board().names[cell]
}

pub fn cell(name: &str) -> Cell {
    board().names.iter().position(|known| known == name).unwrap_or_else(|| panic!("cell {name}"))
}

pub fn touching(cell: Cell) -> &'static [Cell] {
    &board().touching[cell]
}

/// Whether two cells lie in the same strip: the same row (0), obtuse (1) or acute (2) diagonal.
fn same_strip(strip: usize, a: Cell, b: Cell) -> bool {
    name(a).as_bytes()[strip] == name(b).as_bytes()[strip]
}

/// The straight lines that begin at a cell: in each strip, each way, every cell touching the one
/// before.
pub fn straight_lines(from: Cell) -> &'static [Vec<Cell>] {
    static LINES: OnceLock<Vec<Vec<Vec<Cell>>>> = OnceLock::new();
    let all = LINES.get_or_init(|| (0..81).map(find_lines).collect());
    &all[from]
}

fn find_lines(from: Cell) -> Vec<Vec<Cell>> {
    let mut lines = Vec::new();
    for strip in 0..3 {
        for &first in touching(from) {
            if !same_strip(strip, from, first) {
                continue;
            }
            let mut line = vec![first];
            let (mut before, mut here) = (from, first);
            while let Some(&next) =
                touching(here).iter().find(|&&c| c != before && same_strip(strip, here, c))
            {
                line.push(next);
                (before, here) = (here, next);
            }
            lines.push(line);
        }
    }
    lines
}

/// The regions of §1.1; nothing for no-man's-land.
pub fn region(cell: Cell) -> Option<&'static str> {
    const NOBODYS: [&str; 9] = ["E15", "F26", "F36", "F47", "F48", "E59", "G46", "H46", "I55"];
    let name = name(cell);
    if NOBODYS.contains(&name) {
        return None;
    }
    if name == "F37" || name.as_bytes()[0] < b'F' {
        return Some("north");
    }
    // What remains of rows F to I lies left or right of the no-man's-land in its row.
    let row: Vec<&String> =
        board().names.iter().filter(|other| other.as_bytes()[0] == name.as_bytes()[0]).collect();
    let place = row.iter().position(|other| *other == name).expect("in its row");
    Some(if place < row.len() / 2 { "west" } else { "east" })
}

/// What becomes of the Goal under a moving warrior.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Plain,
    Carry,
    Abandon,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Cell,
    pub to: Cell,
    pub way: Way,
}

/// A position: who stands where, and where the Goals lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub warriors: [Option<(Side, Kind)>; 81],
    /// Gold's, Green's.
    pub goals: [Option<Cell>; 2],
    pub turn: Side,
    pub quiet: u32,
    pub number: u32,
}

impl Position {
    pub fn empty(turn: Side) -> Self {
        Self { warriors: [None; 81], goals: [None, None], turn, quiet: 0, number: 1 }
    }

    pub fn goal(&self, side: Side) -> Option<Cell> {
        self.goals[usize::from(side == Green)]
    }

    pub fn set_goal(&mut self, side: Side, cell: Option<Cell>) {
        self.goals[usize::from(side == Green)] = cell;
    }

    fn goal_on(&self, cell: Cell) -> bool {
        self.goals.contains(&Some(cell))
    }

    pub fn blockader(&self, side: Side) -> Option<Cell> {
        self.warriors.iter().position(|&warrior| warrior == Some((side, Blockader)))
    }

    /// The zone of control: the neighbours of the Blockader, not its own cell.
    pub fn zone(&self, side: Side) -> &'static [Cell] {
        self.blockader(side).map_or(&[], touching)
    }

    /// Whether the position breaks none of the laws of the zones and of what may share a cell.
    pub fn is_possible(&self) -> bool {
        for side in [Gold, Green] {
            for &in_zone in self.zone(side) {
                let enemy = self.warriors[in_zone].is_some_and(|(of, _)| of != side);
                if enemy || self.goal_on(in_zone) || self.zone(side.enemy()).contains(&in_zone) {
                    return false;
                }
            }
            if let Some(goal) = self.goal(side) {
                let above = self.warriors[goal];
                if above.is_some_and(|(of, kind)| of != side || kind == Blockader) {
                    return false;
                }
            }
        }
        self.goals != [None, None] && (self.goals[0] != self.goals[1])
    }

    /// R-KZ1: a cell on a path is open when no warrior and no Goal stands on it and it is not in
    /// the enemy Blockader's zone.
    fn is_open(&self, cell: Cell, enemy_zone: &[Cell]) -> bool {
        self.warriors[cell].is_none() && !self.goal_on(cell) && !enemy_zone.contains(&cell)
    }

    /// Whether a warrior other than the Blockader may land on a cell.
    fn may_land(&self, to: Cell, enemy_zone: &[Cell]) -> bool {
        if enemy_zone.contains(&to) {
            return false;
        }
        match self.warriors[to] {
            None => true,
            Some((side, kind)) => side != self.turn && kind != Blockader,
        }
    }

    /// Whether the Blockader may end its move on a cell.
    fn blockader_may_land(&self, to: Cell, enemy_zone: &[Cell]) -> bool {
        if enemy_zone.contains(&to)
            || self.warriors[to].is_some()
            || self.goal(self.turn) == Some(to)
        {
            return false;
        }
        touching(to).iter().all(|&cell| {
            let enemy = self.warriors[cell].is_some_and(|(side, _)| side != self.turn);
            !enemy && !self.goal_on(cell) && !enemy_zone.contains(&cell)
        })
    }

    /// Where a warrior of the side to move may go.
    fn targets(&self, kind: Kind, from: Cell) -> Cells {
        let enemy_zone = self.zone(self.turn.enemy());
        let open = |cell| self.is_open(cell, enemy_zone);
        let mut ends = match kind {
            Blockader => straight(from, 1..=2, open),
            Flier => straight(from, 3..=6, |_| true),
            Swift => paths(from, &(2..=4), &open),
            Vanguard => paths(from, &(1..=1), &open),
            Lancer => straight(from, 1..=3, open),
            Fencer => paths(from, &(1..=3), &open),
        };
        ends.retain(|&to| match kind {
            Blockader => self.blockader_may_land(to, enemy_zone),
            _ => self.may_land(to, enemy_zone),
        });
        ends
    }

    /// All moves that the laws allow; none when a Goal is gone: the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.goals.contains(&None) {
            return moves;
        }
        for from in 0..81 {
            let Some((side, kind)) = self.warriors[from] else { continue };
            if side != self.turn {
                continue;
            }
            let with_goal = self.goal(side) == Some(from) && kind.carries();
            for to in self.targets(kind, from) {
                if !with_goal {
                    moves.push(Move { from, to, way: Way::Plain });
                    continue;
                }
                moves.push(Move { from, to, way: Way::Abandon });
                // R-KZ3: no Goal comes to rest in the zone of its own Blockader.
                if !self.zone(side).contains(&to) {
                    moves.push(Move { from, to, way: Way::Carry });
                }
            }
        }
        moves
    }

    pub fn takes_goal(&self, m: Move) -> bool {
        self.goal(self.turn.enemy()) == Some(m.to)
    }

    /// The position with another side's turn asked: could the side to move now take the Goal?
    pub fn can_take_goal(&self) -> bool {
        self.moves().into_iter().any(|m| self.takes_goal(m))
    }

    /// R-KZ4, `goal-safety=enforced`.
    pub fn enforced_moves(&self) -> Vec<Move> {
        let all = self.moves();
        let safe: Vec<Move> = all
            .iter()
            .copied()
            .filter(|&m| self.takes_goal(m) || !self.after(m).can_take_goal())
            .collect();
        if safe.is_empty() { all } else { safe }
    }

    pub fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        let moving = next.warriors[m.from].take();
        let captures = self.captures(m);
        if self.takes_goal(m) {
            next.set_goal(self.turn.enemy(), None);
        }
        next.warriors[m.to] = moving;
        if m.way == Way::Carry {
            next.set_goal(self.turn, Some(m.to));
        }
        next.quiet = if captures { 0 } else { self.quiet + 1 };
        next.number += u32::from(self.turn == Green);
        next.turn = self.turn.enemy();
        next
    }

    pub fn captures(&self, m: Move) -> bool {
        self.warriors[m.to].is_some() || self.takes_goal(m)
    }

    /// The move in the notation of §1.7.
    pub fn write(&self, m: Move) -> String {
        let kind = self.warriors[m.from].expect("a warrior moves").1;
        let way = match m.way {
            Way::Plain => "",
            Way::Carry => "G",
            Way::Abandon => "-",
        };
        let taken = match self.warriors[m.to] {
            Some((_, lost)) if self.takes_goal(m) => format!("x {}G@", lost.code()),
            Some((_, lost)) => format!("x {}@", lost.code()),
            None if self.takes_goal(m) => "x G@".to_owned(),
            None => String::new(),
        };
        format!("{}{way}@{} {taken}{}", kind.code(), name(m.from), name(m.to))
    }

    pub fn written(&self, moves: &[Move]) -> Vec<String> {
        let mut texts: Vec<String> = moves.iter().map(|&m| self.write(m)).collect();
        texts.sort();
        texts
    }
}

type Cells = BTreeSet<Cell>;

/// Cells `steps` away on straight lines; walkers need every cell before open.
fn straight(from: Cell, steps: RangeInclusive<usize>, is_open: impl Fn(Cell) -> bool) -> Cells {
    let mut ends = Cells::new();
    for line in straight_lines(from) {
        for (i, &to) in line.iter().enumerate() {
            if steps.contains(&(i + 1)) {
                ends.insert(to);
            }
            if !is_open(to) {
                break;
            }
        }
    }
    ends
}

/// Cells at the end of a simple path through open cells: no cell twice, the first included (R-KZ2).
fn paths(from: Cell, steps: &RangeInclusive<usize>, is_open: &impl Fn(Cell) -> bool) -> Cells {
    let mut ends = Cells::new();
    wander(&mut vec![from], steps, is_open, &mut ends);
    ends
}

fn wander(
    path: &mut Vec<Cell>,
    steps: &RangeInclusive<usize>,
    is_open: &impl Fn(Cell) -> bool,
    ends: &mut Cells,
) {
    let here = *path.last().expect("a path begins somewhere");
    let taken = path.len();
    for &next in touching(here) {
        if path.contains(&next) {
            continue;
        }
        if steps.contains(&taken) {
            ends.insert(next);
        }
        if taken < *steps.end() && is_open(next) {
            path.push(next);
            wander(path, steps, is_open, ends);
            path.pop();
        }
    }
}

impl std::fmt::Display for Position {
    /// The position string of §1.7.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut cells = 0..81;
        for row in 1..=9 {
            let mut empty = 0;
            let mut text = String::new();
            for cell in cells.by_ref().take(2 * row - 1) {
                let shown = self.letters(cell);
                if shown.is_empty() {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text += &shown;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            write!(f, "{}{text}", if row > 1 { "/" } else { "" })?;
        }
        write!(f, " {} {} {}", self.turn.key(), self.quiet, self.number)
    }
}

impl Position {
    fn letters(&self, cell: Cell) -> String {
        let in_colour = |side: Side, letter: char| {
            if side == Gold { letter } else { letter.to_ascii_lowercase() }
        };
        match self.warriors[cell] {
            Some((side, kind)) => {
                let goal = if self.goal(side) == Some(cell) { "+" } else { "" };
                format!("{}{goal}", in_colour(side, kind.letter()))
            }
            None => [Gold, Green]
                .into_iter()
                .filter(|&side| self.goal(side) == Some(cell))
                .map(|side| in_colour(side, 'G'))
                .collect(),
        }
    }
}

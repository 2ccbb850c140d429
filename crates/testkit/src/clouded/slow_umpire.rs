//! A second umpire, slow and plain, written from R-CL1 to R-CL7 alone. It uses the slow board of
//! the open game's tests and shares nothing with the library.

use crate::klinzha::slow::{
    Blockader, Cell, Fencer, Flier, Kind, Lancer, Position, Side, Swift, Vanguard, Way, name,
    straight_lines, touching,
};

/// What a player sees on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// A warrior that is recognised.
    Warrior(Side, Kind),
    /// Something of this colour.
    Neutral(Side),
}

/// What the player `me` sees: warriors, neutrals, and Goals.
pub struct BoardView {
    me: Side,
    /// What is seen on each cell.
    pub on: Vec<Option<Seen>>,
    /// Goals that are seen, Gold's and Green's.
    pub goals: [Option<Cell>; 2],
}

/// §2.1: own side wholly; the enemy by the cover of the cell (`.`, `-`, `#`).
pub fn board_view(position: &Position, map: &[char], me: Side) -> BoardView {
    let enemy = me.enemy();
    let mut on = vec![None; 81];
    let mut goals = [None, None];
    for cell in 0..81 {
        on[cell] = match position.warriors[cell] {
            Some((side, kind)) if side == me || map[cell] == '.' => Some(Seen::Warrior(side, kind)),
            Some((side, _)) if map[cell] == '-' => Some(Seen::Neutral(side)),
            _ => None,
        };
    }
    for side in [me, enemy] {
        let Some(goal) = position.goal(side) else { continue };
        if side == me || map[goal] == '.' {
            goals[usize::from(side != Side::Gold)] = Some(goal);
        } else if map[goal] == '-' {
            // R-CL1.
            on[goal] = Some(Seen::Neutral(side));
        }
    }
    BoardView { me, on, goals }
}

impl BoardView {
    fn goal(&self, side: Side) -> Option<Cell> {
        self.goals[usize::from(side != Side::Gold)]
    }

    /// R-CL2: the zone of a Blockader that is recognised.
    fn zone(&self, side: Side) -> Vec<Cell> {
        let blockader = (0..81).find(|&cell| self.on[cell] == Some(Seen::Warrior(side, Blockader)));
        blockader.map_or_else(Vec::new, |cell| touching(cell).to_vec())
    }

    fn looks_open(&self, cell: Cell) -> bool {
        self.on[cell].is_none()
            && !self.goals.contains(&Some(cell))
            && !self.zone(self.me.enemy()).contains(&cell)
    }

    /// Whether the player may intend to land on a cell.
    fn may_intend(&self, kind: Kind, to: Cell, way: Way) -> bool {
        let enemy = self.me.enemy();
        let enemy_zone = self.zone(enemy);
        if enemy_zone.contains(&to) {
            return false;
        }
        match self.on[to] {
            Some(Seen::Warrior(side, _)) if side == self.me => return false,
            Some(Seen::Warrior(_, Blockader)) => return false,
            Some(Seen::Warrior(..)) if kind == Blockader => return false,
            _ => {}
        }
        if way == Way::Carry && self.zone(self.me).contains(&to) {
            return false;
        }
        if kind == Blockader {
            if self.goal(self.me) == Some(to) {
                return false;
            }
            for &near in touching(to) {
                let enemy_there = match self.on[near] {
                    Some(Seen::Warrior(side, _) | Seen::Neutral(side)) => side == enemy,
                    None => false,
                };
                if enemy_there || self.goals.contains(&Some(near)) || enemy_zone.contains(&near) {
                    return false;
                }
            }
        }
        true
    }

    /// All paths that the view allows between two cells.
    pub fn paths(&self, kind: Kind, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        all_ways(kind, from)
            .into_iter()
            .filter(|way| way.last() == Some(&to))
            .filter(|way| {
                kind == Flier || way[..way.len() - 1].iter().all(|&cell| self.looks_open(cell))
            })
            .collect()
    }

    /// Every intent that the view accepts, written.
    pub fn intents(&self) -> Vec<String> {
        let mut texts = Vec::new();
        for from in 0..81 {
            let Some(Seen::Warrior(side, kind)) = self.on[from] else { continue };
            if side != self.me {
                continue;
            }
            let ways = if self.goal(self.me) == Some(from) && kind.carries() {
                vec![Way::Carry, Way::Abandon]
            } else {
                vec![Way::Plain]
            };
            for to in 0..81 {
                for &way in &ways {
                    if !self.paths(kind, from, to).is_empty() && self.may_intend(kind, to, way) {
                        texts.push(written(kind, from, to, way));
                    }
                }
            }
        }
        texts.sort();
        texts
    }
}

/// An intent in the notation.
pub fn written(kind: Kind, from: Cell, to: Cell, way: Way) -> String {
    let sign = match way {
        Way::Plain => "",
        Way::Carry => "G",
        Way::Abandon => "-",
    };
    format!("{}{sign}@{} {}", kind.code(), name(from), name(to))
}

/// Every way that a warrior of this kind could go on an empty board.
fn all_ways(kind: Kind, from: Cell) -> Vec<Vec<Cell>> {
    let straight = |least: usize, most: usize| -> Vec<Vec<Cell>> {
        let mut ways: Vec<Vec<Cell>> = Vec::new();
        for line in straight_lines(from) {
            for steps in least..=most.min(line.len()) {
                let way = line[..steps].to_vec();
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        ways
    };
    match kind {
        Blockader => straight(1, 2),
        Flier => straight(3, 6),
        Lancer => straight(1, 3),
        Vanguard => straight(1, 1),
        Swift => winding(from, 2, 4),
        Fencer => winding(from, 1, 3),
    }
}

fn winding(from: Cell, least: usize, most: usize) -> Vec<Vec<Cell>> {
    let mut all: Vec<Vec<Cell>> = vec![vec![]];
    let mut found = Vec::new();
    for _ in 0..most {
        let mut longer = Vec::new();
        for way in &all {
            let here = way.last().copied().unwrap_or(from);
            for &next in touching(here) {
                if next != from && !way.contains(&next) {
                    let mut way = way.clone();
                    way.push(next);
                    longer.push(way);
                }
            }
        }
        found.extend(longer.iter().filter(|way| way.len() >= least).cloned());
        all = longer;
    }
    found
}

/// The ruling on an intent.
#[derive(PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Where the piece stands after it.
    pub end: Cell,
    /// The code of the captured piece.
    pub captured: Option<String>,
    /// Why it went no further, as a key.
    pub halted: Option<&'static str>,
}

/// Carries an intent out.
pub fn resolve(
    position: &Position,
    map: &[char],
    from: Cell,
    to: Cell,
    way: Way,
    named: Option<&[Cell]>,
) -> Outcome {
    let me = position.turn;
    let enemy = me.enemy();
    let kind = position.warriors[from].expect("a warrior").1;
    let paths: Vec<Vec<Cell>> = match named {
        Some(path) => vec![path.to_vec()],
        None => board_view(position, map, me).paths(kind, from, to),
    };
    let enemy_zone = position.zone(enemy);
    let is_blockader = |cell: Cell| position.blockader(enemy) == Some(cell);
    let field = |cell: Cell| enemy_zone.contains(&cell) || is_blockader(cell);
    let goal_there = |cell: Cell| position.goals.contains(&Some(cell));
    let truly_open =
        |cell: Cell| position.warriors[cell].is_none() && !goal_there(cell) && !field(cell);

    if kind == Flier {
        if !field(to) {
            return arrived(position, to);
        }
        let line = &paths[0];
        let first = line.iter().position(|&cell| field(cell)).expect("the goal cell at least");
        let mut end = from;
        for &cell in &line[..first] {
            if position.warriors[cell].is_none() && !goal_there(cell) {
                end = cell;
            }
        }
        return Outcome { end, captured: None, halted: Some("field") };
    }

    // Whether it may truly enter the goal cell, and truly stand on a cell.
    let may_enter_goal_cell = !field(to) && (kind != Blockader || position.warriors[to].is_none());
    let holds_enemy = |cell: Cell| position.warriors[cell].is_some_and(|(side, _)| side == enemy);
    let overlaps = |cell: Cell| touching(cell).iter().any(|near| enemy_zone.contains(near));
    let may_stand = |cell: Cell| {
        if kind == Blockader {
            position.goal(me) != Some(cell)
                && !overlaps(cell)
                && touching(cell).iter().all(|&near| !holds_enemy(near) && !goal_there(near))
        } else {
            way != Way::Carry || !position.zone(me).contains(&cell)
        }
    };
    let leads_there = |path: &Vec<Cell>| {
        path[..path.len() - 1].iter().all(|&cell| truly_open(cell))
            && may_enter_goal_cell
            && may_stand(to)
    };
    if paths.iter().any(leads_there) {
        return arrived(position, to);
    }
    // The shortest; of those the one whose list of names sorts first.
    let key =
        |path: &Vec<Cell>| (path.len(), path.iter().map(|&cell| name(cell)).collect::<Vec<_>>());
    let path = paths.iter().min_by_key(|path| key(path)).expect("a path");
    let inner = &path[..path.len() - 1];
    let mut end = from;
    for &cell in inner {
        if !truly_open(cell) {
            break;
        }
        if may_stand(cell) {
            end = cell;
        }
    }
    let by_field = match inner.iter().find(|&&cell| !truly_open(cell)) {
        Some(&cell) => field(cell),
        // It could go as far as the goal cell.
        None => field(to) || (kind == Blockader && overlaps(to)),
    };
    Outcome { end, captured: None, halted: Some(if by_field { "field" } else { "piece" }) }
}

fn arrived(position: &Position, to: Cell) -> Outcome {
    let enemy = position.turn.enemy();
    let warrior = position.warriors[to].map(|(_, kind)| kind.code());
    let goal = position.goal(enemy) == Some(to);
    let captured = match (warrior, goal) {
        (None, false) => None,
        (warrior, goal) => {
            Some(format!("{}{}", warrior.unwrap_or_default(), if goal { "G" } else { "" }))
        }
    };
    Outcome { end: to, captured, halted: None }
}

/// The position after it.
pub fn after(position: &Position, from: Cell, way: Way, outcome: &Outcome) -> Position {
    let mut next = position.clone();
    let me = position.turn;
    let mover = next.warriors[from].take();
    if position.goal(me.enemy()) == Some(outcome.end) {
        next.set_goal(me.enemy(), None);
    }
    next.warriors[outcome.end] = mover;
    if way == Way::Carry {
        next.set_goal(me, Some(outcome.end));
    }
    next.quiet = if outcome.captured.is_some() { 0 } else { position.quiet + 1 };
    next.number += u32::from(me == Side::Green);
    next.turn = me.enemy();
    next
}

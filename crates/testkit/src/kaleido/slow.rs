//! A second game of `KaleidoChess`, as plain as can be: cells are names, angles are fractions of
//! the circle, moves are looked for path by path, and nothing is shared with the library.

#![allow(missing_docs, reason = "a plain board, whose names are those of the rules")]

use std::collections::{BTreeMap, BTreeSet};

/// Where a piece stands: its name is all there is.
pub type Name = String;

/// A colour's letter and a kind's letter.
pub type Piece = (char, char);

pub const COLORS: [char; 4] = ['w', 'r', 'b', 'g'];

const LETTERS: [&str; 5] = ["A", "BC", "DE", "FGH", "IJK"];

const CASTLES: [&str; 5] = ["00", "1J", "3J", "5J", "7J"];

/// A cell: its ring and the angles between which it lies, in degrees.
#[derive(Clone, PartialEq, Debug)]
pub struct Where {
    pub ring: usize,
    pub from: f64,
    pub to: f64,
}

/// The adjacency of cells.
pub struct Map {
    /// Ring by ring, clockwise from slice 1.
    pub order: Vec<Vec<Name>>,
    pub places: BTreeMap<Name, Where>,
    sides: BTreeMap<Name, Vec<Name>>,
    corners: BTreeMap<Name, Vec<Name>>,
}

fn same(a: f64, b: f64) -> bool {
    ((a - b).rem_euclid(360.0)).min((b - a).rem_euclid(360.0)) < 1e-6
}

impl Default for Map {
    fn default() -> Self {
        Self::new()
    }
}

impl Map {
    pub fn new() -> Self {
        let mut order = vec![vec!["00".to_owned()]];
        let mut places = BTreeMap::new();
        places.insert("00".to_owned(), Where { ring: 0, from: 0.0, to: 360.0 });
        for (index, letters) in LETTERS.iter().enumerate() {
            let names: Vec<Name> = (1..=8)
                .flat_map(|slice| letters.chars().map(move |letter| format!("{slice}{letter}")))
                .collect();
            let width = 360.0 / names.len() as f64;
            for (i, name) in names.iter().enumerate() {
                let from = i as f64 * width;
                let place = Where { ring: index + 1, from, to: from + width };
                places.insert(name.clone(), place);
            }
            order.push(names);
        }
        let touching = |corner: bool| {
            let touched = |a: &Name| {
                let others = places.keys().filter(|b| *b != a);
                others.filter(|b| touch(&places[a], &places[*b]) == Some(corner)).cloned().collect()
            };
            places.keys().map(|a| (a.clone(), touched(a))).collect()
        };
        let (sides, corners) = (touching(false), touching(true));
        Self { order, places, sides, corners }
    }

    pub fn sides(&self, name: &str) -> &[Name] {
        &self.sides[name]
    }

    pub fn corners(&self, name: &str) -> &[Name] {
        &self.corners[name]
    }
}

/// Whether two cells touch by a corner only; `None` if they do not touch.
fn touch(a: &Where, b: &Where) -> Option<bool> {
    let (a, b) = if a.ring <= b.ring { (a, b) } else { (b, a) };
    match (a.ring, b.ring - a.ring) {
        (0, 1) => Some(false),
        (_, 0) => (same(a.to, b.from) || same(b.to, a.from)).then_some(false),
        (_, 1) => {
            let overlap = a.to.min(b.to) - a.from.max(b.from);
            if overlap > 1e-6 {
                Some(false)
            } else {
                (same(a.to, b.from) || same(b.to, a.from)).then_some(true)
            }
        }
        _ => None,
    }
}

/// Steps, whether it flies, whether it is free of the lines.
fn kind(letter: char) -> (usize, bool, bool) {
    match letter {
        'W' => (3, true, true),
        'D' => (4, true, false),
        'R' => (3, true, false),
        'E' => (2, true, false),
        'V' => (1, true, false),
        'L' => (4, false, false),
        'T' => (3, false, false),
        'H' => (2, false, false),
        'P' => (1, false, false),
        _ => panic!("no kind {letter}"),
    }
}

/// The rules of a table.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The letters that each face names; nothing without dice.
    pub dice: Option<[&'static str; 6]>,
    pub no_repetition: bool,
    pub max_moves: Option<u32>,
}

pub const STANDARD_DICE: [&str; 6] = ["PV", "HE", "TRW", "LD", "WDREVLTHP", "WDREVLTHP"];

/// A game as it stands.
#[derive(Clone, Debug)]
pub struct Slow {
    pub rules: Rules,
    pub pieces: BTreeMap<Name, Piece>,
    pub turn: char,
    pub undo: BTreeMap<char, (Name, Name)>,
    pub die: Option<usize>,
    pub number: u32,
    pub seated: Vec<char>,
    /// Those who are out, in the order of going, with the reason.
    pub out: Vec<(Vec<char>, &'static str)>,
    pub stuck: bool,
    history: Vec<(BTreeMap<Name, Piece>, char)>,
}

pub type Step = Option<(Name, Name)>;

impl Slow {
    pub fn new(
        rules: Rules,
        pieces: BTreeMap<Name, Piece>,
        turn: char,
        undo: BTreeMap<char, (Name, Name)>,
        die: Option<usize>,
        number: u32,
    ) -> Self {
        let there: BTreeSet<char> = pieces.values().map(|piece| piece.0).collect();
        let mut seated: Vec<char> = COLORS.into_iter().filter(|c| there.contains(c)).collect();
        if seated.len() == 1 {
            seated.push(match seated[0] {
                'w' => 'b',
                'b' => 'w',
                'r' => 'g',
                _ => 'r',
            });
            seated.sort_by_key(|c| COLORS.iter().position(|d| d == c));
        }
        Self {
            rules,
            pieces,
            turn,
            undo,
            die,
            number,
            seated,
            out: vec![],
            stuck: false,
            history: vec![],
        }
    }

    /// Judges a position that was just set up.
    pub fn load(mut self, map: &Map) -> Self {
        let homeless = self.homeless();
        self.put_out(homeless, "thrown-out");
        if !self.playing().contains(&self.turn) {
            self.die = None;
            self.next_player();
        }
        self.judge(map);
        self.remember();
        self
    }

    fn remember(&mut self) {
        if self.rules.no_repetition {
            self.history.push((self.pieces.clone(), self.turn));
        }
    }

    pub fn playing(&self) -> Vec<char> {
        let out = |c: &char| self.out.iter().any(|(gone, _)| gone.contains(c));
        self.seated.iter().copied().filter(|c| !out(c)).collect()
    }

    fn homeless(&self) -> Vec<char> {
        let holds = |c: char| {
            CASTLES.iter().any(|&castle| self.pieces.get(castle).is_some_and(|p| p.0 == c))
        };
        self.playing().into_iter().filter(|&c| !holds(c)).collect()
    }

    fn put_out(&mut self, who: Vec<char>, why: &'static str) {
        if who.is_empty() {
            return;
        }
        self.out.push((who, why));
        let playing = self.playing();
        if playing.len() >= 2 {
            self.pieces.retain(|_, piece| playing.contains(&piece.0));
            self.undo.retain(|c, _| playing.contains(c));
        }
    }

    fn next_player(&mut self) {
        let at = |c: char| COLORS.iter().position(|&d| d == c).expect("a colour");
        let now = at(self.turn);
        let next = (1..=4)
            .map(|step| COLORS[(now + step) % 4])
            .find(|c| self.playing().contains(c))
            .expect("a side plays");
        if at(next) <= now {
            self.number += 1;
        }
        self.turn = next;
    }

    fn judge(&mut self, map: &Map) {
        if self.rules.dice.is_some() {
            self.stuck = self.playing().len() > 1
                && self.playing().into_iter().all(|c| {
                    (1..=6).all(|face| {
                        let mut trial = self.clone();
                        (trial.turn, trial.die) = (c, Some(face));
                        trial.steps(map).is_empty()
                    })
                });
            return;
        }
        while self.playing().len() > 1 && self.steps(map).is_empty() {
            self.put_out(vec![self.turn], "locked-in");
            self.next_player();
        }
    }

    pub fn is_over(&self) -> bool {
        self.playing().len() < 2
            || self.stuck
            || self.rules.max_moves.is_some_and(|max| self.number > max)
    }

    /// Winner and reason; no winner for a draw.
    pub fn result(&self) -> Option<(Option<char>, &'static str)> {
        if self.playing().len() == 1 {
            return Some((Some(self.playing()[0]), self.out.last().map_or("", |out| out.1)));
        }
        if self.stuck {
            return Some((None, "stuck"));
        }
        self.is_over().then_some((None, "max-moves"))
    }

    fn named(&self, letter: char) -> bool {
        match (self.rules.dice, self.die) {
            (None, _) => true,
            (Some(table), Some(face)) => table[face - 1].contains(letter),
            (Some(table), None) => table.iter().any(|kinds| kinds.contains(letter)),
        }
    }

    /// Every way that a piece could take, by where it ends.
    fn ends(&self, map: &Map, from: &str, letter: char) -> BTreeSet<Name> {
        let mut ends = BTreeSet::new();
        let mut path = vec![from.to_owned()];
        self.walk(map, letter, &mut path, 0, &mut ends);
        ends
    }

    fn walk(
        &self,
        map: &Map,
        letter: char,
        path: &mut Vec<Name>,
        lines: usize,
        ends: &mut BTreeSet<Name>,
    ) {
        let (steps, flies, free) = kind(letter);
        let here = path[path.len() - 1].clone();
        if path.len() == steps + 1 {
            ends.insert(here);
            return;
        }
        if path.len() > 1 && !flies && self.pieces.contains_key(&here) {
            return;
        }
        let mut next: Vec<Name> = map.sides(&here).to_vec();
        if flies {
            next.extend_from_slice(map.corners(&here));
        }
        for cell in next {
            let crossed = usize::from(map.places[&cell].ring != map.places[&here].ring);
            if path.contains(&cell) || (!free && lines + crossed > 1) {
                continue;
            }
            path.push(cell);
            self.walk(map, letter, path, lines + crossed, ends);
            path.pop();
        }
    }

    /// What is wrong with this way of the piece on a cell, step by step; its last cell is where it
    /// ends.
    pub fn way_fault(&self, map: &Map, from: &str, way: &[Name]) -> Option<String> {
        let (steps, flies, free) = kind(self.pieces.get(from)?.1);
        let mut cells = vec![from.to_owned()];
        let mut lines = 0;
        for cell in way {
            let here = &cells[cells.len() - 1];
            if cells.len() > 1 && !flies && self.pieces.contains_key(here) {
                return Some(format!("something stands on {here}"));
            }
            let touches =
                map.sides(here).contains(cell) || flies && map.corners(here).contains(cell);
            if !touches {
                return Some(format!("no step from {here} to {cell}"));
            }
            if cells.contains(cell) {
                return Some(format!("{cell} twice"));
            }
            lines += usize::from(map.places[cell].ring != map.places[here].ring);
            cells.push(cell.clone());
        }
        if lines > 1 && !free {
            return Some(format!("{lines} lines crossed"));
        }
        (way.len() != steps).then(|| format!("{} steps", way.len()))
    }

    /// Every legal move but the pass.
    pub fn steps(&self, map: &Map) -> Vec<(Name, Name)> {
        let mut found = vec![];
        if self.playing().len() < 2 {
            return found;
        }
        for (from, (color, letter)) in &self.pieces {
            if *color != self.turn || !self.named(*letter) {
                continue;
            }
            for to in self.ends(map, from, *letter) {
                let undoes = self.undo.get(&self.turn) == Some(&(to.clone(), from.clone()));
                let step = (from.clone(), to);
                if undoes || (self.rules.no_repetition && self.repeats(&step)) {
                    continue;
                }
                found.push(step);
            }
        }
        found
    }

    fn repeats(&self, step: &(Name, Name)) -> bool {
        let mut trial = self.clone();
        trial.apply(step);
        self.history.contains(&(trial.pieces, trial.turn))
    }

    /// Every legal move; a die that moves nothing forces the pass.
    pub fn moves(&self, map: &Map) -> Vec<Step> {
        if self.is_over() {
            return vec![];
        }
        let steps: Vec<Step> = self.steps(map).into_iter().map(Some).collect();
        if steps.is_empty() && self.die.is_some() { vec![None] } else { steps }
    }

    /// Moves, puts out and passes the turn, but does not judge who is locked in.
    fn apply(&mut self, (from, to): &(Name, Name)) {
        let piece = self.pieces.remove(from).expect("a piece moves");
        self.pieces.insert(to.clone(), piece);
        let mover = self.turn;
        self.undo.insert(mover, (from.clone(), to.clone()));
        self.die = None;
        for c in self.homeless() {
            self.put_out(vec![c], if c == mover { "left-castle" } else { "thrown-out" });
        }
        self.next_player();
    }

    pub fn play(&self, map: &Map, step: &Step) -> Self {
        let mut next = self.clone();
        if let Some(step) = step {
            next.apply(step);
        } else {
            next.die = None;
            next.next_player();
        }
        next.judge(map);
        next.remember();
        next
    }

    pub fn text(&self, step: &Step) -> String {
        match step {
            None => "--".to_owned(),
            Some((from, to)) => {
                let sign = if self.pieces.contains_key(to) { '+' } else { '-' };
                format!("{from}{sign}{to}")
            }
        }
    }

    /// The position string.
    pub fn string(&self, map: &Map) -> String {
        let mut rings = vec![];
        for names in &map.order {
            let mut tokens: Vec<String> = vec![];
            let mut empty = 0;
            for name in names {
                match self.pieces.get(name) {
                    None => empty += 1,
                    Some((color, letter)) => {
                        if empty > 0 {
                            tokens.push(empty.to_string());
                        }
                        empty = 0;
                        tokens.push(format!("{color}{letter}"));
                    }
                }
            }
            if empty > 0 {
                tokens.push(empty.to_string());
            }
            rings.push(tokens.join(","));
        }
        let there = |c: &char| self.pieces.values().any(|piece| piece.0 == *c);
        let undo: Vec<String> = COLORS
            .into_iter()
            .filter(there)
            .map(|c| self.undo.get(&c).map_or("-".to_owned(), |(from, to)| format!("{from}-{to}")))
            .collect();
        let die = self.die.map_or("-".to_owned(), |face| face.to_string());
        format!("{} {} {} {die} {}", rings.join("/"), self.turn, undo.join(","), self.number)
    }
}

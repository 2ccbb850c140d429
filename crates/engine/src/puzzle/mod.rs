//! Puzzles: positions with proven best moves, their files, what becomes of a try, and how more of
//! them are found.
//!
//! A line of a file is `objective | position | moves | themes | source`:
//!
//! - `win N`: the side to move forces its win with ply `N` at the latest; the moves named are all
//!   that do so, and none forces it sooner.
//! - `hold N`: every move but the one named loses with ply `N` at the latest; that one does not.
//!
//! A position is judged by itself: repetition and limits of quiet plies do not count.

mod find;
mod game;
mod line;
mod prover;

pub use find::{Finder, find};
pub use game::PuzzleGame;
pub use line::{Judgement, LineError, Verdict, hint, judge, solution};
pub use prover::{Answer, GaveUp, Prover, moves};

use heterodox_rules::{SearchPosition, grand_chess, kaleido, klinzha};
use std::fmt;

/// The objective of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Objective {
    /// Win with this ply; no earlier one wins by force.
    Win(u32),
    /// Do not lose with this ply; every other move does.
    Hold(u32),
}

impl Objective {
    /// The proof depth in plies.
    pub fn plies(self) -> u32 {
        match self {
            Self::Win(plies) | Self::Hold(plies) => plies,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (word, plies) = text.split_once(' ')?;
        let plies = plies.parse().ok().filter(|plies| (1..=MAX_PLIES).contains(plies))?;
        match word {
            "win" => Some(Self::Win(plies)),
            "hold" => Some(Self::Hold(plies)),
            _ => None,
        }
    }
}

/// The greatest depth of an objective: a table entry of the prover holds it.
const MAX_PLIES: u32 = 99;

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Hold(plies) => write!(f, "hold {plies}"),
        }
    }
}

/// A position with its proven best moves: a line of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The expected result.
    pub objective: Objective,
    /// The position, in the strict form of the game's position strings.
    pub position: String,
    /// All moves that achieve the objective, in strict notation.
    pub moves: Vec<String>,
    /// Its themes.
    pub themes: Vec<String>,
    /// Its source.
    pub source: String,
}

impl Puzzle {
    fn read(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(" | ").collect();
        let &[objective, position, moves, themes, source] = fields.as_slice() else { return None };
        let list = |text: &str| text.split(", ").map(str::to_owned).collect();
        Some(Self {
            objective: Objective::read(objective)?,
            position: position.to_owned(),
            moves: list(moves),
            themes: list(themes),
            source: source.to_owned(),
        })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, themes) = (self.moves.join(", "), self.themes.join(", "));
        write!(f, "{} | {} | {moves} | {themes} | {}", self.objective, self.position, self.source)
    }
}

/// The puzzles of a file, in its order.
///
/// # Errors
///
/// A message that names the first malformed line.
pub fn read(file: &str) -> Result<Vec<Puzzle>, String> {
    let lines = file.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = |(index, line): (usize, &str)| {
        Puzzle::read(line).ok_or_else(|| format!("line {}: no puzzle: {line}", index + 1))
    };
    lines.map(read).collect()
}

/// The games with puzzles, and the file of each.
pub const FILES: [(&str, &str); 3] = [
    (<klinzha::Position as PuzzleGame>::ID, <klinzha::Position as PuzzleGame>::FILE),
    (<grand_chess::Position as PuzzleGame>::ID, <grand_chess::Position as PuzzleGame>::FILE),
    (<kaleido::Position as PuzzleGame>::ID, <kaleido::Position as PuzzleGame>::FILE),
];

/// The game of a puzzle: the first that reads its position and knows its moves. `None` if there is
/// none.
pub fn game_of(puzzle: &Puzzle) -> Option<&'static str> {
    FILES.iter().map(|(game, _)| *game).find(|game| move_count(game, puzzle).is_some())
}

/// The number of legal moves in a puzzle's position; `None` if the game does not read it, the game
/// is over in it, or a named move is not legal.
pub fn move_count(game: &str, puzzle: &Puzzle) -> Option<usize> {
    fn of<P: PuzzleGame>(puzzle: &Puzzle) -> Option<usize> {
        let position = P::read(&puzzle.position)?;
        let known = |text: &String| position.find(text).is_some();
        let is_sound = SearchPosition::outcome(&position).is_none()
            && puzzle.moves.iter().all(known)
            && position.seats() == 2;
        is_sound.then(|| moves(&position).len())
    }
    match game {
        <klinzha::Position as PuzzleGame>::ID => of::<klinzha::Position>(puzzle),
        <grand_chess::Position as PuzzleGame>::ID => of::<grand_chess::Position>(puzzle),
        <kaleido::Position as PuzzleGame>::ID => of::<kaleido::Position>(puzzle),
        _ => None,
    }
}

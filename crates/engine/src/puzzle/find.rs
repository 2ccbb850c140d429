//! Finds puzzles: proves which positions have a single move that wins, or that does not lose.

use super::prover::{Answer, Prover, moves};
use super::{Objective, Puzzle, PuzzleGame};
use heterodox_rules::{grand_chess, kaleido, klinzha};
use std::collections::BTreeSet;

/// The plies before the end of a game that are examined.
const LAST: usize = 16;
/// The plies before the end of a game at which a win in seven is searched.
const DEEP_BEFORE_END: [usize; 2] = [7, 9];

/// Proves whether positions are puzzles.
pub struct Finder<P: PuzzleGame> {
    prover: Prover<P>,
    deep: Prover<P>,
}

impl<P: PuzzleGame> Default for Finder<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: PuzzleGame> Finder<P> {
    /// A finder with the limits of the game.
    pub fn new() -> Self {
        Self { prover: Prover::new(P::LIMIT), deep: Prover::new(P::DEEP_LIMIT) }
    }

    /// The puzzle of a position, if it is one. `is_deep` also searches a win in seven plies.
    ///
    /// # Errors
    ///
    /// If a question exceeds the limit of the prover.
    pub fn examine(
        &mut self,
        position: &P,
        source: String,
        is_deep: bool,
    ) -> Answer<Option<Puzzle>> {
        self.prover.forget();
        let puzzle = |objective: Objective, m: P::Move, end: Option<P>| Puzzle {
            objective,
            position: position.text(),
            moves: vec![position.write(m)],
            themes: position.themes(m, end.as_ref()).into_iter().map(str::to_owned).collect(),
            source,
        };
        if let Ok(found) = self.prover.shortest(position, 5) {
            let Some(plies) = found else { return self.without_win(position, is_deep, puzzle) };
            let winning = self.prover.winning(position, plies)?;
            let &[m] = winning.as_slice() else { return Ok(None) };
            let end = line_end(&mut self.prover, position, m, plies)?;
            return Ok((plies > 1).then(|| puzzle(Objective::Win(plies), m, Some(end))));
        }
        Ok(None)
    }

    fn without_win(
        &mut self,
        position: &P,
        is_deep: bool,
        puzzle: impl FnOnce(Objective, P::Move, Option<P>) -> Puzzle,
    ) -> Answer<Option<Puzzle>> {
        let held = self.prover.holding(position, 4)?;
        if let &[m] = held.as_slice()
            && self.prover.holding(position, 3)?.len() > 1
        {
            return Ok(Some(puzzle(Objective::Hold(4), m, None)));
        }
        if held.len() < 2 || !is_deep {
            return Ok(None);
        }
        self.deep.forget();
        if !self.deep.wins(position, 7)? {
            return Ok(None);
        }
        let plies = if self.deep.wins(position, 6)? { 6 } else { 7 };
        let winning = self.deep.winning(position, plies)?;
        let &[m] = winning.as_slice() else { return Ok(None) };
        let end = line_end(&mut self.deep, position, m, plies)?;
        Ok(Some(puzzle(Objective::Win(plies), m, Some(end))))
    }
}

/// The last position of a line in which the loser resists as long as it can.
fn line_end<P: PuzzleGame>(
    prover: &mut Prover<P>,
    position: &P,
    first: P::Move,
    plies: u32,
) -> Answer<P> {
    let mut board = position.then(first);
    let mut left = plies - 1;
    while left > 0 && board.outcome().is_none() {
        let mut longest = (0, board.clone());
        for reply in moves(&board) {
            let next = board.then(reply);
            if next.outcome().is_some() {
                continue;
            }
            let needed = prover.shortest(&next, left - 1)?.unwrap_or(0);
            if needed > longest.0 {
                longest = (needed, next);
            }
        }
        let (needed, next) = longest;
        if needed == 0 {
            return Ok(next);
        }
        let winning = prover.winning(&next, needed)?;
        board = winning.first().map_or_else(|| next.clone(), |&m| next.then(m));
        left = needed - 1;
    }
    Ok(board)
}

/// The puzzles among the last positions of a game, which are given from the first to the last.
/// `source` names the game. `None` if the game has no puzzles.
pub fn find(game: &str, positions: &[&str], source: &str) -> Option<Vec<Puzzle>> {
    fn of<P: PuzzleGame>(positions: &[&str], source: &str) -> Vec<Puzzle> {
        let mut finder = Finder::<P>::new();
        let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
        for ply in positions.len().saturating_sub(LAST)..positions.len() {
            let read = P::read(positions[ply]).filter(|position| position.seats() == 2);
            let Some(position) = read.and_then(|position| position.calm()) else { continue };
            if position.outcome().is_some() || !seen.insert(position.zobrist()) {
                continue;
            }
            let is_deep = DEEP_BEFORE_END.contains(&(positions.len() - ply));
            let source = format!("{source} ply {ply}");
            found.extend(finder.examine(&position, source, is_deep).ok().flatten());
        }
        found
    }
    match game {
        <klinzha::Position as PuzzleGame>::ID => Some(of::<klinzha::Position>(positions, source)),
        <grand_chess::Position as PuzzleGame>::ID => {
            Some(of::<grand_chess::Position>(positions, source))
        }
        <kaleido::Position as PuzzleGame>::ID => Some(of::<kaleido::Position>(positions, source)),
        _ => None,
    }
}

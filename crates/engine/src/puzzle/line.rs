//! What becomes of a try: the solver's moves are judged, and the opponent resists as long as it
//! can.
//!
//! In a puzzle `win N` a move of the solver is right if it keeps the win with ply `N` of the line
//! at the latest, whatever the opponent does. For the first move these are the moves that the
//! puzzle names; later there may be others than those that win soonest. In a puzzle `hold N` the
//! named move is right, and solves it.

use super::prover::{Answer, GaveUp, Prover, moves};
use super::{Objective, Puzzle, PuzzleGame};
use crate::engine_game::{self, SearchJob};
use crate::{Score, SearchLimit};
use heterodox_rules::{Options, Seat, grand_chess, kaleido, klinzha};
use std::sync::atomic::AtomicBool;

/// The most nodes of the prover for one try.
const PROVER_NODES: u64 = 12_000_000;
/// The size of the prover's table, as a power of two: 6 MiB.
const TABLE_BITS: u32 = 18;
/// The nodes of the search for the reply that refutes a wrong move.
const REFUTATION_NODES: u64 = 120_000;
/// The most plies of a refutation that are shown.
const REFUTATION_PLIES: usize = 5;

/// What the solver's last move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It solves the puzzle.
    Solved,
    /// It is right; the opponent has replied, and the solver is to move.
    Right,
    /// It wins by force too, but later than asked for.
    Later,
    /// It is wrong.
    Wrong,
}

/// The judgement of a try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// What the last move is.
    pub verdict: Verdict,
    /// All moves so far in strict notation, with the opponent's replies: the last one to a right
    /// move, or the refutation of a wrong one.
    pub moves: Vec<String>,
    /// After a wrong move: how the game would go on behind `moves`, in strict notation.
    pub pv: Vec<String>,
    /// After a wrong move: the score for the solver; `None` if the game is over.
    pub score: Option<Score>,
}

/// Why a try cannot be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineError {
    /// The solver's move with this index is not legal.
    Illegal(usize),
    /// The move with this index comes after one that was wrong, or that solved the puzzle.
    Ended(usize),
    /// The game does not read the position.
    NoPosition,
}

/// Judges the solver's moves, given without the replies. Without moves the verdict is `Right`.
///
/// # Errors
///
/// See [`LineError`].
pub fn judge(game: &str, puzzle: &Puzzle, own: &[String]) -> Result<Judgement, LineError> {
    match game {
        <klinzha::Position as PuzzleGame>::ID => Solver::<klinzha::Position>::judge(puzzle, own),
        <grand_chess::Position as PuzzleGame>::ID => {
            Solver::<grand_chess::Position>::judge(puzzle, own)
        }
        <kaleido::Position as PuzzleGame>::ID => Solver::<kaleido::Position>::judge(puzzle, own),
        _ => Err(LineError::NoPosition),
    }
}

/// A right move after the solver's moves, in strict notation; `None` if the puzzle is solved.
///
/// # Errors
///
/// See [`LineError`].
pub fn hint(game: &str, puzzle: &Puzzle, own: &[String]) -> Result<Option<String>, LineError> {
    match game {
        <klinzha::Position as PuzzleGame>::ID => Solver::<klinzha::Position>::hint(puzzle, own),
        <grand_chess::Position as PuzzleGame>::ID => {
            Solver::<grand_chess::Position>::hint(puzzle, own)
        }
        <kaleido::Position as PuzzleGame>::ID => Solver::<kaleido::Position>::hint(puzzle, own),
        _ => Err(LineError::NoPosition),
    }
}

/// The solution from the first move to the end, in strict notation.
///
/// # Errors
///
/// See [`LineError`].
pub fn solution(game: &str, puzzle: &Puzzle) -> Result<Vec<String>, LineError> {
    let mut own = Vec::new();
    let mut line = Vec::new();
    while let Some(text) = hint(game, puzzle, &own)? {
        own.push(text);
        let judgement = judge(game, puzzle, &own)?;
        line = judgement.moves;
        if judgement.verdict != Verdict::Right {
            break;
        }
    }
    Ok(line)
}

/// A line of a puzzle as it is being solved.
struct Solver<'a, P: PuzzleGame> {
    puzzle: &'a Puzzle,
    prover: Prover<P>,
    us: Seat,
    board: P,
    /// The plies that are left for the win.
    left: u32,
    moves: Vec<String>,
    /// Whether the puzzle is solved.
    solved: bool,
}

/// What a move of the solver is.
enum Played<P> {
    Kept,
    Failed(P),
}

impl<'a, P: PuzzleGame> Solver<'a, P> {
    fn new(puzzle: &'a Puzzle) -> Result<Self, LineError> {
        let board = P::read(&puzzle.position).ok_or(LineError::NoPosition)?;
        Ok(Self {
            puzzle,
            prover: Prover::with_table(PROVER_NODES, TABLE_BITS),
            us: board.turn(),
            board,
            left: puzzle.objective.plies(),
            moves: Vec::new(),
            solved: false,
        })
    }

    fn judge(puzzle: &'a Puzzle, own: &[String]) -> Result<Judgement, LineError> {
        let mut solver = Self::new(puzzle)?;
        let judgement = |verdict, moves| Judgement { verdict, moves, pv: Vec::new(), score: None };
        for (index, text) in own.iter().enumerate() {
            match solver.play(index, text)? {
                Played::Failed(after) if index + 1 == own.len() => {
                    return Ok(solver.refute(&after));
                }
                Played::Failed(_) => return Err(LineError::Ended(index + 1)),
                Played::Kept => {}
            }
        }
        let verdict = if solver.solved { Verdict::Solved } else { Verdict::Right };
        Ok(judgement(verdict, solver.moves))
    }

    fn hint(puzzle: &'a Puzzle, own: &[String]) -> Result<Option<String>, LineError> {
        let mut solver = Self::new(puzzle)?;
        for (index, text) in own.iter().enumerate() {
            if let Played::Failed(_) = solver.play(index, text)? {
                return Err(LineError::Ended(index + 1));
            }
        }
        Ok(if solver.solved { None } else { solver.right_move() })
    }

    /// A right move on the board: the one that wins soonest.
    fn right_move(&mut self) -> Option<String> {
        if self.moves.is_empty() {
            return self.puzzle.moves.first().cloned();
        }
        let winning = (1..=self.left).find_map(|plies| {
            let winning = self.prover.winning(&self.board, plies).ok()?;
            winning.first().copied()
        });
        winning.map(|m| self.board.write(m))
    }

    /// Plays a move of the solver and, if it is right, the reply.
    fn play(&mut self, index: usize, text: &str) -> Result<Played<P>, LineError> {
        if self.solved {
            return Err(LineError::Ended(index));
        }
        let m = self.board.find(text).ok_or(LineError::Illegal(index))?;
        let after = self.board.then(m);
        self.moves.push(text.to_owned());
        let is_right = match self.puzzle.objective {
            _ if self.moves.len() == 1 => self.puzzle.moves.iter().any(|known| known == text),
            Objective::Win(_) => {
                self.prover.forces(&after, self.us, self.left - 1).unwrap_or_else(|GaveUp| {
                    // The search proves what it says of wins.
                    let score = Self::search(&after).map(|(score, _)| score.reversed());
                    matches!(score, Some(Score::WinIn(plies)) if plies < self.left)
                })
            }
            Objective::Hold(_) => false,
        };
        if !is_right {
            return Ok(Played::Failed(after));
        }
        self.left -= 1;
        self.board = after;
        self.solved = matches!(self.puzzle.objective, Objective::Hold(_)) || self.has_won();
        if !self.solved {
            self.reply();
        }
        Ok(Played::Kept)
    }

    fn has_won(&self) -> bool {
        self.board.outcome().is_some_and(|outcome| outcome.winner == Some(self.us))
    }

    /// Plays the reply after which the win takes longest.
    fn reply(&mut self) {
        let reply = self.longest_defence().unwrap_or_else(|GaveUp| {
            let found = Self::search(&self.board)?;
            self.board.find(found.1.first()?)
        });
        let Some(reply) = reply else { return };
        self.moves.push(self.board.write(reply));
        self.board = self.board.then(reply);
        self.left = self.left.saturating_sub(1);
        // An opponent can be forced to end the game against itself.
        self.solved = self.has_won();
    }

    fn longest_defence(&mut self) -> Answer<Option<P::Move>> {
        let mut longest = None;
        for reply in moves(&self.board) {
            let next = self.board.then(reply);
            let needed = self.needed(&next)?;
            if longest.is_none_or(|(most, _)| needed > most) {
                longest = Some((needed, reply));
            }
        }
        Ok(longest.map(|(_, reply)| reply))
    }

    /// In how few plies the solver, who is to move, wins; 0 if the game is over.
    fn needed(&mut self, position: &P) -> Answer<u32> {
        if position.outcome().is_some() {
            return Ok(0);
        }
        let most = self.left.saturating_sub(1);
        for plies in 1..most {
            if self.prover.wins(position, plies)? {
                return Ok(plies);
            }
        }
        Ok(most)
    }

    /// The judgement of a move that is not right, with the reply that refutes it.
    fn refute(mut self, after: &P) -> Judgement {
        let mut judgement = Judgement {
            verdict: Verdict::Wrong,
            moves: std::mem::take(&mut self.moves),
            pv: Vec::new(),
            score: None,
        };
        if after.outcome().is_some() {
            return judgement;
        }
        // A proven refutation is the clearest one.
        let proven = match self.puzzle.objective {
            Objective::Hold(plies) => self.prover.shortest(after, plies - 1).ok().flatten(),
            Objective::Win(_) => None,
        };
        let proven = proven.and_then(|plies| {
            let winning = self.prover.winning(after, plies).ok()?;
            Some((Score::WinIn(plies), winning.first().map(|&m| after.write(m))?))
        });
        let found = match proven {
            Some((score, reply)) => Some((score, vec![reply])),
            None => Self::search(after),
        };
        let Some((score, pv)) = found else { return judgement };
        let score = score.reversed();
        let wins = matches!(self.puzzle.objective, Objective::Win(_));
        if wins && matches!(score, Score::WinIn(_)) {
            judgement.verdict = Verdict::Later;
        }
        // The search counts from the position after the move.
        judgement.score = Some(match score {
            Score::WinIn(plies) => Score::WinIn(plies + 1),
            score => score,
        });
        judgement.moves.extend(pv.first().cloned());
        judgement.pv = pv.into_iter().skip(1).take(REFUTATION_PLIES - 1).collect();
        judgement
    }

    /// The engine's score for the side to move, and its principal variation.
    fn search(position: &P) -> Option<(Score, Vec<String>)> {
        let board = engine_game::open(P::ID, &Options::default(), Some(&position.text())).ok()?;
        let job =
            SearchJob { table_mib: 4, ..SearchJob::new(SearchLimit::nodes(REFUTATION_NODES)) };
        let report = board.search(&job, &AtomicBool::new(false), &mut |_| {})?;
        let pv = if report.pv.is_empty() { vec![report.chosen] } else { report.pv };
        Some((report.score, pv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{FILES, read};

    /// One puzzle of each objective up to three plies, of every game.
    fn short() -> Vec<(&'static str, Puzzle)> {
        let mut all = Vec::new();
        for (game, file) in FILES {
            let puzzles = read(file).expect("a sound file");
            for objective in [Objective::Win(2), Objective::Win(3), Objective::Hold(4)] {
                let found = puzzles.iter().find(|puzzle| puzzle.objective == objective);
                all.extend(found.map(|puzzle| (game, puzzle.clone())));
            }
        }
        all
    }

    #[test]
    fn a_solution_is_played_to_its_end() {
        for (game, puzzle) in short() {
            let line = solution(game, &puzzle).expect("a line");
            let own: Vec<String> = line.iter().step_by(2).cloned().collect();
            let judgement = judge(game, &puzzle, &own).expect("a judgement");
            assert_eq!(judgement.verdict, Verdict::Solved, "{puzzle}: {line:?}");
            let most = match puzzle.objective {
                Objective::Win(plies) => plies as usize,
                Objective::Hold(_) => 1,
            };
            assert_eq!(line.len(), most, "the opponent resists: {puzzle}");
            assert_eq!(hint(game, &puzzle, &own), Ok(None));
            let more = [own, vec![line[0].clone()]].concat();
            assert!(matches!(judge(game, &puzzle, &more), Err(LineError::Ended(_))), "{puzzle}");
        }
    }

    #[test]
    fn a_wrong_move_is_refuted() {
        for (game, puzzle) in short() {
            let board = engine_game::open(game, &Options::default(), Some(&puzzle.position));
            let legal = board.expect("a position").legal_moves();
            let wrong = legal.iter().find(|text| !puzzle.moves.contains(text)).expect("others");
            let judgement = judge(game, &puzzle, std::slice::from_ref(wrong)).expect("a verdict");
            assert!(
                matches!(judgement.verdict, Verdict::Wrong | Verdict::Later),
                "{puzzle}: {wrong}"
            );
            assert!(judgement.moves.len() <= 2 && judgement.moves[0] == *wrong);
            if let Objective::Hold(plies) = puzzle.objective {
                // Some moves lose at once: there is no reply to them.
                let lost = match judgement.score {
                    Some(Score::LossIn(said)) => said <= plies,
                    None => judgement.moves.len() == 1,
                    Some(_) => false,
                };
                assert!(lost, "{puzzle}: {wrong}: {:?}", judgement.score);
            }
            let more = [wrong.clone(), legal[0].clone()];
            assert_eq!(judge(game, &puzzle, &more), Err(LineError::Ended(1)));
        }
    }

    #[test]
    fn an_illegal_move_is_told() {
        let (game, puzzle) = short().remove(0);
        assert_eq!(judge(game, &puzzle, &["nothing".to_owned()]), Err(LineError::Illegal(0)));
        assert_eq!(judge(game, &puzzle, &[]).map(|found| found.verdict), Ok(Verdict::Right));
    }
}

//! Puzzles: the positions with proven best moves that the server offers, and tries at them.
//!
//! The positions come with the program and from files of the operator. No game of the server is
//! read for them, and none of a hidden game is among them.

use super::preview::open_for_analysis;
use crate::games::{Service, ServiceError};
use crate::problem::{Args, Problem};
use axum::http::StatusCode;
use heterodox_engine::engine_game;
use heterodox_engine::puzzle::{self, FILES, Judgement, LineError, Objective, Puzzle};
use heterodox_rules::{Options, Refusal, Seat, Turn, info};
use heterodox_wire::{LineRequest, MAX_TRY_MOVES, PreviewLine};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The milliseconds of a day.
pub(crate) const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Why a puzzle is not found, or a try is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PuzzleError {
    /// There is no puzzle with this id.
    #[error("there is no puzzle '{0}'")]
    NoSuchPuzzle(String),
    /// A move follows one that was wrong, or that solved the puzzle.
    #[error("move {0} follows one that ended the try: begin again")]
    Ended(usize),
    /// Too many moves.
    #[error("{0} moves are too many for a try, expected at most {MAX_TRY_MOVES}")]
    TooLong(usize),
}

impl Problem for PuzzleError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoSuchPuzzle(_) => StatusCode::NOT_FOUND,
            Self::Ended(_) => StatusCode::CONFLICT,
            Self::TooLong(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NoSuchPuzzle(_) => "no-such-puzzle",
            Self::Ended(_) => "try-ended",
            Self::TooLong(_) => "try-too-long",
        }
    }

    fn args(&self) -> Args {
        match self {
            Self::NoSuchPuzzle(id) => vec![("id", id.clone())],
            Self::Ended(number) => vec![("number", number.to_string())],
            Self::TooLong(found) => {
                vec![("found", found.to_string()), ("limit", MAX_TRY_MOVES.to_string())]
            }
        }
    }
}

/// A puzzle that the server offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OfferedPuzzle {
    /// The id, made from the position.
    pub(crate) id: String,
    /// The id of the game.
    pub(crate) game: &'static str,
    /// The number among those of the game, from 1, in the order of `rank`.
    pub(crate) number: usize,
    /// From 1 to 5.
    pub(crate) difficulty: u8,
    /// The seat of the solver.
    pub(crate) seat: Seat,
    /// The position with its moves.
    pub(crate) puzzle: Puzzle,
}

impl OfferedPuzzle {
    /// The themes as keys of texts.
    pub(crate) fn themes(&self) -> Vec<String> {
        let key = |theme: &String| theme.to_lowercase().replace(' ', "-");
        self.puzzle.themes.iter().map(key).collect()
    }

    /// The place among those of the game: those with the usual pieces alone first, then by
    /// difficulty, then those with fewer kinds of unusual pieces.
    fn rank(&self) -> (bool, u8, usize) {
        let unusual = unusual_pieces(&self.puzzle.position);
        (unusual > 0, self.difficulty, unusual)
    }

    /// The number of moves of the solver.
    pub(crate) fn moves(&self) -> u32 {
        match self.puzzle.objective {
            Objective::Win(plies) => plies.div_ceil(2),
            Objective::Hold(_) => 1,
        }
    }
}

/// All puzzles.
#[derive(Debug, Default)]
pub(crate) struct PuzzleBook {
    /// By game, in the order of `rank`.
    all: Vec<OfferedPuzzle>,
    by_id: HashMap<String, usize>,
    /// Those that come with the program, by game in the order in which days take them.
    daily: Vec<Vec<usize>>,
}

/// The puzzles of the program, read once.
static SHIPPED: LazyLock<Arc<PuzzleBook>> =
    LazyLock::new(|| Arc::new(PuzzleBook::open(&[]).unwrap_or_default()));

impl PuzzleBook {
    /// The puzzles of the program, for tests with many servers.
    pub(crate) fn shipped() -> Arc<Self> {
        SHIPPED.clone()
    }

    /// The puzzles of the program and those of files.
    ///
    /// # Errors
    ///
    /// A message that names the file that cannot be read, and its first bad line.
    pub(crate) fn open(files: &[PathBuf]) -> Result<Self, String> {
        let mut found = Vec::new();
        for (game, file) in FILES {
            let puzzles = puzzle::read(file).map_err(|error| format!("{game}: {error}"))?;
            for puzzle in puzzles {
                found.push((
                    true,
                    offered(game, puzzle).map_err(|error| format!("{game}: {error}"))?,
                ));
            }
        }
        for path in files {
            let name = path.display();
            let text =
                std::fs::read_to_string(path).map_err(|error| format!("'{name}': {error}"))?;
            for puzzle in puzzle::read(&text).map_err(|error| format!("'{name}': {error}"))? {
                let game = puzzle::game_of(&puzzle);
                let game = game.ok_or_else(|| format!("'{name}': no game has this: {puzzle}"))?;
                let offered =
                    offered(game, puzzle).map_err(|error| format!("'{name}': {error}"))?;
                found.push((false, offered));
            }
        }
        let order = |game: &str| FILES.iter().position(|(known, _)| *known == game);
        found.sort_by(|(_, one), (_, other)| {
            let key =
                |offered: &OfferedPuzzle| (order(offered.game), offered.rank(), offered.id.clone());
            key(one).cmp(&key(other))
        });
        // A position that is in two files is one puzzle.
        found.dedup_by(|(_, later), (_, first)| later.id == first.id);
        let mut book = Self { daily: vec![Vec::new(); FILES.len()], ..Self::default() };
        let mut numbers = HashMap::<&str, usize>::new();
        for (is_shipped, mut offered) in found {
            let number = numbers.entry(offered.game).or_default();
            *number += 1;
            offered.number = *number;
            let index = book.all.len();
            if is_shipped && let Some(game) = order(offered.game) {
                book.daily[game].push(index);
            }
            book.by_id.insert(offered.id.clone(), index);
            book.all.push(offered);
        }
        for of_game in &mut book.daily {
            of_game.sort_by(|one, other| book.all[*one].id.cmp(&book.all[*other].id));
        }
        Ok(book)
    }

    /// All puzzles by game, by number.
    pub(crate) fn all(&self) -> &[OfferedPuzzle] {
        &self.all
    }

    /// The puzzle with this id.
    pub(crate) fn get(&self, id: &str) -> Result<&OfferedPuzzle, PuzzleError> {
        let index = self.by_id.get(id);
        index
            .map(|index| &self.all[*index])
            .ok_or_else(|| PuzzleError::NoSuchPuzzle(heterodox_rules::quote(id)))
    }

    /// The puzzle of a day, counted from 1970-01-01 UTC. The games take turns, so that it is the
    /// same on all servers of one version.
    pub(crate) fn daily(&self, day: i64) -> &OfferedPuzzle {
        let day = usize::try_from(day).unwrap_or_default();
        let of_game = &self.daily[day % self.daily.len()];
        &self.all[of_game[day / self.daily.len() % of_game.len()]]
    }
}

/// The puzzle as it is offered.
fn offered(game: &'static str, puzzle: Puzzle) -> Result<OfferedPuzzle, String> {
    let wrong = || format!("no legal position and moves: {puzzle}");
    let count = puzzle::move_count(game, &puzzle).ok_or_else(wrong)?;
    let table = open_for_analysis(game, &Options::default(), Some(&puzzle.position));
    let seat = match table.map(|table| table.turn()) {
        Ok(Turn::Seats(seats)) => seats.first().copied(),
        _ => None,
    };
    let seat = seat.ok_or_else(wrong)?;
    let hash = Sha256::digest(format!("{game} {}", puzzle.position));
    let mut id = String::new();
    for byte in &hash[..4] {
        // Writing to a string does not fail.
        let _ = write!(id, "{byte:02x}");
    }
    let difficulty = difficulty(puzzle.objective, count);
    Ok(OfferedPuzzle { id, game, number: 0, difficulty, seat, puzzle })
}

/// The number of kinds of pieces in a position that are not in the usual array of the game: those
/// whose letters stand in braces.
fn unusual_pieces(position: &str) -> usize {
    let named = position.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    named.map(str::to_lowercase).collect::<HashSet<_>>().len()
}

/// From 1 to 5: by the depth of the proof; one more where there are many moves to choose from.
fn difficulty(objective: Objective, moves: usize) -> u8 {
    /// So many legal moves make a puzzle harder.
    const MANY: usize = 45;
    let deep = match objective {
        Objective::Win(..=3) => 1,
        Objective::Hold(..=4) => 2,
        Objective::Win(..=5) => 3,
        Objective::Win(_) | Objective::Hold(_) => 4,
    };
    deep + u8::from(moves > MANY)
}

/// A judged try: the judgement, and the line on the board.
pub(crate) struct JudgedTry {
    /// The judgement.
    pub(crate) judgement: Judgement,
    /// Its moves on the board.
    pub(crate) line: PreviewLine,
    /// How the game would go on, as records write it.
    pub(crate) pv: Vec<String>,
}

impl Service {
    /// The position of a puzzle.
    pub(crate) async fn puzzle_position(
        &self,
        offered: &OfferedPuzzle,
        address: Option<IpAddr>,
    ) -> Result<PreviewLine, ServiceError> {
        self.puzzle_line(offered, Vec::new(), address).await
    }

    async fn puzzle_line(
        &self,
        offered: &OfferedPuzzle,
        moves: Vec<String>,
        address: Option<IpAddr>,
    ) -> Result<PreviewLine, ServiceError> {
        let request = LineRequest {
            game: offered.game.to_owned(),
            options: Options::default(),
            position: Some(offered.puzzle.position.clone()),
            moves,
            since: 0,
            record: false,
        };
        self.line(request, address).await
    }

    /// Judges the solver's moves.
    ///
    /// # Errors
    ///
    /// The outer one is a failure of the service or a refusal by the rules, the inner one says
    /// what is wrong with the try.
    pub(crate) async fn judge_try(
        &self,
        offered: &OfferedPuzzle,
        own: Vec<String>,
        address: Option<IpAddr>,
    ) -> Result<Result<JudgedTry, PuzzleError>, ServiceError> {
        if own.len() > MAX_TRY_MOVES {
            return Ok(Err(PuzzleError::TooLong(own.len())));
        }
        let (game, puzzle) = (offered.game, offered.puzzle.clone());
        let moves = own.clone();
        let judged = self.compute(address, move || puzzle::judge(game, &puzzle, &moves)).await?;
        let judgement = match judged {
            Ok(judgement) => judgement,
            Err(error) => return self.refused(offered, own, error, address).await.map(Err),
        };
        let line = self.puzzle_line(offered, judgement.moves.clone(), address).await?;
        let pv = self.written(offered, &judgement, address).await?;
        Ok(Ok(JudgedTry { judgement, line, pv }))
    }

    /// How a refuted line goes on, as records write it.
    async fn written(
        &self,
        offered: &OfferedPuzzle,
        judgement: &Judgement,
        address: Option<IpAddr>,
    ) -> Result<Vec<String>, ServiceError> {
        if judgement.pv.is_empty() {
            return Ok(Vec::new());
        }
        let (game, position) = (offered.game, offered.puzzle.position.clone());
        let Judgement { moves, pv, .. } = judgement.clone();
        let write = move || {
            let mut board = engine_game::open(game, &Options::default(), Some(&position)).ok()?;
            moves.iter().try_for_each(|text| board.play(text)).ok()?;
            Some(board.record_notation(&pv))
        };
        Ok(self.compute(address, write).await?.unwrap_or_default())
    }

    /// The solution on the board.
    pub(crate) async fn solve_puzzle(
        &self,
        offered: &OfferedPuzzle,
        address: Option<IpAddr>,
    ) -> Result<(Vec<String>, PreviewLine), ServiceError> {
        let (game, puzzle) = (offered.game, offered.puzzle.clone());
        let solved = self.compute(address, move || puzzle::solution(game, &puzzle)).await?;
        let moves = solved.unwrap_or_default();
        let line = self.puzzle_line(offered, moves.clone(), address).await?;
        Ok((moves, line))
    }

    /// The cell of the piece that makes a right move; `None` if the puzzle is solved.
    pub(crate) async fn puzzle_hint(
        &self,
        offered: &OfferedPuzzle,
        own: Vec<String>,
        address: Option<IpAddr>,
    ) -> Result<Result<Option<String>, PuzzleError>, ServiceError> {
        if own.len() > MAX_TRY_MOVES {
            return Ok(Err(PuzzleError::TooLong(own.len())));
        }
        let (game, puzzle) = (offered.game, offered.puzzle.clone());
        let moves = own.clone();
        let find = move || {
            let Some(text) = puzzle::hint(game, &puzzle, &moves)? else { return Ok(None) };
            let line = puzzle::judge(game, &puzzle, &moves)?.moves;
            let board = engine_game::open(game, &Options::default(), Some(&puzzle.position));
            let Ok(mut board) = board else { return Ok(None) };
            let played = line.iter().try_for_each(|text| board.play(text));
            let cells = board.cells(&[text]).pop().filter(|_| played.is_ok());
            Ok(cells.and_then(|cells| cells.first().map(|cell| (*cell).to_owned())))
        };
        match self.compute(address, find).await? {
            Ok(from) => Ok(Ok(from)),
            Err(error) => self.refused(offered, own, error, address).await.map(Err),
        }
    }

    /// Why a try cannot be judged. The rules say why a move is not legal.
    async fn refused(
        &self,
        offered: &OfferedPuzzle,
        own: Vec<String>,
        error: LineError,
        address: Option<IpAddr>,
    ) -> Result<PuzzleError, ServiceError> {
        let index = match error {
            LineError::Ended(index) => return Ok(PuzzleError::Ended(index + 1)),
            LineError::NoPosition => return Ok(PuzzleError::NoSuchPuzzle(offered.id.clone())),
            LineError::Illegal(index) => index,
        };
        let (game, puzzle, before) = (offered.game, offered.puzzle.clone(), own[..index].to_vec());
        let judged = self.compute(address, move || puzzle::judge(game, &puzzle, &before)).await?;
        let mut line = judged.map(|judgement| judgement.moves).unwrap_or_default();
        line.push(own[index].clone());
        self.puzzle_line(offered, line, address).await?;
        // The rules took another notation than the strict one.
        let name = info(offered.game).map_or(offered.game, |info| info.name);
        let message = format!("'{}' is not in the strict notation of {name}", own[index]);
        let text = heterodox_rules::quote(&own[index]);
        Err(Refusal::new("not-a-move", message).with("text", text).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_puzzles_of_the_program_are_offered() {
        let book = PuzzleBook::open(&[]).unwrap();
        assert!(book.all().len() >= 220, "{}", book.all().len());
        let ids: BTreeSet<_> = book.all().iter().map(|offered| &offered.id).collect();
        assert_eq!(ids.len(), book.all().len(), "ids differ");
        for (game, _) in FILES {
            let of_game: Vec<_> = book.all().iter().filter(|one| one.game == game).collect();
            assert!(of_game.iter().enumerate().all(|(index, one)| one.number == index + 1));
            assert!(of_game.is_sorted_by_key(|one| one.rank()), "{game}");
            let levels: BTreeSet<_> = of_game.iter().map(|one| one.difficulty).collect();
            assert!(levels.len() >= 3, "{game}: {levels:?}");
        }
    }

    #[test]
    fn unusual_pieces_are_counted_by_kind() {
        assert_eq!(unusual_pieces("10/2{Wa}R{wa}5/{ph}9 w - - 0 1"), 2);
        assert_eq!(unusual_pieces("g/3/4v/7/9/11/B12/3l+11/2G14 gold 0 1"), 0);
    }

    #[test]
    fn the_games_take_turns_by_days() {
        let book = PuzzleBook::open(&[]).unwrap();
        let days: Vec<_> = (20_000..20_090).map(|day| book.daily(day)).collect();
        assert!(days.windows(3).all(|three| {
            let games: BTreeSet<_> = three.iter().map(|one| one.game).collect();
            games.len() == 3
        }));
        let different: BTreeSet<_> = days.iter().map(|one| &one.id).collect();
        assert_eq!(different.len(), days.len(), "none comes again so soon");
    }

    #[test]
    fn a_file_of_the_operator_adds_puzzles() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("more.tactics");
        let known = FILES[0].1.lines().find(|line| line.starts_with("win 3")).unwrap();
        let new = "win 3 | 10/10/10/10/10/10/10/10/10/10 w - - 0 1 | a1a2 | quiet | nowhere";
        let count = PuzzleBook::open(&[]).unwrap().all().len();
        std::fs::write(&path, known).unwrap();
        assert_eq!(PuzzleBook::open(std::slice::from_ref(&path)).unwrap().all().len(), count);
        std::fs::write(&path, new).unwrap();
        let error = PuzzleBook::open(std::slice::from_ref(&path)).unwrap_err();
        assert!(error.contains("more.tactics") && error.contains("a1a2"), "{error}");
    }
}

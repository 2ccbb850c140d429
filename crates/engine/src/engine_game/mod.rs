//! Positions to analyse: set up, played on, counted and searched, in the notation of their game.
//!
//! An [`EnginePosition`] is what an analysis, a UCI engine, a match between engines and a bench
//! need of a game, without naming the game. It uses the same search as a [`Player`](crate::Player),
//! and knows no tables, views or setup. It serves the open games of two seats without dice
//! ([`games`]).

mod engine_position;
mod game;

pub(crate) use engine_position::open as open_position;
pub(crate) use game::{EngineGame, Move};

use crate::search::{SearchMemory, Techniques};
use crate::{Level, Score, SearchLimit, registry};
use heterodox_rules::{Options, Outcome, Refusal, Seat, Setting, Start, Viewer};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The ids of the games with engine positions.
pub fn games() -> impl Iterator<Item = &'static str> {
    registry::engine_games()
}

/// The win probability of the side that a score is for, from 0 to 1: `1 / (1 + exp(-c · score))`
/// with the constant `c` of the game. `None` for a game without engine positions.
pub fn win_probability(game: &str, score: Score) -> Option<f64> {
    let slope = registry::win_slope(game)?;
    Some(match score {
        Score::Centi(value) => 1.0 / (1.0 + (-slope * f64::from(value)).exp()),
        Score::WinIn(_) => 1.0,
        Score::LossIn(_) => 0.0,
    })
}

/// A position of a game, with the positions that led to it.
///
/// ```
/// use heterodox_engine::SearchLimit;
/// use heterodox_engine::engine_game::{SearchJob, open};
/// use heterodox_rules::Options;
/// use std::sync::atomic::AtomicBool;
///
/// let mut position = open("grand-chess", &Options::default(), None)?;
/// let job = SearchJob::new(SearchLimit::depth(2));
/// let report = position.search(&job, &AtomicBool::new(false), &mut |_| {}).expect("legal moves");
/// position.play(&report.chosen)?;
/// assert_eq!(report.depth, 2);
/// # Ok::<(), String>(())
/// ```
pub trait EnginePosition: Send {
    /// The id of the game.
    fn game(&self) -> &'static str;

    /// The position string.
    fn position(&self) -> String;

    /// The seat to move.
    fn turn(&self) -> Seat;

    /// The result, if the position alone decides it.
    fn outcome(&self) -> Option<Outcome>;

    /// Plays a move in strict notation.
    ///
    /// # Errors
    /// A message that names the move and the cause.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// Reads a move in any notation of the game and returns it in strict notation.
    ///
    /// # Errors
    /// The refusal of the rules.
    fn parse_move(&self, text: &str) -> Result<String, Refusal>;

    /// The moves, played one after another, in record notation; up to the first illegal one.
    fn record_notation(&self, moves: &[String]) -> Vec<String>;

    /// The cells on which each of the moves, played one after another, begins and ends; none for a
    /// pass. Up to the first illegal move.
    fn cells(&self, moves: &[String]) -> Vec<Vec<&'static str>>;

    /// The legal moves in strict notation, sorted by bytes.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether the position was played before, since the last irreversible move.
    fn is_repetition(&self) -> bool;

    /// Perft divide: the leaf count behind each first move, sorted; `None` if it was stopped.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;

    /// The static evaluation for the seat to move, in hundredths of the least warrior or pawn.
    fn static_eval(&self) -> i32;

    /// Whether some capture seems to gain or the seat to move is in check, so that the static
    /// evaluation says little.
    fn is_tactical(&self) -> bool;

    /// The names of the weights, one for each number.
    fn weight_names(&self) -> Vec<String>;

    /// The numbers of the weights.
    fn weights(&self) -> Vec<i32>;

    /// Replaces the weights by as many numbers as [`EnginePosition::weights`] gives.
    ///
    /// # Panics
    /// If there are fewer.
    fn set_weights(&mut self, numbers: &[i32]);

    /// The weights as the text of a file with these provenance lines.
    fn weights_text(&self, provenance: &[String]) -> String;

    /// The static evaluation, and its derivative by each weight that is not `fixed`; 0 for those
    /// that are.
    fn gradient(&self, fixed: &[bool]) -> (i32, Vec<f32>);

    /// Replaces the weights by those of a file ([`WeightSet`](crate::weights::WeightSet)).
    ///
    /// # Errors
    /// A message with the line and the cause.
    fn load_weights(&mut self, weights: &str) -> Result<(), String>;

    /// Searches, and reports every completed iteration. `None` if there is no legal move.
    fn search(
        &self,
        job: &SearchJob<'_>,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport>;

    /// The move of the frozen reference player, which counts material three plies deep
    /// ([`material_move`](crate::reference::material_move)).
    fn material_move(&self, seed: u64) -> Option<String>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn EnginePosition>;
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchJob<'a> {
    /// The limits.
    pub limit: SearchLimit,
    /// The size of a new transposition table in MiB.
    pub table_mib: usize,
    /// Search memory kept from search to search, instead of a new one. The owner clears it before
    /// another game and before other weights are used. Lower levels do not use it.
    pub memory: Option<&'a Arc<SearchMemory>>,
    /// The number of search threads. Only one gives reproducible results; lower levels use one.
    pub threads: usize,
    /// Mate search: only wins within this many plies count. It uses a new table.
    pub mate_limit: Option<u32>,
    /// The root moves to consider, in strict notation; all if empty.
    pub search_moves: &'a [String],
    /// The number of principal variations.
    pub multi_pv: usize,
    /// The level of play; levels below the highest have limits of their own.
    pub level: Level,
    /// The seed of the random choices of lower levels.
    pub seed: u64,
    /// Whether the search is selective: extensions, reductions, pruning.
    pub selective: bool,
    /// Techniques to use beside those of the game, and techniques to leave out.
    pub with: Techniques,
    /// See `with`.
    pub without: Techniques,
}

impl SearchJob<'_> {
    /// A search at full strength with this limit.
    pub const fn new(limit: SearchLimit) -> Self {
        Self {
            limit,
            table_mib: 16,
            memory: None,
            threads: 1,
            mate_limit: None,
            search_moves: &[],
            multi_pv: 1,
            level: Level::FULL,
            seed: 0,
            selective: true,
            with: Techniques::NONE,
            without: Techniques::NONE,
        }
    }
}

/// The result of a search or of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The score for the seat to move.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Moves made on the search's board.
    pub nodes: u64,
    /// The filled part of the transposition table, in thousandths.
    pub hashfull: u32,
    /// The move to play: the best one, or the choice of a lower level.
    pub chosen: String,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The principal variations with their scores, best first; at least one after an iteration.
    pub lines: Vec<(Score, Vec<String>)>,
}

/// Opens a position string, or the first position of a game with these options. A game with a setup
/// starts from its first quick start.
///
/// # Errors
/// A message for an unknown game, for wrong options and for a wrong position.
pub fn open(
    game: &str,
    options: &Options,
    position: Option<&str>,
) -> Result<Box<dyn EnginePosition>, String> {
    let opener = registry::opener(game).ok_or_else(|| {
        let known: Vec<_> = games().collect();
        format!("'{game}' has no engine positions; the games are: {}", known.join(", "))
    })?;
    let position = match position {
        Some(position) => position.to_owned(),
        None => first_position(game, options)?,
    };
    opener(options, &position)
}

fn first_position(game: &str, options: &Options) -> Result<String, String> {
    let position = |start: Start| {
        let setting = Setting { options: options.clone(), start };
        let table = heterodox_rules::open(game, &setting).map_err(|refusal| refusal.message)?;
        Ok::<_, String>(table.scene(Viewer::Public).frame.position)
    };
    let first = position(Start::Setup)?;
    if !first.is_empty() {
        return Ok(first);
    }
    let info = heterodox_rules::info(game).map_err(|refusal| refusal.message)?;
    let start = info.quick_starts.first();
    let start = start.ok_or_else(|| format!("{game} has no first position with these options"))?;
    position(Start::Quick((*start).to_owned()))
}

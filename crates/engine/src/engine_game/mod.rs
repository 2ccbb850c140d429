//! A position to study: set up, played on, counted and searched, in the texts of its game.
//!
//! A [`Desk`] is what an analysis, a chess program over UCI, a match between engines and a bench need of a game,
//! without naming it. Behind it stands the same search as behind a [`Player`](crate::Player); a desk knows nothing of
//! tables, views or setup. It serves the open games of two seats without dice ([`GAMES`]).

mod engine_position;
mod games;

use crate::search::{SearchMemory, Techniques};
use crate::{Level, Score, SearchLimit};
use heterodox_rules::{Options, Outcome, Refusal, Seat, Setting, Start, Viewer};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The ids of the games that have desks.
pub const GAMES: [&str; 3] = [crate::grand_chess::GAME, crate::klinzha::GAME, crate::kaleido::GAME];

/// A position of some game, with the positions that led to it.
pub trait EnginePosition: Send {
    /// The game's id.
    fn game(&self) -> &'static str;

    /// The position string.
    fn position(&self) -> String;

    /// The seat to move.
    fn turn(&self) -> Seat;

    /// The result, as far as the position alone decides it.
    fn outcome(&self) -> Option<Outcome>;

    /// Makes a move, given in strict notation; says why it cannot.
    fn play(&mut self, text: &str) -> Result<(), String>;

    /// What a move means that is written in any way that its game reads, in strict notation.
    fn parse_move(&self, text: &str) -> Result<String, Refusal>;

    /// These moves, made one after the other, as records write them; as far as they are legal and strict.
    fn record_notation(&self, moves: &[String]) -> Vec<String>;

    /// The cells from which and to which each of these moves leads that are made one after the other, as far as they are
    /// legal and strict; none for a pass.
    fn cells(&self, moves: &[String]) -> Vec<Vec<&'static str>>;

    /// The legal moves in strict notation, sorted as bytes.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether the position has stood on this desk before, since the last irreversible ply.
    fn is_repetition(&self) -> bool;

    /// Counts the paths of `depth` moves behind each first move, sorted; nothing if it was stopped.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;

    /// The value of the position at sight, from the sight of the seat to move.
    fn static_eval(&self) -> i32;

    /// Whether the best of the position may be hidden behind captures or threats: some capture seems to gain, or the
    /// seat to move is in danger. Such a position says little about its value at sight.
    fn is_tactical(&self) -> bool;

    /// What the weights of the evaluation are called, one for each number.
    fn weight_names(&self) -> Vec<String>;

    /// The numbers that it judges by.
    fn weights(&self) -> Vec<i32>;

    /// Judges by other numbers, as many as [`Desk::numbers`] gives.
    ///
    /// # Panics
    /// If there are fewer.
    fn set_weights(&mut self, numbers: &[i32]);

    /// The weights as the text of a file, with these lines on where they are from.
    fn weights_text(&self, provenance: &[String]) -> String;

    /// The value at sight as [`Desk::value`] gives it, and by how much it changes with each number that is not `fixed`; 0 for
    /// those that are.
    fn gradient(&self, fixed: &[bool]) -> (i32, Vec<f32>);

    /// Judges by other weights: the text of a file of them ([`WeightSet`](crate::weights::WeightSet)).
    fn load_weights(&mut self, weights: &str) -> Result<(), String>;

    /// Searches, and reports every completed iteration. Nothing is found where there is no move.
    fn search(
        &self,
        job: &SearchJob<'_>,
        stop: &AtomicBool,
        on_iteration: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchReport>;

    /// The move of the frozen player that counts material three plies deep
    /// ([`material_move`](crate::reference::material_move)).
    fn material_move(&self, seed: u64) -> Option<String>;

    /// The same again.
    fn boxed_clone(&self) -> Box<dyn EnginePosition>;
}

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct SearchJob<'a> {
    /// The limits.
    pub limit: SearchLimit,
    /// The size of the table in MiB.
    pub table_mib: usize,
    /// A table that goes from one search to the next, instead of one of this search's own. Whoever gives it has it cleared
    /// before another game, and before other weights are used; lower levels do without.
    pub memory: Option<&'a Arc<SearchMemory>>,
    /// How many threads search. Only one finds the same every time; lower levels take no more.
    pub threads: usize,
    /// Only wins within so many plies are looked for, with all answers, and with a table of this search's own.
    pub mate_limit: Option<u32>,
    /// The moves to choose from, in strict notation; all if empty.
    pub search_moves: &'a [String],
    /// How many of the best moves are to be known with their courses.
    pub multi_pv: usize,
    /// How strong to play: a level below the highest limits itself.
    pub level: Level,
    /// What its picks vary by.
    pub seed: u64,
    /// Whether promising lines are searched deeper and others less deep.
    pub selective: bool,
    /// Techniques of the selective search besides those that the game is searched with, and those to leave out.
    pub with: Techniques,
    /// See `with`.
    pub without: Techniques,
}

impl SearchJob<'_> {
    /// A search at full strength with these limits.
    pub const fn new(budget: SearchLimit) -> Self {
        Self {
            limit: budget,
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

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The score from the sight of the seat to move.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Moves made on the search's board.
    pub nodes: u64,
    /// How much of the table is filled, in thousandths.
    pub hashfull: u32,
    /// The move to play: the best, or at a lower level the one picked.
    pub chosen: String,
    /// The expected course of the game, the best move first.
    pub pv: Vec<String>,
    /// The best moves with their courses, best first; at least one once an iteration is completed.
    pub lines: Vec<(Score, Vec<String>)>,
}

/// A desk with this position, or with the first of the game with these options. Klin Zha begins from its first
/// ready-made start.
pub fn open(
    game: &str,
    options: &Options,
    position: Option<&str>,
) -> Result<Box<dyn EnginePosition>, String> {
    let position = match position {
        Some(position) => position.to_owned(),
        None => first_position(game, options)?,
    };
    match game {
        crate::klinzha::GAME => engine_position::open::<games::KlinZha>(options, &position),
        crate::grand_chess::GAME => engine_position::open::<games::GrandChess>(options, &position),
        crate::kaleido::GAME => engine_position::open::<games::KaleidoChess>(options, &position),
        _ => Err(format!("there is no desk for '{game}'; the games are: {}", GAMES.join(", "))),
    }
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

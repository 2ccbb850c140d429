//! The positions that are made from the requests of callers.

use super::MAX_PLIES;
use super::preview::{no_analysis, open_for_analysis};
use heterodox_engine::engine_game::{self, EnginePosition};
use heterodox_rules::{Options, Refusal, Viewer, quote};
use heterodox_wire::{LiveSearchRequest, Plies, ReportRequest};

/// A position to search.
pub(crate) struct SearchPosition {
    /// The position with its history.
    pub(super) position: Box<dyn EnginePosition>,
    /// The boards from the first position of the request to this one: see [`board_of`].
    pub(crate) boards: Vec<String>,
    /// What it was made from.
    pub(super) request: LiveSearchRequest,
}

impl SearchPosition {
    /// The position with its history.
    pub(crate) fn position(&self) -> &dyn EnginePosition {
        self.position.as_ref()
    }

    /// Returns whether there is nothing to search.
    pub(crate) fn is_over(&self) -> bool {
        is_over(self.position.as_ref())
    }
}

/// The positions of a game.
pub(crate) struct ReportPositions {
    /// In their order, each with its history.
    pub(super) positions: Vec<Box<dyn EnginePosition>>,
    /// What they were made from.
    pub(super) request: ReportRequest,
}

impl ReportPositions {
    /// The positions in their order.
    pub(crate) fn positions(&self) -> &[Box<dyn EnginePosition>] {
        &self.positions
    }

    /// The boards of the positions: see [`board_of`].
    pub(crate) fn boards(&self) -> Vec<String> {
        self.positions.iter().map(|position| board_of(&position.position()).to_owned()).collect()
    }
}

/// What stands where in a position, without the turn and the counters: its first word.
pub(crate) fn board_of(position: &str) -> &str {
    position.split_whitespace().next().unwrap_or_default()
}

/// The position of a request.
///
/// # Errors
///
/// Refuses what cannot be read, is illegal, or cannot be analysed.
pub(crate) fn search_position(request: &LiveSearchRequest) -> Result<SearchPosition, Refusal> {
    check_length(request.moves.len())?;
    let mut position = first(&request.game, &request.options, request.position.as_deref())?;
    let mut boards = vec![board_of(&position.position()).to_owned()];
    for (index, text) in request.moves.iter().enumerate() {
        play(position.as_mut(), index, text)?;
        boards.push(board_of(&position.position()).to_owned());
    }
    Ok(SearchPosition { position, boards, request: request.clone() })
}

/// The positions of a game.
///
/// # Errors
///
/// The same as those of [`search_position`].
pub(crate) fn game_positions(request: &ReportRequest) -> Result<ReportPositions, Refusal> {
    let first = |position: Option<&str>| first(&request.game, &request.options, position);
    let positions = match &request.plies {
        Plies::Moves(position, moves) => {
            check_length(moves.len())?;
            let mut positions = vec![first(position.as_deref())?];
            for (index, text) in moves.iter().enumerate() {
                let mut next = positions[index].boxed_clone();
                play(next.as_mut(), index, text)?;
                positions.push(next);
            }
            positions
        }
        Plies::Positions(positions) => {
            check_length(positions.len())?;
            positions.iter().map(|position| first(Some(position))).collect::<Result<_, _>>()?
        }
    };
    Ok(ReportPositions { positions, request: request.clone() })
}

/// Returns whether the game is over, as far as the position decides it.
pub(super) fn is_over(position: &dyn EnginePosition) -> bool {
    position.outcome().is_some() || position.legal_moves().is_empty()
}

/// Returns whether a line of moves in strict notation can be played from a position.
pub(super) fn is_legal(position: &dyn EnginePosition, moves: &[String]) -> bool {
    position.record_notation(moves).len() == moves.len()
}

/// Refuses more plies than [`MAX_PLIES`].
pub(crate) fn check_length(plies: usize) -> Result<(), Refusal> {
    if plies <= MAX_PLIES {
        return Ok(());
    }
    let message = format!("{plies} moves are too many to be analysed: the most is {MAX_PLIES}");
    let refusal = Refusal::new("analysis-too-long", message);
    Err(refusal.with("plies", plies).with("limit", MAX_PLIES))
}

/// The engine's position. Errors in the options or the position are reported by the rules.
fn first(
    game: &str,
    options: &Options,
    position: Option<&str>,
) -> Result<Box<dyn EnginePosition>, Refusal> {
    let table = open_for_analysis(game, options, position)?;
    let position = table.scene(Viewer::Public).frame.position;
    engine_game::open(game, options, Some(&position)).map_err(|_| no_analysis(&table.info()))
}

fn play(position: &mut dyn EnginePosition, index: usize, text: &str) -> Result<(), Refusal> {
    let number = index + 1;
    let strict = position.parse_move(text).map_err(|reason| {
        let message = format!("move {number}, '{}': {}", quote(text), reason.message);
        Refusal::new("analysis-move", message)
            .with("number", number)
            .with("text", quote(text))
            .with("reason", &reason.message)
            .because(reason)
    })?;
    position.play(&strict).map_err(|why| Refusal::new("not-a-move", why).with("text", quote(text)))
}
